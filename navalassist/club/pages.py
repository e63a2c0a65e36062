"""One process that makes pages of a club, under gunicorn on a Unix socket: a child of the launcher."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from gunicorn.app.base import BaseApplication

from navalassist import stopping
from navalassist.club.alive import end_with
from navalassist.server import THREADS, tame_the_collector

# What is under way when the server stops may take so long.
GRACE_SECONDS = 5


class Pages(BaseApplication):
    """gunicorn with settings of our own: no command line, no environment, no files."""

    def __init__(self, options: dict[str, Any]) -> None:
        self._options = options
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        from navalassist.wsgi import application

        return application


def options(socket: str, pipe: int) -> dict[str, Any]:
    """gunicorn's settings."""
    return {
        "bind": [f"unix:{socket}"],
        # Nobody but the owner of the process may speak to the pages past the door.
        "umask": 0o077,
        # One: each process has a socket of its own, so that the door can choose among them.
        "workers": 1,
        "worker_class": "gthread",
        "threads": THREADS,
        "worker_tmp_dir": "/dev/shm" if Path("/dev/shm").is_dir() else None,
        "timeout": 120,
        "graceful_timeout": GRACE_SECONDS,
        # Longer than the door keeps a line open.
        "keepalive": 60,
        "loglevel": "warning",
        "control_socket_disable": True,
        "forwarded_allow_ips": "",
        # gunicorn takes a header for the path of a request from whoever speaks over a socket of this machine, and the
        # door passes on what browsers send.
        "forwarder_headers": "",
        "on_starting": lambda _: end_with(pipe),
        "post_worker_init": lambda _: _ready(),
    }


def _ready() -> None:
    """The process that makes the pages begins."""
    stopping.heed()
    tame_the_collector()


def main() -> None:
    """Serve until SIGTERM."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--socket", required=True)
    parser.add_argument("--alive", type=int, required=True)
    given = parser.parse_args()
    # gunicorn reads further settings from here, which nobody meant for this server.
    os.environ.pop("GUNICORN_CMD_ARGS", None)
    Pages(options(given.socket, given.alive)).run()


if __name__ == "__main__":
    main()
