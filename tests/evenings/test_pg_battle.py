"""Battles of the theatre campaign from the Lingayen demo: the queue, a sheet to print, the result typed back."""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.test_pg_routes import ends

SIGNS = {"Axis": "■", "Allied": "●"}
ESCORT, BOATS = ("naka", "asagumo", "murasame"), ("boats-1", "boats-2")


def sits(evening: Evening, seat: str) -> Evening:
    """The tablet is handed to a seat, and the other looks away."""
    evening.tap(re.compile(f"^. {seat}$"))
    show = f"I am {SIGNS[seat]} {seat}: show my side"
    return evening.tap(show) if evening.offers(show) else evening


def to_battle(evening: Evening, seat: str, number: int = 1) -> Evening:
    return sits(evening, seat).tap("Battles").tap(f"Battle {number}: ")


def phase(evening: Evening, name: str) -> Evening:
    """The phases end until this one is on; the books of the turn are empty."""
    sits(evening, "Axis").tap("This step")
    while not re.search(rf"Step {name}", evening.page.read):
        ends(evening).tap("This step")
    return evening


def entered(evening: Evening, **typed: str) -> Evening:
    """A battle that was announced at the table."""
    sits(phase(evening, "Battle"), "Allied").tap("Battles").tap("Enter a battle")
    battle = {"attacker": "allied", "name": "D5", "map": "far-east", "distance": "1", **typed}
    return evening.tap("Carry it out", **battle)


def on_sheet(
    evening: Evening, allied: tuple[str, ...] = BOATS, axis: tuple[str, ...] = ESCORT, number: int = 1
) -> None:
    """Each side ticks its own units."""
    to_battle(evening, "Allied", number).go(units=BOATS)
    to_battle(evening, "Axis", number).go(units=axis, transports="3")


@pytest.mark.played("PG.6.5", "PG.6.5.1", "PG.6.5.1.1", "PG.6.5.1.2")
def test_a_battle_is_entered_both_sides_fill_its_sheet_and_the_sheet_is_printed(lingayen: Evening) -> None:
    entered(lingayen).reads("Battle 1: D5", "22 turns", "retreat from turn 12 on", "Distance 1", "stand-in")
    entered(lingayen, name="E7")
    # Announced last, fought first.
    sits(lingayen, "Axis").tap("Battles").reads(re.compile("Battle 2: E7.*Battle 1: D5"))
    to_battle(lingayen, "Axis").reads("Battle 2 is fought before it (R-252).")
    on_sheet(lingayen, number=2)
    lingayen.reads("CL Naka and Natori", "SS Submarines 1", "3 naval units, 3 transports", "Boats are hunted")
    lingayen.tap("Sheet to print").reads("Battle sheet 2: E7", "Signed A Signed D", "Transport 3", "1 2 3 4 5 6 7 8 9")


@pytest.mark.played("PG.6.5.1.3", "PG.6.5.1.4")
def test_the_result_is_typed_confirmed_and_marked_and_a_damaged_ship_goes_to_a_yard(lingayen: Evening) -> None:
    entered(lingayen)
    on_sheet(lingayen, axis=("kongo", "ashigara"))
    to_battle(lingayen, "Allied")
    assert "retreat from turn 12 on" in lingayen.refused(re.compile("to confirm"), left="allied", left_on="11")
    typed = {
        "lines.1-kongo.damage": "3",
        "lines.1-kongo.inside": "on",
        "lines.1-ashigara.damage": "2",
        "lines.1-ashigara.gained": "30",
        "lines.1-ashigara.inside": "on",
        "lines.1-axis-transport-1.sunk": "on",
        "lines.1-boats-1.sunk": "on",
    }
    lingayen.tap(re.compile("to confirm"), left="allied", left_on="14", **typed)
    lingayen.reads("BC Kongo and Haruna with 3 damage, CA Ashigara and Maya with 2 damage", "retreats on turn 14")
    to_battle(lingayen, "Axis").reads("Allied has typed what the sheet says now").go()
    lingayen.tap(re.compile("the mission goes on")).reads(
        "BC Kongo and Haruna and 2 transports go home", "goes on with CA Ashigara and Maya"
    )
    to_battle(lingayen, "Allied").go().reads("SS Submarines 1 sunk")
    phase(lingayen, "Breakthrough").reads("no port of its side has a yard that works")
    lingayen.tap("Lists").tap("Ports").tap("Save all lines", **{"palau.yard": "40"})
    lingayen.tap("This step").tap("Kongo and Haruna to a yard")
    lingayen.tap("Carry it out", port="palau").reads("BC Kongo and Haruna go to the yard of Palau")
    met_on_the_way(lingayen)


def met_on_the_way(evening: Evening) -> None:
    """PBY in E6 sees 4 - 1 = 3 squares, E3 to H6 of her way; B-17 4 - 1 = 3 reaches E3. She comes through."""
    sits(evening, "Allied").tap("Interceptions").tap("Search for the missions under way")
    evening.reads("Mission 1: way to a yard, task force seen in E3, F4, G5, H6")
    evening.tap(re.compile("^E3 : announce mission 1 by B-17")).reads("in E3 : 1 air unit, distance 3")
    evening.tap("This step").tap("Make the queue of battles").go().reads("battle 2 is fought first")
    to_battle(evening, "Allied", 2).go()
    to_battle(evening, "Axis", 2).reads("Ticked is what was announced or ordered").go().reads("BC Kongo and Haruna")
    to_battle(evening, "Allied", 2).tap(re.compile("to confirm"), **{"lines.2-kongo.inside": "on"})
    to_battle(evening, "Axis", 2).go().tap(re.compile("the mission goes on")).reads("goes on with BC Kongo")
    to_battle(evening, "Allied", 2).go()
    sits(evening, "Axis").tap("This step").tap("ends its way to a yard").go().reads("is in Palau (L10)")
    evening.tap("Units").reads(re.compile(r"Axis Palau .*BC Kongo and Haruna stand-in Strength 7"))


@pytest.mark.played("C27", "C28")
def test_players_correct_both_charts_and_the_sheet_follows(lingayen: Evening) -> None:
    entered(lingayen, kind="invasion").reads("mark the squares by hand", "look at your own chart")
    lingayen.tap("Correct the chart")
    line = {"name": "Landing", "kind": "invasion", "low": "0", "high": "60", "attacker": "1 2", "defender": "15 16"}
    lingayen.tap("Save all lines", **{f"new.{name}": value for name, value in line.items()})
    lingayen.tap("Squares of the battle map").tap("Save all lines", **{"battle-1.hexes": "0,0 to 9,11"})
    to_battle(lingayen, "Axis").reads("Landing.", "1 A attacker 2 A attacker 3", "15 D defender 16 D defender")
    lingayen.reads("1: 0,0 to 9,11").never_reads("stand-in", "look at your own chart")
