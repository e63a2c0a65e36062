"""The table of the skirmish's battles."""

from navalassist.campaigns.rows import table_of
from tests.skirmish.battle import Battle

SkirmishBattle = table_of(__name__, "SkirmishBattle", Battle, ordering=("number",))
