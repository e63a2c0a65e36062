"""Marks on naval groups and units: what becomes of them when these part, join, or are no more. Nothing here writes.

Where ships part, what the step knows of their group holds for both parts: in which hexes mines were looked for
(36.C.1), that it is safe from danger zones or has rolled for them, that it was found (36.D.2). A Disaster weighs on one
next roll, so it stays with the part that keeps the group. A ship that joins a group brings its own state along: where
some of them were checked and others not, each that was has a mark of its own, and is not checked again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from typing import Any

from navalassist.engine import Effect, Remove, create
from navalassist.engine.reader import rows_where
from navalassist.engine.rows import key_of
from navalassist.rules.europa.gone import row_gone
from navalassist.rules.europa.mines import MINED
from navalassist.rules.europa.r36_danger_contact import CHECKED, PENDING, SAFE
from navalassist.rules.europa.r36_way_hexes import ASKED
from navalassist.systems.europa.fleet import UNIT

FOUND = "found"
# What holds for every part of a group.
SHARED = (MINED, SAFE, CHECKED, FOUND, ASKED)
# What a ship brings along into a group, and what a group keeps only where the ship that joins has it too.
BROUGHT, CHECKS = (FOUND, ASKED), (MINED, SAFE, CHECKED)
Mark = tuple[str, str]
FIELDS = ("kind", "subject", "place", "ends", "until", "note")
Facts = Mapping[str, Any]


def marks_on(values: Facts, row: str) -> tuple[str, ...]:
    """The marks on a naval group or unit (`group:force-h`)."""
    return tuple(sorted(rows_where(values, "mark", "subject", row)))


def gone(values: Facts, row: str) -> tuple[Effect, ...]:
    """A group or unit that is no more takes the marks on it along."""
    return row_gone(row, marks_on(values, row))


def out_of_play(values: Facts, row: str) -> tuple[Effect, ...]:
    """A unit that leaves play takes the marks on it along, such as that of a carrier's aircraft (36.F.2)."""
    return tuple(Remove(mark) for mark in marks_on(values, row))


def parted(values: Facts, units: Mapping[str, str], ended: Collection[str], to: str) -> tuple[Effect, ...]:
    """The marks of a new group. units: its ships, and the places that they come from; ended: groups that are no more.

    From several groups it has what all of them have, for one that wasn't checked makes it a group that wasn't; but it
    is found if one of them was.
    """
    origins = dict.fromkeys(units.values())
    all_of_them = {origin: _marks(values, origin) for origin in origins}
    first, *others = all_of_them.values()
    kinds = (*SHARED, PENDING) if {*origins} <= {*ended} else SHARED
    held = {about: mark for about, mark in first.items() if about[0] in kinds}
    for marks in others:
        held = {about: mark for about, mark in held.items() if about in marks or about[0] == FOUND}
        held |= {about: mark for about, mark in marks.items() if about[0] == FOUND}
    spared = (_spared(values, unit, all_of_them[origin], held) for unit, origin in units.items())
    return (*(_copied(values, mark, about, to) for about, mark in held.items()), *chain.from_iterable(spared))


def joined(values: Facts, unit: str, to: str) -> tuple[Effect, ...]:
    """A ship brings along into the group that it joins that it was found, and hexes of its way that nobody named.

    The group is then safe, and checked in a hex, only where both were; it is found where one of them was.
    """
    there, own = _marks(values, to), _marks(values, str(values[f"{UNIT}:{unit}.place"]))
    brought = (about for about in own if about[0] in BROUGHT and about not in there)
    lost = (mark for about, mark in there.items() if about[0] in CHECKS and about not in own)
    spared = (_spared(values, other, there, own) for other in units_in(values, to))
    return (
        *(_copied(values, own[about], about, to) for about in brought),
        *map(Remove, lost),
        *_spared(values, unit, own, there),
        *chain.from_iterable(spared),
    )


def unit_mark(kind: str, unit: str, what: str = "") -> str:
    """The mark of a unit that was checked while others of its group were not: `mark:unit-mined/zara/18A-0407`."""
    return f"mark:{of_a_unit(kind)}/{unit}/{what}" if what else f"mark:{of_a_unit(kind)}/{unit}"


def of_a_unit(kind: str) -> str:
    """The kind of the mark of a unit alone: `unit-mined`."""
    return f"unit-{kind}"


def units_in(values: Facts, place: str) -> tuple[str, ...]:
    """The keys of the naval units in a place."""
    return tuple(key_of(row) for row in rows_where(values, UNIT, "place", place))


def _spared(values: Facts, unit: str, had: Mapping[Mark, str], others: Collection[Mark]) -> Iterator[Effect]:
    """Checks that a unit had with its group, and that the others with whom it sails from now on had not."""
    for (kind, what), mark in had.items():
        own = unit_mark(kind, unit, what)
        if kind in CHECKS and (kind, what) not in others and f"{own}.kind" not in values:
            fields = {name: values[f"{mark}.{name}"] for name in FIELDS}
            yield create(own, **fields | {"kind": of_a_unit(kind), "subject": f"{UNIT}:{unit}"})


def _marks(values: Facts, row: str) -> dict[Mark, str]:
    return {_about(mark): mark for mark in marks_on(values, row)}


def _about(mark: str) -> Mark:
    """What a mark says, without whose it is: `mark:mined/force-h/18A-0407` -> (`mined`, `18A-0407`)."""
    kind, _, rest = mark.partition(":")[2].partition("/")
    return kind, rest.partition("/")[2]


def _copied(values: Facts, mark: str, about: tuple[str, str], to: str) -> Effect:
    fields = {name: values[f"{mark}.{name}"] for name in FIELDS} | {"subject": to}
    kind, what = about
    key = to.partition(":")[2]
    return create(f"mark:{kind}/{key}/{what}" if what else f"mark:{kind}/{key}", **fields)
