"""The report of a turn or a span, worked by hand."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.systems.europa.report import checks_of, figures
from tests.desk.test_sheets import HOME, campaign, played, read
from tests.promises.http import submit
from tests.systems.board import clear, put, rolled, typed, viewer_of

__all__ = ["campaign", "played"]
pytestmark = pytest.mark.django_db


def text_of(client: Client, query: str = "") -> str:
    """The report as it is pasted."""
    found = re.search(
        r'<pre[^>]*id="text"[^>]*>(.*?)</pre>', client.get(f"{HOME}report/{query}").content.decode(), re.S
    )
    assert found
    return unescape(found[1])


def test_the_pasted_report_has_the_figures_worked_by_hand_of_a_turn_and_a_span(
    client: Client, played: Campaign
) -> None:
    text = text_of(client, "?from=1941-03-1&to=1941-03-1")
    assert text.startswith(
        "Mediterranean and Red Sea 1941\nTurn report, Mar I 41\nAs the Axis seat may tell it. Log head "
    )
    assert (
        "Axis, Mar I 41: sent 10 REs, 10 NTs; lost 4 REs, 4 NTs; returned 1 RE, 1 NT; arrived 5 REs, 5 NTs; "
        "1 contact in 1 check.\n" in text
    )
    assert (
        "Allied, Mar I 41: sent 2 REs, 2 NTs; lost 1 RE, 1 NT; returned 1 RE, 1 NT; arrived nothing; "
        "1 contact in 1 check.\n" in text
    )
    contact = Entry.objects.filter(procedure="cargo-contact", content__contains='"faces":[6,3]').get()
    assert (
        "- Mar I 41, Axis: 7 SP Naples–Tripoli, Central Med, status 9, dice 6 3, then 4 2 1: CONTACT. "
        "4 SP, 4 NTs lost; 2 SP, 2 NTs arrive at Tripoli; 1 SP, 1 NT back in Naples "
        f"[entry {contact.sequence}]\n" in text
    )
    assert "Mar II" not in text
    assert "so far" not in text
    text = text_of(client, "?from=1941-03-1&to=1941-04-1")
    assert "Turn report, Mar I 41 to Apr I 41 (so far)" in text
    for line in (
        (
            "Axis, Mar II 41: sent 3 REs, 3 NTs; lost nothing; returned nothing; arrived 3 REs, 3 NTs; "
            "0 contacts in 1 check."
        ),
        (
            "Axis, Mar 41: sent 13 REs, 13 NTs; lost 4 REs, 4 NTs; returned 1 RE, 1 NT; arrived 8 REs, 8 NTs; "
            "1 contact in 2 checks."
        ),
        "Axis, Apr I 41: sent 4 NTs; lost 3 NTs; returned 1 NT; arrived nothing; 1 contact in 1 check.",
        (
            "Axis, in all: sent 13 REs, 17 NTs; lost 4 REs, 7 NTs; returned 1 RE, 2 NTs; arrived 8 REs, 8 NTs; "
            "2 contacts in 3 checks."
        ),
        (
            "Allied, Mar I 41: sent 2 REs, 2 NTs; lost 1 RE, 1 NT; returned 1 RE, 1 NT; arrived nothing; "
            "1 contact in 1 check."
        ),
    ):
        assert f"{line}\n" in text
    assert "Allied, Mar 41" not in text
    assert "- Mar II 41: 8, one raid [entry " in text
    assert text.count("From 10 to 8.") == 1
    page = read(client, "report/")
    assert "Turn report, Apr I 41 so far" in page
    assert "Axis shipping Turn Sent" in page
    assert "Apr I 41 4 NTs 3 NTs 1 NT – – – 1 of 1 check" in page
    assert "Malta\n8, unchanged.\n" in text_of(client)
    assert 'class="steps"' in client.get(f"{HOME}report/").content.decode()
    for query in ("?from=1941-03-2", "?from=nonsense&to=1941-03-1", "?from=1999-01-1", "?from=1941-04-1&to=1941-03-1"):
        assert client.get(f"{HOME}report/{query}").status_code == 200
    page = client.get(f"{HOME}report/?from=1941-03-1&to=1941-03-1").content.decode()
    assert 'aria-label="Malta’s number by turn: 10 in Mar I 41, then 9 in Mar I 41"' in page


def test_nothing_is_lost_between_sent_and_the_end(played: Campaign) -> None:
    """What was sent is lost, back, there, or at sea; and the facts of the board say the same as the checks."""
    checks = checks_of(viewer_of(played), "1941-01-1", "1941-12-2")
    found = figures(checks)
    assert found.sent.res == found.lost.res + found.returned.res + found.arrived.res + found.at_sea.res == 15
    ships = [load.transports.get("nt", 0) for load in (found.lost, found.returned, found.arrived, found.at_sea)]
    assert found.sent.transports == {"nt": sum(ships)} == {"nt": 19}


def test_a_correction_counts_in_place_of_what_it_corrects(client: Client, campaign: Campaign) -> None:
    """A mistyped last die: 6 3, 4 2 2 in place of 4 2 1. The lot of 1 RE is lost and not sent back: lost 5, back 0."""
    (*_, entry) = rolled(campaign, "row:demo-1", "63 421")
    assert "lost 4 REs, 4 NTs; returned 1 RE, 1 NT; arrived 2 REs, 2 NTs" in text_of(client)
    submit(client, f"{HOME}log/{entry.reference}/correct/", "correct/", reason="mistyped-die", strip="63 422")
    text = text_of(client)
    assert "sent 7 REs, 7 NTs; lost 5 REs, 5 NTs; returned nothing; arrived 2 REs, 2 NTs; 1 contact in 1 check." in text
    assert text.count("CONTACT") == 1


def test_what_stops_at_sea_is_told_so_and_not_lost(client: Client, campaign: Campaign) -> None:
    clear(campaign)
    put(campaign, typed("4 SP", tyrrhenian={"stops": True}, central_med={}))
    rolled(campaign, "all")
    text = text_of(client)
    assert "sent 4 REs, 4 NTs; lost nothing; returned nothing; arrived nothing; at sea 4 REs, 4 NTs; " in text


def test_a_naval_unit_counts_hits_and_no_res(client: Client, campaign: Campaign) -> None:
    """A 6 is half (33.E): a task force takes 1 hit and goes back. It carries no REs and is no transport."""
    clear(campaign)
    put(campaign, typed("task force Littorio"))
    rolled(campaign, "all", "66 6")
    assert (
        "Axis, Mar I 41: sent nothing; lost nothing; returned nothing; arrived nothing; "
        "1 naval unit put to sea; 1 hit; 1 contact in 1 check.\n" in text_of(client)
    )
