"""From what was tapped or typed on the page of waters to one edit of the campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from navalassist.desk.rows import cannot_do
from navalassist.play.write.edits import Edit
from navalassist.systems.storm_of_steel.water_edits import SETTINGS, setting, track_value

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


def edit_of(values: Mapping[str, Any], post: QueryDict) -> Edit:
    """The edit that was asked for. EditError names the field.

    A base's owner, kind, city and fortress, an area's domination and raiding are nobody's own: what both sides fight
    for is written down by whoever is at the page, and the log says who it was.
    """
    act, key, value = typed(post)
    if act in SETTINGS:
        return setting(values, key, value, act)
    if act == "condition.value":
        return track_value(values, key, value)
    raise cannot_do(act)
