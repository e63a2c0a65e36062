"""The board of the demo campaign and its forms, for the tests of its pages."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse

from navalassist.auditlog.models import Entry
from navalassist.play.write.submissions import new_submission
from tests.begun import begin_demo
from tests.in_hand import InHand, in_hand, words_of
from tests.systems.europa.board import put, typed

HOME = "/c/mediterranean-1941/"
BOARD = f"{HOME}board/"
HTMX = {"HX-Request": "true"}
ROW = {"side": "axis", "sails": "7 SP", "on": "", "origin": "naples", "destination": "tripoli"}
HOSTILE = "<script>alert(1)</script>"
plain = words_of


def text_of(answer: HttpResponse) -> str:
    """A page to the letter: what is escaped in it stays so."""
    return str(answer.content.decode())


def entries() -> int:
    return Entry.objects.count()


class Board(InHand):
    """The demo campaign; its addresses begin at its board."""

    below = "board/"

    def seen(self) -> str:
        return self.drawn().partition('name="seen" value="')[2].partition('"')[0]

    def sent(self, path: str, data: dict[str, str], **more: Any) -> HttpResponse:
        """The answer to a form that was drawn just now."""
        given = {"submission": new_submission(), "seen": self.seen()} | data
        return self.client.post(BOARD + path, given, **more)

    def roll(self, order: str = "row:demo-1", strip: str = "", dice: str = "", **more: Any) -> HttpResponse:
        whose = dice or ("typed" if strip else "server")
        return self.sent("roll/", {"roll": order, "strip": strip, "dice": whose}, **more)

    def put(self, *what: Any, **how: Any) -> str:
        """A typed row more on it; its key comes back."""
        return put(self.campaign, typed(*what, **how))

    def row(self, key: str) -> dict[str, Any]:
        return self.state.row(f"shipment:{key}")


@pytest.fixture
def board(db: None) -> Iterator[Board]:
    with in_hand(begin_demo(), Board) as board:
        yield board
