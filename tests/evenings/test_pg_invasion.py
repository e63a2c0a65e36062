"""The theatre campaign: transports are drawn on pools and sent to others, and an invasion is ordered and sealed."""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.test_pg_routes import goes, groups
from tests.evenings.test_sm_convoy import sits

TO_LUZON = ("E1 Taipei", "D1", "D2 Mako", "D3", "D4", "D5")
# By Takao, range 3 from Palau; then on to Luzon.
BY_TAKAO = "L10 L9 L8 L7 L6 L5 L4 L3 L2 K2 J2 I2 H2 G2 F2 E2 D3 D4 D5"
DIVISION = [f"troop-{number}" for number in range(1, 5)]


def invades(evening: Evening) -> Evening:
    """The form of an invasion, from the own order book."""
    return evening.tap("Orders").tap("+ Invasion")


def ends(evening: Evening, until: str) -> Evening:
    """Phases end, whatever is due in them, until this one has come."""
    evening.tap("This step")
    while until not in evening.page.read:
        if evening.offers(re.compile("^End step( and the turn)?$|^End this step")):
            evening.tap(re.compile("^End step( and the turn)?$|^End this step"))
        else:
            evening.refused(re.compile("^End step( and the turn)?…"))
            evening.tap("all the same")
        evening.tap("This step")
    return evening


@pytest.mark.played("PG.6.3.6", "PG.6.3.6.1", "PG.6.3.6.3", "PG.6.2.1")
def test_the_landing_at_lingayen_is_summed_up_while_it_is_written(lingayen: Evening) -> None:
    """Four units at 1 + 1, and the SNLF one less with its own craft: 9 of 14."""
    goes(invades(sits(lingayen, "Axis")), *TO_LUZON).reads("5 squares", "range 1")
    lingayen.tap("What would it mean?", troops=[*DIVISION, "snlf"], lands="E5")
    lingayen.reads(
        "47th Infantry: 1 for the range to the staging area, 1 for the range to the landing",
        "1st Kure SNLF: its own landing craft",
    )
    lingayen.reads("Transports needed 9").go()
    lingayen.tap("Orders").reads("Invasion: Axis task force 1 (Escort of the convoys)", "✓ complete")
    lingayen.reads("Transports for order 1", "1st Kure SNLF 1 1 – −1, its own 1", "Needed 9", "Indian Ocean 14 9 5")
    lingayen.tap("Pools").reads("Order 1, invasion: 9", "Taipei, Takao and Mako", "Order an invasion")
    lingayen.tap("Orders").tap("Seal the orders of Axis").reads("sealed")
    sits(lingayen, "Allied").tap("Pools").never_reads("Order 1", "Japan, ", "47th").tap("Log").never_reads(
        "Order 1", "47th"
    )
    # The code of the log's head may hold these two signs by chance.
    lingayen.tap("Orders").never_reads("Lingayen Gulf", re.compile(r"\bE5\b"), "Order 1")


@pytest.mark.played("PG.6.3.6.2")
def test_only_units_by_the_port_of_embarkation_land(lingayen: Evening) -> None:
    sits(lingayen, "Axis").tap("Lists").tap("Ground units").tap("Save all lines", **{"troop-3.place": "in reserve"})
    goes(invades(lingayen), *TO_LUZON)
    assert "47th Infantry" not in lingayen.page.read
    lingayen.go(troops=["troop-1", "troop-2", "troop-4"], lands="E5")
    lingayen.tap("Orders").reads("✓ complete").tap("Lists").tap("Ground units")
    lingayen.tap("Save all lines", **{"troop-1.place": "in reserve"})
    assert "1st Formosa Infantry is not" in lingayen.tap("Orders").refused("Seal the orders of Axis")


@pytest.mark.played("PG.6.3.6.1", "PG.6.3.6.4")
def test_from_palau_by_takao_units_need_three_and_may_land_with_fewer(lingayen: Evening) -> None:
    """Range 3 to Takao counts 2, the landing 1. One unit with one less takes 2, the other one in all."""
    sits(lingayen, "Axis").tap("Lists").tap("Ground units")
    lingayen.tap("Save all lines", **{f"troop-{number}.place": "Palau" for number in (1, 2)})
    groups(lingayen, "Palau", kind="task-force", units=["nachi"])
    begun = {"start": "pg-port:palau", "staging": "pg-port:takao", "route": BY_TAKAO}
    invades(lingayen).tap("Show what is typed", **begun).reads("E2 Takao + 1 15", "range 3, then range 1")
    typed = {"troops": ["troop-1", "troop-2"], "lands": "E5", "pool": "japan-pacific"}
    assert "beyond Shiokaze (2)" in lingayen.refused("Carry it out", **typed, group="a3")
    lingayen.tap("What would it mean?", group="Axis task force 4").reads("Transports needed 6")
    lingayen.tap("Carry it out", reduced=["troop-1"], later=["troop-2"])
    lingayen.tap("Orders").reads("fights at strength 5", "lands after the battle", "Needed 3")


@pytest.mark.played("PG.6.2", "PG.6.2.1", "PG.6.2.4")
def test_convoys_and_orders_share_a_pool_and_no_port_limits_them(lingayen: Evening) -> None:
    """12 of 14 sail from Mako, a minor port; two are left, until the convoy is broken up."""
    groups(sits(lingayen, "Axis"), "Mako", kind="convoy", pool="japan-indian", transports="12").reads("12 transports")
    lingayen.tap("Pools").reads("Transport convoy 4: 12", "no port limits how many")
    lingayen.tap("This step").tap("Form a group at Mako")
    typed = {"kind": "merchant", "pool": "japan-indian", "transports": "3"}
    assert "2 of 14 of the pool Japan, Indian Ocean are free" in lingayen.refused("Carry it out", **typed)
    lingayen.tap("This step").tap("Break up Axis transport convoy 4").go().reads("12 transports of the pool")
    groups(lingayen, "Mako", **typed).reads("3 transports")
    lingayen.tap("Pools").reads("Merchant convoy 4: 3", "Britain, the USA and Japan alone")


@pytest.mark.played("PG.6.2.2", "PG.6.2.2.3", "PG.6.2.3")
def test_pools_join_and_part_with_the_ports_between_them(lingayen: Evening) -> None:
    sits(lingayen, "Allied").tap("Pools").reads("Mediterranean Gibraltar a pool of its own: no gate is held")
    lingayen.reads("Baltic Kiel and Copenhagen one pool with Atlantic", "Pacific – a pool of its own", "Indian Ocean –")
    lingayen.tap("Lists").tap("Pools of transports")
    for name, water, many in (("Russia, Baltic", "baltic", "2"), ("Russia, Black Sea", "black-sea", "1")):
        typed = {"new.name": name, "new.side": "Allied", "new.nation": "Russia", "new.water": water}
        lingayen.tap("Save all lines", **typed, **{"new.transports": many})
    lingayen.tap("Pools").reads("Russia, Baltic and Russia, Black Sea 3 0 3", "Pearl Harbor")
    lingayen.tap("Lists").tap("Ports").tap("Save all lines", **{"gibraltar.owner": "Axis", "istanbul.owner": "Axis"})
    lingayen.tap("Pools").reads("Black Sea Istanbul one pool with", "Mediterranean Gibraltar one pool with")


@pytest.mark.played("PG.6.2.6")
def test_transports_sent_empty_are_in_the_other_pool_next_turn(lingayen: Evening) -> None:
    sits(lingayen, "Axis").tap("Orders").tap("+ Transports to another pool")
    way = "E2 F3 G4 H5 I6 J7 K8 L9 L10"
    typed = {"start": "pg-port:takao", "returns": "pg-port:palau", "pool": "japan-indian"}
    assert "15 transports are needed" in lingayen.refused("Carry it out", **typed, transports="15", route=way)
    lingayen.tap("Carry it out", transports="3").reads("Order 1: 3 transports sail from Takao (E2) to Palau (L10)")
    lingayen.tap("Pools").reads("Japan, Indian Ocean 14 3 11", "Japan, Pacific 22 0 22")
    ends(lingayen, "Jan 42, winter · Logistics").tap("Pools")
    lingayen.reads("Japan, Indian Ocean 11 0 11", "Japan, Pacific 25 0 25")


@pytest.mark.played("PG.6.2.5")
def test_across_a_crossing_arrow_transports_are_there_by_themselves(lingayen: Evening) -> None:
    goes(invades(sits(lingayen, "Axis")), *TO_LUZON)
    lingayen.tap("What would it mean?", troops=["troop-1"], lands="E5", crossing="on").reads("Transports needed 0").go()
    lingayen.tap("Pools").reads("Japan, Indian Ocean 14 0 14", "across a crossing arrow they are there by themselves")
