"""Effects: changes of declared facts. Rules build them; `play` carries them out; replay folds them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any

Plain = Any  # a JSON value


@dataclass(frozen=True, slots=True)
class Set:
    """The fact gets this value."""

    key: str
    value: Plain


@dataclass(frozen=True, slots=True)
class Add:
    """The number of the fact changes by this amount."""

    key: str
    amount: int


@dataclass(frozen=True, slots=True)
class Create:
    """A new row (`shipment:…`) with its fields, as sorted pairs so that the effect can be hashed."""

    key: str
    fields: tuple[tuple[str, Plain], ...]


@dataclass(frozen=True, slots=True)
class Remove:
    """The row goes, with all its fields."""

    key: str


Effect = Set | Add | Create | Remove


class EffectError(ValueError):
    """An effect that cannot be carried out on this state. fact: what it is about, a row or one of its facts."""

    def __init__(self, text: str, fact: str = "") -> None:
        super().__init__(text)
        self.fact = fact


@dataclass(frozen=True, slots=True)
class Change:
    """One fact before and after; None stands for a fact that did not or does not exist."""

    key: str
    before: Plain
    after: Plain


def create(key: str, **fields: Plain) -> Create:
    """A Create from keyword arguments."""
    return Create(key, tuple(sorted(fields.items())))


Names = Callable[[str], Iterable[str]]


def fields_of(key: str, facts: MutableMapping[str, Plain], names: Names | None = None) -> list[str]:
    """The fact keys of one row, sorted. names: row -> the fields it may have; without it all facts are searched."""
    if names is not None:
        return sorted(k for k in (f"{key}.{name}" for name in names(key)) if k in facts)
    return sorted(k for k in facts if k.startswith(key + "."))


def changes_of(effect: Effect, facts: MutableMapping[str, Plain], names: Names | None = None) -> list[Change]:
    """What the effect would change in these facts. EffectError when it cannot be carried out."""
    match effect:
        case Set(key, value):
            if key not in facts:
                raise EffectError(f"there is no fact {key}", key)
            return [Change(key, facts[key], value)]
        case Add(key, amount):
            before = facts.get(key)
            if not isinstance(before, int) or isinstance(before, bool):
                raise EffectError(f"{key} is not a number", key)
            return [Change(key, before, before + amount)]
        case Create(key, fields):
            if fields_of(key, facts, names):
                raise EffectError(f"{key} is there already", key)
            return [Change(f"{key}.{name}", None, value) for name, value in sorted(fields)]
    found = fields_of(effect.key, facts, names)
    if not found:
        raise EffectError(f"there is no {effect.key}", effect.key)
    return [Change(fact, facts[fact], None) for fact in found]


def apply_effects(
    effects: Iterable[Effect], facts: MutableMapping[str, Plain], names: Names | None = None
) -> list[Change]:
    """Carry the effects out on the facts, in order; returns the changes made. names: as for `fields_of`."""
    done: list[Change] = []
    for effect in effects:
        for change in changes_of(effect, facts, names):
            if isinstance(effect, Remove):
                del facts[change.key]
            else:
                facts[change.key] = change.after
            done.append(change)
    return done


def take_back(
    changes: Iterable[Change], facts: MutableMapping[str, Plain], created: frozenset[str] = frozenset()
) -> None:
    """Undo changes, the last first. `created`: keys that did not exist before (not the same as None)."""
    for change in reversed(list(changes)):
        if change.key in created:
            del facts[change.key]
        else:
            facts[change.key] = change.before
