"""What does not fit a situation is told in words: the field, what is wrong, what would be right."""

from decimal import Decimal
from typing import Annotated, Any, Literal, Self

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from navalassist.engine import REGISTER, Facts, in_words
from tests.counts import EXAMPLES


class Leg(BaseModel):
    model_config = ConfigDict(extra="forbid")
    zone: Literal["north", "south"] = Field(description="The sea zone.")
    hexes: Annotated[int, Field(ge=0, le=99, strict=True)] | None = None


class Trip(BaseModel):
    model_config = ConfigDict(extra="forbid")
    side: Literal["axis"]
    legs: list[Leg] = []
    res: Annotated[Decimal, Field(ge=0, le=9, multiple_of=Decimal("0.5"))] = Decimal(1)
    many: Annotated[int, Field(ge=1)] = 1
    few: Annotated[int, Field(le=9)] = 1
    above: Annotated[Decimal, Field(gt=0)] = Decimal(1)
    name: Annotated[str, StringConstraints(max_length=5)] = ""
    key: Annotated[str, StringConstraints(pattern="^[a-z]+$")] = "a"
    risky: bool = False
    facts: Facts = Facts()
    pair: tuple[int, int] | None = None
    anything: dict[str, Any] = {}
    by_zone: dict[str, Leg] = {}

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.many > 50:
            raise ValueError("nobody has so many")
        assert self.few != 7, "seven is not few"
        return self


def said(text: str) -> str:
    with pytest.raises(ValidationError) as wrong:
        Trip.model_validate_json(text)
    return in_words(wrong.value, Trip)


# What is given to Trip, and the sentence that comes back; "axis" stands for a trip that is right up to there.
SENTENCES = """
{ => the situation is no JSON text (EOF while parsing an object at line 1 column 1)
[] => the situation: this list does not fit; give an object with ALL
{} => side is missing; give "axis"
{"side": "allied"} => side: "allied" does not fit; give "axis"
{AXIS, "sid": 1} => sid: there is no such field; there are ALL
{AXIS, "legs": 4} => legs: 4 does not fit; give a list, each of an object with zone, hexes
{AXIS, "legs": [{"zone": "north"}, {}]} => legs.1.zone is missing; give one of north, south (The sea zone)
{AXIS, "legs": [{"zone": "w"}]} => legs.0.zone: "w" does not fit; give one of north, south (The sea zone)
{AXIS, "legs": [{NORTH, "hexes": 100}]} => legs.0.hexes: 100 does not fit; give a whole number from 0 to 99 or null
{AXIS, "legs": [{"zone": "north", "hex": 1}]} => legs.0.hex: there is no such field; there are zone, hexes
{AXIS, "res": 1.2} => res: 1.2 does not fit; give a number from 0 to 9 in steps of 0.5
{AXIS, "res": "many"} => res: "many" does not fit; give a number from 0 to 9 in steps of 0.5
{AXIS, "many": 0} => many: 0 does not fit; give a whole number of at least 1
{AXIS, "few": 10} => few: 10 does not fit; give a whole number of at most 9
{AXIS, "above": 0} => above: 0 does not fit; give a number above 0
{AXIS, "name": "Gneisenau"} => name: "Gneisenau" does not fit; give text of at most 5 characters
{AXIS, "key": "A"} => key: "A" does not fit; give text that matches ^[a-z]+$
{AXIS, "risky": "perhaps"} => risky: "perhaps" does not fit; give true or false
{AXIS, "risky": null} => risky: null does not fit; give true or false
{AXIS, "few": {}} => few: this value does not fit; give a whole number of at most 9
{AXIS, "facts": {"a": 1.5}} => facts.a: 1.5 does not fit; give true or false or a whole number or text or null
{AXIS, "facts": 3} => facts: 3 does not fit; give an object
{AXIS, "by_zone": {"x": {"zone": true}}} => by_zone.x.zone: true does not fit; give one of north, south (The sea zone)
{AXIS, "pair": [1, "b"]} => pair.1: "b" does not fit; give a whole number
{AXIS, "pair": 4} => pair: 4 does not fit; give a list or null
{AXIS, "anything": []} => anything: this list does not fit; give an object
{AXIS, "many": 51} => nobody has so many
{AXIS, "few": 7} => seven is not few
{"side": "XXXX"} => side: "YYYY…" does not fit; give "axis"
"""
ALL = "side, legs, res, many, few, above, name, key, risky, facts, pair, anything, by_zone"


@pytest.mark.parametrize("line", SENTENCES.strip().splitlines())
def test_it_names_the_field_and_what_would_be_right(line: str) -> None:
    words = {"AXIS": '"side": "axis"', "NORTH": '"zone": "north"', "ALL": ALL, "XXXX": "x" * 60, "YYYY": "x" * 40}
    for word, meaning in words.items():
        line = line.replace(word, meaning)
    given, _, sentence = line.partition(" => ")
    assert said(given) == sentence


def test_a_fault_that_says_it_itself_and_a_type_without_a_name_of_its_own() -> None:
    class Sized(BaseModel):
        number: int

        @model_validator(mode="after")
        def _fits(self) -> Self:
            raise ValueError("it is too odd")

    class Outer(BaseModel):
        inner: Sized

    with pytest.raises(ValidationError) as wrong:
        Outer.model_validate({"inner": {"number": 1}})
    assert in_words(wrong.value, Outer) == "inner: it is too odd"

    class Odd(BaseModel):
        value: Literal[1, "a"] | Any = Field(default=1)
        number: Literal[4]

    with pytest.raises(ValidationError) as wrong:
        Odd.model_validate({"number": 5})
    assert in_words(wrong.value, Odd) == "number: 5 does not fit; give 4"


FIELDS = ["side", "item", "leg", "zone", "facts", "key", "kind", "res", "origin", "turn", "hits", "x"]
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=5))
SITUATIONS = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=6),
    max_leaves=10,
)


@pytest.mark.parametrize("slug", sorted(REGISTER))
@settings(deadline=None, max_examples=EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
@given(data=SITUATIONS)
@example(data="two\nlines")
def test_no_situation_of_a_shipped_rule_is_answered_in_pydantics_own_words(slug: str, data: Any) -> None:
    model = REGISTER[slug].situation
    try:
        model.model_validate(data)
    except ValidationError as wrong:
        words = in_words(wrong, model)
        assert "pydantic" not in words
        assert "\n" not in words
        assert "Input should" not in words
        assert "[type=" not in words
