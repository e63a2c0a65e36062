"""The words of a shipping check (33.A to 33.E), read from its record alone."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from navalassist.desk.logbook.naming import place_name, several
from navalassist.desk.logbook.record import (
    Body,
    Box,
    Part,
    Plain,
    Readout,
    column_of,
    dice_of,
    odds_of_reading,
    plain_text,
    thrown,
    total_of,
)
from navalassist.engine import to_plain
from navalassist.engine.english import amount, does
from navalassist.engine.rule import Summary
from navalassist.play.state import State

CONTACT = "C"
# REs of these are said by their own names; a letter more for several.
TRANSPORTS = {"nt": "NT", "lc": "LC", "lb": "LB", "warship": "warship"}
# How the die is called out for a lot.
CALLED = {
    "NE": "No effect",
    "R": "Returned",
    "1RE": "1 RE",
    "2RE": "2 REs",
    "HALF": "Half eliminated",
    "E": "Eliminated",
}
CARGO = ("sp", "srp", "rp", "unit")
# An item's key for the REs of an SRP; what the book has.
SRP, SRP_RES, DEFAULT_SRP = "srp", "srp_res", 5
NAVAL = {"warship": "warship", "task-force": "task force", "carrier": "carrier group"}


def is_check(body: Body) -> bool:
    """True for an entry of the check of one item in one zone."""
    situation = body.get("situation")
    return body.get("procedure") == "cargo-contact" and isinstance(situation, Mapping) and "item" in situation


def halves(body: Body) -> bool:
    """True if a check may have had to round: a lot was halved, or a transport lost a part of what it carries."""
    lots = (body.get("outcome") or {}).get("lots", ())
    carries = str(body["situation"]["item"]["carries"])
    return any(lot["result"] == "HALF" or (carries != "1" and str(lot["res_lost"]) != "0") for lot in lots)


def priced(item: Plain, state: State) -> Plain:
    """An item that knows how many REs an SRP of this campaign is (R-55), so that SRPs are told as SRPs."""
    choice = str(state.values.get("ruling:R-55.choice", ""))
    rates = dict(rate.split("=") for rate in choice.split())
    return {**item, SRP_RES: rates["srp"]} if rates and item["kind"] == SRP else item


def srps_of(item: Plain, res: Any) -> str:
    """`2 SRP` of 10 REs; `1.6 SRP`."""
    points = Decimal(str(res)) / Decimal(item.get(SRP_RES, DEFAULT_SRP))
    return f"{amount(to_plain(points))} SRP"


def cargo_text(item: Plain, res: Any) -> str:
    """An amount of cargo: `7 SP`, `2 REs`, `1.6 SRP (8 REs)`."""
    kind = str(item["kind"])
    if kind == SRP:
        return f"{srps_of(item, res)} ({several(res, 'RE')})"
    return f"{amount(res)} {kind.upper()}" if kind in ("sp", "rp") else several(res, "RE")


def ships_text(kind: str, number: int) -> str:
    """`7 NTs`; nothing for what has no transports of its own."""
    return several(number, TRANSPORTS[kind]) if kind in TRANSPORTS and number else ""


def item_text(item: Plain) -> str:
    """What sailed: `7 SP`, `Infantry brigade, 2 REs`, `4 empty NTs`, `Force H`."""
    kind, label = str(item["kind"]), str(item.get("label", ""))
    if kind == "empty":
        sort = TRANSPORTS.get(str(item["transports"]), "transport")
        return f"{item['transport_count']} empty {sort}{'' if item['transport_count'] == 1 else 's'}"
    if kind in NAVAL:
        return label or NAVAL[kind].capitalize()
    much = srps_of(item, item["res"]) if kind == SRP else cargo_text(item, item["res"])
    if label and much not in label:
        return f"{label}, {much}"
    return label or (f"Unit, {much}" if kind == "unit" else much)


def route_text(item: Plain) -> str:
    """`Naples–Tripoli`"""
    return "–".join(end_text(item, end) for end in ("origin", "destination"))


def end_text(item: Plain, end: str) -> str:
    """`Naples` of its `origin`."""
    return str(item[end].get("name") or item[end]["key"])


def joined(item: Plain, ends: str) -> str:
    """What sails and its ports: `7 SP Naples–Tripoli`, `Infantry brigade, 2 REs, Gibraltar–Valletta`."""
    what = item_text(item)
    return f"{what}{',' if ',' in what else ''} {ends}"


def item_and_route(item: Plain) -> str:
    """The item of a situation in a line."""
    return joined(item, route_text(item))


def carried_text(item: Plain) -> str:
    """`on 7 NTs`; nothing for what sails by itself."""
    if item["kind"] in NAVAL or item["kind"] == "empty":
        return ""
    number = item["transport_count"]
    if not number:
        return "on warships" if item["transports"] == "warship" else ""
    return f"on {ships_text(str(item['transports']), number)}"


def amounts(item: Plain, res: Any, ships: int, hits: int = 0) -> str:
    """What a box says: `4 SP, 4 NTs`; '' when it is nothing."""
    kind = str(item["kind"])
    found = []
    if kind in CARGO and str(res) != "0":
        found.append(cargo_text(item, res))
    found.append(ships_text(str(item["transports"]), ships) if kind not in NAVAL else "")
    each = " each" if item["transports"] == "warship" and item["transport_count"] > 1 else ""
    found.append(several(hits, "hit") + each if hits else "")
    return ", ".join(text for text in found if text)


def item_does(item: Plain, verb: str) -> str:
    """`7 SP from Naples to Tripoli are`, `Ariete (4 REs) from Naples to Tripoli is`: verb as several do it."""
    what, kind, label = item_text(item), str(item["kind"]), str(item.get("label", ""))
    named = label if label and kind not in CARGO[:-1] else what.partition(" (")[0]
    doing = does(named, verb, is_one=kind == "carrier" or (kind == "unit" and not label))[len(named) :]
    home, goal = (str(item[end].get("name") or item[end]["key"]) for end in ("origin", "destination"))
    first, _, much = what.partition(", ")
    return f"{f'{first} ({much})' if much else first} from {home} to {goal}{doing}"


def said(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`7 SP from Naples to Tripoli are found in the Central Med: 4 SP, 4 NTs lost; 2 SP, 2 NTs arrive at Tripoli.`"""
    item, zone = priced(situation["item"], state), place_name(state, situation["leg"]["zone"], short=True)
    contact = outcome.get("contact")
    if contact is None:
        then = "; ".join(map(_fate, boxes(item, outcome)))
        return Summary(
            f"{item_does(item, 'are')} not checked in the {zone}: {'; '.join(filter(None, (why_not(outcome), then)))}."
        )
    found = "found" if contact else "not found"
    fates = "; ".join(map(_fate, boxes(item, outcome)))
    return Summary(f"{item_does(item, 'are')} {found} in the {zone}: {fates}.", word_of(outcome), bool(contact))


def why_not(outcome: Plain) -> str:
    """Why no check was due, with its paragraph."""
    rule = f" ({outcome['rule']})" if outcome.get("rule") else ""
    return str(outcome.get("why", "")).rstrip(".") + rule


def _fate(box: Box) -> str:
    """`4 SP, 4 NTs lost`; `damage 2 hits`"""
    label = box.label[:1].lower() + box.label[1:].replace(", finished", "")
    return f"{box.text} {label}" if box.said_after else f"{label} {box.text}"


def word_of(outcome: Plain) -> str:
    """The verdict, as it is called out; '' where no dice were due."""
    if outcome.get("contact") is None:
        return ""
    return "CONTACT" if outcome["contact"] else "NO CONTACT"


def readout(words: dict[str, Any], body: Body, state: State) -> Readout:
    """The read-out of one check."""
    situation, outcome = body["situation"], body.get("outcome") or {}
    item, throws = priced(situation["item"], state), thrown(body)
    told = said(situation, outcome, state) if outcome else None
    contact = next((a for a in throws if a["key"].endswith("contact")), None)
    words |= {"rule": str(body.get("rule", ""))}
    if contact:
        words |= {
            "column": column_of(contact),
            "dice": dice_of(contact, body),
            "total": total_of(contact),
            "odds": odds_of_reading(state, contact, CONTACT),
        }
    elif outcome:
        words |= {"rule": str(outcome.get("rule", ""))}
    return Readout(
        head=f"{item_text(item)}, {route_text(item)}",
        sentence=told.sentence if told else "",
        place=place_name(state, situation["leg"]["zone"]),
        carried=carried_text(item),
        word=word_of(outcome) if outcome else ("CONTACT" if contact and contact.get("reading") == CONTACT else "Waits"),
        bad=bool(outcome.get("contact")) if outcome else True,
        parts=tuple(_lot(item, lot, throws, body) for lot in outcome.get("lots", ())),
        boxes=tuple(boxes(item, outcome)) if outcome and contact else (),
        notes=tuple(dict.fromkeys(lot["note"] for lot in outcome.get("lots", ()) if lot.get("note"))),
        **words,
    )


def _lot(item: Plain, lot: Plain, throws: list[Plain], body: Body) -> Part:
    key = f"lot-{lot['number']}/effect"
    dice = next((dice_of(answer, body) for answer in throws if answer["key"].endswith(key)), ())
    result = str(lot["result"])
    return Part(CALLED.get(result, plain_text(result)), f"{_lot_name(item, lot)}: {_lot_fate(item, lot)}", dice)


def _lot_name(item: Plain, lot: Plain) -> str:
    kind = str(item["kind"])
    if kind in NAVAL:
        return str(item.get("label") or NAVAL[kind])
    if kind == "empty":
        return f"lot {lot['number']}, {ships_text(str(item['transports']), lot['transports'])}"
    name = "the unit" if kind == "unit" else f"lot {lot['number']}"
    return f"{name}, {cargo_text(item, lot['res'])}"


def _lot_fate(item: Plain, lot: Plain) -> str:
    """`1 lost, 2 sail on`; empties are counted in transports, cargo in REs, naval units in hits."""
    home = str(item["origin"].get("name") or item["origin"]["key"])
    if item["kind"] in NAVAL:
        words = [several(lot["hits"], "hit")] if lot["hits"] else []
        return ", ".join([*words, f"back to {home}" if lot["turned_back"] else "goes on"])
    names = ("transports", "transports_lost", "transports_returned")
    names = names if item["kind"] == "empty" else ("res", "res_lost", "res_returned")
    start, lost, back = (Decimal(str(lot[name])) for name in names)
    if not lost and not back:
        return "sails on unharmed"
    if lost == start:
        words = [f"all {amount(lost)} lost" if lost != 1 else "lost"]
    elif back == start:
        words = [f"back to {home}"]
    else:
        on = start - lost - back
        found = ((lost, "lost"), (back, f"back to {home}"), (on, "sail on" if on != 1 else "sails on"))
        words = [f"{amount(number)} {word}" for number, word in found if number]
    words += [several(lot["hits"], "hit")] if lot["hits"] else []
    return ", ".join(words)


def boxes(item: Plain, outcome: Plain) -> list[Box]:
    """Lost; arrived or sailing on; back in port."""
    home, goal = (str(item[end].get("name") or item[end]["key"]) for end in ("origin", "destination"))
    state = outcome["state"]
    going, sailing = ("Arrives at", "Sails on") if item["kind"] in NAVAL else ("Arrive at", "Sail on")
    on = {"arrived": f"{going} {goal}", "at-sea": sailing}.get(state, "Afloat")
    if item["kind"] in NAVAL:
        place = f"Back in {home}, finished" if state == "returned" else on
        found = [Box("Damage", several(outcome["hits"], "hit"), lost=True)] if outcome["hits"] else []
        return [*found, Box(place, item_text(item), said_after=True)]
    lost = amounts(item, outcome["res_lost"], outcome["transports_lost"], outcome["hits"])
    back = amounts(item, outcome["res_returned"], outcome["transports_returned"])
    left = amounts(item, outcome["res_afloat"], outcome["transports_afloat"])
    found = [Box("Lost", lost, lost=True, said_after=True)] if lost else []
    found += [Box(on, left, said_after=True)] if left and state in ("arrived", "at-sea") else []
    return found + ([Box(f"Back in {home}, finished", back, said_after=True)] if back else [])
