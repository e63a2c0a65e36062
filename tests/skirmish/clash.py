"""What a battle keeps, and its stages."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from navalassist.engine.operations import AtStage, Operation, by, each
from navalassist.engine.rows import Row, Says
from navalassist.engine.shapes import Worded

FAR = 2


class Side(Worded):
    """Who fights."""

    RED = "red", "Red"
    BLUE = "blue", "Blue"

    @property
    def enemy(self) -> Side:
        """The other side."""
        return Side.BLUE if self is Side.RED else Side.RED


class Stage(Worded):
    """What comes next in a battle, as a sentence about it says it."""

    ORDERS = "orders", "waits for the orders of both sides"
    GUNFIRE = "gunfire", "waits for gunfire"
    TORPEDOES = "torpedoes", "waits for torpedoes"
    PARTING = "parting", "waits for each side to stay or to break off"
    ENDED = "ended", "is over"


Sides = Annotated[tuple[Side, ...], Field(max_length=2)]


class Clash(Row, kind="clash", noun="battle", tagged=True, named_as=("clash",)):
    """Two fleets that fight round after round until one breaks off."""

    number: int = Says("Number", ge=1, le=99)
    side: Side = Says("Who attacks")
    round: int = Says("Round", 1, ge=1, le=99, log="{}, round")
    range: int = Says("Range", FAR, ge=0, le=9, log="{}, range")
    ordered: Sides = Says("Sides that have given orders", ())
    stay: Sides = Says("Sides that stay", ())
    red_hits: int = Says("Hits on Red", 0, ge=0, le=99, log="{}, hits on Red")
    blue_hits: int = Says("Hits on Blue", 0, ge=0, le=99, log="{}, hits on Blue")
    stage: Stage = Says("What comes next", Stage.ORDERS, log="{}, what comes next")


def is_out_of_reach(battle: Clash) -> bool:
    """Torpedoes run no further than one step of the range."""
    return battle.range > 1


CLASHES = Operation(
    Clash,
    AtStage(Stage.ORDERS, "Orders", ("skirmish-order",), taps=each(Side, but="ordered"), rounds=True),
    AtStage(Stage.GUNFIRE, "Gunfire", ("skirmish-fire",), taps=by("side")),
    AtStage(Stage.TORPEDOES, "Torpedoes", ("skirmish-torpedoes",), taps=by("side"), empty=is_out_of_reach),
    AtStage(
        Stage.PARTING,
        "Parting",
        ("skirmish-stay", "skirmish-break-off"),
        taps=each(Side, but="stay"),
        then=(Stage.ORDERS,),
    ),
    AtStage(Stage.ENDED, "End"),
    begins=("Contact", ("skirmish-engage",)),
    lapses="the fleets part",
)
