"""The campaign as it stood when an entry was written, as far as that entry tells it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.desk.logbook.record import Body
from navalassist.engine import EffectError, apply_effects
from navalassist.play.corrections.undo import inverse
from navalassist.play.state import State
from navalassist.play.write.writer import field_names


def as_it_stood(state: State, entry: Entry, body: Body) -> State:
    """The campaign without an entry, and with every fact as it had read it."""
    asked = state.copy()
    apply_effects(inverse(state, entry, body), asked.values, field_names)
    asked.values |= {key: value for key, value, _ in body["facts_read"]}
    asked.values |= clock_of(entry, body)
    return asked


def clock_of(entry: Entry, body: Body) -> dict[str, Any]:
    """The facts of the clock as an entry read them, for a correction goes by the moment of what it corrects."""
    clock = {f"campaign:clock.{name}": getattr(entry, name) for name in ("turn", "player_turn", "step")}
    return clock | {key: value for key, value, _ in body["facts_read"] if key in clock}


def what_there_was(state: State, entry: Entry, body: Body) -> dict[str, Any]:
    """The facts as an entry found them, as far as later ones leave them to be seen: what a form may choose among.

    What a later entry took away stays away, and so does a row of which only some fields were read.
    """
    values = dict(state.values)
    for effect in inverse(state, entry, body):
        with suppress(EffectError):
            apply_effects([effect], values, field_names)
    return values | {key: value for key, value, _ in body["facts_read"] if key in values}
