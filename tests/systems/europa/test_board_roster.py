"""The transport roster: derived from what was entered and from the shipments, in every state of these."""

from fractions import Fraction

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.play.dice.server import DiceInput
from navalassist.play.rules.resolve import Refused
from navalassist.systems.europa.board import rolling, roster
from navalassist.systems.europa.board.roster import Place, Roster, Ware
from tests.in_hand import InHand
from tests.systems.europa.board import do, end_steps, now, put, rolled, row, state_of, typed

NT, SP = Ware("nt"), Ware("sp")
NAPLES, TRIPOLI = Place("axis", "naples", NT), Place("axis", "tripoli", NT)


@pytest.fixture
def campaign(empty: Campaign) -> Campaign:
    now(empty, **{"malta:status.number": 9})
    return empty


def found(campaign: Campaign) -> Roster:
    state = state_of(campaign)
    return Roster(state.values, state.clock[0])


def enter(campaign: Campaign, **counts: int) -> None:
    """`naples=12`: so many NTs of the Axis are free there."""
    wanted = {Place("axis", port, NT): Fraction(count) for port, count in counts.items()}
    InHand(campaign).edit(*roster.set_to(found(campaign), wanted))


def free(campaign: Campaign, place: Place) -> Fraction:
    return found(campaign).counts[place].free


def test_without_a_roster_nothing_is_counted_and_nothing_is_stopped(campaign: Campaign) -> None:
    key = put(campaign, typed("7 SP"))
    assert found(campaign).lines("axis") == []
    assert found(campaign).at(row(campaign, key)) == []
    rolled(campaign, f"row:{key}", "11")
    assert row(campaign, key)["state"] == "arrived"


def test_what_sails_is_taken_from_its_origin_and_comes_to_where_it_ends(campaign: Campaign) -> None:
    """7 NTs of 12 sail: 5 are left in Naples, and 7 come to Tripoli."""
    key = put(campaign, typed("7 SP"))
    enter(campaign, naples=12)
    assert found(campaign).counts[NAPLES].planned == 7
    assert free(campaign, NAPLES) == 12
    rolled(campaign, f"row:{key}", "11")
    assert (free(campaign, NAPLES), free(campaign, TRIPOLI)) == (5, 7)


def test_what_came_back_has_finished_and_what_was_sunk_is_gone(campaign: Campaign) -> None:
    """7 SP are lots of 3, 3 and 1. Of 12 NTs, 5 stay: the dice 2, 1 and 6 are 1 RE, R and E, so that 1 and 1 are sunk,
    3 are back and have finished, and 2 arrive. With the next turn the 3 may sail again.
    """
    key = put(campaign, typed("7 SP"))
    enter(campaign, naples=12)
    rolled(campaign, f"row:{key}", "66 2 1 6")
    count = found(campaign).counts[NAPLES]
    assert (count.free, count.finished, count.sunk, free(campaign, TRIPOLI)) == (5, 3, 2, 2)
    while state_of(campaign).clock[0] == "1941-03-1":
        end_steps(campaign, 1)
    count = found(campaign).counts[NAPLES]
    assert (count.free, count.finished, count.sunk, free(campaign, TRIPOLI)) == (8, 0, 2, 2)


def test_what_is_at_sea_is_neither_here_nor_there(campaign: Campaign) -> None:
    key = put(campaign, typed("3 SP", tyrrhenian={"stops": True}, central_med={}))
    enter(campaign, naples=12)
    rolled(campaign, f"row:{key}")
    assert row(campaign, key)["state"] == "at-sea"
    assert (free(campaign, NAPLES), found(campaign).counts[NAPLES].at_sea) == (9, 3)
    assert found(campaign).counts[TRIPOLI].coming == 3
    assert free(campaign, TRIPOLI) == 0


def test_a_roster_that_is_entered_late_counts_from_then_on(campaign: Campaign) -> None:
    """3 NTs arrived at Tripoli before; the players say that 4 are in Naples, and nothing of Tripoli: it has none."""
    first, second = put(campaign, typed("3 SP")), put(campaign, typed("2 SP"))
    rolled(campaign, f"row:{first}", "11")
    enter(campaign, naples=4)
    assert (free(campaign, NAPLES), free(campaign, TRIPOLI)) == (4, 0)
    rolled(campaign, f"row:{second}", "11")
    assert (free(campaign, NAPLES), free(campaign, TRIPOLI)) == (2, 2)


def test_more_than_is_free_sails_only_when_it_is_ticked(campaign: Campaign) -> None:
    key = put(campaign, typed("7 SP"))
    enter(campaign, naples=5)
    with pytest.raises(Refused, match=r"Naples has 5 NTs free, and this row takes 7 NTs\. Tick “Sail all the same”"):
        rolled(campaign, f"row:{key}", "11")
    assert row(campaign, key)["state"] == "planned"
    do(campaign, rolling.roll, rolling.Order.of(f"row:{key}"), DiceInput("typed", "11"), [key])
    assert free(campaign, NAPLES) == -2


def test_roll_all_leaves_the_row_that_finds_too_few_and_sails_the_others(campaign: Campaign) -> None:
    first, second = put(campaign, typed("3 SP")), put(campaign, typed("4 SP"))
    enter(campaign, naples=5)
    rolled(campaign, "all", "11")
    assert [row(campaign, key)["state"] for key in (first, second)] == ["arrived", "planned"]


def test_empties_that_come_back_can_sail_again(campaign: Campaign) -> None:
    out, home = put(campaign, typed("5 SP")), put(campaign, typed("empty", "tripoli naples", on="5 NTs"))
    enter(campaign, naples=5)
    with pytest.raises(Refused, match="has 0 NTs free"):
        rolled(campaign, f"row:{home}", "11")
    rolled(campaign, "all", "11 11")
    assert [row(campaign, key)["state"] for key in (out, home)] == ["arrived", "arrived"]
    assert (free(campaign, NAPLES), free(campaign, TRIPOLI)) == (5, 0)


def test_old_shipments_that_are_cleared_away_leave_the_counts_as_they_are(campaign: Campaign) -> None:
    """Shipments go with the end of the turn after theirs: 5 stay in Naples, 7 in Tripoli."""
    key = put(campaign, typed("7 SP"))
    enter(campaign, naples=12)
    rolled(campaign, f"row:{key}", "11")
    while row(campaign, key):
        end_steps(campaign, 1)
    assert state_of(campaign).clock[0] == "1941-04-1"
    assert (free(campaign, NAPLES), free(campaign, TRIPOLI)) == (5, 7)


def test_cargo_is_kept_in_points_and_a_unit_by_its_name(campaign: Campaign) -> None:
    """2 SRPs are 10 REs (R-55); 7 SP are 7. Only what was entered is counted."""
    for sails in ("7 SP", "2 SRP", "Ariete Division, 4 REs"):
        put(campaign, typed(sails))
    wanted = {
        Place("axis", "naples", SP): Fraction(30),
        Place("axis", "naples", Ware("srp")): Fraction(2),
        Place("axis", "naples", roster.ware_of("unit", "ariete  division")): Fraction(4),
    }
    InHand(campaign).edit(*roster.set_to(found(campaign), wanted))
    rolled(campaign, "all", "11 11 11")
    counts = found(campaign).counts
    assert [counts[place].free for place in wanted] == [23, 0, 0]
    assert [counts[place._replace(port="tripoli")].free for place in wanted] == [7, 2, 4]
    assert NAPLES not in counts


def test_an_undone_entry_and_an_undone_count_are_followed(campaign: Campaign) -> None:
    enter(campaign, naples=12)
    enter(campaign, naples=9)
    InHand(campaign).take_back()
    assert free(campaign, NAPLES) == 12


@pytest.mark.parametrize(
    ("number", "ware", "words"),
    [
        (Fraction(1), NT, "1 NT"),
        (Fraction(12), NT, "12 NTs"),
        (Fraction(-2), NT, "−2 NTs"),
        (Fraction(5, 2), SP, "2.5 SP"),
        (Fraction(4), Ware("unit", "ariete"), "4 REs of Ariete"),
    ],
)
def test_amounts_in_words(number: Fraction, ware: Ware, words: str) -> None:
    assert roster.amount(number, ware, "Ariete" if ware.label else "") == words
