"""A new campaign: its rule system, its name, and what that system asks; and the demo of a system, in one tap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Actor, Campaign, Clock
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.desk.access import actor_of
from navalassist.desk.answers import key_of, page, problems
from navalassist.desk.packs.mine import FIELD, campaigns_of, pack_of
from navalassist.desk.packs.sent import FILE, is_sent, sent_pack
from navalassist.desk.problem import Problem
from navalassist.desk.setup import scenario_sent
from navalassist.desk.setup.demos import address_of, cells_of, demo_for
from navalassist.desk.setup_hooks import NewCampaign
from navalassist.desk.system_pages import SYSTEM_PAGES
from navalassist.play.charts.begun import A_PACK, OWN_BOX, STAND_INS, lost_charts, put_lists, tables_for, tables_with
from navalassist.play.people import seats
from navalassist.play.systems import SYSTEMS
from navalassist.play.write.submissions import new_submission, together
from navalassist.play.write.transaction import writing
from navalassist.seats.models import new_code
from tables.packs import MOST_BYTES, PackList

# The choices of the charts that were never put into text: what each is called, what it means, and its words in the
# sentence beside the button.
CHARTS = (
    (OWN_BOX, "I own the box", "unknown cells: play asks for each one once and keeps it", "lost charts asked in play"),
    (
        STAND_INS,
        "Stand-ins",
        "invented values, each result marked; they can be typed over later",
        "stand-ins for lost charts",
    ),
    (
        A_PACK,
        "A chart pack",
        "what you or a friend with the box typed, from a file or from another campaign; what it lacks, play asks for",
        "charts from a pack",
    ),
)
NAME_LENGTH, SLUG_LENGTH = 120, 60


def forms() -> dict[str, NewCampaign]:
    """The rule systems in which a campaign can be begun here, and what each asks."""
    return {
        key: system_pages.new
        for key, system_pages in SYSTEM_PAGES.items()
        if system_pages.new is not None and key in SYSTEMS
    }


def form_of(wanted: str) -> tuple[str, NewCampaign]:
    """A rule system and what it asks; where none is named, the first. Problem for one that is not there."""
    found = forms()
    key = wanted or next(iter(found))
    if key not in found:
        raise Problem(422, f"Rules: choose one of {', '.join(SYSTEMS[name].title for name in found)}.", "system")
    return key, found[key]


def show(request: HttpRequest, problem: Problem | None = None) -> HttpResponse:
    """The form of a rule system, with what was typed."""
    try:
        chosen, form = form_of(request.POST.get("system", request.GET.get("system", "")))
    except Problem:
        chosen, form = form_of("")
    plain = {"name": request.GET.get("name", ""), "charts": STAND_INS, **form.plain}
    typed = {name: request.POST.get(name, request.GET.get(name, value)) for name, value in plain.items()}
    context = {
        "here": "campaigns",
        "systems": [(key, SYSTEMS[key].title, SYSTEMS[key].plays, cells_of(key)) for key in forms()],
        "chosen": chosen,
        "begins": form.begins,
        "says": SYSTEMS[chosen].title + form.says + (", {charts}" if lost_charts(chosen) else ""),
        "fields": form.template,
        "club": settings.CLUB,
        "typed": typed,
        "problem": problem,
        "submission": new_submission(),
        "name_length": NAME_LENGTH,
        "charts": charts_asked(chosen),
        **pack_asked(request, chosen),
        **scenario_asked(request, chosen),
    }
    return page(request, "desk/setup/new.html", context | form.choices() | form.tells(typed))


@problems(show)
def make(request: HttpRequest) -> HttpResponse:
    """Begin the campaign and go to its map. A second tap of the same form finds it begun."""
    system, form = form_of(request.POST.get("system", ""))
    name = name_of(request.POST.get("name", ""))
    tables, lists = charts_typed(request, system)
    begin = partial(form.begin(request.POST), set_up=True, **({"tables": tables} if tables else {}))
    if scenario := scenario_sent.wanted(request, system):
        # What the form brings of its own is of the scenario's turn.
        begin = partial(begin, scenario=scenario, moment=scenario.moment)
    submission = key_of(request)
    actor = actor_of(request)
    # One lock round looking and making, so that two taps, or two names alike, can't cross.
    with together():
        known = begun_by(submission, actor)
        campaign = known or begin(name, slug=free_slug(name), actor=actor, submission=submission)
        if lists and not known:
            with writing(Viewer(campaign, MODERATOR, actor, at_table=True)) as writer:
                put_lists(writer, SYSTEM_PAGES[system].lists, lists)
        if settings.CLUB and not known:
            seats.found(campaign, Actor.objects.get(identity=actor))
    return HttpResponseRedirect(f"/c/{campaign.slug}/")


def charts_asked(system: str) -> dict[str, Any]:
    """What is asked of the charts of which no text is at hand: their names, and the choices; nothing where none is."""
    lost = lost_charts(system)
    named = [choice for choice in CHARTS if lost]
    return {"lost": [table.title for table in lost], "choices": named}


def pack_asked(request: HttpRequest, system: str) -> dict[str, Any]:
    """What is asked of a chart pack: the campaigns whose charts may be taken; and one that was sent, to be kept."""
    kept = None
    if is_sent(request):
        with suppress(Problem):
            kept = sent_pack(request, system)
    return {
        "mine": campaigns_of(request, system),
        "from": request.POST.get(FIELD, ""),
        "pack": kept.carried if kept else "",
        "pack_charts": len(kept.pack.charts) if kept else 0,
        "most_bytes": MOST_BYTES,
    }


def scenario_asked(request: HttpRequest, system: str) -> dict[str, Any]:
    """What is asked of a scenario: those that are shipped, the campaigns of theirs, and a file that was sent."""
    shipped, mine = scenario_sent.choices(request, system)
    return {
        "has_scenarios": SYSTEMS[system].scenarios is not None,
        "shipped": shipped,
        "begun": mine,
        "chosen_scenario": scenario_sent.named_by(request),
        "carried": scenario_sent.kept(request),
        "most_scenario": scenario_sent.MOST_BYTES,
    }


def charts_typed(request: HttpRequest, system: str) -> tuple[Mapping[str, str] | None, Sequence[PackList]]:
    """The tables that the campaign begins with, None for those that come with its system; and the lists of a pack."""
    choice = request.POST.get("charts", STAND_INS)
    if choice not in {value for value, *_ in CHARTS}:
        text = "Charts: say whether you own the box, have a chart pack, or play by stand-ins."
        raise Problem(422, text, "charts")
    if choice == A_PACK:
        taken = request.POST.get(FIELD, "")
        pack = pack_of(request, system, taken) if taken else sent_pack(request, system).pack
        try:
            return tables_with(system, pack.charts), pack.lists
        except ValueError as error:
            raise Problem(422, f"Chart pack: {error}", FILE) from None
    return (tables_for(system, choice) if choice == OWN_BOX and lost_charts(system) else None), ()


def begun_by(submission: str, actor: str) -> Campaign | None:
    """The campaign that this very form began before."""
    entry = Entry.objects.filter(submission=submission, kind="setup", sequence=1).select_related("campaign").first()
    if entry is None or (settings.CLUB and entry.record["actor"] != actor):
        return None
    return entry.campaign


def name_of(typed: str) -> str:
    """The campaign's name in one line."""
    name = " ".join("".join(c if c.isprintable() else " " for c in typed).split())
    if not name:
        raise Problem(422, "Name: type a name for the campaign.", "name")
    if len(name) > NAME_LENGTH:
        raise Problem(422, f"Name: at most {NAME_LENGTH} characters, this has {len(name)}.", "name")
    return name


def free_slug(name: str) -> str:
    """An address for the campaign that no other has."""
    base = slugify(name)[: SLUG_LENGTH - 5].strip("-_") or "campaign"
    if settings.CLUB:
        # An address without this would tell whether others, whom one does not play with, have a campaign of that name.
        return f"{base}-{new_code()[:4].lower()}"
    taken = set(Campaign.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number = 2
    slug = base
    while slug in taken:
        slug, number = f"{base}-{number}", number + 1
    return slug


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form, that of other rules with the name that was typed, and the campaign that comes of it."""
    if by := request.POST.get("by", ""):
        return HttpResponseRedirect(f"/new/?{urlencode({'system': by, 'name': request.POST.get('name', '')})}")
    return make(request) if request.method == "POST" else show(request)


@require_POST
def demo(request: HttpRequest, slug: str) -> HttpResponse:
    """Load a demo and go to it. A second tap finds it loaded."""
    known = demo_for(request, slug)
    if known is None:
        raise Http404("There is no such demo.")
    system, found = known
    with together():
        if not Campaign.objects.filter(slug=found.slug).exists():
            found.begin()
    # In a club nobody sits in it yet: the list says who may make themselves its moderator.
    step = Clock.objects.values_list("step", flat=True).get(campaign__slug=found.slug)
    return HttpResponseRedirect("/" if settings.CLUB else address_of(system.key, found, step))
