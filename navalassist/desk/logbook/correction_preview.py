"""What a correction would give, worked out and never written: what its page shows, and what is still to be said."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict

from navalassist.auditlog.models import Entry
from navalassist.auditlog.shape import STRUCK
from navalassist.campaigns.viewer import Viewer
from navalassist.desk.answers import problem_of
from navalassist.desk.at import At
from navalassist.desk.logbook.changes import Changed, came_since, goes_back
from navalassist.desk.logbook.corrections import draft_of, form_for, reasons_of, redos_of
from navalassist.desk.logbook.dependents import Dependents, Reader, read_since, reader_of, split
from navalassist.desk.logbook.follow_ups import (
    ROLL,
    SAME,
    Settled,
    all_redos,
    more_dice,
    settled_of,
    typed_of,
    unsettled,
)
from navalassist.desk.logbook.lines import back_again, line_of
from navalassist.desk.logbook.naming import entry_url, entry_word
from navalassist.desk.logbook.readout import readout
from navalassist.desk.logbook.record import Body, Readout
from navalassist.desk.problem import Problem
from navalassist.play.corrections.correct import Correction, Redo, check_dice, dependents
from navalassist.play.corrections.past_facts import Past
from navalassist.play.corrections.reasons import RETYPED
from navalassist.play.corrections.trial import tried
from navalassist.play.corrections.undo import GIVEN_UP
from navalassist.play.dice.server import TYPED
from navalassist.play.rules.resolve import DICE
from navalassist.play.state import State
from navalassist.play.storage.bodies import body_of
from navalassist.play.write.writer import Writer


@dataclass(frozen=True)
class Would:
    """What would become of one entry. read: None where it would fall away, for the reason `why`, or be struck out, and
    then `back` is what goes back; same: nothing else would come of it than before; unknown: it stands on one before it
    whose dice are not thrown yet."""

    url: str
    word: str
    read: Readout | None
    why: str = ""
    same: bool = False
    # Where further dice of this entry are to be typed: the field's name, and what they are for.
    field: str = ""
    dice_for: str = ""
    typed: str = ""
    reference: str = ""
    struck: bool = False
    unknown: bool = False
    back: tuple[Changed, ...] = ()


@dataclass(frozen=True)
class CorrectionPreview:
    """What a correction would give: each entry that is made again, in order, and those that read what would change.

    asked: those for which something is to be chosen, with what was; unsettled: for which nothing was chosen yet;
    needs: entries whose further dice are to be typed; since: entries that read what would be otherwise besides;
    counted: what was counted or changed since entries of ended steps, as it stands and as it would; back: what would
    come back on the board, since it would not be over.
    """

    entries: tuple[Would, ...]
    dependents: Dependents
    asked: tuple[tuple[Reader, Settled | None], ...] = ()
    unsettled: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    since: tuple[Reader, ...] = ()
    counted: tuple[Changed, ...] = ()
    back: tuple[str, ...] = ()


@dataclass(frozen=True)
class Plan:
    """All that one form asks for: corrections in order, and what was chosen for later entries.

    main: those of the entry itself, before anything was chosen; past: a fact that is put right by `first`, which is
    written before them; readers: the entries that had read it wrongly; kept: all that was typed about later entries.
    """

    redos: list[Redo]
    settled: Mapping[str, Settled]
    more: Mapping[str, str]
    main: Sequence[Redo] = ()
    past: Past | None = None
    first: Callable[[Writer], Entry] | None = None
    readers: Sequence[Entry] = ()
    kept: Mapping[str, Settled] = field(default_factory=dict)

    def rolls_anew(self, reference: str) -> bool:
        """True for an entry that is rolled again: its dice are typed whole, or thrown."""
        return reference in self.settled and self.settled[reference].way == ROLL

    def choosing(self, viewer: Viewer, state: State, settled: Mapping[str, Settled]) -> Plan:
        """The same with what was chosen for later entries."""
        redos = all_redos(state, viewer.audiences, viewer.campaign, self.main, settled, self.more, self.past)
        return replace(self, redos=redos, settled=settled)


def plan_of(viewer: Viewer, state: State, entry: Entry, body: Body, typed: Mapping[str, str]) -> Plan:
    """From the form as it was typed. Raises Problem, NotCorrectable."""
    draft = draft_of(form_for(state, entry, body, typed), state, body)
    check_dice(body, Correction(draft.reason, draft.note, draft.situation, draft.strip))
    settled, more = settled_of(typed), more_dice(typed)
    main = redos_of(draft, state, entry, body, viewer.audiences)
    return Plan(main, {}, more, main, kept=typed_of(typed)).choosing(viewer, state, settled)


def all_with_the_same_dice(here: At, plan: Plan) -> Plan:
    """The plan with every entry carried out again with its own dice for which nothing was chosen, if it can be.

    What comes of those may be read by others, which are asked for then.
    """
    while True:
        open_ones = [
            other for other, chosen in would_be(here, plan, look_ahead=False).asked if not (chosen and chosen.way)
        ]
        more = {other.reference: Settled(other.reference, SAME) for other in open_ones if other.again}
        if not more:
            return plan
        plan = plan.choosing(here.viewer, here.state, {**plan.settled, **more})


def _brings(here: At, plan: Plan, asked: Sequence[tuple[Reader, Settled | None]]) -> dict[str, str]:
    """reference -> what would come of an entry that is asked about, with the same dice."""
    again = {other.reference: Settled(other.reference, SAME) for other, _ in asked if other.again}
    try:
        redos = plan.choosing(here.viewer, here.state, {**plan.settled, **again}).redos
        trial = tried(here.viewer, here.state, redos, plan.first)
    except Exception as error:
        if problem_of(error) is None:
            raise
        return {}
    old = {redo.entry.reference: redo.entry for redo in redos}
    told = {str(body.get("corrects")): body for body in trial.bodies}
    return {reference: _in_words(here, old[reference], told[reference]) for reference in again if reference in told}


def _in_words(here: At, entry: Entry, told: Mapping[str, Any]) -> str:
    if told["act"] == GIVEN_UP:
        return f"it would fall away: {told['note']}"
    if told.get("waits_for"):
        return "with further dice"
    return line_of(entry, told, here.state).result or "as before"


def all_wrong(here: At, entry: Entry, body: Body, typed: QueryDict, problem: Problem) -> Problem:
    """The problem; where a reason is lacking, also what would be wrong with the rest if one were given."""
    if problem.about != "reason" or problem.others or typed.get("reason"):
        return problem
    given = typed.copy()
    given["reason"] = next(reason for reason in reasons_of(here.state, body) if reason != RETYPED)
    try:
        would_be(here, plan_of(here.viewer, here.state, entry, body, given))
    except Exception as error:
        other = problem_of(error)
        if other is None:
            raise
        return replace(problem, others=[(other.about, other.text), *other.others])
    return problem


def would_be(here: At, plan: Plan, look_ahead: bool = True) -> CorrectionPreview:
    """What a plan would give, worked out and not written. Raises as the correction itself would.

    look_ahead: also what the same dice would bring of those that are asked about.
    """
    audiences, redos = here.viewer.audiences, plan.redos
    trial = tried(here.viewer, here.state, redos, plan.first)
    old = {redo.entry.reference: redo.entry for redo in redos}
    made = [told for told in trial.bodies if told.get("corrects") in old]
    bodies = {str(told["corrects"]): told for told in made}
    entries = tuple(
        _would(here, entry, bodies[reference], plan, trial.bodies) if reference in bodies else _unknown(here, reference)
        for reference, entry in old.items()
    )
    readers = [*plan.readers, *(other for redo in redos for other in dependents(redo.entry, audiences))]
    check_readers(plan.settled, {*old, *(other.reference for other in readers)})
    over = Entry.objects.filter(campaign=here.campaign).correcting([other.reference for other in readers])
    gone = set(over.values_list("corrects", flat=True)) if readers else set()
    unique = {other.pk: other for other in readers if other.reference not in gone}

    def wrong(key: str, source: str) -> bool:
        return bool(plan.past and key == plan.past.fact) or source in old

    def stood(entry: Entry) -> State:
        return plan.past.as_read(trial.state, entry) if plan.past else trial.state

    found = split(here, [other for other in unique.values() if other.reference not in old], wrong, stood)
    open_ones = unsettled([other.reference for other in found.to_look_at], plan.settled, old)
    again = [reader_of(here, other) for other in unique.values() if other.reference in {*old} & {*plan.settled}]
    chosen = {**plan.kept, **plan.settled}
    asked = [(other, chosen.get(other.reference)) for other in (*again, *found.to_look_at)]
    asked.sort(key=lambda pair: int(pair[0].reference.rpartition("/")[2]))
    brings = _brings(here, plan, asked) if asked and look_ahead else {}
    wants = {would.reference: would.dice_for for would in entries}
    asked = [
        (replace(other, brings=brings.get(other.reference, ""), dice_for=wants.get(other.reference, "")), one)
        for other, one in asked
    ]
    since = {
        other.pk: reader_of(here, other)
        for told in made
        if told["act"] != STRUCK
        for other in read_since(old[told["corrects"]], told, audiences)
        if other.pk not in unique and other.reference not in old
    }
    words = tuple(map(entry_word, open_ones))
    counted = tuple(came_since(trial.bodies, here.state))
    needs, others = _needs(entries, plan), tuple(since.values())
    back = tuple(word for told in trial.bodies for word in back_again(told, trial.state))
    return CorrectionPreview(entries, found, tuple(asked), words, needs, others, counted, back)


def _unknown(here: At, reference: str) -> Would:
    return Would(entry_url(here.state, reference), entry_word(reference), None, reference=reference, unknown=True)


def _needs(entries: Sequence[Would], plan: Plan) -> tuple[str, ...]:
    """The entries whose further dice are still to be typed."""
    return tuple(
        would.word
        for would in entries
        if would.dice_for and not plan.more.get(would.reference) and not plan.rolls_anew(would.reference)
    )


def check_readers(settled: Collection[str], readers: Collection[str]) -> None:
    """Problem 422 for a choice about an entry that read nothing of what is corrected."""
    for reference in settled:
        if reference not in readers:
            raise Problem(422, f"{entry_word(reference).capitalize()} read nothing of this.")


def _would(here: At, entry: Entry, told: Mapping[str, Any], plan: Plan, bodies: Sequence[Body]) -> Would:
    """One entry as it would be made again. Dice that are not thrown yet are not told; typed ones are asked for.

    bodies: of all that would be written.
    """
    reference = entry.reference
    url, word = entry_url(here.state, reference), entry_word(reference)
    if told["act"] == GIVEN_UP:
        return Would(url, word, None, str(told["note"]), reference=reference)
    before = body_of(entry, here.viewer.audiences)
    if told["act"] == STRUCK:
        back = tuple(goes_back(told, before, bodies, here.state))
        return Would(url, word, None, reference=reference, struck=True, back=back)
    waiting = told.get("waits_for")
    # Where its way is asked, its box of dice stands beside that.
    own = "" if reference in plan.settled else f"more-{reference.replace('/', '-')}"
    field, dice_for = "", ""
    if waiting and waiting["kind"] == DICE:
        label = str(waiting["label"] or waiting["key"])
        whose = "dice that are not thrown yet: the server throws them as this is put right"
        if before.get("dice", {}).get("source") == TYPED:
            field, dice_for, whose = own, label, "dice that are not thrown yet: throw them, and type them with it"
        told = {**told, "waits_for": {"label": f"{label}, with {whose}"}}
    same = not waiting and told.get("outcome") == before.get("outcome")
    if plan.more.get(reference):
        field = own
    return Would(
        url,
        word,
        readout(entry, told, here.state),
        same=same,
        field=field,
        dice_for=dice_for,
        typed=plan.more.get(reference, ""),
        reference=reference,
    )
