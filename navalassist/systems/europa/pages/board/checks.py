"""The checks of rows, as their read-outs tell them: what one tap rolled, row by row."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from navalassist.auditlog.models import RULE_KINDS, Entry, EntryQuerySet
from navalassist.auditlog.payloads import with_payloads
from navalassist.desk.answers import receipt_url
from navalassist.desk.at import At
from navalassist.desk.logbook.lines import rest_text
from navalassist.desk.logbook.naming import place_name
from navalassist.desk.logbook.readout import readout
from navalassist.desk.logbook.record import Readout
from navalassist.play.corrections.standing import followers
from navalassist.play.corrections.undo import strikes_out
from navalassist.play.storage.bodies import body_of
from navalassist.play.write.submissions import new_submission
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


def checks_of(here: At, submission: str) -> list[Entry]:
    """The checks of one tap that were not struck out, in the order in which they were made."""
    entries = Entry.objects.filter(campaign=here.campaign, submission=submission, procedure=CHECK, kind__in=RULE_KINDS)
    found = with_payloads(entries.seen_by(here.viewer.audiences).order_by("id"))
    over = followers(here.viewer, [entry.reference for entry in found])
    return [entry for entry in found if not (entry.reference in over and strikes_out(over[entry.reference]))]


def checks_of_step(here: At) -> EntryQuerySet:
    """The checks of this step, the newest first."""
    turn, player_turn, step = here.state.clock
    entries = Entry.objects.filter(campaign=here.campaign, procedure=CHECK, turn=turn, kind__in=RULE_KINDS)
    return entries.seen_by(here.viewer.audiences).filter(player_turn=player_turn, step=step).newest_first()


def rolled_last(here: At) -> list[Rolled]:
    """What the last tap that rolled in this step brought, row by row; nothing where nobody has rolled in it."""
    last = checks_of_step(here).first()
    return rolled_rows(here, checks_of(here, last.submission)) if last else []


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
        filter(None, (f"{place_name(here.state, zone, short=True)}: no check. {why}", arrival(here, body)))
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
