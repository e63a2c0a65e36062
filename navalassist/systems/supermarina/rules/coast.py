"""SM.3.D: observers on an enemy coast see what sails along it, and who shells it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.forms import Ask, Options
from navalassist.engine.learnt import Level
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Form, Frozen, Worded
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.forces import force_title
from navalassist.systems.supermarina.spotting import Recon, learns, level_by, methods, spotted
from navalassist.systems.supermarina.state import Force, Side
from navalassist.systems.supermarina.support_rulings import R131, R133, R135
from navalassist.systems.supermarina.turn import COMBAT_STEPS, MOVEMENT_STEPS, acting

SLUG, COAST = "sm-coast", "SM.3.D"
STEPS = ("movement", "combat")


class Sailing(Worded):
    """What the force did, as the players see it on their map."""

    ENTERS = "enters", "enters a partial-sea hex of the enemy"
    FOLLOWS = "follows", "goes from one such hex straight to another"
    SHELLS = "shells", "fires at targets on land"


def sailing(view: View) -> Options:
    """Into one hex of the coast, along it, or firing at it."""
    return [(one.value, one.label) for one in Sailing]


def passing(view: View) -> Options:
    """The task forces on the map of the side whose half it is: past its enemy's coast they sail."""
    return [(one.key, force_title(one)) for one in view.rows(Force, side=acting(view)) if one.hex]


class CoastForm(Form):
    """Which force was seen from the coast, and what it did there."""

    force: str = Ask("Task force off the coast", passing)
    what: Sailing = Ask("What it does", sailing, help="Whose coast a hex is, the players see on their map.")


class Coast(Frozen):
    """A marker off an enemy coast."""

    side: Side = Says("Whose coast")
    force: Force = Says("Task force")
    what: Sailing = Says("What it does")
    before: tuple[Recon, ...] = Says("Found in this segment by", (), only_if=True)
    step: str = Says("Step", told=False)
    acting: Side = Says("Whose half it is", told=False)


@dataclass(frozen=True, slots=True)
class Seen(Result):
    """How much is known of the force."""

    level: Level

    def summary(self, given: Coast) -> Summary:
        """`Observers see Axis task force 1, which enters a partial-sea hex of the enemy: known in general.`"""
        words = f"Observers see {force_title(given.force)}, which {given.what.label}"
        return Summary(f"{words}: known {self.level.label}.")


def situation(read: Reader, form: CoastForm) -> Coast:
    force = read.row(Force, form.force)
    return Coast(
        side=force.side.enemy,
        force=force,
        what=form.what,
        before=methods(read, force),
        step=read["campaign:clock.step"],
        acting=acting(read),
    )


def why_not(given: Coast) -> Iterator[Refusal]:
    """While the force moves or fights."""
    if given.acting is given.side or not given.step.endswith(STEPS):
        mine = given.force.side.label
        yield Refusal(f"Observers see {mine} task forces in the {mine} movement and combat steps.", COAST)
    if not given.force.hex:
        yield Refusal(f"{force_title(given.force)} is not on the map.", COAST, final=True)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each force of the side that acts, which the owner of the coast taps."""
    side = Side(now.system.acting(now.moment.player_turn, now.moment.step))
    for force in now.view.rows(Force, side=side):
        if force.hex:
            words = f"Observers on the coast see {force_title(force)}"
            yield by_rule(SLUG, words, {"force": force.key}, seat=side.enemy.value, done="", again=True)


@rule(
    SLUG,
    COAST,
    "Seen from the coast",
    form=CoastForm,
    situation=situation,
    why_not=why_not,
    may=(*MOVEMENT_STEPS, *COMBAT_STEPS),
    duties=duties,
    dice="none",
)
def observe(given: Coast) -> Play[Outcome[Seen]]:
    """In general in the first hex of a coast, in full along it or where it fires."""
    for ruling in (R131, R133, R135):
        yield from ruling.look()
    level = level_by({*given.before, Recon.COAST}) if given.what is Sailing.ENTERS else Level.FULL
    marks = tuple(spotted(given.force, Recon.COAST, given.before, given.step))
    return Outcome(Seen(level), marks, learns(given.force, level))
