"""36.D.2: how a sea is in this turn, by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pydantic import BaseModel, Field

from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.forms import Choices
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader
from navalassist.engine.shapes import Form
from navalassist.play.systems import Target
from navalassist.rules.europa.r36_sea_state import Sea, Waters, sea_row
from navalassist.rules.europa.sea_state import SeaState
from navalassist.rules.europa.turn import TURN
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.fleet import GROUP
from navalassist.systems.europa.sea import state_of, waters_of
from navalassist.systems.europa.theatres import zones_shown


def states(_: object) -> list[tuple[str, str]]:
    """Rolled, or any state that is typed."""
    return [("", "rolled on the stand-in table"), *((state.value, state.label) for state in SeaState)]


class SeaForm(Form):
    """What is typed for a sea."""

    waters: Annotated[Waters, Field(title="Which sea")] = Waters.MEDITERRANEAN
    typed: Annotated[
        str,
        Field(title="Its state", description="By your own weather table, if you have it."),
        Choices(states),
    ] = ""
    because: Because = ""


@DOORS.situation("sea-state", form=SeaForm)
def sea(reader: Reader, target: Target) -> BaseModel:
    """The sea, the turn, and what is kept of it already."""
    waters = Waters(target["waters"])
    return Sea(
        waters=waters,
        turn=reader["campaign:clock.turn"],
        typed=SeaState(target["typed"]) if target["typed"] else None,
        kept=reader.get(f"{sea_row(waters)}.note", ""),
        because=target["because"],
    )


@DOORS.duty(*TURN.steps_of("sea-state"))
def look_at_the_sea(now: Now) -> Iterator[Duty]:
    """A line for each of the waters that the campaign plays, where there are naval groups to sail them."""
    if now.ahead or not now.state.rows(GROUP):
        return
    for waters in dict.fromkeys(waters_of(zone.key) for zone in zones_shown(now.facts)):
        kept = state_of(now.facts, waters)
        small = f"{kept.label} in this turn" if kept else "calm where nobody says otherwise"
        yield by_rule(
            "sea-state", f"How is {waters.label}?", f"waters={waters.value}", small=small, done="", again=True
        )
