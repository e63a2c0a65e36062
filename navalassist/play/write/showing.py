"""What was a side's secret becomes everybody's."""

from __future__ import annotations

from collections.abc import Iterable

from navalassist.campaigns.facts import PUBLIC
from navalassist.engine import Remove, create
from navalassist.play.write.writer import Writer


def show_rows(writer: Writer, rows: Iterable[str]) -> None:
    """Secret rows become everybody's: they end on the chain of their side, and are made anew in the open."""
    secret = {row: writer.state.audiences[row] for row in rows}
    made = [create(row, **writer.state.row(row)) for row in secret]
    for audience in sorted(set(secret.values())):
        gone = [Remove(row) for row in secret if secret[row] == audience]
        writer.edit("rows.shown", gone, chain=audience, seat=writer.viewer.seat)
    if made:
        writer.edit("rows.shown", made, chain=PUBLIC, seat=writer.viewer.seat)
