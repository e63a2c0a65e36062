"""What the server itself answers to a request that is none, or too large: no page is asked then, nor its middleware."""

from __future__ import annotations

from waitress.channel import HTTPChannel
from waitress.task import ErrorTask

from navalassist.policy import headers


class Refusal(ErrorTask):
    """A refusal of Waitress's own (400, 413, 431, and 500 where a page broke), with what every page carries."""

    def execute(self) -> None:
        """Write it."""
        carried = headers((b"cache-control", b"no-store"))
        self.response_headers.extend((name.decode().title(), value.decode()) for name, value in carried)
        super().execute()


class Line(HTTPChannel):
    """A browser's line."""

    error_task_class = Refusal
