"""The landing at Lingayen from its orders to its end: sealed, searched for, intercepted, fought, and marked."""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.test_pg_battle import to_battle
from tests.evenings.test_pg_interceptions import announces, looks, patrols, searches
from tests.evenings.test_pg_invasion import DIVISION, TO_LUZON, invades
from tests.evenings.test_pg_orders import seals
from tests.evenings.test_pg_routes import goes, groups
from tests.evenings.test_sm_convoy import goes_on_to, sits

SAIL = tuple(f"axis-transport-{number}" for number in range(1, 9))


def ordered(evening: Evening) -> Evening:
    """The division sails from Taipei with the escort, 8 boats watch D5; both books are open, both have searched."""
    goes(invades(sits(evening, "Axis")), *TO_LUZON).go(troops=DIVISION, lands="E5")
    return searches(patrols(evening, "Allied", {"group": "u1", "route": "E6 E7 D6 D5"}))


def met(evening: Evening) -> Evening:
    """The bombers of Manila meet it in D4, the submarines in D5: announced last, fought first."""
    ordered(evening)
    announces(looks(evening, "Allied"), "D5", "1", "Allied submarine flotilla 1").reads("in D5 : 8 SS, distance 0")
    announces(evening, "D4", "1", "B-17").reads("in D4 : 1 air unit, distance 3")
    goes_on_to(evening.tap("This step"), "Battle").tap("Make the queue of battles").go()
    evening.reads("2 battles join the queue; battle 1 is fought first")
    to_battle(evening, "Allied").reads("Battle 1: D4", "Attack by air alone", "Far East").go()
    return to_battle(evening, "Axis").reads("Ticked is what was announced or ordered").go().reads("8 transports")


def result(evening: Evening, number: int, inside: tuple[str, ...], *said: str, **typed: str) -> Evening:
    """The Allies type what the other program says; they hand the tablet over, and the Axis confirms it."""
    typed |= {f"{name}.inside": "on" for name in inside}
    lines = {f"lines.{number}-{name}": value for name, value in typed.items()}
    to_battle(evening, "Allied", number).tap(re.compile("to confirm"), **lines)
    evening.reads("It waits for the ■ Axis seat.").tap("Take the ■ Axis seat").tap("I am ■ Axis: show my side")
    return evening.reads(f"Battle {number}:", "Allied has typed what the sheet says now").reads(*said).go()


@pytest.mark.played("PG.6.4.3", "PG.6.4.5", "PG.6.5", "PG.6.5.1", "PG.6.5.1.2", "PG.6.5.1.3", "PG.6.5.1.4", "PG.6.5.2")
def test_the_landing_is_met_by_bombers_and_submarines_and_what_is_left_of_it_goes_on(lingayen: Evening) -> None:
    """Of 8 transports the first is sunk from the air and the last left behind, two are sunk by the boats; 3 damage
    send Murasame home, 2 do not Naka."""
    met(lingayen)
    what = ("CL Naka and Natori: 2 damage, 40 experience gained, in the destination", "Transport 1: sunk")
    result(lingayen, 1, ("naka", "asagumo", "murasame", *SAIL[1:7]), *what, **{
        "naka.damage": "2", "murasame.damage": "3", "axis-transport-1.sunk": "on", "naka.gained": "40",
    })  # fmt: skip
    lingayen.tap(re.compile("the mission goes on")).reads(
        "1 transport sunk", "DD Murasame and Yudachi and 1 transport go home"
    )
    to_battle(lingayen, "Allied").go().reads("nothing sunk")
    to_battle(lingayen, "Allied", 2).reads("Battle 2: D5", "Far East, distance 0").go()
    to_battle(lingayen, "Axis", 2).tap("Everything that this rule can be given")
    gone = lingayen.refused("Carry it out", units=["naka", "murasame"])
    assert "Murasame and Yudachi took 3 damage in battle 1, and goes home" in gone
    to_battle(lingayen, "Axis", 2).go().reads("CL Naka and Natori, DD Asagumo and Minegumo, 6 transports")
    lingayen.reads("Transport 2", "Transport 7").never_reads("Transport 1", "Transport 8")
    result(lingayen, 2, ("asagumo", *SAIL[1:5]), **{
        "naka.damage": "1", "axis-transport-6.sunk": "on", "axis-transport-7.sunk": "on", "boats-1.sunk": "on",
    })  # fmt: skip
    lingayen.tap(re.compile("the mission goes on")).reads("CL Naka and Natori go home", "goes on with DD Asagumo")
    to_battle(lingayen, "Allied", 2).go().reads("SS Submarines 1 sunk")
    lingayen.tap("Log").tap("Losses").reads("Experience gained: CL Naka and Natori 40", "1 transport sunk")
    lingayen.tap("Log").tap("Contacts").reads("Both sides search", "interception")
    sits(lingayen, "Axis").tap("Pools").reads("Japan, Indian Ocean 11")
    lingayen.tap("Orders").reads("under way").never_reads("not yet right")
    lingayen.tap("This step").tap("Order 1 lands on E5 Luzon")
    # The button is pale, with the reason, before anything is ticked.
    lingayen.reads("4 transports came through, and those that come ashore need 8: tick who went down or turned back")
    with pytest.raises(AssertionError, match="no filled button"):
        lingayen.filled()
    assert "4 transports came through" in lingayen.refused("Carry it out")
    lingayen.tap("This step").tap("Order 1 lands on E5 Luzon")
    lingayen.tap("Carry it out", lost=DIVISION[:1], back=DIVISION[1:2]).reads(
        "land on E5 Luzon", "went down", "turned back"
    )
    goes_on_to(lingayen.tap("This step"), "Breakthrough")
    sits(lingayen, "Allied").tap("Allied submarine flotilla 1 ends its patrol").go().reads("is in Manila")
    goes_on_to(lingayen.tap("This step"), "Logistics").reads("Jan 42")
    lingayen.tap("Orders").reads("Earlier books", "is the one that was sealed")


@pytest.mark.played("PG.6.4.5", "PG.6.5.1.3")
def test_a_landing_that_is_turned_back_from_the_air_never_comes_to_the_submarines(lingayen: Evening) -> None:
    met(lingayen)
    result(lingayen, 1, ()).reads("nothing")
    to_battle(lingayen, "Axis").go().reads("the mission is over", "battle 2 falls away")
    to_battle(lingayen, "Allied").go()
    sits(lingayen, "Axis").tap("Orders").reads("turned back").never_reads("not yet right")
    goes_on_to(lingayen.tap("This step"), "Breakthrough")


@pytest.mark.played("PG.6.3", "PG.6.5.2")
def test_one_tap_seals_no_empty_book_and_both_sides_read_of_the_landing(lingayen: Evening) -> None:
    """The device is passed on from the sealed book, and led back to it; the last step says that it ends the turn."""
    groups(sits(lingayen, "Axis"), "Mako", kind="task-force", units=["kuma"])
    said = lingayen.tap("Orders").refused("Seal the orders of Axis…")
    assert "it has no order; Axis task force 4 has no order" in said
    lingayen.never_reads("is sealed")
    goes(invades(lingayen), *TO_LUZON).go(troops=DIVISION, lands="E5")
    said = lingayen.tap("Orders").refused("Seal the orders of Axis…")
    assert "it has no order" not in said
    lingayen.tap("Seal it all the same").reads("The order book of ■ Axis is sealed", "Seal the Allied order book")
    lingayen.tap("Take the ● Allied seat").tap("I am ● Allied: show my side").reads("Seal the book")
    seals(lingayen, "Allied")
    goes_on_to(lingayen.tap("This step"), "Operations").tap("Open both order books").tap("Open the books")
    lingayen.tap("This step").tap("Search for the missions under way").go()
    goes_on_to(lingayen.tap("This step"), "Battle")
    sits(lingayen, "Axis").tap("Order 1 lands on E5 Luzon").go()
    sits(lingayen, "Allied").tap("Log").reads("The Axis side lands on E5 Luzon: 1st Formosa Infantry")
    goes_on_to(lingayen.tap("This step"), "Breakthrough")
    lingayen.tap("End step and the turn").reads("Jan 42")
