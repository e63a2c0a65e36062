"""Asks: all that a procedure may want from the world. A driver answers them, for dice, odds and replay alike.

`x = yield from ask` gives the *reading* of the answer (a table cell, a number of hits), never the bare faces.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from navalassist.engine.cells import MODIFIER, Dice, ListLine, Number
from navalassist.engine.terms import Tally, Term

T = TypeVar("T")
S = TypeVar("S")


class Ask(Generic[T]):
    """Base of all asks. `key` is stable: the answer is recorded under it, and a correction finds it there again."""

    __slots__ = ("key", "label")

    def __init__(self, key: str, label: str = "") -> None:
        self.key = key
        self.label = label

    def __iter__(self) -> Generator[Ask[Any], Any, T]:
        reading: T = yield self
        return reading

    def __bool__(self) -> bool:
        raise TypeError(f"the ask {self.key!r} was used as a value: 'yield from' is missing")


Play = Generator[Ask[Any], Any, T]
# A sub-procedure whose whole is one ask hands it back as it is: its odds are those of the ask, and no path is walked.
Part = Play[T] | Ask[T]


class Roll(Ask[T]):
    """Dice with a reading of their own: `read(faces)` must be pure, and its values hashable."""

    __slots__ = ("dice", "read")

    def __init__(self, key: str, dice: Dice, read: Callable[[tuple[int, ...]], T], label: str = "") -> None:
        super().__init__(key, label)
        self.dice = dice
        self.read = read


class Until(Ask[T]):
    """The same, thrown again and again until `read(faces)` is not None: each reading that counts has its own share.

    Keys are `key-1`, `key-2`, … to the throw that counts.
    """

    __slots__ = ("dice", "read")

    def __init__(self, key: str, dice: Dice, read: Callable[[tuple[int, ...]], T | None], label: str = "") -> None:
        super().__init__(key, label)
        self.dice = dice
        self.read = read


class TableRoll(Ask[T]):
    """The table's dice plus `modifier`, read in `column`. Both may be a Tally, whose terms are then recorded."""

    __slots__ = ("column", "modifier", "table")

    def __init__(
        self, key: str, table: TableKey[T], column: Tally | Number | str, modifier: Tally | int = 0, label: str = ""
    ) -> None:
        super().__init__(key, label)
        self.table = table
        self.column = column
        self.modifier = modifier


class Pool(Ask[int]):
    """`count` throws of a table's dice in one column, each cell a number; the reading is their sum."""

    __slots__ = ("column", "count", "modifier", "table")

    def __init__(
        self,
        key: str,
        table: TableKey[int],
        count: int,
        column: Tally | Number | str,
        modifier: Tally | int = 0,
        label: str = "",
    ) -> None:
        super().__init__(key, label)
        self.table = table
        self.count = count
        self.column = column
        self.modifier = modifier


class Look(Ask[T]):
    """A table cell without dice."""

    __slots__ = ("column", "row", "table")

    def __init__(self, key: str, table: TableKey[T], row: Number | str, column: Number | str) -> None:
        super().__init__(key)
        self.table = table
        self.row = row
        self.column = column


class ListLook(Ask[tuple[ListLine, ...]]):
    """The lines of the list under a table; their numbers are looked up one by one."""

    __slots__ = ("table",)

    def __init__(self, table: TableKey[Any]) -> None:
        super().__init__(f"list/{table.slug}")
        self.table = table


class RulingLook(Ask[str]):
    """How this campaign reads a doubtful rule; which rulings were used is recorded."""

    __slots__ = ("ruling",)

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(f"ruling/{ruling.number}")
        self.ruling = ruling


class Choose(Ask[str]):
    """A decision of a seat among options (value -> words). A secret choice is hidden until the rule shows it.

    settled: what came of the rule already, whatever is chosen: odds count that and go no further. Without it there are
    no odds before the choice. read: how another answer than the options is written, ValueError for one that doesn't
    fit; free: what would fit, in words.
    """

    __slots__ = ("free", "options", "read", "seat", "settled")

    def __init__(
        self,
        key: str,
        options: Mapping[str, str],
        seat: str,
        label: str = "",
        *,
        settled: Any = None,
        read: Callable[[str], str] | None = None,
        free: str = "",
    ) -> None:
        super().__init__(key, label)
        self.options = dict(options)
        self.seat = seat
        self.settled = settled
        self.read = read
        self.free = free

    def taken(self, typed: str) -> str:
        """The answer as it is kept. ValueError for one that does not fit."""
        if typed in self.options:
            return typed
        if self.read is None:
            raise ValueError(f"choose one of {', '.join(self.options)}")
        return self.read(typed)

    def fits(self, typed: str | None) -> bool:
        """True for an answer that can be taken."""
        try:
            return typed is not None and self.taken(typed) == typed
        except ValueError:
            return False


class Plan(Choose):
    """A decision of several lines, such as who fires at whom: one option of each. `plan_lines` takes its reading apart.

    lines: name -> what it is called, and its options (value -> words).
    """

    __slots__ = ("lines",)

    def __init__(
        self, key: str, lines: Mapping[str, tuple[str, Mapping[str, str]]], seat: str, label: str = ""
    ) -> None:
        super().__init__(key, {}, seat, label, read=self._written, free="one option of each line")
        self.lines = {name: (title, dict(options)) for name, (title, options) in lines.items()}

    def _written(self, typed: str) -> str:
        chosen = plan_lines(typed)
        for name, (title, options) in self.lines.items():
            if chosen.get(name) not in options:
                raise ValueError(f"{title}: choose one of {', '.join(options.values())}")
        return plan_text({name: chosen[name] for name in self.lines})


def plan_text(chosen: Mapping[str, str]) -> str:
    """The lines of a plan as one answer: `jervis=lampo;nubian=holds`."""
    return ";".join(f"{name}={value}" for name, value in chosen.items())


def plan_lines(reading: str) -> dict[str, str]:
    """The same taken apart."""
    return {name: value for name, _, value in (line.partition("=") for line in reading.split(";"))}


class Together(Ask[tuple[str, ...]]):
    """Sealed choices of several seats: nobody's is read before all are in. The reading keeps the order of `choices`.

    They come in any order, and a seat may change its own until the last one is in.
    """

    __slots__ = ("choices",)

    def __init__(self, key: str, choices: tuple[Choose, ...], label: str = "") -> None:
        super().__init__(key, label)
        self.choices = choices


class Call(NamedTuple, Generic[T]):
    """A sub-procedure with its frozen arguments: equal calls have equal odds, which are worked out once.

    A tuple, since rules make one for every item of a convoy and odds look each of them up by its hash.
    """

    function: Callable[..., Part[T]]
    arguments: tuple[Any, ...]

    def start(self) -> Part[T]:
        return self.function(*self.arguments)


def call(function: Callable[..., Part[T]], *arguments: Any) -> Call[T]:
    """`call(resolve_lot, lot)` instead of `resolve_lot(lot)` where an ask wants a sub-procedure."""
    return Call(function, arguments)


class Sub(Ask[T]):
    """Run a sub-procedure under `key/`; for odds it is worked out once for equal arguments."""

    __slots__ = ("call",)

    def __init__(self, key: str, part: Call[T]) -> None:
        super().__init__(key)
        self.call = part


class Each(Ask[S]):
    """Independent sub-procedures, their results folded into one value: run in order for play, convolved for odds.

    parts: name -> call; the name is the prefix of its keys. fold(state, result) -> state, from `start`.
    """

    __slots__ = ("fold", "parts", "start")

    def __init__(self, parts: Mapping[str, Call[Any]], fold: Callable[[S, Any], S], start: S) -> None:
        super().__init__("each")
        self.parts = dict(parts)
        self.fold = fold
        self.start = start


class Rounds(Ask[S]):
    """A round played again and again on a frozen state: `step(state)` until `done(state)` or `limit` rounds.

    Keys are `key-1/…`, `key-2/…`. For odds equal states are merged after every round.
    """

    __slots__ = ("done", "limit", "state", "step")

    def __init__(self, key: str, step: Callable[[S], Part[S]], state: S, limit: int, done: Callable[[S], bool]) -> None:
        super().__init__(key)
        self.step = step
        self.state = state
        self.limit = limit
        self.done = done


class TableKey(Generic[T]):
    """A rule's typed name of a table. The driver finds the campaign's version; `parse` reads a cell's text."""

    __slots__ = ("parse", "slug")

    def __init__(self, slug: str, parse: Callable[[str], T]) -> None:
        self.slug = slug
        self.parse = parse

    def roll(
        self, key: str, *, column: Tally | Number | str, modifier: Tally | int = 0, label: str = ""
    ) -> TableRoll[T]:
        """Throw the table's dice and read the cell."""
        return TableRoll(key, self, column, modifier, label)

    def pool(
        self: TableKey[int],
        key: str,
        *,
        count: int,
        column: Tally | Number | str,
        modifier: Tally | int = 0,
        label: str = "",
    ) -> Pool:
        """Throw the table's dice `count` times in one column and add up the cells."""
        return Pool(key, self, count, column, modifier, label)

    def look(self, *, row: Number | str, column: Number | str, key: str | None = None) -> Look[T]:
        """Read a cell without dice."""
        return Look(key or f"look/{self.slug}/{row}/{column}", self, row, column)

    def modifiers(self: TableKey[int], seen: Mapping[str, Term], ticks: Collection[str] = ()) -> Play[dict[str, Term]]:
        """The terms of the list under the table, by key: of conditions that the rule sees, in its order, then of words.

        seen: what the rule sees, each as a term whose value says how often the number counts, 1 as a rule; one that
        the list lacks is left out, and any number of lines may come to none. ticks: the lines of words that are ticked.
        A number that nobody knows is asked for only where it counts.
        """
        lines = {line.key: line for line in (yield from ListLook(self))}
        words = (line for line in lines.values() if line.is_ticked)
        told = {line.key: Term(line.rule, line.words, 1, line.key in ticks) for line in words}
        terms: dict[str, Term] = {}
        for key, term in {**seen, **told}.items():
            if line := lines.get(key):
                wanted = line.known or (term.applies and term.value)
                number = (yield from self.look(row=line.row, column=MODIFIER)) if wanted else 0
                terms[key] = term.times(number)
        return terms


@dataclass(frozen=True, slots=True)
class Ruling:
    """How a campaign may read a doubtful rule: a setting with a default, the reason, and its number.

    choices: value -> what it means; a ruling with one choice is a note. where: the paragraph in doubt; trouble: why.
    """

    number: str
    where: str
    title: str
    trouble: str
    choices: tuple[tuple[str, str], ...]
    default: str
    reason: str

    def __post_init__(self) -> None:
        if self.default not in dict(self.choices):
            raise ValueError(f"{self.number}: the default {self.default!r} is none of its choices")

    def look(self) -> RulingLook:
        """What this campaign decided."""
        return RulingLook(self)


def number_of(value: Tally | int) -> int:
    """The number of a sum or of a plain number."""
    return value.total if isinstance(value, Tally) else value


def column_of(value: Tally | Number | str) -> Number | str:
    """The column that is read."""
    return value.total if isinstance(value, Tally) else value
