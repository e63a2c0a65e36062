from django.apps import AppConfig


class SystemsConfig(AppConfig):
    name = "navalassist.systems"
    label = "systems"
    verbose_name = "Rule systems"

    def ready(self) -> None:
        from navalassist.systems import import_each
        from tables import all_tables

        # The pages of the systems come with the addresses, which few commands need.
        import_each("system")
        import_each("log/wording")
        # A bad table file stops the start with file, row and column, not an evening in its middle.
        all_tables()
