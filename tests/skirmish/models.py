"""The table of the skirmish's battles."""

from navalassist.campaigns.rows import table_of
from tests.skirmish.clash import Clash

SkirmishBattle = table_of(__name__, "SkirmishBattle", Clash, ordering=("number",))
