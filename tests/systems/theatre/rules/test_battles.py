"""Battles of the theatre campaign (PG.6.5): queue, sheet, result, and what it does to both sides' units."""

from __future__ import annotations

import re
from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import create
from navalassist.engine.duties import Kind
from navalassist.engine.reader import View
from navalassist.play.write.writer import NotYours
from navalassist.systems.theatre.battle import queue
from navalassist.systems.theatre.state.battles import Interception, Sighting
from navalassist.systems.theatre.state.battles import Result as OnSheet
from navalassist.systems.theatre.state.fleets import Group, Unit
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.words import Mission, Nation, Side, Stage, Status, UnitType
from tests.in_hand import text as page_text
from tests.systems.theatre.fighting import ESCORT, Fighting

DEC = "1941-12"


@pytest.fixture
def table(lingayen: Campaign) -> Fighting:
    return Fighting(lingayen)


def announced(table: Fighting, number: int, side: Side, order: str, by: str = "", **more: object) -> None:
    """An interception as it is announced to everybody."""
    row = Interception(
        key=str(number),
        side=side,
        turn=DEC,
        number=number,
        order=order,
        by=by,
        **{"ships": True, "map": "far-east", **more},  # type: ignore[arg-type]
    )
    table.edit(row.made(), chain="public")


def ordered(table: Fighting, key: str, side: Side, group: str, **more: object) -> None:
    """An order that stands in an open book."""
    fields = {"mission": Mission.PATROL, "start": "pg-port:taipei", **more}
    table.edit(Order(key=key, side=side, turn=DEC, group=group, **fields).made(), chain="public")  # type: ignore[arg-type]


def numbers(table: Fighting) -> list[tuple[int, str]]:
    return [(one.number, one.interception or one.order) for one in queue(View(table.facts), DEC)]


@pytest.mark.rule("PG.6.5")
def test_what_was_announced_last_is_fought_first_and_what_waits_after_all_interceptions(table: Fighting) -> None:
    table.enter(kind="invasion", attacker="axis", name="E5", last=True)
    for number in (1, 2, 3):
        announced(table, number, Side.ALLIED, f"m{number}", distance=number)
    line = table.lines()["Make the queue of battles"]
    assert (line.kind, [passed.line for passed in line.passes][:1]) == (Kind.DUE, ["Interception 1, not fought"])
    table.do("pg-queue")
    assert numbers(table) == [(2, "3"), (3, "2"), (4, "1"), (1, "")]
    sheets = [duty for duty in table.duties() if duty.procedure == "pg-sheet"]
    assert {duty.off for duty in sheets} == {"", "after battle 2"}
    assert [(one.kind.value, one.map, one.distance) for one in queue(View(table.facts), DEC)] == [
        ("interception", "far-east", 3),
        ("interception", "far-east", 2),
        ("interception", "far-east", 1),
        ("invasion", "far-east", 0),
    ]
    # A fourth one is announced: it comes before those that wait.
    announced(table, 4, Side.AXIS, "m4")
    table.do("pg-queue")
    assert [number for number, _ in numbers(table)] == [5, 2, 3, 4, 1]
    assert "has its battle" in table.refuse("pg-queue")


@pytest.mark.rule("PG.6.5")
def test_battles_are_fought_in_their_order_and_late_ones_in_the_breakthrough_phase(table: Fighting) -> None:
    table.enter()
    table.enter("2")
    table.enter("3", late=True)
    # The second was announced last.
    assert table.refuse("pg-sheet", battle="1", side="axis", units=ESCORT) == ("Battle 2 is fought before it (R-252).")
    table.put("axis", *ESCORT, key="2")
    assert "fought in the breakthrough phase" in table.refuse("pg-sheet", battle="3", side="axis", units=("kongo",))
    # With a reason they are fought side by side.
    table.put("axis", "kongo", because="two computers")
    table.end_step()
    assert [table.battle(key).stage for key in "123"] == [Stage.ENDED, Stage.ENDED, Stage.SHEET]
    table.put("axis", "kongo", key="3")
    table.end_step()
    assert table.battle("3").stage is Stage.ENDED


@pytest.mark.rule("PG.6.5")
def test_by_the_other_reading_only_a_battle_of_a_chain_waits(table: Fighting) -> None:
    """B's patrol intercepts A, C intercepts B: C against B comes first, the third battle is free."""
    table.until("axis/battle")
    table.set({"ruling:R-252.choice": "chains"})
    announced(table, 1, Side.AXIS, "a")
    announced(table, 2, Side.AXIS, "a2", by="b")
    announced(table, 3, Side.ALLIED, "b")
    table.do("pg-queue")
    assert numbers(table) == [(1, "3"), (2, "2"), (3, "1")]
    table.put("axis", "kongo", key="3")
    assert "Battle 1 is fought before it" in table.refuse("pg-sheet", battle="2", side="axis", units=("ryujo",))


@pytest.mark.rule("PG.6.5.1")
def test_a_battle_lasts_22_turns_and_a_side_retreats_from_turn_12_on(table: Fighting) -> None:
    assert table.enter().turns == 22
    assert table.enter("2", kind="island").turns == 12
    table.put("allied", "boats-1", key="2")
    table.put("axis", "naka", key="2")
    table.set({"pg-battle:2.turns": 22})
    typed = {"seat": "allied", "battle": "2", "side": "allied", "left": "allied"}
    assert table.refuse("pg-result", **typed, left_on=11) == "A side may retreat from turn 12 on (R-213)."
    assert "lasts 22 turns" in table.refuse("pg-result", **typed, left_on=23)
    table.result(key="2", left="allied", left_on=13)
    assert (table.battle("2").left, table.battle("2").left_on) == ("allied", 13)
    table.set({"ruling:R-213.choice": "at"})
    assert "on turn 12 alone" in table.refuse("pg-result", **typed, left_on=13)


@pytest.mark.rule("PG.6.5.1.1")
def test_each_side_puts_its_own_units_on_the_sheet_and_both_read_them_there(table: Fighting) -> None:
    table.enter()
    axis, allied = table.alone("axis"), table.alone("allied")
    axis.do("pg-sheet", battle="1", side="axis", units=("naka",), transports=2)
    line = View(allied.facts).row(type(table.line("naka")), "1-naka")
    assert (line.name, line.type, line.strength, line.experience) == ("Naka and Natori", "CL", 10, 300)
    assert table.line("axis-transport-2").name == "Transport 2"
    assert "is on the sheet" in axis.refuse("pg-sheet", battle="1", side="axis", units=("kongo",))
    assert table.battle().stage is Stage.SHEET
    allied.do("pg-sheet", battle="1", side="allied", units=("boats-1",))
    assert table.battle().stage is Stage.RESULT
    # What the other side has is nowhere on a side's own list.
    assert "boats-1" not in table.at("axis").text("do/pg-sheet/?battle=1&side=allied")


@pytest.mark.rule("PG.6.5.1.2")
def test_an_attack_by_air_alone_has_no_ships(table: Fighting) -> None:
    table.enter(kind="air")
    assert "by air units alone" in table.refuse(
        "pg-sheet", seat="allied", battle="1", side="allied", units=("boats-1",)
    )
    table.put("allied", aircraft=("b-17",))
    assert table.line("air-b-17").name == "B-17"


@pytest.mark.rule("PG.6.5.1.4", "PG.6.5.1.3")
def test_more_than_two_damage_goes_home_and_exactly_two_goes_on_and_what_did_not_arrive_does_not(
    table: Fighting,
) -> None:
    table.on_sheet()
    table.fought(
        "1-naka: damage 3, gained 40, inside; 1-asagumo: damage 2, gained 25, inside; 1-murasame: gained 10;"
        "1-axis-transport-1: inside; 1-axis-transport-2: sunk; 1-boats-1: damage 10"
    )
    entry = table.mark("axis")
    assert "CL Naka and Natori, DD Murasame and Yudachi and 1 transport go home" in table.receipt(entry)
    assert "the mission goes on with DD Asagumo and Minegumo, 1 transport" in table.receipt(entry)
    naka, asagumo, murasame = (table.unit(key) for key in ESCORT)
    assert (naka.strength, naka.experience, naka.status, naka.group) == (7, 340, Status.DAMAGED, "")
    assert (asagumo.strength, asagumo.experience, asagumo.status, asagumo.group) == (8, 325, Status.DAMAGED, "a1")
    assert (murasame.strength, murasame.status, murasame.group) == (10, Status.READY, "")
    assert table.battle().stage is Stage.MARK
    table.mark("allied")
    boat = table.unit("boats-1")
    # 10 damage of strength 10: sunk, also without the tick.
    assert (boat.strength, boat.place, boat.group) == (0, "sunk", "")
    assert table.battle().stage is Stage.ENDED
    assert table.unit("boats-2").group == "u1"


@pytest.mark.rule("PG.6.5.1.3")
def test_a_mission_that_did_not_arrive_is_over_and_the_battle_that_needs_it_falls_away(table: Fighting) -> None:
    """The cover's patrol intercepts; boats intercept the cover first, and it does not come through."""
    table.until("axis/battle")
    ordered(table, "o1", Side.AXIS, "a2")
    announced(table, 1, Side.AXIS, "m", by="o1")
    announced(table, 2, Side.ALLIED, "o1")
    table.do("pg-queue")
    table.put("allied", "boats-1")
    table.put("axis", "kongo", "ashigara")
    table.fought()
    assert "battle 2 falls away" in table.receipt(table.mark("axis"))
    assert (table.facts["pg-order:o1.progress"], table.facts["pg-order:o1.attacked"]) == ("turned-back", True)
    assert table.battle("2").stage is Stage.ENDED


@pytest.mark.rule("PG.6.5.1.3")
def test_aircraft_alone_and_a_fleet_may_both_attack_what_came_through(table: Fighting) -> None:
    """R-255: first the bombers, then the boats; by the other reading a mission is attacked once, by whomever."""
    table.until("axis/battle")
    announced(table, 1, Side.ALLIED, "o1")
    announced(table, 2, Side.ALLIED, "o1", ships=False)
    table.do("pg-queue")
    table.put("allied", aircraft=("b-17",))
    table.put("axis", "naka")
    table.fought("1-naka: inside")
    table.mark("axis")
    table.mark("allied")
    table.set({"ruling:R-255.choice": "once"})
    assert "attacked once a turn" in table.refuse("pg-sheet", battle="2", side="axis", units=("naka",))
    table.set({"ruling:R-255.choice": "besides"})
    table.put("axis", "naka", key="2")


@pytest.mark.rule("PG.6.5.1.3")
def test_one_that_arrived_may_attack_itself_and_is_attacked_no_more(table: Fighting) -> None:
    table.until("axis/battle")
    ordered(table, "o1", Side.AXIS, "a2")
    announced(table, 1, Side.AXIS, "m", by="o1")
    announced(table, 2, Side.ALLIED, "o1")
    table.do("pg-queue")
    table.put("allied", "boats-1")
    table.put("axis", "kongo", "ashigara")
    table.fought("1-kongo: damage 2, inside; 1-ashigara: damage 1")
    table.mark("axis")
    table.mark("allied")
    assert table.facts["pg-order:o1.progress"] == "completed"
    again = {"battle": "2", "side": "axis"}
    assert "did not reach its destination in battle 1" in table.refuse("pg-sheet", **again, units=("ashigara",))
    table.put("axis", "kongo", key="2")
    assert "attacks once a turn" in table.refuse(
        "pg-sheet", seat="allied", battle="2", side="allied", units=("boats-1",)
    )
    # By the other reading only a ship without damage goes on.
    table.set({"ruling:R-253.choice": "whole"})
    table.enter("3")
    words = table.refuse("pg-sheet", battle="3", side="axis", units=("kongo",))
    assert "is on the sheet of battle 2" in words or "undamaged alone" in words


@pytest.mark.rule("PG.6.5.1.3")
def test_who_comes_through_may_still_give_the_mission_up(table: Fighting) -> None:
    table.until("axis/battle")
    ordered(table, "o1", Side.AXIS, "a2")
    announced(table, 1, Side.ALLIED, "o1")
    table.do("pg-queue")
    table.put("allied", "boats-1")
    table.put("axis", "kongo")
    table.fought("1-kongo: inside")
    assert "the mission is over" in table.receipt(table.mark("axis", goes_on=False))
    assert table.facts["pg-order:o1.progress"] == "turned-back"


@pytest.mark.rule("PG.6.5.1.4")
def test_a_damaged_ship_has_no_mission_and_sunk_transports_are_gone_from_convoy_and_pool(table: Fighting) -> None:
    table.until("axis/battle")
    table.set({"pg-unit:kongo.status": "damaged"})
    convoy = create("pg-group:c1", side="axis", number=9, kind="convoy", nation="japan", place="pg-port:taipei",
                    transports=5, pool="japan-pacific", purpose="patrol", route="", zones="", name="")  # fmt: skip
    table.edit(convoy)
    ordered(table, "o1", Side.AXIS, "c1", mission=Mission.CONVOY, pool="japan-pacific", transports=5)
    announced(table, 1, Side.ALLIED, "o1")
    table.do("pg-queue")
    assert "has no mission until it is whole" in table.refuse("pg-sheet", battle="1", side="axis", units=("kongo",))
    table.put("allied", "boats-1")
    table.put("axis", transports=5)
    table.fought("1-axis-transport-1: sunk; 1-axis-transport-2: damage 10; 1-axis-transport-3: damage 9, inside")
    table.mark("axis")
    assert [table.facts[f"{row}.transports"] for row in ("pg-group:c1", "pg-order:o1", "pg-pool:japan-pacific")] == [
        3,
        3,
        20,
    ]


@pytest.mark.rule("PG.6.5.1.3")
def test_transports_that_did_not_arrive_go_home_and_are_on_no_other_sheet(table: Fighting) -> None:
    """Of five one is sunk and two arrive: two leave the mission, and of the pool's 22 they are still."""
    table.until("axis/battle")
    ordered(table, "o1", Side.AXIS, "a2", mission=Mission.CONVOY, pool="japan-pacific", transports=5)
    announced(table, 1, Side.ALLIED, "o1")
    announced(table, 2, Side.ALLIED, "o1")
    table.do("pg-queue")
    table.put("allied", "boats-1")
    table.put("axis", "kongo", transports=5)
    table.fought("1-kongo: inside; 1-axis-transport-1: sunk; 1-axis-transport-2: inside; 1-axis-transport-3: inside")
    assert "2 transports go home" in table.at("axis").receipt(table.mark("axis"))
    table.mark("allied")
    assert [table.facts[f"{row}.transports"] for row in ("pg-order:o1", "pg-pool:japan-pacific")] == [2, 21]
    many = table.refuse("pg-sheet", battle="2", side="axis", units=(), transports=3)
    assert "Earlier attacks left its mission 2 transports: no others go on." in many


@pytest.mark.rule("PG.6.5.1.1")
def test_a_convoy_of_any_size_is_on_the_sheet_and_its_result_is_typed(table: Fighting) -> None:
    """Transport convoys have no limit but their pool; a group holds 99 at most."""
    table.enter()
    table.put("allied", "boats-1")
    axis = table.at("axis")
    assert axis.send("do/pg-sheet/", battle="1", side="axis", transports="99").status_code == 302
    allied = table.at("allied")
    typed = {f"lines.1-axis-transport-{number}.inside": "on" for number in range(1, 99)}
    lost = {"lines.1-axis-transport-99.sunk": "on"}
    assert allied.send("do/pg-result/", battle="1", side="allied", **typed, **lost).status_code == 302
    assert table.line("axis-transport-99").sunk
    assert table.line("axis-transport-98").inside


@pytest.mark.rule("PG.6.5.1")
def test_the_other_side_confirms_or_types_anew(table: Fighting) -> None:
    table.on_sheet()
    table.result("1-naka: damage 4")
    assert "has typed this result" in table.refuse("pg-confirm", seat="allied", battle="1", side="allied")
    # Where one device plays both, the seat that typed it does not say for the other that it is so.
    with pytest.raises(NotYours):
        table.do("pg-confirm", seat="allied", battle="1", side="axis")
    table.result("1-naka: damage 3", side="axis")
    assert (table.line("naka").damage, table.battle().reported) == (3, "axis")
    table.do("pg-confirm", seat="allied", battle="1", side="allied")
    assert table.unit("naka").strength == 10
    # The end of the phase marks what both agree on.
    table.end_step()
    assert (table.unit("naka").strength, table.unit("naka").group) == (7, "")
    assert table.battle().stage is Stage.ENDED
    table.check()


@pytest.mark.rule("PG.6.5.1")
def test_a_result_that_nobody_confirmed_does_not_count(table: Fighting) -> None:
    table.on_sheet()
    table.result("1-naka: damage 4")
    table.end_step()
    assert (table.unit("naka").strength, table.battle().reported) == (10, "")


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("1-naka: damage 99", "CL Naka and Natori, damage: type a whole number from 0 to 12"),
        ("1-nobody: damage 1", "is no line of this list"),
        ("1-naka: rank 1", "is no line of this list"),
    ],
)
def test_what_does_not_fit_names_its_line(table: Fighting, lines: str, words: str) -> None:
    table.on_sheet()
    assert words in table.misfit("pg-result", battle="1", side="axis", lines=lines)


@pytest.mark.rule("PG.6.5.1.3")
def test_only_the_defender_has_a_destination_and_no_unit_loses_more_than_it_has(table: Fighting) -> None:
    table.on_sheet()
    assert "only the defender has a destination" in table.refuse(
        "pg-result", battle="1", side="axis", lines="1-boats-1: inside"
    )
    assert "has strength 10" in table.refuse("pg-result", battle="1", side="axis", lines="1-naka: damage 11")


@pytest.mark.rule("PG.6.1.3", "PG.6.5.1.4")
def test_a_group_of_which_battles_left_nothing_is_broken_up_in_its_port(table: Fighting) -> None:
    """Both ships of the cover are sunk; a convoy has neither transports nor ships any more."""
    convoy = create("pg-group:c1", side="axis", number=9, kind="convoy", nation="japan", place="pg-port:taipei",
                    transports=0, pool="japan-pacific", purpose="patrol", route="", zones="", name="")  # fmt: skip
    table.edit(convoy, seat="axis")
    table.enter()
    table.put("allied", "boats-1")
    table.put("axis", "kongo", "ashigara")
    table.fought("1-kongo: sunk; 1-ashigara: sunk")
    table.until("axis/logistics")
    assert list(table.at("axis").listed("pg-release", "group")) == ["a2", "c1"]
    entry = table.do("pg-release", seat="axis", group="a2")
    assert "Axis task force 2 is broken up: nothing is left of it." in table.at("axis").receipt(entry)
    table.do("pg-release", seat="axis", group="c1")
    assert "pg-group:a2.name" not in table.facts
    # One that has ships lets them leave it.
    assert "has no transports" in table.refuse("pg-release", seat="axis", group="a1")


@pytest.mark.rule("PG.6.5.1.4", "PG.6.1.2")
def test_a_yard_in_a_full_port_takes_no_ship(table: Fighting) -> None:
    """19 battleships and the boats load Takao, a minor port, with 39 of its 40; Kongo would be 2 more."""
    table.set({"pg-port:takao.yard": 40})
    one = {"side": Side.AXIS, "nation": Nation.JAPAN, "type": UnitType.BB, "place": "pg-port:takao"}
    table.edit(*(Unit(key=f"bb-{n}", name=f"BB {n}", **one).made() for n in range(19)), seat="axis")  # type: ignore[arg-type]
    table.enter()
    table.put("allied", "boats-1")
    table.put("axis", "kongo")
    table.fought("1-kongo: damage 3")
    table.end_step()
    assert "Takao is a minor port" in table.refuse("pg-yard", unit="kongo", port="takao")
    table.set({"pg-unit:bb-0.place": "pg-port:mako"}, seat="axis")
    table.do("pg-yard", seat="axis", unit="kongo", port="takao")


@pytest.mark.rule("PG.6.5.1.4")
def test_a_heavily_damaged_ship_goes_to_the_nearest_yard_where_its_base_has_none(table: Fighting) -> None:
    """From Mako (D2): Takao (E2) is 1 square away, Taipei (E1) a diagonal, which counts 2."""
    table.set({"pg-port:takao.yard": 40, "pg-port:taipei.yard": 200, "pg-port:mako.yard": 0})
    table.enter()
    table.put("allied", "boats-1")
    table.put("axis", "kongo", "ashigara")
    table.fought("1-kongo: damage 3; 1-ashigara: damage 2")
    table.mark("axis")
    table.mark("allied")
    table.end_step()
    assert "Kongo and Haruna to a yard" in table.at("axis").lines()
    assert "took no more than 2 damage" in table.refuse("pg-yard", unit="ashigara", port="takao")
    assert "Takao is nearer: 1 square, and Taipei 2" in table.refuse("pg-yard", unit="kongo", port="taipei")
    table.set({"pg-port:mako.yard": 10})
    assert "has a yard that repairs it" in table.refuse("pg-yard", unit="kongo", port="takao")
    table.set({"pg-port:mako.yard": 0})
    table.do("pg-yard", seat="axis", unit="kongo", port="takao")
    view = View(table.facts)
    kongo = table.unit("kongo")
    order, alone = view.row(Order, kongo.group), view.row(Group, kongo.group)
    assert (kongo.place, order.route, order.mission) == ("pg-port:mako", "D2 E2", Mission.YARD)
    assert "is in a group" in table.refuse("pg-yard", unit="kongo", port="takao")
    # On her way there she may be met; but who attacked in this turn does not attack again.
    table.enter("2", late=True)
    assert "attacked in battle 1" in table.refuse(
        "pg-sheet", seat="allied", battle="2", side="allied", units=("boats-1",)
    )
    table.put("axis", "kongo", key="2")
    table.put("allied", key="2", aircraft=("b-17",))
    # As the turn ends she lies there, and is in no group.
    table.end_step()
    kongo = table.unit("kongo")
    assert (kongo.place, kongo.status, kongo.group) == ("pg-port:takao", Status.DAMAGED, "")
    assert not View(table.facts).has(Group, alone.key)
    table.check()


def hit(table: Fighting, **facts: Any) -> None:
    """Kongo took 3 damage in battle 1, and the Breakthrough phase has come."""
    table.set(facts)
    table.enter()
    table.put("allied", "boats-1")
    table.put("axis", "kongo")
    table.fought("1-kongo: damage 3")
    table.mark("axis")
    table.mark("allied")
    table.end_step()


@pytest.mark.rule("PG.6.5.1.4")
def test_a_ship_on_her_way_to_a_yard_is_spotted_and_met_in_breakthrough(table: Fighting) -> None:
    """From Mako to Palau 8 diagonals: D2 E3 F4 G5 H6 I7 J8 K9 L10. PBY in E6 sees 4 - 1 = 3: E3 to H6.

    B-17 4 - 1 = 3 reaches E3.
    """
    hit(table, **{"pg-port:palau.yard": 40})
    assert "no port of its side" not in str(table.at("axis").lines()["Kongo and Haruna to a yard"].off)
    table.do("pg-yard", seat="axis", unit="kongo", port="palau")
    table.do("pg-search", seat="moderator")
    (seen,) = View(table.facts).rows(Sighting)
    assert (seen.side, seen.mission, seen.squares) == ("allied", Mission.YARD, "E3 F4 G5 H6")
    sent = {"sighting": seen.key, "where": "E3", "aircraft": ("b-17",)}
    # P-40 2 - 1 = 1.
    far = table.refuse("pg-intercept", seat="allied", **sent | {"aircraft": ("p-40",)})
    assert "E3 is out of the range of P-40" in far
    table.do("pg-intercept", seat="allied", **sent)
    table.do("pg-queue")
    battle = table.battle("2")
    assert (battle.late, battle.kind.value, battle.order, battle.name) == (True, "air", seen.order, "E3")
    table.put("allied", key="2", aircraft=("b-17",))
    table.put("axis", "kongo", key="2")
    table.fought("2-kongo: damage 1, inside", key="2")
    table.mark("axis", "2")
    table.mark("allied", "2")
    table.end_step()
    assert (table.unit("kongo").place, table.unit("kongo").strength) == ("pg-port:palau", 6)
    table.check()


@pytest.mark.rule("PG.6.5.1.4")
def test_a_ship_that_does_not_come_through_stays_in_her_base_and_without_a_yard_nobody_sails(table: Fighting) -> None:
    hit(table)
    assert table.at("axis").lines()["Kongo and Haruna to a yard"].off == "no port of its side has a yard that works"
    table.set({"pg-port:palau.yard": 40})
    table.do("pg-yard", seat="axis", unit="kongo", port="palau")
    # What was ordered for this turn is looked for no more.
    table.do("pg-search", seat="moderator")
    table.do("pg-intercept", seat="allied", sighting=View(table.facts).rows(Sighting)[0].key, where="E3",
             aircraft=("b-17",))  # fmt: skip
    table.do("pg-queue")
    table.put("allied", key="2", aircraft=("b-17",))
    table.put("axis", "kongo", key="2")
    table.fought("", key="2")
    assert "the mission is over" in table.receipt(table.mark("axis", "2"))
    table.end_step()
    assert (table.unit("kongo").place, table.unit("kongo").group) == ("pg-port:mako", "")
    table.check()


@pytest.mark.rule("PG.6.5.1.3")
def test_a_transport_keeps_its_number_from_battle_to_battle(table: Fighting) -> None:
    """Of 4 the first is sunk and the third left behind: the second and the fourth go on, and are met again."""
    table.until("axis/battle")
    ordered(table, "o1", Side.AXIS, "a1", mission=Mission.CONVOY, transports=4, progress="under-way")
    announced(table, 1, Side.ALLIED, "o1")
    announced(table, 2, Side.ALLIED, "o1", ships=False)
    table.do("pg-queue")
    table.put("allied", aircraft=("b-17",))
    table.put("axis", *ESCORT, transports=4)
    table.fought("1-naka: inside; 1-axis-transport-1: sunk; 1-axis-transport-2: inside; 1-axis-transport-4: inside")
    table.mark("axis")
    table.mark("allied")
    table.put("allied", "boats-2", key="2")
    table.put("axis", "naka", key="2", transports=2)
    names = [one.name for one in View(table.facts).rows(OnSheet, battle="2") if not one.of]
    assert names == ["Transport 2", "Transport 4"]


@pytest.mark.rule("PG.6.5.1")
def test_who_types_a_result_anew_begins_with_what_was_typed(table: Fighting) -> None:
    table.on_sheet()
    table.result("1-naka: damage 4, gained 20, inside; 1-boats-1: sunk", left="allied", left_on=14)
    (anew,) = re.findall(r'href="([^"]*pg-result[^"]*)"', table.at("axis").text("pg-battle/1/"))
    page = page_text(table.at("axis").client, anew)
    for field, value in (("1-naka.damage", "4"), ("1-naka.gained", "20"), ("left_on", "14")):
        assert re.search(rf'name="(lines\.)?{field}"[^>]*value="{value}"', page), field
    assert re.search(r'name="lines.1-naka.inside"[^>]*checked', page)
    assert re.search(r'name="lines.1-boats-1.sunk"[^>]*checked', page)
