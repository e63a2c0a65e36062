"""The page of a naval supply line: every zone's status counts, with what is seen at the map there (33.A.3, 33.F)."""

import re
from html import unescape
from typing import Any

import pytest

from navalassist.auditlog.models import Entry
from navalassist.engine import Set, create
from tests.in_hand import InHand, drawn

PAGE = "do/supply-line/"
# No port of the Black Sea or the Baltic is in the demo.
WHY = "it runs from a port that is not there"


def count(demo: InHand, zones: str, side: str = "allied", **typed: Any) -> Any:
    """The outcome that was written down."""
    fields = {"side": side, "port": "gibraltar", "zones": zones.split(), **typed}
    answer = demo.post(PAGE, **fields)
    assert answer.status_code == 302, sentence(answer.content.decode())
    entry = demo.last()
    assert not [a for a in entry.record["body"].get("answers", ()) if a.get("faces")]
    return entry.record["body"]["outcome"]


def sentence(page: str) -> str:
    found = re.search(r'<div class="msg bad" role="alert".*?</div>', unescape(page), re.S)
    return re.sub("<[^>]+>", "", found[0]) if found else ""


@pytest.mark.rule("E33.F", "E33.A.3")
def test_the_statuses_of_all_zones_are_the_slp_addition(demo: InHand) -> None:
    # Axis: Western Med 12, Tyrrhenian not subject, Central Med 10, Eastern Med 15 though barred
    found = count(demo, "western-med tyrrhenian central-med eastern-med", "axis", port="naples")
    assert (found["added"], found["port"]) == (37, "Naples")
    assert [(t["value"], t["applies"]) for t in found["supply_line"]["terms"]] == [
        (12, True),
        (0, False),
        (10, True),
        (15, True),
    ]


@pytest.mark.rule("E33.F", "E33.B.1.b")
def test_the_15_hex_rule_is_asked_for_each_zone(demo: InHand) -> None:
    # Nothing typed is read as within 15: 6 + 6. Beyond 15 a zone is not subject.
    assert count(demo, "western-med central-med")["added"] == 12
    assert count(demo, "western-med central-med", hexes="Western Med 20, central-med: 9")["added"] == 6
    assert count(demo, "western-med", hexes="16")["added"] == 0


@pytest.mark.rule("E33.F", "E33.A.3")
def test_typed_statuses_and_the_soviet_base_where_the_printed_rule_needs_them(demo: InHand) -> None:
    assert count(demo, "black-sea", status="3", because=WHY)["added"] == 3
    assert count(demo, "black-sea", because=WHY)["zones"][0]["why"].startswith("No table prints a status")
    demo.edit(Set("condition:theatres.value", "both"))
    # Axis Baltic before the war with the USSR: 1, and 3 more near a Soviet base
    assert count(demo, "baltic", "axis", because=WHY, near_soviet_base="on")["added"] == 4
    assert count(demo, "baltic", "axis", because=WHY)["added"] == 1


@pytest.mark.rule("E33.F")
def test_aircraft_count_typed_or_kept_but_never_both(demo: InHand) -> None:
    assert count(demo, "central-med", "axis", port="tripoli", enemy_air="3")["added"] == 13
    unit = {"side": "allied", "name": "Wellington", "nature": "s", "fighter": False, "tbf": "4", "range": 20}
    demo.edit(create("air-unit:w", zone="central-med", place="box", hexes_to_base=0, **unit))
    assert count(demo, "central-med", "axis", port="tripoli", enemy_air="3")["added"] == 14
    assert count(demo, "western-med central-med", enemy_air="Western Med 2")["added"] == 2 + 8


@pytest.mark.rule("E33.F")
def test_the_interdiction_zone_is_a_zone_of_its_own_once_it_is_declared(demo: InHand) -> None:
    assert count(demo, "aegean south-aegean", "axis", port="leros")["zones"][1]["added"] == 0
    demo.edit(Set("zone:south-aegean.declared", "tight"))
    assert count(demo, "aegean south-aegean", "axis", port="leros")["zones"][1]["added"] == 12


@pytest.mark.rule("E33.F", "E36.D.4")
def test_hexes_in_enemy_danger_zones_join_the_sum(demo: InHand) -> None:
    """Axis, Malta at 10. 18A:0407 is Valletta and 0408 next to it: within one hex of an Allied base. 10 + 3 are 13."""
    demo.edit(Set("port:valletta.map_reference", "18A:0407"))
    found = count(demo, "central-med", "axis", port="tripoli", way="18A:0407 0408", danger_slps="3")
    assert found["added"] == 13
    assert found["supply_line"]["terms"][1]["text"] == "Hexes in enemy danger zones: 2 of 2"
    fields = {"side": "allied", "port": "valletta", "zones": ["central-med"], "way": "18A:0408", "danger_slps": "2"}
    assert "none of these hexes is in an enemy danger zone" in sentence(drawn(demo.post(PAGE, **fields), 422))


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
    demo: InHand, zones: str, typed: dict[str, str], words: str
) -> None:
    fields = {"side": "allied", "port": "gibraltar", "zones": zones.split(), "seen": "public:2", **typed}
    assert words in sentence(drawn(demo.post(PAGE, **fields), 422))
    assert Entry.objects.count() == 2


def test_the_page_shows_the_terms_before_anything_is_written(demo: InHand) -> None:
    fields = {"side": "axis", "port": "naples", "zones": ["central-med", "tyrrhenian"]}
    page = unescape(demo.post(f"{PAGE}look/", **fields).content.decode())
    assert "Central Mediterranean: Malta's number +10" in page
    assert "Tyrrhenian Sea: " in page
    assert Entry.objects.count() == 2
