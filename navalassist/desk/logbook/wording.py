"""What the log takes from a rule system: its words for facts and for rules, and how its entries are corrected.

In:  facts, recorded entries. Out: words; '' or None where the system has none of its own, and the plain ones do.
A system gives its wording with `register_wording`; one that gives none has the plain wording.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from navalassist.desk.logbook.correction_form import CorrectionForm
from navalassist.desk.logbook.facts import FactWords, Words
from navalassist.desk.logbook.naming import title
from navalassist.desk.logbook.record import Body, Plain, Readout, beside
from navalassist.desk.logbook.state_before import what_there_was
from navalassist.engine import Set
from navalassist.engine.rule import RULES, Summary
from navalassist.play.corrections.retyped import ByForm, WhatWasTyped, typed_by_form
from navalassist.play.state import State
from navalassist.play.systems import system_of
from navalassist.play.write.edits import Edit, EditError

log = logging.getLogger(__name__)

if TYPE_CHECKING:
    from navalassist.auditlog.models import Entry
    from navalassist.play.corrections.correct import Redo

# From situation and outcome as they were recorded, what a rule's entry says.
Telling = Callable[[Plain, Plain, State], Summary]
# Names in the form that go with an input, its label, its text, and what it means.
Given = tuple[str, str, str, str]


class RuleWords:
    """Words for what a rule was given and what came of it."""

    # The rulings by which a sum is held in bounds, and a lost cell was restored.
    bounds_ruling = ""
    restored_ruling = ""
    # What only rules read of a situation.
    unspoken: Collection[str] = ("facts", "key")
    # procedure -> what its entries say in a sentence.
    sentences: Mapping[str, Telling] = {}
    # procedure -> what its dice count, of one and of several.
    counts: Mapping[str, tuple[str, str]] = {}

    def readout(self, words: dict[str, Any], body: Body, state: State) -> Readout | None:
        """The read-out of a rule. words: what every read-out has."""
        return None

    def said(self, body: Body, state: State) -> Summary | None:
        """What an entry says in a sentence; None where the system has none for it, or where it waits."""
        slug = str(body.get("procedure", ""))
        rule, telling = RULES.get(slug), self.sentences.get(slug)
        situation, outcome = body.get("situation"), body.get("outcome")
        if not isinstance(situation, Mapping) or not isinstance(outcome, Mapping):
            return None
        try:
            if rule is not None:
                return rule.said(situation, outcome)
            if telling is None:
                return None
            said = telling(situation, outcome, state)
        except (KeyError, ValidationError):
            # An older version did not record a field that the sentence needs, or recorded another.
            return None
        except Exception:
            # The entry stands for good: a sentence that fails must not take the whole log with it.
            log.exception("No sentence for %s", body["procedure"])
            return None
        return replace(said, against=str(outcome.get("overruled") or ""))

    def line_head(self, body: Body, state: State, has_column: bool) -> tuple[str, str] | None:
        """Title and detail of a rule's line in the log."""
        return None

    def inputs(self, body: Body, situation: Plain, state: State) -> Iterable[Given] | None:
        """The situation of a rule."""
        return None

    def figure(self, name: str, value: Any, state: State) -> str | None:
        """A field of any situation; '' for one that is not told."""
        return None

    def help(self, text: str, state: State) -> str:
        """The description of a field of a situation, without keys."""
        return "" if text.startswith(("Key of", "Keys of")) else text

    def sum_words(self, body: Body) -> tuple[str, str] | None:
        """What the terms of a throw are called, and their sum."""
        return None

    def came(self, key: str, expected: Fraction, unit: str, outcome: Plain) -> str:
        """What happened, beside the odds that were shown."""
        value = outcome.get(key.replace("-", "_"))
        if isinstance(value, bool):
            return "yes" if value else "no"
        return f"{value}, {beside(Fraction(value), expected)}" if isinstance(value, int) and unit != "chance" else ""

    def fitting(self, body: Body, text: str) -> str:
        """A text of a table as it fits what was rolled for."""
        return text

    def counted(self, body: Body, text: str) -> str:
        """`2 scuttled`, `1 hit` for a number that dice were read as."""
        words = self.counts.get(str(body.get("procedure", "")))
        return f"{text} {words[text != '1']}" if words and text.isdigit() else text

    def idle(self, body: Body) -> set[str]:
        """Rulings that a rule reads and that decided nothing in this entry."""
        return set()

    def where(self, situation: Plain) -> str:
        """The key of the place that a precedent may hold for."""
        return ""

    def then(self, body: Body, value: str) -> str:
        """What would have followed, had the dice been read as `value`."""
        return "What would follow from it is not worked out here."

    def veiled_line(self, body: Body, state: State) -> tuple[str, str, str, str, bool] | None:
        """A rule on another side's secrets, by what it showed: title, detail, word, rest; whether the word hurts."""
        return None

    def veiled_read(self, entry: Entry, body: Body, state: State) -> tuple[Body, Readout | None]:
        """The body of such a rule with the cells that its dice may have been read in, and its read-out."""
        return body, None

    def shown_lines(self, body: Body, state: State) -> list[tuple[str, str]] | None:
        """All that everybody learned from a rule, as label and words."""
        return None


@dataclass(frozen=True)
class PastFact:
    """A fact that may be put right as of a turn. choices: value and word; none where a number is typed, within bounds;
    group: what it is listed under; again: it may have been set again since.
    """

    fact: str
    label: str
    choices: tuple[tuple[Any, str], ...] = ()
    bounds: tuple[int, int] = (0, 0)
    again: bool = True
    group: str = "Others"

    def value(self, typed: str) -> Any:
        """What was typed, as the fact holds it. ValueError with what would be right."""
        if self.choices:
            for value, _ in self.choices:
                if typed == str(value):
                    return value
            raise ValueError("choose how it was")
        low, high = self.bounds
        text = typed.strip().replace("−", "-")
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 7) or not low <= int(text) <= high:
            raise ValueError(f"type a whole number from {low} to {high}".replace("-", "−"))
        return int(text)

    def word(self, value: Any) -> str:
        """A value in words."""
        return dict(self.choices).get(value, str(value))


class CorrectionPolicy:
    """How entries of a system are corrected, beside the plain way: the same form, the same dice."""

    # Rules that are counted over the step that is on: they are carried out again in that alone.
    of_their_step: Collection[str] = ()
    # Rule -> fields of its form that no correction changes: another of these is another act.
    fixed: Mapping[str, Collection[str]] = {}

    def typed_for(self, state: State, body: Body) -> WhatWasTyped | None:
        """What was typed for a rule: as its entry keeps it, or by its situation in logs written before that."""
        form = system_of(state.campaign.system).forms.get(str(body.get("procedure", "")))
        if form is not None and "typed" in body:
            return ByForm.of(form, body["typed"], self.fixed.get(body["procedure"], ()))
        situation, rule = body.get("situation"), RULES.get(str(body.get("procedure", "")))
        if situation and rule is not None:
            return typed_by_form(rule.form, situation, rule.before)
        return self.retyped(state, body["procedure"], situation) if situation else None

    def retyped(self, state: State, procedure: str, situation: Plain) -> WhatWasTyped | None:
        """What was typed for a rule, by its situation; None where that does not tell it."""
        return typed_by_form(system_of(state.campaign.system).forms.get(procedure), situation)

    def choices(self, state: State, entry: Entry, body: Body) -> Mapping[str, Any]:
        """The facts among which the fields of a correction choose: those that there were before the entry."""
        return what_there_was(state, entry, body)

    def reasons(self, body: Body) -> Mapping[str, bool]:
        """Which reasons can be true of an entry; those that are not named can be, but for its system's own."""
        owners = any(str(key).endswith(".owner") for key, *_ in body.get("facts_read", ()))
        return {"wrong-owner": owners, "captured": owners}

    def form(self, state: State, body: Body, typed: Any) -> CorrectionForm | None:
        """The form of a correction that is more than the rule's own."""
        return None

    def goes_with_others(self, body: Body) -> bool:
        """True for an entry that is corrected in one go with others; only such a one is asked for the next three."""
        return False

    def chain(self, entry: Entry, body: Body, audiences: frozenset[str]) -> list[Entry]:
        """The entries that go with one another, this one among them, in order."""
        return [entry]

    def redos(self, state: State, check: tuple[Entry, Body], draft: Any, audiences: frozenset[str]) -> list[Redo]:
        """The corrections that a draft asks for, in order, of entries that go with one another."""
        return []

    def again(
        self,
        state: State,
        check: tuple[Entry, Body],
        why: str,
        audiences: frozenset[str],
        wrong: Callable[[str, str], bool],
    ) -> list[Redo]:
        """An entry made again with its own dice, and those that go with it. wrong: which facts, by whose reading."""
        return []

    def makes_up(self, state: State) -> list[tuple[str, str]]:
        """The facts that a compensation may set: `act=key` and words."""
        return [(f"ledger.vp={key}", f"Victory points, {title(key)}") for key in _keys(state, "ledger")]

    def made_up(self, state: State, act: str, key: str, to: str, why: str) -> Edit:
        """The input that sets one of them. EditError for a value that does not fit."""
        sign, number = to[:1] == "-", to.removeprefix("-")
        if not (number.isascii() and number.isdigit()):
            raise EditError("to", "New value: type a whole number.")
        kind, _, name = act.partition(".")
        fact, value = f"{kind}:{key}.{name}", -int(number) if sign else int(number)
        effects = (Set(fact, value),) if state.values[fact] != value else ()
        return Edit(act, f"Victory points, {title(key)}", effects)

    def past_facts(self, state: State) -> list[PastFact]:
        """The facts that may be put right as of a turn that is over."""
        return []

    def put_right(self, state: State, past: PastFact, to: Any, why: str, when: tuple[str, str]) -> Edit:
        """The input that sets one of them to what stands now. when: turn and player turn since when. EditError."""
        return Edit("fact.since", past.label, (Set(past.fact, to),))

    def cards(self, state: State, rows: Iterable[str]) -> list[tuple[str, str]]:
        """Pages below the campaign's on which rows are set by hand: path and name."""
        return []


def _keys(state: State, kind: str) -> list[str]:
    return [row.partition(":")[2] for row in state.rows(kind)]


@dataclass(frozen=True)
class LogWording:
    """How the log of one rule system speaks. system: its key."""

    system: str
    facts: FactWords = field(default_factory=FactWords)
    rules: RuleWords = field(default_factory=RuleWords)
    policy: CorrectionPolicy = field(default_factory=CorrectionPolicy)


PLAIN = LogWording("")
WORDINGS: dict[str, LogWording] = {}


def register_wording(wording: LogWording) -> LogWording:
    """Give the log of a rule system its words."""
    WORDINGS[wording.system] = wording
    return wording


def wording_of(state: State) -> LogWording:
    """The wording of a campaign; the plain one where its system gives none."""
    return WORDINGS.get(state.campaign.system, PLAIN)


def words_for(state: State, body: Body) -> Words:
    """Names and values of facts for one entry, as its system calls them."""
    return Words(state, body, wording_of(state).facts)
