"""A new campaign of another rule system than the first, and the demos of all of them."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from navalassist.campaigns.models import Campaign
from navalassist.play import state as states
from navalassist.play.verify import check_campaign
from tests.in_hand import text

pytestmark = pytest.mark.django_db

NEW = {"system": "storm_of_steel", "name": "Grand Fleet", "year": "1916", "month": "05"}


def test_the_form_of_each_rule_system_asks_what_that_one_needs(client: Client, db: None) -> None:
    first, other = text(client, "/new/"), text(client, "/new/?system=storm_of_steel")
    assert "Malta’s number" in first
    assert "Malta" not in other
    assert "August 1914" in other
    assert "Great War at sea" in first
    assert "Europa" in other
    assert "Malta’s number" in text(client, "/new/?system=whist")
    assert not Campaign.objects.exists()


def test_a_great_war_campaign_begins_in_the_month_that_was_chosen(client: Client, db: None) -> None:
    for _ in range(2):
        answer = client.post("/new/", NEW | {"submission": "a" * 32})
        assert (answer.status_code, answer["Location"]) == (302, "/c/grand-fleet/")
    campaign = Campaign.objects.get()
    state = states.load("grand-fleet")
    assert campaign.system == "storm_of_steel"
    assert state.clock == ("1916-05", "central", "naval-operations")
    assert check_campaign(campaign).sound
    assert "May 1916" in text(client, "/c/grand-fleet/")


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", " ", "Name: type a name"),
        ("year", "1941", "First turn: choose a year from 1914 to 1919"),
        ("year", "nineteen", "First turn: choose a year and a month"),
        ("month", "13", "First turn: choose a year and a month"),
        ("system", "whist", "Rules: choose one of Europa"),
    ],
)
def test_what_does_not_fit_is_refused_and_kept(client: Client, db: None, field: str, value: str, words: str) -> None:
    answer = client.post("/new/", NEW | {"name": "Jutland & after", field: value, "submission": "b" * 32})
    drawn = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert words in drawn
    if field != "name":
        assert 'value="Jutland & after"' in drawn
    assert not Campaign.objects.exists()


def test_a_demo_that_is_not_there_is_loaded_with_one_tap(client: Client, db: None) -> None:
    listed = client.get("/").content.decode()
    assert 'action="/new/demo/europa/"' in listed
    assert 'action="/new/demo/storm_of_steel/"' in listed
    for _ in range(2):
        answer = client.post("/new/demo/storm_of_steel/")
        assert (answer.status_code, answer["Location"]) == (302, "/c/north-sea-1914/")
    assert Campaign.objects.get().slug == "north-sea-1914"
    assert "/new/demo/storm_of_steel/" not in client.get("/").content.decode()
    assert client.get("/new/demo/europa/").status_code == 405
    assert client.post("/new/demo/whist/").status_code == 404
