"""33.B.1 to 33.B.6, 33.B.8 and 33.B.9: what each zone of the Mediterranean and beside it does to whose shipping."""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.shipping import ROLLS, add, hangs_on, on_map, roll, stands, until, zone

BARRED = (
    "barred Axis shipping may not sail here unless every hex of Crete is Axis-owned. 33.B.2.a R-05 "
    "The number still stands for warships, task forces and supply lines: "
)
RULINGS = re.compile("^Rulings$")
# How the war goes, and the status of Axis shipping after each change.
COURSES = (
    pytest.param(
        "Western Med",
        {"": 12, "Gibraltar: Axis": 1, "Oran: Allied": 12, "Oran: Vichy": 1, "Algiers: Allied": 12},
        marks=pytest.mark.played("E33.B.3.a", "E33.B.10.AX.med"),
        id="Western Med: Gibraltar, Oran, Algiers",
    ),
    # A closed canal holds the count of ports at 1; with neither port it is 0.
    pytest.param(
        "Aegean",
        {"": 12, "Suez Canal: closed": 1, "Suez Canal: open": 12, "Athens: Axis": 1, "Thessalonika: Axis": 0},
        marks=pytest.mark.played("E33.B.6.a", "E33.B.10.AX.med"),
        id="Aegean: Athens, Thessalonika, the canal",
    ),
    # Barred, its number stands for warships: 15 with an Allied port or airbase on Crete; a closed canal goes
    # before that. Then the count of Alexandria, Haifa and all Cyprus.
    pytest.param(
        "Eastern Med",
        {
            "": f"{BARRED}15",
            "Suez Canal: closed": f"{BARRED}1",
            "Suez Canal: open": f"{BARRED}15",
            "Hexes of Crete: all Axis": 15,
            "Suda Bay: Axis": 15,
            "Heraklion: Axis": 15,
            "An airbase on Crete is Allied-owned: no": 12,
            "Famagusta: Axis": 10,
            "Haifa: Axis": 7,
            "Alexandria: Axis": 1,
        },
        marks=pytest.mark.played("E33.B", "E33.B.2.a", "E33.B.10.AX.med"),
        id="Eastern Med: Crete, then Alexandria, Haifa and Cyprus",
    ),
    pytest.param(
        "Red Sea",
        {"": 12, "Aden: Axis": 7, "Port Sudan: Axis": 1},
        marks=pytest.mark.played("E33.B.8.a", "E33.B.10.AX.med"),
        id="Red Sea: Aden, Port Sudan",
    ),
)


@pytest.mark.parametrize(("name", "course"), COURSES)
def test_axis_shipping_has_the_status_that_the_war_gives_it(
    mediterranean: Evening, name: str, course: dict[str, int | str]
) -> None:
    evening = zone(mediterranean, name)
    for change, status in course.items():
        if change:
            hangs_on(evening, *change.split(": "))
        stands(evening, "Axis", status)


@pytest.mark.played("E33.B", "E33.B.4.a", "E33.B.4.b", "E33.B.5.a", "E33.B.5.b", "E33.B.9.a", "E33.B.9.b")
def test_four_zones_always_treat_a_side_in_one_way(mediterranean: Evening) -> None:
    free, barred = "33.B.9.b", "barred Axis shipping may not sail here. 33.B.9.a – none Allied shipping is not"
    mediterranean.tap("Map").reads(
        "Tyrrhenian – none Axis shipping is not interfered with in the Tyrrhenian Sea. 33.B.4.a 12 78 % Major",
        "Adriatic 0 8 % In the Adriatic 33.B.5.a 12 78 % Major interference, always 33.B.5.b",
        f"Indian Ocean – {barred} interfered with here. {free}",
        f"Persian Gulf – {barred} interfered with here. {free}",
    )


@pytest.mark.played("E33.B", "E33.B.1.a", "E33.B.1.b", "E33.B.3.b", "E33.B.10.AX.med", "E33.B.10.AL.west_central_med")
def test_malta_s_number_is_the_danger_for_the_axis_and_weighs_on_the_allies_near_italy(mediterranean: Evening) -> None:
    """10 - 8 = 2, 10 - 9 = 1: the Allies have 6 from 2 to 11, and 8 from 1 down."""
    evening = mediterranean
    for hits, number, allied in (("", 10, 6), ("8", 2, 6), ("1", 1, 8)):
        if hits:
            on_map(evening).tap("Bomb Malta").tap("Carry it out", hits=hits)
        stands(stands(zone(evening, "Central Med"), "Axis", number), "Allied", allied)
        stands(zone(evening, "Western Med"), "Allied", allied)
    roll(evening, 1, "12").reads(f"column 1 = 3 NO CONTACT contact on 2, 11, 12 {ROLLS[1]} in 36")


@pytest.mark.played("E33.B.1.b", "E33.B.3.b", "E33.B.9.b", "E33.B.10.AL.west_central_med", "E33.B.10.AL.eastern_med")
@pytest.mark.played("X.10")
def test_a_stronger_malta_helps_the_allies_and_far_from_italy_nobody_looks_for_them(mediterranean: Evening) -> None:
    """10 + 2 = 12: 4. From Gibraltar to Oran no port of Italy lies within 15 hexes."""
    evening = until(mediterranean, "Allied initial").tap("Repair Malta")
    evening.tap("Carry it out", points="2", engineer="on").reads("its number goes from 10 to 12")
    until(evening, "Allied naval movement").tap("Convoy board")
    evening.reads("Western Med status 4 → 22 % Malta's strength is 12 or more", "Central Med status 4 → 22 %")
    add(evening, "2 SP", "gibraltar", "oran").reads("Western Med not subject All arrive 100 %")
    add(evening, "2 SP", "tobruk", "benghazi").tap("Why row 4").tap("Save", **{"hexes-2": "16"})
    evening.reads("Central Med not subject", "Eastern Med status 0 → 8 % Only minor interference")
    add(evening, "2 SP", "aden", "mogadishu").reads("Indian Ocean not subject All arrive 100 %")
    roll(evening, 2, "54 11").reads("column 4 = 9 NO CONTACT", "Arrive at Malta (Valletta)")


@pytest.mark.played("E33.B.1.a.2", "E33.B.4.a", "E33.B.5.a", "E33.B.9.a")
def test_the_board_sails_by_these_statuses(mediterranean: Evening) -> None:
    """Malta 10: the short route is 5, where an 8 is no contact; the Adriatic is 0, where a 10 is none."""
    evening = add(mediterranean, "3 SP", "palermo", "bizerte").reads("Central Med status 5 → 28 % 10 − 5 short route")
    roll(evening, 3, "62").reads("column 5 = 8 NO CONTACT")
    add(evening, "3 SP", "bastia", "tunis").reads("Central Med status 5 → 28 % 10 − 5 short route")
    roll(add(evening, "3 SP", "brindisi", "durazzo"), 5, "64").reads("column 0 = 10 NO CONTACT", "Arrive at Durazzo")
    roll(add(evening, "1 SP", "naples", "palermo"), 6, "").reads("Arrive at Palermo")
    add(evening, "1 SP", "massaua", "kisimayu").reads("Can't sail: Indian Ocean: Axis shipping may not sail here")
    assert not evening.offers("Roll row 7")


@pytest.mark.played("E33.B.1.a.2", "E33.D.MOD1")
def test_the_short_route_is_for_cargo_or_for_all_shipping(mediterranean: Evening) -> None:
    """R-93: empty transports alone have 10 - 5 = 5, where a 10 is a contact; or 10 - 5 - 5 = 0, where it is none."""
    evening = add(mediterranean, "empty", "palermo", "bizerte", on="2 NTs").reads("Central Med status 5 → 28 %")
    evening.tap("Set-up").tap(RULINGS, near="Malta Sea zones").refused("All shipping on such a route")
    evening.tap("Read it so from now on")
    roll(on_map(evening), 3, "64").reads("column 0 = 10 NO CONTACT", "Arrive at Bizerte")


@pytest.mark.played("E33.B.2.a")
def test_axis_shipping_waits_for_crete_and_warships_do_not(mediterranean: Evening) -> None:
    """15 with an Allied port on Crete: 33 rolls of 36 (R-05)."""
    evening = add(mediterranean, "2 SP", "castelrosso", "rhodes").reads(
        "Can't sail: Eastern Mediterranean: Axis shipping may not sail here unless every hex of Crete"
    )
    assert not evening.offers("Roll row 3")
    evening.tap("Fleets").tap("Move Cruisers").tap("Move it", moves="99 99", ends="castelrosso", fuel="srp").tap("Map")
    evening.reads(
        "Allied: 2nd Squadron: check for contact in the Eastern Med 33.A.1 of Cruisers; the Allied dice contact 92 %"
    )
