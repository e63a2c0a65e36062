from django.apps import AppConfig


class SeaZonesConfig(AppConfig):
    name = "navalassist.seazones"
    label = "seazones"
    verbose_name = "Sea zones"
