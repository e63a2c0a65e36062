"""Why an entry is corrected."""

from __future__ import annotations

from navalassist.auditlog.shape import NOT_HAPPENED
from navalassist.play.systems import SYSTEMS, System

# Fits where a ruling was chosen anew since.
READING = "reading"
REASONS = {
    "typo": "typo",
    "mistyped-die": "mistyped die",
    "wrong-owner": "wrong owner",
    "captured": "captured meanwhile",
    "forgot": "forgot a rule",
    NOT_HAPPENED: "it did not happen",
    READING: "a ruling is read otherwise",
    "follows": "follows from a correction",
}
RETYPED = "mistyped-die"


def reasons_in(system: System) -> dict[str, str]:
    """Why an entry of a system may be corrected: its own reasons stand after the first."""
    (first, words), *others = REASONS.items()
    return {first: words, **system.reasons, **dict(others)}


def every_reason() -> dict[str, str]:
    """The reasons of all systems."""
    return {key: words for system in SYSTEMS.values() for key, words in reasons_in(system).items()} or dict(REASONS)


# Of an entry that is made again since one before it was corrected; nobody chooses it.
FOLLOWS = "follows"
# Of an entry that cannot be carried out again once what it stood on was corrected.
FALLEN_AWAY = "fell-away"
