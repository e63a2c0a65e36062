"""How the log of Europa speaks, and how its entries are corrected. Importing the package registers it."""

from navalassist.desk.logbook.europa.mending import EuropaMending
from navalassist.desk.logbook.europa.rules import EuropaRules
from navalassist.desk.logbook.europa.words import EuropaFacts
from navalassist.desk.logbook.tongue import Tongue, register_tongue

TONGUE = register_tongue(Tongue("europa", EuropaFacts(), EuropaRules(), EuropaMending()))
