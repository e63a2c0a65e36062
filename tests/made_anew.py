"""Holds pages that were made once, and what was read once for them, against the same made anew."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any
from unittest import mock

from django.db import connection

from navalassist.desk.at import At
from navalassist.desk.made_once import reading
from navalassist.desk.made_once.memory import Kept, Memory
from navalassist.desk.made_once.reading import Onlooker, Reading
from navalassist.play import state as states


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


Keep = Callable[[At, Hashable, Onlooker, Callable[[At], Any]], Reading[Any]]


def proving(kept: Keep) -> Keep:
    """Readings of which each is what whoever looks would read by themselves."""

    @wraps(kept)
    def proved(here: At, key: Hashable, onlooker: Onlooker, make: Callable[[At], Any]) -> Reading[Any]:
        found = kept(here, key, onlooker, make)
        with _uncounted():
            own = make(here)
            # Somebody may have written since the state was read.
            assert own == found.value or states.load(here.campaign.slug).heads != here.state.heads, key
        return found

    return proved


@contextmanager
def _uncounted() -> Iterator[None]:
    """What is asked meanwhile counts for nobody who looks at the statements."""
    before = connection.execute_wrappers, connection.force_debug_cursor
    connection.execute_wrappers, connection.force_debug_cursor = [], False
    try:
        yield
    finally:
        connection.execute_wrappers, connection.force_debug_cursor = before
