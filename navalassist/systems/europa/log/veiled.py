"""A rule that read a side's secrets, as everybody may read it: its dice, and what it showed of that side."""

from __future__ import annotations

from typing import Any

from navalassist.auditlog.shape import SHOWN
from navalassist.desk.logbook.naming import several, title, zone_name
from navalassist.desk.logbook.record import Body, Plain, plain_text
from navalassist.desk.words import side_word
from navalassist.engine import REGISTER
from navalassist.play.state import State
from navalassist.systems.europa.log import shipping

# Of what is shown: what the line of the entry says already.
SAID = ("side", "zone", "item", "contact", "column", "terms", "why")
# A check of shipping says yes or no, one of a naval unit or in a danger zone says it in a word.
IN_A_WORD = ("anti_shipping", "danger_zone")
MET = {"contact": True, "no contact": False}
# What is told first, and how it is called where its key says too little.
FIRST = ("anti_shipping", "danger_zone", "roll", "unit", "group", "port", "hex", "hits")
CALLED = {"anti_shipping": "Anti-shipping", "roll": "Success roll", "hits_in_all": "Hits"}


def head_of(body: Body, state: State) -> tuple[str, str]:
    """What was checked and where: `Axis marker 3`, `Central Med, status 9`."""
    shown = body[SHOWN]
    detail = [zone_name(state, str(shown["zone"]), short=True)] if "zone" in shown else []
    detail += [f"status {shown['column']}"] if "column" in shown else []
    rule = None if is_shipping(shown) else REGISTER.get(str(body.get("procedure", "")))
    if rule is not None:
        whose = [side_word(str(shown["side"]))] if "side" in shown else []
        return rule.title, ", ".join((*whose, *detail))
    return marker(shown, state), ", ".join(detail)


def is_shipping(shown: Plain) -> bool:
    """True for a check of shipping, which has a verdict of its own; other rules show fields with names."""
    return "item" in shown or "contact" in shown


def contact_told(shown: Plain) -> bool | None:
    """Whether contact was made; None where no verdict was shown, since there was none or the check still waits."""
    if "contact" in shown:
        return None if shown["contact"] is None else bool(shown["contact"])
    return next((MET[str(shown[name])] for name in IN_A_WORD if shown.get(name) in MET), None)


def fields_of(shown: Plain) -> list[tuple[str, str]]:
    """The other fields that were shown, the verdict first: label and words."""
    names = [name for name in shown if name not in SAID]
    names.sort(key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))
    return [(CALLED.get(name, title(name)), _in_words(name, shown[name])) for name in names]


def _in_words(name: str, value: Any) -> str:
    """`failure` for a roll of `F, failure`: the letter is the table's."""
    return str(value).partition(", ")[2] or str(value) if name == "roll" else plain_text(value)


def _told(shown: Plain) -> str:
    """What a rule showed, in a line: `Pola; 1 hit; turned back`; a contact has its own word before it."""
    made = contact_told(shown)
    if made is None or shown.get("turned_back") is None:
        said = {CALLED.get(name, title(name)) for name in IN_A_WORD} if made is not None else set()
        return "; ".join(f"{label} {text}" for label, text in fields_of(shown) if label not in said)
    hits = [several(shown["hits"], "hit")] if shown["hits"] else []
    back = ["turned back"] if shown["turned_back"] else [] if hits else ["unharmed"]
    return "; ".join([str(shown["unit"]), *hits, *back])


def marker(shown: Plain, state: State) -> str:
    """The marker that sails: `Axis marker 3`; without its number once it has been cleared away."""
    number = state.values.get(f"sighting:{shown.get('item', '')}.number")
    side = side_word(str(shown.get("side", "")))
    return f"{side} marker {number}" if number else f"{side} shipping" if side else "A secret act"


def verdict(body: Body) -> tuple[str, str]:
    """The result in a word, and what is known of it."""
    shown = body[SHOWN]
    if "waits_for" in body:
        lots = shown.get("lots", 0)
        dice = "the die of its lot" if lots == 1 else f"{lots} dice, one a lot"
        more = f"; waits for {dice}" if lots else "waits for a decision"
        return ("CONTACT", met(shown) + more) if lots else ("", more)
    if not is_shipping(shown):
        return {True: "CONTACT", False: "NO CONTACT", None: ""}[contact_told(shown)], _told(shown)
    match shown.get("contact"):
        case True:
            return "CONTACT", contacted(shown)
        case False:
            return "NO CONTACT", ""
    return "No check", str(shown.get("why", "")) if "contact" in shown else ""


def contacted(shown: Plain) -> str:
    """What was met and what it lost: `7 SP on 7 NTs; 3 SP, 3 NTs lost`."""
    item = {**shown, "kind": shown["cargo"]}
    parts = [met(shown)]
    for what in ("lost", "returned"):
        much = shipping.amounts(item, shown[f"res_{what}"], shown[f"transports_{what}"])
        parts += [f"{much} {what if what == 'lost' else 'turned back'}"] if much else []
    parts += [f"{shown['hits']} hit{'' if shown['hits'] == 1 else 's'}"] if shown["hits"] else []
    return "; ".join(parts)


def met(shown: Plain) -> str:
    """What was met: `7 SP on 7 NTs`."""
    item = {**shown, "kind": shown["cargo"]}
    return " ".join(part for part in (shipping.item_text(item), shipping.carried_text(item)) if part)


def lines_of(body: Body, state: State) -> list[tuple[str, str]]:
    """All that everybody learned from the entry, as label and words."""
    shown = body[SHOWN]
    word, rest = verdict(body)
    found = [("What sailed", marker(shown, state))] if "item" in shown else []
    found += [("Sea zone", zone_name(state, str(shown["zone"])))] if "zone" in shown else []
    found += [("Final naval status", plain_text(shown["column"]))] if "column" in shown else []
    found += [(f"  {term['rule']} {term['text']}", _signed(term["value"])) for term in _applied(shown)]
    found += [("Result", ": ".join(part for part in (word, rest) if part))] if "contact" in shown else []
    if "contact" not in shown:
        found += fields_of(shown)
    return found


def _applied(shown: Plain) -> list[dict[str, Any]]:
    return [term for term in shown.get("terms", ()) if term["applies"]]


def _signed(number: int) -> str:
    return f"{'−' if number < 0 else '+'}{abs(number)}"
