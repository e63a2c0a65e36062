"""P3 over HTTP: a double click, a retry after a time-out, two tablets: done once, and each caller sees the same result.

The shipped server is asked by sixteen tablets at once.
"""

import json
import queue
import random
import threading
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests import counts
from tests.databases import ask
from tests.promises.pages import Pairs
from tests.promises.shipped import Shipped, Tablet, is_sound, seed_rows

pytestmark = [pytest.mark.slow, pytest.mark.promise("P3")]
THREADS = 16
DOUBLE = 0.15
HOME = "/c/mediterranean-1941/"
FINE = {200, 302, 303, 409}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shipped]:
    started = Shipped(tmp_path_factory.mktemp("double") / "data")
    yield started
    started.stop()


@dataclass
class Job:
    """One tap, sent by one tablet or by two at the same moment. heard: what each was told."""

    path: str
    pairs: Pairs
    together: threading.Barrier | None = None
    heard: list[tuple[int, str]] = field(default_factory=list)
    shown: list[tuple[list[str], list[str]]] = field(default_factory=list)

    @property
    def submission(self) -> str:
        return dict(self.pairs)["submission"]


def entries(data: Path) -> list[tuple[str, str, dict[str, Any]]]:
    """(submission, hash, body) of every entry, in the order of writing."""
    rows = ask(data, "SELECT submission, hash, content FROM auditlog_entry ORDER BY id")
    return [(submission, digest, json.loads(content)["body"]) for submission, digest, content in rows]


def read_out(tablet: Tablet, to: str) -> tuple[list[str], list[str]]:
    """The dice and the receipts of the page that an answer leads to."""
    page = tablet.read(to)
    return page.dice, [link for link in page.links() if "/log/public/" in link]


def storm(server: Shipped, jobs: list[Job], look: Callable[[Job], bool]) -> None:
    """Sixteen tablets take taps from one pile; those of two hands are on it twice, one above the other."""
    pile: queue.SimpleQueue[Job] = queue.SimpleQueue()
    for job in jobs:
        for _ in range(2 if job.together else 1):
            pile.put(job)

    def work(_: int) -> None:
        tablet = Tablet(server)
        while True:
            try:
                job = pile.get_nowait()
            except queue.Empty:
                return
            if job.together:
                job.together.wait(60)
            status, to, _ = tablet.post(job.path, job.pairs)
            job.heard.append((status, to))
            if look(job):
                job.shown.append(read_out(tablet, to))

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(work, range(THREADS)))


def test_sixteen_tablets_with_double_taps_and_retries_after_a_kill(server: Shipped) -> None:
    dice = random.Random(33)
    rows = seed_rows(server.data, counts.DOUBLE_ROLLS, ("syracuse", "tripoli"), "central-med")
    jobs = [
        Job(
            f"{HOME}board/roll/",
            [("submission", uuid.UUID(int=dice.getrandbits(128)).hex), ("dice", "server"), ("roll", f"row:{row}")],
            threading.Barrier(2) if dice.random() < DOUBLE else None,
        )
        for _, row in rows
    ]
    doubles = [job for job in jobs if job.together]
    assert len(doubles) >= counts.DOUBLE_ROLLS * DOUBLE * 0.6
    server.start()
    storm(server, jobs, look=lambda job: job.together is not None)
    done = entries(server.data)
    assert_each_once(done, jobs)
    assert [len(job.shown) for job in doubles] == [2] * len(doubles)
    first = {job.submission: job.shown[0] for job in doubles}
    server.kill()
    server.start()
    for job in jobs:
        job.together = threading.Barrier(2) if job.together or dice.random() < DOUBLE else None
    storm(server, jobs, look=lambda job: job.submission in first)
    assert entries(server.data) == done
    assert_each_once(done, jobs)
    for job in doubles:
        assert job.shown == [first[job.submission]] * 4
    assert_sound(server)


def assert_each_once(done: list[tuple[str, str, dict[str, Any]]], jobs: list[Job]) -> None:
    """Every tap made one roll of its own row, and all who sent it were led to the same page."""
    made = Counter(submission for submission, _, body in done if submission)
    assert made == Counter({job.submission: 1 for job in jobs})
    for job in jobs:
        assert set(job.heard) == {(302, f"{HOME}board/rolled/{job.submission}/")}


def assert_sound(server: Shipped) -> None:
    assert server.complaints() == []
    assert is_sound(server.data)


def form_of(tablet: Tablet, url: str, action: str, find: dict[str, str], **typed: str) -> Pairs:
    """The pairs of a form as it stands on a page, without the token, which is each tablet's own."""
    pairs = tablet.read(url).form(action, **find).values(**typed)
    return [pair for pair in pairs if pair[0] != "csrfmiddlewaretoken"]


ROW = {"side": "axis", "sails": "3 RP", "on": "NTs", "origin": "taranto", "destination": "durazzo"}
# What is tapped, in order: page, address, values that the form has, what is typed, button.
TAPS = {
    "a row is added": ("board/", "board/row/", {}, ROW, {}),
    "a row is copied": ("board/", "board/row/demo-1/copy/", {}, {}, {}),
    "a row is changed": ("board/", "board/row/demo-1/", {}, {"sails": "6 SP"}, {}),
    "a row is moved": ("board/", "board/row/demo-1/down/", {}, {}, {}),
    "a template is kept": ("board/", "board/templates/", {}, {"name": "Run", "secret": ""}, {}),
    "the roster is entered": ("board/roster/", "board/roster/", {}, {"port-1": "naples", "count-1": "90"}, {}),
    "a row is rolled": ("board/", "board/roll/", {}, {"dice": "typed", "strip": "66 1 1"}, {"roll": "row:demo-1"}),
    "a roll is corrected": (
        "log/public/{last}/correct/",
        "correct/",
        {},
        {"reason": "mistyped-die", "strip": "66 2 1"},
        {},
    ),
    "a rule is carried out": ("do/malta-bombed/", "do/malta-bombed/", {}, {"hits": "2"}, {}),
    "a port is taken": ("setup/ports/derna/", "setup/ports/derna/", {"act": "port.owner"}, {}, {"set": "derna=axis"}),
    "an input is taken back": ("setup/", "undo/", {}, {}, {}),
    "Malta's number is set": ("setup/malta/", "setup/malta/", {"act": "malta.number"}, {"value": "4"}, {}),
    "points are set": ("setup/points/", "setup/points/", {"key": "allied"}, {"value": "7"}, {}),
    "a step ends": ("", "step/", {}, {"confirm": "yes"}, {}),
    "a row is struck": ("board/?open=demo-2", "board/row/demo-2/strike/", {}, {}, {}),
}


def test_every_kind_of_tap_sent_by_sixteen_tablets_at_once_is_done_once(tmp_path: Path) -> None:
    with Shipped(tmp_path / "data") as server:
        tablets = [Tablet(server) for _ in range(THREADS)]
        for tablet in tablets:
            tablet.read("/new/")
        for name, (page, address, find, typed, button) in TAPS.items():
            page = page.format(last=len(entries(server.data)))
            pairs = form_of(tablets[0], HOME + page, address, find, **typed) + list(button.items())
            one_for_all(tablets, name, HOME + (page if address == "correct/" else address), pairs)
        pairs = form_of(tablets[0], "/new/", "/new/", {}, name="Only once")
        one_for_all(tablets, "a campaign begins", "/new/", pairs)
        assert [tablets[0].get(f"/c/only-once{more}/")[0] for more in ("", "-2")] == [200, 404]
        assert_sound(server)


def one_for_all(tablets: list[Tablet], name: str, path: str, pairs: Pairs) -> None:
    """Send the same form from all tablets at the same moment, and again one after the other."""
    start = threading.Barrier(len(tablets))

    def tap(tablet: Tablet) -> tuple[int, str]:
        start.wait(60)
        return tablet.post(path, pairs)[:2]

    before = entries(tablets[0].server.data)
    with ThreadPoolExecutor(len(tablets)) as pool:
        heard = [*pool.map(tap, tablets), tablets[0].post(path, pairs)[:2]]
    assert {status for status, _ in heard} <= FINE, f"{name}: {heard}\n{tablets[0].post(path, pairs)[2]}"
    assert len(set(heard)) == 1, f"{name}: {heard}"
    new = entries(tablets[0].server.data)[len(before) :]
    # A roll makes an entry a zone; every other tap makes one.
    made = [(body["act"], body.get("situation", {}).get("leg", {}).get("zone")) for key, _, body in new if key]
    assert {key for key, _, _ in new if key} == {dict(pairs)["submission"]}, name
    assert len(made) == len(set(made)) >= 1, f"{name}: {made}"
