"""What an entry changed, in plain words: each fact before and after, new and gone rows in a line each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.auditlog.shape import MARKS_END, SINCE, STRUCK
from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.naming import title
from navalassist.desk.logbook.record import Body
from navalassist.desk.logbook.wording import wording_of, words_for
from navalassist.play.state import State
from navalassist.play.storage.bodies import body_of, find

KINDS = {
    "condition": "Conditions of the war",
    "ledger": "Ledgers",
    "ruling": "Rulings",
    "campaign": "Clock",
    "mark": "Marks",
}
MANY = 40
# What names a row, or only says where a page draws it.
NAMES = ("name", "short_name", "panel", "position", "map_reference")


@dataclass(frozen=True)
class Changed:
    """One line of "before and after"."""

    what: str
    before: str
    after: str


@dataclass(frozen=True)
class Made:
    """The rows of one kind that a set-up made, each with its facts in a line."""

    kind: str
    rows: tuple[tuple[str, str], ...]


def net(body: Body) -> dict[str, tuple[Any, Any]]:
    """fact -> what it was before the entry and after it; what came back to where it was is left out."""
    found: dict[str, tuple[Any, Any]] = {}
    for key, before, after in body.get("changes", ()):
        found[key] = (found[key][0] if key in found else before, after)
    return {key: pair for key, pair in found.items() if pair[0] != pair[1]}


def changed(body: Body, state: State) -> list[Changed]:
    """Every fact that is another after the entry; rows that came or went as one line."""
    words, facts = words_for(state, body), net(body)
    came = _rows(body, "create") & {key.rpartition(".")[0] for key, (before, _) in facts.items() if before is None}
    went = _rows(body, "remove") & {key.rpartition(".")[0] for key, (_, after) in facts.items() if after is None}
    lines: dict[str, Changed] = {}
    for key, (before, after) in facts.items():
        row = key.rpartition(".")[0]
        if "shown" in body and words.own.is_shown(row):
            # What was shown says the same in words.
            continue
        if row in came or row in went:
            lines.setdefault(row, _row_line(row, row in came, words, facts))
        elif (found := words.own.differences(words, key, before, after)) is not None:
            lines |= {f"{key}/{what}": Changed(f"{words.fact(key)}: {what}", *pair) for what, *pair in found}
        else:
            lines[key] = Changed(words.fact(key), words.value(key, before), words.value(key, after))
    return list(lines.values())


def still_there(entry: Entry, body: Body, audiences: frozenset[str]) -> Body:
    """A correction without the marks that it made anew and that ended with it: their time was over.

    What it changed of a row that had left the board stands there as the entry before it had left that; a fact that was
    changed since stands as it does with what came since.
    """
    if not (entry.kind == "correction" or body.get("act") == STRUCK) or not entry.submission:
        return body
    ends = Entry.objects.filter(campaign=entry.campaign, submission=entry.submission, kind="clock", id__gt=entry.pk)
    told = [body_of(end, audiences) for end in ends.seen_by(audiences).order_by("id")]
    over = {row for one in told for row in _rows(one, "remove")}
    changes = [change for change in body["changes"] if str(change[0]).rpartition(".")[0] not in over]
    again = [change for one in told if one["act"] == SINCE for change in _left(one)]
    return {**body, "changes": [*_of_old_rows(entry, body, over, audiences), *changes, *again]}


def came_since(told: Iterable[Body], state: State) -> list[Changed]:
    """Of what corrections would write, the facts that were counted or changed since, from what they are now."""
    bodies = list(told)
    facts = {key for body in bodies if body["act"] == SINCE for key, *_ in _left(body)}
    changes = [change for body in bodies for change in body.get("changes", ()) if change[0] in facts]
    return changed({"changes": changes}, state)


def _left(body: Body) -> list[Any]:
    """The changes of an entry after which a fact is there."""
    return [change for change in body.get("changes", ()) if change[2] is not None]


def goes_back(told: Body, struck: Body, bodies: Iterable[Body], state: State) -> list[Changed]:
    """What of an entry that would be struck out stands as it stood before: no rows that had left the board since, and
    of what was counted since only the difference (`came_since`). bodies: of all that would be written.
    """
    over = {row for one in bodies if one["act"] in (SINCE, MARKS_END) for row in _rows(one, "remove")}
    own = {key for key, *_ in struck["changes"][struck.get("own_changes", 0) :]}
    counted = {key for one in bodies if one["act"] == SINCE for key, *_ in one.get("changes", ())}
    mine = [change for change in told.get("changes", ()) if change[0] in own - counted]
    return changed({**told, "changes": [one for one in mine if one[0].rpartition(".")[0] not in over]}, state)


def _of_old_rows(entry: Entry, body: Body, over: Set[str], audiences: frozenset[str]) -> list[Any]:
    """What a correction changed of rows that are over, marks let be."""
    rows = {row for row in over & _rows(body, "create") if not row.startswith("mark:")}
    if not rows:
        return []
    before = body_of(find(entry.campaign, entry.corrects, audiences), audiences)
    own = [change for change in body["changes"] if str(change[0]).rpartition(".")[0] in rows]
    made = {key: after for key, found, after in own if found is None}
    was = made | {key: after for key, _, after in before["changes"] if key in made}
    return [[key, was[key], after] for key, after in {key: after for key, _, after in own}.items()]


def _rows(body: Body, do: str) -> set[str]:
    return {effect["key"] for effect in body.get("effects", ()) if effect.get("do") == do}


def _row_line(row: str, came: bool, words: Words, facts: dict[str, tuple[Any, Any]]) -> Changed:
    kind = row.partition(":")[0]
    if kind == "mark":
        return Changed(words.row(row), *(("no", "yes") if came else ("yes", "no")))
    side = 1 if came else 0
    fields = {key.rpartition(".")[2]: pair[side] for key, pair in facts.items() if key.startswith(f"{row}.")}
    text = words.own.new_row(words.state, kind, fields) or words.own.in_line(words, row, fields) or "there"
    heading = words.own.row_heading(kind, {}) or words.row(row)
    if came:
        return Changed(heading, "–", text)
    return Changed(heading, text, words.own.row_gone(kind))


def made(body: Body, state: State) -> list[Made]:
    """What a set-up made, kind by kind."""
    rows: dict[str, dict[str, Any]] = {}
    for key, _, after in body.get("changes", ()):
        row, _, name = key.rpartition(".")
        rows.setdefault(row, {})[name] = after
    kinds: dict[str, list[tuple[str, str]]] = {}
    for row, fields in rows.items():
        kinds.setdefault(row.partition(":")[0], []).append(_set_up(row, fields, words_for(state, body), state))
    own = wording_of(state).facts.kinds
    return [Made(own.get(kind) or KINDS.get(kind) or title(kind), tuple(found)) for kind, found in kinds.items()]


def _set_up(row: str, fields: Mapping[str, Any], words: Words, state: State) -> tuple[str, str]:
    """A row that was set up: its name, and its facts in a line."""
    kind = row.partition(":")[0]
    if len(fields) == 1:
        name, value = next(iter(fields.items()))
        return words.fact(f"{row}.{name}"), words.value(f"{row}.{name}", value)
    if text := words.own.new_row(state, kind, fields):
        return words.own.row_heading(kind, fields) or words.row(row), text
    told = {n: v for n, v in fields.items() if n not in NAMES and v not in ("", [], None)}
    name = "Clock" if kind == "campaign" else words.row(row)
    return name, ", ".join(f"{title(n).lower()} {words.value(f'{row}.{n}', v)}" for n, v in told.items())


def effects(body: Body) -> list[tuple[str, str, str]]:
    """The effects as recorded: what was done, to which key, with which value."""
    return [(str(e.get("do")), str(e.get("key")), _value(e)) for e in _short(body.get("effects", ()))]


def _short(found: Iterable[Any]) -> list[Any]:
    return list(found)[:MANY]


def _value(effect: Any) -> str:
    if "fields" in effect:
        return f"{len(effect['fields'])} fields"
    return str(effect.get("value", effect.get("amount", "")))
