"""36.D, 36.D.1.c: marks that silence a port, and the border in the Baltic."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.engine import REGISTER, Create, Result, Set
from navalassist.rules.europa.danger_zones import Border
from navalassist.rules.europa.r36_danger_ports import BorderMove, Event, PortTrouble, Trouble, border_after
from navalassist.rules.europa.words import Side, Step
from tests.rules.play import result_of

PORTS, BORDER = REGISTER["danger-ports"], REGISTER["baltic-border"]


def trouble(what: str, **more: Any) -> PortTrouble:
    """Something happens to Naples."""
    return PortTrouble(port="naples", name="Naples", what=Trouble(what), **({"phase": Step.INITIAL} | more))


def made(result: Result[Any]) -> list[tuple[str, str]]:
    """Rows that come, with how long they last."""
    return [(e.key, dict(e.fields)["ends"]) for e in result.effects if isinstance(e, Create)]


@pytest.mark.rule("E36.D.x1-4")
def test_a_collateral_damage_marker_silences_a_port_and_taken_off_for_the_player_turn_still() -> None:
    assert trouble("damaged").what.label == "A collateral-damage marker is put on it"
    assert made(result_of(PORTS, trouble("damaged"))) == [("mark:collateral/naples", "never")]
    assert "already" in PORTS.why_not(trouble("damaged", damaged="never")).reason
    again = result_of(PORTS, trouble("damaged", damaged="never", because="two of them"))
    assert (again.effects, "two of them" in again.value.result.overruled) == ((), True)
    # At any point of the player turn is enough; and one that is put on again lasts again.
    off = result_of(PORTS, trouble("repaired", damaged="never"))
    assert off.effects == (Set("mark:collateral/naples.ends", "player-turn"),)
    on = result_of(PORTS, trouble("damaged", damaged="player-turn"))
    assert on.effects == (Set("mark:collateral/naples.ends", "never"),)
    for damaged in ("", "player-turn"):
        assert PORTS.why_not(trouble("repaired", damaged=damaged)) is not None
    forgotten = result_of(PORTS, trouble("repaired", because="we forgot to enter it"))
    assert made(forgotten) == [("mark:collateral/naples", "player-turn")]


@pytest.mark.rule("E36.D.x1-4")
def test_a_blockade_counts_in_the_initial_phase_and_for_the_player_turn() -> None:
    assert made(result_of(PORTS, trouble("blockaded"))) == [("mark:blockaded/naples", "player-turn")]
    assert "initial phase" in PORTS.why_not(trouble("blockaded", phase=Step.AIR)).reason
    assert "already" in PORTS.why_not(trouble("blockaded", blockaded=True)).reason
    assert result_of(PORTS, trouble("blockaded", blockaded=True, because="again")).effects == ()


def move(event: str, **more: Any) -> BorderMove:
    """Something happens in the Baltic, in the Soviet initial phase of Jan I 43."""
    plain: dict[str, Any] = {
        "turn": "1943-01-1",
        "player_turn": Side.ALLIED,
        "phase": Step.INITIAL,
        "border": Border.STANDS if event == "falls" else Border.SAFE_ZONE,
    }
    return BorderMove(event=Event(event), **(plain | more))


def reason(situation: BorderMove) -> str:
    """Why not, '' for nothing."""
    refusal = BORDER.why_not(situation)
    return refusal.reason if refusal else ""


@pytest.mark.rule("E36.D.1.c.2", "E36.D.1.a.3")
def test_a_fallen_place_moves_the_border_with_the_next_axis_player_turn() -> None:
    """R-26. The Axis moves first in a turn, so the border is the safe zone as the turn in which it fell is over."""
    result = result_of(BORDER, move("falls"))
    assert result.effects == (Set("condition:baltic-border.value", "fell"),)
    assert result.value.result.holds == "from the next Axis player turn on"
    assert [border_after(border) for border in ("stands", "fell", "gone")] == ["stands", "safe-zone", "gone"]
    assert "fallen before" in reason(move("falls", border=Border.FELL))
    old = result_of(BORDER, move("falls", missing=("condition:baltic-border.value",)))
    assert [e.key for e in old.effects if isinstance(e, Create)] == ["condition:baltic-border"]


@pytest.mark.rule("E36.D.1.c.3")
def test_the_safe_zone_grows_in_a_soviet_initial_phase_from_1943_on_where_no_port_is_axis_owned() -> None:
    east = result_of(BORDER, move("east"))
    assert east.effects == (Set("condition:safe-zone-east.value", True),)
    assert result_of(BORDER, move("north")).effects == (Set("condition:safe-zone-north.value", True),)
    assert "from Jan I 43 on" in reason(move("east", turn="1942-12-2"))
    for more in ({"player_turn": Side.AXIS}, {"phase": Step.AIR}):
        assert "Soviet initial phase" in reason(move("east", **more))
    assert "keeps what it has gained" in reason(move("north", grown=True))
    assert "no Kronshtadt safe zone" in reason(move("north", border=Border.FELL))
    assert reason(move("north", against=("Tallinn", "Riga"))).endswith("it owns Tallinn, Riga.")
    assert "Whether Riga lie in that area" in reason(move("north", doubtful=("Riga",)))
    assert reason(move("north", doubtful=("Riga",), seen=True)) == ""
    assert reason(move("north", against=("Riga",), because="agreed")) == ""


@pytest.mark.rule("E36.D.1.c.4")
def test_the_safe_zone_is_gone_for_good_when_germany_owns_all_its_ports() -> None:
    assert result_of(BORDER, move("gone", turn="1942-03-1")).effects == (Set("condition:baltic-border.value", "gone"),)
    assert reason(move("gone", against=("Leningrad",))).endswith("it doesn't own Leningrad.")
    assert "lie in the safe zone" in reason(move("gone", doubtful=("Leningrad",)))
