"""The turn sequence of the theatre campaign, read from turn.toml. A file that does not fit stops the start."""

from __future__ import annotations

from pathlib import Path

from navalassist.engine.reader import Reader, View
from navalassist.systems.theatre.state.words import Season
from tables.turn import load_turn

TURN = load_turn(Path(__file__).with_suffix(".toml"))

# The phases as rules name them: both sides are in each together, so a line of This step says whose it is (`seat=`).
LOGISTICS, ORDERS, OPERATIONS, BATTLE, BREAKTHROUGH = (
    f"*/{step}" for step in ("logistics", "orders", "operations", "battle", "breakthrough")
)
# In these missions are looked for and met: in Breakthrough ships on their way to a yard (PG.6.5.1.4).
AT_SEA = (OPERATIONS, BREAKTHROUGH)
# In these groups are formed and changed, before they have orders.
IN_PORT = (LOGISTICS, ORDERS)
SEASONS = (Season.WINTER, Season.SPRING, Season.SUMMER, Season.FALL)
MONTHS_OF_A_SEASON = 3


def season_of(turn: str) -> Season:
    """The season of a turn, `1941-12`: winter begins with December (R-202)."""
    return SEASONS[int(turn.partition("-")[2]) % 12 // MONTHS_OF_A_SEASON]


def turn_title(turn: str) -> str:
    """`Dec 41, winter` of `1941-12`. ValueError for anything that is no turn key."""
    return f"{TURN.turn_title(turn)}, {season_of(turn).label}"


def season_now(read: View | Reader) -> Season:
    """The season that it is."""
    return season_of(read["campaign:clock.turn"])


def is_late(read: View | Reader) -> bool:
    """True in Breakthrough, when the missions of the turn are over but for ships on their way to a yard."""
    return f"*/{read['campaign:clock.step']}" == BREAKTHROUGH


def now_turn(read: View | Reader) -> str:
    """The key of the turn that it is."""
    return str(read["campaign:clock.turn"])
