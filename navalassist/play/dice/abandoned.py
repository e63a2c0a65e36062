"""Dice of a procedure that was given up while it waited: thrown is thrown.

Whoever begins the same procedure for the same thing again in this turn reads those dice, and the decisions that were
made in the open, again. A mark keeps them, `mark:given-up/<procedure>/<digest>/<number>`; its note names their entry.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.auditlog.shape import dice_of
from navalassist.campaigns.facts import PUBLIC
from navalassist.engine import Create, Remove, Result, create
from navalassist.engine.reader import Unknown
from navalassist.play.state import State
from navalassist.play.storage.bodies import faces_at_hand, find, open_choices, whole_body
from navalassist.play.systems import Target

MARK = "mark:given-up/"
WAITING = "mark:waiting/"


@dataclass(frozen=True)
class AbandonedDice:
    """Dice that lie ready. reference: the entry that has them; source: who threw them, `server` or `typed`.

    rolled_at: when typed dice were thrown, where they were entered later; sides: of the dice that the entry read.
    """

    mark: str
    reference: str
    source: str
    faces: Mapping[str, tuple[int, ...]]
    choices: Mapping[str, str]
    rolled_at: str
    sides: Mapping[str, int]

    @property
    def taken(self) -> Remove:
        """They lie there no longer."""
        return Remove(self.mark)

    def touched_by(self, result: Result[Any]) -> bool:
        """False where a rule came to its end without dice and decisions: they lie there still, for the next one."""
        return result.pending is not None or any(answer.faces or answer.choice for answer in result.answers)


def begun_for(state: State, slug: str, target: Target) -> str:
    """What a procedure is begun for: `cargo-contact shipment=demo-1`, the things of the campaign that a target names.

    Figures, ticks and choices are left out: whoever begins again with another number begins the same thing again.
    """
    return " ".join([slug, *(f"{name}={value}" for name, value in _things(state, target))])


def _things(state: State, target: Target) -> list[tuple[str, str]]:
    """The things of the campaign that a target names, each with the name that it has there."""
    names = sorted((n, str(v)) for n, v in target.items() if isinstance(v, str) and v)
    if not names:
        return []
    known = {row.partition(":")[2] for kind in state.kinds() if kind != "mark" for row in state.rows(kind)}
    return [(name, value) for name, value in names if value in known]


def marks_begin(thing: str, audience: str) -> str:
    """How the rows are called that keep the dice of what was begun for a thing, for those who may see them."""
    digest = hashlib.sha256(f"{audience}|{thing}".encode()).hexdigest()[:16]
    return f"{MARK}{thing.partition(' ')[0]}/{digest}/"


def keep(reference: str, body: Mapping[str, Any], audience: str) -> Iterable[Create]:
    """The mark that keeps the dice of an entry; none where it has no dice."""
    if faces_at_hand(body):
        yield create(
            marks_begin(body["begun_for"], audience) + reference.replace("/", "-"),
            kind="given-up",
            subject=body["procedure"],
            place="",
            ends="turn",
            until="",
            note=reference,
        )


def abandoned_dice(state: State, slug: str, target: Target, audience: str) -> AbandonedDice | None:
    """The dice that lie ready for what is begun now, those that were put there first; or None."""
    marks = [row for row in state.rows("mark") if row.startswith(f"{MARK}{slug}/")]
    place = marks_begin(begun_for(state, slug, target), audience) if marks else ""
    mark = next((row for row in marks if row.startswith(place)), None)
    if mark is None:
        return None
    reference = str(state.values[f"{mark}.note"])
    body = whole_body(find(state.campaign, reference, frozenset({PUBLIC})))
    source, rolled_at = body["dice"]["source"], body.get("rolled_at", "")
    sides = {answer["key"]: dice_of(answer)[1] for answer in body["answers"]}
    return AbandonedDice(mark, reference, source, faces_at_hand(body), open_choices(body), rolled_at, sides)


def check_not_waiting(state: State, slug: str, target: Target, audience: str) -> None:
    """Unknown while the same procedure waits for the same thing: a second one would throw its dice anew.

    A correction does not say what it was begun for: it is the same where its situation names the same things.
    """
    for row in state.rows("mark"):
        alike = row.startswith(WAITING) and state.values[f"{row}.subject"] == slug
        if not alike or state.audiences.get(row, PUBLIC) != audience:
            continue
        reference = state.sources[f"{row}.kind"]
        body = whole_body(find(state.campaign, reference, frozenset({PUBLIC})))
        number = reference.rpartition("/")[2]
        if body.get("begun_for") == begun_for(state, slug, target):
            raise Unknown(f"this was begun already and waits (entry {number}): answer it or give it up first")
        if "begun_for" not in body and {v for _, v in _things(state, target)} <= set(_texts(body["situation"])):
            raise Unknown(f"a correction of this waits (entry {number}): answer it first")


def _texts(value: Any) -> Iterator[str]:
    """Every text in a recorded situation."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for part in value.values() for text in _texts(part))
    elif isinstance(value, list):
        yield from (text for part in value for text in _texts(part))


def unused(known: Mapping[str, tuple[int, ...]], result: Result[Any]) -> dict[str, list[int]]:
    """The faces that were thrown before and that a run did not ask for, or not all of them, as an entry keeps them."""
    asked = {answer.key: len(answer.faces or ()) for answer in result.answers}
    return {key: list(faces) for key, faces in known.items() if len(faces) > asked.get(key, 0)}
