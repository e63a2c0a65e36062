"""The pages of a process that were made, those used last, within a bound of bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from navalassist.desk.made_once.questions import Questions
from navalassist.desk.made_once.slots import Made

MOST_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Kept:
    """A page, and what else than the state it was drawn from."""

    made: Made
    questions: Questions


class Memory:
    """Pages by what they were made of."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._pages: OrderedDict[Hashable, Kept] = OrderedDict()
        self._lock = threading.Lock()
        # One at a time: two side by side are both ready when the second would be, and nobody has one before.
        self._making = threading.Lock()
        self.size = 0

    def __len__(self) -> int:
        return len(self._pages)

    def page(self, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """The page of that key; made by one of those who ask for it at the same time, where it is not at hand."""
        if known := self.at_hand(key):
            return known
        with self._making:
            if known := self.at_hand(key):
                return known
            kept = make()
            if kept.questions.sound:
                self._keep(key, kept)
            return kept

    def at_hand(self, key: Hashable) -> Kept | None:
        """A page that still holds."""
        with self._lock:
            known = self._pages.get(key)
            if known is not None:
                self._pages.move_to_end(key)
        return known if known is not None and known.questions.still_answered() else None

    def _keep(self, key: Hashable, kept: Kept) -> None:
        with self._lock:
            self._drop(key)
            self._pages[key] = kept
            self.size += kept.made.size
            while self.size > self._most:
                self._drop(next(iter(self._pages)))

    def _drop(self, key: Hashable) -> None:
        before = self._pages.pop(key, None)
        self.size -= before.made.size if before else 0

    def forget(self) -> None:
        """Drop all of them."""
        with self._lock:
            self._pages.clear()
            self.size = 0


MEMORY = Memory()
