"""The scenario that a form names: one that is shipped, one of another campaign of theirs, or a file."""

from __future__ import annotations

from django.http import HttpRequest

from navalassist.campaigns.models import Campaign
from navalassist.desk.access import at
from navalassist.desk.at import At
from navalassist.desk.packs.carried import Carrier
from navalassist.desk.packs.mine import campaigns_of
from navalassist.desk.problem import Problem
from navalassist.play.scenarios.fit import Fitted, read_fitted
from navalassist.play.scenarios.saved import file_of
from navalassist.play.scenarios.shipped import shipped
from tables.scenarios import MOST_BYTES, ScenarioError

# What the field says: nothing, a shipped one's name, `campaign/<its address>`, or a file.
FIELD, FROM_FILE, FROM_CAMPAIGN = "scenario", "file", "campaign/"
FILES = Carrier("Scenario", MOST_BYTES, "scenario-file", "scenario-kept")


def wanted(request: HttpRequest, system: str) -> Fitted | None:
    """The scenario that a form names, None for none. Problem 422 for one that is not there, or does not fit."""
    named = named_by(request)
    if not named:
        return None
    if named != FROM_FILE and FILES.file in request.FILES:
        text = "Scenario: another one is chosen, and a file was sent besides. Choose “a file”, or that one once more."
        raise Problem(422, text, FIELD)
    if named == FROM_FILE:
        return _fitted(FILES.content(request), system)
    if named.startswith(FROM_CAMPAIGN):
        return of_campaign(request, named.removeprefix(FROM_CAMPAIGN), system)
    if (found := shipped(system).get(named)) is None:
        raise Problem(422, "Scenario: choose one of those that are listed, or a file.", FIELD)
    return found


def named_by(request: HttpRequest) -> str:
    """What a form names. A file that was sent is meant, though the list still says nothing."""
    return request.POST.get(FIELD, "") or (FROM_FILE if FILES.file in request.FILES else "")


def kept(request: HttpRequest) -> str:
    """The field by which a page hands on a file that was sent; '' where none was, or it is too long."""
    try:
        return FILES.packed(FILES.content(request)) if FILES.is_sent(request) else ""
    except Problem:
        return ""


def of_campaign(request: HttpRequest, slug: str, system: str) -> Fitted:
    """How another campaign of theirs stands, as their seat there sees it."""
    if all(one.slug != slug for one in campaigns_of(request, system)):
        raise Problem(422, "Scenario: choose one of the campaigns that are listed, or a file.", FIELD)
    return _fitted(saved(at(request, slug)), system)


def saved(here: At) -> bytes:
    """The file of a campaign, as the seat that looks sees it. Problem 409 where it could not be read again."""
    content = file_of(here.state, here.viewer, here.system, here.campaign.title)
    try:
        read_fitted(content, here.system.key)
    except ScenarioError as error:
        raise Problem(409, f"Nothing was saved, for the file could not be read again. {error}") from None
    return content


def choices(request: HttpRequest, system: str, besides: str = "") -> tuple[dict[str, Fitted], list[Campaign]]:
    """What there is to choose: the scenarios that are shipped, and their campaigns but for one."""
    return shipped(system), [one for one in campaigns_of(request, system) if one.slug != besides]


def _fitted(content: bytes, system: str) -> Fitted:
    try:
        return read_fitted(content, system)
    except ScenarioError as error:
        raise Problem(422, f"Scenario: {error}", FILES.file) from None
