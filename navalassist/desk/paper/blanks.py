"""The rest of a turn as blanks to print: the lines of the form, step by step in the same order, for both sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.desk.answers import page
from navalassist.desk.at import At
from navalassist.desk.forms import form_for
from navalassist.desk.paper.offered import Offer, kinds_of, offers_of
from navalassist.desk.paper.views import paper_of, steps_ahead
from navalassist.desk.paper_hooks import OnPaper
from navalassist.desk.printed.parts import moment_text, seat_word, sheet_of
from navalassist.engine.duties import Moment

# How many lines there are of what is done again and again.
MANY = 3
SAID = "Write down what is played, line by line in this order; afterwards all of it is entered in one form."


@dataclass(frozen=True, slots=True)
class BlankLine:
    """A line to write on: what it is, the words before its blanks, and whether more may be said of it."""

    offer: Offer
    blanks: tuple[str, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class BlankStep:
    """A step with its lines. rows: what a rule system shows above them."""

    title: str
    side: str
    lines: tuple[BlankLine, ...]
    rows: dict[str, Any]


@require_safe
def paper(request: HttpRequest, slug: str) -> HttpResponse:
    """The blanks of the steps that this viewer may know."""
    here, found = paper_of(request, slug)
    steps = [_step(here, found, moment) for moment in steps_ahead(here)]
    strip = (("Turn", moment_text(here)), ("Seat", seat_word(here)))
    context = sheet_of(here, "The turn on paper", SAID, strip, ())
    context |= {
        "here": "sheet",
        "steps": steps,
        "until": steps_ahead(here)[-1].place,
        "top": found.top,
        "rows": found.rows,
        **found.draw_top(here),
    }
    return page(request, "desk/paper/blanks.html", context)


def _step(here: At, found: OnPaper, moment: Moment) -> BlankStep:
    offers, _ = offers_of(here.system, moment.place, here.state)
    often = [(offer, MANY if offer.key in found.often else 1) for offer in offers]
    lines = tuple(line for offer, times in often for line in (_line(here, offer),) * times)
    title = here.system.step_title(moment.player_turn, moment.step)
    return BlankStep(title, moment.player_turn, lines, found.draw_rows(here.state, moment.player_turn, moment.step))


def _line(here: At, offer: Offer) -> BlankLine:
    """A line with the words of the fields that have to be filled in."""
    kind = kinds_of(here.system).get(offer.key)
    fields = form_for(kind.form if kind else here.system.forms[offer.key]).base_fields
    asked = tuple(str(one.label) for one in fields.values() if one.required)
    return BlankLine(offer, asked, len(fields) > len(asked) + ("because" in fields))
