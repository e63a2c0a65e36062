"""Rows: a kind of thing that a campaign keeps is declared once, as a class; rules, pages, forms and the log read it so.

    class Squadron(Row, kind="squadron", noun="naval unit"):
        name: Words = Says("Name on the counter")

The whole of a kind is the class with `kind=`; a rule that needs less reads a part of it, with `part=`: what is not read
is not noted, and no correction of it concerns the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from typing import Any, ClassVar, Protocol, TypeVar

from pydantic import Field, ValidationError
from pydantic.fields import FieldInfo

from navalassist.engine.book import Book
from navalassist.engine.effects import Create, Remove, Set, create
from navalassist.engine.facts import Facts, FactValue
from navalassist.engine.plain import to_plain
from navalassist.engine.shapes import Frozen, Key

KEY = "key"


class Unknown(LookupError):
    """Something was named that the campaign does not have (a shipment, a port)."""


@dataclass(frozen=True, slots=True)
class Saying:
    """What is said of a field beside its title and its help.

    log: the fact in the log, `Place of {}`; short: the field in a line about its row, where its title doesn't fit
    there; of: the kind of the row whose key, or keys, it holds; places: it holds whole rows (`base:malta`), or one of
    `words`; words: values -> what they are called, '' also an empty list; inline: a row that was read tells it in its
    line, the lowest number first; told: a receipt tells it; only_if: where it is not empty; history: rules look back at
    it, so that every change is kept; by_hand: an input may make up by it for an entry that stands.
    """

    log: str = ""
    short: str = ""
    of: str = ""
    places: bool = False
    words: Mapping[Any, str] | None = None
    inline: int = 0
    told: bool = True
    only_if: bool = False
    history: bool = False
    by_hand: bool = False


PLAIN = Saying()


def Says(
    title: str = "", default: Any = ..., *, help: str = "", ge: int | None = None, le: int | None = None, **saying: Any
) -> Any:
    """A field of a row or a situation: what it is called, its help, and what `Saying` has."""
    info: FieldInfo = Field(default, title=title or None, description=help or None, ge=ge, le=le)
    if saying:
        info.metadata.append(Saying(**saying))
    return info


def saying(info: FieldInfo) -> Saying:
    """What is said of a field; the plain saying where nothing is."""
    return next((one for one in info.metadata if isinstance(one, Saying)), PLAIN)


# The whole of each kind.
ROWS: dict[str, type[Row]] = {}


class Row(Frozen):
    """One thing of a campaign, or a part of it. Its facts are `<kind>:<key>.<field>`."""

    KIND: ClassVar[str] = ""
    NOUN: ClassVar[str] = ""
    SEVERAL: ClassVar[str] = ""
    TAGGED: ClassVar[bool] = False
    NAMED_AS: ClassVar[tuple[str, ...]] = ()
    SET_UP: ClassVar[bool] = False
    ASKED: ClassVar[bool] = False

    key: Key = Says(told=False, help="Its key.")

    def __init_subclass__(
        cls,
        kind: str = "",
        part: str = "",
        noun: str = "",
        several: str = "",
        tagged: bool = False,
        named_as: tuple[str, ...] = (),
        set_up: bool = False,
        asked: bool = False,
        **more: Any,
    ) -> None:
        """kind: this class is the whole of it; part: it is a part of that kind; noun, several: what they are called.

        tagged: readers of the log ask after them; named_as: at what names their keys stand in situations; set_up: the
        set-up changes them; asked: a question to the moderator may be about one.
        """
        super().__init_subclass__(**more)
        if kind or part:
            cls.KIND = kind or part
            cls.NOUN = noun or cls.NOUN or cls.KIND.replace("-", " ")
        if kind:
            cls.SEVERAL = several or f"{cls.NOUN}s".capitalize()
            cls.TAGGED, cls.NAMED_AS, cls.SET_UP, cls.ASKED = tagged, named_as, set_up, asked
            ROWS[kind] = cls

    def __getitem__(self, name: str) -> Any:
        """A field, as templates ask for it first: without this each of their questions raises within pydantic."""
        return getattr(self, name)

    @property
    def row(self) -> str:
        """`squadron:goeben`"""
        return self.row_of(self.key)

    @classmethod
    def row_of(cls, key: str) -> str:
        """The row of a key."""
        return f"{cls.KIND}:{key}"

    @classmethod
    def fact_of(cls, key: str, name: str) -> str:
        """`squadron:goeben.place`"""
        return f"{cls.KIND}:{key}.{name}"

    def fact(self, name: str) -> str:
        """The same, of this row."""
        return self.fact_of(self.key, name)

    @classmethod
    @cache
    def fact_names(cls) -> tuple[str, ...]:
        """Its fields that are facts: all but the key, and of a part those that the whole has."""
        return _fact_names(cls)

    @classmethod
    def new(cls, key: str, **fields: Any) -> Create:
        """The effect that makes one. ValidationError for fields that do not fit."""
        return cls(key=key, **fields).made()

    def made(self) -> Create:
        """The effect that makes it."""
        return create(self.row, **{name: plain(getattr(self, name)) for name in self.fact_names()})

    def set(self, **fields: Any) -> tuple[Set, ...]:
        """The effects that set some of its facts."""
        return tuple(Set(self.fact(name), plain(value)) for name, value in fields.items())

    def gone(self) -> Remove:
        """The effect that takes it out."""
        return Remove(self.row)


def unfit(row: str, fields: Mapping[str, Any]) -> str:
    """What of a row's facts its class does not take, in words; '' where all fits, and for a kind without a class."""
    kind, _, key = row.partition(":")
    if kind not in ROWS:
        return ""
    try:
        ROWS[kind](key=key, **fields)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        return f"{'.'.join(map(str, first['loc'][:1])) or row}: {first['msg']}"
    return ""


def plain(value: Any) -> Any:
    """A field's value as its fact has it."""
    return value.value if isinstance(value, Enum) else to_plain(value)


def key_of(row: str) -> str:
    """The key of a row: `scapa-flow` of `base:scapa-flow`."""
    return row.partition(":")[2]


@cache
def _fact_names(row: type[Row]) -> tuple[str, ...]:
    whole = ROWS[row.KIND].model_fields
    return tuple(name for name in row.model_fields if name != KEY and name in whole)


def declared_in(module: str) -> tuple[type[Row], ...]:
    """The kinds that a module declares, in its order."""
    return tuple(row for row in ROWS.values() if row.__module__ == module)


class Indexed:
    """Facts that have the rows of each kind at hand."""

    def rows_of(self, kind: str) -> list[str]:
        """The rows of a kind, in the order in which they were made."""
        raise NotImplementedError


class Values(dict[str, Any], Indexed):
    """Facts by their keys. Nobody changes them: a state that may be changed has a plain dict of its own."""

    @cached_property
    def kinds(self) -> Mapping[str, tuple[str, ...]]:
        """kind -> its rows, in the order of loading."""
        found: dict[str, dict[str, None]] = {}
        for key in self:
            row = key.rpartition(".")[0]
            found.setdefault(row.partition(":")[0], {})[row] = None
        return {kind: tuple(rows) for kind, rows in found.items()}

    @cached_property
    def made(self) -> dict[tuple[type[Row], str], Row]:
        """The rows that were read as their classes: a page asks for each several times."""
        return {}

    @cached_property
    def by_field(self) -> dict[tuple[str, str], dict[Any, list[str]]]:
        """Kind and field -> value -> keys of the rows that have it, as far as somebody has asked."""
        return {}

    def rows_of(self, kind: str) -> list[str]:
        """The rows of a kind, in the order of loading."""
        return list(self.kinds.get(kind, ()))

    def keys_with(self, kind: str, name: str, value: Any) -> list[str]:
        """Keys of the rows of a kind that have a word or a number in a field, in the same order."""
        found = self.by_field.get((kind, name))
        if found is None:
            found = {}
            for row in self.kinds.get(kind, ()):
                if isinstance(now := self.get(f"{row}.{name}"), Hashable):
                    found.setdefault(now, []).append(key_of(row))
            # Set when it is whole, for several threads may read one state.
            self.by_field[kind, name] = found
        return list(found.get(value, ()))


def rows_in(values: Mapping[str, Any], kind: str) -> list[str]:
    """The rows of a kind among these facts, in the order in which they stand there."""
    if isinstance(values, Indexed):
        return values.rows_of(kind)
    begins = f"{kind}:"
    return list(dict.fromkeys([key.rpartition(".")[0] for key in values if key.startswith(begins)]))


R = TypeVar("R", bound=Row)


class View:
    """Facts of a campaign, read as rows. Nothing is noted: for what is listed and shown."""

    def __init__(self, values: Mapping[str, Any] | None) -> None:
        """Of no facts: a view in which nothing is."""
        self.values: Mapping[str, Any] = values if values is not None else {}

    def __getitem__(self, key: str) -> Any:
        """The value of a fact. Unknown when the campaign has no such fact."""
        try:
            return self.values[key]
        except KeyError:
            raise Unknown(f"the campaign has no {key}") from None

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a fact, or the default."""
        return self[key] if key in self.values else default

    def fields(self, row: str, *names: str) -> dict[str, Any]:
        """Some facts of a row: `fields("port:naples", "owner", "kind")`."""
        return {name: self[f"{row}.{name}"] for name in names}

    def has(self, kind: type[Row], key: str) -> bool:
        """Is there such a row?"""
        return kind.fact_of(key, ROWS[kind.KIND].fact_names()[0]) in self.values

    def row(self, kind: type[R], key: str, **more: Any) -> R:
        """One row, as far as this class reads it. more: fields of the class that are no facts.

        Unknown for a key that the campaign does not have.
        """
        if not self.has(kind, key):
            raise Unknown(f"there is no {kind.NOUN} {key} in the campaign")
        made: dict[tuple[type[Row], str], Row] | None = None if more else getattr(self.values, "made", None)
        known = made.get((kind, key)) if made is not None else None
        if known is None:
            known = kind(key=key, **self.fields(kind.row_of(key), *kind.fact_names()), **more)
            if made is not None:
                made[kind, key] = known
        return known  # type: ignore[return-value]

    def find(self, kind: type[R], key: str) -> R | None:
        """The same; None for a key that the campaign does not have, and for an empty one."""
        return self.row(kind, key) if key and self.has(kind, key) else None

    def keys(self, kind: type[Row], /, **where: Any) -> list[str]:
        """Keys of the rows of a kind of which these facts hold, in the order in which they were made."""
        wanted = {name: plain(value) for name, value in where.items()}
        if len(wanted) == 1 and isinstance(self.values, Values):
            ((name, value),) = wanted.items()
            if isinstance(value, Hashable):
                return self.values.keys_with(kind.KIND, name, value)
        rows = rows_in(self.values, kind.KIND)
        return [key_of(row) for row in rows if all(self.values.get(f"{row}.{n}") == v for n, v in wanted.items())]

    def rows(self, kind: type[R], keys: Iterable[str] | None = None, /, **where: Any) -> tuple[R, ...]:
        """Rows of a kind: those of these keys, each once and in that order, or those of which these facts hold."""
        found = self.keys(kind, **where) if keys is None else dict.fromkeys(keys)
        return tuple(self.row(kind, key) for key in found)

    def name(self, row: str) -> str:
        """The name of a row (`base:malta`), or its key where it has none."""
        return str(self.values.get(f"{row}.name") or key_of(row))


class Known(Protocol):
    """What of a campaign's state rules are built from."""

    @property
    def values(self) -> Mapping[str, Any]:
        """Facts by their keys."""

    @property
    def sources(self) -> Mapping[str, str]:
        """Fact -> the entry that set it."""

    @property
    def book(self) -> Book:
        """Tables and rulings."""


class Reader(View):
    """The campaign as a situation builder sees it; every fact read is noted for the entry.

    Of rows that only some may see all is noted that was met, also what was only counted or passed over: whoever may not
    read them may not read the entry.
    """

    def __init__(self, state: Any) -> None:
        """Of a `Known` state."""
        super().__init__(state.values)
        self.state = state
        self.read: dict[str, Any] = {}
        self.may_make: dict[str, Mapping[str, Any]] = {}
        self.secret: Collection[str] = getattr(state, "audiences", {}).keys()

    def __getitem__(self, key: str) -> Any:
        """The value of a fact, which is noted. Unknown when the campaign has no such fact."""
        value = self.read[key] = super().__getitem__(key)
        return value

    @cached_property
    def view(self) -> View:
        """The same facts, for what is counted over many rows: which they are is known by the log before the entry."""
        return _Counted(self) if self.secret else View(self.values)

    def keys(self, kind: type[Row], /, **where: Any) -> list[str]:
        """Keys of the rows of a kind of which these facts hold."""
        self.meet(kind, *where)
        return super().keys(kind, **where)

    def name(self, row: str) -> str:
        """The name of a row, or its key where it has none."""
        if row in self.secret:
            self.get(f"{row}.name")
        return super().name(row)

    def meet(self, kind: type[Row], *names: str) -> None:
        """Note these facts, or that it is there, of each row of a kind that only some may see."""
        for row in rows_in(self.values, kind.KIND) if self.secret else ():
            if row in self.secret:
                self.fields(row, *(names or kind.fact_names()[:1]))

    def row(self, kind: type[R], key: str, **more: Any) -> R:
        """One row, of which each field that this class reads is noted."""
        if not self.has(kind, key):
            raise Unknown(f"there is no {kind.NOUN} {key} in the campaign")
        return kind(key=key, **self.fields(kind.row_of(key), *kind.fact_names()), **more)

    def rows(self, kind: type[R], keys: Iterable[str] | None = None, /, **where: Any) -> tuple[R, ...]:
        """Rows of a kind, as `View.rows` finds them; what they were found by is noted of those that are there."""
        found = self.keys(kind, **where) if keys is None else dict.fromkeys(keys)
        for key in found:
            self.fields(kind.row_of(key), *where)
        return tuple(self.row(kind, key) for key in found)

    def looked_for(self, row: str, **fields: Any) -> None:
        """A row that is not there, and that the rule may make or else finds missing, which may be a secret too.

        fields: those that say whose it would be.
        """
        self.may_make[row] = fields

    def facts(self, keys: tuple[str, ...]) -> Facts:
        """These facts, as rules read them."""
        values: dict[str, FactValue] = {key: self[key] for key in keys}
        return Facts(values)

    def source(self, key: str) -> str:
        """The entry that set a fact."""
        return str(self.state.sources.get(key, ""))


class _Counted(View):
    """The view of a reader in a campaign with secrets."""

    def __init__(self, reader: Reader) -> None:
        super().__init__(reader.values)
        self._reader = reader

    def __getitem__(self, key: str) -> Any:
        return self._reader[key] if key.rpartition(".")[0] in self._reader.secret else super().__getitem__(key)

    def keys(self, kind: type[Row], /, **where: Any) -> list[str]:
        return self._reader.keys(kind, **where)

    def row(self, kind: type[R], key: str, **more: Any) -> R:
        secret = kind.row_of(key) in self._reader.secret
        return self._reader.row(kind, key, **more) if secret else super().row(kind, key, **more)

    def name(self, row: str) -> str:
        return self._reader.name(row)


Named = Callable[[View], list[tuple[str, str]]]
