"""The demos of the rule systems, and which of them whoever looks may load."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest

from navalassist.campaigns.models import Clock
from navalassist.desk.grids import counts_in_words
from navalassist.desk.system_pages import system_pages_of
from navalassist.engine import Provenance
from navalassist.engine.rule import RULES
from navalassist.play.systems import SYSTEMS, Demo, System
from tables import all_tables

# Where a result of a table comes from.
PLAINLY = {
    Provenance.PRINTED: "as printed",
    Provenance.RESTORED: "rebuilt",
    Provenance.STAND_IN: "made up",
    Provenance.HOUSE: "changed by the club",
    Provenance.UNKNOWN: "not known",
}


@dataclass(frozen=True, slots=True)
class Offer:
    """A demo to be tried. title: its name, or what it shows; plays: what happens in it; cells: how much is printed.

    closed: each side keeps secrets in it; turn: where it stands; home: the campaign; address: the page on which its
    step is played; all three '' for one that is to be loaded first.
    """

    system: str
    slug: str
    title: str
    rules: str
    plays: str
    cells: str
    closed: bool
    turn: str = ""
    home: str = ""
    address: str = ""


def demo_for(request: HttpRequest, slug: str) -> tuple[System, Demo] | None:
    """A demo with its rule system, if this person may load it: in a club an administrator alone."""
    known = ((system, demo) for system in SYSTEMS.values() for demo in system.demos if demo.slug == slug)
    return next(known, None) if may_load(request) else None


def may_load(request: HttpRequest) -> bool:
    """True for everybody at one table, and for a club's administrator."""
    if not settings.CLUB:
        return True
    return isinstance(request.user, User) and request.user.is_staff


def demos_for(request: HttpRequest) -> list[Offer]:
    """The demos that this person may load, those that are there too. One query."""
    found = [(system, demo) for system in SYSTEMS.values() for demo in system.demos] if may_load(request) else []
    slugs = [demo.slug for _, demo in found]
    clocks = Clock.objects.filter(campaign__slug__in=slugs).select_related("campaign")
    there = {clock.campaign.slug: clock for clock in clocks}
    return [offer_of(system, demo, there.get(demo.slug)) for system, demo in found]


def offer_of(system: System, demo: Demo, clock: Clock | None) -> Offer:
    """A demo as the first page offers it; clock: of the campaign, None where that is not there."""
    about = (system.title, system.plays, cells_of(system.key), demo.closed)
    if clock is None:
        return Offer(system.key, demo.slug, demo.about, *about)
    home, address = f"/c/{demo.slug}/", address_of(system.key, demo, clock.step)
    return Offer(system.key, demo.slug, clock.campaign.name, *about, system.names.turn(clock.turn), home, address)


def address_of(system: str, demo: Demo, step: str) -> str:
    """The page on which a demo opens: its own, else that on which this step is played."""
    played_on = system_pages_of(system).page_of(step)
    return f"/c/{demo.slug}/{demo.opens or (played_on.path if played_on else '')}"


def cells_of(system: str) -> str:
    """How much of a rule system's tables is as printed, in the words of somebody who has not seen them.

    Tables of a group's own rules don't count: no demo plays those until they are turned on.
    """
    houses = {known.house.where for known in RULES.values() if known.house}
    found = (table for slug, table in all_tables().items() if slug.startswith(f"{system}/"))
    tables = (table for table in found if table.rule not in houses)
    return counts_in_words(*tables, noun="results", words=PLAINLY)
