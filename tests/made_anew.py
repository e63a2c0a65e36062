"""Holds pages that were made once against the same made anew."""

from collections.abc import Callable, Hashable
from unittest import mock

from navalassist.desk.made_once import reading
from navalassist.desk.made_once.memory import Kept, Memory


class Proving(Memory):
    """A memory that gives out no page which differs from what would be made now."""

    def __init__(self) -> None:
        super().__init__()
        self.given_again = 0

    def page(self, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """As the memory of the product, but for the time that it takes."""
        known = self.at_hand(key)
        if known is None:
            return super().page(key, make)
        self.given_again += 1
        with mock.patch.object(reading, "_at_hand", return_value=None):
            new = make()
        assert new.made.holds == known.made.holds, key
        assert new.made.parts == known.made.parts, key
        return known
