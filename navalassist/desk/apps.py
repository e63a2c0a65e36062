from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "navalassist.desk"
    label = "desk"
    verbose_name = "Players' pages"

    def ready(self) -> None:
        # They give the log its words. The pages of the rule systems come with the addresses, which few commands need.
        from navalassist.desk.logbook import tongues  # noqa: F401
