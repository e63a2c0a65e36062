"""P44: nobody's request fails, waits or is answered by another's because somebody else sends what no page reads, sends
slowly, stops reading, or breaks off."""

import contextlib
import http.client
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tests import counts
from tests.live.house import House
from tests.patience import within
from tests.promises.shipped import Shipped, Tablet, script

pytestmark = [pytest.mark.slow, pytest.mark.promise("P44"), pytest.mark.xdist_group("innocent browsers")]

HEAD = b"Host: localhost\r\nContent-Type: application/json\r\n"
Hostile = Callable[[int], None]


def opened(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=30)


def answered(line: socket.socket) -> http.client.HTTPResponse:
    """The whole next answer on a line."""
    answer = http.client.HTTPResponse(line)
    answer.begin()
    answer.read()
    return answer


def sends(size: int) -> Hostile:
    """Bodies that no page reads, several on a line where it stays open."""

    def hostile(port: int) -> None:
        with opened(port) as line:
            for _ in range(1 + 2_000_000 // size):
                line.sendall(b"POST /login/ HTTP/1.1\r\n%sContent-Length: %d\r\n\r\n" % (HEAD, size) + b"x" * size)
                if answered(line).will_close:
                    break

    hostile.__name__ = f"{size} bytes that no page reads"
    return hostile


def in_chunks(port: int) -> None:
    """The same in chunks, with no length said."""
    chunk = b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
    with opened(port) as line:
        line.sendall(b"POST /login/ HTTP/1.1\r\n" + HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        line.sendall(chunk * 8 + b"0\r\n\r\n")
        answered(line)


def breaks_off(port: int) -> None:
    """Half a body, and the line is reset."""
    with opened(port) as line:
        line.sendall(b"POST /login/ HTTP/1.1\r\n" + HEAD + b"Content-Length: 70000\r\n\r\n" + b"x" * 30_000)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def asks_and_leaves(port: int) -> None:
    """A page is asked for, and the line is reset before it comes."""
    with opened(port) as line:
        line.sendall(b"GET /login/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def sends_slowly(port: int) -> None:
    """More bodies than there are threads, of which a byte comes now and then."""
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(opened(port)) for _ in range(12)]
        for line in lines:
            line.sendall(b"POST /login/ HTTP/1.1\r\n" + HEAD + b"Content-Length: 1000\r\n\r\n")
        for _ in range(5):
            for line in lines:
                line.sendall(b"x")
            time.sleep(0.05)


def never_reads(port: int) -> None:
    """Files are asked for over lines from which nothing is ever taken."""
    with contextlib.ExitStack() as stack:
        for _ in range(12):
            line = stack.enter_context(opened(port))
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.sendall(f"GET {script('live')} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 20)
        time.sleep(0.2)


HOSTILE: tuple[Hostile, ...] = (
    *map(sends, (60_000, 70_000, 200_000, 5_000_000)),
    *(in_chunks, breaks_off, asks_and_leaves, sends_slowly, never_reads),
)


@contextmanager
def hostile_neighbours(port: int, kinds: tuple[Hostile, ...]) -> Iterator[list[int]]:
    """One of each kind, all at once, again and again; how often each has done what it does."""
    done, over = [0] * len(kinds), threading.Event()

    def go_on(number: int) -> None:
        while not over.is_set():
            # What becomes of them is not what is promised.
            with contextlib.suppress(OSError, http.client.HTTPException):
                kinds[number](port)
            done[number] += 1

    threads = [threading.Thread(target=go_on, args=(number,)) for number in range(len(kinds))]
    for thread in threads:
        thread.start()
    try:
        yield done
    finally:
        over.set()
        for thread in threads:
            thread.join()


@pytest.fixture(scope="module", params=[House, Shipped], ids=["club", "table"])
def shipped(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shipped]:
    with request.param(tmp_path_factory.mktemp("data")) as started:
        yield started


# The first is the one that was seen to make others' requests fail, and does so most often while it is alone.
@pytest.mark.parametrize("kinds", [(sends(200_000),), HOSTILE], ids=["unread", "all"])
def test_no_request_of_an_innocent_browser_fails_or_waits(shipped: Shipped, kinds: tuple[Hostile, ...]) -> None:
    page, words = ("/login/", "Log in") if isinstance(shipped, House) else ("/", "Campaigns")
    found: Counter[object] = Counter()
    longest = 0.0
    browser = Tablet(shipped)
    with hostile_neighbours(shipped.port, kinds) as done:
        # To the end, and until each of the others has been at it several times.
        while found.total() < counts.INNOCENT or min(done) < 2:
            since = time.monotonic()
            try:
                status, _, text = browser.get(page)
                found[status if words in text else text] += 1
            except (OSError, http.client.HTTPException) as error:
                found[repr(error)] += 1
                browser.hang_up()
            longest = max(longest, time.monotonic() - since)
    assert set(found) == {200}, found
    assert longest < within(2)
