"""No page has a key in its text: marks, fuel, moves and markers are said in words on sheets and receipts."""

from __future__ import annotations

import re

import pytest

from navalassist.engine import Set
from navalassist.systems.europa.upkeep import capture
from tests.in_hand import InHand, words_of
from tests.systems.board import put, rolled, typed
from tests.systems.test_closed import closed

pytestmark = pytest.mark.django_db
# A row of the state, a turn by its key, or an attribute of one.
SWITCHED = ("hidden, show them", "shown, hide them")
RAW = re.compile(r"\b(?:port|hex|group|task-force|zone|mark):[A-Za-z0-9]|\b\d{4}-\d{2}-[12]\b|\b[a-z]+\|")


@pytest.fixture
def med(med: InHand) -> InHand:
    """The Squadra, one ship in Taranto."""
    med.group("squadra", "axis", "port:taranto", zara="task-force")
    return med


def test_sheets_say_a_captured_port_and_fuel_and_moves_in_words(med: InHand) -> None:
    strip = [{"mps": 10, "night": False, "to": "27A:0410", "began": "port:taranto"}]
    with med.writing("moderator") as writer:
        writer.edit("test", capture(writer.state.values, "tobruk", "axis", writer.state.book).effects)
        paid = [Set("task-force:zara.fuelled", "1941-03-1/axis 1 steps")]
        moved = [Set("group:squadra.strip", strip), Set("group:squadra.strip_of", "1941-03-1/axis")]
        writer.edit("test", paid + moved)
    for address in ("sheet/", "handover/"):
        page = med.words(address)
        assert "Captured: Tobruk : from the Allied side, Mar I 41, Axis player turn; until" in page
        assert not RAW.findall(page)
    assert "fuel Mar I 41: 1 SP paid, 1 a step" in page
    assert "moves of the phase 10 by day to 27A:0410" in page
    assert "player turn of its moves Mar I 41, Axis player turn" in page


def test_the_take_over_sheet_says_what_was_seen_of_the_other_side(db: None) -> None:
    """7 SP are contacted, 3 are lost: see the check of what a contact shows."""
    campaign = closed()
    key = put(campaign, typed("7 SP"))
    rolled(campaign, f"row:{key}", "66 222")
    page = InHand(campaign).at("allied").words("handover/")
    assert "Axis marker 1 : 4 SP on 4 NTs, seen in the Central Mediterranean" in page
    assert "REs seen" not in page


def test_a_switch_of_the_map_says_what_it_does(med: InHand) -> None:
    for address, fleets, danger in (("", "shown, hide them", "hidden, show them"), ("?on=danger", *SWITCHED)):
        page = med.words(address)
        assert f"Fleets : {fleets}" in page
        assert f"Danger zones : {danger}" in page


def test_receipts_and_looks_say_places_zones_and_turns_in_words(med: InHand) -> None:
    med.set({"task-force:zara.mines": 3})
    moved = med.do(
        "naval-move", group="squadra", moves="10 27A:0410", zone="central-med", because="fuel is paid at the table"
    )
    laid = med.do("mines-laid", unit="zara", points=2)
    for entry in (moved, laid):
        page = med.receipt(entry).partition("What was given")[2]
        told = page.partition("Effects as recorded")[0]
        assert not RAW.findall(told)
        assert "Key of" not in told
    assert "sea zone Central Med" in told or "in 27A:0410" in told
    asked = {
        "submission": "look",
        "seen": "",
        "group": "squadra",
        "moves": "5 27A:0411",
        "zone": "central-med",
        "because": "none is counted",
    }
    looked = med.post("do/naval-move/look/", **asked)
    page = words_of(looked)
    assert not RAW.findall(page.partition("What it would change")[2])
    assert "turn/player turn" not in page
    assert "nowhere" not in page
