from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "navalassist.desk"
    label = "desk"
    verbose_name = "Players' pages"
