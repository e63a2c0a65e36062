"""How the log of the Great War tables speaks, and how its entries are corrected. Importing it registers it."""

from navalassist.desk.logbook.tongue import Tongue, register_tongue
from navalassist.engine.rows import declared_in
from navalassist.systems.storm_of_steel import state
from navalassist.systems.storm_of_steel.book import SYSTEM
from navalassist.systems.storm_of_steel.log.mending import GreatWarMending
from navalassist.systems.storm_of_steel.log.rules import GreatWarRules
from navalassist.systems.storm_of_steel.log.words import GreatWarFacts

TONGUE = register_tongue(
    Tongue(SYSTEM, GreatWarFacts(*declared_in(state.__name__)), GreatWarRules(), GreatWarMending())
)
