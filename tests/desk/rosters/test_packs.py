"""Lists in chart packs: the lines that somebody marked, found again by their names, and no secret of another side."""

from html import unescape
from typing import Any

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play.checks.verify import check_campaign
from tests.club import Club
from tests.desk.rosters.test_lists import TRIESTE, add, marked, ship
from tests.desk.test_packs import FILE, PACK, brought, sent, taken_out
from tests.in_hand import InHand, words_of
from tests.mini.system import begin
from tests.systems.storm_of_steel.acting import War


@pytest.fixture
def others(ships: InHand) -> InHand:
    """Another campaign with ships, in which there is none as yet."""
    return InHand(begin("Another War")).at("axis")


@pytest.mark.rule("X.8")
def test_marked_lines_go_out_and_come_into_another_campaign(ships: InHand, others: InHand, typed: Any) -> None:
    add(ships, typed, **TRIESTE, ports="Inner, Outer", origin="printed")
    add(ships, typed, **{**TRIESTE, "name": "Pola"}, origin="house")
    add(ships, typed, **{**TRIESTE, "name": "Zara"}, origin="stand-in")
    assert "Ships, 2" in ships.words(PACK)
    pack = taken_out(ships)
    assert [line["cells"][0] for line in pack["lists"][0]["lines"]] == ["Pola", "Trieste"]
    assert [line["cells"][0] for line in taken_out(ships, lists="on")["lists"][0]["lines"]] == ["Trieste"]
    assert ships.client.get(ships.home + FILE, {"charts": "on"}).status_code == 422
    drawn = sent(others, pack)
    assert "Ships 2 new" in words_of(drawn)
    before = Entry.objects.filter(campaign=others.campaign).count()
    assert brought(others, drawn, "list-0").status_code == 302
    assert Entry.objects.filter(campaign=others.campaign).count() == before + 1
    found = ship(others, "Trieste")
    assert (found["guns"], found["ports"]) == ([8, 6, 4, 2, 0], ["inner", "outer"])
    assert (marked(others, "Trieste"), marked(others, "Pola")) == ("printed", "house")
    assert check_campaign(others.campaign).sound
    assert "Nothing of it would be another here." in words_of(sent(others, pack))


def test_a_line_that_differs_is_chosen_and_one_that_does_not_fit_is_told(
    ships: InHand, others: InHand, typed: Any
) -> None:
    add(ships, typed, **TRIESTE, origin="printed")
    add(others, typed, **{**TRIESTE, "protection": "5", "name": "TRIESTE"}, origin="printed")
    pack = taken_out(ships)
    columns = pack["lists"][0]["columns"]
    odd = dict(zip(columns, pack["lists"][0]["lines"][0]["cells"], strict=True)) | {"name": "Odd <b>", "guns": "2 9"}
    pack["lists"][0]["lines"].append({"cells": [odd[name] for name in columns], "from": "printed"})
    drawn = sent(others, pack)
    words = words_of(unescape(drawn))
    assert "Ships 1 differs, 1 not known here" in words
    assert "Trieste: protection ours: 5 the pack's: 3" in words
    assert "Stays out: Odd" in words
    assert "<b>:" not in drawn
    assert brought(others, drawn, "list-0").status_code == 422
    assert brought(others, drawn, "list-0", **{"list-0.0": "ours"}).status_code == 422
    assert brought(others, drawn, "list-0", **{"list-0.0": "theirs"}).status_code == 302
    assert ship(others, "TRIESTE")["protection"] == 3
    assert "Odd" not in others.words("lists/mini-ship/")


def test_lines_that_share_a_name_stay_and_are_told(ships: InHand, typed: Any) -> None:
    for side in ("Axis", "Allied"):
        add(ships, typed, **{**TRIESTE, "side": side}, origin="printed")
    add(ships, typed, **{**TRIESTE, "name": "Pola"}, origin="printed")
    assert "share one or have none: Trieste, Trieste." in ships.words(PACK)
    assert len(taken_out(ships)["lists"][0]["lines"]) == 1


def test_a_list_with_a_column_of_its_own_stays_out(ships: InHand, others: InHand, typed: Any) -> None:
    add(ships, typed, **TRIESTE, origin="printed")
    pack = taken_out(ships)
    pack["lists"][0]["columns"][-1] = "weight"
    words = words_of(drawn := sent(others, pack))
    assert "It has a column “weight”, which this list does not have." in words
    assert "list-0" not in drawn


def test_what_a_side_keeps_secret_goes_out_with_that_seat_alone(secret: InHand, typed: Any) -> None:
    add(secret, typed, **{**TRIESTE, "name": "Duilio"}, origin="printed")
    pack = taken_out(secret)
    assert "Lists go out as the Axis seat sees them" in secret.words(PACK)
    for seat in ("allied", "observer"):
        enemy = secret.at(seat)
        words = enemy.words(PACK)
        assert "Duilio" not in words
        assert "Ships, 1" not in words
        answer = enemy.client.get(enemy.home + FILE, {"charts": "on", "lists": "on", "house": "on"})
        assert answer.status_code == 422
        assert "Duilio" not in answer.content.decode()
    # What the enemy brings in beside it is answered as if it were not there, and is theirs.
    enemy = secret.at("allied")
    pack["lists"][0]["lines"][0]["cells"][1] = "Allied"
    drawn = sent(enemy, pack)
    assert "Ships 1 new" in words_of(drawn)
    assert brought(enemy, drawn, "list-0").status_code == 302
    assert {secret.state.audiences[row] for row in secret.state.rows("mini-ship")} == {"axis", "allied"}


def test_a_line_of_the_other_side_is_for_its_seat(club: Club, ships: InHand, others: InHand, typed: Any) -> None:
    alice = InHand(others.campaign, "axis", club.person("Alice", axis=others.campaign, allied=ships.campaign))
    bob = InHand(others.campaign, "allied", club.person("Bob", allied=others.campaign))
    ours = InHand(ships.campaign, "allied", alice.client)
    add(ours, typed, **{**TRIESTE, "side": "Allied"}, origin="printed")
    pack = taken_out(ours)
    barred = sent(alice, pack)
    assert "Trieste: This line is for the Allied seat to type." in words_of(barred)
    assert brought(alice, barred, "list-0").status_code == 422
    assert not others.state.rows("mini-ship")
    assert brought(bob, sent(bob, pack), "list-0").status_code == 302
    assert ship(others, "Trieste")["side"] == "allied"


def test_squadrons_of_the_great_war_come_in_with_their_factors(war: War) -> None:
    row, name = next((row, war.facts[f"{row}.name"]) for row in war.state.rows("squadron"))
    key = row.partition(":")[2]
    war.send("lists/squadron/", **{"line": key, f"{key}.combat": "9", f"{key}.origin": "printed"})
    pack = taken_out(war)
    assert [line["cells"][0] for line in pack["lists"][0]["lines"]] == [name]
    war.send("lists/squadron/", **{"line": key, f"{key}.combat": "4", f"{key}.origin": "printed"})
    drawn = sent(war, pack)
    assert f"{name}: combat strength ours: 4 the pack's: 9" in words_of(drawn)
    assert brought(war, drawn, "list-0", **{"list-0.0": "theirs"}).status_code == 302
    assert war.facts[f"{row}.combat"] == 9


def test_a_new_campaign_begins_with_the_lines_of_a_pack(war: War) -> None:
    row, name = next((row, war.facts[f"{row}.name"]) for row in war.state.rows("base"))
    key = row.partition(":")[2]
    fortress = "no" if war.facts[f"{row}.fortress"] else "yes"
    answer = war.send("lists/base/", **{"line": key, f"{key}.fortress": fortress, f"{key}.origin": "printed"})
    assert answer.status_code == 302, words_of(answer)
    typed = {"system": "storm_of_steel", "name": "Grand Fleet", "year": "1916", "month": "05", "charts": "pack"}
    answer = war.client.post("/new/", typed | {"submission": "d" * 32, "from": war.slug})
    assert answer.status_code == 302, words_of(answer)
    new = InHand(Campaign.objects.get(slug="grand-fleet"))
    assert new.facts[f"{row}.fortress"] == war.facts[f"{row}.fortress"], name
    assert new.facts[f"list-mark:base/{key}.origin"] == "printed"
    assert check_campaign(new.campaign).sound


def test_the_page_of_charts_says_what_is_missing_in_each_list(ships: InHand, typed: Any) -> None:
    add(ships, typed, **TRIESTE, origin="printed")
    add(ships, typed, **{**TRIESTE, "name": "Pola", "guns": ""}, origin="house")
    add(ships, typed, **{**TRIESTE, "name": "Zara"})
    words = ships.words("charts/")
    assert "Ships 3 entered: 1 printed, 1 house, 1 without a mark; 1 with boxes missing" in words
