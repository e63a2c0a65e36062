"""The pages of the Great War at sea: the main page, a naval action, the waters, and who may set what."""

import re

import pytest

from navalassist.play.write.rights import keep_for
from navalassist.play.write.transaction import writing
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
    # The enemy intercepts: only his fleets are offered.
    form = allied.text("action/1/")
    assert ('value="grand-fleet"' in form, 'value="high-sea-fleet"' in form) == (True, False)
    intercept(allied)
    page = allied.words("action/1/")
    assert "Interception ✓ done Contact Decision" in page
    assert "Attacks on the contact table." in page
    # Exact odds of the contact roll stand there before the dice.
    assert re.search(r"Next, .*\d+ %", page)
    allied.send("action/1/", "do/gw-contact/", action="1", dice="typed", strip="3", attacker_rating="")
    assert allied.send("action/1/", "do/gw-combat/", action="1", dice="typed", strip="6 6").status_code == 302
    assert "take off 6 protection factors" in allied.words("action/1/")
    # Each owner is asked for his own units.
    form = central.text("action/1/").partition("Next, ")[2].partition('class="then')[0]
    assert ("scouting-group-1" in form, "battle-cruisers-1" in form) == (True, False)


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


THEIRS = {"squadrons": "battle-squadron-1"}
MOVE, REMOVE = {"act": "move", "place": "base:rosyth"}, {"act": "remove"}
QUARTER = {"act": "condition.value", "key": "half-industry", "value": "1917-Q1"}
NEW = {"act": "add-squadron", **SQUADRON}
# Who sends what to which page of a club's campaign, and the answer; the Central seat is Alice's, the Allied one Bob's.
CLUB: list[tuple[str, str, dict[str, str], int]] = [
    ("alice", "fleets/grand-fleet/", MOVE, 403),
    ("bob", "fleets/grand-fleet/", MOVE, 302),
    ("alice", "fleets/squadron/goeben/", REMOVE, 302),
    ("alice", "fleets/", NEW, 403),
    ("alice", "waters/", {"act": "condition.value", "key": "allied-morale", "value": "0"}, 403),
    ("alice", "waters/", {"act": "condition.value", "key": "central-morale", "value": "99"}, 302),
    # Nobody changes squadrons of the enemy by the address of a fleet of his own.
    ("alice", "fleets/scouting-forces/", {"act": "leave", **THEIRS, "place": "lost"}, 422),
    ("alice", "fleets/scouting-forces/", {"act": "join", **THEIRS}, 422),
    ("alice", "fleets/grand-fleet/", {"act": "leave", **THEIRS, "place": "lost"}, 403),
    ("alice", "fleets/grand-fleet/", {"act": "join", "squadrons": "goeben"}, 422),
    ("alice", "fleets/scouting-forces/", NEW, 403),
    # A track that one side decides on is its own; what both fight for is written down by whoever is there.
    ("bob", "waters/", {"set": "condition.value/usw=yes"}, 403),
    ("alice", "waters/", {"set": "condition.value/usw=yes"}, 302),
    ("alice", "waters/", {"set": "condition.value/convoy-tactic=yes"}, 403),
    ("bob", "waters/", {"set": "condition.value/convoy-tactic=yes"}, 302),
    ("alice", "waters/", QUARTER, 403),
    ("bob", "waters/", QUARTER, 302),
    ("alice", "waters/", {"set": "base.owner/dover=central"}, 302),
    ("bob", "waters/", {"set": "area.dominated/adriatic=allied"}, 302),
]


@pytest.mark.parametrize(("who", "address", "fields", "status"), CLUB)
def test_in_a_club_a_seat_does_its_own_sides_things_alone(
    club: Club, war: InHand, who: str, address: str, fields: dict[str, str], status: int
) -> None:
    seats = {"alice": "central", "bob": "allied"}
    people = {name: person(club, war, name.title(), seat) for name, seat in seats.items()}
    before = war.campaign.entries.count()
    assert people[who].send(address, **fields).status_code == status
    assert war.campaign.entries.count() - before == (status == 302)
    people[who].get("/c/other/fleets/", 404)


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
    new = {"side": "central", "name": "New", "place": "base:kiel", "duty": ""}
    assert alice.send("fleets/", act="add-fleet", **new).status_code == 302
    empty = f"fleets/{Fleet.objects.get(name='New').key}/"
    turned = {**new, "act": "change", "side": "allied"}
    for address, fields in (("fleets/squadron/goeben/", goeben), ("fleets/land/balkan-corps/", corps), (empty, turned)):
        answer = alice.send(address, **fields)
        assert (answer.status_code, "act for both sides" in words_of(answer)) == (403, True), address
    assert war.facts["squadron:goeben.side"] == "central"
    assert umpire.send("fleets/squadron/goeben/", **goeben).status_code == 302
    assert war.facts["squadron:goeben.side"] == "allied"


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


def test_a_tap_without_a_new_page_gets_the_page_with_what_was_saved(allied: InHand) -> None:
    sent = {**allied.keys("waters/"), "set": "area.raiding/aegean=yes"}
    answer = drawn(allied.post("waters/", **sent, headers={"HX-Request": "true"}))
    assert "Saved. Commerce raiding, Aegean" in words_of(answer)
