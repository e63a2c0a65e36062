"""What Europa adds to a turn on paper: its rows with boxes for each zone, Malta, new rows, and groups that form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from django.http import QueryDict

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import PUBLIC
from navalassist.desk.at import At
from navalassist.desk.paper_hooks import Listed, OnPaper
from navalassist.desk.problem import Problem
from navalassist.engine import DiceError
from navalassist.play.corrections.trial import Trial
from navalassist.play.dice.server import TYPED, DiceInput
from navalassist.play.rules.resolve import Refused, carry_out
from navalassist.play.state import State
from navalassist.play.write.writer import Writer
from navalassist.rules.europa.words import Step, Zone
from navalassist.systems.europa.board.rolling import CHECK, waiting_rows
from navalassist.systems.europa.chart import malta_now
from navalassist.systems.europa.late import BOMBING, CONTACT, LOTS, PaperDice, PaperRow, enter
from navalassist.systems.europa.pages.sheets.paper import Row, rows_of
from navalassist.systems.europa.pages.sheets.paper_kinds import KINDS, NAVAL
from navalassist.systems.europa.pages.sheets.sheet import contact_columns
from navalassist.systems.europa.theatres import zones_shown
from navalassist.systems.europa.upkeep import malta_number, whole

MOST_HITS = 15
# In one box of dice: more lots than any fleet has, with spaces.
MOST_SIGNS = 400
# The boxes of a row: `contact-demo-1-2`; of one in a later step `contact-axis.exploitation.demo-1-2`.
FIELD = re.compile(rf"({CONTACT}|{LOTS})-([A-Za-z0-9_.-]{{1,120}})-([0-9]{{1,2}})")
SAILED = "sailed-"
MALTA = ("hits", "number")
# Lines that are of one sea.
OF_WATERS = {
    "baltic-border": Zone.BALTIC,
    **dict.fromkeys(("malta-bombed", "malta-repaired", "italian-interference"), Zone.CENTRAL_MED),
}
NO_ROWS = "No shipment of this player turn waits to sail in this step."
NOT_NOW = "Shipping sails in naval movement and naval exploitation. Go on to one of them here, or add another line."


def listed(writer: Writer, typed: QueryDict, first: bool) -> Sequence[Listed]:
    """Malta in the step that is on; and in a naval step every row that waits to sail."""
    state = writer.state
    step = "" if first else ".".join((*state.clock[1:], ""))
    naval = Step(state.clock[2]).is_naval
    rows = waiting_rows(state) if naval else []
    waiting = [key for key in rows if writer.viewer.sees(state.audiences.get(f"shipment:{key}", PUBLIC))]
    found = [_malta(writer, typed, "" if waiting else NO_ROWS if naval else NOT_NOW)] if first else []
    if not isinstance(writer, Trial):
        return [*found, *(_row(typed, step, key, None) for key in waiting)]
    drawn = {row.key: row for row in rows_of(state, state.clock[1], typed, step)}
    sails = [drawn[key] for key in waiting if not (drawn[key].shut or drawn[key].outlook.not_now)]
    return [*found, *(_row(typed, step, row.key, row) for row in sails)]


def _row(typed: QueryDict, step: str, key: str, drawn: Row | None) -> Listed:
    """A row of the board. drawn: where it is to be shown."""
    sailed = f"{SAILED}{step}{key}"
    fields = [name for name, _ in _boxes(typed, f"{step}{key}")]
    legs = drawn.legs if drawn else ()
    shown = [sailed, *(name for leg in legs for name in (leg.contact, leg.lots_field) if name)]

    def play(writer: Writer, rolled_at: str) -> None:
        enter(writer, paper_row(typed, key, step), rolled_at)

    is_typed = any(typed.get(name, "").strip() for name in (sailed, *fields))
    return Listed(f"{step}{key}", "europa/sheets/_late_row.html", lambda: drawn, shown, is_typed, play, fields)


def _boxes(typed: Mapping[str, str], named: str) -> Iterator[tuple[str, re.Match[str]]]:
    """The boxes of a row that were sent."""
    for name in typed:
        found = FIELD.fullmatch(name)
        if found and found[2] == named:
            yield name, found


def paper_row(typed: Mapping[str, str], key: str, step: str = "") -> PaperRow:
    """A row with what was typed into its boxes. Problem 422 for more than a box holds."""
    dice: dict[int, PaperDice] = {}
    for name, found in _boxes(typed, f"{step}{key}"):
        text, leg = typed[name], int(found[3])
        if len(text) > MOST_SIGNS:
            raise Problem(422, f"Dice: at most {MOST_SIGNS} characters in one box, this has {len(text)}.", name)
        if text.strip():
            before = dice.get(leg, PaperDice())
            dice[leg] = PaperDice(text, before.lots) if found[1] == CONTACT else PaperDice(before.contact, text)
    return PaperRow(key, dict(sorted(dice.items())), step)


def _malta(writer: Writer, typed: QueryDict, note: str) -> Listed:
    """Hits on Malta, or its number. note: why there are no rows below it."""
    shown = {name: typed.get(name, "") for name in MALTA}

    def draw() -> dict[str, Any]:
        return shown | {"note": note, "malta": malta_now(writer.state.values, writer.state.book)}

    is_typed = any(text.strip() for text in shown.values())
    return Listed("malta", "europa/sheets/_late_malta.html", draw, MALTA, is_typed, partial(_of_malta, typed=shown))


def _of_malta(writer: Writer, rolled_at: str, typed: Mapping[str, str]) -> None:
    """Hits on Malta, thrown on paper too, or its number."""
    hits, number = (typed[name].strip() for name in MALTA)
    if hits and number:
        raise Problem(
            422, "Malta: give the hits or the number, not both; hits change the number by themselves.", "hits"
        )
    try:
        if hits:
            given = {"hits": whole(hits, "hits", "Hits on Malta", 0, MOST_HITS)}
            carry_out(writer, BOMBING, given, DiceInput(TYPED, rolled_at=rolled_at))
        if number:
            edit = malta_number(writer.state.values, number)
            writer.edit(edit.act, edit.effects, title=edit.title, note="from the turn sheet")
    except Refused as stop:
        raise Problem(422, f"Hits on Malta: {stop.refusal.reason}", "hits", stop.refusal.rule) from None
    except DiceError as error:
        raise Problem(422, str(error), "hits") from None


def unplaced(typed: QueryDict, known: frozenset[str]) -> Sequence[str]:
    """What was typed for rows that are not listed any more: shown, so that nothing typed is lost."""
    names = (name for name in typed if FIELD.fullmatch(name) or name.startswith(SAILED))
    texts = (typed.get(name, "") for name in names if name not in known)
    return [text[:60] for text in texts if text.strip()]


def has_dice(typed: QueryDict) -> bool:
    """Are dice typed for a row?"""
    return any(FIELD.fullmatch(name) and typed.get(name, "").strip() for name in typed)


def apart(values: Mapping[str, Any]) -> frozenset[str]:
    """The lines of waters that the campaign does not play."""
    shown = {zone.key for zone in zones_shown(values)}
    return frozenset(kind for kind, zone in OF_WATERS.items() if zone not in shown)


def top(here: At) -> dict[str, Any]:
    """Every column of the contact table: hits on Malta move from one to another."""
    return {"malta": malta_now(here.state.values, here.state.book), "columns": contact_columns(here.state)}


def planned(state: State, side: str, step: str) -> dict[str, Any]:
    """The rows of a side in its naval movement, and empty ones in both naval steps."""
    naval = Step(step).is_naval
    return {"planned": rows_of(state, side) if step == Step.NAVAL_MOVEMENT else [], "naval": naval, "side": side}


def all_done(slug: str, entries: Sequence[Entry], submission: str) -> str:
    """The page of what was rolled, where it was no more than rows and Malta."""
    rolled = {entry.procedure for entry in entries if entry.kind in ("rule", "waiting")}
    only_rows = CHECK in rolled and rolled <= {CHECK, BOMBING} and not any(entry.kind == "clock" for entry in entries)
    return f"/c/{slug}/board/rolled/{submission}/" if only_rows else ""


ON_PAPER = OnPaper(
    kinds=KINDS,
    also=dict.fromkeys(("row-mines", "row-danger", "half-eliminated-rps"), NAVAL),
    apart=apart,
    often=("naval-move", "unit-contact", "way-hexes", "mine-damage", "danger-contact"),
    listed=listed,
    unplaced=unplaced,
    has_dice=has_dice,
    top="europa/sheets/_columns.html",
    draw_top=top,
    rows="europa/sheets/_planned.html",
    draw_rows=planned,
    all_done=all_done,
)
