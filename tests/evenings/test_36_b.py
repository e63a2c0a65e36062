"""36.B: ships in a port that falls. One die for each warship or strength point: 1 to 4 escapes, 5 or 6 is scuttled.

Valletta, 18A:0407, holds the 10th Flotilla of two points and the Minelayer, one warship: a lot each.
"""

import pytest

from tests.evenings.evening import Evening
from tests.evenings.ships import campaign, card, done, form, not_done, owner, rolled, sail, stays, unit, until

IN_VALLETTA = "Allied ships in Malta (Valletta): scuttle or escape"


@pytest.mark.played("E36.B.1", "E36.B.2")
def test_a_supported_re_makes_two_points_check_and_all_others_escape(mediterranean: Evening) -> None:
    """2 REs for a task force of 12: two lots of two points. 4 and 1 escape, 5 and 6 do not: 10 are left at sea."""
    owner(mediterranean, "Taranto", "Allied")
    held = stays(mediterranean, "Battle fleet", "5 26:3310", zone="central-med", fuel="srp")
    assert "its ships scuttle or escape before anything else" in held
    at = {"res": "2", "hex": "26:3010", "drawn": "1st Squadron, 1st Squadron"}
    rolled(mediterranean, "scuttle or escape", "4561", **at).reads("2 SCUTTLED", "Drawn at the table")
    card(mediterranean, "1st Squadron").reads("Strength 10 of 12")
    mediterranean.tap("Fleets").reads("26:3010").tap("Map").never_reads("captured port and")


@pytest.mark.played("E36.B.1")
def test_without_supported_res_all_escape(mediterranean: Evening) -> None:
    owner(mediterranean, "Malta", "Axis")
    done(mediterranean, IN_VALLETTA, res="0").reads("No ship is scuttled in")
    mediterranean.tap("Fleets").reads("Hex 18A:0407")


@pytest.mark.played("E36.B.2", "E36.B.3")
def test_a_unit_whose_points_are_all_scuttled_sinks(mediterranean: Evening) -> None:
    """Drawn: the warship escapes on 4, the flotilla's two points fail on 5 and 6."""
    owner(mediterranean, "Malta", "Axis")
    rolled(mediterranean, IN_VALLETTA, "456", res="2", drawn="10th Flotilla, Minelayer").reads("2 SCUTTLED")
    card(mediterranean, "10th Flotilla").reads("Where Sunk")
    card(mediterranean, "Minelayer").reads("18A:0407")


@pytest.mark.played("E36.B.4")
def test_in_refit_or_inland_nothing_escapes(mediterranean: Evening) -> None:
    card(mediterranean, "Minelayer").tap("Save the change", refit="on")
    owner(mediterranean, "Malta", "Axis")
    done(mediterranean, IN_VALLETTA, res="0")
    card(mediterranean, "Minelayer").reads("Where Sunk")
    card(mediterranean, "10th Flotilla").never_reads("Where Sunk")
    owner(mediterranean, "Taranto", "Allied")
    done(mediterranean, "scuttle or escape", res="0", inland="on", hex="26:3010")
    card(mediterranean, "1st Squadron").reads("Where Sunk")


@pytest.mark.played("E36.B.5")
def test_on_a_canal_whose_bank_falls_all_is_scuttled(mediterranean: Evening) -> None:
    evening = campaign(mediterranean, "1941", "3", "north")
    unit(evening, "Bismarck", "task-force", "port:kiel", "axis", strength="12", reverse="6")
    form(evening, "Baltic fleet", "Bismarck")
    until(evening, "Axis naval movement")
    sail(evening, "Baltic fleet", "10", canal="on", ends="canal:kiel", banks="on")
    assert "No bank" in not_done(evening, "a bank has fallen", taken=[])
    done(evening, "a bank has fallen", taken="on")
    card(evening, "Bismarck").reads("Where Sunk")
