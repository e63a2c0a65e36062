"""The page of a kind of operation, which a rule system registers; what the head, This step and receipts say of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST, require_safe

from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import at, head_of
from navalassist.desk.answers import page
from navalassist.desk.at import At
from navalassist.desk.logbook.refused import changed_of
from navalassist.desk.made_once.page import made_once
from navalassist.desk.made_once.reading import read_once
from navalassist.desk.operations.going import Goes, going, named_in, waiting_for
from navalassist.desk.operations.panels import Next
from navalassist.desk.operations.strip import Line, so_far, strip, told_of
from navalassist.desk.problem import Problem
from navalassist.desk.rows import or_gone, row_or_gone
from navalassist.desk.rules.views import begun_with, form_of, form_parts, mistakes, side_of
from navalassist.desk.system_pages import Beside, Call, PageLink, Running, style_of
from navalassist.desk.turn.steps import tasks_about
from navalassist.engine import REGISTER
from navalassist.engine.duties import Duty
from navalassist.engine.english import small
from navalassist.engine.operations import Operation, title_of
from navalassist.engine.rows import key_of
from navalassist.play.rules.resolve import is_anothers
from navalassist.play.write.submissions import new_submission

G = TypeVar("G", bound=Goes)
# From an operation and what was ticked on its page to the panel of its next tap.
Panel = Callable[[At, G, QueryDict], Next]
FRAME = "desk/operations/"


def nothing_more(here: At, one: Any, lines: Sequence[Line], panel: Next | None) -> dict[str, Any]:
    """A page with no more than the frame."""
    return {}


def whole_form(here: At, one: Any) -> Mapping[str, Sequence[str]]:
    """A form that begins with the operation alone."""
    return {}


@dataclass(frozen=True)
class OperationPage(Generic[G]):
    """The page of a kind of operation, at `<kind>/<key>/` of a campaign.

    read: an operation with what its page says of it; panels: rule -> what its panel asks, where that is more than the
    rule's own form; begins: what such a form begins with beside the operation; parts: where the templates of panels
    are; template, gone: of the page, and where there is none any more; here: the page of the head to which it belongs;
    offers: rules that panels have beside their own; shows: what the template shows beside the frame; beside: the
    template of what of that everybody sees, shown beside a plan that is sealed in it, and the style sheets it needs.
    """

    operation: Operation[Any]
    read: Callable[[At, str], G] | None = None
    panels: Mapping[str, Panel[G]] = field(default_factory=dict)
    begins: Callable[[At, G], Mapping[str, Sequence[str]]] = whole_form
    parts: str = FRAME
    template: str = f"{FRAME}operation.html"
    gone: str = f"{FRAME}gone.html"
    here: str = "map"
    offers: tuple[str, ...] = ()
    shows: Callable[[At, G, Sequence[Line], Next | None], dict[str, Any]] = nothing_more
    beside: tuple[str, tuple[str, ...]] = ("", ())

    @property
    def kind(self) -> str:
        """The kind of its rows, which is also what its addresses are called."""
        return self.operation.kind.KIND

    def below(self, key: str) -> str:
        """Its address below the campaign's."""
        return f"{self.kind}/{key}/"

    def one(self, here: At, key: str) -> G:
        """An operation of the campaign."""
        return self.read(here, key) if self.read else cast(G, going(here, self.operation, key))

    @property
    def urls(self) -> tuple[URLPattern, ...]:
        """Its addresses: the page, and the same with what is ticked, which is looked at and never written."""
        shown = or_gone(self.gone)(self.show)
        return (
            path(f"{self.kind}/<slug:key>/", require_safe(shown), name=self.kind),
            path(f"{self.kind}/<slug:key>/odds/", require_POST(shown), name=f"{self.kind}-odds"),
        )

    def show(self, request: HttpRequest, slug: str, key: str, problem: Problem | None = None) -> HttpResponse:
        """Its strip, what comes next with its chances, what has been done."""
        here = at(request, slug)
        if self.operation not in here.system.operations:
            raise Http404("The rule system of this campaign has no such page.")
        return made_once(request, here, self.made, key, problem)

    def made(self, request: HttpRequest, here: At, key: str, problem: Problem | None) -> HttpResponse:
        """The page. Missing, where there is no such row any more."""
        row, one = row_or_gone(here, self.operation.kind, key), self.one(here, key)
        lines, home = read_once(here, told_of, row.row), f"/c/{here.campaign.slug}/"
        panel, context = self._next(request, here, one, problem)
        context |= {
            "head": head_of(here),
            "here": self.here,
            "home": home,
            "stay": home + self.below(key),
            "one": one,
            "steps": strip(here, self.operation, row, lines),
            "lines": so_far(self.operation, lines),
            "tasks": tasks_about(here, (key,), but=(one.procedure, *self.offers)),
            "problem": context.get("problem", problem),
            "changed": changed_of(here, problem),
        }
        return page(request, self.template, context | self.shows(here, one, lines, panel))

    def _next(
        self, request: HttpRequest, here: At, one: G, problem: Problem | None
    ) -> tuple[Next | None, dict[str, Any]]:
        """What it waits for: the panel made for that, or else the form of the rule; nothing where it is over."""
        if not one.procedure:
            return None, {}
        given = request.POST
        panels = self.panels.get(one.procedure)
        panel = panels(here, one, given) if panels else None
        seat = panel.seat if panel else one.seat
        looks_on = here.viewer.seat == OBSERVER
        signs = (style.sign for side in here.system.sides if (style := style_of(side)))
        context: dict[str, Any] = {
            "next": panel,
            "looks_on": looks_on,
            # Whoever may not tap for it sees what it is, and its chances.
            "watches": looks_on or bool(seat and not may_tap(here, one.procedure, seat, bool(panel and panel.secret))),
            "both_signs": "" if seat else "".join(signs),
            "submission": new_submission(),
            "seen": here.version,
            "dice": given.get("dice", "server"),
            "strip": given.get("strip", ""),
        }
        if panel:
            context["pad"] = panel.pad
            context["inside"] = [f"{where}_{panel.part}.html" for where in (self.parts, FRAME)]
            return panel, context
        return None, self._form(request, here, one, problem) | context

    def _form(self, request: HttpRequest, here: At, one: G, problem: Problem | None) -> dict[str, Any]:
        """The form of the rule that it waits for, begun with the operation, or as it was sent and refused."""
        begun = QueryDict(mutable=True)
        for name, values in {self.operation.word: (one.key,), **self.begins(here, one)}.items():
            begun.setlist(name, list(values))
        make = form_of(here, one.procedure)
        # Another tablet may have gone on: then what was sent is no part of this form.
        sent = request.POST.get("panel") == one.row and f"/do/{one.procedure}/" in request.path
        form = make(request.POST) if sent else begun_with(make, begun, one.seat or side_of(here))
        found = form_parts(here, one.procedure, form, request.POST if sent else begun)
        if sent:
            found |= mistakes(request, form, problem, found.pop("trouble", None), found["pad"])
        rest = [field for name, field in form.fields.items() if name not in begun]
        # Folded is what has to be neither chosen nor left: an empty fold helps nobody.
        unfolded = not rest or any(field.required for field in rest)
        return found | {"fixed": [name for name in begun if name in form.fields], "unfolded": unfolded}


def may_tap(here: At, rule: str, seat: str, secret: bool) -> bool:
    """May the viewer tap for a seat? What is for that seat's eyes in a closed campaign nobody else may send."""
    hidden = secret and here.system.is_closed(here.state.values) and not here.viewer.sees(seat)
    hidden = hidden or is_anothers(here.viewer, rule, seat, here.system)
    return not hidden and here.viewer.may_act_as(seat)


def hooks(*pages: OperationPage[Any]) -> dict[str, Any]:
    """What `SystemPages` takes of them."""

    def call(here: At) -> Call | None:
        return call_of(here, pages)

    def card(here: At, duty: Duty) -> PageLink | None:
        return card_of(here, duty, pages)

    def goes_on(here: At, body: Mapping[str, Any]) -> PageLink | None:
        return of_entry(here, body, pages)

    def on_its_page(request: HttpRequest, here: At, problem: Problem) -> HttpResponse | None:
        return with_problem(request, here, problem, pages)

    def way_on(here: At, rule: str, given: QueryDict) -> PageLink | None:
        return way_on_of(here, rule, given, pages)

    def running(here: At) -> list[Running]:
        return [_running(here, one, row) for one in pages for row in one.operation.going_on(here.rows)]

    def beside_plan(here: At, body: Mapping[str, Any]) -> Beside | None:
        return beside_of(here, body, pages)

    sent = {"beside_plan": beside_plan, "goes_on": goes_on, "on_its_page": on_its_page, "way_on": way_on}
    return {"call": call, "card_of": card, "running": running, **sent}


def call_of(here: At, pages: Iterable[OperationPage[Any]]) -> Call | None:
    """The operations that wait for this seat's tap; of an umpire also those of a seat that nobody holds."""
    waiting = [(one, row, rule) for one in pages for row, rule in waiting_for(here, one.operation)]
    if not waiting:
        return None
    first, row, rule = waiting[0]
    title = title_of(row)
    noun = first.operation.word.replace("-", " ")
    text = f"{title} waits for you" if len(waiting) == 1 else f"{len(waiting)} {noun}s wait for you"
    return Call(text, REGISTER[rule].title, "", first.below(row.key), f"Go on with {small(title)}", listed=True)


def card_of(here: At, duty: Duty, pages: Iterable[OperationPage[Any]]) -> PageLink | None:
    """The page of the operation that a line of the step is about."""
    for one in pages:
        key = named_in(duty.url, one.operation)
        if here.rows.has(one.operation.kind, key):
            return PageLink(one.kind, one.below(key), f"{one.operation.word.replace('-', ' ')} {key}")
    return None


def of_entry(here: At, body: Mapping[str, Any], pages: Iterable[OperationPage[Any]]) -> PageLink | None:
    """The operation that an entry was a part of: by the facts that it changed, or by what it was about."""
    effects, situation = body.get("effects") or (), body.get("situation") or {}
    rows = [str(one["key"]) if one["do"] == "create" else str(one["key"]).rpartition(".")[0] for one in effects]
    for one in pages:
        kind, about = one.operation.kind, situation.get(one.operation.word)
        named = [kind.row_of(about["key"])] if isinstance(about, Mapping) and "key" in about else []
        for row in (*rows, *named):
            if row.startswith(kind.row_of("")) and here.rows.has(kind, key_of(row)):
                kept = here.rows.row(kind, key_of(row))
                words = f"{title_of(kept)}{'' if one.operation.is_over(kept) else ' goes on'}"
                return PageLink(one.here, one.below(kept.key), words)
    return None


def beside_of(here: At, body: Mapping[str, Any], pages: Iterable[OperationPage[Any]]) -> Beside | None:
    """What everybody sees of the operation that an entry was a part of."""
    found = of_entry(here, body, pages)
    for one in pages:
        template, styles = one.beside
        if found and template and found.path.startswith(one.below("")[:-1]):
            shown = one.shows(here, one.one(here, found.path.split("/")[1]), (), None)
            return Beside(template, styles, shown)
    return None


def way_on_of(here: At, rule: str, given: QueryDict, pages: Iterable[OperationPage[Any]]) -> PageLink | None:
    """The page of an operation that a rule is given, whose stage it isn't: there stands what comes next."""
    for one in pages:
        row = (
            here.rows.find(one.operation.kind, given.get(one.operation.word, ""))
            if rule in one.operation.rules
            else None
        )
        if row and one.operation.at(row).stage not in one.operation.stages_of(rule):
            words = small(title_of(row))
            word = f"See how {words} ended" if one.operation.is_over(row) else f"Go on with {words}"
            return PageLink(one.here, f"{one.below(row.key)}#next", word)
    return None


def _running(here: At, page: OperationPage[Any], row: Any) -> Running:
    found = going(here, page.operation, row.key)
    return Running(PageLink(page.here, page.below(row.key), page.operation.moment(row)), found.words, found.sides)


def with_problem(
    request: HttpRequest, here: At, problem: Problem, pages: Iterable[OperationPage[Any]]
) -> HttpResponse | None:
    """The page whose panel was sent, with why nothing was done; None where it was the page of a rule."""
    kind, _, key = request.POST.get("panel", "").partition(":")
    one = next((one for one in pages if one.kind == kind), None)
    there = one and key and here.rows.has(one.operation.kind, key)
    return one.show(request, here.campaign.slug, key, problem) if one and there else None
