"""Groups: who is in one, what it is called, and the limits of the five kinds (PG.6.1.3 to 6.1.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from navalassist.engine import Refusal
from navalassist.engine.english import counted
from navalassist.engine.forms import Options
from navalassist.engine.reader import View
from navalassist.systems.theatre.state.fleets import Group, Unit
from navalassist.systems.theatre.state.words import GroupKind, Nation, UnitType

MOST_SCOUTS, MOST_BOATS, MOST_RAIDERS, RAIDERS_SPEED, MOST_MERCHANTS = 2, 8, 2, 3, 8
TRADERS = (Nation.BRITAIN, Nation.USA, Nation.JAPAN)
RULE_OF = {
    GroupKind.TASK_FORCE: "PG.6.1.3",
    GroupKind.FLOTILLA: "PG.6.1.4",
    GroupKind.RAIDERS: "PG.6.1.5",
    GroupKind.MERCHANT: "PG.6.1.6",
    GroupKind.CONVOY: "PG.6.2",
}
WITH_TRANSPORTS = (GroupKind.MERCHANT, GroupKind.CONVOY)


def members(view: View, group: Group) -> tuple[Unit, ...]:
    """The naval units of a group, as far as the view has them."""
    return view.own(Unit, group.side, group=group.key)


def groups(view: View) -> Options:
    """Every group that the view sees, with its port."""
    return [(one.key, f"{one.plain}, {view.name(one.place)}") for one in view.rows(Group)]


def beyond_limits(kind: GroupKind, units: Sequence[Unit], transports: int, nation: Nation) -> Iterator[Refusal]:
    """What a group of this kind can't be. units, transports: all that it would have."""
    rule, boats = RULE_OF[kind], [unit for unit in units if unit.type.is_boat]
    if kind in WITH_TRANSPORTS:
        yield from _beyond_transports(kind, transports, nation, rule)
        return
    if transports:
        yield Refusal(f"A {kind.label} has no transports: form a convoy for them.", rule)
    if not units:
        yield Refusal("Tick the naval units that it is of.", rule)
    if kind is GroupKind.TASK_FORCE and len(boats) > MOST_SCOUTS:
        yield Refusal(
            f"At most {MOST_SCOUTS} submarine units are scouts of a task force, these are {len(boats)}.", rule
        )
    if kind is GroupKind.FLOTILLA:
        yield from _beyond_flotilla(units, boats, rule)
    if kind is GroupKind.RAIDERS:
        yield from _beyond_raiders(units, boats, rule)


def _beyond_transports(kind: GroupKind, transports: int, nation: Nation, rule: str) -> Iterator[Refusal]:
    if not transports:
        yield Refusal(f"A {kind.label} has transports: choose their pool, and say how many.", rule)
    if kind is GroupKind.MERCHANT and transports > MOST_MERCHANTS:
        yield Refusal(f"A merchant convoy has at most {MOST_MERCHANTS} transports, this would have {transports}.", rule)
    if kind is GroupKind.MERCHANT and nation not in TRADERS:
        yield Refusal(f"Only Britain, the USA and Japan have merchant shipping, not {nation.label}.", "PG.6.2")


def _beyond_flotilla(units: Sequence[Unit], boats: Sequence[Unit], rule: str) -> Iterator[Refusal]:
    if strange := [unit.name for unit in units if unit not in boats]:
        yield Refusal(f"{strange[0]} is no submarine: a flotilla is of submarines alone.", rule)
    if len(boats) > MOST_BOATS:
        yield Refusal(f"A flotilla has at most {counted(MOST_BOATS, 'boat')}, these are {len(boats)}.", rule)


def _beyond_raiders(units: Sequence[Unit], boats: Sequence[Unit], rule: str) -> Iterator[Refusal]:
    if boats:
        yield Refusal(f"{boats[0].name} is a submarine: raiders are surface units.", rule)
    if len(units) > MOST_RAIDERS:
        yield Refusal(f"A raider group is one or two units, these are {len(units)}.", rule)
    # Disguised raiders rely on deception, and need no speed (PG.6.1.5.1).
    for unit in units:
        if unit.type is not UnitType.RAIDER and unit.speed < RAIDERS_SPEED:
            yield Refusal(f"{unit.name} has speed {unit.speed}: a raider has {RAIDERS_SPEED} or more.", rule)
