"""Later entries that stand on one that is corrected: rules carried out by themselves that changed the same facts.

They are made again in order, each with its own dice and what was typed for it, from the facts that those before left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import Q
from pydantic import ValidationError

from navalassist.auditlog.models import Entry
from navalassist.desk.logbook.record import Body
from navalassist.desk.logbook.state_before import clock_of
from navalassist.desk.logbook.wording import wording_of
from navalassist.engine import to_plain
from navalassist.engine.reader import Reader
from navalassist.play.corrections.correct import Correction, Redo
from navalassist.play.corrections.retyped import typed_by_name
from navalassist.play.state import State
from navalassist.play.storage.bodies import body_of
from navalassist.play.systems import system_of
from navalassist.play.turns.parts import is_of_this_part

RULES = ("rule", "correction")


def standing_on(entry: Entry, body: Body, audiences: frozenset[str]) -> list[Entry]:
    """The later entries in force that changed a fact which this one changed, in order."""
    keys = {str(key) for key, *_ in body.get("changes", ())} if entry.kind in RULES else set()
    named = Q()
    for key in keys:
        named |= Q(content__contains=f'"{key}"') | Q(payloads__content__contains=f'"{key}"')
    if not keys:
        return []
    later = Entry.objects.filter(named, campaign=entry.campaign, id__gt=entry.pk).distinct().seen_by(audiences)
    found = [other for other in later.exclude(kind="undo").order_by("id") if _changes(other, keys, audiences)]
    over = Entry.objects.filter(campaign=entry.campaign).correcting([other.reference for other in found])
    gone = {str(other.corrects) for other in over}
    return [other for other in found if other.reference not in gone]


def _changes(entry: Entry, keys: set[str], audiences: frozenset[str]) -> bool:
    """Did an entry change one of these facts on its own account?"""
    body = body_of(entry, audiences)
    return any(key in keys for key, *_ in body.get("changes", ())[body.get("own_changes", 0) :])


def made_again(state: State, entry: Entry, body: Body, audiences: frozenset[str]) -> list[Entry]:
    """The entries that stand on one, where all of them can be made again with it in one go; else none."""
    found = standing_on(entry, body, audiences)
    return found if all(typed_for(state, other, body_of(other, audiences)) is not None for other in found) else []


def typed_for(state: State, entry: Entry, body: Body) -> dict[str, Any] | None:
    """What was typed for a rule that was carried out by itself; None where its situation does not tell."""
    model = system_of(state.campaign.system).forms.get(str(body.get("procedure", "")))
    situation = body.get("situation")
    if entry.kind not in RULES or model is None or situation is None:
        return None
    policy, procedure = wording_of(state).policy, str(body["procedure"])
    typed = policy.typed_for(state, body) or typed_by_name(model, situation)
    if typed is None or (procedure in policy.of_their_step and not _is_of_now(state, entry)):
        return None
    try:
        return model.model_validate(typed.whole).model_dump()
    except ValidationError:
        return None


def _is_of_now(state: State, entry: Entry) -> bool:
    return (entry.turn, entry.player_turn, entry.step) == state.clock and is_of_this_part(state, entry)


def again(entry: Entry, body: Body, reason: str, note: str) -> Redo:
    """An entry with what was typed for it, and the facts as those before it leave them; its moment is its own."""

    def correction(state: State, made: Sequence[Entry]) -> Correction:
        asked, clock = state.copy(), clock_of(entry, body)
        asked.values |= clock
        reader = Reader(asked)
        build: Callable[..., Any] = system_of(state.campaign.system).situations[body["procedure"]]
        typed = typed_for(state, entry, body) or {}
        now = build(reader, typed).model_dump(mode="json")
        changes = {name: value for name, value in now.items() if body["situation"].get(name) != value}
        # What the clock said then is quoted as the entry has it.
        known = {key: source for key, _, source in body["facts_read"] if key in clock}
        sources = {**{key: state.sources.get(key, "") for key in reader.read.keys() - clock.keys()}, **known}
        read = {key: (to_plain(reader.read[key]), source) for key, source in sources.items() if key in reader.read}
        gone = {key for key, *_ in body["facts_read"]} - asked.values.keys()
        return Correction(reason, note, changes, read=read, gone=gone, typed=typed)

    return Redo(entry, correction)
