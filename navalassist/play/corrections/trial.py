"""Trying a correction out: what it would write, worked out and never kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.viewer import Viewer
from navalassist.play.corrections.correct import Redo, correct_all
from navalassist.play.state import State, heads_of
from navalassist.play.storage import statements
from navalassist.play.storage.bodies import Body
from navalassist.play.write.writer import Writer


class Trial(Writer):
    """A writer without a transaction: its entries and its state are only looked at. bodies: those of its entries."""

    def __init__(self, viewer: Viewer, state: State) -> None:
        heads = [statements.Head(0, audience, sequence, head) for audience, sequence, head in state.heads]
        super().__init__(viewer, state.copy(), statements.Held(heads), "", {})
        self.bodies: list[dict[str, Any]] = []

    def further(self) -> Trial:
        """A trial of what comes next: where that fails, this one stands as it was."""
        self.state.heads = heads_of(self._chains.values())
        return Trial(self.viewer, self.state)

    def append(
        self, kind: str, body: Body, *, seat: str, chain: str = PUBLIC, moment: tuple[str, str, str] | None = None
    ) -> Entry:
        """The entry as it would be; its body is kept whole, for the viewer who tries it out."""
        self.bodies.append({"act": body.act, **body.fields})
        return super().append(kind, body, seat=seat, chain=chain, moment=moment)

    def keep_tables(self, slugs: Iterable[str]) -> None:
        """Nothing is kept."""

    def bind_dice(self, *further: str) -> None:
        """No seed is made for a look."""

    def flush(self) -> None:
        """RuntimeError: a trial is never written."""
        raise RuntimeError("a trial is never written")


def tried(
    viewer: Viewer, state: State, redos: Sequence[Redo], first: Callable[[Writer], object] | None = None
) -> Trial:
    """What `correct_all` would write. Dice that are not thrown stay unknown: an entry that needs them waits.

    first: what is written before it.
    """
    trial = Trial(viewer, state)
    if first is not None:
        first(trial)
    if redos:
        correct_all(trial, redos, throw=False)
    return trial
