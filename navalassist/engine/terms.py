"""Terms of a sum, each with its rule number, and the sum that is held in its bounds once, at the end (R-02)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """One modifier. A term that does not apply is kept, since the receipt shows it too.

    rule: the paragraph that gives it; ruling: the ruling that decided its reading; facts: the keys that it read.
    """

    rule: str
    text: str
    value: int
    applies: bool = True
    ruling: str | None = None
    facts: tuple[str, ...] = ()

    def times(self, number: int) -> Term:
        """The same modifier, whose value counts so many times."""
        return Term(self.rule, self.text, self.value * number, self.applies, self.ruling, self.facts)


@dataclass(frozen=True, slots=True)
class Tally:
    """The terms of one number, and the bounds in which their sum is held (None: no bound)."""

    terms: tuple[Term, ...]
    low: int | None = None
    high: int | None = None

    @property
    def raw(self) -> int:
        """The sum of the terms that apply, before the bounds."""
        return sum(t.value for t in self.terms if t.applies)

    @property
    def total(self) -> int:
        """The sum held in the bounds."""
        value = self.raw
        if self.low is not None and value < self.low:
            return self.low
        if self.high is not None and value > self.high:
            return self.high
        return value

    def plus(self, *terms: Term) -> Tally:
        """The same sum with more terms, the bounds still applied only once."""
        return Tally(self.terms + terms, self.low, self.high)


@dataclass(frozen=True, slots=True)
class Column(Tally):
    """A sum that finds a column of a table, and is not added to any dice."""
