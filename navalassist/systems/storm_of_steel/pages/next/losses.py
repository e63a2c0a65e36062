"""Losses: the legal choices of their owner as rows, the fewest factors first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from django.http import QueryDict

from navalassist.desk.at import At
from navalassist.desk.operations.panels import Next, Row, allowed, counted, looked
from navalassist.engine.english import listed
from navalassist.play.rules.resolve import Preview
from navalassist.systems.storm_of_steel.actions import losses_of
from navalassist.systems.storm_of_steel.pages.actions import Force, Going
from navalassist.systems.storm_of_steel.pending_losses import amount, choices_of, left_of
from navalassist.systems.storm_of_steel.rules.losses import SLUG as RULE
from navalassist.systems.storm_of_steel.rules.losses import Losses
from navalassist.systems.storm_of_steel.state import Unit

RADIO = "radio"
# Choices that are listed at most, and squadrons of which all choices are looked through: they double with each.
MOST_ROWS, MOST_UNITS = 8, 10


@dataclass(frozen=True, slots=True)
class Loss:
    """A loss with its choices. rows: a choice each, or a squadron each; picks: `radio`, `checkbox`, '' for one."""

    key: str
    side: str
    amount: str
    rows: Sequence[Row]
    picks: str
    small: str
    go: str
    sum_line: str = ""

    @property
    def chosen(self) -> bool:
        """Is one of the choices taken?"""
        return any(row.ticked for row in self.rows)


def asks(here: At, action: Going, given: QueryDict) -> Next:
    """The loss of the seat on this tablet, with the other side's below it."""
    owed = sorted(losses_of(here.rows, action.key), key=lambda loss: loss.side != action.seat)
    found = [loss_of(here, loss.key, given.getlist("units")) for loss in owed]
    numbers = count(1)
    found = [replace(one, rows=[replace(row, number=next(numbers)) for row in one.rows]) for one in found]
    first = found[0]
    more: dict[str, Any] = {"loss": first, "others": [one for one in found[1:] if here.viewer.may_act_as(one.side)]}
    return Next(RULE, first.side, f"take off {first.amount}", "losses", {"loss": first.key}, first.go, more)


def struck(forces: Iterable[Force], panel: Next) -> list[Force]:
    """Both sides with what is chosen: who is struck out by which row, and what is left of them by each."""
    losses = {loss.side: loss for loss in (panel.more["loss"], *panel.more["others"])}
    return [_struck(force, losses[force.side]) if force.side in losses else force for force in forces]


def _struck(force: Force, loss: Loss) -> Force:
    ways = {row.number: row.value.split("+") for row in loss.rows}
    if loss.picks != RADIO:
        # One choice is sure; of many squadrons those that were ticked as the page was drawn.
        gone = {key for row in loss.rows for key in row.value.split("+") if row.ticked or not loss.picks}
        return replace(
            force, squadrons=tuple(one.model_copy(update={"out": one.key in gone}) for one in force.squadrons)
        )
    return replace(
        force,
        squadrons=tuple(
            one.model_copy(update={"taken_by": " ".join(str(n) for n, way in ways.items() if one.key in way)})
            for one in force.squadrons
        ),
        left=tuple(
            (number, replace(force, squadrons=tuple(one for one in force.squadrons if one.key not in way)))
            for number, way in ways.items()
        ),
    )


def loss_of(here: At, key: str, ticked: Sequence[str]) -> Loss:
    """A loss, and how it may be paid."""
    loss = looked(here, RULE, loss=key, units=()).situation
    assert isinstance(loss, Losses)
    side, much = loss.side.value, amount(loss.owed)
    ways = [way for way in _ways(loss) if _is_allowed(here, key, way)]
    if len(ways) == 1:
        names = listed(unit.name or unit.key for unit in ways[0])
        row = Row(_value(ways[0]), names)
        return Loss(key, side, much, [row], "", "One choice keeps to the rule.", f"take off {names}")
    if ways and len(ways) <= MOST_ROWS:
        rows = [_row(loss, way, ticked=_value(way) in ticked) for way in ways]
        small = f"{counted(len(ways), 'choice').capitalize()} keep to the rule. Factors too few for another lapse."
        return Loss(key, side, much, rows, RADIO, small, "take them off")
    return _by_squadron(here, loss, much, ticked)


def _ways(loss: Losses) -> list[tuple[Unit, ...]]:
    """The choices that keep to the rule, the fewest factors first; none where they are too many to look through."""
    if len(loss.owed.among) > MOST_UNITS:
        return []
    ways = list(choices_of(loss.owed, as_much=loss.as_much))
    return sorted(ways, key=lambda way: (sum(unit.protection for unit in way), len(way)))


def _is_allowed(here: At, key: str, way: Sequence[Unit]) -> Preview | None:
    return allowed(here, RULE, loss=key, units=tuple(unit.key for unit in way))


def _value(way: Sequence[Unit]) -> str:
    """One value of the form for all of them."""
    return "+".join(unit.key for unit in way)


def _row(loss: Losses, way: Sequence[Unit], *, ticked: bool) -> Row:
    """A choice, named by who is lost."""
    lost = listed(unit.name or unit.key for unit in way)
    title, small = f"{lost} {'is' if len(way) == 1 else 'are'} lost", _factors(way)
    if loss.owed.units:
        return Row(_value(way), title, small, ticked=ticked)
    taken = sum(unit.protection for unit in way)
    lapse = loss.owed.factors - taken
    note = f"of {loss.owed.factors}" + (f"; {lapse} {'lapses' if lapse == 1 else 'lapse'}" if lapse else "")
    return Row(_value(way), title, small, str(taken), note, ticked)


def _factors(units: Sequence[Unit]) -> str:
    """`5/4/3, 2/2/2`: combat, protection, contact."""
    return ", ".join(unit.factors for unit in units)


def _by_squadron(here: At, loss: Losses, much: str, ticked: Sequence[str]) -> Loss:
    """Squadrons to tick, and what is left of the loss; one that no longer fits says so."""
    left = left_of(loss.owed, ticked)
    fits = {unit.key for unit in left.fits}
    rows = []
    for unit in loss.owed.among:
        chosen = unit.key in ticked
        note = "" if chosen or unit.key in fits else "does not fit in what is left"
        big = "" if loss.owed.units else str(unit.protection)
        rows.append(Row(unit.key, unit.name or unit.key, _factors([unit]), big, note, chosen))
    what = loss.owed.units or loss.owed.factors
    said = f"{max(left.number, 0)} of {what} left" if left.number >= 0 else f"{-left.number} more than {what}"
    return Loss(loss.owed.key, loss.side.value, much, rows, "checkbox", "Tick who is lost.", "take them off", said)
