"""No page has a key in its text, nor a word of cargo where it speaks of units.

Names stand for numbers; marks, fuel, moves and markers are said in words on sheets and receipts, and so are what
another side's entry showed, and the ends of a voyage that are no ports. Keys give way to names in the sentences of a
log: those of the campaign's own rows and chains, no others.
"""

import re
from html import unescape
from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.desk.logbook.tongue import words_for
from navalassist.engine import Set
from navalassist.play import state as states
from navalassist.systems.europa.log import veiled
from navalassist.systems.europa.upkeep import capture
from tests.begun import begin_demo, begin_war_demo
from tests.in_hand import InHand, words_of
from tests.systems.europa.board import clear, put, rolled, typed
from tests.systems.europa.test_closed import closed


@pytest.fixture
def units(med: InHand) -> InHand:
    """A task force at sea, and two landing craft in Tobruk."""
    craft = {"kind": "lc", "strength": 6, "reverse": 3, "place": "port:tobruk"}
    crafts = {f"craft-{number}": craft | {"name": f"Landing craft {number}"} for number in (1, 2)}
    med.group("squadra", "axis", "hex:27A:0410", "central-med", zara={"strength": 6, "reverse": 3}, **crafts)
    return med


@pytest.mark.rule("E33.E.R")
def test_a_naval_unit_that_is_turned_back_lands_no_cargo(units: InHand) -> None:
    page = units.receipt(units.do("unit-contact", "63 5", unit="zara", zone="central-med"))
    assert "Effect on the unit" in page
    assert "returned: back to the port of origin, no more movement" in page
    assert "the cargo lands" not in page.partition("Dice and their source")[0]
    assert "effect on lot" not in page.casefold()
    assert "turned back to" in page
    assert "Turned back 23/72 32 % yes" in page.partition("Odds shown before the roll")[2]


@pytest.mark.rule("E36.B.1")
def test_scuttled_craft_have_their_names_and_dice_their_meaning(units: InHand) -> None:
    """Two lots of 2 points, of twelve points: 1 to 4 escapes, 5 and 6 is scuttled. One die a point: one goes down."""
    for side in ("axis", "allied"):
        units.enter(capture, "tobruk", side, units.state.book, seat="moderator")
    drawn = "Landing craft 1, Landing craft 1"
    page = units.receipt(units.do("ships-scuttled", "1115", port="tobruk/axis", res=2, drawn=drawn))
    assert "1 scuttled" in page
    assert "craft 1:" not in page.replace("Landing craft 1:", "")
    assert "1 point of Landing craft 1 is scuttled in Tobruk." in page
    assert "Trapped" not in page
    assert "All that check escape 16/81 20 % no" in page
    assert "ships or points 1, 0.3 under" in page
    assert "1 SCUTTLED" in page
    assert "craft-1" not in page.partition("Effects as recorded")[0]


@pytest.mark.rule("E36.F.1.rec")
def test_the_strength_that_fires_is_the_verdict(units: InHand) -> None:
    page = units.receipt(units.do("gunfire-support", unit="zara"))
    assert "Zara fires in support with a strength of 6; 7 supports are left this year." in page
    assert "MPs 0" not in page


# A row of the state, a turn by its key, or an attribute of one.
SWITCHED = ("hidden, show them", "shown, hide them")
RAW = re.compile(r"\b(?:port|hex|group|task-force|zone|mark):[A-Za-z0-9]|\b\d{4}-\d{2}-[12]\b|\b[a-z]+\|")


@pytest.fixture
def squadra(med: InHand) -> InHand:
    """The Squadra, one ship in Taranto."""
    med.group("squadra", "axis", "port:taranto", zara="task-force")
    return med


def test_sheets_say_a_captured_port_and_fuel_and_moves_in_words(squadra: InHand) -> None:
    strip = [{"mps": 10, "night": False, "to": "27A:0410", "began": "port:taranto"}]
    squadra.enter(capture, "tobruk", "axis", squadra.state.book, seat="moderator")
    paid = Set("task-force:zara.fuelled", "1941-03-1/axis 1 steps")
    squadra.edit(paid, Set("group:squadra.strip", strip), Set("group:squadra.strip_of", "1941-03-1/axis"))
    for address in ("sheet/", "handover/"):
        page = squadra.words(address)
        assert "Captured: Tobruk : from the Allied side, Mar I 41, Axis player turn" in page
        assert not RAW.findall(page)
    assert "Squadra, Taranto : Zara, moved 10 by day to 27A:0410, 1 SP paid, 1 a step" in page


def test_the_take_over_sheet_says_what_was_seen_of_the_other_side() -> None:
    """7 SP are contacted, 3 are lost: see the check of what a contact shows."""
    campaign = closed()
    key = put(campaign, typed("7 SP"))
    rolled(campaign, f"row:{key}", "66 222")
    page = InHand(campaign).at("allied").words("handover/")
    assert "Marker 1 : 4 SP on 4 NTs, seen in the Central Mediterranean" in page
    assert "REs seen" not in page


def test_a_switch_of_the_map_says_what_it_does(squadra: InHand) -> None:
    for address, fleets, danger in (("", "shown, hide them", "hidden, show them"), ("?on=danger", *SWITCHED)):
        page = squadra.words(address)
        assert f"Fleets : {fleets}" in page
        assert f"Danger zones : {danger}" in page


def test_receipts_and_looks_say_places_zones_and_turns_in_words(squadra: InHand) -> None:
    squadra.set({"task-force:zara.mines": 3})
    moved = squadra.do(
        "naval-move", group="squadra", moves="10 27A:0410", zone="central-med", because="fuel is paid at the table"
    )
    laid = squadra.do("mines-laid", unit="zara", points=2)
    for entry in (moved, laid):
        page = squadra.receipt(entry).partition("What was given")[2]
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
    looked = squadra.post("do/naval-move/look/", **asked)
    page = words_of(looked)
    assert not RAW.findall(page.partition("What it would change")[2])
    assert "turn/player turn" not in page
    assert "nowhere" not in page


UNIT = {"side": "axis", "zone": "central-med", "column": 10, "unit": "Littorio"}
ZONE = {"side": "axis", "zone": "central-med"}


@pytest.mark.parametrize(
    ("shown", "word", "rest"),
    [
        ({**UNIT, "anti_shipping": "contact", "hits": 0, "turned_back": True}, "CONTACT", "Littorio; turned back"),
        ({**UNIT, "anti_shipping": "contact", "hits": 2, "turned_back": False}, "CONTACT", "Littorio; 2 hits"),
        ({**ZONE, "anti_shipping": "no contact"}, "NO CONTACT", ""),
        ({**ZONE, "anti_shipping": "no check, 33.A.4"}, "", "Anti-shipping no check, 33.A.4"),
        ({**ZONE, "danger_zone": "no contact", "roll": "F, failure"}, "NO CONTACT", "Success roll failure"),
        ({"side": "axis", "unit": "Zara", "support": "full"}, "", "Unit Zara; Support full"),
    ],
)
def test_a_verdict_is_a_word_and_no_list_of_fields(shown: dict[str, Any], word: str, rest: str) -> None:
    assert veiled.verdict({"shown": shown}) == (word, rest)


def test_the_verdict_comes_first_and_the_table_s_letter_is_left_out() -> None:
    shown = {"hits": "", "hex": "18A:0407", "roll": "S, success", "danger_zone": "contact", "group": "Force H"}
    assert [label for label, _ in veiled.fields_of(shown)] == ["Danger zone", "Success roll", "Group", "Hex", "Hits"]
    assert ("Success roll", "success") in veiled.fields_of(shown)


PAGES = ("", "board/", "board/roster/", "log/", "sheet/", "report/", "handover/", "zones/central-med/", "air/")


@pytest.mark.rule("E33.A.1", "E33.E.R.N")
def test_pages_name_beaches_and_entries(demo: InHand) -> None:
    campaign = demo.campaign
    clear(campaign)
    entry = put(campaign, typed("Ariete division, 4 REs", "afloat-central-med tripoli"))
    put(campaign, typed("2 SP", "beach-central-med benghazi"))
    put(campaign, typed("3 empty NTs", "tripoli beach-aegean"))
    rolled(campaign, f"row:{entry}", "3 4, 4")
    for page in PAGES:
        answer = demo.client.get(demo.home + page)
        assert answer.status_code in (200, 404), page
        told = unescape(answer.content.decode())
        assert ">afloat-central-med" not in told, page
        assert ">beach-central-med" not in told, page
    board = demo.text("board/")
    assert "A beach, Central Med" in board
    assert "Back in its entry at sea, Central Med, finished" in board
    last = demo.last(procedure="cargo-contact")
    assert "comes into play afloat" in demo.text(f"log/{last.reference}/")
    demo.get(f"log/{last.reference}/correct/")


def said(campaign: Campaign, text: str) -> str:
    """The sentence as the log of the campaign says it."""
    return words_for(states.load(campaign.slug), {}).sentence(text)


def test_rows_and_chains_of_the_campaign_are_named() -> None:
    assert said(begin_demo(), "port:naples since public/2") == "Naples since entry 2"
    assert said(begin_war_demo(), "base:kiel since central/2") == "Kiel since entry 2 of the Central chain"


@pytest.mark.parametrize("text", ["the fleet:home", "base:malta and action:stations", "neutral/2", "central/3"])
def test_words_of_other_rule_systems_stay_as_they_were_typed(text: str) -> None:
    assert said(begin_demo(), text) == text
