"""A line of a browser: uvicorn's, with a time for everything that a browser may leave undone.

uvicorn looks at its clock only after an answer. Without these, a line that never asks, asks without end, or stops
taking an answer would stay open for ever.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from navalassist.policy import headers

# A browser that takes nothing for so long is gone, whatever its line says.
STUCK_SECONDS = 30.0
# From the first byte of a request, or from the start of a line, to the end of the request's headers.
HEAD_SECONDS = 20.0
# So much is taken from a line before the others have their turn.
READ_AT_ONCE = 32 * 1024
# So long what comes after a refusal is read, and kept nowhere.
LINGER_SECONDS = 2.0
# Where there are more lines than this part of the files that a process may open, a new one is let go at once: files are
# needed for the database and for large answers too.
PART_FOR_LINES = 0.75
MOST_FILES = 16_384


def most_lines() -> int:
    """So many lines are taken at once. The process first takes as many files as the machine gives, to a point."""
    try:
        import resource
    except ImportError:  # Windows
        return int(MOST_FILES * PART_FOR_LINES)

    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(MOST_FILES, most)
    if least < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
            least = wanted
    return int(min(least, MOST_FILES) * PART_FOR_LINES)


class Line(H11Protocol):
    """One line, from its start to its end."""

    most: int = MOST_FILES
    _head: asyncio.TimerHandle | None = None
    _taking: asyncio.TimerHandle | None = None
    _lingers = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.abort()
            return
        # asyncio's own attribute, of no known name outside: without it every line may hold 256 kB at the same moment.
        transport.max_size = READ_AT_ONCE  # type: ignore[attr-defined]
        _lets_go_of_the_dead(transport.get_extra_info("socket"))
        self._look_at_the_head()

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._head, self._taking):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    # ------------------------------------------------------------------ a request that does not come to its end

    def data_received(self, data: bytes) -> None:
        if self._lingers:
            return
        super().data_received(data)
        self._look_at_the_head()

    def _look_at_the_head(self) -> None:
        """Start the clock while the headers of a request are awaited, and stop it when they are there."""
        awaited = self.conn.their_state is h11.IDLE and not self.transport.is_closing()
        if awaited and self._head is None:
            self._head = self.loop.call_later(HEAD_SECONDS, self.transport.abort)
        elif not awaited and self._head is not None:
            self._head.cancel()
            self._head = None

    # ------------------------------------------------------------------ an answer that is not taken

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look_at_the_rest(self.transport.get_write_buffer_size() + 1)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _look_at_the_rest(self, before: int) -> None:
        """Cut the line where nothing was taken since the last look."""
        rest = self.transport.get_write_buffer_size()
        if rest >= before:
            self.transport.abort()
            return
        self._taking = self.loop.call_later(STUCK_SECONDS, self._look_at_the_rest, rest)

    # ------------------------------------------------------------------ what is no request

    def send_400_response(self, msg: str) -> None:
        """uvicorn's own answer, with what every answer of ours carries; 431 where the headers are too long."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()
            return
        # uvicorn calls this where it has caught the fault.
        status = getattr(sys.exception(), "error_status_hint", 400)
        text = "The headers of this request are too long.\n" if status == 431 else f"{msg}\n"
        about = headers((b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store"))
        start = h11.Response(status_code=status, headers=[*about, (b"connection", b"close")], reason=b"Bad Request")
        for event in (start, h11.Data(data=text.encode()), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self._close_when_all_was_sent()

    def _close_when_all_was_sent(self) -> None:
        """A line that is closed over bytes which nobody read may lose the answer: so they are read, for a moment."""
        self._lingers = True
        self.flow.resume_reading()
        try:
            self.transport.write_eof()
        except OSError:
            # Whoever sent it has broken the line off meanwhile.
            self.transport.abort()
            return
        self._taking = self.loop.call_later(LINGER_SECONDS, self.transport.abort)


def _lets_go_of_the_dead(line: Any) -> None:
    """Where what was sent is not even received, the system closes the line (Linux; elsewhere it takes its own time)."""
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    if option is not None:
        with contextlib.suppress(OSError):
            line.setsockopt(socket.IPPROTO_TCP, option, int(STUCK_SECONDS * 1000))
