"""How the log of Europa speaks, and how its entries are corrected. Importing it registers it."""

from navalassist.desk.logbook.tongue import Tongue, register_tongue
from navalassist.systems.europa.log.mending import EuropaMending
from navalassist.systems.europa.log.rules import EuropaRules
from navalassist.systems.europa.log.words import EuropaFacts

TONGUE = register_tongue(Tongue("europa", EuropaFacts(), EuropaRules(), EuropaMending()))
