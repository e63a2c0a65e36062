"""The skirmish as an app: it keeps its battles."""

from django.apps import AppConfig


class SkirmishConfig(AppConfig):
    """Its table is made in the tests only: no product has it."""

    name = "tests.skirmish"
    label = "skirmish"
    default_auto_field = "django.db.models.BigAutoField"
