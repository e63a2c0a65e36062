"""GW.ATTR: units out of supply die by terrain and season, and who is spared.

Of the Central Powers in August: the East African Protective Force (other terrain: dies on 1), the South-West African
(desert: 1 and 2), the Balkan Corps (mountain: 1 and 2); Tsingtao's garrison is in a naval base, the Boer Uprising is a
marker off the map. Dice fall in this order.
"""

import pytest

from tests.evenings.at_war import at_map, ended, rolled
from tests.evenings.evening import Evening
from tests.evenings.offered import Typed

PHASE = "Supply attrition"
EAST, SOUTH_WEST, BALKAN = "East African Protective Force", "South-West African Protective Force", "Balkan Corps"


@pytest.mark.played("GW.ATTR.land", "GW.ATTR.x3", "GW.ATTR.x6")
def test_land_units_die_by_their_terrain_and_a_base_and_an_uprising_spare(attrition: Evening) -> None:
    """A 2 kills in desert, and nowhere else; a 3 kills nobody in summer."""
    rolled(at_map(attrition).tap(PHASE), "2 2 3").reads(f"1 UNIT LOST holds out {EAST} eliminated {SOUTH_WEST}")
    attrition.reads("Tsingtao Garrison: no die: it is in a place that spares it: naval base (GW.ATTR.x3)")
    attrition.reads("Boer Uprising: no die: it is an Uprising marker in an off-map area (GW.ATTR.x6)")
    attrition.tap("Fleets").reads("German land unit lost").tap("Map").reads(PHASE)


@pytest.mark.played("GW.ATTR.x1", "GW.ATTR.x4", "GW.ATTR.x5", "GW.ATTR.x7")
def test_lines_of_communication_symbols_transports_and_japan_spare(great_war: Evening) -> None:
    """Two Allied units check: the Canal Defence Force in desert (1 and 2) and Serbians in mountains (1 and 2)."""
    rolled(ended(great_war, 5).tap(PHASE), "3 2").reads("1 UNIT LOST", "eliminated Serbian Detachment")
    great_war.reads("Expeditionary Force: no die: it traces a line of communication (GW.ATTR.x1)")
    for unit in ("Indian Division", "Siberian Corps"):
        great_war.reads(f"{unit}: no die: its area off the map is its nation's own and has a mobilization symbol")
    great_war.reads("Indian Expeditionary Force: no die: naval transport carries it in an off-map area (GW.ATTR.x5)")
    great_war.reads("18th Division: no die: it is Japanese, in China (GW.ATTR.x7)")


SPARED = {
    "units never check (GW.ATTR.x2)": ("kind", "neutral", "guerrilla", "fortification", "headquarters"),
    "it is in a place that spares it": ("place", "naval-base", "industrial-city", "fortified-zone", "port", "city"),
    "it is Japanese, in": ("area_name", "Japan", "China", "Siberia", "Pacific Ocean off-map zone"),
}


@pytest.mark.played("GW.ATTR.x2", "GW.ATTR.x3", "GW.ATTR.x7")
@pytest.mark.parametrize(("spares", "field"), SPARED.items())
def test_counters_that_a_player_enters_are_spared(attrition: Evening, spares: str, field: tuple[str, ...]) -> None:
    """Beside them a British counter where a Japanese is spared rolls a 1; three of the demo roll 3s."""
    name, *words = field
    more: dict[str, Typed] = {"nation": "japanese", "place": "off-map"} if name == "area_name" else {"nation": "german"}
    attrition.tap("Fleets")
    for word in words:
        attrition.tap("Add the unit", side="central", name=f"Counter {word}", **{**more, name: word})
    attrition.tap("Add the unit", side="central", name="Bare", place="off-map", area_name="Japan", nation="british")
    rolled(at_map(attrition).tap(PHASE), "3 3 3 1").reads("1 UNIT LOST", "eliminated Bare")
    for word in words:
        attrition.reads(f"Counter {word}: no die: ").reads(spares)


@pytest.mark.played("GW.ATTR.x4")
def test_an_area_off_the_map_must_be_its_own_and_have_the_symbol(great_war: Evening) -> None:
    """Beside the two that check in any case (desert and mountain), each of these two now lacks one of both."""
    for unit, lacks in (("Indian Division", "own"), ("Siberian Corps", "symbol")):
        great_war.tap("Fleets").tap(unit).tap("Save the change", **{lacks: []})
    rolled(ended(great_war, 5).tap(PHASE), "1 1 1 1").reads("4 UNITS LOST")
    great_war.reads("eliminated Indian Division", "eliminated Siberian Corps")


@pytest.mark.played("GW.ATTR.naval", "GW.ATTR.x3")
def test_naval_units_that_players_name_die_on_1_or_2_and_a_base_spares_them(attrition: Evening) -> None:
    ships = ["u-flotilla-1", "u-flotilla-2", "goeben", "german-squadron-1"]
    rolled(at_map(attrition).tap(PHASE), "1 2 3", ships_only="on", ships=ships).reads("2 UNITS LOST")
    attrition.reads("eliminated I U-boat Flotilla eliminated II U-boat Flotilla holds out Goeben")
    attrition.reads("I Battle Squadron: no die: it is in a place that spares it: naval base (GW.ATTR.x3)")
    attrition.tap("Fleets").never_reads("U-boats 2 squadrons").reads("Lost ■ Central Powers I U-boat Flotilla")


@pytest.mark.played("GW.ATTR.naval")
def test_at_sea_no_season_kills_more(attrition: Evening) -> None:
    """Winter against the calendar is played with a reason: ashore a 3 kills in mountains then, at sea no 3 does."""
    at_map(attrition).tap(PHASE)
    typed: dict[str, Typed] = {"land": "balkan-corps", "ships": ["u-flotilla-1", "u-flotilla-2"], "season": "winter"}
    assert "is not winter" in attrition.refused("Carry it out", dice="typed", strip="3 2 3", **typed)
    attrition.tap("Carry it out", because="an early winter", dice="typed", strip="3 2 3", **typed)
    attrition.reads("eliminated Balkan Corps eliminated I U-boat Flotilla holds out II U-boat Flotilla")


@pytest.mark.played("GW.ATTR.land")
def test_in_december_a_3_kills_in_the_desert_and_a_2_elsewhere(great_war: Evening) -> None:
    great_war.tap("NavalAssist").tap("New campaign").tap("Great War at sea")
    great_war.tap("Begin the campaign", name="Winter", year="1916", month="12").tap("The campaign begins").tap("Fleets")
    for name, terrain in (("Aleppo", "desert"), ("Baku", "other"), ("Corfu", "other")):
        great_war.tap("Add the unit", side="central", nation="german", name=name, terrain=terrain)
    rolled(ended(great_war, 2).tap(PHASE), "3 2 3").reads("2 UNITS LOST")
    great_war.reads("eliminated Aleppo", "eliminated Baku", "holds out Corfu")
