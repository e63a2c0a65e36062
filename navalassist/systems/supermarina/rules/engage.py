"""SM.6: a task force engages a spotted enemy in its hex, and shows itself (R-106)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.forms import Ask
from navalassist.engine.learnt import Level
from navalassist.engine.reader import Reader
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary, told_to_all
from navalassist.engine.shapes import Form
from navalassist.systems.supermarina.battle import BATTLES, ENGAGE
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.combat import Battle, Called, Light, Range
from navalassist.systems.supermarina.fighting import combatants
from navalassist.systems.supermarina.forces import FORCES, force_title, forces, ships_of, transports_of
from navalassist.systems.supermarina.halves import OwnHalf, not_its_half, own_half
from navalassist.systems.supermarina.marks import avoided_mark, fought_mark, mark, night_search_mark, stands
from navalassist.systems.supermarina.rulings import AGREED, R106, R113, R117
from navalassist.systems.supermarina.state import Force, Mission, Ship, Transport
from navalassist.systems.supermarina.turn import COMBAT_STEPS

NAVAL_COMBAT = "SM.6"


class EngageForm(Form):
    """Which force engages which."""

    force: str = Ask("Task force that engages", forces)
    against: str = Ask("Task force that is engaged", forces)
    night: bool = Ask("It is night", default=False, help="Where no search decides it, and R-113 lets you say so.")
    name: Called = Ask("What the battle is called", default="", help="As in off Kerkennah. Both sides read it.")


class Engagement(OwnHalf):
    """A force that engages, with its ships, and the marker of its enemy."""

    number: int = Says("Number of the battle", numbers="battle")
    force: Force = Says("Task force that engages")
    against: Force = Says("Task force that is engaged")
    name: Called = Says("What the battle is called", "", only_if=True)
    ships: tuple[Ship, ...] = Says("Its ships")
    transports: tuple[Transport, ...] = Says("Its transports", ())
    spotted: bool = Says("The enemy is spotted in this segment")
    searched: bool = Says("It searched the hex by night", False)
    night: bool = Says("The players say that it is night", False, only_if=True)
    spent: bool = Says("One of them has fought in this half of the segment", False)
    apart: bool = Says("One avoided the other in this segment", False)
    step: str = Says("Step", told=False)


@dataclass(frozen=True, slots=True)
class Engaged(Result):
    """The light in which they meet."""

    light: Light

    def summary(self, given: Engagement) -> Summary:
        """`Allied task force 1 engages Axis task force 1 by night.`"""
        words = f"{force_title(given.force)} engages {force_title(given.against)} by {self.light.label}."
        return Summary(words, "BATTLE", bad=True)


def situation(read: Reader, form: EngageForm) -> Engagement:
    """Both markers, the ships of the force that engages, and what the segment allows."""
    force, against = read.row(Force, form.force), read.row(Force, form.against)
    return Engagement(
        **own_half(read, force.side),
        number=BATTLES.next_number(read.view),
        force=force,
        against=against,
        name=form.name.strip(),
        ships=ships_of(read, force),
        transports=transports_of(read, force),
        spotted=FORCES.of(read, force.side, against).level is not Level.NOTHING,
        searched=bool(force.hex) and read.get(f"{night_search_mark(force.key)}.place") == force.hex,
        night=form.night,
        spent=any(stands(read, fought_mark(one.key)) for one in (force, against)),
        apart=stands(read, avoided_mark(force.key, against.key)),
        step=read["campaign:clock.step"],
    )


def why_not(given: Engagement) -> Iterator[Refusal]:
    """Two forces of different sides in one hex, the enemy spotted; each once in a half of a segment (R-117)."""
    yield from not_its_half(given, NAVAL_COMBAT)
    if given.against.side is given.side:
        yield Refusal(f"Both are {given.side.label} task forces: choose one of the enemy.", NAVAL_COMBAT)
    if given.force.hex != given.against.hex:
        yield Refusal(f"{force_title(given.against)} is not in the same hex.", NAVAL_COMBAT)
    if given.spent or given.apart:
        yield Refusal(
            "These two have met in this segment: they fight once.",
            NAVAL_COMBAT,
        )
    if not given.spotted:
        yield Refusal(f"{force_title(given.against)} is not spotted in this segment.", "SM.3")
    if not given.ships:
        yield Refusal(f"{force_title(given.force)} has no warship.", NAVAL_COMBAT)
    elif all(ship.mission is Mission.ESCORT for ship in given.ships):
        words = f"{force_title(given.force)} has escorts alone: a warship on sea control hunts enemy ships."
        yield Refusal(words, "SM.4.A.1")
    if any(ship.dry for ship in given.ships):
        yield Refusal(f"{force_title(given.force)} has a ship without fuel, which attacks nobody.", "SM.8.A.1.out")


def pairs(now: Now) -> Iterator[tuple[Force, Force]]:
    """Forces of the side that acts, each with an enemy in its hex that it may engage as far as everybody sees."""
    side = now.system.acting(now.moment.player_turn, now.moment.step)
    for force in now.view.rows(Force, side=side):
        for against in now.view.rows(Force, hex=force.hex):
            if force.hex and against.side != side:
                yield force, against


def duties(now: Now) -> Iterator[Duty]:
    """A line for each enemy in the hex of an own force; the head names one that is spotted and met by a warship."""
    for force, against in pairs(now):
        spotted = FORCES.of(now.view, force.side, against).level is not Level.NOTHING
        met = any(stands(now.view, fought_mark(one.key)) for one in (force, against))
        if not met and not stands(now.view, avoided_mark(force.key, against.key)):
            yield by_rule(
                ENGAGE,
                f"{force_title(force)} engages {force_title(against)}",
                {"force": force.key, "against": against.key},
                seat=force.side.value,
                done="",
                again=True,
                offered=spotted and any(ship.mission is not Mission.ESCORT for ship in ships_of(now.view, force)),
            )


@rule(
    ENGAGE,
    NAVAL_COMBAT,
    "Engage a task force",
    form=EngageForm,
    situation=situation,
    why_not=why_not,
    shows=told_to_all,
    may=COMBAT_STEPS,
    duties=duties,
    dice="none",
)
def engage(given: Engagement) -> Play[Outcome[Engaged]]:
    """A battle begins: the force that engages is shown, and the enemy answers. By night after a night search (6.F)."""
    yield from R106.look()
    yield from R117.look()
    said = (yield from R113.look()) == AGREED and given.night
    light = Light.NIGHT if given.searched or said else Light.DAY
    battle = Battle(
        key=str(given.number),
        number=given.number,
        name=given.name,
        side=given.side,
        force=given.force.key,
        against=given.against.key,
        hex=given.force.hex,
        light=light,
        range=Range.PRIMARY if light is Light.DAY else Range.INTERMEDIATE,
    )
    fighting = combatants(battle.key, (*given.ships, *given.transports))
    met = (mark(fought_mark(one.key), one, given.step) for one in (given.force, given.against))
    return Outcome(Engaged(light), (battle.made(), *(one.made() for one in fighting), *met))
