"""A copy beside what it came of: entries since they parted, and facts that differ, as far as one may read both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from navalassist.auditlog.models import Entry
from navalassist.auditlog.payloads import with_payloads
from navalassist.campaigns.facts import PUBLIC
from navalassist.campaigns.models import Campaign
from navalassist.desk.access import at, head_of
from navalassist.desk.answers import page, receipt_url
from navalassist.desk.at import At
from navalassist.desk.logbook.changes import KINDS
from navalassist.desk.logbook.lines import line_of
from navalassist.desk.logbook.naming import entry_word, title
from navalassist.desk.logbook.wording import wording_of, words_for
from navalassist.play.storage.bodies import body_of
from navalassist.play.storage.forks import FORK
from navalassist.seats.models import Seat

MOST = 100
# Where the clock stands is told at the head of each.
CLOCK, MARK = "campaign", "mark"
ABSENT = "–"
# Entries that nobody played: archives taken, dice bound.
NO_PLAY = ("access", "seed")


@dataclass(frozen=True, slots=True)
class Since:
    """What was done in one of the two since they parted: where its clock stands, the newest, and how many in all."""

    campaign: Campaign
    stands: str
    count: int
    lines: list[tuple[str, str, Any]]


def parents(campaigns: QuerySet[Campaign] | list[Campaign]) -> dict[int, str]:
    """Of each campaign that is a copy, the identity of the one that it came of."""
    forks = Entry.objects.filter(campaign__in=campaigns, kind=FORK, chain=PUBLIC).order_by("id")
    bodies = ((entry.campaign_id, entry.record["body"]) for entry in forks)
    # Another fork is that of a database that was put back: it is the same campaign still.
    return {key: str(body["campaign_before"]) for key, body in bodies if "restored" not in body}


def kin_of(request: HttpRequest, here: At) -> list[Campaign]:
    """The campaigns that this one may be compared with: what it came of, and its copies, where one may look at both."""
    found = Campaign.objects.filter(system=here.campaign.system)
    if settings.CLUB:
        found = found.filter(pk__in=Seat.objects.held().of_user(request.user.pk).values("campaign"))
    came_of = parents(found)
    mine, own = came_of.get(here.campaign.pk), str(here.campaign.identity)
    return [other for other in found if str(other.identity) == mine or came_of.get(other.pk) == own]


@require_safe
def compared(request: HttpRequest, slug: str, other: str) -> HttpResponse:
    """The page. 404 for one that is not there, that is not for whoever looks, or that is no kin."""
    here, there = at(request, slug), at(request, other)
    if there.campaign not in kin_of(request, here):
        raise Http404("Neither is a copy of the other.")
    of_mine = parents([here.campaign]).get(here.campaign.pk) == str(there.campaign.identity)
    copy = here.campaign if of_mine else there.campaign
    eyes = here.viewer.audiences & there.viewer.audiences
    context = {
        "head": head_of(here),
        "here": "",
        "home": f"/c/{slug}/",
        "other": there.campaign,
        "both": [since(each, copy, eyes) for each in (here, there)],
        "parts": list(parts(here, there, eyes)),
        "most": MOST,
    }
    return page(request, "desk/portable/compared.html", context)


def since(each: At, copy: Campaign, eyes: frozenset[str]) -> Since:
    """What was done in one of the two since, as far as these eyes read it."""
    forks = Entry.objects.filter(campaign=copy, kind=FORK, chain__in=eyes).order_by("id")
    # A chain in which nothing stood when they parted has no fork.
    last = dict.fromkeys(eyes, 0)
    for fork in forks:
        if "restored" not in (body := fork.record["body"]):
            last[fork.chain] = fork.sequence if each.campaign.pk == copy.pk else body["head_before"][0]
    after = (Q(chain=chain, sequence__gt=number) for chain, number in last.items())
    every = Entry.objects.filter(reduce(or_, after), campaign=each.campaign).exclude(kind__in=NO_PLAY)
    newest = with_payloads(every.order_by("-id")[:MOST])
    lines = [
        (receipt_url(one, each.campaign.slug), entry_word(one.reference), line_of(one, body_of(one, eyes), each.state))
        for one in newest
    ]
    (turn, player_turn, step), system = each.state.clock, each.system
    stands = (system.names.turn(turn), system.turn_of(player_turn), system.step_title(player_turn, step))
    return Since(each.campaign, ", ".join(stands), every.count(), lines)


def parts(here: At, there: At, eyes: frozenset[str]) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """Kind by kind, the facts that differ: what each is called, how it stands here, and how there."""
    states = [each.state.seen_by(eyes) for each in (here, there)]
    mine, yours = (state.values for state in states)
    keys = sorted(key for key in mine.keys() | yours.keys() if mine.get(key) != yours.get(key))
    kinds = wording_of(here.state).facts.kinds
    for kind, found in groupby(keys, lambda key: key.partition(":")[0]):
        if kind != CLOCK:
            yield kinds.get(kind) or KINDS.get(kind) or title(kind), list(_lines(states, list(found)))


def _lines(states: list[Any], keys: list[str]) -> Iterator[tuple[str, str, str]]:
    """A row that only one of them has is one line; of one that both have each fact is."""
    words = [words_for(state, {}) for state in states]
    for row, found in groupby(keys, lambda key: key.rpartition(".")[0]):
        has = [bool(state.row(row)) for state in states]
        if not all(has):
            name = words[has.index(True)].row(row)
            there, absent = ("yes", "no") if row.startswith(f"{MARK}:") else ("is there", ABSENT)
            yield (name, *(there if one else absent for one in has))  # type: ignore[misc]
            continue
        for key in found:
            yield (words[0].fact(key), *(w.value(key, s.values.get(key)) for w, s in zip(words, states, strict=True)))  # type: ignore[misc]
