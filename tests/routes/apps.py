"""Routes as an app: it keeps its squares, zones, straits and forces."""

from django.apps import AppConfig


class RoutesConfig(AppConfig):
    """Its tables are made in the tests only: no product has them."""

    name = "tests.routes"
    label = "routes"
    default_auto_field = "django.db.models.BigAutoField"
