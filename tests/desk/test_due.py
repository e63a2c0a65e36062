"""What is due: its chance in the head and in DUE is the one on the button of the form that does it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

from navalassist.systems.europa.setup import begin_demo
from tests.desk.great_war import bombard, intercept
from tests.in_hand import InHand, in_hand, words_of
from tests.systems.europa.board import put, typed

LINE = re.compile(r'<a class="btn(?: go)?" href="([^"]*)">(?:(?!</a>).)*?<b>([^<]*)</b> ?</a>', re.DOTALL)


@pytest.fixture
def demo(db: None) -> Iterator[InHand]:
    """The demo of Europa as it begins, in the Axis naval movement."""
    with in_hand(begin_demo()) as table:
        yield table


def chances(table: InHand) -> dict[str, str]:
    """The chance of each thing that is due, in words, by the address of its form below the campaign."""
    return {
        unescape(url).removeprefix(table.home): words_of(chance).replace("\xa0", " ")
        for url, chance in LINE.findall(table.text())
    }


def sail(table: InHand, group: str, moves: str, **more: str) -> None:
    typed = {"zone": "central-med", "because": "fuel is paid at the table"} | more
    table.do("naval-move", group=group, moves=moves, **typed)


@pytest.mark.rule("E36.D.2", "E36.C.1.a", "E33.D")
def test_what_a_fleet_owes_has_its_chance_and_each_is_that_of_its_form(demo: InHand) -> None:
    sail(demo, "battle-fleet", "30 18A:0203")
    found = chances(demo)
    assert found == {
        "do/danger-contact/?group=battle-fleet": "contact 33 %",
        "do/mine-damage/?group=battle-fleet&hex=18A:0203&occasion=entered": "hit 89 %",
        "do/unit-contact/?unit=squadron-1&zone=central-med": "contact 64 %",
        "board/#row-demo-1": "contact 64 %",
    }
    for url, chance in found.items():
        if url.startswith("do/"):
            assert f"Carry it out, {chance} " in demo.words(url), url
    assert "■ Axis : Battle fleet rolls in an Allied danger zone, 33 %" in demo.words("fleet/")
    demo.do("danger-contact", "2", group="battle-fleet")
    assert "■ Axis : Mines: Battle fleet in 18A:0203, hit 89 %" in demo.words("fleet/")


@pytest.mark.rule("E33.D")
def test_a_carrier_with_a_code_c_fighter_is_told_the_chance_of_its_form(demo: InHand) -> None:
    demo.end_steps(4)
    assert demo.state.clock[1:] == ("allied", "naval-movement")
    sail(demo, "force-h", "10 18A:0404")
    found = chances(demo)
    units = {unit: f"do/unit-contact/?unit={unit}&zone=central-med" for unit in ("ark-royal", "force-h-1")}
    # -4 for the fighters aboard; none for the battleships beside her.
    assert [found[url] for url in units.values()] == ["contact 14 %", "contact 33 %"]
    assert [url for url in found if "mine-damage" in url]
    for url, chance in found.items():
        if url.startswith("do/"):
            assert f"Carry it out, {chance} " in demo.words(url), url


@pytest.mark.rule("GW.CONTACT")
def test_two_fleets_that_meet_have_the_chance_of_contact_and_of_none_on_the_button(war: InHand) -> None:
    central, allied = war.at("central"), war.at("allied")
    bombard(central)
    intercept(allied)
    (chance,) = chances(allied).values()
    assert chance == "contact 83 %"
    assert "● Allied: roll for contact, 1d6: contact 83 %, no contact 17 %" in allied.words("action/1/")
    assert "● Allied : Roll for contact between fleets, action 1, 83 %" in central.words("log/")


@pytest.mark.rule("E33.A.1", "E33.D")
def test_each_row_of_the_board_that_waits_has_its_line_with_the_chance_that_the_board_shows(demo: InHand) -> None:
    put(demo.campaign, typed("2 SP", "taranto tripoli"))
    found = chances(demo)
    assert len(found) == 2
    board = demo.words("board/")
    for url, chance in found.items():
        assert url.startswith("board/#row-")
        assert chance.removeprefix("contact ") in board
    assert "Whose tap 1 of 2 due ● Allied : Row 1: 7 SP, Naples–Tripoli, 64 %" in board


@pytest.mark.rule("E33.A.1")
def test_of_many_rows_eight_have_a_line_and_the_others_one_together(demo: InHand) -> None:
    for _ in range(10):
        put(demo.campaign, typed("1 SP"))
    page = demo.words()
    assert "and 3 more rows" in page
    assert "DUE 9, before" in page
    assert "skips 11 shipments" in page
