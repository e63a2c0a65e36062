"""The facts that an entry says it read, as the check of a log asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any


class Read(dict[str, Any]):
    """Each fact with its value. sources: the entry that set each; rulings: those that the rule went by.

    lacking: the facts that were asked for and that the entry did not read, so that they must not have been there.
    """

    def __init__(self, body: Mapping[str, Any]) -> None:
        """Of the body of an entry that carried out a rule."""
        super().__init__({key: value for key, value, _ in body["facts_read"]})
        self._facts_read = body["facts_read"]
        self.rulings: Mapping[str, str] = body.get("rulings", {})
        self.lacking: dict[str, None] = {}

    @cached_property
    def sources(self) -> Mapping[str, str]:
        return {key: source for key, _, source in self._facts_read}

    def known(self, key: str) -> Any:
        """The value of a fact that need not be there; None where it was not."""
        if key not in self:
            self.lacking[key] = None
        return self.get(key)

    def source(self, key: str) -> str:
        """The entry that set a fact that need not be there; '' where it was not."""
        return "" if self.known(key) is None else str(self.sources[key])
