"""The page of a battle: its sheet as both sides see it, and what comes next; the sheet on paper; the queue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from navalassist.desk.at import At
from navalassist.desk.operations.going import going
from navalassist.desk.operations.pages import OperationPage
from navalassist.desk.operations.panels import Next
from navalassist.desk.operations.strip import Line
from navalassist.desk.rows import row_or_gone
from navalassist.engine.english import counted
from navalassist.engine.reader import View
from navalassist.systems.theatre.battle import BATTLES, RESULT, queue
from navalassist.systems.theatre.beaches import on_paper
from navalassist.systems.theatre.deployment import line_of, spacing, squares_of, stands_in
from navalassist.systems.theatre.pages.panels import PANELS
from navalassist.systems.theatre.rules.result import RETREAT, title_of
from navalassist.systems.theatre.rulings import AT_TWELVE, R213
from navalassist.systems.theatre.state.battles import Battle, Interception, Result
from navalassist.systems.theatre.state.fleets import AirUnit, Unit
from navalassist.systems.theatre.state.orders import Troop
from navalassist.systems.theatre.state.sea import Map, Port, Zone
from navalassist.systems.theatre.state.words import BattleKind, Side, Stage

GONE = "theatre/gone.html"


@dataclass(frozen=True, slots=True)
class OnPaper:
    """A unit on the sheet. came: what the result says of it, '' before it is typed."""

    kept: Result
    title: str
    came: str


@dataclass(frozen=True, slots=True)
class Party:
    """A side in a battle. letter: A or D; role: attacker, defender; words: what it has; apart: what keeps apart."""

    side: Side
    letter: str
    role: str
    words: str
    units: tuple[OnPaper, ...]
    transports: tuple[OnPaper, ...]
    apart: str
    is_there: bool


def came_of(one: Result, battle: Battle) -> str:
    """`strength 7, experience 340, in the destination`; '' before the result is typed."""
    if not battle.reported:
        return ""
    if one.sunk:
        return "sunk"
    gained = f"experience {one.experience + one.gained}" if one.of else ""
    there = "in the destination" if one.inside else ""
    return ", ".join(filter(None, (f"strength {one.after}", gained, there)))


def party(view: View, battle: Battle, side: Side) -> Party:
    """A side's part of the sheet."""
    own = [one for one in view.rows(Result, battle=battle.key) if one.side is side]
    attacks = side is battle.attacker
    transports = [one for one in own if not one.of]
    kinds = Counter(one.of.partition(":")[0] or "transport" for one in own)
    nouns = ((Unit.KIND, "naval unit"), (AirUnit.KIND, "air unit"), (Troop.KIND, "ground unit"))
    counts = [(kinds[kind], noun) for kind, noun in (*nouns, ("transport", "transport"), (Port.KIND, "target"))]
    shown = {one.key: OnPaper(one, title_of(one), came_of(one, battle)) for one in own}
    return Party(
        side=side, letter="A" if attacks else "D", role="attacker" if attacks else "defender",
        words=", ".join(counted(number, noun) for number, noun in counts if number) or "nothing on the sheet yet",
        units=tuple(shown[one.key] for one in own if one.of), transports=tuple(shown[one.key] for one in transports),
        apart=spacing(view, [one for one in own if one.of]), is_there=side in battle.committed,
    )  # fmt: skip


def about(view: View, battle: Battle) -> str:
    """`Far East, distance 1`, `Sea zone Caribbean`."""
    zone, on = view.find(Zone, battle.zone), view.find(Map, battle.map)
    far = f"distance {battle.distance}" if battle.kind is BattleKind.INTERCEPTION else ""
    where = f"sea zone {zone.name}" if zone else on.name if on else "no map"
    return ", ".join(filter(None, (where, far)))


def sheet_of(view: View, battle: Battle) -> dict[str, Any]:
    """Everything that stands on the sheet. All of it is everybody's."""
    line = line_of(view, battle)
    alone = view.ruling(R213) == AT_TWELVE
    first = min(RETREAT, battle.turns)
    may = range(first, first + 1) if alone else range(first, battle.turns + 1)
    parties = [party(view, battle, side) for side in (battle.attacker, battle.attacker.enemy)]
    return {
        "battle": battle,
        "interception": view.find(Interception, battle.interception),
        "about": about(view, battle),
        "line": line,
        "landing": on_paper(view, battle),
        "stands_in": bool(line and stands_in(view, line)),
        "grid": squares_of(view, line),
        "has_hexes": any(square.hexes for row in squares_of(view, line) for square in row),
        "turns": [(number, number in may) for number in range(1, battle.turns + 1)],
        "retreat": f"on turn {first} alone" if alone else f"from turn {first} on",
        "parties": parties,
        "apart": [one for one in parties if one.apart],
        "boats": any(one.kept.type in ("SS", "SSC") for each in parties for one in each.units),
        "by_ships": any(one.kept.of.startswith(Unit.KIND) for one in parties[0].units),
        "guns": any(one.kept.type == "CAA" for each in parties for one in each.units),
    }


def shows(here: At, one: Any, lines: Sequence[Line], panel: Next | None) -> dict[str, Any]:
    """The sheet beside what comes next; while the result is typed its tables are in the panel."""
    battle = here.rows.row(Battle, one.key)
    rest = [one for one in queue(here.rows, battle.turn) if not BATTLES.is_over(one)]
    following = rest[0] if rest and BATTLES.is_over(battle) else None
    return sheet_of(here.rows, battle) | {"typing": bool(panel and panel.rule == RESULT), "following": following}


BATTLE_PAGE: OperationPage[Any] = OperationPage(
    BATTLES,
    panels=PANELS,
    parts="theatre/next/",
    template="theatre/battle.html",
    gone=GONE,
    here="battles",
    offers=(RESULT,),
    shows=shows,
)


def sheet(here: At, key: str) -> dict[str, Any]:
    """The sheet on one page of paper, with blanks for what is played."""
    return sheet_of(here.rows, row_or_gone(here, Battle, key))


def battles(here: At) -> dict[str, Any]:
    """The queue: the battles of this turn in the order in which they are fought, and those of earlier turns."""
    turn = here.state.clock[0]
    now = queue(here.rows, turn)
    waits = [(battle, going(here, BATTLES, battle.key), about(here.rows, battle)) for battle in now]
    before = [one for one in here.rows.rows(Battle) if one.turn != turn]
    made = {one.interception for one in now}
    return {
        "queue": waits,
        "first": next((one for one in now if one.stage is not Stage.ENDED), None),
        "before": before[::-1],
        "announced": [one for one in here.rows.rows(Interception, turn=turn) if one.key not in made],
    }
