"""33.A.1: a check on entering a zone, on putting to sea in one, and when loading at a beach ends (R-57)."""

from __future__ import annotations

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.desk.logbook.inputs import inputs_of
from navalassist.play.verify import check_campaign
from navalassist.systems.europa.board import outlook
from navalassist.systems.europa.ends import end_name, kind_of_end
from tests.begun import begin_demo
from tests.systems.board import clear, put, read_of, rolled, row, state_of, typed

pytestmark = pytest.mark.django_db
BEACH = "beach-central-med"


@pytest.fixture
def campaign() -> Campaign:
    """The demo campaign in the Axis naval movement step, with an empty board. Malta at 10."""
    found = begin_demo()
    clear(found)
    return found


def occasions(campaign: Campaign) -> list[str]:
    """Why each check was made, as the receipts say it."""
    state, found = state_of(campaign), []
    for entry in Entry.objects.filter(campaign=campaign, procedure="cargo-contact").order_by("id"):
        body = entry.record["body"]
        if body["outcome"].get("contact") is not None:
            found += [told.text for told in inputs_of(body, state) if told.label == "Occasion"]
    return found


@pytest.mark.rule("E33.A.1")
def test_a_check_on_entering_and_on_putting_to_sea(campaign: Campaign) -> None:
    # Naples lies on the Tyrrhenian, which is not subject; the Central Med is entered. Tripoli lies on the Central Med.
    out, back = put(campaign, typed("2 SP")), put(campaign, typed("4 empty NTs", "tripoli naples"))
    # In column 10 and in column 5 (empty, alone) a 2 is no contact.
    rolled(campaign, f"row:{out}", "1 1")
    rolled(campaign, f"row:{back}", "1 1")
    assert occasions(campaign) == ["enters the zone", "puts to sea"]
    assert check_campaign(campaign).sound


@pytest.mark.rule("E33.A.1", "E33.A.4")
def test_what_is_loaded_at_a_beach_is_checked_with_its_ships_though_these_were_checked_empty(
    campaign: Campaign,
) -> None:
    ships = put(campaign, typed("4 empty NTs", f"tripoli {BEACH}"))
    unit = put(campaign, typed("Ariete division, 4 REs", f"{BEACH} tripoli"))
    assert [leg["zone"] for leg in row(campaign, unit)["route"]] == ["central-med"]
    rolled(campaign, f"row:{ships}", "1 1")
    # Malta 10: no short route from a beach, the column is 10 and a 7 is contact. R, one die: 4 goes back to the beach.
    assert outlook.of_row(state_of(campaign), unit, row(campaign, unit)).legs[0].total == 10
    rolled(campaign, f"row:{unit}", "3 4, 4")
    assert occasions(campaign) == ["puts to sea", "loaded at a beach"]
    after = row(campaign, unit)
    assert (after["state"], after["res_returned"], after["origin"]) == ("returned", "4", BEACH)
    assert check_campaign(campaign).sound


@pytest.mark.rule("E33.A.1")
def test_a_beach_has_a_zone_and_a_name_and_is_no_port(campaign: Campaign) -> None:
    values = state_of(campaign).values
    assert end_name(values, BEACH) == "a beach, Central Med"
    assert [kind_of_end(key) for key in (BEACH, "afloat-red-sea", "naples", "beach-atlantis", "beach")] == [
        "beach",
        "afloat",
        "",
        "",
        "",
    ]
    read = read_of(campaign, typed("2 SP", f"naples {BEACH}"))
    assert [leg.zone for leg in read.form.legs] == ["tyrrhenian", "central-med"]
    for way in ("naples afloat-central-med", "naples beach-atlantis"):
        assert read_of(campaign, typed("2 SP", way)).fault_of("destination") == "To: choose a port of the list."
