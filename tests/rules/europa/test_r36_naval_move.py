"""36.A: how a naval group moves, by hand from the paragraphs: inshore waters, night, Gibraltar, the Kiel canal."""

from typing import Any

import pytest
from pydantic import ValidationError

from navalassist.engine import REGISTER, Create, Facts, Set
from navalassist.rules.europa.naval_units import GroupKind, NavalUnit, UnitKind
from navalassist.rules.europa.r36_fuel import Fuelling, Oil, Tank
from navalassist.rules.europa.r36_gibraltar import OWNER, TAKEN
from navalassist.rules.europa.r36_naval_move import (
    CANAL,
    Belt,
    Canal,
    NavalMove,
    combat_zone,
    refusals,
)
from navalassist.rules.europa.strips import Night, night_left, parsed
from navalassist.rules.europa.words import Side, Step, Zone
from tests.rules.play import play

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
        "facts": Facts({OWNER: "allied"}),
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


@pytest.mark.rule("E36.A.2.blk")
def test_the_strip_of_the_phase_goes_on_with_the_moves() -> None:
    before = parsed("10 5n")
    assert refused(a_move("5n 10", strip=before)) == ["36.A.2"]
    done = play(RULE, a_move("10 5n 18A:0408", strip=before))
    assert done.result.mps == "10 by day, 5 by night"
    assert night_left(a_move("10 5n", strip=before).whole_strip) == Night(0, 10, 15)
    sets = {effect.key: effect.value for effect in done.effects if isinstance(effect, Set)}
    assert sets["group:h.place"] == "hex:18A:0408"
    assert sets["group:h.began"] == HERE
    assert sets["group:h.strip_of"] == "1941-03-1/allied"
    assert [(part["mps"], part["night"]) for part in sets["group:h.strip"]] == [
        (10, False), (5, True), (10, False), (5, True)
    ]  # fmt: skip
    assert sets["group:h.strip"][3]["to"] == "18A:0408"


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
    assert refused(a_move(**through, facts=Facts({OWNER: "axis"}))) == ["36.A.3"]
    assert refused(a_move(**through, **axis)) == ["36.A.3"]
    assert refused(a_move(**through, **axis, facts=Facts({OWNER: "axis"}))) == []
    assert refused(a_move(through=True, **axis)) == ["36.A.3"]
    # Taken in this player turn: the Axis waits for the next, the Allies still pass.
    now = Facts({OWNER: "axis", TAKEN: "1941-03-1/axis"})
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


@pytest.mark.rule("E36.E.1")
def test_fuel_is_paid_as_the_group_leaves_its_port() -> None:
    tank = Tank(key="u", name="Force U")
    fuel = Fuelling(player_turn="1941-03-1/axis", leaves=True, tanks=(tank,), oil=Oil.STEP, port="Taranto")
    done = play(RULE, a_move(fuel=fuel))
    assert done.result.fuel == "1 SP of Taranto (no SPs are counted there)"
    assert isinstance(done.effects[-1], Create)
    assert refused(a_move(fuel=fuel.model_copy(update={"oil": Oil.NONE}))) == ["36.E"]
