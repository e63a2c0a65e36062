"""33.B.7: declaring the South Aegean interdiction zone, by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from navalassist.engine import Facts, Play, compute
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.reader import Reader
from navalassist.engine.rule import Condition
from navalassist.engine.shapes import Form
from navalassist.play.systems import Target
from navalassist.rules.europa.r33_south_aegean import (
    AA,
    NEEDED,
    Declaration,
    ZoneBombing,
    conditions_of,
    deciding,
)
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import EXTENT_WORDS, Declared, Side, Step
from navalassist.rules.europa.world import SOUTH_AEGEAN_DECLARED, SOUTH_AEGEAN_HITS, World
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.theatres import PLAIN, theatres_of

DECLARE = "Declare the South Aegean zone"


class DeclarationForm(Form):
    """What the Allies say in their initial phase."""

    extent: Annotated[
        Literal["tight", "loose"],
        Field(
            title="Which zone",
            description=" ".join(f"{word.capitalize()}: {text}." for word, text in EXTENT_WORDS.items()),
        ),
    ] = "tight"


class ZoneBombingForm(Form):
    """What is typed after air units have bombed the zone."""

    hits: Annotated[
        int,
        Field(
            ge=0,
            le=99,
            title="Hits",
            description=f"Each target hex fires its light AA of {AA} first, at units on this mission only. "
            "Then each hit takes 1 off the zone's status for this turn.",
        ),
    ]


def shown(facts: Facts) -> Play[tuple[Condition, ...]]:
    """The four conditions, each with what decides it."""
    world = World(facts)
    found = yield from conditions_of(facts)
    return tuple(Condition(f"{c.letter}: {c.text}", c.met, *deciding(c, world)) for c in found)


@DOORS.situation("south-aegean-zone", form=DeclarationForm, basis=lambda declaration: shown(declaration.facts))
def declaration(reader: Reader, target: Target) -> BaseModel:
    """The step, and the facts that the four conditions read."""
    now = reader.fields("campaign:clock", "player_turn", "step")
    return Declaration(
        extent=target["extent"],
        player_turn=Side(now["player_turn"]),
        phase=Step(now["step"]),
        facts=reader.facts(NEEDED),
    )


@DOORS.situation("south-aegean-bombed", form=ZoneBombingForm)
def zone_bombing(reader: Reader, target: Target) -> BaseModel:
    """The zone as it stands, and the hits."""
    now = reader.fields("campaign:clock", "player_turn", "step")
    return ZoneBombing(
        declared=Declared(reader[SOUTH_AEGEAN_DECLARED]),
        hits_before=reader[SOUTH_AEGEAN_HITS],
        hits=target["hits"],
        player_turn=Side(now["player_turn"]),
        phase=Step(now["step"]),
    )


@DOORS.duty(*TURN.steps_of("south-aegean-zone"))
def declare(now: Now) -> Iterator[Duty]:
    """A door where the four conditions are met, else the line says which one is not."""
    if PLAIN not in theatres_of(now.facts):
        return
    if any(key not in now.facts for key in NEEDED):
        yield by_rule("south-aegean-zone", DECLARE, off="its conditions depend on what this seat may not see")
        return
    found = compute(conditions_of(Facts({key: now.facts[key] for key in NEEDED})), now.state.book)
    missing = next((condition for condition in found if not condition.met), None)
    off = f"condition {missing.letter} is not met: {missing.text}{_number(missing.number)}" if missing else ""
    in_force = str(now.facts.get(SOUTH_AEGEAN_DECLARED, ""))
    small = f"in force: {in_force}" if in_force else "its four conditions are met"
    yield by_rule("south-aegean-zone", DECLARE, small=small, off=off)


def _number(number: int | None) -> str:
    return "" if number is None else f", it is {number}"


@DOORS.duty(*TURN.steps_of("south-aegean-bombed"))
def bomb_the_zone(now: Now) -> Iterator[Duty]:
    """Only a zone that is in force can be bombed."""
    if now.facts.get(SOUTH_AEGEAN_DECLARED):
        small = f"{now.facts[SOUTH_AEGEAN_HITS]} hits this turn; each target hex fires {AA} AA"
        yield by_rule("south-aegean-bombed", small=small, again=True)


DOORS.ends(SOUTH_AEGEAN_DECLARED, lambda extent: f"the {extent} South Aegean zone", "33.B.7")
DOORS.ends(SOUTH_AEGEAN_HITS, lambda hits: f"bombing hits on the South Aegean zone ({hits})", "33.B.7")
