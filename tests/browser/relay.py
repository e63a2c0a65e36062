"""A piece of network between a tablet and the server that can lose what goes over it without telling anybody."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Relay:
    """Passes bytes on in both directions, on a port of its own."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._lines: list[socket.socket] = []
        self._dead: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def lose_what_is_open(self) -> int:
        """Nothing more comes over the lines that are open now, nor are they closed; new ones are sound. How many."""
        self._dead.update(self._lines)
        return len(self._dead) // 2

    def close(self) -> None:
        """Close everything."""
        for line in (self._listener, *self._lines):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
                self._lines += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while part := one.recv(65_536):
                if one not in self._dead:
                    other.sendall(part)
            if one not in self._dead:
                other.shutdown(socket.SHUT_WR)


@contextmanager
def relay(port: int) -> Iterator[Relay]:
    """A relay to a port of this machine."""
    made = Relay(port)
    try:
        yield made
    finally:
        made.close()
