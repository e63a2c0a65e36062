from importlib import import_module
from pkgutil import iter_modules

from django.apps import AppConfig


class SystemsConfig(AppConfig):
    name = "navalassist.systems"
    label = "systems"
    verbose_name = "Rule systems"

    def ready(self) -> None:
        from navalassist import systems
        from tables import all_tables

        # Every package beside this module is a rule system, but for the commands; importing it registers it with play.
        for module in iter_modules(systems.__path__):
            if module.ispkg and module.name != "management":
                import_module(f"{systems.__name__}.{module.name}")
        # A bad table file stops the start with file, row and column, not an evening in its middle.
        all_tables()
