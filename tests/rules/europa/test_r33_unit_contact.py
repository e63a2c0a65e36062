"""33.A, 33.D, 33.E for naval units that sail in groups (R-54): each is checked for itself.

Worked out by hand: Malta at 9 is the Axis status of the Central Med; in that column 9 is contact and 6 is none. A naval
unit reads the unit column outside interdiction zones: 1 to 3 NE, 4 and 5 R, 6 ½E. Counters of transports read the
SP column: 1 R, 2 1RE, 3 2RE, 4 to 6 E.
"""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.engine import Create, Remove, Set
from navalassist.rules.europa.items import PortPlace
from navalassist.rules.europa.naval_units import NavalUnit, UnitKind
from navalassist.rules.europa.r33_unit_contact import UnitFate, UnitSailing, check_unit
from tests.rules.play import a_sailing, figures_of, play, refusal, result_of

CHECKED = "mark:checked/squadron-1/central-med/1941-03-1/axis/naval-movement"
BACK = "mark:turned-back/squadron-1"
PLACE = "task-force:squadron-1.place"
TARANTO = PortPlace(key="taranto", name="Taranto")


def a_unit(kind: str = "task-force", strength: int = 6, **more: Any) -> NavalUnit:
    """The 1st Squadron: 6 points, half-strength side 3."""
    given = {"key": "squadron-1", "name": "1st Squadron", "side": "axis", "reverse": strength // 2} | more
    return NavalUnit(kind=UnitKind(kind), strength=strength, **given)


def sails(unit: NavalUnit | None = None, zone: str = "central-med", **more: Any) -> UnitSailing:
    """It has put to sea from Taranto, with others in its group."""
    names = ("side", "leg", "turn", "player_turn", "phase", "already_checked", "facts")
    at_sea = a_sailing(zone=zone, **{name: more.pop(name) for name in ("leg", "malta", "side") if name in more})
    given = {"unit": unit or a_unit(), "group": "battle-fleet", "home": TARANTO}
    return UnitSailing(**{name: getattr(at_sea, name) for name in names} | given | more)  # type: ignore[arg-type]


def after(dice: str, sailing: UnitSailing | None = None) -> tuple[UnitFate, dict[str, Any]]:
    """What the dice do, and the facts that are set."""
    outcome = play(check_unit, sailing or sails(), dice=dice)
    return outcome.result, {effect.key: effect.value for effect in outcome.effects if isinstance(effect, Set)}


def rows(dice: str, sailing: UnitSailing) -> tuple[list[str], list[str]]:
    """Rows that are made, and rows that go."""
    effects = play(check_unit, sailing, dice=dice).effects
    made = [effect.key for effect in effects if isinstance(effect, Create)]
    return made, [effect.key for effect in effects if isinstance(effect, Remove)]


@pytest.mark.rule("E33.A.1", "E33.A.4", "E33.D")
def test_without_contact_it_sails_on_and_is_marked_as_checked() -> None:
    found, facts = after("51")
    assert (found.contact, found.column, found.hits, found.left, found.turned_back) == (False, 9, 0, 6, "")
    assert facts == {}
    assert rows("51", sails()) == ([CHECKED], [])


@pytest.mark.rule("E33.A.4", "E33.E.R", "E33.E.NE")
@pytest.mark.parametrize(
    ("die", "hits", "left", "back"),
    [
        ("1", 0, 6, ""),
        ("3", 0, 6, ""),
        ("5", 0, 6, "to Taranto"),
        ("6", 1, 5, "to Taranto"),
    ],
)
def test_what_a_contact_does_to_a_naval_unit(die: str, hits: int, left: int, back: str) -> None:
    found, facts = after(f"63 {die}")
    assert (found.contact, found.hits, found.left, found.turned_back) == (True, hits, left, back)
    assert facts.get(PLACE) == ("port:taranto" if back else None)
    assert facts.get("task-force:squadron-1.hits", 0) == hits
    assert rows(f"63 {die}", sails())[0] == [CHECKED, *([BACK] if back else [])]


@pytest.mark.rule("E33.E.R", "E33.D.MOD2")
def test_what_was_turned_back_before_has_its_mark_and_a_carrier_with_a_fighter_is_harder_to_find() -> None:
    found, facts = after("63 5", sails(already_back=True))
    assert (found.turned_back, facts[PLACE]) == ("to Taranto", "port:taranto")
    assert rows("63 5", sails(already_back=True))[0] == [CHECKED]
    carrier = a_unit("carrier", 4)
    assert after("51", sails(carrier))[0].column == 9
    assert after("51", sails(carrier, code_c_fighter=True))[0].column == 5


@pytest.mark.rule("E33.E.E", "E36.F.3")
def test_a_hit_may_flip_it_or_sink_it() -> None:
    """2 of 6 points left: 1 hit more leaves 1. In a tight interdiction zone a 6 is E: 2 hits, which sink it.

    With 4 hits of 6 it would be flipped: 3 printed, so 1 hit on that side leaves 2.
    """
    worn = a_unit(flipped=True, hits=1)
    assert worn.current == 2
    assert after("63 6", sails(worn))[1] == {"task-force:squadron-1.hits": 2, PLACE: "port:taranto"}
    half = a_unit(hits=2)
    # The third hit is half its printed 6: its half-strength side comes up with 3 points, all of them left.
    flipped = {"task-force:squadron-1.flipped": True, "task-force:squadron-1.hits": 0}
    assert after("63 6", sails(half))[1] == {**flipped, PLACE: "port:taranto"}
    last = a_unit(flipped=True, hits=2)
    found, facts = after("63 6", sails(last))
    assert (found.left, found.turned_back, facts[PLACE]) == (0, "", "sunk")


@pytest.mark.rule("E33.E.R")
def test_its_group_goes_with_the_last_unit_and_the_marks_on_it() -> None:
    mark = "mark:found/battle-fleet"
    alone = sails(alone=True, marks=(mark,))
    assert rows("63 5", alone) == ([CHECKED, BACK], [mark, "group:battle-fleet"])
    assert rows("63 1", alone)[1] == []
    # Nobody knows where it came from: it stays where it is, for its owner to bring it home.
    lost = sails(alone=True, home=None)
    assert "by hand" in after("63 5", lost)[0].turned_back
    assert rows("63 5", lost) == ([CHECKED, BACK], [])
    # One that lies in port by itself has no group that could go.
    assert rows("63 5", sails(alone=True, group="")) == ([CHECKED, BACK], [])
    sunk = sails(a_unit(flipped=True, hits=2), alone=True)
    assert rows("63 6", sunk) == ([CHECKED], ["group:battle-fleet"])


@pytest.mark.rule("E33.E.N1", "E36.I", "E33.D.MOD1")
def test_a_counter_of_transports_is_checked_as_empty_ones() -> None:
    """Two NTs that sail alone: 9 less 5 is 4, where 10 is contact and 9 none.

    A 2 sinks one of them, a 1 sends both back, a 4 sinks both. With warships in the group nothing is taken off.
    """
    counter = a_unit("nt", 2)
    assert after("63", sails(counter))[0].column == 4
    found, facts = after("64 2", sails(counter))
    assert (found.hits, found.left, found.turned_back) == (1, 1, "")
    assert facts == {"task-force:squadron-1.hits": 1}
    assert after("64 1", sails(counter))[0].turned_back == "to Taranto"
    assert after("64 4", sails(counter))[1][PLACE] == "sunk"
    assert after("51", sails(counter, convoy=True))[0].column == 9


@pytest.mark.rule("E36.A.1.d", "E36.A.1")
def test_protected_inshore_waters_need_no_check_and_give_task_forces_no_shelter() -> None:
    for kind in ("submarine", "flotilla", "nt", "lc"):
        inshore = sails(a_unit(kind), leg={"protected": True})
        assert refusal(check_unit, inshore) is None
        found = play(check_unit, inshore)
        assert (found.result.contact, found.result.rule, found.effects) == (None, "36.A.1.d", ())
    for kind in ("task-force", "warship", "carrier"):
        assert refusal(check_unit, sails(a_unit(kind), leg={"protected": True}))[1] == "36.A.1"


@pytest.mark.rule("E33.A.4", "E33.B.4.a")
def test_no_second_check_in_a_zone_and_phase_and_none_where_nothing_interferes() -> None:
    again = play(check_unit, sails(already_checked="public/7"))
    assert (again.result.rule, again.result.left, again.effects) == ("33.A.4", 6, ())
    free = play(check_unit, sails(zone="tyrrhenian"))
    assert (free.result.rule, free.effects) == ("33.B.4.a", ())


@pytest.mark.rule("E33.A.1", "E33.B.2.a")
def test_it_is_checked_in_naval_steps_also_as_it_reacts_and_no_bar_of_shipping_holds_warships() -> None:
    assert refusal(check_unit, sails(player_turn="allied")) is None
    assert refusal(check_unit, sails(phase="air")) == (
        "Naval units are checked in the naval movement and naval exploitation steps.",
        "33.A",
    )
    sunk = a_unit(sunk=True)
    assert refusal(check_unit, sails(sunk)) == ("1st Squadron is sunk.", "33.A")
    # An Allied Crete bars Axis shipping from the Eastern Med; warships sail, at 15.
    assert after("51 1", sails(zone="eastern-med"))[0].column == 15
    barred = sails(a_unit("nt", 2), zone="eastern-med")
    assert refusal(check_unit, barred) is not None
    assert result_of(check_unit, barred).value is not None


def test_the_page_shows_contact_return_and_hits() -> None:
    """Of the six results outside interdiction zones three turn a unit back (4, 5, 6), and one hits it once (6)."""
    found = figures_of(check_unit, sails())
    assert found["turned-back"] == found["contact"] / 2
    assert found["hits"] == found["contact"] / 6
