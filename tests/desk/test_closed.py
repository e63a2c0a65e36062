"""A closed campaign on the pages: every page of the other side, of an observer and of the moderator at the table."""

import re
from collections import Counter
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, OBSERVER
from navalassist.play.writer import writing
from navalassist.systems.europa import air
from navalassist.systems.europa.board import roster, rows, templates
from tests.counts import PAGES_OF_A_KIND
from tests.in_hand import seated
from tests.promises.pages import kind_of
from tests.systems.board import put, rolled, typed, viewer_of
from tests.systems.test_closed import closed

UNIT, PLAN, KEPT, NOTE, FLIES = "Leviathan-7731", "Behemoth-4410", "Kraken-2209", "Hydra-5512", "Pegasus-8804"
MARKERS = (UNIT, PLAN, KEPT, NOTE, FLIES)
LINK = re.compile(r'(?:href|hx-get|src|action)="([^"#]*)')


def planned() -> Campaign:
    """A closed campaign in which the Axis keep something secret everywhere they can."""
    campaign = closed()
    put(campaign, typed(f"{UNIT} division, 4 REs"))
    sailing = put(campaign, typed("7 SP"))
    with writing(viewer_of(campaign)) as writer:
        templates.save(writer, "axis", PLAN, [rows.draft_of(rows.standing_row(writer.state, sailing))])
        place = roster.Place("axis", "naples", roster.ware_of("unit", KEPT))
        kept = roster.Roster(writer.state.values, writer.state.clock[0])
        effects = roster.set_to(kept, {place: 3}, {place.ware: KEPT})
        writer.edit("roster.count", effects, seat="axis", note=NOTE)
        unit = {"side": "axis", "name": FLIES, "nature": "v", "tbf": "3", "range": "10", "place": "box"}
        edit = air.add(writer.state.values, {**unit, "fighter": "", "hexes_to_base": "", "zone": "western-med"})
        writer.edit(edit.act, edit.effects, seat="axis")
    rolled(campaign, f"row:{sailing}", "22")
    return campaign


def crawled(client: Client, start: str, limit: int = 600) -> dict[str, str]:
    """The pages that links lead to within the campaign, so many of a kind, with their headers."""
    found: dict[str, str] = {}
    kinds: Counter[str] = Counter()
    todo = [start]
    while todo and len(found) < limit:
        address = todo.pop()
        if address in found or kinds[kind_of(address)] >= PAGES_OF_A_KIND:
            continue
        kinds[kind_of(address)] += 1
        page = client.get(address)
        text = b"".join(page.streaming_content).decode() if page.streaming else page.content.decode()
        assert page.status_code in (200, 302, 304, 404, 405), (address, page.status_code)
        found[address] = f"{page.headers}{text}"
        for link in LINK.findall(text):
            path = urlsplit(urljoin(address, link.replace("&amp;", "&")))
            if not path.netloc and path.path.startswith(start) and not path.path.startswith("/static/"):
                todo.append(path.path + (f"?{path.query}" if path.query else ""))
    return found


@pytest.mark.promise("P24")
@pytest.mark.parametrize("seat", ["allied", MODERATOR, OBSERVER])
def test_no_page_of_another_seat_tells_a_secret(seat: str) -> None:
    campaign = planned()
    pages = crawled(seated(campaign, seat), f"/c/{campaign.slug}/")
    assert len(pages) > 40
    told = [(address, marker) for address, text in pages.items() for marker in MARKERS if marker in text]
    assert not told


@pytest.mark.promise("P24")
def test_the_side_itself_reads_all_of_its_secrets() -> None:
    campaign = planned()
    pages = crawled(seated(campaign, "axis"), f"/c/{campaign.slug}/")
    told = {marker for text in pages.values() for marker in MARKERS if marker in text}
    assert told == set(MARKERS)


@pytest.mark.promise("P24")
def test_a_secret_entry_is_not_there_for_the_other_side() -> None:
    campaign = planned()
    allied = seated(campaign, "allied")
    for entry in Entry.objects.filter(campaign=campaign, chain="axis"):
        address = f"/c/{campaign.slug}/log/{entry.reference}/"
        assert allied.get(address).status_code == 404
        assert allied.get(f"{address[:-1]}.json").status_code == 404


def test_the_enemy_reads_of_a_check_what_he_saw_at_the_table() -> None:
    campaign = planned()
    entry = Entry.objects.filter(campaign=campaign, procedure="cargo-contact").latest("id")
    headings = (("allied", "What was shown"), ("axis", "What the other side learned here"))
    for seat, heading in headings:
        tells = seat == "axis"
        client = seated(campaign, seat)
        receipt = client.get(f"/c/{campaign.slug}/log/{entry.reference}/").content.decode()
        assert heading in receipt
        assert "Axis marker 1" in receipt
        assert "No contact" in receipt
        assert ("Naples" in receipt) is tells
        assert ("Correct…" in receipt) is tells
    log = seated(campaign, "allied").get(f"/c/{campaign.slug}/log/").content.decode()
    assert "Axis marker 1" in log
    assert "Naples–Tripoli" not in log


def test_a_closed_campaign_is_begun_on_the_page_and_opened_from_the_moderators_seat(client: Client) -> None:
    form = {"name": "Night", "year": "1941", "month": "03", "half": "1", "malta": "10", "scale": "rule33"}
    assert client.post("/new/", form | {"table": "shut", "submission": "a" * 32}).status_code == 422
    assert client.post("/new/", form | {"table": "closed", "submission": "b" * 32}).status_code == 302
    campaign = Campaign.objects.get(name="Night")
    put(campaign, typed(f"{UNIT} division, 4 REs"))
    opening = {"act": "ruling.choice", "key": "R-56", "value": "open"}
    page = f"/c/{campaign.slug}/setup/rulings/"
    assert seated(campaign, "axis").post(page, opening | {"submission": "c" * 32}).status_code == 403
    assert UNIT not in seated(campaign, "allied").get(f"/c/{campaign.slug}/board/").content.decode()
    assert seated(campaign, MODERATOR).post(page, opening | {"submission": "d" * 32}).status_code == 302
    assert UNIT in seated(campaign, "allied").get(f"/c/{campaign.slug}/board/").content.decode()


@pytest.mark.promise("P28")
def test_between_two_people_at_one_device_stands_a_screen_without_secrets() -> None:
    campaign = planned()
    device, home = Client(), f"/c/{campaign.slug}/"
    assert UNIT not in device.get(f"{home}board/").content.decode(), "a shared device begins without a side's eyes"
    answer = device.post(f"{home}seat/", {"seat": "axis"})
    assert answer["Location"] == f"{home}pass/axis/"
    device.post(answer["Location"])
    assert UNIT in device.get(f"{home}board/").content.decode()
    answer = device.post(f"{home}seat/", {"seat": "allied"})
    for address in (f"{home}board/", answer["Location"], home, f"{home}log/"):
        assert UNIT not in device.get(address).content.decode(), address
    screen = device.get(answer["Location"])
    assert screen["Cache-Control"] == "no-store"
    assert screen["Clear-Site-Data"] == '"cache"'
    device.post(answer["Location"])
    assert UNIT not in device.get(f"{home}board/").content.decode()
    assert device.get(f"{home}pass/nobody/").status_code == 404
