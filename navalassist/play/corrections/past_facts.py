"""A fact that is put right as of a turn that is over: how long it was otherwise, and the entries that misread it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.play.charts.then import first_of
from navalassist.play.corrections.cleared import quoting
from navalassist.play.corrections.numbers import Counted
from navalassist.play.state import State
from navalassist.play.storage.bodies import body_of

RULES = ("rule", "correction")


@dataclass(frozen=True)
class Past:
    """A fact as it was since a player turn began (`begin`): `to`.

    told: its values over time, as far as its history is kept; counts: it is a number that moves, and what moved it
    since moved it by as much; now: as it stands; set_back: where the calendar set it back, whatever it was.
    """

    fact: str
    to: Any
    begin: Entry
    told: Sequence[Counted]
    counts: bool
    now: Any
    set_back: int | None = None

    @property
    def then(self) -> Any:
        """What it is told to have been as that turn began."""
        return next((one.number for one in reversed(self.told) if one.place <= self.begin.pk), self.now)

    @property
    def by_hand(self) -> Entry | None:
        """What set a number that moves by hand since: from then on nobody knows how it would stand."""
        since = (one.entry for one in self.told if one.place > self.begin.pk and one.entry)
        return next((entry for entry in since if entry.kind == "edit"), None) if self.counts else None

    @property
    def until(self) -> int | None:
        """Where it was set again; None where it stands so to this day."""
        ends = [self.set_back] if self.set_back is not None else []
        for one in self.told:
            if one.place > self.begin.pk and (not self.counts or (one.entry and one.entry.kind == "clock")):
                ends.append(one.place)
        return min(ends, default=None)

    @property
    def right_now(self) -> Any:
        """As it stands once it is put right."""
        if self.until is not None:
            return self.now
        return self.now + self.to - self.then if self.counts else self.to

    def seen_by(self, entry: Entry) -> tuple[Any, ...]:
        """What an entry should have read of it, as the only item; nothing where that is what it reads now."""
        place = first_of(entry).pk
        if place <= self.begin.pk or (self.until is not None and place >= self.until):
            return ()
        if not self.counts:
            return (self.to,)
        before = next((one.number for one in reversed(self.told) if one.place < place), self.then)
        return (before + self.to - self.then,)

    def readers(self, audiences: frozenset[str]) -> list[Entry]:
        """The rules since then that read it otherwise and stand, but for those that moved a number by as much."""
        found = []
        for entry in quoting(self.begin, self.fact).filter(kind__in=RULES).seen_by(audiences).order_by("id"):
            body = body_of(entry, audiences)
            read = [value for key, value, _ in body.get("facts_read", ()) if key == self.fact]
            right = self.seen_by(entry) if read else ()
            if right and read[0] != right[0] and not (self.counts and self._moved_by(body)):
                found.append(entry)
        return found

    def _moved_by(self, body: dict[str, Any]) -> bool:
        return any(key == self.fact for key, *_ in body.get("changes", ())[body.get("own_changes", 0) :])

    def way(self, readers: Sequence[Entry]) -> list[Any]:
        """The values that the log has to hold for those who read it again, each after another one; the last stands."""
        wanted = dict.fromkeys(value for entry in readers for value in self.seen_by(entry))
        wanted |= {self.to: None} if not self.counts else {}
        found, at, last = list[Any](), self.now, self.right_now
        values = [value for value in wanted if value != last]
        # What stands now has to be left before it can be set.
        for value in sorted(values, key=lambda value: value == self.now):
            found += [value] if value != at else [last, value] if last != at else []
            at = found[-1] if found else at
        return found + ([last] if last != at else [])

    def as_read(self, state: State, entry: Entry) -> State:
        """A state as an entry should have read it."""
        right = self.seen_by(entry)
        if not right or state.values.get(self.fact) == right[0]:
            return state
        found = state.copy()
        found.values[self.fact] = right[0]
        return found
