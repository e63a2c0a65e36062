"""How doubtful places of the theatre campaign are read, in the order of their numbers."""

from __future__ import annotations

from navalassist.engine.shapes import either, note
from navalassist.systems.theatre.coast_rulings import COAST
from navalassist.systems.theatre.harbor_rulings import HARBOR

CLOSED, OPEN = "closed", "open"
ONE_SHORE, BOTH_SHORES = "one", "both"
HUNTS_AND_SEES, HUNTS_ALONE = "sees", "hunts"
ONCE, TWICE = "once", "twice"
MEDITERRANEAN, ATLANTIC = "mediterranean", "atlantic"
ONE_POOL, TWO_POOLS = "one", "two"
EACH_UNIT, ALL_ALIKE = "each", "all"
ORDERS_FIRST, CRAFT_FIRST = "options", "craft"
FROM_TWELVE, AT_TWELVE = "from", "at"
ONE_BY_ONE, CHAINS = "queue", "chains"
UP_TO_TWO, WHOLE = "two", "whole"
INTERCEPTOR, MISSION = "interceptor", "mission"
SPOTTED, ALL = "spotted", "all"
SEA_ALONE, AT_ISLES = "sea", "islands"
EACH_LEG, IN_ALL = "each", "all"
REFUELS, NEVER_REFUELS = "refuels", "never"

R201 = either(
    "R-201", "PG.6.3", "What is secret",
    "All orders are given together, so nobody knows those of the other side; who bases where is not said.",
    (CLOSED, "Each side keeps its units, groups, transports and unopened orders to itself."),
    (OPEN, "Everybody sees everything but orders that are not open yet, which the players keep to themselves."),
    reason="Searches have a meaning only where something can be found.",
)  # fmt: skip
R202 = note(
    "R-202", "PG.6.3", "Turns, phases and seasons",
    "The rules name phases and seasons, but neither how long a turn is nor which months are a season.",
    "A turn is a month, winter is December to February. Both sides are in each phase; the Axis seat ends it for both.",
    "The phases of land and sea are those that the naval rules name, in the order in which they speak of them.",
)  # fmt: skip
R203 = note(
    "R-203", "PG.6.1.2", "Which types are escorts for the load of a port",
    "Two escorts are as much as one capital ship, but which types are escorts is not said.",
    "DD, DE, SS and SSC are; all others are capital ships. Each type has its tick in the list of types.",
    "These are the small types, and a submarine is no larger than a destroyer.",
)  # fmt: skip
R204 = note(
    "R-204", "PG.6.3.1", "Parts of a range",
    "Miles and squares seldom come to whole ranges.",
    "What a unit is rated at is rounded down, and a part of a range that a way takes counts whole.",
    "A unit that has not all of the miles would not come home.",
)  # fmt: skip
R205 = note(
    "R-205", "PG.6.4.2", "How diagonals count",
    "The first diagonal is said to count as 2, the second as 3, and so on.",
    "These are running totals: so many diagonals of a way count one square more than they are, wherever they lie.",
    "As costs of each diagonal by itself they would soon forbid every way that is not straight.",
)  # fmt: skip
R206 = either(
    "R-206", "PG.6.4.1", "Straits of which the list does not say how many shores they need",
    "A strait needs one or both of its shores, and the list of straits is lost.",
    (ONE_SHORE, "One shore is enough; a strait that needs both is marked so in the list."),
    (BOTH_SHORES, "Every strait needs both shores."),
    reason="Who holds one shore can at least pass beneath it.",
)  # fmt: skip
R207 = either(
    "R-207", "PG.6.1.8.2", "Whether an ASW cruiser spots submarines",
    "CLD is a destroyer for battle, but is not among the types that are named for ASW search.",
    (HUNTS_AND_SEES, "It spots flotillas as a destroyer does."),
    (HUNTS_ALONE, "It attacks submarines and does not spot them."),
    reason="It is classed as a destroyer just because it has this capability.",
)  # fmt: skip
R208 = either(
    "R-208", "PG.6.4.2.1", "Whether ASW search loses one or two",
    "The list of adjustments has −1 for ASW, and the paragraph on ASW search says one less than the normal rating.",
    (ONCE, "These are the same −1."),
    (TWICE, "These are two, so that ASW search is 2 less."),
    reason="The paragraph explains the line of the list.",
)  # fmt: skip
R209 = note(
    "R-209", "PG.6.1.8.5", "Where destroyer escorts hunt",
    "A DE escorts convoys or intercepts flotillas, and is kept from fleets, but interceptions come from patrols.",
    "It intercepts flotillas alone, from port or with a patrol, and never sails on a patrol of its own.",
    "Otherwise nothing could be intercepted with it.",
)  # fmt: skip
R210 = either(
    "R-210", "PG.6.2.2", "To which pool the Black Sea belongs",
    "Baltic and Black Sea join the Atlantic or the Mediterranean pool; for the Black Sea only Istanbul is named.",
    (MEDITERRANEAN, "Through Istanbul it joins the Mediterranean."),
    (ATLANTIC, "It joins the Atlantic."),
    reason="Istanbul leads to the Mediterranean.",
)  # fmt: skip
R211 = either(
    "R-211", "PG.6.3.6.4", "Landing craft and landing with fewer transports",
    "Both save a transport, and the order in which they count is not said.",
    (ORDERS_FIRST, "The option is taken from the need; the craft then fills one place of what is left."),
    (CRAFT_FIRST, "The craft is taken from the need; the option looks at what is left."),
    reason="An option is chosen with the orders, and the craft is one of the transports that they need.",
)  # fmt: skip
R212 = note(
    "R-212", "PG.6.2.3.1", "Fronts and pools of the special ports",
    "Which squares are the Southeast Asian Front is on a map that is lost; Manila's and Ambon's pools are not named.",
    "The front is the squares of the Indian water; Manila and Ambon draw on its pool. The list of waters says which.",
    "The Indian pool is defined as that front.",
)  # fmt: skip
R213 = either(
    "R-213", "PG.6.5.1", "When a side may retreat",
    "One sentence says on turn 12, another one turn 12 or later.",
    (FROM_TWELVE, "From turn 12 on."),
    (AT_TWELVE, "On turn 12 alone."),
    reason="The later sentence says it on its own subject.",
)  # fmt: skip
R214 = either(
    "R-214", "PG.6.4.5", "Which interceptions are a chain",
    "In the printed example two forces intercept the same one, which another rule forbids.",
    (INTERCEPTOR, "A force that intercepts may be intercepted; that battle is fought first."),
    (MISSION, "Only a mission is intercepted, once; interceptors are left alone."),
    reason="The battles that the example names fit this, and a patrol on its way is a mission too.",
)  # fmt: skip
R215 = note(
    "R-215", "PG.6.2.6", "When transports are free again",
    "When those come back that are sent home is not said.",
    "With the next turn; those that stay are then in the other pool.",
    "A turn is longer than any voyage of the map.",
)  # fmt: skip
R216 = note(
    "R-216", "PG.6.5.1.4", "Ships with one or two points of damage",
    "More than 2 sends a unit home; damaged ones have no missions until they are whole.",
    "With 1 or 2 it finishes its mission of this turn; it is damaged then, and has no new one.",
    "Both sentences hold so.",
)  # fmt: skip
R217 = note(
    "R-217", "PG.6.1.3", "Splitting a force at sea",
    "Forces never split at sea, yet faster ships may break off from a patrol to intercept.",
    "Only for an interception do ships leave a force at sea; they are of the same group again in port.",
    "The rule of interception is the narrower one.",
)  # fmt: skip
R218 = either(
    "R-218", "PG.6.3", "What is seen of opened orders",
    "Orders are sealed by both sides and then carried out; what of them is not spotted is not said to stay secret.",
    (SPOTTED, "The enemy sees what he spots; as the turn ends both books are shown to all, and the seals checked."),
    (ALL, "As the books are opened both are shown to all."),
    reason="Searches have a meaning only where something can be found; the hash shows later that nothing was changed.",
)  # fmt: skip
R219 = note(
    "R-219", "PG.6.1", "Values of units, ports, maps and sea zones",
    "Unit sheets, maps, straits and lists of ports are lost.",
    "What a new campaign has are stand-ins, marked so; the lists take what the players' own sheets say.",
    "Without any numbers no range could be tried.",
)  # fmt: skip
R220 = note(
    "R-220", "PG.6.1.1", "Nations that are not listed",
    "The list of training levels does not name every nation.",
    "Crews of another nation begin with 0, unless something else is typed for them.",
    "The lowest of the listed levels.",
)  # fmt: skip
R221 = note(
    "R-221", "PG.6.3", "How many orders a group has",
    "All orders are given at once, for a whole turn; whether a group may have two is not said.",
    "A group, and an air unit, has one order in a turn; a change of base within a mission is part of that order.",
    "A change of base is given as part of a mission, or else alone.",
)  # fmt: skip
R222 = either(
    "R-222", "PG.6.3.3", "Whether a patrol may lie at a small island",
    "A patrol goes to any sea square; the square of a small island may be sailed through and is land as well.",
    (SEA_ALONE, "A patrol watches a square of open sea."),
    (AT_ISLES, "A patrol may watch the square of a small island too."),
    reason="Ships may pass small islands, which the rule of routes calls an exception.",
)  # fmt: skip
R223 = note(
    "R-223", "PG.6.3.3.2", "How the way to another base is measured",
    "The base lies within patrol range of the patrolled square; no route home is ordered.",
    "By the shortest way that its ships may go, over sea squares and small islands, with diagonals as on a route.",
    "Ships sail home as they sail out.",
)  # fmt: skip
R224 = either(
    "R-224", "PG.6.3.7.1", "Range of an operational base change with a stage",
    "It is as a patrol order, to a port within patrol range, and may have a stage on its way.",
    (EACH_LEG, "The way to the stage and the way from there are each within patrol range, as of a patrol."),
    (IN_ALL, "Both ways together are within patrol range; the stage is a stop on the way."),
    reason="It is said to be identical to a patrol order, whose range a staging area doubles.",
)  # fmt: skip
R225 = either(
    "R-225", "PG.6.3.7.2", "Whether a strategic base change may refuel on its way",
    "It is as an escort mission, which refuels once, and uses endurance range.",
    (REFUELS, "It may call at one friendly port or small island, and has its endurance anew from there."),
    (NEVER_REFUELS, "Its whole way is within endurance range."),
    reason="It is said to be the same as a naval escort mission.",
)  # fmt: skip
R226 = note(
    "R-226", "PG.6.4.2.2", "From where and how far carrier aircraft patrol",
    "The place is measured from the carrier's patrol square; of a carrier that changes base nothing but that it may.",
    "So many squares as the air unit's range, from the square of the patrol, or of the new base; in a zone, that zone.",
    "The range of aircraft is on their sheet, and a zone has no squares.",
)  # fmt: skip

ANY_MISSION, CONVOYS = "any", "convoys"
BESIDES, ONCE = "besides", "once"
LOWERED, PLAIN = "lowered", "plain"

R241 = note(
    "R-241", "PG.6.4.2", "What is told of a mission that is spotted",
    "Spotting makes interception possible; what it tells of the mission is not said.",
    "The squares that are seen, what the mission is, and of which kind its group: neither its units nor how many.",
    "Without these nobody could tell by how much the range of an interception is lowered.",
)  # fmt: skip
R242 = note(
    "R-242", "PG.6.4.2", "Who searches",
    "Ready units that are based or on patrol search; of those with other orders nothing is said.",
    "Units in port, patrols and air units search. After an operational base change units search and intercept from "
    "their new port; those with a convoy, an invasion or a strategic base change do neither.",
    "A base change is made to be available there; the others have a task of their own.",
)  # fmt: skip
R243 = either(
    "R-243", "PG.6.4.4", "Which missions are intercepted in a sea zone",
    "Any patrol may intercept a convoy in a zone; whether it may intercept other missions there is not said.",
    (ANY_MISSION, "Any mission that passes through it."),
    (CONVOYS, "Convoys alone, of transports or merchant ships."),
    reason="Any sea zone of a route is named as a place of interception, without regard to the mission.",
)  # fmt: skip
R244 = note(
    "R-244", "PG.6.4.4", "How a mission is spotted in a sea zone",
    "In a zone range is not taken into account; the paragraph breaks off after it.",
    "A patrol spots every mission whose way leads through its zone, but flotillas only with what spots submarines.",
    "Otherwise nobody could intercept there, as the rule allows.",
)  # fmt: skip
R245 = either(
    "R-245", "PG.6.4.3.1", "Whether the range of aircraft is lowered too",
    "Interception range is adjusted on the Pacific map and by the kind of mission; aircraft go by their range.",
    (LOWERED, "The range of an air unit is lowered as the interception range of a ship is."),
    (PLAIN, "The range of an air unit counts as it is printed."),
    reason="The paragraph speaks of both, and then of the adjustments.",
)  # fmt: skip
R246 = note(
    "R-246", "PG.6.4.2", "Land between two squares",
    "Ranges count squares and diagonals as movement does; whether land is in the way is not said.",
    "Searches and interceptions count over whatever lies between.",
    "Aircraft do, and for ships the routes to every square of a search would have to be drawn.",
)  # fmt: skip
R247 = note(
    "R-247", "PG.6.4", "What an announcement tells",
    "Interceptions are announced; how much of the force is named is not said.",
    "Everybody hears against which mission, where, from how far, which types of ships, how many air units, and whether "
    "a patrol goes, for it may be intercepted in turn.",
    "As much as a battle shows from its beginning.",
)  # fmt: skip
R248 = note(
    "R-248", "PG.6.4.2", "When both sides search",
    "Spotting makes interceptions possible, which are announced in Operations.",
    "Once both order books are open one search is made for both sides; each side learns what it has spotted alone.",
    "So nobody has to ask the other where his ships are.",
)  # fmt: skip
R249 = note(
    "R-249", "PG.6.4.3.2", "Types that never patrol",
    "Ships in port intercept as patrols do, but CVE and CC are said to be no use but as escorts.",
    "They are not sent to intercept, neither from port.",
    "The rules of their types give them other duties alone.",
)  # fmt: skip
R251 = note(
    "R-251", "PG.6.5.1.2", "The charts of the battle map and of deployment",
    "Both charts are lost: which hexes a square has, and where each side begins by map, distance and kind.",
    "Squares without hexes stay empty; the deployment is a stand-in, marked so. Both are lists for you to correct.",
    "The rules tell of 16 squares, an area for each side and a destination, and of nothing that says where they are.",
)  # fmt: skip
R252 = either(
    "R-252", "PG.6.5", "Whether every battle waits for those before it",
    "Battles are fought in the order of interception, so that sometimes one must be over before another.",
    (ONE_BY_ONE, "Each battle waits for those before it in the queue."),
    (CHAINS, "A battle waits only for one in which the force that intercepts is intercepted itself."),
    reason="It is the order that is printed; a reason passes over it.",
)  # fmt: skip
R253 = either(
    "R-253", "PG.6.5.1.3", "Which units go on after a battle",
    "One paragraph lets undamaged ships continue; the next one sends home those with more than 2 damage.",
    (UP_TO_TWO, "Those that reached the destination with 2 damage at most."),
    (WHOLE, "Those that reached the destination without any damage."),
    reason="The paragraph about damage is the one that names a number.",
)  # fmt: skip
R254 = note(
    "R-254", "PG.6.5.1.4", "Which yard a heavily damaged ship goes to",
    "It takes the nearest friendly place that can repair it; what heavy damage is, and what near is, is not said.",
    "Heavy is more than 2 in a battle of this turn. Yards on the map of its base are compared by squares, and its "
    "route is one of the shortest ways. It is searched for in Breakthrough, and met as any mission in Operations.",
    "More than 2 is the one line that the rules draw.",
)  # fmt: skip
R255 = either(
    "R-255", "PG.6.5.1.3", "Whether a fleet and aircraft alone may both attack a mission",
    "One fleet intercepts a mission and none besides; ready aircraft in range may attack it; it is attacked once.",
    (BESIDES, "Aircraft alone may attack besides the one fleet, each attack in a battle of its own."),
    (ONCE, "One interception is all, of a fleet, of aircraft, or of both together."),
    reason="The limit is named of fleets, and the paragraph about aircraft has none.",
)  # fmt: skip
R261 = note(
    "R-261", "PG.6.4.1", "Corners between two squares of land",
    "Routes keep to sea squares; whether a diagonal step slips through between two squares of land is not said.",
    "It does not, unless a strait of the list leads through there.",
    "Otherwise land would stop nobody who sails diagonally.",
)  # fmt: skip

R231 = either(
    "R-231", "PG.6.2.2", "Whether Gibraltar makes one pool of Atlantic and Mediterranean",
    "Europe has an Atlantic and a Mediterranean pool, and Gibraltar controls access between them.",
    (ONE_POOL, "Whoever holds Gibraltar has one pool of both, as with the Baltic and the Black Sea."),
    (TWO_POOLS, "They stay two pools; Gibraltar draws on both, and lets transports pass from one to the other."),
    reason="The paragraph tells of it as of the other three ports, which join waters.",
)  # fmt: skip
R232 = note(
    "R-232", "PG.6.2", "Whose transports carry whom",
    "Transports are the same for every nation, and each nation has pools of its own.",
    "A side's nations carry for one another: an order names the pool that it draws on.",
    "Nothing is said against it, and the pool that pays for it is named.",
)  # fmt: skip
R233 = note(
    "R-233", "PG.6.3.6", "Where the warships of an invasion come from",
    "They are part of the order; where they lie before it is not said.",
    "They lie in the port of embarkation or in the staging area; others change base first.",
    "Nothing joins at sea, and a staging area is where ships gather.",
)  # fmt: skip
R234 = note(
    "R-234", "PG.6.3.6.1", "The invasion square",
    "The range is measured to the invasion square; a route keeps to sea squares and small islands.",
    "The route ends in the sea square from which the troops land, beside the land, or on the small island itself.",
    "So each square of it can be spotted and intercepted.",
)  # fmt: skip
R235 = note(
    "R-235", "PG.6.2.6", "Which transports have come to another pool",
    "Transports stay where a mission was completed; of most missions nobody says that it was.",
    "As the turn ends all have come there that were not turned back, and whose mission was not dropped.",
    "Whoever is not stopped arrives.",
)  # fmt: skip
R236 = note(
    "R-236", "PG.6.2.5", "Where blue crossing arrows are",
    "The map with its arrows is lost.",
    "The players say of an invasion that it goes across one: its transports are then there by themselves.",
    "Their own map shows them.",
)  # fmt: skip
R237 = either(
    "R-237", "PG.6.3.6.4", "Whether all units of an invasion land with one transport less, or each as it is ordered",
    "An attack is said to be made with all units assigned one transport less.",
    (EACH_UNIT, "Each unit lands as it is ordered."),
    (ALL_ALIKE, "Where one lands with one transport less, all do that are in the battle."),
    reason="The number of transports is worked out for each unit.",
)  # fmt: skip
R271 = note(
    "R-271", "PG.6.3.4.1", "Where convoys join, and where they refuel",
    "Convoys of several ports join in a friendly port, and refuel once at any friendly territory, island or port.",
    "An order names one such place: a port or small island of its way, where the others join it if it is a port.",
    "A coast has no square of its own, and who calls at a port takes fuel there.",
)  # fmt: skip
R272 = note(
    "R-272", "PG.6.3.4.2", "Where cargo is once it is unloaded",
    "It joins the reserve of a command; reserves are of the land war.",
    "Ground units are at that port from then on; supplies and oil are named as the mission ends.",
    "The players keep their reserves.",
)  # fmt: skip
R273 = note(
    "R-273", "PG.6.3.5.1", "Where an escort is met",
    "Convoy and escort are attacked once between them; how they are spotted is not said.",
    "On its way to the convoy it is spotted and met alone; from there on whoever meets the convoy meets both.",
    "Every mission has a route on which it may be spotted, and this is one of two missions that are one.",
)  # fmt: skip
R274 = note(
    "R-274", "PG.6.3.5.2", "From where half an endurance is counted",
    "An escort may go part of the way, as far as half its endurance, where it reaches no port to refuel.",
    "From the last port of the convoy where it refuels, or else from where the convoy embarks.",
    "It comes back to that place.",
)  # fmt: skip

RULINGS = (
    R201, R202, R203, R204, R205, R206, R207, R208, R209, R210,
    R211, R212, R213, R214, R215, R216, R217, R218, R219, R220,
    R221, R222, R223, R224, R225, R226,
    R231, R232, R233, R234, R235, R236, R237,
    R241, R242, R243, R244, R245, R246, R247, R248, R249,
    R251, R252, R253, R254, R255, R261, *COAST,
    R271, R272, R273, R274,
    *HARBOR,
)  # fmt: skip
