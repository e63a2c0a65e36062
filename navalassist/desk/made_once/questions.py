"""What a page asked the database beside the log and the facts, and whether the same is still answered.

The log only grows, and a page is kept with the state that it was drawn from: what they hold needs no second look.
Whatever else was asked (names of people, seats that are held) is asked again before a page is given out once more.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Model

from navalassist.auditlog.models import Chain, Entry, Payload, Seed, Tagged
from navalassist.campaigns.facts import fact_models
from navalassist.campaigns.models import Campaign, FactHistory, TableVersion

TABLES = re.compile(r'\b(?:FROM|JOIN)\s+"?(\w+)"?', re.IGNORECASE)
READS = ("SELECT", "WITH", "SAVEPOINT", "RELEASE", "BEGIN", "COMMIT", "SET TRANSACTION", "PRAGMA")
Question = tuple[str, Any]


class Noting(threading.local):
    """Whose questions are noted in this thread just now: of a page, and of what is read for it."""

    now: tuple[Questions, ...] = ()


NOTING = Noting()


@cache
def of_the_state() -> frozenset[str]:
    """The tables of which a state, or the heads of its chains, say how they stand."""
    models: tuple[type[Model], ...] = (
        Campaign,
        FactHistory,
        TableVersion,
        Chain,
        Entry,
        Payload,
        Seed,
        Tagged,
        *fact_models().values(),
    )
    return frozenset(model._meta.db_table for model in models)


class Questions:
    """Those of a page, or of what is read for pages, each with its answer. sound: False once something was written."""

    def __init__(self) -> None:
        self.asked: list[tuple[Question, list[Any]]] = []
        self.sound = True
        self._asks = False

    def still_answered(self) -> bool:
        """True while each is answered as it was then."""
        return all(_answer(question) == answer for question, answer in self.asked)

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note what is asked meanwhile."""
        before, NOTING.now = NOTING.now, (*NOTING.now, self)
        try:
            with connection.execute_wrapper(self._note):
                yield
        finally:
            NOTING.now = before

    def noted_too(self) -> None:
        """Whatever is made just now is made of these too."""
        for others in NOTING.now:
            others.asked += [one for one in self.asked if one not in others.asked]

    def _note(self, execute: Any, sql: str, given: Any, many: bool, context: Any) -> Any:
        if not self._asks:
            self._keep(sql, given)
        return execute(sql, given, many, context)

    def _keep(self, sql: str, given: Any) -> None:
        if not sql.lstrip().upper().startswith(READS):
            self.sound = False
        elif not {*TABLES.findall(sql)} <= of_the_state() and all((sql, given) != known for known, _ in self.asked):
            self._asks = True
            try:
                # Before the page gets its own answer: what changes in between is noticed at the next look.
                self.asked.append(((sql, given), _answer((sql, given))))
            finally:
                self._asks = False


def _answer(question: Question) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(*question)
        return list(cursor.fetchall())
