"""The theatre campaign by its coasts: Manila is attacked from the sea, and lost; merchant routes are raided."""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.test_pg_battle import to_battle
from tests.evenings.test_pg_interceptions import announces, looks, patrols, searches
from tests.evenings.test_pg_invasion import TO_LUZON, invades
from tests.evenings.test_pg_orders import MAKO_TO_PALAU, seals
from tests.evenings.test_pg_routes import goes, groups
from tests.evenings.test_sm_convoy import goes_on_to, sits

FLEET = ("naka", "asagumo", "murasame")
SAIL = tuple(f"axis-transport-{number}" for number in range(1, 7))


def attacks(evening: Evening, **typed: str) -> Evening:
    """Three divisions sail to E7, a range of 2; in Operations the attack on Manila is ordered. Nobody has searched."""
    goes(invades(sits(evening, "Axis")), *TO_LUZON, "D6", "E7").go(troops=["troop-1", "troop-2", "troop-3"], lands="E6")
    for seat in ("Allied", "Axis"):
        seals(evening, seat)
    goes_on_to(evening.tap("This step"), "Operations").tap("Open both order books").tap("Open the books")
    return sits(evening, "Axis").tap("Order 1 attacks E6 Manila").go(**typed)


def to_battles(evening: Evening) -> Evening:
    """Both sides search, and the phase of battles comes."""
    evening.tap("This step").tap("Search for the missions under way").go()
    return goes_on_to(evening.tap("This step"), "Battle")


def confirmed(evening: Evening, number: int, **typed: str) -> Evening:
    """The Allies type a result, the Axis confirms it."""
    lines = {f"lines.{number}-{name}": value for name, value in typed.items()}
    to_battle(evening, "Allied", number).tap(re.compile("to confirm"), **lines)
    return to_battle(evening, "Axis", number).go()


@pytest.mark.played("PG.6.5.2.1", "PG.6.5.2.2")
def test_houston_meets_the_landing_off_manila_and_then_bombards_it(lingayen: Evening) -> None:
    """The landing was never spotted. Damage 2 leaves Houston at 8, damage 3 Peary at 7."""
    attacks(lingayen).reads("The Axis side attacks E6 Manila from E7: 3 ground units by sea.")
    sits(lingayen, "Allied").tap("Intercept the landing on E6 from there").go(units=["houston", "peary"])
    lingayen.reads("intercepts a mission of the Axis side (invasion, task force) in E7 with 1 CA, 1 DD.")
    lingayen.tap("This step").tap("Intercept the landing on E6 from there")
    assert "one is all, and two never join" in lingayen.refused("Carry it out", units=["boats-9"])
    to_battles(lingayen).tap("Make the queue of battles").go()
    lingayen.tap("Battles").reads(re.compile("Battle 2: E7 Interception.*Battle 1: E6 Invasion"))
    to_battle(lingayen, "Allied", 2).go()
    to_battle(lingayen, "Axis", 2).go().reads("6 transports")
    inside = {f"{name}.inside": "on" for name in (*FLEET, *SAIL)}
    confirmed(lingayen, 2, **inside, **{"houston.damage": "2", "peary.damage": "3"}).tap(re.compile("mission goes on"))
    to_battle(lingayen, "Allied", 2).go()
    to_battle(lingayen, "Allied").reads("Landing on E6 Manila", "at most 8 naval units a side, 2 boats among them")
    put = lingayen.filled()
    assert "Peary and Pillsbury is damaged, at strength 7" in lingayen.refused(put, units=["houston", "peary"])
    to_battle(lingayen, "Allied")
    assert "2 boats among them: 4 are ticked, 3 boats" in lingayen.refused(
        put, units=["houston", *(f"boats-{number}" for number in range(1, 4))]
    )
    to_battle(lingayen, "Allied").go(units=["houston", "boats-1", "boats-2"])
    to_battle(lingayen, "Axis").go().reads("CL Naka and Natori")
    confirmed(lingayen, 1, **{"houston.sunk": "on"}).go()
    to_battle(lingayen, "Allied").go().reads("CA Houston sunk")
    sits(lingayen, "Axis").tap("Order 1 lands on E6 Manila").go().reads("land on E6 Manila", "go home to Taipei")


@pytest.mark.played("PG.6.5.2.2", "PG.6.5.2.3", "PG.6.5.2.4")
def test_both_sides_react_behind_fortified_lines_and_nobody_bombards_beside_a_land_attack(lingayen: Evening) -> None:
    sits(lingayen, "Axis").tap("Lists").tap("Fixed defences")
    new = {"name": "Manila", "map": "far-east", "square": "E6", "lines": "yes", "guns": "2", "aa": "3"}
    lingayen.tap("Save all lines", **{f"new.{name}": value for name, value in new.items()})
    attacks(lingayen, by_land="4").reads("3 ground units by sea, and 4 by land")
    sits(lingayen, "Allied").tap("Allied reaction to the landing on E6").go(kind="ground", name="26th Cavalry")
    lingayen.reads("The Allied side adds 26th Cavalry (ground unit) to the battle for E6, without entrenchment.")
    sits(lingayen, "Axis").tap("Axis reaction to the landing on E6")
    assert "The attacker adds aircraft, airborne" in lingayen.refused("Carry it out", kind="ground", name="Sakdalista")
    lingayen.tap("Carry it out", kind="partisans", name="Sakdalista")
    to_battle(to_battles(lingayen), "Allied").reads("by neither side, for fewer come by sea")
    assert "4 units attack by land and 3 by sea" in lingayen.refused(lingayen.filled(), units=["houston"])
    to_battle(lingayen, "Allied").go(aircraft=["p-40"])
    lingayen.tap("Battles").tap("Battle 1: ").tap("Sheet to print").reads("coast guns 2, as CA; anti-aircraft guns 3")
    lingayen.reads(
        "+8 entrenchment. Ground units that react have none of it.", "● Allied adds 26th Cavalry (ground unit)"
    )
    lingayen.reads("■ Axis adds Sakdalista (partisans)", "Ground units of D", "22 turns")


@pytest.mark.played("PG.6.5.1.5")
def test_manila_is_lost_and_its_ships_and_a_division_leave_for_balikpapan(lingayen: Evening) -> None:
    sits(lingayen, "Allied").tap("Lists").tap("Ground units")
    for number in range(4):
        lingayen.tap("Save all lines", **{"new.name": f"Division {number}", "new.place": "Manila"})
    lingayen.tap("Lists").tap("Ports").tap("Save all lines", **{"manila.owner": "Axis"})
    goes_on_to(searches(lingayen).tap("This step"), "Breakthrough")
    sits(lingayen, "Allied").tap("Evacuate Manila")
    typed = {"to": "Balikpapan", "pool": "usa-indian", "units": ["houston"]}
    form = lingayen.offer("Carry it out", fields={"troops"}).form
    all_of_them = [option for field in form.fields if field.name == "troops" for option in field.options]
    refused = lingayen.refused("Carry it out", **typed, troops=all_of_them)
    assert "4 ground units, and 3 free transports" in refused
    lingayen.tap("Carry it out", troops=all_of_them[:1]).reads("evacuates Manila to Balikpapan: 1 CA and 1 ground unit")
    sits(lingayen, "Axis").tap("Log").reads("1 CA and 1 ground unit; it may be intercepted").never_reads("Houston")
    sits(lingayen, "Allied").tap("Evacuate Manila").go(units=["peary"], overrun="on").reads("scuttles 1 DD in Manila")
    lingayen.tap("This step").tap("ends its evacuation").go().reads("unloads Division 0 in Balikpapan (C14)")
    lingayen.tap("Units").reads(re.compile("Balikpapan.*Houston"))


@pytest.mark.played("PG.6.4.1.1", "PG.6.5.1.6", "C26")
def test_merchant_routes_are_filled_in_their_order_and_raided_by_boats(lingayen: Evening) -> None:
    """Of four ships one is sunk (100), one turned back with 1 damage (110), one arrives with 2 damage (20)."""
    sits(lingayen, "Axis").tap("Lists").tap("Merchant routes")
    for rank, name, needs in (("1", "Palau phosphates", "4"), ("2", "Borneo timber", "4")):
        new = {"name": name, "nation": "Japan", "rank": rank, "transports": needs}
        lingayen.tap("Save all lines", **{f"new.{field}": value for field, value in new.items()})
    groups(lingayen, "Mako", kind="merchant", transports="4", pool="japan-indian")
    lingayen.tap("This step").tap("Axis merchant convoy 4 sails")
    typed = {"route": MAKO_TO_PALAU, "trade": "Japan 2: Borneo timber"}
    assert "Palau phosphates comes before it, and has 0 of 4 transports" in lingayen.refused("Carry it out", **typed)
    lingayen.tap("Carry it out", trade="Japan 1: Palau phosphates").tap("Orders").reads("✓ complete")
    searches(patrols(lingayen, "Allied", {"group": "u1", "route": "E6 E7 F6 F5 F4"}))
    announces(looks(lingayen, "Allied"), "F4", "1", "Allied submarine flotilla 1")
    goes_on_to(lingayen.tap("This step"), "Battle").tap("Make the queue of battles").go()
    to_battle(lingayen, "Allied").go()
    to_battle(lingayen, "Axis").go()
    ship = "axis-transport-"
    result = {f"{ship}1.sunk": "on", f"{ship}2.damage": "1", f"{ship}3.damage": "2"}
    confirmed(lingayen, 1, **result, **{f"{ship}{number}.inside": "on" for number in (3, 4)})
    lingayen.tap(re.compile("the mission goes on")).reads("shipping costs 230 production points")
    sits(lingayen, "Axis").tap("Pools").reads("Japan, Indian Ocean 13")
    lingayen.tap("Shipping lost").reads("Production points lost with shipping", "230")
