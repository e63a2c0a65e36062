"""What pages read of the log: once for all pages of those who see the same of it, as long as the campaign stands so."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.viewer import OBSERVER, Viewer
from navalassist.desk.at import At
from navalassist.desk.made_once.questions import Questions
from navalassist.engine.reader import Values

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Reader(Viewer):
    """Who reads what somebody in this seat may read, and may do nothing: what depends on more is not read so."""

    def may_act_as(self, seat: str) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Read(Generic[T]):
    """What was read, and what else than the log and the facts it was made of."""

    value: T
    questions: Questions


def read_once(here: At, make: Callable[Concatenate[At, P], T], *given: P.args, **named: P.kwargs) -> T:
    """`make(here, …)`, which is kept with the state: it reads the log and the facts, and asks nothing of who looks.

    make gets a `Reader`; what it is given can be hashed. What it gives back is read and never changed.
    """
    if not isinstance(here.state.values, Values):
        return make(here, *given, **named)
    reader = reader_of(here)
    key: Hashable = (make, reader.seat, reader.umpires, given, *named.items())
    known: Read[T] | None = _at_hand(here, key)
    if known is None:
        known = _read(lambda: make(At(here.state, reader, here.system), *given, **named))
        if known.questions.sound:
            here.state.worked_out[key] = known
    else:
        known.questions.noted_too()
    return known.value


def _at_hand(here: At, key: Hashable) -> Read[Any] | None:
    """What was read and still holds."""
    known: Read[Any] | None = here.state.worked_out.get(key)
    return known if known is not None and known.questions.still_answered() else None


def reader_of(here: At) -> Reader:
    """In the seat of an observer, where the log has no more for the viewer's seat; else in that."""
    chains = {audience for audience, sequence, _ in here.state.heads if sequence and here.viewer.sees(audience)}
    if chains <= {PUBLIC}:
        return Reader(here.campaign, OBSERVER, "")
    return Reader(here.campaign, here.viewer.seat, "", umpires=here.viewer.umpires)


def _read(make: Callable[[], T]) -> Read[T]:
    questions = Questions()
    with questions.noted():
        return Read(make(), questions)
