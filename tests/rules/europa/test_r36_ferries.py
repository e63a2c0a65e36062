"""36.G: ferries, and 36.I: transport counters; every case read off the paragraphs."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.engine import REGISTER, Create, Set
from navalassist.rules.europa.hexes import Hex
from navalassist.rules.europa.naval_units import STRENGTH_OF_A_TRANSPORT, NavalUnit, UnitKind, damage
from navalassist.rules.europa.r36_ferries import Ferry, Water, moved_on, why_ended
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side, Step
from tests.rules.play import play

RULE = REGISTER["ferry-set"]
# 18A:0407 and 18A:0408 lie one below the other in a column.
HERE, THERE, FAR = "18A:0407", "18A:0408", "18A:0409"
ACROSS = "18A:0407 and 18A:0408, sea"


def craft(**fields: Any) -> NavalUnit:
    plain = {"key": "lc1", "name": "LC 1", "side": Side.ALLIED, "kind": UnitKind.LC, "strength": 2, "reverse": 1}
    return NavalUnit(**{**plain, **fields})


def ferry(**fields: Any) -> Ferry:
    plain = {"side": Side.ALLIED, "unit": craft(), "at": HERE, "across": THERE, "water": Water.SEA, "phase": "initial"}
    return Ferry(**{"place": "port:valletta", **plain, **fields})


@pytest.mark.rule("E36.G.1")
@pytest.mark.parametrize("kind", [UnitKind.LC, UnitKind.LB])
@pytest.mark.parametrize("water", list(Water))
def test_an_undamaged_craft_beside_a_hexside_serves_across_it(kind: UnitKind, water: Water) -> None:
    situation = ferry(unit=craft(kind=kind), water=water)
    assert RULE.refusal(situation) is None
    assert situation.water.label in ("a sea hexside", "a great river hexside")
    made = play(RULE, situation).effects[0]
    assert isinstance(made, Create)
    assert (made.key, dict(made.fields)["note"]) == ("mark:ferry/lc1", f"18A:0407 and 18A:0408, {water.value}")
    assert dict(made.fields)["place"] == "port:valletta"


@pytest.mark.rule("E36.G.1")
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"unit": craft(kind=UnitKind.NT)}, "neither landing craft nor landing barge"),
        ({"unit": craft(reverse=0, hits=1)}, "is damaged"),
        ({"unit": craft(flipped=True)}, "is damaged"),
        ({"unit": craft(sunk=True)}, "is damaged"),
        ({"across": FAR}, "does not lie beside"),
        ({"phase": Step.NAVAL_MOVEMENT}, "in the initial phase"),
        ({"moved": True}, "has moved in this turn"),
    ],
)
def test_other_craft_do_not_serve_unless_somebody_says_why(fields: dict[str, Any], words: str) -> None:
    assert words in RULE.refusal(ferry(**fields)).reason
    insisted = ferry(**fields, because="agreed")
    assert RULE.refusal(insisted) is None
    assert words in play(RULE, insisted).result.overruled


@pytest.mark.rule("E36.G.1", "E36.G.3")
def test_the_owner_may_name_another_hexside_and_one_that_has_moved_serves_anew_only_with_a_reason() -> None:
    other = str(next(near for near in Hex.of(HERE).neighbours() if str(near) != THERE))
    there = {"serves": ACROSS, "served_at": "port:valletta"}
    assert play(RULE, ferry(**there, across=other)).effects == (
        Set("mark:ferry/lc1.note", f"18A:0407 and {other}, sea"),
    )
    assert play(RULE, ferry(**there)).effects == ()
    # Its mark keeps where it lay; once it has moved that is nowhere.
    assert moved_on(("lc1",)) == (Set("mark:ferry/lc1.place", ""),)
    again = ferry(serves=ACROSS, served_at="", moved=True, because="agreed")
    assert play(RULE, again).effects == (Set("mark:ferry/lc1.place", "port:valletta"),)


@pytest.mark.rule("E36.G.3")
def test_it_works_in_either_player_turn_and_ends_when_the_craft_moves_is_hit_or_lost() -> None:
    # The duty stands in both initial phases; what is named holds for that player turn.
    assert TURN.steps_of("ferry-set") == ("*/*",)
    assert TURN.life_of("ferry") == "player-turn"
    assert why_ended(craft(), moved=False) == ""
    assert why_ended(craft(), moved=True) == "the craft has moved"
    assert why_ended(craft().damaged(1), moved=False) == "the craft is damaged"
    assert why_ended(craft().damaged(2), moved=False) == "the craft is lost"


@pytest.mark.rule("E36.I")
@pytest.mark.parametrize("kind", [UnitKind.NT, UnitKind.LC, UnitKind.LB])
def test_a_transport_counter_has_strength_2_then_flips_to_1_then_sinks(kind: UnitKind) -> None:
    counter = craft(kind=kind, strength=STRENGTH_OF_A_TRANSPORT)
    assert (counter.kind.is_transport, counter.current) == (True, 2)
    once = counter.damaged(1)
    assert (once.shows_reverse, once.hits, once.current, once.sunk) == (True, 1, 1, False)
    assert damage(counter, 1) == (Set("task-force:lc1.hits", 1),)
    twice = once.damaged(1)
    assert (twice.current, twice.sunk) == (0, True)
    assert damage(counter, 2)[-1] == Set("task-force:lc1.place", "sunk")
