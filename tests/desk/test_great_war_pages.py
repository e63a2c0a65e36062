"""The pages of the Great War: chart and board, a naval action, fleets, waters; who may do what; bad input."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from navalassist.campaigns.models import Campaign
from navalassist.desk.storm_of_steel import actions
from navalassist.play import state as states
from navalassist.play.rights import keep_for
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.systems.europa.setup import begin as begin_europa
from navalassist.systems.storm_of_steel.places import places
from navalassist.systems.storm_of_steel.setup import begin
from navalassist.taskforces.great_war import Fleet, LandUnit, Squadron
from tests.club import Club
from tests.club import club as club
from tests.desk.test_closed import seated

pytestmark = pytest.mark.django_db
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


# --- the main page


def test_both_charts_draw_every_area_and_base_of_the_campaign(allied: Client) -> None:
    page = text(allied)
    for key in places().areas:
        assert f'aria-label="{places().areas[key].name}: dominated by nobody' in page, key
        assert f'href="{HOME}waters/#area-{key}"' in page
    for base in places().bases.values():
        assert f">{base.name}</text>" in page
    assert "great_war_north" in page
    assert "great_war_south" in page


def test_domination_colours_an_area_and_its_name_says_whose_it_is(allied: Client) -> None:
    assert send(allied, "waters/", set="area.dominated/adriatic=allied").status_code == 302
    page = text(allied)
    assert 'aria-label="Adriatic: dominated by the Allied side"' in page
    assert page.count('class="zone dom-allied"') == 1
    assert "● Allied</text>" in page


def test_a_raided_area_and_the_fleets_of_both_sides_stand_on_the_chart(allied: Client) -> None:
    page = text(allied)
    assert 'aria-label="Western Approaches: dominated by nobody, commerce raided"' in page
    assert 'aria-label="Central Powers: U-boats; Western Approaches"' in page
    assert 'aria-label="Allied: Western Escorts; Western Approaches"' in page
    assert f'href="{HOME}fleets/grand-fleet/" aria-label="Allied: Grand Fleet; Scapa Flow"' in page


def test_the_board_shows_the_tracks_of_both_sides_and_the_column_of_the_merchant_level(allied: Client) -> None:
    said_now = words(allied)
    assert "Morale GW.BOMBARD.X 100 100" in said_now
    assert "Air Level R-32 1 1" in said_now
    assert "Unrestricted submarine warfare GW.RAID.usw no" in said_now
    assert "Allied merchant shipping level: 100" in said_now
    assert send(allied, "waters/", act="condition.value", key="merchant-level", value="41").status_code == 302
    page = text(allied)
    assert re.search(r'<td class="here">41–60', page)
    assert "Set by entry 3" in words(allied)


def test_this_step_leads_to_the_mission_and_an_action_shows_its_next_tap_and_whose_it_is(
    central: Client, allied: Client
) -> None:
    assert f'href="{HOME}do/gw-mission/"' in text(central)
    assert "None. A mission that is declared" in words(central)
    bombard(central)
    page = text(allied)
    assert f'href="{HOME}action/1/#next"' in page
    assert "1. Coastal Bombardment ■ Central Powers , North Sea, south, Scarborough" in plain(page)
    assert "Next tap: ● Allied" in plain(page)
    assert "Action 1: Coastal Bombardment, North Sea, south" in page


def test_a_campaign_of_another_system_has_none_of_these_pages(war: Campaign, allied: Client) -> None:
    begin_europa("Med", malta=10, slug="med")
    for address in ("fleets/", "waters/", "action/1/", "fleets/grand-fleet/", "fleets/squadron/goeben/"):
        assert allied.get(f"/c/med/{address}").status_code == 404, address


# --- a naval action


def test_the_page_of_an_action_shows_its_steps_both_sides_and_the_form_of_what_comes_next(
    central: Client, allied: Client
) -> None:
    bombard(central)
    page = words(allied, "action/1/")
    assert "Mission done ✓ entry 3 Interception now Contact later" in page
    assert "Next: Roll to intercept a mission GW.INT" in page
    assert "I Scouting Group German, battlecruiser squadron 5 4 3" in page
    assert "Together contact: the lowest, R-32 7 6 2" in page
    assert "Let it pass" in page
    # The enemy intercepts: only his fleets are offered.
    form = text(allied, "action/1/")
    assert 'value="grand-fleet"' in form
    assert 'value="high-sea-fleet"' not in form


def test_the_strip_goes_on_with_the_action_and_each_step_keeps_its_receipt(central: Client, allied: Client) -> None:
    bombard(central)
    intercept(allied)
    page = words(allied, "action/1/")
    assert "Interception done ✓ entry 4 Contact now" in page
    assert "Attacks on the contact table." in page
    # Exact odds of the contact roll stand there before the dice.
    assert "Next: " in page
    assert re.search(r"\d+ %", page)
    assert "1st Battle Cruiser Squadron" in page


def test_after_the_gunfire_the_losses_that_are_owed_stand_there_with_the_tap_of_their_owner(
    central: Client, allied: Client
) -> None:
    bombard(central)
    intercept(allied)
    send(
        allied,
        "action/1/",
        "do/gw-contact/",
        action="1",
        dice="typed",
        strip="4",
        attacker_rating="",
        defender_rating="",
    )
    stage = states.load("war").values["action:1.stage"]
    if stage == "decide":
        side = states.load("war").values["action:1.advantage"]
        client = allied if side == "allied" else central
        assert send(client, "action/1/", "do/gw-decision/", action="1", choice="fire").status_code == 302
    seat = allied if states.load("war").values["action:1.order"] in ("both", "allied") else central
    assert "Gunfire now" in words(seat, "action/1/")
    dice = "6 6" if states.load("war").values["action:1.order"] == "both" else "6"
    assert send(seat, "action/1/", "do/gw-combat/", action="1", dice="typed", strip=dice).status_code == 302
    page = words(seat, "action/1/")
    assert "Losses now" in page
    assert "Owed" in page
    assert "protection factors" in page
    # Each owner is asked for his own units.
    form = text(central, "action/1/").partition('<form method="post" class="sheet"')[2]
    assert 'value="scouting-group-1"' in form
    assert 'value="battle-cruisers-1"' not in form


def test_an_action_that_is_let_pass_is_carried_out_and_ends(central: Client, allied: Client) -> None:
    bombard(central)
    assert send(allied, "do/gw-let-pass/?action=1", "do/gw-let-pass/", action="1").status_code == 302
    page = words(central, "action/1/")
    assert "Interception done ✓ entry 4 Contact passed over" in page
    assert "Mission carried out now" in page
    fields = {"action": "1", "base": "", "dice": "typed", "strip": "2"}
    assert send(central, "action/1/", "do/gw-bombardment/", **fields).status_code == 302
    page = words(central, "action/1/")
    assert "It is over" in page
    assert "End now" in page
    assert "None. A mission that is declared" in words(central)


def test_the_receipt_of_a_step_leads_back_to_its_action(central: Client, allied: Client) -> None:
    bombard(central)
    assert f'href="{HOME}action/1/">Action 1 goes on</a>' in text(central, "log/public/3/")
    assert "goes on" not in words(central, "log/public/1/")


def test_an_action_that_is_not_there_is_404(allied: Client) -> None:
    for address in ("action/7/", "action/x%00/", "fleets/none/", "fleets/squadron/none/", "fleets/land/none/"):
        assert allied.get(HOME + address).status_code == 404, address


# --- fleets


def test_the_list_has_every_place_with_its_fleets_and_their_sums(allied: Client) -> None:
    page = words(allied, "fleets/")
    assert "● Allied Grand Fleet 5 squadrons: combat 21, protection 21, contact 1" in page
    assert "Land units" in page
    assert "Not in play" in page


def test_a_fleet_moves_to_sea_and_back_and_the_log_says_so(war: Campaign, allied: Client) -> None:
    assert send(allied, "fleets/grand-fleet/", act="move", place="area:north-sea-north").status_code == 302
    assert value(war, "fleet:grand-fleet.place") == "area:north-sea-north"
    assert "North Sea, north , at sea" in words(allied, "fleets/grand-fleet/")
    send(allied, "fleets/grand-fleet/", act="move", place="base:rosyth")
    assert "Came from North Sea, north" in words(allied, "fleets/grand-fleet/")
    offered = text(allied, "fleets/")
    undo = re.search(r'name="entry" value="([^"]+)"', offered)
    assert undo is not None
    assert send(allied, "fleets/", "undo/", entry=undo[1]).status_code == 302
    assert value(war, "fleet:grand-fleet.place") == "area:north-sea-north"


def test_squadrons_leave_a_fleet_and_join_another(war: Campaign, allied: Client) -> None:
    squadrons = ["battle-squadron-1", "battle-squadron-2"]
    leave = send(allied, "fleets/grand-fleet/", act="leave", squadrons=squadrons, place="fleet:harwich-force")
    assert leave.status_code == 302
    assert value(war, "squadron:battle-squadron-1.place") == "fleet:harwich-force"
    back = send(allied, "fleets/grand-fleet/", act="join", squadrons=squadrons)
    assert back.status_code == 302
    assert value(war, "squadron:battle-squadron-2.place") == "fleet:grand-fleet"


def test_a_new_squadron_has_the_stand_ins_of_its_kind_and_the_page_says_that_they_are(
    war: Campaign, allied: Client
) -> None:
    assert "stand-ins of its kind" in words(allied, "fleets/")
    answer = send(allied, "fleets/grand-fleet/", act="add-squadron", **SQUADRON, combat="", protection="9", contact="")
    assert answer.status_code == 302
    made = Squadron.objects.get(name="6th Squadron")
    assert (made.combat, made.protection, made.contact) == (6, 9, 1)
    assert "with stand-ins" in words(allied, "log/")


def test_factors_are_edited_on_the_card_of_a_squadron_and_it_is_taken_away(war: Campaign, central: Client) -> None:
    typed = {"side": "central", "name": "Goeben", "nation": "german", "kind": "bc", "combat": "7"}
    typed |= {"protection": "4", "contact": "3", "place": "fleet:mediterranean-division"}
    assert send(central, "fleets/squadron/goeben/", act="change", **typed).status_code == 302
    assert value(war, "squadron:goeben.combat") == 7
    assert "Combat strength 7" in words(central, "fleets/squadron/goeben/")
    assert send(central, "fleets/squadron/goeben/", act="remove").headers["Location"] == f"{HOME}fleets/"
    assert central.get(f"{HOME}fleets/squadron/goeben/").status_code == 404


def test_a_fleet_is_formed_changed_and_ended(war: Campaign, allied: Client) -> None:
    typed = {"side": "allied", "name": "Dover Patrol", "place": "base:dover", "duty": ""}
    assert send(allied, "fleets/", act="add-fleet", **typed).status_code == 302
    key = Fleet.objects.get(name="Dover Patrol").key
    changed = {**typed, "place": "area:english-channel", "duty": "convoy"}
    assert send(allied, f"fleets/{key}/", act="change", **changed).status_code == 302
    assert "Escorts convoys" in words(allied, f"fleets/{key}/")
    assert send(allied, f"fleets/{key}/", act="end").status_code == 302
    assert not Fleet.objects.filter(key=key).exists()


def test_a_land_unit_is_added_changed_and_taken_away(war: Campaign, allied: Client) -> None:
    typed = {"side": "allied", "name": "6th Division", "nation": "british", "kind": "unit", "terrain": "desert"}
    typed |= {"place": "", "area_name": ""}
    assert send(allied, "fleets/", act="add-land", **typed).status_code == 302
    key = LandUnit.objects.get(name="6th Division").key
    assert "In the open, desert" in words(allied, f"fleets/land/{key}/")
    assert send(allied, f"fleets/land/{key}/", act="change", **typed, loc="on").status_code == 302
    assert "Traces a LOC" in words(allied, f"fleets/land/{key}/")
    assert send(allied, f"fleets/land/{key}/", act="remove").status_code == 302
    assert not LandUnit.objects.filter(key=key).exists()


@pytest.mark.parametrize(
    ("address", "fields", "told"),
    [
        ("fleets/", {"act": "add-fleet", "side": "allied", "name": "", "place": "base:dover"}, "Name of the fleet"),
        ("fleets/", {"act": "add-squadron", **SQUADRON, "combat": "100"}, "Combat strength"),
        ("fleets/", {"act": "add-squadron", **SQUADRON, "place": "fleet:high-sea-fleet"}, "its own side"),
        ("fleets/", {"act": "add-land", "side": "allied", "name": "X", "nation": "mars"}, "Nation"),
        ("fleets/", {"act": "nonsense", "name": "X", "side": "allied", "place": "base:dover"}, "cannot do 'nonsense'"),
        ("fleets/", {"name": "X", "side": "allied", "place": "base:dover"}, "cannot do ''"),
        (
            "fleets/grand-fleet/",
            {"act": "nonsense", "name": "X", "side": "allied", "place": "base:scapa-flow"},
            "cannot do 'nonsense'",
        ),
        ("fleets/squadron/battle-squadron-1/", {"act": "nonsense", **SQUADRON}, "cannot do 'nonsense'"),
        (
            "fleets/land/indian-division/",
            {"act": "nonsense", "side": "allied", "name": "X", "nation": "british"},
            "cannot do 'nonsense'",
        ),
        ("fleets/harwich-force/", {"act": "leave", "squadrons": "goeben", "place": "lost"}, "does not sail in"),
        ("fleets/harwich-force/", {"act": "join", "squadrons": "goeben"}, "its own side"),
        ("fleets/grand-fleet/", {"act": "move", "place": "area:nowhere"}, "choose where it goes"),
        ("fleets/grand-fleet/", {"act": "leave", "place": "pool"}, "choose at least one"),
        ("fleets/grand-fleet/", {"act": "leave", "squadrons": "x\x00y", "place": "pool"}, "no longer here"),
        ("waters/", {"set": "area.dominated/adriatic=martian"}, "choose one of"),
        ("waters/", {"set": "base.owner/atlantis=allied"}, "no such base"),
        ("waters/", {"act": "condition.value", "key": "allied-air", "value": "six"}, "from 1 to 5"),
        ("waters/", {"act": "base.city/../", "key": "x", "value": "y"}, "cannot do"),
        ("waters/", {}, "cannot do"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence_that_names_the_field(
    allied: Client, address: str, fields: dict[str, Any], told: str
) -> None:
    answer = send(allied, address, **fields)
    assert answer.status_code == 422
    assert "Nothing was done." in said(answer)
    assert told in said(answer)


def test_an_act_that_a_page_does_not_have_writes_nothing(war: Campaign, allied: Client) -> None:
    typed = {"act": "nonsense", "name": "Home Fleet", "side": "allied", "place": "base:dover"}
    before = war.entries.count()
    assert send(allied, "fleets/", **typed).status_code == 422
    assert send(allied, "fleets/grand-fleet/", **typed).status_code == 422
    assert war.entries.count() == before


def test_a_row_that_is_gone_is_told_on_a_page_with_what_was_typed(allied: Client, central: Client) -> None:
    fields = {"side": "central", "name": "The Goeben", "nation": "german", "kind": "bc", "place": "base:kiel"}
    page = text(central, "fleets/squadron/goeben/")
    found = re.search(r'name="submission" value="(\w+)"><input type="hidden" name="seen" value="([^"]*)"', page)
    assert found is not None
    assert send(allied, "fleets/squadron/goeben/", act="remove").status_code == 302
    sent = {"submission": found[1], "seen": found[2], "act": "change", **fields}
    answer = central.post(f"{HOME}fleets/squadron/goeben/", sent)
    assert answer.status_code == 404
    told = said(answer)
    assert "No such thing here" in told
    assert "Nothing was done." in told
    assert "Name The Goeben" in told
    assert found[1] not in told
    assert f'href="{HOME}fleets/"' in answer.content.decode()
    for address in ("fleets/none/", "action/7/"):
        looked = central.get(HOME + address)
        assert (looked.status_code, "All fleets" in said(looked), "What you sent" in said(looked)) == (404, True, False)


def test_a_factor_left_empty_on_a_card_keeps_its_number(war: Campaign, allied: Client) -> None:
    address = "fleets/squadron/battle-squadron-1/"
    typed = {**SQUADRON, "name": "1st Battle Squadron", "protection": "", "contact": ""}
    assert send(allied, address, act="change", **typed, combat="9").status_code == 302
    assert send(allied, address, act="change", **{**typed, "name": "First"}, combat="").status_code == 302
    assert value(war, "squadron:battle-squadron-1.combat") == 9
    assert "A factor left empty stays as it is." in words(allied, address)


def test_a_fleet_in_an_action_in_progress_is_left_alone_and_the_action_is_named(war: Campaign, central: Client) -> None:
    bombard(central)
    address = "fleets/scouting-forces/"
    place = value(war, "fleet:scouting-forces.place")
    typed = {"side": "central", "name": "Scouting Forces", "duty": "", "place": "base:kiel"}
    for fields in ({"act": "move", "place": "base:kiel"}, {"act": "change", **typed}, {"act": "end"}):
        answer = send(central, address, **fields)
        assert (answer.status_code, "takes part in action 1" in said(answer)) == (422, True), fields
    assert value(war, "fleet:scouting-forces.place") == place


def test_of_a_long_action_the_page_reads_the_last_receipts(
    central: Client, allied: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    bombard(central)
    intercept(allied)
    assert "Mission done ✓ entry 3" in words(allied, "action/1/")
    monkeypatch.setattr(actions, "MOST", 1)
    page = words(allied, "action/1/")
    assert "Interception done ✓ entry 4" in page
    assert "✓ entry 3" not in page


def test_what_was_typed_stays_where_it_was_refused(allied: Client) -> None:
    answer = send(allied, "waters/", act="condition.value", key="allied-air", value="six")
    assert re.search(r'id="v-allied-air"[^>]*value="six" aria-invalid="true"', answer.content.decode())
    answer = send(allied, "fleets/", act="add-squadron", **{**SQUADRON, "combat": "100"})
    assert 'value="6th Squadron"' in answer.content.decode()


# --- waters


def test_bases_and_areas_are_set_with_one_tap_and_the_page_comes_back_to_them(war: Campaign, allied: Client) -> None:
    answer = send(allied, "waters/", set="base.owner/zeebrugge=central")
    assert answer.headers["Location"] == f"{HOME}waters/#base-zeebrugge"
    for tap, fact, now in (
        ("base.fortress/dover=no", "base:dover.fortress", False),
        ("base.city/scapa-flow=yes", "base:scapa-flow.city", True),
        ("base.devastated/scapa-flow=yes", "base:scapa-flow.devastated", True),
        ("base.kind/riga=naval-base", "base:riga.kind", "naval-base"),
        ("area.raiding/irish-sea=yes", "area:irish-sea.raiding", True),
        ("condition.value/usw=yes", "condition:usw.value", True),
    ):
        assert send(allied, "waters/", set=tap).status_code == 302, tap
        assert value(war, fact) == now
    assert value(war, "base:zeebrugge.owner") == "central"
    assert send(allied, "waters/", set="base.devastated/harwich=yes").status_code == 422


def test_an_htmx_tap_gets_the_page_with_what_was_saved(allied: Client) -> None:
    page = text(allied, "waters/")
    found = re.search(r'name="submission" value="(\w+)"><input type="hidden" name="seen" value="([^"]*)"', page)
    assert found is not None
    fields = {"submission": found[1], "seen": found[2], "set": "area.raiding/aegean=yes"}
    answer = allied.post(f"{HOME}waters/", fields, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "Saved: Commerce raiding, Aegean" in said(answer)


# --- who may do what


def test_the_observer_changes_nothing_and_sees_all(war: Campaign) -> None:
    observer = seated(war, "observer")
    assert "The observer seat only watches" in words(observer, "fleets/")
    assert "The observer seat only watches" in words(observer, "waters/")
    for address, fields in (
        ("fleets/grand-fleet/", {"act": "move", "place": "base:rosyth"}),
        ("fleets/", {"act": "add-squadron", **SQUADRON}),
        ("fleets/squadron/goeben/", {"act": "remove"}),
        ("fleets/land/siberian-corps/", {"act": "remove"}),
        ("waters/", {"set": "area.raiding/aegean=yes"}),
    ):
        assert send(observer, address, **fields).status_code == 403, address


def test_in_a_club_a_seat_does_its_own_sides_things_alone(club: Club, war: Campaign) -> None:
    alice, bob = club.person("Alice", central=war), club.person("Bob", allied=war)
    assert send(alice, "fleets/grand-fleet/", act="move", place="base:rosyth").status_code == 403
    assert send(alice, "fleets/squadron/goeben/", act="remove").status_code == 302
    assert send(alice, "fleets/", act="add-squadron", **SQUADRON).status_code == 403
    assert send(alice, "waters/", act="condition.value", key="allied-morale", value="0").status_code == 403
    assert send(alice, "waters/", act="condition.value", key="central-morale", value="99").status_code == 302
    assert send(bob, "fleets/grand-fleet/", act="move", place="base:rosyth").status_code == 302
    assert alice.get("/c/other/fleets/").status_code == 404


def test_in_a_club_no_seat_changes_squadrons_of_the_enemy_by_the_address_of_its_own_fleet(
    club: Club, war: Campaign
) -> None:
    alice = club.person("Alice", central=war)
    before = war.entries.count()
    theirs = {"squadrons": "battle-squadron-1"}
    for address, fields, status in (
        ("fleets/scouting-forces/", {"act": "leave", **theirs, "place": "lost"}, 422),
        ("fleets/scouting-forces/", {"act": "join", **theirs}, 422),
        ("fleets/grand-fleet/", {"act": "leave", **theirs, "place": "lost"}, 403),
        ("fleets/grand-fleet/", {"act": "join", "squadrons": "goeben"}, 422),
        ("fleets/scouting-forces/", {"act": "add-squadron", **SQUADRON}, 403),
    ):
        assert send(alice, address, **fields).status_code == status, (address, fields)
    assert value(war, "squadron:battle-squadron-1.place") == "fleet:grand-fleet"
    assert war.entries.count() == before
    own = {"act": "leave", "squadrons": "scouting-group-2", "place": "fleet:high-sea-fleet"}
    assert send(alice, "fleets/scouting-forces/", **own).status_code == 302


def test_a_change_of_side_needs_the_right_of_both_sides(club: Club, war: Campaign) -> None:
    alice, umpire = club.person("Alice", central=war), club.person("Ursula", moderator=war)
    goeben = {"act": "change", "side": "allied", "name": "Goeben", "nation": "german", "kind": "bc"}
    goeben |= {"place": "fleet:grand-fleet", "combat": "", "protection": "", "contact": ""}
    corps = {"act": "change", "side": "allied", "name": "Balkan Corps", "nation": "austrian", "kind": "unit"}
    corps |= {"terrain": "mountain", "place": ""}
    assert send(alice, "fleets/", act="add-fleet", side="central", name="New", place="base:kiel").status_code == 302
    new = {"act": "change", "side": "allied", "name": "New", "place": "base:kiel", "duty": ""}
    empty = f"fleets/{Fleet.objects.get(name='New').key}/"
    for address, fields in (("fleets/squadron/goeben/", goeben), ("fleets/land/balkan-corps/", corps), (empty, new)):
        answer = send(alice, address, **fields)
        assert (answer.status_code, "act for both sides" in said(answer)) == (403, True), address
    assert value(war, "squadron:goeben.side") == "central"
    assert send(umpire, "fleets/squadron/goeben/", **goeben).status_code == 302
    assert value(war, "squadron:goeben.side") == "allied"


def test_in_a_club_a_track_that_one_side_decides_on_is_its_own(club: Club, war: Campaign) -> None:
    alice, bob = club.person("Alice", central=war), club.person("Bob", allied=war)
    quarter = {"act": "condition.value", "key": "half-industry", "value": "1917-Q1"}
    assert send(bob, "waters/", set="condition.value/usw=yes").status_code == 403
    assert send(alice, "waters/", set="condition.value/convoy-tactic=yes").status_code == 403
    assert send(alice, "waters/", **quarter).status_code == 403
    assert send(alice, "waters/", set="condition.value/usw=yes").status_code == 302
    assert send(bob, "waters/", set="condition.value/convoy-tactic=yes").status_code == 302
    assert send(bob, "waters/", **quarter).status_code == 302
    # What both fight for is written down by whoever is there.
    assert send(alice, "waters/", set="base.owner/dover=central").status_code == 302
    assert send(bob, "waters/", set="area.dominated/adriatic=allied").status_code == 302


def test_waters_say_that_the_moderator_keeps_the_set_up_and_their_buttons_are_grey(club: Club, war: Campaign) -> None:
    alice, umpire = club.person("Alice", central=war), club.person("Ursula", moderator=war)
    assert '<fieldset class="stack">' in text(alice, "waters/")
    with writing(club.viewer("Ursula", "moderator", war)) as writer:
        writer.edit("set-up.by", [keep_for(writer.state.values, "moderator")], title="The moderator keeps the set-up")
    assert "In this campaign the moderator alone changes the set-up." in words(alice, "waters/")
    assert '<fieldset class="stack" disabled>' in text(alice, "waters/")
    assert send(alice, "waters/", set="area.raiding/aegean=yes").status_code == 403
    assert "the moderator alone" not in words(umpire, "waters/")
    assert '<fieldset class="stack">' in text(umpire, "waters/")


def test_a_second_tap_of_the_same_form_does_nothing(war: Campaign, allied: Client) -> None:
    page = text(allied, "fleets/grand-fleet/")
    found = re.search(r'name="submission" value="(\w+)"><input type="hidden" name="seen" value="([^"]*)"', page)
    assert found is not None
    fields = {"submission": found[1], "seen": found[2], "act": "move", "place": "base:rosyth"}
    assert [allied.post(f"{HOME}fleets/grand-fleet/", fields).status_code for _ in range(2)] == [302, 302]
    moves = [entry for entry in war.entries.all() if entry.record["body"].get("act") == "fleet.move"]
    assert len(moves) == 1


def test_without_a_token_nothing_is_written(war: Campaign) -> None:
    client = Client(enforce_csrf_checks=True)
    for address in ("fleets/", "fleets/grand-fleet/", "waters/"):
        assert client.post(HOME + address, {"act": "move", "place": "base:rosyth"}).status_code == 403
    assert value(war, "fleet:grand-fleet.place") == "base:scapa-flow"


def test_pages_are_only_looked_at_or_posted_to(allied: Client) -> None:
    assert allied.put(f"{HOME}fleets/").status_code == 405
    assert allied.post(f"{HOME}action/1/").status_code == 405
