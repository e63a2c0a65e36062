"""PG.6.5.1.5: after a port is lost its defenders leave by sea, in Breakthrough, or are overrun there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from navalassist.engine import Effect, Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import counted, listed
from navalassist.engine.forms import Ask, Facts, FormErrors, Options, every
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import told_to_all
from navalassist.engine.shapes import Form, Words
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.berths import BASING, based, overfull, types_of
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.coast_rulings import R264
from navalassist.systems.theatre.landings import lines_of
from navalassist.systems.theatre.lookouts import of_types, ship_of
from navalassist.systems.theatre.missions import AskPort
from navalassist.systems.theatre.pools import Draw, draw_of, every_pool
from navalassist.systems.theatre.rules.yard import sails_late
from navalassist.systems.theatre.state.fleets import Group, Unit
from navalassist.systems.theatre.state.orders import Landing, Order, Troop
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import SUNK, GroupKind, LandingOption, Mission, Progress, Side, Status
from navalassist.systems.theatre.turn import BREAKTHROUGH, now_turn

SLUG, EVACUATES = "pg-evacuate", "PG.6.5.1.5"


def lost(view: View) -> list[tuple[Port, Side]]:
    """Ports of the enemy in which a side still has somebody, as far as the view has them."""
    all_: tuple[Unit | Troop, ...] = (*view.rows(Unit), *view.rows(Troop))
    sail = {one.key for one in view.rows(Order, mission=Mission.EVACUATION, progress=Progress.UNDER_WAY)}
    away = {one.troop for one in view.rows(Landing) if one.order in sail}
    found = {(one.place, one.side) for one in all_ if not (getattr(one, "group", "") in sail or one.key in away)}
    pairs = ((port, side) for port in view.rows(Port) for side in Side if port.owner.value == side.enemy.value)
    return [(port, side) for port, side in pairs if (port.row, side) in found]


def ports(view: View) -> Options:
    """Those, by name."""
    return [(port.row, port.name) for port, _ in lost(view)]


def there(kind: type[Unit] | type[Troop]) -> Any:
    """Who is in the port that is chosen, or in the first that is listed."""

    def found(view: View, typed: Facts) -> Options:
        port = str(typed.get("port") or next((row for row, _ in ports(view)), ""))
        return [(one.key, one.name) for one in view.rows(kind, place=port)]

    return found


class EvacuateForm(Form):
    """Who leaves which port, and where to."""

    port: str = Ask("Lost port", ports)
    to: str = AskPort("Goes to")
    units: tuple[str, ...] = Ask("Naval units", every(Unit), many=True, default=(), after=there(Unit))
    troops: tuple[str, ...] = Ask("Ground units", every(Troop), many=True, default=(), after=there(Troop))
    pool: str = Ask("Pool of their transports", every_pool, none="none")
    overrun: bool = Ask("It was overrun in a breakthrough battle", default=False,
                        help="Then these ships are scuttled, and no ground unit leaves.")  # fmt: skip
    because: Because = ""


class Leaving(Overrulable):
    """Who leaves a lost port. types: what all hear of its ships; full: why the other port has no room.

    order, group: with which they sail.
    """

    side: Side = Says("Side")
    port: Port = Says("Lost port")
    to: Port = Says("Goes to")
    units: tuple[Unit, ...] = Says("Naval units", ())
    troops: tuple[Troop, ...] = Says("Ground units", ())
    overrun: bool = Says("Overrun", False, only_if=True)
    draw: Draw = Says("Transports", told=False)
    types: Words = Says("Types", "", told=False)
    full: Words = Says("Why it has no room", "", told=False)
    order: Order = Says("Its way", told=False)
    group: Group = Says("They sail as", told=False)
    step: Words = Says("Phase", told=False)


def situation(read: Reader, form: EvacuateForm) -> Leaving:
    port, to = read.named(Port, form.port), read.named(Port, form.to)
    units, troops = read.rows(Unit, form.units), read.rows(Troop, form.troops)
    who: tuple[Unit | Troop, ...] = (*units, *troops)
    if port is None or to is None or not who or {(one.place, one.side) for one in who} != {(port.row, who[0].side)}:
        raise FormErrors({"units": "tick who leaves the lost port: naval units, ground units, or both"})
    side, boats = who[0].side, bool(units) and all(unit.type.is_boat for unit in units)
    kind = GroupKind.CONVOY if troops else GroupKind.FLOTILLA if boats else GroupKind.TASK_FORCE
    # Both hear of each, so their number may stand in the key.
    turn = now_turn(read)
    before = len(read.own(Order, side, turn=turn, mission=Mission.EVACUATION))
    group = Group(
        key=f"evacuation-{turn}-{side.value}-{before + 1}", side=side, number=1, kind=kind, nation=who[0].nation,
        place=port.row, transports=len(troops), pool=form.pool if troops else "",
    )  # fmt: skip
    return Leaving(
        **sails_late(read, Mission.EVACUATION, group, port, to),
        side=side, port=port, to=to, units=units, troops=troops, overrun=form.overrun,
        draw=draw_of(read, side, port, form.pool), types=of_types([ship_of(read, one) for one in units]),
        full=overfull(to, based(read, to, side), units, types_of(read)), step=read["campaign:clock.step"],
    )  # fmt: skip


def why_not(given: Leaving) -> Iterator[Refusal]:
    """In Breakthrough, out of a port that is the enemy's now, with transports of a pool that it reaches."""
    if f"*/{given.step}" != BREAKTHROUGH:
        yield Refusal("A lost port is evacuated in the Breakthrough phase.", EVACUATES)
    if given.port.owner.value != given.side.enemy.value:
        yield Refusal(f"{given.port.name} is not lost: ships leave it by a base change.", EVACUATES)
    if given.overrun and given.troops:
        yield Refusal("Who is overrun in a breakthrough battle does not leave by sea: tick ships alone.", EVACUATES)
    if given.overrun:
        return
    if given.to.owner.value != given.side.value:
        yield Refusal(f"{given.to.name} is no friendly port.", EVACUATES)
    if stay := [one.name for one in given.units if one.status not in (Status.READY, Status.DAMAGED)]:
        yield Refusal(f"{listed(stay)} can't sail: leave out what lies in the yard.", EVACUATES)
    if given.troops and not given.draw.access:
        yield Refusal(f"Ground units need transports: {given.port.name} draws on {listed(given.draw.fits)}.", EVACUATES)
    elif len(given.troops) > given.draw.free:
        words = f"{counted(len(given.troops), 'ground unit')}, and {counted(given.draw.free, 'free transport')}"
        yield Refusal(f"{words}: leave some behind.", EVACUATES)
    if given.full:
        yield Refusal(f"{given.full}.", BASING)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each lost port, to the side that has somebody there."""
    for port, side in lost(now.view):
        yield by_rule(SLUG, f"Evacuate {port.name}", {"port": port.row}, seat=side.value, done="", again=True)


# It is announced, for it may be intercepted.
@rule(
    SLUG, EVACUATES, "Evacuate a lost port", form=EvacuateForm, situation=situation, why_not=why_not,
    shows=told_to_all, may=BREAKTHROUGH, duties=duties,
)  # fmt: skip
def evacuate(given: Leaving) -> Play[Outcome[Said]]:
    """They are searched for and met on the way, in this phase; then they are in the other port, in no group."""
    yield from R264.look()
    now: dict[str, Any] = {"place": SUNK, "strength": 0, "group": ""} if given.overrun else {"group": given.group.key}
    effects: list[Effect] = [effect for unit in given.units for effect in unit.becomes(**now)]
    if not given.overrun:
        cargo = lines_of(given.order, {troop.key: LandingOption.CARGO for troop in given.troops})
        effects += [one.made() for one in (given.group, given.order, *cargo)]
    troops = counted(len(given.troops), "ground unit") if given.troops else ""
    words = f"evacuates {given.port.name} to {given.to.name}: {listed(filter(None, (given.types, troops)))}"
    words = f"scuttles {given.types} in {given.port.name}" if given.overrun else f"{words}; it may be intercepted"
    return Outcome(Said(f"The {given.side.label} side {words}."), tuple(effects))
