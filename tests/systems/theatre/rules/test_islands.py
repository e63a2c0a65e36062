"""PG.6.5.3: the 48th Division and the SNLF land on Batan (E3), a small island; worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine.reader import View
from navalassist.play.rules import order_books
from navalassist.systems.theatre import islands
from navalassist.systems.theatre.beaches import on_paper
from navalassist.systems.theatre.state.battles import Result
from navalassist.systems.theatre.state.fleets import AirUnit
from navalassist.systems.theatre.state.orders import Troop
from navalassist.systems.theatre.state.words import AirType, Nation, Side
from tests.systems.theatre.fighting import Fighting
from tests.systems.theatre.test_unseen_invasions import invade

TO_BATAN = "E1 D1 D2 D3 E3"
DIVISION = tuple(f"troop-{number}" for number in range(1, 5))


def begun(lingayen: Campaign, *troops: str, **more: Any) -> Fighting:
    """An invasion of Batan is attacked; the battle phase has begun."""
    table = Fighting(lingayen)
    invade(table, *troops, lands="E3", route=TO_BATAN, **more)
    for side in ("axis", "allied"):
        table.act(order_books.seal, side, seat=side)
    table.until("axis/operations")
    table.act(order_books.open_both, seat="axis")
    table.do("pg-assault", seat="axis", order=table.numbered("pg-order", 1), by_land=0)
    table.until("axis/battle")
    return table


def defends(table: Fighting, *troops: tuple[str, dict[str, Any]]) -> None:
    """Allied ground units on Batan."""
    for key, fields in troops:
        told = {"name": key.title(), "side": Side.ALLIED, "place": "E3", **fields}
        table.edit(Troop(key=key, **told).made(), seat="allied")


def strengths(table: Fighting, side: Side, kind: str = "pg-troop") -> dict[str, int]:
    lines = [one for one in View(table.facts).rows(Result, battle="1") if one.side is side]
    return {one.name: one.strength for one in lines if one.of.startswith(kind)}


@pytest.mark.rule("PG.6.5.3")
@pytest.mark.parametrize(
    ("strength", "split"), [(15, (5, 5, 5)), (13, (5, 5, 3)), (10, (5, 5)), (8, (5, 3)), (5, (5,)), (3, (3,)), (0, ())]
)
def test_ground_units_are_split_into_fives_and_the_rest(strength: int, split: tuple[int, ...]) -> None:
    one = Troop(key="x", side=Side.AXIS, name="X", strength=strength)
    assert islands.of_ground(one) == split
    assert islands.of_ground(one.model_copy(update={"garrison": True})) == (strength,)


@pytest.mark.rule("PG.6.5.3", "PG.6.5.3.3")
def test_the_battle_is_in_halves_for_twelve_turns_and_damage_counts_one_for_one(lingayen: Campaign) -> None:
    """9 is half 5; 3 damage leave 6. Of 13 in 5, 5 and 3 a part of 5 is lost, and 2 besides: 6 are left."""
    table = begun(lingayen, *DIVISION, "snlf")
    assert (table.battle().kind.value, table.battle().turns) == ("island", 12)
    table.set({"pg-unit:naka.strength": 9}, seat="axis")
    defends(table, ("scouts", {"strength": 13}))
    table.put("axis", "naka", "asagumo")
    table.put("allied")
    assert strengths(table, Side.AXIS, "pg-unit") == {"Naka and Natori": 5, "Asagumo and Minegumo": 5}
    assert strengths(table, Side.ALLIED) == {"Scouts 1": 5, "Scouts 2": 5, "Scouts 3": 3}
    assert len(strengths(table, Side.AXIS)) == 10
    lost = "; ".join(f"1-troop-troop-1-{n}: sunk" for n in (1, 2))
    typed = f"1-naka: damage 3; 1-asagumo: sunk; 1-troop-scouts-1: sunk; 1-troop-scouts-3: damage 2; {lost}"
    table.fought(typed)
    marked = table.receipt(table.mark("axis"))
    table.mark("allied")
    assert "1st Formosa Infantry lost; CL Naka and Natori go home" in marked
    now = {key: table.facts[f"pg-unit:{key}.strength"] for key in ("naka", "asagumo")}
    # Half of the destroyers is destroyed: the other half goes on.
    assert now == {"naka": 6, "asagumo": 5}
    assert (table.facts["pg-troop:scouts.strength"], table.facts["pg-troop:scouts.place"]) == (6, "E3")
    assert (table.facts["pg-troop:troop-1.place"], table.facts["pg-troop:troop-2.strength"]) == ("sunk", 10)


@pytest.mark.rule("PG.6.5.3")
def test_a_ship_of_which_half_is_destroyed_is_sunk_by_the_other_reading(lingayen: Campaign) -> None:
    table = begun(lingayen, *DIVISION)
    table.set({"ruling:R-298.choice": "all"})
    table.put("axis", "naka")
    table.put("allied")
    table.fought("1-naka: sunk")
    assert "CL Naka and Natori lost" in table.receipt(table.mark("axis"))
    assert (table.unit("naka").place, table.unit("naka").strength) == ("sunk", 0)


@pytest.mark.rule("PG.6.5.3", "PG.6.5.3.1")
def test_one_division_lands_and_one_or_a_garrison_defends(lingayen: Campaign) -> None:
    """The 48th with the SNLF may; a unit of another division may not, nor a garrison beside a division."""
    table = begun(lingayen, *DIVISION, "snlf")
    table.set({"pg-troop:troop-4.division": "16th"}, seat="axis")
    axis, allied = ({"seat": side, "battle": "1", "side": side} for side in ("axis", "allied"))
    assert "16th and 48th: one division is all at an island" in table.refuse("pg-sheet", **axis)
    table.set({"pg-troop:troop-4.division": "48th"}, seat="axis")
    table.put("axis")
    defends(table, ("batan", {"garrison": True, "strength": 5}), ("marines", {}))
    assert "a division or a garrison: Marines, and Batan" in table.refuse("pg-sheet", **allied)
    table.set({"pg-troop:marines.place": "due"}, seat="allied")
    table.put("allied")
    assert strengths(table, Side.ALLIED) == {"Batan": 5}
    paper = on_paper(View(table.facts), table.battle())
    assert paper is not None
    assert (paper["entrenchment"], paper["island"]) == (8, True)
    assert "ships and fixed guns stand at half strength" in table.text("pg-battle/1/sheet/")


@pytest.mark.rule("PG.6.5.3")
def test_no_more_than_eight_naval_units_of_a_side() -> None:
    from tests.systems.theatre.rules.test_port_attack import a_battle, ship

    fleet = [ship(f"ship-{n}", "manila") for n in range(9)]
    battle = a_battle(port="", kind="island")
    (found,) = islands.why_not(battle, Side.ALLIED, fleet, ())
    assert "9 naval units: at an island 8 of a side are the most" in found.reason
    assert not list(islands.why_not(battle, Side.ALLIED, fleet[:8], ()))


@pytest.mark.rule("PG.6.5.3.2")
@pytest.mark.parametrize(
    ("fighters", "found"),
    [
        ((10,), [(5, 5)]),
        ((9, 1), [(5, 4), (1,)]),
        ((10, 10), [(5, 5), (5, 5)]),
        ((10, 10, 10), [(5, 5), (5,), (5,)]),
        ((10, 10, 10, 10, 10), [(5,), (5,), (5,), (5,), ()]),
    ],
)
def test_four_halves_of_fighters_are_employed(fighters: tuple[int, ...], found: list[tuple[int, ...]]) -> None:
    """Two whole units, or a half each of four; bombers have four of their own."""

    def of(kind: AirType) -> list[AirUnit]:
        told = {"side": Side.AXIS, "type": kind, "nation": Nation.JAPAN}
        return [AirUnit(key=f"{kind}{n}", name=str(n), strength=one, **told) for n, one in enumerate(fighters)]

    halves = islands.halves([*of(AirType.FIGHTER), *of(AirType.BOMBER)])
    for kind in ("fighter", "bomber"):
        assert [halves.get(f"{kind}{n}", ()) for n in range(len(fighters))] == found


@pytest.mark.rule("PG.6.5.3.2")
def test_damage_and_experience_of_both_halves_are_added(lingayen: Campaign) -> None:
    """3 + 2 of 10 leave 5; 300 + 20 + 10 are 330."""
    table = begun(lingayen, *DIVISION)
    table.put("axis", aircraft=("takao-bombers",))
    table.put("allied")
    table.fought("1-air-takao-bombers-1: damage 3, gained 20; 1-air-takao-bombers-2: damage 2, gained 10")
    table.mark("axis")
    bombers = View(table.facts).row(AirUnit, "takao-bombers")
    assert (bombers.strength, bombers.experience, bombers.base) == (5, 330, "pg-port:takao")


@pytest.mark.rule("PG.6.5.3.3")
def test_who_is_left_leaves_in_breakthrough_with_transports(lingayen: Campaign) -> None:
    """Three of the American pool of the Indian Ocean are free at Manila."""
    table = begun(lingayen, *DIVISION)
    defends(table, *((f"scouts-{n}", {"division": "PD"}) for n in range(4)))
    table.put("axis")
    table.put("allied")
    table.fought("1-troop-scouts-0-1: sunk; 1-troop-scouts-0-2: sunk")
    table.mark("axis")
    table.mark("allied")
    leaves = {"seat": "allied", "island": "1", "to": "pg-port:manila", "pool": "usa-indian"}
    left = tuple(f"scouts-{n}" for n in (1, 2, 3))
    assert "in the Breakthrough phase" in table.refuse("pg-leave-island", **leaves, troops=left)
    table.until("axis/breakthrough")
    assert "ground units of the Allied side that are left" in table.misfit(
        "pg-leave-island", **leaves, troops=("scouts-0",)
    )
    table.set({"pg-pool:usa-indian.transports": 2}, seat="allied")
    assert "3 transports are needed" in table.refuse("pg-leave-island", **leaves, troops=left)
    table.do("pg-leave-island", **leaves, troops=left[:2])
    assert [table.facts[f"pg-troop:{key}.place"] for key in left] == ["pg-port:manila", "pg-port:manila", "E3"]
