"""36.C.1, 36.D.2: the hexes of a way that a move did not name, asked for until they are, or none is met."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.engine import Outcome, Result
from navalassist.engine.duties import Duty, Kind, Now, Passed, by_rule
from navalassist.engine.forms import FormErrors
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.reader import Reader
from navalassist.engine.rule import Shown
from navalassist.engine.shapes import Form
from navalassist.play.systems import Target
from navalassist.rules.europa.r36_way_hexes import MOST_HEXES, SLUG, Named, WayHexes, asked_mark, with_hexes
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side
from navalassist.systems.europa import fleet
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.fleet import GROUP, GROUPS
from navalassist.systems.europa.mines import belts, points_words
from navalassist.systems.europa.stretches import way_of_hexes

# So many belts are named on the line of a group.
NAMED = 4


class HexesForm(Form):
    """What is typed of a way."""

    group: Annotated[str, Field(title="Naval group"), GROUPS]
    hexes: Annotated[str, Field(title="Hexes that it came through", description="In order, as 18A:2010 18A:2012.")] = ""
    none_met: Annotated[
        bool, Field(title="It met no enemy mines and no enemy danger zone in the hexes that are not named")
    ] = False


@DOORS.situation(SLUG, form=HexesForm)
def way_hexes(reader: Reader, target: Target) -> BaseModel:
    """The group with its moves, and the hexes that were typed."""
    key = target["group"]
    row = fleet.group_row(reader, key)
    values = reader.state.values
    strip, note = fleet.strip_now(values, key), reader.get(f"{asked_mark(key)}.note")
    since, hexes = min(int(note or 0), len(strip)), _typed(target["hexes"])
    named = with_hexes(strip, since, hexes)[since:]
    stretches, moved = way_of_hexes(values, fleet.was_at(values, key, since), named, str(row["place"]))
    return WayHexes(
        side=Side(row["side"]),
        group=key,
        name=row["name"],
        strip=strip,
        since=since,
        asked=note is not None,
        hexes=hexes,
        stretches=stretches,
        moved=moved,
        none_met=target["none_met"],
    )


def _typed(text: str) -> tuple[Hex, ...]:
    words = text.replace(",", " ").split()
    if len(words) > MOST_HEXES:
        raise FormErrors({"hexes": f"these are {len(words)} hexes: name at most {MOST_HEXES}"})
    try:
        return tuple(map(Hex.of, words))
    except ValueError as error:
        raise FormErrors({"hexes": str(error)}) from None


@DOORS.shows(SLUG)
def shown_of_a_way(facts: Mapping[str, Any], way: WayHexes, result: Result[Outcome[Named]]) -> Shown:
    """That a side has said it; where it sails is its own affair."""
    return Shown({"side": way.side.value})


@DOORS.duty(*TURN.steps_of(SLUG))
def ask_for_the_way(now: Now) -> Iterator[Duty]:
    """A line for each group whose way is asked for, with the enemy's mines that are kept."""
    if now.ahead:
        return
    for row in now.state.rows(GROUP):
        key = row.partition(":")[2]
        if f"{asked_mark(key)}.kind" not in now.facts or f"{row}.side" not in now.facts:
            continue
        name, side = str(now.facts[f"{row}.name"]), Side(now.facts[f"{row}.side"])
        yield by_rule(
            SLUG,
            f"{name}: which hexes? Mines and danger zones on the way",
            f"group={key}",
            small=mines_words(now.facts, side.enemy),
            kind=Kind.DUE,
            seat=side.value,
            strong=True,
            done="",
            passes=(Passed(f"way/{key}", f"{name}: the hexes of its way", "unnamed way", True),),
        )


def mines_words(facts: Mapping[str, Any], side: Side) -> str:
    """`Allied mines: 3 points in 18A:0407`; of many belts the first ones."""
    found = [belt for belt in belts(facts) if belt.side is side]
    told = ", ".join(f"{points_words(belt.points)} in {belt.hex}" for belt in found[:NAMED])
    more = f" and {len(found) - NAMED} more belts" if len(found) > NAMED else ""
    return f"{side.label} mines: {told}{more}" if found else f"no {side.label} mines are kept"
