"""Interception: the fleets near the mission, each with its chance alone, and what is ticked together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.http import QueryDict

from navalassist.desk.at import At
from navalassist.desk.made_once.reading import read_once
from navalassist.desk.operations.panels import Next, Row, all_of, allowed, basis, counted, looked
from navalassist.desk.words import percent
from navalassist.engine.reader import View
from navalassist.play.rules.resolve import Preview
from navalassist.systems.storm_of_steel.forces import areas_of
from navalassist.systems.storm_of_steel.pages.actions import Going
from navalassist.systems.storm_of_steel.pages.forces import Sailing, Together, sailing
from navalassist.systems.storm_of_steel.rules.interception import NEEDED, who_can_come
from navalassist.systems.storm_of_steel.rules.interception import SLUG as RULE
from navalassist.systems.storm_of_steel.state import Area, Fleet

HERE, BESIDE, FAR = "on this sea", "next sea", "further away"


class Hunters(Together):
    """Fleets that hunt together."""

    __slots__ = ("fleets", "squadrons")

    def __init__(self, fleets: Sequence[Sailing]) -> None:
        self.fleets = fleets
        self.squadrons = tuple(unit for fleet in fleets for unit in fleet.squadrons)

    @property
    def words(self) -> str:
        """`combat 11, protection 9, contact 2`"""
        return f"combat {self.combat}, protection {self.protection}, contact {self.contact}"

    @property
    def title(self) -> str:
        """`Harwich Force`, `Both together`, `All three together`."""
        return (
            self.fleets[0].fleet.name if len(self.fleets) == 1 else f"{all_of(len(self.fleets)).capitalize()} together"
        )


def asks(here: At, action: Going, given: QueryDict) -> Next:
    """The panel. given: what is ticked."""
    ticked = given.getlist("fleets")
    rows = dict(_rows(here, action, ticked))
    chosen = [row.value for row in rows if row.ticked]
    more: dict[str, Any] = {
        "near": [row for row, near in rows.items() if near != FAR],
        "far": [row for row, near in rows.items() if near == FAR],
        "area": action.area_name,
        "chosen": len(chosen),
    }
    go = f"roll: {counted(len(chosen), 'fleet')}" if chosen else "roll"
    if chosen:
        more |= _together(here, action, chosen)
        go += f", {percent(more['chance'])}" if "chance" in more else ""
    text = "intercept, or let it pass"
    return Next(RULE, action.seat, text, "hunt", {"action": action.key}, go, more)


def _rows(here: At, action: Going, ticked: Sequence[str]) -> Iterator[tuple[Row, str]]:
    """A row for each fleet that can come, the nearest first, with how near it is."""
    view, found = here.rows, []
    for key, _ in who_can_come(view):
        fleet = view.row(Fleet, key)
        preview = read_once(here, _alone, action.key, key) if fleet.side == action.seat else None
        if preview:
            found.append((_distance(view, action, fleet), sailing(view, fleet), preview))
    order = (HERE, BESIDE, FAR)
    for near, one, preview in sorted(found, key=lambda each: (order.index(each[0]), each[1].fleet.name)):
        small = f"{one.where}, {near} · {Hunters([one]).words}"
        chance = percent(preview.figures[0].value) if preview.figures else ""
        key, name = one.fleet.key, one.fleet.name
        yield Row(key, name, small, chance, _needed(here, preview), key in ticked), near


def _alone(here: At, action: str, fleet: str) -> Preview | None:
    """What the rule says of one fleet by itself; None where it can't go."""
    return allowed(here, RULE, action=action, fleets=(fleet,))


def _distance(view: View, action: Going, fleet: Fleet) -> str:
    there = set(areas_of(view, fleet.place))
    if action.area in there:
        return HERE
    return BESIDE if there & set(view.row(Area, action.area).neighbours) else FAR


def _needed(here: At, found: Preview) -> str:
    """`4 or less`"""
    return f"{NEEDED - basis(here, found)['tally'].total} or less"


def _together(here: At, action: Going, chosen: Sequence[str]) -> dict[str, Any]:
    """What is ticked: its sums, its chance, and why."""
    found = looked(here, RULE, action=action.key, fleets=tuple(chosen))
    view = here.rows
    fleets = Hunters([sailing(view, view.row(Fleet, key)) for key in chosen])
    told = {"hunters": fleets, "refusal": found.refusal}
    if found.refusal or not found.figures:
        return told
    return told | basis(here, found) | {"chance": found.figures[0].value, "needed": _needed(here, found)}
