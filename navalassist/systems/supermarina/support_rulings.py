"""How doubtful places beside battles are read, in the order of their numbers: recon, ports, aircraft, mines, supply."""

from __future__ import annotations

from navalassist.engine import Ruling
from navalassist.engine.shapes import note

# Choices of R-136.
WHOLE, COUNTS = "whole", "counts"
# Choices of R-138.
HALF, WHOLE_PACE = "half", "whole"
# Choices of R-139.
DRAWN, EVERY = "drawn", "every"
# Choices of R-143.
BY_TRANSPORTS, BY_POINTS = "transports", "points"
# Choices of R-144.
ARRIVED, STOCKED = "arrived", "stocked"

R131 = note(
    "R-131",
    "SM.3",
    "What either side is told of a search",
    "Who may know how a force was found, and from where, is not said; nor who counts the MPs of the other side.",
    "Both know that a force was searched for, whether it was found and by which method. Site, distance and chance stay "
    "with the side that searches. MPs that a force spends are public, those of a search too.",
    "A site may be an airbase that nobody knows of; and players count the MPs of one another.",
)
R132 = note(
    "R-132",
    "SM.3.A",
    "Weather of sea areas",
    "Searches ask whether the weather is clear or poor; neither a weather table nor the areas are in the text.",
    "The players say it, by sea area, and it holds until they say otherwise. For an area search it is that where "
    "the force is. Which hexes an area holds is worked out from known places on the sheets.",
    "Aircraft look for it there.",
)
R133 = note(
    "R-133",
    "SM.3",
    "Two methods",
    "Two methods of recon reveal a force in full; what of two successes of the same method?",
    "They count once. Successes of any site and any force of a side in the same segment count together.",
    "The rule speaks of methods and not of searches.",
)
R134 = note(
    "R-134",
    "SM.3.B",
    "Searching a hex",
    "A force pays for a search when it enters a hex. May it search where it began? When does S count?",
    "It may search in any hex where it is in its movement step. S makes a search cheaper by day and in clear weather "
    "alone. Where the campaign calls the other side phasing (R-102), that side says whether it is day or night.",
    "To be in a hex is to have entered it; the text names the daytime cost, and bars S in poor weather.",
)
R135 = note(
    "R-135",
    "SM.3.D",
    "How long a coast knows",
    "Ships that shell the land are revealed until they move, forces along a coast for a time that is not said.",
    "Like all that is found: until the segment ends. A force that stays after shelling is told again in the next one.",
    "Levels of knowledge belong to a segment (SM.3).",
)
R136 = Ruling(
    "R-136",
    "SM.8.B.1",
    "When a repair begins to count",
    "A die gives the owning player turns that a repair takes; it may begin within one of them.",
    (
        (WHOLE, "The player turn in which it begins is not counted."),
        (COUNTS, "In its owner's own player turn, that one counts."),
    ),
    WHOLE,
    "A turn that is half over is not a turn of work.",
)
R137 = note(
    "R-137",
    "SM.25.B",
    "Fractions and losses of AA fire",
    "A percentage of the air units is killed and one of the factors gets through; neither fractions nor which units.",
    "Halves are rounded up, as in air combat (24.B). The units that are lost are drawn.",
    "It is the only rounding that the text states, and 5.A.2 speaks of units that are chosen randomly for loss.",
)
R138 = Ruling(
    "R-138",
    "SM.8.A.1.out",
    "How a ship without fuel moves",
    "The first penalty of a ship that runs out of fuel at sea is lost; it can still make port.",
    (
        (HALF, "It has half of its MPs, rounded down."),
        (WHOLE_PACE, "It has all of its MPs."),
    ),
    HALF,
    "The lost line can hardly be about anything but movement.",
)
R139 = Ruling(
    "R-139",
    "SM.7.B.1",
    "Who strikes a mine",
    "The first of three steps is lost. The second speaks of the ship that struck, the third of all in the force.",
    (
        (DRAWN, "One ship or transport of the force, drawn anew for each mine; ships have the first numbers."),
        (EVERY, "Each ship and transport that is afloat strikes one, and with each further mine once more."),
    ),
    DRAWN,
    "The step that is left rolls for that ship alone; who attacks at random is drawn elsewhere too (4.C.3).",
)
R140 = note(
    "R-140",
    "SM.5.A.2",
    "A group that loses less than six flights",
    "A group counts as six flights where both are shot at; what of one that is drawn for fewer?",
    "It loses as many flights, which its line keeps. It counts as those that are left, and brings that share of its "
    "bombing factors, halves up. The last flight takes the unit.",
    "Six flights are a group, so a group is six boxes.",
)
R141 = note(
    "R-141",
    "SM.10.A.3",
    "Fuel of a port that changes hands",
    "Fuel is stored in ports, ports are captured, and what becomes of it is not said.",
    "It is burnt: the store of the side that loses the port is empty as the step ends, and the captor finds nothing.",
    "Ships are scuttled rather than left to the enemy (1.D.6), and so is fuel.",
)
R142 = note(
    "R-142",
    "SM.7.B.find",
    "Entering a mined hex",
    "A force rolls whenever it enters a mined hex; what lies on its way, and what the enemy learns, is not said.",
    "It ends its move in each mined hex that it enters, rolls, and goes on with the MPs that are left. It rolls too "
    "where it leaves a battle for one or reforms in one; leaving port enters nothing. Both see the dice and whether "
    "mines were found; what they struck and sank stays with the owner.",
    "Dice lie on the table, and ships under their marker.",
)
R143 = Ruling(
    "R-143",
    "SM.11",
    "Supply by transports or by points",
    "Rule 11 asks for transports with supplies; whoever plays rule 21, which counts supply points, leaves it out.",
    (
        (BY_TRANSPORTS, "Rule 11: transports are owed to places in each game turn."),
        (BY_POINTS, "Rule 21: supply points are kept on the map, and no transports are owed."),
    ),
    BY_TRANSPORTS,
    "Rule 21 belongs to a special section for other games.",
)
R144 = Ruling(
    "R-144",
    "SM.11.B.2",
    "Supply transports",
    "What counts as sent, what Malta's store is for, and how Tunisia's need goes with Libya's is not said.",
    (
        (ARRIVED, "Supplies that are landed in the game turn count. Malta's store feeds the island alone."),
        (STOCKED, "The same, but Malta's store stands in for a convoy that did not come, for VPs too."),
    ),
    ARRIVED,
    "The places are owed transports every game turn. 1 RE is a transport; Malta stores what comes before it eats, and "
    "goes to the Axis as the third hungry turn ends. Africa's need takes the place of Libya's once operations in "
    "Tunisia have begun. That a new campaign begins with a full store is a stand-in. VPs and Malta's store are counted "
    "openly.",
)

SUPPORTING: tuple[Ruling, ...] = (
    R131, R132, R133, R134, R135, R136, R137, R138, R139, R140, R141, R142, R143, R144,
)  # fmt: skip
