"""36.A.4: Malta's number under bombs and repair, written down in either way (R-04)."""

from decimal import Decimal

import pytest
from pydantic import ValidationError

from navalassist.engine import Create, Facts, Set, compute, create
from navalassist.rules.europa.accounts import Account
from navalassist.rules.europa.r36_malta import FACTS_NEEDED, Bombing, Repair, bomb_malta, reading, repair_malta
from navalassist.rules.europa.r36_malta_points import (
    Arrival,
    Conversion,
    Converted,
    Store,
    SupplyRepair,
    convert_points,
    receive_points,
    repair_with_supply,
)
from navalassist.rules.europa.words import Owner, Step
from tests.rules.play import applied, play, refusal
from tests.rules.world import a_book, the_world


def bombed(number: int, hits: int, scale: str = "rule33") -> tuple[int, int, int]:
    """The number, and Malta's strength before and after."""
    bombing = Bombing(number=number, valletta_owner="allied", hits=hits)  # type: ignore[arg-type]
    change = play(bomb_malta, bombing, R_04=scale).result
    return change.after, change.strength_before, change.strength_after


def repaired(number: int, points: int, scale: str = "rule33") -> tuple[int, int, int]:
    """The number, and Malta's strength before and after."""
    repair = Repair(number=number, valletta_owner="allied", points=points, engineer=True)  # type: ignore[arg-type]
    change = play(repair_malta, repair, R_04=scale).result
    return change.after, change.strength_before, change.strength_after


@pytest.mark.rule("E36.A.4.a", "E36.A.4")
def test_bombs_make_malta_weaker_on_either_scale_down_to_its_end() -> None:
    assert bombed(9, 3) == (6, 9, 6)
    assert bombed(6, 3, "rule36") == (9, 9, 6)
    assert bombed(9, 0) == (9, 9, 9)
    assert bombed(2, 5) == (0, 2, 0)
    assert bombed(13, 5, "rule36") == (15, 2, 0)


@pytest.mark.rule("E36.A.4")
def test_repair_points_make_malta_stronger_on_either_scale_up_to_the_other_end() -> None:
    assert repaired(9, 2) == (11, 9, 11)
    assert repaired(6, 2, "rule36") == (4, 9, 11)
    assert repaired(14, 5) == (15, 14, 15)
    assert repaired(1, 5, "rule36") == (0, 14, 15)


@pytest.mark.rule("E36.A.4.a", "E36.A.4.N")
def test_the_new_number_is_the_only_effect_and_an_axis_valletta_fixes_it() -> None:
    bombing = Bombing(number=9, valletta_owner="allied", hits=3)  # type: ignore[arg-type]
    outcome = play(bomb_malta, bombing)
    assert outcome.effects == (Set("malta:status.number", 6),)
    assert [(t.rule, t.value, t.applies) for t in outcome.result.sum.terms] == [
        ("36.A.4", 9, True),
        ("36.A.4.a", -3, True),
    ]
    nothing = Bombing(number=0, valletta_owner="allied", hits=3)  # type: ignore[arg-type]
    assert play(bomb_malta, nothing).effects == ()
    bombing = Bombing(number=9, valletta_owner="axis", hits=3)  # type: ignore[arg-type]
    repair = Repair(number=9, valletta_owner="axis", points=1, engineer=True)  # type: ignore[arg-type]
    fixed = "36.A.4: The Axis owns Valletta: Malta's number is fixed."
    assert refusal(bomb_malta, bombing) == fixed
    assert refusal(repair_malta, repair) == fixed


@pytest.mark.rule("E36.A.4.b3", "E36.A.4.b1")
def test_repair_needs_an_engineer_that_does_nothing_else_and_a_hit_for_each_point() -> None:
    repair = Repair(number=9, valletta_owner="allied", points=1, engineer=False)  # type: ignore[arg-type]
    assert refusal(repair_malta, repair).startswith("36.A.4.b: ")
    assert not refusal(repair_malta, repair.model_copy(update={"engineer": True}))
    # Each removes one hit: with one hit on Malta, four points of five would find none.
    repair = Repair(number=14, valletta_owner=Owner.ALLIED, points=5, engineer=True, damage=1)
    assert refusal(repair_malta, repair) == "36.A.4.b: Malta has 1 hit to remove, not 5."
    assert not refusal(repair_malta, repair.model_copy(update={"points": 1}))


@pytest.mark.rule("E36.A.4")
@pytest.mark.parametrize(
    ("field", "value"), [("number", 16), ("number", -1), ("hits", 16), ("valletta_owner", "pirates")]
)
def test_numbers_outside_the_scale_are_refused(field: str, value: object) -> None:
    with pytest.raises(ValidationError, match=field):
        Bombing.model_validate({"number": 9, "valletta_owner": "allied", "hits": 1, field: value})


@pytest.mark.rule("E36.A.4", "E36.A.4.N")
@pytest.mark.parametrize(
    ("owner", "scale", "both", "fixed"),
    [
        ("allied", "rule33", (9, 6), False),
        ("allied", "rule36", (6, 9), False),
        ("axis", "rule33", (0, 15), True),
        ("axis", "rule36", (0, 15), True),
    ],
)
def test_both_numbers_can_be_shown(owner: str, scale: str, both: tuple[int, int], fixed: bool) -> None:
    world = the_world(malta=9, owners={"valletta": owner})
    facts = Facts({key: world[key] for key in FACTS_NEEDED})
    shown = compute(reading(facts), a_book(R_04=scale))
    assert ((shown.strength, shown.damage), shown.fixed) == (both, fixed)


@pytest.mark.rule("E36.A.4.a")
def test_hits_are_entered_in_the_steps_in_which_missions_are_flown() -> None:
    """R-71: not in an initial step, when no aircraft fly."""
    bombing = Bombing(number=9, valletta_owner=Owner.ALLIED, hits=3)
    found = {step: refusal(bomb_malta, bombing.model_copy(update={"step": step})) for step in Step}
    assert {step for step, refused in found.items() if not refused} == {
        Step.AIR,
        Step.NAVAL_MOVEMENT,
        Step.EXPLOITATION,
    }
    assert "flown in the air, naval movement and naval exploitation steps" in found[Step.INITIAL]


# 36.A.4.b: Malta repair points in hand, their conversions, and SPs and SRPs that mend Malta.
# Worked out by hand: a point removes one hit, or becomes one SRP or one naval repair point on Valletta; an SRP made so
# may become 2½ SPs on the turn of arrival.


STOCK = "malta-stock:valletta"


def a_repair(points: int, in_hand: int | None, number: int = 9, scale: str = "rule33") -> tuple[object, ...]:
    """What a repair brings."""
    repair = Repair(number=number, valletta_owner=Owner.ALLIED, points=points, engineer=True, in_hand=in_hand)
    return play(repair_malta, repair, R_04=scale).effects


def a_conversion(srp: int = 0, nrp: int = 0, at_once: int = 0, **more: object) -> Conversion:
    """Points become something else, in an Allied Valletta with its engineer."""
    given = {"valletta_owner": "allied", "engineer": True, "in_hand": 5} | more
    return Conversion(srp=srp, nrp=nrp, at_once=at_once, **given)  # type: ignore[arg-type]


def a_store(what: str, base: str | None = "4", free: str = "4") -> Store:
    """SPs or SRPs that the Allies keep count of."""
    row = f"roster:allied/valletta/{what}"
    return Store(row=row, base=None if base is None else Decimal(base), free=Decimal(free))


def uncounted(what: str) -> str:
    """Points that come or go where nobody counts them."""
    return f" (no {what} are counted in Valletta: write them down)"


def with_supply(sp: str = "0", srp: int = 0, hits: int = 1, **more: object) -> SupplyRepair:
    """SPs or SRPs mend Malta, which stands at 9."""
    given = {"number": 9, "valletta_owner": "allied"} | more
    return SupplyRepair(sp=Decimal(sp), srp=srp, hits=hits, **given)  # type: ignore[arg-type]


@pytest.mark.rule("E36.A.4.b1")
def test_the_first_points_begin_the_count_as_a_row_of_its_own_later_ones_add_and_one_without_a_hit_stays() -> None:
    assert play(receive_points, Arrival(points=3)).effects == (create(STOCK, points=3, nrp=0),)
    later = play(receive_points, Arrival(points=2, in_hand=1))
    assert (later.result.before, later.result.after) == (1, 3)
    assert later.effects == (Set(f"{STOCK}.points", 3),)
    assert a_repair(5, 5, number=14) == (Set("malta:status.number", 15), Set(f"{STOCK}.points", 4))
    assert a_repair(1, 5, number=15) == ()
    effects = play(receive_points, Arrival(points=1)).effects
    assert [effect.key for effect in effects if isinstance(effect, Create)] == [STOCK]


@pytest.mark.rule("E36.A.4.b1", "E36.A.4.b4")
@pytest.mark.parametrize(("scale", "number", "after"), [("rule33", 9, 11), ("rule36", 6, 4)])
def test_repair_points_and_typed_hits_of_sps_and_srps_mend_malta(scale: str, number: int, after: int) -> None:
    assert a_repair(2, 5, number, scale) == (Set("malta:status.number", after), Set(f"{STOCK}.points", 3))
    # Without a count nothing is taken from one.
    assert a_repair(2, None, number, scale) == (Set("malta:status.number", after),)
    outcome = play(repair_with_supply, with_supply("2.5", srp=1, hits=2, number=number), R_04=scale)
    assert (outcome.result.before, outcome.result.after) == (number, after)
    assert outcome.effects == (Set("malta:status.number", after),)
    text = f"Hits removed with 2.5 SP, 1 SRP{uncounted('SRPs and SPs')}, by the Engineering Summary"
    assert outcome.result.sum.terms[1].text == text
    assert [rule for rule, _ in applied(outcome.result.sum)] == ["36.A.4", "36.A.4.b"]


@pytest.mark.rule("E36.A.4.b1", "E36.A.4.b3", "E36.A.4.N")
def test_no_more_points_are_used_than_are_in_hand_and_conversions_need_engineer_and_allied_valletta() -> None:
    repair = Repair(number=9, valletta_owner=Owner.ALLIED, points=4, engineer=True, in_hand=3)
    short = "36.A.4.b: Malta repair points in hand: 3, not 4."
    assert refusal(repair_malta, repair) == short
    assert not refusal(repair_malta, repair.model_copy(update={"points": 3}))
    assert refusal(convert_points, a_conversion(2, 2, in_hand=3)) == short
    assert not refusal(convert_points, a_conversion(2, 2, in_hand=None))
    found = refusal(convert_points, a_conversion(1, engineer=False))
    assert found == "36.A.4.b: Repairs need a construction engineer in Valletta that does nothing else."
    lost = "36.A.4: The Axis owns Valletta: Malta's number is fixed."
    assert refusal(convert_points, a_conversion(1, valletta_owner="axis")) == lost
    assert refusal(repair_with_supply, with_supply(srp=1, valletta_owner="axis")) == lost
    assert not refusal(convert_points, a_conversion(1))


@pytest.mark.rule("E36.A.4.b1", "E36.A.4.b2")
def test_a_point_becomes_srps_or_naval_repair_points_and_where_nothing_is_counted_the_entry_alone_says_so() -> None:
    outcome = play(convert_points, a_conversion(srp=2, nrp=1, nrp_before=4, srp_store=a_store("srp")))
    assert outcome.result == Converted("2 SRP, 1 NRP", points_spent=3)
    assert outcome.effects == (
        Set(f"{STOCK}.points", 2),
        Set(f"{STOCK}.nrp", 5),
        Set("roster:allied/valletta/srp.base", "6"),
    )
    outcome = play(convert_points, a_conversion(srp=2, nrp=1, at_once=1, in_hand=None))
    assert outcome.result == Converted(f"1 SRP, 2.5 SP, 1 NRP{uncounted('SRPs and SPs')}", points_spent=3)
    assert outcome.effects == ()


def nrps(balance: str | None, sweeping: str = "0") -> Account:
    """The Allies' account of naval repair points."""
    return Account(side="allied", what="nrp", balance=None if balance is None else Decimal(balance), sweeping=sweeping)  # type: ignore[arg-type]


@pytest.mark.rule("E36.A.4.b1", "E36.C.3.def")
def test_a_naval_repair_point_comes_to_the_side_s_account_where_it_can_be_spent() -> None:
    # 5 in hand less 2, and 1½ on the account plus 2.
    outcome = play(convert_points, a_conversion(nrp=2, account=nrps("1.5")))
    assert outcome.result == Converted("2 NRP", points_spent=2)
    assert outcome.effects == (Set(f"{STOCK}.points", 3), Set("account:allied/nrp.balance", "3.5"))
    # It pays for what sweeping owes, as any other that comes: -1 and 2 are 1, and nothing is owed.
    paid = play(convert_points, a_conversion(nrp=2, account=nrps("-1", "1"))).effects
    assert paid[1:] == (Set("account:allied/nrp.balance", "1"), Set("account:allied/nrp.sweeping", "0"))
    begun = create("account:allied/nrp", side="allied", what="nrp", organisation="", balance="1", sweeping="0")
    assert play(convert_points, a_conversion(nrp=1, account=nrps(None))).effects[1:] == (begun,)
    assert play(convert_points, a_conversion(srp=1, account=nrps("1"))).effects == (Set(f"{STOCK}.points", 4),)
    # Malta's points need not be counted for it.
    alone = play(convert_points, a_conversion(nrp=1, account=nrps("1"), in_hand=None)).effects
    assert alone == (Set("account:allied/nrp.balance", "2"),)


@pytest.mark.rule("E36.A.4.b1")
def test_points_that_an_earlier_version_kept_apart_on_valletta_come_along() -> None:
    outcome = play(convert_points, a_conversion(nrp=1, nrp_before=4, account=nrps("2")))
    assert outcome.effects == (
        Set(f"{STOCK}.points", 4),
        Set(f"{STOCK}.nrp", 0),
        Set("account:allied/nrp.balance", "7"),
    )
    # Also where no more are made.
    moved = play(convert_points, a_conversion(nrp_before=4, account=nrps("2")))
    assert moved.effects == (Set(f"{STOCK}.nrp", 0), Set("account:allied/nrp.balance", "6"))
    with pytest.raises(ValidationError, match="say how many points"):
        a_conversion(nrp_before=4)
    with pytest.raises(ValidationError, match="say how many points"):
        a_conversion(account=nrps("2"))


@pytest.mark.rule("E36.A.4.b2")
def test_an_srp_made_from_a_point_becomes_2_and_a_half_sps_at_once() -> None:
    stores = {"srp_store": a_store("srp"), "sp_store": a_store("sp", base=None)}
    outcome = play(convert_points, a_conversion(srp=3, at_once=1, **stores))
    assert outcome.result == Converted("2 SRP, 2.5 SP", points_spent=3)
    begun = create(
        "roster:allied/valletta/sp", side="allied", port="valletta", what="sp", label="", base="2.5", sunk="0"
    )
    assert outcome.effects == (Set(f"{STOCK}.points", 2), Set("roster:allied/valletta/srp.base", "6"), begun)
    assert play(convert_points, a_conversion(srp=2, at_once=2)).result.placed == f"5 SP{uncounted('SPs')}"
    with pytest.raises(ValidationError, match="only 1 are made"):
        a_conversion(srp=1, at_once=2)


@pytest.mark.rule("E36.A.4.b4", "E36.A.4.b1")
def test_supply_that_mends_hits_leaves_valletta_and_nothing_spent_or_converted_does_not_fit() -> None:
    stores = {"sp_store": a_store("sp"), "srp_store": a_store("srp", "2", "2")}
    outcome = play(repair_with_supply, with_supply("2.5", srp=1, hits=1, **stores))
    assert outcome.effects[1:] == (
        Set("roster:allied/valletta/sp.base", "1.5"),
        Set("roster:allied/valletta/srp.base", "1"),
    )
    assert not refusal(repair_with_supply, with_supply("2.5", srp=1, **stores))
    assert refusal(repair_with_supply, with_supply("4.5", **stores)) == "36.A.4.b: Valletta has 4 SP free, not 4.5."
    assert refusal(repair_with_supply, with_supply(srp=3, **stores)) == "36.A.4.b: Valletta has 2 SRP free, not 3."
    with pytest.raises(ValidationError, match="say how many SPs or SRPs"):
        with_supply()
    with pytest.raises(ValidationError, match="say how many points"):
        a_conversion()
    # the engineer is asked for wherever Malta is repaired; at the end of the scale there is nothing to mend.
    whole = with_supply("2", hits=3, number=15, damage=0)
    assert refusal(repair_with_supply, whole) == "36.A.4.b: Malta has 0 hits to remove, not 3."
    assert refusal(repair_with_supply, with_supply("2", hits=4, number=12, damage=3))
    assert not refusal(repair_with_supply, with_supply("2", hits=3, number=12, damage=3))
    nobody = refusal(repair_with_supply, with_supply("2", hits=1, number=12, damage=3, engineer=False))
    assert nobody == "36.A.4.b: Repairs need a construction engineer in Valletta that does nothing else."
