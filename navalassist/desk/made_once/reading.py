"""What pages read of the log: once for all pages of those who see the same of it, as long as the campaign stands so."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.viewer import OBSERVER, Viewer
from navalassist.desk.at import At
from navalassist.desk.made_once.questions import Questions
from navalassist.engine.reader import Values

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Onlooker(Viewer):
    """Who sees what somebody in this seat sees, and may do nothing: what depends on more is not read so."""

    def may_act_as(self, seat: str) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """What was read, and what else than the log and the facts it was made of."""

    value: T
    questions: Questions


def read_once(here: At, make: Callable[..., T], *given: Hashable) -> T:
    """`make(here, *given)`, kept: it reads the log and the facts, and asks nothing of who looks. See `kept_once`."""
    return kept_once(here, (make, *given), lambda onlooker: make(onlooker, *given))


def kept_once(here: At, about: Hashable, make: Callable[[At], T]) -> T:
    """What `make` reads, kept with the state for everybody who sees the same. about: what it is, and of what.

    make gets an `Onlooker`. What it gives back is read and never changed. It may be newer than the state by what was
    written since that was read, as any page may: so it is for pages, and for nothing that is written.
    """
    if not isinstance(here.state.values, Values):
        return make(here)
    onlooker = onlooker_for(here)
    reading = _kept(here, (about, onlooker.seat, onlooker.umpires), onlooker, make)
    return reading.value


def _kept(here: At, key: Hashable, onlooker: Onlooker, make: Callable[[At], T]) -> Reading[T]:
    """The reading at hand, where it still holds; else a new one."""
    known: Reading[T] | None = _at_hand(here, key)
    if known is not None:
        known.questions.noted_too()
        return known
    questions = Questions()
    with questions.noted():
        reading = Reading(make(At(here.state, onlooker, here.system)), questions)
    if questions.sound:
        here.state.worked_out[key] = reading
    return reading


def _at_hand(here: At, key: Hashable) -> Reading[Any] | None:
    known: Reading[Any] | None = here.state.worked_out.get(key)
    return known if known is not None and known.questions.still_answered() else None


def onlooker_for(here: At) -> Onlooker:
    """In the viewer's seat; in an observer's, where the viewer's seat has no chain of its own yet.

    A secret part of a public entry may be for a seat before its chain has begun: its sealed choice, its anchors. Those
    are not read here.
    """
    chains = {audience for audience, sequence, _ in here.state.heads if sequence and here.viewer.sees(audience)}
    if chains <= {PUBLIC}:
        return Onlooker(here.campaign, OBSERVER, "")
    return Onlooker(here.campaign, here.viewer.seat, "", umpires=here.viewer.umpires)
