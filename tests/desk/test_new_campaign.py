"""A new campaign of any rule system, and the demos.

It begins where it was told, once, and a form that does not fit is refused.
"""

from html import unescape

import pytest
from django.test import Client

from navalassist.campaigns.models import Campaign
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from tests.in_hand import drawn, text
from tests.systems.europa.pages.test_setup import HOSTILE

# A new campaign

NEW = {"name": "Desert War", "year": "1942", "month": "06", "half": "2", "malta": "11", "scale": "rule36"}
WAR = {"system": "storm_of_steel", "name": "Grand Fleet", "year": "1916", "month": "05"}


def test_a_new_campaign_begins_where_it_was_told(client: Client) -> None:
    answer = client.post("/new/", NEW | {"submission": "e" * 32})
    assert (answer.status_code, answer["Location"]) == (302, "/c/desert-war/")
    campaign = Campaign.objects.get(slug="desert-war")
    state = states.load("desert-war")
    assert state.clock == ("1942-06-2", "axis", "initial")
    assert (state.values["malta:status.number"], state.values["ruling:R-04.choice"]) == (11, "rule36")
    assert "Malta stands at 11" in text(client, "/c/desert-war/")
    assert check_campaign(campaign).sound


@pytest.mark.parametrize("scale", ["rule33", "rule36"])
def test_a_double_tap_begins_one_campaign(client: Client, scale: str) -> None:
    for _ in range(2):
        answer = client.post("/new/", NEW | {"submission": "f" * 32, "scale": scale})
        assert answer["Location"] == "/c/desert-war/"
    assert Campaign.objects.count() == 1
    assert check_campaign(Campaign.objects.get()).sound


def test_a_name_that_is_taken_gets_another_address(client: Client) -> None:
    addresses = [client.post("/new/", NEW | {"submission": s * 32})["Location"] for s in "gh"]
    assert addresses == ["/c/desert-war/", "/c/desert-war-2/"]
    listed = text(client, "/")
    assert all(f"({slug})" in listed for slug in ("desert-war", "desert-war-2"))
    assert client.post("/new/", NEW | {"name": "海戦", "submission": "i" * 32})["Location"] == "/c/campaign/"


@pytest.mark.parametrize(
    ("typed", "field", "value", "words"),
    [
        (NEW, "name", "   ", "Name: type a name"),
        (NEW, "name", "x" * 121, "Name: at most 120 characters"),
        (NEW, "malta", "16", "Malta's number: type a whole number from 0 to 15"),
        (NEW, "scale", "", "say whether bombing lowers or raises"),
        (NEW, "year", "1815", "First turn"),
        (NEW, "year", "1950", "First turn: choose a year from 1939 to 1945"),
        (NEW, "month", "13", "First turn"),
        (NEW, "half", "３", "First turn"),
        (WAR, "name", " ", "Name: type a name"),
        (WAR, "year", "1941", "First turn: choose a year from 1914 to 1919"),
        (WAR, "year", "nineteen", "First turn: choose a year and a month"),
        (WAR, "month", "13", "First turn: choose a year and a month"),
        (WAR, "system", "whist", "Rules: choose one of Europa"),
    ],
)
def test_a_new_campaign_that_does_not_fit_is_refused_and_keeps_what_was_typed(
    client: Client, typed: dict[str, str], field: str, value: str, words: str
) -> None:
    typed = typed | {"name": 'Night & "Day"', field: value, "submission": "j" * 32}
    page = unescape(drawn(client.post("/new/", typed), 422))
    assert words in page
    for kept in typed.keys() & {"name", "malta"}:
        assert f'value="{typed[kept]}"' in page
    assert not Campaign.objects.exists()


def test_a_hostile_name_is_only_a_name(client: Client) -> None:
    answer = client.post("/new/", NEW | {"name": HOSTILE, "submission": "k" * 32})
    assert answer.status_code == 302
    for address in (answer["Location"], "/"):
        raw = client.get(address).content.decode()
        assert "<script>alert" not in raw
        assert "\u202e" not in raw


def test_the_form_of_a_new_campaign_writes_nothing(client: Client) -> None:
    assert "Begin the campaign" in text(client, "/new/")
    assert not Campaign.objects.exists()


def test_the_form_of_each_rule_system_asks_what_that_one_needs(client: Client) -> None:
    first, other = text(client, "/new/"), text(client, "/new/?system=storm_of_steel")
    assert "Malta's number" in first
    assert "Malta's number" not in other
    assert "August 1914" in other
    assert "Great War at sea" in first
    assert "Europa" in other
    assert "Malta's number" in text(client, "/new/?system=whist")
    assert not Campaign.objects.exists()


def test_the_name_that_was_typed_goes_along_to_other_rules(client: Client) -> None:
    answer = client.post("/new/", {"by": "storm_of_steel", "system": "europa", "name": "Tea & biscuits"})
    assert answer["Location"] == "/new/?system=storm_of_steel&name=Tea+%26+biscuits"
    assert 'value="Tea & biscuits"' in text(client, answer["Location"])
    assert not Campaign.objects.exists()


def test_a_great_war_campaign_begins_in_the_month_that_was_chosen(client: Client) -> None:
    for _ in range(2):
        answer = client.post("/new/", WAR | {"submission": "a" * 32})
        assert (answer.status_code, answer["Location"]) == (302, "/c/grand-fleet/")
    campaign = Campaign.objects.get()
    state = states.load("grand-fleet")
    assert campaign.system == "storm_of_steel"
    assert state.clock == ("1916-05", "central", "naval-operations")
    assert check_campaign(campaign).sound
    assert "May 1916" in text(client, "/c/grand-fleet/")


def test_a_demo_that_is_not_there_is_loaded_with_one_tap(client: Client) -> None:
    listed = client.get("/").content.decode()
    assert 'action="/new/demo/mediterranean-1941/"' in listed
    assert 'action="/new/demo/north-sea-1914/"' in listed
    for _ in range(2):
        answer = client.post("/new/demo/north-sea-1914/")
        assert (answer.status_code, answer["Location"]) == (302, "/c/north-sea-1914/")
    assert Campaign.objects.get().slug == "north-sea-1914"
    assert "/new/demo/north-sea-1914/" not in client.get("/").content.decode()
    assert client.get("/new/demo/mediterranean-1941/").status_code == 405
    assert client.post("/new/demo/whist/").status_code == 404
