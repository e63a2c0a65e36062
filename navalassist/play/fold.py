"""The state as the log alone makes it: recorded effects, applied one after the other. No rule and no model is asked."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from navalassist.campaigns.facts import PUBLIC

Record = Mapping[str, Any]
Fields = dict[str, Any]


class NotApplicable(ValueError):
    """A recorded effect that the state before it does not allow."""


class Fold:
    """Rows with their fields, the entry that set each, whom each row is for, and the history of some facts."""

    def __init__(self, kept_history: Collection[tuple[str, str]]) -> None:
        self.rows: dict[str, Fields] = {}
        self.sources: dict[str, dict[str, str]] = {}
        self.audiences: dict[str, str] = {}
        self.history: dict[str, list[tuple[Any, str, str, str]]] = {}
        self._kept_history = kept_history

    def entry(self, reference: str, audience: str, moment: tuple[str, str], body: Record) -> str:
        """Apply an entry's effects; '' or, in words, how its changes differ from what they do.

        audience: whom the rows are for that it makes; moment: its turn and player turn.
        """
        recorded = body.get("changes", ())
        done: list[list[Any]] = []
        try:
            for effect in body.get("effects", ()):
                changes = self._apply(effect, audience)
                self._note(changes, effect["do"] == "remove", reference, moment)
                done += changes
        except NotApplicable as reason:
            return str(reason)
        if done == list(recorded):
            return ""
        return _difference(done, recorded)

    def misread(self, facts_read: Sequence[Sequence[Any]]) -> str:
        """'' or, in words, the first fact that an entry read otherwise than the log before it says."""
        for key, value, source in facts_read:
            row, _, name = key.rpartition(".")
            known = self.rows.get(row, {})
            if name not in known or known[name] != value:
                return f"it read {key} as {value!r}, but the log before it says {known.get(name)!r}"
            if self.sources[row].get(name, "") != source:
                return f"it says that {source} set {key}; the log before it says {self.sources[row].get(name)!r}"
        return ""

    def _apply(self, effect: Record, audience: str) -> list[list[Any]]:
        match effect["do"], effect["key"]:
            case "set" | "add" as do, str(key):
                row, _, name = key.rpartition(".")
                fields = self.rows.get(row, {})
                if name not in fields:
                    raise NotApplicable(f"it changes {key}, which the log before it does not know")
                before = fields[name]
                fields[name] = effect["value"] if do == "set" else before + effect["amount"]
                return [[key, before, fields[name]]]
            case "create", str(row):
                if row in self.rows:
                    raise NotApplicable(f"it makes {row}, which is there already")
                self.rows[row] = dict(effect["fields"])
                self.sources[row] = {}
                if audience != PUBLIC:
                    self.audiences[row] = audience
                return [[f"{row}.{name}", None, value] for name, value in sorted(effect["fields"].items())]
            case "remove", str(row):
                if row not in self.rows:
                    raise NotApplicable(f"it removes {row}, which the log before it does not know")
                self.audiences.pop(row, None)
                del self.sources[row]
                return [[f"{row}.{name}", value, None] for name, value in sorted(self.rows.pop(row).items())]
        raise NotApplicable(f"it holds an effect that nobody knows ({effect['do']!r})")

    def _note(self, changes: list[list[Any]], removed: bool, reference: str, moment: tuple[str, str]) -> None:
        if removed:
            return
        for key, before, after in changes:
            row, _, name = key.rpartition(".")
            self.sources[row][name] = reference
            if before != after and (row.partition(":")[0], name) in self._kept_history:
                self.history.setdefault(key, []).append((after, reference, *moment))


def _difference(done: Sequence[Any], recorded: Sequence[Any]) -> str:
    for ours, theirs in zip(done, recorded, strict=False):
        if ours != theirs:
            return (
                f"it says that {theirs[0]} went from {theirs[1]!r} to {theirs[2]!r}; the log before it says otherwise"
            )
    return "its changes are not those of its effects"
