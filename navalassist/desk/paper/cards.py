"""A line as the form draws it: the fields of its rule, its dice, what was decided in it, and what would come of it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.forms import Form
from django.http import QueryDict

from navalassist.desk.at import At
from navalassist.desk.forms import ManyOf, OneOf, form_for
from navalassist.desk.paper.lines import Line
from navalassist.desk.paper.offered import kinds_of
from navalassist.desk.paper.playing import CHOICE
from navalassist.desk.paper_hooks import PaperKind
from navalassist.desk.problem import Problem
from navalassist.engine import REGISTER
from navalassist.play.state import State

ROWS = uuid.UUID("5a3c3c0e-6f0e-4a55-9a55-3d2b1f0c7e11")


@dataclass
class Card:
    """A line. about: the field that is wrong, and why; told: what would come of it, an entry each.

    asks: what is decided in it, question by question: field, what is asked, answer. row: what its template shows.
    key: of the row that it makes; typed: somebody has added it, or written on it.
    """

    line: Line
    number: int = 0
    title: str = ""
    rule: str = ""
    dice: str = ""
    kind: PaperKind | None = None
    form: Form | None = None
    strip: str = ""
    key: str = ""
    template: str = ""
    row: Any = None
    typed: bool = False
    asks: list[tuple[str, Mapping[str, Any], str]] = field(default_factory=list)
    about: str = ""
    wrong: str = ""
    told: Sequence[str] = ()

    @property
    def name(self) -> str:
        """How a slip names it."""
        return f"Line {self.number}, {self.title}"

    @property
    def often(self) -> list[Any]:
        """The fields that have to be filled in, or are: the others are folded away."""
        form = self.form
        return [box for box in form if box.field.required or _is_filled(box)] if form else []

    @property
    def seldom(self) -> list[Any]:
        """The other fields."""
        shown = {box.name for box in self.often}
        return [box for box in self.form if box.name not in shown] if self.form else []

    @property
    def is_empty(self) -> bool:
        """True for a line of the sheet that nobody has written on."""
        form = self.form
        if form is None or self.strip.strip():
            return False
        asks = self.dice or any(one.required for one in form.fields.values())
        return not form.is_bound or bool(asks and not form.has_changed())

    def fails(self, problem: Problem) -> None:
        """Say at its field why it can't be entered."""
        about, self.wrong = problem.about, problem.text
        if self.form is not None:
            if about in self.form.fields and about not in self.form.errors:
                self.form.add_error(about, problem.text.rstrip("."))
            inside = about in self.form.fields or about.startswith(CHOICE)
            about = "strip" if about == "dice" else about if inside else ""
            about = about and f"{self.line.prefix}-{about}"
        self.about = about


def _is_filled(box: Any) -> bool:
    """Does a field hold something that it does not hold by itself?"""
    value = box.value()
    return bool(box.errors) or (value not in (None, "", [], (), False) and value != box.field.initial)


def added(here: At, state: State, typed: QueryDict, line: Line, side: str) -> Card | None:
    """The card of a line that was added, for the state that it is played in; None for a kind that there is not."""
    kind, rule = kinds_of(here.system).get(line.kind), REGISTER.get(line.kind)
    model = kind.form if kind else here.system.forms.get(line.kind)
    about = kind or rule
    if model is None or about is None:
        return None
    make = form_for(model, here.viewer.view(state.values, state.audiences), state.tables)
    card = Card(line, title=about.title, rule=about.rule, kind=kind, strip=typed.get(f"{line.prefix}-strip", ""))
    card.typed = True
    card.dice = rule.dice if rule and not kind and rule.throws else ""
    card.key = uuid.uuid5(ROWS, f"{typed.get('submission', '')}/{line.key}").hex
    card.form = _form(make, line.prefix, typed, side)
    if card.is_empty:
        # Nothing is wrong with a line on which nobody has written yet.
        card.form = _form(make, line.prefix, QueryDict(), side)
    return card


def _form(make: type[Form], prefix: str, typed: QueryDict, side: str) -> Form:
    """Its fields, with what was typed. What follows other fields finds those by their plain names."""
    data, head = QueryDict(mutable=True), f"{prefix}-"
    for name in typed:
        if name.startswith(head):
            data.setlist(name, typed.getlist(name))
            data.setlist(name.removeprefix(head), typed.getlist(name))
    begun = {"side": side} if "side" in make.base_fields else {}
    given = data if data or not make.base_fields else None
    form = make(given, prefix=prefix, auto_id="%s", initial=begun)
    for one in form.fields.values():
        one.widget.attrs.pop("data-focus", None)
        if isinstance(one, OneOf) and one.required and not isinstance(one, ManyOf):
            # A list would begin with its first line chosen, which nobody wrote on paper.
            listed: Any = one.choices
            one.choices = [("", "choose"), *(choice for choice in listed if choice[0] != "")]
    return form
