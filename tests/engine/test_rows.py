"""Kinds declared as rows: what is made, set and read of one, and the column that keeps each of its fields."""

from collections.abc import Callable
from enum import StrEnum
from types import SimpleNamespace
from typing import Any, Literal

import pytest
from django.db import models
from pydantic import ValidationError

from navalassist.campaigns.rows import column_of, words_of
from navalassist.engine import Remove, Set, create
from navalassist.engine.reader import Reader, Unknown, Values, View
from navalassist.engine.rows import Row, Says, declared_in, unfit
from navalassist.systems.storm_of_steel import state
from navalassist.systems.storm_of_steel.state import Fleet, Side


class Sort(StrEnum):
    """Two words of an invented kind, one of them long."""

    SHORT = "a"
    LONG = "a-word-of-21-letters."


class Odd(Row, part="fleet"):
    """Fields of every sort that a column is made for, and of one that none is made for."""

    sort: Sort
    few: Literal["", "x"] = ""
    either: Side | Literal["", "both"] = "both"
    text: str = ""
    yes: bool = False
    small: int = Says(ge=0, le=99)
    large: int = Says(ge=0, le=99_999)
    below: int = -1
    wide: int = Says("", 0, ge=-99_999)
    rate: float


def test_a_row_is_made_whole_set_in_part_and_taken_out() -> None:
    made = Fleet.new("one", side=Side.ALLIED, name="One", place="base:malta")
    facts = {"side": "allied", "name": "One", "place": "base:malta", "duty": "", "came_from": ""}
    assert made == create("fleet:one", **facts)
    fleet = View({f"fleet:one.{name}": value for name, value in facts.items()}).row(Fleet, "one")
    assert fleet.made() == made
    assert fleet.set(place="area:adriatic") == (Set("fleet:one.place", "area:adriatic"),)
    assert fleet.gone() == Remove("fleet:one")
    with pytest.raises(ValidationError, match="side"):
        Fleet.new("one", side="axis", name="One", place="base:malta")
    with pytest.raises(Unknown, match="there is no fleet two"):
        View({}).row(Fleet, "two")


class Shared(Values):
    """Facts that two readers share: whenever the first one reads, the second asks for the same fleets."""

    found: list[list[str]]
    second_asks = False

    def get(self, key: str, default: Any = None) -> Any:
        if not self.second_asks:
            self.second_asks = True
            self.found.append(View(self).keys(Fleet, place="base:malta"))
        return super().get(key, default)


def test_an_index_is_never_seen_before_it_is_whole() -> None:
    """Threads share a state that is read: none may find half of the rows, and keep what follows from that."""
    facts = Shared({f"fleet:{key}.place": "base:malta" for key in ("one", "two", "three")})
    facts.found = []
    facts.found.append(View(facts).keys(Fleet, place="base:malta"))
    assert facts.found == [["one", "two", "three"]] * 2


def test_a_row_with_a_fact_called_key_is_a_misfit_and_no_fault() -> None:
    assert unfit("fleet:a", {"key": "b", "name": "A"}) == "key: it is no fact of a row"


def test_the_kinds_of_a_module_are_those_that_it_declares_in_its_order() -> None:
    kinds = [row.KIND for row in declared_in(state.__name__)]
    assert kinds == ["area", "base", "fleet", "squadron", "action", "owed-loss", "land-unit"]


@pytest.mark.parametrize(
    ("name", "column", "about"),
    [
        ("sort", models.CharField, {"max_length": 30, "blank": False}),
        ("few", models.CharField, {"max_length": 10, "blank": True}),
        ("either", models.CharField, {"max_length": 10, "default": "both"}),
        ("text", models.TextField, {"blank": True}),
        ("yes", models.BooleanField, {"default": False}),
        ("small", models.PositiveSmallIntegerField, {}),
        ("large", models.PositiveIntegerField, {}),
        ("below", models.SmallIntegerField, {"default": -1}),
        ("wide", models.IntegerField, {"default": 0}),
    ],
)
def test_a_column_holds_what_its_field_may_hold(name: str, column: type[Any], about: dict[str, Any]) -> None:
    info = Odd.model_fields[name]
    found = column_of(info, words_of(info.annotation))
    assert type(found) is column
    assert {key: getattr(found, key) for key in about} == about


def test_a_field_that_no_column_fits_stops_the_start() -> None:
    assert words_of(Odd.model_fields["either"].annotation) == ("", "central", "allied", "both")
    with pytest.raises(TypeError, match="no column is made for"):
        column_of(Odd.model_fields["rate"], ())


def reader_of(*secret: str) -> Reader:
    """Two fleets in a harbour, some of which only their side may see."""
    facts = {"side": "allied", "place": "base:malta", "duty": "", "came_from": ""}
    rows = {f"fleet:{key}.{name}": value for key in ("one", "two") for name, value in {**facts, "name": key}.items()}
    audiences = {f"fleet:{key}": "allied" for key in secret}
    return Reader(SimpleNamespace(values=Values(rows), sources={}, audiences=audiences))


COUNTED: list[Callable[[Reader], object]] = [
    lambda read: read.view.keys(Fleet, place="base:pola"),
    lambda read: read.view.keys(Fleet),
    lambda read: read.keys(Fleet, place="base:pola"),
    lambda read: read.rows(Fleet, place="base:pola"),
    lambda read: read.view.row(Fleet, "two"),
    lambda read: read.view.find(Fleet, "two"),
    lambda read: read.view.get("fleet:two.place"),
    lambda read: read.view.name("fleet:two"),
    lambda read: read.name("fleet:two"),
]


@pytest.mark.promise("P24")
@pytest.mark.parametrize("counted", COUNTED)
def test_what_a_rule_counts_of_rows_that_only_some_may_see_is_noted(counted: Callable[[Reader], object]) -> None:
    open_table, closed = reader_of(), reader_of("two")
    assert counted(open_table) == counted(closed)
    assert not open_table.read
    assert closed.read
    assert {key.rpartition(".")[0] for key in closed.read} == {"fleet:two"}
