"""A long log is shared among processes; what they find is what one would find."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from navalassist.auditlog import triggers
from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.engine import Set
from navalassist.play import shares
from navalassist.play import state as states
from navalassist.play.resolve import DiceInput, carry_out
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.systems.europa.setup import begin_demo

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sailed() -> Iterator[Campaign]:
    """The demo campaign, with checks of a shipment and many small inputs; of a rule system that every process knows."""
    states.forget()
    campaign = begin_demo()
    with writing(Viewer(campaign, MODERATOR, "somebody", at_table=True)) as writer:
        carry_out(writer, "cargo-contact", {"shipment": "demo-1"}, DiceInput())
        carry_out(writer, "cargo-contact", {"shipment": "demo-1"}, DiceInput())
        for number in range(60):
            writer.edit("ledger.vp", [Set("ledger:axis.vp", number)])
    yield campaign
    states.forget()


def test_shares_cover_every_entry_once(sailed: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = list(Entry.objects.order_by("id").values_list("id", flat=True))
    monkeypatch.setattr(shares, "BATCH", 10)
    bounds = list(shares._bounds(sailed))
    assert bounds == [0, *keys[9::10], *keys[-1:]] if len(keys) % 10 else [0, *keys[9::10]]
    monkeypatch.setattr(shares, "BATCH", len(keys))
    assert list(shares._bounds(sailed)) == [0, keys[-1]]


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


def test_a_short_log_is_checked_by_one_process(sailed: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shares._fitting(sailed) == 1
    monkeypatch.setattr(shares, "LONG", 20)
    monkeypatch.setattr("os.cpu_count", lambda: 64)
    assert shares._fitting(sailed) == shares.MOST
