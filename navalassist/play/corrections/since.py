"""What came since an entry that is corrected long after, and stands again once that is done right.

Rows that the calendar cleared away are made anew for the correction, and go again behind it; what the calendar has set
since stays as it set it; and to a number that was changed since goes the difference.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError

from navalassist.auditlog.came_since import is_number, with_the_difference
from navalassist.auditlog.models import Entry
from navalassist.auditlog.shape import SINCE
from navalassist.campaigns.facts import PUBLIC, fact_models
from navalassist.engine import Effect, Remove, Set
from navalassist.play.charts.then import first_of
from navalassist.play.corrections.cleared import as_cleared, gone_again, is_cleared, quoting
from navalassist.play.corrections.undo import changed_and_cleared, changed_since
from navalassist.play.state import State
from navalassist.play.storage.bodies import whole_body
from navalassist.play.write.writer import Writer

Body = Mapping[str, Any]


class OutOfBounds(Exception):
    """A number that was changed since cannot be put right by the difference."""


@dataclass
class Since:
    """rows: cleared away, as they stood then; facts: as they stand, and as the last of the corrected entries left them,
    None for one that the calendar has set."""

    rows: dict[str, dict[str, Any]] = field(default_factory=dict)
    facts: dict[str, tuple[Any, Any]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.rows or self.facts)


def in_the_way(state: State, entry: Entry, body: Body) -> list[tuple[str, str]]:
    """The facts that keep an entry from being corrected, each with the entry that changed it since.

    Once its step has ended, what the calendar did stands against no correction, nor does a number that was changed.
    """
    changed = changed_since(state, entry, body)
    first = first_of(entry) if changed else entry
    if not changed or (first.turn, first.player_turn, first.step) == state.clock:
        return changed
    cleared = changed_and_cleared(state, entry, body)
    last = {key: after for key, _, after in body["changes"]}
    own = {key.rpartition(".")[0] for key, *_ in body["changes"][body.get("own_changes", 0) :]}
    told = {row for row in {key.rpartition(".")[0] for key, _ in changed} - own if is_cleared(state, row)}
    # What everybody had learnt of a secret and is over: a correction tells nothing of it anew.
    over = {row for row in told if as_cleared(entry, row)}
    return [
        (key, source)
        for key, source in changed
        if key.rpartition(".")[0] not in over and not _comes_right(state, first, key, last[key], cleared)
    ]


def _comes_right(state: State, first: Entry, key: str, left: Any, cleared: Mapping[str, Body]) -> bool:
    row, _, name = key.rpartition(".")
    if is_cleared(state, row):
        return row in cleared and cleared[row].get(name) == left
    return _set_by_calendar(first, key) or (left is not None and _is_a_number(key, state.values.get(key), left))


def _is_a_number(key: str, *values: Any) -> bool:
    """True where the field counts something, and is no text that may hold digits."""
    kind, _, name = key.partition(":")[0], *key.rpartition(".")[1:]
    column = fact_models()[kind]._meta.get_field(name).get_internal_type()
    return (column.endswith("IntegerField") or column == "DecimalField") and all(map(is_number, values))


def _set_by_calendar(first: Entry, key: str) -> bool:
    """Has the end of a step, or of a part of one, set this fact after an entry? One that was taken back has not."""
    ends = [end for end in quoting(first, key).filter(kind="clock") if _sets(end, key)]
    back = Entry.objects.filter(campaign=first.campaign, kind="undo").correcting([end.reference for end in ends])
    return len(ends) > back.count()


def _sets(end: Entry, key: str) -> bool:
    body = whole_body(end)
    return body["act"] != SINCE and any(e["key"] == key and e["do"] in ("set", "add") for e in body["effects"])


def since(state: State, corrected: Iterable[tuple[Entry, Body]]) -> Since:
    """What came since these entries, the first first, as the campaign stands before any is taken back."""
    found = Since()
    known: set[str] = set()
    for entry, body in reversed(list(corrected)):
        for row, fields in changed_and_cleared(state, entry, body).items():
            found.rows.setdefault(row, fields)
        first = first_of(entry)
        ended = (first.turn, first.player_turn, first.step) != state.clock
        own = body["changes"][body.get("own_changes", 0) :]
        for key, left in {key: after for key, _, after in own}.items():
            now = state.values.get(key)
            if key in known or key.startswith("mark:") or now is None or left is None:
                continue
            known.add(key)
            if ended and _set_by_calendar(first, key):
                found.facts[key] = (now, None)
            elif now != left and _is_a_number(key, now, left):
                found.facts[key] = (now, left)
    return found


def stand_again(writer: Writer, came: Since, seat: str) -> None:
    """What came since stands again. OutOfBounds for a number that its field can't hold."""
    state = writer.state
    there = {row: then for row, then in came.rows.items() if not is_cleared(state, row)}
    effects, stay = gone_again(writer.system, state.values, there) if there else ([], [])
    for key, (now, left) in came.facts.items():
        right = state.values.get(key)
        value = now if left is None or right is None else with_the_difference(now, left, right)
        if right is not None and right != value:
            _check_fits(state, key, now, value)
            effects.append(Set(key, value))
    of: dict[str, tuple[list[Effect], list[str]]] = {}
    for effect in effects:
        of.setdefault(writer.audience_of(effect), ([], []))[0].append(effect)
    for row in stay:
        of.setdefault(writer.audience_of(Remove(row)), ([], []))[1].append(row)
    # What only one audience may see first, on its own chain.
    for audience in sorted(of, key=lambda audience: (audience == PUBLIC, audience)):
        told, rows = of[audience]
        more: dict[str, Any] = {"stays": rows} if rows else {}
        writer.edit(SINCE, told, kind="clock", seat=seat, chain=audience, **more)


def _check_fits(state: State, key: str, now: Any, value: Any) -> None:
    """OutOfBounds for what the field, or the row with it, can't hold."""
    row, _, name = key.rpartition(".")
    model = fact_models()[row.partition(":")[0]]
    column = model._meta.get_field(name)
    try:
        made = model(**{**state.row(row), name: column.clean(value, None)})  # type: ignore[union-attr]
        made.validate_constraints(exclude={"campaign", "key"})
    except ValidationError:
        said = str(getattr(column, "verbose_name", name))
        text = f"{said[:1].upper()}{said[1:]} is {now} now, and by what came since would be {value}"
        raise OutOfBounds(f"{text}, which cannot be: set it by hand, and note why.") from None


def twice(bodies: Iterable[Body], facts: Collection[str]) -> list[str]:
    """Those of these facts that several of the entries changed."""
    seen: dict[str, int] = {}
    for body in bodies:
        for key in {key for key, *_ in body["changes"][body.get("own_changes", 0) :]} & set(facts):
            seen[key] = seen.get(key, 0) + 1
    return [key for key, times in seen.items() if times > 1]
