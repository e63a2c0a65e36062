"""What the head of a page says to static/js/live.js."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from navalassist.desk.at import At
from navalassist.play.write.submissions import version_before

register = template.Library()


@register.simple_tag(takes_context=True)
def live_marks(context: Context) -> SafeString:
    """Attributes of the head: where to ask for the version and how, the version drawn, whose seat and whose tap.

    `data-before` stands in the answer to an act alone: a page that showed this version has missed nothing.
    `data-drawn` says that the page answers a form, so that its address leads to another one.
    """
    head: dict[str, Any] = context.get("head") or {}
    request = context.get("request")
    here: At | None = head.get("at")
    if here is None or request is None:
        return SafeString()
    marks: dict[str, Any] = {
        "live": f"/c/{here.campaign.slug}/",
        "by": "stream" if settings.CLUB else "poll",
        "version": here.version,
        "seat": here.viewer.seat,
        "tap": head["tap"]["side"],
    }
    if request.method == "POST":
        marks["drawn"] = "post"
        marks["before"] = version_before(here.state, request.POST.get("submission", ""), here.viewer.audiences)
    return format_html_join("", ' data-{}="{}"', ((name, value) for name, value in marks.items() if value))
