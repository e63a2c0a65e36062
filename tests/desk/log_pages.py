"""What the tests of the log's pages share: a page as text, forms that are sent, words that only Europa has."""

import re
from html import unescape
from typing import Any

from tests.in_hand import InHand, words_of

# Words that only Europa has.
EUROPAS = re.compile(
    r"Italian|interdiction|naval status|Malta|convoy|Vichy|shipment|\b33\.[A-E]|\b36\.[A-E]|R-02\b|R-17\b",
    re.IGNORECASE,
)


def text(page: str) -> str:
    """What a page says between its head and its foot, in one line."""
    return words_of(page.partition("<main")[2].partition(">")[2].partition("</main>")[0])


def main(table: InHand, address: str = "") -> str:
    return text(table.text(address))


def sent(table: InHand, address: str, status: int = 302, **typed: Any) -> str:
    """Post a form; where it leads, or the page."""
    answer = table.post(address, **typed)
    assert answer.status_code == status, words_of(answer)
    return answer.headers.get("Location", "") or unescape(answer.content.decode())


def of_europa(page: str) -> list[str]:
    return EUROPAS.findall(text(page))


def shown_rows(page: str) -> list[str]:
    """The numbers of the entries in the list."""
    return re.findall(r'id="e([0-9a-z-]+)"', page)
