"""Terms, effects, facts, plain values, the register, the book: the small parts of the engine."""

import json
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, ValidationError

from navalassist.engine import (
    REGISTER,
    Add,
    Book,
    Cell,
    Create,
    Dice,
    Effect,
    EffectError,
    Facts,
    MissingFact,
    Outcome,
    Play,
    Provenance,
    Refusal,
    Remove,
    Roller,
    Set,
    TableKey,
    Tally,
    Term,
    apply_effects,
    canonical,
    create,
    procedure,
    take_back,
    to_plain,
)
from navalassist.engine.asks import column_of, number_of
from navalassist.engine.plain import recorded, text_of
from navalassist.engine.reader import Values, Working
from tests.engine.tables import FakeTable, book


class Nothing(BaseModel):
    model_config = ConfigDict(frozen=True)


# Terms.


@pytest.mark.parametrize(
    ("values", "low", "high", "raw", "total"),
    [
        ((5, -9), 0, 15, -4, 0),
        ((5, 19), 0, 15, 24, 15),
        ((5, 1), 0, 15, 6, 6),
        ((5, -9), None, 15, -4, -4),
        ((5, 19), 0, None, 24, 24),
        ((), 1, None, 0, 1),
    ],
)
def test_a_sum_is_held_in_its_bounds_once_at_the_end(
    values: tuple[int, ...], low: int | None, high: int | None, raw: int, total: int
) -> None:
    tally = Tally(tuple(Term("1", "t", value) for value in values), low, high)
    assert (tally.raw, tally.total) == (raw, total)
    more = tally.plus(Term("2", "no", 99, applies=False), Term("2", "yes", 1))
    assert (more.raw, more.low, more.high, len(more.terms)) == (raw + 1, low, high, len(values) + 2)


def test_a_number_or_a_column_may_be_a_sum_and_dice_list_every_throw() -> None:
    tally = Tally((Term("1", "t", 7),), 0, 5)
    assert (number_of(tally), number_of(3), column_of(tally), column_of("near"), column_of(2)) == (5, 3, 5, "near", 2)
    assert str(Dice(2)) == "2d6"
    assert len(Dice(2).throws()) == 36
    assert Dice(1, 3).throws() == ((1,), (2,), (3,))


# Dice and cells.


def test_a_table_key_reads_a_cell_as_its_rule_wants_and_a_book_tells_where_it_comes_from() -> None:
    table = FakeTable("t/x", None, lambda row, column: "x")
    held = Book({"t/x": table}, {}, {("t/x", "1", "2"): "p"})
    assert held.text_of(table, table.cell(1, 2)) == ("x", "printed")
    unknown = Cell(None, Provenance.UNKNOWN, "1", "2")
    assert held.text_of(table, unknown) == ("p", "precedent")
    assert book(table).text_of(table, unknown) == (None, "unknown")
    doubtful = Cell("y", Provenance.UNKNOWN, "1", "2")
    assert book(table).text_of(table, doubtful) == (None, "unknown")
    key: TableKey[int] = TableKey("t/x", int)
    assert key.parse("4") == 4
    assert key.look(row=1, column="c").key == "look/t/x/1/c"


# Effects.

KEYS = [f"{kind}:{key}" for kind in ("ship", "zone") for key in ("a", "b")]
FACTS = [f"{key}.{field}" for key in KEYS for field in "xy"]
LISTS = st.lists(st.integers(), max_size=2)
VALUES = st.one_of(st.none(), st.booleans(), st.integers(-9, 9), st.text(max_size=3), LISTS)
EFFECTS: st.SearchStrategy[Effect] = st.one_of(
    st.builds(Set, st.sampled_from(FACTS), VALUES),
    st.builds(Add, st.sampled_from(FACTS), st.integers(-3, 3)),
    st.builds(lambda k, x, y: create(k, y=y, x=x), st.sampled_from(KEYS), VALUES, VALUES),
    st.builds(Remove, st.sampled_from(KEYS)),
)


@settings(deadline=None)
@given(start=st.dictionaries(st.sampled_from(FACTS), VALUES), effects=st.lists(EFFECTS))
def test_taking_back_undoes_what_was_applied(start: dict[str, Any], effects: list[Effect]) -> None:
    """Whatever can be applied is taken back exactly; what cannot be changes nothing."""
    facts = dict(start)
    history = []
    for effect in effects:
        before = dict(facts)
        try:
            changes = apply_effects((effect,), facts)
        except EffectError:
            assert facts == before
            continue
        history.append((before, changes))
        for change in changes:
            assert change.before == before.get(change.key)
            assert change.after == facts.get(change.key)
    for before, changes in reversed(history):
        made = frozenset(change.key for change in changes if change.key not in before)
        take_back(changes, facts, made)
        assert facts == before
    assert facts == start


def test_effects_say_why_they_cannot_be() -> None:
    facts: dict[str, Any] = {"ship:a.x": 1, "ship:a.name": "A", "ship:a.sunk": True}
    for effect, why in (
        (Set("ship:b.x", 1), "there is no fact ship:b.x"),
        (Add("ship:b.x", 1), "ship:b.x is not a number"),
        (Add("ship:a.name", 1), "ship:a.name is not a number"),
        (Add("ship:a.sunk", 1), "ship:a.sunk is not a number"),
        (create("ship:a", x=1), "ship:a is there already"),
        (Remove("ship:b"), "there is no ship:b"),
    ):
        with pytest.raises(EffectError, match=f"^{why}$"):
            apply_effects((effect,), facts)
    assert apply_effects((Remove("ship:a"), Create("ship:a", (("y", 2), ("x", 1)))), facts)[-2:][0].key == "ship:a.x"
    assert facts == {"ship:a.x": 1, "ship:a.y": 2}


def test_whoever_knows_the_fields_of_a_row_need_not_search_all_facts() -> None:
    def names(row: str) -> tuple[str, ...]:
        return ("x", "y", "z")

    facts: dict[str, Any] = {"ship:a.x": 1, "ship:a.y": 2, "ship:ab.x": 3}
    with pytest.raises(EffectError, match="ship:a is there already"):
        apply_effects((create("ship:a", x=1),), facts, names)
    assert [change.key for change in apply_effects((Remove("ship:a"),), facts, names)] == ["ship:a.x", "ship:a.y"]
    assert facts == {"ship:ab.x": 3}


# Facts.


class Situation(BaseModel):
    model_config = ConfigDict(frozen=True)
    facts: Facts = Facts()


def test_facts_are_a_frozen_mapping_that_can_be_hashed_and_true_is_not_one() -> None:
    facts = Facts({"a:b.c": 1, "a:b.d": "x", "a:b.e": None})
    assert (facts["a:b.c"], len(facts), list(facts), "a:b.d" in facts) == (1, 3, ["a:b.c", "a:b.d", "a:b.e"], True)
    assert facts == Facts({"a:b.e": None, "a:b.d": "x", "a:b.c": 1})
    assert hash(facts) == hash(Facts(dict(facts))) == hash(facts)
    assert facts != Facts({"a:b.c": 1})
    assert facts != dict(facts)
    assert repr(Facts({"a": 1})) == "Facts({'a': 1})"
    with pytest.raises(MissingFact, match="the situation holds no fact 'x'"):
        _ = facts["x"]
    with pytest.raises(TypeError):
        facts["x"] = 1  # type: ignore[index]
    assert Facts({"a": True}) != Facts({"a": 1})
    assert Facts({"a": False}) != Facts({"a": 0})
    assert Facts({"a": True, "b": 1}) == Facts({"b": 1, "a": True}) != Facts({"b": True, "a": 1})
    assert list(facts.items()) == [("a:b.c", 1), ("a:b.d", "x"), ("a:b.e", None)]


def test_facts_go_through_json_and_have_a_schema() -> None:
    situation = Situation(facts=Facts({"b:x.y": True, "a:x.y": 7, "c:x.y": "t", "d:x.y": None}))
    text = situation.model_dump_json()
    assert json.loads(text) == {"facts": {"a:x.y": 7, "b:x.y": True, "c:x.y": "t", "d:x.y": None}}
    assert list(json.loads(text)["facts"]) == ["a:x.y", "b:x.y", "c:x.y", "d:x.y"]
    assert Situation.model_validate_json(text) == situation == Situation.model_validate(json.loads(text))
    assert hash(Situation.model_validate_json(text)) == hash(situation)
    schema = Situation.model_json_schema()
    assert schema["properties"]["facts"]["type"] == "object"
    values = schema["properties"]["facts"]["additionalProperties"]["anyOf"]
    assert [value["type"] for value in values] == ["boolean", "integer", "string", "null"]
    for wrong in ({"facts": {"a": 1.5}}, {"facts": {"a": [1]}}, {"facts": [1]}, {"facts": {"a": {}}}):
        with pytest.raises(ValidationError):
            Situation.model_validate(wrong)


# Plain values.


class Colour(StrEnum):
    RED = "red"


class Rank(IntEnum):
    HIGH = 3


class Name(str):
    """Text of a kind of its own."""


class Shape(Enum):
    ROUND = ("circle", 1)


@dataclass(frozen=True)
class Ship:
    name: str
    hits: tuple[int, ...]


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (None, None),
        (True, True),
        (7, 7),
        ("é", "é"),
        (Colour.RED, "red"),
        (Rank.HIGH, 3),
        (Name("Malta"), "Malta"),
        (Shape.ROUND, ["circle", 1]),
        (Decimal("2.50"), "2.5"),
        (Decimal("7.0"), "7"),
        (Decimal("100"), "100"),
        (Fraction(7, 12), "7/12"),
        (Situation(facts=Facts({"a": 1})), {"facts": {"a": 1}}),
        (Ship("A", (1, 2)), {"name": "A", "hits": [1, 2]}),
        ([Colour.RED, (Decimal(1),)], ["red", ["1"]]),
        (frozenset({3, 1}), [1, 3]),
        ({"b", "a"}, ["a", "b"]),
        ({Colour.RED: Rank.HIGH, 1: None}, {"red": 3, "1": None}),
        (MappingProxyType({"x": 1}), {"x": 1}),
        (Facts({"x": 1}), {"x": 1}),
    ],
)
def test_values_become_plain(value: Any, plain: Any) -> None:
    again = to_plain(value)
    assert again == plain
    assert isinstance(again, type(plain))
    assert json.loads(canonical(again)) == plain
    assert to_plain(again) == plain


@pytest.mark.parametrize("value", [1.5, float("nan"), b"x", object(), Ship, [1.5], {"a": {1.5}}])
def test_what_cannot_be_recorded_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="cannot be recorded"):
        to_plain(value)


TEXT = st.text(st.characters(codec="utf-8"), max_size=8)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), TEXT),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner),
    max_leaves=12,
)


@settings(deadline=None)
@given(value=JSON)
def test_canonical_text_is_the_one_text_of_a_value(value: Any) -> None:
    text = canonical(value)
    assert json.loads(text) == value
    assert canonical(json.loads(text)) == text
    assert recorded(text) == value
    assert "\n" not in text


@pytest.mark.parametrize("value", [1.5, {"a": [1.0]}, [[float("inf")]], (1.5,), {"a": object()}])
def test_canonical_text_has_no_floats_and_no_objects(value: Any) -> None:
    with pytest.raises(TypeError, match="cannot be recorded"):
        canonical(value)


@pytest.mark.parametrize(
    "text",
    [
        *('{"a": 1}', '{"a":1,"a":1}', '{"b":1,"a":1}', '"\\u00e9"', '"\\/"', " 1", "[1,]", "{", ""),
        *('{"a":1.0}', "[1.5,1]", "1e3", "1e+16", "[1e-7]", '{"a":1.5e+300,"b":1}', "NaN", "Infinity", "[-0]"),
    ],
)
def test_only_canonical_text_is_read_back(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        recorded(text)


@pytest.mark.parametrize(
    "value", ["1.5,", "e-1]", "NaN", ["0.5", None], {"a": "7e+2}"}, 2**80, [-(2**64)], "\u2028\x7f\x1f"]
)
def test_what_only_looks_like_a_float_is_recorded(value: Any) -> None:
    text = canonical(value)
    assert text == json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    assert recorded(text) == value


@pytest.mark.parametrize(
    "value",
    [
        Term("33.B", "x", 1, True, None, ("a.b",)),
        (Dice(2), Provenance.PRINTED, Decimal("7.50"), Fraction(1, 3), None),
        {"b": Nothing(), "a": frozenset({2, 1}), "c": Facts({"x:y.z": True})},
        {1: Set("a.b", (1, 2))},
        2**70,
    ],
)
def test_the_text_of_a_value_is_that_of_its_plain_values(value: Any) -> None:
    assert text_of(value).decode() == canonical(to_plain(value))


def test_texts_tell_apart_what_python_calls_equal_and_every_shipped_procedure_has_a_schema() -> None:
    assert len({text_of(value) for value in (1, True, "1")}) == 3
    assert REGISTER
    for slug, found in REGISTER.items():
        assert found.slug == slug
        assert json.dumps(found.situation.model_json_schema())
        assert all((found.system, found.rule, found.title, found.edition, found.dice))


# The register.


def test_a_procedure_is_registered_with_its_situation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("navalassist.engine.register.REGISTER", {})
    from navalassist.engine import register

    def make(slug: str, function: Any, **more: Any) -> Any:
        about: dict[str, Any] = {"system": "s", "rule": "1", "title": "T", "roller": Roller.OWNER, "edition": "e"}
        return procedure(slug, **(about | more))(function)

    def rule(item: Nothing) -> Play[Outcome[int]]:
        yield from ()
        return Outcome(1)

    def other(item: Nothing) -> Play[Outcome[int]]:
        yield from ()
        return Outcome(2)

    def without() -> Play[Outcome[int]]:
        yield from ()
        return Outcome(2)

    refusal = Refusal("Not now.", "1.A")
    assert make("x", rule, why_not=lambda item: refusal) is rule
    found = register.REGISTER["x"]
    assert (found.situation, found.function, found.dice) == (Nothing, rule, "none")
    assert found.refusal(Nothing()) == refusal
    make("x", rule)
    assert register.REGISTER["x"].refusal(Nothing()) is None
    with pytest.raises(ValueError, match="the procedure 'x' is registered twice"):
        make("x", other)
    with pytest.raises(TypeError, match="the procedure 'y' takes no situation"):
        make("y", without)


def test_every_way_to_change_facts_keeps_the_rows_of_each_kind() -> None:
    facts = Working({"port:a.owner": "axis", "port:a.open": True, "ship:z.hits": 0})
    facts.update({"port:b.owner": "allied", "port:a.open": False})
    assert facts.rows_of("port") == ["port:a", "port:b"]
    facts |= {"port:c.owner": "axis"}
    assert facts.setdefault("port:d.owner", "neutral") == "neutral"
    assert facts.setdefault("port:a.owner", "neutral") == "axis"
    assert facts.rows_of("port") == ["port:a", "port:b", "port:c", "port:d"]
    assert facts.popitem() == ("port:d.owner", "neutral")
    assert facts.pop("port:b.owner") == "allied"
    assert facts.pop("port:a.open") is False
    assert facts.pop("port:b.owner", None) is None
    with pytest.raises(KeyError):
        facts.pop("port:b.owner")
    assert facts.rows_of("port") == ["port:a", "port:c"]
    facts.clear()
    assert facts.rows_of("ship") == facts.rows_of("port") == []
    with pytest.raises(KeyError):
        facts.popitem()


def test_facts_made_of_others_share_their_rows_until_one_of_them_changes() -> None:
    before = Values({"port:a.owner": "axis", "ship:z.hits": 0})
    facts = Working(before)
    facts["port:b.owner"] = "allied"
    after = Values(facts)
    further = Working(facts)
    facts["port:c.owner"] = "axis"
    del further["port:a.owner"]
    rows = [each.rows_of("port") for each in (before, facts, after, further)]
    assert rows == [["port:a"], ["port:a", "port:b", "port:c"], ["port:a", "port:b"], ["port:b"]]
    for each in (before, facts, after, further):
        assert each.kinds == Values(dict(each)).kinds
