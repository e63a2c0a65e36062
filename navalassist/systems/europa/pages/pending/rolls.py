"""What the page of owed rolls shows: each with what its roller may know of it, and what came of those before."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.auditlog.payloads import with_payloads
from navalassist.desk.access import sits_nobody
from navalassist.desk.at import At
from navalassist.desk.logbook.lines import LogLine, line_of
from navalassist.desk.logbook.naming import entry_url, place_name, short_entry
from navalassist.desk.logbook.readout import readout
from navalassist.desk.logbook.record import Readout, thrown
from navalassist.desk.logbook.veiled import is_veiled
from navalassist.play import state as states
from navalassist.play.storage.bodies import body_of
from navalassist.play.write.submissions import new_submission
from navalassist.rules.europa.r33_contact import convoy_of, lots_of
from navalassist.rules.europa.sailing import Sailing
from navalassist.systems.europa.board import outlook, pending
from navalassist.systems.europa.board.rows import about
from navalassist.systems.europa.closed import tells_column
from navalassist.systems.europa.log import shipping, veiled, veiled_dice
from navalassist.systems.europa.pages.board.checks import checks_of_step

LATELY = 12


@dataclass
class Roll:
    """One roll that is owed. yours: this viewer throws; mine: this viewer asked for it; begun: the contact that waits
    for lots.

    fallen: dice have fallen for it, so that it cannot be taken back; empty: nobody sits at the seat that owes it.

    column, contact: the final status of its next check and the chance of contact, where this viewer may know them.
    """

    key: str
    seat: str
    title: str
    yours: bool
    mine: bool
    zone: str = ""
    column: int | None = None
    contact: Fraction | None = None
    begun: str = ""
    fallen: bool = False
    empty: bool = False
    needs: str = "2d6 for contact, then 1d6 a lot"
    submission: str = field(default_factory=new_submission)


def rolls(here: At) -> list[Roll]:
    """All that is owed in this campaign, as this viewer may read it."""
    return [_roll(here, one) for one in pending.owed(here.state)]


def _roll(here: At, one: pending.PendingRoll) -> Roll:
    row = here.state.row(f"shipment:{one.key}")
    side = next(other for other in here.system.sides if other != one.seat)
    title = about(here.state, row) if row else veiled.marker({"item": one.key, "side": side}, here.state)
    drawn = Roll(one.key, one.seat, title, here.viewer.may_act_as(one.seat), here.viewer.may_act_as(side))
    drawn.fallen, drawn.empty = one.begun, sits_nobody(here, one.seat)
    if one.waiting:
        drawn.begun, drawn.needs = _begun(here, one.waiting)
    else:
        _next_check(here, one.key, bool(row), drawn)
    return drawn


def _begun(here: At, reference: str) -> tuple[str, str]:
    """What a contact met, and the dice that its lots take."""
    chain, _, number = reference.partition("/")
    entry = Entry.objects.get(campaign=here.campaign, chain=chain, sequence=int(number))
    body = body_of(entry, here.viewer.audiences)
    if is_veiled(body):
        met, lots = veiled.met(body["shown"]), body["shown"].get("lots", 1)
    else:
        item = Sailing.model_validate(body["situation"]).item
        plain = body["situation"]["item"]
        met, lots = f"{shipping.item_text(plain)} {shipping.carried_text(plain)}".strip(), len(lots_of(convoy_of(item)))
    left = lots - sum(answer["key"].startswith("lot-") for answer in thrown(body))
    return met, "1 die for its lot" if left == 1 else f"{left} dice, one a lot"


def _next_check(here: At, key: str, seen: bool, drawn: Roll) -> None:
    """The zone that is checked next. Its status is looked up on the whole state, and told as far as R-62 allows."""
    state = here.state if seen else states.load(here.campaign.slug)
    found = outlook.of_row(state, key, state.row(f"shipment:{key}"))
    leg = next((leg for leg in found.legs if leg.kind == "subject"), None)
    if leg is None:
        drawn.needs = "none, where no check is due"
        return
    drawn.zone = place_name(here.state, leg.zone)
    if seen or tells_column(here.state.values):
        drawn.column, drawn.contact = leg.total, leg.contact


def lately(here: At, checks: list[Entry]) -> list[tuple[str, str, LogLine]]:
    """Address, number and line of each of these checks."""
    return [
        (
            entry_url(here.state, entry.reference),
            short_entry(entry.reference),
            line_of(entry, body_of(entry, here.viewer.audiences), here.state),
        )
        for entry in checks
    ]


def newest(here: At, checks: list[Entry]) -> Readout | None:
    """What the last check of this step said, with its dice as large as at the table."""
    if not checks:
        return None
    body = body_of(checks[0], here.viewer.audiences)
    if is_veiled(body):
        return veiled_dice.readout(checks[0], veiled_dice.with_cells(body, here.state), here.state)
    return readout(checks[0], body, here.state)


def context(here: At) -> dict[str, Any]:
    """For the page: first what this viewer rolls, then what others owe."""
    found, checks = rolls(here), with_payloads(checks_of_step(here)[:LATELY])
    return {
        "yours": [roll for roll in found if roll.yours],
        "others": [roll for roll in found if not roll.yours],
        "lately": lately(here, checks),
        "newest": newest(here, checks),
    }
