"""Rows of a kind entered by hand, from the class that declares them: made, changed, taken away, or one field set."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, Field, ValidationError, create_model
from pydantic.fields import FieldInfo

from navalassist.campaigns.models import ListMark
from navalassist.engine import Create, Effect, Remove, Set
from navalassist.engine.forms import Choices, Listed
from navalassist.engine.reader import View
from navalassist.engine.rows import KEY, Row, saying
from navalassist.engine.shapes import Form, labels_of
from navalassist.play.write.edits import Edit, EditError, name_typed, one_line

Facts = Mapping[str, Any]
# Characters of a text whose class says nothing.
LINE = 200
R = TypeVar("R", bound=Row)


class ByHand(Generic[R]):
    """A kind of which people add, change and take away rows: its form and its edits.

    choices: what a field chooses among; optional: fields that a change leaves as they are where nothing is typed;
    first: how its form begins, as far as the kind has these; unasked: fields that nobody types; begins: what stands in
    a new line of its list.
    """

    kind: type[R]
    choices: Mapping[str, Listed] = {}
    optional: tuple[str, ...] = ()
    first: tuple[str, ...] = ("side",)
    unasked: tuple[str, ...] = ()
    begins: Mapping[str, Any] = {}

    def __init__(self, kind: type[R] | None = None) -> None:
        """kind: one of which there is no more to say than its class does."""
        if kind is not None:
            self.kind = kind

    def check(self, view: View, now: R, before: R | None) -> R:
        """The row that is kept, of the one that was typed and of the one that stands. EditError for a misfit."""
        return now

    @cached_property
    def form(self) -> type[BaseModel]:
        """The model of what is typed: the fields of the class."""
        facts = [name for name in self.kind.fact_names() if name not in self.unasked]
        names = dict.fromkeys((*(name for name in self.first if name in facts), *facts))
        asked: dict[str, Any] = {name: self._asked(name) for name in names}
        return create_model(self.kind.__name__, __base__=Form, **asked)

    def _asked(self, name: str) -> tuple[Any, Any]:
        info = self.kind.model_fields[name]
        empty = name in self.optional
        # A row may stand without a name in an old log; nobody enters one so.
        default: Any = None if empty else ... if name == "name" or info.is_required() else info.default
        asked: FieldInfo = Field(default, title=info.title, description=info.description)
        asked.metadata.extend(info.metadata)
        if listed := self.choices.get(name):
            asked.metadata.append(Choices(of=lambda facts: listed(View(facts))))
        kind: Any = info.annotation
        return (kind | None) if empty else kind, asked

    def add(self, values: Facts, typed: Facts, words: str = "added") -> Edit:
        """A new row."""
        row = self.check(View(values), row_typed(self.kind, uuid.uuid4().hex, typed), None)
        return Edit(f"{row.KIND}.add", f"{name_of(row)} {words}", (row.made(),))

    def change(self, values: Facts, key: str, typed: Facts) -> Edit:
        """A row becomes what was typed."""
        view = View(values)
        before = row_there(view, self.kind, key)
        asked = {name: value for name, value in typed.items() if value is not None or name not in self.optional}
        now = self.check(view, row_typed(self.kind, key, {**dict(before), **asked}), before)
        changed = {name: value for name, value in now if value != getattr(before, name)}
        if not changed:
            raise EditError("name", f"{name_of(before)}: it stands so already, nothing would change.")
        return Edit(f"{now.KIND}.change", f"{name_of(now)} changed", before.set(**changed))

    def remove(self, values: Facts, key: str) -> Edit:
        """A row is taken out of the campaign, with the mark of where its line of a list comes from."""
        row = row_there(View(values), self.kind, key)
        marks = (Remove(mark_of(row.row)),) if f"{mark_of(row.row)}.origin" in values else ()
        return Edit(f"{row.KIND}.remove", f"{name_of(row)} taken away", (row.gone(), *marks))


def mark_of(row: str) -> str:
    """The row of the mark of where a line of a list comes from."""
    return f"{ListMark.FACT_KIND}:{row.replace(':', '/', 1)}"


def name_of(row: Row) -> str:
    """The name of a row, or its key."""
    return str(getattr(row, "name", "") or row.key)


def row_there(view: View, kind: type[R], key: str) -> R:
    """A row that is still there. EditError for one that is not."""
    row = view.find(kind, key)
    if row is None:
        raise EditError("name", "It is no longer here; somebody has taken it away.")
    return row


def row_typed(kind: type[R], key: str, typed: Facts) -> R:
    """The row that was typed, its texts in one line. EditError names the first field that does not fit."""
    lines = {name: one_line(value, LINE, name) for name, value in typed.items() if type(value) is str}
    named = {"name": name_typed(typed["name"])} if "name" in typed else {}
    try:
        return kind(**{**typed, **lines, **named, KEY: key})
    except ValidationError as error:
        name = str(error.errors()[0]["loc"][0])
        raise EditError(name, _fits(kind, name, str(typed.get(name, "")))) from None


def _fits(kind: type[Row], name: str, value: str) -> str:
    words = [words for _, words in options(kind, name)]
    if words:
        return f"{value[:40] or 'Nothing'} is no choice here: choose one of {', '.join(words)}."
    return f"{kind.model_fields[name].title}: {value[:40]!r} does not fit."


@cache
def options(kind: type[Row], name: str) -> Sequence[tuple[Any, str]]:
    """What a field may hold, and what that is called: first what `Says` has words for, then the members of an enum."""
    info = kind.model_fields[name]
    annotation: Any = info.annotation
    if annotation is bool:
        return ((True, "yes"), (False, "no"))
    found = dict(saying(info).words or {})
    found |= {value: label for value, label in labels_of(annotation).items() if value not in found}
    return tuple(found.items())


def field_set(values: Facts, kind: type[Row], key: str, name: str, typed: str, what: str) -> Edit:
    """One field of a row becomes one of its choices. what: it, as the log calls it."""
    row = View(values).find(kind, key)
    if row is None:
        raise EditError("key", f"There is no such {kind.NOUN} in this campaign.")
    title = f"{what}, {name_of(row)}"
    found = options(kind, name)
    yes_or_no = found[0][0] is True
    chosen = {words if yes_or_no else value: value for value, words in found}
    if typed not in chosen:
        fits = f"{typed[:40] or 'Nothing'} is no answer: choose yes or no." if yes_or_no else _fits(kind, name, typed)
        raise EditError("value", fits)
    if getattr(row, name) == chosen[typed]:
        raise EditError("value", f"{title}: it stands so already, nothing would change.")
    return Edit(f"{kind.KIND}.{name}", title, row.set(**{name: chosen[typed]}))


def sides_of(values: Facts, effects: Iterable[Effect]) -> frozenset[str]:
    """Whose rows effects touch: the sides of the rows as they stand, and those that they become. None: of no side."""
    found: set[str] = set()
    for effect in effects:
        if isinstance(effect, Create):
            found.add(str(dict(effect.fields).get("side", "")))
            continue
        row = effect.key if isinstance(effect, Remove) else effect.key.rpartition(".")[0]
        found.add(str(values.get(f"{row}.side", "")))
        if isinstance(effect, Set) and effect.key == f"{row}.side":
            found.add(str(effect.value))
    return frozenset(found - {""})
