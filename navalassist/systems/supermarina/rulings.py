"""How doubtful places of Supermarina II are read, in the order of their numbers."""

from __future__ import annotations

from navalassist.engine import Ruling
from navalassist.engine.shapes import note
from navalassist.systems.supermarina.support_rulings import SUPPORTING

# Choices of R-102.
ACTING, PLAYER_TURN = "acting", "player-turn"
# Choices of R-103.
CLOSED, OPEN = "closed", "open"
# Choices of R-104.
SHARED, EACH = "shared", "each"
# Choices of R-105.
FREE, AT_START = "free", "at-start"
# Choices of R-108.
HALF_UP, DOWN, UP = "half-up", "down", "up"
# Choices of R-110.
FIFTY, BARE = "fifty", "bare"
# Choices of R-112.
END_OF_STEP, END_OF_ROUND = "step", "round"
# Choices of R-113.
SEARCHED, AGREED = "searched", "agreed"
# Choices of R-114.
FORBIDDEN, ALLOWED = "forbidden", "allowed"
# Choices of R-118.
AFTER_BATTLE, AT_ONCE = "after-battle", "at-once"

R101 = note(
    "R-101",
    "SM.1.A",
    "The steps of a segment",
    "The body of the printed sequence of play is lost; its last line names the part of the other player.",
    "A segment has two halves, first that of the player whose turn it is. Each has the steps recon, movement, combat.",
    "Other rules name these three steps in this order, and all of them speak of the subsegment of a player.",
)
R102 = Ruling(
    "R-102",
    "SM.1.A.ph",
    "Who is phasing",
    "The player turn makes one side phasing for all seven segments, but both search and attack in their own halves.",
    (
        (ACTING, "Where searches and battles ask for the phasing side, it is the one whose half of the segment it is."),
        (PLAYER_TURN, "It is always the side whose player turn it is."),
    ),
    ACTING,
    "A side that attacks in its own half could otherwise be the one that may scatter.",
)
R103 = Ruling(
    "R-103",
    "SM.1.B",
    "What is secret",
    "A marker tells that something is there and not what; many groups play with open charts all the same.",
    (
        (CLOSED, "What sails in a task force, its cargo and its missions are its side's secret."),
        (OPEN, "Everybody sees everything."),
    ),
    CLOSED,
    "Searches have a meaning only where something can be found.",
)
R104 = Ruling(
    "R-104",
    "SM.1.D.1",
    "Cargo that is landed and shipped",
    "Cargo may be landed or shipped up to a port's capacity: in all, or each?",
    (
        (SHARED, "What is landed and what is shipped count together."),
        (EACH, "As much may be landed, and as much again shipped."),
    ),
    SHARED,
    "A port has one set of quays.",
)
R105 = Ruling(
    "R-105",
    "SM.1.B",
    "Forming task forces, and going from one to another",
    "Task forces are formed at any time of a movement step; ships change between two that shared a hex at its start.",
    (
        (
            FREE,
            "Forming from a port and splitting are free in the step; between two forces the start of the step counts.",
        ),
        (AT_START, "Any ship that joins a force at sea must have begun the step in its hex."),
    ),
    FREE,
    "Each sentence keeps a meaning of its own so.",
)
R106 = note(
    "R-106",
    "SM.6",
    "What a battle shows",
    "Targets are named ship by ship, and markers hide ships.",
    "Whoever engages shows its force, whoever stands and fights shows its own. Both see all boxes while the battle "
    "lasts; cargo, mission and fuel stay with the owner. A force that scatters or avoids combat is not shown.",
    "Nobody can name a target that he does not see.",
)
R107 = note(
    "R-107",
    "SM.6.D.dmg",
    "Which box a gun hit takes",
    "Boxes are checked off from the largest gunnery value; a ship has up to three classes of guns.",
    "A hit takes the largest value that is left of any class, of equal ones that of the heavier guns.",
    "The sentence names the largest value, and no class.",
)
R108 = Ruling(
    "R-108",
    "SM.6.A.1",
    "A part of a transport that scatters",
    "A force loses 20 or 10 per cent of its transports, and no rounding is named.",
    (
        (HALF_UP, "Halves are rounded up."),
        (DOWN, "Fractions are dropped."),
        (UP, "Fractions are rounded up."),
    ),
    HALF_UP,
    "It is the only rounding that the text states (24.B).",
)
R109 = note(
    "R-109",
    "SM.6.A.1.a",
    "The escort's first option",
    "The first of two options of an escort whose transports scatter is lost; the second is that all of it fights.",
    "All of it scatters with its transports: there is no combat, 20 per cent are lost, and it reforms with them.",
    "It is the counterpart of the option that is left.",
)
R110 = Ruling(
    "R-110",
    "SM.6.A.3",
    "The chance to avoid combat",
    "The first step of the calculation is lost; the second takes away the slowest speed of the enemy.",
    (
        (FIFTY, "50, and the slowest speed of the force that avoids combat; less that of its enemy."),
        (BARE, "The slowest speed of the force that avoids combat, doubled; less that of its enemy."),
    ),
    FIFTY,
    "Manoeuvre orders (6.C) measure the same by 50 and the difference of speeds.",
)
R111 = note(
    "R-111",
    "SM.6.C",
    "Orders that both fail, and the ends of the range",
    "What happens where neither side's order succeeds is not said, nor whether forces close to torpedo range.",
    "The range stays. Forces come no closer than secondary range, for torpedo range is reached by single ships that "
    "run in. The slowest ship of a side sets its speed; chances are held between 0 and 100 per cent.",
    "Two successes leave the range as it is too.",
)
R112 = Ruling(
    "R-112",
    "SM.6.D.dmg",
    "When gun damage counts",
    "The sequence of a round records it at the end of the gunnery step, the damage paragraph at the end of the round.",
    (
        (END_OF_STEP, "At the end of the gunnery step, before torpedoes are launched."),
        (END_OF_ROUND, "At the end of the round: a ship that is hit still launches."),
    ),
    END_OF_STEP,
    "The sequence says it for each step.",
)
R113 = Ruling(
    "R-113",
    "SM.6.F",
    "When a battle is fought by night",
    "Battles follow a night search by night. Of a force that was found by other means nothing is said.",
    (
        (SEARCHED, "A battle is by night only where the side that engages has searched the hex by night."),
        (AGREED, "Without a surface search the side that engages says whether it is night."),
    ),
    SEARCHED,
    "The rule names the declared search alone.",
)
R114 = Ruling(
    "R-114",
    "SM.6.F.3",
    "Italian torpedoes at night",
    "The rule forbids them. By most accounts torpedoes of the Luca Tarigo sank the Mohawk on 16 April 1941.",
    (
        (FORBIDDEN, "Italian ships launch no torpedoes at night."),
        (ALLOWED, "They may: a variant of a group's own."),
    ),
    FORBIDDEN,
    "The rulebook decides.",
)
R115 = note(
    "R-115",
    "SM.6.C.run",
    "Fire at ships that run in",
    "Ships that run in first suffer an attack by the enemy's secondary guns. At whom, and when does it count?",
    "The enemy's ships fire their secondary guns at those that run in and at no others. What they hit counts before "
    "the launch: a ship that is sunk launches nothing.",
    "They must undergo it first.",
)
R116 = note(
    "R-116",
    "SM.6.C.off",
    "Who leaves a battle that is broken off",
    "The withdrawing force goes to a hex beside, or the one that is not phasing where both were successful.",
    "It is the side whose order to open the range succeeded. Where both ordered it, the side that was engaged leaves.",
    "Equal orders succeed together.",
)
R117 = note(
    "R-117",
    "SM.6",
    "Several task forces in a hex",
    "Nothing is said of more than one force of a side.",
    "The side that acts says which of its forces engages which spotted force. A force is in one battle in each half of "
    "a segment.",
    "A force that fought has spent its time.",
)
R118 = Ruling(
    "R-118",
    "SM.8.A.2",
    "When ammunition is spent",
    "A unit that engages in surface combat loses its primary and intermediate guns until it has replenished.",
    (
        (AFTER_BATTLE, "As the battle ends."),
        (AT_ONCE, "With the round in which it first fires them."),
    ),
    AFTER_BATTLE,
    "The loss is told of engaging in combat, which lasts as many rounds as it lasts.",
)
R119 = note(
    "R-119",
    "C4",
    "Charts that are lost",
    "The text names gunnery tables, a hit chart, torpedo tables and an area search chart; no source has them.",
    "They begin unknown, or with invented values that are marked as stand-ins; a group types its own.",
    "Nothing is guessed in silence.",
)
R120 = note(
    "R-120",
    "C15",
    "Ships, transports and where they are",
    "The hit record sheets, the orders of appearance and the map are lost.",
    "Each type has a template of invented values, marked so until a sheet is entered. In the demos each merchant ship "
    "is one transport point, and who sailed with whom follows the accounts that the demo names.",
    "By tonnage they would be fewer points or more, and a player finds a ship by its name.",
)
R121 = note(
    "R-121",
    "SM.4.A",
    "When a warship is given its mission",
    "Missions are assigned, and when is not said.",
    "As it joins a task force; it may be changed in any friendly movement step.",
    "It costs nothing, and tells nothing to the enemy.",
)
R122 = note(
    "R-122",
    "SM.4.C.3",
    "Drawing a transport",
    "Dice are rolled until they show the number of a transport. Which dice, and which numbers?",
    "One D10 for up to ten numbers, two for up to 100, else three. Numbers are those of the manifest and never move "
    "up: of a transport that is sunk the number is rolled again.",
    "An attack always finds a target so, and each has the same chance.",
)

RULINGS: tuple[Ruling, ...] = (
    R101, R102, R103, R104, R105, R106, R107, R108, R109, R110, R111, R112, R113, R114, R115, R116, R117, R118, R119,
    R120, R121, R122, *SUPPORTING,
)  # fmt: skip
