"""A closed campaign on the pages: entries, checks, seats. P24 reads every page of one (tests/promises)."""

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR
from tests.in_hand import seated
from tests.promises.closed import UNIT, planned
from tests.systems.europa.board import put, typed


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
        assert "NO CONTACT" in receipt
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
