"""What rules of Europa were given and what came of them, in words."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.desk.logbook.naming import place_name, several
from navalassist.desk.logbook.record import Body, Plain, Readout, beside, plain_text, thrown
from navalassist.desk.logbook.wording import Given, RuleWords
from navalassist.engine.english import amount
from navalassist.play.state import State
from navalassist.systems.europa.log import inputs, shipping, veiled, veiled_dice
from navalassist.systems.europa.log.sentences import SENTENCES

TRANSPORTS = ("nt", "lc", "lb")
# The Shipping Results Table speaks of cargo too, which a naval unit has none of.
OF_UNITS = {
    ", the cargo lands": "",
    "half the transports and half the cargo lost, other naval units take 1 hit": "1 hit",
    "cargo and transports lost, other naval units take 2 hits and return": "2 hits, back",
    "effect on lot 1": "effect on the unit",
}
# What the number is that dice of a rule were read as.
HITS = ("hit", "hits")
COUNTED = {
    "danger-contact": HITS,
    "mine-damage": HITS,
    "mines-swept": HITS,
    "row-danger": HITS,
    "row-mines": HITS,
    "ships-scuttled": ("scuttled", "scuttled"),
}


class EuropaRules(RuleWords):
    """Words for the rules of 33 and 36."""

    bounds_ruling = "R-02"
    restored_ruling = "R-01"
    # Rows that go with a group, or that are made for one, are read by rules only.
    unspoken = ("facts", "key", "to_name", "marks", "escaped", "groups")
    sentences = SENTENCES
    counts = COUNTED

    def readout(self, words: dict[str, Any], body: Body, state: State) -> Readout | None:
        """A check of shipping has a read-out of its own."""
        return shipping.readout(words, body, state) if shipping.is_check(body) else None

    def line_head(self, body: Body, state: State, has_column: bool) -> tuple[str, str] | None:
        """`7 SP Naples–Tripoli`, `Central Med, status 9 − 5 = 4`"""
        if not shipping.is_check(body):
            return None
        situation = body["situation"]
        zone = place_name(state, situation["leg"]["zone"], short=True)
        detail = f"{zone}, {status_text(body)}" if has_column else zone
        return shipping.item_and_route(shipping.priced(situation["item"], state)), detail

    def inputs(self, body: Body, situation: Plain, state: State) -> Iterable[Given] | None:
        """What a check of shipping was given."""
        return inputs.of_check(situation, state) if shipping.is_check(body) else None

    def figure(self, name: str, value: Any, state: State) -> str | None:
        """Figures that only rules 33 and 36 have."""
        return inputs.figure(name, value, state)

    def help(self, text: str, state: State) -> str:
        """A description without keys."""
        return inputs.help_words(text, state)

    def sum_words(self, body: Body) -> tuple[str, str] | None:
        """A check of shipping is read by the naval status."""
        return ("Terms of the naval status", "Final status") if shipping.is_check(body) else None

    def came(self, key: str, expected: Fraction, unit: str, outcome: Plain) -> str:
        """`yes`, `no`; `4 REs, 1.2 over`: what happened, beside what was to be expected."""
        return _came(key, expected, unit, outcome)

    def fitting(self, body: Body, text: str) -> str:
        """A text of the Shipping Results Table for what was checked: without cargo where a naval unit was."""
        if _is_unit(body):
            for words, instead in OF_UNITS.items():
                text = text.replace(words, instead)
        return text

    def idle(self, body: Body) -> set[str]:
        """Nothing was halved: then R-17 decided nothing."""
        return {"R-17"} if shipping.is_check(body) and not shipping.halves(body) else set()

    def where(self, situation: Plain) -> str:
        """The sea zone, of a check that of its leg."""
        return str(situation.get("zone") or (situation.get("leg") or {}).get("zone", ""))

    def then(self, body: Body, value: str) -> str:
        """What would have followed from another column."""
        if not shipping.is_check(body):
            return super().then(body, value)
        if value == shipping.CONTACT:
            return "A contact: its lots would need dice that were not thrown."
        return "No contact: the dice of the lots would not have been thrown, and nothing would have been lost."

    def veiled_line(self, body: Body, state: State) -> tuple[str, str, str, str, bool] | None:
        """`Axis marker 3`, `Central Med, status 9`, `CONTACT`, what was met."""
        word, rest = veiled.verdict(body)
        return (*veiled.head_of(body, state), word, rest, word == "CONTACT")

    def veiled_read(self, entry: Entry, body: Body, state: State) -> tuple[Body, Readout | None]:
        """A check on another side's shipping or fleet, its dice read again."""
        known = veiled_dice.with_cells(body, state)
        return known, veiled_dice.readout(entry, known, state)

    def shown_lines(self, body: Body, state: State) -> list[tuple[str, str]] | None:
        """All that everybody learned from the entry."""
        return veiled.lines_of(body, state)


def status_text(body: Body) -> str:
    """`status 9`, or `status 9 − 5 = 4` where terms besides the zone's own apply."""
    contact = next((answer for answer in thrown(body) if answer.get("terms")), None)
    if contact is None:
        return ""
    total = contact["cells"][0]["column"] if contact.get("cells") else ""
    numbers = [term["value"] for term in contact["terms"] if term["applies"] and term["value"]]
    if len(numbers) < 2 or len(numbers) > 4:
        return f"status {total}"
    sums = " ".join(f"{'−' if n < 0 else '+'} {abs(n)}" for n in numbers[1:])
    return f"status {plain_text(numbers[0])} {sums} = {total}"


def _came(key: str, expected: Fraction, unit: str, outcome: Plain) -> str:
    if key == "contact" and "contact" in outcome:
        return "yes" if outcome["contact"] else "no"
    if key == "turned-back" and "turned_back" in outcome:
        return "yes" if outcome["turned_back"] else "no"
    if key in ("none", "scuttled") and "scuttled" in outcome:
        number = outcome["scuttled"]
        return ("no" if number else "yes") if key == "none" else f"{number}, {beside(Fraction(number), expected)}"
    if key == "unharmed" and "res_lost" in outcome:
        harm = ("res_lost", "res_returned", "transports_lost", "hits")
        return "no" if any(str(outcome.get(name, 0)) != "0" for name in harm) else "yes"
    name = {"loss": "res_lost", "hits": "hits"}.get(key, "")
    if not name or name not in outcome:
        return ""
    lost = Fraction(str(outcome[name]))
    words = several(amount(outcome[name]), "RE") if unit == "RE" else several(outcome[name], "hit")
    return f"{words}, {beside(lost, expected)}"


def _is_unit(body: Body) -> bool:
    """True for a check of a naval unit that is no transport; for other eyes, of one that was one lot."""
    situation = body.get("situation", {})
    if body.get("procedure") == "unit-contact":
        if situation:
            return situation["unit"]["kind"] not in TRANSPORTS
        return not any(str(answer["key"]).startswith("lot-2") for answer in body.get("answers", ()))
    return shipping.is_check(body) and situation["item"]["kind"] in shipping.NAVAL
