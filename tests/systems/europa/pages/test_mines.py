"""Mines and captured ports from a player's pages: belts by hand, checks, laying, sweeping, scuttling (36.B, 36.C)."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from navalassist.campaigns.models import Account
from navalassist.engine import Remove, Set, create
from navalassist.engine.duties import Moment
from navalassist.seazones.models import MineBelt
from navalassist.taskforces.models import NavalGroup, TaskForce
from tests.begun import begin
from tests.in_hand import InHand, drawn, words_of

# Off Valletta (18A:0407): Licata, 18A:0102, Axis-owned, lies within 7 hexes of it.
OFF_MALTA = "18A:0406"
ALLIED = "allied/naval-movement"
Make = Callable[..., InHand]


@pytest.fixture
def make() -> Iterator[Make]:
    """A campaign at a place of Mar I 41, with rulings; at the end its log and state agree."""
    made: list[InHand] = []

    def begun(place: str = ALLIED, **rulings: str) -> InHand:
        side, _, step = place.partition("/")
        choices = {number.replace("_", "-"): choice for number, choice in rulings.items()}
        moment = Moment("1941-03-1", side, step)
        made.append(table := InHand(begin("Med", malta=10, slug="med", moment=moment, rulings=choices), "allied"))
        layer = {"name": "Minelayer", "kind": "warship", "strength": 2, "reverse": 0, "mines": 3}
        table.group(
            "h", "allied", f"hex:{OFF_MALTA}", called="Force H", **{"force-h": "task-force", "minelayer": layer}
        )
        zara = TaskForce.new_facts(side="axis", name="Zara", kind="warship", strength=3, place="port:naples")
        squadra = TaskForce.new_facts(side="axis", name="Squadra", strength=12, reverse=6, place="port:naples")
        table.edit(create("task-force:zara", **zara), create("task-force:squadra", **squadra), seat="axis")
        return table

    yield begun
    for table in made:
        table.check()


@pytest.fixture
def med(make: Make) -> InHand:
    return make()


def belt(side: str, where: str, points: int) -> Any:
    row = f"mines:{side}/{where.replace(':', '-')}"
    return create(row, **MineBelt.new_facts(side=side, hex=where, zone="central-med", points=points))


def do(table: InHand, slug: str, **fields: Any) -> str:
    """Carry out a rule as its page does; the receipt in words."""
    return table.tap(f"do/{slug}/", **fields)


def refused(table: InHand, slug: str, **fields: Any) -> str:
    return table.tap(f"do/{slug}/", 422, **fields)


def typed(strip: str) -> dict[str, str]:
    return {"dice": "typed", "strip": strip}


@pytest.mark.rule("E36.C")
def test_belts_are_entered_by_hand_and_listed_hex_by_hex(med: InHand) -> None:
    assert "No mines are kept here yet" in med.words("mines/")
    given = {"act": "set", "side": "axis", "hex": "18a:0406", "points": "3", "zone": "central-med"}
    for fields in (given, {**given, "side": "allied", "points": "2"}):
        answer = med.post("mines/", **fields)
        assert answer.status_code == 302, words_of(answer)
    page = med.words("mines/")
    # Each point is a level of port interdiction, against both sides.
    assert "18A:0406 Central Med, port interdiction 5 levels, against both sides" in page
    assert "Licata" in page
    assert med.facts.get("mines:axis/18A-0406.points") == 3
    again = med.post("mines/", **given)
    assert (again.status_code, "3 points lie there already" in words_of(again)) == (422, True)
    med.post("mines/", **{**given, "zone": "adriatic"})
    assert med.facts.get("mines:axis/18A-0406.zone") == "adriatic"
    med.post("mines/", **{**given, "points": "0"})
    assert med.facts.get("mines:axis/18A-0406.points") is None


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"hex": "Malta"}, "is no hex"),
        ({"points": "many"}, "Mine points: Type a whole number from 0 to 99"),
        ({"side": "vichy"}, "Whose mines"),
        ({"zone": "atlantis"}, "Sea zone: Choose of the list"),
    ],
)
def test_what_does_not_fit_is_said_and_kept(med: InHand, wrong: dict[str, str], said: str) -> None:
    given = {"act": "set", "side": "axis", "hex": "18A:0406", "points": "3", **wrong}
    assert said.casefold() in words_of(drawn(med.post("mines/", **given), 422)).casefold()
    assert med.facts.get("mines:axis/18A-0406.points") is None


@pytest.mark.rule("E36.C.1.b", "E36.C.1.p")
def test_a_group_that_begins_its_step_among_enemy_mines_is_due_for_a_check(med: InHand) -> None:
    med.edit(belt("axis", OFF_MALTA, 3))
    assert f"Mines: Force H in {OFF_MALTA}" in med.words()
    assert "a mine check is due, it began the naval step at sea there" in med.words("mines/")
    page = med.words(f"do/mine-damage/?group=h&hex={OFF_MALTA}&occasion=began")
    # Six throws with a third each: 2 hits to be expected.
    assert "Expected hits" in page
    assert "Force H" in do(med, "mine-damage", group="h", hex="", occasion="began", **typed("123456"))
    assert med.last().record["body"]["outcome"]["toll"]["hits"] == 2
    laid_up = [med.facts[f"task-force:minelayer.{name}"] for name in ("hits", "place")]
    assert laid_up == [2, "sunk"] or med.facts["task-force:force-h.hits"] == 0
    assert f"Mines: Force H in {OFF_MALTA}" not in med.words().partition("Checked")[0].partition("May")[2]
    again = refused(med, "mine-damage", group="h", occasion="began")
    assert "It was checked in 18A:0406 in this naval step" in again


@pytest.mark.rule("E36.C.1.a")
def test_hexes_that_a_group_comes_through_are_due_and_so_is_putting_to_sea(med: InHand) -> None:
    moves = [{"mps": 5, "night": False, "to": OFF_MALTA}, {"mps": 5, "night": False, "to": "18A:0405"}]
    med.edit(
        belt("axis", OFF_MALTA, 1),
        belt("axis", "18A:0407", 2),
        Set("group:h.began", "port:valletta"),
        Set("group:h.place", "hex:18A:0405"),
        Set("group:h.strip", moves),
        Set("group:h.strip_of", "1941-03-1/allied"),
    )
    page = med.words()
    assert "Mines: Force H in 18A:0407" in page
    assert "2 points: it put to sea there" in page
    assert "1 point: it entered the hex" in page
    do(med, "mine-damage", group="h", hex=OFF_MALTA, occasion="entered", **typed("111111"))
    assert "1 point: it entered the hex" not in med.words()


@pytest.mark.rule("E36.C.1.a")
def test_a_group_that_comes_to_a_port_among_mines_is_due_and_one_that_lies_there_is_not(med: InHand) -> None:
    med.edit(belt("axis", "18A:0407", 2), Set("group:h.place", "port:valletta"))
    assert "Mines: Force H" not in med.words()
    assert "as it puts to sea" in refused(med, "mine-damage", group="h", occasion="entered")
    moves = [{"mps": 5, "night": False, "to": ""}]
    med.edit(Set("group:h.strip", moves), Set("group:h.strip_of", "1941-03-1/allied"))
    assert "Mines: Force H in 18A:0407" in med.words()
    do(med, "mine-damage", group="h", occasion="entered", **typed("111111"))
    assert "Mines: Force H" not in med.words()


def test_a_group_nobody_knows_where_needs_the_hex(med: InHand) -> None:
    med.edit(Set("group:h.place", "canal:kiel"))
    assert "choose the one with the mines" in refused(med, "mine-damage", group="h", occasion="entered")


@pytest.mark.rule("E36.C", "E36.C.2")
def test_mines_are_taken_aboard_in_port_and_laid_at_sea(med: InHand) -> None:
    med.edit(Set("task-force:minelayer.place", "port:valletta"), belt("axis", "24A:2110", 1))
    assert "Naval repair points in hand: 0" in refused(med, "mines-loaded", unit="minelayer", points="2", cost="1")
    account = Account.new_facts(side="allied", what="nrp", organisation="", balance="4", sweeping="0")
    med.edit(create("account:allied/nrp", **account))
    do(med, "mines-loaded", unit="minelayer", points="2", cost="1.5")
    assert (med.facts.get("account:allied/nrp.balance"), med.facts.get("task-force:minelayer.mines")) == ("2.5", 5)
    assert "sails in no naval group" in refused(med, "mines-laid", unit="minelayer", points="1")
    med.edit(Set("task-force:minelayer.place", "group:h"))
    assert "Lay mines: Minelayer (Allied), 5 points" in med.words()
    do(med, "mines-laid", unit="minelayer", points="2")
    assert med.facts.get("mines:allied/18A-0406.points") == 2
    assert med.facts.get("group:h.strip") == [{"mps": 10, "night": False, "to": OFF_MALTA, "began": f"hex:{OFF_MALTA}"}]
    do(med, "mines-laid", unit="minelayer", points="1", night="on")
    assert med.facts.get("group:h.strip")[1] == {"mps": 5, "night": True, "to": OFF_MALTA}
    med.edit(Set("group:h.place", "port:valletta"))
    assert "at sea in no hex" in refused(med, "mines-laid", unit="minelayer", points="1")


@pytest.mark.rule("E36.C.2.air")
def test_aircraft_lay_mines_in_the_air_step(make: Make) -> None:
    med = make("axis/air")
    med.edit(belt("axis", OFF_MALTA, 1))
    assert "Lay mines from the air" in med.words()
    do(med, "mines-laid-by-air", side="axis", hex="18A:0407", points="2", zone="central-med")
    assert med.facts.get("mines:axis/18A-0407.zone") == "central-med"
    assert "is no hex" in refused(med, "mines-laid-by-air", side="axis", hex="here", points="2")


@pytest.mark.rule("E36.C.3.tf", "E36.C.3.tf2")
def test_a_task_force_is_checked_and_then_sweeps(med: InHand) -> None:
    med.edit(belt("axis", OFF_MALTA, 2))
    assert "Sweep with Force-H (Allied)" in med.words()
    assert "first be checked" in refused(med, "mines-swept", unit="force-h")
    do(med, "mine-damage", group="h", occasion="began", **typed("111111"))
    do(med, "mines-swept", unit="force-h", **typed("1115"))
    assert med.facts.get("mines:axis/18A-0406.points") == 1
    assert med.facts.get("group:h.strip") == [{"mps": 20, "night": False, "to": OFF_MALTA, "began": f"hex:{OFF_MALTA}"}]
    # Its own 20 MPs are spent: another point takes 20 more, whichever move they stand in.
    said = refused(med, "mines-swept", unit="force-h", mps_spent="on")
    assert "takes 40 MPs spent in 18A:0406 in this phase; its group has spent 20 there" in said
    more = [*med.facts.get("group:h.strip"), {"mps": 20, "night": False, "to": OFF_MALTA}]
    med.edit(Set("group:h.strip", more))
    do(med, "mines-swept", unit="force-h", mps_spent="on")
    assert (med.facts.get("mines:axis/18A-0406.points"), len(med.facts.get("group:h.strip"))) == (None, 2)
    assert med.facts.get("mark:sweep/force-h/18A-0406.note") == "2"
    assert med.facts.get("mark:swept/allied.ends") == "player-turn"


@pytest.mark.rule("E36.C.3.auto1", "E36.C.3.auto2")
def test_in_the_initial_phase_one_tap_sweeps_what_goes_and_says_why(make: Make) -> None:
    med = make("allied/initial")
    # In the hex of Valletta; near Licata; off Haifa, far from every Axis port.
    med.edit(belt("axis", "18A:0407", 1), belt("axis", "18A:0103", 2), belt("axis", "19A:4306", 3))
    page = med.words("do/mines-swept-at-start/")
    assert "a coastal hex that he owns: Malta (Valletta)" in page
    assert "within 7 hexes of an enemy-owned port: Licata, 1 hex " in page
    assert "no enemy-owned port within 7 hexes" in page
    # A row that goes is one line, marks are for the rules alone, and a reason is folded away.
    assert "Axis mines in 18A:0407 there → gone" in page
    assert "Mines swept in this player turn" not in page
    assert "Do it all the same, and say why" in page
    assert "goes: 18A:0407, 19A:4306" in med.words()
    do(med, "mines-swept-at-start", coast=["axis/18A:0103"])
    assert med.facts.get("mines:axis/18A-0407.points") is None
    assert med.facts.get("mines:axis/18A-0103.points") is None


@pytest.mark.rule("E36.C.3.dz", "E36.C.3.dz.R", "E36.C.3.def")
def test_a_point_in_a_danger_zone_costs_repair_points_and_a_deficit_bars_the_next(med: InHand) -> None:
    where = {"belt": "axis/19A:4306", "sea": "rough", "coast_defence": "2", "zone": ""}
    med.edit(belt("axis", "19A:4306", 3))
    assert "none were swept in this player turn" in refused(med, "mines-swept-in-zone", **where, **typed("2"))
    unsaid = {**where, "sea": ""}
    assert "not kept for this turn: choose it" in refused(med, "mines-swept-in-zone", **unsaid, **typed("2"))
    do(med, "sea-state", waters="mediterranean", typed="rough")
    do(med, "mines-swept-in-zone", **unsaid, because="swept last week", **typed("2"))
    # A complete failure without any points: 1.5 below zero, by sweeping.
    assert (med.facts.get("account:allied/nrp.balance"), med.facts.get("account:allied/nrp.sweeping")) == (
        "-1.5",
        "1.5",
    )
    assert med.facts.get("mines:axis/19A-4306.points") == 2
    assert "deficit of 1.5 NRPs" in refused(med, "mines-swept-in-zone", **where, **typed("2"))
    assert "no sweeping in danger zones" in med.words("mines/")
    assert "sweeping has made a deficit of 1.5 NRPs" in med.words()
    other = {**where, "zone": "no"}
    med.edit(Set("account:allied/nrp.sweeping", "0"))
    assert "as you read it off the map" in refused(med, "mines-swept-in-zone", **other, **typed("2"))


@pytest.mark.rule("E36.B.1", "E36.B.2", "E36.B.3")
def test_ships_in_a_port_that_falls_scuttle_or_escape(med: InHand) -> None:
    assert "does not own Naples" in refused(med, "ships-scuttled", port="naples/axis", res="1", hex="26:2110")
    med.edit(Set("port:naples.owner", "allied"), Set("port:naples.ever_allied", True))
    assert "Axis ships in Naples: scuttle or escape" in med.words()
    assert "type it, for what escapes" in refused(med, "ships-scuttled", port="naples/axis", res="1")
    assert "no typed die has 7 faces" in refused(
        med, "ships-scuttled", port="naples/axis", res="1", hex="26:2110", **typed("1")
    )
    named = {"port": "naples/axis", "res": "2", "hex": "26:2110"}
    assert "no unit in this port is called Roma" in refused(med, "ships-scuttled", **named, drawn="Roma, Zara")
    do(med, "ships-scuttled", **named, drawn="squadra, Zara", **typed("56" + "2"))
    assert (med.last().record["body"]["outcome"]["scuttled"], med.last().record["body"]["outcome"]["lots"]) == (
        2,
        "drawn at the table: Squadra, Zara",
    )
    assert med.facts.get("task-force:squadra.hits") == 2
    group = med.facts.get("task-force:zara.place")
    assert group == med.facts.get("task-force:squadra.place") == "group:escaped-naples-1941-03-1"
    assert med.facts.get(f"{group}.place") == "hex:26:2110"
    assert "Axis ships in Naples" not in med.words()


@pytest.mark.rule("E36.B.4")
def test_in_refit_and_in_a_group_in_port(med: InHand) -> None:
    med.edit(
        Set("port:naples.owner", "allied"),
        Set("port:naples.ever_allied", True),
        Set("port:naples.map_reference", "26:2110"),
        Set("task-force:squadra.refit", True),
        create("group:z", **NavalGroup.new_facts(side="axis", name="Zara's", place="port:naples")),
        create("group:escaped-naples-1941-03-1", **NavalGroup.new_facts(side="axis", name="E", place="hex:26:2110")),
        Set("task-force:zara.place", "group:z"),
    )
    do(med, "ships-scuttled", port="naples/axis", res="0")
    assert med.facts.get("task-force:squadra.place") == "sunk"
    assert med.facts.get("group:z.place") == "hex:26:2110"


@pytest.mark.rule("E36.B.5")
def test_on_the_canal_when_a_bank_falls(med: InHand) -> None:
    assert "No bank of that hexside" in refused(med, "scuttled-on-canal", group="h", on_river="on")
    med.edit(Set("group:h.place", "canal:kiel"))
    assert "a bank has fallen" in med.words()
    do(med, "scuttled-on-canal", group="h", taken="on")
    assert (med.facts.get("task-force:force-h.place"), med.facts.get("group:h.place")) == ("sunk", None)


def test_in_a_closed_campaign_the_enemy_reads_the_hex_and_the_hits_and_no_more(make: Make) -> None:
    med = make(R_56="closed")
    med.edit(belt("axis", OFF_MALTA, 3))
    own = med.at("allied")
    do(own, "mine-damage", group="h", occasion="began", **typed("123456"))
    where = med.last()
    enemy = med.at("axis")
    page = enemy.words(f"log/{where.chain}/{where.sequence}/")
    assert OFF_MALTA in page
    assert "Force" not in page
    assert "Force H" not in enemy.words("mines/")
    assert "Mines: Force H" not in enemy.words("")


@pytest.mark.rule("E36.C.3.auto2")
def test_who_goes_past_an_initial_phase_is_told_of_the_mines_that_would_stay(make: Make) -> None:
    med = make("axis/exploitation")
    med.edit(belt("axis", "19A:4306", 3))
    assert "skips 1 sweep" in med.words()
    on = {"until": "allied/naval-movement", "clock": "1941-03-1/axis/exploitation", "seen": ""}
    answer = med.post("step/", **on)
    assert (answer.status_code, "Enemy mines in 19A:4306" in words_of(answer)) == (409, True)
    med.edit(Remove("mines:axis/19A-4306"), belt("axis", "18A:0103", 2))
    assert "skips" not in med.words()


def test_what_can_be_typed_anew_by_itself_is_corrected_with_the_same_dice(med: InHand) -> None:
    med.edit(Set("port:naples.owner", "allied"), Set("port:naples.ever_allied", True))
    do(med, "ships-scuttled", port="naples/axis", res="1", hex="26:2110")
    entry = med.last()
    address = f"log/{entry.chain}/{entry.sequence}/correct/"
    form = med.text(address)
    assert "Supported REs" in form
    assert "Drawn at your table" in form
    # No ships are left in the port that was chosen: it stays the one that is meant.
    assert 'name="typed_port"' not in form
    fields = {"typed_res": "0", "typed_hex": "26:2110", "typed_because": "", "reason": "typo", "note": "", "strip": ""}
    answer = med.post(address, **fields)
    assert answer.status_code == 302, words_of(answer)
    assert (med.facts.get("task-force:squadra.hits"), med.facts.get("task-force:zara.hits")) == (0, 0)
