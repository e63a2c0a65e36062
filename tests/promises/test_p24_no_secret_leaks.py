"""P24, P29: markers in every secret field of a closed campaign of a club; all that each role can reach, link by link.

Every link, form, download, header and error is asked for as an opponent, an observer, a moderator who plays for the
other side, a stranger and somebody who is not logged in. The side itself and the umpire have to find every marker.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from html import unescape
from urllib.parse import urljoin

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import fact_models
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, OBSERVER
from navalassist.play import state as states
from tests.club import Club
from tests.counts import PAGES_OF_A_CLOSED_CAMPAIGN
from tests.in_hand import viewer_of
from tests.promises import fleets
from tests.promises.closed import ALL_MARKERS, PLAYING_MODERATOR, ClosedPages, markers_in
from tests.promises.http import ask, plain
from tests.promises.pages import masked
from tests.systems.europa.test_pending import opened

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P24", "P29")]
FORM = re.compile(r"<form[^>]*>.*?</form>", re.S)
FIELD = re.compile(r'<(?:input|button)[^>]*name="([^"]+)"[^>]*>')
POSTED = re.compile(r'(?:formaction|action|hx-post)="([^"]+)"')


@pytest.fixture
def campaign(closed_pages: ClosedPages, db: None) -> Campaign:
    """The recorded one, as it was."""
    return closed_pages.at_table.game().campaign


def posts_of(pages: dict[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Every address that a form of these pages posts to, with its fields; so many of a kind."""
    sent, kinds = set[str](), Counter[str]()
    for address, text in pages.items():
        for form in FORM.findall(text):
            fields = {}
            for tag in FIELD.finditer(form):
                value = re.search(r'value="([^"]*)"', tag[0])
                fields[tag[1]] = unescape(value[1]) if value else ""
            for target in (urljoin(address, unescape(found)) for found in POSTED.findall(form)):
                kinds[masked(target)] += target not in sent
                if target not in sent and kinds[masked(target)] <= PAGES_OF_A_CLOSED_CAMPAIGN:
                    yield target, fields
                sent.add(target)


def got(client: Client, addresses: Iterable[str]) -> dict[str, str]:
    """What is told there; no address is a fault of ours."""
    answers = [plain(ask(client, address)) for address in addresses]
    assert [answer.url for answer in answers if answer.response.status_code >= 500] == []
    return {answer.url: answer.whole for answer in answers}


def answered(client: Client, home: str, pages: dict[str, str]) -> dict[str, str]:
    """What the campaign's forms on these pages answer; their one-time key is spoilt, so that nothing is done."""
    found = {}
    for target, fields in posts_of(pages):
        if target.startswith(home) and not target.endswith(("/seat/", "/seen/")):
            answer = plain(ask(client, target, "post", data={**fields, "submission": "~"}))
            assert answer.response.status_code < 500, target
            found[f"POST {target}"] = answer.whole
    return found


def secret_addresses(campaign: Campaign) -> list[str]:
    """What somebody who knows too much would try: each secret entry and row by its own address."""
    home = f"/c/{campaign.slug}/"
    entries = Entry.objects.filter(campaign=campaign)
    found = [f"{home}log/{e.reference}{tail}" for e in entries for tail in ("/", ".json", "/correct/", "/what-if/")]
    state = states.load(campaign.slug)
    rows = [row.partition(":")[2] for row in state.audiences]
    places = ("board/row", "landing", "owed", "log", "fleet/unit", "fleet/group")
    found += [f"{home}setup/ports/naples/", f"{home}zones/western-med/"]
    found += [f"{home}ledgers/stock/{side}/naples/" for side in ("axis", "allied")]
    return found + [f"{home}{place}/{row}/" for row in rows for place in places]


@pytest.mark.promise("P30")
def test_every_secret_row_is_hidden_unless_it_is_declared_public(campaign: Campaign) -> None:
    """P30: the one selector hides whole rows, so a new field of a secret row is hidden without a word."""
    state = states.load(campaign.slug)
    kinds = {row.partition(":")[0] for row in state.audiences}
    assert kinds >= {"shipment", "template", "roster", "task-force", "group", "account", "mark"}
    assert fleets.secret_marks(campaign) >= {"aircraft", "pending", "safe", "zone-checked"}
    assert not [row for row in state.rows("mines") if row in state.audiences]
    for seat in ("allied", OBSERVER):
        seen = state.seen_by(viewer_of(campaign, seat).audiences)
        for kind in kinds:
            for row in state.rows(kind):
                fields = [f"{row}.{name}" for name in fact_models()[kind].FACT_FIELDS]
                assert any(field in seen.values for field in fields) is (row not in state.audiences)
                assert all((field in seen.sources) is (row not in state.audiences) for field in fields)


def test_no_seat_at_the_table_tells_a_secret_but_the_sides_own(closed_pages: ClosedPages, campaign: Campaign) -> None:
    """At one table the moderator is told no more than the others; the addresses of forms are read too."""
    home = f"/c/{campaign.slug}/"
    for seat in ("allied", MODERATOR, OBSERVER):
        pages = closed_pages.at_table.texts(seat)
        assert len(pages) > 40, seat
        actions = dict.fromkeys(target for target, _ in posts_of(pages) if target.startswith(home))
        read = got(closed_pages.at_table.looked_at(seat).client, actions)
        assert not markers_in(pages | read), seat
    assert {marker for _, marker in markers_in(closed_pages.at_table.texts("axis"))} == set(ALL_MARKERS)


@pytest.mark.slow
@pytest.mark.parametrize("role", ["allied", OBSERVER, PLAYING_MODERATOR])
def test_no_role_but_its_own_reaches_a_secret(closed_pages: ClosedPages, club: Club, role: str) -> None:
    recording = closed_pages.in_club[role]
    (seat,) = recording.pages
    game = recording.game(seat)
    pages = recording.texts(seat) | got(game.client, secret_addresses(game.campaign))
    pages |= answered(game.client, game.home, pages)
    assert len(pages) > 30
    assert not markers_in(pages)


def test_nobody_without_a_seat_reaches_a_page(campaign: Campaign, club: Club) -> None:
    addresses = ["/", f"/c/{campaign.slug}/", *secret_addresses(campaign)]
    for client in (club.person("Sam", axis=opened()), Client()):
        pages = got(client, addresses)
        assert len(pages) > 30
        assert not markers_in(pages)


@pytest.mark.parametrize("role", ["axis", MODERATOR])
def test_the_side_and_the_umpire_find_all_of_it(closed_pages: ClosedPages, role: str) -> None:
    assert {marker for _, marker in markers_in(closed_pages.in_club[role].texts(role))} == set(ALL_MARKERS)
