"""The rules of the theatre campaign, a module a rule. Importing the package registers them all."""

from importlib import import_module
from pkgutil import iter_modules

# Lines of a step stand in the order of registering: what may be announced comes before that nothing more is.
_FIRST = ("intercepting", "sortie", "assault")
# A rule is a module, and found by itself.
for _name in (*_FIRST, *(module.name for module in iter_modules(__path__))):
    import_module(f"{__name__}.{_name}")
