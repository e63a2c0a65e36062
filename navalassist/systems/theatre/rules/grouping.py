"""PG.6.1.3 to 6.1.6: groups are formed in port, and units join and leave them there, never at sea."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from navalassist.engine import Effect, Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Maker, Now, by_rule
from navalassist.engine.english import counted, does, listed
from navalassist.engine.forms import Ask, Facts, FormErrors, Grouped, Options, every
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says, key_of
from navalassist.engine.shapes import Form, Opaque
from navalassist.systems.theatre.acting import Act, Said, act_of, in_port, not_in_port, side_of
from navalassist.systems.theatre.groups import WITH_TRANSPORTS, beyond_limits, groups, members
from navalassist.systems.theatre.missions import friendly
from navalassist.systems.theatre.pools import Draw, draw_of, why_not_draw
from navalassist.systems.theatre.rulings import R217
from navalassist.systems.theatre.state.fleets import Group, Pool, Unit
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import GroupKind, Name, Nation

FORM, JOIN, LEAVE = "pg-form", "pg-join", "pg-leave"
GROUPS = "PG.6.1.3"


def units_in(view: View, place: str) -> list[Unit]:
    """The naval units that the view sees in a port."""
    return list(view.rows(Unit, place=place))


def labels(view: View, units: Iterable[Unit]) -> Options:
    """Units by type and name, with the group that each is in."""
    found = []
    for unit in units:
        group = view.find(Group, unit.group)
        found.append((unit.key, f"{unit.type.label} {unit.name}" + (f", of {group.plain}" if group else "")))
    return found


def left_alone(read: Reader, units: Sequence[Unit], but: str = "") -> tuple[Group, ...]:
    """Groups that have neither units nor transports once these have left them. but: one that stays all the same."""
    keys, leaving = dict.fromkeys(unit.group for unit in units if unit.group != but), {unit.key for unit in units}
    found = [group for key in keys if (group := read.find(Group, key)) is not None]
    return tuple(
        group for group in found if not group.transports and {unit.key for unit in members(read, group)} <= leaving
    )


def names(units: Sequence[Unit]) -> str:
    """`CA Houston and DD Peary`"""
    return listed([f"{unit.type.label} {unit.name}" for unit in units])


class Changed(Act):
    """Units that change their group. empty: groups of which nothing is left then."""

    units: tuple[Unit, ...] = Says("Naval units", ())
    empty: tuple[Group, ...] = Says("Groups of which nothing is left", (), only_if=True)

    @property
    def dissolved(self) -> Iterator[Effect]:
        """Those groups are gone."""
        return (group.gone() for group in self.empty)


# --- forming


def ports_with_units(view: View) -> Options:
    """Ports of either side; those first in which the view sees units."""
    used = {unit.place for unit in view.rows(Unit)}
    ports = sorted((port for port in view.rows(Port) if side_of(port)), key=lambda port: port.row not in used)
    return [(port.key, port.name) for port in ports]


def friendly_ports(view: View) -> Grouped:
    """Those of the sides whose forces the view has: with units, and without, where a convoy may form."""
    used = {unit.place for unit in view.rows(Unit)}
    mine = [port for port in friendly(view, view.rows(Port)) if side_of(port)]
    parts = (("With naval units", [port for port in mine if port.row in used]),
             ("Without: convoys alone", [port for port in mine if port.row not in used]))  # fmt: skip
    return [(heading, [(port.key, port.name) for port in ports]) for heading, ports in parts if ports]


def units_there(view: View, typed: Facts) -> Any:
    """The units in the port that is chosen."""
    return labels(view, units_in(view, Port.row_of(str(typed.get("port", "")))))


def pools(view: View) -> Options:
    """The pools that the view sees."""
    return [(pool.key, f"{pool.name}, {counted(pool.transports, 'transport')}") for pool in view.rows(Pool)]


class FormForm(Form):
    """What forms a group, and where."""

    port: str = Ask("Port", ports_with_units, shown=friendly_ports)
    kind: GroupKind = Ask("Kind")
    units: tuple[str, ...] = Ask("Naval units", every(Unit), many=True, default=(), after=units_there)
    transports: int = Ask("Transports", default=0, ge=0, le=99, help="Of a convoy.")
    pool: str = Ask("Their pool", pools, none="none")
    name: Name = Ask("What it is called", default="", help="If you like.")


class Formed(Changed):
    """A new group. An order, which all read later, names it by its key."""

    key: Opaque = Says("Key", told=False)
    port: Port = Says("Port")
    kind: GroupKind = Says("Kind")
    number: int = Says("Number", ge=1, le=99, numbers=Group.KIND)
    transports: int = Says("Transports", 0, ge=0, le=99, only_if=True)
    pool: Pool | None = Says("Their pool", None, only_if=True)
    draw: Draw | None = Says("What is drawn of it", None, told=False)
    name: Name = Says("What it is called", "", only_if=True)

    @property
    def nation(self) -> Nation:
        """Whose it is: its pool's, else that of its first unit."""
        return self.pool.nation if self.pool else self.units[0].nation if self.units else Nation.OTHER


def forming(read: Reader, form: FormForm) -> Formed:
    port = read.row(Port, form.port)
    side = side_of(port)
    if side is None:
        raise FormErrors({"port": f"{port.name} is neutral: choose a port of a side."})
    units = tuple(unit for unit in read.own(Unit, side, place=port.row) if unit.key in form.units)
    number = max((group.number for group in read.own(Group, side)), default=0) + 1
    key = uuid.uuid4().hex
    read.looked_for(Group.row_of(key), side=side)
    return Formed(
        **act_of(read, side), key=key, port=port, kind=form.kind, units=units, empty=left_alone(read, units),
        number=number, transports=form.transports, pool=read.find(Pool, form.pool),
        draw=draw_of(read, side, port, form.pool) if form.pool else None, name=form.name,
    )  # fmt: skip


def why_not_form(given: Formed) -> Iterator[Refusal]:
    """In port, within the limits of its kind, with transports of the own side."""
    yield from not_in_port(given, GROUPS)
    yield from beyond_limits(given.kind, given.units, given.transports if given.pool else 0, given.nation)
    if given.pool and given.pool.side is not given.side:
        yield Refusal(f"{given.pool.name} is the other side's pool.", "PG.6.2.1", final=True)
    if given.draw and given.kind in WITH_TRANSPORTS:
        yield from why_not_draw(given.draw, given.transports)


def form_duties(now: Now) -> Iterator[Duty]:
    """A line for each own port with units that are in no group."""
    free = {unit.place for unit in now.view.rows(Unit, group="")}
    for port in now.view.rows(Port):
        if port.row in free and (side := side_of(port)):
            words = f"Form a group at {port.name}"
            yield by_rule(FORM, words, {"port": port.key}, seat=side.value, done="", again=True)


@in_port(
    FORM, GROUPS, "Form a group", form=FormForm, situation=forming, why_not=why_not_form, duties=form_duties,
)  # fmt: skip
def form_group(given: Formed) -> Play[Outcome[Said]]:
    """Units of a port, or transports, act together from now on; each unit is two ships, or three small ones."""
    yield from R217.look()
    group = Group(
        key=given.key, side=given.side, number=given.number, kind=given.kind, name=given.name,
        nation=given.nation, place=given.port.row, transports=given.transports,
        pool=given.pool.key if given.pool else "",
    )  # fmt: skip
    ships = sum(unit.type.scale for unit in given.units)
    of = [names(given.units)] if given.units else []
    of += [counted(given.transports, "transport")] if given.transports else []
    words = f"{group.plain} forms at {given.port.name}: {listed(of)}."
    notes = (f"{counted(len(given.units), 'unit')}, about {ships} ships (PG.6.1)",) if given.units else ()
    joins = (effect for unit in given.units for effect in unit.set(group=group.key))
    return Outcome(Said(words, notes), (group.made(), *joins, *given.dissolved))


# --- joining and leaving


def units_beside(view: View, typed: Facts) -> Any:
    """Units in the port of the chosen group that are not in it."""
    group = view.find(Group, str(typed.get("group", "")))
    return labels(view, (one for one in units_in(view, group.place) if one.group != group.key)) if group else []


def units_of(view: View, typed: Facts) -> Any:
    """The units of the chosen group."""
    group = view.find(Group, str(typed.get("group", "")))
    return labels(view, members(view, group)) if group else []


class JoinForm(Form):
    """Which units join which group."""

    group: str = Ask("Group", groups)
    units: tuple[str, ...] = Ask("Naval units", every(Unit), many=True, default=(), after=units_beside)


class LeaveForm(JoinForm):
    """Which units leave which group."""

    units: tuple[str, ...] = Ask("Naval units", every(Unit), many=True, default=(), after=units_of)


class Joined(Changed):
    """Units that join a group or leave it. all: those that are in it then."""

    group: Group = Says("Group")
    port: Port = Says("Its port")
    all: tuple[Unit, ...] = Says("All of the group", (), told=False)


def joining(read: Reader, form: JoinForm) -> Joined:
    group = read.row(Group, form.group)
    there = read.own(Unit, group.side, place=group.place)
    units = tuple(unit for unit in there if unit.key in form.units and unit.group != group.key)
    return _change(read, group, units, left_alone(read, units, but=group.key), (*members(read, group), *units))


def leaving(read: Reader, form: LeaveForm) -> Joined:
    group = read.row(Group, form.group)
    found = members(read, group)
    units = tuple(unit for unit in found if unit.key in form.units)
    stay = tuple(unit for unit in found if unit not in units)
    return _change(read, group, units, left_alone(read, units), stay)


def _change(read: Reader, group: Group, units: Any, empty: Any, after: Any) -> Joined:
    port = read.row(Port, key_of(group.place))
    return Joined(**act_of(read, group.side), group=group, port=port, units=units, empty=empty, all=after)


def why_not_change(given: Joined) -> Iterator[Refusal]:
    """In port, and within the limits of its kind with all that it has then."""
    yield from not_in_port(given, GROUPS)
    if not given.units:
        yield Refusal(f"Tick naval units that lie in {given.port.name} with it.", GROUPS)
    if given.all:
        yield from beyond_limits(given.group.kind, given.all, given.group.transports, given.group.nation)


def lines(slug: str, verb: str, there: Callable[[View, Facts], Any]) -> Maker:
    """The lines of a rule: one for each group of which there are units that may do so."""

    def made(now: Now) -> Iterator[Duty]:
        for group in now.view.rows(Group):
            if there(now.view, more := {"group": group.key}):
                words = f"Units {verb} {group.plain}"
                yield by_rule(slug, words, more, seat=group.side.value, done="", again=True)

    return made


@in_port(
    JOIN, GROUPS, "Join a group", form=JoinForm, situation=joining, why_not=why_not_change,
    duties=lines(JOIN, "join", units_beside),
)  # fmt: skip
def join(given: Joined) -> Play[Outcome[Said]]:
    """Units of the same port are of that group from now on, and of no other."""
    yield from R217.look()
    words = f"{does(names(given.units), 'join')} {given.group.plain} at {given.port.name}."
    joins = (effect for unit in given.units for effect in unit.set(group=given.group.key))
    return Outcome(Said(words), (*joins, *given.dissolved))


@in_port(
    LEAVE, GROUPS, "Leave a group", form=LeaveForm, situation=leaving, why_not=why_not_change,
    duties=lines(LEAVE, "leave", units_of),
)  # fmt: skip
def leave(given: Joined) -> Play[Outcome[Said]]:
    """They lie in the port by themselves; a group of which nothing is left is no more."""
    yield from R217.look()
    words = f"{does(names(given.units), 'leave')} {given.group.plain} at {given.port.name}."
    leave_it = (effect for unit in given.units for effect in unit.set(group=""))
    return Outcome(Said(words), (*leave_it, *given.dissolved))
