from django.apps import AppConfig


class PortsConfig(AppConfig):
    name = "navalassist.ports"
    label = "ports"
    verbose_name = "Ports"
