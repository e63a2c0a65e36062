"""36.D and 36.D.1: whose danger zone a hex is in, as the page of the danger zones says it.

Hexes shipped with the demo: Misurata 18A:1022 and Licata 18A:0102, Axis; Valletta 18A:0407, Allied; Kiel 16A:0509.
Players read others off their map and enter them; those here are chosen so that distances are counted along a line.
"""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.ships import PORTS, campaign, done, lies, not_done, owner, port, until

AXIS, ALLIED, SOVIET, NOBODY = "an Axis", "an Allied", "the Soviet", "nobody's"


def whose(evening: Evening, zone: str, **hexes: str) -> Evening:
    """h1021="an Axis": whose danger zone the page says that it is."""
    if not evening.offers("Whose danger zone is it?"):
        evening.tap("Fleets").tap("Danger zones")
    for name, said in hexes.items():
        where = name.replace("_", ":")
        evening.tap("Whose danger zone is it?", hex=where, zone=zone)
        evening.reads(re.compile(rf"{where}, [\w ]+: {said} danger zone"))
    return evening


def says(evening: Evening, condition: str, answer: str) -> None:
    evening.tap("Set-up").tap("Conditions of the war").tap(answer, near=condition)


@pytest.mark.played("E36.D", "E36.D.1.b")
def test_a_naval_base_reaches_one_hex_in_working_order_or_not_and_all_else_is_allied(mediterranean: Evening) -> None:
    whose(mediterranean, "central-med", **{"18A_1021": AXIS, "18A_1020": ALLIED, "18A_0409": ALLIED})
    mediterranean.reads("outside the Baltic ✓ holds 36.D.1.b")
    port(mediterranean, "Misurata").tap("out of order")
    whose(mediterranean, "central-med", **{"18A_1021": AXIS})


@pytest.mark.played("E36.D.x1-4")
def test_a_damaged_or_blockaded_port_is_silent_until_the_player_turn_ends(mediterranean: Evening) -> None:
    trouble = "Note collateral damage"
    assert "Only a blockade during the initial phase" in not_done(
        mediterranean, trouble, port="misurata", what="blockaded"
    )
    done(mediterranean, trouble, port="misurata", what="damaged")
    whose(mediterranean, "central-med", **{"18A_1021": ALLIED}).reads("Misurata : collateral damage")
    done(mediterranean, trouble, port="misurata", what="repaired")
    whose(mediterranean, "central-med", **{"18A_1021": ALLIED})
    until(mediterranean, "Allied initial")
    whose(mediterranean, "central-med", **{"18A_1021": AXIS})
    done(mediterranean, trouble, port="misurata", what="blockaded")
    whose(mediterranean, "central-med", **{"18A_1021": ALLIED}).reads("blockaded in the initial phase")


@pytest.mark.played("E36.D.x1-4", "X.1")
def test_a_captured_port_is_silent_in_this_player_turn_and_the_next(mediterranean: Evening) -> None:
    owner(mediterranean, "Malta", "Axis")
    whose(mediterranean, "central-med", **{"18A_0408": ALLIED}).reads("Malta (Valletta) : ")
    until(mediterranean, "Allied initial")
    whose(mediterranean, "central-med", **{"18A_0408": ALLIED})
    until(mediterranean, "Axis initial")
    whose(mediterranean, "central-med", **{"18A_0408": AXIS})


@pytest.mark.played("E36.D.1.a.1", "X.10")
def test_german_and_danish_ports_reach_five_hexes(mediterranean: Evening) -> None:
    """Along line 05 of 16A from Kiel; the other ports of the coast lie far off on it."""
    campaign(mediterranean, "1941", "3", "north")
    lies(mediterranean, Hamburg="16A:3030", Wilhelmshaven="16A:3040", Copenhagen="16A:3001", Stettin="16A:3010")
    whose(mediterranean, "north-sea", **{"16A_0514": AXIS, "16A_0515": ALLIED})


@pytest.mark.played("E36.D.1.a.2", "E36.D.1.a.5")
def test_northern_ports_of_the_mediterranean_reach_five_hexes_and_three_as_italy_has_surrendered(
    mediterranean: Evening,
) -> None:
    """La Spezia on line 12 of map 26 is north of 2000; on line 21 it reaches one hex, as every base."""
    away = {"Genoa": "26:0132", "Leghorn": "26:2512"}
    lies(mediterranean, La_Spezia="26:1232", **away)
    whose(mediterranean, "western-med", **{"26_1237": AXIS, "26_1238": ALLIED})
    lies(mediterranean, La_Spezia="26:2132")
    whose(mediterranean, "western-med", **{"26_2133": AXIS, "26_2134": ALLIED})
    lies(mediterranean, La_Spezia="26:1232")
    says(mediterranean, "Italy has surrendered", "yes")
    whose(mediterranean, "western-med", **{"26_1235": AXIS, "26_1236": ALLIED})


@pytest.mark.played("E36.D.1.a.4")
def test_the_adriatic_north_of_its_line_is_the_axis_as_long_as_italy_fights(mediterranean: Evening) -> None:
    """The line: 26:3310, 3309, 3408, 3407."""
    lies(
        mediterranean,
        Corfu="26:4103",
        Santi_Quaranta="26:4102",
        Valona="26:4004",
        Brindisi="26:3014",
        Taranto="26:3018",
    )
    whose(mediterranean, "adriatic", **{"26_3310": AXIS, "26_3407": AXIS, "26_3409": ALLIED})
    says(mediterranean, "Italy has surrendered", "yes")
    whose(mediterranean, "adriatic", **{"26_3310": ALLIED})


@pytest.mark.played("E36.D.1.a.4")
def test_the_adriatic_is_no_axis_zone_before_italy_is_at_war(mediterranean: Evening) -> None:
    """In May 1940 players say so by its ports; it fights as soon as one of them is Axis."""
    campaign(mediterranean, "1940", "5")
    mediterranean.tap("Set-up").tap(PORTS).tap(PORTS)
    for country in ("italy", "sicily", "sardinia"):
        mediterranean.tap("Show these", country=country, owner="axis")
        while mediterranean.offers("○ Neutral"):
            mediterranean.tap("○ Neutral")
    whose(mediterranean, "adriatic", **{"26_2710": ALLIED}).reads("Italy is neutral, as its ports are")
    owner(mediterranean, "Genoa", "Axis")
    whose(mediterranean, "adriatic", **{"26_2710": AXIS})


@pytest.mark.played("E36.D.1.a.6", "E36.D.1.b")
def test_axis_zones_end_five_hexes_around_allied_ports_and_nine_as_italy_has_surrendered(
    mediterranean: Evening,
) -> None:
    """18A:0103 lies beside Licata and six hexes from Valletta; 18A:1021 beside Misurata and five from 18A:1016."""
    lies(mediterranean, Tripoli="18A:1015")
    owner(mediterranean, "Tripoli", "Allied")
    whose(mediterranean, "central-med", **{"18A_0103": AXIS, "18A_1021": AXIS})
    lies(mediterranean, Tripoli="18A:1016")
    whose(mediterranean, "central-med", **{"18A_1021": ALLIED})
    says(mediterranean, "Italy has surrendered", "yes")
    whose(mediterranean, "central-med", **{"18A_0103": ALLIED})


BORDER = "Border in the Baltic"


@pytest.fixture
def baltic(mediterranean: Evening) -> Evening:
    """Hango, 1B:0515: the border runs along place 15 to 1B:0715, places count from the east. Kronshtadt: 1B:0403."""
    campaign(mediterranean, "1941", "3", "north")
    lies(mediterranean, Hango="1B:0515", Kronshtadt="1B:0403")
    return mediterranean


def moves(evening: Evening, event: str) -> Evening:
    return evening.tap("Fleets").tap("Danger zones").tap("Move it").tap("Carry it out", event=event)


def stays_put(evening: Evening, event: str) -> str:
    return evening.tap("Fleets").tap("Danger zones").tap("Move it").refused("Carry it out", event=event)


SAFE_ZONE = {"1B_0405": SOVIET, "1B_0406": AXIS, "1B_0714": AXIS}


@pytest.mark.played("E36.D.1.a.3", "E36.D.1.c.1", "E36.D.1.c.2")
def test_the_baltic_is_parted_at_hango_until_it_falls_and_then_the_safe_zone_alone_is_soviet(baltic: Evening) -> None:
    """From the next Axis player turn on; it reaches two hexes from Kronshtadt."""
    whose(baltic, "baltic", **{"1B_0716": AXIS, "1B_0714": SOVIET, "1B_0405": SOVIET, "1B_0406": SOVIET})
    until(baltic, "Allied initial")
    moves(baltic, "falls")
    whose(baltic, "baltic", **{"1B_0714": SOVIET, "1B_0406": SOVIET})
    until(baltic, "Axis initial")
    whose(baltic, "baltic", **SAFE_ZONE, **{"1B_0716": AXIS})


@pytest.mark.played("E36.D.1.c.3")
def test_from_january_1943_the_safe_zone_grows_and_keeps_what_it_has_gained(mediterranean: Evening) -> None:
    """The border has moved by then. Helsinki and Riga, whose hexes nobody knows, are taken out of it."""
    campaign(mediterranean, "1942", "12", "north")
    lies(mediterranean, Hango="1B:0515", Kronshtadt="1B:0403")
    for name in ("Helsinki", "Riga"):
        owner(mediterranean, name, "Neutral")
    for place in ("Allied initial", "Axis initial", "Allied initial"):
        until(mediterranean, place)
    assert "from Jan I 43 on" in stays_put(mediterranean, "east")
    until(until(mediterranean, "Axis initial"), "Allied initial")
    assert "Tallinn" in stays_put(mediterranean, "east")
    owner(mediterranean, "Tallinn", "Allied")
    whose(mediterranean, "baltic", **SAFE_ZONE)
    moves(mediterranean, "east")
    whose(mediterranean, "baltic", **{"1B_0712": SOVIET, "1B_0713": AXIS})
    owner(mediterranean, "Tallinn", "Axis")
    whose(mediterranean, "baltic", **{"1B_0712": SOVIET})


@pytest.mark.played("E36.D.1.c.4")
def test_the_safe_zone_is_gone_for_good_as_germany_owns_its_ports(baltic: Evening) -> None:
    moves(baltic, "falls")
    until(baltic, "Allied initial")
    until(baltic, "Axis initial")
    assert "own Kronshtadt" in stays_put(baltic, "gone")
    for name in ("Kronshtadt", "Leningrad"):
        owner(baltic, name, "Axis")
    moves(baltic, "gone")
    whose(baltic, "baltic", **{"1B_0405": AXIS})
    owner(baltic, "Kronshtadt", "Allied")
    until(baltic, "Allied initial")
    whose(baltic, "baltic", **{"1B_0406": AXIS})
