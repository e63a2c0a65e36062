"""The pages of the Great War at sea: the main page, and a naval action."""

from __future__ import annotations

import re

import pytest

from navalassist.systems.storm_of_steel.places import places
from tests.begun import begin as begin_europa
from tests.desk.great_war import allied, bombard, central, intercept
from tests.in_hand import InHand, words_of

__all__ = ["allied", "central"]
pytestmark = pytest.mark.django_db


# --- the main page


def test_both_charts_draw_every_area_and_base_of_the_campaign(allied: InHand) -> None:
    page = allied.text()
    for key in places().areas:
        assert f'aria-label="{places().areas[key].name}: dominated by nobody' in page, key
        assert f'href="{allied.home}waters/#area-{key}"' in page
    for base in places().bases.values():
        assert f">{base.name}</text>" in page
    assert "great_war_north" in page
    assert "great_war_south" in page


def test_domination_colours_an_area_and_its_name_says_whose_it_is(allied: InHand) -> None:
    assert allied.send("waters/", set="area.dominated/adriatic=allied").status_code == 302
    page = allied.text()
    assert 'aria-label="Adriatic: dominated by the Allied side"' in page
    assert page.count('class="zone dom-allied"') == 1
    assert "● Allied</text>" in page


def test_a_raided_area_and_the_fleets_of_both_sides_stand_on_the_chart(allied: InHand) -> None:
    page = allied.text()
    assert 'aria-label="Western Approaches: dominated by nobody, commerce raided"' in page
    assert 'aria-label="Central Powers: U-boats; Western Approaches"' in page
    assert 'aria-label="Allied: Western Escorts; Western Approaches"' in page
    assert f'href="{allied.home}fleets/grand-fleet/" aria-label="Allied: Grand Fleet; Scapa Flow"' in page


def test_the_board_shows_the_tracks_of_both_sides_and_the_column_of_the_merchant_level(allied: InHand) -> None:
    said_now = allied.words()
    assert "Morale GW.BOMBARD.X 100 100" in said_now
    assert "Air Level R-32 1 1" in said_now
    assert "Unrestricted submarine warfare GW.RAID.usw no" in said_now
    assert "Allied merchant shipping level: 100" in said_now
    assert allied.send("waters/", act="condition.value", key="merchant-level", value="41").status_code == 302
    page = allied.text()
    assert re.search(r'<td class="here">41–60', page)
    assert "Set by entry 3" in allied.words()


def test_this_step_leads_to_the_mission_and_an_action_shows_its_next_tap_and_whose_it_is(
    central: InHand, allied: InHand
) -> None:
    assert f'href="{central.home}do/gw-mission/"' in central.text()
    assert "None. A mission that is declared" in central.words()
    bombard(central)
    page = allied.text()
    assert f'href="{central.home}action/1/#next"' in page
    assert "1. Coastal Bombardment ■ Central Powers , North Sea, south, Scarborough" in words_of(page)
    assert "Next tap: ● Allied" in words_of(page)
    assert "Action 1: Coastal Bombardment, North Sea, south" in page


def test_a_campaign_of_another_system_has_none_of_these_pages(war: InHand, allied: InHand) -> None:
    begin_europa("Med", malta=10, slug="med")
    for address in ("fleets/", "waters/", "action/1/", "fleets/grand-fleet/", "fleets/squadron/goeben/"):
        allied.get(f"/c/med/{address}", 404)


# --- a naval action


def test_the_page_of_an_action_shows_its_steps_both_sides_and_the_form_of_what_comes_next(
    central: InHand, allied: InHand
) -> None:
    bombard(central)
    page = allied.words("action/1/")
    assert "Mission done ✓ entry 3 Interception now Contact later" in page
    assert "Next: Roll to intercept a mission GW.INT" in page
    assert "I Scouting Group German, battlecruiser squadron 5 4 3" in page
    assert "Together contact: the lowest, R-32 7 6 2" in page
    assert "Let it pass" in page
    # The enemy intercepts: only his fleets are offered.
    form = allied.text("action/1/")
    assert 'value="grand-fleet"' in form
    assert 'value="high-sea-fleet"' not in form


def test_the_strip_goes_on_with_the_action_and_each_step_keeps_its_receipt(central: InHand, allied: InHand) -> None:
    bombard(central)
    intercept(allied)
    page = allied.words("action/1/")
    assert "Interception done ✓ entry 4 Contact now" in page
    assert "Attacks on the contact table." in page
    # Exact odds of the contact roll stand there before the dice.
    assert "Next: " in page
    assert re.search(r"\d+ %", page)
    assert "1st Battle Cruiser Squadron" in page


def test_after_the_gunfire_the_losses_that_are_owed_stand_there_with_the_tap_of_their_owner(
    central: InHand, allied: InHand
) -> None:
    bombard(central)
    intercept(allied)
    allied.send(
        "action/1/",
        "do/gw-contact/",
        action="1",
        dice="typed",
        strip="4",
        attacker_rating="",
        defender_rating="",
    )
    stage = central.facts["action:1.stage"]
    if stage == "decide":
        side = central.facts["action:1.advantage"]
        owner = allied if side == "allied" else central
        assert owner.send("action/1/", "do/gw-decision/", action="1", choice="fire").status_code == 302
    seat = allied if central.facts["action:1.order"] in ("both", "allied") else central
    assert "Gunfire now" in seat.words("action/1/")
    dice = "6 6" if central.facts["action:1.order"] == "both" else "6"
    assert seat.send("action/1/", "do/gw-combat/", action="1", dice="typed", strip=dice).status_code == 302
    page = seat.words("action/1/")
    assert "Losses now" in page
    assert "Owed" in page
    assert "protection factors" in page
    # Each owner is asked for his own units.
    form = central.text("action/1/").partition('<form method="post" class="sheet"')[2]
    assert 'value="scouting-group-1"' in form
    assert 'value="battle-cruisers-1"' not in form


def test_an_action_that_is_let_pass_is_carried_out_and_ends(central: InHand, allied: InHand) -> None:
    bombard(central)
    assert allied.send("do/gw-let-pass/?action=1", "do/gw-let-pass/", action="1").status_code == 302
    page = central.words("action/1/")
    assert "Interception done ✓ entry 4 Contact passed over" in page
    assert "Mission carried out now" in page
    fields = {"action": "1", "base": "", "dice": "typed", "strip": "2"}
    assert central.send("action/1/", "do/gw-bombardment/", **fields).status_code == 302
    page = central.words("action/1/")
    assert "It is over" in page
    assert "End now" in page
    assert "None. A mission that is declared" in central.words()


def test_the_head_of_every_page_calls_the_seat_for_which_an_action_waits(central: InHand, allied: InHand) -> None:
    called = f'<a class="ref" href="{central.home}action/1/">Action 1 waits for you</a>'
    assert called not in allied.text("log/")
    bombard(central)
    for page in ("", "log/", "fleets/", "action/1/"):
        assert called in allied.text(page), page
        assert called not in central.text(page), page
    assert "Go on with action 1" in allied.words()
    assert allied.words().count("Action 1 waits for you") == 1, "in the list it stands under its own name"
    allied.send("do/gw-let-pass/?action=1", "do/gw-let-pass/", action="1")
    assert called in central.text("log/")
    assert called not in allied.text("log/")


def test_the_receipt_of_a_step_leads_back_to_its_action(central: InHand, allied: InHand) -> None:
    bombard(central)
    assert f'href="{central.home}action/1/">Action 1 goes on</a>' in central.text("log/public/3/")
    assert "goes on" not in central.words("log/public/1/")


def test_an_action_that_is_not_there_is_404(allied: InHand) -> None:
    for address in ("action/7/", "action/x%00/", "fleets/none/", "fleets/squadron/none/", "fleets/land/none/"):
        allied.get(address, 404)
