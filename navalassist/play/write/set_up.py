"""The phase before a campaign is played: it is set up until somebody says that it begins. A fact, as any other.

A campaign without the fact, as all are from before, and the demos, is played from its first entry on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.auditlog.course import SET_UP as SET_UP
from navalassist.engine import Create, create

FACT = f"{SET_UP}.value"
OPEN = "open"
WAITS = "The campaign is still being set up, and nothing is played in it yet. First say that the campaign begins."


class StillSetUp(ValueError):
    """Something was to be played in a campaign that is still being set up."""

    def __init__(self) -> None:
        super().__init__(WAITS)


def is_open(values: Mapping[str, Any]) -> bool:
    """True while a campaign is being set up: what is entered then is how it stands, and nothing that happens."""
    return values.get(FACT) == OPEN


def check_begun(values: Mapping[str, Any]) -> None:
    """StillSetUp where the campaign has not begun."""
    if is_open(values):
        raise StillSetUp


def opened() -> Create:
    """The effect with which a campaign begins that is to be set up."""
    return create(SET_UP, value=OPEN)
