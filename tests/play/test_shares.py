"""A long log is shared among processes; what they find is what one would find."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from navalassist.auditlog import triggers
from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.engine import Set
from navalassist.play.checks import shares
from navalassist.play.checks.verify import Checker, check_campaign
from navalassist.play.dice.server import DiceInput
from navalassist.play.rules.resolve import carry_out
from navalassist.play.write.transaction import writing
from navalassist.systems.europa.setup import begin_demo
from tests.mini.system import ACTOR
from tests.promises.tampering import forge

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sailed() -> Campaign:
    """The demo campaign, with checks of a shipment and many small inputs; of a rule system that every process knows."""
    campaign = begin_demo()
    with writing(Viewer(campaign, MODERATOR, ACTOR, at_table=True)) as writer:
        carry_out(writer, "cargo-contact", {"shipment": "demo-1"}, DiceInput())
        carry_out(writer, "cargo-contact", {"shipment": "demo-1"}, DiceInput())
        for number in range(60):
            writer.edit("ledger.vp", [Set("ledger:axis.vp", number)])
    return campaign


def test_shares_cover_every_entry_once(sailed: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = list(Entry.objects.order_by("id").values_list("id", flat=True))
    monkeypatch.setattr(shares, "BATCH", 10)
    bounds = list(shares._bounds(sailed, keys[-1]))
    assert bounds == [0, *keys[9::10], *keys[-1:]] if len(keys) % 10 else [0, *keys[9::10]]
    monkeypatch.setattr(shares, "BATCH", len(keys))
    assert list(shares._bounds(sailed, keys[-1])) == [0, keys[-1]]


def test_several_processes_find_what_one_finds(sailed: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "BATCH", 10)
    alone, shared = check_campaign(sailed, 1), check_campaign(sailed, 2)
    assert shared == alone
    assert (alone.faults, alone.rules, alone.entries) == ([], 2, 64)
    triggers.drop()
    Entry.objects.filter(sequence=3).update(seat="x")
    Entry.objects.filter(sequence=40).update(content="{}")
    alone, shared = check_campaign(sailed, 1), check_campaign(sailed, 2)
    triggers.install()
    assert shared.faults == alone.faults
    assert [fault.where for fault in shared.faults][:2] == ["public/3", "public/40"]


def write_elsewhere(campaign: Campaign) -> None:
    """Another person writes, in a thread and so on a connection of his own."""

    def write() -> None:
        with writing(Viewer(campaign, MODERATOR, ACTOR, at_table=True)) as writer:
            writer.edit("ledger.vp", [Set("ledger:axis.vp", 99)])
        connection.close()

    thread = threading.Thread(target=write)
    thread.start()
    thread.join()


@pytest.mark.parametrize("processes", [1, 2])
def test_a_check_while_people_play_raises_no_alarm(
    sailed: Campaign, monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    """They write after the first entries were read, and again before the state is compared."""
    monkeypatch.setattr(shares, "BATCH", 10)
    for name in ("_take", "_heads"):
        really = getattr(Checker, name)

        def meanwhile(self: Checker, *found: Any, really: Any = really) -> None:
            write_elsewhere(sailed)
            really(self, *found)

        monkeypatch.setattr(Checker, name, meanwhile)
    report = check_campaign(sailed, processes)
    assert report.faults == []
    assert report.entries >= 64
    assert check_campaign(sailed, 1).faults == []


def lie_about_a_fact(record: dict[str, Any]) -> None:
    fact = record["body"]["facts_read"][0]
    fact[1] = f"{fact[1]}?"


def lie_about_a_source(record: dict[str, Any]) -> None:
    fact = next(fact for fact in record["body"]["facts_read"] if fact[0].startswith("shipment:"))
    fact[2] = "public/2"


def lie_about_what_was_there(record: dict[str, Any]) -> None:
    record["body"]["changes"][0][1] = "struck"


def make_it_twice(record: dict[str, Any]) -> None:
    made = record["body"]["effects"][-1]
    assert made["do"] == "create"
    record["body"]["effects"].append(made)
    record["body"]["changes"] += record["body"]["changes"][-len(made["fields"]) :]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lie_about_a_fact, "it read campaign:clock.player_turn as 'axis?', but the log before it says 'axis'"),
        (lie_about_a_source, "it says that public/2 set shipment:"),
        (lie_about_what_was_there, "from 'struck' to"),
        (make_it_twice, "which is there already"),
    ],
)
def test_a_lie_is_found_wherever_the_shares_begin(
    sailed: Campaign, monkeypatch: pytest.MonkeyPatch, change: Callable[[dict[str, Any]], None], why: str
) -> None:
    entry = Entry.objects.filter(kind="rule", content__contains='"do":"create"').order_by("id").last()
    assert entry is not None
    triggers.drop()
    forge(sailed, entry.reference, change)
    reports = []
    for size in (1, 2, 3, 1000):
        monkeypatch.setattr(shares, "BATCH", size)
        reports.append(check_campaign(sailed, 1).faults)
    triggers.install()
    assert any(why in fault.what for fault in reports[0] if fault.where == entry.reference), reports[0]
    assert all(sorted(map(str, faults)) == sorted(map(str, reports[0])) for faults in reports)


def test_a_short_log_is_checked_by_one_process(sailed: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shares._fitting(sailed) == 1
    monkeypatch.setattr(shares, "LONG", 20)
    monkeypatch.setattr("os.cpu_count", lambda: 64)
    assert shares._fitting(sailed) == shares.MOST
