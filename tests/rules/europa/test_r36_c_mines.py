"""36.C: mines. Damage, laying and sweeping, worked out by hand from the paragraphs; tables as the stand-ins have them.

Column 3 of the stand-in Naval Gunnery Table: no hit on 1 to 4, one hit on 5 and 6. Column 1: one hit on 6.
"""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import REGISTER, Create, Remove, Set, odds
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.rules.europa.accounts import Account
from navalassist.rules.europa.mines import AtSea, Belt
from navalassist.rules.europa.naval_units import NavalUnit
from navalassist.rules.europa.r36_minelaying import AerialMining, Laying, Loading
from navalassist.rules.europa.r36_mines import MineCheck, Occasion
from navalassist.rules.europa.r36_sweeping import Sweep
from navalassist.rules.europa.words import Side, Step
from tests.rules.play import refusal, result_of
from tests.rules.world import a_book

BOOK = a_book()
HERE = Hex.of("18A:0407")
WHY = "agreed at the table"


def unit(key: str = "force-h", strength: int = 4, **more: Any) -> NavalUnit:
    return NavalUnit(key=key, name=key.capitalize(), side=Side.ALLIED, strength=strength, reverse=strength // 2, **more)


def check(*units: NavalUnit, **more: Any) -> MineCheck:
    given: dict[str, Any] = {"mines": 3, "player_turn": Side.ALLIED, "phase": Step.NAVAL_MOVEMENT}
    return MineCheck(side=Side.ALLIED, group="h", hex=HERE, units=units or (unit(),), **(given | more))


def nrp(balance: str = "", sweeping: str = "0") -> Account:
    """The Allies' naval repair points; without a balance there is no account yet."""
    held = Decimal(balance) if balance else None
    return Account(side=Side.ALLIED, what="nrp", balance=held, sweeping=Decimal(sweeping))


def at_sea(**more: Any) -> AtSea:
    given: dict[str, Any] = {"place": "hex:18A:0407", "turn": "1941-03-1", "player_turn": Side.ALLIED}
    return AtSea(key="h", began="port:valletta", **(given | {"phase": Step.NAVAL_MOVEMENT} | more))


def mines(points: int, side: Side = Side.AXIS) -> Belt:
    return Belt(side=side, hex=HERE, points=points, zone="central-med")


def refused(slug: str, situation: Any) -> str:
    """The refusal's paragraph and words; with a reason there is none."""
    assert not refusal(slug, situation.model_copy(update={"because": WHY}))
    return refusal(slug, situation)


# Damage


@pytest.mark.rule("E36.C.1.p")
def test_three_mine_points_and_four_strength_points_are_four_throws_in_column_3() -> None:
    """5 and 6 hit once each: two hits of a printed strength of 4 flip it, exactly half, to its other side of 2."""
    result = result_of("mine-damage", check(), "1456")
    (answer,) = (a for a in result.answers if a.faces)
    assert (answer.key, answer.faces, {cell.column for cell in answer.cells}) == ("force-h/hits", (1, 4, 5, 6), {"3"})
    toll = result.value.result.toll
    assert (toll.hits, toll.sunk, toll.units[0].left) == (2, 0, 2)
    assert result.effects[0] == Set("task-force:force-h.flipped", True)
    assert len(result.effects) == 2


@pytest.mark.rule("E36.C.1.p")
def test_each_unit_throws_for_its_current_strength_and_the_odds_of_many_stay_small_and_exact() -> None:
    """A 2 with a hit throws once, a 3 three times: one mine point hits on 6 only."""
    result = result_of("mine-damage", check(unit("a", 2, hits=1), unit("b", 3), mines=1), "6 655".replace(" ", ""))
    assert [(s.key, s.hits, s.left) for s in result.value.result.toll.units] == [("a", 1, 0), ("b", 1, 2)]
    assert Set("task-force:a.place", "sunk") in result.effects
    assert Set("task-force:b.hits", 1) in result.effects
    # Each of 40 throws in column 3 hits with 1/3: 40/3 hits are to be expected, and (2/3)^40 is no hit at all.
    found = odds(REGISTER["mine-damage"], check(*(unit(f"u{n}", 8) for n in range(5))), BOOK)
    figures = {figure.key: figure.value for figure in REGISTER["mine-damage"].figures(found)}  # type: ignore[misc]
    assert figures["hits"] == Fraction(40, 3)
    assert figures["no-hit"] == Fraction(2, 3) ** 40
    assert figures["sunk"] == 1 - (1 - Fraction(1, 3) ** 8) ** 5


@pytest.mark.rule("E36.C.1.a")
def test_a_group_is_checked_once_a_hex_and_step_and_a_second_check_makes_no_second_mark() -> None:
    made = next(e for e in result_of("mine-damage", check(), "1111").effects if isinstance(e, Create))
    assert made.key == "mark:mined/h/18A-0407"
    assert dict(made.fields)["ends"] == "naval-step"
    assert "36.C.1.a: It was checked in 18A:0407" in refused("mine-damage", check(checked="public/7"))
    assert "as it puts to sea" in refused("mine-damage", check(in_port=True))
    assert REGISTER["mine-damage"].refusal(check(in_port=True, occasion=Occasion.PUT_TO_SEA)) is None
    # Any naval movement step, an enemy one too; but no other step
    assert REGISTER["mine-damage"].refusal(check(player_turn=Side.AXIS)) is None
    assert "in naval steps" in refused("mine-damage", check(phase=Step.AIR))
    assert "No enemy mines" in refused("mine-damage", check(mines=0))
    assert "No naval unit" in refused("mine-damage", check().model_copy(update={"units": ()}))
    result = result_of("mine-damage", check(checked="public/7", because=WHY), "1111")
    assert result.effects == ()
    assert result.value.result.overruled.endswith(f"Done because: {WHY}")


@pytest.mark.rule("E36.C.1.b")
def test_what_lies_at_sea_is_checked_as_a_friendly_step_begins_and_every_occasion_has_words() -> None:
    began = {"occasion": Occasion.BEGAN}
    assert REGISTER["mine-damage"].refusal(check(**began)) is None
    assert "36.C.1.b" in refused("mine-damage", check(player_turn=Side.AXIS, **began))
    assert [occasion.label for occasion in Occasion] == [
        "it entered the hex",
        "it put to sea there",
        "it began the naval step at sea there",
    ]
    assert at_sea(place="port:valletta").hex is None
    assert at_sea().hex == HERE


@pytest.mark.rule("E36.C.1.p", "E36.C.3.tf2")
def test_a_group_that_loses_its_last_unit_is_no_more_and_one_with_others_stays() -> None:
    effects = result_of("mine-damage", check(unit("nt", 2), marks=("mark:pending/h",)), "66").effects
    assert effects[-2:] == (Remove("mark:pending/h"), Remove("group:h"))
    assert not any(isinstance(effect, Create) for effect in effects)
    small = unit(strength=1)
    gone = result_of("mines-swept", sweep(unit=small, marks=("mark:found/h",)), "6").effects
    assert gone[-2:] == (Remove("mark:found/h"), Remove("group:h"))
    others = result_of("mines-swept", sweep(unit=small, others=2), "6").effects
    assert Remove("group:h") not in others
    assert Set("task-force:force-h.place", "sunk") in others


# Mine points: bought, laid


def loading(**more: Any) -> Loading:
    given: dict[str, Any] = {"in_port": True, "points": 3, "cost": Decimal("1.5")}
    account = more.pop("account", nrp("4"))
    return Loading(side=Side.ALLIED, unit="nt", account=account, **(given | more))


@pytest.mark.rule("E36.C")
def test_naval_repair_points_become_mine_points_aboard_and_without_an_account_one_is_made() -> None:
    result = result_of("mines-loaded", loading(carried=1))
    assert result.effects == (Set("task-force:nt.mines", 4), Set("account:allied/nrp.balance", "2.5"))
    assert dict(result.rulings).keys() == {"R-39"}
    assert "in a port" in refused("mines-loaded", loading(in_port=False))
    assert "in hand: 4, not 4.5" in refused("mines-loaded", loading(cost=Decimal("4.5")))
    assert "99 mine points" in refused("mines-loaded", loading(carried=97))
    none = loading(account=nrp())
    assert "in hand: 0" in refused("mines-loaded", none)
    made = result_of("mines-loaded", none.model_copy(update={"because": WHY})).effects[1]
    assert dict(made.fields) == {
        "side": "allied",
        "what": "nrp",
        "organisation": "",
        "balance": "-1.5",
        "sweeping": "0",
    }
    free = result_of("mines-loaded", loading(account=nrp(), cost=Decimal(0)))
    assert free.effects == (Set("task-force:nt.mines", 3),)


def laying(**more: Any) -> Laying:
    given: dict[str, Any] = {"carried": 3, "points": 2, "group": at_sea(), "belt": mines(0, Side.ALLIED)}
    return Laying(side=Side.ALLIED, unit="nt", **(given | more))


@pytest.mark.rule("E36.C.2")
def test_a_unit_lays_mine_points_for_5_mps_each() -> None:
    result = result_of("mines-laid", laying())
    aboard, made, strip, strip_of, _ = result.effects
    assert aboard == Set("task-force:nt.mines", 1)
    assert (made.key, dict(made.fields)["points"]) == ("mines:allied/18A-0407", 2)
    assert strip == Set("group:h.strip", [{"mps": 10, "night": False, "to": "18A:0407", "began": "port:valletta"}])
    assert strip_of == Set("group:h.strip_of", "1941-03-1/allied")
    assert result.value.result.mps == 10


@pytest.mark.rule("E36.C.2", "E36.A.2", "E36.A.2.blk")
def test_a_point_is_laid_by_night_where_a_block_of_5_mps_is_left() -> None:
    """36.C.2 asks for 5 MPs and says nothing against night: one block, and 10 MPs by day before the next (R-22)."""
    result = result_of("mines-laid", laying(points=1, night=True))
    assert (
        Set("group:h.strip", [{"mps": 5, "night": True, "to": "18A:0407", "began": "port:valletta"}]) in result.effects
    )
    assert (result.value.result.mps, result.value.result.night, dict(result.rulings)) == (5, True, {"R-22": "stands"})
    assert "36.A.2: 10 MPs by night are too many: 5 MPs now" in refused("mines-laid", laying(points=2, night=True))
    after = at_sea(strip=[{"mps": 5, "night": True}, {"mps": 9}])
    assert "none until 1 MPs by day" in refused("mines-laid", laying(points=1, night=True, group=after))
    free = at_sea(strip=[{"mps": 5, "night": True}, {"mps": 10}])
    assert result_of("mines-laid", laying(points=1, night=True, group=free)).value
    assert result_of("mines-laid", laying(points=2, night=True, because=WHY)).value.result.night


@pytest.mark.rule("E36.C.2", "E36.C", "E36.C.2.air")
def test_points_are_added_to_the_belt_of_one_s_own_side_by_aircraft_in_the_air_step() -> None:
    assert Set("mines:allied/18A-0407.points", 6) in result_of("mines-laid", laying(belt=mines(4, Side.ALLIED))).effects
    assert "It carries 3" in refused("mines-laid", laying(points=4))
    assert "36.C.2: Allied groups do this" in refused("mines-laid", laying(group=at_sea(player_turn=Side.AXIS)))
    assert "36.C.2: Allied groups do this" in refused("mines-laid", laying(group=at_sea(phase=Step.AIR)))
    full = laying(belt=mines(98, Side.ALLIED))
    assert "99 mine points" in refused("mines-laid", full)
    assert result_of("mines-laid", laying(carried=0, points=1, because=WHY)).value.result.after == 1
    mining = AerialMining(side=Side.AXIS, points=2, belt=mines(1), phase=Step.AIR)
    result = result_of("mines-laid-by-air", mining)
    assert result.effects == (Set("mines:axis/18A-0407.points", 3),)
    assert dict(result.rulings).keys() == {"R-39"}
    assert "air step" in refused("mines-laid-by-air", mining.model_copy(update={"phase": Step.INITIAL}))
    assert "99 mine points" in refused("mines-laid-by-air", mining.model_copy(update={"belt": mines(98)}))


# Sweeping by task forces


def sweep(**more: Any) -> Sweep:
    given: dict[str, Any] = {"unit": unit(), "group": at_sea(), "belt": mines(2), "checked": True}
    return Sweep(side=Side.ALLIED, **(given | more))


@pytest.mark.rule("E36.C.3.tf", "E36.C.3.tf2")
def test_a_point_goes_for_20_mps_and_the_force_is_checked_for_those_that_are_left() -> None:
    """One of two points is left: four throws in column 1, which hits on 6 only."""
    result = result_of("mines-swept", sweep(), "6555")
    assert Set("mines:axis/18A-0407.points", 1) in result.effects
    assert Set("task-force:force-h.hits", 1) in result.effects
    assert (
        Set("group:h.strip", [{"mps": 20, "night": False, "to": "18A:0407", "began": "port:valletta"}])
        in result.effects
    )
    made = [(effect.key, dict(effect.fields)["ends"]) for effect in result.effects if isinstance(effect, Create)]
    assert made == [("mark:swept/allied", "player-turn"), ("mark:sweep/force-h/18A-0407", "step")]


@pytest.mark.rule("E36.C.3.tf2", "E36.C.3.tf")
def test_the_last_point_is_swept_without_a_check_and_only_by_a_task_force_that_was_checked() -> None:
    result = result_of("mines-swept", sweep(belt=mines(1), swept=True))
    assert result.effects[0] == Remove("mines:axis/18A-0407")
    assert not any(answer.faces for answer in result.answers)
    assert odds(REGISTER["mines-swept"], sweep(belt=mines(1)), BOOK).chance(lambda it: it.toll.hits == 0) == 1
    found = REGISTER["mines-swept"].figures(odds(REGISTER["mines-swept"], sweep(), BOOK))  # type: ignore[misc]
    assert found[2].value == Fraction(4, 6)
    assert "no task force" in refused("mines-swept", sweep(unit=unit(kind="warship")))
    assert "is sunk" in refused("mines-swept", sweep(unit=unit(sunk=True)))
    assert "No enemy mines" in refused("mines-swept", sweep(belt=mines(0)))
    assert "naval steps of the Allied" in refused("mines-swept", sweep(group=at_sea(player_turn=Side.AXIS)))
    assert "first be checked" in refused("mines-swept", sweep(checked=False))
    assert result_of("mines-swept", sweep(belt=mines(0), because=WHY)).value.result.after == 0
