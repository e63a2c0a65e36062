"""Playing a line: on a trial, where it is only looked at, or on the writer that enters all of them.

A line is played as it would be by taps: the form of its rule, its dice, and the answers to what it asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.core.exceptions import ObjectDoesNotExist

from navalassist.auditlog.models import Entry
from navalassist.desk.answers import problem_of
from navalassist.desk.at import At
from navalassist.desk.dice_sent import LONGEST
from navalassist.desk.logbook.lines import line_of
from navalassist.desk.problem import Problem
from navalassist.engine import DiceError
from navalassist.play.corrections.trial import Trial
from navalassist.play.dice.server import TYPED, DiceInput
from navalassist.play.rules.resolve import DICE, SEALED, answer, carry_out
from navalassist.play.storage.bodies import whole_body
from navalassist.play.turns.steps import StillAsked
from navalassist.play.write.writer import Conflict, NotYours, Writer

MOST_ASKED = 20
# How the fields of what is decided in a line are called: by the number of the question.
CHOICE = "choice-"
# Acts that say nothing of what came of a line.
UNTOLD = ("dice.bind", "dice.open")
WAITS = "A question of this step waits for an answer: enter the lines up to it, answer it, then the others."

Act = Callable[[Writer], object]


class Looked:
    """Lines are tried, one after the other; one that fails leaves nothing behind, and the next is tried without it."""

    stops = False

    def __init__(self, here: At) -> None:
        self.writer: Trial = Trial(here.viewer, here.state)

    def do(self, act: Act) -> tuple[Sequence[str], Problem | None]:
        """What would come of an act in words, or why nothing would."""
        trial = self.writer.further()
        try:
            act(trial)
        except (ObjectDoesNotExist, StillAsked):
            return (), Problem(409, WAITS)
        except Exception as error:
            if (problem := problem_of(error)) is None:
                raise
            return (), problem
        self.writer = trial
        return told(trial), None


class Entered:
    """Lines are carried out on a writer: the first that fails stops all of them."""

    stops = True

    def __init__(self, writer: Writer) -> None:
        self.writer = writer

    def do(self, act: Act) -> tuple[Sequence[str], Problem | None]:
        """Do it, or why it is not done. Raises what is told in another way than by a sentence at a field."""
        try:
            act(self.writer)
        except (NotYours, Conflict):
            raise
        except StillAsked:
            return (), Problem(409, WAITS)
        except Exception as error:
            if (problem := problem_of(error)) is None:
                raise
            return (), problem
        return (), None


Stage = Looked | Entered


def told(trial: Trial) -> tuple[str, ...]:
    """What came of a line, an entry each, as the log would tell it."""
    pairs = zip(trial.entries, trial.bodies, strict=True)
    lines = [line_of(entry, body, trial.state) for entry, body in pairs if body.get("act") not in UNTOLD]
    return tuple(line.sentence or ": ".join(filter(None, (line.title, line.result))) for line in lines)


def dice_of(strip: str, rolled_at: str) -> DiceInput:
    """The typed dice of a line. Problem 422 for more than a box holds."""
    if len(strip) > LONGEST:
        raise Problem(422, f"Dice: at most {LONGEST} characters, this has {len(strip)}.", "dice")
    return DiceInput(TYPED, strip, rolled_at=rolled_at)


def play_rule(
    writer: Writer,
    rule: str,
    fields: Mapping[str, Any],
    dice: DiceInput,
    choices: Callable[[int], str],
    asked: list[Mapping[str, Any]],
) -> None:
    """Carry out a rule with its typed dice and answer what it asks. Problem, and what `carry_out` raises.

    choices: the answer to its first, second… question; asked: gets what it asks.
    """
    entry = carry_out(writer, rule, fields, dice)
    while entry.kind == "waiting" and len(asked) < MOST_ASKED:
        asked.append(whole_body(entry)["waits_for"])
        entry, dice = _answered(writer, entry, asked, choices(len(asked) - 1), dice)
    dice.finish()


def _answered(
    writer: Writer, entry: Entry, asked: list[Mapping[str, Any]], choice: str, dice: DiceInput
) -> tuple[Entry, DiceInput]:
    waiting = asked[-1]
    if waiting["kind"] == DICE:
        raise DiceError(f"more dice are needed, for {waiting['label'] or waiting['key']}", more=True)
    if waiting["kind"] == SEALED:
        raise Problem(422, "Sealed plans of both sides are no line on paper: play this on its own page.")
    known = {key for key, _ in waiting["options"]}
    if not choice or (choice not in known and not waiting.get("free")):
        what = waiting["label"] or waiting["key"]
        raise Problem(422, f"{what}: choose what was decided.", f"{CHOICE}{len(asked) - 1}")
    left = dice.rest()
    body = whole_body(entry)
    return answer(writer, entry, body, choice, left), left
