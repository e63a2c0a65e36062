"""A new campaign: its name, the turn it begins in, Malta's number by scenario, and which way that number counts."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.desk.access import actor_of
from navalassist.desk.answers import Problem, page, problems
from navalassist.play.systems import Moment
from navalassist.play.writer import new_submission
from navalassist.rules.europa.clock import MONTHS, turn_title
from navalassist.rules.europa.rulings_status import R04
from navalassist.sqlite import write_lock
from navalassist.systems.europa.places import places
from navalassist.systems.europa.setup import DEMO_MALTA, DEMO_START, begin
from navalassist.systems.europa.theatres import KEY, PLAIN
from navalassist.systems.europa.upkeep import EditError, whole

NAME_LENGTH, SLUG_LENGTH = 120, 60
YEARS = range(1939, 1946)
HALVES = (("1", "I (1st to 15th)"), ("2", "II (16th to the end)"))
ANSWERS = {"rule33": "It lowers it", "rule36": "It raises it"}


def show(request: HttpRequest, problem: Problem | None = None) -> HttpResponse:
    """The form, with what was typed."""
    year, month, half = DEMO_START.turn.split("-")
    plain = {
        "name": "",
        "theatres": PLAIN,
        "malta": str(DEMO_MALTA),
        "scale": R04.default,
        "year": year,
        "month": month,
        "half": half,
    }
    typed = {name: request.POST.get(name, value) for name, value in plain.items()}
    context: dict[str, Any] = {
        "here": "campaigns",
        "typed": typed,
        "problem": problem,
        "submission": new_submission(),
        "years": [str(y) for y in YEARS],
        "months": [(f"{n:02}", word) for n, word in enumerate(MONTHS, start=1)],
        "halves": HALVES,
        "answers": ANSWERS.items(),
        "waters": places().conditions[KEY],
        "name_length": NAME_LENGTH,
    }
    return page(request, "desk/setup/new.html", context)


@problems(show)
def make(request: HttpRequest) -> HttpResponse:
    """Begin the campaign and go to its map. A second tap of the same form finds it begun."""
    name, moment, malta = name_of(request.POST.get("name", "")), moment_of(request), number_of(request)
    scale = request.POST.get("scale", "")
    if scale not in ANSWERS:
        raise Problem(422, "Malta’s scale: say whether bombing lowers or raises the number.", "scale")
    theatres = theatres_typed(request)
    submission = request.POST.get("submission", "")[:40]
    # One lock round looking and making, so that two taps, or two names alike, can't cross.
    with write_lock():
        known = begun_by(submission)
        campaign = known or begin(
            name,
            malta=malta,
            moment=moment,
            slug=free_slug(name),
            rulings={R04.number: scale},
            theatres=theatres,
            actor=actor_of(request),
            submission=submission,
        )
    return HttpResponseRedirect(f"/c/{campaign.slug}/")


def begun_by(submission: str) -> Campaign | None:
    """The campaign that this very form began before."""
    if not submission:
        return None
    entry = Entry.objects.filter(submission=submission, kind="setup", sequence=1).select_related("campaign").first()
    return entry.campaign if entry else None


def name_of(typed: str) -> str:
    """The campaign's name in one line."""
    name = " ".join("".join(c if c.isprintable() else " " for c in typed).split())
    if not name:
        raise Problem(422, "Name: type a name for the campaign.", "name")
    if len(name) > NAME_LENGTH:
        raise Problem(422, f"Name: at most {NAME_LENGTH} signs, this has {len(name)}.", "name")
    return name


def moment_of(request: HttpRequest) -> Moment:
    """The start of the turn that was chosen."""
    year, month, half = (request.POST.get(name, "") for name in ("year", "month", "half"))
    turn = f"{year}-{month}-{half}"
    try:
        turn_title(turn)
    except ValueError:
        raise Problem(422, "First turn: choose a year, a month, and I or II.", "year") from None
    if int(year) not in YEARS:
        raise Problem(422, f"First turn: choose a year from {YEARS[0]} to {YEARS[-1]}.", "year")
    return Moment(turn, "axis", "initial")


def theatres_typed(request: HttpRequest) -> str:
    """The waters that were chosen; a form without them means the Mediterranean and the Red Sea."""
    choice = request.POST.get("theatres", PLAIN)
    if choice not in places().conditions[KEY].choices:
        raise Problem(
            422, "Waters: choose the Mediterranean and Red Sea, the northern and outer waters, or both.", "theatres"
        )
    return choice


def number_of(request: HttpRequest) -> int:
    """Malta's number at the start (36.A.4)."""
    try:
        return whole(request.POST.get("malta", ""), "malta", "Malta’s number", 0, 15)
    except EditError as error:
        raise Problem(422, str(error), error.about) from None


def free_slug(name: str) -> str:
    """An address for the campaign that no other has."""
    base = slugify(name)[: SLUG_LENGTH - 5].strip("-_") or "campaign"
    taken = set(Campaign.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number = 2
    slug = base
    while slug in taken:
        slug, number = f"{base}-{number}", number + 1
    return slug


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form, and the campaign that comes of it."""
    return make(request) if request.method == "POST" else show(request)
