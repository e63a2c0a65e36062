"""The waters of the Great War, and who may set what on its pages."""

from __future__ import annotations

import pytest
from django.test import Client

from navalassist.play.rights import keep_for
from navalassist.play.writer import writing
from navalassist.taskforces.great_war import Fleet
from tests.club import Club
from tests.desk.great_war import SQUADRON, allied, bombard, central, person
from tests.in_hand import InHand, words_of

__all__ = ["allied", "central"]
pytestmark = pytest.mark.django_db


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


def test_an_htmx_tap_gets_the_page_with_what_was_saved(allied: InHand) -> None:
    keys = allied.keys("waters/")
    fields = {**keys, "set": "area.raiding/aegean=yes"}
    answer = allied.post("waters/", **fields, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "Saved: Commerce raiding, Aegean" in words_of(answer)


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
    assert "Action 1 waits for you" in ursula.words()
    assert "Action 1 waits for you" not in alice.words()
    bob = person(club, war, "Bob", "allied")
    assert "Action 1 waits for you" not in ursula.words()
    assert "Action 1 waits for you" in bob.words()


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


def test_a_second_tap_of_the_same_form_does_nothing(war: InHand, allied: InHand) -> None:
    keys = allied.keys("fleets/grand-fleet/")
    fields = {**keys, "act": "move", "place": "base:rosyth"}
    assert [allied.post("fleets/grand-fleet/", **fields).status_code for _ in range(2)] == [302, 302]
    moves = [entry for entry in war.campaign.entries.all() if entry.record["body"].get("act") == "fleet.move"]
    assert len(moves) == 1


def test_without_a_token_nothing_is_written(war: InHand) -> None:
    client = Client(enforce_csrf_checks=True)
    for address in ("fleets/", "fleets/grand-fleet/", "waters/"):
        assert client.post(war.home + address, {"act": "move", "place": "base:rosyth"}).status_code == 403
    assert war.facts["fleet:grand-fleet.place"] == "base:scapa-flow"


def test_pages_are_only_looked_at_or_posted_to(allied: InHand) -> None:
    assert allied.client.put(f"{allied.home}fleets/").status_code == 405
    assert allied.post("action/1/").status_code == 405
