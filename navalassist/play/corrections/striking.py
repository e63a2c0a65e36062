"""A rule that was carried out and did not happen is struck out: what it did is taken back, and its dice lie ready."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.auditlog.shape import NOT_HAPPENED, SHOWN, STRUCK
from navalassist.campaigns.facts import PUBLIC
from navalassist.engine import Effect
from navalassist.engine.verify import record_effect
from navalassist.play.charts.then import first_of
from navalassist.play.dice import abandoned
from navalassist.play.rules.disclosure import Applied, applied
from navalassist.play.storage.bodies import Body, audience_of, plain_changes, whole_body
from navalassist.play.write.writer import Writer


def strike(writer: Writer, entry: Entry, back: tuple[Effect, ...], typed: Mapping[str, Any], told: Any) -> Entry:
    """Append the entry that strikes one out. back: what takes it back, and all that is corrected with it.

    typed: what was typed for it, if its body does not say: who carries it out for the same things again in this turn
    reads its dice;
    told: what the entry says besides.
    """
    seat, audience, reference = writer.check_seat(entry.seat), audience_of(entry), writer.next_reference()
    writer.check_secrecy(back, frozenset({PUBLIC, audience}))
    opens = audience != PUBLIC and any(map(writer.is_open, back))
    done = applied(writer, back, reference, audience, opens=opens)
    kept = tuple(_kept_dice(writer, entry, typed))
    done += applied(writer, kept, reference, audience, opens=opens)
    fields = {
        "corrects": entry.reference,
        "undone": entry.procedure,
        "procedure": entry.procedure,
        "reason": NOT_HAPPENED,
        "effects": [record_effect(effect) for effect in (*back, *kept)],
        "changes": plain_changes(done.changes),
        **told,
    }
    body = Body(STRUCK, fields, audience, _in_the_open(entry, done, audience, opens) if audience != PUBLIC else {})
    return writer.append("undo", body, seat=seat)


def _kept_dice(writer: Writer, entry: Entry, typed: Mapping[str, Any]) -> Iterable[Effect]:
    """The mark that keeps its dice, in the turn in which they were thrown: for what its own body says was typed."""
    body = whole_body(entry)
    if (typed or "typed" in body) and first_of(entry).turn == writer.state.clock[0]:
        body["begun_for"] = abandoned.begun_for(writer.state, entry.procedure, body.get("typed", typed))
        yield from abandoned.keep(entry.reference, body, audience_of(entry))


def _in_the_open(entry: Entry, done: Applied, audience: str, opens: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"procedure": entry.procedure, "corrects": entry.reference}
    if opens:
        found[SHOWN] = {"side": audience}
        found["effects"] = [record_effect(effect) for effect in done.open_effects]
        found["changes"] = plain_changes(done.open_changes)
    return found
