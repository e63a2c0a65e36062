"""A rule tried with a situation that was made by hand: `played(given("gw-raid", …), "5").result.points`.

Rules are named by their slugs and read by their situations, so that no test asks for the module in which one stands.
"""

from fractions import Fraction
from typing import Any

from pydantic import BaseModel

from navalassist import engine
from navalassist.play.systems import system_of
from tests.rules import play

WHY = "agreed at the table"


def given(slug: str, **fields: Any) -> Any:
    """The situation of a rule."""
    return engine.REGISTER[slug].situation(**fields)


def rule_of(situation: BaseModel) -> engine.Procedure:
    """The rule that a situation belongs to."""
    return next(known for known in engine.REGISTER.values() if known.situation is type(situation))


def ran(situation: BaseModel, dice: str = "", **rulings: str) -> engine.Result[engine.Outcome[Any]]:
    """Everything that a run gave. A surplus die is an error."""
    return play.result_of(rule_of(situation), situation, dice, **rulings)


def played(situation: BaseModel, dice: str = "", **rulings: str) -> engine.Outcome[Any]:
    """The outcome with typed dice."""
    return play.play(rule_of(situation), situation, dice, **rulings)


def rulings_of(situation: BaseModel, dice: str = "") -> dict[str, str]:
    """The rulings that it was played by, and their choices."""
    return dict(ran(situation, dice).rulings)


def figures(situation: BaseModel) -> dict[str, Fraction]:
    """The figures for the page, by key."""
    return play.figures_of(rule_of(situation), situation)


def set_by(outcome: engine.Outcome[Any] | tuple[engine.Effect, ...]) -> dict[str, Any]:
    """What is set, by fact."""
    effects = outcome.effects if isinstance(outcome, engine.Outcome) else outcome
    return {effect.key: effect.value for effect in effects if isinstance(effect, engine.Set)}


def removed_by(outcome: engine.Outcome[Any]) -> list[str]:
    """The rows that go."""
    return [effect.key for effect in outcome.effects if isinstance(effect, engine.Remove)]


def odds_of(situation: BaseModel) -> engine.Odds[Any]:
    """The exact odds."""
    return play.odds_for(rule_of(situation), situation)


def basis_of(situation: BaseModel) -> engine.Tally:
    """What its page shows before the dice: terms and their sum."""
    procedure = rule_of(situation)
    told: Any = system_of(procedure.system).bases[procedure.slug](situation)
    found: engine.Tally = told if isinstance(told, engine.Tally) else engine.compute(told, play.a_book())
    return found


def refused(situation: BaseModel) -> str:
    """`GW.RAID: why not`, or nothing."""
    return play.refusal(rule_of(situation), situation)


class Ones:
    """A dealer whose dice all fall on 1."""

    def faces(self, key: str, dice: engine.Dice, label: str) -> tuple[int, ...]:
        return (1,) * dice.count

    def choice(self, key: str, ask: engine.Choose) -> str:
        return sorted(ask.options)[0]


def ones(situation: BaseModel) -> Any:
    """What comes of it where every die falls on 1."""
    done = engine.run(rule_of(situation), situation, play.a_book(), Ones()).value
    assert done is not None
    return done.result


def forbids(situation: Any, words: str, *, always: bool = False) -> None:
    """The book forbids it in these words. With a reason it is done all the same, and the entry says so; or never."""
    assert refused(situation) == words
    if "because" not in type(situation).model_fields:
        return
    insisted = situation.model_copy(update={"because": WHY})
    assert refused(insisted) == (words if always else "")
    if not always:
        assert ones(insisted).overruled == f"{words} Done because: {WHY}"
