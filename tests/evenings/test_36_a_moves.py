"""36.A.1 and 36.A.2: protected inshore waters, and movement at night.

Malta's submarines begin in Valletta, 18A:0407, of Allied Malta; the Axis has two mine points in 18A:0404, three hexes
away. Between Alexandria and Port Said runs the Allied coast of Egypt; Oran is Vichy's.
"""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.ships import campaign, card, done, form, key, not_done, on, rolled, sail, stays, unit, until

SAILED = {"zone": "central-med"}
BOATS = "Malta submarines"
WAIT = re.compile("^Axis groups may react")


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
def test_a_leg_through_protected_waters_needs_no_check(allies: Evening) -> None:
    form(allies, "Coasters", "Transport 1")
    check = "Transport 1: check for contact in the Eastern Med"
    sail(allies, "Coasters", "30", ends="port-said", protected="on").tap("Map").never_reads(check)
    sail(allies, "Coasters", "30", ends="alexandria").tap("Map").reads(check)


@pytest.mark.played("E36.A.1.a")
def test_nobody_reacts_to_what_keeps_to_protected_waters(allies: Evening) -> None:
    sail(allies, BOATS, "2 18A:0408", protected="on", **SAILED)
    fleet = {"group": "battle-fleet", "moves": "60", "ends": "tripoli", "fuel": "srp"}
    hidden = "moved in protected inshore waters: nobody reacts to that"
    assert hidden in not_done(allies, WAIT, **fleet)
    # Another that shows itself draws no reaction to the first.
    sail(allies, "Force H", "5 24A:2111", zone="western-med")
    assert hidden in not_done(allies, WAIT, against="malta-boats", **fleet)
    sail(allies, BOATS, "2 18A:0409", **SAILED)
    done(allies, WAIT, **fleet).reads("Tripoli", "60 by day")


FLEET = {"group": "battle-fleet", "moves": "60 18A:0409", "fuel": "srp", **SAILED}
MET = "Enemies near Battle fleet in 18A:0409: it is in its combat zone"
INSHORE = "Battle fleet in 18A:0409: next door, but from protected inshore waters no battle begins 36.A.1.b"
BY_NIGHT = "Battle fleet in 18A:0409: next door, but by night it controls its own hex only 36.A.2.c"


@pytest.mark.played("E36.A.1.b", "E36.A.2.c")
def test_neither_in_protected_waters_nor_by_night_does_a_battle_begin_next_door(allies: Evening) -> None:
    """18A:0408 lies beside the Battle fleet; in its own hex it is met all the same."""
    inshore = {"protected": "on", **SAILED}
    done(allies, WAIT, **FLEET)
    assert "it begins no battle" in stays(allies, BOATS, "2 18A:0408", attacks="on", **inshore)
    for moves, how, near in (
        ("2 18A:0408", inshore, INSHORE),
        ("2 18A:0408", SAILED, MET),
        ("5n 18A:0408", SAILED, BY_NIGHT),
        ("2 18A:0409", inshore, MET),
    ):
        sail(allies, BOATS, moves, **how)
        card(allies, BOATS).reads(near).never_reads(*{MET, INSHORE, BY_NIGHT} - {near})


@pytest.mark.played("E36.A.1.c")
def test_aircraft_find_it_in_protected_waters_and_raise_its_roll(mediterranean: Evening) -> None:
    """From Misurata on the Axis coast of Libya into an Allied danger zone: 4 is a Failure, 4 + 1 a Success."""
    unit(mediterranean, "Coaster", "nt", "port:misurata", "axis", strength="2", reverse="1")
    form(mediterranean, "Coasters", "Coaster")
    sail(mediterranean, "Coasters", "5 18A:1020", protected="on", **SAILED)
    done(mediterranean, "A patrol or strike finds a group", group=key(mediterranean.tap("Fleets"), "Coasters"))
    rolled(mediterranean, "Coasters rolls in an Allied danger zone", "41").reads(
        "= 5 CONTACT", "Success on the Success Table"
    )


@pytest.mark.played("E36.A.2", "E36.A.2.blk")
def test_25_points_by_night_in_blocks_of_five_with_ten_by_day_between(allies: Evening) -> None:
    sail(allies, BOATS, "5n 10 5n 10 5n 18A:0412", **SAILED).reads("20 MPs by day, 15 by night")
    assert "none until 1 MPs by day" in stays(allies, BOATS, "9 5n 18A:0412", **SAILED)
    on(allies, "Begin naval step 2")
    assert "none until 10 MPs by day" in stays(allies, BOATS, "5n 18A:0412", **SAILED)
    sail(allies, BOATS, "10 5n 10 5n 18A:0412", **SAILED)
    card(allies, BOATS).reads("none left: 25 MPs by night were spent in this phase")
    assert "too many" in stays(allies, BOATS, "10 1n 18A:0412", **SAILED)
    fleet = {"group": "battle-fleet", "moves": "5n", "ends": "messina", "fuel": "srp"}
    assert "Reaction movement is by day" in not_done(allies, WAIT, **fleet)


@pytest.mark.played("E36.A.2.a")
def test_patrols_find_nothing_that_moves_by_night(allies: Evening) -> None:
    """An Axis patrol of type M, TBF 8: x 2, outside the box x 1/2: 8. Malta at 10 gives the zone 6 (33.B.1.b)."""
    allies.tap("Map").tap("Place air units").tap(
        "Add it to", side="axis", name="Z.506", nature="m", tbf="8", range="20", place="naval-patrol"
    )
    form(allies, "Layers", "Minelayer")
    sail(allies, BOATS, "5n 18A:0409", **SAILED)
    assert "moves by night" in not_done(allies, "A patrol or strike finds a group", group="malta-boats")
    rolled(allies, "10th Flotilla: check for contact", "22").reads("column 6")
    sail(allies, "Layers", "5 18A:0409", **SAILED)
    rolled(allies, "Minelayer: check for contact", "22").reads("column 14")
    found = {"group": key(allies.tap("Fleets"), "Layers")}
    done(allies, "A patrol or strike finds a group", **found).reads("Layers")


@pytest.mark.played("E36.A.2.b")
def test_nobody_lands_by_night(allies: Evening) -> None:
    landing = {"lands": "on", **SAILED}
    assert "no amphibious landing by night" in stays(allies, BOATS, "5n 18A:0409", **landing)
    sail(allies, BOATS, "5 18A:0409", **landing).reads("18A:0409")


@pytest.mark.played("E36.A.2.c")
def test_by_night_a_group_controls_its_own_hex_alone(allies: Evening) -> None:
    sail(allies, "Force H", "10 24A:2111", zone="western-med")
    card(allies, "Force H").reads("Combat zone Its hex and the six around it")
    sail(allies, "Force H", "10 5n 24A:2112", zone="western-med").reads("own hex only, by night")
    card(allies, "Force H").reads("Combat zone Own hex only, by night")


def fires(evening: Evening, side: str, gun: str, strength: str, hits: str, **night: str) -> None:
    """A die of 6."""
    rolled(evening, "Fire on the Naval Gunnery", "6", side=side, gun=gun, strength=strength, **night).reads(hits)


@pytest.mark.played("E36.A.2.d", "E36.A.2.e")
def test_by_night_guns_fire_with_a_half_or_a_quarter(mediterranean: Evening) -> None:
    """The columns 8 and 4 of a coast defence, 12 and 3 of ships."""
    fires(mediterranean, "axis", "coast", "8", "column 8 = 6 or more 2 HITS")
    fires(mediterranean, "axis", "coast", "8", "column 4 = 6 or more 1 HIT", night="on")
    fires(mediterranean, "allied", "naval", "12", "column 12 = 6 or more 3 HITS")
    fires(mediterranean, "allied", "naval", "12", "column 3 = 6 or more 1 HIT", night="on")


@pytest.mark.played("E36.A.2.e")
def test_from_july_1944_allied_ships_fire_at_half_by_night(mediterranean: Evening) -> None:
    """12 in Jun II and in Jul I: column 3, then column 6 for the Allies, and 3 for the Axis as ever."""
    campaign(mediterranean, "1944", "6", half="2")
    unit(mediterranean, "Warspite", "task-force", "port:valletta", strength="12", reverse="6")
    form(mediterranean, "Force B", "Warspite")
    until(mediterranean, "Allied naval movement")
    fires(mediterranean, "allied", "naval", "12", "column 3 = 6 or more 1 HIT", night="on")
    until(mediterranean, "Axis naval movement")
    fires(mediterranean, "allied", "naval", "12", "column 6 = 6 or more 2 HITS", night="on")
    fires(mediterranean, "axis", "naval", "12", "column 3 = 6 or more 1 HIT", night="on")


@pytest.mark.played("E36.A.2.f")
def test_mines_work_by_night(allies: Evening) -> None:
    """2 points: column 2, where a 6 alone hits; a strength of 2 makes two dice."""
    sail(allies, BOATS, "5n 18A:0404", **SAILED).reads("2 points in 18A:0404")
    rolled(allies, "Mines: Malta submarines in 18A:0404", "56").reads("1 hit")


@pytest.mark.played("E36.A.2.s")
def test_night_lowers_the_roll_in_a_danger_zone(allies: Evening) -> None:
    """Misurata, 18A:1022, is an Axis base and reaches one hex. A 5 is a Success by day; 5 - 1 = 4, a Failure."""
    rolls = f"{BOATS} rolls in an Axis danger zone"
    sail(allies, BOATS, "25 18A:1021", **SAILED)
    rolled(allies, rolls, "51").reads("CONTACT")
    sail(allies, BOATS, "5 18A:1019 5 18A:1020 5n 18A:1021", **SAILED)
    rolled(allies, rolls, "5").reads("= 4 NO CONTACT", "Failure on the Success Table")
