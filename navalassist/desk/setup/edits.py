"""From what was typed on a set-up page to one edit of the campaign."""

from __future__ import annotations

from django.http import HttpRequest, QueryDict

from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.at import At
from navalassist.desk.problem import Problem
from navalassist.desk.setup_hooks import Facts, Section, SetUpInput
from navalassist.engine import Effect, apply_effects
from navalassist.play.state import State
from navalassist.play.write.edits import Edit
from navalassist.play.write.set_up import is_open
from navalassist.play.write.writer import field_names

NOTE_LENGTH = 300
# The field of a page on which several things are set at once; and how many.
SEVERAL, MOST_SET = "several", 400
BEGUN = (
    "The campaign has begun since this page was drawn: several are set at once only while it is being set up. "
    "Set one at a time now."
)
# What the address of a page says of the last input: its key, beside the entry that it made.
AT = "at"


def typed(post: QueryDict) -> tuple[str, str]:
    """Key and value of an input: two fields, or one button `naples=allied`; none of a page that sets several."""
    button = post.get("set", "") if SEVERAL not in post else "="
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
    if SEVERAL in post:
        if not is_open(state.values):
            raise Problem(422, BEGUN, "set")
        return _several(section, post, here, state, note)
    return _one(section, typed(post), post, here, state.values, state, note)


def _one(
    section: Section, what: tuple[str, str], post: QueryDict, here: At, values: Facts, state: State, note: str
) -> Edit:
    key, value = what
    when = here.system.names.turn(here.state.clock[0])
    typed = SetUpInput(key, value, note, when, post, values, state.book, here.system, state.sources)
    return section.acts[post.get("act", "")](typed)


def _several(section: Section, post: QueryDict, here: At, state: State, note: str) -> Edit:
    """All that a page sets while a campaign is set up, as one edit. Each input is read after those before it."""
    chosen = [text.partition("=")[::2] for text in post.getlist("set") if text]
    if len(chosen) > MOST_SET:
        raise Problem(422, f"At most {MOST_SET} are set at once; these are {len(chosen):,}.", "set")
    if not chosen:
        raise Problem(422, "Nothing was chosen that would be another then.")
    values, effects, titles = dict(state.values), list[Effect](), list[str]()
    for what in chosen:
        edit = _one(section, what, post, here, values, state, note)
        apply_effects(edit.effects, values, field_names)
        effects += edit.effects
        titles.append(edit.title)
    more = f", and {len(titles) - 1} more" if len(titles) > 1 else ""
    return Edit(post.get("act", ""), f"{titles[0]}{more}", tuple(effects))
