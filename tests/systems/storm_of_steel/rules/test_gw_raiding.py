"""GW.RAID: commerce raiding, worked out by hand from the printed table."""

from fractions import Fraction
from typing import Any

import pytest
from pydantic import ValidationError

from navalassist.engine import Add, Create, Outcome, Set
from navalassist.systems.storm_of_steel.actions import NavalAction
from navalassist.systems.storm_of_steel.state import Unit
from tests.rules.by_hand import WHY, basis_of, figures, forbids, given, played, ran, refused, rulings_of
from tests.rules.play import a_mark
from tests.systems.storm_of_steel.rules.fleets import an_action, some

LEVEL = "condition:merchant-level.value"
# The area has had its roll of this player turn.
MARK = a_mark("raided/western-approaches", "player-turn", subject="area:western-approaches")


Units = str | tuple[Unit, ...]


def units(of: Units, **factors: int) -> tuple[Unit, ...]:
    return some(of, **factors) if isinstance(of, str) else of


def a_raid(raiders: Units = "2 ca", convoys: Units = "2 esc", flotillas: Units = "", **more: Any) -> Any:
    """Action 3: raiders of 5 combat strength each against convoy units of contact 2 each; the level is 60."""
    there = {
        "raiders": units(raiders, combat=5),
        "convoys": units(convoys, contact=2),
        "flotillas": units(flotillas, combat=0),
    }
    plain = {"area": "western-approaches", "name": "Western Approaches", "raided": True, "level": 60}
    return given("gw-raid", **{**plain, **there, "action": a_mission(), **more})


def a_mission(**more: Any) -> NavalAction:
    """The raiding mission, which nobody stops any more."""
    plain = {"mission": "raiding", "area": "western-approaches", "area_name": "Western Approaches", "target": ""}
    return an_action(**{**plain, "stage": "unopposed", **more})


def over(points: int, key: str = "3") -> tuple[Set, Set]:
    """The end of the mission."""
    what = "point" if points == 1 else "points"
    words = f"commerce was raided in Western Approaches: {points} merchant shipping {what}"
    return Set(f"action:{key}.stage", "ended"), Set(f"action:{key}.ends", words)


def raided(situation: Any, dice: str, **rulings: str) -> Outcome[Any]:
    return played(situation, dice, **rulings)


def owed(outcome: Outcome[Any]) -> dict[str, tuple[str, list[str]]]:
    """The losses that are left to be taken off: key -> (side, among whom)."""
    made = [effect for effect in outcome.effects if isinstance(effect, Create) and effect != MARK]
    rows = [(effect.key, dict(effect.fields)) for effect in made]
    assert all((fields["units"], fields["factors"], fields["action"]) == (1, 0, "") for _, fields in rows)
    return {key.removeprefix("owed-loss:"): (fields["side"], fields["among"]) for key, fields in rows}


@pytest.mark.rule("GW.RAID")
def test_the_column_is_raiders_combat_less_convoys_contact_transports_add_0_and_its_ends_hold_all_beyond() -> None:
    """Two raiders of 5 are 10, two convoy units of 2 are 4: column 6 reads 1+D, 1, 2, 2, 3, 3+A."""
    situation = a_raid()
    assert [(term.value, term.applies) for term in basis_of(situation).terms[:2]] == [(10, True), (-4, True)]
    assert [raided(situation, str(die)).result.points for die in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    # Two raiders of 5, a transport of 0, convoys of 4: still column 6.
    mixed = a_raid(raiders=(*some("2 ca", combat=5), *some("1 trn", combat=0)))
    assert basis_of(mixed).total == 6
    forbids(a_raid(raiders=some("2 trn", combat=0)), "GW.RAID: No Central unit raids in Western Approaches.")
    few = ran(a_raid("1 ss", "20 esc"), "6")
    told = (basis_of(a_raid("1 ss", "20 esc")).total, few.cells[0].column, few.cells[0].value)
    assert told == (-35, "1 or less", "1+A")
    many = ran(a_raid("9 ss", ""), "5")
    assert (basis_of(a_raid("9 ss", "")).total, many.cells[0].column, many.cells[0].value) == (45, "31 or more", "9")


@pytest.mark.rule("GW.RAID")
def test_the_merchant_level_falls_by_the_number_never_below_0_and_only_where_it_is_kept() -> None:
    outcome = raided(a_raid(), "5")
    assert outcome.effects == (Add(LEVEL, -3), MARK, *over(3))
    assert (outcome.result.merchant_level_before, outcome.result.merchant_level_after) == (60, 57)
    outcome = raided(a_raid(level=2), "5")
    assert (outcome.result.points, outcome.effects) == (3, (Add(LEVEL, -2), MARK, *over(2)))
    assert raided(a_raid(level=0), "5").effects == (MARK, *over(0))
    outcome = raided(a_raid("1 ca"), "2")
    assert (outcome.result.points, outcome.effects) == (0, (MARK, *over(0)))
    outcome = raided(a_raid(level=None), "5")
    assert (outcome.result.points, outcome.effects) == (3, (MARK, *over(3)))
    assert outcome.result.merchant_level_before is None


@pytest.mark.rule("GW.RAID.usw")
def test_unrestricted_submarine_warfare_doubles_the_number_and_stands_among_the_terms() -> None:
    outcome = raided(a_raid(usw=True), "5")
    assert (outcome.result.points, outcome.effects) == (6, (Add(LEVEL, -6), MARK, *over(6)))
    for usw in (True, False):
        term = next(term for term in basis_of(a_raid(usw=usw)).terms if term.rule == "GW.RAID.usw")
        assert (term.applies, term.value) == (usw, 0)


@pytest.mark.rule("GW.RAID.D")
@pytest.mark.parametrize(
    ("tactic", "convoys", "lost"), [(True, "2 esc", True), (True, "", False), (False, "2 esc", False)]
)
def test_a_raider_is_lost_under_the_convoy_tactic_with_any_convoy_unit_there(
    tactic: bool, convoys: str, lost: bool
) -> None:
    outcome = raided(a_raid(convoys=convoys, tactic=tactic), "1")
    assert outcome.result.raider_lost is lost
    assert owed(outcome) == ({"loss-raider": ("central", ["ca-1", "ca-2"])} if lost else {})


@pytest.mark.rule("GW.RAID.D2")
def test_a_flotilla_is_lost_beside_the_raider_without_the_tactic_too_unless_r35_is_read_otherwise() -> None:
    outcome = raided(a_raid(flotillas="2 trn"), "1")
    assert (outcome.result.raider_lost, outcome.result.flotilla_lost) == (False, True)
    assert owed(outcome) == {"loss-flotilla": ("central", ["trn-1", "trn-2"])}

    def lost(**more: Any) -> bool:
        return raided(a_raid(flotillas="1 trn", **more), "1", R_35="tactic").result.flotilla_lost

    assert [lost(), lost(tactic=True), lost(tactic=True, convoys="")] == [False, True, False]
    notes = {"R-37": "stands", "R-82": "stands", "R-90": "stands"}
    assert rulings_of(a_raid(), "2") == {"R-35": "area", **notes}
    outcome = raided(a_raid(flotillas="1 trn", tactic=True), "1")
    assert list(owed(outcome)) == ["loss-raider", "loss-flotilla"]
    # The number of the cell counts as well: 1+D in column 6.
    assert Add(LEVEL, -1) in outcome.effects
    assert owed(raided(a_raid(flotillas="1 trn", tactic=True), "2")) == {}


@pytest.mark.rule("GW.RAID.A")
def test_a_convoy_unit_is_lost_if_there_is_one_that_is_in_no_action() -> None:
    outcome = raided(a_raid(tactic=True, loss="a7"), "6")
    assert outcome.result.convoy_unit_lost
    assert owed(outcome) == {"a7-convoy": ("allied", ["esc-1", "esc-2"])}
    nobody = raided(a_raid(convoys=""), "6")
    assert (nobody.result.convoy_unit_lost, owed(nobody)) == (False, {})
    one = a_raid(engaged=("esc-1",))
    assert basis_of(one).total == 6
    assert owed(raided(one, "6")) == {"loss-convoy": ("allied", ["esc-2"])}
    both = raided(a_raid(engaged=("esc-1", "esc-2")), "6")
    assert (both.result.convoy_unit_lost, owed(both)) == (False, {})


@pytest.mark.rule("GW.RAID")
def test_the_numbers_before_the_roll_are_exact_and_the_end_says_what_it_cost() -> None:
    """Column 6 under USW: 2, 2, 4, 4, 6 and 6 points are 24 of six dice; +D on a 1 and +A on a 6."""
    assert figures(a_raid(usw=True, tactic=True)) == {
        "points": Fraction(24, 6),
        "raider-lost": Fraction(1, 6),
        "flotilla-lost": Fraction(0),
        "convoy-unit-lost": Fraction(1, 6),
    }
    # Column 6 reads 1+D, 1, 2, 2, 3, 3+A.
    assert [raided(a_raid(), die).effects[-2:] for die in ("2", "4")] == [over(1), over(2)]


@pytest.mark.rule("GW.RAID", "GW.INT")
def test_refusals_say_what_is_missing_as_a_mission_that_could_be_intercepted() -> None:
    assert not refused(a_raid())
    words = "No naval action is named: send a fleet on a Commerce Raiding mission first, which the enemy may intercept."
    elsewhere = a_mission(area="irish-sea", area_name="Irish Sea")
    scapa = "4th Destroyer Flotilla does not convoy in Western Approaches."
    for situation, why in (
        (a_raid(raided=False), "Commerce is not raided in Western Approaches."),
        (a_raid(""), "No Central unit raids in Western Approaches."),
        (a_raid(action=a_mission(stage="contact")), "Action 3 waits for the roll on the contact table."),
        (a_raid(action=a_mission(mission="bombardment")), "The mission of action 3 is Coastal Bombardment."),
        (a_raid(action=elsewhere), "Action 3 raids in Irish Sea, not in Western Approaches."),
        (a_raid(misplaced=scapa), scapa),
        (a_raid(action=None), words),
    ):
        forbids(situation, f"GW.RAID: {why}")
    assert raided(a_raid(action=None, because=WHY), "5").effects == (Add(LEVEL, -3), MARK)


@pytest.mark.rule("GW.RAID")
def test_an_area_is_raided_once_in_a_player_turn_and_all_missions_there_end_with_it() -> None:
    words = "Commerce was raided in Western Approaches already: once in a player turn (R-82)."
    forbids(a_raid(raided_before=True), f"GW.RAID: {words}")
    # By agreement it is raided again, and its mark stands already.
    assert raided(a_raid(raided_before=True, because=WHY), "5").effects == (Add(LEVEL, -3), *over(3))
    outcome = raided(a_raid(along=(a_mission(key="7", number=7),)), "4")
    assert outcome.effects == (Add(LEVEL, -2), MARK, *over(2), *over(2, "7"))


@pytest.mark.rule("GW.RAID")
@pytest.mark.parametrize("name", ["raiders", "convoys", "flotillas"])
def test_nobody_counts_twice(name: str) -> None:
    with pytest.raises(ValidationError, match="ca-1 is named twice"):
        a_raid(**{name: some("1 ca") * 2})


@pytest.mark.rule("GW.RAID.D", "GW.RAID.D2")
def test_the_attacking_unit_of_the_d_is_no_transport_and_in_no_other_action() -> None:
    transport = some("1 trn", combat=0)
    outcome = raided(a_raid(raiders=(*some("1 ca", combat=5), *transport), flotillas=transport, tactic=True), "1")
    assert owed(outcome) == {"loss-raider": ("central", ["ca-1"]), "loss-flotilla": ("central", ["trn-1"])}
    free = raided(a_raid(flotillas="2 trn", tactic=True, engaged=("ca-2", "trn-1")), "1")
    assert owed(free) == {"loss-raider": ("central", ["ca-1"]), "loss-flotilla": ("central", ["trn-2"])}
    none = raided(a_raid(flotillas="1 trn", tactic=True, engaged=("ca-1", "ca-2", "trn-1")), "1")
    assert (none.result.raider_lost, none.result.flotilla_lost, owed(none)) == (False, False, {})
    assert owed(raided(a_raid("", tactic=True, because=WHY), "1")) == {}
