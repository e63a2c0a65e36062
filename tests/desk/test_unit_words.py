"""Receipts of rules on naval units: no words of cargo, names for numbers, and the strength that fires in large."""

from __future__ import annotations

import re

import pytest

from navalassist.systems.europa.upkeep import capture
from tests.in_hand import InHand

pytestmark = pytest.mark.django_db


@pytest.fixture
def med(med: InHand) -> InHand:
    """A task force at sea, and two landing craft in Tobruk."""
    craft = {"kind": "lc", "strength": 6, "reverse": 3, "place": "port:tobruk"}
    crafts = {f"craft-{number}": craft | {"name": f"Landing craft {number}"} for number in (1, 2)}
    med.group("squadra", "axis", "hex:27A:0410", "central-med", zara={"strength": 6, "reverse": 3}, **crafts)
    return med


@pytest.mark.rule("E33.E.R")
def test_a_naval_unit_that_is_turned_back_lands_no_cargo(med: InHand) -> None:
    page = med.receipt(med.do("unit-contact", "63 5", unit="zara", zone="central-med"))
    assert "Effect on the unit" in page
    assert "returned: back to the port of origin, no more movement" in page
    assert "the cargo lands" not in page.partition("Dice and their source")[0]
    assert "effect on lot" not in page.casefold()
    assert "Strength left 6" in page
    assert "Turned back 23/72 32 % yes" in page.partition("Odds shown before the roll")[2]


@pytest.mark.rule("E36.B.1")
def test_scuttled_craft_have_their_names_and_dice_their_meaning(med: InHand) -> None:
    """Two lots of 2 points, of twelve points: 1 to 4 escapes, 5 and 6 is scuttled. One die a point: one goes down."""
    with med.writing("moderator") as writer:
        writer.edit("test", capture(writer.state.values, "tobruk", "axis", writer.state.book).effects)
        writer.edit("test", capture(writer.state.values, "tobruk", "allied", writer.state.book).effects)
    drawn = "Landing craft 1, Landing craft 1"
    page = med.receipt(med.do("ships-scuttled", "1115", port="tobruk/axis", res=2, drawn=drawn))
    assert "1 scuttled" in page
    assert "craft 1:" not in page.replace("Landing craft 1:", "")
    assert "Dice thrown, one a ship or point 4" in page
    assert "Trapped" not in page
    assert "All that check escape 16/81 20 % no" in page
    assert "ships or points 1, 0.3 under" in page
    # The verdict comes before the numbers below it.
    assert re.search(r"escape typed Scuttled 1 ", page)
    assert "craft-1" not in page.partition("Effects as recorded")[0]


@pytest.mark.rule("E36.F.1.rec")
def test_the_strength_that_fires_is_the_verdict(med: InHand) -> None:
    page = med.receipt(med.do("gunfire-support", unit="zara"))
    assert "Strength 6 Supports left this year 7 Supports used this year 1" in page
    assert "MPs 0" not in page
