"""P8: the clock may jump by an hour or a year: entries stand in the order of writing, and dice stay proved."""

from datetime import timedelta

import pytest
from django.utils import timezone

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play.checks.verify import check_campaign
from tests.mini.system import do, end_step, seat


@pytest.mark.django_db
@pytest.mark.promise("P8")
@pytest.mark.parametrize("jump", [timedelta(hours=-1), timedelta(days=-366), timedelta(days=366)])
def test_a_clock_that_jumps_moves_nothing(campaign: Campaign, monkeypatch: pytest.MonkeyPatch, jump: timedelta) -> None:
    axis = seat(campaign)
    do(axis, "mini-weather", zone="inner")
    right = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: right() + jump)
    do(axis, "mini-barrage", guns=3)
    end_step(axis, times=4)
    monkeypatch.setattr(timezone, "now", right)
    last = do(axis, "mini-barrage", guns=2)
    entries = list(Entry.objects.filter(campaign=campaign, chain="public").order_by("id"))
    assert [entry.sequence for entry in entries] == list(range(1, len(entries) + 1))
    assert entries[-1] == last
    assert [entry.time for entry in entries] != sorted(entry.time for entry in entries)
    report = check_campaign(campaign)
    assert report.sound
