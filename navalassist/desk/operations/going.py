"""Operations as pages speak of them: what comes next of one, whose tap it is, and which wait for this seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

from django.http import QueryDict

from navalassist.desk.access import is_to_roll
from navalassist.desk.at import At
from navalassist.engine import REGISTER
from navalassist.engine.duties import Kind, Moment
from navalassist.engine.operations import NUMBER, ROUND, Operation, Tap, title_of
from navalassist.engine.rows import Row


class Goes(Protocol):
    """What the frame asks of one. procedure: the rule of its next tap, '' for none; seat: whose tap that is."""

    @property
    def key(self) -> str: ...
    @property
    def row(self) -> str: ...
    @property
    def procedure(self) -> str: ...
    @property
    def seat(self) -> str: ...
    @property
    def is_over(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Going:
    """An operation of which a system has no more to say. words: `waits for gunfire`; sides: whom it waits for."""

    kept: Row
    title: str
    words: str
    procedure: str
    seat: str
    sides: tuple[str, ...]
    is_over: bool
    round: int = 0

    @property
    def key(self) -> str:
        """Its key."""
        return self.kept.key

    @property
    def row(self) -> str:
        """`battle:3`"""
        return self.kept.row


def next_tap(here: At, tap: Tap) -> tuple[str, str]:
    """The rule that comes next, and whose tap it is; '' for a rule that the campaign does not have, and for either."""
    known = tap.rule in here.system.forms and tap.rule in REGISTER
    return tap.rule if known else "", tap.seat(here.viewer.seat)


def going(here: At, operation: Operation[Any], key: str) -> Going:
    """An operation of the campaign."""
    row = here.rows.row(operation.kind, key)
    tap = operation.tap(here.rows, row)
    rule, seat = next_tap(here, tap)
    words = str(operation.at(row).stage.label)
    return Going(row, title_of(row), words, rule, seat, tap.sides, operation.is_over(row), getattr(row, ROUND, 0))


def named_in(url: str, operation: Operation[Any]) -> str:
    """The key of the operation that an address begins a form with; '' for none."""
    return QueryDict(urlsplit(url).query).get(operation.word, "")


def waiting_for(here: At, operation: Operation[Any]) -> Iterator[tuple[Any, str]]:
    """Those that can go on in this step and whose next tap is this viewer's, the earliest first, each with its rule."""
    due = (duty.url for duty in here.agenda.at(Moment(*here.state.clock)) if duty.kind is Kind.DUE)
    able = {named_in(url, operation) for url in due}
    for row in sorted(operation.going_on(here.rows), key=lambda one: getattr(one, NUMBER, 0)):
        if row.key not in able:
            continue
        rule, seat = next_tap(here, operation.tap(here.rows, row))
        if rule and is_to_roll(here, seat):
            yield row, rule
