"""A corrected shipping row: what the board would say of it, and the facts of the shipment that go with it."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from pydantic import BaseModel

from navalassist.desk.logbook.record import Body
from navalassist.desk.problem import Problem
from navalassist.engine import Effect, Set, to_plain
from navalassist.play.state import State
from navalassist.rules.europa.rates import rates_of
from navalassist.rules.europa.words import CargoKind
from navalassist.systems.europa.board import drafts

# A field of the board -> the field of the correction's form that says the same.
ABOUT = {"sails": "res", "on": "transport_count", "origin": "origin", "destination": "destination", "legs": "hexes"}


def check_row(situation: BaseModel, state: State, body: Body) -> None:
    """Problem 422, in the board's own words, for a row that the board would not take."""
    new, old = situation.model_dump(mode="json"), body["situation"]
    row = state.row(f"shipment:{old['item']['key']}")
    if not row or new["item"] == old["item"]:
        return
    gone = {name: new["item"][name] for name in ("res_lost", "res_returned")}
    wanted = dict(row) | _planned(new, state) | gone
    read = drafts.read(state, drafts.form_of_row(state, wanted), fixed_legs=len(wanted["route"]))
    for fault in read.faults:
        raise Problem(422, fault.text, about=ABOUT.get(fault.about, "hexes"))
    assert read.draft is not None
    kind = CargoKind(new["item"]["kind"])
    if not kind.is_cargo and Decimal(new["item"]["res"]):
        raise Problem(422, f"REs of cargo afloat: {kind.label} carries none, write 0.", about="res")
    if (read.draft.transports, read.draft.transport_count) != (wanted["transports"], wanted["transport_count"]):
        words = "sails by itself, without transports" if not kind.is_shipping else "needs transports"
        raise Problem(422, f"On: {kind.label} {words}.", about="transports")


def planned(situation: BaseModel, state: State, body: Body) -> tuple[Effect, ...]:
    """The shipment's own facts, brought to what the corrected situation says was afloat before the dice.

    The rule then adds its losses to them. Transports add up: begun with = afloat + lost + returned.
    """
    new, old = situation.model_dump(mode="json"), body["situation"]
    row = f"shipment:{old['item']['key']}"
    if f"{row}.cargo" not in state.values:
        return ()
    before, after = (_planned(values, state) for values in (old, new))
    effects = [Set(f"{row}.{name}", value) for name, value in after.items() if before[name] != value]
    if old["leg"] != new["leg"]:
        route = [dict(leg) for leg in state.values[f"{row}.route"]]
        route[new["leg_number"] - 1] |= new["leg"]
        effects.append(Set(f"{row}.route", route))
    return tuple(effects)


def _planned(situation: Mapping[str, Any], state: State) -> dict[str, Any]:
    item = situation["item"]
    total = sum((Decimal(item[name]) for name in ("res", "res_lost", "res_returned")), Decimal(0))
    rates = rates_of(str(state.values.get("ruling:R-55.choice", "sp=1 srp=5 nt=1")))
    each = {"sp": rates.sp, "srp": rates.srp}.get(item["kind"], Decimal(1))
    return {
        "cargo": item["kind"],
        "label": item["label"],
        "points": to_plain(total / each),
        "res_afloat": item["res"],
        "transports": item["transports"],
        "transport_count": item["transport_count"] + item["transports_lost"] + item["transports_returned"],
        "transports_afloat": item["transport_count"],
        "carries": item["carries"],
        "origin": item["origin"]["key"],
        "destination": item["destination"]["key"],
        "alone": item["alone"],
        "code_c_fighter": item["code_c_fighter"],
        "nation": item["nation"],
    }
