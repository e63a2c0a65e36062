from django.apps import AppConfig


class SystemsConfig(AppConfig):
    name = "navalassist.systems"
    label = "systems"
    verbose_name = "Rule systems"

    def ready(self) -> None:
        from navalassist.systems import europa  # noqa: F401  registers the system with play
        from tables import all_tables

        # A bad table file stops the start with file, row and column, not an evening in its middle.
        all_tables()
