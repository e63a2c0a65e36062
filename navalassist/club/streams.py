"""The door of a club with its streams, under uvicorn on the public port: a child of the launcher."""

from __future__ import annotations

import argparse
import os
import socket

import uvicorn

from navalassist.club.alive import end_with

# Streams are ended at once; what is being given out by the door may take so long.
GRACE_SECONDS = 3


class Server(uvicorn.Server):
    """uvicorn that ends all streams before it waits for its lines to close."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.config.loaded_app.hub.close()
        await super().shutdown(sockets)


def main() -> None:
    """Serve until SIGTERM."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fd", type=int, required=True)
    parser.add_argument("--pages", nargs="+", required=True)
    parser.add_argument("--alive", type=int, required=True)
    given = parser.parse_args()
    end_with(given.alive)
    import django

    django.setup()
    from navalassist.club.line import Line, most_lines
    from navalassist.live.app import Application
    from navalassist.server import tame_the_collector

    Line.most = most_lines()
    application = Application(given.pages, os.environ["NAVALASSIST_DOOR"])
    tame_the_collector()
    config = uvicorn.Config(
        application,
        interface="asgi3",
        http=Line,
        lifespan="on",
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        # Who asked is told by `forwarded`, and by nobody else.
        proxy_headers=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=GRACE_SECONDS,
        backlog=512,
    )
    Server(config).run([socket.socket(fileno=given.fd)])


if __name__ == "__main__":
    main()
