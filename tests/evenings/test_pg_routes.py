"""The theatre campaign in Orders: groups are formed in port, and ways are drawn for them over squares and sea zones."""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.test_sm_convoy import sits


def goes(evening: Evening, *squares: str) -> Evening:
    """A way is drawn by tapping one square after the other."""
    for square in squares:
        evening.tap(re.compile(f"^{square}\\b"))
    return evening


def groups(evening: Evening, port: str, **typed: object) -> Evening:
    """A group is formed in a port."""
    return evening.tap("This step").tap(f"Form a group at {port}").go(**typed)


def draws(evening: Evening, group: str) -> Evening:
    """The page on which a way of a group is drawn."""
    return evening.tap("This step").tap(f"Draw the route of {group}")


def ends(evening: Evening) -> Evening:
    """The step ends, also one in which nobody has sealed a book."""
    if evening.offers(re.compile("^End step( and the turn)?…")):
        evening.refused(re.compile("^End step( and the turn)?…"))
        return evening.tap("End it all the same")
    return evening.tap(re.compile("^End step( and the turn)?$|^End this step"))


@pytest.mark.played("PG.6.4.1", "PG.6.3.1")
def test_a_route_to_lingayen_is_drawn_by_taps_and_land_has_a_way_out(lingayen: Evening) -> None:
    goes(draws(sits(lingayen, "Axis"), "Axis task force 1"), "E1 Taipei", "D1", "D2 Mako", "D3", "D4")
    lingayen.reads("small island: may be passed", "4 squares", "range 1")
    goes(lingayen, "E5 Luzon").reads("E5 is land", "PG.6.4.1", "leg 5 is not allowed")
    lingayen.tap("Go to D5 instead").reads("5 squares").go(purpose="invasion")
    lingayen.reads("Axis task force 1, invasion: E1 D1 D2 D3 D4 D5, 5 squares; range 1.")
    lingayen.receipt().reads("The shortest reach is that of Asagumo and Minegumo: 2 (PG.6.3.1)")
    lingayen.tap("Units").reads("invasion by E1 D1 D2 D3 D4 D5")
    sits(lingayen, "Allied").tap("Units").never_reads("E1 D1", "Asagumo")


@pytest.mark.played("PG.6.1", "PG.6.1.3", "PG.6.1.4")
def test_submarines_are_a_flotilla_or_two_of_them_scouts(lingayen: Evening) -> None:
    sits(lingayen, "Allied").tap("Units join Allied submarine flotilla 1")
    assert "at most 8 boats" in lingayen.refused("Carry it out", units=["boats-9"])
    groups(lingayen, "Manila", kind="task-force", units=["houston", "peary", "boats-9", "boats-10"])
    lingayen.reads("SS Submarines 10, CA Houston and DD Peary and Pillsbury.").receipt().reads(
        "4 units, about 10 ships"
    )
    lingayen.tap("This step").tap("Units join Allied task force 2")
    assert "At most 2 submarine units are scouts" in lingayen.refused("Carry it out", units=["boats-1"])
    lingayen.tap("This step").tap("Units leave Allied task force 2").go(units=["boats-9", "boats-10"])
    lingayen.reads("leave Allied task force 2 at Manila")


@pytest.mark.played("PG.6.1.5", "PG.6.1.5.1", "PG.6.1.6")
def test_raiders_are_fast_or_disguised_and_a_merchant_convoy_has_eight_transports(lingayen: Evening) -> None:
    sits(lingayen, "Axis").tap("Form a group at Mako")
    assert "Katori has speed 1" in lingayen.refused("Carry it out", kind="raiders", units=["katori"])
    groups(lingayen, "Kure", kind="raiders", units=["aikoku"]).reads("Axis raider group 4 forms at Kure")
    lingayen.tap("This step").tap("Form a group at Mako")
    typed = {"kind": "merchant", "pool": "japan-indian"}
    assert "at most 8 transports" in lingayen.refused("Carry it out", transports="9", **typed)
    lingayen.tap("Carry it out", transports="8", **typed).reads("Axis merchant convoy 5 forms at Mako: 8 transports.")


@pytest.mark.played("PG.6.1.2.1", "PG.6.2.3.1")
def test_ports_of_a_narrow_coast_open_to_one_side(lingayen: Evening) -> None:
    goes(draws(sits(lingayen, "Axis"), "Axis task force 1"), "E1 Taipei", "F1")
    lingayen.reads("Taipei is reached from D1 and D2 alone, in the water Indian Ocean.", "PG.6.2.3.1")
    sits(lingayen, "Allied")
    goes(draws(lingayen, "Allied submarine flotilla 1"), "E6 Manila", "D7").reads(
        "Manila is reached from E7", "PG.6.1.2.1"
    )
    lingayen.tap("Go to E7 instead").never_reads("is not allowed")


@pytest.mark.played("PG.6.3.1", "PG.6.3.2")
def test_a_base_change_goes_three_times_as_far_as_a_patrol(lingayen: Evening) -> None:
    """Eleven squares are range 3, and a DD of 4,800 miles has patrol range 2, endurance 8."""
    draws(sits(lingayen, "Axis"), "Axis task force 1")
    way = "E1 D1 D2 D3 D4 D5 D6 C7 C8 B9 B10"
    refused = lingayen.refused("Carry it out", route=way, purpose="patrol")
    assert "Asagumo and Minegumo reaches 2, and this is 3" in refused
    lingayen.tap("Carry it out", route=way, purpose="strategic").reads("range 3")


@pytest.mark.played("PG.6.1.8.1", "PG.6.1.8.4", "PG.6.1.8.6")
def test_types_keep_groups_from_patrols_and_midgets_go_overland(lingayen: Evening) -> None:
    sits(lingayen, "Axis")
    for port, unit, way in (("Palau", "kasuga", "L10 K10"), ("Mako", "katori", "D2 D3")):
        groups(lingayen, port, kind="task-force", units=[unit])
        number = lingayen.page.read.split(f" forms at {port}")[0].rpartition(" ")[2]
        draws(lingayen, f"Axis task force {number}")
        assert "it never patrols" in lingayen.refused("Carry it out", route=way, purpose="patrol")
        lingayen.tap("Carry it out", route=way, purpose="escort").reads("escort: ")
    lingayen.tap("This step").tap("Move Midget submarines overland").go(port="taipei")
    lingayen.reads("Midget submarines go overland from Takao to Taipei.")


@pytest.mark.played("PG.6.2.2.1", "PG.6.2.2.2")
def test_panama_and_suez_are_short_ways_for_who_holds_them(lingayen: Evening) -> None:
    sits(lingayen, "Allied")
    groups(lingayen, "Panama", kind="task-force", units=["yorktown"])
    goes(draws(lingayen, "Allied task force 2"), "Caribbean", "American west coast").reads("by Panama Canal")
    lingayen.tap(re.compile("^South Pacific")).go(purpose="strategic").reads("range 4")
    groups(lingayen, "Suez", kind="task-force", units=["emerald"])
    goes(draws(lingayen, "Allied task force 3"), "Eastern Mediterranean", "Red Sea").reads("by Suez Canal")
    lingayen.tap("Lists").tap("Ports").tap("Save all lines", **{"suez.owner": "Axis"})
    goes(draws(lingayen, "Allied task force 3"), "Eastern Mediterranean", "Red Sea")
    lingayen.reads("Suez Canal is controlled by Suez, which your side does not own.", "PG.6.2.2.2")


@pytest.mark.played("PG.6.2.3.2", "PG.6.2.3.3")
def test_the_arctic_and_the_leningrad_canal_wait_for_summer(lingayen: Evening) -> None:
    groups(sits(lingayen, "Allied"), "Murmansk", kind="task-force", units=["grozny"])
    for zone, rule in (("Arctic over Russia", "PG.6.2.3.2"), ("Baltic", "PG.6.2.3.3")):
        goes(draws(lingayen, "Allied task force 2"), "Barents Sea", zone).reads(
            "in summer and fall, not in winter", rule
        )
    sits(lingayen, "Axis")
    while "Jun 42, summer · Orders" not in lingayen.page.read:
        ends(lingayen)
    sits(lingayen, "Allied")
    for zone in ("Arctic over Russia", "Baltic"):
        goes(draws(lingayen, "Allied task force 2"), "Barents Sea", zone).never_reads("is not allowed")


@pytest.mark.played("C23", "C24", "C25")
def test_the_lists_of_zones_ports_and_straits_take_what_the_players_map_says(lingayen: Evening) -> None:
    """A Central Pacific of one range; San Bernardino needs both shores, and Legaspi is lost; Davao opens east alone."""
    sits(lingayen, "Allied").tap("Lists").tap("Sea zones")
    lingayen.tap("Save all lines", **{"central-pacific.size": "1", "central-pacific.edges": "T1:T16"})
    lingayen.tap("Lists").tap("Straits").tap("Save all lines", **{"san-bernardino.both": "yes"})
    lingayen.tap("Lists").tap("Squares").tap("Save all lines", **{"far-east-f7.holder": "Axis"})
    lingayen.tap("Lists").tap("Ports").tap("Save all lines", **{"davao.sides": "H10", "davao.size": "major"})
    goes(draws(lingayen, "Allied submarine flotilla 1"), "E6 Manila", "E7", "F6")
    lingayen.reads("San Bernardino Strait needs both shores of E6 and F7; yours: E6.", "PG.6.4.1")
    groups(lingayen, "Panama", kind="task-force", units=["yorktown"])
    goes(draws(lingayen, "Allied task force 2"), "Caribbean", "American west coast", "Central Pacific").reads(
        "2 ranges"
    )
