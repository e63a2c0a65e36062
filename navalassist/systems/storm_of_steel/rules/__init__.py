"""Storm of Steel: the naval tables of the Great War. Importing the package registers its procedures."""

from importlib import import_module
from pkgutil import iter_modules

from navalassist.systems.storm_of_steel.rulings import RULINGS

__all__ = ["RULINGS"]

# A rule is a module, and found by itself.
for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
