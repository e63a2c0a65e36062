"""The page that puts a fact right as of a turn that is over, with the rolls that had read it wrongly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_http_methods, require_POST

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import MODERATOR
from navalassist.desk.access import at, head_of
from navalassist.desk.answers import act_once, done, page, problem_of, problems, receipt_url
from navalassist.desk.at import At
from navalassist.desk.logbook.correcting import carried_out, check_whole
from navalassist.desk.logbook.correction_preview import CorrectionPreview, Plan, all_with_the_same_dice, would_be
from navalassist.desk.logbook.follow_ups import WAYS, can_make_up, check_typed_dice, more_dice, settled_of, typed_of
from navalassist.desk.logbook.naming import entry_url, entry_word, turn_name
from navalassist.desk.logbook.references import entries_by_reference, number_over_time
from navalassist.desk.logbook.wording import PastFact, wording_of, words_for
from navalassist.desk.problem import Problem
from navalassist.engine import Effect, Set
from navalassist.engine.english import capital
from navalassist.play.corrections.past_facts import Past
from navalassist.play.corrections.past_turns import begins, is_older, player_turns, set_back
from navalassist.play.disputes.asking import consent_wanted
from navalassist.play.write.edits import EditError
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.writer import Writer

ACT = "fact.since"
LONGEST = 200


@dataclass(frozen=True)
class Told:
    """What was typed: the fact, its value, since when, and why."""

    past: PastFact
    to: Any
    when: tuple[str, str]
    why: str


def past_fact(here: At, fact: str) -> PastFact:
    """A fact that may be put right as of a turn, and that this viewer sees. 404 for another."""
    found = wording_of(here.state).policy.past_facts(here.state.seen_by(here.viewer.audiences))
    past = next((one for one in found if one.fact == fact), None)
    if past is None:
        raise Http404("Nothing of this name can be put right as of a turn.")
    return past


def told_of(here: At, past: PastFact, typed: QueryDict, *, needs_why: bool = True) -> Told:
    """From the form. Problem 422 for what does not fit, by its field. needs_why: false where nothing is written."""
    why = " ".join(typed.get("why", "").split())
    turn, _, player_turn = typed.get("when", "").partition("/")
    try:
        to = past.value(typed.get("to", ""))
    except ValueError as wrong:
        raise Problem(422, f"{past.label}: {wrong}.", about="to") from None
    if (turn, player_turn) not in player_turns(here.campaign):
        raise Problem(422, "Since when: choose a turn of this campaign.", about="when")
    if (needs_why and not why) or len(why) > LONGEST:
        raise Problem(422, f"Because: say why, in at most {LONGEST} signs.", about="why")
    return Told(past, to, (turn, player_turn), why)


def plan_of(here: At, told: Told, typed: QueryDict) -> Plan:
    """The input, and what becomes of the rolls that had read it otherwise. Problem 422 where it can't be."""
    past = _past(here, told)
    check_typed_dice(typed)
    readers = past.readers(here.viewer.audiences)
    if past.right_now == past.now and past.then == told.to and not readers:
        raise Problem(422, f"{told.past.label}: it stands so, and nothing had read it otherwise since.", about="to")
    plan = Plan([], {}, more_dice(typed), (), past, partial(_put_right, told, past, readers), readers, typed_of(typed))
    return plan.choosing(here.viewer, here.state, settled_of(typed))


def _past(here: At, told: Told) -> Past:
    """The fact as it was since then. Problem 422 where something was set since that has to be put right first."""
    fact, begin = told.past.fact, begins(here.campaign, told.when)
    assert begin is not None
    now, label = here.state.values[fact], told.past.label
    over = set_back(begin, fact, here.system)
    past = Past(fact, told.to, begin, number_over_time(here, fact), not told.past.choices, now, over)
    again = past.until is not None or not is_older(here.campaign, here.state.sources.get(fact, ""), begin)
    if not told.past.again and again and now != told.to:
        raise _set_again(here, told, here.state.sources.get(fact, ""))
    if entry := past.by_hand:
        text = f"{label} was set by hand since then, by {_entry(here, entry)}: put it right as of that turn."
        raise Problem(422, text, about="when", way=_way(here, entry))
    if past.counts and not told.past.bounds[0] <= past.right_now <= told.past.bounds[1]:
        raise Problem(422, f"{label} would be {past.right_now} by now, by what moved it since.", about="to")
    return past


def _set_again(here: At, told: Told, source: str) -> Problem:
    """Nobody keeps what it was in between: which entry stands in the way, and what comes first."""
    entry, past = entries_by_reference(here, [source]).get(source), told.past
    by = f", by {_entry(here, entry)}" if entry else ""
    now, to = past.word(here.state.values[past.fact]), past.word(told.to)
    text = f"{past.label} was set again since then{by}, and is {now} now. Where {now} is wrong, set it to {to} first."
    return Problem(422, text, about="when", way=_way(here, entry) if entry else ("", ""))


def _entry(here: At, entry: Entry) -> str:
    return f"{entry_word(entry.reference)} of {turn_name(here.state, entry.turn)}"


def _way(here: At, entry: Entry) -> tuple[str, str]:
    return entry_url(here.state, entry.reference), capital(entry_word(entry.reference))


def _put_right(told: Told, past: Past, readers: Sequence[Entry], writer: Writer) -> Entry:
    state, names, way = writer.state, writer.system.names, past.way(readers)
    effects: list[Effect] = [Set(past.fact, value) for value in way[:-1]]
    if way and past.until is not None:
        effects.append(Set(past.fact, way[-1]))
    elif way:
        try:
            edit = wording_of(state).policy.put_right(state, told.past, way[-1], told.why, told.when)
        except EditError as error:
            raise Problem(422, str(error), about="to", rule=error.rule) from None
        effects += edit.effects
    word = told.past.word(told.to)
    title = f"{told.past.label}: {word} since {names.turn(told.when[0])}, {writer.system.turn_of(told.when[1])}"
    return writer.edit(ACT, effects, title=title, note=told.why, since=list(told.when))


def show(
    request: HttpRequest,
    slug: str,
    problem: Problem | None = None,
    would: CorrectionPreview | None = None,
) -> HttpResponse:
    """The form, with what was typed and what it would give."""
    here = at(request, slug)
    typed = request.POST if request.method == "POST" else request.GET
    past = past_fact(here, typed.get("fact", ""))
    home = f"/c/{slug}/log/since/"
    context: dict[str, Any] = {
        "head": head_of(here),
        "here": "log",
        "past": past,
        "now": words_for(here.state, {}).value(past.fact, here.state.values[past.fact]),
        "turns": [(f"{t}/{p}", f"{turn_name(here.state, t)}, {here.system.turn_of(p)}") for t, p in _turns(here)],
        "choices": [(str(value), word) for value, word in past.choices],
        "typed": {name: typed.get(name, "") for name in ("to", "when", "why")},
        "problem": problem,
        "would": would,
        "ways": WAYS,
        "make_up": can_make_up(here.state),
        "home": home,
        "preview": f"{home}preview/",
        "submission": request.POST.get("submission") or new_submission(),
        "seen": here.version,
    }
    return page(request, "desk/logbook/since.html", context, problem.status if problem else 200)


def _turns(here: At) -> list[tuple[str, str]]:
    return list(reversed(player_turns(here.campaign)))


@require_POST
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """What it would give. It writes nothing."""
    here = at(request, slug)
    problem, would = None, None
    try:
        past = past_fact(here, request.POST.get("fact", ""))
        plan = plan_of(here, told_of(here, past, request.POST, needs_why=False), request.POST)
        would = would_be(here, all_with_the_same_dice(here, plan) if "all" in request.POST else plan)
    except Exception as error:
        problem = problem_of(error)
        if problem is None:
            raise
    return show(request, slug, problem, would)


@problems(show)
def _carry_out(request: HttpRequest, slug: str) -> HttpResponse:
    here = at(request, slug)
    told = told_of(here, past_fact(here, request.POST.get("fact", "")), request.POST)

    def act(writer: Writer) -> list[Entry]:
        now = At(writer.state, writer.viewer, here.system)
        plan = plan_of(now, told, request.POST)
        check_typed_dice(request.POST)
        check_whole(would_be(now, plan))
        if plan.redos and consent_wanted(writer.state.values) and writer.viewer.seat != MODERATOR:
            raise Problem(422, "H-01: rolls are made again with consent alone. Ask the moderator to put this right.")
        assert plan.first is not None
        entry = plan.first(writer)
        return [entry, *carried_out(writer, replace(plan, first=None))] if plan.redos else [entry]

    made = act_once(request, here, act)
    return done(request, receipt_url(made[0] if made else None, slug))


def which(request: HttpRequest, slug: str) -> HttpResponse:
    """What may be put right as of a turn, to choose one."""
    here = at(request, slug)
    found = wording_of(here.state).policy.past_facts(here.state.seen_by(here.viewer.audiences))
    groups = [(group, list(some)) for group, some in groupby(found, key=lambda one: one.group)]
    context = {"head": head_of(here), "here": "log", "groups": groups, "home": f"/c/{slug}/log/since/"}
    return page(request, "desk/logbook/since_which.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def since_view(request: HttpRequest, slug: str) -> HttpResponse:
    """One address for the form of a fact and for what it sends; without a fact, to choose one."""
    if request.method == "POST":
        return _carry_out(request, slug)
    return show(request, slug) if "fact" in request.GET else which(request, slug)
