"""Entries that had read what a correction changes: those of which nothing else would come, and those to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q

from navalassist.auditlog.models import Entry
from navalassist.desk.at import At
from navalassist.desk.logbook.follow_ups import may_be_made_again
from navalassist.desk.logbook.lines import LogLine, line_of
from navalassist.desk.logbook.naming import entry_url, entry_word
from navalassist.desk.logbook.record import Body
from navalassist.engine import run, to_plain
from navalassist.engine.reader import Unknown
from navalassist.engine.verify import record_answers, record_effect
from navalassist.play.corrections.situations import changed_situation
from navalassist.play.dice.server import NotThrown, SameDice
from navalassist.play.rules.resolve import procedure_of
from navalassist.play.state import State
from navalassist.play.storage.bodies import body_of, faces_at_hand, recorded_choices


@dataclass(frozen=True)
class Reader:
    """An entry that had read it. again: where it is carried out again with the same dice; '' where it cannot be.

    dice: whose it has, `server` or `typed`, '' where it has none that could be rolled again; brings: what would come of
    it with the same dice; dice_for: what further typed dice it needs.
    """

    url: str
    word: str
    line: LogLine
    again: str = ""
    reference: str = ""
    dice: str = ""
    brings: str = ""
    dice_for: str = ""

    @property
    def name(self) -> str:
        """How its fields in a form are told apart: `public-12`."""
        return self.reference.replace("/", "-")


@dataclass(frozen=True)
class Dependents:
    """to_look_at: something else might come of them; same: nothing else would."""

    to_look_at: tuple[Reader, ...] = ()
    same: tuple[Reader, ...] = ()


def read_since(entry: Entry, told: Body, audiences: frozenset[str]) -> list[Entry]:
    """Later entries that read facts which a correction of this one changes, and that the entry itself had not set.

    told: what the correction says. They stand as they are; who reads the receipt has to look at them.
    """
    own = {key for key, *_ in body_of(entry, audiences)["changes"]}
    keys = {key for key, before, after in told.get("changes", ()) if key not in own and before != after}
    quoted = Q()
    for key in keys:
        quoted |= Q(content__contains=f'"{key}"') | Q(payloads__content__contains=f'"{key}"')
    later = Entry.objects.filter(quoted, campaign=entry.campaign, id__gt=entry.pk).exclude(kind="correction")
    found = later.distinct().seen_by(audiences).order_by("id") if keys else ()
    return [one for one in found if not keys.isdisjoint(key for key, *_ in body_of(one, audiences)["facts_read"])]


def split(
    here: At, entries: Iterable[Entry], wrong: Callable[[str, str], bool], state: Callable[[Entry], State]
) -> Dependents:
    """Entries that had read facts which are otherwise now, by what comes of each in a state."""
    found: dict[bool, list[Reader]] = {True: [], False: []}
    for entry in entries:
        body = body_of(entry, here.viewer.audiences)
        found[stands(state(entry), body, wrong)].append(reader_of(here, entry))
    return Dependents(tuple(found[False]), tuple(found[True]))


def reader_of(here: At, entry: Entry) -> Reader:
    """As a link; with the way to its correction, where it is a rule that can be carried out again."""
    body = body_of(entry, here.viewer.audiences)
    url = entry_url(here.state, entry.reference)
    asked = urlencode({"reason": "forgot", "fresh": "on"})
    again = f"{url}correct/?{asked}" if may_be_made_again(here.state, entry, body) else ""
    line = line_of(entry, body, here.state)
    dice = str(body.get("dice", {}).get("source", "")) if faces_at_hand(body) else ""
    return Reader(url, entry_word(entry.reference), line, again, entry.reference, dice)


def stands(state: State, body: Body, wrong: Callable[[str, str], bool]) -> bool:
    """True if nothing else would come of an entry with the facts of a state: the same readings, the same effects.

    A fact that was read into a field of the situation, not carried by its key, is not known to leave it as it is.
    """
    read = body.get("facts_read", ())
    moved = [key for key, value, source in read if wrong(key, source) and state.values.get(key) != value]
    if not moved:
        return True
    facts = (body.get("situation") or {}).get("facts", {})
    if any(key not in facts or key not in state.values for key in moved):
        return False
    return _comes_out(state, body, {**facts, **{key: to_plain(state.values[key]) for key in moved}})


def _comes_out(state: State, body: Body, facts: Mapping[str, Any]) -> bool:
    """Does the rule give the same with these facts and the same dice?"""
    try:
        procedure = procedure_of(body["procedure"])
        situation = changed_situation(procedure, body["situation"], {"facts": facts})
    except (Unknown, ValueError):
        return False
    if procedure.refusal(situation):
        return False
    dealer = SameDice(faces_at_hand(body), NotThrown(recorded_choices(body)))
    result = run(procedure, situation, state.book, dealer)
    if result.value is None:
        return False
    own = body["effects"][body.get("own_effects", 0) :]
    if [record_effect(effect) for effect in result.effects] != list(own):
        return False
    thrown = _readings(record_answers(result.answers))
    return thrown == _readings(body["answers"]) and (
        bool(thrown) or to_plain(result.value.result) == body.get("outcome")
    )


def _readings(answers: Iterable[Mapping[str, Any]]) -> list[tuple[str, Any]]:
    """What the dice were read as."""
    return [(answer["key"], answer.get("reading")) for answer in answers if answer.get("faces")]
