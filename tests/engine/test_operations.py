"""Operations are declared as stages: what they come to row by row, and what can't be meant so."""

from dataclasses import replace

import pytest

from navalassist.engine import Set
from navalassist.engine.operations import AtStage, Box, Operation, either
from navalassist.engine.reader import View
from navalassist.engine.rows import Row, Says
from navalassist.play.systems import register_system
from tests.mini.system import MINI
from tests.skirmish.clash import CLASHES, Clash, Side, Stage

NEW = Clash(key="3", number=3, side=Side.RED)


def battle(**changed: object) -> Clash:
    return NEW.model_copy(update=changed)


@pytest.mark.parametrize(
    ("now", "goes"),
    [
        ({}, {"stage": "gunfire"}),
        ({"stage": Stage.GUNFIRE}, {"stage": "parting"}),
        ({"stage": Stage.GUNFIRE, "range": 1}, {"stage": "torpedoes"}),
        ({"stage": Stage.TORPEDOES}, {"stage": "parting"}),
        ({"stage": Stage.PARTING, "round": 2}, {"round": 3, "stage": "orders"}),
        ({"stage": Stage.ENDED}, {"stage": "ended"}),
    ],
)
def test_the_next_stage_is_the_one_that_is_named_else_the_next_in_the_list_that_is_not_empty(
    now: dict[str, object], goes: dict[str, object]
) -> None:
    assert CLASHES.goes_on(battle(**now)) == tuple(Set(f"clash:3.{name}", value) for name, value in goes.items())


def test_whether_a_stage_is_empty_is_asked_of_the_row_as_it_will_stand_and_its_changes_come_first() -> None:
    found = CLASHES.goes_to(battle(stage=Stage.GUNFIRE), Stage.TORPEDOES, range=1)
    assert found == (Set("clash:3.range", 1), Set("clash:3.stage", "torpedoes"))


def test_where_all_stages_that_follow_are_empty_the_declaration_is_wrong() -> None:
    at = [replace(one, empty=lambda row: True) for one in CLASHES.stages.values()]
    with pytest.raises(ValueError, match="all stages of Clash 3 are empty"):
        Operation(Clash, *at).goes_on(NEW)


def test_it_says_where_it_has_come_to_whom_it_waits_for_and_what_may_follow() -> None:
    view, seats = View({}), ("red", "blue", "observer")
    assert CLASHES.moment(battle(round=2)) == "Clash 3, round 2, orders"
    taps = [CLASHES.tap(view, one) for one in (NEW, battle(ordered=(Side.RED,)), battle(stage=Stage.GUNFIRE))]
    assert [tap.sides for tap in taps] == [("red", "blue"), ("blue",), ("red",)]
    assert [[tap.seat(seat) for seat in seats] for tap in taps] == [
        ["red", "blue", "red"], ["blue", "blue", "blue"], ["red", "red", "red"],
    ]  # fmt: skip
    # Torpedoes may be passed over, and any stage may be the last.
    follow = [stage for stage in Stage if CLASHES.may_follow("gunfire", stage)]
    assert follow == [Stage.TORPEDOES, Stage.PARTING, Stage.ENDED]


def test_stages_that_follow_one_another_may_share_a_box() -> None:
    at = [
        replace(one, title="Fight") if one.title in ("Gunfire", "Torpedoes") else one for one in CLASHES.stages.values()
    ]
    boxes = Operation(Clash, *at, begins=CLASHES.begins).boxes
    assert [box.title for box in boxes] == ["Contact", "Orders", "Fight", "Parting", "End"]
    assert boxes[2] == Box("Fight", ("skirmish-fire", "skirmish-torpedoes"), (Stage.GUNFIRE, Stage.TORPEDOES))


class Loose(Row, part="clash"):
    """A row whose receipts nobody finds."""

    TAGGED = False
    stage: Stage = Says("What comes next")


END = AtStage(Stage.ENDED, "End")


@pytest.mark.parametrize(
    ("kind", "stages", "words"),
    [
        (Clash, (AtStage(Stage.ORDERS, "Orders"), END), "orders has no rule"),
        (
            Clash,
            (AtStage(Stage.ORDERS, "Orders", ("a",)), AtStage(Stage.ORDERS, "More", ("b",))),
            "orders stands twice",
        ),
        (
            Clash,
            (AtStage(Stage.ORDERS, "Orders", ("a",), then=(Stage.GUNFIRE,)), END),
            "orders is followed by gunfire",
        ),
        (Loose, (AtStage(Stage.ORDERS, "Orders", ("a",), taps=either), END), "its rows are not tagged"),
    ],
)
def test_what_cannot_be_meant_so_stops_the_start(kind: type[Row], stages: tuple[AtStage, ...], words: str) -> None:
    with pytest.raises(ValueError, match=f"the stages of 'clash': {words}"):
        Operation(kind, *stages)


def test_a_stage_of_a_rule_that_its_system_lacks_stops_the_start() -> None:
    with pytest.raises(ValueError, match="the stages of 'clash': no rule is skirmish-engage"):
        register_system(replace(MINI, key="other", operations=(CLASHES,)))
