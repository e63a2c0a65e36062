"""What a rule was given: its situation in words, the facts that it read, its terms, the odds that were shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from navalassist.desk.logbook import shipping
from navalassist.desk.logbook.facts import Words, field_word
from navalassist.desk.logbook.naming import (
    amount,
    entry_url,
    entry_word,
    several,
    step_name,
    title,
    turn_name,
    with_turns,
    zone_name,
)
from navalassist.desk.logbook.record import Body, Plain, part_name, plain_text
from navalassist.desk.templatetags.parts import decimal, side_word
from navalassist.engine import REGISTER
from navalassist.play.state import State
from navalassist.systems.europa.ends import AFLOAT, BEACH, kind_of_end


@dataclass(frozen=True)
class Input:
    """One figure of the situation. changed: a correction made it what it is."""

    label: str
    text: str
    changed: bool = False
    help: str = ""


@dataclass(frozen=True)
class FactRead:
    """One fact that was read, and the entry that had set it."""

    what: str
    value: str
    source: str
    url: str


@dataclass(frozen=True)
class Terms:
    """The terms of one number. total_rule: R-02, where the sum is held in bounds."""

    title: str
    terms: tuple[Plain, ...]
    total: int
    total_text: str
    total_rule: str


@dataclass(frozen=True)
class Shown:
    """One number of the odds that were shown, and how the result compares with it."""

    label: str
    value: Fraction
    unit: str
    came: str = ""


def inputs_of(body: Body, state: State) -> list[Input]:
    """The situation in words."""
    situation = body.get("situation")
    if not isinstance(situation, Mapping):
        return []
    changed = {str(path).partition(".")[2] or str(path) for path in body.get("changed", ())}
    found = _of_check(situation, state) if shipping.is_check(body) else _of_any(body, situation, state)
    return [
        Input(label, text, not changed.isdisjoint(names.split()), words) for names, label, text, words in found if text
    ]


def _of_check(situation: Plain, state: State) -> Iterator[tuple[str, str, str, str]]:
    item, leg = situation["item"], situation["leg"]
    moment = f"{turn_name(state, situation['turn'])}, {side_word(situation['player_turn'])} player turn"
    yield "kind label res", "What sails", shipping.item_text(item), ""
    yield "transports transport_count", "On", shipping.carried_text(item).removeprefix("on "), ""
    if item["carries"] != "1":
        yield "carries", "Each transport carries", several(item["carries"], "RE"), ""
    yield "origin", "From", str(item["origin"]["name"] or item["origin"]["key"]), ""
    yield "destination", "To", str(item["destination"]["name"] or item["destination"]["key"]), ""
    yield (
        "zone",
        "Sea zone",
        f"{zone_name(state, leg['zone'])}, leg {situation['leg_number']} of {situation['legs']}",
        "",
    )
    yield "phase", "When", f"{moment}, {step_name(state, situation['phase'])}", ""
    yield "protected", "Keeps to protected inshore waters", plain_text(leg["protected"]), ""
    if situation.get("begins_at_sea"):
        yield "begins_at_sea", "The step began with it at sea here", "yes", "33.A.2"
    else:
        yield "leg_number comes_from", "Occasion", _occasion(situation), "33.A.1"
    yield from _of_leg(leg)
    yield from _of_item(item)
    if situation["already_checked"]:
        yield "already_checked", "Checked before in this zone and phase", entry_word(situation["already_checked"]), ""


def _occasion(situation: Plain) -> str:
    """Why a check was asked for: what the item did in the zone."""
    if situation["leg_number"] > 1:
        return "enters the zone"
    ends = {BEACH: "loaded at a beach", AFLOAT: "comes into play afloat"}
    return ends.get(kind_of_end(str(situation["item"]["origin"]["key"])), "puts to sea")


def _of_leg(leg: Plain) -> Iterator[tuple[str, str, str, str]]:
    if leg["hexes"] is not None:
        yield "hexes", "Hexes to the port that counts", str(leg["hexes"]), "the 15-hex rule, 33.B.1.b"
    if leg["near_soviet_base"]:
        yield "near_soviet_base", "Within 3 hexes of a Soviet naval base", "yes", ""
    if leg["air_for"]:
        yield "air_for", "Aircraft for the shipping", str(leg["air_for"]), "modified TBF, 33.C"
    if leg["air_against"]:
        yield "air_against", "Aircraft against the shipping", str(leg["air_against"]), "modified TBF, 33.C"
    if leg.get("stops"):
        yield "stops", "Stops here at sea", "yes", ""
    if leg["status"] is not None:
        yield "status", "Status agreed at the table", str(leg["status"]), "R-51"


def _of_item(item: Plain) -> Iterator[tuple[str, str, str, str]]:
    if item["kind"] == "empty":
        yield "alone", "Sails alone", plain_text(item["alone"]), ""
    if item["kind"] == "carrier":
        yield "code_c_fighter", "Code C fighter aboard", plain_text(item["code_c_fighter"]), ""
    if item["nation"]:
        yield "nation", "Nation", title(item["nation"]), ""
    lost = shipping.amounts(item, item["res_lost"], item["transports_lost"], item["hits"])
    yield "res_lost", "Lost before on this voyage", lost, ""
    back = shipping.amounts(item, item["res_returned"], item["transports_returned"])
    yield "res_returned", "Back in port before", back, ""


def _of_any(body: Body, situation: Plain, state: State) -> Iterator[tuple[str, str, str, str]]:
    """The fields of any situation; what they mean as the rule's own model says it, while it is still registered."""
    procedure = REGISTER.get(str(body.get("procedure", "")))
    fields = procedure.situation.model_fields if procedure else {}
    for name, value in situation.items():
        if name == "facts":
            continue
        field = fields.get(name)
        words = _zones_named(str(field.description or ""), state) if field else ""
        label = str(field.title or "") if field and field.title else title(name)
        text = _chosen(field.annotation if field else None, value) or _any_text(name, value, state)
        yield name, label, text, words


def _zones_named(text: str, state: State) -> str:
    """A description with the names of zones in place of their keys: `Eastern Med or Red Sea`."""
    for row in state.rows("zone"):
        key = row.partition(":")[2]
        if "-" in key and key in text:
            text = text.replace(key, zone_name(state, key, short=True))
    return text


def _chosen(kind: Any, value: Any) -> str:
    """One of a list, as its rule calls it; '' for any other value."""
    if not (isinstance(kind, type) and issubclass(kind, StrEnum) and value in list(kind)):
        return ""
    return str(getattr(kind(value), "label", ""))


def _any_text(name: str, value: Any, state: State) -> str:
    """A figure of any situation in words."""
    if isinstance(value, str) and value in ("axis", "allied", "vichy"):
        return side_word(value)
    if name == "zone" and isinstance(value, str):
        return zone_name(state, value)
    if isinstance(value, Mapping) and value.get("name") and "key" in value:
        return str(value["name"])
    if isinstance(value, list) and value and all(isinstance(part, Mapping) and "zone" in part for part in value):
        return ", ".join(zone_name(state, str(part["zone"])) for part in value)
    if isinstance(value, str) and f"zone:{value}.name" in state.values:
        return zone_name(state, value)
    return "none" if value in ("", None) else with_turns(state, plain_text(value))


def facts_read(body: Body, state: State) -> list[FactRead]:
    """Every fact that was read, with the entry that had set it; the facts of an air unit in one line."""
    words = Words(state, body)
    found: list[FactRead] = []
    units: dict[str, list[tuple[str, Any, str]]] = {}
    for key, value, source in body.get("facts_read", ()):
        row, _, name = key.rpartition(".")
        if row.startswith("air-unit:"):
            units.setdefault(row, []).append((name, value, source))
        else:
            found.append(_fact_read(words.fact(key), words.value(key, value), source, state))
    return found + [_unit_read(words, row, told, state) for row, told in units.items()]


def _unit_read(words: Words, row: str, told: list[tuple[str, Any, str]], state: State) -> FactRead:
    """`Air unit Ju 88`, `Axis, type S, TBF 4, …`; the entry is the last that set something of it."""
    parts = [words.value(f"{row}.{name}", value) for name, value, _ in told if name in ("side", "nature", "place")]
    parts += [f"{field_word('air-unit', n)} {plain_text(v)}" for n, v, _ in told if n in ("tbf", "range")]
    latest = max((source for _, _, source in told), key=lambda source: int(source.rpartition("/")[2] or 0))
    return _fact_read(f"Air unit {words.row(row)}", ", ".join(parts), latest, state)


def _fact_read(what: str, value: str, source: str, state: State) -> FactRead:
    return FactRead(what, value, entry_word(source) if source else "", entry_url(state, source) if source else "")


def links_of(body: Body, state: State) -> dict[str, tuple[str, str]]:
    """fact -> address and label of the entry that set it, for the terms that read it."""
    return {
        key: (entry_url(state, source), entry_word(source)) for key, _, source in body.get("facts_read", ()) if source
    }


def terms_of(body: Body, state: State) -> list[Terms]:
    """The sums of the entry: those that dice were read by, and those in its outcome."""
    found = []
    for answer in body.get("answers", ()):
        if answer.get("terms"):
            check = shipping.is_check(body)
            name = "Terms of the naval status" if check else f"Terms: {answer.get('label') or answer['key']}"
            text = "Final status" if check else "Sum"
            found.append(_terms(name, answer["terms"], answer.get("bounds") or (None, None), text))
    outcome = body.get("outcome")
    for name, tally in _tallies(outcome, state) if isinstance(outcome, Mapping) else ():
        found.append(_terms(name, tally["terms"], (tally.get("low"), tally.get("high")), "Sum"))
    return found


def _tallies(outcome: Plain, state: State) -> Iterator[tuple[str, Plain]]:
    """The sums in an outcome, of itself and of the like things that it lists."""
    for name, value in outcome.items():
        if isinstance(value, Mapping) and "terms" in value:
            yield f"Terms of the {title(name).lower()}", value
        for part in value if isinstance(value, list) else ():
            if isinstance(part, Mapping):
                first = part_name(part, state) or title(name)
                yield from ((f"Terms, {first}", v) for v in part.values() if isinstance(v, Mapping) and "terms" in v)


def _terms(name: str, terms: Any, bounds: Any, text: str) -> Terms:
    low, high = bounds
    total = sum(term["value"] for term in terms if term["applies"])
    total = total if low is None else max(low, total)
    total = total if high is None else min(high, total)
    held = "" if low is None and high is None else f", held in {low} to {high}"
    return Terms(name, tuple(terms), total, text + held, "R-02" if held else "")


def odds_of(body: Body) -> list[Shown]:
    """The odds as they were shown before the dice, and what came."""
    outcome = body.get("outcome")
    result = outcome if isinstance(outcome, Mapping) else {}
    return [
        Shown(label, Fraction(value), "" if unit == "chance" else unit, _came(key, Fraction(value), unit, result))
        for key, label, value, unit in body.get("odds", ())
    ]


def _came(key: str, expected: Fraction, unit: str, outcome: Plain) -> str:
    """`yes`, `no`; `4 REs, 1.2 over`: what happened, beside what was to be expected."""
    if key == "contact" and "contact" in outcome:
        return "yes" if outcome["contact"] else "no"
    if key == "unharmed" and "res_lost" in outcome:
        harm = ("res_lost", "res_returned", "transports_lost", "hits")
        return "no" if any(str(outcome.get(name, 0)) != "0" for name in harm) else "yes"
    name = {"loss": "res_lost", "hits": "hits"}.get(key, "")
    if not name or name not in outcome:
        return ""
    lost = Fraction(str(outcome[name]))
    words = several(amount(outcome[name]), "RE") if unit == "RE" else several(outcome[name], "hit")
    if lost == expected:
        return f"{words}, as expected"
    return f"{words}, {decimal(abs(lost - expected))} {'over' if lost > expected else 'under'}"
