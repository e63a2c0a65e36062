"""What a first visit to the campaign page costs, and what one action costs: requests, bytes as sent, queries.

The requests of a visit are the page, every file that it names, and every picture that its style sheet names for a tag
and classes that the page has. The bytes are the bodies as the shipped server sends them: to a browser that knows gzip
and brotli, as all do today, and to one that knows gzip alone.
"""

from __future__ import annotations

import re
import sys
import uuid
from contextlib import redirect_stdout
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin

from bench.product import folder
from bench.report import Report, finish
from bench.server import TOKEN, Answer, cookies_of, get, post, serving

MOST_QUERIES, MOST_KB, MOST_REQUESTS = 12, 60, 8
CODINGS = {"both": "gzip, deflate, br", "gzip": "gzip"}
HTMX = {"HX_Request": "true", "HX_Current_URL": "http://127.0.0.1/"}


class Named(HTMLParser):
    """The files that a page names: style sheets, scripts, icons, pictures, and drawings used from another file."""

    WANTED = (
        ("link", "href"),
        ("script", "src"),
        ("img", "src"),
        ("use", "href"),
        ("object", "data"),
        ("image", "href"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.files: list[str] = []
        self.words: set[str] = set()
        self.more = 0
        self.fields: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what the tag names."""
        found = dict(attrs)
        # What htmx would ask for by itself as soon as the part is in the page.
        self.more += any(word in (found.get("hx-trigger") or "") for word in ("load", "revealed", "intersect", "every"))
        self.words |= {tag, *(f".{name}" for name in (found.get("class") or "").split())}
        if tag == "link" and not {"stylesheet", "icon", "manifest", "preload"} & set((found.get("rel") or "").split()):
            return
        if tag == "input" and found.get("name") in ("seen", "submission"):
            self.fields.setdefault(str(found["name"]), found.get("value") or "")
        for name, attribute in self.WANTED:
            address = (found.get(attribute) or "").partition("#")[0]
            if tag == name and address and not address.startswith("data:"):
                self.files.append(address)


def read(text: str) -> Named:
    """What a page names."""
    page = Named()
    page.feed(text)
    return page


def plain(answer: Answer) -> str:
    """The text of an answer, unpacked."""
    import gzip

    import brotli

    _, headers, body = answer
    coding = headers.get("content-encoding", "")
    return {"gzip": gzip.decompress, "br": brotli.decompress}.get(coding, bytes)(body).decode()


def pictures(sheet: str, words: set[str]) -> list[str]:
    """The pictures that a style sheet names for what a page has."""
    found = []
    for selectors, rules in re.findall(r"([^{}]+){([^{}]*)}", sheet):
        names = re.findall(r"url\(['\"]?(?!data:)([^'\")#]+)", rules)
        if names and any(set(re.findall(r"\.?[a-z][\w-]*", one)) <= words for one in selectors.split(",")):
            found += names
    return found


def visit(port: int, path: str, coding: str) -> list[tuple[str, int]]:
    """Every request of a first visit, and the bytes of its answer. RuntimeError for one that fails."""
    found: dict[str, int] = {}
    waiting, page = [path], Named()
    while waiting:
        address = waiting.pop(0)
        if address in found:
            continue
        answer = get(port, address, Accept_Encoding=coding)
        if answer[0] != 200:
            raise RuntimeError(f"{address} was answered with {answer[0]}")
        found[address] = len(answer[2])
        if address == path:
            page = read(plain(answer))
            waiting += [urljoin(path, name) for name in page.files]
        elif address.endswith(".css"):
            waiting += [urljoin(address, name) for name in pictures(plain(answer), page.words)]
    return list(found.items())


def act(port: int, slug: str, coding: str) -> tuple[int, int]:
    """Put a row on the board, then roll it as htmx does: the requests that this takes, and the bytes of the answer."""
    cookies = cookies_of(port, slug)
    board = f"/c/{slug}/board/"
    _post(port, board, "row/demo-1/copy/", {}, cookies)
    answer = _post(port, board, "roll/", {"roll": "next", "dice": "server"}, cookies, Accept_Encoding=coding, **HTMX)
    if answer[0] != 200 or "<html" in plain(answer):
        raise RuntimeError(f"the roll was answered with {answer[0]}, or with a whole page")
    part = read(plain(answer))
    return 1 + len(part.files) + part.more, len(answer[2])


def _post(port: int, board: str, path: str, fields: dict[str, str], cookies: dict[str, str], **headers: str) -> Answer:
    """POST a form of the board as it is drawn now."""
    drawn = read(plain(get(port, board, cookies))).fields
    form = {"csrfmiddlewaretoken": TOKEN, "submission": uuid.uuid4().hex, "seen": drawn["seen"]}
    return post(port, board + path, form | fields, cookies, **headers)


def queries(path: str, known: bool) -> int:
    """Queries of the page, with the campaign's state at hand or just after a start."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from navalassist.play.state import forget

    client = Client(HTTP_HOST="127.0.0.1")
    client.get(path)
    if not known:
        forget()
    with CaptureQueriesContext(connection) as captured:
        if client.get(path).status_code != 200:
            raise RuntimeError(f"{path} is not there")
    return len(captured)


def measure() -> Report:
    """Visit, roll, count."""
    report = Report("Pages", ("", "requests", "bytes", "bytes by gzip alone", "queries", "just after a start"))
    with folder() as data:
        slug = _prepare(data)
        pages = {"campaign page with the map": f"/c/{slug}/", "convoy board": f"/c/{slug}/board/"}
        counted = {name: (queries(path, True), queries(path, False)) for name, path in pages.items()}
        with serving(data, "navalassist.settings") as port:
            visits = {name: {c: visit(port, path, CODINGS[c]) for c in CODINGS} for name, path in pages.items()}
            acts = {coding: act(port, slug, CODINGS[coding]) for coding in CODINGS}
    for name, found in visits.items():
        sums = {coding: sum(size for _, size in files) for coding, files in found.items()}
        again = {coding: files[0][1] for coding, files in found.items()}
        warm, cold = counted[name]
        report.row(
            f"{name}, first visit",
            f"{len(found['gzip'])}",
            f"{sums['both']:,}",
            f"{sums['gzip']:,}",
            f"{warm}",
            f"{cold}",
        )
        report.row(f"{name}, again", "1", f"{again['both']:,}", f"{again['gzip']:,}", f"{warm}", "")
    rolled = max(requests for requests, _ in acts.values())
    report.row("one action: roll one row", f"{rolled}", f"{acts['both'][1]:,}", f"{acts['gzip'][1]:,}", "", "")
    _bounds(report, visits["campaign page with the map"], counted["campaign page with the map"])
    report.bound("an action, requests", "1", str(rolled), rolled == 1)
    return report


def _prepare(data: Path) -> str:
    from navalassist.server import prepare

    # What it says while it works is no part of the report.
    with redirect_stdout(sys.stderr):
        prepare(data, [])
    from navalassist.systems.europa.setup import DEMO_SLUG

    return DEMO_SLUG


def _bounds(report: Report, found: dict[str, list[tuple[str, int]]], counted: tuple[int, int]) -> None:
    requests = max(len(files) for files in found.values())
    most = max(sum(size for _, size in files) for files in found.values())
    report.bound("campaign page, queries", f"<= {MOST_QUERIES}", str(counted[0]), counted[0] <= MOST_QUERIES)
    report.bound("first visit with the map, requests", f"<= {MOST_REQUESTS}", str(requests), requests <= MOST_REQUESTS)
    kb = f"{most / 1000:.1f} kB"
    report.bound("first visit, bytes, the greater of both", f"<= {MOST_KB} kB", kb, most <= MOST_KB * 1000)
    sizes = ", ".join(f"{Path(name).name or 'the page'} {size:,}" for name, size in found["both"])
    report.notes.append(f"First visit, file by file: {sizes}.")


if __name__ == "__main__":
    sys.exit(finish(measure()))
