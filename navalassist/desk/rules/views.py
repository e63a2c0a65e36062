"""Any rule by itself: the form of what is typed, why not, whose tap, the odds; then the dice, and the receipt.

A new rule whose situation is registered with its system has its page here without any further code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.forms import BooleanField, Form, MultipleChoiceField
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_POST, require_safe

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import at, head_of
from navalassist.desk.answers import act_once, done, own_path, page, problem_of, problems, sentence
from navalassist.desk.at import At
from navalassist.desk.charts.banner import lost_of_rule
from navalassist.desk.dice_sent import dice_sent
from navalassist.desk.due import BACK, Due, back_with, came_from
from navalassist.desk.forms import WayField, follows, form_for, has_way, sent_of
from navalassist.desk.logbook.cases import precedents
from navalassist.desk.logbook.facts import Words
from navalassist.desk.logbook.naming import entry_url, entry_word
from navalassist.desk.logbook.record import Die, lying
from navalassist.desk.logbook.refused import changed_of
from navalassist.desk.logbook.waits import came_to, outcome_url
from navalassist.desk.logbook.wording import words_for
from navalassist.desk.pads import Pad, first_asked, pad_of
from navalassist.desk.problem import Problem
from navalassist.desk.rules.beside import as_before, held_url, known_inputs
from navalassist.desk.rules.plans import begin
from navalassist.desk.sources import entry_links
from navalassist.desk.system_pages import system_pages_of
from navalassist.engine import (
    REGISTER,
    Column,
    DiceError,
    Procedure,
    Remove,
    Replay,
    Tally,
    apply_effects,
    compute,
    parse_dice,
    run,
)
from navalassist.engine.forms import FormErrors
from navalassist.engine.rule import RULES, TICKS, not_played
from navalassist.play.dice.abandoned import abandoned_dice
from navalassist.play.dice.server import TYPED
from navalassist.play.rules.resolve import SEALED, Preview, preview
from navalassist.play.storage.bodies import body_of
from navalassist.play.write.submissions import new_submission

# Before the name of a field: what a tap on its chart sends, the way that it makes.
TAP = "tap."
# What a form sends beside what was chosen.
NOT_CHOSEN = ("csrfmiddlewaretoken", "submission", "seen", BACK)


def offered(here: At, rule: str) -> Procedure:
    """The procedure, where this campaign's system offers it by itself; else 404."""
    if rule not in here.system.forms or rule not in REGISTER:
        raise Http404("There is no such rule here.")
    return REGISTER[rule]


def form_of(here: At, rule: str) -> type[Form]:
    """The form of a rule, with the choices that this viewer has in this campaign."""
    return form_for(here.system.forms[rule], here.state.values, here.state.tables)


def show_form(
    request: HttpRequest,
    slug: str,
    rule: str,
    problem: Problem | None = None,
    form: Form | None = None,
    chosen: QueryDict | None = None,
) -> HttpResponse:
    """The page of one rule, with what was typed and what it would mean. chosen: so far, and nothing of it is wrong."""
    here = at(request, slug)
    offered(here, rule)
    make = form_of(here, rule)
    posted = request.method == "POST" and chosen is None
    problem = problem and replace(problem, text=in_words(here, problem.text))
    if posted and problem and (panel := system_pages_of(here.system.key).on_its_page(request, here, problem)):
        return panel
    given = request.POST if posted else request.GET if chosen is None else chosen
    form = form or (make(given) if posted else begun_with(make, given, side_of(here)))
    context: dict[str, Any] = {
        "head": head_of(here),
        "here": "rules",
        "changed": changed_of(here, problem),
        "stay": f"/c/{slug}/do/{rule}/?{again(here, make, given)}",
        "precedents": precedents(here, rule),
        "off": not_played(rule, here.state.book),
        "way_on": system_pages_of(here.system.key).way_on(here, rule, given),
        "lost": lost_of_rule(here, rule),
        "follows": follows(make),
        "draws": has_way(make.base_fields),
    }
    context |= form_parts(here, rule, form, given)
    sent = request.method == "POST"
    context["known"] = [] if sent else known_inputs(form, context, given)
    if not (posted or context["off"] or any(name in given for name in make.base_fields)):
        context["lately"] = as_before(here, rule, lambda query: tried(here, rule, make, query))
    context["way_back"] = own_path(request.POST.get(BACK, ""), slug) if sent else came_from(request, slug)
    trouble = context.pop("trouble", None)
    if posted:
        # Before that nothing was typed that could be wrong.
        context |= mistakes(request, form, problem, trouble, context["pad"])
    return page(request, "desk/rules/rule.html", context, 422 if context.get("errors") and problem is None else 200)


def form_parts(here: At, rule: str, form: Form, given: QueryDict) -> dict[str, Any]:
    """What the form of a rule is drawn with, wherever it stands: its fields, dice, legality and odds."""
    procedure = offered(here, rule)
    told = looked_up(here, rule, form) if "submission" in given else at_first(here, rule, form, given)
    found: Preview | None = told.get("preview")
    # Dice that lie ready are read first.
    first = first_asked(found, here.state.book) if found and not told["left"] else ""
    return {
        "held": held_url(here, rule, form),
        "procedure": procedure,
        "form": form,
        "watches": here.viewer.seat == OBSERVER,
        "submission": new_submission(),
        "seen": here.version,
        "dice": given.get("dice", "server"),
        "strip": given.get("strip", ""),
        "throws": procedure.throws,
        "pad": pad_of(procedure, first),
    } | told


def form_of_due(
    here: At, due: Due, back: str, request: HttpRequest | None = None, problem: Problem | None = None
) -> dict[str, Any]:
    """What is due, with the form that does it: as it begins, or as it was sent and refused (request, problem).

    back: the page to which it leads; waits: it is for a seat for which this viewer may not tap.
    """
    begun = QueryDict(due.query)
    make, given = form_of(here, due.rule), request.POST if request else begun
    form = make(given) if request else begun_with(make, given, side_of(here))
    fixed = [name for name in begun if name in form.fields]
    waits = not here.viewer.may_act_as(due.seat)
    context: dict[str, Any] = {"due": due, "fixed": fixed, "waits": waits} | form_parts(here, due.rule, form, given)
    if request:
        wrong = mistakes(request, form, problem, context.pop("trouble", None), context["pad"])
        context |= {"unsent": wrong, "dice_wrong": wrong["dice_wrong"], "dice_more": wrong["dice_more"]}
    return context | {"way_back": back}


def in_words(here: At, text: str) -> str:
    """A sentence that says `entry 5`, where a rule knows only `public/5`."""
    return words_for(here.state, {}).sentence(text)


def mistakes(
    request: HttpRequest, form: Form, problem: Problem | None, trouble: Problem | None, pad: Pad
) -> dict[str, Any]:
    """Everything that is wrong with what was typed, each with the field to go to; and any other problem."""
    errors = [
        {"text": sentence(f"{form[name].label}: {text}"), "id": form[name].id_for_label or form[name].auto_id}
        for name, texts in form.errors.items()
        for text in texts
    ]
    dice = dice_mistake(request, problem, pad)
    more = problem is not None and problem.more
    errors += [{"text": dice, "id": "strip"}] if dice and not more else []
    errors += [{"text": trouble.text, "id": ""}] if trouble and not problem else []
    told = problem is not None and (problem.about in form.errors or problem.about == "dice")
    return {"errors": errors, "dice_wrong": dice, "dice_more": more, "problem": None if told and not more else problem}


def dice_mistake(request: HttpRequest, problem: Problem | None, pad: Pad) -> str:
    """What is wrong with the typed dice; '' when nothing is."""
    if problem and problem.about == "dice":
        return problem.text
    try:
        sent = dice_sent(request)
        if sent.source == TYPED:
            parse_dice(sent.strip, decimal=pad.decimal)
    except (DiceError, Problem) as error:
        found = problem_of(error)
        return found.text if found else ""
    return ""


def side_of(here: At) -> str:
    """The side at whose seat somebody sits alone; at one table the one whose player turn it is."""
    alone = here.viewer.seat in here.system.sides and not here.viewer.at_table
    return here.viewer.seat if alone else here.state.clock[1]


def begun_with(make: type[Form], given: QueryDict, side: str) -> Form:
    """A form with its defaults and what the link to it says; looked up at once where nothing else is asked.

    side: whom it begins with, where it asks for one.
    """
    values: dict[str, Any] = {}
    for name, field in make.base_fields.items():
        sent = sent_of(make, name, given)
        values[name] = (sent if isinstance(field, MultipleChoiceField) else sent[-1]) if sent else field.initial
    lacks = any(values[name] is None and field.required for name, field in make.base_fields.items())
    if "side" in values and values["side"] is None:
        values["side"] = side
    return make(initial=values) if lacks else make(values)


def again(here: At, make: type[Form], given: QueryDict) -> str:
    """What was typed, as the address that shows it again: taking another seat loses nothing.

    But a way that is drawn in a closed campaign, which the next seat is not to see.
    """
    kept = QueryDict(mutable=True)
    closed = here.system.is_closed(here.state.values)
    fields = (name for name, field in make.base_fields.items() if not (closed and isinstance(field, WayField)))
    for name in (*fields, "dice", "strip"):
        kept.setlist(name, [value for value in sent_of(make, name, given) if value])
    return kept.urlencode()


def looked_up(here: At, rule: str, form: Form) -> dict[str, Any]:
    """What can be said before the dice: nothing while the form is empty or does not fit."""
    if not form.is_bound or not form.is_valid():
        return {}
    try:
        found: Preview = in_names(here, preview(here.state, rule, form.cleaned_data, here.system))
        settled = not (found.refusal or found.procedure.throws)
        changes = changes_without_dice(here, found) if settled else []
        left = dice_ready(here, rule, form)
    except FormErrors as error:
        for name, text in error.fields.items():
            form.add_error(name, text)
        return {}
    except (LookupError, ValueError) as error:
        return {"trouble": problem_of(error)}
    return {"preview": found, "settled": settled, "changes": changes, "left": left} | basis_of(here, rule, found)


def tried(here: At, rule: str, make: type[Form], query: QueryDict) -> str:
    """Why what a link would type can't be carried out now; '' where it can."""
    form = begun_with(make, query, side_of(here))
    told = looked_up(here, rule, form)
    if form.errors:
        name, texts = next(iter(form.errors.items()))
        return sentence(f"{form[name].label}: {texts[0]}")
    if trouble := told.get("trouble"):
        return str(trouble.text)
    found: Preview | None = told.get("preview")
    return found.refusal.reason if found and found.refusal else ""


def at_first(here: At, rule: str, form: Form, given: QueryDict) -> dict[str, Any]:
    """The same before anything was typed: what is said against choices that are still open is a hint, no mistake."""
    told = looked_up(here, rule, form)
    open_fields = [name for name in form.fields if name not in given]
    hints = [(form[name].label, form.errors.pop(name)) for name in open_fields if name in form.errors]
    found: Preview | None = told.get("preview")
    if (
        found is None
        or found.refusal is None
        or found.refusal.stands
        or not any(asks_for_many(form, name) for name in open_fields)
    ):
        return told | {"hints": hints}
    return told | {"hints": hints, "as_it_stands": found.refusal, "preview": replace(found, refusal=None)}


def asks_for_many(form: Form, name: str) -> bool:
    """True for a field with something to tick, without which nothing is asked yet."""
    field = form.fields[name]
    return isinstance(field, MultipleChoiceField) and bool(field.choices) and name != TICKS


def basis_of(here: At, rule: str, found: Preview) -> dict[str, Any]:
    """What decides beforehand: terms with their sum, or conditions, with the entries that set what they read."""
    basis = here.system.bases.get(rule)
    if basis is None:
        return {}
    told = compute(basis(found.situation), here.state.book)
    links = entry_links(here, [key for part in getattr(told, "terms", told) for key in part.facts])
    plain = "Column" if isinstance(told, Column) else "Added to the die" if found.procedure.throws else "Sum"
    text = (rule in RULES and RULES[rule].summed) or plain
    return {"tally" if isinstance(told, Tally) else "conditions": told, "links": links, "sum_text": text}


def in_names(here: At, found: Preview) -> Preview:
    """A preview whose refusal says `entry 5`, where the rule knows only `public/5`."""
    if found.refusal is None:
        return found
    return replace(found, refusal=replace(found.refusal, reason=in_words(here, found.refusal.reason)))


def dice_ready(here: At, rule: str, form: Form) -> dict[str, Any] | None:
    """Dice that were thrown for this, and given up: they are read again. Of others' secret dice nothing is told."""
    marks = (
        abandoned_dice(here.state, rule, form.cleaned_data, audience) for audience in sorted(here.viewer.audiences)
    )
    found = next((left for left in marks if left), None)
    if found is None:
        return None
    lie = [lying({"faces": faces}, found.sides.get(key, 0)) for key, faces in found.faces.items()]
    thrown = [Die(face, found.source == TYPED) for faces in lie for face in faces]
    return {"dice": thrown, "url": entry_url(here.state, found.reference), "word": entry_word(found.reference)}


def changes_without_dice(here: At, found: Preview) -> list[tuple[str, str, str]]:
    """What a rule without dice would change: name of the fact, before, after."""
    result = run(found.procedure, found.situation, here.state.book, Replay({}))
    gone = {effect.key for effect in result.effects if isinstance(effect, Remove)}
    # Marks are for the rules alone.
    told = [effect for effect in result.effects if not effect.key.startswith("mark:")]
    changes = [c for c in apply_effects(told, dict(here.state.values)) if c.key.rpartition(".")[0] not in gone]
    # Of a row that is made, only what it holds is told.
    changes = [c for c in changes if c.before is not None or c.after not in ("", [], False, None)]
    # What was read is what this viewer sees: it gives their names to secrets of the own side.
    read = list(found.facts_read.items())
    words = words_for(here.state, {"facts_read": read, "changes": [(c.key, c.before, c.after) for c in changes]})
    rows = [(words.row(row), "there", "gone") for row in sorted(gone) if not row.startswith("mark:")]
    return rows + [
        (words.fact(c.key), _value(here, words, c.key, c.before), _value(here, words, c.key, c.after)) for c in changes
    ]


def _value(here: At, words: Words, fact: str, value: Any) -> str:
    """A value as the log calls it, and what it comes to."""
    comes_to = system_pages_of(here.system.key).comes_to(here, fact, value)
    return ", ".join(filter(None, (words.value(fact, value), comes_to)))


@require_safe
def rule_page(request: HttpRequest, slug: str, rule: str) -> HttpResponse:
    """The empty form."""
    return show_form(request, slug, rule)


@require_POST
def look(request: HttpRequest, slug: str, rule: str) -> HttpResponse:
    """Legality and odds for what is typed. It never rolls and never writes; a POST keeps the token out of addresses."""
    return show_form(request, slug, rule)


@require_POST
def follow(request: HttpRequest, slug: str, rule: str) -> HttpResponse:
    """The same as soon as something is chosen, for what other fields list then. What is still open is no mistake."""
    here = at(request, slug)
    offered(here, rule)
    chosen = QueryDict(mutable=True)
    for name, values in request.POST.lists():
        if any(values) and name not in NOT_CHOSEN and f"{TAP}{name}" not in request.POST:
            chosen.setlist(name.removeprefix(TAP), values)
    for name, field in form_of(here, rule).base_fields.items():
        if isinstance(field, BooleanField):
            # A box without a tick is not sent, and is no box that nobody has seen yet.
            chosen.setdefault(name, "")
    return show_form(request, slug, rule, chosen=chosen)


@require_POST
@problems(show_form)
def carry_out_rule(request: HttpRequest, slug: str, rule: str) -> HttpResponse:
    """Carry the rule out. The answer is the page that one came from, with what came of it; else its receipt."""
    here = at(request, slug)
    offered(here, rule)
    dice = dice_sent(request)
    form = form_of(here, rule)(request.POST)
    if not form.is_valid():
        label, errors = next(iter(form.errors.items()))
        name = form.fields[label].label if label in form.fields else label
        raise Problem(422, sentence(f"{name}: {errors[0]}"), about=label)

    made = act_once(request, here, lambda writer: begin(writer, here, rule, form.cleaned_data, request.POST, dice))
    stays = stays_on(at(request, slug), made, own_path(request.POST.get(BACK, ""), slug))
    last = came_to(made)
    return done(request, back_with(stays, last) if stays and last else outcome_url(made, slug))


def stays_on(here: At, made: Sequence[Entry], back: str) -> str:
    """The page where what came of an act is shown: of what it is a part of, else the one that one came from.

    '' for its receipt: where one came from nowhere, where it waits for an answer, and where that page is no more.
    """
    last = came_to(made)
    body = body_of(last, here.viewer.audiences) if last else {}
    if last is None or body.get("waits_for", {}).get("kind", SEALED) != SEALED:
        return ""
    if part_of := system_pages_of(here.system.key).goes_on(here, body):
        return f"/c/{here.campaign.slug}/{part_of.path}"
    back = "" if last.kind == "waiting" else back
    gone = {key.partition(":")[2].rpartition(".")[0] for key, _, after in body.get("changes", ()) if after is None}
    return f"/c/{here.campaign.slug}/" if back and gone & set(back.split("/")) else back


def rule_view(request: HttpRequest, slug: str, rule: str) -> HttpResponse:
    """One address for both."""
    return (carry_out_rule if request.method == "POST" else rule_page)(request, slug, rule)
