"""Knowledge by levels, sealed plans and pending damage in the toy of the straits, which has nothing else."""

import re

from tests.evenings.evening import Evening


def sits(evening: Evening, seat: str) -> Evening:
    """The tablet is handed to a seat, and the other looks away."""
    evening.tap(re.compile(f"^. {seat}$"))
    show = f"I am {'■' if seat == 'North' else '●'} {seat}: show my side"
    return evening.tap(show) if evening.offers(show) else evening


def ends(evening: Evening, seat: str, steps: int) -> Evening:
    """A seat ends so many steps."""
    sits(evening, seat).tap("This step")
    for _ in range(steps):
        evening.tap(re.compile("^End step")).tap("This step")
    return evening


def test_each_side_sees_its_own_and_of_the_enemy_what_it_has_learnt(straits: Evening) -> None:
    """3 shows a force in general, 5 in full; with the watch both are past."""
    sits(straits, "North").tap("Forces").reads("Force 1 ■ North In the west. Only ■ North and the moderator see this")
    straits.reads("North Heron (cruiser), North Plover (destroyer), North Barge (transport)").never_reads("South Heron")
    sits(ends(straits, "North", 5), "South").tap("Forces").reads("You know nothing of what it holds.")
    for die, told in (("3", "2 warships, transports"), ("5", "North Heron (cruiser), North Plover (destroyer)")):
        straits.tap("This step").tap("Search for Force 1").tap("Carry it out", dice="typed", strip=die)
        straits.tap("Forces").reads(told, "until the end of the segment").never_reads("tanks")
    sits(straits, "North").tap("Forces").never_reads("Seen before seen in").tap("Log").reads(
        "South sees in full Force 1"
    )
    sits(straits, "Observer").tap("Forces").never_reads("warships", "Heron")
    ends(straits, "South", 2).tap("Forces").reads("You know nothing of what it holds. Seen before seen in the west")


def test_plans_are_sealed_and_shown_together_and_damage_waits_for_the_end_of_its_step(straits: Evening) -> None:
    """Fort Rock (8) hits Fort Sand (6) twice with a 1, which fires with all of its guns still, and hits with a 3."""
    ends(straits, "North", 1).tap("Aim the forts").tap("Carry it out")
    straits.tap("Seal the plan of North", **{"line-rock": "sand"}).reads(
        "Fort Rock fires at: Fort Sand", "waits for ● South"
    )
    sits(straits, "South").tap("This step").reads("waits for South").tap("Aim the forts waits for South")
    straits.never_reads("Fort Rock fires at").tap("Seal the plan of South", **{"line-sand": "rock"})
    straits.reads("The forts aim: Fort Rock at Fort Sand; Fort Sand at Fort Rock.")
    sits(straits, "North").tap("This step").tap("Fort Rock fires").tap("Carry it out", dice="typed", strip="1")
    straits.tap("Forces").reads("6 hit in this step, counts at its end", "Pending: 2", "2 by the fire of Fort Rock")
    sits(straits, "South").tap("This step").tap("Fort Sand fires").reads("50 %")
    straits.tap("Carry it out", dice="typed", strip="3")
    ends(straits, "North", 1).tap("Log").reads("Fort Sand, hits 0 → 2: 2 by the fire of Fort Rock")
    straits.reads("Fort Rock, hits 0 → 1: 1 by the fire of Fort Sand").tap("Forces").reads("6 hit, 4 hit, 2 in force")
