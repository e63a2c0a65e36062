"""36.A.1 and 36.A.2: protected inshore waters, and movement at night.

Malta's submarines begin in Valletta, 18A:0407, of Allied Malta; the Axis has two mine points in 18A:0404, three hexes
away. Between Alexandria and Port Said runs the Allied coast of Egypt; Oran is Vichy's.
"""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.ships import campaign, card, done, form, not_done, on, rolled, sail, stays, unit, until

SAILED = {"zone": "central-med"}
CONTACT = "10th Flotilla: check for contact in the Central Med"
WAIT = re.compile("^Axis groups may react")


@pytest.fixture
def allies(mediterranean: Evening) -> Evening:
    return until(mediterranean, "Allied naval movement")


@pytest.mark.played("E36.A.1")
def test_small_shipping_hugs_a_coast_of_its_own_and_warships_get_no_shelter(allies: Evening) -> None:
    """Gibraltar to North Africa crosses a full sea hexside: the paragraph's own example."""
    unit(allies, "Rock transport", "nt", "port:gibraltar", strength="2", reverse="1")
    form(allies, "Rock convoy", "Rock transport")
    assert "not that of Oran" in stays(allies, "Rock convoy", "30", ends="oran", protected="on")
    assert "No coast that the Allied side owns" in stays(allies, "Rock convoy", "99", ends="valletta", protected="on")
    form(allies, "Coasters", "Transport 1")
    sail(allies, "Coasters", "30", ends="port-said", protected="on").reads("Port Said", "protected inshore waters")
    assert "Only cargo and submarine groups" in stays(
        allies, "Force H", "10 24A:2111", zone="western-med", protected="on"
    )


@pytest.mark.played("E36.A.1.d")
@pytest.mark.parametrize(("ticked", "checks"), [({"protected": "on"}, 0), ({}, 1)])
def test_a_leg_through_protected_waters_needs_no_check(allies: Evening, ticked: dict[str, str], checks: int) -> None:
    form(allies, "Coasters", "Transport 1")
    sail(allies, "Coasters", "30", ends="port-said", **ticked).tap("Map")
    assert allies.page.read.count("Transport 1: check for contact in the Eastern Med") == checks


@pytest.mark.played("E36.A.1.a")
def test_nobody_reacts_to_what_keeps_to_protected_waters(allies: Evening) -> None:
    sail(allies, "Malta submarines", "2 18A:0408", protected="on", **SAILED)
    fleet = {"group": "battle-fleet", "moves": "60", "ends": "tripoli", "fuel": "srp"}
    assert "moved in protected inshore waters: nobody reacts to that" in not_done(allies, WAIT, **fleet)
    sail(allies, "Malta submarines", "2 18A:0409", **SAILED)
    done(allies, WAIT, **fleet).reads("Tripoli", "60 by day")


@pytest.mark.played("E36.A.1.b")
def test_in_protected_waters_no_battle_begins(allies: Evening) -> None:
    assert "it begins no battle" in stays(
        allies, "Malta submarines", "2 18A:0408", protected="on", attacks="on", **SAILED
    )
    sail(allies, "Malta submarines", "2 18A:0408", attacks="on", **SAILED).reads("18A:0408")


@pytest.mark.played("E36.A.1.c")
def test_aircraft_find_it_in_protected_waters_too(allies: Evening) -> None:
    sail(allies, "Malta submarines", "2 18A:0408", protected="on", **SAILED)
    done(allies, "A patrol or strike finds a group", group="malta-boats").reads("found", "Malta submarines")


@pytest.mark.played("E36.A.2", "E36.A.2.blk")
def test_25_points_by_night_in_blocks_of_five_with_ten_by_day_between(allies: Evening) -> None:
    sail(allies, "Malta submarines", "5n 10 5n 10 5n 18A:0412", **SAILED).reads("20 by day, 15 by night")
    assert "none until 1 MPs by day" in stays(allies, "Malta submarines", "9 5n 18A:0412", **SAILED)
    on(allies.tap("Map"), "Begin naval step 2")
    assert "none until 10 MPs by day" in stays(allies, "Malta submarines", "5n 18A:0412", **SAILED)
    sail(allies, "Malta submarines", "10 5n 10 5n 18A:0412", **SAILED)
    card(allies, "Malta submarines").reads("none left: 25 MPs by night were spent in this phase")
    assert "too many" in stays(allies, "Malta submarines", "10 1n 18A:0412", **SAILED)
    fleet = {"group": "battle-fleet", "moves": "5n", "ends": "messina", "fuel": "srp"}
    assert "Reaction movement is by day" in not_done(allies, WAIT, **fleet)


@pytest.mark.played("E36.A.2.a")
@pytest.mark.parametrize(("moves", "status"), [("5n 18A:0409", 6), ("5 18A:0409", 14)])
def test_patrols_find_nothing_that_moves_by_night(allies: Evening, moves: str, status: int) -> None:
    """An Axis patrol of type M, TBF 8: x 2, outside the box x 1/2: 8. Malta at 10 gives the zone 6 (33.B.1.b)."""
    allies.tap("Map").tap("Place air units").tap(
        "Add it to", side="axis", name="Z.506", nature="m", tbf="8", range="20", place="naval-patrol"
    )
    sail(allies, "Malta submarines", moves, **SAILED)
    rolled(allies, CONTACT, "22").reads(f"column {status}")
    found = {"group": "malta-boats"}
    if "n" in moves:
        assert "night" in not_done(allies, "A patrol or strike finds a group", **found)
    else:
        done(allies, "A patrol or strike finds a group", **found).reads("Malta submarines")


@pytest.mark.played("E36.A.2.b")
def test_nobody_lands_by_night(allies: Evening) -> None:
    landing = {"lands": "on", **SAILED}
    assert "no amphibious landing by night" in stays(allies, "Malta submarines", "5n 18A:0409", **landing)
    sail(allies, "Malta submarines", "5 18A:0409", **landing).reads("18A:0409")


@pytest.mark.played("E36.A.2.c")
@pytest.mark.parametrize(
    ("moves", "said"), [("25 5n 24A:2111", "Own hex only, by night"), ("30 24A:2111", "Its hex and the six around it")]
)
def test_by_night_a_group_controls_its_own_hex_alone(allies: Evening, moves: str, said: str) -> None:
    sail(allies, "Force H", moves, zone="western-med")
    card(allies, "Force H").reads(f"Combat zone {said}")


@pytest.mark.played("E36.A.2.d", "E36.A.2.e")
@pytest.mark.parametrize(
    ("gun", "side", "strength", "night", "hits"),
    [
        # A die of 6 on the columns 8 and 4, 12 and 3.
        ("coast", "axis", "8", {}, "2 hits"),
        ("coast", "axis", "8", {"night": "on"}, "1 hit"),
        ("naval", "allied", "12", {}, "3 hits"),
        ("naval", "allied", "12", {"night": "on"}, "1 hit"),
    ],
)
def test_guns_by_night(
    mediterranean: Evening, gun: str, side: str, strength: str, night: dict[str, str], hits: str
) -> None:
    fire = {"gun": gun, "side": side, "strength": strength, **night}
    rolled(mediterranean, "Fire on the Naval Gunnery", "6", **fire).reads(hits)


@pytest.mark.played("E36.A.2.e")
@pytest.mark.parametrize(("half", "side", "hits"), [("1", "allied", "2 hits"), ("1", "axis", "1 hit")])
def test_from_july_1944_allied_ships_fire_at_half_by_night(
    mediterranean: Evening, half: str, side: str, hits: str
) -> None:
    """12: column 6 for the Allies, column 3 for the Axis, a die of 6."""
    campaign(mediterranean, "1944", "7", half=half)
    unit(mediterranean, "Warspite", "task-force", "port:valletta", strength="12", reverse="6")
    form(mediterranean, "Force B", "Warspite")
    until(mediterranean, "Axis naval movement")
    fire = {"gun": "naval", "side": side, "strength": "12", "night": "on"}
    rolled(mediterranean, "Fire on the Naval Gunnery", "6", **fire).reads(hits)


@pytest.mark.played("E36.A.2.f")
def test_mines_work_by_night(allies: Evening) -> None:
    """2 points: column 2, where a 6 alone hits; a strength of 2 makes two dice."""
    sail(allies, "Malta submarines", "5n 18A:0404", **SAILED).reads("2 points in 18A:0404")
    rolled(allies, "Mines: Malta submarines in 18A:0404", "56").reads("1 hit")


@pytest.mark.played("E36.A.2.s")
@pytest.mark.parametrize(("moves", "met"), [("20 5n 18A:1021", "Contact no"), ("25 18A:1021", "Contact yes")])
def test_night_lowers_the_roll_in_a_danger_zone(allies: Evening, moves: str, met: str) -> None:
    """Misurata, 18A:1022, is an Axis base and reaches one hex. A 5 is a Success by day; 5 - 1 = 4, a Failure."""
    sail(allies, "Malta submarines", moves, **SAILED)
    strip = "5" if "n" in moves else "51"
    rolled(allies, "Malta submarines rolls in an Axis danger zone", strip).reads("At night", met)
