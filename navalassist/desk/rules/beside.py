"""Beside the form of a rule: the question that holds it, what its link has typed, and how it was last done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.forms import Form
from django.http import QueryDict

from navalassist.auditlog.models import Entry
from navalassist.auditlog.payloads import with_payloads
from navalassist.campaigns.facts import PUBLIC
from navalassist.desk.at import At
from navalassist.desk.logbook.lines import LogLine, line_of
from navalassist.play.corrections.standing import moments_meant, standing
from navalassist.play.rules.holds import held_by
from navalassist.play.rules.resolve import Preview
from navalassist.play.storage.bodies import audience_of, body_of

# So many inputs stand above the odds, though all of them are answered.
FEW = 6
# So many are looked up.
MOST = 8


@dataclass(frozen=True, slots=True)
class Lately:
    """What was done by a rule in the last turn in which it was: its line, the form as it was typed, why not again."""

    line: LogLine
    url: str
    why_not: str


@dataclass(frozen=True, slots=True)
class AsBefore:
    """All of them, and which turn that was."""

    turn: str
    lines: list[Lately]

    @property
    def again(self) -> bool:
        """True where some of it can be done again."""
        return any(not one.why_not for one in self.lines)


def held_url(here: At, rule: str, form: Form) -> str:
    """The question to the moderator that holds a rule, or the row that its form names; '' where none does."""
    held = held_by(here.state, rule, getattr(form, "cleaned_data", {}))
    return f"/c/{here.campaign.slug}/disputes/questions/{held.partition(':')[2]}/" if held else ""


def as_before(here: At, rule: str, why_not: Callable[[QueryDict], str]) -> AsBefore | None:
    """What the seats of whoever looks did by a rule in its last turn before this one; None where there is none.

    why_not: why what a link would type can't be carried out now.
    """
    turn, player_turn, _ = here.state.clock
    if not Entry.objects.filter(campaign=here.campaign, procedure=rule, turn__lt=turn).exists():
        return None
    meant, done = moments_meant(here.viewer), dict[str, list[int]]()
    found = standing(here.viewer, "", turn).filter(procedure=rule, kind__in=("rule", "correction"))
    for key, chain, number, *written in found.values_list("pk", "chain", "sequence", "turn", "player_turn"):
        then, whose = meant.get(f"{chain}/{number}", written)
        if whose == player_turn and then < turn:
            done.setdefault(then, []).append(key)
    if not done:
        return None
    last = max(done)
    entries = Entry.objects.filter(pk__in=done[last][:MOST]).order_by("id")
    lines = list(_lines(here, rule, with_payloads(entries), why_not))
    return AsBefore(here.system.names.turn(last), lines) if lines else None


def _lines(here: At, rule: str, done: list[Entry], why_not: Callable[[QueryDict], str]) -> Iterator[Lately]:
    for entry in done:
        body = body_of(entry, here.viewer.audiences)
        # An address stays in the browser, which the other side may use next.
        if here.viewer.at_table and audience_of(entry) != PUBLIC:
            continue
        if isinstance(body.get("typed"), Mapping) and here.viewer.may_act_as(entry.seat):
            query = query_of(body["typed"])
            url = f"/c/{here.campaign.slug}/do/{rule}/?{query.urlencode()}"
            yield Lately(line_of(entry, body, here.state), url, why_not(query))


def query_of(typed: Mapping[str, Any]) -> QueryDict:
    """What was typed, as a link types it again; the reason for doing it all the same was of that time."""
    query = QueryDict(mutable=True)
    for name, value in typed.items():
        values = value if isinstance(value, list) else ["on" if value is True else value]
        if name != "because":
            query.setlist(name, [str(one) for one in values if one not in (None, "", False)])
    return query


def known_inputs(form: Form, told: Mapping[str, Any], given: QueryDict) -> list[tuple[str, str]]:
    """What the link to a form of many inputs has said, in words, where nothing else is asked: [] where something is.

    All inputs then stand folded below the odds.
    """
    found: Preview | None = told.get("preview")
    if found is None or found.refusal or told.get("hints") or not found.figures or len(form.fields) <= FEW:
        return []
    return [(str(form[name].label), _said(form, name, str(given[name]))) for name in given if name in form.fields]


def _said(form: Form, name: str, value: str) -> str:
    """A value as its field shows it."""
    choices = getattr(form.fields[name], "choices", ())
    return next((str(word) for key, word in choices if str(key) == value), value)
