from django.apps import AppConfig


class SeatsConfig(AppConfig):
    name = "navalassist.seats"
    label = "seats"
    verbose_name = "Seats"
