"""PG.6.1.3 to 6.1.6: the five kinds of group, their limits, and joining and leaving in ports alone."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine.orders import Book
from navalassist.systems.theatre.groups import beyond_limits
from navalassist.systems.theatre.state.fleets import Unit
from navalassist.systems.theatre.state.words import GroupKind, Nation, Side, UnitType
from tests.in_hand import InHand

TASK_FORCE, FLOTILLA, RAIDERS, MERCHANT, CONVOY = GroupKind
BOATS = tuple(f"boats-{number}" for number in range(1, 11))


@pytest.fixture
def table(lingayen: Campaign) -> InHand:
    """Orders of December 1941."""
    return InHand(lingayen)


def unit(number: int, type_: UnitType, speed: int = 3) -> Unit:
    return Unit(key=f"u{number}", side=Side.AXIS, name=f"U{number}", nation=Nation.JAPAN, type=type_, speed=speed)


def fleet(types: str, **values: Any) -> tuple[Unit, ...]:
    """Units of these types: `CA SS SS`."""
    return tuple(unit(number, UnitType(word.lower()), **values) for number, word in enumerate(types.split()))


def wrong(kind: GroupKind, units: tuple[Unit, ...], transports: int = 0, nation: Nation = Nation.JAPAN) -> list[str]:
    return [refusal.rule for refusal in beyond_limits(kind, units, transports, nation)]


@pytest.mark.parametrize(
    ("kind", "types", "found"),
    [
        pytest.param(TASK_FORCE, "BB CA DD SS SS", [], marks=pytest.mark.rule("PG.6.1.3")),
        pytest.param(TASK_FORCE, "BB SS SSC SS", ["PG.6.1.3"], marks=pytest.mark.rule("PG.6.1.3")),
        pytest.param(TASK_FORCE, "DD " * 30, [], marks=pytest.mark.rule("PG.6.1.3")),
        pytest.param(FLOTILLA, "SS " * 8, [], marks=pytest.mark.rule("PG.6.1.4")),
        pytest.param(FLOTILLA, "SS " * 9, ["PG.6.1.4"], marks=pytest.mark.rule("PG.6.1.4")),
        pytest.param(FLOTILLA, "SS DD", ["PG.6.1.4"], marks=pytest.mark.rule("PG.6.1.4")),
        pytest.param(RAIDERS, "CA CL", [], marks=pytest.mark.rule("PG.6.1.5")),
        pytest.param(RAIDERS, "CA CL CL", ["PG.6.1.5"], marks=pytest.mark.rule("PG.6.1.5")),
        pytest.param(RAIDERS, "SS", ["PG.6.1.5"], marks=pytest.mark.rule("PG.6.1.5")),
    ],
)
def test_how_many_units_a_group_may_have(kind: GroupKind, types: str, found: list[str]) -> None:
    assert wrong(kind, fleet(types)) == found


@pytest.mark.rule("PG.6.1.5", "PG.6.1.5.1")
def test_raiders_have_speed_3_unless_they_are_disguised() -> None:
    """A BB of speed 2 is none; a disguised raider of speed 2 is one."""
    assert wrong(RAIDERS, fleet("BB", speed=2)) == ["PG.6.1.5"]
    assert wrong(RAIDERS, fleet("raider BB", speed=2)) == ["PG.6.1.5"]
    assert not wrong(RAIDERS, fleet("raider raider", speed=2))


@pytest.mark.rule("PG.6.1.6")
def test_merchant_convoys_have_eight_transports_at_most_and_sail_for_three_nations() -> None:
    assert not wrong(MERCHANT, (), 8)
    assert wrong(MERCHANT, fleet("DD"), 9) == ["PG.6.1.6"]
    assert wrong(MERCHANT, (), 0) == ["PG.6.1.6"]
    assert wrong(MERCHANT, (), 8, Nation.ITALY) == ["PG.6.2"]
    assert not wrong(CONVOY, fleet("DD"), 30, Nation.ITALY)
    assert wrong(TASK_FORCE, fleet("DD"), 1) == ["PG.6.1.3"]


@pytest.mark.rule("PG.6.1", "PG.6.1.3")
def test_units_of_a_port_form_a_group_and_change_it_there(table: InHand) -> None:
    """Houston and two destroyers are two ships each, submarines three; a group without units is no more."""
    entry = table.do("pg-form", seat="allied", port="manila", kind="task-force", units=("houston", "boats-9"))
    assert "about 5 ships" in table.at("allied").receipt(entry)
    group = table.numbered("pg-group", 2, "allied")
    assert table.facts["pg-unit:houston.group"] == group
    table.do("pg-join", seat="allied", group=group, units=("peary",))
    assert "at most 2" in table.refuse("pg-join", seat="allied", group=group, units=BOATS[:2]).casefold()
    table.do("pg-leave", seat="allied", group=group, units=("boats-9", "houston"))
    table.do("pg-leave", seat="allied", group=group, units=("peary",))
    assert group not in table.rows("pg-group")
    table.check()


@pytest.mark.rule("PG.6.1.3", "PG.6.1.4")
def test_nobody_joins_from_another_port_or_at_sea(table: InHand) -> None:
    assert "lie in Manila" in table.refuse("pg-join", seat="allied", group="u1", units=("boise",))
    assert "at most 8 boats" in table.refuse("pg-join", seat="allied", group="u1", units=("boats-9",))
    table.end_step()
    assert "Operations phase" in table.refuse("pg-leave", seat="allied", group="u1", units=("boats-1",))
    assert "Operations phase" in table.refuse("pg-form", seat="allied", port="manila", kind="flotilla", units=BOATS[8:])


@pytest.mark.rule("PG.6.1.6")
def test_a_convoy_is_of_transports_of_a_pool_that_its_port_reaches(table: InHand) -> None:
    """Mako lies in the Indian water alone."""
    typed = {"port": "mako", "kind": "merchant", "transports": 8}
    assert "has no access to the pool" in table.refuse("pg-form", **typed, pool="japan-pacific")
    table.do("pg-form", **typed, pool="japan-indian")
    group = table.numbered("pg-group", 4)
    assert table.facts[f"pg-group:{group}.transports"] == 8
    assert table.facts[f"pg-group:{group}.nation"] == "japan"


@pytest.mark.rule("PG.6.1.3")
def test_a_group_changes_no_more_once_its_orders_are_sealed(table: InHand) -> None:
    table.edit(Book.new("1941-12-allied", side="allied", turn="1941-12", hash="0" * 64), seat="allied")
    assert "is sealed" in table.refuse("pg-leave", seat="allied", group="u1", units=("boats-1",))


def test_the_other_side_learns_nothing_of_a_group(table: InHand) -> None:
    """Not even that its seat did something: how often groups change would tell how many a side has."""
    before = table.at("axis").words("log/")
    entry = table.do("pg-form", seat="allied", port="manila", kind="flotilla", units=BOATS[8:])
    assert (entry.chain, entry.kind) == ("allied", "edit")
    assert table.at("axis").words("log/") == before
    assert table.state.audiences[f"pg-group:{table.numbered('pg-group', 2, 'allied')}"] == "allied"
