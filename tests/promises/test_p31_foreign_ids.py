"""P31: what belongs to another campaign is not there: in no path, form field, choice or file, and by no method.

Alice plays in one campaign, Mallory moderates another. Whatever Mallory asks of Alice's campaign reads, byte for byte,
as if he had asked for one that does not exist; and no form of his own campaign does anything with a key of hers.
"""

import itertools
import re
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from navalassist.auditlog.models import Entry
from navalassist.play import state as states
from navalassist.seats.models import Invitation, Seat
from tests import counts
from tests.promises.http import send
from tests.promises.pages import Form, Page, masked, masked_name
from tests.promises.recording import ClubPages, Two

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P31")]
UNKNOWN = "no-such-campaign"
ASKERS = ({}, {"HX-Request": "true"}, {"Accept": "application/json"})
WAYS = tuple(itertools.product(("get", "head", "post", "put", "delete"), ASKERS))


def same(one: HttpResponse, other: HttpResponse) -> bool:
    """Status, body and headers, but for where a request is sent on to its own address with a slash."""
    return (one.status_code, one.content, dict(one.headers)) == (other.status_code, other.content, dict(other.headers))


def assert_not_there(two: Two, url: str, ways: Iterable[tuple[str, dict[str, str]]]) -> None:
    """Whatever Mallory does with an address of Alice's campaign, it is as unknown as any."""
    unknown = url.replace(f"/c/{two.hers.campaign.slug}/", f"/c/{UNKNOWN}/")
    assert unknown != url
    for method, headers in ways:
        foreign = getattr(two.his.client, method)(url, headers=headers)
        missing = getattr(two.his.client, method)(unknown, headers=headers)
        assert foreign.status_code in (404, 405), (method, url, foreign.status_code)
        assert same(foreign, missing), (method, url)


def routes(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for pattern in patterns:
        here = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, here)
        else:
            yield here


def some_of_each_route(urls: Iterable[str]) -> list[str]:
    """The first addresses of every pattern."""
    found: dict[str, list[str]] = defaultdict(list)
    for url in urls:
        found[resolve(url.partition("?")[0]).route].append(url)
    return [url for same in found.values() for url in same[: counts.ADDRESSES_OF_A_ROUTE]]


@pytest.mark.slow
def test_no_address_of_a_foreign_campaign_is_there(club_pages: ClubPages, two: Two) -> None:
    """What Alice can reach, and at least one address of every pattern that the server has."""
    before = two.hers.heads()
    home, pages = two.hers.home, club_pages.hers.pages["axis"]
    forms = [form for answer in pages if answer.page for form in answer.page.forms()]
    actions = {url for form in forms for url in (form.action, *(to for _, _, to in form.buttons))}
    urls = [url for url in (*(answer.url for answer in pages), *sorted(actions)) if url.startswith(home)]
    seen = {resolve(url.partition("?")[0]).route for url in urls}
    entry = Entry.objects.filter(campaign=two.hers.campaign, kind="rule").latest("id")
    known = {"slug": two.hers.campaign.slug, "chain": "public", "sequence": str(entry.sequence), "key": "naples"}
    missing = [
        "/" + re.sub(r"<(?:(\w+):)?(\w+)>", lambda m: known.get(m[2], made_up(m[1] or "str")), route)
        for route in routes(get_resolver().url_patterns)
        if route.startswith("c/<slug:slug>/") and route not in seen
    ]
    assert len(seen) > 40
    ways = counts.InTurn(WAYS)
    for url in [*some_of_each_route(dict.fromkeys(urls)), *missing]:
        assert_not_there(two, url, [ways.first, *ways.take(counts.TRIES)])
    assert two.hers.heads() == before


def made_up(kind: str) -> str:
    return {"int": "1", "uuid": str(uuid.UUID(int=7))}.get(kind, "x")


def foreign_keys(two: Two) -> dict[str, str]:
    """Keys of Alice's campaign, each with one of the same shape that nothing has."""
    campaign = two.hers.campaign
    entry = Entry.objects.filter(campaign=campaign, chain="public").latest("id")
    shipment = next(row.partition(":")[2] for row in states.load(campaign.slug).rows("shipment") if "demo" not in row)
    person = two.club.accounts["Ann"].actor.identity
    return {
        campaign.slug: UNKNOWN,
        str(campaign.identity): str(uuid.uuid4()),
        f"/c/{campaign.slug}/": f"/c/{UNKNOWN}/",
        entry.reference: "public/99999",
        shipment: str(uuid.uuid4()) if "-" in shipment else uuid.uuid4().hex,
        str(person): str(uuid.uuid4()),
        str(Seat.objects.get(campaign=campaign, seat="observer").pk): "424242",
        str(Invitation.objects.get(campaign=campaign).pk): "434343",
    }


# They end Mallory's session.
KEPT_OUT = ("/logout/", "/me/leave/", "/me/password/")
TOKENS = re.compile(r"[A-Za-z0-9]{64}|[0-9a-fA-F]{32}")


def plain(answer: HttpResponse, name: str, value: str) -> str:
    """The answer without the one-time keys of its forms, and without the value that was sent."""
    text = unquote(answer.content.decode() + answer.headers.get("Location", ""))
    # A number stands in many places by itself; where it is given back it is the value of a field.
    given = re.escape(f'name="{name}" value="{value}"' if value.isdigit() else value)
    # The reference of an entry is put in words wherever it stands.
    given += f"|entry {value.removeprefix('public/')}" if value.startswith("public/") else ""
    return re.sub(given, "VALUE", TOKENS.sub("TOKEN", text), flags=re.IGNORECASE)


@pytest.mark.slow
def test_no_form_takes_a_key_of_a_foreign_campaign(club_pages: ClubPages, two: Two) -> None:
    """Each field of each form of Mallory's pages, with each of Alice's keys: as with a key that nothing has.

    In the gate one field of each name and address, with two of the keys in turn; where people are named, with all.
    """
    before, keys = two.hers.heads(), foreign_keys(two)
    # Elsewhere no key is a number, and a small one is a good answer to many questions.
    words = counts.InTurn([pair for pair in keys.items() if not pair[0].isdigit()])
    forms = [form for form in club_pages.his.forms("axis") if form.action not in KEPT_OUT]
    assert len(forms) > 20
    fields = fields_with_choices(forms)
    assert len(fields) > 60
    for form, name in fields:
        for key, unknown in keys.items() if "/people/" in form.action else words.take(counts.TRIES):
            foreign, missing = (posted(two, form, name, value) for value in (key, unknown))
            assert foreign.status_code == missing.status_code < 500, (form.action, name, key)
            if foreign.status_code >= 400:
                assert plain(foreign, name, key) == plain(missing, name, unknown), (form.action, name, key)
            assert_tells_nothing(two, foreign)
    assert two.hers.heads() == before


def fields_with_choices(forms: list[Form]) -> list[tuple[Form, str]]:
    """Fields into which one does not type: the first forms that have one of that name, of those sent to one address."""
    found: dict[tuple[str, str], list[tuple[Form, str]]] = defaultdict(list)
    for form in forms:
        for name in dict.fromkeys(field.name for field in form.fields if not field.is_text):
            if name not in ("csrfmiddlewaretoken", "submission"):
                found[masked(form.action), masked_name(name)].append((form, name))
    return [one for same in found.values() for one in same[: counts.FORMS_OF_A_FIELD]]


def posted(two: Two, form: Form, name: str, value: str) -> HttpResponse:
    """What is answered; what it did is taken back, so that the next is sent to the campaign as it was."""
    point, state = transaction.savepoint(), states.load(two.his.campaign.slug)
    try:
        return send(two.his.client, form.action, [(n, v) for n, v in form.values(**{name: value}) if n != "submission"])
    finally:
        transaction.savepoint_rollback(point)
        states.publish(state)


def assert_tells_nothing(two: Two, answer: HttpResponse) -> None:
    """No name of Alice's people stands in it, and it leads nowhere near her campaign."""
    text = answer.content.decode()
    assert "Ann" not in Page("/", text).text.replace("Annul", ""), answer.headers
    assert two.hers.campaign.slug not in answer.headers.get("Location", "")


def test_a_person_of_another_campaign_gets_no_seat_and_no_link(two: Two) -> None:
    """Mallory moderates: he may give seats to those who play with him, and to nobody else by their identity."""
    ann = str(two.club.accounts["Ann"].actor.identity)
    people = "/c/his-war/people/"
    tenure = Seat.objects.held().get(campaign=two.his.campaign, seat="axis")
    for path, fields in (
        ("give", {"seat": "observer"}),
        ("hand-over", {"tenure": str(tenure.pk)}),
        ("reset", {}),
    ):
        foreign = two.his.client.post(f"{people}{path}/", {**fields, "person": ann})
        unknown = two.his.client.post(f"{people}{path}/", {**fields, "person": str(uuid.uuid4())})
        assert foreign.status_code == 404
        assert same(foreign, unknown), path
    hers = Seat.objects.get(campaign=two.hers.campaign, seat="observer")
    for path in ("end", "invite", "hand-over"):
        assert two.his.client.post(f"{people}{path}/", {"tenure": str(hers.pk), "person": ann}).status_code == 404
    invitation = Invitation.objects.get(campaign=two.hers.campaign)
    assert two.his.client.post(f"{people}revoke/", {"invitation": str(invitation.pk)}).status_code == 404
    assert Invitation.objects.get(pk=invitation.pk).revoked is None
    assert Seat.objects.get(pk=hers.pk).until is None


def test_a_stranger_learns_not_even_which_campaigns_there_are(two: Two) -> None:
    stranger = two.club.client()
    for url in (two.hers.home, f"{two.hers.home}log/", f"{two.hers.home}people/"):
        known, unknown = stranger.get(url), stranger.get(url.replace(two.hers.campaign.slug, UNKNOWN))
        assert known.status_code == unknown.status_code == 302
        assert known["Location"].replace(two.hers.campaign.slug, UNKNOWN) == unknown["Location"]
