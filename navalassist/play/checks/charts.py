"""A new version of a chart, held against the version before it: what it says that it changed, it changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.auditlog.course import READ_BACK
from navalassist.campaigns.models import Campaign, TableVersion
from navalassist.play.storage.tables import parsed, shipped_version
from tables import RuleTable, TableError
from tables.editing import changed_rows, typed_rows, unlike

Body = Mapping[str, Any]


def unlike_change(body: Body, before: RuleTable, row: Body, ticks: Mapping[str, str], seat: str) -> str:
    """'' or, in words, what an entry that changes a chart says wrongly.

    before: the version that was saved last; row: of the chart, as it was; ticks: line -> the mark of it.
    """
    try:
        table = parsed(body["text"], body["table"])
    except TableError as error:
        return f"its text is no table ({error})"
    if table.version != body["version"]:
        return f"its text is version {table.version} of the table, not {body['version']}"
    if wrong := unlike(before, table):
        return f"its text is no version of {body['table']}: {wrong}"
    changed, there = changed_rows(before, table), typed_rows(table)
    typed = {**{line: by for line, by in row["typed"].items() if line in there}, **dict.fromkeys(changed, seat)}
    if _typed_now(body, row) != typed:
        return "it does not say rightly which rows of the chart it changed"
    gone = {mark for line, mark in ticks.items() if line in changed or line not in there}
    if {effect["key"] for effect in body["effects"] if effect["do"] == "remove"} != gone:
        return "it does not take off the ticks of just those rows that it changed"
    return ""


def _typed_now(body: Body, row: Body) -> Any:
    for effect in body["effects"]:
        if effect["do"] == "create":
            return effect["fields"]["typed"]
        if effect["do"] == "set" and effect["key"].endswith(".typed"):
            return effect["value"]
    return row["typed"]


def ticks_in(rows: Mapping[str, Body], slug: str) -> dict[str, str]:
    """Line of a table -> the mark that it was read back."""
    marks = f"{READ_BACK}{slug}/"
    return {str(fields["place"]): row for row, fields in rows.items() if row.startswith(marks)}


def first_version(campaign: Campaign, slug: str) -> str:
    """The version of a table that came after the campaign had begun, and that nothing has read."""
    kept = TableVersion.objects.filter(campaign=campaign, slug=slug, current=True).values_list("version", flat=True)
    return kept.first() or shipped_version(slug)
