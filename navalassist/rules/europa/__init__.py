"""Europa: rules 33 and 36 of the naval game. Importing the package registers its procedures."""

from importlib import import_module
from pkgutil import iter_modules

from navalassist.rules.europa.rulings import RULINGS

__all__ = ["RULINGS"]

# A module of a rulebook section is named after it (r33_…, r36_…) and found by itself.
for _module in iter_modules(__path__):
    if _module.name.startswith("r3"):
        import_module(f"{__name__}.{_module.name}")
