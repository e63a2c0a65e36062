"""The outfits of the rule systems. Every module in this folder is found by itself, and registers its system_pages."""

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
