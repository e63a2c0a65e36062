"""GW.MERCHANT: what the level of Allied merchant shipping does to morale and industry, once a quarter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from navalassist.engine import Add, Effect, Figure, Odds, Outcome, Play, Refusal, Set, TableKey
from navalassist.engine.duties import Duty, Kind, Now, Passed, by_rule
from navalassist.engine.english import text_of
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Form
from navalassist.systems.storm_of_steel.book import rule
from navalassist.systems.storm_of_steel.clock import (
    QUARTER_PATTERN,
    TURN_PATTERN,
    Moment,
    Step,
    closes_quarter,
    merchant_is_due,
    next_turn,
    quarter_of,
    quarter_title,
)
from navalassist.systems.storm_of_steel.marks import mark, outcome_mark
from navalassist.systems.storm_of_steel.rulings import NEXT_QUARTER, R37, R78
from navalassist.systems.storm_of_steel.state import HALF_INDUSTRY, MERCHANT_LEVEL, Level, Morale, Side, morale

MERCHANT = "GW.MERCHANT"
SLUG = "gw-merchant"
MILD, HARSH = 5, 10
Turn = Annotated[str, StringConstraints(pattern=f"^{TURN_PATTERN}$")]


class Losses(StrEnum):
    """A cell of the Merchant Shipping Outcome Table."""

    NOTHING = "-"
    MILD = "S"
    MILD_COLLAPSE = "S/I"
    HARSH = "SS"
    HARSH_COLLAPSE = "SS/I"

    @property
    def morale(self) -> int:
        """What Allied morale loses."""
        return {"-": 0, "S": MILD, "SS": HARSH}[self.value.removesuffix("/I")]

    @property
    def collapse(self) -> bool:
        """True for industrial collapse."""
        return self.value.endswith("/I")


SHIPPING: TableKey[Losses] = TableKey("storm_of_steel/merchant-shipping", Losses)


class QuarterForm(Form):
    """Nothing has to be typed; all of it is kept."""

    because: Because = ""


class Quarter(Overrulable):
    """The state of Allied merchant shipping as a quarter ends."""

    side: Literal[Side.ALLIED] = Says("Whose shipping", Side.ALLIED)
    level: Level = Says("Allied merchant shipping level")
    morale: Morale | None = Says("Allied morale", None)
    quarter: Annotated[str, StringConstraints(pattern=f"^{QUARTER_PATTERN}$")] = Says("Quarter")
    last_turn: Turn = Says("Its last turn", told=False)
    turn: Turn = Says("Turn")
    player_turn: Side = Says("Whose player turn it is", told=False)
    step: Step = Says("Step", told=False)
    half_industry: Annotated[str, Field(max_length=20)] | None = Says("Quarter of half industry", None)
    rolled: bool = Says("Rolled already for this quarter", False)


@dataclass(frozen=True, slots=True)
class MerchantOutcome(Result):
    """What Allied morale lost, and whether the British Isles use half their industry in this quarter."""

    morale_lost: int
    industrial_collapse: bool
    morale_before: int | None = None
    morale_after: int | None = None
    overruled: str = ""

    def summary(self, given: Quarter) -> Summary:
        """`Allied morale falls by 5 to 95; the British Isles use half their industry.`"""
        to = "" if self.morale_after is None else f" to {text_of(self.morale_after)}"
        told = f"Allied morale falls by {self.morale_lost}{to}" if self.morale_lost else "Allied morale holds"
        half = "; the British Isles use half their industry" if self.industrial_collapse else ""
        called = ((self.morale_lost, f"MORALE −{self.morale_lost}"), (self.industrial_collapse, "INDUSTRIAL COLLAPSE"))
        word = ", ".join(words for came, words in called if came)
        notes = (f"Merchant shipping, {quarter_title(given.quarter)}",)
        return Summary(f"{told}{half}.", word or "NO EFFECT", bool(word), notes)


def situation(read: Reader, form: QuarterForm) -> Quarter:
    """The level, Allied morale, and whether this quarter has had its roll."""
    clock = read.fields("campaign:clock", "turn", "player_turn", "step")
    quarter = quarter_of(clock["turn"])
    return Quarter(
        **clock,
        level=read[MERCHANT_LEVEL],
        morale=read.get(morale(Side.ALLIED)),
        quarter=quarter,
        last_turn=last_turn(clock["turn"]),
        half_industry=read.get(HALF_INDUSTRY),
        rolled=read.get(f"{outcome_mark(quarter)}.kind") is not None,
    )


def last_turn(turn: str) -> str:
    """The turn that closes the quarter of this one."""
    return turn if closes_quarter(turn) else last_turn(next_turn(turn))


def why_not(given: Quarter) -> Iterator[Refusal]:
    """Once a quarter, as it ends."""
    if given.rolled:
        quarter = quarter_title(given.quarter)
        yield Refusal(f"The merchant shipping outcome of the {quarter} was rolled already.", MERCHANT)
    now = Moment(given.turn, given.player_turn, given.step)
    if not merchant_is_due(*now):
        when = f"the Allied {Step.ATTRITION.label} step of March, June, September and December"
        yield Refusal(f"It is rolled in {when} (R-78). Now it is {now.title}.", MERCHANT)


def figures(odds: Odds[MerchantOutcome]) -> tuple[Figure, ...]:
    """What Allied morale may lose, and whether industry may collapse."""
    return (
        Figure("nothing", "No effect", odds.chance(lambda found: not found.morale_lost)),
        Figure("minus-5", "Allied morale −5", odds.chance(lambda found: found.morale_lost == MILD)),
        Figure("minus-10", "Allied morale −10", odds.chance(lambda found: found.morale_lost == HARSH)),
        Figure("collapse", "Industrial collapse", odds.chance(lambda found: found.industrial_collapse)),
        Figure("morale-lost", "Expected loss of Allied morale", odds.expect(lambda found: found.morale_lost), "points"),
    )


def duties(now: Now) -> Iterator[Duty]:
    """Due in the last month of a quarter, until it is rolled."""
    if MERCHANT_LEVEL not in now.facts or not merchant_is_due(*now.clock):
        return
    quarter = quarter_of(now.moment.turn)
    row, words = outcome_mark(quarter), quarter_title(quarter)
    done = now.state.sources.get(f"{row}.kind", "")
    small = f"{words}; the level is {now.facts[MERCHANT_LEVEL]}"
    passes = () if done else (Passed(row, f"Merchant shipping outcome, {words}", "merchant shipping outcome"),)
    yield by_rule(SLUG, small=small, kind=Kind.DUE, seat=Side.ALLIED.value, done=done, passes=passes)


@rule(
    SLUG,
    MERCHANT,
    "Merchant shipping outcome of the quarter",
    form=QuarterForm,
    situation=situation,
    why_not=why_not,
    figures=figures,
    due="allied/attrition",
    listed="Find what the merchant shipping level does, once a quarter",
    duties=duties,
    dice="1d6",
)
def look_at_shipping(given: Quarter) -> Play[Outcome[MerchantOutcome]]:
    """One die in the column of the shipping level: Allied morale falls, and industry may collapse."""
    yield from R37.look()
    next_quarter = (yield from R78.look()) == NEXT_QUARTER
    collapses = quarter_of(next_turn(given.last_turn)) if next_quarter else given.quarter
    label = f"merchant shipping, {quarter_title(given.quarter)}"
    losses = yield from SHIPPING.roll("outcome", column=given.level, label=label)
    kept = given.morale if losses.morale else None
    after = None if kept is None else kept - losses.morale
    told = MerchantOutcome(losses.morale, losses.collapse, kept, after)
    return Outcome(told, tuple(_effects(given, told, collapses)))


def _effects(given: Quarter, told: MerchantOutcome, collapses: str) -> Iterator[Effect]:
    """Morale and industry; and a mark, so that the quarter has its roll once. collapses: the quarter at half."""
    if told.morale_before is not None:
        yield Add(morale(Side.ALLIED), -told.morale_lost)
    if told.industrial_collapse and given.half_industry is not None:
        yield Set(HALF_INDUSTRY, collapses)
    if not given.rolled:
        yield mark(outcome_mark(given.quarter), MERCHANT_LEVEL.rpartition(".")[0], until=given.last_turn)
