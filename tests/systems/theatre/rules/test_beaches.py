"""PG.6.5.2.1 to 6.5.2.4: the coast on which an invasion lands: who intercepts it, bombards, reacts, and what is built.

Two divisions and the SNLF sail from Taipei to E7, a landing range of 2, and attack Manila (E6), where ships lie.
"""

from __future__ import annotations

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import OBSERVER
from navalassist.engine.duties import Kind
from navalassist.engine.reader import View
from navalassist.play.rules import order_books
from navalassist.systems.theatre.beaches import on_paper
from navalassist.systems.theatre.state.ashore import Defence
from navalassist.systems.theatre.state.battles import Hunters, Interception
from navalassist.systems.theatre.state.words import Stage
from tests.promises.test_p25_non_interference import check_same, core
from tests.systems.theatre.fighting import Fighting
from tests.systems.theatre.test_unseen_invasions import invade

ROUTE = "E1 D1 D2 D3 D4 D5 D6 E7"
FLEET = ("naka", "asagumo", "murasame")
BOATS = tuple(f"boats-{number}" for number in range(1, 9))


@pytest.fixture
def table(lingayen: Campaign) -> Fighting:
    """Both books are open, and nobody has searched."""
    table = Fighting(lingayen)
    invade(table, "troop-1", "troop-2", "snlf", lands="E6", route=ROUTE)
    for side in ("axis", "allied"):
        table.act(order_books.seal, side, seat=side)
    table.until("axis/operations")
    table.act(order_books.open_both, seat="axis")
    return table


def attacked(table: Fighting, by_land: int = 0) -> None:
    table.do("pg-assault", seat="axis", order=table.numbered("pg-order", 1), by_land=by_land)


def in_battle(table: Fighting, by_land: int = 0) -> Fighting:
    attacked(table, by_land)
    table.until("axis/battle")
    return table


def bombards(table: Fighting, side: str, *units: str) -> str:
    return table.refuse("pg-sheet", seat=side, battle="1", side=side, units=units) or ""


@pytest.mark.rule("PG.6.5.2.1")
def test_ships_of_the_port_intercept_an_unseen_landing_once_and_whatever_their_range(table: Fighting) -> None:
    """Houston 2 - 1 reaches E7 from E6, a boat 0 - 1 does not by the other reading."""
    attacked(table)
    table.set({"ruling:R-263.choice": "range"})
    assert "Submarines 9, the slowest, reaches 0." in table.refuse(
        "pg-sortie", seat="allied", landing="1", units=("houston", "boats-9")
    )
    table.set({"ruling:R-263.choice": "anyhow"})
    table.do("pg-sortie", seat="allied", landing="1", units=("houston", "boats-9"), aircraft=("p-40",))
    (met,) = View(table.facts).rows(Interception)
    assert (met.square, met.distance, met.ships, met.by, met.force) == ("E7", 1, True, "", "1 SS, 1 CA, 1 air unit")
    assert View(table.facts).row(Hunters, met.key).place == "pg-port:manila"
    again = {"seat": "allied", "landing": "1", "units": ("peary",)}
    assert "A fleet intercepts this mission already: one is all" in table.refuse("pg-sortie", **again)
    assert "ready units that are based in E6" in table.misfit("pg-sortie", landing="1", units=("boise",))


@pytest.mark.rule("PG.6.5.2.1", "PG.6.5.2.2")
def test_a_ship_that_intercepted_bombards_too_at_8_and_not_at_7(table: Fighting) -> None:
    attacked(table)
    table.do("pg-sortie", seat="allied", landing="1", units=("houston", "peary"))
    table.until("axis/battle")
    table.do("pg-queue")
    table.put("allied", "houston", "peary", key="2")
    table.put("axis", *FLEET, key="2", transports=5)
    inside = "; ".join(f"2-{key}: inside" for key in (*FLEET, *(f"axis-transport-{n}" for n in range(1, 6))))
    table.fought(f"2-houston: damage 2; 2-peary: damage 3; {inside}", key="2")
    table.mark("axis", "2")
    table.mark("allied", "2")
    assert bombards(table, "allied", "houston", "peary") == (
        "Peary and Pillsbury is damaged, at strength 7: a damaged ship bombards at 8 or 9."
    )
    table.put("allied", "houston")
    assert table.line("houston").strength == 8


@pytest.mark.rule("PG.6.5.2.1")
def test_a_landing_that_does_not_come_through_is_never_fought_for(table: Fighting) -> None:
    attacked(table)
    table.do("pg-sortie", seat="allied", landing="1", units=("houston",))
    assert "is given" in table.refuse("pg-assault", seat="axis", order=table.numbered("pg-order", 1))
    table.until("axis/battle")
    table.do("pg-queue")
    table.put("allied", "houston", key="2")
    table.put("axis", *FLEET, key="2", transports=6)
    table.fought("", key="2")
    assert "battle 1 falls away" in table.receipt(table.mark("axis", "2"))
    assert table.battle().stage is Stage.ENDED
    table.check()


@pytest.mark.rule("PG.6.5.2.2")
def test_eight_ships_of_the_fleet_or_the_territory_bombard_two_boats_among_them(table: Fighting) -> None:
    in_battle(table)
    assert "9 are ticked, 8 boats" in bombards(table, "allied", "houston", *BOATS)
    assert "3 boats" in bombards(table, "allied", *BOATS[:3])
    assert "Boise and Marblehead is not based in E6" in bombards(table, "allied", "boise")
    assert "Kongo and Haruna is not of the invasion fleet" in bombards(table, "axis", "kongo")
    table.put("allied", "houston", "peary", *BOATS[:2])
    table.put("axis", *FLEET)
    table.fought("1-houston: damage 1")
    table.mark("axis")
    table.mark("allied")
    # It lay in port on no mission: none ends, and boats stay in their flotilla; the landing is its side's again.
    assert (table.unit("boats-1").group, table.battle().stage) == ("u1", Stage.ENDED)
    table.do("pg-land", seat="axis", order=table.numbered("pg-order", 1))


@pytest.mark.rule("PG.6.5.2")
def test_by_the_other_reading_only_what_was_ordered_to_attack_lands(table: Fighting) -> None:
    table.set({"ruling:R-268.choice": "ordered"})
    table.until("axis/battle")
    order = table.numbered("pg-order", 1)
    assert "The attack order is given in Operations" in table.refuse("pg-assault", seat="axis", order=order)
    why = "it is dropped as the turn ends (R-268)"
    assert why in table.refuse("pg-land", seat="axis", order=order)
    assert why in table.refuse("pg-land", seat="axis", order=order, dropped=True)
    assert [one.kind for one in table.duties() if one.procedure == "pg-land"] == [Kind.MAY]


@pytest.mark.rule("PG.6.5.2.2")
@pytest.mark.parametrize(("by_land", "refused"), [(3, ""), (4, "4 units attack by land and 3 by sea: neither")])
def test_half_of_the_attackers_come_by_sea_or_nobody_bombards(table: Fighting, by_land: int, refused: str) -> None:
    in_battle(table, by_land)
    for side, unit in (("axis", "naka"), ("allied", "houston")):
        if refused:
            assert refused in bombards(table, side, unit)
        else:
            table.put(side, unit)
    if refused:
        # Ground units alone fight: each side's part of the sheet is empty.
        table.put("axis")
        table.put("allied")
        assert table.battle().stage is Stage.RESULT


@pytest.mark.rule("PG.6.5.2.3")
def test_each_side_adds_what_it_may_in_operations(table: Fighting) -> None:
    attacked(table)
    react = {"landing": "1", "name": "Scouts"}
    assert "The attacker adds aircraft, airborne" in table.refuse("pg-react", **react, side="axis", kind="ground")
    assert "The defender adds ground units" in table.refuse("pg-react", **react, side="allied", kind="partisans")
    table.do("pg-react", seat="allied", **react, side="allied", kind="ground")
    table.do("pg-react", seat="axis", landing="1", name="1st Raiders", side="axis", kind="airborne")
    table.end_step()
    assert "in Operations" in table.refuse("pg-react", **react, side="allied", kind="air")
    paper = on_paper(View(table.facts), table.battle())
    assert paper
    assert [(side, [one.name for one in added]) for side, added in paper["reactions"]] == [
        ("axis", ["1st Raiders"]),
        ("allied", ["Scouts"]),
    ]
    assert paper["reinforced"]


@pytest.mark.rule("PG.6.5.2.4")
def test_fortified_lines_add_8_entrenchment_and_fixed_guns_stand_on_the_sheet(table: Fighting) -> None:
    attacked(table)
    plain = on_paper(View(table.facts), table.battle())
    assert plain
    assert (plain["entrenchment"], plain["guns"], plain["aa"]) == (0, 0, 0)
    for square, lines in (("E6", True), ("E5", True)):
        one = Defence(key=square, name=square, map="far-east", square=square, lines=lines, guns=2, aa=1)
        table.edit(one.made(), chain="public")
    paper = on_paper(View(table.facts), table.battle())
    assert paper
    assert (paper["entrenchment"], paper["guns"], paper["aa"]) == (8, 2, 1)
    text = table.text("pg-battle/1/sheet/")
    assert "+8 entrenchment" in text
    assert "coast guns 2, as CA" in text


@pytest.mark.rule("PG.6.5.2.1", "PG.6.5.2.2")
@pytest.mark.promise("P25")
def test_what_lies_in_the_port_tells_who_lands_there_nothing(table: Fighting) -> None:
    """Twelve changes of what the defender keeps to himself, and as many pages of the other seats."""
    attacked(table)
    parts = ("", "interceptions/", "pg-battles/", "pg-battle/1/", "pg-battle/1/sheet/", "log/", "units/")
    parts += ("do/pg-sortie/?landing=1", "do/pg-react/?landing=1", "do/pg-sheet/?battle=1", "do/pg-evacuate/")
    ships = {f"pg-unit:boats-{number}.place": "pg-port:davao" for number in range(1, 9)}
    changes = [{key: value} for key, value in ships.items()]
    changes += [{"pg-unit:houston.status": "damaged", "pg-unit:houston.strength": 8}, {"pg-unit:peary.intercept": 9}]
    changes += [{"pg-unit:houston.place": "pg-port:davao"}, {"pg-air:p-40.base": "pg-port:davao"}]
    assert len(changes) == 12
    before = {seat: core(table.campaign, seat, parts) for seat in ("axis", OBSERVER)}
    mine = core(table.campaign, "allied", parts)
    for change in changes:
        table.set(change, seat="allied")
        for seat, pages in before.items():
            check_same(pages, core(table.campaign, seat, parts), str(change))
    assert core(table.campaign, "allied", parts) != mine
