"""What comes before the first writing of a process, whatever started it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from navalassist.keeping import restored
from navalassist.keeping.newer import refuse_newer


def ready(say: Callable[[str], Any]) -> None:
    """Newer where the data is of a newer version. What was put back from a copy says so in its log, and here."""
    refuse_newer()
    tell(say)


def tell(say: Callable[[str], Any]) -> None:
    """Let what was put back from a copy say so in its log, and here."""
    for name in restored.tell():
        say(f"{name} was restored from a copy: its log says so from now on, and new dice are bound.")
