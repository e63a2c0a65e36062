"""Chances of what is due, as the form that does it tells them before the dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from navalassist.engine import Figure
from navalassist.play.rules.resolve import preview
from navalassist.play.state import State
from navalassist.play.systems import System

NOTHING = "No "


def chance_of(state: State, system: System, slug: str, given: Mapping[str, Any]) -> tuple[Figure, ...]:
    """The chance by which a rule is named, begun with this; none where it cannot be told yet."""
    fields = system.forms[slug].model_fields
    begun = {name: info.default for name, info in fields.items() if not info.is_required()}
    try:
        found = preview(state, slug, {**begun, **given}, system)
    except (LookupError, ValueError):
        return ()
    chance = None if found.refusal else headline(found.figures)
    return (chance,) if chance else ()


def headline(figures: Iterable[Figure]) -> Figure | None:
    """Of a rule's figures the chance that something comes of it: the first, turned round where it is of `No hit`."""
    first = next((figure for figure in figures if figure.unit == "chance"), None)
    if first is None or not first.label.startswith(NOTHING):
        return first
    return Figure(first.key, first.label.removeprefix(NOTHING).capitalize(), Fraction(1) - first.value)
