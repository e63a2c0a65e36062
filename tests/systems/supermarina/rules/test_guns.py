"""SM.6.C.lad, 6.D: which guns bear at which range, at what they may fire, and what is added to the die."""

from __future__ import annotations

from fractions import Fraction

import pytest

from navalassist.engine import odds_of
from navalassist.play import state as states
from navalassist.systems.supermarina.combat import Battle, Combatant, Light, Order, Range
from navalassist.systems.supermarina.damage import amounts
from navalassist.systems.supermarina.fights import Fight, bearing
from navalassist.systems.supermarina.rules.gunfire import plan_for
from navalassist.systems.supermarina.rules.manoeuvre import after
from navalassist.systems.supermarina.shots import Damage, Shot, fire, gun_modifier
from navalassist.systems.supermarina.state import Guns, Nation, Side
from tests.systems.supermarina.fighting import Fighting

ABOUT = {"battle": "1", "of": "ship:any", "flotation": (32, 20, 8), "protection": 4}
TRENTO = Combatant(
    key="trento", name="Trento", side=Side.AXIS, nation=Nation.ITALIAN, type="CA",
    primary=(10, 8, 6), secondary=(6, 4, 2), **ABOUT,
)  # fmt: skip
AURORA = Combatant(
    key="aurora", name="Aurora", side=Side.ALLIED, nation=Nation.BRITISH, type="CL",
    intermediate=(8, 6, 4), secondary=(4, 2), **ABOUT,
)  # fmt: skip


@pytest.mark.rule("SM.6.C.lad")
def test_guns_bear_as_far_as_their_class() -> None:
    assert list(bearing(TRENTO, Range.PRIMARY)) == [(Guns.PRIMARY, 10)]
    assert list(bearing(AURORA, Range.PRIMARY)) == []
    assert list(bearing(AURORA, Range.INTERMEDIATE)) == [(Guns.INTERMEDIATE, 8)]
    assert list(bearing(TRENTO, Range.SECONDARY)) == [(Guns.PRIMARY, 10), (Guns.SECONDARY, 6)]


@pytest.mark.rule("SM.6.C.max", "SM.6.C.min")
@pytest.mark.parametrize(
    ("light", "at", "order", "then"),
    [
        (Light.DAY, Range.PRIMARY, Order.OPEN, None),
        (Light.DAY, Range.INTERMEDIATE, Order.OPEN, Range.PRIMARY),
        (Light.NIGHT, Range.INTERMEDIATE, Order.OPEN, None),
        (Light.NIGHT, Range.SECONDARY, Order.OPEN, Range.INTERMEDIATE),
        (Light.DAY, Range.PRIMARY, Order.CLOSE, Range.INTERMEDIATE),
        # Forces come no closer than secondary range: torpedo range is for single ships.
        (Light.DAY, Range.SECONDARY, Order.CLOSE, Range.SECONDARY),
        (Light.DAY, Range.SECONDARY, Order.MAINTAIN, Range.SECONDARY),
    ],
)
def test_an_order_moves_the_range_one_step(light: Light, at: Range, order: Order, then: Range | None) -> None:
    battle = Battle(key="1", number=1, side=Side.ALLIED, force="a", against="b", light=light, range=at)
    assert after(battle, order) is then


@pytest.mark.rule("SM.6.D.dec")
def test_each_class_of_guns_has_one_target_and_they_may_differ() -> None:
    battle = Battle(key="1", number=1, side=Side.AXIS, force="a", against="b", range=Range.SECONDARY)
    plan = plan_for(Fight(side=Side.AXIS, battle=battle, fleet=(TRENTO, AURORA)), Side.AXIS)
    assert list(plan.lines) == ["trento/primary", "trento/secondary"]
    assert [list(targets) for _, targets in plan.lines.values()] == [["aurora", "holds"]] * 2
    assert plan.fits("trento/primary=aurora;trento/secondary=holds")
    assert not plan.fits("trento/primary=aurora")


@pytest.mark.rule("SM.6.D.hit", "SM.6.F.2", "SM.6.F.3")
def test_what_is_added_to_the_die() -> None:
    dry = AURORA.model_copy(update={"dry": True})
    assert [gun_modifier(AURORA, TRENTO, light) for light in Light] == [0, -1]
    assert [gun_modifier(TRENTO, AURORA, light) for light in Light] == [0, -2]
    assert gun_modifier(TRENTO, dry, Light.NIGHT) == 1


@pytest.mark.rule("SM.6.D.hit", "SM.6.D.dmg", "C4", "C5")
def test_the_chances_of_a_shot(tarigo: object) -> None:
    """S 8 at class 2 by night: 10 - 2 - 1 = 7, with -1 a natural 8, 9 or 0; of hits one in ten is an X."""
    book = states.load(Fighting(tarigo).slug).book
    shot = Shot("Mohawk", Guns.SECONDARY, 8, "baleno", "Baleno", 2, -1)
    found = odds_of(lambda: fire(shot), book)
    assert found.chance(lambda struck: struck[1] != Damage()) == Fraction(3, 10)
    assert found.chance(lambda struck: struck[1].sunk) == Fraction(3, 100)
    assert found.expect(lambda struck: struck[1].guns) == Fraction(36, 100)
    assert found.expect(lambda struck: struck[1].flotation) == Fraction(6, 100)


@pytest.mark.rule("SM.6.D.dmg")
def test_hits_take_the_largest_box_that_is_left_and_what_sinks_takes_all_flotation() -> None:
    # Trento's boxes by size: 10, 8, then the 6 of the primary guns before that of the secondary ones.
    factors = [
        (hit.factor(Guns.PRIMARY), hit.factor(Guns.SECONDARY))
        for hit in (TRENTO.model_copy(update={"gun_hits": hits}) for hits in range(5))
    ]
    assert factors == [(10, 6), (8, 6), (6, 6), (0, 6), (0, 4)]
    assert TRENTO.model_copy(update={"flotation_hits": 1}).speed == 20
    assert amounts(TRENTO, Damage(sunk=True)) == {"gun_hits": 0, "flotation_hits": 3}


@pytest.mark.rule("SM.8.A.2")
def test_without_ammunition_secondary_guns_alone_fire() -> None:
    empty = TRENTO.model_copy(update={"ammunition": False})
    assert (empty.factor(Guns.PRIMARY), empty.factor(Guns.SECONDARY)) == (0, 6)
