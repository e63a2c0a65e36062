"""What a rule was given: its situation in words, the facts that it read, its terms, the odds that were shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from pydantic import BaseModel, ValidationError

from navalassist.desk.logbook.facts import Read, Words
from navalassist.desk.logbook.naming import entry_url, entry_word, title, with_turns
from navalassist.desk.logbook.record import Body, Plain, beside, part_name, plain_text
from navalassist.desk.logbook.wording import Given, RuleWords, wording_of, words_for
from navalassist.desk.words import side_word
from navalassist.engine import REGISTER, Figure
from navalassist.engine.rows import saying
from navalassist.engine.rule import RULES, TICKS
from navalassist.play.state import State

# What an input says that nobody has set.
UNSET = ("none", "no")


@dataclass(frozen=True)
class Input:
    """One figure of the situation. changed: a correction made it what it is."""

    label: str
    text: str
    changed: bool = False
    help: str = ""

    @property
    def is_set(self) -> bool:
        """False for one that stands as its form begins: paper leaves it out."""
        return self.changed or self.text not in UNSET


@dataclass(frozen=True)
class FactRead:
    """One fact that was read, and the entry that had set it."""

    what: str
    value: str
    source: str
    url: str


@dataclass(frozen=True)
class Terms:
    """The terms of one number. total_rule: the ruling by which the sum is held in bounds, where one holds it."""

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
    own = wording_of(state).rules.inputs(body, situation, state)
    found = _of_any(body, situation, state) if own is None else own
    return [
        Input(label, text, not changed.isdisjoint(names.split()), words) for names, label, text, words in found if text
    ]


def _of_any(body: Body, situation: Plain, state: State) -> Iterator[Given]:
    """The fields of any situation; what they mean as the rule's own model says it, while it is still registered."""
    slug = str(body.get("procedure", ""))
    procedure = REGISTER.get(slug)
    fields = procedure.situation.model_fields if procedure else {}
    rules, given = wording_of(state).rules, _given(slug, situation)
    for name, value in situation.items():
        field = fields.get(name)
        if given is None or field is None:
            if name in rules.unspoken or name == TICKS:
                continue
        elif not saying(field).told or (saying(field).only_if and not value):
            continue
        words = rules.help(_plain_help(str(field.description or "")), state) if field else ""
        label = str(field.title or "") if field and field.title else title(name)
        text = called(getattr(given, name, None)) or _chosen(field.annotation if field else None, value)
        text = text or figure_text(name, value, state)
        yield name, label, text, words


def _given(slug: str, situation: Plain) -> BaseModel | None:
    """The situation of a rule that is declared in one module; None for others, and for a shape that is gone."""
    try:
        return RULES[slug].procedure.situation.model_validate(situation)
    except (KeyError, ValidationError):
        return None


def called(value: Any) -> str:
    """What a thing calls itself, or several things; '' for what is none."""
    if isinstance(value, tuple):
        return ", ".join(filter(None, map(called, value)))
    return str(getattr(value, "title", "") or getattr(value, "name", "")) if isinstance(value, BaseModel) else ""


def _plain_help(text: str) -> str:
    """A description as players need it: that older versions left a field out is for machines that read the log."""
    kept, left_out, _ = text.partition("; left out by versions")
    return f"{kept}." if left_out else text


def _chosen(kind: Any, value: Any) -> str:
    """One of a list, as its rule calls it; '' for any other value."""
    if not (isinstance(kind, type) and issubclass(kind, StrEnum) and value in list(kind)):
        return ""
    return str(getattr(kind(value), "label", ""))


def figure_text(name: str, value: Any, state: State) -> str:
    """A figure of any situation in words."""
    words = words_for(state, {})
    if words.is_side(value):
        return side_word(value)
    if (text := wording_of(state).rules.figure(name, value, state)) is not None:
        return text
    if isinstance(value, Mapping) and value.get("name") and "key" in value:
        return str(value["name"])
    if isinstance(value, list) and value and all(isinstance(part, Mapping) and part.get("name") for part in value):
        return ", ".join(str(part["name"]) for part in value)
    if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
        return ", ".join(named_row(part, words) or with_turns(state, plain_text(part)) for part in value)
    if isinstance(value, str) and (named := named_row(value, words)):
        return named
    return "none" if value in ("", None) else with_turns(state, plain_text(value))


def named_row(value: str, words: Words) -> str:
    """The name of the row that a text is the key of, of the kinds that a reader asks after; '' for any other text."""
    if ":" in value:
        return words.row(value) if words.is_named(value) else ""
    rows = (f"{kind}:{value}" for kind in words.own.named)
    return next((words.row(row) for row in rows if words.is_named(row)), "")


def facts_read(body: Body, state: State) -> list[FactRead]:
    """Every fact that was read, with the entry that had set it; those of one row in a line where its system says so."""
    words = words_for(state, body)
    rows: dict[str, list[tuple[str, Any, str]]] = {}
    for key, value, source in body.get("facts_read", ()):
        row, _, name = key.rpartition(".")
        rows.setdefault(row, []).append((name, value, source))
    in_lines = {row: line for row, read in rows.items() if (line := words.own.gathered(words, row, read))}
    found = [
        _fact_read(words.fact(key), words.value(key, value), source, state)
        for key, value, source in body.get("facts_read", ())
        if key.rpartition(".")[0] not in in_lines
    ]
    return found + [_fact_read(*line, _latest(rows[row]), state) for row, line in in_lines.items()]


def _latest(read: Read) -> str:
    """The last entry that set something of a row."""
    return max((source for _, _, source in read), key=lambda source: int(source.rpartition("/")[2] or 0))


def _fact_read(what: str, value: str, source: str, state: State) -> FactRead:
    return FactRead(what, value, entry_word(source) if source else "", entry_url(state, source) if source else "")


def links_of(body: Body, state: State) -> dict[str, tuple[str, str]]:
    """fact -> address and label of the entry that set it, for the terms that read it."""
    return {
        key: (entry_url(state, source), entry_word(source)) for key, _, source in body.get("facts_read", ()) if source
    }


def terms_of(body: Body, state: State) -> list[Terms]:
    """The sums of the entry: those that dice were read by, and those in its outcome."""
    rules, found = wording_of(state).rules, []
    for answer in body.get("answers", ()):
        if answer.get("terms"):
            name, text = rules.sum_words(body) or (f"Terms: {answer.get('label') or answer['key']}", "Sum")
            found.append(_terms(name, answer["terms"], answer.get("bounds") or (None, None), text, rules))
    outcome = body.get("outcome")
    rolled = [answer.get("terms") for answer in body.get("answers", ())]
    for name, tally in _tallies(outcome, state) if isinstance(outcome, Mapping) else ():
        if tally["terms"] in rolled:
            # The outcome says again by what its dice were read.
            continue
        found.append(_terms(name, tally["terms"], (tally.get("low"), tally.get("high")), "Sum", rules))
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


def _terms(name: str, terms: Any, bounds: Any, text: str, rules: RuleWords) -> Terms:
    low, high = bounds
    total = sum(term["value"] for term in terms if term["applies"])
    total = total if low is None else max(low, total)
    total = total if high is None else min(high, total)
    held = _held_in(low, high)
    return Terms(name, tuple(terms), total, text + held, rules.bounds_ruling if held else "")


def _held_in(low: int | None, high: int | None) -> str:
    """`, held in 0 to 15`; `, at least 1`; nothing for a sum without bounds."""
    if low is None:
        return "" if high is None else f", at most {plain_text(high)}"
    return f", at least {plain_text(low)}" if high is None else f", held in {plain_text(low)} to {plain_text(high)}"


def odds_of(body: Body, state: State) -> list[Shown]:
    """The odds as they were shown before the dice, and what came."""
    outcome, rules = body.get("outcome"), wording_of(state).rules
    result = outcome if isinstance(outcome, Mapping) else {}
    found = came_of(str(body.get("procedure", "")), result)

    def came(key: str, expected: Fraction, unit: str) -> str:
        return rules.came(key, expected, unit, result) if found is None else _beside(found.get(key), expected, unit)

    return [
        Shown(label, Fraction(value), "" if unit == "chance" else unit, came(key, Fraction(value), unit))
        for key, label, value, unit in body.get("odds", ())
    ]


def came_of(slug: str, outcome: Plain) -> dict[str, Figure] | None:
    """Figure by figure what came; None for a rule that is not declared in one module, and for a shape that is gone."""
    try:
        return RULES[slug].came(outcome) if outcome else None
    except (KeyError, ValidationError):
        return None


def _beside(came: Figure | None, expected: Fraction, unit: str) -> str:
    if came is None:
        # Odds tell the chance of what may come, and of nothing else.
        return "no" if unit == "chance" else ""
    if came.unit == "chance":
        return "yes" if came.value else "no"
    return f"{plain_text(came.value)}, {beside(came.value, expected)}"
