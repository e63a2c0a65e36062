"""How doubtful places of rule 33 are read where they decide a naval status."""

from __future__ import annotations

from navalassist.engine import Ruling
from navalassist.engine.shapes import note

R01 = note(
    "R-01",
    "33.D, table 5",
    "Cells lost from the Anti-Shipping Table",
    "The heading has 16 status columns, but only the row of total 3 is printed with 16 cells.",
    "Rows 4 to 12 are read as thresholds; the second contact of row 2 stands in column 8. Each restored cell is "
    "marked and may be edited.",
    "If every column is worse than the one before, the rows 4 to 10 can only be so; column 8 makes the odds run most "
    "smoothly.",
)
R02 = note(
    "R-02",
    "33.B to 33.D",
    "A status below 0 or above 15",
    "Terms may lead out of the table's columns.",
    "All terms are added, and the sum is held in 0 to 15 once, at the end.",
    "The table has no other columns, and Malta's number keeps to the same bounds (36.A.4).",
)
R03 = note(
    "R-03",
    "33.B.10, Axis Baltic",
    "Near a Soviet naval base before the war",
    "The +3 does not say whether it needs war with the USSR.",
    "It is added to either base number.",
    "The line names no such condition.",
)
R04 = Ruling(
    "R-04",
    "33.B.1.a, 36.A.4",
    "What Malta's number means",
    "Under rule 36 bombs push the number up and Malta's power down; rule 33 takes the number as the naval status, "
    "where more is worse for the Axis.",
    (
        (
            "rule33",
            "Bombing lowers the number: it is Malta's strength and the naval status; an Axis Valletta makes it 0.",
        ),
        ("rule36", "Bombing raises the number: the naval status is 15 minus it; an Axis Valletta makes it 15."),
    ),
    "rule33",
    "The contact cells grow to the right, the safer short route subtracts, and the Allied line gives more danger at "
    "a low number; rule 33 is also the later edition. Older record sheets hold the opposite number, so both can be "
    "kept.",
)
R05 = Ruling(
    "R-05",
    "33.B.2.a, 33.B.7",
    "Axis Eastern Med: barred, and yet a number",
    "Shipping needs an all-Axis Crete, but status 15 is for an Allied port or airbase there; condition d of the "
    "interdiction zone would then always be met.",
    (
        ("printed", "Condition d reads the status as printed, with the 15 for Crete."),
        ("ports", "Condition d reads the count of Alexandria, Haifa and Cyprus alone."),
    ),
    "printed",
    "Both sentences stand: cargo and transports are barred, while the number serves supply lines and condition d. "
    "Warships and task forces are no shipping: they sail and are checked.",
)
R06 = Ruling(
    "R-06",
    "33.B.10, Axis Eastern Med",
    "Suez closed against Crete; Cyprus",
    "A closed canal gives 1 and an Allied Crete gives 15, and both may hold; Cyprus has several ports.",
    (
        ("suez", "A closed canal goes before everything: 1."),
        ("crete", "An Allied port or airbase on Crete goes before the canal: 15."),
    ),
    "suez",
    "The words about the canal have a use only as an override. Cyprus counts once, and only with all its ports.",
)
R07 = Ruling(
    "R-07",
    "33.B.6.a, Axis Aegean",
    "Neither Athens nor Thessalonika is Allied",
    "No number is printed for that case.",
    (
        ("0", "The status is 0; the interdiction zone then fails on its condition c."),
        ("1", "The status is 1."),
    ),
    "0",
    "Condition c of the interdiction zone would say nothing if the number could not fall below 1.",
)
R08 = Ruling(
    "R-08",
    "33.B.10, Axis Aegean",
    "A closed Suez Canal in the Aegean",
    "The line with 1 also names the canal, after a line with 12 for both ports.",
    (
        ("cap", "A closed canal holds the number at 1 or less."),
        ("first-match", "The first line that fits counts: 12 for both ports, else 1 with a closed canal."),
    ),
    "cap",
    "Read in order, a closed canal could only make the sea more dangerous.",
)
R09 = note(
    "R-09",
    "33.B.7, table 2",
    "Status of the interdiction zone",
    "The paragraph says 1, the table says 12.",
    "12, less 1 for each bombing hit.",
    "At 1 nobody would trouble to bomb it, and declaring it could make the sea safer.",
)
R10 = Ruling(
    "R-10",
    "33.B.4.b, 33.B.5.b",
    "Allied shipping in the Tyrrhenian and the Adriatic",
    "It meets interference as after a Great Success with modifiers, but nothing is rolled; and nothing is said of "
    "the time after Italy's surrender.",
    (
        ("always", "Status 12, no roll, no victory points; a warning is shown after Italy's surrender."),
        ("until-surrender", "Status 12 until Italy surrenders, then not subject."),
    ),
    "always",
    "The level is settled beforehand, so modifiers are idle; and the book names no end.",
)
R11 = note(
    "R-11",
    "33.B.10, tables 2 and 3",
    "Several lines hold at once",
    "The lists give conditions without an order, and minus signs were lost in print.",
    "The narrower condition goes before the general one: all ports before some, Norway Axis-owned before strikes, "
    "Spain before France, no supplied Axis Channel port before the state of France. The lost signs are minus.",
    "-3 mirrors the +3 of the same list, and the -5 is said in words elsewhere.",
)
R12 = note(
    "R-12",
    "33.B.8.b, table 3",
    "Allied Red Sea: minor, or 4, or 1",
    "The paragraph says minor interference while Massaua was never Allied; the table gives 4 or 1.",
    "The table is the base; 6 or 12 replace it after a Success or a Great Success, and a failed attempt leaves it; "
    "without an Axis port shipping is not subject; once Massaua has been Allied the fleet may not try.",
    "Minor is the paragraph's name for the level that nobody has raised.",
)
R13 = Ruling(
    "R-13",
    "33.C",
    "Which way aircraft change the status",
    "The modified TBF is to be subtracted, whoever flies.",
    (
        ("by-side", "Aircraft against the shipping add, aircraft of its own side subtract."),
        ("literal", "Every modified TBF is subtracted."),
    ),
    "by-side",
    "Subtracting the raiders would make them protect their prey; the sentence comes from the older scale (R-04).",
)
R14 = Ruling(
    "R-14",
    "33.C",
    "A bomber whose range fighters took away",
    "Nothing is said of a range of 0 or less, nor whose fighters count.",
    (
        ("nothing", "It adds nothing."),
        ("half", "It only counts as range under 15 (x 1/2)."),
    ),
    "nothing",
    "It can't reach. Each side's fighters count against the other side's bombers in the same box.",
)
R15 = note(
    "R-15",
    "33.C",
    "Fractions of TBF",
    "No rounding is given.",
    "Fractions are kept exact, and dropped once from each side's total.",
    "Fewest roundings, and never in favour of the side that shoots.",
)
R16 = Ruling(
    "R-16",
    "33.B.1.a, table 2",
    "Corsica on the short route",
    "The paragraph names Corsica, the table leaves it out.",
    (("corsica", "Ports of Corsica count."), ("no-corsica", "Ports of Corsica do not count.")),
    "corsica",
    "The paragraph is the fuller of the two.",
)
R93 = Ruling(
    "R-93",
    "33.B.1.a, table 2",
    "Whom the short route makes safer",
    "The paragraph speaks of cargo that is transported, the table of routes.",
    (
        ("cargo", "Cargo alone."),
        ("shipping", "All shipping on such a route: empty transports that sail from one of its ports to another too."),
    ),
    "cargo",
    "The paragraph says whose number is meant, and the table only repeats it in short.",
)
R19 = note(
    "R-19",
    "33.B.2.b, table 1",
    "Modifiers of the Italian fleet's attempt",
    "Once or for each earlier result; one history or one a sea; which turns are the previous four.",
    "Each modifier once; one history for all seas; the four turns before this one.",
    "The lines speak of a result in the singular.",
)
R20 = note(
    "R-20",
    "33.F",
    "The status that a supply line adds",
    "Several zones may be crossed, and the status has several parts.",
    "The sum of the zones' statuses with aircraft, each held in 0 to 15; without the -5 and -4 for cargo and without "
    "the short route; nothing for a zone that is not subject.",
    "The paragraph counts a zone however little of it is crossed; the short route is given to rolls only.",
)
R21 = note(
    "R-21",
    "36.A.3",
    "Who passes Gibraltar after it has fallen",
    "The rule gives the reverse for the player turn after an Axis capture, and says nothing of a recapture in between.",
    "In the player turn in which the Axis gains it only the Allies pass; from the next one only the Axis. When the "
    "Allies regain it they pass at once, and the Axis no longer does.",
    "So it is printed for each side.",
)
R30 = Ruling(
    "R-30",
    "33.B.2.b, 36.D",
    "Success and Naval Gunnery Tables",
    "The tables are named, but no text at hand holds them.",
    (
        ("stand-ins", "Invented tables, every cell marked as a stand-in."),
        ("printed", "The die is thrown here, and what your printed chart says to it is entered."),
    ),
    "stand-ins",
    "An evening must run, and nothing is invented in silence.",
)
R38 = note(
    "R-38",
    "33.B.2.b, 33.B.7.a",
    "How often the Italian fleet may try",
    "Once for both seas or once for each; the Great Success has no end in print.",
    "One attempt in an Allied initial phase covers the Eastern Med and the Aegean, the Red Sea has its own; what was "
    "rolled holds until the Allied player turn is over.",
    "The line for a Success says so.",
)
R47 = note(
    "R-47",
    "33.B.7",
    "Bombing hits on the interdiction zone",
    "Hits on a hex or on the whole zone.",
    "Every hit counts for the whole zone until the turn ends.",
    "A hit lowers the zone's number for that turn.",
)
R48 = note(
    "R-48",
    "33.B, 36.A",
    "Several spellings of one place",
    "Masala and Massaua, Alger and Algiers, Thessalonike and Thessalonika.",
    "One place each: Massaua, Algiers, Thessalonika.",
    "They have the same map references.",
)
R51 = note(
    "R-51",
    "33.B.10, tables 2 and 3",
    "Zones without a line",
    "No Axis line for the Arctic, the North Atlantic, the Spanish and African Atlantic; none for the Black Sea at all.",
    "No status by itself; the players may type the number they agree on.",
    "Nothing is printed.",
)
R61 = note(
    "R-61",
    "33.C",
    "How long a naval mission changes the status",
    "The air rules, which say when patrols and strikes are flown, are in none of our sources.",
    "A naval patrol or strike counts until the naval step ends in which it is flown, or the next one where it is "
    "entered before. What stands in an Anti-Shipping Box stays there until it is moved.",
    "Shipping is checked in the naval steps, and a mission is flown against what moves in one of them.",
)
