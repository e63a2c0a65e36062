"""The theatre campaign's orders: written in private, sealed, opened together, and shown to all as the turn ends."""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.test_pg_routes import goes, groups
from tests.evenings.test_sm_convoy import goes_on_to, sits

TO_THE_EDGE = "L10 M10 N10 O10 P10 Q10 R10 S10 T10"
MAKO_TO_PALAU = "D2 E3 F4 G5 H6 I7 J8 K9 L10"


def writes(evening: Evening, words: str) -> Evening:
    """A form of the own order book."""
    return evening.tap("Orders").tap(f"+ {words}")


def seals(evening: Evening, seat: str) -> Evening:
    """A book is sealed; it is asked first where something has no order."""
    sits(evening, seat).tap(f"Seal the {seat} order book")
    if evening.offers(f"Seal the orders of {seat}…"):
        evening.refused(f"Seal the orders of {seat}…")
        return evening.tap("all the same")
    return evening.tap(f"Seal the orders of {seat}")


@pytest.mark.played("PG.6.3", "PG.6.3.3", "PG.6.3.3.2")
def test_a_patrol_is_drawn_sealed_opened_and_comes_home(lingayen: Evening) -> None:
    goes(sits(lingayen, "Axis").tap("Axis task force 2 (Cover) patrols"), "C5")
    lingayen.reads("D2 Mako → C5", "C5 does not lie beside D2").tap("Go to C5 by D3 D4")
    lingayen.reads("4 squares", "range 1", "Mako (D2) to C5 is range 1, and all reach 4", "✓ met")
    lingayen.go(returns="pg-port:takao").reads("Order 1: Axis task force 2 (Cover) patrols C5 from Mako (D2), range 1")
    lingayen.tap("Orders").reads(
        "Mako (D2) → C5", "by D3 D4", "✓ complete", "back to Takao (E2)", "C5 to Takao (E2) is range 1"
    )
    writes(lingayen, "Patrol")
    far = lingayen.refused("Carry it out", group="a1", route="E1 D1 D2 D3 D4 D5 D6 C6 C7 C8 B8 B9")
    assert "beyond Asagumo and Minegumo (2), Murasame and Yudachi (2)" in far
    sits(lingayen, "Allied").tap("Orders").never_reads("→ C5").tap("Log").never_reads("patrols C5")
    seals(lingayen, "Allied").tap("This step").refused(re.compile("^End step"))
    lingayen.reads("Order book of the Axis side, not sealed")
    seals(lingayen, "Axis").reads("Order book of ■ Axis : sealed", "All books of Dec 41, winter are sealed")
    # What a sealed book can't have any more is offered nowhere.
    for words in ("patrols", "Invasion from", "Form a group", "Draw the route", "overland"):
        assert not lingayen.offers(words), words
    lingayen.tap("Pools").never_reads("Order an invasion")
    lingayen.tap("This step").never_reads("patrols at", "Form a group", "Draw the route", "USUAL NOW")
    goes_on_to(lingayen.tap("This step"), "Operations").tap("Open both order books").tap("Open the books")
    lingayen.reads("Order book of ■ Axis : under way", "Mako (D2) → C5")
    sits(lingayen, "Allied").tap("Orders").reads("Order book of ■ Axis : under way").never_reads("→ C5")
    lingayen.tap("This step").tap("Search for the missions under way").go()
    goes_on_to(sits(lingayen, "Axis").tap("This step"), "Breakthrough").tap(
        "Axis task force 2 (Cover) ends its patrol"
    ).go()
    lingayen.reads("Order 1: Axis task force 2 (Cover) is in Takao (E2).")
    goes_on_to(lingayen.tap("This step"), "Logistics")
    sits(lingayen, "Allied").tap("Orders").reads("Earlier books", '"target":"C5"', "is the one that was sealed")


@pytest.mark.played("PG.6.3")
def test_a_group_that_plays_in_the_open_reads_both_books_as_they_are_opened(lingayen: Evening) -> None:
    sits(lingayen, "Axis").tap("Set-up").tap("Rulings")
    lingayen.tap("As the books are opened both are shown to all.", near="What is seen of opened orders")
    writes(sits(lingayen, "Axis"), "Patrol").go(group="a2", route="D2 C3 C4 C5")
    for seat in ("Axis", "Allied"):
        seals(lingayen, seat)
    goes_on_to(lingayen.tap("This step"), "Operations").tap("Open both order books").tap("Open the books")
    lingayen.reads("Order book of ■ Axis : open", "Mako (D2) → C5")


@pytest.mark.played("PG.6.3.3.1", "PG.6.3.7")
def test_destroyers_gather_at_mako_and_are_joined_there(lingayen: Evening) -> None:
    writes(sits(lingayen, "Axis"), "Patrol")
    way = "E1 D1 D2 D3 D4 D5 D6 C6 C7 C8 B8 B9 A9"
    assert "Taipei (E1) to A9 is range 3" in lingayen.refused("Carry it out", group="a1", route=way)
    again = {"staging": "pg-port:mako", "returns": "pg-port:mako"}
    lingayen.tap("Carry it out", **again).reads("by Mako (D2), range 2; it returns to Mako (D2).")
    groups(lingayen, "Takao", kind="task-force", units=["midgets"])
    writes(lingayen, "Patrol")
    words = lingayen.refused("Carry it out", group="Axis task force 4", route="E2 D2", joins="Order 1")
    assert "Mako (D2) to A9 is range 2, beyond Midget submarines (1)" in words


@pytest.mark.played("PG.6.3.3.3")
def test_a_cruiser_watches_the_central_pacific(lingayen: Evening) -> None:
    groups(sits(lingayen, "Axis"), "Palau", kind="task-force", units=["nachi"])
    writes(lingayen, "Patrol")
    both = {"group": "Axis task force 4", "route": TO_THE_EDGE}
    assert "is range 6" in lingayen.refused("Carry it out", **both, zones="Central Pacific, South Pacific")
    lingayen.tap("Carry it out", **both, zones="Central Pacific").reads(
        "patrols Central Pacific from Palau (L10), range 4"
    )


@pytest.mark.played("PG.6.3.7.1", "PG.6.3.7.2")
def test_midget_submarines_reach_palau_as_a_strategic_change_alone(lingayen: Evening) -> None:
    groups(sits(lingayen, "Axis"), "Takao", kind="task-force", units=["midgets"])
    typed = {"group": "Axis task force 4", "route": MAKO_TO_PALAU.replace("D2 E3", "E2 F3"), "returns": "pg-port:palau"}
    writes(lingayen, "Operational base change")
    assert "range 2, beyond Midget submarines (1)" in lingayen.refused("Carry it out", **typed)
    writes(lingayen, "Strategic base change").go(**typed)
    lingayen.reads("to Palau (L10), range 2; its ships do not fight in this turn.")
    writes(lingayen, "Operational base change").go(group="a2", route="D2 E2", returns="pg-port:takao")
    lingayen.reads("to Takao (E2), range 1; its ships stay ready there.")


@pytest.mark.played("PG.6.4.2.2")
def test_ryujos_aircraft_watch_a_square_from_her_patrol(lingayen: Evening) -> None:
    writes(sits(lingayen, "Axis"), "Patrol").go(group="a3", route="L10 K10 J10 I10 I9 I8")
    lingayen.tap("This step").tap("Send Ryujo's aircraft on patrol from Ryujo")
    assert "F7 is 4 from I8, and it reaches 3" in lingayen.refused("Carry it out", target="F7")
    lingayen.tap("Carry it out", target="G6").reads(
        "air patrol of Ryujo's aircraft, from Ryujo, over G6, 3 squares from I8."
    )
    lingayen.tap("Orders").tap("Strike out", near="Air patrol").go().reads("Order 2, air patrol, is struck out.")


@pytest.mark.played("PG.6.3", "PG.6.4.2.2")
def test_the_page_of_rules_says_what_each_order_waits_for(lingayen: Evening) -> None:
    sits(lingayen, "Axis").tap("Rules").reads(
        "Order a carrier air patrol PG.6.4.2.2 in Orders, until the book is sealed: from a carrier that has its patrol",
        "Strike out an order PG.6.3 in Orders, until the book is sealed: of an order that is written",
    )
    writes(lingayen, "Patrol").go(group="a3", route="L10 K10 J10 I10 I9 I8")
    lingayen.tap("Rules").reads("Order a carrier air patrol PG.6.4.2.2 now", "Strike out an order PG.6.3 now")
    lingayen.tap("Strike out an order").go().tap("Rules")
    lingayen.reads("Strike out an order PG.6.3 in Orders, until the book is sealed: of an order that is written")
