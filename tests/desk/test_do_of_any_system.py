"""Rules carried out on their own pages, in rule systems that are not Europa: forms, ticks, refusals, odds."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR
from navalassist.play import state as states
from navalassist.play.verify import check_campaign
from navalassist.play.written import new_submission
from tests.begun import begin_war_demo as begin_demo
from tests.desk.log_pages import get
from tests.desk.log_pages import text as said
from tests.mini.fixtures import campaign, mini
from tests.systems.storm_of_steel.carrying import carried_out, facts

__all__ = ["campaign", "mini"]

pytestmark = pytest.mark.django_db
WAR, LITTLE = "/c/north-sea-1914/", "/c/little-war/"


def send(client: Client, address: str, status: int = 302, **typed: object) -> str:
    answer = client.post(address, {"submission": new_submission(), "seen": "", "dice": "server", "strip": "", **typed})
    page = html.unescape(answer.content.decode())
    assert answer.status_code == status, said(page)
    return answer.headers.get("Location", "") or page


@pytest.fixture
def war(db: None) -> Iterator[Campaign]:
    states.forget()
    yield begin_demo()
    states.forget()


# The miniature system


def test_a_system_without_duties_lists_its_rules_at_other_times(campaign: Campaign, client: Client) -> None:
    page = said(get(client, f"{LITTLE}do/"))
    assert "In this step" not in page
    assert "Weather M.2 2d6, 1d6" in page


def test_a_rule_is_looked_at_and_carried_out_with_the_dice_of_the_table(campaign: Campaign, client: Client) -> None:
    page = send(client, f"{LITTLE}do/mini-weather/look/", 200, zone="inner")
    assert "Sea zone" in said(page)
    where = send(client, f"{LITTLE}do/mini-weather/", zone="inner", dice="typed", strip="2 2 6")
    assert "Ships sail" in said(get(client, where))
    assert check_campaign(campaign).sound


def test_a_choice_that_is_none_is_refused_with_its_field(campaign: Campaign, client: Client) -> None:
    page = send(client, f"{LITTLE}do/mini-weather/", 422, zone="nowhere")
    assert "Sea zone:" in said(page)


# The Great War


def test_the_rules_of_this_step_stand_first_with_whose_they_are(war: Campaign, client: Client) -> None:
    page = said(get(client, f"{WAR}do/"))
    now, _, later = page.partition("At other times")
    assert "Send a fleet on a mission" in now
    assert "Central Powers" in now
    assert "Merchant shipping outcome of the quarter" in later


def test_a_form_offers_fleets_areas_and_bases_of_the_campaign_by_name(war: Campaign, client: Client) -> None:
    page = get(client, f"{WAR}do/gw-mission/")
    assert '<option value="heligoland-bight">Heligoland Bight</option>' in page
    assert re.search(r'<input type="checkbox" name="fleets" value="high-sea-fleet"', page)
    assert "Harwich (Allied)" in said(page)


def test_several_are_ticked_and_what_a_rule_without_dice_would_change_is_said_in_words(
    war: Campaign, client: Client
) -> None:
    typed = {"mission": "bombardment", "area": "heligoland-bight", "target": "harwich"}
    fleets = ["high-sea-fleet", "scouting-forces"]
    page = said(send(client, f"{WAR}do/gw-mission/look/", 200, **typed, fleets=fleets))
    assert "Place of High Sea Fleet Wilhelmshaven → Heligoland Bight" in page
    assert "Place of Scouting Forces Wilhelmshaven → Heligoland Bight" in page
    assert "Action 1, Heligoland Bight, what comes next – → may still be intercepted" in page
    assert "how it ended" not in page
    where = send(client, f"{WAR}do/gw-mission/", **typed, fleets=fleets)
    assert "Scouting Forces" in said(get(client, where))
    assert facts(war)["fleet:scouting-forces.place"] == "area:heligoland-bight"


def test_a_refusal_of_the_book_is_passed_over_with_a_reason(war: Campaign, client: Client) -> None:
    typed = {"base": "wilhelmshaven", "squadrons": ["german-squadron-3"]}
    refused = said(send(client, f"{WAR}do/gw-bombardment/", 422, **typed, dice="typed", strip="3"))
    assert "Wilhelmshaven is not held by the enemy." in refused
    assert "Do it all the same" in refused
    where = send(client, f"{WAR}do/gw-bombardment/", **typed, dice="typed", strip="3", because="mutiny in the harbour")
    receipt = said(get(client, where))
    assert "mutiny in the harbour" in receipt
    assert check_campaign(war).sound


def test_an_observer_sees_the_form_and_carries_nothing_out(war: Campaign, client: Client) -> None:
    client.post(f"{WAR}seat/", {"seat": "observer"})
    assert "The observer seat only watches" in said(get(client, f"{WAR}do/gw-raid/?area=western-approaches"))
    count = Entry.objects.count()
    client.post(f"{WAR}do/gw-raid/", {"area": "western-approaches", "submission": new_submission(), "dice": "server"})
    assert Entry.objects.count() == count


def test_terms_and_exact_odds_stand_on_the_page_before_the_dice(war: Campaign, client: Client) -> None:
    mission = {"mission": "bombardment", "area": "heligoland-bight", "target": "harwich", "fleets": ("high-sea-fleet",)}
    carried_out(war, "gw-mission", "", **mission)
    carried_out(war, "gw-interception", "1 1", action="1", fleets=("grand-fleet",))
    client.post(f"{WAR}seat/", {"seat": MODERATOR})
    page = said(get(client, f"{WAR}do/gw-contact/?action=1"))
    assert "Every attacking unit is British or US" in page
    assert "Both fire at once" in page
    assert "33 %" in page
    assert "This is the tap of the ● Allied seat." in page


@pytest.fixture
def after_fire(war: Campaign) -> Campaign:
    """The Grand Fleet owes 6 protection factors for a die of 4 in column 16, the High Sea Fleet 8."""
    mission = {"mission": "bombardment", "area": "heligoland-bight", "target": "harwich", "fleets": ("high-sea-fleet",)}
    carried_out(war, "gw-mission", "", **mission)
    carried_out(war, "gw-interception", "1 1", action="1", fleets=("grand-fleet",))
    carried_out(war, "gw-contact", "3", action="1")
    carried_out(war, "gw-combat", "4 5", action="1")
    return war


@pytest.mark.rule("GW.COMBAT")
def test_what_is_still_to_choose_is_a_hint_on_the_first_look_and_a_refusal_after(
    after_fire: Campaign, client: Client
) -> None:
    page = get(client, f"{WAR}do/gw-losses/?loss=1-allied")
    assert re.search(r"Until you choose: 6 of 6 factors are left, and .* still fits\.", said(page))
    assert "Can’t be done" not in said(page)
    assert '<details class="after" open>' not in page
    refused = send(client, f"{WAR}do/gw-losses/look/", 200, loss="1-allied")
    assert "Can’t be done: 6 of 6 factors are left" in said(refused)
    assert '<details class="after" open>' in refused
    # What was chosen in the address is judged as it stands.
    assert "Can’t be done" in said(get(client, f"{WAR}do/gw-losses/?loss=1-allied&units=cruiser-squadron-2"))


@pytest.mark.rule("GW.REFUSE.3")
def test_whose_word_it_is_to_stay_is_asked_without_a_mistake_on_the_first_look(
    after_fire: Campaign, client: Client
) -> None:
    carried_out(after_fire, "gw-losses", "", loss="1-allied", units=("battle-squadron-1",))
    carried_out(after_fire, "gw-losses", "", loss="1-central", units=("german-squadron-1", "german-flotilla-1"))
    for address in (f"{WAR}do/gw-fleets-stay/?action=1", f"{WAR}action/1/"):
        page = get(client, address)
        assert "Who stays: either side may stay: choose which." in said(page), address
        assert 'class="ax"' not in page, address
        assert '<details class="after" open>' not in page, address
    asked = send(client, f"{WAR}do/gw-fleets-stay/look/", 422, action="1")
    assert 'class="ax"' in asked
