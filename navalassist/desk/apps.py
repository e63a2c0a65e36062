from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "navalassist.desk"
    label = "desk"
    verbose_name = "Players' pages"

    def ready(self) -> None:
        # They give the rule systems their pages, and the log their words.
        from navalassist.desk import outfits  # noqa: F401
        from navalassist.desk.logbook import tongues  # noqa: F401
