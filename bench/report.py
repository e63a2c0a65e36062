"""What a measurement hands back: tables of figures, the bounds with what was found, and notes; printed as Markdown."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Bound:
    """A bound and whether it is kept. `must` and `found` are words for people."""

    what: str
    must: str
    found: str
    kept: bool


@dataclass
class Report:
    """One measurement."""

    title: str
    head: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list)
    bounds: list[Bound] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def row(self, *cells: str) -> None:
        """One line of the table."""
        self.rows.append(cells)

    def bound(self, what: str, must: str, found: str, kept: bool) -> None:
        """One bound, kept or missed."""
        self.bounds.append(Bound(what, must, found, kept))

    @property
    def kept(self) -> bool:
        """True if no bound is missed."""
        return all(bound.kept for bound in self.bounds)

    def markdown(self) -> str:
        """The report as Markdown."""
        parts = [f"### {self.title}", table(self.head, self.rows)]
        if self.bounds:
            lines = [(b.what, b.must, b.found, "kept" if b.kept else "**missed**") for b in self.bounds]
            parts.append(table(("bound", "must be", "found", ""), lines))
        if self.notes:
            parts.append("\n".join(f"- {note}" for note in self.notes))
        return "\n\n".join(parts)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def spread(values: Sequence[float], digits: int = 2) -> str:
    """`0.76 (0.64..1.23)`: the median, and the least and the greatest."""
    middle, low, high = statistics.median(values), min(values), max(values)
    return f"{middle:.{digits}f} ({low:.{digits}f}..{high:.{digits}f})"


def ratios(above: Sequence[float], below: Sequence[float]) -> list[float]:
    """Round by round: what the first did over what the second did."""
    return [a / b for a, b in zip(above, below, strict=True)]


def finish(report: Report) -> int:
    """Print the report; the exit code is 1 when a bound is missed."""
    print(report.markdown(), flush=True)
    for bound in report.bounds:
        if not bound.kept:
            print(f"Missed: {bound.what} must be {bound.must}, found {bound.found}.", file=sys.stderr)
    return 0 if report.kept else 1
