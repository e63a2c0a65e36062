"""From what was typed on a set-up page to one edit of the campaign."""

from __future__ import annotations

from django.http import HttpRequest, QueryDict

from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.at import At
from navalassist.desk.problem import Problem
from navalassist.desk.system_pages import Section, SetUpInput
from navalassist.play.state import State
from navalassist.play.write.edits import Edit

NOTE_LENGTH = 300
# What the address of a page says of the last input: its key, beside the entry that it made.
AT = "at"


def typed(post: QueryDict) -> tuple[str, str]:
    """Key and value of an input: two fields, or one button `naples=allied`."""
    button = post.get("set", "")
    if button:
        key, _, value = button.partition("=")
        return key, value
    return post.get("key", ""), post.get("value", "")


def tapped(request: HttpRequest) -> str:
    """The key of what the last input was about: of the form that is sent, or of the address that it led to."""
    return typed(request.POST)[0] or request.GET.get(AT, "")


def note_of(post: QueryDict) -> str:
    """The reason, in one line. Problem when it is too long."""
    note = " ".join("".join(c if c.isprintable() else " " for c in post.get("note", "")).split())
    if len(note) > NOTE_LENGTH:
        raise Problem(422, f"Reason: at most {NOTE_LENGTH} characters, this has {len(note)}.", "note")
    return note


def check_may_edit(here: At) -> None:
    """An observer only watches."""
    if here.viewer.seat == OBSERVER:
        raise Problem(403, "The observer seat only watches. Take another seat to change the set-up.")


def edit_of(section: Section, post: QueryDict, here: At, state: State, note: str) -> Edit:
    """The edit that a page asks for. state: as it stands under the lock; note: the reason.

    Problem (422) names the field and what would be right.
    """
    act = post.get("act", "")
    if act not in section.acts:
        raise Problem(422, f"This page cannot do {act[:40]!r}; use one of its buttons.", "act")
    key, value = typed(post)
    when = here.system.names.turn(here.state.clock[0])
    return section.acts[act](
        SetUpInput(key, value, note, when, post, state.values, state.book, here.system, state.sources)
    )
