"""The waters of the Great War, and who may set what on its pages."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from navalassist.campaigns.models import Campaign
from navalassist.play.rights import keep_for
from navalassist.play.writer import writing
from navalassist.taskforces.great_war import Fleet
from tests.club import Club
from tests.club import club as club
from tests.desk.great_war import HOME, SQUADRON, allied, bombard, central, said, send, text, value, war, words
from tests.desk.test_closed import seated

__all__ = ["allied", "central", "war"]
pytestmark = pytest.mark.django_db


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


def test_in_a_club_an_action_calls_the_umpire_for_a_seat_that_nobody_holds(club: Club, war: Campaign) -> None:
    alice, ursula = club.person("Alice", central=war), club.person("Ursula", moderator=war)
    bombard(alice)
    assert "Action 1 waits for you" in words(ursula)
    assert "Action 1 waits for you" not in words(alice)
    bob = club.person("Bob", allied=war)
    assert "Action 1 waits for you" not in words(ursula)
    assert "Action 1 waits for you" in words(bob)


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
