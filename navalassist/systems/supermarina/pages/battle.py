"""The page of a surface battle: the range ladder, what comes next, and the boxes of both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from navalassist.desk.at import At
from navalassist.desk.operations.pages import OperationPage
from navalassist.desk.operations.panels import Next
from navalassist.desk.operations.strip import Line
from navalassist.engine.english import counted
from navalassist.engine.reader import View
from navalassist.systems.supermarina.battle import AVOID, BATTLES, SCATTER
from navalassist.systems.supermarina.combat import Battle, Combatant, Light, Range, Stage
from navalassist.systems.supermarina.damage import FLOTATION_HITS, GUN_HITS, counting, waits_of
from navalassist.systems.supermarina.fighting import combatants
from navalassist.systems.supermarina.fights import FARTHEST, fleet_of
from navalassist.systems.supermarina.forces import contents
from navalassist.systems.supermarina.pages.boxes import Row, gun_rows, marked, plain_boxes
from navalassist.systems.supermarina.pages.ending import ended
from navalassist.systems.supermarina.pages.panels import PANELS
from navalassist.systems.supermarina.pages.tally import tally
from navalassist.systems.supermarina.state import (
    TRANSPORT_FLOTATION_HITS,
    TRANSPORT_GUN_HITS,
    Force,
    Ship,
    Side,
    Transport,
)

LIGHT_WORDS = {
    Light.DAY: "no modifier; the battle began at primary range",
    Light.NIGHT: "all gunfire −1, Italian gunfire −2, Italians no torpedoes",
}
# Stages in which each side fires in its turn.
FIRING = (Stage.GUNFIRE, Stage.SPECIAL_FIRE, Stage.TORPEDOES)


@dataclass(frozen=True, slots=True)
class Rung:
    """A rung of the range ladder. state: now, barred, or nothing."""

    title: str
    small: str
    state: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A ship or transport as both sides see it: its rows of boxes. number: 0 for a warship."""

    name: str
    number: int
    about: str
    rows: tuple[Row, ...]
    sunk: bool


@dataclass(frozen=True, slots=True)
class Fleet:
    """What a side has in the battle."""

    side: Side
    words: str
    ships: tuple[Sheet, ...]
    transports: tuple[Sheet, ...]


def ladder(battle: Battle) -> Iterator[Rung]:
    """From broken off to torpedo range, with what each means in this light (SM.6.C.lad)."""
    farthest = FARTHEST[battle.light]
    yield Rung("Broken off", f"past {farthest.label} the battle ends")
    small = {
        Range.PRIMARY: "primary guns",
        Range.INTERMEDIATE: "primary and intermediate guns",
        Range.SECONDARY: "all guns; torpedoes need 1 more",
    }
    for at in Range:
        barred = at is Range.PRIMARY and farthest is not at
        state = "now" if battle.range is at and battle.stage is not Stage.ENDED else "barred" if barred else ""
        yield Rung(at.value.capitalize(), "not at night" if barred else small[at], state)
    yield Rung("Torpedo", "single ships that run in, under fire of secondary guns first")


def sheet_of(one: Combatant, hits: dict[str, int]) -> Sheet:
    """One ship; hits: what they come to once the damage counts that waits."""
    guns = hits.get(one.fact(GUN_HITS), one.gun_hits)
    flotation = hits.get(one.fact(FLOTATION_HITS), one.flotation_hits)
    if one.is_transport:
        rows = (
            Row("G", plain_boxes(TRANSPORT_GUN_HITS, one.gun_hits, guns)),
            Row("F", plain_boxes(TRANSPORT_FLOTATION_HITS, one.flotation_hits, flotation)),
        )
        return Sheet(one.name, one.number, "", rows, one.is_sunk)
    torpedoes = (Row("torpedoes", plain_boxes(one.torpedoes, 0, 0)),) if one.torpedoes else ()
    floats = Row("speed", marked(one.flotation, one.flotation_hits, flotation))
    about = ", ".join((one.type, f"class {one.protection}", *([] if one.ammunition else ["no ammunition"])))
    return Sheet(one.name, 0, about, (*gun_rows(one, guns), floats, *torpedoes), one.is_sunk)


def sails_in(view: View, battle: Battle, side: Side) -> tuple[Ship | Transport, ...]:
    """What sails in the force of a side, as far as the view has it."""
    force = view.find(Force, battle.force if side is battle.side else battle.against)
    return contents(view, force) if force else ()


def fleets(here: At, battle: Battle) -> list[Fleet]:
    """Both sides, the one that engages first."""
    view = here.rows
    fleet = fleet_of(view, battle)
    hits = counting(fleet, waits_of(view, fleet), {})
    found = []
    for side in (battle.side, battle.side.enemy):
        own = [one for one in fleet if one.side is side]
        # Whoever sees what sails there reads its boxes before the other side does, and after its sheets are marked.
        unseen = not own
        own = own or list(combatants(battle.key, sails_in(view, battle, side)))
        afloat = [one for one in own if not one.is_sunk]
        warships = sum(not one.is_transport for one in afloat)
        parts = [counted(warships, "warship")] if warships else []
        parts += [counted(len(afloat) - warships, "transport")] if len(afloat) > warships else []
        ships = tuple(sheet_of(one, hits) for one in own if not one.is_transport)
        transports = sorted((one for one in own if one.is_transport), key=lambda one: one.number)
        words = ", ".join(parts) or "nothing is seen"
        if unseen and own and here.system.is_closed(here.state.values):
            words += "; the enemy does not see it"
        found.append(Fleet(side, words, ships, tuple(sheet_of(one, hits) for one in transports)))
    return found


def beside(here: At, one: Any, lines: Sequence[Line], panel: Next | None) -> dict[str, Any]:
    """The ladder, both fleets, and what the last fire did."""
    battle = here.rows.row(Battle, one.key)
    waits = [side for side in Side if side not in battle.fired] if battle.stage in FIRING else []
    return {
        "battle": battle,
        "light": LIGHT_WORDS[battle.light],
        "ladder": list(ladder(battle)),
        "fleets": fleets(here, battle) if battle.stage is not Stage.ENDED else [],
        "tally": tally(here, lines, waits),
        "ended": ended(here, battle, lines) if battle.stage is Stage.ENDED else {},
    }


BATTLE_PAGE: OperationPage[Any] = OperationPage(
    BATTLES,
    panels=PANELS,
    parts="supermarina/next/",
    template="supermarina/battle.html",
    offers=(SCATTER, AVOID),
    shows=beside,
    beside=("supermarina/_seen.html", ("css/ships.css", "css/battle.css")),
)
