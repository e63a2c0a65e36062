"""How a campaign begins at a date: owners of ports and conditions of the war, against a table by hand from history.

A turn begins on the 1st or the 16th with what had happened by the day before. The days, from the general histories:

Italy at war 10 June 1940, armistice made known 8 September 1943. France armistice 25 June 1940, Torch 8 to 11
November 1942, Toulon 27 November 1942. Greece at war 28 October 1940; Thessalonika 9, Athens 27 April, Crete 20 May to
1 June 1941. Tobruk British 22 January 1941, German 21 June 1942, British 13 November 1942. Benghazi 6 February 1941, 4
April 1941, 24 December 1941, 29 January 1942, 20 November 1942. Massaua 8 April 1941. Tripoli 23 January 1943. Tunis 7
May 1943. Sicily 10 July to 17 August 1943; Taranto 9 September, Naples 1 October 1943. Soviet Union at war 22 June
1941; Tallinn 28 August 1941, Leningrad and Murmansk never taken. Narvik German 9 April, Allied 28 May, German 8 June
1940.
"""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.test import Client

from navalassist.engine.duties import Moment
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.rules.europa.clock import next_turn
from navalassist.systems.europa.dated import Since, first_day
from navalassist.systems.europa.pages.setup.as_of import as_of
from navalassist.systems.europa.places import places
from navalassist.systems.europa.setup import malta_in
from tests.begun import begin
from tests.in_hand import drawn, in_hand, text

FIRST, LAST = "1939-09-1", "1945-05-2"
PORTS = places().ports
# x Axis, a Allied, v Vichy, n neutral.
OWNERS = {"x": "axis", "a": "allied", "v": "vichy", "n": "neutral"}
TURNS = (
    "39-09-1 40-05-2 40-06-1 40-06-2 40-07-1 41-02-2 41-03-1 41-05-1 41-06-1 41-07-1 42-02-1 42-07-1 42-11-2 42-12-1 "
    "43-07-1 43-09-2 44-11-1 45-05-2"
)
# fmt: off
BY_HAND = {
    #                39s  40m  40j  40j2 40j  41f  41m  41m  41j  41j  42f  42j  42n  42d  43j  43s  44n  45m
    "gibraltar":    "a    a    a    a    a    a    a    a    a    a    a    a    a    a    a    a    a    a",
    "valletta":     "a    a    a    a    a    a    a    a    a    a    a    a    a    a    a    a    a    a",
    "suez":         "a    a    a    a    a    a    a    a    a    a    a    a    a    a    a    a    a    a",
    "naples":       "n    n    n    x    x    x    x    x    x    x    x    x    x    x    x    x    a    a",
    "taranto":      "n    n    n    x    x    x    x    x    x    x    x    x    x    x    x    a    a    a",
    "syracuse":     "n    n    n    x    x    x    x    x    x    x    x    x    x    x    x    a    a    a",
    "genoa":        "n    n    n    x    x    x    x    x    x    x    x    x    x    x    x    x    x    a",
    "tripoli":      "n    n    n    x    x    x    x    x    x    x    x    x    x    x    a    a    a    a",
    "tobruk":       "n    n    n    x    x    a    a    a    a    a    a    x    a    a    a    a    a    a",
    "benghazi":     "n    n    n    x    x    a    a    x    x    x    x    x    x    a    a    a    a    a",
    "mersa-matruh": "a    a    a    a    a    a    a    a    a    a    a    x    a    a    a    a    a    a",
    "algiers":      "a    a    a    a    v    v    v    v    v    v    v    v    a    a    a    a    a    a",
    "oran":         "a    a    a    a    v    v    v    v    v    v    v    v    a    a    a    a    a    a",
    "toulon":       "a    a    a    a    v    v    v    v    v    v    v    v    v    x    x    x    a    a",
    "marseille":    "a    a    a    a    v    v    v    v    v    v    v    v    x    x    x    x    a    a",
    "tunis":        "a    a    a    a    v    v    v    v    v    v    v    v    x    x    a    a    a    a",
    "dakar":        "a    a    a    a    v    v    v    v    v    v    v    v    v    a    a    a    a    a",
    "beirut":       "a    a    a    a    v    v    v    v    v    v    a    a    a    a    a    a    a    a",
    "athens":       "n    n    n    n    n    a    a    x    x    x    x    x    x    x    x    x    a    a",
    "suda-bay":     "n    n    n    n    n    a    a    a    x    x    x    x    x    x    x    x    x    a",
    "heraklion":    "n    n    n    n    n    a    a    a    x    x    x    x    x    x    x    x    a    a",
    "massaua":      "n    n    n    x    x    x    x    a    a    a    a    a    a    a    a    a    a    a",
    "split":        "n    n    n    n    n    n    n    x    x    x    x    x    x    x    x    a    a    a",
    "izmir":        "n    n    n    n    n    n    n    n    n    n    n    n    n    n    n    n    n    a",
    "barcelona":    "n    n    n    n    n    n    n    n    n    n    n    n    n    n    n    n    n    n",
    "bergen":       "n    x    x    x    x    x    x    x    x    x    x    x    x    x    x    x    x    a",
    "narvik":       "n    x    a    x    x    x    x    x    x    x    x    x    x    x    x    x    x    a",
    "antwerp":      "n    a    x    x    x    x    x    x    x    x    x    x    x    x    x    x    a    a",
    "brest":        "a    a    a    a    x    x    x    x    x    x    x    x    x    x    x    x    a    a",
    "leningrad":    "n    n    n    n    n    n    n    n    n    a    a    a    a    a    a    a    a    a",
    "murmansk":     "n    n    n    n    n    n    n    n    n    a    a    a    a    a    a    a    a    a",
    "tallinn":      "n    n    n    n    n    n    n    n    n    a    x    x    x    x    x    x    a    a",
    "kiel":         "x    x    x    x    x    x    x    x    x    x    x    x    x    x    x    x    x    a",
}
# The day on which a country came into the war; before it each of its ports is neutral. Its ports that others had taken
# before are not asked: Albania was Italian, Iceland was Danish.
ENTRIES = {
    "italy": "1940-06-10", "sicily": "1940-06-10", "sardinia": "1940-06-10", "libya": "1940-06-10",
    "dodecanese": "1940-06-10", "eritrea": "1940-06-10", "italian-somaliland": "1940-06-10", "albania": "1940-06-10",
    "greece": "1940-10-28", "yugoslavia": "1941-04-06", "norway": "1940-04-09", "denmark": "1940-04-09",
    "netherlands": "1940-05-10", "belgium": "1940-05-10", "iceland": "1940-05-10", "finland": "1941-06-22",
    "soviet-union": "1941-06-22", "turkey": "1945-02-23", "saudi-arabia": "1945-03-01",
    "spain": "1945-05-31", "portugal": "1945-05-31", "sweden": "1945-05-31", "ireland": "1945-05-31",
}
CONDITIONS = {
    "1940-06-2": {"france-surrendered": False, "crete-airbase-allied": False, "vichy-atlantic-colony": False,
                  "axis-holds-lower-norway": True, "norway-axis-owned": True, "allied-hold-upper-norway": False},
    "1940-06-1": {"norway-axis-owned": False, "allied-hold-upper-norway": True, "axis-channel-ports-in-supply": True},
    "1940-07-1": {"france-surrendered": True, "france-axis-owned": True, "vichy-atlantic-colony": True},
    "1941-03-1": {"crete-hexes": "all-allied", "crete-airbase-allied": True, "at-war-with-ussr": False},
    "1941-06-1": {"crete-hexes": "mixed", "crete-airbase-allied": False},
    "1941-06-2": {"crete-hexes": "all-axis", "at-war-with-ussr": False},
    "1941-07-1": {"at-war-with-ussr": True, "baltic-border": "stands"},
    "1941-09-1": {"baltic-border": "safe-zone", "italy-surrendered": False},
    "1942-12-1": {"vichy-atlantic-colony": False},
    "1943-07-1": {"crete-hexes": "all-axis", "italy-surrendered": False, "suez-canal": "open"},
    "1943-09-1": {"italy-surrendered": False},
    "1943-09-2": {"italy-surrendered": True},
    "1944-09-1": {"france-axis-owned": False, "sweden": "neutral"},
    "1945-05-2": {"kiel-canal": "allied", "norway-axis-owned": False, "axis-holds-denmark": False, "spain": "neutral"},
}
# fmt: on


def every_turn() -> Iterator[str]:
    """All turns of the war, one after another."""
    turn = FIRST
    while turn <= LAST:
        yield turn
        turn = next_turn(turn)


@pytest.mark.parametrize("port", BY_HAND)
def test_owners_are_those_of_the_table_by_hand(port: str) -> None:
    turns = [f"19{turn}" for turn in TURNS.split()]
    wanted = dict(zip(turns, (OWNERS[one] for one in BY_HAND[port].split()), strict=True))
    assert {turn: PORTS[port].owned(turn).value for turn in turns} == wanted


def test_the_war_has_138_turns_and_each_of_the_127_ports_one_owner_in_each() -> None:
    turns = list(every_turn())
    assert (len(turns), len(PORTS)) == (138, 127)
    for port in PORTS.values():
        assert {port.owned(turn).value for turn in turns} <= set(OWNERS.values())
        assert all(since.day is None or date(1939, 9, 1) < since.day <= date(1945, 5, 15) for since in port.owners)
        # Each entry says something that the one before did not.
        assert len({(since.value, since.source) for since in port.owners}) == len(port.owners)


@pytest.mark.parametrize("port", PORTS)
def test_a_port_is_neutral_until_its_country_is_at_war_and_no_neutral_port_is_taken_without_a_day(port: str) -> None:
    entry = ENTRIES.get(PORTS[port].country)
    for turn in every_turn():
        if entry and first_day(turn) <= date.fromisoformat(entry):
            assert PORTS[port].owned(turn).value == "neutral", turn
    if entry is None:
        assert PORTS[port].owned(FIRST).value in ("axis", "allied")


@pytest.mark.parametrize(
    ("day", "turn"),
    [
        ("1941-01-22", "1941-02-1"),
        ("1940-06-10", "1940-06-2"),
        ("1941-03-01", "1941-03-2"),
        ("1941-03-15", "1941-03-2"),
        ("1941-03-16", "1941-04-1"),
        ("1942-12-28", "1943-01-1"),
    ],
)
def test_a_change_counts_from_the_first_turn_that_begins_after_its_day(day: str, turn: str) -> None:
    assert Since(day=date.fromisoformat(day), value="axis", source="s").turn == turn
    # As the days of the data are read: what came on the last day of a turn is there as the next begins.
    for port in PORTS.values():
        for since in port.owners[1:]:
            assert port.owned(since.turn) in port.owners[port.owners.index(since) :]


@pytest.mark.parametrize("turn", CONDITIONS)
def test_conditions_of_the_war_are_those_of_the_table_by_hand(turn: str) -> None:
    assert {key: places().conditions[key].since(turn).value for key in CONDITIONS[turn]} == CONDITIONS[turn]


@pytest.mark.rule("E36.A.4")
def test_malta_s_number_is_a_stand_in_of_its_date_on_the_scale_that_is_chosen() -> None:
    """Mar I 41 keeps 10; on the other scale it is 15 less that. In April 1942 Malta was at its weakest."""
    assert (malta_in("1941-03-1", {}), malta_in("1941-03-1", {"R-04": "rule36"})) == (10, 5)
    numbers = {turn: malta_in(turn, {}) for turn in every_turn()}
    assert all(0 <= number <= 15 for number in numbers.values())
    assert min(numbers, key=lambda turn: numbers[turn]) == "1942-04-2"
    assert all(since.stand_in for since in places().malta)


@pytest.mark.rule("E33.B.8.a.N")
@pytest.mark.parametrize(("turn", "latched"), [("1941-04-1", False), ("1941-04-2", True), ("1943-07-1", True)])
def test_massaua_was_allied_once_for_a_campaign_that_begins_after_its_fall(turn: str, latched: bool) -> None:
    assert PORTS["massaua"].once("allied", turn) is latched


@pytest.mark.django_db
def test_july_1943_begins_with_its_owners_and_conditions_and_nothing_is_a_capture(client: Client) -> None:
    sent: dict[str, Any] = {"name": "Before Sicily", "year": "1943", "month": "07", "half": "1", "scale": "rule33"}
    assert client.post("/new/", sent | {"malta": "", "theatres": "both"}).status_code == 302
    state = states.load("before-sicily")
    facts = state.values
    assert {port: facts[f"port:{port}.owner"] for port in BY_HAND} == {
        port: OWNERS[owners.split()[14]] for port, owners in BY_HAND.items()
    }
    assert facts["condition:crete-hexes.value"] == "all-axis"
    assert facts["condition:at-war-with-ussr.value"] is True
    assert facts["malta:status.number"] == 15
    assert facts["port:massaua.ever_allied"] is True
    assert not [row for row in state.rows("mark") if "captured" in row]
    assert check_campaign(state.campaign).sound
    assert "all as in history" in text(client, "/c/before-sicily/setup/")
    assert "Entered by Eighth Army on 23 January 1943." in text(client, "/c/before-sicily/setup/ports/tripoli/")


@pytest.mark.django_db
def test_northern_waters_that_come_in_later_come_as_history_had_them_then() -> None:
    with in_hand(begin("Med", malta=10, slug="med", moment=Moment("1941-09-1", "axis", "initial"))) as table:
        assert table.send("setup/zones/", act="condition.value", set="theatres=both").status_code == 302
        owned = {port: table.facts[f"port:{port}.owner"] for port in ("tallinn", "murmansk", "helsinki")}
    assert owned == {"tallinn": "axis", "murmansk": "allied", "helsinki": "axis"}


@pytest.mark.django_db
def test_the_new_campaign_page_says_what_a_date_begins_with(client: Client) -> None:
    page = text(client, "/new/")
    assert "Begins as history had Mar I 41" in page
    assert "Libya without Tripoli and Misurata" in page
    page = text(client, "/new/?year=1943&month=09&half=2&theatres=med")
    assert "Begins as history had Sep II 43" in page
    assert "Italy has surrendered" in page
    assert "Corsica (Ajaccio)" in page
    # What was typed comes back, and a date that is none says nothing.
    assert "Begins as history" not in text(client, "/new/?year=moon")
    assert "Malta's number: type a whole" in drawn(client.post("/new/", {"malta": "x"} | DATED), 422).replace(
        "&#x27;", "'"
    )


DATED = {"name": "Dated", "year": "1942", "month": "02", "half": "1", "scale": "rule33"}


def test_the_words_name_the_lands_of_each_owner_and_mark_what_is_a_judgement() -> None:
    """Feb I 42 in the north: Britain and the Soviet north Allied, the Baltic Axis; the Channel's sky is a guess."""
    said = as_of({"year": "1942", "month": "02", "half": "1", "theatres": "north"})["as_of"]
    lands = {owner: words for owner, _, words in said["owners"]}
    assert "Soviet Union without Tallinn and Riga" in lands["Allied"]
    assert "Finland" in lands["Axis"]
    assert lands["Vichy"] == "French Morocco, Senegal"
    assert sum(number for _, number, _ in said["owners"]) == len([p for p in PORTS.values() if "north" in _theatres(p)])
    assert "Air superiority over the English Channel: neither side (stand-in)" in said["conditions"]
    assert "The Axis is at war with the USSR" in said["conditions"]


def _theatres(port: Any) -> set[str]:
    return {places().zones[zone].theatre for zone in port.zones}
