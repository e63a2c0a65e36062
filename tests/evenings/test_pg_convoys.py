"""The theatre campaign: a convoy is loaded and sent, warships guard it, and it unloads as its mission ends."""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.test_pg_interceptions import announces, looks, patrols, searches
from tests.evenings.test_pg_orders import MAKO_TO_PALAU, TO_THE_EDGE, writes
from tests.evenings.test_pg_routes import goes, groups
from tests.evenings.test_sm_convoy import goes_on_to, sits

FROM_TAKAO = "E2 F3 G4 H5 I6 J7 K8 L9 L10"
TO_KURE = "Central Pacific, South Pacific, American west coast, North Pacific"


def gathered(evening: Evening, transports: str = "4", kind: str = "convoy") -> Evening:
    """A convoy at Mako, and the destroyer escorts that lie there."""
    # Without a convoy none is ordered, and nothing is there to be guarded.
    sits(evening, "Axis").tap("Orders").never_reads("+ Escort").tap("+ Convoy: form it first").reads("Form a group")
    evening.go(port="mako", kind=kind, transports=transports, pool="japan-indian")
    return groups(evening, "Mako", kind="task-force", units=["shimushu"])


def sails(evening: Evening, **typed: object) -> Evening:
    """It sails to Palau, unless something else is typed."""
    evening.tap("This step").tap("Axis transport convoy 4 sails")
    return evening.go(**{"route": MAKO_TO_PALAU, **typed})


@pytest.mark.played("PG.6.3.4", "PG.6.3.4.2", "PG.6.3.5", "PG.6.1.8.5")
def test_destroyer_escorts_bring_a_convoy_to_palau_and_patrol_nowhere(lingayen: Evening) -> None:
    writes(gathered(lingayen), "Patrol")
    assert "not Shimushu and others (DE)" in lingayen.refused("Carry it out", group="Axis task force 5", route="D2 D3")
    lingayen.tap("Lists").tap("Ground units").tap("Save all lines", **{"troop-3.place": "Mako"})
    goes(lingayen.tap("This step").tap("Axis transport convoy 4 sails"), "D2 Mako", "E3", "F4")
    lingayen.reads("3 squares", "range 1").tap("What would it mean?", returns="pg-port:palau")
    lingayen.reads("it does not end in Palau (L10): draw it as far as that")
    goes(lingayen, "G5", "H6", "I7", "J8", "K9", "L10").go(troops=["troop-3"], supplies="2")
    lingayen.reads("sails from Mako (D2) to Palau (L10), range 2, with 47th Infantry and 2 from the reserve.")
    lingayen.tap("This step").tap("Escort for Order 1, Axis transport convoy 4").go(group="Axis task force 5")
    lingayen.reads("guards Axis transport convoy 4 all the way to Palau (L10); then it goes to Mako (D2).")
    lingayen.tap("Orders").reads("Escort: Axis task force 5", "DE Shimushu", "guards Axis transport convoy 4")
    sits(lingayen, "Allied").tap("Orders").never_reads("Palau").tap("Log").never_reads("Shimushu", "47th Infantry")
    goes_on_to(sits(searches(lingayen), "Axis").tap("This step"), "Breakthrough")
    lingayen.tap("Axis transport convoy 4 ends its convoy").go()
    lingayen.reads("unloads 47th Infantry and 2 from the reserve in Palau (L10), and is in Mako (D2).")
    lingayen.tap("This step").tap("Axis task force 5 ends its escort").go().reads("Axis task force 5 is in Mako (D2).")
    lingayen.tap("Lists").tap("Ground units").reads(re.compile("47th Infantry.*Palau"))


@pytest.mark.played("PG.6.3.4.1", "PG.6.3.4.3", "PG.6.3.5.2")
def test_a_long_way_asks_for_fuel_and_the_escort_turns_back(lingayen: Evening) -> None:
    """17 squares and 7 ranges of zones are 11, and 2 and 9 by Palau; half of the escort's 8 is 4."""
    gathered(lingayen).tap("This step").tap("Axis transport convoy 4 sails")
    around = {"route": f"{MAKO_TO_PALAU} {TO_THE_EDGE[4:]}", "zones": TO_KURE, "returns": "pg-port:kure"}
    assert "is range 11, of 10 at most: refuel on the way" in lingayen.refused("Carry it out", **around)
    lingayen.tap("Carry it out", staging="pg-port:palau").reads("to Kure by Palau (L10), range 11")
    groups(lingayen, "Takao", kind="convoy", transports="2", pool="japan-indian")
    lingayen.tap("This step").tap("Axis transport convoy 6 sails").go(route=FROM_TAKAO, joins="Order 1")
    lingayen.tap("Orders").reads("Convoy: Axis transport convoy 6", "joins order 1 there")
    lingayen.tap("This step").tap("Escort for Order 1, Axis transport convoy 4")
    assert "is range 9, beyond Shimushu and others (8)" in lingayen.refused("Carry it out", group="Axis task force 5")
    assert "(4). Leave out" in lingayen.refused("Carry it out", until="south-pacific")
    lingayen.tap("Carry it out", until="central-pacific").reads("as far as Central Pacific")


@pytest.mark.played("PG.6.3.4.4", "PG.6.3.4.5")
def test_a_convoy_has_room_for_so_much_and_tankers_are_eight(lingayen: Evening) -> None:
    gathered(lingayen, "9").tap("This step").tap("Axis transport convoy 4 sails")
    typed = {"route": MAKO_TO_PALAU, "returns": "pg-port:palau"}
    assert "9, of 8 at most" in lingayen.refused("Carry it out", oil="on", **typed)
    lingayen.tap("This step").tap("Axis transport convoy 4 sails")
    assert "it fills 10 of 9" in lingayen.refused("Carry it out", supplies="7", loose="13", **typed)
    lingayen.tap("Carry it out", loose="11").reads("with 7 from the reserve")


@pytest.mark.played("PG.6.3.5.1")
def test_ryujo_fetches_a_convoy_and_is_attacked_once_with_it(lingayen: Evening) -> None:
    """From Palau to Takao and back with it, by D5: the boats meet her on her way out, and the convoy no more."""
    sits(lingayen, "Axis")
    groups(lingayen, "Takao", kind="convoy", transports="4", pool="japan-indian")
    way = "E2 D3 D4 D5 D4 E3 F4 G5 H6 I7 J8 K9 L10"
    sails(lingayen, route=way)
    lingayen.tap("This step").tap("Escort for Order 1, Axis transport convoy 4").go(group="a3")
    lingayen.reads("guards Axis transport convoy 4 all the way to Palau (L10), and stays there.")
    groups(sits(lingayen, "Allied"), "Manila", kind="flotilla", units=["boats-9", "boats-10"])
    boats = "E6 E7 D6 D5"
    patrols(
        lingayen, "Allied", {"group": "u1", "route": boats}, {"group": "Allied submarine flotilla 2", "route": boats}
    )
    searches(lingayen)
    looks(lingayen, "Allied").reads("escort, task force seen in", "convoy, transport convoy seen in")
    announces(lingayen, "D5", r"\d", "Allied submarine flotilla 1").reads("in D5 : 8 SS, distance 0")
    lingayen.reads("A fleet intercepts this mission already")
