"""36.A.4: Malta's number under bombs and repair, written down in either way (R-04)."""

import pytest
from pydantic import ValidationError

from navalassist.engine import Facts, Set, compute
from navalassist.rules.europa.r36_malta import FACTS_NEEDED, Bombing, Repair, bomb_malta, reading, repair_malta
from navalassist.rules.europa.words import Owner, Step
from tests.rules.play import play, refusal
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


@pytest.mark.rule("E36.A.4.a")
def test_the_new_number_is_the_only_effect_and_nothing_is_set_without_a_change() -> None:
    bombing = Bombing(number=9, valletta_owner="allied", hits=3)  # type: ignore[arg-type]
    outcome = play(bomb_malta, bombing)
    assert outcome.effects == (Set("malta:status.number", 6),)
    assert [(t.rule, t.value, t.applies) for t in outcome.result.sum.terms] == [
        ("36.A.4", 9, True),
        ("36.A.4.a", -3, True),
    ]
    nothing = Bombing(number=0, valletta_owner="allied", hits=3)  # type: ignore[arg-type]
    assert play(bomb_malta, nothing).effects == ()


@pytest.mark.rule("E36.A.4.N")
def test_an_axis_valletta_fixes_the_number() -> None:
    bombing = Bombing(number=9, valletta_owner="axis", hits=3)  # type: ignore[arg-type]
    repair = Repair(number=9, valletta_owner="axis", points=1, engineer=True)  # type: ignore[arg-type]
    fixed = ("The Axis owns Valletta: Malta's number is fixed.", "36.A.4")
    assert refusal(bomb_malta, bombing) == fixed
    assert refusal(repair_malta, repair) == fixed


@pytest.mark.rule("E36.A.4.b3", "E36.A.4.b1")
def test_repair_needs_an_engineer_that_does_nothing_else_and_a_hit_for_each_point() -> None:
    repair = Repair(number=9, valletta_owner="allied", points=1, engineer=False)  # type: ignore[arg-type]
    assert refusal(repair_malta, repair)[1] == "36.A.4.b"
    assert refusal(repair_malta, repair.model_copy(update={"engineer": True})) is None
    # Each removes one hit: with one hit on Malta, four points of five would find none.
    repair = Repair(number=14, valletta_owner=Owner.ALLIED, points=5, engineer=True, damage=1)
    assert refusal(repair_malta, repair) == ("Malta has 1 hit to remove, not 5.", "36.A.4.b")
    assert refusal(repair_malta, repair.model_copy(update={"points": 1})) is None


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
    assert "flown in the air, naval movement and naval exploitation steps" in found[Step.INITIAL][0]
