"""Pages as a browser lays them out: line breaks of a template mean nothing where a browser makes nothing of them."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client

TAG = re.compile(r"""(<!--.*?-->|<[/!]?[a-zA-Z](?:[^<>"']|"[^"]*"|'[^']*')*>)""", re.DOTALL)
BLANKS = re.compile(r"\s+")
QUOTED = re.compile(r'("[^"]*"|\'[^\']*\')')
# Blanks beside these are never seen: they begin lines of their own, or stand in a list, a table or a drawing.
LINES = frozenset(
    (
        "html",
        "head",
        "body",
        "title",
        "meta",
        "link",
        "script",
        "style",
        "base",
        "header",
        "footer",
        "main",
        "nav",
        "section",
        "article",
        "aside",
        "div",
        "p",
        "h1",
        "h2",
        "h3",
        "h4",
        "form",
        "fieldset",
        "legend",
        "ul",
        "ol",
        "li",
        "dl",
        "dt",
        "dd",
        "table",
        "caption",
        "colgroup",
        "col",
        "thead",
        "tbody",
        "tfoot",
        "tr",
        "th",
        "td",
        "hr",
        "br",
        "figure",
        "figcaption",
        "details",
        "summary",
        "dialog",
        "template",
        "datalist",
        "option",
        "optgroup",
        "select",
        "search",
        "svg",
        "g",
        "path",
        "rect",
        "circle",
        "line",
        "use",
        "defs",
        "symbol",
        "polygon",
        "polyline",
        "ellipse",
        "pattern",
        "clippath",
        "mask",
    )
)
AS_WRITTEN = frozenset(("pre", "textarea", "script", "style"))


def as_read(markup: str) -> str:
    """Return the markup without blanks that nobody sees: one between attributes, none beside what stands on its own."""
    return "".join(_pieces(TAG.split(markup)))


def _pieces(pieces: list[str]) -> Iterator[str]:
    """Text and tags by turns; what stands in `AS_WRITTEN` is left as it is."""
    kept = ""
    for at, piece in enumerate(pieces):
        if at % 2:
            kept = _kept_after(piece, kept)
            yield piece if kept and not piece.startswith(f"<{kept}") else _tag(piece)
        elif kept:
            yield piece
        else:
            before = at == 0 or _name(pieces[at - 1]) in LINES
            after = at + 1 == len(pieces) or _name(pieces[at + 1]) in LINES
            text = BLANKS.sub(" ", piece)
            text = text.lstrip(" ") if before else text
            yield text.rstrip(" ") if after else text


def _kept_after(tag: str, kept: str) -> str:
    if kept:
        return "" if tag.lower().startswith(f"</{kept}") else kept
    name = _name(tag)
    return name if name in AS_WRITTEN and not tag.startswith("</") else ""


def _name(tag: str) -> str:
    found = re.match(r"</?([a-zA-Z][\w-]*)", tag)
    return found[1].lower() if found else ""


def _tag(tag: str) -> str:
    """One blank between attributes, none before the end; what stands in quotes stays."""
    parts = QUOTED.split(tag)
    joined = "".join(part if at % 2 else BLANKS.sub(" ", part) for at, part in enumerate(parts))
    return re.sub(r" (/?>)$", r"\1", joined)


def laid_out(answer: HttpResponseBase) -> None:
    """Let a test read this answer, where it is a page or a part of one, as a browser lays it out."""
    if not isinstance(answer, HttpResponse) or answer.has_header("Content-Encoding"):
        return
    if answer.headers.get("Content-Type", "").startswith("text/html"):
        answer.content = as_read(answer.content.decode()).encode()


def reading(request: Callable[..., Any]) -> Callable[..., Any]:
    """Return the request of a test client with its answers as a browser lays them out."""

    def read(client: Client, **words: Any) -> Any:
        answer = request(client, **words)
        laid_out(answer)
        return answer

    return read
