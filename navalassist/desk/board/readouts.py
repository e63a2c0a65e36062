"""The read-out of a submission: every check that it rolled, row by row."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from django.http import Http404, HttpRequest

from navalassist.auditlog.models import Entry
from navalassist.auditlog.payloads import with_payloads
from navalassist.desk.access import At
from navalassist.desk.answers import receipt_url
from navalassist.desk.board.context import Board
from navalassist.desk.logbook.lines import rest_text
from navalassist.desk.logbook.naming import zone_name
from navalassist.desk.logbook.readout import readout
from navalassist.desk.logbook.record import Readout
from navalassist.play.bodies import body_of
from navalassist.play.written import new_submission
from navalassist.systems.europa.board.moves import to_send
from navalassist.systems.europa.board.rolling import CHECK
from navalassist.systems.europa.board.rows import about, port_name
from navalassist.systems.europa.board.words import amount_text


@dataclass
class Check:
    """One check. read: None where no dice were thrown; then `quiet` says why."""

    entry: Entry
    url: str
    read: Readout | None = None
    quiet: str = ""

    @property
    def told(self) -> str:
        """Its verdict and what it brought; '' where no dice were thrown."""
        return ", ".join(part for part in (self.read.word, rest_text(self.read)) if part) if self.read else ""


@dataclass
class Rolled:
    """What happened to one row."""

    title: str
    checks: list[Check] = field(default_factory=list)
    key: str = ""
    empties: str = ""

    @property
    def submission(self) -> str:
        """The key of the form that sends its empties back."""
        return new_submission()

    @property
    def told(self) -> str:
        """What came of it in a line, for whoever hears the page: `CONTACT: 4 SP lost`."""
        parts = [check.told for check in self.checks]
        return "; ".join(part for part in parts if part)


def is_submission(text: str) -> bool:
    """A form's one-time key, as it stands in an address."""
    return re.fullmatch(r"[0-9a-f]{32}", text) is not None


def context(request: HttpRequest, here: At, submission: str) -> dict[str, Any]:
    """The page of a submission. Http404 where it rolled nothing."""
    entries = with_payloads(
        Entry.objects.filter(campaign=here.campaign, submission=submission, procedure=CHECK)
        .seen_by(here.viewer.audiences)
        .order_by("id")
    )
    if not is_submission(submission) or not entries:
        raise Http404("Nothing was rolled under this address.")
    board = Board(request, here)
    found = rolled_rows(here, entries)
    return board.context() | {"rolled": found, "submission": submission, "several": len(found) > 1}


def rolled_rows(here: At, entries: list[Entry]) -> list[Rolled]:
    """The checks, gathered row by row in the order in which they were made."""
    found: dict[str, Rolled] = {}
    for entry in entries:
        body = body_of(entry, here.viewer.audiences)
        key = str(body.get("situation", {}).get("item", {}).get("key", ""))
        row = here.state.row(f"shipment:{key}")
        title, back = (
            (about(here.state, row), to_send(here.state, key, row)) if row else ("A row of an earlier turn", "")
        )
        rolled = found.setdefault(key, Rolled(title, key=key, empties=back))
        rolled.checks.append(check_of(here, entry, body))
    return list(found.values())


def check_of(here: At, entry: Entry, body: dict[str, Any]) -> Check:
    """One entry: its read-out, or one line where no dice were due."""
    check = Check(entry, receipt_url(entry, here.campaign.slug))
    if entry.dice or body.get("waits_for"):
        check.read = readout(entry, body, here.state)
        return check
    outcome = body.get("outcome") or {}
    zone = body.get("situation", {}).get("leg", {}).get("zone", "")
    why = str(outcome.get("why", "")) if isinstance(outcome, dict) else ""
    check.quiet = " ".join(
        filter(None, (f"{zone_name(here.state, zone, short=True)}: no check. {why}", arrival(here, body)))
    )
    return check


def arrival(here: At, body: dict[str, Any]) -> str:
    """`Arrive at Naples: 2 NTs.` for an entry that brought its row into port; '' for another."""
    key = str(body.get("situation", {}).get("item", {}).get("key", ""))
    row = here.state.row(f"shipment:{key}")
    if not row or not any(fact == f"shipment:{key}.state" and new == "arrived" for fact, _, new in body["changes"]):
        return ""
    brought = amount_text(row, row["res_afloat"], row["transports_afloat"])
    return f"Arrive at {port_name(here.state, row['destination'])}{f': {brought}' if brought else ''}."
