"""Attacks on ports from the Lingayen demo: what they find there, what is left of it, Pearl Harbor and Oran."""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.test_pg_battle import phase, sits, to_battle
from tests.evenings.test_pg_invasion import invades
from tests.evenings.test_pg_orders import seals
from tests.evenings.test_pg_routes import goes
from tests.evenings.test_sm_convoy import goes_on_to

AT_MANILA = [*(f"boats-{number}" for number in range(1, 11)), "houston", "peary"]


def listed(evening: Evening, title: str, **typed: str) -> Evening:
    """Lines of a list are typed."""
    return evening.tap("Lists").tap(title).tap("Save all lines", **typed)


def new_unit(evening: Evening, name: str, place: str, **typed: str) -> Evening:
    """A ship that the demo has not."""
    sheet = {"search": "2", "intercept": "2", "speed": "3", "miles": "7200", "air": "0", "status": "ready"}
    told = {"type": "BB", "side": "Allied", "nation": "USA", "strength": "10", "experience": "0", **sheet}
    told |= {"name": name, "place": place, **typed}
    return listed(evening, "Naval units", **{f"new.{field}": value for field, value in told.items()})


def attacks(evening: Evening, seat: str, port: str, **typed: object) -> Evening:
    """An attack on a port is announced in Operations, and the battle phase begins."""
    sits(phase(evening, "Operations"), seat).tap("This step").tap("Attack a port")
    evening.tap("What would it mean?", side=seat.lower(), port=port)  # What reaches this port is offered then.
    evening.tap("Carry it out", side=seat.lower(), port=port, **typed)  # type: ignore[arg-type]
    return evening


@pytest.mark.played("PG.6.5.4", "PG.6.5.4.1", "PG.6.5.4.2", "PG.6.5.4.3", "PG.6.5.4.5")
def test_manila_is_bombed_a_cruiser_is_raised_and_its_yard_repaired(lingayen: Evening) -> None:
    sits(lingayen, "Allied")
    listed(lingayen, "Ports", **{"manila.yard": "250", "manila.factories": "1"})
    forts = {"name": "Corregidor", "map": "Far East", "square": "E6", "guns": "0", "aa": "1"}
    listed(lingayen, "Fixed defences", **{f"new.{field}": value for field, value in forts.items()})
    listed(lingayen, "Naval units", **{"peary.strength": "6", "peary.status": "under repair"})
    attacks(lingayen, "Axis", "manila", aircraft=["takao-bombers"]).reads("attacks Manila with 1 air unit: battle 1")
    phase(lingayen, "Battle")
    # A yard of 250 is 3 targets; with one factory it has 2 radars and 2 towers.
    to_battle(lingayen, "Allied").reads("12 turns", "9 targets", "Shipyard 3", "Observation tower 2", "can't move")
    lingayen.never_reads("Houston 10")
    assert "is also: Peary" in lingayen.refused(re.compile("sheet"), units=AT_MANILA[:-1])
    lingayen.go(units=AT_MANILA, aircraft=["p-40"])
    # 300 less 100 in port, less 200 under repair.
    lingayen.reads("CA Houston 10 200", "DD Peary and Pillsbury 6 100")
    to_battle(lingayen, "Axis").go(aircraft=["takao-bombers"])
    lingayen.tap("Sheet to print").reads("Battle sheet 1: Manila", "Anti-aircraft gun 1")
    typed = {"1-houston.sunk": "on", "1-peary.sunk": "on", "1-boats-1.damage": "4", "1-shipyard-1.damage": "6"}
    to_battle(lingayen, "Axis").go(**{f"lines.{name}": value for name, value in typed.items()})
    to_battle(lingayen, "Allied").go().go().reads("CA Houston, DD Peary and Pillsbury sunk")
    lingayen.never_reads(re.compile("sunk; "))
    lingayen.tap("This step").tap("Raise or scrap Houston in Manila").go().reads("under construction in Manila at 2")
    lingayen.tap("This step").tap("Raise or scrap Peary and Pillsbury").go(scrap="on").reads("scrapped for 1 point")
    lingayen.tap("This step").tap("Damage of the shipyard of Manila").go(points="700").reads(
        "damage 500 of at most 500"
    )
    phase(lingayen, "Logistics")
    sits(lingayen, "Allied").tap("This step").tap("Repair the shipyard of Manila").go(points="500").reads("and works")
    lingayen.tap("This step").tap("Destroy the shipyard of Manila").go().reads("damage 500 of at most 500")


@pytest.mark.played("PG.6.5.4.4")
def test_ships_that_are_built_are_placed_by_their_progress(lingayen: Evening) -> None:
    sits(lingayen, "Allied")
    for name, strength in (("Nine", "9"), ("Eleven", "11")):
        new_unit(lingayen, name, "Hong Kong", strength=strength, status="under construction")
    attacks(lingayen, "Axis", "hong-kong", aircraft=["takao-bombers"])
    to_battle(phase(lingayen, "Battle"), "Allied").go().reads("BB Nine 9 0", "BB Eleven 9 0")
    to_battle(lingayen, "Axis").go(aircraft=["takao-bombers"])
    # Every ship there is destroyed: nine is gone, eleven is built anew from 2.
    forms = [offer.form for offer in to_battle(lingayen, "Axis").page.offers if offer.form]
    boxes = {field.name for form in forms for field in form.fields if field.name.endswith(".sunk")}
    lingayen.go(**dict.fromkeys(boxes - {"lines.1-air-takao-bombers.sunk"}, "on"))
    to_battle(lingayen, "Allied").go().go().reads("BB Nine, BB Eleven sunk")
    lingayen.tap("Units").reads("BB Eleven Strength 2", re.compile("(?i)sunk.*BB Nine"))


@pytest.mark.played("PG.6.5.4.6", "C29")
def test_pearl_harbor_is_surprised_and_a_second_wave_follows(lingayen: Evening) -> None:
    sits(lingayen, "Allied")
    new_unit(lingayen, "Arizona", "Pearl Harbor", strength="9")
    new_unit(lingayen, "Enterprise", "Pearl Harbor", type="CV")
    attacks(lingayen, "Axis", "pearl-harbor", aircraft=["kate"])
    sits(lingayen, "Allied").tap("This step").tap("Read the chart of Pearl Harbor")
    lingayen.reads("Surprise in the first wave 33 %").go(strip="6 4", dice="typed")
    lingayen.reads("surprise in both waves", "At sea, and no target: Enterprise")
    sits(lingayen, "Axis").tap("Log").reads("surprise in both waves").never_reads("Enterprise")
    to_battle(phase(lingayen, "Battle"), "Allied").reads("Refinery 2", "half strength")
    lingayen.go().reads("BB Arizona 5 100")
    to_battle(lingayen, "Axis").go(aircraft=["kate"])
    to_battle(lingayen, "Axis").go()
    to_battle(lingayen, "Allied").go().go()
    to_battle(lingayen, "Axis").go()
    lingayen.tap("This step").tap("Second wave on Pearl Harbor").go().reads("surprised again: battle 2")
    to_battle(lingayen, "Axis", 2).go(aircraft=["kate"]).reads("nothing that was lost in battle 1 is repaired")


@pytest.mark.played("PG.6.5.4.7")
def test_british_ships_attack_the_neutral_fleet_at_oran(lingayen: Evening) -> None:
    new_unit(sits(lingayen, "Axis"), "Dunkerque", "Oran", side="Axis", nation="France")
    sits(phase(lingayen, "Operations"), "Allied").tap("This step").tap("Attack a port")
    lingayen.tap("What would it mean?", side="allied", port="oran").never_reads("Houston")
    lingayen.tap("Carry it out", units=["emerald"])
    lingayen.reads("attacks Oran with 1 ship").receipt().reads("no declaration of war", "+1 on diplomacy with Vichy")
    to_battle(phase(lingayen, "Battle"), "Axis").go().reads("BB Dunkerque 10 0")
    to_battle(lingayen, "Allied").go().reads("may move, for enemy ships attack them", "Vichy stays neutral")


def on_batan(evening: Evening, name: str, strength: str, garrison: str) -> Evening:
    """Ground units of the Allies on the small island."""
    told = {"name": name, "strength": strength, "garrison": garrison, "craft": "no", "special": "no"}
    told |= {"side": "Allied", "nation": "USA", "place": "E3 Batan"}
    return listed(sits(evening, "Allied"), "Ground units", **{f"new.{field}": value for field, value in told.items()})


def at_batan(evening: Evening) -> Evening:
    """The 48th Division sails to the small island of Batan, where marines are, and attacks it."""
    on_batan(evening, "Marines", "13", "no")
    goes(invades(sits(evening, "Axis")), "E1 Taipei", "D1", "D2 Mako", "D3", "E3 Batan")
    evening.go(troops=["troop-1", "troop-2", "snlf"], lands="E3")
    for seat in ("Allied", "Axis"):
        seals(evening, seat)
    goes_on_to(evening.tap("This step"), "Operations").tap("Open both order books").tap("Open the books")
    return sits(evening, "Axis").tap("This step").tap("Order 1 attacks E3 Batan").go()


def fields(evening: Evening) -> dict[str, str]:
    """All fields of the page with what they hold, or the first that they may."""
    found = [field for offer in evening.page.offers if offer.form for field in offer.form.fields]
    return {field.name: field.value or next(iter(field.options), "") for field in found}


@pytest.mark.played("PG.6.5.3", "PG.6.5.3.1", "PG.6.5.3.2", "PG.6.5.3.3")
def test_batan_is_fought_for_in_halves_and_its_marines_leave(lingayen: Evening) -> None:
    phase(at_batan(lingayen), "Battle")
    to_battle(lingayen, "Axis").reads("12 turns", "+8 entrenchment", "ground and air units in halves")
    lingayen.go(units=["naka"], aircraft=["takao-bombers"])
    lingayen.reads("CL Naka and Natori 5 300", "Bombers at Takao 2 5", "1st Formosa Infantry 2 5", "1st Kure SNLF 1 5")
    on_batan(lingayen, "Batan", "5", "yes")
    to_battle(lingayen, "Allied")
    assert "a division or a garrison: Marines, and Batan" in lingayen.refused(lingayen.filled())
    lingayen.tap("Lists").tap("Ground units")
    name = next(name for name, value in fields(lingayen).items() if name.endswith(".name") and value == "Batan")
    lingayen.tap("Save all lines", **{name.replace(".name", ".place"): "in reserve"})
    to_battle(lingayen, "Allied").go(aircraft=["p-40"]).reads("Marines 3 3", "P-40 2 5")
    to_battle(lingayen, "Allied")
    parts = [name for name in fields(lingayen) if re.search(r"troop-[0-9a-f]{32}-1\.sunk", name)]
    lingayen.go(**{parts[0]: "on", "lines.1-naka.damage": "3", "lines.1-air-takao-bombers-1.damage": "2"})
    to_battle(lingayen, "Axis").go().go().reads("nothing lost", "Naka and Natori go home")
    to_battle(lingayen, "Allied").go()
    phase(lingayen, "Breakthrough")
    sits(lingayen, "Allied").tap("This step").tap("Evacuate E3")
    lingayen.go(to="Manila", pool="usa-indian", troops=[fields(lingayen)["troops"]])
    lingayen.reads("Marines leave E3 for Manila with 1 transport")
