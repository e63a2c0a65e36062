"""The miniature system as an app: it keeps a kind of its own, which is a list."""

from django.apps import AppConfig


class MiniConfig(AppConfig):
    """Its table is made in the tests only: no product has it."""

    name = "tests.mini"
    label = "mini"
    default_auto_field = "django.db.models.BigAutoField"
