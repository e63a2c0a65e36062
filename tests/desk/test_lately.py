"""Standing orders: what a rule did in its last turn stands on its page, to be done again by a tap, or why not."""

import re
from html import unescape

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.desk.rules import beside
from navalassist.engine import Set
from navalassist.play.corrections.correct import Correction, correct
from tests.in_hand import InHand, in_hand, words_of
from tests.systems.europa.test_closed import closed
from tests.systems.storm_of_steel.acting import War, bombardment
from tests.systems.storm_of_steel.conftest import charted, great_war

__all__ = ["charted", "great_war"]


def lately(table: InHand, rule: str) -> tuple[str, list[str]]:
    """The part of the page of a rule, in words, and its links."""
    page = table.drawn(f"do/{rule}/")
    part = page.split('id="lately"')[1].split("</details>")[0] if 'id="lately"' in page else ""
    return words_of(f"<p{part}") if part else "", [unescape(one) for one in re.findall(r'href="([^"]+)"', part)]


def next_turn(table: InHand, place: str) -> None:
    table.end_step()
    table.until(place)


def test_a_mission_of_last_turn_is_sent_again_by_one_tap_and_what_cannot_be_says_why(charted: War) -> None:
    bombardment(charted)
    charted.alone("allied").do("gw-let-pass", action="1")
    assert lately(charted, "gw-mission") == ("", []), "nothing is of an earlier turn"
    charted.do("gw-bombardment", action="1")
    next_turn(charted, "central/naval-operations")
    said, links = lately(charted, "gw-mission")
    assert "As in Aug 1914" in said
    assert len(links) == 1
    form = charted.client.get(links[0]).content.decode()
    assert re.search(r'value="bombardment"[^>]* selected', form)
    assert re.search(r'value="scouting-forces"[^>]* checked', form)
    assert 'id="lately"' not in form, "it is chosen"
    charted.entered(Set("squadron:scouting-group-1.place", "lost"), Set("squadron:scouting-group-2.place", "lost"))
    said, links = lately(charted, "gw-mission")
    assert ("nothing of it can be done again" in said, "Not again:" in said, links) == (True, True, [])


def test_no_secret_stands_in_an_address_that_a_shared_device_keeps(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    with in_hand(closed()) as table:
        place = "/".join(table.state.clock[1:])
        table.do("malta-bombed", hits=2)
        next_turn(table, place)
        assert lately(axis := table.at("axis"), "malta-bombed")[1]
        monkeypatch.setattr(beside, "audience_of", lambda entry: "axis")
        assert lately(axis, "malta-bombed") == ("", [])


def test_nobody_finds_what_another_seat_did(db: None) -> None:
    with in_hand(closed()) as table:
        campaign: Campaign = table.campaign
        assert lately(InHand(campaign, "allied"), "malta-bombed") == ("", [])
        place = "/".join(table.state.clock[1:])
        table.do("malta-bombed", hits=2)
        next_turn(table, place)
        said, links = lately(table.at("axis"), "malta-bombed")
        assert "As in Mar I 41" in said, said
        assert links == [f"/c/{table.slug}/do/malta-bombed/?hits=2"], said
        assert lately(table.at("observer"), "malta-bombed") == ("", [])


def test_the_last_turn_is_the_last_in_which_it_stands(db: None) -> None:
    """Malta is bombed in March I (2 hits), March II (1) and April I (3); what is told is of the turn before May I.

    A correction of March II that is written in April II stays of March II; once April I is struck out in May I, March
    II is the last one, and once that is struck out too, March I.
    """
    with in_hand(closed()) as table:
        place = "/".join(table.state.clock[1:])
        bombed = {}
        for month, hits in (("Mar I", 2), ("Mar II", 1), ("Apr I", 3)):
            bombed[month] = table.do("malta-bombed", hits=hits)
            next_turn(table, place)
        typed = {"hits": 1}
        bombed["Mar II"] = table.act(correct, bombed["Mar II"], Correction("reading", "as it was", typed=typed))
        next_turn(table, place)
        axis = table.at("axis")
        for month, hits in (("Apr I", 3), ("Mar II", 1), ("Mar I", 2)):
            said, links = lately(axis, "malta-bombed")
            assert f"As in {month} 41" in said, said
            assert links == [f"/c/{table.slug}/do/malta-bombed/?hits={hits}"]
            table.act(correct, bombed[month], Correction("not-happened", "it was another"))
        assert lately(axis, "malta-bombed") == ("", [])
