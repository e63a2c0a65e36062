"""The rules of the theatre campaign, a module a rule. Importing the package registers them all."""

from importlib import import_module
from pkgutil import iter_modules

# A rule is a module, and found by itself.
for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
