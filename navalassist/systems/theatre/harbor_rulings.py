"""How doubtful places of battles for islands and attacks on ports are read (PG.6.5.3, 6.5.4)."""

from __future__ import annotations

from navalassist.engine.shapes import either, note

OF_FACILITIES, OF_TARGETS = "facilities", "targets"
IN_PLACE, ADDED = "in-place", "added"
HALF_LOST, ALL_LOST = "half", "all"

R291 = note(
    "R-291", "PG.6.5.4", "How far an attack on a port flies",
    "Air units attack a port; from how far is not said.",
    "As far as their range, in squares of the map; of a port off the maps nothing is measured.",
    "It is the range by which they attack a mission.",
)  # fmt: skip
R292 = either(
    "R-292", "PG.6.5.4.1", "How many radars and observation towers a port has",
    "They are there with factories, refineries and shipyards, one for each such unit.",
    (OF_FACILITIES, "A radar and a tower for each factory and refinery, and one for the shipyard."),
    (OF_TARGETS, "A radar and a tower for each target, so that a large shipyard has several."),
    reason="A shipyard is one facility, whatever its capacity.",
)  # fmt: skip
R293 = either(
    "R-293", "PG.6.5.4.3", "Whether experience under repair or in surprise lacks 200 in all",
    "In port 100 of it are missing; under repair, and in surprise, 200 are.",
    (IN_PLACE, "200 in all; it is never less than 0."),
    (ADDED, "200 besides the 100; it is never less than 0."),
    reason="Of the French at Oran 200 is the whole of it.",
)  # fmt: skip
R294 = note(
    "R-294", "PG.6.5.4.4", "Damage of a ship that is built",
    "A launched ship is placed weaker than it is far; damage counts 1 for 1. When it is complete is not said.",
    "It is complete at 12. Damage is taken off how far it is; one that was raised counts as one that is built.",
    "It goes on from 10 and 11, and 12 is the next.",
)  # fmt: skip
R295 = note(
    "R-295", "PG.6.5.4.5", "What damage to its targets does to a shipyard",
    "It is worked out as for factories, by rules of the strategic war.",
    "The players type the points; the yard takes up to twice its capacity.",
    "Those rules are not at hand.",
)  # fmt: skip
R296 = note(
    "R-296", "PG.6.5.4.6", "The chart of Pearl Harbor",
    "It is lost. It gives surprise and where the American fleet carriers are; which, and how often, is not said.",
    "A stand-in of one die each, for the first Japanese attack there; carriers based there are in port or at sea.",
    "What lies elsewhere is where its own list says.",
)  # fmt: skip
R297 = note(
    "R-297", "PG.6.5.4.7", "The fleet at Oran, and how British ships come there",
    "Vichy is neutral while it is attacked; who plays it, and from how far the British come, is not said.",
    "Its ships are in the list of the Axis side, in the neutral port. British ships have no other mission of the turn; "
    "their way is not measured.",
    "A neutral has no orders, and somebody types its ships.",
)  # fmt: skip

R298 = either(
    "R-298", "PG.6.5.3", "A ship whose half at an island is destroyed",
    "Ships are there at half strength, and damage to them counts 1 for 1.",
    (HALF_LOST, "It loses as much as was there, and goes on with the rest."),
    (ALL_LOST, "It is sunk."),
    reason="Nothing counts twice, as it does for halves in surprise.",
)  # fmt: skip
R299 = note(
    "R-299", "PG.6.5.3", "What is one division, and what a garrison",
    "An island holds one division, or a garrison at half strength; whose units a division has is not said.",
    "Each ground unit names its division, or is one by itself; the strength of a garrison is typed as it is.",
    "The order of battle is of the land war.",
)  # fmt: skip

HARBOR = (R291, R292, R293, R294, R295, R296, R297, R298, R299)
