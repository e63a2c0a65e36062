"""Rows from and to places that are no ports, on every page that names the ends of a voyage."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from tests.begun import begin_demo
from tests.systems.board import clear, put, rolled, typed

pytestmark = pytest.mark.django_db
PAGES = ("", "board/", "board/roster/", "log/", "sheet/", "report/", "handover/", "zones/central-med/", "air/")


@pytest.mark.rule("E33.A.1", "E33.E.R.N")
def test_pages_name_beaches_and_entries(client: Client) -> None:
    campaign = begin_demo()
    clear(campaign)
    home = f"/c/{campaign.slug}/"
    entry = put(campaign, typed("Ariete division, 4 REs", "afloat-central-med tripoli"))
    put(campaign, typed("2 SP", "beach-central-med benghazi"))
    put(campaign, typed("3 empty NTs", "tripoli beach-aegean"))
    rolled(campaign, f"row:{entry}", "3 4, 4")
    for page in PAGES:
        answer = client.get(home + page)
        assert answer.status_code in (200, 404), page
        told = unescape(answer.content.decode())
        assert ">afloat-central-med" not in told, page
        assert ">beach-central-med" not in told, page
    board = unescape(client.get(f"{home}board/").content.decode())
    assert "A beach, Central Med" in board
    assert "Back in its entry at sea, Central Med, finished" in board
    last = Entry.objects.filter(procedure="cargo-contact").latest("id")
    receipt = unescape(client.get(f"{home}log/public/{last.sequence}/").content.decode())
    assert "comes into play afloat" in receipt
    assert client.get(f"{home}log/public/{last.sequence}/correct/").status_code == 200
