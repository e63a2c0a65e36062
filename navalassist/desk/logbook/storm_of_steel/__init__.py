"""How the log of the Great War tables speaks, and how its entries are corrected. Importing it registers it."""

from navalassist.desk.logbook.storm_of_steel.mending import GreatWarMending
from navalassist.desk.logbook.storm_of_steel.rules import GreatWarRules
from navalassist.desk.logbook.storm_of_steel.words import GreatWarFacts
from navalassist.desk.logbook.tongue import Tongue, register_tongue
from navalassist.rules.storm_of_steel.words import SYSTEM

TONGUE = register_tongue(Tongue(SYSTEM, GreatWarFacts(), GreatWarRules(), GreatWarMending()))
