"""A process of a club's server, with its pages and streams: a child of the launcher."""

from __future__ import annotations

import argparse
import contextlib
import os
import socket

from navalassist import collector
from navalassist.club.alive import end_with


def main() -> None:
    """Serve until SIGTERM."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fd", type=int, required=True)
    parser.add_argument("--alive", type=int, required=True)
    parser.add_argument("--beat", type=int, required=True)
    given = parser.parse_args()
    end_with(given.alive)
    collector.rest()
    import django

    django.setup()
    from navalassist.live.app import Club
    from navalassist.serving.process import Server
    from navalassist.wsgi import application

    os.set_blocking(given.beat, False)

    def beat() -> None:
        # Nobody reads where the launcher is stopped, or gone.
        with contextlib.suppress(OSError):
            os.write(given.beat, b".")

    Server(Club(application), beat).run([socket.socket(fileno=given.fd)])


if __name__ == "__main__":
    main()
