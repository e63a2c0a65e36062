"""36.A.4: bombing and repairing Malta, by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import BaseModel, Field

from navalassist.engine import Figure
from navalassist.play.duties import Duty, Now, by_rule
from navalassist.play.systems import Reader, Target
from navalassist.rules.europa.r36_malta import FACTS_NEEDED, Bombing, Repair
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa.afloat import planned_through
from navalassist.systems.europa.chart import MaltaNow, malta_now
from navalassist.systems.europa.doors import DOORS

MALTA_NUMBER, VALLETTA_OWNER = FACTS_NEEDED
FIXED = "the Axis owns Valletta: the number is fixed"


class BombingForm(BaseModel):
    """What is typed after the naval strike missions on Valletta."""

    hits: Annotated[int, Field(ge=0, le=15, title="Hits", description="Scored by naval strike missions on Valletta.")]


class RepairForm(BaseModel):
    """What is typed when repair points are spent."""

    points: Annotated[int, Field(ge=1, le=15, title="Repair points", description="Each removes one hit.")]
    engineer: Annotated[
        bool,
        Field(
            title="A construction engineer is in Valletta and does nothing else", description="36.A.4.b asks for it."
        ),
    ] = True


@DOORS.situation("malta-bombed", form=BombingForm)
def bombing(reader: Reader, target: Target) -> BaseModel:
    """Malta as it stands, and the hits."""
    return Bombing(number=reader[MALTA_NUMBER], valletta_owner=reader[VALLETTA_OWNER], hits=target["hits"])


@DOORS.situation("malta-repaired", form=RepairForm)
def repair(reader: Reader, target: Target) -> BaseModel:
    """Malta as it stands, and the points."""
    return Repair(
        number=reader[MALTA_NUMBER],
        valletta_owner=reader[VALLETTA_OWNER],
        points=target["points"],
        engineer=target["engineer"],
    )


@DOORS.duty("axis/air", "axis/naval-movement")
def bomb_before_sailing(now: Now) -> Iterator[Duty]:
    """Bombs fall before the shipping that they make safer sails."""
    malta = malta_now(now.facts, now.state.book)
    if malta is None:
        return
    sails = planned_through(now, Side.AXIS, Zone.CENTRAL_MED)
    yield by_rule(
        "malta-bombed",
        "Bomb Malta before you sail" if sails else "Bomb Malta",
        small="contact in the Central Med" if sails else "hits come from the air rules",
        figures=_safer(malta) if sails else (),
        strong=bool(sails),
        off=FIXED if malta.fixed else "",
        again=True,
    )


def _safer(malta: MaltaNow) -> tuple[Figure, ...]:
    """The chance of contact as Malta stands, and after one hit."""
    after = malta.after_a_hit
    found = (("now", "now", malta.chance), ("after", "after one hit", after))
    return tuple(Figure(key, label, chance) for key, label, chance in found if chance is not None)


@DOORS.duty("allied/initial")
def repair_points(now: Now) -> Iterator[Duty]:
    """Repair points come and are spent at the start of the Allied player turn."""
    malta = malta_now(now.facts, now.state.book)
    if malta is not None:
        yield by_rule("malta-repaired", small="repair points by the OB", off=FIXED if malta.fixed else "", again=True)
