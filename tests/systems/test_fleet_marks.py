"""Marks on naval groups and units that part, join, come to port, or are no more (36.A.2, 36.C.1, 36.D.2, 36.F.2).

By hand: mines are looked for once a hex and step, and what a roll in a danger zone or a patrol has made of a group
holds for all its ships in that step; a Disaster weighs on one next roll.
"""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.engine import create
from navalassist.play.undo import last_input, undo
from navalassist.rules.europa.mines import mark
from navalassist.systems.europa import fleet_edits
from navalassist.systems.europa.fleet_marks import marks_on
from navalassist.taskforces.models import TaskForce
from tests.in_hand import InHand

pytestmark = pytest.mark.django_db
SEA = "hex:18A:0407"


@pytest.fixture
def med(med: InHand) -> InHand:
    """Axis naval movement: two groups of two in one hex, each with marks; the Axis has mines and a carrier too."""
    unit = {"strength": 1, "reverse": 0}
    med.group("a", "axis", SEA, "central-med", zara=unit, pola=unit)
    med.group("b", "axis", SEA, "central-med", fiume=unit, gorizia=unit)
    aquila = TaskForce.new_facts(side="axis", name="aquila", place="port:naples", kind="carrier")
    rows: list[Any] = [create("task-force:aquila", **aquila), create("mines:allied/18A-0407", **BELT)]
    rows += [mark("mark:mined/a/18A-0407", "group:a", SEA), mark("mark:safe/a", "group:a")]
    rows += [mark("mark:found/a", "group:a"), mark("mark:mined/b/18A-0407", "group:b", SEA)]
    rows += [mark("mark:pending/a", "group:a", SEA), mark("mark:zone-checked/a", "group:a", SEA, "1")]
    rows += [mark("mark:aircraft/aquila", "task-force:aquila", note="Re 2001")]
    med.edit(*rows, mark("mark:fuel/zara", "task-force:zara"))
    return med


BELT = {"side": "allied", "hex": "18A:0407", "zone": "central-med", "points": 3}


def on(med: InHand, row: str) -> set[str]:
    """What is marked of a row, without its key: `mined/18A-0407`."""
    marks = (mark.removeprefix("mark:").split("/") for mark in marks_on(med.facts, row))
    return {"/".join((kind, *rest)) for kind, _, *rest in marks}


def new_group(med: InHand) -> str:
    return "group:" + next(row for row in med.rows("group") if row not in ("a", "b"))


ALL = {"mined/18A-0407", "safe", "zone-checked", "found"}


@pytest.mark.rule("E36.C.1.a", "E36.D.2.D")
def test_both_parts_of_a_group_carry_what_its_step_knows_and_a_disaster_stays_with_its_key(med: InHand) -> None:
    med.enter(fleet_edits.form_group, "Detached", ["zara"])
    assert on(med, new_group(med)) == ALL
    assert on(med, "group:a") == ALL | {"pending"}
    values = med.facts
    copied = f"mark:zone-checked/{new_group(med).partition(':')[2]}"
    assert (values[f"{copied}.note"], values[f"{copied}.ends"]) == ("1", values["mark:zone-checked/a.ends"])


@pytest.mark.rule("E36.D.2.D")
def test_a_group_that_sails_on_under_another_name_keeps_its_disaster(med: InHand) -> None:
    med.enter(fleet_edits.form_group, "Renamed", ["zara", "pola"])
    assert on(med, new_group(med)) == ALL | {"pending"}
    assert on(med, "group:a") == set()


@pytest.mark.rule("E36.C.1.a")
def test_a_group_out_of_two_has_done_what_both_had_done_and_is_found_as_either_was(med: InHand) -> None:
    med.enter(fleet_edits.form_group, "Both", ["fiume", "zara"])
    assert on(med, new_group(med)) == {"mined/18A-0407", "found"}


def test_ships_that_join_a_group_are_what_it_is_but_found_as_they_were(med: InHand) -> None:
    med.enter(fleet_edits.place_unit, "zara", "group:b")
    assert on(med, "group:b") == {"mined/18A-0407", "found"}
    assert on(med, "task-force:zara") == {"fuel"}
    med.enter(fleet_edits.place_unit, "pola", "group:b")
    assert on(med, "group:a") == set()
    with med.writing() as writer:
        last = last_input(writer.viewer)
        assert last is not None
        undo(writer, last.reference)
    assert on(med, "group:a") == ALL | {"pending"}


def test_the_marks_of_a_group_that_ends_in_port_go_with_it(med: InHand) -> None:
    med.enter(fleet_edits.change_group, "a", {"name": "a", "place": "port:naples", "hex": "", "zone": ""})
    med.enter(fleet_edits.end_group, "a")
    assert on(med, "group:a") == set()
    assert on(med, "group:b") == {"mined/18A-0407"}


def test_the_marks_of_a_unit_that_is_taken_away_go_with_it_and_with_the_last_those_of_its_group(med: InHand) -> None:
    med.enter(fleet_edits.remove_unit, "zara")
    assert on(med, "task-force:zara") == set()
    assert on(med, "group:a") == ALL | {"pending"}
    med.enter(fleet_edits.remove_unit, "pola")
    assert on(med, "group:a") == set()


@pytest.mark.rule("E36.F.2.out")
def test_a_carrier_keeps_its_aircraft_when_it_is_sunk_and_loses_them_when_it_withdraws(med: InHand) -> None:
    """A sunk carrier group withdraws too, and its air units are paid for only then."""
    med.enter(fleet_edits.place_unit, "aquila", "sunk")
    assert on(med, "task-force:aquila") == {"aircraft"}
    med.enter(fleet_edits.place_unit, "aquila", "withdrawn")
    assert on(med, "task-force:aquila") == set()


@pytest.mark.rule("E36.C.1.p")
def test_the_marks_of_a_group_that_mines_sink_go_with_it(med: InHand) -> None:
    """Column 3 hits once on a 5 or 6: the two ships of one strength point each are lost."""
    target = {"group": "a", "hex": "18A:0407", "occasion": "entered", "because": "as the example goes"}
    med.do("mine-damage", "66", **target)
    assert "a" not in med.rows("group")
    assert on(med, "group:a") == set()
    assert on(med, "group:b") == {"mined/18A-0407"}


@pytest.mark.rule("E36.C.1.p")
def test_a_correction_that_sinks_a_group_is_no_worse_for_marks_that_have_ended(med: InHand) -> None:
    """The dice were 6 6, not 1 1; by the end of the step only the Disaster was left of the marks."""
    target = {"group": "a", "hex": "18A:0407", "occasion": "entered", "because": "as the example goes"}
    entry = med.do("mine-damage", "11", **target)
    med.end_steps()
    assert on(med, "group:a") == {"pending"}
    after = med.correct(entry, strip="66")
    assert after.record["body"]["situation"]["marks"] == ["mark:pending/a"]
    assert "a" not in med.rows("group")
    assert on(med, "group:a") == set()
