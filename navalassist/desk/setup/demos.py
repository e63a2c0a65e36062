"""The demos of the rule systems that are not on this table yet, for the list of campaigns."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest

from navalassist.campaigns.models import Campaign
from navalassist.play.systems import SYSTEMS, Demo


def demo_for(request: HttpRequest, system: str) -> Demo | None:
    """The demo of a rule system, if this person may load it: in a club an administrator alone."""
    known = SYSTEMS.get(system)
    return known.demo if known and may_load(request) else None


def may_load(request: HttpRequest) -> bool:
    """True for everybody at one table, and for a club's administrator."""
    if not settings.CLUB:
        return True
    return isinstance(request.user, User) and request.user.is_staff


def demos_to_load(request: HttpRequest) -> list[tuple[str, str, str]]:
    """Rule system, its title and what its demo shows, of those that could be loaded. One query."""
    found = {key: system for key, system in SYSTEMS.items() if system.demo} if may_load(request) else {}
    slugs = {system.demo.slug: key for key, system in found.items() if system.demo}
    there = {slugs[slug] for slug in Campaign.objects.filter(slug__in=slugs).values_list("slug", flat=True)}
    return [(key, system.title, system.demo.about) for key, system in found.items() if system.demo and key not in there]
