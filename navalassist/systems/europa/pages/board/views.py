"""The convoy board: one editable row a shipment, live odds, rolling, and the read-out of what was rolled."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from navalassist.desk.answers import act_once, done, form_writing, page, problems
from navalassist.desk.at import At
from navalassist.desk.dice_sent import dice_sent
from navalassist.desk.made_once.page import made_once
from navalassist.desk.problem import Problem
from navalassist.play.corrections import undo as undoing
from navalassist.play.dice.server import SERVER
from navalassist.play.write.writer import AlreadyDone
from navalassist.systems.europa.board import again, drafts, pending, rolling, rows
from navalassist.systems.europa.board.drafts import Read
from navalassist.systems.europa.board.words import Fault
from navalassist.systems.europa.pages.board import colleagues, readouts
from navalassist.systems.europa.pages.board.context import Board, boarded, remembered
from navalassist.systems.europa.pages.board.rows import NEW
from navalassist.systems.europa.pages.board.typed import TYPED_ROW, TypedRow, typed_elsewhere, typed_row

# The parts of the page that change with a row: everything but the row itself.
AROUND = ("summary", "dice", "go-on", "tools", "head", "said")


def shown(request: HttpRequest, here: At, typed: TypedRow | None = None, parts: Iterable[str] = ()) -> HttpResponse:
    """The board: the parts that changed for htmx, the page for anyone else. parts: names, or keys of rows."""
    board = Board(request, here, typed)
    context = board.context()
    if not request.htmx:  # type: ignore[attr-defined]
        return page(request, "europa/board/board.html", context)
    return page(request, "europa/board/_parts.html", context | {"parts": [*parts]})


def show_row(request: HttpRequest, slug: str, key: str = NEW, way: str = "", *, problem: Problem) -> HttpResponse:
    """The board again with what was typed, and why it was not done."""
    here = boarded(request, slug)
    typed = typed_row(request, key, Board(request, here).seat)
    typed.problem = problem
    if key != NEW and key not in Board(request, here).rows:
        again = TypedRow(NEW, typed.form, typed.opened, problem=problem, gone=key)
        return shown(request, here, again, ["gone", "new", *AROUND])
    return shown(request, here, typed, ["row"])


@require_safe
def board(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole board. `?open=<row>` opens a row's terms; it may stand there for several."""
    here = boarded(request, slug)
    at_work = tuple(colleagues.at_work(here))
    if taken := colleagues.taken_over(here, request.GET.get("take", "")):
        return board_made(request, here, at_work, taken)
    return made_once(request, here, board_made, at_work, remembers=remembered(slug))


def board_made(
    request: HttpRequest, here: At, at_work: tuple[colleagues.AtWork, ...], typed: TypedRow | None = None
) -> HttpResponse:
    """The board's page. at_work: the others who type; typed: what somebody else typed, to be gone on with."""
    first, *others = request.GET.getlist("open") or [""]
    opened = TypedRow(first, opened=True, others={key: TypedRow(key, opened=True) for key in others})
    context = {"at_work": at_work, "shared": settings.CLUB}
    return page(request, "europa/board/board.html", Board(request, here, typed or opened).context() | context)


@require_POST
@problems(show_row)
def draft(request: HttpRequest, slug: str, key: str = NEW) -> HttpResponse:
    """What a row would be, as it is typed. Nothing of the campaign is written; in a club the side sees who types."""
    here = boarded(request, slug)
    typed = typed_row(request, key, Board(request, here).seat)
    act = request.POST.get("act", "")
    if act == "why":
        typed.opened = not typed.opened
    elif act == "drop":
        typed.form = None
    elif act and typed.form:
        typed.form = with_act(request, here, typed, act)
    # Of a row that is not there nobody is told.
    Board(request, here, typed).row(key)
    colleagues.share(request, here, typed)
    return shown(request, here, typed, ["row" if act else "live"])


def with_act(request: HttpRequest, here: At, typed: TypedRow, act: str) -> drafts.RowForm:
    """The form after a tap that only changes what is typed."""
    form = Board(request, here, typed).row(typed.key).form
    return drafts.acted(form, act)


def whole(request: HttpRequest, slug: str) -> HttpResponse:
    """The board as a whole after a change, with what stands typed in its rows."""
    here = boarded(request, slug)
    return shown(request, here, kept(request, here), ["board", "head", "said"])


def show_problem(request: HttpRequest, slug: str, key: str = "", *, problem: Problem) -> HttpResponse:
    """The board, and why something that is no row was not done."""
    return shown(request, boarded(request, slug), TypedRow(problem=problem), ["problem"])


def need(read: Read) -> rows.Draft:
    """The draft, or a Problem with its faults."""
    if read.draft is None:
        first, *others = read.faults or (Fault("sails", "Say what sails."),)
        raise Problem(422, first.text, first.about, others=[(fault.about, fault.text) for fault in others])
    return read.draft


@require_POST
@problems(show_row)
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Put a new row on the board."""
    here = boarded(request, slug)
    board = Board(request, here, typed_row(request, NEW, Board(request, here).seat))
    read = board.row(NEW).read
    try:
        with form_writing(request, here) as writer:
            key = rows.add(writer, need(read))
    except AlreadyDone:
        return after(request, slug, TypedRow(), ["board"])
    board.used(read.form.side)
    colleagues.saved(here, NEW)
    return after(request, slug, TypedRow(key, added=True), ["added", "new"])


@require_POST
@problems(show_row)
def change(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Save what was typed into a row. An untouched form writes nothing."""
    here = boarded(request, slug)
    board = Board(request, here, typed_row(request, key, ""))
    draft = need(board.row(key).read)
    act_once(request, here, lambda writer: rows.change(writer, key, draft))
    colleagues.saved(here, key)
    return after(request, slug, TypedRow(key, opened=board.typed.opened), ["row"])


@require_POST
@problems(show_row)
def copy(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The same row once more."""
    here = boarded(request, slug)
    try:
        with form_writing(request, here) as writer:
            made = rows.copy(writer, key)
    except AlreadyDone:
        return after(request, slug, TypedRow(), ["board"])
    return after(request, slug, TypedRow(made, source=key), ["added", "source"])


@require_POST
@problems(show_row)
def strike(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Take a row off the board."""
    here = boarded(request, slug)
    act_once(request, here, lambda writer: rows.strike(writer, key))
    return after(request, slug, TypedRow(gone=key), ["gone"])


@require_POST
@problems(show_problem)
def repeat(request: HttpRequest, slug: str) -> HttpResponse:
    """The rows of a side's last player turn once more."""
    here = boarded(request, slug)
    side = request.POST.get("side", "")
    if side not in here.system.sides:
        raise Problem(422, "Say whose rows are to sail again.")
    act_once(request, here, lambda writer: again.repeat(writer, side))
    return done(request, f"/c/{slug}/board/", lambda: whole(request, slug))


@require_POST
def keys(request: HttpRequest, slug: str) -> HttpResponse:
    """Turn the keys of one letter on or off, for this browser. Nothing of the campaign changes."""
    boarded(request, slug)
    request.session["keys"] = "off" if request.POST.get("keys") == "off" else "on"
    return done(request, f"/c/{slug}/board/#keys")


@require_POST
@problems(show_problem)
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Take back the last input that had no dice, and stay on the board."""
    here = boarded(request, slug)
    act_once(request, here, lambda writer: undoing.undo(writer, request.POST.get("entry", "")))
    return done(request, f"/c/{slug}/board/", lambda: whole(request, slug))


def after(request: HttpRequest, slug: str, typed: TypedRow, parts: list[str]) -> HttpResponse:
    """After a change: the parts that changed in the same request, or on to the board."""
    url = f"/c/{slug}/board/"
    if not request.htmx:  # type: ignore[attr-defined]
        return done(request, f"{url}?open={typed.key}" if typed.opened else url)
    return shown(request, boarded(request, slug), typed, [*parts, *AROUND])


def show_roll(request: HttpRequest, slug: str, *, problem: Problem) -> HttpResponse:
    """The dice bar again with the dice that were typed, and why nothing was rolled."""
    here, data = boarded(request, slug), request.POST
    typed = kept(request, here)
    typed.strip, typed.dice, typed.problem = data.get("strip", "")[:400], data.get("dice", SERVER), problem
    typed.beyond = frozenset(data.getlist("beyond"))
    stale = problem.status == 409
    return shown(request, here, typed, ["board", "head"] if stale else ["dice"])


@require_POST
@problems(show_roll)
def roll(request: HttpRequest, slug: str) -> HttpResponse:
    """Roll one row, on to the next decision, or all of them, with the server's dice or those typed."""
    here = boarded(request, slug)
    data = request.POST
    order = rolling.Order.of(data.get("roll", "next"))
    dice = dice_sent(request)
    submission = data.get("submission", "")
    if not readouts.is_submission(submission):
        raise Problem(422, "This form is not one of the board: open the board again.")
    typed = kept(request, here)
    if typed.others and (unsaved := Board(request, here, typed).unsaved):
        raise Problem(422, unsaved)
    if pending.must_ask(here.viewer, here.system, here.state.clock[1]):
        return ask(request, here, order, data.getlist("beyond"))
    act_once(request, here, lambda writer: rolling.roll(writer, order, dice, data.getlist("beyond")))
    if request.session.get(f"dice:{slug}", SERVER) != dice.source:
        request.session[f"dice:{slug}"] = dice.source
    url = f"/c/{slug}/board/rolled/{submission}/"
    return done(request, url, lambda: rolled_parts(request, slug, submission))


def ask(request: HttpRequest, here: At, order: rolling.Order, beyond: list[str]) -> HttpResponse:
    """Put rows to sea and ask the enemy for dice, who has a device of their own."""
    slug = here.campaign.slug
    act_once(request, here, lambda writer: pending.ask(writer, order, beyond))
    return done(request, f"/c/{slug}/board/", lambda: whole(request, slug))


def kept(request: HttpRequest, here: At) -> TypedRow:
    """Nothing typed into a row, but what stands unsaved in the rows of the page."""
    if not any(name.startswith(TYPED_ROW) for name in request.POST):
        return TypedRow()
    return TypedRow(others=typed_elsewhere(request, Board(request, here).seat))


def rolled_parts(request: HttpRequest, slug: str, submission: str) -> HttpResponse:
    """The read-out in place of the board, for htmx."""
    here = boarded(request, slug)
    return page(request, "europa/board/_rolled_parts.html", readouts.context(request, here, submission))


@require_safe
def rolled(request: HttpRequest, slug: str, submission: str) -> HttpResponse:
    """What one roll brought, to be read again at any time."""
    here = boarded(request, slug)
    return page(request, "europa/board/rolled.html", readouts.context(request, here, submission))
