"""Carrying out a rule from text: situation, book, dice and choices in, JSON values or readable lines out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from navalassist.auditlog.shape import dice_of
from navalassist.engine import (
    REGISTER,
    Book,
    ChoiceError,
    Dice,
    DiceError,
    EngineError,
    NoOdds,
    Outcome,
    Pending,
    Procedure,
    Result,
    Typed,
    in_words,
    odds,
    run,
    signs_of,
    to_plain,
)
from navalassist.engine.verify import record_answers, record_effect
from navalassist.play.systems import SYSTEMS
from tables import RuleTable, TableError, all_tables, parse

# What a rule may raise for facts or numbers that fit the situation's form and still make no sense together.
NONSENSE = (LookupError, ValueError, ArithmeticError, TypeError, EngineError)


class Wrong(Exception):
    """What does not fit, in one sentence that names the field and what would be right."""

    def __init__(self, text: str) -> None:
        text = " ".join(text.split())
        super().__init__(text if text.endswith((".", "!", "?")) else f"{text}.")


@dataclass(frozen=True)
class Case:
    """A procedure with everything it needs but the dice."""

    procedure: Procedure
    situation: BaseModel
    book: Book
    choices: Mapping[str, str]


def as_json(value: Any) -> str:
    """The value as people and programs read it."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def listed() -> list[dict[str, str]]:
    """Every procedure: slug, system, rule, title and dice."""
    return [
        {"slug": p.slug, "system": p.system, "rule": p.rule, "title": p.title, "dice": p.dice}
        for p in sorted(REGISTER.values(), key=lambda p: (p.system, p.slug))
    ]


def listed_text(found: Iterable[Mapping[str, str]]) -> str:
    """The list in columns."""
    rows = [(p["slug"], p["rule"], p["title"], p["dice"]) for p in found]
    widths = [max((len(row[i]) for row in rows), default=0) for i in range(3)]
    return "\n".join("  ".join((*(c.ljust(w) for c, w in zip(r, widths, strict=False)), r[3])) for r in rows)


def procedure_of(slug: str, register: Mapping[str, Procedure]) -> Procedure:
    """A registered procedure."""
    try:
        return register[slug]
    except KeyError:
        raise Wrong(f'There is no procedure "{slug}"; `manage.py rule` lists them') from None


def choices_of(given: Iterable[str]) -> dict[str, str]:
    """`key=option` of each choice."""
    choices = {}
    for text in given:
        key, sign, option = text.partition("=")
        if not (key and sign and option):
            raise Wrong(f'--choose: "{text}" does not fit; write KEY=OPTION')
        choices[key] = option
    return choices


def case_of(procedure: Procedure, text: str, book: Book, choices: Mapping[str, str]) -> Case:
    """The case of a situation's JSON text. Wrong where it does not fit, or where the book forbids the act."""
    try:
        situation = procedure.situation.model_validate_json(text)
    except ValidationError as error:
        raise Wrong(f"--situation: {in_words(error, procedure.situation)}") from None
    try:
        refusal = procedure.refusal(situation)
    except NONSENSE as error:
        raise _nonsense(error) from None
    if refusal:
        raise Wrong(f"{refusal.rule} forbids it: {refusal.reason}")
    return Case(procedure, situation, book, choices)


def book_of(procedure: Procedure, text: str) -> Book:
    """The shipped tables, and what a book's JSON text puts in their place."""
    given = _book_json(text) if text else {}
    tables: dict[str, RuleTable] = dict(all_tables())
    for slug, source in given.get("tables", {}).items():
        tables[slug] = _table(slug, source)
    rulings = given.get("rulings", {})
    known = {r.number: r for r in SYSTEMS[procedure.system].rulings} if procedure.system in SYSTEMS else {}
    for number, choice in rulings.items():
        if number not in known:
            raise Wrong(f"--book: rulings.{number}: there is no such ruling; there are {', '.join(known)}")
        options = [value for value, _ in known[number].choices]
        if choice not in options:
            raise Wrong(
                f"--book: rulings.{number}: {json.dumps(choice)} does not fit; give one of {', '.join(options)}"
            )
    return Book(tables, rulings)


def _book_json(text: str) -> dict[str, Any]:
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Wrong(f"--book: it is no JSON text ({error})") from None
    if not isinstance(given, dict) or not all(isinstance(part, dict) for part in given.values()):
        raise Wrong('--book: give an object such as {"rulings": {"R-04": "rule36"}, "tables": {"europa/x": "x.toml"}}')
    for name in given.keys() - {"rulings", "tables"}:
        raise Wrong(f"--book: {name}: there is no such field; there are rulings, tables")
    return given


def _table(slug: str, source: Any) -> RuleTable:
    if not isinstance(source, str):
        raise Wrong(f"--book: tables.{slug}: give the text of a TOML file, or its path")
    try:
        content = source.encode() if "\n" in source else Path(source).read_bytes()
        table = parse(content, slug if "\n" in source else source)
    except (OSError, ValueError) as error:
        if isinstance(error, TableError):
            raise Wrong(f"--book: tables.{slug}: {error}") from None
        raise Wrong(f"--book: tables.{slug}: the file {source} cannot be read") from None
    if table.slug != slug:
        raise Wrong(f'--book: tables.{slug}: the text is that of the table "{table.slug}"')
    return table


def odds_of(case: Case) -> dict[str, Any]:
    """The exact distribution, the likeliest result first, and the figures that the pages show."""
    # An enumerator knows a choice by its own name, a run by the whole key.
    choices = {**{key.rpartition("/")[2]: option for key, option in case.choices.items()}, **case.choices}
    try:
        found = odds(case.procedure, case.situation, case.book, choices=choices)
        figures = case.procedure.figures(found) if case.procedure.figures else ()
    except NoOdds as reason:
        raise Wrong(f"There are no exact odds: {reason}") from None
    except NONSENSE as error:
        raise _nonsense(error) from None
    results = [(to_plain(result), chance) for result, chance in found]
    results.sort(key=lambda pair: (-pair[1], json.dumps(pair[0], sort_keys=True)))
    return {
        "procedure": case.procedure.slug,
        "rule": case.procedure.rule,
        "odds": [{"result": result, "chance": str(chance)} for result, chance in results],
        "figures": [{"key": f.key, "label": f.label, "value": str(f.value), "unit": f.unit} for f in figures],
    }


def run_of(case: Case, dice: str) -> dict[str, Any]:
    """Carry it out with these faces. Wrong when dice are missing or left over, or when it waits for a choice."""
    try:
        dealer = Typed(signs_of(dice), case.choices)
        result = run(case.procedure, case.situation, case.book, dealer)
        if result.pending:
            raise Wrong(_waiting_words(result.pending))
        dealer.finish()
    except DiceError as error:
        raise Wrong(_dice_words(case.procedure, error)) from None
    except NONSENSE as error:
        raise _nonsense(error) from None
    return _plain(case.procedure, result)


def _plain(procedure: Procedure, result: Result[Outcome[Any]]) -> dict[str, Any]:
    outcome = result.value
    assert outcome is not None  # a run that does not wait has come to its end
    return {
        "procedure": procedure.slug,
        "rule": procedure.rule,
        "edition": procedure.edition,
        "result": to_plain(outcome.result),
        "terms": to_plain(result.terms),
        "cells": to_plain(result.cells),
        "effects": [record_effect(effect) for effect in outcome.effects],
        "answers": record_answers(result.answers),
        "rulings": dict(result.rulings),
    }


def _dice_words(procedure: Procedure, error: DiceError) -> str:
    if isinstance(error, ChoiceError):
        return f"--choose: {error.reason}"
    return f"--dice: {error.reason.removeprefix('Dice: ')} ({procedure.slug} throws {procedure.dice})"


def _waiting_words(waiting: Pending) -> str:
    options = ", ".join(value for value, _ in waiting.options)
    label = waiting.label.rstrip(".?")
    return f"--choose: the {waiting.seat} seat decides ({label}): add --choose {waiting.key}=OPTION, one of {options}"


def _nonsense(error: Exception) -> Wrong:
    words = str(error.args[0]) if error.args else type(error).__name__
    return Wrong(f"--situation: it cannot be carried out: {words}")


def odds_text(case: Case, found: Mapping[str, Any]) -> str:
    """The odds as lines."""
    lines = [f"{case.procedure.rule}  {case.procedure.title}", ""]
    lines += [f"{f['label']}: {f['value']}{'' if f['unit'] == 'chance' else ' ' + f['unit']}" for f in found["figures"]]
    lines += ["" for _ in found["figures"][:1]]
    width = max(len(line["chance"]) for line in found["odds"])
    lines += [f"{line['chance']:>{width}}  {_words(line['result'])}" for line in found["odds"]]
    return "\n".join(lines)


def run_text(case: Case, found: Mapping[str, Any]) -> str:
    """What happened as lines: each ask with its terms, dice, cell and reading, then the result and its effects."""
    lines = [f"{case.procedure.rule}  {case.procedure.title}", ""]
    for answer in found["answers"]:
        lines += _answer_lines(answer)
    lines += [f"ruling {number}: {choice}" for number, choice in found["rulings"].items()]
    lines.append(f"result: {_words(found['result'])}")
    lines += [f"effect: {_effect_words(effect)}" for effect in found["effects"]]
    return "\n".join(lines)


def _answer_lines(answer: Mapping[str, Any]) -> list[str]:
    lines = [f"{answer.get('label') or answer['key']}"]
    for term in answer.get("terms", ()):
        applies = f"{term['value']:+d}" if term["applies"] else "does not apply"
        lines.append(f"    {term['rule']}  {term['text']}: {applies}")
    if "faces" in answer:
        lies = Dice(*dice_of(answer)).lying(answer["faces"])
        lines.append(f"    dice: {' '.join(map(str, lies))}")
    for cell in answer.get("cells", ()):
        marked = "" if cell["provenance"] == "printed" else f" ({cell['provenance']})"
        lines.append(f"    {cell['table']}, row {cell['row']}, column {cell['column']}: {cell['value']}{marked}")
    lines.append(f"    read as: {_words(answer.get('reading', answer.get('choice', '')))}")
    return lines


def _effect_words(effect: Mapping[str, Any]) -> str:
    match effect["do"]:
        case "set":
            return f"{effect['key']} becomes {_words(effect['value'])}"
        case "add":
            return f"{effect['key']} changes by {effect['amount']:+d}"
        case "create":
            return f"{effect['key']} is made: {_words(effect['fields'])}"
    return f"{effect['key']} is removed"


def _words(value: Any) -> str:
    """A plain value in one line."""
    if isinstance(value, Mapping):
        said = ((name, inner) for name, inner in value.items() if inner not in (None, "", [], {}))
        return ", ".join(f"{name} {_words(inner)}" for name, inner in said)
    if isinstance(value, (list, tuple)):
        return "; ".join(f"({_words(v)})" if isinstance(v, Mapping) else _words(v) for v in value) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else str(value)
