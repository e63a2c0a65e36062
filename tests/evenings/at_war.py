"""What evenings of the Great War share: fleets that are sent to sea, and how their action goes on. Only taps."""

import re

from tests.evenings.evening import Evening
from tests.evenings.offered import Typed

Order = dict[str, Typed]
GOES_ON = re.compile(r"Action \d+ goes on")
# The form with everything that a rule can be given, below the panel of an action.
WHOLE = "Everything that this rule can be given"
TRACKS = {
    "central_air": "Air Level, Central Powers",
    "allied_air": "Air Level, Allied",
    "level": "Allied merchant shipping level",
    "allied_morale": "Morale, Allied",
}


def at_map(evening: Evening) -> Evening:
    """The page of the map, which an evening begins with."""
    return evening if evening.offers("End step") else evening.tap("Map")


def sent(evening: Evening, **order: Typed) -> Evening:
    """Fleets put to sea as ordered, and the page of their action is open."""
    return at_map(evening).tap("Send a fleet on a mission").tap("Carry it out", **order)


def met(evening: Evening, hunters: Typed = "battle-cruiser-fleet") -> Evening:
    """The Scouting Forces are intercepted off Scarborough, and the contact table is next."""
    sent(evening, mission="bombardment", area="north-sea-south", fleets="scouting-forces", target="scarborough")
    return evening.go(dice="typed", strip="1 1", fleets=hunters)


def raided(evening: Evening, area: str, die: str) -> Evening:
    """Raiders who lie there already raid, nobody stops them, and the receipt of the die is open."""
    at_map(evening).tap(f"Raid commerce in {area}").tap("Carry it out")
    return rolled(evening.tap("Let it pass"), die)


def rolled(evening: Evening, dice: str, **more: Typed) -> Evening:
    """What the open page asks for, with dice of our own; the receipt is open."""
    return evening.go(dice="typed", strip=dice, **more).receipt()


def said(evening: Evening, **more: Typed) -> Evening:
    """What the open page asks for without dice, and the page of the action again."""
    return evening.go(**more)


def tracked(evening: Evening, **values: str) -> Evening:
    """Tracks are set to what the group's own record says."""
    at_map(evening).tap("Change one")
    for track, value in values.items():
        evening.tap(f"Set {TRACKS[track]}", value=value)
    return evening


def ruled(evening: Evening, reading: str) -> Evening:
    """A group reads a doubtful place otherwise: the choice with these words."""
    return evening.tap("Set-up").tap("Rulings").tap(reading)


def ruled_late(evening: Evening, reading: str, why: str) -> Evening:
    """The same after the first turn, when a reason is due."""
    evening.tap("Set-up").tap("Rulings").refused(reading)
    return evening.reads("What was rolled before stays as it was read then").tap("Read it so from now on", note=why)


def ended(evening: Evening, steps: int) -> Evening:
    """So many steps end, in which nothing is left to be done."""
    at_map(evening)
    for _ in range(steps):
        evening.tap("End step")
    return evening
