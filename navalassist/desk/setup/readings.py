"""A ruling that is read anew: what it changes is shown before it counts; from the second turn on a reason is due."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.http import QueryDict

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.desk.at import At
from navalassist.desk.moments import moments_of_turn
from navalassist.desk.problem import Problem
from navalassist.desk.turn.steps import figure_words
from navalassist.engine import apply_effects
from navalassist.engine.duties import Moment
from navalassist.play.agenda import Agenda
from navalassist.play.state import State
from navalassist.play.write.edits import Edit
from navalassist.play.write.writer import Writer, field_names

READ = "ruling.choice"
MEANT = "meant"
# What a form sends besides what it asks for.
OWN = ("csrfmiddlewaretoken", "submission", "seen", "note", MEANT)


@dataclass(frozen=True)
class Difference:
    """A figure of something that is due or allowed in this turn, as it stands and as it would."""

    what: str
    before: str
    after: str


@dataclass
class NewReading(Problem):
    """Asked before a reading counts.

    title: the ruling; fields: what was sent, to be sent again; late: a reason is due.
    """

    title: str = ""
    changes: list[Difference] = field(default_factory=list)
    fields: list[tuple[str, str]] = field(default_factory=list)
    late: bool = False


def check_meant(here: At, writer: Writer, edit: Edit, note: str, post: QueryDict) -> None:
    """NewReading where a reading changes a figure of this turn, or comes after the first turn, and nobody has said that
    it is meant; or where the reason is lacking.
    """
    if edit.act != READ:
        return
    late = not _is_first_turn(writer)
    if post.get(MEANT) and (note or not late):
        return
    changes = list(differences(here, writer.state, edit))
    if not (changes or late):
        return
    text = "Reason: say why it is read otherwise from now on." if post.get(MEANT) else "Nothing has been changed yet."
    fields = [(name, value) for name in post if name not in OWN for value in post.getlist(name)]
    about = "note" if post.get(MEANT) else ""
    raise NewReading(409, text, about, title=edit.title, changes=changes, fields=fields, late=late)


def _is_first_turn(writer: Writer) -> bool:
    first = Entry.objects.get(campaign=writer.viewer.campaign, chain=PUBLIC, sequence=1)
    return first.turn == writer.state.clock[0]


def differences(here: At, state: State, edit: Edit) -> Iterator[Difference]:
    """The figures of this turn's steps, as far as this seat sees them, that an edit changes."""
    then = state.copy()
    apply_effects(edit.effects, then.values, field_names)
    then.rulings_changed()
    before, after = (_figures(here, one) for one in (state, then))
    for (what, label), words in before.items():
        if after.get((what, label), words) != words:
            yield Difference(what, words, after[what, label])


def _figures(here: At, state: State) -> dict[tuple[str, str], str]:
    agenda = Agenda(state, here.viewer.view(state.values, state.audiences), here.system)
    now = Moment(*state.clock)
    moments, place, _ = moments_of_turn(now, here.system)
    duties = (duty for moment in (now, *moments[place + 1 :]) for duty in agenda.at(moment) if not duty.off)
    return {(duty.text, figure.label): figure_words(figure) for duty in duties for figure in duty.figures}
