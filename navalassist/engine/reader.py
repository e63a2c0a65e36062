"""Reading a campaign: its facts as rows, for pages that show them (`View`) and for rules, which note what they read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping
from functools import cached_property
from typing import Any, Self, TypeVar

from pydantic import ValidationError

from navalassist.engine.asks import Ruling
from navalassist.engine.facts import Facts, FactValue
from navalassist.engine.rows import ROWS, Row, key_of, plain


class Unknown(LookupError):
    """Something was named that the campaign does not have (a shipment, a port)."""


class BadRow(ValueError):
    """A row that stands in the campaign as its class refuses it: somebody altered it where no rule and no form does."""

    def __init__(self, row: str, name: str, words: str) -> None:
        super().__init__(words)
        self.row, self.fact = row, f"{row}.{name}"


class Indexed:
    """Facts that have the rows of each kind at hand."""

    def rows_of(self, kind: str) -> list[str]:
        """The rows of a kind, in the order in which they were made."""
        raise NotImplementedError


class Values(dict[str, Any], Indexed):
    """Facts by their keys. Nobody changes them: a state that may be changed has facts of its own (`Working`)."""

    def __init__(self, values: Mapping[str, Any] | Iterable[tuple[str, Any]] = ()) -> None:
        super().__init__(values)
        if isinstance(values, Working):
            # Nothing is counted again that was counted as it changed.
            self.kinds = values.shared()

    @cached_property
    def kinds(self) -> Mapping[str, Mapping[str, int]]:
        """kind -> its rows, in the order of loading, with how many facts each has."""
        found: dict[str, dict[str, int]] = {}
        for row, facts in Counter(key.rpartition(".")[0] for key in self).items():
            found.setdefault(row.partition(":")[0], {})[row] = facts
        return found

    def shared(self) -> Mapping[str, Mapping[str, int]]:
        """The rows of each kind, for other facts that begin with these."""
        return self.kinds

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


class Working(dict[str, Any], Indexed):
    """Facts that change; the rows of each kind are kept along with them."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        known = values if isinstance(values, Values | Working) else Values(values)
        # kind -> its rows, in the order of loading, with how many facts each has.
        self.kinds: dict[str, Mapping[str, int]] = dict(known.shared())
        # Of these kinds the rows are counted in here alone; those of others are shared until one changes.
        self._own: dict[str, dict[str, int]] = {}

    def shared(self) -> Mapping[str, Mapping[str, int]]:
        """The rows of each kind, for other facts that begin with these: they are changed in place no more."""
        self._own.clear()
        return dict(self.kinds)

    def _counted(self, kind: str) -> dict[str, int]:
        """The rows of a kind, to be changed."""
        rows = self._own.get(kind)
        if rows is None:
            rows = self.kinds[kind] = self._own[kind] = dict(self.kinds.get(kind, ()))
        return rows

    def rows_of(self, kind: str) -> list[str]:
        """The rows of a kind, in the order of loading."""
        return list(self.kinds.get(kind, ()))

    def __setitem__(self, key: str, value: Any) -> None:
        if key not in self:
            row = key.rpartition(".")[0]
            rows = self._counted(row.partition(":")[0])
            rows[row] = rows.get(row, 0) + 1
        super().__setitem__(key, value)

    def __delitem__(self, key: str) -> None:
        super().__delitem__(key)
        row = key.rpartition(".")[0]
        rows = self._counted(row.partition(":")[0])
        rows[row] -= 1
        if not rows[row]:
            del rows[row]

    def __ior__(self, facts: Mapping[str, Any]) -> Self:  # type: ignore[override, misc]
        self.update(facts)
        return self

    # A dict's own ways pass by the ones above, and would leave the rows of each kind behind.
    def update(self, facts: Mapping[str, Any]) -> None:  # type: ignore[override]
        """Set these facts."""
        for key, value in facts.items():
            self[key] = value

    def setdefault(self, key: str, default: Any = None) -> Any:
        """The fact as it stands, else as it is set now."""
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, key: str, *default: Any) -> Any:
        """Take a fact away."""
        if default and key not in self:
            return default[0]
        value = self[key]
        del self[key]
        return value

    def popitem(self) -> tuple[str, Any]:
        """Take the last fact away."""
        key = next(reversed(self), None)
        if key is None:
            raise KeyError("there are no facts")
        return key, self.pop(key)

    def clear(self) -> None:
        """Take every fact away."""
        super().clear()
        self.kinds.clear()
        self._own.clear()


def rows_in(values: Mapping[str, Any], kind: str) -> list[str]:
    """The rows of a kind among these facts, in the order in which they stand there."""
    if isinstance(values, Indexed):
        return values.rows_of(kind)
    begins = f"{kind}:"
    return list(dict.fromkeys([key.rpartition(".")[0] for key in values if key.startswith(begins)]))


def rows_where(values: Mapping[str, Any], kind: str, name: str, value: Hashable) -> list[str]:
    """Those of them that have this word or number in a field."""
    if isinstance(values, Values):
        return [f"{kind}:{key}" for key in values.keys_with(kind, name, value)]
    return [row for row in rows_in(values, kind) if values.get(f"{row}.{name}") == value]


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

    def ruling(self, ruling: Ruling) -> str:
        """How this campaign reads a doubtful rule: as was chosen, else by default."""
        return str(self.get(f"ruling:{ruling.number}.choice", ruling.default))

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
        if more or not isinstance(self.values, Values):
            return self._read(kind, key, more)
        if (kind, key) not in self.values.made:
            self.values.made[kind, key] = self._read(kind, key, more)
        return self.values.made[kind, key]  # type: ignore[return-value]

    def _read(self, kind: type[R], key: str, more: Mapping[str, Any]) -> R:
        if not self.has(kind, key):
            raise Unknown(f"there is no {kind.NOUN} {key} in the campaign")
        facts = self.fields(kind.row_of(key), *kind.fact_names())
        try:
            return kind(key=key, **facts, **more)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            name = str(next(iter(first["loc"]), ""))
            if name not in facts:
                raise
            words = f"its {name.replace('_', ' ')} is {facts[name]!r} ({first['msg']})"
            raise BadRow(kind.row_of(key), name, f"the {kind.NOUN} {key} can't be read, for {words}") from error

    def own(self, kind: type[R], side: str, /, **where: Any) -> tuple[R, ...]:
        """Rows of a kind that are this side's, by their field `side`, and of which these facts hold."""
        return self.rows(kind, side=side, **where)

    def find(self, kind: type[R], key: str) -> R | None:
        """The same; None for a key that the campaign does not have, and for an empty one."""
        return self.row(kind, key) if key and self.has(kind, key) else None

    def named(self, kind: type[R], row: str) -> R | None:
        """A row as others name it, `port:naples`; None where it is of another kind, or not there."""
        return self.find(kind, key_of(row)) if row.startswith(kind.row_of("")) else None

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


class Reader(View):
    """The campaign as a situation builder sees it; every fact read is noted for the entry.

    Of rows that only some may see all is noted that was met, also what was only counted or passed over: whoever may not
    read them may not read the entry.
    """

    def __init__(self, state: Any) -> None:
        """Of a state: facts, the entry that set each, rows that only some may see, the book of tables and rulings."""
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
        return self._read(kind, key, more)

    def rows(self, kind: type[R], keys: Iterable[str] | None = None, /, **where: Any) -> tuple[R, ...]:
        """Rows of a kind, as `View.rows` finds them; what they were found by is noted of those that are there."""
        found = self.keys(kind, **where) if keys is None else dict.fromkeys(keys)
        for key in found:
            self.fields(kind.row_of(key), *where)
        return tuple(self.row(kind, key) for key in found)

    def own(self, kind: type[R], side: str, /, **where: Any) -> tuple[R, ...]:
        """The same; what the other side keeps to itself is not met, since the audience of a row says whose it is."""
        if not self.secret:
            return super().own(kind, side, **where)
        audiences, found = self.state.audiences, []
        for row in rows_in(self.values, kind.KIND):
            if audiences.get(row, side) == side:
                fields = self.fields(row, "side", *where)
                found += [key_of(row)] if fields == {"side": side, **where} else []
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
