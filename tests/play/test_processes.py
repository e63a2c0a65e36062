"""Several processes write to one campaign on PostgreSQL: one after the other, in order, told to all, read whole."""

import json
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.databases import connection_words
from navalassist.engine import Add, Set
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.play.storage.writes import HEADS_CHANNEL
from navalassist.play.write.transaction import writing
from tests.databases import address, only_on_postgresql
from tests.mini.system import begin, edit, facts, seat

pytestmark = [
    only_on_postgresql("SQLite is served by one process"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.promise("P6"),
]
ROOT = Path(__file__).resolve().parents[2]
WRITERS, READERS, EACH = 3, 1, 16

WORK = """
import json, sys
import django
django.setup()
from navalassist.campaigns.models import Campaign
from navalassist.engine import REGISTER, Add
from navalassist.play import state as states
from navalassist.play.systems import SYSTEMS
from navalassist.play.write.writer import AlreadyDone
from navalassist.play.write.transaction import writing
from tests.mini import PROCEDURES
from tests.mini.system import MINI, do, hide_force, seat

REGISTER.update(PROCEDURES)
SYSTEMS["mini"] = MINI
what, me, each = sys.argv[1], sys.argv[2], int(sys.argv[3])
campaign = Campaign.objects.get()
print("ready", flush=True)
sys.stdin.readline()
found = {"again": 0, "torn": 0, "looked": 0}

def both(key):
    try:
        with writing(seat(campaign), submission=key) as writer:
            writer.edit("both", [Add("ledger:axis.vp", 1), Add("ledger:allied.vp", 1)])
    except AlreadyDone:
        found["again"] += 1

def look():
    state = states.load(campaign.slug)
    found["torn"] += state.values["ledger:axis.vp"] != state.values["ledger:allied.vp"]
    found["looked"] += 1

if what == "write":
    for number in range(each):
        both(f"{me}-{number}")
        # Everybody sends these, and one of them is the first.
        both(f"all-{number}")
        if number % 5 == 0:
            hide_force(campaign, f"force-{me}-{number}")
        if number % 7 == 0:
            do(seat(campaign), "mini-weather", zone="inner")
        look()
else:
    while states.load(campaign.slug).values["condition:fog.value"] is False:
        states.forget()
        look()
print(json.dumps(found), flush=True)
"""


@pytest.fixture
def campaign(mini: None) -> Campaign:
    return begin()


@pytest.fixture
def heard() -> Iterator[psycopg.Connection[Any]]:
    """A connection of its own that listens."""
    words = connection_words(connection.settings_dict)
    with psycopg.connect(**words, autocommit=True) as listener:
        listener.execute(f"LISTEN {HEADS_CHANNEL}")
        yield listener


def payloads(listener: psycopg.Connection[Any], seconds: float = 0.2) -> list[str]:
    """The campaigns that were told of; how far their chains are stands behind each."""
    return [notice.payload.partition(" ")[0] for notice in listener.notifies(timeout=seconds)]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start a process of WORK; whatever of them still runs at the end is stopped."""
    started = []

    def start_one(*words: str) -> subprocess.Popen[str]:
        started.append(process_of(tmp_path, *words))
        return started[-1]

    yield start_one
    for process in started:
        process.kill()
        process.wait()


def process_of(tmp_path: Path, *words: str) -> subprocess.Popen[str]:
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "navalassist.settings",
        "NAVALASSIST_DATA": str(tmp_path),
        "NAVALASSIST_DATABASE": address(str(connection.settings_dict["NAME"])),
    }
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    return subprocess.Popen([sys.executable, "-c", WORK, *words], cwd=ROOT, env=environment, **pipes)  # type: ignore[call-overload,no-any-return]


def finish(process: subprocess.Popen[str]) -> dict[str, int]:
    said, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    found: dict[str, int] = json.loads(said)
    return found


def test_three_processes_write_in_order_while_a_fourth_reads(
    campaign: Campaign, heard: psycopg.Connection[Any], start: Callable[..., subprocess.Popen[str]]
) -> None:
    writers = [start("write", str(number), str(EACH)) for number in range(WRITERS)]
    readers = [start("read", str(number), "0") for number in range(READERS)]
    for process in [*writers, *readers]:
        assert process.stdout.readline() == "ready\n"
    for process in [*readers, *writers]:
        process.stdin.write("go\n")
        process.stdin.flush()
    wrote = [finish(process) for process in writers]
    edit(seat(campaign), Set("condition:fog.value", True))
    read = [finish(process) for process in readers]

    # Whoever read, cold or warm, read one state and never half of another.
    assert sum(found["torn"] for found in [*wrote, *read]) == 0
    assert sum(found["looked"] for found in read) > 10
    # Each submission was carried out once, whoever was first.
    assert sum(found["again"] for found in wrote) == (WRITERS - 1) * EACH
    assert facts(campaign)["ledger:axis.vp"] == facts(campaign)["ledger:allied.vp"] == WRITERS * EACH + EACH
    assert_in_order(campaign)
    # Every commit was told once, and so was nothing else.
    submissions = WRITERS * EACH + EACH
    others = WRITERS * (len(range(0, EACH, 5)) + len(range(0, EACH, 7)))
    assert payloads(heard, 1.0) == [str(campaign.pk)] * (submissions + others + 1)
    # What this process had in mind was old, and it knew.
    assert states.load(campaign.slug).values == facts(campaign)


def assert_in_order(campaign: Campaign) -> None:
    """By key, as the log is read, each chain counts up without a gap, and each entry follows the one before it."""
    counted: Counter[str] = Counter()
    last = {}
    for entry in Entry.objects.filter(campaign=campaign).order_by("id"):
        counted[entry.chain] += 1
        assert entry.sequence == counted[entry.chain]
        assert entry.record["previous"] == last.get(entry.chain, "0" * 64)
        last[entry.chain] = entry.hash
    assert set(counted) >= {"public", "allied"}
    report = check_campaign(campaign)
    assert report.faults == []
    assert report.entries == sum(counted.values())


def test_what_is_taken_back_is_told_to_nobody(campaign: Campaign, heard: psycopg.Connection[Any]) -> None:
    class Interrupted(Exception):
        pass

    payloads(heard)

    def interrupted() -> None:
        with writing(seat(campaign)) as writer:
            writer.edit("point", [Add("ledger:axis.vp", 1)])
            writer.flush()
            raise Interrupted

    with pytest.raises(Interrupted):
        interrupted()
    assert payloads(heard) == []
    with writing(seat(campaign)) as writer:
        writer.edit("point", [Add("ledger:axis.vp", 1)])
        assert payloads(heard) == [], "not before it is committed"
    assert payloads(heard) == [str(campaign.pk)]


def test_writers_of_two_campaigns_do_not_wait_for_one_another(campaign: Campaign) -> None:
    other = begin("Other War")
    with writing(seat(campaign)) as writer:
        writer.edit("point", [Add("ledger:axis.vp", 1)])
        done = []

        def elsewhere() -> None:
            try:
                with writing(seat(other)) as second:
                    second.edit("point", [Add("ledger:axis.vp", 1)])
                    done.append(True)
            finally:
                connection.close()

        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join(10)
        assert done == [True]
