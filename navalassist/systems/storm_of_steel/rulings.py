"""How doubtful places of the Great War naval tables are read, in the order of their numbers."""

from __future__ import annotations

from navalassist.engine import Ruling
from navalassist.engine.shapes import NOTE, note

# Choices of R-35.
IN_THE_AREA, WITH_TACTIC = "area", "tactic"
# Choices of R-73.
INTERCEPTING, MISSION = "intercepting", "mission"
# Second readings of.
ANY_UNIT, AS_MUCH, NEXT_QUARTER, WITH_CITY = "any-unit", "as-much", "next-quarter", "with-city"

R31 = note(
    "R-31",
    "Naval Contact Table",
    "Column shifts at the ends of the table",
    "Is the difference of the ratings held within the table before the shifts, or after them?",
    "The difference finds its column, at most an end one; the shifts are added up and moved from there, and stop at "
    "an end column.",
    "The end columns stand for everything beyond them.",
)
R32 = note(
    "R-32",
    "Interception, Naval Contact Table",
    "Air levels, and the contact rating of a fleet",
    "One table speaks of the Air Level, another of the Air Doctrine Level; neither says what a fleet's rating is.",
    "Both are one number a side, from 1 to 5. A fleet has the contact rating of its lowest unit, and a player may "
    "enter another.",
    "Interception compares with the lowest of a fleet too, and no second track of the air is named.",
)
R33 = note(
    "R-33",
    "Refusing Combat, 3",
    "A side that goes home and still dominates",
    "After a general engagement the side that remains returns to a base, and the next sentence gives it the area.",
    "It goes to a base, and the area is marked as dominated by it.",
    "So both sentences are kept.",
)
R34 = note(
    "R-34",
    "Bombardment Table",
    "Stars and footnotes",
    "Stars stand for a result and for footnotes alike; fortress and fortification are both named; the columns end "
    "at 10.",
    "The dash with a star is a result of its own, and any fortification brings it about. The single star at X is the "
    "show of force, the two at XX are the outrage. More than 10 squadrons fire in column 10.",
    "The list of results gives each its own line, and no line makes sense otherwise.",
)
R35 = Ruling(
    "R-35",
    "Commerce Raiding Table, +D",
    "The transport flotilla of +D",
    "The raider is lost only under the Convoy Tactic; the sentence on the flotilla names no more than its place.",
    (
        (IN_THE_AREA, "A Central transport flotilla in the raiding area is lost in any case."),
        (
            WITH_TACTIC,
            "The flotilla too is lost only where the raider is: under the Convoy Tactic, with convoys there.",
        ),
    ),
    IN_THE_AREA,
    "It is a sentence of its own, with a condition of its own.",
)
R36 = Ruling(
    "R-36",
    "Contested Sea Zone Table",
    "Who defends, and who is absent",
    "The columns speak of the one who keeps up the line and of their enemy, and then of attackers and defenders; "
    "whether a battleship alone is an attacker is not said.",
    (
        (
            NOTE,
            (
                "Whoever keeps up the line of communication defends, in the general engagement of +GE too. Where their"
                " enemy has no cruiser, escort or submarine there, it is the column without attackers, even if they "
                "have none themselves."
            ),
        ),
        (
            ANY_UNIT,
            (
                "The same, but any naval unit of the enemy there makes them an attacker; the strengths that are "
                "compared are those of cruisers, escorts and submarines alone."
            ),
        ),
    ),
    NOTE,
    "The middle columns take the enemy's strength from theirs, so they name the same two.",
)
R37 = note(
    "R-37",
    "Merchant Shipping Outcome Table",
    "Shipping levels past the ends",
    "The last column runs to 100 and beyond, and nothing is said of less than none.",
    "More than 100 is the last column. The level never falls below 0.",
    "The heads of the columns begin at 0 and leave the other end open.",
)
R42 = note(
    "R-42",
    "Supply Attrition",
    "Whom the exemptions spare",
    "Does the line on bases, cities and ports cover ships, the list of off-map areas units on the map, the symbol "
    "home areas only?",
    "Land and naval units in such places are spared. The off-map lines are for land units in off-map areas. An area "
    "needs the mobilization symbol whether it is a colony or home.",
    "That is how the lines follow on one another: all units first, then land units that are off the map.",
)
R52 = note(
    "R-52",
    "Interception",
    "Interception of a general engagement",
    "Only coastal bombardment, commerce raiding and re-basing have a number to roll.",
    "Only those three are rolled for. A general engagement goes to the contact table at once.",
    "What has no number can't be rolled.",
)
R53 = Ruling(
    "R-53",
    "Naval Combat Table",
    "Which units are lost",
    "The table gives protection factors to be eliminated, and nobody is named who picks the units.",
    (
        (
            NOTE,
            (
                "The owner names units whose protection factors fit in the number, until no other still fits. What "
                "is left over is lost. A unit without a protection factor fits in any number that is left."
            ),
        ),
        (
            AS_MUCH,
            (
                "The owner names units that take off as many of the factors as any choice can, and leaves as little "
                "over as can be."
            ),
        ),
    ),
    NOTE,
    "Nobody is hurt by more than was rolled, and nothing is spared that could be taken.",
)
R73 = Ruling(
    "R-73",
    "Naval Contact Table",
    "Who attacks",
    "The table has an attacker and a defender and does not say which fleet is which.",
    (
        (INTERCEPTING, "The intercepting side attacks; in a general engagement, the side whose mission it is."),
        (MISSION, "The side whose mission it is attacks."),
    ),
    INTERCEPTING,
    "A fleet on another errand is sought out; the shift for a defender in port or off a coast fits one that shells "
    "a shore.",
)
R74 = note(
    "R-74",
    "All tables",
    "The turn",
    "The tables name a quarter, a winter and a Supply and Attrition Phase, but no turn sequence is at hand.",
    "A turn is a month with a player turn of each side, the Central Powers first. Each has naval operations, "
    "transport, attrition. All of it is a stand-in.",
    "Something must say whose tap it is and when a quarter ends; these three steps are all that the tables ask for.",
)
R75 = note(
    "R-75",
    "Naval Combat Table",
    "How often fleets fire",
    "Nothing tells how many rounds a naval action has, though withdrawing forces are spoken of.",
    "Each side fires once. Then a side may withdraw, and whoever wants another exchange declares another action.",
    "It is the shortest reading, and it leaves room for the longer one.",
)
R76 = note(
    "R-76",
    "Supply Attrition",
    "Winter",
    "Attrition is worse in winter, and no months are named.",
    "December, January and February are winter.",
    "They are winter in northern seas, and the Europa system counts the same months.",
)
R77 = note(
    "R-77",
    "All tables",
    "Areas, bases and counters",
    "No map and no counter sheet is at hand: sea areas, naval bases, and the factors of units are nowhere printed.",
    "What a new campaign holds is a stand-in by the geography of 1914 and by one set of factors for each kind of "
    "unit. Players enter what their own counters say.",
    "An evening must run, and what is made up has to be seen as such.",
)
R78 = Ruling(
    "R-78",
    "Merchant Shipping Outcome Table",
    "When merchant shipping is looked at, and which quarter collapses",
    "The level is looked at once a quarter and a collapse lasts for that quarter, but no phase is named for it.",
    (
        (
            NOTE,
            (
                "The die is thrown in the Allied Supply and Attrition step of March, June, September and December. A"
                " collapse is of the quarter that ends then, and the campaign keeps it by that name."
            ),
        ),
        (NEXT_QUARTER, "It is thrown in the same steps, and a collapse is of the quarter that begins then."),
    ),
    NOTE,
    "The losses of a quarter are known at its end, and the result speaks of that same quarter.",
)
R79 = note(
    "R-79",
    "Naval Contact Table",
    "A mission after N",
    "No contact means no combat; nothing tells what becomes of the mission that was intercepted.",
    "It is carried out. A general engagement in which the fleets miss each other is over.",
    "The interception has failed on the water, and the other side was not driven off.",
)
R80 = note(
    "R-80",
    "Refusing Combat, 2",
    "The nearest base of the area before",
    "A re-basing force withdraws to the nearest base or port of the area before; no distances are at hand, and a "
    "force may have come from none.",
    "Its owner names one of the friendly bases and ports on that area. A force that has crossed no area yet goes to a "
    "friendly naval base on the area where it is, as any other.",
    "Players see on their map which one is nearest.",
)
R81 = note(
    "R-81",
    "Refusing Combat, 2 and 3",
    "A force without a base where the book sends it",
    "A force goes to a friendly naval base that adjoins the sea area, a re-basing one to the area before; its side may "
    "have none there.",
    "Where its side has no naval base on the area, one on a neighbouring area serves. Where it has none there either, "
    "or a re-basing force none on the area before, its owner names any of its own bases and ports.",
    "It has to go somewhere, and the next area is the way it came.",
)
R82 = note(
    "R-82",
    "Commerce Raiding Table",
    "When commerce is raided, and by whom",
    "The table takes the total of the Central Powers in a zone; how often it is rolled, and for whom, is not said.",
    "A raid is what a Commerce Raiding mission is carried out as, once nobody stops it any more. It is one roll for an "
    "area and a player turn, for all raiders there together; those of a naval action that has not come so far are left "
    "out. Every raiding mission there that waits to be carried out ends with it. Nobody who is still in an action is "
    "lost by it.",
    "Raiding is among the missions that may be intercepted, and a total leaves nobody in the zone for a second roll.",
)
R83 = note(
    "R-83",
    "General Engagement",
    "Whom a general engagement is fought with",
    "The tables name the mission, and not how the enemy of it is found.",
    "The side whose mission it is names the enemy fleets that it seeks, of those in the sea area or in a base on it.",
    "Fleets meet in one sea area, and the contact table knows a defender in port.",
)
R84 = note(
    "R-84",
    "Interception",
    "How far fleets sail",
    "Nothing says how far a fleet sails on a mission, or from where it may intercept one.",
    "Any fleet of a side may be sent, and may intercept, in any sea area to which water leads, but not through the "
    "Dardanelles and the Bosporus where another holds Constantinople. For the rest players keep to the movement rules "
    "of their own book.",
    "No movement rules are at hand, and none are guessed; no book sails fleets over land.",
)
R85 = note(
    "R-85",
    "Bombardment Table",
    "A neutral coast",
    "The results speak of an enemy: of their morale, and of their fortification at -*.",
    "Off a neutral coast what befalls fortress and city stands. Nobody's morale changes, and -* costs no unit.",
    "Neither side mourns a neutral city, and a neutral fortress is none of the enemy's.",
)
R86 = note(
    "R-86",
    "Contested Sea Zone Table, +GE",
    "Who fights the general engagement",
    "At most 10 cruisers, escorts and submarines a side fight it, and nobody is named who picks them.",
    "The holder of the line names their own. Of the enemy the ten strongest by combat strength fight, and of equals "
    "those that come first by name.",
    "It is the holder's roll, and they have no say over the enemy's units.",
)
R87 = note(
    "R-87",
    "Refusing Combat",
    "Nobody withdraws after the gunfire",
    "Nothing tells what becomes of a mission where both fleets have fired and neither leaves.",
    "Each side says for itself that it stays. When both have, the mission is carried out as after N; a general "
    "engagement is over, and neither side comes to dominate the area by it.",
    "Nobody was driven off, which is all that keeps a mission from being carried out.",
)
R88 = note(
    "R-88",
    "Interception",
    "How often a mission is intercepted",
    "Nothing says whether each fleet of a side may try, and where those are that have missed.",
    "A side rolls once for a mission in an area, with all the fleets that it names. Where the roll fails, they have "
    "not put to sea. A re-basing fleet that sails on may be intercepted in the next area.",
    "One number is printed for a mission, and it compares whole fleets.",
)
R89 = note(
    "R-89",
    "Refusing Combat, 3",
    "A side that has nobody left",
    "The table of what follows speaks of a side that refuses or withdraws, and not of one that is sunk.",
    "A side that has lost all its units is gone as one that withdrew: the other completes its mission, or returns to a "
    "base, and dominates the area of a general engagement.",
    "The water is as empty of it.",
)
R90 = note(
    "R-90",
    "Interception, Refusing Combat",
    "Fleets whose mission is done",
    "Nothing says where a fleet goes that has bombarded or raided, or interceptors that made no contact.",
    "They stay at sea in the area. Players sail them home by re-basing. A mission that is not done as its step ends is "
    "given up then; one whose losses are not taken off waits for that.",
    "Only a side that remains after a withdrawal is told to return, and naval operations are over with their step.",
)
R91 = note(
    "R-91",
    "Contested Sea Zone Table",
    "More points lost than there are",
    "Nothing tells what a transporting player loses who has fewer points than the table takes.",
    "They lose those that they have: mobilization points never fall below 0.",
    "Points that are not there can't be sunk, and no debt of them is named.",
)
R92 = Ruling(
    "R-92",
    "Bombardment Table, XX",
    "Outrage where nobody lives",
    "The outrage of XX is printed without the condition of a city, and speaks of civilian casualties.",
    (
        (NOTE, "Enemy morale rises by 2 at XX, with a city in the hex or without one."),
        (WITH_CITY, "It rises only where a city is in the hex."),
    ),
    NOTE,
    "It is printed so; of the show of force the condition is printed.",
)

RULINGS: tuple[Ruling, ...] = (
    R31, R32, R33, R34, R35, R36, R37, R42, R52, R53, R73, R74, R75, R76, R77, R78, R79, R80, R81,
    R82, R83, R84, R85, R86, R87, R88, R89, R90, R91, R92,
)  # fmt: skip
