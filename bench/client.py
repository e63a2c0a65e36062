"""A small HTTP client for loads: so many keep-alive connections, each with one request under way."""

from __future__ import annotations

import selectors
import socket
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlencode

HOST = "127.0.0.1"
END_OF_HEAD = b"\r\n\r\n"


@dataclass
class Load:
    """What a load gave: answers by status, seconds, and milliseconds of each request.

    processor: seconds that it cost the server's process, where somebody has looked.
    """

    seconds: float = 0.0
    processor: float = 0.0
    statuses: Counter[int] = field(default_factory=Counter)
    milliseconds: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Requests a second."""
        return len(self.milliseconds) / self.seconds

    @property
    def cost(self) -> float:
        """Milliseconds of the processor that a request cost the server."""
        return self.processor / len(self.milliseconds) * 1000

    def quantile(self, share: float) -> float:
        """Milliseconds within which this share of the requests was answered."""
        ordered = sorted(self.milliseconds)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def post(path: str, fields: dict[str, str], cookies: dict[str, str] | None = None, **headers: str) -> bytes:
    """A form POST, ready to be sent."""
    body = urlencode(fields).encode()
    lines = [
        f"POST {path} HTTP/1.1",
        f"Host: {HOST}",
        "Content-Type: application/x-www-form-urlencoded",
        "Accept-Encoding: gzip, br",
        f"Content-Length: {len(body)}",
    ]
    if cookies:
        lines.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in cookies.items()))
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + END_OF_HEAD + body


class _Answer:
    """Bytes of one answer as they come in."""

    def __init__(self) -> None:
        self.data = b""
        self.length: int | None = None

    def add(self, data: bytes) -> int:
        """The status once the answer is whole, else 0."""
        self.data += data
        if self.length is None:
            head, found, _ = self.data.partition(END_OF_HEAD)
            if not found:
                return 0
            self.length = len(head) + len(END_OF_HEAD) + body_length(head)
        return int(self.data[9:12]) if len(self.data) >= self.length else 0


def body_length(head: bytes) -> int:
    """The length that the head of an answer names. ValueError for one that names none."""
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    if head[9:12] in (b"204", b"304"):
        return 0
    raise ValueError(f"an answer without a length: {head[:200]!r}")


def run(port: int, requests: Iterator[bytes], seconds: float, clients: int = 8) -> Load:
    """Send requests over so many connections until the time is over or none are left, and wait for all answers."""
    load, pick = Load(), selectors.DefaultSelector()
    start = time.perf_counter()
    until, busy = start + seconds, 0
    for _ in range(clients):
        request = next(requests, None)
        if request is not None:
            wire = socket.create_connection((HOST, port), timeout=30)
            wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            wire.sendall(request)
            pick.register(wire, selectors.EVENT_READ, [_Answer(), time.perf_counter()])
            busy += 1
    while busy:
        ready = pick.select(timeout=30)
        if not ready:
            raise TimeoutError("the server did not answer within 30 seconds")
        for key, _ in ready:
            busy -= _go_on(key, requests, until, load, pick)
    load.seconds = time.perf_counter() - start
    return load


def _go_on(
    key: selectors.SelectorKey, requests: Iterator[bytes], until: float, load: Load, pick: selectors.BaseSelector
) -> int:
    """Read what came for one connection and send its next request; 1 when the connection is done."""
    wire, (answer, sent) = key.fileobj, key.data
    assert isinstance(wire, socket.socket)
    data = wire.recv(65536)
    if not data:
        raise ConnectionError("the server closed a connection in the middle of an answer")
    status = answer.add(data)
    if not status:
        return 0
    now = time.perf_counter()
    load.milliseconds.append((now - sent) * 1000)
    load.statuses[status] += 1
    request = next(requests, None) if now < until else None
    if request is None:
        pick.unregister(wire)
        wire.close()
        return 1
    wire.sendall(request)
    key.data[:] = [_Answer(), now]
    return 0
