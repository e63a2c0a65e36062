"""The state as the log alone makes it: recorded effects, applied one after the other. No rule and no model is asked.

This module needs nothing but Python 3.8 and its neighbour, since `tools/verify_log.py`, which is given out alone, holds
a copy of it.
"""

from __future__ import annotations

from typing import Any, Collection, Sequence  # noqa: UP035 - Python 3.8

from navalassist.auditlog.shape import PUBLIC

Record = Any
Fields = Any
Moment = Any
# An effect with what it found, as its entry says: what it does, its fact or row, what was there, what is given.
Move = Any
# What was there is not said. (A value that `marshal` can carry from one process to another.)
UNSAID = ...
UNLIKE = "its changes are not those of its effects"


class NotApplicable(ValueError):
    """A recorded effect that the state before it does not allow."""


class Unlike(ValueError):
    """The recorded changes are not those of an effect; in words."""


def moves_of(body: Record) -> tuple[list[Move], str]:
    """An entry's effects with what they found by its changes; and, in words, how the two differ ('': they do not).

    This depends on no other entry. What the effects found is left to `Fold`, which knows the entries before.
    """
    changes = body.get("changes", ())
    moves: list[Move] = []
    at, wrong = 0, ""
    for effect in body.get("effects", ()):
        do, key = effect["do"], effect["key"]
        before = UNSAID
        try:
            if not wrong:
                before, used = _found(do, key, effect, changes, at)
                at += used
        except Unlike as reason:
            wrong = str(reason)
        moves.append((do, key, before, _given(do, effect)))
    return moves, wrong or (UNLIKE if at < len(changes) else "")


def changes_of_first(body: Record, count: int) -> int:
    """How many of an entry's changes are those of its first effects. ValueError where the two differ."""
    changes, at = body.get("changes", ()), 0
    for effect in body.get("effects", ())[:count]:
        at += _found(effect["do"], effect["key"], effect, changes, at)[1]
    return at


def _given(do: str, effect: Record) -> Any:
    return effect.get({"set": "value", "add": "amount", "create": "fields"}.get(do, ""))


def _found(do: str, key: str, effect: Record, changes: Sequence[Sequence[Any]], at: int) -> tuple[Any, int]:
    """What the effect found by the changes from `at` on, and how many of them are its own. Unlike if they are not."""
    if do == "create":
        count = len(effect["fields"])
        made = [[f"{key}.{name}", None, value] for name, value in sorted(effect["fields"].items())]
        if made != changes[at : at + count]:
            raise Unlike(_difference(made, changes[at : at + count]))
        return None, count
    if do == "remove":
        found = _row_before(key, changes, at)
        return found, len(found)
    if at >= len(changes):
        raise Unlike(UNLIKE)
    fact, before, after = changes[at]
    if fact != key or after != (effect["value"] if do == "set" else before + effect["amount"]):
        raise Unlike(_otherwise(fact, before, after))
    return before, 1


def _row_before(row: str, changes: Sequence[Sequence[Any]], at: int) -> Fields:
    """The fields of a row that goes: they stand in the order of their names."""
    found: Fields = {}
    last = ""
    for number in range(at, len(changes)):
        fact, before, after = changes[number]
        of, _, name = fact.rpartition(".")
        if of != row or after is not None or name <= last:
            break
        found[name] = before
        last = name
    return found


class Fold:
    """Rows with their fields, the entry that set each, whom each row is for, and the history of some facts."""

    def __init__(self, kept_history: Collection[tuple[str, str]]) -> None:
        self.rows: dict[str, Fields] = {}
        # The same by the keys of facts (`port:naples.owner`).
        self.facts: dict[str, Any] = {}
        # kind -> its rows, in the order in which they were made.
        self.kinds: dict[str, dict[str, None]] = {}
        self.sources: dict[str, dict[str, str]] = {}
        self.audiences: dict[str, str] = {}
        self.history: dict[str, list[tuple[Any, str, str, str]]] = {}
        self._kept_history: dict[str, list[str]] = {}
        for kind, name in kept_history:
            self._kept_history.setdefault(kind, []).append(name)

    def entry(
        self, reference: str, audience: str, moment: Moment, moves: Sequence[Move], for_all: Collection[str] = ()
    ) -> str:
        """Apply an entry's moves; '' or, in words, the first that found something else than the log before it says.

        audience: whom the rows are for that it makes, but for those that are for everybody (for_all); moment: its turn
        and player turn.
        """
        wrong = ""
        try:
            for do, key, before, given in moves:
                if do in ("set", "add"):
                    said = self._change(do, key, before, given, reference, moment)
                elif do == "create":
                    said = self._create(key, given, PUBLIC if key in for_all else audience, reference, moment)
                elif do == "remove":
                    said = self._remove(key, before)
                else:
                    raise NotApplicable(f"it holds an effect that nobody knows ({do!r})")
                wrong = wrong or said
        except NotApplicable as reason:
            return str(reason)
        return wrong

    def misread(self, facts_read: Sequence[Sequence[Any]]) -> str:
        """'' or, in words, the first fact that an entry read otherwise than the log before it says."""
        for key, value, source in facts_read:
            if self.facts.get(key, UNSAID) != value:
                return f"it read {key} as {value!r}, but the log before it says {self.facts.get(key)!r}"
            row, _, name = key.rpartition(".")
            if self.sources[row].get(name, "") != source:
                return f"it says that {source} set {key}; the log before it says {self.sources[row].get(name)!r}"
        return ""

    def misread_value(self, facts: Sequence[Sequence[Any]]) -> str:
        """'' or, in words, the first of these facts whose value is neither what the log before says, nor ever was."""
        for key, value, source in facts:
            row, _, name = key.rpartition(".")
            known = self.facts.get(key, UNSAID)
            # A correction may read what stood when the corrected rule was carried out.
            before = any(was[:2] == (value, source) for was in self.history.get(key, ()))
            if not before and (known != value or self.sources[row].get(name, "") != source):
                said = None if known is UNSAID else known
                return f"it read {key} as {value!r}, which neither the entry before it nor the log says ({said!r})"
        return ""

    def misjudged(self, book: Sequence[Sequence[Any]]) -> str:
        """'' or, in words, the first ruling or precedent that an entry went by and that did not hold before it.

        book: fact, value, and what holds where there is no such fact.
        """
        for key, value, otherwise in book:
            known = self.facts.get(key, otherwise)
            if known != value:
                return f"it went by {key} as {value!r}, but the log before it says {known!r}"
        return ""

    def _change(self, do: str, key: str, before: Any, given: Any, reference: str, moment: Moment) -> str:
        row, _, name = key.rpartition(".")
        fields = self.rows.get(row)
        if fields is None or name not in fields:
            raise NotApplicable(f"it changes {key}, which the log before it does not know")
        found = fields[name]
        after = fields[name] = self.facts[key] = given if do == "set" else found + given
        self.sources[row][name] = reference
        if found != after and name in self._kept_history.get(row.partition(":")[0], ()):
            self.history.setdefault(key, []).append((after, reference, *moment))
        return "" if found == before or before is UNSAID else _otherwise(key, before, after)

    def _create(self, row: str, given: Fields, audience: str, reference: str, moment: Moment) -> str:
        if row in self.rows:
            raise NotApplicable(_there_already(row))
        self.rows[row] = dict(given)
        self.facts.update({f"{row}.{name}": value for name, value in given.items()})
        self.kinds.setdefault(row.partition(":")[0], {})[row] = None
        self.sources[row] = dict.fromkeys(given, reference)
        if audience != PUBLIC:
            self.audiences[row] = audience
        for name in self._kept_history.get(row.partition(":")[0], ()):
            if given.get(name) is not None:
                self.history.setdefault(f"{row}.{name}", []).append((given[name], reference, *moment))
        return ""

    def _remove(self, row: str, before: Any) -> str:
        if row not in self.rows:
            raise NotApplicable(f"it removes {row}, which the log before it does not know")
        self.audiences.pop(row, None)
        del self.sources[row]
        known = self.rows.pop(row)
        for name in known:
            del self.facts[f"{row}.{name}"]
        del self.kinds[row.partition(":")[0]][row]
        if known == before or before is UNSAID:
            return ""
        return _difference(_gone(row, known), _gone(row, before))


def _gone(row: str, fields: Fields) -> list[list[Any]]:
    """The changes by which a row goes."""
    return [[f"{row}.{name}", value, None] for name, value in fields.items()]


def _difference(done: Sequence[Any], recorded: Sequence[Any]) -> str:
    for ours, theirs in zip(done, recorded, strict=False):
        if ours != theirs:
            return _otherwise(*theirs)
    return UNLIKE


def _there_already(row: str) -> str:
    return f"it makes {row}, which is there already"


def _otherwise(key: str, before: Any, after: Any) -> str:
    return f"it says that {key} went from {before!r} to {after!r}; the log before it says otherwise"
