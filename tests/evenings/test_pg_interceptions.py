"""The theatre campaign's search and interceptions: orders are sealed and opened, both search, a tap announces."""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.test_pg_orders import TO_THE_EDGE, seals, writes
from tests.evenings.test_pg_routes import groups
from tests.evenings.test_sm_convoy import goes_on_to, sits

COVER = {"group": "a2", "route": "D2 C3 C4 C5"}
BOATS = {"group": "u1", "route": "E6 E7 D6 C5"}


def patrols(evening: Evening, seat: str, *typed: dict[str, str]) -> Evening:
    """A side orders these patrols."""
    sits(evening, seat)
    for one in typed:
        writes(evening, "Patrol").go(**one)
    return evening


def searches(evening: Evening) -> Evening:
    """Both books are sealed and opened, and in Operations somebody searches for both."""
    for seat in ("Allied", "Axis"):
        seals(evening, seat)
    goes_on_to(evening.tap("This step"), "Operations").tap("Open both order books").tap("Open the books")
    evening.tap("This step").tap("Search for the missions under way").go()
    return evening.reads("Both sides search for the missions that are under way")


def looks(evening: Evening, seat: str) -> Evening:
    """What a side reads on its page."""
    return sits(evening, seat).tap("Interceptions")


def announces(evening: Evening, place: str, mission: str, by: str) -> Evening:
    """One tap sends a force."""
    return evening.tap(re.compile(f"^{place} : announce mission {mission} by {by}"))


def forms(evening: Evening, seat: str, port: str, *units: str) -> Evening:
    """A task force of these units."""
    return groups(sits(evening, seat), port, kind="task-force", units=list(units))


@pytest.mark.played("PG.6.4", "PG.6.4.2", "PG.6.4.3", "PG.6.4.3.2", "PG.6.4.3.3", "PG.6.4.2.1")
def test_the_cover_is_spotted_from_manila_and_met_by_boats_and_bombers(lingayen: Evening) -> None:
    """PBY 4 - 1 = 3: C4 and C5. The flotilla in C5 reaches its own square, B-17 4 - 1 = 3 both, P-40 neither."""
    forms(lingayen, "Axis", "Mako", "hatakaze")
    patrols(lingayen, "Axis", COVER, {"group": "Axis task force 4", "route": "D2 D3 D4 C5"})
    patrols(lingayen, "Allied", BOATS)
    searches(lingayen)
    looks(lingayen, "Allied").reads("has spotted 2 missions")
    # They stand in the order of keys that tell nothing.
    cover = re.findall(r"Mission (\d): patrol, task force seen in C4, C5", lingayen.page.read)[0]
    out_of_range = "C4 is out of the range of P-40, which is 1."
    lingayen.reads("PBY bomber, E6 4 − 1 = 3 C4, C5", f"P-40 fighter, E6 1 − 1 = 0 – 2 − 1 = 1 {out_of_range}")
    announces(lingayen, "C5", cover, "Allied submarine flotilla 1")
    lingayen.reads("● Allied interception 1 in C5 : 8 SS, distance 0", "A fleet intercepts this mission already")
    announces(lingayen, "C4", cover, "B-17").reads("interception 2 in C4 : 1 air unit, distance 3")
    # Japan's destroyers, in the same square, see the boats: 1 - 1 - 1 = 0. Nothing tells which square saw its cover.
    looks(lingayen, "Axis").reads("has spotted 1 mission", "Mission 1: patrol, submarine flotilla seen in C5")
    lingayen.reads("interception 1 in C5 : 8 SS, distance 0, against order 1").never_reads("PBY", "seen in C4")
    lingayen.reads("Bombers at Takao bomber, E2", "take part against submarines", "None of these attacks submarines")
    announces(lingayen, "C5", "1", "Axis task force 4").reads("interception 3 in C5 : 1 DD")
    lingayen.tap(re.compile("^. Observer$")).tap("Interceptions").reads("interception 3 in C5 : 1 DD")
    lingayen.never_reads("against order")
    # Nobody ends the phase before both have said that this is all; then the queue is made.
    looks(lingayen, "Axis").tap("Axis: nothing more to announce")
    lingayen.reads("The Axis side has nothing more to announce.")
    lingayen.tap("This step").refused(re.compile("^End step"))
    lingayen.reads("The Allied side has not said that it has nothing more to announce")
    # The seat that takes the tablet is led to what waits for it.
    lingayen.tap(re.compile("^. Allied$")).tap("I am ● Allied: show my side").reads("● Allied has spotted 2 missions")
    lingayen.tap("Allied: nothing more to announce").reads("The ■ Axis seat ends the phase for both")
    lingayen.tap("This step").never_reads("Make the queue").tap("Interceptions")
    lingayen.tap("end the phase for both").reads("Queue of this turn", "3 interceptions without a battle").go()
    lingayen.reads("3 battles join the queue")


@pytest.mark.played("PG.6.4", "PG.6.4.3")
def test_what_can_be_announced_comes_before_that_nothing_more_is(lingayen: Evening) -> None:
    """Once boats and bombers are sent nothing is left but to say so; what is sent, or off the map, is not listed."""
    searches(patrols(patrols(lingayen, "Axis", COVER), "Allied", BOATS))
    sits(lingayen, "Allied").reads(re.compile("Intercept patrol, task force in C4, C5.*Nothing more to announce"))
    lingayen.tap("Intercept patrol, task force").tap("Choose ships and aircraft by yourself")
    lingayen.reads("Manila", "Balikpapan", "B-17").never_reads("Panama", "Suez", "Murmansk").tap("Interceptions")
    for place, by in (("C5", "Allied submarine flotilla 1"), ("C4", "B-17"), ("C4", "PBY")):
        announces(lingayen, place, "1", by)
    lingayen.tap("Choose ships and aircraft by yourself").never_reads("B-17", "PBY", "flotilla 1")
    lingayen.tap("This step").reads(re.compile("Nothing more to announce.*Intercept patrol, task force in C4, C5"))


@pytest.mark.played("PG.6.4.3.1", "PG.6.4.3.4")
def test_faster_ships_go_without_the_boat_that_scouts_for_them_and_nobody_is_met_in_port(lingayen: Evening) -> None:
    """Houston 2 - 1 = 1 reaches C5 from D5, the boat with her 1 - 1 = 0 does not."""
    patrols(lingayen, "Axis", COVER)
    forms(lingayen, "Allied", "Manila", "houston", "boats-9")
    patrols(lingayen, "Allied", {"group": "Allied task force 2", "route": "E6 E7 D6 D5"})
    searches(lingayen)
    looks(lingayen, "Allied").reads("Allied task force 2 1 SS, 1 CA on patrol, D5", "0 − 1 = 0, faster ships 1")
    lingayen.tap("Choose ships and aircraft by yourself")
    lingayen.tap("What would it mean?", where="C5", force="Allied task force 2")
    assert "the slowest, reaches 0" in lingayen.refused("Carry it out", units=["boats-9", "houston"])
    announces(lingayen.tap("Interceptions"), "C5, 1 CA", "1", "Allied task force 2").reads("in C5 : 1 CA, distance 1")
    # Japan's cover sees Houston in D5 alone: 2 - 1 = 1. What lies in Manila it can't meet.
    looks(lingayen, "Axis").reads("patrol, task force seen in D5 Own force")
    lingayen.tap("Choose ships and aircraft by yourself").reads("Where D5 Ships of")


@pytest.mark.played("PG.6.4.4", "PG.6.4.4.1")
def test_carriers_meet_in_the_central_pacific_whatever_their_range(lingayen: Evening) -> None:
    """Yorktown by Panama, 1 + 1 + 2 ranges of her 4; Ryujo and her aircraft patrol there."""
    sits(lingayen, "Axis").tap("Units leave Axis task force 3").go(units=["shiokaze"])
    patrols(lingayen, "Axis", {"group": "a3", "route": TO_THE_EDGE, "zones": "Central Pacific"})
    lingayen.tap("This step").tap("Send Ryujo's aircraft on patrol from Ryujo").go()
    forms(lingayen, "Allied", "Panama", "yorktown")
    way = "Caribbean, American west coast, Central Pacific"
    patrols(lingayen, "Allied", {"group": "Allied task force 2", "zones": way})
    searches(lingayen)
    looks(lingayen, "Axis").reads("Mission 1: patrol, task force seen in Central Pacific").never_reads("Takao")
    lingayen.tap("Choose ships and aircraft by yourself")
    # What is not on patrol there is not listed.
    lingayen.reads("Ryujo's aircraft").never_reads("Bombers at Takao")
    announces(lingayen.tap("Interceptions"), "Central Pacific", "1", "Ryujo's aircraft")
    lingayen.reads("interception 1 in Central Pacific : 1 air unit")
    announces(lingayen, "Central Pacific", "1", "Axis task force 3")
    lingayen.reads("interception 2 in Central Pacific : 1 CV")


@pytest.mark.played("PG.6.4.5")
def test_a_force_that_intercepts_is_intercepted_itself_and_gives_up(lingayen: Evening) -> None:
    """Houston in D5 goes for the destroyers in D4, the cover in C5 goes for Houston: that is fought first."""
    patrols(lingayen, "Axis", COVER, {"group": "a1", "route": "E1 D1 D2 D3 D4"})
    forms(lingayen, "Allied", "Manila", "houston")
    patrols(lingayen, "Allied", {"group": "Allied task force 2", "route": "E6 E7 D6 D5"})
    searches(lingayen)
    announces(looks(lingayen, "Allied"), "D4", ".", "Allied task force 2")
    announces(looks(lingayen, "Axis"), "D5", "1", "Axis task force 2")
    lingayen.reads(re.compile("interception 2 in D5 : 1 BC, 1 CA, distance 1.*interception 1 in D4 : 1 CA, distance 1"))
    lingayen.reads("its force is intercepted itself (2)")
    goes_on_to(lingayen.tap("This step"), "Battle")
    sits(lingayen, "Allied").tap("Give up interception 1 in D4")
    assert "The battle in which it is intercepted itself comes first" in lingayen.page.read
    lingayen.tap("This step").tap("Make the queue of battles").go()
    sits(lingayen, "Axis").tap("Battles").reads(re.compile("Battle 1: D5.*Battle 2: D4"))
    for seat in ("Axis", "Allied"):
        sits(lingayen, seat).tap("Battles").tap("Battle 1: ").go()
    lingayen.tap(re.compile("to confirm"), **{"lines.1-houston.inside": "on"})
    sits(lingayen, "Axis").tap("Battles").tap("Battle 1: ").go().go()
    sits(lingayen, "Allied").tap("Battles").tap("Battle 1: ").go().reads("goes on with CA Houston")
    lingayen.tap("This step").tap("Give up interception 1 in D4").go()
    lingayen.reads("The Allied side gives up interception 1 in D4: the mission goes on.")
    lingayen.tap("Interceptions").reads("interception 2 in D5").never_reads("interception 1")
