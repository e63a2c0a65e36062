"""The scenarios of Europa and the Great War: ships in ports of their own side, sources, and a campaign of each.

By hand, from the histories that the files name. June 1940: Warspite and Eagle lie at Alexandria, Cavour and Cesare at
Taranto, Dunkerque at Mers-el-Kébir by Oran. March 1941: Vittorio Veneto at La Spezia, Zara at Taranto, Ark Royal at
Gibraltar; Formidable comes on 10 March, in Mar I, Eagle goes in April. July 1943: Roma at La Spezia, Duilio at Taranto,
Nelson and Indomitable at Oran, Warspite and Formidable at Alexandria. August 1914: the Grand Fleet at Scapa Flow, the
High Sea Fleet at Wilhelmshaven.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from navalassist.campaigns.models import Campaign
from navalassist.engine import Set
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.play.scenarios.fit import Fitted
from navalassist.play.scenarios.shipped import shipped
from tests.in_hand import begins, in_hand, text, words_of

pytestmark = pytest.mark.django_db

EUROPA, WAR = ("june-1940", "march-1941", "july-1943"), ("august-1914",)
SHIPS = {
    "june-1940": {
        "Warspite": "alexandria", "Eagle": "alexandria", "Cavour": "taranto", "Dunkerque": "oran", "Hood": "off",
    },
    "march-1941": {
        "Vittorio Veneto": "la-spezia", "Zara": "taranto", "Ark Royal": "gibraltar", "Formidable": "off",
        "York": "alexandria",
    },
    "july-1943": {
        "Roma": "la-spezia", "Duilio": "taranto", "Nelson": "oran", "Indomitable": "oran", "Warspite": "alexandria",
        "Formidable": "alexandria", "Garibaldi": "genoa",
    },
}  # fmt: skip
DATES = {
    "june-1940": {"Ark Royal": ("1940-06-2", ""), "Illustrious": ("1940-09-1", ""), "Eagle": ("", "1941-04-1")},
    "march-1941": {"Formidable": ("1941-03-1", ""), "Illustrious": ("", "1941-03-1"), "Eagle": ("", "1941-04-1")},
    "july-1943": {"Illustrious": ("1943-08-2", "")},
}
OWNERS = {
    "june-1940": {"oran": "allied", "tobruk": "axis", "athens": "neutral", "toulon": "allied", "massaua": "axis"},
    "march-1941": {"oran": "vichy", "tobruk": "allied", "athens": "allied", "toulon": "vichy", "massaua": "axis"},
    "july-1943": {"oran": "allied", "tobruk": "allied", "athens": "axis", "toulon": "axis", "massaua": "allied"},
}
MALTA = {"june-1940": 8, "march-1941": 10, "july-1943": 15}


def units(scenario: Fitted) -> Iterator[tuple[str, dict[str, Any]]]:
    """The naval units of a scenario of Europa."""
    return ((row, fields) for row, fields in scenario.rows.items() if row.startswith("task-force:"))


def lies_at(scenario: Fitted, place: str) -> str:
    """The port of a unit, by its group if it sails in one."""
    return str(scenario.rows[place]["place"]) if place.startswith(("group:", "fleet:")) else place


def test_europa_comes_with_three_scenarios_and_the_great_war_with_one() -> None:
    assert tuple(shipped("europa")) == EUROPA
    assert tuple(shipped("storm_of_steel")) == WAR
    assert [found.scenario.head.turn for found in shipped("europa").values()] == ["1940-06-2", "1941-03-1", "1943-07-1"]


@pytest.mark.parametrize("name", EUROPA)
def test_each_ship_of_europa_lies_in_a_port_of_its_side_and_says_what_of_it_is_made_up(name: str) -> None:
    found = shipped("europa")[name]
    for row, fields in units(found):
        said = found.of[row]
        assert said.source, row
        assert "made up" in said.stand_in or "no counter at hand" in said.stand_in, row
        kind, _, port = lies_at(found, str(fields["place"])).partition(":")
        if kind == "port":
            assert found.rows[f"port:{port}"]["owner"] == fields["side"], row
        else:
            assert kind == "off", row
            assert str(fields["arrives"]) >= found.scenario.head.turn, row
        for date in (fields["arrives"], fields["leaves"]):
            assert date == "" or str(date) >= found.scenario.head.turn, row


@pytest.mark.parametrize("name", EUROPA)
def test_ships_owners_and_dates_are_those_worked_out_by_hand(name: str) -> None:
    found = shipped("europa")[name]
    names = {str(fields["name"]): (row, fields) for row, fields in units(found)}
    for ship, port in SHIPS[name].items():
        ((_, fields),) = [one for words, one in names.items() if ship in words]
        assert lies_at(found, str(fields["place"])).removeprefix("port:") == port, ship
    for ship, dates in DATES[name].items():
        assert (names[ship][1]["arrives"], names[ship][1]["leaves"]) == dates, ship
    assert {port: found.rows[f"port:{port}"]["owner"] for port in OWNERS[name]} == OWNERS[name]
    assert found.rows["malta:status"]["number"] == MALTA[name]


def test_squadrons_of_the_great_war_lie_in_their_own_bases_with_the_factors_of_their_kinds() -> None:
    found = shipped("storm_of_steel")["august-1914"]
    for row, fields in found.rows.items():
        if row.startswith("squadron:"):
            place = lies_at(found, str(fields["place"]))
            assert place == "pool" or place.startswith("area:") or found.rows[place]["owner"] == fields["side"], row
            assert "stand-ins of its kind" in found.of[row].stand_in, row
            assert found.of[row].source, row
    assert lies_at(found, "fleet:grand-fleet") == "base:scapa-flow"
    assert lies_at(found, "fleet:high-sea-fleet") == "base:wilhelmshaven"


@pytest.mark.parametrize(("system", "name"), [*(("europa", n) for n in EUROPA), *(("storm_of_steel", n) for n in WAR)])
def test_a_campaign_begins_as_the_scenario_has_it(client: Client, system: str, name: str) -> None:
    sent = {"system": system, "name": "Begun", "year": "1914", "month": "08", "secrecy": "open", "scenario": name}
    dated = {"year": "1941", "half": "1", "scale": "rule33"} if system == "europa" else {}
    assert client.post("/new/", sent | dated).status_code == 302
    begins(client, "/c/begun/")
    state, found = states.load("begun"), shipped(system)[name]
    assert state.clock[0] == found.scenario.head.turn
    for row, fields in found.rows.items():
        kept = {field: state.values[f"{row}.{field}"] for field in fields if row != "campaign:clock"}
        assert kept == {field: value for field, value in fields.items() if field in kept}, row
    assert check_campaign(state.campaign).sound
    assert text(client, "/c/begun/")


def test_formidable_is_due_in_the_allied_initial_phase_of_march_1941(client: Client) -> None:
    """She came to Alexandria on 10 March: Mar I 41. Illustrious, mended as far as Alexandria can, goes in the same."""
    client.post(
        "/new/",
        {"name": "March", "year": "1941", "month": "03", "half": "1", "scale": "rule33", "scenario": "march-1941"},
    )
    begins(client, "/c/march/")
    with in_hand(Campaign.objects.get(slug="march")) as table:
        table.until("allied/initial")
        page = words_of(client.get("/c/march/"))
        assert "Formidable arrives" in page
        assert "Illustrious withdraws" in page
        assert "Eagle withdraws" not in page


def test_the_calendar_of_june_1940_has_what_comes_and_goes_by_the_order_of_battle(client: Client) -> None:
    """Force H and Ark Royal in Jun II, the French go in Jul I, Duilio is ready in Jul II, Littorio in Aug I."""
    sent = {"name": "June", "year": "1940", "month": "06", "half": "2", "scale": "rule33", "scenario": "june-1940"}
    client.post("/new/", sent)
    begins(client, "/c/june/")
    turns = words_of(client.get("/c/june/calendar/"))
    june, _, later = turns.partition("Jul I 40 Whose")
    assert "Ark Royal arrives" in june
    assert "Force H (Hood, Valiant, Resolution) arrives" in june
    first, _, later = later.partition("Jul II 40 Whose")
    assert first.count("leaves by the order of battle in Jul I 40") == 6
    second, _, third = later.partition("Aug I 40 Whose")
    assert "Caio Duilio comes out of refit" in second
    assert "9th Division (Littorio, Vittorio Veneto) comes out of refit" in third
    assert "Doria" not in turns.partition("Turn sheet")[0]


def test_a_unit_that_came_as_its_card_has_it_now_is_due_no_more(client: Client) -> None:
    client.post("/new/", {"name": "June", "year": "1940", "month": "06", "half": "2", "scenario": "june-1940"} | PLAIN)
    begins(client, "/c/june/")
    with in_hand(Campaign.objects.get(slug="june")) as table:
        table.until("allied/initial")
        assert "Force H (Hood, Valiant, Resolution) arrives" in words_of(client.get("/c/june/"))
        table.edit(Set("task-force:force-h.place", "port:gibraltar"))
        assert "Force H (Hood, Valiant, Resolution) arrives" not in words_of(client.get("/c/june/"))


PLAIN = {"scale": "rule33"}
