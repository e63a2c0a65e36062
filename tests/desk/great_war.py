"""The pages of a campaign of the Great War, used as its two sides do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from navalassist.campaigns.models import Campaign
from navalassist.play import state as states
from navalassist.play.verify import check_campaign
from tests.begun import begin_war as begin
from tests.club import club as club
from tests.desk.test_closed import seated

HOME = "/c/war/"
SQUADRON = {"side": "allied", "name": "6th Squadron", "nation": "british", "kind": "bb", "place": "fleet:grand-fleet"}


@pytest.fixture
def war(db: None) -> Iterator[Campaign]:
    """A campaign in Aug 1914 with the demo's fleets; whatever a test did, log and state agree at the end."""
    states.forget()
    campaign = begin("War", slug="war", demo=True)
    yield campaign
    assert check_campaign(campaign).sound
    states.forget()


@pytest.fixture
def allied(war: Campaign) -> Client:
    """The Allied seat."""
    return seated(war, "allied")


@pytest.fixture
def central(war: Campaign) -> Client:
    """The Central seat."""
    return seated(war, "central")


def text(client: Client, address: str = "") -> str:
    answer = client.get(HOME + address)
    assert answer.status_code == 200, address
    return unescape(answer.content.decode())


def plain(markup: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", markup).split())


def words(client: Client, address: str = "") -> str:
    return plain(text(client, address))


def send(client: Client, address: str, to: str = "", **fields: Any) -> HttpResponse:
    """Send the form of a page."""
    page = text(client, address)
    found = re.search(r'name="submission" value="(\w+)">\s*<input type="hidden" name="seen" value="([^"]*)"', page)
    assert found is not None
    answer: HttpResponse = client.post(HOME + (to or address), {"submission": found[1], "seen": found[2], **fields})
    return answer


def said(answer: HttpResponse) -> str:
    return plain(unescape(answer.content.decode()))


def value(campaign: Campaign, fact: str) -> Any:
    return states.load(campaign.slug).values.get(fact)


def bombard(central: Client) -> None:
    """The Scouting Forces put to sea against Scarborough: action 1."""
    mission = {
        "mission": "bombardment",
        "area": "north-sea-south",
        "target": "scarborough",
        "fleets": "scouting-forces",
    }
    assert send(central, "do/gw-mission/", **mission).status_code == 302


def intercept(allied: Client, dice: str = "1 1") -> None:
    fields = {"action": "1", "fleets": "battle-cruiser-fleet", "dice": "typed", "strip": dice}
    assert send(allied, "action/1/", "do/gw-interception/", **fields).status_code == 302
