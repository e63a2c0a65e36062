"""The port that the product listens on: opened, or refused in one plain sentence.

Standard library only: start.py uses it before anything is installed.
"""

import contextlib
import errno
import os
import socket
from pathlib import Path

# Imports of a long campaign are the largest thing that is ever sent.
LARGEST_REQUEST = 20 * 1024 * 1024


class CannotStart(Exception):
    """One plain sentence, for the person who started the program."""


def open_port(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes any free one. Raises CannotStart."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError):
        raise CannotStart(
            f"There is no address called {host!r}: give --host a name or address of this machine."
        ) from None
    listener = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            # Lets a restart take the port at once; it does not let two programs listen on it.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise CannotStart(_why(error, host, port)) from None
    return listener


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} on {host} is taken by another program, perhaps by NavalAssist itself: "
            f"stop that one, or start this one with --port {port + 1 if port < 65535 else 8001}."
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"Port {port} is closed to ordinary users: choose one of 1024 or more, such as --port 8000."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is not an address of this machine: use --host 127.0.0.1, or --host 0.0.0.0 for every address."
    return f"Port {port} on {host} can't be opened: {error.strerror}."


def own_names() -> list[str]:
    """The names and addresses under which other machines may know this one, best guess first."""
    names = []
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                # Connecting a datagram socket sends nothing; it only picks the address that would be used.
                probe.connect((far, 9))
                names.append(probe.getsockname()[0])
        except OSError:
            continue
    name = socket.gethostname()
    names += [name, f"{name}.local"]
    with contextlib.suppress(OSError):
        names += [str(entry[4][0]) for entry in socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)]
    return list(dict.fromkeys(names))


def as_in_url(name: str) -> str:
    """An address as it is written in a URL: IPv6 in square brackets."""
    return f"[{name}]" if ":" in name else name


def is_served(data: Path) -> bool:
    """True where a NavalAssist of this machine serves this data folder just now (`served.open_data` marks it)."""
    try:
        import fcntl

        with (data / "server.lock").open("r+") as mark:
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except (ImportError, OSError):
        return False
    return False
