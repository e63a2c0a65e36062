"""Marks on naval groups and units: what becomes of them when these part, join, or are no more. Nothing here writes.

Where ships part, what the step knows of their group holds for both parts: in which hexes mines were looked for
(36.C.1), that it is safe from danger zones or has rolled for them, that it was found (36.D.2). A Disaster weighs on one
next roll, so it stays with the part that keeps the group. A ship that joins a group brings its own state along.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from navalassist.engine import Effect, Remove, create
from navalassist.rules.europa.gone import row_gone
from navalassist.rules.europa.mines import MINED
from navalassist.rules.europa.r36_danger_contact import CHECKED, PENDING, SAFE
from navalassist.rules.europa.r36_way_hexes import ASKED

FOUND = "found"
# What holds for every part of a group.
SHARED = (MINED, SAFE, CHECKED, FOUND, ASKED)
# What a ship brings along into a group, and what a group keeps only where the ship that joins has it too.
BROUGHT, LOST = (FOUND, ASKED), (MINED, SAFE, CHECKED)
FIELDS = ("kind", "subject", "place", "ends", "until", "note")
Facts = Mapping[str, Any]


def marks_on(values: Facts, row: str) -> tuple[str, ...]:
    """The marks on a naval group or unit (`group:force-h`)."""
    found = (key for key, value in values.items() if value == row and key.endswith(".subject"))
    return tuple(sorted(key.removesuffix(".subject") for key in found if key.startswith("mark:")))


def gone(values: Facts, row: str) -> tuple[Effect, ...]:
    """A group or unit that is no more takes the marks on it along."""
    return row_gone(row, marks_on(values, row))


def out_of_play(values: Facts, row: str) -> tuple[Effect, ...]:
    """A unit that leaves play takes the marks on it along, such as that of a carrier's aircraft (36.F.2)."""
    return tuple(Remove(mark) for mark in marks_on(values, row))


def parted(values: Facts, origins: Iterable[str], ended: Collection[str], to: str) -> tuple[Effect, ...]:
    """The marks of a new group whose ships come from others. ended: those of them that are no more.

    From several groups it has what all of them have, for one that wasn't checked makes it a group that wasn't; but it
    is found if one of them was.
    """
    first, *others = ({_about(mark): mark for mark in marks_on(values, origin)} for origin in origins)
    kinds = (*SHARED, PENDING) if {*origins} <= {*ended} else SHARED
    held = {about: mark for about, mark in first.items() if about[0] in kinds}
    for marks in others:
        held = {about: mark for about, mark in held.items() if about in marks or about[0] == FOUND}
        held |= {about: mark for about, mark in marks.items() if about[0] == FOUND}
    return tuple(_copied(values, mark, about, to) for about, mark in held.items())


def joined(values: Facts, before: str, to: str) -> tuple[Effect, ...]:
    """A ship brings along into the group that it joins that it was found, and hexes of its way that nobody named.

    The group is then safe, and checked in a hex, only where both were; it is found where one of them was.
    """
    there = {_about(mark): mark for mark in marks_on(values, to)}
    own = {_about(mark): mark for mark in marks_on(values, before)}
    brought = (about for about in own if about[0] in BROUGHT and about not in there)
    lost = (mark for about, mark in there.items() if about[0] in LOST and about not in own)
    return (*(_copied(values, own[about], about, to) for about in brought), *map(Remove, lost))


def _about(mark: str) -> tuple[str, str]:
    """What a mark says, without whose it is: `mark:mined/force-h/18A-0407` -> (`mined`, `18A-0407`)."""
    kind, _, rest = mark.partition(":")[2].partition("/")
    return kind, rest.partition("/")[2]


def _copied(values: Facts, mark: str, about: tuple[str, str], to: str) -> Effect:
    fields = {name: values[f"{mark}.{name}"] for name in FIELDS} | {"subject": to}
    kind, what = about
    key = to.partition(":")[2]
    return create(f"mark:{kind}/{key}/{what}" if what else f"mark:{kind}/{key}", **fields)
