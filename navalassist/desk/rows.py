"""Cards of rows: a page that shows one row of a kind, and changes it by the form of its class or takes it away."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, TypeVar

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_http_methods

from navalassist.auditlog.models import Entry
from navalassist.desk.access import at
from navalassist.desk.answers import done, is_second_tap, page, problems
from navalassist.desk.at import At
from navalassist.desk.cards import base, form_of, typed, wrote
from navalassist.desk.made_once.page import for_all
from navalassist.desk.problem import Problem
from navalassist.desk.setup.edits import note_of
from navalassist.engine.rows import Row
from navalassist.play.write.edits import Edit, EditError
from navalassist.play.write.row_edits import ByHand, sides_of
from navalassist.play.write.writer import NotYours

R = TypeVar("R", bound=Row)
Answer = Callable[..., HttpResponse]
# The edit of the facts as the viewer sees them.
Make = Callable[[Any], Edit]
Saved = list[Entry] | None
OF_BOTH = "Side: to change it is for whoever may act for both sides, as the moderator; choose the side as it stands."
# Fields of a form that nobody types.
UNSAID = ("csrfmiddlewaretoken", "submission", "seen", "act")


class Gone(Http404):
    """No such row, or none that the viewer sees: told on a page of the campaign, the same for both."""


def or_gone(template: str) -> Callable[[Answer], Answer]:
    """A view of a row; where there is none any more, a page that says so, with what was typed, and leads back."""

    def decorate(view: Answer) -> Answer:
        @wraps(view)
        def shown_or_gone(request: HttpRequest, slug: str, **key: str) -> HttpResponse:
            try:
                return view(request, slug, **key)
            except Gone:
                context = base(request, at(request, slug), None, None) | {"lost": sent_words(request.POST)}
                return page(request, template, context, status=404)

        return shown_or_gone

    return decorate


def either(show: Answer, save: Answer) -> Answer:
    """One address for looking and for an input."""
    shown = for_all(show)

    @require_http_methods(["GET", "HEAD", "POST"])
    def view(request: HttpRequest, slug: str, **key: str) -> HttpResponse:
        return (save if request.method == "POST" else shown)(request, slug, **key)

    return view


def row_or_gone(here: At, kind: type[R], key: str) -> R:
    """A row that the viewer sees; Gone for none."""
    row = here.rows.find(kind, key)
    if row is None:
        raise Gone("There is no such thing in this campaign, or none any more.")
    return row


def ours(here: At, make: Make) -> Make:
    """An edit of rows whose sides this viewer may all tap for; a change of side asks for the right of both."""

    def made(values: Any) -> Edit:
        edit = make(values)
        sides = sides_of(values, edit.effects)
        for side in sorted(sides):
            if not here.viewer.may_act_as(side) and len(sides) > 1:
                raise Problem(403, OF_BOTH, "side")
            if not here.viewer.may_act_as(side):
                raise NotYours(side)
        return edit

    return made


def cannot_do(act: str) -> EditError:
    """The answer to an act that a page does not have."""
    return EditError("act", f"This page cannot do {act[:40]!r}; use one of its buttons.")


def sent_words(post: QueryDict) -> list[tuple[str, str]]:
    """What was typed, field by field, for a page that has no form for it any more."""
    names = (name for name in post if name not in UNSAID and any(post.getlist(name)))
    return [(name.replace("_", " ").capitalize(), ", ".join(post.getlist(name))) for name in names]


class Card(Generic[R]):
    """The page of a row. removes: the act that takes it away; after: where of the campaign one goes then."""

    hand: ByHand[R]
    template: str
    removes: str = "remove"
    after: str

    def at(self, request: HttpRequest, slug: str) -> At:
        """The campaign, where it is one of the rule system; else 404."""
        raise NotImplementedError

    def shows(self, request: HttpRequest, here: At, row: R, form: Form, problem: Problem | None) -> dict[str, Any]:
        """What the template shows beside the row and its form."""
        return {}

    def act(self, request: HttpRequest, here: At, row: R, act: str) -> Make:
        """The edit of an act that is the kind's own. EditError for one that the card does not have."""
        raise cannot_do(act)

    def show(
        self, request: HttpRequest, slug: str, key: str, problem: Problem | None = None, saved: Saved = None
    ) -> HttpResponse:
        """The page."""
        here = self.at(request, slug)
        row = row_or_gone(here, self.hand.kind, key)
        form = form_of(request, here, self.hand.form, "change", dict(row), problem)
        context = base(request, here, problem, saved) | {"row": row, "form": form}
        return page(request, self.template, context | self.shows(request, here, row, form, problem))

    def save(self, request: HttpRequest, slug: str, key: str) -> HttpResponse:
        """One input, which makes one entry."""
        here, act = self.at(request, slug), request.POST.get("act", "")
        away = f"/c/{slug}/{self.after}"
        if act == self.removes and is_second_tap(request, here):
            return done(request, away)
        row = row_or_gone(here, self.hand.kind, key)
        make = ours(here, self._edit(request, here, row, act))
        entries = wrote(request, here, str(getattr(row, "side", "")), make, note_of(request.POST))
        if act == self.removes:
            return done(request, away)
        return done(request, request.path, lambda: self.show(request, slug, key, saved=entries))

    def _edit(self, request: HttpRequest, here: At, row: R, act: str) -> Make:
        if act == self.removes:
            return lambda values: self.hand.remove(values, row.key)
        if act != "change":
            return self.act(request, here, row, act)
        fields = typed(request, here, self.hand.form)
        return lambda values: self.hand.change(values, row.key, fields)

    def view(self) -> Answer:
        """Its address."""
        return either(self.show, problems(self.show)(self.save))
