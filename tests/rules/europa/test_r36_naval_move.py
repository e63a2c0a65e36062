"""36.A: how a naval group moves, by hand from the paragraphs: inshore, by night, its way, Gibraltar, the Kiel canal."""

from typing import Any

import pytest
from pydantic import ValidationError

from navalassist.engine import REGISTER, Create, Facts, Set
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.rules.europa import r36_gibraltar
from navalassist.rules.europa.naval_units import GroupKind, NavalUnit, UnitKind
from navalassist.rules.europa.r33_anti_shipping import check_for_contact
from navalassist.rules.europa.r33_voyage import sail
from navalassist.rules.europa.r36_fuel import Fuelling, Oil, Tank
from navalassist.rules.europa.r36_naval_move import (
    CANAL,
    Belt,
    Canal,
    NavalMove,
    combat_zone,
    refusals,
)
from navalassist.rules.europa.r36_way import Stretch, is_met, is_sheet, refusal_of_way
from navalassist.rules.europa.sailing import Voyage
from navalassist.rules.europa.strips import Night, night_left, parsed
from navalassist.rules.europa.words import Side, Step, Zone
from tests.rules.play import a_leg, a_sailing, a_voyage, play, refusal
from tests.rules.world import the_world

RULE = REGISTER["naval-move"]
HERE = "hex:18A:0407"


def unit(kind: UnitKind = UnitKind.TASK_FORCE, side: Side = Side.ALLIED) -> NavalUnit:
    return NavalUnit(key="u", name="Force U", side=side, kind=kind, strength=4)


def a_move(moves: str = "5 18A:0408", **more: Any) -> NavalMove:
    given: dict[str, Any] = {
        "key": "h",
        "name": "Force H",
        "side": Side.ALLIED,
        "units": (unit(),),
        "turn": "1941-03-1",
        "player_turn": Side.ALLIED,
        "step": Step.NAVAL_MOVEMENT,
        "place": HERE,
        "began": HERE,
        "moves": parsed(moves),
        "to": "hex:18A:0408",
        "facts": Facts({r36_gibraltar.OWNER: "allied"}),
        "fuel": Fuelling(player_turn="1941-03-1/allied"),
    }
    return NavalMove(**given | more)


def refused(move: NavalMove) -> list[str]:
    return [refusal.rule for refusal in refusals(move)]


@pytest.mark.rule("E36.A.1")
@pytest.mark.parametrize(
    ("kind", "rules"),
    [
        (UnitKind.NT, []),
        (UnitKind.SUBMARINE, []),
        (UnitKind.FLOTILLA, []),
        (UnitKind.TASK_FORCE, ["36.A.1"]),
        (UnitKind.CARRIER, ["36.A.1"]),
    ],
)
def test_only_small_shipping_uses_protected_inshore_waters(kind: UnitKind, rules: list[str]) -> None:
    assert refused(a_move(units=(unit(kind),), protected=True)) == rules


@pytest.mark.rule("E36.A.1", "E36.A.1.a", "E36.A.1.b", "E36.A.1.d")
def test_what_inshore_waters_forbid_and_shelter_from() -> None:
    """Friendly-owned coastal hexes; nobody reacts to what moved there; and it begins no battle next door itself."""
    cargo = {"units": (unit(UnitKind.NT),)}
    assert refused(a_move(**cargo, protected=True, unfriendly=("Licata",))) == ["36.A.1"]
    assert refused(a_move(**cargo, unfriendly=("Licata",))) == []
    assert refused(a_move(**cargo, protected=True, attacks=True)) == ["36.A.1.b"]
    reaction = {"player_turn": Side.AXIS, "reaction": True}
    assert refused(a_move(**reaction, prey="Barges")) == ["36.A.1.a"]
    assert refused(a_move(prey="Barges")) == []
    cargo = (unit(UnitKind.NT),)
    told = play(RULE, a_move(units=cargo, protected=True)).result.inshore
    assert "no enemy group reacts (36.A.1.a)" in told
    assert "no battle with those or coast defences next door (36.A.1.b)" in told
    assert "aircraft and their search are as ever (36.A.1.c)" in told
    assert play(RULE, a_move(units=cargo)).result.inshore == ""
    effects = play(RULE, a_move("10 18A:0408", units=(unit(UnitKind.NT),), protected=True)).effects
    sets = {effect.key: effect.value for effect in effects if isinstance(effect, Set)}
    assert sets["group:h.strip"] == [{"mps": 10, "night": False, "to": "18A:0408", "began": HERE, "inshore": True}]


@pytest.mark.rule("E36.A.2")
def test_a_group_moves_in_naval_steps_of_its_own_player_turn_or_reacts_unless_a_reason_stays() -> None:
    assert refused(a_move()) == []
    assert refused(a_move(player_turn=Side.AXIS)) == ["36.A.2"]
    assert refused(a_move(step=Step.AIR)) == ["36.A.2"]
    assert refused(a_move(player_turn=Side.AXIS, reaction=True)) == []
    assert refused(a_move("5n", player_turn=Side.AXIS, reaction=True)) == ["36.A.2"]
    assert RULE.refusal(a_move("6n")) is not None
    known = a_move("6n", because="the other rule lets it")
    assert RULE.refusal(known) is None
    told = play(RULE, known).result.overruled
    assert told.startswith("36.A.2: 6 MPs by night are too many")
    assert told.endswith("Done because: the other rule lets it")
    assert play(RULE, a_move()).result.overruled == ""


@pytest.mark.rule("E36.A.2.c", "E36.A.2.b")
def test_by_night_a_combat_or_mixed_group_controls_its_own_hex_only_and_nobody_lands() -> None:
    assert combat_zone(GroupKind.COMBAT, night=True) == "own hex only, by night"
    assert combat_zone(GroupKind.MIXED, night=True) == "own hex only, by night"
    assert combat_zone(GroupKind.COMBAT, night=False) == "its hex and the six around it"
    assert combat_zone(GroupKind.CARGO, night=False) == "none"
    assert play(RULE, a_move("5n")).result.combat_zone == "own hex only, by night"
    assert play(RULE, a_move("5n 5")).result.combat_zone == ""
    assert refused(a_move("5 5n", lands=True)) == ["36.A.2.b"]
    assert refused(a_move("5n 5", lands=True)) == []


@pytest.mark.rule("E36.A.2.f")
@pytest.mark.parametrize("moves", ["5", "5n"])
def test_mines_are_met_by_night_as_by_day(moves: str) -> None:
    assert play(RULE, a_move(moves, mines=(Belt(hex="18A:0408", points=3),))).result.mines == "3 points in 18A:0408"


@pytest.mark.rule("E36.A.3")
def test_only_the_owner_of_gibraltar_passes_it() -> None:
    through = {"zone": Zone.SPANISH_ATLANTIC, "to_zone": Zone.WESTERN_MED}
    axis = {"side": Side.AXIS, "player_turn": Side.AXIS, "units": (unit(side=Side.AXIS),)}
    assert refused(a_move(**through)) == []
    assert refused(a_move(**through, facts=Facts({r36_gibraltar.OWNER: "axis"}))) == ["36.A.3"]
    assert refused(a_move(**through, **axis)) == ["36.A.3"]
    assert refused(a_move(**through, **axis, facts=Facts({r36_gibraltar.OWNER: "axis"}))) == []
    assert refused(a_move(through=True, **axis)) == ["36.A.3"]
    # Taken in this player turn: the Axis waits for the next, the Allies still pass.
    now = Facts({r36_gibraltar.OWNER: "axis", r36_gibraltar.TAKEN: "1941-03-1/axis"})
    assert refused(a_move(**through, **axis, facts=now)) == ["36.A.3"]
    assert refused(a_move(through=True, player_turn=Side.AXIS, reaction=True, facts=now)) == []


@pytest.mark.rule("E36.A.5", "E36.A.5.b")
def test_the_kiel_canal_needs_its_ports_and_its_banks_and_nobody_in_it_begins_a_battle() -> None:
    assert refused(a_move(to=CANAL, canal=Canal(ports=True, banks=True))) == []
    assert refused(a_move(canal=Canal(ports=False, banks=True))) == ["36.A.5"]
    assert refused(a_move(canal=Canal(ports=True, banks=False))) == ["36.A.5"]
    with pytest.raises(ValidationError, match="say who holds its ports"):
        a_move(to=CANAL)
    canal = Canal(ports=True, banks=True)
    assert refused(a_move(place=CANAL, canal=canal, attacks=True)) == ["36.A.5.b"]
    assert refused(a_move(place=CANAL, canal=canal)) == []
    # Nor one that ends there: it is on its hexsides then.
    assert refused(a_move(to=CANAL, canal=canal, attacks=True)) == ["36.A.5.b"]
    assert refused(a_move(attacks=True)) == []


@pytest.mark.rule("E36.A.5.a")
@pytest.mark.parametrize("kind", list(UnitKind))
def test_every_kind_of_group_may_use_the_canal(kind: UnitKind) -> None:
    assert refused(a_move(units=(unit(kind),), to=CANAL, canal=Canal(ports=True, banks=True))) == []


@pytest.mark.rule("E36.E.1", "E36.A.2.blk")
def test_fuel_is_paid_as_the_group_leaves_its_port_and_the_strip_of_the_phase_goes_on() -> None:
    tank = Tank(key="u", name="Force U")
    fuel = Fuelling(player_turn="1941-03-1/axis", leaves=True, tanks=(tank,), oil=Oil.STEP, port="Taranto")
    done = play(RULE, a_move(fuel=fuel))
    assert done.result.fuel == "1 SP of Taranto (no SPs are counted there)"
    assert isinstance(done.effects[-1], Create)
    assert refused(a_move(fuel=fuel.model_copy(update={"oil": Oil.NONE}))) == ["36.E"]
    before = parsed("10 5n")
    assert refused(a_move("5n 10", strip=before)) == ["36.A.2"]
    done = play(RULE, a_move("10 5n 18A:0408", strip=before))
    assert done.result.mps == "10 by day, 5 by night"
    assert night_left(a_move("10 5n", strip=before).whole_strip) == Night(0, 10, 15, start=0)
    sets = {effect.key: effect.value for effect in done.effects if isinstance(effect, Set)}
    assert sets["group:h.place"] == "hex:18A:0408"
    assert sets["group:h.began"] == HERE
    assert sets["group:h.strip_of"] == "1941-03-1/allied"
    assert [(part["mps"], part["night"]) for part in sets["group:h.strip"]] == [
        (10, False), (5, True), (10, False), (5, True)
    ]  # fmt: skip
    assert sets["group:h.strip"][3]["to"] == "18A:0408"


# 36.A: MPs against the way, by hand: a hex costs an MP at least, and only what is known forbids.


FAR = Stretch(start="18A:0206", end="18A:3030", mps=1, least=38, exact=True)
NEAR = Stretch(start="18A:0407", end="18A:0410", mps=5, least=3, exact=True)
BOUND = Stretch(start="Naples", end="18A:0206", mps=5, least=4)
UNKNOWN = Stretch(start="Naples", end="18A:0206", mps=5)


@pytest.mark.rule("E36.A.2")
@pytest.mark.parametrize(
    ("stretches", "met"),
    [((NEAR,), True), ((FAR, UNKNOWN), False), ((BOUND,), None), ((NEAR, UNKNOWN), None), ((), None)],
)
def test_mps_are_met_only_where_the_distance_is_known(stretches: tuple[Stretch, ...], met: bool | None) -> None:
    assert is_met(stretches) is met
    assert (refusal_of_way(stretches, (), "") is not None) is (met is False)


@pytest.mark.rule("E36.A.2")
def test_a_refusal_says_how_far_it_is_and_names_a_hex_of_no_sheet_and_a_port_of_the_enemy() -> None:
    refusal = refusal_of_way((NEAR, FAR), ("18A:0410",), "")
    assert refusal.reason == "The MPs do not reach. 18A:0206 to 18A:3030: 38 hexes, 1 typed."
    assert UNKNOWN.words == "Naples to 18A:0206: distance not known"
    assert BOUND.words == "Naples to 18A:0206: at least 4 hexes, 5 typed"
    for strange in ("99Z:9999", "18A:0000", "18A:0400", "18A:0007", "60A:0101"):
        assert strange in refusal_of_way((), ("18A:0407", strange), "").reason
    assert all(is_sheet(known) for known in ("18A:0407", "5C:1010", "17:4417", "WW13:0423", "27A:0410", "1B:0715"))
    assert "Tripoli belongs to the other side" in refusal_of_way((), (), "Tripoli").reason


# 36.A.3: who passes between the Atlantic and the Mediterranean. Worked out from the paragraph and R-21.


WAY = "spanish-atlantic western-med"


def voyage(side: str, owner: str, taken: str = "", turn_of: str = "", what: str = "2 unit") -> Voyage:
    """From the Atlantic into the Western Med, in the player turn of its side."""
    plain = a_voyage(what, "western-med", side=side, player_turn=turn_of or side)
    legs = tuple(a_leg(zone) for zone in WAY.split())
    facts = {**the_world(), r36_gibraltar.OWNER: owner} | ({r36_gibraltar.TAKEN: taken} if taken else {})
    return plain.model_copy(update={"legs": legs, "facts": Facts(facts)})


@pytest.mark.rule("E36.A.3")
def test_the_axis_passes_from_the_player_turn_after_its_capture_and_until_then_the_allies_alone() -> None:
    for owner in ("allied", "neutral", "vichy"):
        assert not refusal(sail, voyage("allied", owner))
        found = refusal(sail, voyage("axis", owner))
        assert found.startswith("36.A.3: The Axis does not own Gibraltar")
    # Taken in the Axis player turn of Mar I: in it the Axis may not pass yet, nor would it while that turn lasts.
    fresh = voyage("axis", "axis", "1941-03-1/axis")
    found = refusal(sail, fresh)
    assert found == "36.A.3: Gibraltar was taken in this player turn: the Axis passes from the next one on."
    assert not refusal(sail, fresh.model_copy(update={"turn": "1941-03-2"}))
    assert not refusal(sail, voyage("axis", "axis"))


@pytest.mark.rule("E36.A.3")
def test_the_allies_lose_the_passage_at_the_start_of_the_next_player_turn_warships_too() -> None:
    # Taken in the Axis player turn: the Allied one that follows is the next.
    lost = refusal(sail, voyage("allied", "axis", "1941-03-1/axis"))
    assert (
        lost == "36.A.3: The Axis owns Gibraltar: the Allies may not pass between the Atlantic and the Mediterranean."
    )
    # Taken in the Allied player turn itself (by an Axis reaction): they pass for the rest of it.
    assert not refusal(sail, voyage("allied", "axis", "1941-03-1/allied"))
    assert refusal(sail, voyage("allied", "axis", what="1 warship")).startswith("36.A.3: ")


@pytest.mark.rule("E36.A.3")
def test_the_check_of_a_leg_knows_where_the_item_comes_from_in_both_directions_of_every_pair_of_seas() -> None:
    inside = a_sailing("2 unit", zone="western-med", side="allied")
    facts = Facts({**inside.facts, r36_gibraltar.OWNER: "axis"})
    assert not refusal(check_for_contact, inside.model_copy(update={"facts": facts}))
    entering = inside.model_copy(update={"facts": facts, "comes_from": Zone.SPANISH_ATLANTIC})
    assert refusal(check_for_contact, entering).startswith("36.A.3: ")
    with pytest.raises(ValidationError, match=r"port:gibraltar\.owner"):
        a_sailing("2 unit", zone="central-med", side="allied", comes_from=Zone.NORTH_ATLANTIC)
    for one in r36_gibraltar.ATLANTIC:
        for two in r36_gibraltar.MEDITERRANEAN:
            assert r36_gibraltar.goes_through(one, two)
            assert r36_gibraltar.goes_through(two, one)
    assert not r36_gibraltar.goes_through(Zone.WESTERN_MED, Zone.CENTRAL_MED)
    assert not r36_gibraltar.goes_through(Zone.RED_SEA, Zone.EASTERN_MED)
    assert not r36_gibraltar.any_through((None, Zone.WESTERN_MED))
    assert r36_gibraltar.any_through((None, Zone.WESTERN_MED, Zone.AFRICAN_ATLANTIC))


@pytest.mark.rule("E36.A.3")
@pytest.mark.parametrize(
    ("name", "ocean"),
    [
        ("24A:2009", r36_gibraltar.ATLANTIC),
        ("24A:2110", None),
        ("24A:2108", None),
        ("24A:2211", r36_gibraltar.MEDITERRANEAN),
        # Algiers, on the sheet that joins it in the east.
        ("25A:0610", r36_gibraltar.MEDITERRANEAN),
        ("18A:0407", None),
    ],
)
def test_hexes_west_of_gibraltar_are_the_atlantic_and_those_east_of_it_the_mediterranean(
    name: str, ocean: frozenset[Zone] | None
) -> None:
    assert r36_gibraltar.ocean_at(Hex.of(name)) is ocean
