"""Rows that the calendar cleared away, such as a voyage that is over, as they stood then: the log keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q

from navalassist.auditlog.models import Entry, EntryQuerySet
from navalassist.engine import Effect
from navalassist.play.state import State
from navalassist.play.storage.bodies import whole_body
from navalassist.play.systems import System
from navalassist.play.write.writer import field_names


def is_cleared(state: State, row: str) -> bool:
    """True for a row of a kind that there is, no mark, which is not there now."""
    names = () if row.startswith("mark:") else field_names(row)
    return bool(names) and f"{row}.{names[0]}" not in state.values


def gone_again(
    system: System, values: Mapping[str, Any], rows: Mapping[str, Mapping[str, Any]]
) -> tuple[list[Effect], list[str]]:
    """What goes with rows that were made anew for a correction, and those of them that stay.

    rows: as they were cleared away. What stays is counted by itself from now on: what was counted as it went is taken
    back, and no more.
    """
    stay = sorted(system.stays(values, rows))
    if not stay:
        return list(system.cleared_again(values, rows)), []
    begin = tuple(f"{row}." for row in stay)
    others = {key: values[key] for key in values if not key.startswith(begin)}
    return [effect for effect in system.cleared_again(others, rows) if effect.key not in stay], stay


def quoting(entry: Entry, text: str) -> EntryQuerySet:
    """The entries after one that name a row, or a fact."""
    quoted = Q(content__contains=f'"{text}"') | Q(payloads__content__contains=f'"{text}"')
    return Entry.objects.filter(quoted, campaign=entry.campaign, id__gt=entry.pk).distinct()


def as_cleared(entry: Entry, row: str) -> dict[str, Any]:
    """The fields of a row as it stood when the end of a step cleared it away, after an entry that had found it.

    None of them where it went otherwise: then somebody took it away, and what that one did comes first.
    """
    for later in quoting(entry, row).order_by("-id"):
        body = whole_body(later)
        if not any(effect["do"] in ("create", "remove") and effect["key"] == row for effect in body.get("effects", ())):
            continue
        gone = [(key.rpartition("."), before) for key, before, after in body["changes"] if after is None]
        fields = {name: before for (of, _, name), before in gone if of == row}
        return fields if later.kind == "clock" else {}
    return {}
