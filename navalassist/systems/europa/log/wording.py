"""How the log of Europa speaks, and how its entries are corrected. Importing it registers it."""

from navalassist.desk.logbook.wording import LogWording, register_wording
from navalassist.systems.europa.log.correction_policy import EuropaCorrections
from navalassist.systems.europa.log.rules import EuropaRules
from navalassist.systems.europa.log.words import EuropaFacts

WORDING = register_wording(LogWording("europa", EuropaFacts(), EuropaRules(), EuropaCorrections()))
