"""A new campaign: it begins where it was told, once, and a form that does not fit is refused."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from navalassist.campaigns.models import Campaign
from navalassist.play import state as states
from navalassist.play.verify import check_campaign
from tests.desk.test_setup import HOSTILE
from tests.in_hand import text

pytestmark = pytest.mark.django_db


# A new campaign

NEW = {"name": "Desert War", "year": "1942", "month": "06", "half": "2", "malta": "11", "scale": "rule36"}


def test_a_new_campaign_begins_where_it_was_told(client: Client, db: None) -> None:
    answer = client.post("/new/", NEW | {"submission": "e" * 32})
    assert (answer.status_code, answer["Location"]) == (302, "/c/desert-war/")
    campaign = Campaign.objects.get(slug="desert-war")
    state = states.load("desert-war")
    assert state.clock == ("1942-06-2", "axis", "initial")
    assert (state.values["malta:status.number"], state.values["ruling:R-04.choice"]) == (11, "rule36")
    assert "Malta stands at 11" in text(client, "/c/desert-war/")
    assert check_campaign(campaign).sound


@pytest.mark.parametrize("scale", ["rule33", "rule36"])
def test_a_double_tap_begins_one_campaign(client: Client, db: None, scale: str) -> None:
    for _ in range(2):
        answer = client.post("/new/", NEW | {"submission": "f" * 32, "scale": scale})
        assert answer["Location"] == "/c/desert-war/"
    assert Campaign.objects.count() == 1
    assert check_campaign(Campaign.objects.get()).sound


def test_a_name_that_is_taken_gets_another_address(client: Client, db: None) -> None:
    addresses = [client.post("/new/", NEW | {"submission": s * 32})["Location"] for s in "gh"]
    assert addresses == ["/c/desert-war/", "/c/desert-war-2/"]
    listed = text(client, "/")
    assert all(f"({slug})" in listed for slug in ("desert-war", "desert-war-2"))
    assert client.post("/new/", NEW | {"name": "海戦", "submission": "i" * 32})["Location"] == "/c/campaign/"


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "   ", "Name: type a name"),
        ("name", "x" * 121, "Name: at most 120 signs"),
        ("malta", "16", "Malta’s number: type a whole number from 0 to 15"),
        ("scale", "", "say whether bombing lowers or raises"),
        ("year", "1815", "First turn"),
        ("year", "1950", "First turn: choose a year from 1939 to 1945"),
        ("month", "13", "First turn"),
        ("half", "３", "First turn"),
    ],
)
def test_a_new_campaign_that_does_not_fit_is_refused_and_keeps_what_was_typed(
    client: Client, db: None, field: str, value: str, words: str
) -> None:
    typed = NEW | {"name": 'Night & "Day"', field: value, "submission": "j" * 32}
    answer = client.post("/new/", typed)
    drawn = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert words in drawn
    assert f'value="{typed["name"]}"' in drawn
    assert f'value="{typed["malta"]}"' in drawn
    assert not Campaign.objects.exists()


def test_a_hostile_name_is_only_a_name(client: Client, db: None) -> None:
    answer = client.post("/new/", NEW | {"name": HOSTILE, "submission": "k" * 32})
    assert answer.status_code == 302
    for address in (answer["Location"], "/"):
        raw = client.get(address).content.decode()
        assert "<script>alert" not in raw
        assert "\u202e" not in raw


def test_the_form_of_a_new_campaign_writes_nothing(client: Client, db: None) -> None:
    assert "Begin the campaign" in text(client, "/new/")
    assert not Campaign.objects.exists()
