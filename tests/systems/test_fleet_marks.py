"""Marks on naval groups and units that part, join, come to port, or are no more (36.A.2, 36.C.1, 36.D.2, 36.F.2).

By hand: mines are looked for once a hex and step, and what a roll in a danger zone or a patrol has made of a group
holds for all its ships in that step; a Disaster weighs on one next roll.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import Create, create
from navalassist.play import state as states
from navalassist.play.correct import Correction, correct
from navalassist.play.resolve import DiceInput, carry_out
from navalassist.play.undo import last_input, undo
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.rules.europa.mines import mark
from navalassist.systems.europa import fleet_edits
from navalassist.systems.europa.fleet_marks import marks_on
from navalassist.taskforces.models import NavalGroup, TaskForce
from tests.begun import begin
from tests.systems.board import end_steps, viewer_of

pytestmark = pytest.mark.django_db
SEA = "hex:18A:0407"


@pytest.fixture
def med(db: None) -> Iterator[Campaign]:
    """Axis naval movement: two groups of two in one hex, each with marks; the Axis has mines and a carrier too."""
    states.forget()
    campaign = begin("Med", malta=10, slug="med")
    rows: list[Any] = [*_group("a", "zara", "pola"), *_group("b", "fiume", "gorizia")]
    rows += [_unit("aquila", "port:naples", kind="carrier"), create("mines:allied/18A-0407", **BELT)]
    rows += [mark("mark:mined/a/18A-0407", "group:a", SEA), mark("mark:safe/a", "group:a"), _found("a")]
    rows += [mark("mark:pending/a", "group:a", SEA), mark("mark:zone-checked/a", "group:a", SEA, "1")]
    rows += [mark("mark:mined/b/18A-0407", "group:b", SEA)]
    rows += [mark("mark:aircraft/aquila", "task-force:aquila", note="Re 2001")]
    rows += [mark("mark:fuel/zara", "task-force:zara")]
    with writing(viewer_of(campaign)) as writer:
        writer.edit("test", rows)
    yield campaign
    assert check_campaign(campaign).sound
    states.forget()


BELT = {"side": "allied", "hex": "18A:0407", "zone": "central-med", "points": 3}


def _group(key: str, *units: str) -> list[Create]:
    group = NavalGroup.new_facts(side="axis", name=key, place=SEA, zone="central-med")
    return [create(f"group:{key}", **group), *(_unit(unit, f"group:{key}") for unit in units)]


def _unit(key: str, place: str, kind: str = "task-force") -> Create:
    return create(f"task-force:{key}", **TaskForce.new_facts(side="axis", name=key, place=place, kind=kind))


def _found(group: str) -> Any:
    return mark(f"mark:found/{group}", f"group:{group}")


def edit(campaign: Campaign, act: str, *given: Any) -> None:
    with writing(viewer_of(campaign)) as writer:
        made = getattr(fleet_edits, act)(writer.state.values, *given)
        writer.edit(made.act, made.effects, seat="axis", title=made.title)


def on(row: str) -> set[str]:
    """What is marked of a row, without its key: `mined/18A-0407`."""
    marks = (mark.removeprefix("mark:").split("/") for mark in marks_on(states.load("med").values, row))
    return {"/".join((kind, *rest)) for kind, _, *rest in marks}


def new_group() -> str:
    return next(row for row in states.load("med").rows("group") if row not in ("group:a", "group:b"))


ALL = {"mined/18A-0407", "safe", "zone-checked", "found"}


@pytest.mark.rule("E36.C.1.a", "E36.D.2.D")
def test_both_parts_of_a_group_carry_what_its_step_knows_and_a_disaster_stays_with_its_key(med: Campaign) -> None:
    edit(med, "form_group", "Detached", ["zara"])
    assert on(new_group()) == ALL
    assert on("group:a") == ALL | {"pending"}
    values = states.load("med").values
    copied = f"mark:zone-checked/{new_group().partition(':')[2]}"
    assert (values[f"{copied}.note"], values[f"{copied}.ends"]) == ("1", values["mark:zone-checked/a.ends"])


@pytest.mark.rule("E36.D.2.D")
def test_a_group_that_sails_on_under_another_name_keeps_its_disaster(med: Campaign) -> None:
    edit(med, "form_group", "Renamed", ["zara", "pola"])
    assert on(new_group()) == ALL | {"pending"}
    assert on("group:a") == set()


@pytest.mark.rule("E36.C.1.a")
def test_a_group_out_of_two_has_done_what_both_had_done_and_is_found_as_either_was(med: Campaign) -> None:
    edit(med, "form_group", "Both", ["fiume", "zara"])
    assert on(new_group()) == {"mined/18A-0407", "found"}


def test_ships_that_join_a_group_are_what_it_is_but_found_as_they_were(med: Campaign) -> None:
    edit(med, "place_unit", "zara", "group:b")
    assert on("group:b") == {"mined/18A-0407", "found"}
    assert on("task-force:zara") == {"fuel"}
    edit(med, "place_unit", "pola", "group:b")
    assert on("group:a") == set()
    with writing(viewer_of(med)) as writer:
        last = last_input(viewer_of(med))
        assert last is not None
        undo(writer, last.reference)
    assert on("group:a") == ALL | {"pending"}


def test_the_marks_of_a_group_that_ends_in_port_go_with_it(med: Campaign) -> None:
    edit(med, "change_group", "a", {"name": "a", "place": "port:naples", "hex": "", "zone": ""})
    edit(med, "end_group", "a")
    assert on("group:a") == set()
    assert on("group:b") == {"mined/18A-0407"}


def test_the_marks_of_a_unit_that_is_taken_away_go_with_it_and_with_the_last_those_of_its_group(med: Campaign) -> None:
    edit(med, "remove_unit", "zara")
    assert on("task-force:zara") == set()
    assert on("group:a") == ALL | {"pending"}
    edit(med, "remove_unit", "pola")
    assert on("group:a") == set()


@pytest.mark.rule("E36.F.2.out")
def test_a_carrier_keeps_its_aircraft_when_it_is_sunk_and_loses_them_when_it_withdraws(med: Campaign) -> None:
    """A sunk carrier group withdraws too, and its air units are paid for only then."""
    edit(med, "place_unit", "aquila", "sunk")
    assert on("task-force:aquila") == {"aircraft"}
    edit(med, "place_unit", "aquila", "withdrawn")
    assert on("task-force:aquila") == set()


@pytest.mark.rule("E36.C.1.p")
def test_the_marks_of_a_group_that_mines_sink_go_with_it(med: Campaign) -> None:
    """Column 3 hits once on a 5 or 6: the two ships of one strength point each are lost."""
    target = {"group": "a", "hex": "18A:0407", "occasion": "entered", "because": "as the example goes"}
    with writing(viewer_of(med)) as writer:
        carry_out(writer, "mine-damage", target, DiceInput("typed", "66"))
    assert "group:a" not in states.load("med").rows("group")
    assert on("group:a") == set()
    assert on("group:b") == {"mined/18A-0407"}


@pytest.mark.rule("E36.C.1.p")
def test_a_correction_that_sinks_a_group_is_no_worse_for_marks_that_have_ended(med: Campaign) -> None:
    """The dice were 6 6, not 1 1; by the end of the step only the Disaster was left of the marks."""
    target = {"group": "a", "hex": "18A:0407", "occasion": "entered", "because": "as the example goes"}
    with writing(viewer_of(med)) as writer:
        entry = carry_out(writer, "mine-damage", target, DiceInput("typed", "11"))
    end_steps(med, 1)
    assert on("group:a") == {"pending"}
    with writing(viewer_of(med)) as writer:
        after = correct(writer, entry, Correction("typo", strip="66"))
    assert after.record["body"]["situation"]["marks"] == ["mark:pending/a"]
    assert "group:a" not in states.load("med").rows("group")
    assert on("group:a") == set()
