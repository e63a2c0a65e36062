"""How doubtful places of rule 36 are read, beside those that rule 33 reads too."""

from __future__ import annotations

from navalassist.engine import Ruling
from navalassist.engine.shapes import note

R22 = note(
    "R-22",
    "36.A.2",
    "Blocks of night movement",
    "Night MPs may be spent in less than fives, and a phase has several steps.",
    "A group has 25 night MPs a phase, over all its steps. They add up to a block of 5 even where they are split; "
    "10 MPs by day in a row clear what was begun. A naval step that begins by night (36.D.2) is a block, too; who has "
    "not moved since may begin the next one so, as the note there says, but not move by night.",
    "The limit is given for the phase, and the example spends a block in each of two steps.",
)
R23 = note(
    "R-23",
    "36.C.3",
    "Damage checks while sweeping; exactly 7 hexes",
    "One sentence checks after each point that is swept, its note speaks of two checks.",
    "A group is checked on entry, at the start of its next step at sea, and after each point swept while mines are "
    "left. A hex at a distance of exactly 7 is within 7 hexes.",
    "The note tells of a task force that sweeps the last point.",
)
R24 = note(
    "R-24",
    "36.D.1.a",
    "Axis danger zones near Allied ports",
    "The list does not say whether its last line ends all zones or only those of the nations, when, and whether "
    "Soviet ports count.",
    "It comes last and ends every Axis zone there, those round naval bases too. Soviet ports don't count for it, nor "
    "those that the Soviets take: Stettin, Danzig and Königsberg, unless a port's page says otherwise.",
    "It speaks of all zones that the Axis exerts. With Soviet ports the border in the Baltic would not be where the "
    "Soviet safe zone has it.",
)
R25 = note(
    "R-25",
    "36.D.1.b",
    "Allied danger zones",
    "All hexes outside Axis zones are Allied, and yet 9 hexes round ports are named after Italy's surrender.",
    "The Axis zones are worked out first, with their last line; everything else outside the Baltic is Allied. In the "
    "Baltic an Allied-owned or Soviet naval base has the hexes within one of it where no Axis zone is.",
    "So no hex belongs to both, and the 9 hexes are the other half of that line. Beside a Soviet base west of the "
    "border, such as Riga, the national zone of the Axis stands.",
)
R26 = note(
    "R-26",
    "36.D.1.a, 36.D.1.c",
    "When the border in the Baltic moves",
    "The Axis zone grows at once, the Soviet safe zone begins in the next German player turn.",
    "Both change as the next German player turn begins.",
    "It is one border, and it moves at one moment.",
)
R28 = note(
    "R-28",
    "36.F.3",
    "The half-strength side",
    "What an odd strength leaves, and whether exactly half flips a unit.",
    "The strength of the other side is read from the counter, or is half rounded down where nobody has read it. Hits "
    "of exactly half flip the unit.",
    "The words are equal or exceed, and the current strength always fits on the other side.",
)
R29 = note(
    "R-29",
    "36.F.1",
    "Years of gunfire supports",
    "The limits are given for some years only.",
    "They are those of every calendar year; the count begins anew on 1 January.",
    "The years that are named are those of the game for which the paragraph was written.",
)
R41 = note(
    "R-41",
    "36.B.1",
    "Which ships are scuttled",
    "They are chosen at random among warships and strength points of task forces.",
    "Each warship is one lot, and so are each two strength points of another naval unit; one lot is drawn for each "
    "supported RE, with dice that stand in the log.",
    "Chosen randomly is all that is said, and a draw must be open to a check.",
)
R43 = note(
    "R-43",
    "36.C.3, 36.D.2",
    "Modifiers that seem odd",
    "Stormy seas help to sweep; coast defences count in pairs; a target hex may be a coast and a great port.",
    "As printed. Only full pairs of coast defences count, and both modifiers of a target hex.",
    "The modifiers are called cumulative.",
)
R46 = note(
    "R-46",
    "36.C.3, 36.F.2",
    "Half naval repair points, and deficits",
    "Sweeping may cost one and a half, and a deficit bars further sweeping.",
    "Naval repair points are counted in halves. Only a deficit that sweeping made bars sweeping; that of carrier "
    "groups stands apart.",
    "The bar is for a deficit that minesweeping has caused.",
)
R58 = note(
    "R-58",
    "36.C.1.a",
    "The first time in a minefield",
    "Whether that is once for a belt of several hexes.",
    "There is a check once for each hex with mines and each naval step.",
    "The strength of a check is the mine points of its hex.",
)
R59 = note(
    "R-59",
    "36.D.2",
    "Entering a danger zone",
    "Whether each hex counts, and zones that overlap.",
    "There is one roll as a group comes from outside into what its enemy controls; zones of one enemy that touch are "
    "one. A group that leaves and comes back rolls again, unless it is safe for the naval step.",
    "A zone is entered, not each of its hexes.",
)
R60 = Ruling(
    "R-60",
    "36.D.3",
    "Which units roll for damage",
    "Any naval group may be contacted, but only task forces are given as examples.",
    (
        ("all", "Every naval unit of the group rolls on the column of its own strength."),
        ("task-forces", "Only task forces roll."),
    ),
    "all",
    "The words speak of the naval unit that is hit.",
)
R63 = Ruling(
    "R-63",
    "36.D",
    "What a naval base is",
    "Danger zones lie round naval bases, but no text at hand says which ports are naval bases.",
    (
        ("ports", "Every port is one, jetties apart."),
        ("large", "Major and great ports are naval bases."),
    ),
    "ports",
    "The list of those that exert no zone for now speaks of ports alone.",
)
R64 = note(
    "R-64",
    "36.D.1.a",
    "Northern Mediterranean ports, and distances between sheets",
    "Which ports lie on or north of row 2000 of maps 26 and 27, and how far apart hexes are on sheets whose join is "
    "nowhere printed.",
    "A port whose hex on one of these maps is entered is read by it; else by where it lies: Genoa, La Spezia, Leghorn, "
    "Ancona, Venice, Trieste, Split, Marseille, Toulon, Corsica and Sardinia are northern. Without a join, a port is "
    "ruled in or out only where positions leave no doubt; else its distance is not known. Naval bases keep their "
    "one hex after Italy's surrender.",
    "The row runs from Sardinia to Dalmatia. A doubtful distance is asked, never guessed.",
)

R65 = note(
    "R-65",
    "36.D.2, 36.C.3",
    "How the sea is",
    "Rolls read whether the sea is calm, rough or stormy, and no text at hand says how that is found.",
    "One die a turn for each of five waters on a stand-in table by season, or what your own table says is typed.",
    "Play reports tell of one die, rolled apart for the Atlantic and the Mediterranean, and of rough seas on a 6 or, "
    "in winter, on a 5.",
)

R66 = note(
    "R-66",
    "36.A.2, 36.C.1, 36.D.2, 36.E",
    "How many naval steps a phase has",
    "Mine checks, danger zones and fuel go by the naval movement step, night by the phase, and no text at hand says "
    "how many naval steps a phase has or when one ends.",
    "The naval movement and the naval exploitation are a phase each. They begin with one naval step; the moving side "
    "says when the next one begins. Night MPs are counted over the phase, all the rest by the naval step.",
    "Paragraphs speak of the first 5 MPs of one step and the last 5 of the next, and of consecutive steps.",
)

R67 = note(
    "R-67",
    "36.F.1",
    "Where a task force fires from",
    "The paragraph names no place, and the rule on naval gunfire support is not at hand.",
    "A task force is in play and not in refit. A quarter is prepared at sea, in a hex, in a naval step. Full and half "
    "strength are counted from a port too, and the receipt says that it lay there.",
    "MPs are spent in naval steps, at sea; the rest of the paragraph only counts.",
)

R70 = Ruling(
    "R-70",
    "36.A.2, 36.H",
    "Who has a combat zone",
    "A naval supply line keeps out of the combat zones of naval groups and coast defences; the rule on combat zones is "
    "not at hand, nor is what units that lie in port do.",
    (
        ("port", "Combat and mixed groups have one, at sea and in port; units in port that form no group have none."),
        ("sea", "Combat and mixed groups have one at sea only."),
    ),
    "port",
    "Night leaves a group the hex that it occupies, and a group may occupy a port. A group of submarines, flotillas or "
    "transports without a ship that fights is a cargo group.",
)

R68 = note(
    "R-68",
    "36.F.2",
    "A carrier group that has withdrawn",
    "What becomes of its damage once it is paid for, and whether it may come again.",
    "As it withdraws and pays, its hits are gone. Where the order of battle brings it again, it arrives whole.",
    "The points stand for its repair or replacement, and groups come and go at various times of the game.",
)

R71 = note(
    "R-71",
    "36.A.4.a",
    "When Malta is bombed",
    "The rule on naval strike missions is not at hand, nor in which steps they are flown.",
    "Hits are entered in the air, naval movement and naval exploitation steps of either player turn.",
    "Air units fly such missions against units that move, and ports are struck as they are.",
)
R72 = Ruling(
    "R-72",
    "36.C.3",
    "What lets a player sweep in their danger zones",
    "When a player sweeps mines in a turn they may also sweep those in their danger zones; mines go by themselves too, "
    "at its start.",
    (
        ("any", "Any sweeping in the player turn lets them, mines that go by themselves among them."),
        ("task-force", "Only mines that one of their task forces has swept let them."),
    ),
    "any",
    "The paragraph calls both sweeping, and says when a player sweeps, not when a task force does.",
)

RULINGS_36: tuple[Ruling, ...] = (
    R22,
    R23,
    R24,
    R25,
    R26,
    R28,
    R29,
    R41,
    R43,
    R46,
    R58,
    R59,
    R60,
    R63,
    R64,
    R65,
    R66,
    R67,
    R68,
    R70,
    R71,
    R72,
)
