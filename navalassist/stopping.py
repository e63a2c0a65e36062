"""Whether this process was asked to end: work of several seconds looks here, to say so instead of being cut."""

from __future__ import annotations

import threading

_ASKED = threading.Event()


def asked() -> bool:
    """True once the process was asked to end."""
    return _ASKED.is_set()


def ask() -> None:
    """Note that the process is asked to end. Whoever heeds its signals says so."""
    _ASKED.set()
