"""What if Malta were bombed first? A few facts tried on a copy of the campaign, and what that does to its shipments.

Nothing is written. What the statuses of these shipments depend on may be tried; each is tried as its set-up page
would set it, so that what follows from it (the latch of a port, Malta's end) is followed here too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from navalassist.engine import apply_effects
from navalassist.engine.reader import Reader, Unknown
from navalassist.play.state import State
from navalassist.rules.europa.air_units import KIND as AIR_UNIT
from navalassist.rules.europa.words import Owner, Zone
from navalassist.rules.europa.world import MALTA_NUMBER
from navalassist.systems.europa import air
from navalassist.systems.europa.board import outlook
from navalassist.systems.europa.board.outlook import Outlook, Summary
from navalassist.systems.europa.board.words import MOST
from navalassist.systems.europa.places import places
from navalassist.systems.europa.situations import voyage
from navalassist.systems.europa.upkeep import (
    EXTENTS,
    INTERFERENCE_ZONES,
    LEVELS,
    Edit,
    EditError,
    capture,
    condition_value,
    malta_number,
    port_operational,
    whole,
    zone_declared,
    zone_hits,
    zone_interference,
)

Rows = Mapping[str, dict[str, Any]]
AIR = "air"
AIRCRAFT = "Aircraft, or anything else that changes a status"
AIR_WORDS = {"air_against": "{}: enemy TBF, adds to the status", "air_for": "{}: own TBF, lowers it"}
YES_NO = {"yes": "yes", "no": "no"}
OWNERS = {owner.value: owner.value.capitalize() for owner in Owner}


@dataclass(frozen=True, slots=True)
class Lever:
    """Something that may be tried. now: its value as text; choices: value -> word, none for a number."""

    key: str
    title: str
    now: str
    group: str
    choices: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Trial:
    """A row before and after."""

    key: str
    row: Mapping[str, Any]
    before: Outlook
    after: Outlook

    @property
    def legs(self) -> list[tuple[str, str, str]]:
        """The zones whose status changes: zone, before, after."""
        pairs = zip(self.before.legs, self.after.legs, strict=False)
        return [(one.zone, _status(one), _status(two)) for one, two in pairs if _status(one) != _status(two)]


def _status(look: outlook.LegLook) -> str:
    return str(look.total) if look.total is not None else look.words if look.kind == "free" else look.kind


def levers(state: State, rows: Rows) -> list[Lever]:
    """What the outlook of these rows depends on, and may be tried."""
    read: dict[str, Any] = {}
    zones: dict[str, None] = {}
    for key, row in rows.items():
        reader = Reader(state)
        try:
            voyage(reader, {"shipment": key})
        except (LookupError, ValueError):
            continue
        read |= reader.read
        zones |= {leg["zone"]: None for leg in row["route"]}
    found = [lever for fact, value in read.items() if (lever := _lever(state, fact, value))]
    found += _air(state, list(zones))
    # What only one side may see is offered to nobody: its name alone would tell.
    found = [lever for lever in found if lever.key.rpartition(".")[0] not in state.audiences]
    order = ["Malta", "Zones", "Conditions of the war", AIRCRAFT, "Ports"]
    return sorted(found, key=lambda lever: order.index(lever.group))


def _lever(state: State, fact: str, value: Any) -> Lever | None:
    """A fact that was read, as something to be tried; None for names and the like."""
    kind, _, rest = fact.partition(":")
    key, _, name = rest.rpartition(".")
    named = state.values.get(f"{kind}:{key}.short_name") or state.values.get(f"{kind}:{key}.name", key)
    match kind, name:
        case "malta", "number":
            return Lever(fact, "Malta's number", str(value), "Malta")
        case "zone", "interference" if key in INTERFERENCE_ZONES:
            return Lever(fact, f"Italian interference, {named}", str(value), "Zones", LEVELS)
        case "zone", "declared":
            return Lever(fact, "South Aegean zone", str(value), "Zones", EXTENTS)
        case "zone", "hits":
            return Lever(fact, "Bombing hits on the South Aegean zone", str(value), "Zones")
        case "condition", "value" if key in places().conditions:
            condition = places().conditions[key]
            text = ("yes" if value else "no") if isinstance(value, bool) else str(value)
            return Lever(fact, condition.title, text, "Conditions of the war", condition.choices or YES_NO)
        case "port", "owner":
            return Lever(fact, f"Owner of {named}", str(value), "Ports", OWNERS)
        case "port", "operational":
            return Lever(fact, f"{named} in working order", "yes" if value else "no", "Ports", YES_NO)
    return None


def _air(state: State, zones: Sequence[str]) -> Iterator[Lever]:
    """The air units kept in these zones with their places; where none fly, the TBF that is typed for the legs."""
    units = [row for row in air.air_rows(state.values) if state.values[f"{row}.zone"] in zones]
    for row in units:
        place, name = str(state.values[f"{row}.place"]), state.values[f"{row}.name"]
        yield Lever(f"{row}.place", str(name), place, AIRCRAFT, air.PLACES)
    flown = {state.values[f"{row}.zone"] for row in units}
    for zone in zones:
        if zone not in flown:
            short = state.values.get(f"zone:{zone}.short_name", zone)
            for name, words in AIR_WORDS.items():
                yield Lever(f"{AIR}:{zone}.{name}", words.format(short), "", AIRCRAFT)


def asked(known: Sequence[Lever], typed: Mapping[str, str]) -> dict[str, str]:
    """What was typed otherwise than it is: lever -> text."""
    found = {lever.key: typed.get(lever.key, lever.now).strip() for lever in known}
    return {lever.key: found[lever.key] for lever in known if found[lever.key] != lever.now}


def tried(state: State, known: Sequence[Lever], wanted: Mapping[str, str]) -> State:
    """A copy of the campaign in which it stands so. EditError, in a sentence, for what cannot be so."""
    copy = state.copy()
    # What others follow from comes first: an owner may fix Malta's number, a declaration lets hits count.
    first = {"port": 0, "malta": 2}
    for lever in sorted(known, key=lambda lever: first.get(lever.key.partition(":")[0], 1)):
        text = wanted.get(lever.key)
        if text is None:
            continue
        if lever.key.startswith(f"{AIR}:"):
            _fly(copy, lever, text)
        else:
            apply_effects(_edit(copy, lever, text).effects, copy.values)
    return copy


def _edit(state: State, lever: Lever, text: str) -> Edit:
    kind, _, rest = lever.key.partition(":")
    key, _, name = rest.rpartition(".")
    match kind, name:
        case "malta", _:
            return malta_number(state.values, text)
        case "zone", "interference":
            return zone_interference(state.values, key, text)
        case "zone", "declared":
            return zone_declared(state.values, text)
        case "zone", "hits":
            return zone_hits(state.values, text)
        case "condition", _:
            return condition_value(state.values, key, text)
        case "port", "owner":
            return capture(state.values, key, text, state.book)
        case "port", _:
            return port_operational(state.values, key, text)
        case _ if kind == AIR_UNIT:
            return air.move(state.values, key, text)
    raise Unknown(f"{lever.title} cannot be tried")


def _fly(state: State, lever: Lever, text: str) -> None:
    """So much TBF over a zone, for every row that sails through it."""
    zone, _, name = lever.key.removeprefix(f"{AIR}:").partition(".")
    tbf = whole(text, lever.key, lever.title, 0, MOST)
    for row in state.rows("shipment"):
        route = state.values[f"{row}.route"]
        if any(leg["zone"] == Zone(zone) for leg in route):
            state.values[f"{row}.route"] = [{**leg, name: tbf} if leg["zone"] == zone else leg for leg in route]


def trials(before: State, after: State, rows: Rows) -> list[Trial]:
    """Each row as it stands and as it would be."""
    return [
        Trial(key, row, outlook.of_row(before, key, row), outlook.of_row(after, key, after.row(f"shipment:{key}")))
        for key, row in rows.items()
    ]


def malta_scale(state: State, rows: Rows) -> list[tuple[int, Summary]]:
    """These rows together for every number of Malta's; empty where the number cannot be set."""
    found = []
    for number in range(16):
        copy = state.copy()
        if state.values[MALTA_NUMBER] != number:
            try:
                apply_effects(malta_number(state.values, str(number)).effects, copy.values)
            except EditError:
                return []
        found.append((number, outlook.summary(outlook.of_row(copy, key, row) for key, row in rows.items())))
    return found
