"""Interception: the fleets near the mission, each with its chance alone, and what is ticked together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.http import QueryDict

from navalassist.desk.access import At
from navalassist.desk.templatetags.parts import percent
from navalassist.engine.rows import View
from navalassist.play.resolve import Preview
from navalassist.systems.storm_of_steel.pages.actions import Action
from navalassist.systems.storm_of_steel.pages.next.frame import Next, Row, all_of, allowed, basis, counted, looked
from navalassist.systems.storm_of_steel.pages.shown import Fleet, Together, fleet_of
from navalassist.systems.storm_of_steel.rules.interception import NEEDED, who_can_come
from navalassist.systems.storm_of_steel.rules.rows import ACTION, area_row, fleet_row
from navalassist.systems.storm_of_steel.sailing import areas_of

RULE = "gw-interception"
HERE, BESIDE, FAR = "on this sea", "next sea", "further away"


class Hunters(Together):
    """Fleets that hunt together."""

    __slots__ = ("fleets", "squadrons")

    def __init__(self, fleets: Sequence[Fleet]) -> None:
        self.fleets = fleets
        self.squadrons = tuple(unit for fleet in fleets for unit in fleet.squadrons)

    @property
    def words(self) -> str:
        """`combat 11, protection 9, contact 2`"""
        return f"combat {self.combat}, protection {self.protection}, contact {self.contact}"

    @property
    def title(self) -> str:
        """`Harwich Force`, `Both together`, `All three together`."""
        return self.fleets[0].name if len(self.fleets) == 1 else f"{all_of(len(self.fleets)).capitalize()} together"


def asks(here: At, action: Action, given: QueryDict) -> Next:
    """The panel. given: what is ticked."""
    ticked = given.getlist("fleets")
    rows = dict(_rows(here, action, ticked))
    chosen = [row.value for row in rows if row.ticked]
    more: dict[str, Any] = {
        "near": [row for row, near in rows.items() if near != FAR],
        "far": [row for row, near in rows.items() if near == FAR],
        "area": action.area,
        "chosen": len(chosen),
    }
    go = f"roll: {counted(len(chosen), 'fleet')}" if chosen else "roll"
    if chosen:
        more |= _together(here, action, chosen)
        go += f", {percent(more['chance'])}" if "chance" in more else ""
    text = "intercept, or let it pass"
    return Next(RULE, action.seat, text, "hunt", {"action": action.key}, go, more)


def _rows(here: At, action: Action, ticked: Sequence[str]) -> Iterator[tuple[Row, str]]:
    """A row for each fleet that can come, the nearest first, with how near it is."""
    facts = here.state.values
    found = []
    for key, _ in who_can_come(View(facts)):
        one = fleet_of(facts, key)
        preview = allowed(here, RULE, action=action.key, fleets=(key,)) if one.side == action.seat else None
        if preview:
            found.append((_distance(facts, action, key), one, preview))
    order = (HERE, BESIDE, FAR)
    for near, one, preview in sorted(found, key=lambda each: (order.index(each[0]), each[1].name)):
        small = f"{one.where}, {near} · {Hunters([one]).words}"
        chance = percent(preview.figures[0].value) if preview.figures else ""
        yield Row(one.key, one.name, small, chance, _needed(here, preview), one.key in ticked), near


def _distance(facts: Mapping[str, Any], action: Action, fleet: str) -> str:
    area = str(facts[f"{ACTION}:{action.key}.area"])
    there = set(areas_of(facts, str(facts[f"{fleet_row(fleet)}.place"])))
    if area in there:
        return HERE
    return BESIDE if there & set(facts[f"{area_row(area)}.neighbours"]) else FAR


def _needed(here: At, found: Preview) -> str:
    """`4 or less`"""
    return f"{NEEDED - basis(here, found)['tally'].total} or less"


def _together(here: At, action: Action, chosen: Sequence[str]) -> dict[str, Any]:
    """What is ticked: its sums, its chance, and why."""
    found = looked(here, RULE, action=action.key, fleets=tuple(chosen))
    fleets = Hunters([fleet_of(here.state.values, key) for key in chosen])
    told = {"hunters": fleets, "refusal": found.refusal}
    if found.refusal or not found.figures:
        return told
    return told | basis(here, found) | {"chance": found.figures[0].value, "needed": _needed(here, found)}
