"""What the pages take from a rule system: every page stands in each, and none shows what belongs to another."""

import re
from collections.abc import Iterable, Iterator
from html import unescape
from itertools import product

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, OBSERVER
from navalassist.desk.system_pages import SYSTEM_PAGES, system_pages_of
from navalassist.desk.urls import of_a_campaign
from navalassist.engine import REGISTER
from navalassist.play import state as states
from navalassist.play.systems import system_of
from tests.begun import begin_war_demo as begin_demo
from tests.in_hand import drawn
from tests.mini.story import play_story

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
SECTIONS = {"rulings", "points", "ports", "x"}


@pytest.fixture
def great_war() -> Campaign:
    """The demo of the Great War."""
    return begin_demo()


def routes(patterns: Iterable[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """Every address below a campaign, with its parameters as Django writes them."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


def addresses(campaign: Campaign) -> Iterator[str]:
    """Each address with every choice of what may stand in it."""
    state = states.load(campaign.slug)
    rows = {key.partition(".")[0] for key in state.values}
    one_of_a_kind = {row.partition(":")[0]: row.partition(":")[2] for row in sorted(rows)}
    values = {
        "chain": ["public", MODERATOR],
        "seq": sorted({1, 2, Entry.objects.filter(campaign=campaign, chain="public").count()}),
        "rule": [slug for slug, rule in REGISTER.items() if rule.system == campaign.system] + ["cargo-contact"],
        "name": sorted(SECTIONS | {section.name for section in system_pages_of(campaign.system).sections}),
        "seat": [*system_of(campaign.system).sides, MODERATOR, OBSERVER, "axis", "nobody"],
        "side": [*system_of(campaign.system).sides, "nobody"],
    }
    for route in routes(of_a_campaign):
        names = PARAMETER.findall(route)
        for chosen in product(*(values.get(name) or sorted({*one_of_a_kind.values(), "x"}) for name in names)):
            address = route
            for value in chosen:
                address = PARAMETER.sub(str(value), address, count=1)
            yield f"/c/{campaign.slug}/{address}"


def sit(client: Client, campaign: Campaign, seat: str) -> None:
    client.post(f"/c/{campaign.slug}/seat/", {"seat": seat})


def no_page_is_a_fault(client: Client, campaign: Campaign) -> None:
    every = list(addresses(campaign))
    assert len(every) > 100
    for seat in (system_of(campaign.system).sides[0], OBSERVER):
        sit(client, campaign, seat)
        for address in every:
            assert client.get(address).status_code < 500, (seat, address)
    sit(client, campaign, system_of(campaign.system).sides[1])
    for address in every:
        assert client.post(address).status_code < 500, address


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


@pytest.mark.promise("P38")
def test_every_address_answers_in_a_system_that_brings_no_pages(client: Client, campaign: Campaign) -> None:
    play_story(campaign)
    no_page_is_a_fault(client, campaign)
    page = text(client, f"/c/{campaign.slug}/")
    for words in ("This step", "Last verdicts", "Undo", "End step", "Victory points Axis"):
        assert words in page
    for words in ("Convoy board", "Fleets", "Malta", "Turn sheet", "Played on paper"):
        assert words not in page


@pytest.mark.promise("P38")
def test_every_address_answers_in_the_great_war(client: Client, great_war: Campaign) -> None:
    no_page_is_a_fault(client, great_war)


def test_a_system_that_brings_no_pages_has_its_rulings_to_choose(client: Client, campaign: Campaign) -> None:
    address = f"/c/{campaign.slug}/setup/"
    assert "Rulings all at their defaults" in text(client, address)
    assert "Does the moon help a search?" in text(client, f"{address}rulings/")
    assert client.post(f"{address}rulings/", {"act": "ruling.choice", "set": "R-90=no"}).status_code == 302
    assert states.load(campaign.slug).values["ruling:R-90.choice"] == "no"
    assert "Rulings not the default: R-90" in text(client, address)
    again = drawn(client.post(f"{address}rulings/", {"act": "ruling.choice", "set": "R-90=no"}), 422)
    assert "nothing would change" in again
    assert client.get(f"{address}ports/").status_code == 404


def test_pages_of_one_system_are_not_there_in_another(client: Client, campaign: Campaign, great_war: Campaign) -> None:
    own = [route for route in routes(SYSTEM_PAGES["europa"].urls) if not PARAMETER.search(route)]
    assert {"board/", "fleet/", "owed/", "mines/", "air/"} <= set(own)
    for slug in (campaign.slug, great_war.slug):
        for route in own:
            assert client.get(f"/c/{slug}/{route}").status_code in (404, 405), (slug, route)


def test_the_seats_are_those_of_the_campaigns_own_sides(
    client: Client, great_war: Campaign, campaign: Campaign
) -> None:
    head = client.get(f"/c/{great_war.slug}/log/").content.decode()
    seats = re.findall(r'<button name="seat" value="(\w+)" class="side-(\w+)"', head)
    assert seats == [("central", "axis"), ("allied", "allied"), (MODERATOR, MODERATOR), (OBSERVER, OBSERVER)]
    assert "■</span> Central Powers" in head
    sit(client, great_war, "axis")
    assert ' class="side-axis" aria-current="true"' in client.get(f"/c/{great_war.slug}/log/").content.decode()
    head = client.get(f"/c/{campaign.slug}/log/").content.decode()
    seats = re.findall(r'<button name="seat" value="(\w+)" class="side-(\w+)"', head)
    assert [seat for seat, _ in seats] == ["axis", "allied", MODERATOR, OBSERVER]


def test_the_list_of_campaigns_leads_to_the_pages_that_each_has(
    client: Client, campaign: Campaign, great_war: Campaign
) -> None:
    page = client.get("/").content.decode()
    assert f"/c/{campaign.slug}/board/" not in page
    assert f"/c/{great_war.slug}/board/" not in page
    for slug in (campaign.slug, great_war.slug):
        assert page.count(f'href="/c/{slug}/') == 2, "its name, and what is next"


@pytest.mark.parametrize("which", ["campaign", "great_war"])
def test_no_link_leads_to_a_page_that_is_not_there(client: Client, request: pytest.FixtureRequest, which: str) -> None:
    found: Campaign = request.getfixturevalue(which)
    home = f"/c/{found.slug}/"
    seen, to_read = {home}, [home, f"{home}log/", f"{home}setup/", f"{home}do/", f"{home}disputes/", f"{home}dice/"]
    while to_read and len(seen) < 120:
        answer = client.get(address := to_read.pop(0))
        assert answer.status_code == 200, address
        if not answer.headers["Content-Type"].startswith("text/html"):
            continue
        links = (unescape(link).partition("#")[0] for link in re.findall(r'href="([^"]+)"', answer.content.decode()))
        new = {link for link in links if link.startswith(home)} - seen
        seen |= new
        to_read += sorted(new)
