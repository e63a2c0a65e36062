from django.apps import AppConfig


class CliConfig(AppConfig):
    name = "navalassist.cli"
    label = "cli"
    verbose_name = "Commands"
