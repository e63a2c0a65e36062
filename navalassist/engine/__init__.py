"""The engine: rules as generators of asks, and the drivers that play them, work out their odds and check them.

Pure: it knows nothing of ships, databases, clocks or random numbers.
"""

from navalassist.engine.answers import Answer
from navalassist.engine.asks import (
    Ask,
    Call,
    Choose,
    Each,
    Look,
    Play,
    Pool,
    Roll,
    Rounds,
    Ruling,
    RulingLook,
    Sub,
    TableKey,
    TableRoll,
    Together,
    call,
)
from navalassist.engine.book import Book
from navalassist.engine.cells import Cell, Dice, Provenance, Table
from navalassist.engine.dealers import ChoiceError, DiceError, Replay, Typed, parse_dice, signs_of, too_many
from navalassist.engine.effects import (
    Add,
    Change,
    Create,
    Effect,
    EffectError,
    Remove,
    Set,
    apply_effects,
    create,
    take_back,
)
from navalassist.engine.facts import Facts, FactValue, MissingFact
from navalassist.engine.odds import Enumerator, NoOdds, Odds, TooManyBranches, as_odds, odds, odds_of
from navalassist.engine.plain import canonical, to_plain
from navalassist.engine.register import REGISTER, Figure, Outcome, Procedure, Refusal, Roller, procedure
from navalassist.engine.run import (
    EngineError,
    Pending,
    Result,
    compute,
    run,
    run_play,
)
from navalassist.engine.terms import Column, Tally, Term
from navalassist.engine.verify import RuleCheck, Verdict, verify
from navalassist.engine.words import in_words

__all__ = [
    "REGISTER",
    "Add",
    "Answer",
    "Ask",
    "Book",
    "Call",
    "Cell",
    "Change",
    "ChoiceError",
    "Choose",
    "Column",
    "Create",
    "Dice",
    "DiceError",
    "Each",
    "Effect",
    "EffectError",
    "EngineError",
    "Enumerator",
    "FactValue",
    "Facts",
    "Figure",
    "Look",
    "MissingFact",
    "NoOdds",
    "Odds",
    "Outcome",
    "Pending",
    "Play",
    "Pool",
    "Procedure",
    "Provenance",
    "Refusal",
    "Remove",
    "Replay",
    "Result",
    "Roll",
    "Roller",
    "Rounds",
    "RuleCheck",
    "Ruling",
    "RulingLook",
    "Set",
    "Sub",
    "Table",
    "TableKey",
    "TableRoll",
    "Tally",
    "Term",
    "Together",
    "TooManyBranches",
    "Typed",
    "Verdict",
    "apply_effects",
    "as_odds",
    "call",
    "canonical",
    "compute",
    "create",
    "in_words",
    "odds",
    "odds_of",
    "parse_dice",
    "procedure",
    "run",
    "run_play",
    "signs_of",
    "take_back",
    "to_plain",
    "too_many",
    "verify",
]
