"""Answers that no page makes: refusals in words, with the headers of every page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from navalassist.policy import headers

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
    "<title>{title} · NavalAssist</title></head>"
    "<body><h1>{title}</h1><p>{text}</p></body></html>"
)
CLOSE = (b"connection", b"close")


async def answer(send: Send, status: int, text: str, *more: tuple[bytes, bytes], kind: str = "text/plain") -> None:
    """A whole answer."""
    body = text.encode()
    about = [
        (b"content-type", f"{kind}; charset=utf-8".encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers(*about, *more)})
    await send({"type": "http.response.body", "body": body})


@dataclass(frozen=True)
class Refusal:
    """Why a request comes to no page: the status, a title, and a sentence that says what would be right."""

    status: int
    title: str
    text: str

    async def told(self, scope: Scope, send: Send) -> None:
        """Say so, and close the line: the rest of the request may still be on its way."""
        more = [CLOSE, *([(b"retry-after", b"2")] if self.status == 503 else [])]
        if any(name == b"hx-request" for name, _ in scope["headers"]):
            # A fragment that was asked for is no place for a page; the script says it in its own words.
            return await answer(send, self.status, f"{self.text}\n", *more, (b"hx-reswap", b"none"))
        whole = PAGE.format(title=self.title, text=self.text)
        return await answer(send, self.status, whole, *more, kind="text/html")


class Refused(Exception):
    """A request comes to no page."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text)
        self.refusal = refusal
