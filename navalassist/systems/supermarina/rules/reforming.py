"""SM.6.A.2: a force that has scattered reforms in the next segment, within 10 hexes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Kind, Now, by_rule
from navalassist.engine.forms import Ask, Options
from navalassist.engine.maps import Distance
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Form, Frozen
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.fights import Said
from navalassist.systems.supermarina.forces import force_title, is_mined
from navalassist.systems.supermarina.hexes import LONGEST, PRINTED, hex_typed, not_counted, way
from navalassist.systems.supermarina.marks import mark, reformed_mark
from navalassist.systems.supermarina.state import Force, HexName, Side
from navalassist.systems.supermarina.turn import MOVEMENT_STEPS, stamp

SLUG, REFORM = "sm-reform", "SM.6.A.2"
FARTHEST = 10


def scattered(view: View) -> Options:
    """Task forces that have scattered."""
    return [(force.key, force_title(force)) for force in view.rows(Force) if force.scattered]


class ReformForm(Form):
    """Where a force reforms."""

    force: str = Ask("Task force", scattered)
    hex: str = Ask("Hex in which it reforms", most=LONGEST, help=PRINTED)
    hexes: int | None = Ask(
        "Hexes from where it scattered", default=None, ge=0, le=99, help="Where the map can't measure."
    )


class Reform(Frozen):
    """A force that has scattered, and where it comes together."""

    side: Side = Says("Side")
    force: Force = Says("Task force")
    hex: HexName = Says("Where it reforms")
    mined: bool = Says("That hex is mined", False, only_if=True)
    typed: int | None = Says("Hexes that were typed", None, only_if=True)
    now: str = Says("Segment", told=False)
    step: str = Says("Step", told=False)

    @property
    def way(self) -> Distance | None:
        """How far it is from where it scattered."""
        return way(self.force.began, self.hex, self.typed)


def situation(read: Reader, form: ReformForm) -> Reform:
    force = read.row(Force, form.force)
    step = read["campaign:clock.step"]
    place = hex_typed(form.hex, force.began)
    about: dict[str, Any] = {"hex": place, "mined": is_mined(read, place), "typed": form.hexes}
    return Reform(side=force.side, force=force, now=stamp(read), step=step, **about)


def why_not(given: Reform) -> Iterator[Refusal]:
    """In a later segment than it scattered, no farther than 10 hexes."""
    if not given.force.scattered:
        yield Refusal(f"{force_title(given.force)} has not scattered.", REFORM)
    if given.force.scattered.rpartition("/")[0] == given.now.rpartition("/")[0]:
        yield Refusal(f"{force_title(given.force)} scattered in this segment: it reforms in the next.", REFORM)
    yield from not_counted(given.force.began, given.hex, given.typed, REFORM)
    if given.way and given.way.number > FARTHEST:
        words = f"It reforms within {FARTHEST} hexes of where it scattered, and this is {given.way.number} away."
        yield Refusal(words, REFORM)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each force of the side that acts which scattered in an earlier segment."""
    side = now.system.acting(now.moment.player_turn, now.moment.step)
    here = f"{now.moment.turn}/{now.moment.player_turn}/{now.moment.step}".rpartition("/")[0]
    for force in now.view.rows(Force, side=side):
        if force.scattered and force.scattered.rpartition("/")[0] != here:
            words = f"{force_title(force)} reforms within {FARTHEST} hexes of {force.began}"
            yield by_rule(SLUG, words, {"force": force.key}, kind=Kind.DUE, seat=force.side.value, done="")


@rule(
    SLUG,
    REFORM,
    "Reform a task force",
    form=ReformForm,
    situation=situation,
    why_not=why_not,
    due=MOVEMENT_STEPS,
    duties=duties,
    dice="none",
)
def reform(given: Reform) -> Play[Outcome[Said]]:
    """It comes together in a hex of its owner's choice, and does not move in this segment."""
    yield from ()
    reforms = given.force.set(hex=given.hex, scattered="", mined=given.mined)
    stays = mark(reformed_mark(given.force.key), given.force, given.step)
    how = f", {given.way.words}" if given.way else ""
    return Outcome(Said(f"{force_title(given.force)} reforms in {given.hex}{how}."), (*reforms, stays))
