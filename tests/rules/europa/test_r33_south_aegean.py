"""33.B.7: the South Aegean interdiction zone."""

import pytest

from navalassist.engine import Set, compute
from navalassist.rules.europa import r33_south_aegean
from navalassist.rules.europa.clock import Moment
from navalassist.rules.europa.r33_anti_shipping import check_for_contact
from navalassist.rules.europa.r33_contact import results_column
from navalassist.rules.europa.r33_naval_status import NotSubject
from navalassist.rules.europa.upkeep import upkeep
from navalassist.rules.europa.words import CargoKind, Declared, Side, Step, Zone
from navalassist.rules.europa.world import World
from tests.rules.play import a_sailing, applied, number_of, play, refusal, ruled, tally_of
from tests.rules.world import a_book, the_world


def a_declaration(
    extent: str = "tight", player_turn: str = "allied", phase: str = "initial", **world: object
) -> r33_south_aegean.Declaration:
    """The Allies declare the zone on Mar I 41, with changes of the world."""
    facts = the_world(**world)  # type: ignore[arg-type]
    return r33_south_aegean.Declaration(
        extent=extent,  # type: ignore[arg-type]
        player_turn=Side(player_turn),
        phase=Step(phase),
        facts={key: facts[key] for key in r33_south_aegean.NEEDED},  # type: ignore[arg-type]
    )


def declared(**options: object) -> r33_south_aegean.Declaring:
    """What comes of it, whether or not the page would have offered it."""
    rulings = options.pop("rulings", {})
    result: r33_south_aegean.Declaring = play(r33_south_aegean.declare_zone, a_declaration(**options), **rulings).result  # type: ignore[arg-type]
    return result


def met(result: r33_south_aegean.Declaring) -> dict[str, bool]:
    """Which conditions are met, by letter."""
    return {condition.letter: condition.met for condition in result.conditions}


@pytest.mark.rule("E33.B.7.d1", "E33.B.7.e1")
@pytest.mark.parametrize("extent", ["tight", "loose"])
def test_the_allies_declare_it_tight_or_loose_and_it_is_12_for_axis_shipping(extent: str) -> None:
    declaration = a_declaration(extent)
    assert not refusal(r33_south_aegean.declare_zone, declaration)
    outcome = play(r33_south_aegean.declare_zone, declaration)
    assert outcome.result.declared
    assert outcome.result.extent == extent
    assert outcome.effects == (Set("zone:south-aegean.declared", extent),)
    tally = tally_of("axis", "south-aegean", more={"zone:south-aegean.declared": extent})
    assert (tally.total, applied(tally)) == (12, [("33.B.7", 12)])


@pytest.mark.rule("E33.B.7.d1")
@pytest.mark.parametrize(
    ("player_turn", "phase"), [("axis", "initial"), ("allied", "air"), ("allied", "naval-movement")]
)
def test_only_in_an_allied_initial_phase(player_turn: str, phase: str) -> None:
    found = refusal(r33_south_aegean.declare_zone, a_declaration(player_turn=player_turn, phase=phase))
    assert found == "33.B.7: The zone is declared in the Allied initial phase."


@pytest.mark.rule("E33.B.7.c1", "E33.B.7.c2")
def test_conditions_a_and_b_an_allied_port_on_crete_and_an_open_suez_canal() -> None:
    one = {"owners": {"suda-bay": "axis"}}
    assert met(declared(**one))["a"]
    none = {"owners": {"suda-bay": "axis", "heraklion": "axis"}}
    assert not met(declared(**none))["a"]
    found = refusal(r33_south_aegean.declare_zone, a_declaration(**none))
    assert found == "33.B.7: Condition a is not met: an Allied-owned port on Crete."
    closed = {"conditions": {"suez-canal": "closed"}}
    assert not met(declared(**closed))["b"]
    assert (
        refusal(r33_south_aegean.declare_zone, a_declaration(**closed))
        == "33.B.7: Condition b is not met: an open Suez Canal."
    )


@pytest.mark.rule("E33.B.7.c3")
def test_condition_c_an_aegean_status_of_1_or_more() -> None:
    neither = {"owners": {"athens": "axis", "thessalonika": "axis"}}
    result = declared(**neither)
    assert met(result) == {"a": True, "b": True, "c": False, "d": True}
    assert not result.declared
    assert play(r33_south_aegean.declare_zone, a_declaration(**neither)).effects == ()  # type: ignore[arg-type]
    # Read as 1, it is met.
    assert met(declared(**neither, rulings={"R_07": "1"}))["c"]
    one = declared(owners={"athens": "axis"})
    assert (met(one)["c"], one.conditions[2].number) == (True, 1)


@pytest.mark.rule("E33.B.7.c4")
def test_condition_d_an_eastern_med_status_of_7_or_more_without_the_zones_own_minus_5() -> None:
    lost = {"owners": {"alexandria": "axis", "haifa": "axis", "limassol": "axis"}}
    # With an Allied Crete the printed status is 15, the count of ports alone is 1.
    printed = declared(**lost)
    assert (met(printed)["d"], printed.conditions[3].number) == (True, 15)
    ports = declared(**lost, rulings={"R_05": "ports"})
    assert (met(ports)["d"], ports.conditions[3].number, ports.declared) == (False, 1, False)
    one = declared(owners={"alexandria": "axis", "haifa": "axis"}, rulings={"R_05": "ports"})
    assert (met(one)["d"], one.conditions[3].number) == (True, 7)
    again = {"more": {"zone:south-aegean.declared": "tight"}, "owners": {"alexandria": "axis", "haifa": "axis"}}
    assert met(declared(**again, rulings={"R_05": "ports"}))["d"]


@pytest.mark.rule("E33.B.7.e1")
def test_the_rest_of_the_aegean_keeps_its_status_and_a_zone_that_nobody_declared_is_part_of_it() -> None:
    one = {"owners": {"athens": "axis"}, "more": {"zone:south-aegean.declared": "tight"}}
    assert number_of("axis", "aegean", **one) == 1
    assert ruled(NotSubject, "axis", "south-aegean").rule == "33.B.7"


@pytest.mark.rule("E33.B.7.e4")
@pytest.mark.parametrize(("hits", "status"), [(0, 12), (1, 11), (5, 7), (14, 0)])
def test_each_bombing_hit_takes_1_off_the_zone(hits: int, status: int) -> None:
    more = {"zone:south-aegean.declared": "loose", "zone:south-aegean.hits": hits}
    assert number_of("axis", "south-aegean", more=more) == status


MAR_I, MAR_II = "1941-03-1", "1941-03-2"


def at(turn: str, player_turn: str, step: str) -> Moment:
    """A place in the turn."""
    return Moment(turn, Side(player_turn), Step(step))


@pytest.mark.rule("E33.B.7.d1", "E33.B.7.e4")
def test_the_zone_ends_with_the_next_allied_initial_phase_and_its_hits_and_interference_with_the_turn() -> None:
    effects = upkeep(at(MAR_II, "axis", "exploitation"), at(MAR_II, "allied", "initial"))
    assert effects == (Set("zone:south-aegean.declared", ""),)
    assert upkeep(at(MAR_II, "allied", "initial"), at(MAR_II, "allied", "air")) == ()
    effects = upkeep(at(MAR_I, "allied", "exploitation"), at(MAR_II, "axis", "initial"))
    assert Set("zone:south-aegean.hits", 0) in effects
    assert Set("zone:south-aegean.declared", "") not in effects
    assert Set("zone:eastern-med.interference", "") in effects
    assert Set("zone:red-sea.interference", "") in effects
    assert upkeep(at(MAR_I, "axis", "initial"), at(MAR_I, "axis", "air")) == ()


def a_bombing(
    hits: int, before: int = 0, declared: str = "loose", player_turn: str = "axis", phase: str = "air"
) -> r33_south_aegean.ZoneBombing:
    """Axis aircraft have bombed the zone."""
    return r33_south_aegean.ZoneBombing(
        declared=Declared(declared), hits_before=before, hits=hits, player_turn=Side(player_turn), phase=Step(phase)
    )


@pytest.mark.rule("E33.B.7.e4", "E33.B.7.e2")
def test_hits_add_up_for_the_whole_zone_each_takes_1_off_and_each_hex_has_5_aa() -> None:
    # 12, less 2 from before, less 3 now: 7.
    outcome = play(r33_south_aegean.bomb_zone, a_bombing(3, before=2))
    assert (outcome.result.before, outcome.result.after, outcome.result.hits_this_turn) == (10, 7, 5)
    assert outcome.effects == (Set("zone:south-aegean.hits", 5),)
    assert applied(outcome.result.sum) == [("33.B.7", 12), ("33.B.7", -2), ("33.B.7", -3)]
    # Never below 0, and a mission without a hit changes nothing.
    assert play(r33_south_aegean.bomb_zone, a_bombing(9, before=8)).result.after == 0
    assert play(r33_south_aegean.bomb_zone, a_bombing(0)).effects == ()
    assert play(r33_south_aegean.bomb_zone, a_bombing(1)).result.antiaircraft_of_each_hex == 5


@pytest.mark.rule("E33.B.7.e4")
def test_only_a_declared_zone_is_bombed_and_only_in_the_axis_air_step() -> None:
    assert not refusal(r33_south_aegean.bomb_zone, a_bombing(1))
    nothing = "The interdiction zone is not declared, so there is nothing to bomb."
    assert refusal(r33_south_aegean.bomb_zone, a_bombing(1, declared="")) == f"33.B.7: {nothing}"
    wrong = "33.B.7: The zone is bombed in the Axis air step."
    assert refusal(r33_south_aegean.bomb_zone, a_bombing(1, phase="naval-movement")) == wrong
    assert refusal(r33_south_aegean.bomb_zone, a_bombing(1, player_turn="allied")) == wrong


@pytest.mark.rule("E33.B.7.c1", "E33.B.7.c2", "E33.B.7.c3", "E33.B.7.c4")
def test_each_condition_says_why_it_is_met_or_not_and_what_decides_it() -> None:
    facts = the_world(owners={"suda-bay": "axis", "athens": "axis"}, conditions={"suez-canal": "closed"})
    found = compute(r33_south_aegean.conditions_of(facts), a_book())
    told = [(c.letter, c.met, r33_south_aegean.deciding(c, World(facts))[0]) for c in found]
    # One of two ports; the canal closed; with it the Aegean is held at 1 and the Eastern Med at 1.
    assert told == [
        ("a", True, "1 of its 2 ports"),
        ("b", False, "closed"),
        ("c", True, "it is 1"),
        ("d", False, "it is 1"),
    ]
    for condition in found:
        keys = r33_south_aegean.deciding(condition, World(facts))[3]
        assert keys
        assert all(key in facts for key in keys)


@pytest.mark.parametrize(
    ("extent", "waters", "beyond"),
    [
        pytest.param(
            "tight",
            "sea and coast up to 2 hexes from Crete",
            "more than 2 hexes from Crete",
            marks=pytest.mark.rule("E33.B.7.d2"),
        ),
        pytest.param(
            "loose",
            "sea and coast of the Aegean south of weather line D",
            "north of weather line D",
            marks=pytest.mark.rule("E33.B.7.d3"),
        ),
    ],
)
def test_a_way_that_keeps_out_of_the_zone_is_no_way_through_it(extent: str, waters: str, beyond: str) -> None:
    world = {"more": {"zone:south-aegean.declared": extent}}
    assert tally_of("axis", "south-aegean", **world).terms[0].text == f"The Allied interdiction zone: {waters}"
    inside = a_sailing(zone="south-aegean", world=world)
    assert not refusal(check_for_contact, inside)
    outside = a_sailing(zone="south-aegean", leg={"outside": True}, world=world)
    words = f"The way keeps {beyond}, outside the interdiction zone: sail in the Aegean."
    assert refusal(check_for_contact, outside) == f"33.B.7: {words}"


@pytest.mark.rule("E33.B.7.e1")
@pytest.mark.parametrize(("extent", "column"), [("tight", "unit-tight"), ("loose", "unit-loose")])
def test_a_unit_found_in_the_zone_reads_the_zone_s_own_column(extent: str, column: str) -> None:
    assert results_column(Side.AXIS, CargoKind.UNIT, Zone.SOUTH_AEGEAN, extent) == column
    assert results_column(Side.AXIS, CargoKind.UNIT, Zone.AEGEAN, "") == "unit-outside"
    assert results_column(Side.AXIS, CargoKind.SP, Zone.SOUTH_AEGEAN, extent) == "cargo"
