"""Rules carried out on their own pages, in rule systems that are not Europa: forms, ticks, refusals, odds."""

import re

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import MODERATOR
from tests.desk.log_pages import main, sent
from tests.desk.log_pages import text as said
from tests.in_hand import InHand

# The miniature system


def test_a_system_without_duties_lists_its_rules_and_one_is_carried_out_with_typed_dice(little: InHand) -> None:
    page = main(little, "do/")
    assert "Rules 3 in all" in page
    assert "Weather M.2 2d6, 1d6" in page
    assert "Sea zone:" in said(sent(little, "do/mini-weather/", 422, zone="nowhere"))
    assert "Sea zone" in said(sent(little, "do/mini-weather/look/", 200, zone="inner"))
    assert "Ships sail" in main(little, sent(little, "do/mini-weather/", zone="inner", dice="typed", strip="2 2 6"))


# The Great War


def test_the_rules_stand_by_topic_and_a_form_offers_fleets_areas_and_bases_by_name(great_war: InHand) -> None:
    page = main(great_war, "do/")
    assert "Missions 1 now, 4 in all Send a fleet on a mission GW.INT now" in page
    assert "Merchant shipping outcome of the quarter GW.MERCHANT Allied supply and attrition phase · 1d6" in page
    page = great_war.text("do/gw-mission/")
    assert '<option value="heligoland-bight">Heligoland Bight</option>' in page
    assert re.search(r'<input type="checkbox" name="fleets" value="high-sea-fleet"', page)
    assert "Harwich (Allied)" in said(page)


def test_several_are_ticked_and_what_a_rule_without_dice_would_change_is_said_in_words(great_war: InHand) -> None:
    typed = {"mission": "bombardment", "area": "heligoland-bight", "target": "harwich"}
    fleets = ["high-sea-fleet", "scouting-forces"]
    page = said(sent(great_war, "do/gw-mission/look/", 200, **typed, fleets=fleets))
    assert "Place of High Sea Fleet Wilhelmshaven → Heligoland Bight" in page
    assert "Place of Scouting Forces Wilhelmshaven → Heligoland Bight" in page
    assert "Action 1, Heligoland Bight, what comes next – → may still be intercepted" in page
    assert "how it ended" not in page
    assert "I Scouting Group" in main(great_war, sent(great_war, "do/gw-mission/", **typed, fleets=fleets))
    assert great_war.facts["fleet:scouting-forces.place"] == "area:heligoland-bight"


def test_a_refusal_of_the_book_is_passed_over_with_a_reason(great_war: InHand) -> None:
    typed = {"base": "wilhelmshaven", "squadrons": ["german-squadron-3"]}
    refused = said(sent(great_war, "do/gw-bombardment/", 422, **typed, dice="typed", strip="3"))
    assert "Wilhelmshaven is not held by the enemy." in refused
    assert "Do it all the same" in refused
    where = sent(great_war, "do/gw-bombardment/", **typed, dice="typed", strip="3", because="mutiny in the harbour")
    assert "mutiny in the harbour" in main(great_war, where)


def test_an_observer_sees_the_form_and_carries_nothing_out(great_war: InHand) -> None:
    great_war = great_war.at("observer")
    assert "The observer seat only watches" in main(great_war, "do/gw-raid/?area=western-approaches")
    count = Entry.objects.count()
    great_war.post("do/gw-raid/", area="western-approaches", dice="server")
    assert Entry.objects.count() == count


def test_terms_and_exact_odds_stand_on_the_page_before_the_dice(great_war: InHand) -> None:
    mission = {"mission": "bombardment", "area": "heligoland-bight", "target": "harwich", "fleets": ("high-sea-fleet",)}
    great_war.do("gw-mission", **mission)
    great_war.do("gw-interception", "1 1", action="1", fleets=("grand-fleet",))
    great_war = great_war.at(MODERATOR)
    page = main(great_war, "do/gw-contact/?action=1")
    assert "Every attacking unit is British or US" in page
    assert "Both fire at once" in page
    assert "33 %" in page
    assert "This is the tap of the ● Allied seat." in page


@pytest.fixture
def after_fire(great_war: InHand) -> InHand:
    """The Grand Fleet owes 6 protection factors for a die of 4 in column 16, the High Sea Fleet 8."""
    mission = {"mission": "bombardment", "area": "heligoland-bight", "target": "harwich", "fleets": ("high-sea-fleet",)}
    great_war.do("gw-mission", **mission)
    great_war.do("gw-interception", "1 1", action="1", fleets=("grand-fleet",))
    great_war.do("gw-contact", "3", action="1")
    great_war.do("gw-combat", "4 5", action="1")
    return great_war


@pytest.mark.rule("GW.COMBAT")
def test_what_is_still_to_choose_is_a_hint_on_the_first_look_and_a_refusal_after(after_fire: InHand) -> None:
    page = after_fire.text("do/gw-losses/?loss=1-allied")
    assert "Choose who is lost. GW.COMBAT" in said(page)
    assert "Can't be done" not in said(page)
    assert '<details class="after" open>' not in page
    refused = sent(after_fire, "do/gw-losses/look/", 200, loss="1-allied")
    assert "Can't be done: Choose who is lost." in said(refused)
    assert '<details class="after" open>' in refused
    # What was chosen in the address is judged as it stands.
    assert "Can't be done" in main(after_fire, "do/gw-losses/?loss=1-allied&units=cruiser-squadron-2")


@pytest.mark.rule("GW.REFUSE.3")
def test_whose_word_it_is_to_stay_is_asked_without_a_mistake_on_the_first_look(after_fire: InHand) -> None:
    after_fire.do("gw-losses", loss="1-allied", units=("battle-squadron-1",))
    after_fire.do("gw-losses", loss="1-central", units=("german-squadron-1", "german-flotilla-1"))
    page = after_fire.text("do/gw-fleets-stay/?action=1")
    assert "Who stays: either side may stay: choose which." in said(page)
    assert 'class="ax"' not in page
    assert '<details class="after" open>' not in page
    # On its own page it begins with the word of whoever sits there.
    assert "choose which" not in said(after_fire.text("action/1/"))
    assert 'class="ax"' in sent(after_fire, "do/gw-fleets-stay/look/", 422, action="1")
