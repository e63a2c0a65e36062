"""How doubtful places of the theatre campaign are read, in the order of their numbers."""

from __future__ import annotations

from navalassist.engine import Ruling
from navalassist.engine.shapes import note

# Choices of R-201.
CLOSED, OPEN = "closed", "open"
# Choices of R-206.
ONE_SHORE, BOTH_SHORES = "one", "both"
# Choices of R-207.
HUNTS_AND_SEES, HUNTS_ALONE = "sees", "hunts"
# Choices of R-208.
ONCE, TWICE = "once", "twice"
# Choices of R-210.
MEDITERRANEAN, ATLANTIC = "mediterranean", "atlantic"
# Choices of R-211.
ORDERS_FIRST, CRAFT_FIRST = "options", "craft"
# Choices of R-213.
FROM_TWELVE, AT_TWELVE = "from", "at"
# Choices of R-252.
ONE_BY_ONE, CHAINS = "queue", "chains"
# Choices of R-253.
UP_TO_TWO, WHOLE = "two", "whole"
# Choices of R-214.
INTERCEPTOR, MISSION = "interceptor", "mission"

R201 = Ruling(
    "R-201",
    "PG.6.3",
    "What is secret",
    "All orders are given together, so nobody knows those of the other side; who bases where is not said.",
    (
        (CLOSED, "Each side keeps its units, groups, transports and unopened orders to itself."),
        (OPEN, "Everybody sees everything but orders that are not open yet, which the players keep to themselves."),
    ),
    CLOSED,
    "Searches have a meaning only where something can be found.",
)
R202 = note(
    "R-202",
    "PG.6.3",
    "Turns, phases and seasons",
    "The rules name phases and seasons, but neither how long a turn is nor which months are a season.",
    "A turn is a month, winter is December to February, and both sides are in each phase together.",
    "The phases of land and sea are those that the naval rules name, in the order in which they speak of them.",
)
R203 = note(
    "R-203",
    "PG.6.1.2",
    "Which types are escorts for the load of a port",
    "Two escorts are as much as one capital ship, but which types are escorts is not said.",
    "DD, DE, SS and SSC are; all others are capital ships. Each type has its tick in the list of types.",
    "These are the small types, and a submarine is no larger than a destroyer.",
)
R204 = note(
    "R-204",
    "PG.6.3.1",
    "Parts of a range",
    "Miles and squares seldom come to whole ranges.",
    "What a unit is rated at is rounded down, and a part of a range that a way takes counts whole.",
    "A unit that has not all of the miles would not come home.",
)
R205 = note(
    "R-205",
    "PG.6.4.2",
    "How diagonals count",
    "The first diagonal is said to count as 2, the second as 3, and so on.",
    "These are running totals: so many diagonals of a way count one square more than they are, wherever they lie.",
    "As costs of each diagonal by itself they would soon forbid every way that is not straight.",
)
R206 = Ruling(
    "R-206",
    "PG.6.4.1",
    "Straits of which the list does not say how many shores they need",
    "A strait needs one or both of its shores, and the list of straits is lost.",
    (
        (ONE_SHORE, "One shore is enough; a strait that needs both is marked so in the list."),
        (BOTH_SHORES, "Every strait needs both shores."),
    ),
    ONE_SHORE,
    "Who holds one shore can at least pass beneath it.",
)
R207 = Ruling(
    "R-207",
    "PG.6.1.8.2",
    "Whether an ASW cruiser spots submarines",
    "CLD is a destroyer for battle, but is not among the types that are named for ASW search.",
    (
        (HUNTS_AND_SEES, "It spots flotillas as a destroyer does."),
        (HUNTS_ALONE, "It attacks submarines and does not spot them."),
    ),
    HUNTS_AND_SEES,
    "It is classed as a destroyer just because it has this capability.",
)
R208 = Ruling(
    "R-208",
    "PG.6.4.2.1",
    "Whether ASW search loses one or two",
    "The list of adjustments has −1 for ASW, and the paragraph on ASW search says one less than the normal rating.",
    ((ONCE, "These are the same −1."), (TWICE, "These are two, so that ASW search is 2 less.")),
    ONCE,
    "The paragraph explains the line of the list.",
)
R209 = note(
    "R-209",
    "PG.6.1.8.5",
    "Where destroyer escorts hunt",
    "A DE escorts convoys or intercepts flotillas, and is kept from fleets, but interceptions come from patrols.",
    "It intercepts flotillas alone, from port or with a patrol, and never sails on a patrol of its own.",
    "Otherwise nothing could be intercepted with it.",
)
R210 = Ruling(
    "R-210",
    "PG.6.2.2",
    "To which pool the Black Sea belongs",
    "Baltic and Black Sea join the Atlantic or the Mediterranean pool; for the Black Sea only Istanbul is named.",
    ((MEDITERRANEAN, "Through Istanbul it joins the Mediterranean."), (ATLANTIC, "It joins the Atlantic.")),
    MEDITERRANEAN,
    "Istanbul leads to the Mediterranean.",
)
R211 = Ruling(
    "R-211",
    "PG.6.3.6.4",
    "Landing craft and landing with fewer transports",
    "Both save a transport, and the order in which they count is not said.",
    (
        (ORDERS_FIRST, "The option is taken from the need; the craft then fills one place of what is left."),
        (CRAFT_FIRST, "The craft is taken from the need; the option looks at what is left."),
    ),
    ORDERS_FIRST,
    "An option is chosen with the orders, and the craft is one of the transports that they need.",
)
R212 = note(
    "R-212",
    "PG.6.2.3.1",
    "Fronts and pools of the special ports",
    "Which squares are the Southeast Asian Front is on a map that is lost; Manila's and Ambon's pools are not named.",
    "The front is the squares of the Indian water; Manila and Ambon draw on its pool. The list of waters says which.",
    "The Indian pool is defined as that front.",
)
R213 = Ruling(
    "R-213",
    "PG.6.5.1",
    "When a side may retreat",
    "One sentence says on turn 12, another one turn 12 or later.",
    ((FROM_TWELVE, "From turn 12 on."), (AT_TWELVE, "On turn 12 alone.")),
    FROM_TWELVE,
    "The later sentence says it on its own subject.",
)
R214 = Ruling(
    "R-214",
    "PG.6.4.5",
    "Which interceptions are a chain",
    "In the printed example two forces intercept the same one, which another rule forbids.",
    (
        (INTERCEPTOR, "A force that intercepts may be intercepted; that battle is fought first."),
        (MISSION, "Only a mission is intercepted, once; interceptors are left alone."),
    ),
    INTERCEPTOR,
    "The battles that the example names fit this, and a patrol on its way is a mission too.",
)
R215 = note(
    "R-215",
    "PG.6.2.6",
    "When transports are free again",
    "When those come back that are sent home is not said.",
    "With the next turn; those that stay are then in the other pool.",
    "A turn is longer than any voyage of the map.",
)
R216 = note(
    "R-216",
    "PG.6.5.1.4",
    "Ships with one or two points of damage",
    "More than 2 sends a unit home; damaged ones have no missions until they are whole.",
    "With 1 or 2 it finishes its mission of this turn; it is damaged then, and has no new one.",
    "Both sentences hold so.",
)
R217 = note(
    "R-217",
    "PG.6.1.3",
    "Splitting a force at sea",
    "Forces never split at sea, yet faster ships may break off from a patrol to intercept.",
    "Only for an interception do ships leave a force at sea; they are of the same group again in port.",
    "The rule of interception is the narrower one.",
)
R218 = note(
    "R-218",
    "PG.6.3",
    "What is seen of opened orders",
    "Orders are sealed by both sides and then carried out; what of them is not spotted is not said to stay secret.",
    "Once both books are open everybody may read them; which squares are spotted is worked out for both sides.",
    "A search can be checked by both only where both know what was looked for.",
)
R219 = note(
    "R-219",
    "PG.6.1",
    "Values of units, ports, maps and sea zones",
    "Unit sheets, maps, straits and lists of ports are lost.",
    "What a new campaign has are stand-ins, marked so; the lists take what the players' own sheets say.",
    "Without any numbers no range could be tried.",
)
R220 = note(
    "R-220",
    "PG.6.1.1",
    "Nations that are not listed",
    "The list of training levels does not name every nation.",
    "Crews of another nation begin with 0, unless something else is typed for them.",
    "The lowest of the listed levels.",
)
R251 = note(
    "R-251",
    "PG.6.5.1.2",
    "The charts of the battle map and of deployment",
    "Both charts are lost: which hexes a square has, and where each side begins by map, distance and kind.",
    "Squares without hexes stay empty; the deployment is a stand-in, marked so. Both are lists for you to correct.",
    "The rules tell of 16 squares, an area for each side and a destination, and of nothing that says where they are.",
)
R252 = Ruling(
    "R-252",
    "PG.6.5",
    "Whether every battle waits for those before it",
    "Battles are fought in the order of interception, so that sometimes one must be over before another.",
    (
        (ONE_BY_ONE, "Each battle waits for those before it in the queue."),
        (CHAINS, "A battle waits only for one in which the force that intercepts is intercepted itself."),
    ),
    ONE_BY_ONE,
    "It is the order that is printed; a reason passes over it.",
)
R253 = Ruling(
    "R-253",
    "PG.6.5.1.3",
    "Which units go on after a battle",
    "One paragraph lets undamaged ships continue; the next one sends home those with more than 2 damage.",
    (
        (UP_TO_TWO, "Those that reached the destination with 2 damage at most."),
        (WHOLE, "Those that reached the destination without any damage."),
    ),
    UP_TO_TWO,
    "The paragraph about damage is the one that names a number.",
)
R254 = note(
    "R-254",
    "PG.6.5.1.4",
    "Which yard a heavily damaged ship goes to",
    "It takes the nearest friendly place that can repair it; what heavy damage is, and what near is, is not said.",
    "Heavy is more than 2 in a battle of this turn. Yards on the map of its base are compared by squares.",
    "More than 2 is the one line that the rules draw.",
)
R261 = note(
    "R-261",
    "PG.6.4.1",
    "Corners between two squares of land",
    "Routes keep to sea squares; whether a diagonal step slips through between two squares of land is not said.",
    "It does not, unless a strait of the list leads through there.",
    "Otherwise land would stop nobody who sails diagonally.",
)

RULINGS = (
    R201, R202, R203, R204, R205, R206, R207, R208, R209, R210,
    R211, R212, R213, R214, R215, R216, R217, R218, R219, R220,
    R251, R252, R253, R254, R261,
)  # fmt: skip
