"""What everybody may read of a rule that read the secrets of a side: its dice, and what its system says is shown.

Such an entry has an open part beside its secret one. All that stands in the open part, but for `shown` itself, stands
in the secret part too, and the check of its shape compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from navalassist.auditlog.shape import OPEN_WORDS, SHOWN, open_answers
from navalassist.campaigns.facts import PUBLIC
from navalassist.engine import Change, Effect, Outcome, Procedure, Result
from navalassist.engine.rule import Shown
from navalassist.engine.verify import record_effect
from navalassist.play.state import State
from navalassist.play.storage.bodies import plain_changes
from navalassist.play.systems import System
from navalassist.play.write.showing import show_rows as show_rows
from navalassist.play.write.writer import Writer


def lessons_of(
    system: System, state: State, procedure: Procedure, result: Result[Outcome[Any]], fields: Mapping[str, Any]
) -> Shown | None:
    """What everybody learns of a rule that read secrets; None where that is only that it was carried out."""
    shower = system.showers.get(procedure.slug)
    if shower is None:
        return None
    situation = procedure.situation.model_validate(fields["situation"])
    return shower(state.values, situation, result)


def at_least(writer: Writer, result: Result[Outcome[Any]], effects: Iterable[Effect], audience: str) -> Shown | None:
    """What everybody learns where a system shows nothing: what the rule changes of that which everybody sees.

    Nothing of a rule with dice: those of a side's secrets come from its own seed, which nobody else can check.
    """
    if any(answer.faces for answer in result.answers) or not any(map(writer.is_open, effects)):
        return None
    return Shown({"side": audience})


def taking_part(writer: Writer, facts: Iterable[str]) -> list[str]:
    """The secret rows among what a rule read that cannot stay secret when they take part in it."""
    if not writer.state.audiences:
        return []
    rows = dict.fromkeys(fact.rpartition(".")[0] for fact in facts)
    kinds = writer.system.shown_by_part
    return [row for row in rows if row.partition(":")[0] in kinds and row in writer.state.audiences]


@dataclass
class Applied:
    """What came of effects: their changes; and what of both stands in the open part, on rows that everybody sees."""

    changes: list[Change] = field(default_factory=list)
    open_effects: list[Effect] = field(default_factory=list)
    open_changes: list[Change] = field(default_factory=list)

    def __add__(self, other: Applied) -> Applied:
        return Applied(
            self.changes + other.changes,
            self.open_effects + other.open_effects,
            self.open_changes + other.open_changes,
        )


def applied(writer: Writer, effects: Iterable[Effect], reference: str, audience: str, *, opens: bool) -> Applied:
    """Carry out the effects of an entry whose body is for an audience.

    opens: it has an open part. What it makes there is for everybody; all other rows that it makes are its audience's.
    """
    if not opens:
        return Applied(writer.apply(effects, reference, audience))
    done = Applied()
    for effect in effects:
        is_open = writer.is_open(effect)
        changes = writer.apply((effect,), reference, PUBLIC if is_open else audience)
        done.changes += changes
        if is_open:
            done.open_effects.append(effect)
            done.open_changes += changes
    return done


def open_part(fields: Mapping[str, Any], shown: Shown, done: Applied) -> dict[str, Any]:
    """What the entry itself holds of a body whose secret part is for one side."""
    return {
        SHOWN: dict(shown.fields),
        "answers": open_answers(fields["answers"]),
        "effects": [record_effect(effect) for effect in done.open_effects],
        "changes": plain_changes(done.open_changes),
        **{name: fields[name] for name in OPEN_WORDS if fields.get(name)},
    }
