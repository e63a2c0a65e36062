"""Entries of a recording as a forger would have them, put before the check that holds them against what was typed."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.play.checks import rebuilt
from navalassist.play.checks.verify import check_campaign
from tests.golden.receipts import imported

Body = dict[str, Any]
# What the check says of a body in the place of the entry's own.
Unlike = Callable[[Body], str]
# From the body of an entry to what is forged in it, each with its name.
Forged = Callable[[Body, Unlike], Iterable[tuple[str, Body]]]


def missed_of(file: Path, monkeypatch: pytest.MonkeyPatch, forged: Forged) -> tuple[Campaign, list[str], int]:
    """The campaign of a recording, what of the forged bodies the check does not find, and how many it was shown."""
    check, missed, tried = rebuilt.unlike_typed, list[str](), 0

    def looked(system: Any, state: Any, body: Body, corrected: Any) -> str:
        nonlocal tried

        def unlike(other: Body) -> str:
            return check(system, state, other, corrected)

        for what, other in forged(body, unlike):
            tried += 1
            if not unlike(other):
                missed.append(f"{body['procedure']}: {what}")
        return unlike(body)

    campaign = imported(file)
    monkeypatch.setattr(rebuilt, "unlike_typed", looked)
    assert check_campaign(campaign, 1).sound
    return campaign, missed, tried
