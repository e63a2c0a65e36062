"""From what was tapped or typed on the page of waters to one edit of the campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from navalassist.play.edits import Edit, EditError
from navalassist.systems.storm_of_steel import water_edits as edits

Facts = Mapping[str, Any]
# Fields of a form that nobody types.
UNSAID = ("csrfmiddlewaretoken", "submission", "seen", "act")
# What an act sets, and where on the page it stands.
ANCHORS = {"area": "#area-", "base": "#base-", "condition": "#track-"}


def typed(post: QueryDict) -> tuple[str, str, str]:
    """Act, key and value of an input: one button `base.owner/kiel=central`, or three fields."""
    button = post.get("set", "")
    if button:
        act, _, rest = button.partition("/")
        key, _, value = rest.partition("=")
        return act, key, value
    return post.get("act", ""), post.get("key", ""), post.get("value", "")


def anchor_of(post: QueryDict) -> str:
    """Where the page goes on after the tap."""
    act, key, _ = typed(post)
    start = ANCHORS.get(act.partition(".")[0], "")
    return f"{start}{key}" if start and key.replace("-", "").isalnum() and key.isascii() else ""


def edit_of(values: Facts, post: QueryDict) -> Edit:
    """The edit that was asked for. EditError names the field.

    A base's owner, kind, city and fortress, an area's domination and raiding are nobody's own: what both sides fight
    for is written down by whoever is at the page, and the log says who it was.
    """
    act, key, value = typed(post)
    match act:
        case "area.dominated":
            return edits.area_dominated(values, key, value)
        case "area.raiding":
            return edits.area_raiding(values, key, value)
        case "base.owner":
            return edits.base_owner(values, key, value)
        case "base.kind":
            return edits.base_kind(values, key, value)
        case "base.fortress" | "base.city" | "base.devastated":
            return edits.base_mark(values, key, act.partition(".")[2], value)
        case "condition.value":
            return edits.track_value(values, key, value)
    raise cannot_do(act)


def cannot_do(act: str) -> EditError:
    """The answer to an act that a page does not have."""
    return EditError("act", f"This page cannot do {act[:40]!r}; use one of its buttons.")


def sent_words(post: QueryDict) -> list[tuple[str, str]]:
    """What was typed, field by field, for a page that has no form for it any more."""
    names = (name for name in post if name not in UNSAID and any(post.getlist(name)))
    return [(name.replace("_", " ").capitalize(), ", ".join(post.getlist(name))) for name in names]
