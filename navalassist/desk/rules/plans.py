"""The sealed plan that is asked of a seat: its form with what its choices may bring, presets, and what is sent of it.

An operation's page shows it before its rule is begun: the first plan that is sealed begins it, in the same act.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from navalassist.auditlog.models import Entry
from navalassist.auditlog.shape import SECRET
from navalassist.desk.at import At
from navalassist.desk.logbook.answered import plan_words
from navalassist.desk.logbook.waits import entries_of, open_marks
from navalassist.desk.problem import Problem
from navalassist.desk.rules.outlook import FIELD, OutlookTold, best_of, outlook_of, told
from navalassist.engine import Pending, run
from navalassist.engine.asks import plan_lines, plan_text
from navalassist.engine.outlook import Outlook
from navalassist.play.corrections.undo import is_open
from navalassist.play.dice.abandoned import begun_for
from navalassist.play.dice.server import DiceInput, NotThrown
from navalassist.play.rules.resolve import answer, carry_out, plans_asked, preview
from navalassist.play.state import State
from navalassist.play.storage.bodies import body_of, whole_body
from navalassist.play.write.writer import Writer

# Of a preset: in each line what has the best chance. Of a form: that it seals the plan which begins its rule.
BEST, PRESET, SEALS = ":best", "preset", "seals"


def sealed_seats(entry: Entry) -> list[str]:
    """The seats whose sealed answers are in."""
    seats = [str(secret["audience"]) for secret in entry.record.get("commitments", ())]
    return seats[1:] if entry.record["body"]["act"] == SECRET else seats


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A line of a plan on its form. name: of its field; value: what was typed or sealed, '' for nothing."""

    name: str
    title: str
    options: tuple[tuple[str, str], ...]
    value: str


@dataclass(frozen=True, slots=True)
class SealedPlan:
    """The plan that is asked of the viewer's seat. mine: what it has sealed, in words; waits: whose are still out.

    choice: the option that is chosen, where it has no lines; presets: value and words of what fills all lines at once.
    """

    asked: Pending
    mine: str
    lines: tuple[PlanLine, ...]
    waits: tuple[str, ...]
    choice: str
    presets: tuple[tuple[str, str], ...]
    outlook: OutlookTold | None


@dataclass(frozen=True, slots=True)
class Sealing:
    """A rule that asks several seats for sealed plans. seats: each, and whether its plan is in; entry: None unbegun.

    plan: what is asked of the viewer's seat, None where nothing is.
    """

    seats: tuple[tuple[str, bool], ...]
    entry: Entry | None
    plan: SealedPlan | None


def sealed_plan(here: At, given: QueryDict, entry: Entry, body: Mapping[str, Any]) -> SealedPlan | None:
    """What the viewer's seat plans or has planned, of an entry that waits for sealed plans; None for other seats."""
    plans = plans_asked(here.state, entry) if is_open(here.state, entry, body) else {}
    if here.viewer.seat not in plans:
        return None
    asked = plans[here.viewer.seat]
    sealed = next((a["choice"] for a in body.get("sealed", ()) if a["key"] == asked.key), "")
    out = tuple(seat for seat in plans if seat not in sealed_seats(entry))
    whole = whole_body(entry)
    return _plan(here, given, asked, sealed, out, outlook_of(whole["procedure"], whole["situation"], asked.seat))


def _plan(
    here: At, given: QueryDict, asked: Pending, sealed: str, out: tuple[str, ...], outlook: Outlook | None
) -> SealedPlan:
    chosen = plan_lines(sealed) | preset_lines(here.state, asked, outlook, given.get(PRESET, ""))
    typed = {} if PRESET in given else given
    lines = tuple(
        PlanLine(FIELD + name, title, options, typed.get(FIELD + name, chosen.get(name, "")))
        for name, title, options in asked.lines
    )
    choice = given.get("choice", sealed)
    shown = [(one.name, one.title, one.options, one.value) for one in lines]
    found = told(here.state, outlook, choice, shown) if outlook else None
    mine = sealed and plan_words(asked, sealed)
    return SealedPlan(asked, mine, lines, out, choice, tuple(presets(asked, outlook)), found)


def presets(asked: Pending, outlook: Outlook | None) -> Iterator[tuple[str, str]]:
    """What fills all lines at once: the best chance in each, and every option that all of them have."""
    if len(asked.lines) < 2:
        return
    (_, _, first), *others = asked.lines
    aimed = {value for line in outlook.lines.values() for value in line.options} if outlook else set()
    if len(aimed) > 1:
        yield BEST, "Best chance on each"
    for value, words in first:
        if all(value in dict(options) for _, _, options in others):
            yield value, f"All on {words}" if value in aimed else f"Each {words}"


def preset_lines(state: State, asked: Pending, outlook: Outlook | None, preset: str) -> dict[str, str]:
    """The lines of a plan as a preset fills them; none for one that does not fit."""
    if preset == BEST and outlook:
        return {name: best_of(state, outlook, name, options) for name, _, options in asked.lines}
    return {name: preset for name, _, options in asked.lines if preset in dict(options)}


def sealing(here: At, rule: str, form: Mapping[str, Any], given: QueryDict) -> Sealing:
    """A rule that asks several seats at once, begun or not. form: what it is given; given: what is chosen so far."""
    if entry := begun(here, here.state, rule, form):
        sealed, plans = sealed_seats(entry), plans_asked(here.state, entry)
        plan = sealed_plan(here, given, entry, body_of(entry, here.viewer.audiences))
        return Sealing(tuple((seat, seat in sealed) for seat in plans), entry, plan)
    found = preview(here.state, rule, dict(form), here.system)
    asked = () if found.refusal else run(found.procedure, found.situation, here.state.book, NotThrown({})).plans
    own = next((one for one in asked if one.seat == here.viewer.seat), None)
    seats = tuple(one.seat for one in asked)
    situation = found.situation.model_dump(mode="json")
    plan = _plan(here, given, own, "", seats, outlook_of(rule, situation, own.seat)) if own else None
    return Sealing(tuple((seat, False) for seat in seats), None, plan)


def begun(here: At, state: State, rule: str, form: Mapping[str, Any]) -> Entry | None:
    """The entry by which a rule was begun for this, and waits for sealed plans."""
    marks = [mark for mark in open_marks(state, state.values) if state.values[f"{mark}.subject"] == rule]
    entries = entries_of(here, [state.sources[f"{mark}.kind"] for mark in marks])
    wanted = begun_for(state, rule, form)
    return next((one for one in entries if whole_body(one).get("begun_for", wanted) == wanted), None)


def begin(writer: Writer, here: At, rule: str, form: Mapping[str, Any], sent: QueryDict, dice: DiceInput) -> None:
    """Carry a rule out; with the first sealed plan, where the form sends one.

    Another seat may have begun it meanwhile: then this plan joins that one's.
    """
    entry = begun(here, writer.state, rule, form) if SEALS in sent else None
    entry = entry or carry_out(writer, rule, form, dice)
    asked = plans_asked(writer.state, entry) if SEALS in sent and entry.kind == "waiting" else {}
    own = asked.get(writer.viewer.seat)
    if own is not None:
        answer(writer, entry, body_of(entry, writer.viewer.audiences), plan_sent(sent, own), dice)
    dice.finish()


def plan_sent(sent: QueryDict, asked: Pending) -> str:
    """What is chosen of a plan. Problem 422 names every line in which nothing fits."""
    return _lines_sent(sent, asked) if asked.lines else option_sent(sent, dict(asked.options))


def option_sent(sent: QueryDict, options: Mapping[str, str]) -> str:
    """The option that is chosen. Problem 422 for none of them."""
    choice = sent.get("choice", "")
    if choice not in options:
        raise Problem(422, f"Decision: choose one of {', '.join(options.values())}.", about="choice")
    return choice


def _lines_sent(sent: QueryDict, asked: Pending) -> str:
    chosen = {name: sent.get(FIELD + name, "") for name, _, _ in asked.lines}
    open_lines = {
        FIELD + name: f"{title}: choose one of {', '.join(words for _, words in options)}."
        for name, title, options in asked.lines
        if chosen[name] not in dict(options)
    }
    if open_lines:
        (about, text), *others = open_lines.items()
        raise Problem(422, text, about, others=others)
    return plan_text(chosen)
