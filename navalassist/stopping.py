"""Whether this process was asked to end: work of several seconds looks here, to say so instead of being cut."""

from __future__ import annotations

import signal
import threading
from types import FrameType

_ASKED = threading.Event()


def asked() -> bool:
    """True once the process was asked to end."""
    return _ASKED.is_set()


def heed(number: int = signal.SIGTERM) -> None:
    """Note this signal from now on, and let it do what it did before. To be called in the main thread."""
    before = signal.getsignal(number)

    def noted(number: int, frame: FrameType | None) -> None:
        _ASKED.set()
        if callable(before):
            before(number, frame)

    signal.signal(number, noted)
