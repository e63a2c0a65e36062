"""The straits as an app: it keeps forces, ships, forts and sailing orders."""

from django.apps import AppConfig


class StraitsConfig(AppConfig):
    """Its tables are made in the tests only: no product has them."""

    name = "tests.straits"
    label = "straits"
    default_auto_field = "django.db.models.BigAutoField"
