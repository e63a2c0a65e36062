"""What this request itself has written last: so that a page can tell its own act from somebody else's."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from navalassist.databases import alone
from navalassist.play.state import Heads, State, version_of


@dataclass(frozen=True, slots=True)
class Written:
    """A commit: the submission that asked for it, and the heads of all chains before and after."""

    submission: str
    before: Heads
    after: Heads


# The field of a form that holds its one-time key, and what such a key looks like.
KEY = "submission"
SUBMISSION = re.compile(r"[0-9A-Za-z_-]{1,40}")
TOGETHER = "people and campaigns"
_LAST: ContextVar[Written | None] = ContextVar("written", default=None)

_COMMITS: ContextVar[int] = ContextVar("commits", default=0)


def commits() -> int:
    """How often this thread has written: what fails after a commit must not be called undone."""
    return _COMMITS.get()


@contextmanager
def together() -> Iterator[None]:
    """One transaction round several writings: what one of them wrote is not written where a later one fails.

    One such at a time, in all processes: within it one may look and then make (a campaign, a name, a seat).
    """
    before = commits()
    try:
        with alone(TOGETHER):
            yield
    except BaseException:
        _COMMITS.set(before)
        raise


_GIVEN: ContextVar[list[str] | None] = ContextVar("keys given", default=None)


def new_submission() -> str:
    """A one-time key for a form."""
    key, given = uuid.uuid4().hex, _GIVEN.get()
    if given is not None:
        given.append(key)
    return key


@contextmanager
def keys_given() -> Iterator[list[str]]:
    """Those that are given out meanwhile."""
    given: list[str] = []
    before = _GIVEN.set(given)
    try:
        yield given
    finally:
        _GIVEN.reset(before)


def note(submission: str, before: Heads, after: Heads) -> None:
    """Remember a commit in this thread."""
    _LAST.set(Written(submission, before, after))
    _COMMITS.set(_COMMITS.get() + 1)


def version_before(state: State, submission: str, audiences: frozenset[str]) -> str:
    """The version that these audiences saw before the act of this submission; '' where the state is not its outcome.

    A page that showed that version misses nothing but this act.
    """
    last = _LAST.get()
    if last is None or not submission or last.submission != submission or last.after != state.heads:
        return ""
    return version_of(((audience, sequence) for audience, sequence, _ in last.before), audiences)
