"""33.B.7: declaring the South Aegean interdiction zone, by itself."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from navalassist.play.systems import Reader, Target
from navalassist.rules.europa.r33_south_aegean import NEEDED, Declaration
from navalassist.rules.europa.words import Side, Step
from navalassist.systems.europa.doors import DOORS


class DeclarationForm(BaseModel):
    """What the Allies say in their initial phase."""

    extent: Annotated[
        Literal["tight", "loose"],
        Field(title="Which zone", description="Tight: within two hexes of Crete. Loose: south of weather line D."),
    ]


@DOORS.situation("south-aegean-zone", form=DeclarationForm)
def declaration(reader: Reader, target: Target) -> BaseModel:
    """The step, and the facts that the four conditions read."""
    now = reader.row("campaign:clock", "player_turn", "step")
    return Declaration(
        extent=target["extent"],
        player_turn=Side(now["player_turn"]),
        phase=Step(now["step"]),
        facts=reader.facts(NEEDED),
    )
