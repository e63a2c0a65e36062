"""The driver for play: it asks a dealer for dice and choices, sends the readings in, and records every answer."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from navalassist.engine.answers import Answer, CellRead, Settled, keep, known_answer
from navalassist.engine.asks import (
    Ask,
    Call,
    Choose,
    Each,
    ListLook,
    Look,
    Part,
    Plan,
    Play,
    Pool,
    Roll,
    Rounds,
    RulingLook,
    Sub,
    TableKey,
    TableRoll,
    Together,
    Until,
    column_of,
    number_of,
)
from navalassist.engine.book import Book
from navalassist.engine.cells import STAND_IN, Cell, Dice, Number, Provenance, Table
from navalassist.engine.dealers import ChoiceError, Dealer, Replay, check_faces
from navalassist.engine.effects import Effect
from navalassist.engine.plain import to_plain
from navalassist.engine.register import Outcome, Procedure
from navalassist.engine.terms import Tally, Term

T = TypeVar("T")


class EngineError(RuntimeError):
    """A procedure broke the contract of the engine (a bare yield, a key used twice)."""


@dataclass(frozen=True, slots=True)
class Pending:
    """The ask at which a procedure waits: a choice (`choose`; `sealed` when others choose too), or dice (`roll`).

    free: what another answer than the options may be, in words; cell: table, row and column, where it is asked for one;
    lines: of a plan, each with what it is called and its options: the page draws them, the entry does not keep them.
    """

    key: str
    kind: str
    seat: str
    label: str
    options: tuple[tuple[str, str], ...] = ()
    dice: str = ""
    free: str = ""
    cell: tuple[str, ...] = ()
    lines: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...] = ()

    @property
    def plain(self) -> dict[str, Any]:
        """What an entry keeps of it."""
        kept: dict[str, Any] = to_plain(self)
        return {
            name: value for name, value in kept.items() if name != "lines" and (value or name not in ("free", "cell"))
        }


@dataclass(frozen=True)
class Result(Generic[T]):
    """What a run gave: the value, or the ask it waits at; every answer in order; the rulings that were used.

    sealed: seat and answer of the choices that wait for those of other seats, and that nobody else may read yet.
    tables: slug and version of every table that was opened. plans: all sealed choices of which one is still out.
    """

    value: T | None
    pending: Pending | None
    answers: tuple[Answer, ...]
    rulings: tuple[tuple[str, str], ...]
    sealed: tuple[tuple[str, Answer], ...] = ()
    tables: tuple[tuple[str, str], ...] = ()
    plans: tuple[Pending, ...] = ()

    @property
    def cells(self) -> tuple[CellRead, ...]:
        return tuple(cell for answer in self.answers for cell in answer.cells)

    @property
    def terms(self) -> tuple[Term, ...]:
        return tuple(term for answer in self.answers for term in answer.terms)

    @property
    def effects(self) -> tuple[Effect, ...]:
        return self.value.effects if isinstance(self.value, Outcome) else ()


class _Waiting(Exception):
    def __init__(self, pending: Pending) -> None:
        self.pending = pending


@dataclass
class Driver:
    """Runs generators against a book and a dealer, and keeps the record."""

    book: Book
    dealer: Dealer
    answers: list[Answer] = field(default_factory=list)
    rulings: dict[str, str] = field(default_factory=dict)
    keys: set[str] = field(default_factory=set)
    sealed: list[tuple[str, Answer]] = field(default_factory=list)
    plans: list[Pending] = field(default_factory=list)
    tables: dict[str, str] = field(default_factory=dict)
    # How often dice were thrown or a choice was asked for.
    asked: int = 0

    def drive(self, part: Part[T], prefix: str = "") -> T:
        """Run to the end; _Waiting leaves it when the dealer does not know an answer."""
        play = iter(part)
        try:
            ask = next(play)
            while True:
                if not isinstance(ask, Ask):
                    raise EngineError(f"a bare yield of {type(ask).__name__} in {play!r}")
                ask = play.send(self.answer(ask, prefix))
        except StopIteration as stop:
            value: T = stop.value
            return value

    def answer(self, ask: Ask[Any], prefix: str) -> Any:
        """The reading of one ask."""
        match ask:
            case RulingLook():
                choice = self.book.ruling(ask.ruling)
                self.rulings[ask.ruling.number] = choice
                return choice
            case ListLook():
                self._table(ask.table.slug)
                return self.book.listed(ask.table.slug)
            case Each():
                state = ask.start
                for name, part in ask.parts.items():
                    state = ask.fold(state, self.drive(part.start(), f"{prefix}{name}/"))
                return state
            case Sub():
                return self._sub(ask.call, f"{prefix}{ask.key}/")
            case Rounds():
                return self._rounds(ask, prefix)
            case Until():
                return self._until(ask, prefix)
            case Look():
                return self._look(ask, prefix)
        key = prefix + ask.key
        if key in self.keys:
            raise EngineError(f"the key {key!r} is asked twice")
        self.keys.add(key)
        match ask:
            case TableRoll():
                return self._table_roll(ask, key)
            case Pool():
                return self._pool(ask, key)
            case Roll():
                faces = self._faces(key, ask.dice, ask.label)
                reading = ask.read(faces)
                self._note(key, "roll", ask.label, str(ask.dice), faces, reading)
                return reading
            case Choose():
                return self._choose(ask, key)
            case Together():
                return self._together(ask, key)
        raise EngineError(f"the driver does not know the ask {type(ask).__name__}")

    def _sub(self, part: Call[Any], prefix: str) -> Any:
        """Run a sub-procedure; one that throws no dice and asks nobody is run once for equal arguments and book."""
        # True equals 1 in Python, but a rule may tell them apart.
        key = (part, *map(type, part.arguments))
        known = self.book.settled.get(key)
        if known is not None and known.prefix == prefix and self.keys.isdisjoint(a.key for a in known.answers):
            self.keys.update(a.key for a in known.answers)
            self.answers += known.answers
            self.rulings |= known.rulings
            self.tables |= known.tables
            return known.value
        before, asked, keys = len(self.answers), self.asked, len(self.keys)
        rulings, self.rulings = self.rulings, {}
        tables, self.tables = self.tables, {}
        try:
            value = self.drive(part.start(), prefix)
        finally:
            used, self.rulings = self.rulings, rulings | self.rulings
            opened, self.tables = self.tables, tables | self.tables
        looks = self.answers[before:]
        if self.asked == asked and len(self.keys) - keys == len(looks) and known is None:
            keep(self.book, key, Settled(prefix, value, tuple(map(known_answer, looks)), used, opened))
        return value

    def _table(self, slug: str) -> Table:
        table = self.book.table(slug)
        self.tables[slug] = table.version
        return table

    def _note(
        self, key: str, kind: str, label: str, dice: str, faces: tuple[int, ...], reading: Any, **more: Any
    ) -> None:
        self.answers.append(Answer(key, kind, label, dice, faces, reading=to_plain(reading), **more))

    def _faces(self, key: str, dice: Dice, label: str) -> tuple[int, ...]:
        self.asked += 1
        faces = self.dealer.faces(key, dice, label)
        if faces is None:
            raise _Waiting(Pending(key, "roll", "", label, dice=str(dice)))
        check_faces(faces, dice, key)
        return faces

    def _rounds(self, ask: Rounds[Any], prefix: str) -> Any:
        state = ask.state
        for number in range(1, ask.limit + 1):
            if ask.done(state):
                break
            state = self.drive(ask.step(state), f"{prefix}{ask.key}-{number}/")
        return state

    def _until(self, ask: Until[Any], prefix: str) -> Any:
        reading, numbers = None, itertools.count(1)
        while reading is None:
            reading = self.answer(Roll(f"{ask.key}-{next(numbers)}", ask.dice, ask.read, ask.label), prefix)
        return reading

    def _read(
        self, key: TableKey[T], ask_key: str, table: Table, row: Number | str, column: Number | str
    ) -> tuple[T, CellRead]:
        cell = table.cell(row, column)
        value, provenance = self.book.text_of(table, cell)
        if value is None:
            value, provenance = self._asked(ask_key, table, cell)
        read = CellRead(table.slug, table.version, cell.row, cell.column, value, provenance)
        return key.parse(value), read

    def _asked(self, ask_key: str, table: Table, cell: Cell) -> tuple[str, str]:
        """An unknown cell is never guessed: the moderator reads the printed chart, and it is kept as a precedent.

        An answer that is marked as a stand-in holds for this once.
        """
        label = f"{table.title}: {table.place(cell)} is not known. What does the printed chart say?"
        options = {text: text for text in table.known}

        def read(typed: str) -> str:
            text = typed.removesuffix(STAND_IN)
            if not table.wanted and text not in options:
                raise ValueError(f"choose one of {', '.join(options)}")
            return table.written(text) + typed[len(text) :]

        ask = Choose(ask_key, options, "moderator", label, read=read, free=table.wanted)
        try:
            said = self._choose(ask, f"{ask_key}/cell")
        except _Waiting as waiting:
            place = (table.slug, cell.row, cell.column)
            raise _Waiting(replace(waiting.pending, cell=place)) from None
        once = said.endswith(STAND_IN)
        return said.removesuffix(STAND_IN), (Provenance.STAND_IN if once else Provenance.UNKNOWN).value

    def _look(self, ask: Look[Any], prefix: str) -> Any:
        key = prefix + ask.key
        place = (key, ask.table, ask.row, ask.column)
        known = self.book.settled.get(place)
        if known is not None and key not in self.keys:
            self.keys.add(key)
            self.answers += known.answers
            self.tables |= known.tables
            return known.value
        table, asked = self._table(ask.table.slug), self.asked
        reading, cell = self._read(ask.table, key, table, ask.row, ask.column)
        if key not in self.keys:
            self.keys.add(key)
            self._note(key, "look", "", "", (), reading, cells=(cell,))
            if self.asked == asked:
                look = known_answer(self.answers[-1])
                keep(self.book, place, Settled(prefix, reading, (look,), {}, {table.slug: table.version}))
        return reading

    def _table_roll(self, ask: TableRoll[Any], key: str) -> Any:
        table = self._table(ask.table.slug)
        dice = dice_of(table)
        faces = self._faces(key, dice, ask.label)
        total = sum(faces) + number_of(ask.modifier)
        terms, bounds = _terms_of(ask.column, ask.modifier)
        try:
            reading, cell = self._read(ask.table, key, table, total, column_of(ask.column))
        except _Waiting:
            # Thrown is thrown: the dice are kept, though nobody can read them yet.
            self._note(key, "table", ask.label, str(dice), faces, None, terms=terms, bounds=bounds)
            raise
        self._note(key, "table", ask.label, str(dice), faces, reading, cells=(cell,), terms=terms, bounds=bounds)
        return reading

    def _pool(self, ask: Pool, key: str) -> int:
        if ask.count == 0:
            return 0
        table = self._table(ask.table.slug)
        dice = dice_of(table)
        faces = self._faces(key, Dice(ask.count * dice.count, dice.sides), ask.label)
        column, modifier = column_of(ask.column), number_of(ask.modifier)
        total, cells = 0, []
        terms, bounds = _terms_of(ask.column, ask.modifier)
        pool = f"{ask.count} x {dice}"
        for first in range(0, len(faces), dice.count):
            row = sum(faces[first : first + dice.count]) + modifier
            try:
                reading, cell = self._read(ask.table, f"{key}/{first // dice.count + 1}", table, row, column)
            except _Waiting:
                self._note(key, "pool", ask.label, pool, faces, None, terms=terms, bounds=bounds)
                raise
            total += reading
            cells.append(cell)
        self._note(key, "pool", ask.label, pool, faces, total, cells=tuple(cells), terms=terms, bounds=bounds)
        return total

    def _choose(self, ask: Choose, key: str) -> str:
        choice = self._option(ask, key)
        self.answers.append(Answer(key, "choose", ask.label, choice=choice, reading=choice))
        return choice

    def _option(self, ask: Choose, key: str) -> str:
        self.asked += 1
        choice = self.dealer.choice(key, ask)
        if choice is None:
            raise _Waiting(_asked_for(ask, key, "choose"))
        try:
            return ask.taken(choice)
        except ValueError as error:
            raise ChoiceError(str(error) if ask.free else f"{ask.label or key}: {error}", key) from None

    def _together(self, ask: Together, key: str) -> tuple[str, ...]:
        sealed: list[tuple[str, Answer]] = []
        missing: _Waiting | None = None
        for one in ask.choices:
            place = f"{key}/{one.key}"
            if place in self.keys:
                raise EngineError(f"the key {place!r} is asked twice")
            self.keys.add(place)
            try:
                choice = self._option(one, place)
            except _Waiting as waiting:
                missing = missing or waiting
            else:
                sealed.append((one.seat, Answer(place, "sealed", one.label, choice=choice, reading=choice)))
        if missing:
            self.sealed = sealed
            self.plans = [_asked_for(one, f"{key}/{one.key}", "sealed") for one in ask.choices]
            raise _Waiting(replace(missing.pending, kind="sealed"))
        self.answers += [answer for _, answer in sealed]
        return tuple(answer.reading for _, answer in sealed)


def _asked_for(ask: Choose, key: str, kind: str) -> Pending:
    """A choice that a seat is asked for."""
    lines = ask.lines if isinstance(ask, Plan) else {}
    told = tuple((name, title, tuple(options.items())) for name, (title, options) in lines.items())
    return Pending(key, kind, ask.seat, ask.label, tuple(ask.options.items()), free=ask.free, lines=told)


def _terms_of(
    column: Tally | Number | str, modifier: Tally | int
) -> tuple[tuple[Term, ...], tuple[int | None, int | None] | None]:
    tallies = [t for t in (column, modifier) if isinstance(t, Tally)]
    terms = tuple(term for tally in tallies for term in tally.terms)
    return terms, (tallies[0].low, tallies[0].high) if tallies else None


def dice_of(table: Table) -> Dice:
    """The table's dice. EngineError for a table that is read without dice."""
    if table.dice is None:
        raise EngineError(f"{table.slug} is read without dice")
    return table.dice


def run_play(play: Play[T], book: Book, dealer: Dealer) -> Result[T]:
    """Run any generator of asks."""
    driver = Driver(book, dealer)
    try:
        value: T | None = driver.drive(play)
        pending = None
    except _Waiting as waiting:
        value, pending = None, waiting.pending
    rulings = tuple(sorted(driver.rulings.items()))
    tables = tuple(sorted(driver.tables.items()))
    return Result(value, pending, tuple(driver.answers), rulings, tuple(driver.sealed), tables, tuple(driver.plans))


def run(procedure: Procedure, situation: BaseModel, book: Book, dealer: Dealer) -> Result[Outcome[Any]]:
    """Run a registered procedure on a situation."""
    return run_play(procedure.function(situation), book, dealer)


def compute(play: Play[T], book: Book) -> T:
    """The value of a sub-procedure that throws no dice and asks no seat (a naval status). EngineError otherwise."""
    result = run_play(play, book, Replay({}))
    if result.pending:
        raise EngineError(f"{result.pending.key} wants dice or a choice")
    return result.value  # type: ignore[return-value]
