from django.apps import AppConfig


class MaltaConfig(AppConfig):
    name = "navalassist.malta"
    label = "malta"
    verbose_name = "Malta"
