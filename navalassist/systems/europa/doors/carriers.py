"""36.F.2: carrier groups that arrive and withdraw, each by itself; and naval units that are mended (36.F.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.engine import Outcome, Result
from navalassist.engine.duties import Duty, Kind, Now, Passed, by_rule
from navalassist.engine.forms import Choices, FormErrors
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader
from navalassist.engine.rule import Shown
from navalassist.engine.shapes import Form
from navalassist.play.systems import Target
from navalassist.rules.europa.accounts import ARP, NRP
from navalassist.rules.europa.air_units import KIND
from navalassist.rules.europa.amounts import tidy
from navalassist.rules.europa.clock import turn_number, turn_title
from navalassist.rules.europa.naval_units import OFF, SUNK, WITHDRAWN, UnitKind
from navalassist.rules.europa.r36_carriers import (
    BETWEEN,
    Arrived,
    CarrierArrival,
    CarrierWithdrawal,
    Withdrawn,
    aircraft_row,
)
from navalassist.rules.europa.r36_repairs import NavalRepair
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side
from navalassist.systems.europa import fleet
from navalassist.systems.europa.accounts import account_of
from navalassist.systems.europa.air import air_rows
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.fleet import GROUP, UNIT, UNITS
from navalassist.systems.europa.fleet_edits import APART, places_of_side
from navalassist.systems.europa.fleet_marks import marks_on
from navalassist.systems.europa.places import places

MOST_AIRCRAFT, LONGEST = 12, 200


def carrier_keys(values: Mapping[str, Any]) -> list[str]:
    """The carrier groups, by name."""
    return [key for key, _ in UNITS.of(values) if values[f"{UNIT}:{key}.kind"] == UnitKind.CARRIER]


def carriers_to_come(values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """The carrier groups that are not in play: they are still to come, or have withdrawn (R-68)."""
    return _carriers(values, lambda place: place in (OFF, WITHDRAWN))


def carriers_in_play(values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """The carrier groups in play, and those that were sunk in it."""
    return _carriers(values, lambda place: place not in (OFF, WITHDRAWN))


def _carriers(values: Mapping[str, Any] | None, wanted: Callable[[str], bool]) -> list[tuple[str, str]]:
    facts, names = values or {}, dict(UNITS.of(values))
    return [(key, names[key]) for key in carrier_keys(facts) if wanted(str(facts[f"{UNIT}:{key}.place"]))]


def entry_places(values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """Ports and groups where a carrier group may come into play: Allied ones."""
    return [(place, name) for place, name in places_of_side(values, Side.ALLIED) if place not in APART]


def hurt_units(values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """The naval units with hits that can be mended."""
    facts = values or {}
    found = ((key, name, facts[f"{UNIT}:{key}.hits"]) for key, name in UNITS.of(values))
    return [
        (key, f"{name}, {hits} {'hit' if hits == 1 else 'hits'}")
        for key, name, hits in found
        if hits and facts[f"{UNIT}:{key}.place"] not in APART
    ]


class ArrivalForm(Form):
    """What is typed when a carrier group comes into play."""

    unit: Annotated[str, Field(title="Carrier group"), Choices(carriers_to_come)]
    to: Annotated[str, Field(title="It comes into play"), Choices(entry_places)]
    aircraft: Annotated[
        str, Field(title="Its code C air units", description="As the order of battle names them, with commas between.")
    ] = ""
    fighter: Annotated[bool, Field(title="There is a fighter among them")] = False
    because: Because = ""


def allied_air(values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """The Allied air units that are kept against shipping, by name."""
    facts = values or {}
    rows = [row for row in air_rows(facts) if facts[f"{row}.side"] == Side.ALLIED]
    found = ((row.partition(":")[2], str(facts[f"{row}.name"]), str(facts[f"{row}.zone"])) for row in rows)
    words = ((key, f"{name}, {places().zones[zone].short}") for key, name, zone in found)
    return sorted(words, key=lambda choice: choice[1])


class WithdrawalForm(Form):
    """What is typed when a carrier group withdraws."""

    unit: Annotated[str, Field(title="Carrier group"), Choices(carriers_in_play)]
    aborted: Annotated[int, Field(ge=0, le=99, title="Aborted air units of it", description="3 ARPs each.")] = 0
    eliminated: Annotated[int, Field(ge=0, le=99, title="Eliminated air units of it", description="6 ARPs each.")] = 0
    air_units: Annotated[
        tuple[str, ...],
        Field(title="Its air units against shipping", description="They leave with it (33.C)."),
        Choices(allied_air, many=True),
    ] = ()
    organisation: Annotated[
        str, Field(title="Their organisation", description="Empty: as its card says. Its ARPs are spent.")
    ] = ""
    because: Because = ""


class RepairForm(Form):
    """What is typed when naval repair points mend a unit."""

    unit: Annotated[str, Field(title="Naval unit"), Choices(hurt_units)]
    hits: Annotated[int, Field(ge=1, le=99, title="Hits mended")] = 1
    cost: Annotated[
        Decimal, Field(ge=0, le=99, title="Naval repair points", description="Their cost by your own rules (R-39).")
    ] = Decimal(1)
    because: Because = ""


def _standing(reader: Reader, key: str, due: str) -> dict[str, Any]:
    """What arrivals and withdrawals read of a carrier group."""
    unit = fleet.unit_of(reader, key)
    kept = f"{aircraft_row(key)}.note"
    note = reader.get(kept)
    return {
        "side": unit.side,
        "unit": unit,
        "place": reader[f"{UNIT}:{key}.place"],
        "turn": reader["campaign:clock.turn"],
        "due": turn_or_none(reader[f"{UNIT}:{key}.{due}"]),
        "aircraft": tuple(str(note).split(BETWEEN)) if note else (),
        "marked": note is not None,
    }


def turn_or_none(text: str) -> str | None:
    """A turn's key; None for what somebody wrote otherwise."""
    try:
        turn_number(text)
    except ValueError:
        return None
    return text


@DOORS.situation("carrier-arrives", form=ArrivalForm)
def arrival(reader: Reader, target: Target) -> BaseModel:
    """The carrier group, its turn, and the aircraft that are named."""
    key = target["unit"]
    names = tuple(" ".join(name.split()) for name in target["aircraft"].split(",") if name.strip())
    if len(names) > MOST_AIRCRAFT or len(BETWEEN.join(names)) > LONGEST:
        raise FormErrors({"aircraft": f"name at most {MOST_AIRCRAFT} air units, {LONGEST} characters in all"})
    return CarrierArrival(
        **_standing(reader, key, "arrives") | {"aircraft": names},
        to=target["to"],
        to_name=fleet.place_words(reader.state.values, target["to"]),
        fighter=target["fighter"],
        fighter_before=reader[f"{UNIT}:{key}.code_c_fighter"],
        because=target["because"],
    )


@DOORS.situation("carrier-withdraws", form=WithdrawalForm)
def withdrawal(reader: Reader, target: Target) -> BaseModel:
    """The carrier group as it stands, and the accounts that pay for it."""
    key = target["unit"]
    standing = _standing(reader, key, "leaves")
    side, place = standing["side"], str(standing["place"])
    organisation = target["organisation"].strip() or str(reader[f"{UNIT}:{key}.organisation"])
    lost = target["aborted"] + target["eliminated"]
    if lost and not organisation:
        raise FormErrors({"organisation": "say whose ARPs pay for the air units, such as FAA"})
    group = place.partition(":")[2] if place.startswith(f"{GROUP}:") else ""
    alone = group and fleet.keys_at(reader.state, place) == [key]
    return CarrierWithdrawal(
        **standing,
        aborted=target["aborted"],
        eliminated=target["eliminated"],
        air_units=tuple((key, reader[f"{KIND}:{key}.name"]) for key in target["air_units"]),
        last_of=group if alone else "",
        marks=marks_on(reader.state.values, place) if alone else (),
        dates=tuple(field for field in ("arrives", "leaves") if reader[f"{UNIT}:{key}.{field}"]),
        nrps=account_of(reader, side, NRP),
        arps=account_of(reader, side, ARP, organisation) if lost else None,
        because=target["because"],
    )


@DOORS.situation("naval-repair", form=RepairForm)
def repair(reader: Reader, target: Target) -> BaseModel:
    """The unit, and the naval repair points of its side."""
    unit = fleet.unit_of(reader, target["unit"])
    return NavalRepair(
        side=unit.side,
        unit=unit,
        hits=target["hits"],
        cost=tidy(target["cost"]),
        account=account_of(reader, unit.side, NRP),
        because=target["because"],
    )


@DOORS.shows("carrier-arrives")
def shown_of_arrival(facts: Mapping[str, Any], carrier: CarrierArrival, result: Result[Outcome[Arrived]]) -> Shown:
    """Orders of battle are no secret, places and aircraft are."""
    return Shown({"side": carrier.side.value, "unit": carrier.unit.name})


@DOORS.shows("carrier-withdraws")
def shown_of_withdrawal(
    facts: Mapping[str, Any], carrier: CarrierWithdrawal, result: Result[Outcome[Withdrawn]]
) -> Shown:
    """That it leaves; what it costs stands in the accounts."""
    return Shown({"side": carrier.side.value, "unit": carrier.unit.name})


@DOORS.duty(*TURN.steps_of("carrier-groups"))
def by_the_order_of_battle(now: Now) -> Iterator[Duty]:
    """Units whose turn has come are due; carrier groups without an entered turn may come and go."""
    yield from _other_units(now)
    for key in carrier_keys(now.facts):
        row = f"{UNIT}:{key}"
        place, name = str(now.facts[f"{row}.place"]), str(now.facts[f"{row}.name"])
        if {now.facts[f"{row}.side"], now.moment.player_turn} != {Side.ALLIED}:
            continue
        if place == WITHDRAWN and not now.facts[f"{row}.arrives"]:
            continue
        slug, field, words = (
            ("carrier-arrives", "arrives", "arrives")
            if place in (OFF, WITHDRAWN)
            else ("carrier-withdraws", "leaves", "withdraws")
        )
        turn = turn_or_none(str(now.facts[f"{row}.{field}"]))
        if turn is None and now.ahead:
            continue
        if turn is None or turn_number(turn) <= turn_number(now.moment.turn):
            yield _one(slug, key, f"{name} {words}", turn)


def _one(slug: str, key: str, text: str, turn: str | None) -> Duty:
    if turn is None:
        return by_rule(slug, text, f"unit={key}", small="if your order of battle says so", done="", again=True)
    small = f"by the order of battle in {turn_title(turn)}"
    passes = (Passed(f"{slug}/{key}", f"{text}, {small}", "carrier group"),)
    return by_rule(slug, text, f"unit={key}", small=small, kind=Kind.DUE, done="", passes=passes)


def _other_units(now: Now) -> Iterator[Duty]:
    """Any other naval unit comes and goes by the turns on its card; where it is then is set there, by no rule."""
    for key, _ in UNITS.of(now.facts):
        row = f"{UNIT}:{key}"
        kind, side, place, refit = (now.facts[f"{row}.{name}"] for name in ("kind", "side", "place", "refit"))
        if kind == UnitKind.CARRIER or side != now.moment.player_turn or place in (WITHDRAWN, SUNK):
            continue
        field = "arrives" if place == OFF or refit else "leaves"
        turn = turn_or_none(str(now.facts[f"{row}.{field}"]))
        if turn and turn_number(turn) <= turn_number(now.moment.turn):
            words = "arrives" if place == OFF else "comes out of refit" if refit else "leaves"
            small = f"by the order of battle in {turn_title(turn)}; set on its card"
            url = f"fleet/unit/{key}/"
            yield Duty(f"{now.facts[f'{row}.name']} {words}", "", small, Kind.DUE, url, done="", about="naval-move")


@DOORS.duty(*TURN.steps_of("naval-repair"))
def mend(now: Now) -> Iterator[Duty]:
    """Where a unit of the side has hits."""
    if now.ahead:
        return
    hurt = [key for key, _ in hurt_units(now.facts) if now.facts[f"{UNIT}:{key}.side"] == now.moment.player_turn]
    if hurt:
        small = f"{len(hurt)} naval {'unit has' if len(hurt) == 1 else 'units have'} hits"
        yield by_rule("naval-repair", small=small, again=True)
