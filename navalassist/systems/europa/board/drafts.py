"""A row as it is typed: the texts of a form, what they mean, and what is wrong with them.

`RowForm` holds texts only, so that nothing typed is lost; `read` makes a `Draft` of it, or faults by field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from navalassist.play.state import State
from navalassist.rules.europa.amounts import res_text
from navalassist.rules.europa.words import CargoKind, Side, TransportKind, Zone
from navalassist.systems.europa.board.fleet_units import (
    as_its_unit,
    begins_there,
    carried_by,
    carrier_named,
    sails_once,
    ship_named,
)
from navalassist.systems.europa.board.routes import CANAL, MOST_LEGS, asks, by_canal, kept, moved, proposed
from navalassist.systems.europa.board.words import (
    MOST,
    Carried,
    Fault,
    Rates,
    Sails,
    Unreadable,
    counted,
    follows,
    on_text,
    read_on,
    read_sails,
    sails_text,
)
from navalassist.systems.europa.ends import AFLOAT, BEACH, kind_of_end
from navalassist.systems.europa.setup import Draft, leg_fields

LONGEST_TEXT = 200
NUMBERS = {"hexes": 999, "air_for": MOST, "air_against": MOST, "status": 15}
LEG_WORDS = {
    "hexes": "Hexes to an Axis port",
    "air_for": "Own air",
    "air_against": "Enemy air",
    "status": "Agreed status",
}
TICKS = ("protected", "near_soviet_base", "outside", "stops")
OPTIONAL = ("hexes", "status")
# What may stand in place of a port: a way begins at a beach or afloat, and ends at a beach.
ENDS = {"origin": (BEACH, AFLOAT), "destination": (BEACH,)}


@dataclass(frozen=True, slots=True)
class LegForm:
    """One leg as typed."""

    zone: str
    protected: bool = False
    near_soviet_base: bool = False
    outside: bool = False
    stops: bool = False
    hexes: str = ""
    air_for: str = ""
    air_against: str = ""
    status: str = ""


@dataclass(frozen=True, slots=True)
class RowForm:
    """A row as typed. way: the pair of ports that the legs were made for, `naples>tripoli`.

    alone: empty naval transports sail alone (33.D).
    """

    side: str
    sails: str = ""
    on: str = ""
    origin: str = ""
    destination: str = ""
    legs: tuple[LegForm, ...] = ()
    way: str = ""
    alone: bool = True

    @property
    def pair(self) -> str:
        """The ports as `way` writes them."""
        return f"{self.origin}>{self.destination}"


@dataclass(frozen=True)
class Read:
    """What a form means: the form with its legs filled in, the draft when there is no fault, and the faults."""

    form: RowForm
    draft: Draft | None = None
    faults: tuple[Fault, ...] = field(default=())

    def fault_of(self, about: str) -> str:
        """What is wrong with a field; '' for nothing."""
        return next((fault.text for fault in self.faults if fault.about == about), "")


def form_of(data: Mapping[str, str], side: str) -> RowForm:
    """The row of a request; texts are cut at a length that no honest row has. side: where the form names none."""
    text = {name: data.get(name, "").strip()[:LONGEST_TEXT] for name in ("sails", "on", "origin", "destination", "way")}
    legs = []
    for number in range(1, MOST_LEGS + 1):
        zone = data.get(f"zone-{number}", "").strip()[:LONGEST_TEXT]
        if zone:
            legs.append(_leg_of(data, number, zone))
    sides = [side.value for side in Side]
    # A box without its tick is not sent at all: the page says beside it that it was asked.
    alone = bool(data.get("alone")) or not data.get("alone-asked")
    chosen = data["side"] if data.get("side") in sides else side
    return RowForm(side=chosen, legs=tuple(legs), alone=alone, **text)


def _leg_of(data: Mapping[str, str], number: int, zone: str) -> LegForm:
    numbers: dict[str, Any] = {name: data.get(f"{name}-{number}", "").strip()[:20] for name in NUMBERS}
    ticks: dict[str, Any] = {name: bool(data.get(f"{name}-{number}")) for name in TICKS}
    return LegForm(zone, **ticks, **numbers)


def rates_of(state: State) -> Rates:
    """R-55 as this campaign reads it."""
    return Rates.of(str(state.values.get("ruling:R-55.choice", "")))


def form_of_row(state: State, row: Mapping[str, Any], unit: str = "") -> RowForm:
    """The form of a saved row. unit: the one of the fleet that carries it."""
    return RowForm(
        side=row["side"],
        sails=sails_text(row),
        on=_on(state, row, unit),
        origin=row["origin"],
        destination=row["destination"],
        legs=tuple(leg_form(leg) for leg in row["route"]),
        way=f"{row['origin']}>{row['destination']}",
        alone=row["alone"],
    )


def _on(state: State, row: Mapping[str, Any], unit: str) -> str:
    """ "On" as it is typed: the name of the unit that carries it, or nothing where it follows what sails."""
    name = state.values.get(f"task-force:{unit}.name", "") if unit and CargoKind(row["cargo"]).is_shipping else ""
    if not name:
        return "" if follows(row, rates_of(state)) else on_text(row)
    carries = Decimal(row["carries"])
    each = "" if carries == rates_of(state).nt else f", {counted(carries, 'RE')} each"
    return f"{name}{each if row['transports'] != TransportKind.WARSHIP else ''}"


def leg_form(leg: Mapping[str, Any]) -> LegForm:
    """The form of a saved leg."""
    texts = {name: "" if leg.get(name) in (None, 0) and name != "hexes" else leg[name] for name in NUMBERS}
    shown: dict[str, Any] = {name: "" if value is None else str(value) for name, value in texts.items()}
    ticks: dict[str, Any] = {name: bool(leg.get(name)) for name in TICKS}
    return LegForm(leg["zone"], **ticks, **shown)


def acted(form: RowForm, act: str) -> RowForm:
    """The form after one tap that only changes what is typed: a chip, or a leg moved, taken out or added."""
    word, _, rest = act.partition(":")
    match word:
        case "sails":
            return replace(form, sails=rest[:LONGEST_TEXT], on="")
        case "on":
            return replace(form, sails=form.sails or "empty", on=rest[:LONGEST_TEXT])
        case "route":
            origin, _, destination = rest.partition(":")
            return replace(form, origin=origin, destination=destination)
        case "side" if rest in [side.value for side in Side]:
            return replace(form, side=rest)
        case "legs" if rest in ("propose", CANAL):
            return replace(form, legs=(), way=rest if rest == CANAL else "")
        case "leg-drop" | "leg-up" | "leg-down" if rest.isascii() and rest.isdigit() and len(rest) < 3:
            legs = [leg_fields(leg.zone, form=leg) for leg in form.legs]
            shifted = moved(legs, word.removeprefix("leg-"), int(rest))
            return replace(form, legs=tuple(leg["form"] for leg in shifted), way=form.pair)
    return form


def read(state: State, form: RowForm, fixed_legs: int = 0, row: str = "") -> Read:
    """What a form means. fixed_legs: so many legs were sailed already and stay as they are; row: its key."""
    faults: list[Fault] = []
    cargo = _cargo(state, form, faults, row)
    for about in ("origin", "destination"):
        end = getattr(form, about)
        if f"port:{end}.owner" not in state.values and kind_of_end(end) not in ENDS[about]:
            word = "From" if about == "origin" else "To"
            faults.append(Fault(about, f"{word}: choose a port of the list."))
    form, route = _route(state, form, fixed_legs, faults)
    if cargo is None or faults:
        return Read(form, None, tuple(faults))
    return Read(form, Draft(form.side, origin=form.origin, destination=form.destination, route=route, **cargo))


def _cargo(state: State, form: RowForm, faults: list[Fault], row: str) -> dict[str, Any] | None:
    rates = rates_of(state)
    try:
        sails, unit = _sails(state, form, rates, row)
        carried, carrier = _carried(state, form, sails, rates, row)
    except Unreadable as bad:
        faults.append(bad.fault)
        return None
    return {
        "unit": unit or carrier,
        "cargo": sails.kind.value,
        "label": sails.label,
        "points": res_text(sails.points),
        "res": res_text(sails.res),
        "transports": carried.transports.value,
        "transport_count": carried.count,
        "carries": res_text(carried.carries if carried.transports.is_transport else Decimal(1)),
        "alone": form.alone or not asks_alone(sails.kind, carried.transports),
        "code_c_fighter": sails.code_c_fighter,
        "nation": sails.nation,
    }


def _sails(state: State, form: RowForm, rates: Rates, row: str) -> tuple[Sails, str]:
    """What sails, and the unit of the fleet that it is; '' for none."""
    sails = read_sails(form.sails, rates)
    unit = ship_named(state.values, form.side, sails, form.origin)
    if unit is None:
        return sails, ""
    sails_once(state.values, unit, row, "sails")
    begins_there(state.values, unit, row, form.origin)
    return as_its_unit(sails, unit), unit.key


def _carried(state: State, form: RowForm, sails: Sails, rates: Rates, row: str) -> tuple[Carried, str]:
    """On what it sails, and the unit of the fleet that carries it; '' for none."""
    text = " ".join((form.on or sails.on).split())
    named = carrier_named(state.values, form.side, text, form.origin) if sails.kind.is_shipping else None
    if named is None:
        return read_on(form.on, sails, rates), ""
    unit, res = named
    sails_once(state.values, unit, row, "on")
    begins_there(state.values, unit, row, form.origin)
    return carried_by(unit, res, sails, rates), unit.key


def asks_alone(cargo: str, transports: str) -> bool:
    """True for empty naval transports, the only ones that are safer when they sail alone (33.D)."""
    return cargo == CargoKind.EMPTY and transports == TransportKind.NT


def _route(
    state: State, form: RowForm, fixed_legs: int, faults: list[Fault]
) -> tuple[RowForm, tuple[Mapping[str, Any], ...]]:
    """The legs as typed, or as proposed where the ports changed or none were typed."""
    if any(fault.about in ("origin", "destination") for fault in faults):
        return form, ()
    typed = []
    if form.legs and (form.way in ("", form.pair) or fixed_legs):
        typed = [_leg(form.side, leg, number, faults) for number, leg in enumerate(form.legs, start=1)]
        return replace(form, way=form.pair), tuple(typed)
    if form.origin == form.destination:
        faults.append(Fault("destination", "To: choose another port than where it starts."))
        return form, ()
    try:
        ends = form.side, form.origin, form.destination
        legs = (by_canal(state, *ends) if form.way == CANAL else []) or proposed(state, *ends)
    except Unreadable as bad:
        faults.append(bad.fault)
        return form, ()
    slips: list[Fault] = []
    old = [_leg(form.side, leg, 0, slips) for leg in form.legs]
    route = kept(legs, [] if slips else old)
    return replace(form, legs=tuple(leg_form(leg) for leg in route), way=form.pair), tuple(route)


def _leg(side: str, leg: LegForm, number: int, faults: list[Fault]) -> dict[str, Any]:
    """One leg's values; a question that its zone does not ask is not kept."""
    if leg.zone not in [zone.value for zone in Zone]:
        faults.append(Fault("legs", f"Zone {number}: choose a sea zone of the list."))
        return leg_fields(Zone.CENTRAL_MED.value)
    wanted = asks(side, leg.zone)
    values: dict[str, Any] = {"protected": leg.protected, "stops": leg.stops}
    values["near_soviet_base"] = leg.near_soviet_base and "soviet" in wanted
    values["outside"] = leg.outside and "interdiction" in wanted
    for name, high in NUMBERS.items():
        asked = name not in OPTIONAL or name in wanted
        values[name] = _number(getattr(leg, name) if asked else "", name, high, number, faults)
    return leg_fields(leg.zone, **values)


def _number(text: str, name: str, high: int, number: int, faults: list[Fault]) -> int | None:
    if not text:
        return None if name in OPTIONAL else 0
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= high):
        words = f"Zone {number}: {LEG_WORDS[name]} is a whole number from 0 to {high}"
        faults.append(Fault(f"{name}-{number}", f"{words}{'' if name not in OPTIONAL else ', or empty'}."))
        return None if name in OPTIONAL else 0
    return int(text)


def draft_fields(draft: Draft) -> dict[str, Any]:
    """The facts of a row that a player types, as the shipment stores them before it has sailed."""
    return {
        "cargo": draft.cargo,
        "label": draft.label,
        "points": draft.points,
        "res_afloat": draft.res,
        "transports": draft.transports,
        "transport_count": draft.transport_count,
        "transports_afloat": draft.transport_count,
        "carries": draft.carries,
        "origin": draft.origin,
        "destination": draft.destination,
        "route": [dict(leg) for leg in draft.route],
        "alone": draft.alone,
        "code_c_fighter": draft.code_c_fighter,
        "nation": draft.nation,
    }
