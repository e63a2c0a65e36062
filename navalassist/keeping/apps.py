from django.apps import AppConfig


class KeepingConfig(AppConfig):
    name = "navalassist.keeping"
    label = "keeping"
    verbose_name = "Keeping the data"

    def ready(self) -> None:
        from navalassist import checks  # noqa: F401  registers them
