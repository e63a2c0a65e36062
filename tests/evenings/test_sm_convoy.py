"""Supermarina's convoy from the Duisburg demo: it sails to Tripoli and lands its cargo; Force K comes out of Malta."""

import re

import pytest

from tests.evenings.evening import Evening

SIGNS = {"Axis": "■", "Allied": "●"}


def sits(evening: Evening, seat: str) -> Evening:
    """The tablet is handed to a seat, and the other looks away."""
    evening.tap(re.compile(f"^. {seat}$"))
    show = f"I am {SIGNS[seat]} {seat}: show my side"
    return (evening.tap(show) if evening.offers(show) else evening).tap("This step")


def goes_on_to(evening: Evening, step: str) -> Evening:
    """Steps end until this one has come. In the theatre campaign both sides say first that they announce no more."""
    while not re.search(rf"· {step} ", evening.page.read):
        for side, sign in SIGNS.items():
            line = re.compile(f"^{sign}.*Nothing more to announce")
            if evening.offers(re.compile("^End step( and the turn)?…")) and evening.offers(line):
                evening.tap(line).tap(f"{sign} {side}: nothing more to announce").tap("This step")
        evening.tap(re.compile("^End step( and the turn)?$|^End this step"))
    return evening


def sails_to_tripoli(evening: Evening) -> Evening:
    """9, 9 and 8 hexes in three segments, and into the port."""
    evening.tap("Axis task force 1 moves").go(hex="18A:0707")
    goes_on_to(evening, "NAS 5, Axis movement").tap("Axis task force 1 moves").go(hex="18A:0213")
    goes_on_to(evening, "NAS 6, Axis movement").tap("Axis task force 1 moves").go(hex="18A:0221")
    return evening.tap("This step").tap("Axis task force 1 enters Tripoli").go()


@pytest.mark.played("SM.1.A", "SM.1.F")
def test_a_convoy_sails_at_its_slowest_pace_in_each_of_seven_segments(duisburg: Evening) -> None:
    sits(duisburg, "Axis").tap("Axis task force 1 moves: 9 MPs left")
    assert "13 hexes, and Axis task force 1 has 9 MPs left" in duisburg.refused("Carry it out", hex="18A:1012")
    assert "is 9 hexes; type as many or more" in duisburg.refused("Carry it out", hexes="8", hex="18A:0707")
    duisburg.tap("Carry it out", hex="0707", hexes="").reads(
        "Axis task force 1 moves 9 hexes to 18A:0707, measured from"
    )
    goes_on_to(duisburg, "NAS 5, Axis movement").reads("NAS 6", "NAS 7").tap("Axis task force 1 moves: 9 MPs left")


@pytest.mark.played("SM.1.F", "X.10")
def test_a_force_is_moved_by_taps_on_the_chart(duisburg: Evening) -> None:
    """A dot 13 hexes off, a hex beside it, and the button; 32 less 14 are left."""
    sits(duisburg, "Axis").tap("Chart").tap("Axis task force 2").reads("32 MPs left in 18A:1801")
    duisburg.tap("18A:0808: 12 hexes").reads("20 in 18A:0808").tap("18A:0810: 14 hexes").tap(
        "move Axis task force 2 to"
    )
    duisburg.reads(
        "moves 14 hexes to 18A:0810, measured from", "MPs left: 32 before, 18 after.", "18 MPs left in 18A:0810"
    )


@pytest.mark.played("SM.1.B", "SM.4.A.1", "SM.4.A.2")
def test_force_k_comes_out_and_the_axis_sees_a_marker(duisburg: Evening) -> None:
    goes_on_to(sits(duisburg, "Axis"), "NAS 4, Allied movement")
    sits(duisburg, "Allied").tap("Form a task force at Malta")
    duisburg.go(ships=["aurora", "penelope", "lance", "lively"], mission="sea-control")
    duisburg.reads("Allied task force 1 forms from Malta: Aurora, Penelope, Lance and Lively.")
    duisburg.tap("This step").tap("Missions of the warships").go(ships=["lance", "lively"], mission="escort")
    duisburg.reads("Mission of Lance and Lively: escort.")
    sits(duisburg, "Axis").tap("Log").reads("Allied task force 1 forms.").never_reads("Aurora", "escort")
    duisburg.tap("Forces").reads("Allied task force 1").never_reads("Aurora")


@pytest.mark.played("SM.1.B.tr")
def test_a_ship_changes_force_where_both_began_the_step_together(duisburg: Evening) -> None:
    sits(duisburg, "Axis").tap("Axis task force 2 moves").go(hex="18A:1602")
    duisburg.tap("This step")
    assert not duisburg.offers("join Axis task force 1")
    goes_on_to(duisburg, "NAS 5, Axis movement").tap("Ships of Axis task force 2 join Axis task force 1")
    duisburg.go(ships=["alpino"]).reads("Alpino of Axis task force 2 join Axis task force 1.")


@pytest.mark.played("SM.4.C.1", "SM.1.D.1")
def test_cargo_is_landed_as_much_as_the_port_takes(duisburg: Evening) -> None:
    sails_to_tripoli(sits(duisburg, "Axis"))
    duisburg.reads("Axis task force 1 enters Tripoli: ")
    goes_on_to(duisburg.tap("This step"), "NAS 7, Axis movement").tap("Land vehicles (2 REs) at Tripoli").go()
    duisburg.reads("vehicles is landed at Tripoli.", "It has spent 4 MPs of its next movement phase.")
    duisburg.tap("This step").tap("Load vehicles (2 REs) at Tripoli").go(transports=["duisburg", "san-marco"])
    duisburg.reads("vehicles is loaded on Duisburg and San Marco.")


@pytest.mark.played("SM.2.A")
def test_a_squadron_arrives_whole(tarigo: Evening) -> None:
    sits(tarigo, "Axis").tap("Battle 1, ").tap("All scatter", near="20 %")
    goes_on_to(tarigo.tap("This step"), "Initial phase").tap("MTB-14, a whole squadron, arrives").go(port="trapani")
    tarigo.reads("MTB-14, a whole squadron, arrives at Trapani.")


@pytest.mark.played("SM.6.A.2")
def test_a_force_that_scattered_reforms_in_the_next_segment(tarigo: Evening) -> None:
    sits(tarigo, "Axis").tap("Battle 1, ").tap("All scatter", near="20 %")
    goes_on_to(tarigo.tap("This step"), "NAS 1, Axis movement").tap("Axis task force 1 reforms within 10 hexes")
    assert "within 10 hexes" in tarigo.refused("Carry it out", hex="25A:4134")
    tarigo.tap("Carry it out", hex="25A:4130").reads("reforms in 25A:4130, 7 hexes, measured")
    assert not tarigo.tap("This step").offers("Axis task force 1 moves")
