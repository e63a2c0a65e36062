"""The tongues of the rule systems. Every package in this folder is found by itself, and registers its tongue."""

from importlib import import_module
from pkgutil import iter_modules

from navalassist.desk import logbook

for _module in iter_modules(logbook.__path__):
    if _module.ispkg:
        import_module(f"{logbook.__name__}.{_module.name}")
