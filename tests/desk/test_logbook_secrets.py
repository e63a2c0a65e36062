"""A whole story of the miniature system, read from every seat: each page stands, and no secret leaks into one."""

import re

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry, short_code
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, OBSERVER
from navalassist.play.bodies import whole_body
from tests.mini.fixtures import campaign, mini
from tests.mini.story import play_story

__all__ = ["campaign", "mini"]

MARKER = "Leviathan-7731"
SEATS = ("axis", "allied", MODERATOR, OBSERVER)
TAILS = ("/", ".json", "/correct/", "/what-if/")


@pytest.mark.promise("P13", "P22")
@pytest.mark.parametrize("seat", SEATS)
def test_every_page_of_the_log_shows_a_seat_what_is_its_own(campaign: Campaign, client: Client, seat: str) -> None:
    play_story(campaign)
    client.post(f"/c/{campaign.slug}/seat/", {"seat": seat})
    log = f"/c/{campaign.slug}/log/"
    pages = {log: client.get(log)}
    for entry in Entry.objects.filter(campaign=campaign):
        for tail in TAILS:
            address = f"{log}{entry.reference}{tail}"
            pages[address] = client.get(address)
            mine = entry.chain in ("public", seat)
            if tail in ("/", ".json"):
                assert pages[address].status_code == (200 if mine else 404), address
            else:
                assert pages[address].status_code == 404 or (mine and pages[address].status_code == 200), address
    found = [address for address, page in pages.items() if MARKER in page.content.decode()]
    assert bool(found) is (seat == "allied")


def test_a_secret_act_of_the_other_side_is_one_plain_line(campaign: Campaign, client: Client) -> None:
    play_story(campaign)
    page = client.get(f"/c/{campaign.slug}/log/").content.decode()
    assert "A secret act, only its own seat may read it" in page
    secret = next(e for e in Entry.objects.filter(chain="public", kind="rule") if "commitments" in e.record)
    receipt = client.get(f"/c/{campaign.slug}/log/{secret.reference}/").content.decode()
    assert "is for the Allied seat alone" in receipt
    assert "correct/" not in receipt


def test_what_waits_and_what_a_moderator_decided_is_told(campaign: Campaign, client: Client) -> None:
    play_story(campaign)
    waiting = Entry.objects.filter(campaign=campaign, kind="waiting", procedure="mini-weather").first()
    assert waiting is not None
    page = client.get(f"/c/{campaign.slug}/log/{waiting.reference}/").content.decode()
    assert "Waits:" in page
    assert "is not known. What does the printed chart say?" in page
    told = Entry.objects.filter(campaign=campaign, kind="rule", procedure="mini-weather", id__gt=waiting.pk).first()
    assert told is not None
    page = client.get(f"/c/{campaign.slug}/log/{told.reference}/").content.decode()
    assert "an unknown cell, decided by the moderator" in page
    assert f"as in entry {waiting.sequence}" in page


def test_an_anchor_tells_no_seat_how_much_the_other_has_written(campaign: Campaign, client: Client) -> None:
    play_story(campaign)
    anchor = Entry.objects.filter(campaign=campaign, kind="clock", chain="public").last()
    assert anchor is not None
    heads = whole_body(anchor)["anchors"]
    assert set(heads) == {"axis", "allied", "moderator"}
    # A hash and nothing else: a number would tell how many entries the other side has, a changed hash that it acted.
    assert all(re.fullmatch(r"[0-9a-f]{64}", head) for head in heads.values())
    assert not any(head in anchor.content for head in heads.values())
    page = client.get(f"/c/{campaign.slug}/log/{anchor.reference}/").content.decode()
    assert f'<th scope="row">Axis</th><td class="hash">{short_code(heads["axis"])}</td>' in page
    assert heads["allied"] not in page
    assert short_code(heads["allied"]) not in page
