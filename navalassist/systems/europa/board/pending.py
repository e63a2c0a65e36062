"""Rolls that a seat owes: its enemy has put a row to sea, and 33.D gives it the dice.

Where people sit at devices of their own, the side that sails asks, and the enemy rolls what is owed. A mark
`mark:owed/<shipment>` stands in the open meanwhile, and the row stays as it is.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from navalassist.auditlog.models import Entry
from navalassist.auditlog.shape import SHOWN
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import DiceError, Remove, Set, create, parse_dice, too_many
from navalassist.engine.reader import Unknown
from navalassist.play.dice.server import TYPED, DiceInput
from navalassist.play.rules.resolve import Refused, answer, asks_dice, carry_out, preview
from navalassist.play.state import State
from navalassist.play.storage.bodies import find
from navalassist.play.systems import System, enemy_of
from navalassist.play.write.writer import Conflict, Writer
from navalassist.systems.europa.board.rolling import CHECK, Order, goes_on, put_to_sea, waiting_rows
from navalassist.systems.europa.board.rows import MARK, PAST, owes, own_row

KIND = "owed"
CONTACT_DICE = 2


@dataclass(frozen=True, slots=True)
class PendingRoll:
    """A row that waits for the dice of a seat. waiting: the entry of a check that has begun and waits for more dice.

    begun: dice have fallen for it, in the check that waits or in zones behind it.
    """

    key: str
    seat: str
    waiting: str = ""
    begun: bool = False


def owed(state: State) -> list[PendingRoll]:
    """All rolls that are owed, in the order of asking."""
    marks = [row for row in state.rows("mark") if row.startswith(MARK)]
    return [_owed(row.removeprefix(MARK), state.values[f"{row}.place"], state.values[f"{row}.note"]) for row in marks]


def _owed(key: str, seat: str, note: str) -> PendingRoll:
    return PendingRoll(key, seat, "" if note.startswith(PAST) else note, bool(note))


def must_ask(viewer: Viewer, system: System, side: str) -> bool:
    """True for whoever may sail a side's shipping but not tap for the enemy who rolls."""
    return viewer.may_act_as(side) and not viewer.may_act_as(enemy_of(side, system))


def ask(writer: Writer, order: Order, beyond: Collection[str] = ()) -> list[Entry]:
    """Put rows to sea and ask the enemy to roll for them. Unknown, Refused: then nothing is written."""
    side = writer.check_seat(writer.state.clock[1])
    keys = [key for key in waiting_rows(writer.state) if not owes(writer.state, key)]
    if order.what == "row":
        keys = [key for key in keys if key == order.key]
    wanted = keys if order.what == "all" else keys[:1]
    if not wanted:
        raise Unknown("no row is left to ask for: each has sailed, or waits for the enemy's dice")
    return [_ask(writer, key, side, beyond) for key in wanted]


def _ask(writer: Writer, key: str, side: str, beyond: Collection[str]) -> Entry:
    found = preview(writer.state, CHECK, {"shipment": key}, writer.system)
    if found.refusal is not None:
        raise Refused(found.refusal)
    put_to_sea(writer, key, beyond)
    mark = create(
        f"{MARK}{key}",
        kind=KIND,
        subject=f"shipment:{key}",
        place=enemy_of(side, writer.system),
        ends="step",
        until="",
        note="",
    )
    return writer.edit("roll.asked", (mark,), seat=side, chain=PUBLIC)


def recall(writer: Writer, key: str) -> Entry:
    """Take the question back, before the enemy has rolled. Unknown once dice have fallen."""
    row = own_row(writer, key)
    if not owes(writer.state, key):
        raise Unknown("nobody was asked to roll for this row")
    if writer.state.values[f"{MARK}{key}.note"]:
        raise Unknown("the enemy has begun to roll for this row")
    return writer.edit("roll.recalled", (Remove(f"{MARK}{key}"),), seat=row["side"], chain=PUBLIC)


def roll(writer: Writer, key: str, dice: DiceInput) -> list[Entry]:
    """Roll what is owed: the row sails until it arrives, stops, or somebody has to decide; then nothing is owed.

    Typed dice may end with those for contact: that is written down, and the dice for its lots are asked for after it.
    What dice have told is never taken back. Unknown where nothing is owed, NotYours, DiceError.
    """
    mark = f"{MARK}{key}"
    if f"{mark}.kind" not in writer.state.values:
        raise Unknown("this roll is no longer owed: it was rolled, or taken back")
    seat = writer.check_seat(writer.state.values[f"{mark}.place"])
    dice.so_far = True
    _check_number(writer, key, dice)
    try:
        still = _roll(writer, key, dice)
    except Refused:
        raise Unknown("the book forbids this sailing now: its side has to look at the row") from None
    if not still:
        writer.edit("roll.done", (Remove(mark),), seat=seat, chain=PUBLIC)
    elif (note := _note(writer)) and note != writer.state.values[f"{mark}.note"]:
        act = "roll.goes-on" if note.startswith(PAST) else "roll.waits"
        writer.edit(act, (Set(f"{mark}.note", note),), seat=seat, chain=PUBLIC)
    return writer.entries


def _check_number(writer: Writer, key: str, dice: DiceInput) -> None:
    """DiceError for more typed dice than everybody knows to be owed, where the roller may not read the row.

    How many were needed would tell them what was met, and nothing would be written down.
    """
    if dice.source != TYPED or writer.viewer.sees(writer.state.audiences.get(f"shipment:{key}", PUBLIC)):
        return
    most, typed = CONTACT_DICE, len(parse_dice(dice.strip))
    if entry := _waiting(writer, key):
        body = entry.record["body"]
        most = body.get(SHOWN, {}).get("lots", 1) - sum(a["key"].startswith("lot-") for a in body.get("answers", ()))
    if typed > most:
        now = "1 is" if most == 1 else f"{most} are"
        raise DiceError(f"{too_many(typed - most)}: {now} needed now, and any others after that")


def _note(writer: Writer) -> str:
    """Where the dice of this submission have led, as the mark keeps it: '' where none has fallen yet."""
    last = [entry for entry in writer.entries if entry.procedure == CHECK][-1:]
    if last and last[0].kind == "waiting":
        return last[0].reference
    return f"{PAST}{last[0].reference}" if any(entry.dice for entry in writer.entries) else ""


def _waiting(writer: Writer, key: str) -> Entry | None:
    """The check of a row that has begun and waits."""
    if f"mark:waiting/{_operation(writer, key)}.kind" not in writer.state.values:
        return None
    reference = str(writer.state.values[f"{MARK}{key}.note"])
    return find(writer.viewer.campaign, reference, frozenset({PUBLIC}))


def _roll(writer: Writer, key: str, dice: DiceInput) -> bool:
    """Check after check, as far as the dice reach; True while some are still owed."""
    if entry := _waiting(writer, key):
        before = writer.state.row(f"shipment:{key}")
        if answer(writer, entry, entry.record["body"], "", dice).kind == "waiting":
            return True
        dice = dice.rest()
        if not goes_on(before, writer.state.row(f"shipment:{key}"), writer.state.clock):
            dice.finish()
            return False
    return _sail(writer, key, dice)


def _operation(writer: Writer, key: str) -> str:
    return str(writer.state.values[f"shipment:{key}.operation"] or key)


def _sail(writer: Writer, key: str, dice: DiceInput) -> bool:
    target = {"shipment": key}
    while True:
        before = writer.state.row(f"shipment:{key}")
        used_up = dice.source == TYPED and not dice.strip.strip()
        if used_up and writer.entries and asks_dice(writer.state, CHECK, target, writer.system):
            # Those of the next zone are asked for by themselves, and nothing of it is shown before.
            return True
        try:
            entry = carry_out(writer, CHECK, target, dice, operation=_operation(writer, key))
        except (Refused, Conflict) as stop:
            if not any(entry.procedure == CHECK for entry in writer.entries):
                raise
            # It has sailed as far as the book lets it, or the page: what was rolled stands.
            return isinstance(stop, Conflict)
        dice = dice.rest()
        after = writer.state.row(f"shipment:{key}")
        if entry.kind == "waiting" or not goes_on(before, after, writer.state.clock):
            dice.finish()
            return entry.kind == "waiting"
