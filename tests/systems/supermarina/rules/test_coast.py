"""SM.3.D: what coastal observers see."""

from __future__ import annotations

import pytest

from navalassist.campaigns.models import Campaign
from tests.in_hand import InHand
from tests.systems.supermarina.at_sea import known

pytestmark = pytest.mark.rule("SM.3.D")
SLUG = "sm-coast"


@pytest.fixture
def table(duisburg: Campaign) -> InHand:
    """The Axis movement step of NAS 4."""
    return InHand(duisburg, "allied")


def test_into_one_hex_of_the_coast_is_seen_in_general_and_along_it_in_full(table: InHand) -> None:
    entry = table.do(SLUG, force="axis-1", what="enters")
    assert known(table, "allied", "axis-1") == ["general", "warships and transports"]
    assert "Observers see Axis task force 1, which enters a partial-sea hex" in table.at("axis").receipt(entry)
    assert table.rows("mark") == ["spotted/axis-1--coast"]
    table.do(SLUG, force="axis-2", what="follows")
    assert known(table, "allied", "axis-2")[0] == "full"
    # The same method again tells no more; along the coast it does.
    table.do(SLUG, force="axis-1", what="enters")
    assert known(table, "allied", "axis-1")[0] == "general"
    table.do(SLUG, force="axis-1", what="follows")
    assert known(table, "allied", "axis-1")[0] == "full"
    table.check()


@pytest.mark.rule("SM.3")
def test_coast_and_aircraft_are_two_methods(table: InHand) -> None:
    table.do(SLUG, force="axis-1", what="enters")
    table.until("axis/nas-4/enemy-recon")
    table.do("sm-area-search", "1", force="axis-1")
    assert known(table, "allied", "axis-1")[0] == "full"


def test_who_shells_the_land_is_seen_in_full_until_the_segment_ends(table: InHand) -> None:
    table.until("axis/nas-4/own-combat")
    table.do(SLUG, force="axis-2", what="shells")
    assert known(table, "allied", "axis-2")[0] == "full"
    table.until("axis/nas-5/own-recon")
    assert known(table, "allied", "axis-2")[0] == "nothing"
    assert "movement and combat steps" in table.refuse(SLUG, force="axis-2", what="enters")


def test_it_is_the_tap_of_the_side_whose_coast_it_is(table: InHand) -> None:
    line = next(duty for duty in table.duties() if duty.procedure == SLUG)
    assert (line.text, line.seat) == ("Observers on the coast see Axis task force 1", "allied")
    table.until("axis/nas-4/enemy-movement")
    assert "in the Axis movement and combat steps" in table.refuse(SLUG, force="axis-1", what="enters")
