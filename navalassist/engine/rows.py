"""Rows: a kind of thing that a campaign keeps is declared once, as a class; rules, pages, forms and the log read it so.

    class Squadron(Row, kind="squadron", noun="naval unit"):
        name: Words = Says("Name on the counter")

The whole of a kind is the class with `kind=`; a rule that needs less reads a part of it, with `part=`: what is not read
is not noted, and no correction of it concerns the rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, ClassVar

from pydantic import Field, ValidationError
from pydantic.fields import FieldInfo

from navalassist.engine.effects import Create, Remove, Set, create
from navalassist.engine.plain import to_plain
from navalassist.engine.shapes import Frozen, Key

KEY = "key"


@dataclass(frozen=True, slots=True)
class Saying:
    """What is said of a field beside its title and its help.

    log: the fact in the log, `Place of {}`; short: the field in a line about its row, where its title doesn't fit
    there; of: the kind of the row whose key, or keys, it holds; places: it holds whole rows (`base:malta`), or one of
    `words`; words: values -> what they are called, '' also an empty list; inline: a row that was read tells it in its
    line, the lowest number first; told: a receipt tells it; only_if: where it is not empty; history: rules look back at
    it, so that every change is kept; by_hand: an input may make up by it for an entry that stands; numbers: the kind of
    a row that the rule may make, of which it is the field of the same name: no two rows have the same number.
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
    numbers: str = ""


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


@dataclass(frozen=True, slots=True)
class Roster:
    """A kind whose rows are typed as a list, one line a row. It has a field called `name`.

    columns: its fields in the order of the list; by: the field that names a row's type, of which a template may be
    kept; own: columns of which no template says anything, for each row has its own.
    """

    columns: tuple[str, ...]
    by: str = ""
    own: tuple[str, ...] = ("name",)

    def usual(self) -> tuple[str, ...]:
        """The columns that a template holds."""
        return tuple(name for name in self.columns if name not in self.own)


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
    ROSTER: ClassVar[Roster | None] = None
    CALLED: ClassVar[str] = ""

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
        roster: Roster | None = None,
        called: str = "",
        **more: Any,
    ) -> None:
        """kind: this class is the whole of it; part: it is a part of that kind; noun, several: what they are called.

        tagged: readers of the log ask after them; named_as: at what names their keys stand in situations; set_up: the
        set-up changes them; asked: a question to the moderator may be about one; roster: how a list of them is typed;
        called: what an operation of it and the fields of its forms are called, where that is not its kind.
        """
        super().__init_subclass__(**more)
        if kind or part:
            cls.KIND = kind or part
            cls.NOUN = noun or cls.NOUN or cls.KIND.replace("-", " ")
        if kind:
            cls.SEVERAL = several or f"{cls.NOUN}s".capitalize()
            cls.TAGGED, cls.NAMED_AS, cls.SET_UP, cls.ASKED = tagged, named_as, set_up, asked
            cls.ROSTER, cls.CALLED = roster, called or kind
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
        whole = ROWS[cls.KIND].model_fields
        return tuple(name for name in cls.model_fields if name != KEY and name in whole)

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

    def becomes(self, **fields: Any) -> tuple[Set, ...]:
        """The same, of those that are not so already."""
        return self.set(**{name: value for name, value in fields.items() if value != getattr(self, name)})

    def gone(self) -> Remove:
        """The effect that takes it out."""
        return Remove(self.row)


def unfit(row: str, fields: Mapping[str, Any]) -> str:
    """What of a row's facts its class does not take, in words; '' where all fits, and for a kind without a class."""
    kind, _, key = row.partition(":")
    if kind not in ROWS:
        return ""
    if KEY in fields:
        return f"{KEY}: it is no fact of a row"
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


def declared_in(module: str) -> tuple[type[Row], ...]:
    """The kinds that a module declares, in its order."""
    return tuple(row for row in ROWS.values() if row.__module__ == module)
