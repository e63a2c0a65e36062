"""How often Python's collector of garbage looks: seldom while modules are loaded, for hardly any of that is garbage."""

from __future__ import annotations

import gc


def rest() -> None:
    """At the start of a process: look after so many new things only."""
    gc.set_threshold(50_000, 20, 20)


def settle() -> None:
    """What is loaded by now stays for ever: the collector need not look at it again, nor so often at the rest."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
