"""Views that move rows, send empties back, and keep and use convoy templates. Each writes one entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from navalassist.desk.answers import act_once, done, problems
from navalassist.desk.problem import Problem
from navalassist.engine.reader import Unknown
from navalassist.play.write.writer import Writer
from navalassist.systems.europa.board import moves, rows, templates
from navalassist.systems.europa.pages.board.context import Board, boarded
from navalassist.systems.europa.pages.board.typed import TypedRow, typed_row
from navalassist.systems.europa.pages.board.views import after, kept, need, show_problem, show_row, shown, whole


def written(request: HttpRequest, slug: str, act: Callable[[Writer], Any]) -> None:
    """Carry an act out once."""
    act_once(request, boarded(request, slug), act)


@require_POST
@problems(show_row)
def move(request: HttpRequest, slug: str, key: str, way: str) -> HttpResponse:
    """A row one place up or down; what is typed in other rows stays."""
    written(request, slug, lambda writer: moves.move(writer, key, way))
    if not request.htmx:  # type: ignore[attr-defined]
        return done(request, f"/c/{slug}/board/#row-{key}")
    here = boarded(request, slug)
    typed = kept(request, here)
    typed.focus = f"{way}-{key}"
    return shown(request, here, typed, ["board", "head", "said"])


@require_POST
@problems(show_problem)
def back(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The empties of an arrived row, as a row for the way back."""
    written(request, slug, lambda writer: moves.send_back(writer, key))
    return done(request, f"/c/{slug}/board/", lambda: whole(request, slug))


@require_POST
@problems(show_row)
def keep_row(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """One row, as it is typed, under a name."""
    typed = typed_row(request, key, "")
    draft = need(Board(request, boarded(request, slug), typed).row(key).read)
    name, secret = request.POST.get("template", ""), bool(request.POST.get("secret"))
    written(request, slug, lambda writer: templates.save(writer, draft.side, name, [draft], secret))
    return after(request, slug, TypedRow(key, typed.form, opened=True), ["row", "templates"])


def show_templates(request: HttpRequest, slug: str, key: str = "", *, problem: Problem) -> HttpResponse:
    """The templates again, with the name that was typed, and why nothing was done."""
    here = boarded(request, slug)
    typed = kept(request, here)
    typed.problem, typed.focus, typed.name = problem, f"templates/{key}", request.POST.get("name", "")[:200]
    return shown(request, here, typed, ["templates"])


@require_POST
@problems(show_templates)
def keep_all(request: HttpRequest, slug: str) -> HttpResponse:
    """All rows of a side that still sail, under a name."""
    data = request.POST
    side = data.get("side", "")

    def save(writer: Writer) -> None:
        facts = writer.viewer.view(writer.state.values, writer.state.audiences)
        mine = [row for row in rows.board_rows(writer.state, facts).values() if row["side"] == side]
        drafts = [rows.draft_of(row) for row in mine if row["state"] in rows.SAILS_ON]
        templates.save(writer, side, data.get("name", ""), drafts, bool(data.get("secret")))

    if side not in boarded(request, slug).system.sides:
        raise Problem(422, "Say whose rows the template keeps.")
    written(request, slug, save)
    return done(request, f"/c/{slug}/board/", lambda: whole(request, slug))


ACTS: dict[str, Callable[[Writer, str, str], Any]] = {
    "put": lambda writer, key, name: templates.put(writer, key),
    "rename": templates.rename,
    "delete": lambda writer, key, name: templates.delete(writer, key),
}


@require_POST
@problems(show_templates)
def template(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Put a template on the board, give it another name, or delete it."""
    act = request.POST.get("act", "put")
    if act not in ACTS:
        raise Unknown("a template can be put on the board, renamed or deleted")
    written(request, slug, lambda writer: ACTS[act](writer, key, request.POST.get("name", "")))
    return done(request, f"/c/{slug}/board/", lambda: whole(request, slug))
