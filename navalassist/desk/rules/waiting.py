"""A procedure that waits: what is asked, of whom, and what is known so far; the answer; giving it up.

Only the seat that is asked answers, at its own page: what it chooses may be sealed. The others see whom it waits for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.desk.access import at, head_of
from navalassist.desk.answers import act_once, done, page, problems
from navalassist.desk.at import At
from navalassist.desk.dice_sent import dice_sent
from navalassist.desk.logbook.naming import entry_url, entry_word, short_entry
from navalassist.desk.logbook.receipt import receipt_of
from navalassist.desk.logbook.record import Body
from navalassist.desk.logbook.views import GONE, entry_at
from navalassist.desk.logbook.waits import came_to, outcome_url, wait_of, waiting_url, went_on
from navalassist.desk.logbook.wording import words_for
from navalassist.desk.pads import Pad, pad_of
from navalassist.desk.problem import Problem
from navalassist.desk.rules.cell_asked import also_seen, around, other_side
from navalassist.desk.rules.plans import option_sent, plan_sent, sealed_plan, sealed_seats
from navalassist.desk.system_pages import system_pages_of
from navalassist.engine import REGISTER, EffectError, run
from navalassist.engine.cells import STAND_IN
from navalassist.play.charts.change import may_change, with_stand_ins
from navalassist.play.corrections.undo import WHY_GIVEN_UP, begun_by, give_up, is_open, why_not_give_up
from navalassist.play.dice.server import SERVER, TYPED, DiceInput, NotThrown, SameDice
from navalassist.play.rules.resolve import DICE, SEALED, answer, plans_asked
from navalassist.play.state import State
from navalassist.play.storage.bodies import body_of, faces_at_hand, recorded_choices
from navalassist.play.storage.tables import shipped_stand_in
from navalassist.play.write.rights import may_answer
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.writer import Writer

# The answer of who has no printed chart: its table plays by stand-ins from the next step on.
FROM_HERE_ON = "from-here-on"
NO_LONGER = "It waits no longer: somebody answered it, or gave it up."


@dataclass(frozen=True)
class Dice:
    """Which dice the form asks for. either: whose is chosen; pad: of typed faces, if needed; word: what holds."""

    either: bool = False
    pad: Pad | None = None
    word: str = ""


def waiting_at(request: HttpRequest, slug: str, chain: str, seq: int) -> tuple[At, Entry, Body]:
    """The entry that waits or waited; 404 where there is none, or not for these eyes."""
    here = at(request, slug)
    entry = entry_at(here, chain, seq)
    body = body_of(entry, here.viewer.audiences)
    if entry.kind != "waiting" or "waits_for" not in body:
        raise Http404(GONE)
    return here, entry, body


def may_give_up(viewer: Viewer, entry: Entry) -> bool:
    """True for the seat that began it, for who tapped for that seat, and for the moderator."""
    return viewer.seat in (*begun_by(entry), MODERATOR)


def dice_follow(state: State, body: Body) -> bool:
    """Whether more dice are thrown after one of the answers. A sealed choice may not tell."""
    procedure, asked = REGISTER[body["procedure"]], body["waits_for"]
    if asked["kind"] in (SEALED, DICE) or "situation" not in body:
        return True
    situation = procedure.situation.model_validate(body["situation"])
    if asked.get("free") and not asked["options"]:
        return True
    for option, _ in asked.get("options", ()):
        choices = recorded_choices(body) | {asked["key"]: option}
        pending = run(procedure, situation, state.book, SameDice(faces_at_hand(body), NotThrown(choices))).pending
        # What is asked next may want dice in its turn.
        if pending is not None:
            return True
    return False


def dice_asked(state: State, body: Body) -> Dice:
    """The dice that the form asks for. Those of one entry have one source: what was begun by hand goes on by hand."""
    procedure, kind = REGISTER.get(body["procedure"]), body["waits_for"]["kind"]
    source = body.get("dice", {}).get("source", "")
    if procedure is None or not procedure.throws or not dice_follow(state, body):
        return Dice()
    if source == SERVER:
        return Dice(word="The server threw the first dice, and throws what else is needed.")
    if kind == SEALED:
        word = "Your answer is sealed first. If dice are needed then, they are asked for afterwards."
        return Dice(either=not source, word=word)
    word = "The first dice were typed: type what else is needed, nothing if no more are." if source else procedure.dice
    return Dice(either=not source, pad=pad_of(procedure, body["waits_for"].get("dice", "")), word=word)


def show(request: HttpRequest, slug: str, chain: str, seq: int, problem: Problem | None = None) -> HttpResponse:
    """The page, with what was typed where something did not fit."""
    here, entry, body = waiting_at(request, slug, chain, seq)
    if problem and (panel := system_pages_of(here.system.key).on_its_page(request, here, problem)):
        return panel
    wait = wait_of(here, entry, body)
    context: dict[str, Any] = {
        "head": head_of(here),
        "here": "log",
        "entry": entry,
        "name": short_entry(entry.reference),
        "wait": wait,
        "asked": body["waits_for"],
        "address": waiting_url(slug, entry.reference),
        "receipt": receipt_of(here, entry),
        "problem": problem,
        "sealed": sealed_seats(entry),
        "open": is_open(here.state, entry, body),
        "yours": may_answer(here.viewer, entry, wait.seat),
    }
    pages = system_pages_of(here.system.key)
    context["plan"] = plan = sealed_plan(here, request.POST, entry, body)
    context["part_of"] = pages.goes_on(here, body)
    if plan and (beside := pages.beside_plan(here, body)):
        context |= {**beside.context, "beside": beside}
    context["yours"] = context["yours"] or plan is not None
    context["options"] = plan.asked.options if plan else body["waits_for"].get("options", ())
    context |= {"stand_in": stand_in_of(body["waits_for"]), "may_change": may_change(here.viewer)}
    context["other_side"] = other_side(here, entry) if "cell" in body["waits_for"] and here.viewer.at_table else ""
    context["around"] = around(here.state, body["waits_for"]) if context["open"] else None
    context |= _form(request, here, entry, body) if context["open"] else {"followed_by": _followed_by(here, entry)}
    return page(request, "desk/waiting/waiting.html", context)


def _form(request: HttpRequest, here: At, entry: Entry, body: Body) -> dict[str, Any]:
    """What was typed, or an empty form."""
    typed = {name: request.POST.get(name, "") for name in ("choice", "other", "strip", "reason", "note", "seen_by")}
    return {
        "typed": typed | {"dice": request.POST.get("dice", SERVER)},
        "dice": dice_asked(here.state, body),
        "mistyped": body.get("dice", {}).get("source") == TYPED,
        "reasons": WHY_GIVEN_UP,
        "may_give_up": may_give_up(here.viewer, entry),
        "why_not": why_not_give_up(here.state, entry, body),
        "submission": new_submission(),
        "seen": here.version,
    }


def _followed_by(here: At, entry: Entry) -> tuple[str, str] | None:
    """The entry that followed: the answer, or that it was given up."""
    found = went_on(entry, here.viewer.audiences)
    corrected = Entry.objects.filter(campaign=here.campaign).correcting([entry.reference])
    found = corrected.seen_by(here.viewer.audiences).order_by("id").first() or found
    return (entry_url(here.state, found.reference), entry_word(found.reference)) if found else None


@require_safe
def waiting_page(request: HttpRequest, slug: str, chain: str, seq: int) -> HttpResponse:
    """What is asked. A GET writes nothing."""
    return show(request, slug, chain, seq)


@require_POST
@problems(show)
def answer_it(request: HttpRequest, slug: str, chain: str, seq: int) -> HttpResponse:
    """Go on with the answer: to the next question, or to the receipt."""
    here, entry, body = waiting_at(request, slug, chain, seq)

    def go_on(writer: Writer) -> None:
        if not is_open(writer.state, entry, body):
            raise Problem(409, NO_LONGER)
        dice = dice_typed(request, body)
        try:
            answer(writer, entry, body, choice_typed(request, here, entry, body), dice)
        except EffectError as error:
            raise overtaken(here, entry, body, error) from error
        dice.finish()
        if request.POST.get("stand_in") == FROM_HERE_ON:
            with_stand_ins(writer, body["waits_for"]["cell"][0])
        if request.POST.get("seen_by"):
            also_seen(writer, body["waits_for"], other_side(here, entry))

    made = act_once(request, here, go_on)
    part_of = system_pages_of(here.system.key).goes_on(here, body) if body["waits_for"]["kind"] == SEALED else None
    last = came_to(made)
    if part_of is None or last is None:
        return done(request, outcome_url(made, slug))
    # Plans of an operation are sealed from its page, and shown there.
    return done(request, f"/c/{slug}/{part_of.path}?last={last.reference}#last")


def overtaken(here: At, entry: Entry, body: Body, error: EffectError) -> Exception:
    """What was done since the question was asked stands in the way of its answer: what, by which entry, how to go on.

    The error itself where it is none of a fact.
    """
    if not error.fact:
        return error
    row = error.fact if error.fact.count(".") == 0 else error.fact.rpartition(".")[0]
    words, sources = words_for(here.state, body), here.state.sources
    made = next((source for fact, source in sources.items() if fact.startswith(f"{row}.")), "")
    what = f"{words.row(row)}: it is there already, by {entry_word(made)}" if made else f"{words.row(row)} is gone"
    how = "Take that back or correct it, and answer then"
    how += "." if why_not_give_up(here.state, entry, body) else ", or give this up below."
    text = f"The answer can't stand, for something else was done since the question. {what}. {how}"
    return Problem(409, text, way=(entry_url(here.state, made), entry_word(made).capitalize()) if made else ("", ""))


def choice_typed(request: HttpRequest, here: At, entry: Entry, body: Body) -> str:
    """One of the options, or of a cell what else was typed; '' where only dice are asked for. Problem 422 for another.

    A cell may be answered by the stand-in that comes with the table, which is marked. A plan has a choice in each line.
    """
    asked = body["waits_for"]
    if own := plans_asked(here.state, entry).get(here.viewer.seat):
        return plan_sent(request.POST, own)
    if "cell" in asked and "stand_in" in request.POST:
        return stand_in_of(asked) + STAND_IN
    if asked.get("free") and (other := request.POST.get("other", "").strip()):
        return other.removesuffix(STAND_IN)
    return option_sent(request.POST, dict(asked.get("options", ()))) if asked["kind"] != DICE else ""


def stand_in_of(asked: Body) -> str:
    """The stand-in that comes with a table for the cell that is asked for; '' where there is none."""
    return shipped_stand_in(*asked["cell"]) if "cell" in asked else ""


def dice_typed(request: HttpRequest, body: Body) -> DiceInput:
    """The dice of the form, from the source that the first ones had. With a sealed answer none are typed."""
    begun = str(body.get("dice", {}).get("source", ""))
    return dice_sent(request, begun=begun, taken=body["waits_for"]["kind"] != SEALED)


@require_POST
def what_if(request: HttpRequest, slug: str, chain: str, seq: int) -> HttpResponse:
    """The page with what the choices may bring that are sent: looked at, and nothing of it written."""
    return show(request, slug, chain, seq)


def waiting_view(request: HttpRequest, slug: str, chain: str, seq: int) -> HttpResponse:
    """One address for the question and the answer."""
    return (answer_it if request.method == "POST" else waiting_page)(request, slug, chain, seq)


@require_POST
@problems(show)
def give_it_up(request: HttpRequest, slug: str, chain: str, seq: int) -> HttpResponse:
    """End it without an outcome. Its dice stay thrown; the receipt says so."""
    here, entry, _ = waiting_at(request, slug, chain, seq)
    note = request.POST.get("note", "").strip()
    if len(note) > 200:
        raise Problem(422, f"Note: at most 200 characters; these are {len(note)}.", about="note")
    made = act_once(request, here, lambda writer: give_up(writer, entry, request.POST.get("reason", ""), note))
    return done(request, outcome_url(made, slug))
