"""What is due now and what was done last: the head, cards and receipts lead from one to the next."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.http import HttpRequest

from navalassist.auditlog.models import Entry
from navalassist.desk.answers import own_path
from navalassist.desk.at import At
from navalassist.desk.logbook.readout import readout
from navalassist.desk.logbook.record import Readout
from navalassist.desk.logbook.references import entries_by_reference
from navalassist.desk.logbook.waits import open_waits
from navalassist.desk.system_pages import call_of, system_pages_of
from navalassist.desk.turn.steps import done_in_step, figure_words, in_order, named_in
from navalassist.desk.turn.verdicts import verdict_of
from navalassist.desk.words import percent
from navalassist.engine import Figure
from navalassist.engine.duties import Duty, Kind, Moment
from navalassist.play.storage.bodies import body_of

# Where an act leads back to, and the entry that is shown there as what was done last.
BACK, LAST = "next", "last"
ROLLED = ("rule", "correction", "waiting")
DO = "do/"


@dataclass(frozen=True, slots=True)
class Due:
    """One thing that is due. seat: whose tap it is; chance: of what it asks for; more: how many there are beside it.

    rule, query: the rule whose form does it, and what that begins with; '' where another page does it.
    about: an address that names what it is about.
    """

    text: str
    seat: str
    url: str
    number: str = ""
    small: str = ""
    chance: str = ""
    rule: str = ""
    query: str = ""
    more: int = 0
    about: str = ""


def due_now(here: At, about: Collection[str] = ()) -> tuple[Due, ...]:
    """What is due in this step, in the order of the rules. about: of these things alone, by their keys."""
    wanted = set(about)
    found = [due for due in _all_due(here) if not wanted or wanted & named_in(due.about)]
    first = {due.url: due for due in reversed(found)}
    # A card has the form of the first thing that is due of it; any other is done on the page of its rule.
    home, more = f"/c/{here.campaign.slug}/", len(found) - 1
    return tuple(
        replace(due, more=more, url=due.url if first[due.url] is due or not due.rule else home + due.about)
        for due in found
    )


def _all_due(here: At) -> Iterator[Due]:
    home, clock = f"/c/{here.campaign.slug}/", here.state.clock
    call = call_of(here)
    if call and not call.listed:
        yield Due(call.text, here.viewer.seat, home + call.path, call.rule, call.small)
    for wait in open_waits(here):
        yield Due(f"{wait.title}: {wait.asks}", wait.tap, wait.url, wait.rule)
    found = (duty for duty in here.agenda.at(Moment(*clock)) if duty.kind is Kind.DUE and not duty.off)
    duties = in_order(here, found)
    done = done_in_step(here, (duty.procedure for duty in duties if duty.done is None))
    for duty in duties:
        if not (duty.done or done.get(duty.procedure, "")) and duty.url:
            yield _of_duty(here, duty, duty.seat or here.acting)


def offered_now(here: At) -> Due | None:
    """What the head names where nothing is due: the first that may be done of what is offered so."""
    free = (duty for duty in here.agenda.at(Moment(*here.state.clock)) if duty.offered and not duty.off)
    return next((_of_duty(here, duty, duty.seat or here.acting) for duty in free), None)


def _of_duty(here: At, duty: Duty, seat: str) -> Due:
    address, home = urlsplit(duty.url), f"/c/{here.campaign.slug}/"
    rule = address.path.removeprefix(DO).strip("/") if address.path.startswith(DO) else ""
    card = system_pages_of(here.system.key).card_of(here, duty)
    chances = (_chance_words(figure) for figure in duty.figures if figure.unit == "chance")
    text = ", ".join(filter(None, (duty.text, card.label if card else "")))
    url = f"{home}{card.path}#next" if card else home + duty.url
    return Due(text, seat, url, duty.rule, duty.small, next(chances, ""), rule, address.query, about=duty.url)


def _chance_words(figure: Figure) -> str:
    """`33 %` of contact, which is what is meant where nothing is said; `hit 89 %` of anything else."""
    return percent(figure.value) if figure.label == "Contact" else figure_words(figure)


def came_from(request: HttpRequest, slug: str) -> str:
    """The page of the campaign that led here, to which an act leads back: the map from the log, '' from any other.

    What answers a form says no more than the server's name: its address may be none to look at.
    """
    home = f"/c/{slug}/"
    try:
        address = urlsplit(request.headers.get("Referer", ""))
    except ValueError:
        return ""
    if address.netloc != request.get_host() or address.path.startswith((f"{home}{DO}", f"{home}waiting/")):
        return ""
    if address.path.startswith(f"{home}log/"):
        return home
    return own_path(address._replace(scheme="", netloc="", fragment="").geturl(), slug)


@dataclass(frozen=True, slots=True)
class Last:
    """What was done last: its verdict, and where its receipt is. read: None for an act without a read-out."""

    word: str
    text: str
    url: str
    number: int
    read: Readout | None


def last_of(here: At, request: HttpRequest) -> Last | None:
    """The entry that the address names as what was done last, as far as this viewer may read it.

    One that was corrected or taken back since does not stand: what did so is shown.
    """
    reference = request.GET.get(LAST, "")
    found = entries_by_reference(here, [reference]) if reference else {}
    entry = found.get(reference)
    if entry is None:
        return None
    entry = stands(here, entry)
    verdict = verdict_of(entry, here)
    read = readout(entry, body_of(entry, here.viewer.audiences), here.state) if entry.kind in ROLLED else None
    return Last(verdict.word, verdict.text, verdict.url, entry.sequence, read)


def stands(here: At, entry: Entry) -> Entry:
    """An entry, or what corrected it or took it back in the end."""
    every = Entry.objects.filter(campaign=here.campaign).seen_by(here.viewer.audiences)
    while later := every.correcting([entry.reference]).order_by("id").last():
        entry = later
    return entry


def back_with(back: str, entry: Entry) -> str:
    """The page that one came from, at what was done now; the focus goes on from there to what is next (app.js)."""
    address = urlsplit(back)
    # A value may be left empty: `on=` is a chart without any layer.
    kept = [(name, value) for name, value in parse_qsl(address.query, keep_blank_values=True) if name != LAST]
    return address._replace(query=urlencode([*kept, (LAST, entry.reference)], safe="/"), fragment=LAST).geturl()
