"""Where the whole of a table is shown, as the campaign of the page plays it."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.utils.text import slugify

from navalassist.desk.at import At
from tables import all_tables

register = template.Library()


@register.simple_tag(takes_context=True)
def table_url(context: Context, slug: str, anchor: str = "") -> str:
    """The printed chart of the campaign where it plays a version of its own, else the table that comes with us."""
    head: dict[str, Any] = context.get("head") or {}
    here: At | None = head.get("at")
    table = here.state.tables.get(slug) if here else None
    if here and table and table != all_tables().get(slug):
        return f"/c/{here.campaign.slug}/charts/{slugify(table.chart or table.title)}/"
    return f"/tables/{slug}/" + (f"#{anchor}" if anchor else "")
