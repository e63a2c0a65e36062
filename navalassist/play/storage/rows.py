"""An entry as a row of the log: its text, and the columns that repeat parts of it; the commitment to a secret part."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign

HEADER_COLUMNS = ("chain", "sequence", "turn", "player_turn", "step", "kind", "seat", "submission")
BODY_COLUMNS = ("procedure", "operation", "corrects")


def entry_row(campaign: Campaign, content: Mapping[str, Any], text: str, time: datetime) -> Entry:
    """The row of an entry: its text, and the columns that repeat parts of it."""
    columns = {name: content[name] for name in HEADER_COLUMNS}
    body = content["body"]
    columns |= {name: str(body.get(name, "")) for name in BODY_COLUMNS}
    columns["dice"] = body.get("dice", {}).get("source", "")
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Entry(campaign=campaign, time=time, content=text, hash=digest, **columns)


def commit(salt: str, content: str) -> str:
    """The commitment to a secret payload: nobody can hash likely fleets and compare, for lack of the salt."""
    return hashlib.sha256(f"{salt}|{content}".encode()).hexdigest()
