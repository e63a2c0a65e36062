"""PG.6.5.4: attacks on ports, worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.desk.forms import form_for
from navalassist.engine import Create
from navalassist.engine.reader import View
from navalassist.systems.theatre import harbor
from navalassist.systems.theatre.harbor_rulings import ADDED, OF_TARGETS
from navalassist.systems.theatre.state.ashore import Defence
from navalassist.systems.theatre.state.battles import Battle, Result
from navalassist.systems.theatre.state.fleets import AirUnit, Unit
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import AirType, Nation, Side, Status, UnitType
from tests.rules.by_hand import figures, given
from tests.systems.theatre.fighting import Fighting

AXIS, ALLIED = Side.AXIS, Side.ALLIED
BOATS = tuple(f"boats-{number}" for number in range(1, 11))
AT_MANILA = (*BOATS, "houston", "peary")
FORMOSA = ("takao-bombers",)


@pytest.fixture
def table(lingayen: Campaign) -> Fighting:
    """Operations of December 1941."""
    table = Fighting(lingayen)
    table.until("axis/operations")
    return table


def fleet(*ships: Unit | AirUnit, side: Side = ALLIED) -> tuple[Create, ...]:
    return tuple(ship.made() for ship in ships if ship.side is side)


def ship(key: str, port: str, type_: UnitType = UnitType.BB, nation: Nation = Nation.USA, **more: Any) -> Unit:
    told = {"side": ALLIED, "nation": nation, "experience": nation.training, "place": f"pg-port:{port}", **more}
    return Unit(key=key, name=key.title(), type=type_, **told)


def bombers(number: int, kind: AirType = AirType.BOMBER, base: str = "takao") -> tuple[AirUnit, ...]:
    return tuple(
        AirUnit(key=f"{kind}-{n}", side=AXIS, name=f"{kind} {n}", nation=Nation.JAPAN, type=kind, range=5,
                base=f"pg-port:{base}") for n in range(number)
    )  # fmt: skip


def attacks(table: Fighting, port: str = "manila", aircraft: tuple[str, ...] = FORMOSA, **more: Any) -> Battle:
    """An attack on a port is announced, and its battle phase begins."""
    side = more.setdefault("side", "axis")
    table.do("pg-attack-port", seat=side, port=port, aircraft=aircraft, **more)
    table.until("axis/battle")
    return table.battle()


def a_battle(**more: Any) -> Battle:
    told = {"kind": "port", "attacker": AXIS, "port": "manila", "turns": 12, **more}
    return Battle(key="1", number=1, turn="1941-12", **told)


def on_land(table: Fighting, battle: str = "1") -> dict[str, int]:
    """What stands on the sheet of land targets, by strength."""
    lines = View(table.facts).rows(Result, battle=battle)
    return {one.name: one.strength for one in lines if one.of.startswith("pg-port:")}


@pytest.mark.rule("PG.6.5.4")
def test_four_fighters_and_four_bombers_in_range_attack_for_twelve_turns(table: Fighting) -> None:
    """Takao (E2) is 4 squares from Manila (E6), Palau (L10) is 7 columns and 4 rows away: 4 diagonals, 7 + 1."""
    table.edit(*fleet(*bombers(5), *bombers(5, AirType.FIGHTER), *bombers(1, AirType.OTHER, "palau"), side=AXIS),
               seat="axis")  # fmt: skip
    typed = {"seat": "axis", "side": "axis", "port": "manila"}
    four = tuple(f"{kind}-{n}" for kind in ("bomber", "fighter") for n in range(4))
    assert "5 bombers attack: 4 are the most" in table.refuse("pg-attack-port", **typed, aircraft=(*four, "bomber-4"))
    assert "5 fighters attack" in table.refuse("pg-attack-port", **typed, aircraft=(*four, "fighter-4"))
    assert "fighters and bombers alone" in table.refuse("pg-attack-port", **typed, aircraft=(*four, "other-0"))
    table.set({"pg-air:bomber-0.base": "pg-port:palau"}, seat="axis")
    far = "Manila is 8 squares away, and bomber 0 reaches 5"
    assert far in table.refuse("pg-attack-port", **typed, aircraft=four)
    table.set({"pg-air:bomber-0.base": "pg-port:takao"}, seat="axis")
    assert "no port of the enemy" in table.refuse("pg-attack-port", **{**typed, "port": "mako"}, aircraft=four)
    battle = attacks(table, aircraft=four)
    assert (battle.turns, battle.name, battle.attacker, battle.kind.value) == (12, "Manila", AXIS, "port")
    # The defender adds interceptors; what attacks is what was announced.
    table.put("allied", *AT_MANILA, aircraft=("p-40",))
    assert "bomber 4 is not sent" in table.refuse("pg-sheet", seat="axis", battle="1", side="axis",
                                                  aircraft=(*four[1:], "bomber-4"))  # fmt: skip
    table.put("axis", aircraft=four)
    by_hand = {"kind": "port", "attacker": "axis", "name": "Manila", "map": "far-east"}
    assert "Announce it as an attack on a port" in table.refuse("pg-battle", seat="axis", **by_hand)
    assert "Attacks on ports are announced" in table.refuse("pg-attack-port", **typed, aircraft=four)


@pytest.mark.rule("PG.6.5.4.1", "PG.6.5.4.5")
@pytest.mark.parametrize(("choice", "watched"), [("facilities", 3), (OF_TARGETS, 5)])
def test_all_that_a_port_has_is_a_target(table: Fighting, choice: str, watched: int) -> None:
    """A yard of 250 is 3 targets; factory, refinery and yard have 3 radars and towers, or 5 for 5 targets."""
    table.edit(Defence(key="forts", name="Corregidor", map="far-east", square="E6", guns=1, aa=2).made())
    has = {"yard": 250, "factories": 1, "refineries": 1}
    table.set({f"pg-port:manila.{name}": number for name, number in has.items()} | {"ruling:R-292.choice": choice})
    attacks(table)
    numbers = {"Factory": 1, "Refinery": 1, "Shipyard": 3, "Radar": watched, "Observation tower": watched,
               "Coast gun": 1, "Anti-aircraft gun": 2}  # fmt: skip
    named = [f"{name} {n}" for name, many in numbers.items() for n in range(1, many + 1)]
    assert on_land(table) == dict.fromkeys(named, 10)
    # Ships are targets too, all of them: none is left out.
    left = table.refuse("pg-sheet", seat="allied", battle="1", side="allied", units=("houston",))
    assert "is also: Submarines 1" in left
    table.put("allied", *AT_MANILA)


@pytest.mark.rule("PG.6.5.4.1")
def test_nothing_watches_a_port_without_facilities(table: Fighting) -> None:
    table.edit(Defence(key="forts", name="Corregidor", map="far-east", square="E6", guns=1).made())
    attacks(table)
    assert on_land(table) == {"Coast gun 1": 10}


@pytest.mark.rule("PG.6.5.4.2", "PG.6.5.4.3", "PG.6.5.4.4")
@pytest.mark.parametrize(
    ("strength", "status", "experience", "stands"),
    [
        (10, Status.READY, 300, (10, 200)),
        (10, Status.READY, 60, (10, 0)),
        (6, Status.DAMAGED, 300, (6, 200)),
        (6, Status.REPAIRING, 300, (6, 100)),
        (6, Status.REPAIRING, 150, (6, 0)),
        (1, Status.BUILDING, 300, (1, 0)),
        (9, Status.BUILDING, 300, (9, 0)),
        (10, Status.BUILDING, 300, (8, 0)),
        (11, Status.BUILDING, 300, (9, 0)),
        (12, Status.BUILDING, 300, (10, 200)),
        (2, Status.RAISED, 300, (2, 0)),
    ],
)
def test_how_a_ship_lies_in_port(strength: int, status: Status, experience: int, stands: tuple[int, int]) -> None:
    one = ship("maine", "manila", strength=strength, status=status, experience=experience)
    assert tuple(harbor.stands(a_battle(), one).values()) == stands
    # Its own attack, and a battle at sea, find it as it is.
    whole = (min(strength, 10), experience)
    assert tuple(harbor.stands(a_battle(attacker=ALLIED), one).values()) == whole
    assert tuple(harbor.stands(a_battle(port="", kind="interception"), one).values()) == whole


@pytest.mark.rule("PG.6.5.4.3", "PG.6.5.4.6")
def test_what_lacks_more_lacks_it_besides_where_it_is_read_so(table: Fighting) -> None:
    """300 - 200 - 100 = 0 under repair."""
    table.set({"pg-unit:houston.status": "repairing"}, seat="allied")
    table.set({"ruling:R-293.choice": ADDED})
    attacks(table)
    table.put("allied", *AT_MANILA)
    assert (table.line("houston").experience, table.line("peary").experience) == (0, 200)


@pytest.mark.rule("PG.6.5.4.2")
def test_ships_with_other_missions_are_not_found_and_those_that_changed_base_are(table: Fighting) -> None:
    from tests.systems.theatre.at_sea import group, order

    orders = (
        order("patrol", ALLIED, "u1", route="E6 E7"),
        order("change", ALLIED, "t9", route="C14 E7 E6", start="pg-port:balikpapan", mission="operational",
              returns="pg-port:manila"),
    )  # fmt: skip
    table.edit(group("t9", ALLIED, "task-force", "balikpapan"), *orders, seat="allied")  # type: ignore[arg-type]
    table.set({"pg-unit:boise.group": "t9"}, seat="allied")
    attacks(table)
    found = {one.key for one in harbor.caught(View(table.facts), table.battle(), ALLIED)}
    assert found == {"boats-9", "boats-10", "houston", "peary", "boise"}
    not_there = table.refuse("pg-sheet", seat="allied", battle="1", side="allied", units=(*found, "boats-1"))
    assert "Submarines 1 is not in the port" in not_there


@pytest.mark.rule("PG.6.5.4.2", "PG.6.5.4.3")
def test_damage_counts_one_for_one_and_who_sinks_beside_a_yard_is_raised_at_two_or_scrapped(table: Fighting) -> None:
    table.set({"pg-unit:peary.status": "repairing", "pg-unit:peary.strength": 6}, seat="allied")
    table.set({"pg-port:manila.yard": 100})
    attacks(table)
    table.put("axis", aircraft=FORMOSA)
    table.put("allied", *AT_MANILA)
    table.fought("1-houston: sunk; 1-peary: damage 6; 1-boats-1: damage 4; 1-boats-2: sunk")
    table.mark("axis")
    assert "goes home" not in table.receipt(table.mark("allied"))
    assert (table.unit("boats-1").strength, table.unit("boats-1").status, table.unit("boats-1").group) == (
        6, Status.DAMAGED, "u1",
    )  # fmt: skip
    assert [table.unit(key).place for key in ("houston", "peary", "boats-2")] == ["sunk"] * 3
    for key in ("houston", "peary"):
        table.do("pg-raise", seat="allied", unit=key)
        raised = table.unit(key)
        assert (raised.place, raised.strength, raised.status) == ("pg-port:manila", 2, Status.RAISED)
    table.do("pg-raise", seat="allied", unit="boats-2", scrap=True)
    assert table.unit("boats-2").place == "scrapped"
    assert "was not sunk in a port" in table.refuse("pg-raise", seat="allied", unit="boats-2")


@pytest.mark.rule("PG.6.5.4.2")
def test_without_a_yard_it_is_lost(table: Fighting) -> None:
    attacks(table)
    table.put("axis", aircraft=FORMOSA)
    table.put("allied", *AT_MANILA)
    table.fought("1-houston: sunk")
    table.mark("allied")
    assert "was not sunk in a port with a shipyard" in table.refuse("pg-raise", seat="allied", unit="houston")


@pytest.mark.rule("PG.6.5.4.4")
def test_ships_that_are_built_lose_their_progress(table: Fighting) -> None:
    """9 and destroyed: gone. 10 destroyed: from 1, 11: from 2. 7 with 3 damage: 4; 12 was finished: 10 - 3, damaged."""
    built = {"nine": (9, "sunk"), "ten": (10, "sunk"), "eleven": (11, "damage 9"), "seven": (7, "damage 3"),
             "twelve": (12, "damage 3")}  # fmt: skip
    ships = [ship(key, "darwin", UnitType.DD, strength=n, status=Status.BUILDING) for key, (n, _) in built.items()]
    table.edit(*fleet(*ships), seat="allied")
    table.set({"pg-port:darwin.yard": 100})
    table.set({"pg-air:takao-bombers.base": "pg-port:palau", "pg-air:takao-bombers.range": 20}, seat="axis")
    attacks(table, "darwin")
    table.put("axis", aircraft=FORMOSA)
    table.put("allied", *built)
    table.fought("; ".join(f"1-{key}: {typed}" for key, (_, typed) in built.items()))
    table.mark("allied")
    now = {key: (table.unit(key).place, table.unit(key).strength, table.unit(key).status) for key in built}
    there = "pg-port:darwin"
    assert now == {
        "nine": ("sunk", 0, Status.BUILDING), "ten": (there, 1, Status.BUILDING), "eleven": (there, 2, Status.BUILDING),
        "seven": (there, 4, Status.BUILDING), "twelve": (there, 7, Status.DAMAGED),
    }  # fmt: skip
    assert "was under construction: it is lost" in table.refuse("pg-raise", seat="allied", unit="nine")


@pytest.mark.rule("PG.6.5.4.5")
def test_a_yard_takes_twice_its_capacity_and_works_once_it_is_whole(table: Fighting) -> None:
    from navalassist.systems.theatre.rules.yard import works

    def yard() -> Port:
        return View(table.facts).row(Port, "manila")

    table.set({"pg-port:manila.yard": 250})
    attacks(table)
    bombed = {"seat": "allied", "port": "manila", "work": "bombed"}
    assert "No attack on Manila" in table.refuse("pg-shipyard", **bombed, points=10)
    table.put("axis", aircraft=FORMOSA)
    table.put("allied", *AT_MANILA)
    table.fought("1-shipyard-1: damage 4; 1-shipyard-3: sunk")
    table.do("pg-shipyard", **bombed, points=300)
    table.do("pg-shipyard", **bombed, points=300)
    assert (yard().yard_damage, works(yard())) == (500, False)
    repaired = {"seat": "allied", "port": "manila", "work": "repaired"}
    assert "in the Logistics phase" in table.refuse("pg-shipyard", **repaired, points=500)
    table.until("axis/logistics")
    assert "Its damage is 500" in table.refuse("pg-shipyard", **repaired, points=501)
    table.do("pg-shipyard", **repaired, points=499)
    assert not works(yard())
    table.do("pg-shipyard", **repaired, points=1)
    assert works(yard())
    table.do("pg-shipyard", seat="allied", port="manila", work="wrecked")
    assert yard().yard_damage == 500


def pearl(table: Fighting, dice: str, *carriers: str) -> Battle:
    """Two Japanese air units from Kure attack Pearl Harbor, where the Arizona and these carriers lie."""
    ships = [ship("arizona", "pearl-harbor", strength=9)]
    ships += [ship(key, "pearl-harbor", UnitType.CV) for key in carriers]
    table.edit(*fleet(*ships), seat="allied")
    table.edit(*fleet(*bombers(2, base="kure"), side=AXIS), seat="axis")
    table.set({"pg-port:pearl-harbor.flak": 1})
    battle = attacks(table, "pearl-harbor", ("bomber-0", "bomber-1"))
    assert battle.surprise == "unread"
    unread = table.refuse("pg-sheet", seat="allied", battle="1", side="allied", units=("arizona",))
    assert "Read the chart of Pearl Harbor first" in unread
    table.do("pg-pearl-harbor", dice, seat="allied", attack="1")
    return table.battle()


@pytest.mark.rule("PG.6.5.4.6", "C29")
def test_the_chart_gives_surprise_and_where_each_carrier_is(table: Fighting) -> None:
    """A 3 is partial surprise, a 1 has the first carrier in port, a 2 the second one at sea."""
    battle = pearl(table, "3 1 2", "enterprise", "lexington")
    assert (battle.surprise, battle.surprised) == ("partial", True)
    assert {one.key for one in harbor.caught(View(table.facts), battle, ALLIED)} == {"arizona", "enterprise"}
    # Refineries of Hawaii are among the targets; its anti-aircraft gun is surprised too.
    assert on_land(table)["Refinery 2"] == 10
    assert on_land(table)["Anti-aircraft gun 1"] == 5
    table.put("allied", "arizona", "enterprise")
    # 9 and half of it up, 300 - 200.
    assert (table.line("arizona").strength, table.line("arizona").experience) == (5, 100)
    table.put("axis", aircraft=("bomber-0", "bomber-1"))
    table.fought("1-arizona: damage 3; 1-enterprise: damage 5; 1-air-bomber-0: damage 4")
    table.mark("axis")
    table.mark("allied")
    # 3 count as 6; half of the carrier was 5, and all of it is sunk.
    assert (table.unit("arizona").strength, table.unit("enterprise").place) == (3, "sunk")
    table.do("pg-second-wave", seat="axis", first="1")
    second = table.battle("2")
    assert (second.follows, second.surprised, second.turns) == (1, False, 12)
    table.put("allied", "arizona", key="2")
    table.put("axis", key="2", aircraft=("bomber-0", "bomber-1"))
    # No surprise any more: all of the 3 left, and 300 - 100. Nothing was repaired between the waves.
    assert (table.line("arizona", "2").strength, table.line("arizona", "2").experience) == (3, 200)
    assert (table.line("air-bomber-0", "2").strength, on_land(table, "2")["Anti-aircraft gun 1"]) == (6, 10)
    assert "A second wave follows" in table.refuse("pg-second-wave", seat="axis", first="1")


@pytest.mark.rule("PG.6.5.4.6")
@pytest.mark.parametrize(
    ("die", "surprise", "first", "second"), [("2", "none", 0, 0), ("4", "partial", 1, 0), ("6", "full", 1, 1)]
)
def test_which_waves_are_a_surprise(table: Fighting, die: str, surprise: str, first: int, second: int) -> None:
    battle = pearl(table, die)
    follows = battle.model_copy(update={"follows": 1})
    assert (battle.surprise, battle.surprised, follows.surprised) == (surprise, bool(first), bool(second))


@pytest.mark.rule("C29")
def test_the_odds_of_the_chart() -> None:
    """A third each, and a carrier is in port on 1 of 6."""
    chart = given("pg-pearl-harbor", side=ALLIED, battle=a_battle(surprise="unread"),
                  carriers=(ship("enterprise", "pearl-harbor", UnitType.CV),))  # fmt: skip
    assert figures(chart) == {"partial": Fraction(1, 3), "full": Fraction(1, 3), "at-sea": Fraction(5, 6)}


@pytest.mark.rule("PG.6.5.4.7")
def test_twelve_british_ships_attack_the_neutral_fleet_at_oran(table: Fighting) -> None:
    """French crews have 200: in surprise 0. 13 ships are one too many."""
    french = ship("dunkerque", "oran", nation=Nation.FRANCE, side=AXIS)
    assert french.experience == 200
    table.edit(*fleet(french, side=AXIS), seat="axis")
    british = [ship(f"force-h-{n}", "gibraltar", nation=Nation.BRITAIN) for n in range(13)]
    table.edit(*fleet(*british), seat="allied")
    many = tuple(one.key for one in british)
    typed = {"seat": "allied", "side": "allied", "port": "oran", "aircraft": ()}
    assert "13 ships attack: 12 are the most" in table.refuse("pg-attack-port", **typed, units=many)
    assert "British ships alone" in table.refuse("pg-attack-port", **typed, units=("yorktown",))
    by_axis = {**typed, "seat": "axis", "side": "axis", "aircraft": FORMOSA}
    assert "Britain alone attacks Oran" in table.refuse("pg-attack-port", **by_axis)
    assert "ships attack the fleet at neutral Oran alone" in table.refuse(
        "pg-attack-port", **{**typed, "port": "kiel"}, units=many[:2]
    )
    table.set({"pg-port:oran.owner": "axis"})
    assert "neutral Oran alone" in table.refuse("pg-attack-port", **typed, units=many[:12])
    table.set({"pg-port:oran.owner": "neutral"})
    battle = attacks(table, "oran", (), side="allied", units=many[:12])
    assert battle.neutral
    table.put("axis", "dunkerque")
    table.put("allied", *many[:12])
    assert (table.line("dunkerque").experience, table.line("force-h-0").experience) == (0, 300)
    # Who attacks there lies in no port in this turn.
    elsewhere = battle.model_copy(update={"port": "gibraltar", "attacker": AXIS})
    assert [one.key for one in harbor.caught(View(table.facts), elsewhere, ALLIED)] == ["force-h-12"]
    words = table.text("pg-battle/1/")
    assert "+1 on diplomacy with Vichy" in words
    assert "may move" in words


@pytest.mark.rule("PG.6.5.4", "PG.6.5.4.7")
def test_its_form_lists_what_is_in_reach_and_nothing_that_is_sent(table: Fighting) -> None:
    """Takao reaches Manila, 4 squares away, and no port of Borneo; off the maps nothing is measured (R-291)."""

    def listed(field: str, **typed: str) -> list[str]:
        form: Any = form_for(table.system.forms["pg-attack-port"], table.facts)(typed)
        pairs = form.fields[field].choices
        return [key for one, more in pairs for key in ([key for key, _ in more] if isinstance(more, list) else [one])]

    ports = listed("port", side="axis")
    assert {"manila", "pearl-harbor"} <= set(ports)
    assert not {"balikpapan", "takao", "oran"} & set(ports)
    assert listed("aircraft", side="axis", port="manila") == list(FORMOSA)
    assert listed("aircraft", side="axis", port="darwin") == []
    assert listed("units", side="allied", port="oran") == ["emerald"]
    assert listed("units", side="allied", port="takao") == []
    table.do("pg-attack-port", side="axis", port="manila", aircraft=FORMOSA)
    assert listed("aircraft", side="axis", port="manila") == []
