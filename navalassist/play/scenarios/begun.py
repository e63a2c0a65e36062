"""A new campaign as a scenario has it: the rows of its form, with those of the file in their place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from navalassist.campaigns.facts import PUBLIC
from navalassist.engine import Create
from navalassist.play.scenarios.fit import Fitted, creates
from navalassist.play.scenarios.marks import list_marks
from navalassist.play.write.writer import Writer

Own = dict[str, tuple[Create, ...]]


def begun_so(
    writer: Writer, fitted: Fitted, rows: Iterable[Create], own: Mapping[str, Iterable[Create]]
) -> tuple[tuple[Create, ...], Own]:
    """The rows for everybody, and those that each side keeps to itself.

    What the file doesn't tell is as the form asked for it, and who sees what always is.
    """
    plain = {one.key: dict(one.fields) for one in rows}
    kept = {side: {one.key: dict(one.fields) for one in some} for side, some in own.items()}
    wanted = _as_closed(writer, fitted, plain)
    for said in fitted.scenario.rows:
        if said.gone:
            for some in (plain, *kept.values()):
                some.pop(said.row, None)
    state = writer.state.copy()
    state.values |= _facts(plain)
    for row, fields in wanted.items():
        side = writer.system.is_for(state, row, fields)
        if side == PUBLIC:
            # The first entry is written while no ruling stands as yet: what would be a side's then comes after it.
            side = writer.system.is_for(writer.state, row, fields)
        some = plain if side == PUBLIC else kept.setdefault(side, {})
        for other in (plain, *kept.values()):
            if other is not some:
                other.pop(row, None)
        some[row] = fields
    return _marked(fitted, plain), {side: _marked(fitted, some) for side, some in kept.items()}


def _marked(fitted: Fitted, rows: Mapping[str, Mapping[str, object]]) -> tuple[Create, ...]:
    """The rows, and marks of those that are made up."""
    made = creates(rows)
    return (*made, *list_marks(fitted, made))


def _as_closed(writer: Writer, fitted: Fitted, plain: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
    """The rows of the file, and those that come with it; without the ruling that says who sees what."""
    closed = writer.system.is_closed(_facts(plain))
    wanted = {row: fields for row, fields in fitted.rows.items() if row in fitted.of or row not in plain}
    for row, fields in tuple(wanted.items()):
        if row.startswith("ruling:") and writer.system.is_closed(_facts(plain | {row: fields})) != closed:
            del wanted[row]
    return wanted


def _facts(rows: Mapping[str, Mapping[str, object]]) -> dict[str, object]:
    return {f"{row}.{name}": value for row, fields in rows.items() for name, value in fields.items()}
