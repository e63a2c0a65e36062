"""The page of a naval supply line: every zone's status counts, with what is seen at the map there (33.A.3, 33.F)."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import Set, create
from navalassist.play import state as states
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from tests.begun import begin_demo

pytestmark = pytest.mark.django_db
PAGE = "/c/mediterranean-1941/do/supply-line/"


@pytest.fixture
def campaign() -> Campaign:
    """The demo campaign: Malta at 10, the Allies own Gibraltar and Crete."""
    states.forget()
    return begin_demo()


def count(client: Client, zones: str, side: str = "allied", **typed: Any) -> Any:
    """The outcome that was written down."""
    fields = {"side": side, "port": "gibraltar", "zones": zones.split(), "seen": "", **typed}
    answer = client.post(PAGE, fields)
    assert answer.status_code == 302, sentence(answer.content.decode())
    entry = Entry.objects.order_by("-id")[0]
    assert not [a for a in entry.record["body"].get("answers", ()) if a.get("faces")]
    return entry.record["body"]["outcome"]


def sentence(page: str) -> str:
    found = re.search(r'<div class="msg bad" role="alert".*?</div>', unescape(page), re.S)
    return re.sub("<[^>]+>", "", found[0]) if found else ""


def facts(campaign: Campaign, *effects: Any) -> None:
    viewer = Viewer(campaign, "axis", "00000000-0000-4000-8000-000000000001", at_table=True)
    with writing(viewer) as writer:
        writer.edit("test", effects)


@pytest.mark.rule("E33.F", "E33.A.3")
def test_the_statuses_of_all_zones_are_the_slp_addition(client: Client, campaign: Campaign) -> None:
    # Axis: Western Med 12, Tyrrhenian not subject, Central Med 10, Eastern Med 15 though barred
    found = count(client, "western-med tyrrhenian central-med eastern-med", "axis", port="naples")
    assert (found["added"], found["port"]) == (37, "Naples")
    assert [(t["value"], t["applies"]) for t in found["supply_line"]["terms"]] == [
        (12, True),
        (0, False),
        (10, True),
        (15, True),
    ]
    assert check_campaign(campaign).sound


@pytest.mark.rule("E33.F", "E33.B.1.b")
def test_the_15_hex_rule_is_asked_for_each_zone(client: Client, campaign: Campaign) -> None:
    # Nothing typed is read as within 15: 6 + 6. Beyond 15 a zone is not subject.
    assert count(client, "western-med central-med")["added"] == 12
    assert count(client, "western-med central-med", hexes="Western Med 20, central-med: 9")["added"] == 6
    assert count(client, "western-med", hexes="16")["added"] == 0


@pytest.mark.rule("E33.F", "E33.A.3")
def test_typed_statuses_and_the_soviet_base_where_the_printed_rule_needs_them(
    client: Client, campaign: Campaign
) -> None:
    assert count(client, "black-sea", status="3")["added"] == 3
    assert count(client, "black-sea")["zones"][0]["why"].startswith("No table prints a status")
    facts(campaign, Set("condition:theatres.value", "both"))
    # Axis Baltic before the war with the USSR: 1, and 3 more near a Soviet base
    assert count(client, "baltic", "axis", near_soviet_base="on")["added"] == 4
    assert count(client, "baltic", "axis")["added"] == 1


@pytest.mark.rule("E33.F")
def test_aircraft_count_typed_or_kept_but_never_both(client: Client, campaign: Campaign) -> None:
    assert count(client, "central-med", "axis", enemy_air="3")["added"] == 13
    unit = {"side": "allied", "name": "Wellington", "nature": "s", "fighter": False, "tbf": "4", "range": 20}
    facts(campaign, create("air-unit:w", zone="central-med", place="box", hexes_to_base=0, **unit))
    assert count(client, "central-med", "axis", enemy_air="3")["added"] == 14
    assert count(client, "central-med western-med", enemy_air="Western Med 2")["added"] == 2 + 8
    assert check_campaign(campaign).sound


@pytest.mark.rule("E33.F")
def test_the_interdiction_zone_is_a_zone_of_its_own_once_it_is_declared(client: Client, campaign: Campaign) -> None:
    assert count(client, "aegean south-aegean", "axis")["zones"][1]["added"] == 0
    facts(campaign, Set("zone:south-aegean.declared", "tight"))
    assert count(client, "south-aegean", "axis")["added"] == 12


@pytest.mark.rule("E33.F", "E36.D.4")
def test_hexes_in_enemy_danger_zones_join_the_sum(client: Client, campaign: Campaign) -> None:
    """Axis, Malta at 10. 18A:0407 is Valletta and 0408 next to it: within one hex of an Allied base. 10 + 3 are 13."""
    facts(campaign, Set("port:valletta.map_reference", "18A:0407"))
    found = count(client, "central-med", "axis", port="naples", way="18A:0407 0408", danger_slps="3")
    assert found["added"] == 13
    assert found["supply_line"]["terms"][1]["text"] == "Hexes in enemy danger zones: 2 of 2"
    fields = {"side": "allied", "port": "valletta", "zones": ["central-med"], "way": "18A:0408", "danger_slps": "2"}
    answer = client.post(PAGE, fields | {"seen": ""})
    assert answer.status_code == 422
    assert "none of these hexes is in an enemy danger zone" in sentence(answer.content.decode())
    assert check_campaign(campaign).sound


@pytest.mark.parametrize(
    ("zones", "typed", "words"),
    [
        ("western-med central-med", {"hexes": "20"}, "Hexes to an Axis port: say for which zone, as in Western Med"),
        ("adriatic", {"hexes": "20"}, "no zone of this line asks for it"),
        ("western-med", {"hexes": "Aegean 20"}, "'Aegean' does not ask for it; of this line only Western Med"),
        ("western-med", {"hexes": "far"}, "'far' is no zone with a number from 0 to 999"),
        ("central-med", {"status": "4"}, "Agreed status: no zone of this line asks for it"),
        ("central-med", {"own_air": "120"}, "'120' is no zone with a number from 0 to 99"),
        ("central-med", {"way": "0407"}, "is no hex: write sheet, colon and four digits"),
        ("central-med", {"way": "18A:0407 " + "0408 " * 80}, "name at most 80 hexes"),
        ("", {}, "Sea zones that it runs through: choose at least one"),
        ("atlantis", {}, "Sea zones that it runs through: choose of the list"),
        ("central-med", {"port": "atlantis"}, "Port that it runs from: choose of the list"),
    ],
)
def test_what_does_not_fit_is_said_and_nothing_is_written(
    client: Client, campaign: Campaign, zones: str, typed: dict[str, str], words: str
) -> None:
    fields = {"side": "allied", "port": "gibraltar", "zones": zones.split(), "seen": "public:2", **typed}
    answer = client.post(PAGE, fields)
    assert answer.status_code == 422
    assert words in sentence(answer.content.decode())
    assert Entry.objects.count() == 2


def test_the_page_shows_the_terms_before_anything_is_written(client: Client, campaign: Campaign) -> None:
    fields = {"side": "axis", "port": "naples", "zones": ["central-med", "tyrrhenian"]}
    page = unescape(client.post(f"{PAGE}look/", fields).content.decode())
    assert "Central Mediterranean: Malta's number +10" in page
    assert "Tyrrhenian Sea: " in page
    assert Entry.objects.count() == 2
