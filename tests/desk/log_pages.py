"""What the tests of the log's pages share: a page as text, forms that are sent, words that only Europa has."""

from __future__ import annotations

import html
import re

from django.test import Client

from navalassist.play.written import new_submission

# Words that only Europa has.
EUROPAS = re.compile(
    r"Italian|interdiction|naval status|Malta|convoy|Vichy|shipment|\b33\.[A-E]|\b36\.[A-E]|R-02\b|R-17\b",
    re.IGNORECASE,
)


def get(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, (address, answer.status_code)
    return html.unescape(answer.content.decode())


def send(client: Client, address: str, status: int = 302, **typed: str) -> str:
    """Post a form; where it leads, or the page."""
    answer = client.post(address, {"submission": new_submission(), "seen": "", **typed})
    assert answer.status_code == status, html.unescape(answer.content.decode())
    return answer.headers.get("Location", "") or html.unescape(answer.content.decode())


def sit(client: Client, who: str, home: str) -> None:
    client.post(f"{home}seat/", {"seat": who})


def text(page: str) -> str:
    """What a page says between its head and its foot, in one line."""
    main = page.partition("<main")[2].partition(">")[2].partition("</main>")[0]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main))


def of_europa(page: str) -> list[str]:
    return EUROPAS.findall(text(page))


def shown_rows(page: str) -> list[str]:
    """The numbers of the entries in the list."""
    return re.findall(r'id="e([0-9a-z-]+)"', page)
