"""P1 and P2: kill -9 at any moment loses no acknowledged roll, and leaves nothing half applied.

The shipped server runs as a process of its own; eight tablets roll over HTTP, each roll under a submission key of its
own, until the process is killed in the middle of what they do. After every restart the whole database is looked at.
"""

import hashlib
import json
import queue
import random
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple

import pytest

from tests import counts
from tests.databases import ask, change, copy
from tests.promises.shipped import ROOT, Shipped, Tablet, environment, seed_rows

pytestmark = [pytest.mark.slow, pytest.mark.promise("P1"), pytest.mark.promise("P2")]
# The full number takes about a minute on two cores; a hurried person may set a smaller one.
ROLLS_A_KILL = 26
THREADS = 8
# A board has some dozens of rows, not a thousand: one game after the other is played.
KILLS_A_GAME = 4
GENESIS = "0" * 64


class Line(NamedTuple):
    """An entry as the database has it."""

    campaign_id: int
    chain: str
    sequence: int
    hash: str
    content: str
    submission: str


def log_of(data: Path, where: str = "", *values: str) -> list[Line]:
    """Entries in the order of writing, read past the server by a connection of our own."""
    columns = ", ".join(Line._fields)
    return [Line(*row) for row in ask(data, f"SELECT {columns} FROM auditlog_entry {where} ORDER BY id", values)]


class Roller:
    """One tablet, rolling row after row. What was not answered is sent again to the next server, under the same key."""

    def __init__(self, server: Shipped, rows: "queue.SimpleQueue[tuple[str, str]]") -> None:
        self.tablet = Tablet(server)
        self.data = server.data
        self.rows = rows
        self.pending: tuple[str, str, str] | None = None
        self.acknowledged: dict[str, list[Line]] = {}
        self.unanswered: list[str] = []
        self.row_of: dict[str, str] = {}
        self.read_out_of: dict[str, str] = {}
        self.wrong: list[str] = []

    def work(self, counted: "Count") -> None:
        """Roll until the server is gone or no row is left."""
        while True:
            if self.pending is None:
                try:
                    self.pending = *self.rows.get_nowait(), uuid.uuid4().hex
                except queue.Empty:
                    return
            game, row, submission = self.pending
            self.row_of[submission] = row
            try:
                self.roll(game, row, submission)
            except (OSError, HTTPException):
                self.unanswered.append(submission)
                return
            if self.wrong:
                counted.reached.set()
                return
            self.pending = None
            counted.one_more()

    def roll(self, game: str, row: str, submission: str) -> None:
        """One roll. Once it is answered its entries must be there for every other reader too."""
        pairs = [("submission", submission), ("dice", "server"), ("roll", f"row:{row}")]
        status, to, text = self.tablet.post(f"/c/{game}/board/roll/", pairs)
        if (status, to) != (302, f"/c/{game}/board/rolled/{submission}/"):
            self.wrong.append(f"{status} {to} {text[:2000]}")
            return
        self.acknowledged[submission] = log_of(self.data, "WHERE submission = %s", submission)
        self.read_out_of[submission] = to


class Count:
    """Sets an event when so many rolls were acknowledged."""

    def __init__(self, wanted: int) -> None:
        self.reached = threading.Event()
        self._left = wanted
        self._lock = threading.Lock()

    def one_more(self) -> None:
        with self._lock:
            self._left -= 1
            if self._left <= 0:
                self.reached.set()


CHECKER = """
import json, sys
import django
django.setup()
from django.db import connection
from navalassist.campaigns.models import Campaign
from navalassist.play import state
from navalassist.play.checks.verify import check_campaign
from navalassist.keeping import integrity

for line in sys.stdin:
    connection.settings_dict["NAME"] = line.strip()
    faults = [str(fault) for campaign in Campaign.objects.all() for fault in check_campaign(campaign).faults]
    faults += integrity.faults()
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()
        with connection._nodb_cursor() as cursor:
            cursor.execute('DROP DATABASE "' + line.strip() + '"')
    print(json.dumps([line.strip(), faults]), flush=True)
"""


class Checker:
    """`verify`, and the checks of the database itself, of copies, in a second process beside the next round."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        settings = {"DJANGO_SETTINGS_MODULE": "navalassist.settings"}
        self.sent: list[str] = []
        self._process = subprocess.Popen(
            [sys.executable, "-c", CHECKER],
            cwd=ROOT,
            env={**environment(folder), **settings},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def check(self, data: Path) -> None:
        """Copy a database that nobody has open just now, and have the copy checked."""
        assert self._process.stdin is not None
        self.sent.append(copy(data, self.folder / f"{len(self.sent)}.sqlite3"))
        self._process.stdin.write(f"{self.sent[-1]}\n")
        self._process.stdin.flush()

    def faults(self) -> dict[str, list[str]]:
        """Wait for the last answer; copy -> faults, of every copy."""
        output, _ = self._process.communicate()
        return dict(json.loads(line) for line in output.splitlines())


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Shipped]:
    started = Shipped(tmp_path / "data")
    yield started
    started.stop()


def assert_chains_go_on(heads: dict[tuple[int, str], tuple[int, str]], new: list[Line]) -> None:
    """Every chain counts on from its head without a gap, and each entry holds the hash of the one before it."""
    for line in new:
        sequence, head = heads.get((line.campaign_id, line.chain), (0, GENESIS))
        assert line.sequence == sequence + 1
        assert hashlib.sha256(line.content.encode()).hexdigest() == line.hash
        assert json.loads(line.content)["previous"] == head
        heads[line.campaign_id, line.chain] = line.sequence, line.hash


def one_round(server: Shipped, rollers: list[Roller], jitter: float) -> None:
    """Everybody rolls; the server dies a moment after so many rolls were acknowledged."""
    counted = Count(ROLLS_A_KILL)
    threads = [threading.Thread(target=roller.work, args=(counted,)) for roller in rollers]
    for thread in threads:
        thread.start()
    counted.reached.wait(60)
    assert not [roller.wrong for roller in rollers if roller.wrong], "".join(server.said)
    threading.Event().wait(jitter)
    server.kill()
    for thread in threads:
        thread.join()
    assert not [roller.wrong for roller in rollers if roller.wrong]


def assert_nothing_lost(before: list[Line], log: list[Line], rollers: list[Roller]) -> None:
    """What was there is there, byte for byte and in its order; so is all that anybody was told of."""
    assert log[: len(before)] == before
    there: dict[str, list[Line]] = {}
    for line in log:
        there.setdefault(line.submission, []).append(line)
    for roller in rollers:
        for submission, lines in roller.acknowledged.items():
            assert lines
            assert there.get(submission) == lines


def test_kill_9_loses_no_acknowledged_roll_and_leaves_nothing_half_done(server: Shipped, tmp_path: Path) -> None:
    jitter = random.Random(1941)
    rows: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()
    games = counts.KILLS // KILLS_A_GAME + 1
    each = KILLS_A_GAME * (ROLLS_A_KILL + THREADS)
    for row in seed_rows(server.data, each, ("syracuse", "tripoli"), "central-med", games=games):
        rows.put(row)
    rollers = [Roller(server, rows) for _ in range(THREADS)]
    checker = Checker(tmp_path / "copies")
    log: list[Line] = []
    heads: dict[tuple[int, str], tuple[int, str]] = {}
    server.start()
    for _ in range(counts.KILLS):
        one_round(server, rollers, jitter.uniform(0, 0.02))
        checker.check(server.data)
        server.start()
        before, log = log, log_of(server.data)
        assert_nothing_lost(before, log, rollers)
        assert_chains_go_on(heads, log[len(before) :])
    retry(rollers)
    assert_one_result_each(log_of(server.data), rollers)
    assert_read_outs_agree(server, rollers)
    assert sum(len(roller.acknowledged) for roller in rollers) >= counts.KILLS * ROLLS_A_KILL
    assert sum(len(roller.unanswered) for roller in rollers) >= counts.KILLS, "the kills met nobody in mid-roll"
    assert server.complaints() == []
    server.stop()
    checker.check(server.data)
    found = checker.faults()
    assert set(found) == set(checker.sent)
    assert {copy: faults for copy, faults in found.items() if faults} == {}


def retry(rollers: list[Roller]) -> None:
    """What the last server left unanswered is sent once more."""
    for roller in rollers:
        if roller.pending is not None:
            roller.roll(*roller.pending)
            roller.pending = None
        assert roller.wrong == []


def assert_one_result_each(log: list[Line], rollers: list[Roller]) -> None:
    """Every submission rolled its own row, once, whether it was sent once or again after a kill."""
    rolled: dict[str, set[str]] = {}
    checks: dict[tuple[str, str], int] = {}
    for line in log:
        body = json.loads(line.content)["body"]
        if line.submission and body["act"] == "cargo-contact":
            row = body["situation"]["item"]["key"]
            rolled.setdefault(line.submission, set()).add(row)
            leg = row, body["situation"]["leg"]["zone"]
            checks[leg] = checks.get(leg, 0) + 1
    expected = {submission: {row} for roller in rollers for submission, row in roller.row_of.items()}
    assert rolled == expected
    rows = [row for found in rolled.values() for row in found]
    assert len(rows) == len(set(rows))
    assert set(checks.values()) == {1}


def assert_read_outs_agree(server: Shipped, rollers: list[Roller]) -> None:
    """What the page shows of a roll today are the dice that were thrown when it was acknowledged."""
    for roller in rollers:
        for submission, lines in list(roller.acknowledged.items())[:: max(1, len(roller.acknowledged) // 3)]:
            bodies = [json.loads(line.content)["body"] for line in lines]
            thrown = [face for body in bodies for answer in body.get("answers", ()) for face in answer.get("faces", ())]
            page = roller.tablet.read(roller.read_out_of[submission])
            assert page.dice == [f"die {face}" for face in thrown]


def test_the_checks_after_a_kill_really_see_what_is_half_done(server: Shipped, tmp_path: Path) -> None:
    ((_, row),) = seed_rows(server.data, 1, ("syracuse", "tripoli"), "central-med")
    checker = Checker(tmp_path / "copies")
    checker.check(server.data)
    change(server.data, "UPDATE taskforces_shipment SET state = 'arrived' WHERE key = %s", [row])
    checker.check(server.data)
    sound, half_done = checker.faults().values()
    assert sound == []
    assert any(row in fault for fault in half_done)
