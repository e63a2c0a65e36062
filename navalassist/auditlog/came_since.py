"""What came since entries that are corrected long after, and has to stand again behind their corrections.

It needs nothing but Python 3.8, like its neighbours: `tools/verify_log.py` holds a copy of them all.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any, Callable, Iterator  # noqa: UP035 - Python 3.8

from navalassist.auditlog.fold import Fold
from navalassist.auditlog.shape import SINCE, STEP_BACK

# A decimal as facts hold one, in a text.
DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def is_number(value: Any) -> bool:
    """A number, as facts hold one: whole, or a decimal as text."""
    if isinstance(value, str):
        return bool(DECIMAL.fullmatch(value))
    return isinstance(value, int) and not isinstance(value, bool)


def with_the_difference(now: Any, left: Any, right: Any) -> Any:
    """What a number is that was changed since, if it should have been left otherwise than it was."""
    if isinstance(now, int):
        return now + right - left
    return f"{(Decimal(now) + Decimal(right) - Decimal(left)).normalize():f}"


def set_effect(row: str, name: str, value: Any) -> Any:
    """The effect that sets a field of a row."""
    return {"do": "set", "key": f"{row}.{name}", "value": value}


def followed(body: Any, name: str, look: Callable[[str], Any]) -> Iterator[Any]:
    """The entries that one follows by a key (`continues`, `corrects`): reference and record of each, the latest first.

    body: of that one; look: as of `CameSince`. A forged log may lead in a circle: it is gone round once.
    """
    seen: set[str] = set()
    while (named := body.get(name, "")) and named not in seen:
        seen.add(named)
        record, body = look(named)
        yield named, record


class CameSince:
    """It notes what the calendar clears away and sets, and what of that a submission that corrects has to leave so."""

    def __init__(self, fold: Fold, look: Callable[[str], Any]) -> None:
        """look: reference -> (record, whole body), LookupError where there is none."""
        self.fold, self._look = fold, look
        # Rows that the calendar cleared away, each with the entry; facts that it has set, each with the number of the
        # last public entry before that.
        self._cleared: dict[str, str] = {}
        self._set_by_calendar: dict[str, int] = {}
        # Of the submission that corrects: rows that were made anew for it, each as it stood when it was cleared away,
        # and facts that were changed since, each as it stood, and as the last of the corrected entries had left it,
        # None where the calendar has set it.
        self.lent: dict[str, dict[str, Any]] = {}
        self._changed: dict[str, tuple[Any, Any]] = {}

    def note(self, reference: str, record: Any, body: Any, moves: Any, last: int) -> None:
        """Rows that ends of steps clear away, and facts that they set. last: the last public entry before this one."""
        ends = record["kind"] == "clock"
        for do, key, _, _ in moves:
            if do in ("create", "remove"):
                self._cleared.pop(key, None)
                if do == "remove" and ends and not key.startswith("mark:"):
                    self._cleared[key] = reference
            elif ends and body["act"] != SINCE:
                self._set_by_calendar[key] = last
            elif body["act"] == STEP_BACK:
                self._set_by_calendar.pop(key, None)

    def as_cleared(self, row: str) -> dict[str, Any]:
        """The fields of a row as it stood when the calendar cleared it away; none for another row."""
        if row not in self._cleared:
            return {}
        changes = self._look(self._cleared[row])[1].get("changes", ())
        parts = ((key.rpartition("."), before) for key, before, after in changes if after is None)
        return {name: before for (of, _, name), before in parts if of == row}

    def corrected(self, named: str, before: Any, back: Any, seen: set[str]) -> None:
        """What came since an entry that is taken back. seen: the facts that those after it changed."""
        for effect in back:
            row = effect["key"]
            if effect["do"] == "create" and row in self._cleared and row not in self.lent:
                self.lent[row] = self.as_cleared(row)
        first = self._first_number(named, before)
        own = {key: after for key, _, after in before.get("changes", [])[before.get("own_changes", 0) :]}
        for key, after in own.items():
            row, _, name = key.rpartition(".")
            now = self.fold.rows.get(row, {}).get(name)
            if key in seen or row.startswith("mark:") or now is None or after is None:
                continue
            seen.add(key)
            if self._set_by_calendar.get(key, -1) >= first:
                self._changed[key] = (now, None)
            elif now != after and type(now) is type(after) and is_number(now) and is_number(after):
                self._changed[key] = (now, after)

    def _first_number(self, named: str, before: Any) -> int:
        """The number of the entry that was corrected first."""
        *_, first = [named, *(earlier for earlier, _ in followed(before, "corrects", self._look))]
        return int(first.partition("/")[2])

    def stands_again(self) -> list[Any]:
        """The effects by which what came since stands again, as far as it does not yet."""
        effects = [{"do": "remove", "key": row} for row in self.lent if row in self.fold.rows]
        for key, (now, left) in self._changed.items():
            row, _, name = key.rpartition(".")
            fields = self.fold.rows.get(row, {})
            right = fields.get(name)
            if name in fields and (left is None or (type(right) is type(left) and is_number(right))):
                value = now if left is None else with_the_difference(now, left, right)
                effects += [set_effect(row, name, value)] if right != value else []
        return effects

    def left_open(self) -> Iterator[str]:
        """What was made anew for corrections, and should be gone again by now, or as it stood since."""
        wrong = self.stands_again() if self.came else []
        self.lent, self._changed = {}, {}
        if wrong:
            yield f"before it, what came since the corrected entry did not stand again ({wrong[0]['key']})"

    @property
    def came(self) -> bool:
        """Is anything still to stand again?"""
        return bool(self.lent or self._changed)

    def unlike(self, body: Any) -> Iterator[str]:
        """Rows that were made anew go, and facts stand as they came to be since; what goes with those, systems know."""
        wanted = {effect["key"]: effect for effect in self.stands_again()}
        for row in body.get("stays", ()):
            # The calendar would clear it away again if nothing were other than it was.
            if self.fold.rows.get(row, self.lent.get(row)) == self.lent.get(row):
                yield f"{row} stays, and it was not made anew, or is as it was when it was cleared away"
            self.lent.pop(row, None)
            wanted.pop(row, None)
        for effect in body.get("effects", ()):
            key = effect["key"]
            known = key in self.lent or key in self._changed
            if effect != wanted.get(key) and (known or (effect["do"] in ("add", "remove") and key[:5] != "mark:")):
                yield f"what came since the corrected entry is not what it says of {key}"
            self.lent.pop(key, None)
            self._changed.pop(key, None)
