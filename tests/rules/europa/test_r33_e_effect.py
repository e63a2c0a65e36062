"""33.E: what a contact does. One die a lot, table 6; and what the half result does to RPs."""

from decimal import Decimal
from fractions import Fraction

import pytest
from pydantic import ValidationError

from navalassist.engine import Outcome, Roller
from navalassist.rules.europa.fates import Fate
from navalassist.rules.europa.r33_anti_shipping import check_for_contact
from navalassist.rules.europa.r33_half_rps import HalvedUnit, halve_points
from navalassist.rules.europa.words import ShipmentState, Side
from tests.rules.play import a_sailing, figures_of, odds_for, play, registered, sets

NOW = "1941-03-1/axis/naval-movement"
HIT = "6 6"  # a total of 12 is a contact in every column


def contacted(what: str, dice: str, *, rulings: dict[str, str] | None = None, **options: object) -> Outcome[Fate]:
    """The outcome of a contact with these dice for the lots."""
    return play(check_for_contact, a_sailing(what, **options), f"{HIT} {dice}", **(rulings or {}))  # type: ignore[arg-type]


def losses(fate: Fate) -> tuple[str, str, str, int, int, int]:
    """REs lost, returned, sailing on; the same of transports."""
    res = (fate.res_lost, fate.res_returned, fate.res_afloat)
    return (*map(str, res), fate.transports_lost, fate.transports_returned, fate.transports_afloat)  # type: ignore[return-value]


# Table 6, column by column


@pytest.mark.rule("E33.E.T6", "E33.E.SP", "E33.E.RE", "E33.E.R", "E33.E.E")
@pytest.mark.parametrize(
    ("die", "lost", "state"),
    [
        ("1", ("0", "3", "0", 0, 3, 0), "returned"),
        ("2", ("1", "0", "2", 1, 0, 2), "arrived"),
        ("3", ("2", "0", "1", 2, 0, 1), "arrived"),
        ("4", ("3", "0", "0", 3, 0, 0), "lost"),
        ("5", ("3", "0", "0", 3, 0, 0), "lost"),
        ("6", ("3", "0", "0", 3, 0, 0), "lost"),
    ],
)
def test_the_column_of_sps_and_srps(die: str, lost: tuple[object, ...], state: str) -> None:
    for what in ("3 sp", "3 srp"):
        fate = contacted(what, die).result
        assert (losses(fate), fate.state) == (lost, state)


def in_zone(declared: str) -> dict[str, object]:
    """A sailing in the South Aegean zone."""
    return {"zone": "south-aegean", "world": {"more": {"zone:south-aegean.declared": declared}}}


OUTSIDE: dict[str, object] = {"zone": "central-med"}
RESULTS = [
    # die: outside, loose, tight, as printed
    ("1", "NE", "NE", "NE"),
    ("2", "NE", "NE", "R"),
    ("3", "NE", "R", "R"),
    ("4", "R", "R", "HALF"),
    ("5", "R", "HALF", "E"),
    ("6", "HALF", "E", "E"),
]


@pytest.mark.rule("E33.E.T6", "E33.B.7.e1")
@pytest.mark.parametrize(("die", "outside", "loose", "tight"), RESULTS)
@pytest.mark.parametrize("what", ["4 unit", "4 rp", "1 warship", "1 task-force", "1 carrier"])
def test_units_read_the_column_of_the_place(what: str, die: str, outside: str, loose: str, tight: str) -> None:
    for place, result in ((OUTSIDE, outside), (in_zone("loose"), loose), (in_zone("tight"), tight)):
        assert [lot.result for lot in contacted(what, die, **place).result.lots] == [result]


@pytest.mark.rule("E33.E.SP", "E33.B.7.e1")
@pytest.mark.parametrize("declared", ["tight", "loose"])
def test_sps_read_their_own_column_in_the_interdiction_zone_too(declared: str) -> None:
    assert contacted("3 sp", "1", **in_zone(declared)).result.lots[0].result == "R"


# Lots


@pytest.mark.rule("E33.E.SP")
@pytest.mark.parametrize(
    ("what", "dice", "lots"),
    [
        ("7 sp", "111", [("3", 3), ("3", 3), ("1", 1)]),
        ("6 sp", "11", [("3", 3), ("3", 3)]),
        ("5 srp", "11", [("3", 3), ("2", 2)]),
        ("2 sp", "1", [("2", 2)]),
        ("2.5 sp", "1", [("2.5", 3)]),
        ("4 empty", "11", [("3", 3), ("1", 1)]),
        ("7 unit", "1", [("7", 7)]),
        ("7 rp", "1", [("7", 7)]),
    ],
)
def test_supplies_and_empties_are_rolled_in_lots_of_3_res(what: str, dice: str, lots: list[tuple[str, int]]) -> None:
    fate = contacted(what, dice).result
    assert [(str(lot.res), lot.transports) for lot in fate.lots] == lots
    assert [lot.number for lot in fate.lots] == list(range(1, len(lots) + 1))


@pytest.mark.rule("E33.E.SP", "E33.E.R", "E33.E.RE", "E33.E.E", "E33.PROC")
def test_each_lot_has_its_own_fate() -> None:
    # E: 3 SPs and 3 NTs gone; 1 RE: 1 SP and 1 NT gone, 2 sail on; R: 1 SP and 1 NT back to Naples.
    outcome = contacted("7 sp", "6 2 1", legs=2)
    assert losses(outcome.result) == ("4", "1", "2", 4, 1, 2)
    assert sets(outcome) == {
        "res_afloat": "2",
        "res_lost": "4",
        "res_returned": "1",
        "transports_afloat": 2,
        "transports_lost": 4,
        "transports_returned": 1,
        "state": "at-sea",
        "leg": 2,
        "sailed_in": NOW,
    }


@pytest.mark.rule("E33.E.RE")
def test_losses_are_never_more_than_the_lot_and_amounts_are_written_in_their_shortest_form() -> None:
    # 2 REs against a lot of 1
    assert losses(contacted("1 sp", "3").result) == ("1", "0", "0", 1, 0, 0)
    assert losses(contacted("0.5 sp", "2").result) == ("0.5", "0", "0", 1, 0, 0)
    outcome = contacted("2.50 rp", "6")
    assert sets(outcome)["res_returned"] == "0.5"
    assert outcome.result.res_lost == Decimal(2)


@pytest.mark.rule("E33.E.N1")
def test_empties_lose_transports_for_the_res_they_could_carry_and_what_was_sunk_is_not_at_sea() -> None:
    # lots of 3 and 1: 2 REs sink 2 NTs, R turns the single one back
    outcome = contacted("4 empty", "3 1")
    assert losses(outcome.result) == ("2", "1", "1", 2, 1, 1)
    assert sets(outcome) == {
        "transports_afloat": 1,
        "transports_lost": 2,
        "transports_returned": 1,
        "state": "arrived",
    }
    # One NT that carries 2 REs: 1 RE eliminated sinks it.
    fate = contacted("1 empty", "2", item={"carries": "2", "transport_count": 1}).result
    assert (fate.transports_afloat, fate.res_afloat) == (0, 0)
    assert fate.state == "lost"


@pytest.mark.rule("E33.E.N1", "E33.E.RE")
def test_a_large_transport_stays_for_what_needs_it_barges_are_six_to_a_lot_and_great_ships_one() -> None:
    barges = {"transports": "lb", "carries": "0.5", "transport_count": 8}
    fate = contacted("8 empty", "2 6", item=barges).result
    # 1 RE sinks 2 of the 6; the other 2 barges are eliminated
    assert losses(fate) == ("2", "0", "2", 4, 0, 4)
    ships = {"carries": "5", "transport_count": 2}
    fate = contacted("2 empty", "2 1", item=ships).result
    # A part of a ship counts as a whole one, and an empty ship is lost with all that it could carry
    assert losses(fate) == ("5", "5", "0", 1, 1, 0)
    assert losses(contacted("2 empty", "2 1", item=ships, rulings={"R_17": "down"}).result) == ("0", "5", "5", 0, 1, 1)
    one = {"carries": "3", "transport_count": 1}
    assert losses(contacted("3 sp", "2", item=one).result) == ("1", "0", "2", 0, 0, 1)
    # 6 SPs on 3 transports of 2: lots of 3 on 2 and of 3 on 1; 1 RE of the first lot leaves 2 for one transport
    three = {"carries": "2", "transport_count": 3}
    assert losses(contacted("6 sp", "2 6", item=three).result) == ("4", "0", "2", 2, 0, 1)


# Results


@pytest.mark.rule("E33.E.NE", "E33.E.R")
def test_no_effect_changes_nothing_but_the_voyage_and_returned_ends_it_for_the_player_turn() -> None:
    outcome = contacted("4 unit", "1", legs=2)
    assert outcome.result.contact is True
    assert outcome.result.unharmed
    assert sets(outcome) == {"state": "at-sea", "leg": 2, "sailed_in": NOW}
    outcome = contacted("4 unit", "4", legs=3, leg_number=2)
    assert sets(outcome) == {
        "res_afloat": "0",
        "res_returned": "4",
        "transports_afloat": 0,
        "transports_returned": 4,
        "state": "returned",
        "finished_in": "1941-03-1/axis",
    }


@pytest.mark.rule("E33.E.HALF", "E33.E.HALF.N")
@pytest.mark.parametrize(
    ("what", "up", "down"),
    [
        ("4 unit", ("2", "2", "0", 2, 2, 0), ("2", "2", "0", 2, 2, 0)),
        ("3 unit", ("2", "1", "0", 2, 1, 0), ("1", "2", "0", 1, 2, 0)),
        ("1 unit", ("1", "0", "0", 1, 0, 0), ("0", "1", "0", 0, 1, 0)),
        ("5 rp", ("3", "2", "0", 3, 2, 0), ("2", "3", "0", 2, 3, 0)),
        ("2.5 rp", ("2", "0.5", "0", 2, 1, 0), ("1", "1.5", "0", 1, 2, 0)),
        ("0.5 rp", ("0.5", "0", "0", 1, 0, 0), ("0", "0.5", "0", 0, 1, 0)),
    ],
)
def test_half_of_cargo_and_transports_is_lost_and_the_rest_returns(
    what: str, up: tuple[object, ...], down: tuple[object, ...]
) -> None:
    assert losses(contacted(what, "6").result) == up
    assert losses(contacted(what, "6", rulings={"R_17": "down"}).result) == down


@pytest.mark.rule("E33.E.HALF", "E33.E.E")
@pytest.mark.parametrize("what", ["1 warship", "1 task-force", "1 carrier"])
def test_naval_units_take_1_hit_or_2_and_return(what: str) -> None:
    assert sets(contacted(what, "6")) == {"hits": 1, "state": "returned", "finished_in": "1941-03-1/axis"}
    gone = contacted(what, "6", **in_zone("tight"), item={"hits": 1})
    assert sets(gone)["hits"] == 3
    assert gone.result.state is ShipmentState.RETURNED
    assert not gone.result.unharmed


@pytest.mark.rule("E33.E.E", "E33.E.HALF")
def test_eliminated_takes_a_unit_and_its_transports_and_the_owner_settles_what_half_of_a_unit_is() -> None:
    outcome = contacted("4 unit", "6", **in_zone("tight"))
    assert losses(outcome.result) == ("4", "0", "0", 4, 0, 0)
    assert sets(outcome)["state"] == "lost"
    assert "finished_in" not in sets(outcome)
    assert "cadre" in contacted("4 unit", "6").result.lots[0].note
    assert contacted("4 rp", "6").result.lots[0].note == ""


@pytest.mark.rule("E33.E.HALF", "E33.E.E")
def test_a_warship_that_carries_cargo_takes_hits_and_is_not_sunk_with_it() -> None:
    aboard = {"transports": "warship", "transport_count": 1}
    half = contacted("4 unit", "6", item=aboard).result
    assert (losses(half), half.hits) == (("2", "2", "0", 0, 1, 0), 1)
    outcome = contacted("4 unit", "6", item=aboard, **in_zone("tight"))
    gone = outcome.result
    # Its cargo is lost, but not the ship: E sends it back to its port of origin.
    assert (losses(gone), gone.hits) == (("4", "0", "0", 0, 1, 0), 2)
    assert sets(outcome) == {
        "res_afloat": "0",
        "res_lost": "4",
        "transports_afloat": 0,
        "transports_returned": 1,
        "hits": 2,
        # After E it may move on in this player turn: only R and ½E bar that.
        "state": "returned",
    }
    # What nothing carries has no hits to take.
    bare = contacted("4 unit", "6", item={"transports": "", "transport_count": 0}).result
    assert (losses(bare), bare.hits) == (("2", "2", "0", 0, 0, 0), 0)


ON_A_WARSHIP = {"transports": "warship", "transport_count": 1}


@pytest.mark.rule("E33.E.SP", "E33.E.R", "E33.E.E")
@pytest.mark.parametrize(
    ("dice", "fate", "hits", "state"),
    [
        # Lots of 3, 3 and 1. E takes the first, 1 RE one of the second, R the third: the ship brings 2 and 1 back.
        ("6 2 1", ("4", "3", "0", 0, 1, 0), 2, "returned"),
        # Every lot eliminated is one result on the ship, not three.
        ("6 5 4", ("7", "0", "0", 0, 1, 0), 2, "returned"),
        # One lot returned brings the other two back; nobody is hit.
        ("2 1 2", ("2", "5", "0", 0, 1, 0), 0, "returned"),
        # Only REs are eliminated: 1 and 2 and the last 1; the ship sails on with 3.
        ("2 3 2", ("4", "0", "3", 0, 0, 1), 0, "at-sea"),
    ],
)
def test_one_ship_has_one_fate_whatever_its_lots_throw(
    dice: str, fate: tuple[object, ...], hits: int, state: str
) -> None:
    found = contacted("7 sp", dice, item=ON_A_WARSHIP, legs=2).result
    assert (losses(found), found.hits, found.state) == (fate, hits, state)
    lots = found.lots
    assert (sum(lot.res_lost for lot in lots), sum(lot.res_returned for lot in lots)) == (
        found.res_lost,
        found.res_returned,
    )
    assert sum(lot.hits for lot in lots) == hits


@pytest.mark.rule("E33.E.R")
def test_a_unit_turned_back_on_a_warship_comes_with_the_ship_which_takes_no_hit() -> None:
    found = contacted("4 unit", "4", item=ON_A_WARSHIP, legs=2).result
    assert (losses(found), found.hits, found.state) == (("0", "4", "0", 0, 1, 0), 0, "returned")
    # A ship that nobody counted has come back all the same.
    uncounted = ON_A_WARSHIP | {"transport_count": 0}
    assert contacted("4 unit", "6", item=uncounted, **in_zone("tight")).result.state is ShipmentState.RETURNED
    assert sets(contacted("1 warship", "4")) == {"state": "returned", "finished_in": "1941-03-1/axis"}


@pytest.mark.rule("E33.E.RE", "E33.E.E")
def test_a_warship_that_lost_only_its_cargo_sails_on_and_what_has_nothing_back_in_port_is_lost() -> None:
    found = contacted("1 sp", "2", item=ON_A_WARSHIP, legs=2).result
    assert (losses(found), found.hits, found.state) == (("1", "0", "0", 0, 0, 1), 0, "lost")
    assert "item of its own" in found.lots[0].note
    earlier = {"res_returned": "3", "transports_returned": 3}
    assert contacted("3 sp", "6", item=earlier).result.state is ShipmentState.RETURNED
    assert contacted("3 sp", "6").result.state is ShipmentState.LOST
    assert contacted("3 empty", "6", item={"transports_returned": 3}).result.state is ShipmentState.RETURNED


@pytest.mark.rule("E33.E.E")
def test_the_odds_of_a_warship_s_cargo_count_its_hits_once() -> None:
    # 21/36 contacts. Of two lots at least one is E in 3 of 4 throws: 2 hits then. Each lot loses 2 REs on average.
    found = figures_of(check_for_contact, a_sailing("6 sp", item=ON_A_WARSHIP))
    assert found["hits"] == Fraction(21, 36) * Fraction(3, 4) * 2
    assert found["loss"] == Fraction(21, 36) * 4
    chances = odds_for(check_for_contact, a_sailing("6 sp", item=ON_A_WARSHIP))
    # It sails on after a contact only if neither lot throws R or E: 2 of 6, twice.
    on = chances.chance(lambda fate: fate.contact is True and fate.transports_afloat == 1)
    assert on == Fraction(21, 36) * Fraction(1, 9)


@pytest.mark.rule("E33.E.RE", "E33.E.R")
def test_totals_go_on_from_what_was_lost_before() -> None:
    before = {"res_lost": "2", "res_returned": "1.5", "transports_lost": 2, "transports_returned": 2, "state": "at-sea"}
    outcome = contacted("4 sp", "2 1", item=before, legs=3, leg_number=2)
    # of 4: 1 lost, 1 returned, 2 sail on
    assert sets(outcome) == {
        "res_afloat": "2",
        "res_lost": "3",
        "res_returned": "2.5",
        "transports_afloat": 2,
        "transports_lost": 3,
        "transports_returned": 3,
        "leg": 3,
        "sailed_in": NOW,
    }


@pytest.mark.rule("E33.B.7.e1")
def test_the_allied_zone_does_not_trouble_allied_units() -> None:
    # A die of 4 returns a unit outside; in a tight zone it would be half eliminated.
    assert str(contacted("2 unit", "4", side="allied", **in_zone("tight")).result.lots[0].result) == "R"
    assert str(contacted("2 unit", "4", **in_zone("tight")).result.lots[0].result) == "HALF"


# 33.E, note on the half result: RPs of what was eliminated are halved too. Worked out from the note, R-17 and R-40.


def halved(points: str, **rulings: str) -> tuple[Decimal, Decimal]:
    """RPs that are kept and lost."""
    unit = HalvedUnit(side=Side.AXIS, unit="Ariete division", points=Decimal(points))
    result = play(halve_points, unit, **rulings).result
    return result.points_kept, result.points_lost


@pytest.mark.rule("E33.E.HALF.N")
@pytest.mark.parametrize(
    ("points", "kept", "lost"),
    [("4", 2, 2), ("5", 2, 3), ("1", 0, 1), ("2.5", Decimal("0.5"), 2), ("0.5", 0, Decimal("0.5"))],
)
def test_half_of_the_rps_is_lost_and_the_odd_one_too(points: str, kept: Decimal, lost: Decimal) -> None:
    assert halved(points) == (kept, lost)


@pytest.mark.rule("E33.E.HALF.N")
def test_a_group_may_spare_the_odd_one_no_dice_are_thrown_and_some_points_are_wanted() -> None:
    assert halved("5", R_17="down") == (3, 2)
    assert halved("1", R_17="down") == (1, 0)
    assert registered(halve_points).roller is Roller.NOBODY
    with pytest.raises(ValidationError, match="greater than 0"):
        HalvedUnit(side=Side.AXIS, unit="Ariete", points=Decimal(0))


@pytest.mark.rule("E33.E.HALF.N")
def test_rps_that_are_carried_are_halved_by_the_result_itself_and_a_halved_unit_says_so_of_its_own() -> None:
    # 5 RPs on 5 NTs; in column 10 a 7 is contact, and a 6 outside interdiction zones the half result: 3 RPs and 3 NTs
    # are lost, 2 go back.
    outcome = play(check_for_contact, a_sailing("5 rp", malta=10), "4 3, 6")
    changed = sets(outcome)
    assert (changed["res_lost"], changed["res_returned"]) == ("3", "2")
    assert (changed["transports_lost"], changed["transports_returned"]) == (3, 2)
    outcome = play(check_for_contact, a_sailing("4 unit", malta=10), "4 3, 6")
    assert outcome.result.lots[0].note.endswith("half of the RPs that come of it are lost too.")
