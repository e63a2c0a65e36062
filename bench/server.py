"""The shipped server in a process of its own, with the bare views beside the product."""

from __future__ import annotations

import http.client
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

from bench.product import ROOT, environment, python

TOKEN = "m" * 32
# What a browser has before it takes a seat.
FIRST = {"navalassist_csrf": TOKEN}


@contextmanager
def serving(data: Path, settings: str = "bench.settings") -> Iterator[int]:
    """Serve a data folder with `navalassist.server` on a free port of 127.0.0.1; gives the port."""
    with served(data, settings) as (port, _):
        yield port


@contextmanager
def served(data: Path, settings: str = "bench.settings") -> Iterator[tuple[int, int]]:
    """The same; gives the port, and the process that makes the pages."""
    command = python("navalassist.server", "--port", "0", "--data", str(data))
    kept = os.environ | environment(data, settings)
    process = subprocess.Popen(command, cwd=ROOT, env=kept, stdout=subprocess.PIPE, text=True)
    try:
        yield port_of(process), process.pid
    finally:
        process.terminate()
        process.wait(30)


def port_of(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"NavalAssist runs at\s+http://127\.0\.0\.1:(\d+)/", line):
            return int(found[1])
    raise RuntimeError("the server ended before it served")


def processor_seconds(process: int) -> float:
    """Seconds of the processor that a process has had so far, of the system's work for it too (Linux)."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def cookies_of(port: int, slug: str) -> dict[str, str]:
    """The cookies of a browser that has taken a seat: the CSRF token and the signed session."""
    fields = {"seat": "axis", "csrfmiddlewaretoken": TOKEN}
    _, headers, _ = post(port, f"/c/{slug}/seat/", fields, FIRST)
    return FIRST | cookies_in(headers.get("set-cookie", ""))


def cookies_in(said: str) -> dict[str, str]:
    """The cookies that an answer sets; RuntimeError where there is no session among them."""
    found = {name: morsel.value for name, morsel in SimpleCookie(said).items()}
    if "navalassist_session" not in found:
        raise RuntimeError("no session came")
    return found


Answer = tuple[int, dict[str, str], bytes]


def get(port: int, path: str, cookies: dict[str, str] | None = None, **headers: str) -> Answer:
    """Status, headers and body (as sent, perhaps compressed) of a GET."""
    return _ask(port, "GET", path, None, cookies, headers)


def post(port: int, path: str, fields: dict[str, str], cookies: dict[str, str], **headers: str) -> Answer:
    """The same of a form POST."""
    headers["Content_Type"] = "application/x-www-form-urlencoded"
    return _ask(port, "POST", path, urlencode(fields), cookies, headers)


def _ask(
    port: int, method: str, path: str, body: str | None, cookies: dict[str, str] | None, headers: dict[str, str]
) -> Answer:
    wire = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if cookies:
        sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
    wire.request(method, path, body, sent)
    answer = wire.getresponse()
    data = answer.read()
    found = {name.lower(): value for name, value in answer.getheaders()}
    wire.close()
    return answer.status, found, data
