"""The doors of the Great War system: for each rule that is carried out by itself, its situation, form and duty.

Every module in this folder is found by itself; `DOORS.situation(slug, form=…)` registers what it holds.
"""

from importlib import import_module
from pkgutil import iter_modules

from navalassist.play.systems import Doors
from navalassist.systems.storm_of_steel.book import RULES

DOORS = Doors(RULES.situations, RULES.forms, RULES.bases, RULES.duties, RULES.endings, RULES.showers)

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
