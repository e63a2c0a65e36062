"""36.A.4: bombing and repairing Malta, by itself."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from navalassist.play.systems import Reader, Target
from navalassist.rules.europa.r36_malta import FACTS_NEEDED, Bombing, Repair
from navalassist.systems.europa.doors import DOORS

MALTA_NUMBER, VALLETTA_OWNER = FACTS_NEEDED


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
