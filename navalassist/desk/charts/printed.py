"""The printed charts of a campaign: each has one block or several, which are tables of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.utils.text import slugify

from navalassist.desk.charts.share import Share, share_of
from navalassist.play.charts.known import Chart, charts_of
from navalassist.play.state import State


@dataclass(frozen=True)
class Printed:
    """A printed chart and its blocks, in order."""

    blocks: tuple[Chart, ...]

    @property
    def title(self) -> str:
        """As players call it."""
        return self.blocks[0].name

    @property
    def name(self) -> str:
        """As its address has it."""
        return name_of(self.blocks[0])

    @cached_property
    def share(self) -> Share:
        """How much of it is printed."""
        return share_of(self.blocks)

    @property
    def rule(self) -> str:
        """The paragraphs that it belongs to."""
        return ", ".join(dict.fromkeys(block.newest.rule for block in self.blocks))

    @property
    def rows_typed(self) -> int:
        """How many rows somebody typed in this campaign."""
        return sum(len(block.typed) for block in self.blocks)

    @property
    def rows_read(self) -> int:
        """How many of them another seat read back."""
        return sum(len(block.ticks.keys() & block.typed.keys()) for block in self.blocks)


def name_of(chart: Chart) -> str:
    """The name of a table's printed chart in its address."""
    return slugify(chart.name)


def all_printed(state: State) -> tuple[Printed, ...]:
    """All printed charts of a campaign."""
    found: dict[str, list[Chart]] = {}
    for chart in charts_of(state):
        found.setdefault(name_of(chart), []).append(chart)
    return tuple(Printed(tuple(blocks)) for blocks in found.values())


def printed_called(state: State, name: str) -> Printed | None:
    """The printed chart of a name; None where there is none."""
    return next((chart for chart in all_printed(state) if chart.name == name), None)
