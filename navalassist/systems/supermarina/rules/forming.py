"""SM.1.B: task forces are formed, split and disbanded in a movement step, and ships go from one to another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from navalassist.engine import Effect, Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import counted
from navalassist.engine.forms import Ask, Facts, Options
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Form, Words
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.fights import Said
from navalassist.systems.supermarina.forces import force_title, rolls_first, ships_of, transports_of
from navalassist.systems.supermarina.halves import (
    OwnHalf,
    at_sea,
    berthed,
    every_port,
    everybody_reads,
    not_its_half,
    not_seen,
    nothing_told,
    own_forces,
    own_half,
    owner_of,
    title_of,
)
from navalassist.systems.supermarina.repairs import Repair
from navalassist.systems.supermarina.rulings import AT_START, R105, R121
from navalassist.systems.supermarina.state import Force, HexName, Mission, Port, Ship, Transport
from navalassist.systems.supermarina.turn import MOVEMENT_STEPS, TURN

FORM, JOIN, DISBAND = "sm-form", "sm-join", "sm-disband"
FORMING, JOINING = "SM.1.B", "SM.1.B.tr"
IDLE_TURNS = 4


def every_ship(view: View) -> Options:
    """All ships that the view sees."""
    return [(one.key, one.name) for one in view.rows(Ship)]


def every_transport(view: View) -> Options:
    """All transports that the view sees."""
    return [(one.key, one.name) for one in view.rows(Transport)]


def ships_there(view: View, typed: Facts) -> Any:
    """The ships in the place that is chosen."""
    return [(one.key, one.name) for one in view.rows(Ship, place=typed.get("source", ""))]


def transports_there(view: View, typed: Facts) -> Any:
    """The transports in the place that is chosen."""
    return [(one.key, one.name) for one in view.rows(Transport, place=typed.get("source", ""))]


class Leavers(Form):
    """What leaves a port or a task force."""

    source: str = Ask("From", berthed)
    ships: tuple[str, ...] = Ask("Ships", every_ship, many=True, default=(), after=ships_there)
    transports: tuple[str, ...] = Ask("Transports", every_transport, many=True, default=(), after=transports_there)
    mission: Mission = Ask("Mission of its warships", default=Mission.SEA_CONTROL)


class Leaving(OwnHalf):
    """Ships and transports that leave a port or a task force. stay: so many are left there."""

    port: Port | None = Says("From port", None)
    source: Force | None = Says("From task force", None)
    ships: tuple[Ship, ...] = Says("Ships", ())
    transports: tuple[Transport, ...] = Says("Transports", ())
    stay: int = Says("Left there", 0)
    under_repair: tuple[Words, ...] = Says("Under repair", (), only_if=True)
    mission: Mission = Says("Mission of the warships")

    @property
    def leavers(self) -> tuple[Ship | Transport, ...]:
        """All that leaves."""
        return (*self.ships, *self.transports)

    @property
    def origin(self) -> Port | Force:
        """The place that they leave."""
        place = self.port or self.source
        assert place is not None
        return place


def leaving(read: Reader, form: Leavers) -> dict[str, Any]:
    """What leaves, and what it leaves behind."""
    side = owner_of(read, form.source)
    kind, _, key = form.source.partition(":")
    there = (*read.own(Ship, side, place=form.source), *read.own(Transport, side, place=form.source))
    wanted = {*(Ship.row_of(key) for key in form.ships), *(Transport.row_of(key) for key in form.transports)}
    found = [one for one in there if one.row in wanted]
    ships = tuple(one for one in found if isinstance(one, Ship))
    return {
        **own_half(read, side),
        "port": read.row(Port, key) if kind == Port.KIND else None,
        "source": read.row(Force, key) if kind == Force.KIND else None,
        "ships": ships,
        "transports": tuple(one for one in found if isinstance(one, Transport)),
        "stay": len(there) - len(found),
        "under_repair": tuple(one.name for one in ships if read.own(Repair, side, ship=one.key, halted="")),
        "mission": form.mission,
    }


def why_not_leave(given: Leaving, rule: str) -> Iterator[Refusal]:
    """In the own half, of what is there, and not in the step in which it came into port."""
    yield from not_its_half(given, rule)
    if not given.leavers and given.stay:
        yield Refusal(f"Tick the ships and transports that leave {title_of(given.origin)}.", rule)
    elif not given.leavers:
        yield from not_seen(given.side, (), rule)
    if late := [one.name for one in given.leavers if given.port and one.came == given.now]:
        yield Refusal(f"{late[0]} came into port in this step: it sails in a later one.", rule)
    if idle := [one for one in given.ships if one.idle > given.now.partition("/")[0]]:
        words = f"{idle[0].name} had run out of fuel: it sails from {TURN.turn_title(idle[0].idle)} on."
        yield Refusal(words, "SM.8.A.1.out")
    if given.under_repair:
        yield Refusal(f"{given.under_repair[0]} is under repair: halt that first.", "SM.8.B.2")
    if given.source:
        yield from rolls_first(given.source)
    if given.source and not given.source.hex:
        yield Refusal(f"{force_title(given.source)} has scattered: it reforms first.", rule)


def goes_aboard(given: Leaving, to: Force) -> Iterator[Effect]:
    """All that leaves sails in a force from now on; a force that nothing is left of is gone."""
    for ship in given.ships:
        yield from ship.set(place=to.row, mission=given.mission)
    for transport in given.transports:
        yield from transport.set(place=to.row)
    if given.source and not given.stay:
        yield given.source.gone()


def in_words(leavers: Sequence[Ship | Transport]) -> str:
    """`Aurora, Lance and 2 transports`"""
    ships = [one.name for one in leavers if isinstance(one, Ship)]
    transports = len(leavers) - len(ships)
    words = [*ships, *([counted(transports, "transport")] if transports else [])]
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


# --- forming


class FormForm(Leavers):
    """What forms a task force."""

    hex: HexName = Ask("Hex of the port", default="", help="Only where the list of ports has none, as in 18A:0407.")


class Formed(Leaving):
    """A new task force."""

    number: int = Says("Number of the task force", numbers="force")
    hex: HexName = Says("Where it is", "")


def forming(read: Reader, form: FormForm) -> Formed:
    about = leaving(read, form)
    numbers = [force.number for force in read.view.rows(Force, side=about["side"])]
    place = about["port"] or about["source"]
    return Formed(**about, number=max(numbers, default=0) + 1, hex=place.hex or form.hex)


def why_not_form(given: Formed) -> Iterator[Refusal]:
    yield from why_not_leave(given, FORMING)
    if given.port and not given.hex:
        yield Refusal(f"Type the hex of {given.port.name}, such as 18A:0407.", FORMING)
    if given.source and not given.stay:
        yield Refusal(f"All of {force_title(given.source)} would leave it: leave something behind.", FORMING)


def form_duties(now: Now) -> Iterator[Duty]:
    """A line for each own port with ships, and each own force that may be split."""
    side = now.system.acting(now.moment.player_turn, now.moment.step)
    for place, name in berthed(now.view):
        if owner_of(now.view, place) != side:
            continue
        words = f"Form a task force at {name}" if place.startswith(Port.KIND) else f"Split {name}"
        yield by_rule(FORM, words, {"source": place}, seat=side, done="", again=True)


@rule(
    FORM,
    FORMING,
    "Form a task force",
    form=FormForm,
    situation=forming,
    why_not=why_not_form,
    shows=everybody_reads(lambda given, found: f"{given.side.label} task force {given.number} forms."),
    may=MOVEMENT_STEPS,
    duties=form_duties,
    dice="none",
)
def form_force(given: Formed) -> Play[Outcome[Said]]:
    """Ships of a port, or of a force that splits, sail under a marker of their own."""
    yield from R105.look()
    yield from R121.look()
    began, spent = (given.source.began, given.source.spent) if given.source else (given.hex, 0)
    force = Force(
        key=f"{given.side}-{given.number}",
        side=given.side,
        number=given.number,
        hex=given.hex,
        began=began,
        spent=spent,
    )
    words = f"{force_title(force)} forms from {title_of(given.origin)}: {in_words(given.leavers)}."
    return Outcome(Said(words), (force.made(), *goes_aboard(given, force)))


# --- joining another force


class JoinForm(Leavers):
    """What joins which task force."""

    target: str = Ask("Joins", at_sea)


class Joined(Leaving):
    """Ships that join a task force."""

    target: Force = Says("Task force")
    at_start: bool = Says("Whoever joins a force at sea began the step in its hex (R-105)", False, told=False)


def joining(read: Reader, form: JoinForm) -> Joined:
    at_start = read.ruling(R105) == AT_START
    return Joined(**leaving(read, form), target=read.row(Force, form.target), at_start=at_start)


def why_not_join(given: Joined) -> Iterator[Refusal]:
    """The same hex now, and for two forces, or by R-105 for any ship, at the start of the step as well."""
    yield from why_not_leave(given, JOINING)
    target = given.target
    yield from rolls_first(target)
    if target.side is not given.side or target == given.source:
        yield Refusal(f"{force_title(target)}: choose another {given.side.label} task force.", JOINING)
        return
    here = given.origin.hex
    if (here or given.source) and here != target.hex:
        yield Refusal(f"{title_of(given.origin)} and {force_title(target)} are not in the same hex.", JOINING)
    if given.source and (not target.began or given.source.began != target.began):
        yield Refusal("These two forces did not share a hex at the start of this movement step.", JOINING)
    if given.port and given.at_start and target.began != here:
        yield Refusal(f"{force_title(target)} was not in {given.port.name} at the start of this step.", R105.number)


def join_duties(now: Now) -> Iterator[Duty]:
    """A line for each pair of own forces that shared a hex at the start, and each force at an own port with ships."""
    forces = list(own_forces(now))
    berths = dict(berthed(now.view))
    for target in forces:
        others = [one for one in forces if one != target and one.hex == target.hex and one.began == target.began]
        ports = [
            one
            for one in now.view.rows(Port, owner=target.side)
            if one.hex == target.hex and one.hex and one.row in berths
        ]
        places: list[Port | Force] = [*others, *ports]
        for place in places:
            words = f"Ships of {title_of(place)} join {force_title(target)}"
            yield by_rule(
                JOIN, words, {"source": place.row, "target": target.key}, seat=target.side.value, done="", again=True
            )


@rule(
    JOIN,
    JOINING,
    "Join a task force",
    form=JoinForm,
    situation=joining,
    why_not=why_not_join,
    shows=nothing_told,
    may=MOVEMENT_STEPS,
    duties=join_duties,
    dice="none",
)
def join(given: Joined) -> Play[Outcome[Said]]:
    """They sail in the other force from now on, which has spent as many MPs as either of the two."""
    yield from R105.look()
    yield from R121.look()
    spent = max(given.target.spent, given.source.spent if given.source else 0)
    later = given.target.set(spent=spent) if spent != given.target.spent else ()
    words = f"{in_words(given.leavers)} of {title_of(given.origin)} join {force_title(given.target)}."
    return Outcome(Said(words), (*goes_aboard(given, given.target), *later))


# --- entering port


def own_ports(view: View, typed: Facts) -> Options:
    """Ports of the side of the chosen force, in its hex, or of which nobody has entered where they are."""
    force = view.find(Force, str(typed.get("force", "")))
    if force is None:
        return every_port(view)
    return [(one.key, one.name) for one in view.rows(Port, owner=force.side) if one.hex in ("", force.hex)]


class DisbandForm(Form):
    """Which force enters which port."""

    force: str = Ask("Task force", at_sea)
    port: str = Ask("Port", every_port, after=own_ports)


class Disbanded(OwnHalf):
    """A task force that enters a port."""

    force: Force = Says("Task force")
    port: Port = Says("Port")
    ships: tuple[Ship, ...] = Says("Its ships", ())
    transports: tuple[Transport, ...] = Says("Its transports", ())


def disbanding(read: Reader, form: DisbandForm) -> Disbanded:
    force = read.row(Force, form.force)
    return Disbanded(
        **own_half(read, force.side),
        force=force,
        port=read.row(Port, form.port),
        ships=ships_of(read, force),
        transports=transports_of(read, force),
    )


def why_not_disband(given: Disbanded) -> Iterator[Refusal]:
    """Into an own port in its hex."""
    yield from not_its_half(given, FORMING)
    yield from not_seen(given.side, (*given.ships, *given.transports), FORMING)
    yield from rolls_first(given.force)
    if given.port.owner is not given.side:
        yield Refusal(f"{given.port.name} is {given.port.owner.label}: it enters a port of its own side.", FORMING)
    if given.port.hex and given.port.hex != given.force.hex:
        yield Refusal(f"{given.port.name} is in {given.port.hex}, the force in {given.force.hex}.", FORMING)


def disbanded_words(given: Disbanded, found: Said) -> str:
    """Everybody sees the marker go."""
    return f"{force_title(given.force)} enters {given.port.name} and is disbanded."


def disband_duties(now: Now) -> Iterator[Duty]:
    """A line for each own force in the hex of an own port."""
    for force in own_forces(now):
        for port in now.view.rows(Port, owner=force.side, hex=force.hex):
            words = f"{force_title(force)} enters {port.name}"
            more = {"force": force.key, "port": port.key}
            yield by_rule(DISBAND, words, more, seat=force.side.value, done="", again=True)


@rule(
    DISBAND,
    FORMING,
    "Enter a port",
    form=DisbandForm,
    situation=disbanding,
    why_not=why_not_disband,
    shows=everybody_reads(disbanded_words),
    may=MOVEMENT_STEPS,
    duties=disband_duties,
    dice="none",
)
def disband(given: Disbanded) -> Play[Outcome[Said]]:
    """All of the force lies in the port, in no task force; what came in this step sails in a later one."""
    yield from ()
    inside: list[Ship | Transport] = [*given.ships, *given.transports]
    effects = [effect for one in inside for effect in one.set(place=given.port.row, came=given.now)]
    # One that had no fuel left is out of action for four turns (SM.8.A.1.out).
    idle = TURN.turn_after(given.now.partition("/")[0], IDLE_TURNS)
    effects += [effect for one in given.ships if one.dry for effect in one.set(idle=idle)]
    words = f"{force_title(given.force)} enters {given.port.name}: {in_words(inside)}."
    return Outcome(Said(words), (*effects, given.force.gone()))
