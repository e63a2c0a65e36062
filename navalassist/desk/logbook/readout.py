"""The read-out: what an entry says aloud to the table. Its sentence, its dice, and the word that is called out.

`readout(entry, body, state)` works from the record alone: no rule runs, so it reads entries of rules long changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.auditlog.shape import SHOWN
from navalassist.desk.logbook import veiled
from navalassist.desk.logbook.answered import choices_made
from navalassist.desk.logbook.inputs import named_row
from navalassist.desk.logbook.naming import title, with_turns
from navalassist.desk.logbook.record import (
    REASON,
    Body,
    Box,
    Part,
    Plain,
    Readout,
    column_of,
    common,
    dice_of,
    hundred_of,
    part_name,
    plain_text,
    procedure_title,
    reading_text,
    thrown,
    total_of,
)
from navalassist.desk.logbook.wording import wording_of, words_for
from navalassist.engine.rule import RULES, Summary
from navalassist.play.state import State


def readout(entry: Entry, body: Body, state: State) -> Readout:
    """The read-out of a rule entry, a correction, or a procedure that waits."""
    words = common(entry, body, state)
    return wording_of(state).rules.readout(words, body, state) or plain(words, body, state)


def plain(words: dict[str, Any], body: Body, state: State) -> Readout:
    """Any other procedure: its sentence, else its outcome as boxes; its first throw large, the others below."""
    first, *others = thrown(body) or [{}]
    rules = wording_of(state).rules
    shown, outcome = body.get(SHOWN, {}).get(veiled.WORDS), _with_its_toll(body.get("outcome"))
    # Who reads only what everybody may reads the sentence for everybody.
    said = rules.said(body, state) or (Summary(str(shown)) if shown else None)
    by_unit = isinstance(outcome, Mapping) and (_is_toll(outcome.get("toll")) or "units" in outcome)
    if first and by_unit and all("/" in answer["key"] for answer in (first, *others)):
        # Every unit has dice of its own: none of them is the verdict.
        first, others = {}, [first, *others]
    column = column_of(first)
    read = Readout(
        head=_head(body, state),
        # A table of one column has nothing to say but its name.
        column=column if column.isdigit() else "",
        dice=dice_of(first, body),
        total=total_of(first),
        rule=str(body.get("rule", "")),
        parts=tuple(_parts(others, body, state)),
        **words,
    )
    return _in_a_sentence(read, said, body) if said else _in_boxes(read, first, body, outcome, state)


def _head(body: Body, state: State) -> str:
    """What was carried out; while it waits no sentence of its own says with what, so that it is said here."""
    typed = body.get("typed", {}) if body.get("waits_for") else {}
    rule, words = RULES.get(str(body.get("procedure", ""))), words_for(state, body)
    # An entry keeps them by the alphabet; a form asks who acts first.
    values = [typed[name] for name in (rule.form.model_fields if rule else ()) if isinstance(typed.get(name), str)]
    named = filter(None, (named_row(value, words) for value in values))
    return ": ".join(filter(None, (procedure_title(body), ", ".join(named))))


def _in_a_sentence(read: Readout, said: Summary, body: Body) -> Readout:
    """With what the system says of it; a word only where dice fell."""
    others = [replace(part, word=word) for part, word in zip(read.parts, said.others, strict=False)]
    return replace(
        read,
        sentence=said.sentence,
        word=said.word if thrown(body) else "",
        bad=said.bad and bool(thrown(body)),
        parts=(*others, *read.parts[len(others) :]),
        notes=said.notes,
        against=said.against,
    )


def _in_boxes(read: Readout, first: Plain, body: Body, outcome: Any, state: State) -> Readout:
    """By the fields of its outcome, where the system has no sentence for it."""
    # Dice that nobody could read yet have no word of their own.
    diced = bool(first.get("cells") or first.get("reading") is not None)
    verdict = with_turns(state, _verdict(outcome))
    waits = "Waits" if body.get("waits_for") else "Done"
    return replace(
        read,
        word=(reading_text(state, first) if diced else "") or verdict or waits,
        boxes=tuple(_boxes(outcome, state, first.get("reading") if diced else None)),
        notes=tuple(_notes(outcome, state)),
    )


def _with_its_toll(outcome: Any) -> Any:
    """An outcome with hits unit by unit, the hits first; any other as it is."""
    toll = next((v for v in outcome.values() if _is_toll(v)), None) if isinstance(outcome, Mapping) else None
    return outcome if toll is None else {**toll, **{n: v for n, v in outcome.items() if v is not toll}}


def _is_toll(value: Any) -> bool:
    return isinstance(value, Mapping) and "hits" in value and "units" in value


def _verdict(outcome: Any) -> str:
    """An outcome without dice in a word or two: `10 → 9`, or its first plain field."""
    if not isinstance(outcome, Mapping):
        return "" if outcome is None else plain_text(outcome)
    if "before" in outcome and "after" in outcome:
        return f"{plain_text(outcome['before'])} → {plain_text(outcome['after'])}"
    name, value = _first(outcome)
    if isinstance(value, bool):
        return title(name) if value else f"Not {title(name).lower()}"
    if isinstance(value, int):
        return f"{title(name)} {value}"
    return plain_text(value) if name else ""


def _first(outcome: Plain) -> tuple[str, Any]:
    """The field of an outcome that is its verdict: a yes or no, else the first plain one."""
    plain = [(n, v) for n, v in outcome.items() if isinstance(v, (str, int)) and v != ""]
    return next((pair for pair in plain if isinstance(pair[1], bool)), plain[0] if plain else ("", ""))


def _parts(others: Iterable[Plain], body: Body, state: State) -> list[Part]:
    rules = wording_of(state).rules
    parts = [
        Part(
            rules.counted(body, rules.fitting(body, reading_text(state, answer))),
            ", ".join(
                filter(None, (rules.fitting(body, str(answer.get("label") or answer["key"])), hundred_of(answer)))
            ),
            dice_of(answer, body),
        )
        for answer in others
    ]
    return parts + [Part(chosen, asked) for asked, chosen in choices_made(body, state)]


def _boxes(outcome: Any, state: State, read: Any = None) -> list[Box]:
    """The plain fields of an outcome that its verdict has not said; its sums stand among the terms of the receipt.

    read: what the dice gave, where that is the verdict.
    """
    if not isinstance(outcome, Mapping):
        return []
    fields = {name: value for name, value in outcome.items() if value not in (None, "", [], {})}
    main = {fields.pop(n) for n in ("before", "after")} if {"before", "after"} <= set(fields) else None
    if main is None:
        fields.pop(_first(outcome)[0] if read is None else next((n for n, v in fields.items() if v == read), ""), None)
    found: list[Box] = []
    for stem in [n.removesuffix("_before") for n in fields if n.endswith("_before")]:
        before, after = fields.pop(f"{stem}_before"), fields.pop(f"{stem}_after", None)
        # Where a pair only says the verdict again, as with one of two scales, it is left out.
        if {before, after} != main:
            found.append(Box(title(stem), with_turns(state, f"{plain_text(before)} → {plain_text(after)}")))
    for name, value in fields.items():
        if isinstance(value, list) and isinstance(value[0], Mapping) and "met" in value[0]:
            found.append(Box(title(name), _met(value)))
        elif isinstance(value, list) and isinstance(value[0], Mapping):
            found += [Box(part_name(part, state), _part_text(part)) for part in value]
        elif not isinstance(value, Mapping):
            found.append(Box(title(name), with_turns(state, plain_text(value))))
    return found


def _met(conditions: Iterable[Plain]) -> str:
    """`all met`, or those that are not."""
    missing = [f"{part['letter']} not met: {part['text']}" for part in conditions if not part["met"]]
    return "; ".join(missing) or "all met"


def _part_text(part: Plain) -> str:
    """The numbers and answers of one of several like things."""
    told = (*REASON, "letter")
    fields = {n: v for n, v in part.items() if n not in told and isinstance(v, int)}
    return ", ".join(f"{title(n).lower()} {plain_text(v)}" for n, v in fields.items())


def _notes(outcome: Any, state: State) -> list[str]:
    """Why a part of an outcome is as it is, with its paragraph."""
    parts = [v for v in outcome.values() if isinstance(v, list)] if isinstance(outcome, Mapping) else []
    found = [part for values in parts for part in values if isinstance(part, Mapping)]
    return [
        f"{part_name(part, state)}: {part['why']}" + (f" ({part['rule']})" if part.get("rule") else "")
        for part in found
        if part.get("why")
    ]
