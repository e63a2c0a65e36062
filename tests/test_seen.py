"""What the measurement of tablets takes for a fault (bench/seen_pages.py): it must not pass over one."""

import asyncio
import gzip
from concurrent.futures import ThreadPoolExecutor

import pytest

from bench.seen_pages import PAGES, is_older
from bench.seen_table import SECRETS
from bench.tablet import Answer, Line

TOLD = "axis:3,public:12"


def answer(body: str, told: str = TOLD, status: str = "200 OK", version: str = TOLD) -> Answer:
    """A page as it is sent, packed."""
    whole = f'<header id="head" data-version="{version}">{body}'.encode()
    return Answer(f"HTTP/1.1 {status}\r\nContent-Encoding: gzip\r\n\r\n".encode() + gzip.compress(whole), told)


@pytest.mark.parametrize(
    ("shown", "told", "older"),
    [
        (TOLD, TOLD, False),
        ("axis:3,public:13", TOLD, False),
        ("axis:3,public:11", TOLD, True),
        ("axis:2,public:12", TOLD, True),
        ("public:12", TOLD, True),
        ("", TOLD, True),
    ],
)
def test_a_version_is_older_that_lacks_an_entry(shown: str, told: str, older: bool) -> None:
    assert is_older(shown, told) is older


@pytest.mark.parametrize(
    ("page", "seat", "sent", "fault"),
    [
        ("board", "axis", answer(""), ""),
        ("board", "axis", answer("", status="503 Busy"), "answered with 503"),
        ("board", "axis", answer("", version="axis:3,public:11"), "was taken for axis:3,public:12"),
        ("log", "axis", answer('<a href="/c/seen-open/log/public/12/">'), ""),
        ("log", "axis", answer('<a href="/c/seen-open/log/public/11/">'), "without its newest entry"),
        ("closed-board", "axis", answer(SECRETS["axis"]), ""),
        ("closed-board", "axis", answer(""), "its own secret is not there"),
        ("closed-board", "observer", answer(""), ""),
        ("closed-board", "observer", answer(SECRETS["axis"]), "what the axis side keeps to itself"),
        ("closed-board", "allied", answer("".join(SECRETS.values())), "what the axis side keeps to itself"),
    ],
)
def test_what_a_seat_must_not_be_sent_is_found(page: str, seat: str, sent: Answer, fault: str) -> None:
    found = list(PAGES[page].faults(seat, sent))
    assert [fault in one for one in found] == [True] * bool(fault), found


class Nowhere(asyncio.Transport):
    """A wire that leads nowhere."""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """It is not sent."""


@pytest.mark.parametrize("cut", [1, 5, 17, 40, 44])
def test_an_answer_is_taken_whole_however_it_comes(cut: int) -> None:
    """In parts, the first of which may end within the head."""
    raw = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwhole"
    assert len(raw) == 43

    async def asked() -> bytes:
        took: list[bytes] = []
        line = Line(lambda error: None)
        line.connection_made(Nowhere())
        line.ask(b"", took.append)
        for part in filter(None, (raw[:cut], raw[cut:])):
            assert took == []
            line.data_received(part)
        return took[0]

    # In a thread of its own: a browser's tests leave a loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(asyncio.run, asked()).result() == raw
