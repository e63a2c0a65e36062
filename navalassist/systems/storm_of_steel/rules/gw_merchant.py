"""GW.MERCHANT: what the level of Allied merchant shipping does to morale and industry, once a quarter."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from navalassist.engine import (
    Add,
    Effect,
    Figure,
    Odds,
    Outcome,
    Play,
    Refusal,
    Roller,
    Set,
    TableKey,
    procedure,
)
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.systems.storm_of_steel.book import EDITION, SYSTEM
from navalassist.systems.storm_of_steel.clock import (
    QUARTER_PATTERN,
    TURN_PATTERN,
    Moment,
    Step,
    merchant_is_due,
    next_turn,
    quarter_of,
    quarter_title,
)
from navalassist.systems.storm_of_steel.marks import mark, outcome_mark
from navalassist.systems.storm_of_steel.rulings import NEXT_QUARTER, R37, R78
from navalassist.systems.storm_of_steel.state import HALF_INDUSTRY, MERCHANT_LEVEL, Level, Morale, Side, morale

RULE = "GW.MERCHANT"
MILD, HARSH = 5, 10


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


class Quarter(Overrulable):
    """The state of Allied merchant shipping as a quarter ends."""

    side: Literal[Side.ALLIED] = Field(default=Side.ALLIED, description="Whose shipping it is.")
    level: Level = Field(description="Allied merchant shipping level.")
    morale: Morale | None = Field(default=None, description="Allied morale, where it is kept.")
    quarter: Annotated[str, StringConstraints(pattern=f"^{QUARTER_PATTERN}$")] = Field(
        description="The quarter, such as 1917-Q2."
    )
    last_turn: Annotated[str, StringConstraints(pattern=f"^{TURN_PATTERN}$")] = Field(
        description="The last turn of the quarter, such as 1917-06."
    )
    turn: Annotated[str, StringConstraints(pattern=f"^{TURN_PATTERN}$")] = Field(description="The turn that it is.")
    player_turn: Side = Field(description="Whose player turn it is.")
    step: Step = Field(description="The step of it.")
    half_industry: str | None = Field(
        default=None, max_length=20, description="The quarter whose industry works at half; left out where not kept."
    )
    rolled: bool = Field(default=False, description="The outcome of this quarter was rolled already.")


@dataclass(frozen=True, slots=True)
class MerchantOutcome:
    """What Allied morale lost, and whether the British Isles use half their industry in this quarter."""

    morale_lost: int
    industrial_collapse: bool
    morale_before: int | None = None
    morale_after: int | None = None
    overruled: str = ""


def why_not(situation: Quarter) -> Refusal | None:
    """Once a quarter, as it ends."""
    return unless_overruled(situation, _forbidden(situation))


def _forbidden(situation: Quarter) -> Refusal | None:
    if situation.rolled:
        quarter = quarter_title(situation.quarter)
        return Refusal(f"The merchant shipping outcome of the {quarter} was rolled already.", RULE)
    now = Moment(situation.turn, situation.player_turn, situation.step)
    if merchant_is_due(*now):
        return None
    when = f"the Allied {Step.ATTRITION.label} step of March, June, September and December"
    return Refusal(f"It is rolled in {when} (R-78). Now it is {now.title}.", RULE)


def figures(odds: Odds[MerchantOutcome]) -> tuple[Figure, ...]:
    """What Allied morale may lose, and whether industry may collapse."""
    return (
        Figure("nothing", "No effect", odds.chance(lambda found: not found.morale_lost)),
        Figure("minus-5", "Allied morale −5", odds.chance(lambda found: found.morale_lost == MILD)),
        Figure("minus-10", "Allied morale −10", odds.chance(lambda found: found.morale_lost == HARSH)),
        Figure("collapse", "Industrial collapse", odds.chance(lambda found: found.industrial_collapse)),
        Figure("morale-lost", "Expected loss of Allied morale", odds.expect(lambda found: found.morale_lost), "points"),
    )


@procedure(
    "gw-merchant",
    system=SYSTEM,
    rule=RULE,
    title="Merchant shipping outcome of the quarter",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="1d6",
    why_not=why_not,
    figures=figures,
)
def look_at_shipping(situation: Quarter) -> Play[Outcome[MerchantOutcome]]:
    """One die in the column of the shipping level: Allied morale falls, and industry may collapse."""
    yield from R37.look()
    collapses = situation.quarter
    if (yield from R78.look()) == NEXT_QUARTER:
        collapses = quarter_of(next_turn(situation.last_turn))
    label = f"merchant shipping, {quarter_title(situation.quarter)}"
    losses = yield from SHIPPING.roll("outcome", column=situation.level, label=label)
    kept = situation.morale if losses.morale else None
    told = MerchantOutcome(
        morale_lost=losses.morale,
        industrial_collapse=losses.collapse,
        morale_before=kept,
        morale_after=None if kept is None else kept - losses.morale,
        overruled=passed_over(situation, _forbidden(situation)),
    )
    return Outcome(told, effects_of(situation, told, collapses))


def effects_of(situation: Quarter, told: MerchantOutcome, collapses: str) -> tuple[Effect, ...]:
    """Morale and industry; and a mark, so that the quarter has its roll once. collapses: the quarter at half."""
    effects: list[Effect] = []
    if told.morale_before is not None:
        effects.append(Add(morale(Side.ALLIED), -told.morale_lost))
    if told.industrial_collapse and situation.half_industry is not None:
        effects.append(Set(HALF_INDUSTRY, collapses))
    if not situation.rolled:
        row, subject = outcome_mark(situation.quarter), MERCHANT_LEVEL.rpartition(".")[0]
        effects.append(mark(row, subject, until=situation.last_turn))
    return tuple(effects)
