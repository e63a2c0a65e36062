"""P24, P29: markers in every secret field of a closed campaign of a club; all that each role can reach, link by link.

Every link, form, download, header and error is asked for as an opponent, an observer, a moderator who plays for the
other side, a stranger and somebody who is not logged in. The side itself and the umpire have to find every marker.
"""

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.facts import fact_models
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, OBSERVER
from navalassist.engine import create
from navalassist.play import state as states
from navalassist.taskforces.models import TaskForce
from tests.club import Club
from tests.counts import PAGES_OF_A_KIND
from tests.desk.test_closed import MARKERS, planned
from tests.in_hand import InHand, viewer_of
from tests.promises import fleets
from tests.promises.pages import kind_of, masked
from tests.systems.test_owed import opened

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P24", "P29")]
LINK = re.compile(r'(?:href|hx-get|src)="([^"#]*)')
FORM = re.compile(r"<form[^>]*>.*?</form>", re.S)
FIELD = re.compile(r'<(?:input|button)[^>]*name="([^"]+)"[^>]*>')
POSTED = re.compile(r'(?:formaction|action|hx-post)="([^"]+)"')
FORCE = "Basilisk-6620"
ALL = (*MARKERS, FORCE, *fleets.MARKERS)


@pytest.fixture
def campaign(club: Club) -> Campaign:
    """Axis secrets of every kind that a side can have."""
    made = planned()
    force = TaskForce.new_facts(side="axis", name=FORCE, strength=3, place=FORCE)
    InHand(made).edit(create("task-force:hidden", **force), note=FORCE)
    fleets.planted(made)
    return made


def text_of(answer: object) -> str:
    """Headers and content of an answer."""
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
    return f"{answer.headers}{answer.cookies}{content.decode('utf-8', 'replace')}"  # type: ignore[attr-defined]


def links_of(text: str, address: str) -> Iterator[str]:
    for link in LINK.findall(text):
        url = urlsplit(urljoin(address, unescape(link)))
        if not url.netloc and url.scheme == "" and not url.path.startswith("/static/"):
            yield url.path + (f"?{url.query}" if url.query else "")


def posts_of(text: str, address: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Every address that a form posts to, with its fields; its one-time key is spoilt, so that nothing is done."""
    for form in FORM.findall(text):
        fields = {}
        for tag in FIELD.finditer(form):
            value = re.search(r'value="([^"]*)"', tag[0])
            fields[tag[1]] = unescape(value[1]) if value else ""
        for target in POSTED.findall(form):
            yield urljoin(address, unescape(target)), {**fields, "submission": "~"}


def reached(client: Client, start: str, known: list[str]) -> dict[str, str]:
    """All that a client can get: addresses that others know of, and of what links lead to and forms answer so many of
    a kind."""
    found: dict[str, str] = {}
    kinds: Counter[str] = Counter()
    todo, sent = [start, "/", *known], set[str]()
    while todo:
        address = todo.pop()
        if address in found or not (address.startswith(start) or address in ("/", *known)):
            continue
        kinds[kind_of(address)] += 1
        if kinds[kind_of(address)] > PAGES_OF_A_KIND and address not in known:
            continue
        answer = client.get(address)
        assert answer.status_code < 500, address
        found[address] = text = text_of(answer)
        todo += links_of(text, address)
        for target, fields in posts_of(text, address):
            if target in sent or not target.startswith(start) or target.endswith(("/seat/", "/seen/")):
                continue
            sent.add(target)
            kinds[f"POST {masked(target)}"] += 1
            if kinds[f"POST {masked(target)}"] > PAGES_OF_A_KIND:
                continue
            answer = client.post(target, fields)
            assert answer.status_code < 500, target
            found[f"POST {target}"] = text_of(answer)
    return found


def told(pages: dict[str, str]) -> list[tuple[str, str]]:
    return [(address, marker) for address, text in pages.items() for marker in ALL if marker in text]


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


@pytest.mark.slow
@pytest.mark.parametrize("role", ["allied", OBSERVER, "moderator who plays", "stranger", "nobody"])
def test_no_role_but_its_own_reaches_a_secret(campaign: Campaign, club: Club, role: str) -> None:
    match role:
        case "moderator who plays":
            # The other way round his seat is refused: as moderator he could have read what the Axis keep.
            client = club.person("Max", allied=campaign, moderator=campaign)
            client.post(f"/c/{campaign.slug}/seat/", {"seat": MODERATOR})
        case "stranger":
            client = club.person("Sam", axis=opened())
        case "nobody":
            client = Client()
        case _:
            client = club.person("Olga", **{role: campaign})
    pages = reached(client, f"/c/{campaign.slug}/", secret_addresses(campaign))
    assert len(pages) > 30
    assert not told(pages)


@pytest.mark.slow
@pytest.mark.parametrize("role", ["axis", MODERATOR])
def test_the_side_and_the_umpire_find_all_of_it(campaign: Campaign, club: Club, role: str) -> None:
    client = club.person("Anna", **{role: campaign})
    pages = reached(client, f"/c/{campaign.slug}/", secret_addresses(campaign))
    assert {marker for _, marker in told(pages)} == set(ALL)
