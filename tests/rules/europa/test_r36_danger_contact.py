"""36.D.2, 36.D.3: contact and damage in an enemy danger zone, worked out by hand on the stand-in tables.

Success Table: 1 or less D, 2 F*, 3 and 4 F, 5 S, 6 or more S*. Naval Gunnery Table, hits on dice 1 to 6: in column 12
0 1 1 2 2 3, in column 6 0 0 0 1 1 2; with +1 on the die 1 1 2 2 3 3 and 0 0 1 1 2 2.
"""

from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import REGISTER, Book, Create, Remove, Result, Set, Typed, compute, odds, run
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.rules.europa.danger_zones import Border, DangerPort, Waters
from navalassist.rules.europa.naval_units import NavalUnit, UnitKind
from navalassist.rules.europa.r36_danger_contact import DangerCheck, modifiers
from navalassist.rules.europa.r36_danger_ports import BorderMove, Event, PortTrouble, Trouble, border_after
from navalassist.rules.europa.sea_state import SeaState
from navalassist.rules.europa.success import Success
from navalassist.rules.europa.words import Owner, Side, Step, Zone
from tables import all_tables
from tests.rules.play import result_of

BOOK = Book(all_tables())
RULE = REGISTER["danger-contact"]
# One hex from an Axis naval base, and no Allied port near.
BASE = DangerPort(key="tripoli", name="Tripoli", owner=Owner.AXIS, low=1, high=1)
AXIS_WATERS = Waters(hex=Hex.of("18A:0520"), zone=Zone.CENTRAL_MED, ports=(BASE,))
OPEN_SEA = Waters(hex=Hex.of("18A:0520"), zone=Zone.CENTRAL_MED)


def unit(key: str, strength: int, kind: UnitKind = UnitKind.TASK_FORCE) -> NavalUnit:
    """A counter of the Allies."""
    return NavalUnit(
        key=key, name=key, side=Side.ALLIED, kind=kind, strength=strength, reverse=strength // 2 if strength > 1 else 0
    )


def check(*units: NavalUnit, **more: Any) -> DangerCheck:
    """A group of the Allies one hex off Tripoli."""
    plain: dict[str, Any] = {
        "side": Side.ALLIED,
        "group": "force-b",
        "name": "Force B",
        "waters": AXIS_WATERS,
        "player_turn": Side.ALLIED,
        "phase": Step.NAVAL_MOVEMENT,
        "units": units or (unit("tf-12", 12),),
    }
    return DangerCheck(**(plain | more))


def roll(situation: DangerCheck, *faces: int, book: Book = BOOK) -> Result[Any]:
    """The rule with these dice."""
    result = run(RULE, situation, book, Typed(faces))
    assert result.value is not None
    return result


def marks(result: Result[Any]) -> dict[str, str]:
    """What was created -> how long it lasts; what was removed -> 'gone'."""
    found = {e.key: dict(e.fields)["ends"] for e in result.effects if isinstance(e, Create)}
    return found | {e.key: "gone" for e in result.effects if isinstance(e, Remove)}


@pytest.mark.rule("E36.D.2", "E36.D.2.N")
def test_a_group_in_an_enemy_zone_is_contacted_with_one_in_three_sitting_still_at_night_never() -> None:
    chances = odds(RULE, check(), BOOK)
    assert chances.chance(lambda met: met.contact) == Fraction(1, 3)
    # 1/6 of 9/6 hits, and 1/6 of 12/6 with the +1.
    assert chances.expect(lambda met: met.toll.hits) == Fraction(7, 12)
    figures = {figure.key: figure.value for figure in RULE.figures(chances)}
    assert figures == {"contact": Fraction(1, 3), "sunk": 0, "hits": Fraction(7, 12)}
    assert roll(check(stays=True, night=True), 6).value.result.result is Success.FAILURE


@pytest.mark.rule("E36.D.2")
@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"waters": OPEN_SEA}, "is in an Allied danger zone"),
        ({"stays": True, "left": True}, "“Has not left the hex where it began the naval step”: its moves show"),
        (
            {"night": True, "known_night": False},
            "“Moves at night, or begins by night”: its moves show that it is by day",
        ),
        ({"night": False, "known_night": True}, "its moves show that it is by night"),
        ({"sea": SeaState.STORMY, "sea_kept": SeaState.ROUGH}, "“The sea is”: it is rough in this turn"),
        ({"waters": OPEN_SEA.model_copy(update={"zone": None, "hex": Hex.of("26:2010")})}, "isn't known"),
        ({"player_turn": Side.AXIS}, "own player turn"),
        ({"phase": Step.AIR}, "naval steps"),
        ({"safe": "public/9"}, "safe from danger zones in this naval step: public/9"),
        ({"checked": "public/9"}, "has not left the zone since"),
    ],
)
def test_when_no_roll_is_due(more: dict[str, Any], words: str) -> None:
    assert words in RULE.why_not(check(**more)).reason
    assert RULE.why_not(check(**more, because="agreed")) is None
    assert "Done because: agreed" in roll(check(**more, because="agreed"), 3).value.result.overruled


@pytest.mark.rule("E36.D.2")
def test_a_group_that_left_and_came_back_rolls_again_and_one_without_units_for_nothing() -> None:
    """R-59; the mark of the first roll goes on."""
    again = check(checked="public/9", came_back=True, moves=3)
    assert RULE.why_not(again) is None
    assert Set("mark:zone-checked/force-b.note", "3") in roll(again, 5, 1).effects
    empty = check().model_copy(update={"units": ()})
    assert "No naval unit" in RULE.why_not(empty).reason


@pytest.mark.rule("E36.D.2.D")
def test_disaster_is_no_contact_safe_for_the_step_and_weighs_on_the_next_roll() -> None:
    result = roll(check(), 1)
    assert (result.value.result.result, result.value.result.contact) == (Success.DISASTER, False)
    assert marks(result) == {
        "mark:pending/force-b": "never",
        "mark:safe/force-b": "naval-step",
        "mark:zone-checked/force-b": "naval-step",
    }
    # The next roll has -1: what was a Success, a 5, is a Failure; the mark is used up.
    after = roll(check(pending=True), 5)
    assert after.value.result.result is Success.FAILURE
    assert marks(after)["mark:pending/force-b"] == "gone"
    # Another Disaster keeps it.
    assert "mark:pending/force-b" not in marks(roll(check(pending=True), 2))


@pytest.mark.rule("E36.D.2.F*,F")
@pytest.mark.parametrize(("face", "code"), [(2, "F*"), (3, "F"), (4, "F")])
def test_failures_are_no_contact_and_safe_for_the_step(face: int, code: str) -> None:
    result = roll(check(), face)
    assert (result.value.result.result, result.value.result.contact) == (code, False)
    assert marks(result) == {"mark:safe/force-b": "naval-step", "mark:zone-checked/force-b": "naval-step"}
    assert not result.value.result.notice


@pytest.mark.rule("E36.D.2.S", "E36.D.2.S*")
def test_success_is_damage_and_brings_groups_out_in_the_same_sea_great_success_with_plus_one_in_any() -> None:
    """A 5; then a 4 in column 12: 2 hits."""
    result = roll(check(), 5, 4)
    met = result.value.result
    assert (met.contact, met.toll.hits, met.notice[-8:]) == (True, 2, "same sea")
    assert Set("task-force:tf-12.hits", 2) in result.effects
    assert marks(result) == {"mark:notice/axis/central-med": "naval-step", "mark:zone-checked/force-b": "naval-step"}
    assert marks(roll(check(noticed=("central-med",)), 5, 4)) == {"mark:zone-checked/force-b": "naval-step"}
    nowhere = AXIS_WATERS.model_copy(update={"zone": None})
    assert marks(roll(check(waters=nowhere), 5, 4)) == {"mark:zone-checked/force-b": "naval-step"}
    # A 6; then a 4 read as 5 in column 12: 2 hits, a 6 read as 6 or more: 3.
    result = roll(check(), 6, 4)
    assert result.value.result.notice.endswith("any sea")
    assert marks(result) == {"mark:notice/axis/any": "naval-step", "mark:zone-checked/force-b": "naval-step"}
    assert [roll(check(), 6, face).value.result.toll.hits for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    made = next(e for e in roll(check(waters=nowhere), 6, 1).effects if isinstance(e, Create))
    assert dict(made.fields)["subject"] == "campaign:clock"


@pytest.mark.rule("E36.D.3")
def test_which_units_roll_is_a_ruling_and_a_group_of_which_nothing_is_left_goes_with_its_marks() -> None:
    """The book's example, 12 and 6: a 5, then a 6 in column 12 (3 hits) and a 4 in column 6 (1 hit)."""
    result = roll(check(unit("tf-12", 12), unit("tf-6", 6)), 5, 6, 4)
    assert [(struck.key, struck.hits) for struck in result.value.result.toll.units] == [("tf-12", 3), ("tf-6", 1)]
    expected = odds(RULE, check(unit("tf-12", 12), unit("tf-6", 6)), BOOK).expect(lambda met: met.toll.hits)
    # 1/6 of (9 + 4)/6, and 1/6 of (12 + 6)/6.
    assert expected == Fraction(13, 36) + Fraction(18, 36)
    # a transport of strength 1 throws too, or task forces only.
    group = check(unit("tf-6", 6), unit("nt", 1, UnitKind.NT))
    sunk = roll(group, 5, 1, 6)
    assert Set("task-force:nt.place", "sunk") in sunk.effects
    only = roll(group, 5, 1, book=Book(all_tables(), {"R-60": "task-forces"}))
    assert [struck.key for struck in only.value.result.toll.units] == ["tf-6"]
    known = ("mark:mined/force-b/18A-0520", "mark:pending/force-b")
    lost = roll(check(unit("nt", 1, UnitKind.NT), pending=True, marks=known), 6, 6)
    assert lost.value.result.toll.sunk == 1
    assert marks(lost) == {
        "mark:notice/axis/central-med": "naval-step",
        "mark:mined/force-b/18A-0520": "gone",
        "mark:pending/force-b": "gone",
        "group:force-b": "gone",
    }


@pytest.mark.rule("E36.D.2.M", "E36.D.2.N", "E36.A.2.s")
@pytest.mark.parametrize(
    ("more", "total"),
    [
        ({}, 0),
        ({"sea": SeaState.STORMY}, -2),
        ({"sea": SeaState.ROUGH}, -1),
        ({"stays": True}, -1),
        ({"night": True}, -1),
        ({"stays": True, "night": True}, -2),
        ({"found": True}, 1),
        ({"friendly_hex": True}, 1),
        ({"friendly_hex": True, "friendly_port": True}, 2),
        ({"sea": SeaState.STORMY, "stays": True, "night": True, "pending": True}, -5),
    ],
)
def test_what_changes_the_die(more: dict[str, Any], total: int) -> None:
    """A group that sits still may begin its step at night: both are counted, and they add up (R-43)."""
    tally = compute(modifiers(check(**more)), BOOK)
    assert tally.total == total
    assert all(term.rule == "36.D.2" for term in tally.terms)


# 36.D, 36.D.1.c: marks that silence a port, and the border in the Baltic.


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
    assert result_of(BORDER, move("east")).effects == (Set("condition:safe-zone-east.value", True),)
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
