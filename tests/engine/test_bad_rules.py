"""A rule that can't be meant as it was declared fails as it is imported, with a sentence that names it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from navalassist.engine import REGISTER, Outcome, Play, Refusal, Roller
from navalassist.engine.declared import BadRule
from navalassist.engine.forms import Ask
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader
from navalassist.engine.rule import RULES, Result, Rulebook
from navalassist.engine.shapes import Form, Frozen


class Order(Form):
    """A form as it should be."""

    boat: str = Ask("Boat")


class Untitled(Form):
    boat: str


class WithReason(Order):
    because: Because = ""


class Boat(Frozen):
    boat: str


@dataclass(frozen=True, slots=True)
class Sailed(Result):
    legs: int


@dataclass
class Changeable(Result):
    legs: int


@dataclass(frozen=True)
class Speechless:
    legs: int


def situation(read: Reader, form: Order) -> Boat:
    return Boat(boat=form.boat)


def sail(boat: Boat) -> Play[Outcome[Sailed]]:
    yield from ()
    return Outcome(Sailed(1))


def sail_changeably(boat: Boat) -> Play[Outcome[Changeable]]:
    yield from ()
    return Outcome(Changeable(1))


def sail_speechless(boat: Boat) -> Play[Outcome[Speechless]]:
    yield from ()
    return Outcome(Speechless(1))


def sail_at_once(boat: Boat) -> Any:
    return Outcome(Sailed(1))


def returns(boat: Boat) -> Iterator[Refusal]:
    return iter(())


BAD = [
    ({"form": Untitled}, sail, "the field 'boat' of Untitled has no title"),
    ({"before": {"bote": "boat"}}, sail, "before names 'bote', and Order has no such field"),
    ({"why_not": returns}, sail, "why_not must yield what it finds; it is no generator"),
    ({"form": WithReason}, sail, "WithReason asks for a reason, and Boat is not Overrulable"),
    ({"duties": lambda now: ()}, sail, "its duties have no step: name the steps with due=… or may=…"),
    ({}, sail_changeably, "Changeable is no frozen dataclass"),
    ({}, sail_speechless, "Speechless is no Result, which says what came of it"),
    ({}, sail_at_once, "sail_at_once must yield what it finds; it is no generator"),
]


@pytest.mark.parametrize(("wrong", "function", "words"), BAD, ids=[words for _, _, words in BAD])
def test_a_rule_that_cannot_be_meant_so_is_named(
    wrong: dict[str, Any], function: Callable[..., Any], words: str
) -> None:
    declared: dict[str, Any] = {"form": Order, "situation": situation, "roller": Roller.OWNER} | wrong
    with pytest.raises(BadRule) as caught:
        Rulebook("test", "of today").rule("bad", "T.1", "Sail", **declared)(function)
    assert str(caught.value).startswith(f"the rule 'bad': {words}")
    assert "bad" not in RULES
    REGISTER.pop("bad", None)
