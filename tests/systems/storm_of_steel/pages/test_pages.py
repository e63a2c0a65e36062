"""The pages of the Great War at sea: the main page, a naval action, the waters, and who may set what."""

import re

from django.test import Client

from navalassist.play.rights import keep_for
from navalassist.play.writer import writing
from navalassist.systems.storm_of_steel.places import places
from navalassist.taskforces.great_war import Fleet
from tests.begun import begin as begin_europa
from tests.club import Club
from tests.desk.great_war import SQUADRON, bombard, intercept, person
from tests.in_hand import InHand, drawn, words_of

# --- the main page


def test_both_charts_draw_every_area_and_base_the_fleets_of_both_sides_and_whose_an_area_is(allied: InHand) -> None:
    page = allied.text()
    for key in places().areas:
        assert f'aria-label="{places().areas[key].name}: dominated by nobody' in page, key
        assert f'href="{allied.home}waters/#area-{key}"' in page
    for base in places().bases.values():
        assert f">{base.name}</text>" in page
    assert "great_war_north" in page
    assert "great_war_south" in page
    assert 'aria-label="Western Approaches: dominated by nobody, commerce raided"' in page
    assert "<title>Central Powers: U-boats; Western Approaches</title>" in page
    assert "<title>Allied: Western Escorts; Western Approaches</title>" in page
    assert f'href="{allied.home}fleets/grand-fleet/"><title>Allied: Grand Fleet; Scapa Flow</title>' in page
    tapped = allied.send("waters/", set="area.dominated/adriatic=allied")
    assert (tapped.status_code, tapped["Location"]) == (302, f"{allied.home}waters/#area-adriatic")
    assert re.search(r'id="adriatic-allied"[^>]* aria-pressed="true"', allied.text("waters/"))
    page = allied.text()
    assert 'aria-label="Adriatic: dominated by the Allied side"' in page
    assert page.count('class="zone dom-allied"') == 1
    assert "● Allied</text>" in page


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


def test_an_action_that_is_not_there_is_404_as_in_a_campaign_of_another_system(war: InHand, allied: InHand) -> None:
    begin_europa("Med", malta=10, slug="med")
    for address in ("fleets/", "waters/", "action/1/", "fleets/grand-fleet/", "fleets/squadron/goeben/"):
        allied.get(f"/c/med/{address}", 404)
    for address in ("action/7/", "action/x%00/", "fleets/none/", "fleets/squadron/none/", "fleets/land/none/"):
        allied.get(address, 404)


# --- a naval action


def test_the_page_of_an_action_shows_both_sides_what_comes_next_and_is_owed(central: InHand, allied: InHand) -> None:
    bombard(central)
    page = allied.words("action/1/")
    assert "Mission ✓ done Interception Contact Decision" in page
    assert "Next, ● Allied : intercept, or let it pass GW.INT" in page
    assert "I Scouting Group German, battlecruiser squadron 5 4 3" in page
    assert "Together contact: the lowest, R-32 7 6 2" in page
    assert "Let it pass" in page
    # The enemy intercepts: only his fleets are offered.
    form = allied.text("action/1/")
    assert 'value="grand-fleet"' in form
    assert 'value="high-sea-fleet"' not in form
    intercept(allied)
    page = allied.words("action/1/")
    assert "Interception ✓ done Contact Decision" in page
    assert "Attacks on the contact table." in page
    # Exact odds of the contact roll stand there before the dice.
    assert "Next, " in page
    assert re.search(r"\d+ %", page)
    assert "1st Battle Cruiser Squadron" in page
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
    assert "GW.COMBAT" in seat.words("action/1/")
    dice = "6 6" if central.facts["action:1.order"] == "both" else "6"
    assert seat.send("action/1/", "do/gw-combat/", action="1", dice="typed", strip=dice).status_code == 302
    page = seat.words("action/1/")
    assert "take off" in page
    assert "protection factors" in page
    # Each owner is asked for his own units.
    form = central.text("action/1/").partition("Next, ")[2].partition('class="then')[0]
    assert "scouting-group-1" in form
    assert "battle-cruisers-1" not in form


def test_every_page_names_the_seat_for_which_an_action_waits_until_it_is_over(central: InHand, allied: InHand) -> None:
    there = f'<a href="{central.home}action/1/#next">'
    assert there not in allied.text("log/")
    bombard(central)
    for page in ("", "log/", "fleets/", "action/1/"):
        for seat in (allied, central):
            assert there in seat.text(page), page
            assert "Whose tap ● Allied : Intercept, or let it pass, action 1" in seat.words(page), page
    assert "Go on with action 1" in allied.words()
    assert f'href="{central.home}action/1/">Action 1 goes on</a>' in central.text("log/public/3/"), "its receipt"
    assert "goes on" not in central.words("log/public/1/")
    assert allied.send("do/gw-let-pass/?action=1", "do/gw-let-pass/", action="1").status_code == 302
    page = central.words("action/1/")
    assert "Interception ✓ done Contact , passed over" in page
    assert "bombard Scarborough GW.BOMBARD" in page
    assert "Whose tap ■ Central Powers : " in allied.words("log/")
    fields = {"action": "1", "base": "", "dice": "typed", "strip": "2"}
    assert central.send("action/1/", "do/gw-bombardment/", **fields).status_code == 302
    page = central.words("action/1/")
    assert "It is over" in page
    assert "Back to the map" in page
    assert there not in page
    assert "None. A mission that is declared" in central.words()


def test_bases_and_areas_are_set_with_one_tap_and_the_page_comes_back_to_them(war: InHand, allied: InHand) -> None:
    answer = allied.send("waters/", set="base.owner/zeebrugge=central")
    assert answer.headers["Location"] == f"{war.home}waters/#base-zeebrugge"
    for tap, fact, now in (
        ("base.fortress/dover=no", "base:dover.fortress", False),
        ("base.city/scapa-flow=yes", "base:scapa-flow.city", True),
        ("base.devastated/scapa-flow=yes", "base:scapa-flow.devastated", True),
        ("base.kind/riga=naval-base", "base:riga.kind", "naval-base"),
        ("area.raiding/irish-sea=yes", "area:irish-sea.raiding", True),
        ("condition.value/usw=yes", "condition:usw.value", True),
    ):
        assert allied.send("waters/", set=tap).status_code == 302, tap
        assert war.facts[fact] == now
    assert war.facts["base:zeebrugge.owner"] == "central"
    assert allied.send("waters/", set="base.devastated/harwich=yes").status_code == 422


# --- who may do what


def test_the_observer_changes_nothing_and_sees_all(war: InHand) -> None:
    observer = war.at("observer")
    assert "The observer seat only watches" in observer.words("fleets/")
    assert "The observer seat only watches" in observer.words("waters/")
    for address, fields in (
        ("fleets/grand-fleet/", {"act": "move", "place": "base:rosyth"}),
        ("fleets/", {"act": "add-squadron", **SQUADRON}),
        ("fleets/squadron/goeben/", {"act": "remove"}),
        ("fleets/land/siberian-corps/", {"act": "remove"}),
        ("waters/", {"set": "area.raiding/aegean=yes"}),
    ):
        assert observer.send(address, **fields).status_code == 403, address


def test_in_a_club_a_seat_does_its_own_sides_things_alone(club: Club, war: InHand) -> None:
    alice, bob = person(club, war, "Alice", "central"), person(club, war, "Bob", "allied")
    assert alice.send("fleets/grand-fleet/", act="move", place="base:rosyth").status_code == 403
    assert alice.send("fleets/squadron/goeben/", act="remove").status_code == 302
    assert alice.send("fleets/", act="add-squadron", **SQUADRON).status_code == 403
    assert alice.send("waters/", act="condition.value", key="allied-morale", value="0").status_code == 403
    assert alice.send("waters/", act="condition.value", key="central-morale", value="99").status_code == 302
    assert bob.send("fleets/grand-fleet/", act="move", place="base:rosyth").status_code == 302
    alice.get("/c/other/fleets/", 404)


def test_in_a_club_no_seat_changes_squadrons_of_the_enemy_by_the_address_of_its_own_fleet(
    club: Club, war: InHand
) -> None:
    alice = person(club, war, "Alice", "central")
    before = war.campaign.entries.count()
    theirs = {"squadrons": "battle-squadron-1"}
    for address, fields, status in (
        ("fleets/scouting-forces/", {"act": "leave", **theirs, "place": "lost"}, 422),
        ("fleets/scouting-forces/", {"act": "join", **theirs}, 422),
        ("fleets/grand-fleet/", {"act": "leave", **theirs, "place": "lost"}, 403),
        ("fleets/grand-fleet/", {"act": "join", "squadrons": "goeben"}, 422),
        ("fleets/scouting-forces/", {"act": "add-squadron", **SQUADRON}, 403),
    ):
        assert alice.send(address, **fields).status_code == status, (address, fields)
    assert war.facts["squadron:battle-squadron-1.place"] == "fleet:grand-fleet"
    assert war.campaign.entries.count() == before
    own = {"act": "leave", "squadrons": "scouting-group-2", "place": "fleet:high-sea-fleet"}
    assert alice.send("fleets/scouting-forces/", **own).status_code == 302


def test_in_a_club_an_action_calls_the_umpire_for_a_seat_that_nobody_holds(club: Club, war: InHand) -> None:
    alice, ursula = person(club, war, "Alice", "central"), person(club, war, "Ursula", "moderator")
    bombard(alice)
    assert "Go on with action 1" in ursula.words()
    assert "Go on with action 1" not in alice.words()
    bob = person(club, war, "Bob", "allied")
    assert "Go on with action 1" not in ursula.words()
    assert "Go on with action 1" in bob.words()


def test_a_change_of_side_needs_the_right_of_both_sides(club: Club, war: InHand) -> None:
    alice, umpire = person(club, war, "Alice", "central"), person(club, war, "Ursula", "moderator")
    goeben = {"act": "change", "side": "allied", "name": "Goeben", "nation": "german", "kind": "bc"}
    goeben |= {"place": "fleet:grand-fleet", "combat": "", "protection": "", "contact": ""}
    corps = {"act": "change", "side": "allied", "name": "Balkan Corps", "nation": "austrian", "kind": "unit"}
    corps |= {"terrain": "mountain", "place": ""}
    assert alice.send("fleets/", act="add-fleet", side="central", name="New", place="base:kiel").status_code == 302
    new = {"act": "change", "side": "allied", "name": "New", "place": "base:kiel", "duty": ""}
    empty = f"fleets/{Fleet.objects.get(name='New').key}/"
    for address, fields in (("fleets/squadron/goeben/", goeben), ("fleets/land/balkan-corps/", corps), (empty, new)):
        answer = alice.send(address, **fields)
        assert (answer.status_code, "act for both sides" in words_of(answer)) == (403, True), address
    assert war.facts["squadron:goeben.side"] == "central"
    assert umpire.send("fleets/squadron/goeben/", **goeben).status_code == 302
    assert war.facts["squadron:goeben.side"] == "allied"


def test_in_a_club_a_track_that_one_side_decides_on_is_its_own(club: Club, war: InHand) -> None:
    alice, bob = person(club, war, "Alice", "central"), person(club, war, "Bob", "allied")
    quarter = {"act": "condition.value", "key": "half-industry", "value": "1917-Q1"}
    assert bob.send("waters/", set="condition.value/usw=yes").status_code == 403
    assert alice.send("waters/", set="condition.value/convoy-tactic=yes").status_code == 403
    assert alice.send("waters/", **quarter).status_code == 403
    assert alice.send("waters/", set="condition.value/usw=yes").status_code == 302
    assert bob.send("waters/", set="condition.value/convoy-tactic=yes").status_code == 302
    assert bob.send("waters/", **quarter).status_code == 302
    # What both fight for is written down by whoever is there.
    assert alice.send("waters/", set="base.owner/dover=central").status_code == 302
    assert bob.send("waters/", set="area.dominated/adriatic=allied").status_code == 302


def test_waters_say_that_the_moderator_keeps_the_set_up_and_their_buttons_are_grey(club: Club, war: InHand) -> None:
    alice, umpire = person(club, war, "Alice", "central"), person(club, war, "Ursula", "moderator")
    assert '<fieldset class="stack">' in alice.text("waters/")
    with writing(club.viewer("Ursula", "moderator", war.campaign)) as writer:
        writer.edit("set-up.by", [keep_for(writer.state.values, "moderator")], title="The moderator keeps the set-up")
    assert "In this campaign the moderator alone changes the set-up." in alice.words("waters/")
    assert '<fieldset class="stack" disabled>' in alice.text("waters/")
    assert alice.send("waters/", set="area.raiding/aegean=yes").status_code == 403
    assert "the moderator alone" not in umpire.words("waters/")
    assert '<fieldset class="stack">' in umpire.text("waters/")


def test_a_second_tap_of_the_same_form_does_nothing_and_an_htmx_tap_gets_the_page(war: InHand, allied: InHand) -> None:
    keys = allied.keys("fleets/grand-fleet/")
    fields = {**keys, "act": "move", "place": "base:rosyth"}
    assert [allied.post("fleets/grand-fleet/", **fields).status_code for _ in range(2)] == [302, 302]
    moves = [entry for entry in war.campaign.entries.all() if entry.record["body"].get("act") == "fleet.move"]
    assert len(moves) == 1
    keys = allied.keys("waters/")
    fields = {**keys, "set": "area.raiding/aegean=yes"}
    answer = drawn(allied.post("waters/", **fields, headers={"HX-Request": "true"}))
    assert "Saved. Commerce raiding, Aegean" in words_of(answer)


def test_without_a_token_nothing_is_written_and_pages_are_only_looked_at_or_posted_to(
    war: InHand, allied: InHand
) -> None:
    client = Client(enforce_csrf_checks=True)
    for address in ("fleets/", "fleets/grand-fleet/", "waters/"):
        assert client.post(war.home + address, {"act": "move", "place": "base:rosyth"}).status_code == 403
    assert war.facts["fleet:grand-fleet.place"] == "base:scapa-flow"
    assert allied.client.put(f"{allied.home}fleets/").status_code == 405
    assert allied.post("action/1/").status_code == 405
