"""What the pages of the board show: all rows, the summary, the dice bar, undo."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import SEATS, at, head_of, sits_nobody
from navalassist.desk.at import At
from navalassist.desk.logbook.lines import line_of
from navalassist.desk.made_once.reading import kept_once
from navalassist.desk.problem import Problem
from navalassist.desk.turn.steps import ways_on
from navalassist.desk.turn.undo import step_before, step_to_take_back, undo_offer
from navalassist.play.dice.server import SERVER, TYPED
from navalassist.play.storage.bodies import body_of
from navalassist.play.systems import enemy_of
from navalassist.play.turns.parts import clock_text
from navalassist.play.write.submissions import new_submission
from navalassist.rules.europa.words import CargoKind, Side, Step
from navalassist.systems.europa.board import again, outlook, pending, rows
from navalassist.systems.europa.board.drafts import RowForm
from navalassist.systems.europa.board.roster import Roster
from navalassist.systems.europa.board.templates import templates
from navalassist.systems.europa.closed import is_closed
from navalassist.systems.europa.pages.board import chips
from navalassist.systems.europa.pages.board.checks import Rolled, rolled_last
from navalassist.systems.europa.pages.board.drawing import new_row, saved_row
from navalassist.systems.europa.pages.board.kept import Kept, kept_template
from navalassist.systems.europa.pages.board.meanwhile import changed_words, sightings
from navalassist.systems.europa.pages.board.ports import Ports
from navalassist.systems.europa.pages.board.rows import NEW, Drawn
from navalassist.systems.europa.pages.board.typed import TypedRow

SYSTEM = "europa"
LOOKS_ON = "Observers look on. Take the seat of a side, or the moderator's, to change or roll anything."
GONE = "This row is no longer on the board. What was typed stands in a new row."


def remembered(slug: str) -> tuple[str, str]:
    """What a session remembers of a campaign's board: whose dice, and for which side a row was added last."""
    return f"dice:{slug}", f"row-side:{slug}"


class Board:
    """One request's view of the board. Rows are drawn when they are asked for."""

    def __init__(self, request: HttpRequest, here: At, typed: TypedRow | None = None) -> None:
        self.request = request
        self.here = here
        self.typed = typed or TypedRow()
        self.facts = here.state.values
        self.rows = rows.board_rows(here.state, self.facts)
        self._ports: dict[str, Ports] = {}
        self._drawn: dict[str, Drawn] = {}

    @cached_property
    def side(self) -> str:
        """The side whose player turn it is."""
        return self.here.state.clock[1]

    @cached_property
    def sails_now(self) -> bool:
        """True in a step in which shipping sails; in another one no row can be rolled, which the dice bar says once."""
        return Step(self.here.state.clock[2]).is_naval

    @cached_property
    def other(self) -> str:
        return enemy_of(self.side, self.here.system)

    @property
    def seat(self) -> str:
        """The side that a new row is for: the one used last in this player turn, else the one whose turn it is.

        A seat that may not act for that side has rows of its own side only.
        """
        viewer = self.here.viewer
        *when, used = self.request.session.get(f"row-side:{self.here.campaign.slug}", [""])
        wanted = used if when == [*self.here.state.clock[:2]] else self.side
        return wanted if viewer.may_act_as(wanted) or viewer.seat not in list(Side) else viewer.seat

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that this seat may add rows for; all of them for one that only looks on."""
        own = tuple(side for side in self.here.system.sides if self.here.viewer.may_act_as(side))
        return own or tuple(self.here.system.sides)

    def used(self, side: str) -> None:
        """A row of this side was added: the next new row is for it too, while the player turn lasts."""
        self.request.session[f"row-side:{self.here.campaign.slug}"] = [*self.here.state.clock[:2], side]

    @property
    def keys_off(self) -> bool:
        """True where keys of one letter were turned off."""
        return self.request.session.get("keys") == "off"

    @cached_property
    def looks_on(self) -> str:
        """Why this seat can change nothing here; '' for a seat that can."""
        return LOOKS_ON if self.here.viewer.seat == OBSERVER else ""

    def ports(self, side: str) -> Ports:
        if side not in self._ports:
            self._ports[side] = Ports(self.facts, side)
        return self._ports[side]

    def row(self, key: str) -> Drawn:
        """One row as it stands, or as it was typed. A Problem for a row that is not on the board."""
        if key in self._drawn:
            return self._drawn[key]
        if key == NEW:
            drawn = self._new()
        elif key in self.rows:
            typed, row = self._typed(key), self.rows[key]
            drawn = saved_row(self.here, self.ports(row["side"]), self.roster, key, row, typed.form, typed.opened)
        else:
            raise Problem(409, GONE)
        if self.typed.key == key:
            drawn.problem = self.typed.problem
        self._drawn[key] = drawn
        return drawn

    @cached_property
    def roster(self) -> Roster:
        """What is kept in ports, as far as this seat sees it."""
        return Roster(self.facts, self.here.state.clock[0])

    @cached_property
    def templates(self) -> list[Kept]:
        """The convoy templates of the side that a new row is for."""
        found = templates(self.facts, self.here.state.audiences, self.seat)
        return [kept_template(self.here, template, self.typed.focus, self.typed.name) for template in found]

    @property
    def secrets(self) -> bool:
        """True for the seat of a side: only such a seat can keep something to itself."""
        return self.here.viewer.seat == self.seat

    @property
    def keeping(self) -> dict[str, Any] | None:
        """The rows of this side that wait, which a template could keep; None where it has none."""
        count = sum(row["side"] == self.seat and row["state"] in rows.SAILS_ON for row in self.rows.values())
        return {"side": self.seat, "count": count, "submission": new_submission()} if count else None

    def _typed(self, key: str) -> TypedRow:
        """What was typed into this row."""
        return self.typed if self.typed.key == key else self.typed.others.get(key, TypedRow(key))

    def _new(self) -> Drawn:
        typed = self._typed(NEW)
        form = typed.form or RowForm(self.seat)
        if not form.origin and not form.destination:
            form = self._with_last_way(form)
        return new_row(self.here, self.ports(form.side), self.roster, form, typed.opened)

    def _with_last_way(self, form: RowForm) -> RowForm:
        """The ports of the last row of this side, or its commonest way. Empties lend theirs to no cargo."""
        lately = [row for row in chips.rows_lately(self.here, self.facts, form.side) if row["cargo"] != CargoKind.EMPTY]
        for act, _ in chips.ways(lately, form.side, self.facts)[:1]:
            _, origin, destination = act.split(":")
            return RowForm(form.side, form.sails, form.on, origin, destination)
        return form

    def drawn(self, side: str) -> list[Drawn]:
        """A side's rows in order."""
        return [self.row(key) for key, row in self.rows.items() if row["side"] == side]

    @cached_property
    def mine(self) -> list[Drawn]:
        """The rows of the side whose player turn it is."""
        return self.drawn(self.side)

    @cached_property
    def theirs(self) -> list[Drawn]:
        """The rows of the other side."""
        return self.drawn(self.other)

    @property
    def typing(self) -> bool:
        """True while the new row is open: somebody types into it, or has just added one and may go on."""
        return self.typed.key == NEW or self.typed.added or NEW in self.typed.others

    @cached_property
    def edited(self) -> list[Drawn]:
        """The rows with something typed that is not saved, in order; the new row last."""
        others = [self.row(key) for key in self.typed.others if key in self.rows]
        found = sorted((row for row in others if row.row and row.dirty), key=lambda row: (row.row or {})["row"])
        typed = NEW in self.typed.others and self.row(NEW).form.sails
        return [*found, self.row(NEW)] if typed else found

    @property
    def unsaved(self) -> str:
        """Why nothing may be rolled while something typed is not saved, as a sentence; '' when nothing is."""
        numbers = [row.row["row"] for row in self.edited if row.row]
        if len(numbers) == 1:
            return f"Row {numbers[0]} is changed but not saved: save it first, or drop the change."
        if numbers:
            named = f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
            return f"Rows {named} are changed but not saved: save them first, or drop the changes."
        if self.edited:
            return "The new row is filled in but not added: add it first, or empty “What sails”."
        return ""

    @property
    def source(self) -> Drawn:
        """The row that was copied."""
        return self.row(self.typed.source)

    @property
    def current(self) -> Drawn:
        """The row that the request is about."""
        return self.row(self.typed.key)

    @cached_property
    def waiting(self) -> list[Drawn]:
        """The rows of this player turn that still sail."""
        return [row for row in self.mine if not row.done]

    @cached_property
    def planned(self) -> list[Drawn]:
        """The rows that wait for the other side's player turn."""
        return [row for row in self.theirs if not row.done]

    @cached_property
    def sailed(self) -> list[Drawn]:
        """The rows of both sides that sail no more: they stand below what is still to do."""
        return [row for row in (*self.mine, *self.theirs) if row.done]

    @property
    def go_on(self) -> dict[str, Any] | None:
        """The way on when nothing is left to roll in this step: where more is to decide, and where more sails."""
        if self.dice["first"] or self.kept_from_us or not self.here.viewer.may_act_as(self.here.state.clock[1]):
            return None
        clock = clock_text(self.here.state)
        return {
            "ways": ways_on(self.here.agenda),
            "clock": clock,
            "submission": new_submission(),
        }

    @cached_property
    def summary(self) -> outlook.Summary:
        return outlook.summary(self._as_saved(row) for row in self.waiting if not row.stays)

    @cached_property
    def asks(self) -> bool:
        """True where this seat does not roll for the rows of this player turn, but asks the other one."""
        return pending.must_ask(self.here.viewer, self.here.system, self.side)

    @cached_property
    def told_there(self) -> list[Rolled]:
        """What the last dice of this step brought, where they fall on another device: this one reads it out as well."""
        return rolled_last(self.here) if self.asks else []

    @cached_property
    def dice(self) -> dict[str, Any]:
        """The dice bar: whose dice, what was typed, the row that is next, and why nothing can be rolled."""
        can = [] if self.looks_on else [row for row in self.waiting if self._rollable(row)]
        first = can[0] if can else None
        source = self.typed.dice or str(self.request.session.get(f"dice:{self.here.campaign.slug}", SERVER))
        return {
            "source": TYPED if source == TYPED else SERVER,
            "strip": self.typed.strip,
            "first": first,
            "count": len(can),
            "roller": enemy_of(self.side, self.here.system),
            "asks": self.asks,
            "empty": self.asks and sits_nobody(self.here, self.other),
            "why_not": "" if first else self._why_nothing(),
            "submission": new_submission(),
        }

    def _as_saved(self, row: Drawn) -> outlook.Outlook:
        """A row's outlook without what is typed but not saved."""
        return outlook.of_row(self.here.state, row.key, row.row or {}) if row.dirty else row.outlook

    def _rollable(self, row: Drawn) -> bool:
        found = self._as_saved(row)
        return not (found.shut or found.not_now or found.voyage is None or row.owes)

    def _why_nothing(self) -> str:
        if self.looks_on:
            return self.looks_on
        reasons = [row.outlook.not_now or row.outlook.shut for row in self.waiting]
        for reason in reasons:
            if reason:
                return f"{reason.reason} ({reason.rule})" if reason.rule else reason.reason
        if any(row.owes for row in self.waiting):
            if sits_nobody(self.here, self.other):
                return f"{self.waiting[0].waits_for}."
            return f"The {SEATS[self.other][0]} seat has been asked to roll."
        if self.kept_from_us:
            return self._keeps(self.side)
        return f"No {SEATS[self.side][0]} row is left to sail in this player turn."

    @cached_property
    def kept_from_us(self) -> bool:
        """True where the side whose player turn it is keeps its shipping to itself, and this is another seat."""
        return bool(self._keeps(self.side))

    @property
    def kept_from(self) -> str:
        """That the other side keeps its shipping to itself, where it does so from this seat."""
        return self._keeps(self.other)

    def _keeps(self, side: str) -> str:
        secret = is_closed(self.facts) and not self.here.viewer.sees(side)
        return f"The {SEATS[side][0]} side keeps its shipping to itself (R-56)." if secret else ""

    @cached_property
    def sightings(self) -> list[dict[str, Any]]:
        """What is known of shipping that its side keeps to itself."""
        return sightings(self.here)

    @cached_property
    def repeat(self) -> dict[str, Any] | None:
        """How many rows of the last player turn could sail again; None where there are none, or rows stand already."""
        count = len(again.repeatable(self.here.state, self.facts, self.seat))
        planned = any(
            row["side"] == self.seat and row["turn"] >= self.here.state.clock[0] for row in self.rows.values()
        )
        if not count or planned or self.looks_on:
            return None
        said = again.said_of(self.here.state, self.facts, self.seat)
        return {"count": count, "side": self.seat, "said": said, "submission": new_submission()}

    @cached_property
    def undo(self) -> dict[str, Any] | None:
        """The last input that can be taken back, in words."""
        entry = undo_offer(self.here)
        if entry is None or self.looks_on:
            return None
        words = kept_once(self.here, (_in_words, entry.reference), lambda onlooker: _in_words(onlooker, entry))
        return {"reference": entry.reference, "words": words, "submission": new_submission()}

    @property
    def step_back(self) -> dict[str, Any] | None:
        """The step that has just ended, while it can be brought back."""
        end = None if self.looks_on else step_to_take_back(self.here)
        if end is None:
            return None
        return {
            "reference": end.reference,
            "words": step_before(self.here, end),
            "submission": new_submission(),
        }

    def context(self) -> dict[str, Any]:
        """For the whole page; fragments take what they need of it."""
        slug = self.here.campaign.slug
        return {
            "head": head_of(self.here),
            "here": "board",
            "board": self,
            "home": f"/c/{slug}/",
            "base": f"/c/{slug}/board/",
            "seen": self.here.version,
            "new": self.row(NEW),
            "problem": self.typed.problem,
            "after": bool(self.request.POST.get("after")),
            "changed": changed_words(self.here, self.typed.problem),
        }


def _in_words(here: At, entry: Entry) -> str:
    """An input as the button names it that takes it back."""
    body = body_of(entry, here.viewer.audiences)
    line = line_of(entry, body, here.state)
    return str(body.get("title") or " ".join(filter(None, (line.title, line.detail))))


def boarded(request: HttpRequest, slug: str) -> At:
    """The campaign, where its rule system has a convoy board; else 404."""
    here = at(request, slug)
    if here.campaign.system != SYSTEM:
        raise Http404("The rule system of this campaign has no convoy board.")
    return here
