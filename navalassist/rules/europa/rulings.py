"""Every ruling that rules 33 and 36 read, in the order of their numbers."""

from __future__ import annotations

from navalassist.engine import Ruling
from navalassist.engine.shapes import note
from navalassist.rules.europa.rulings_36 import RULINGS_36
from navalassist.rules.europa.rulings_status import (
    R01,
    R02,
    R03,
    R04,
    R05,
    R06,
    R07,
    R08,
    R09,
    R10,
    R11,
    R12,
    R13,
    R14,
    R15,
    R16,
    R19,
    R20,
    R21,
    R30,
    R38,
    R47,
    R48,
    R51,
    R61,
    R93,
)

R17 = Ruling(
    "R-17",
    "33.E",
    "Half of an odd number",
    "Half eliminated does not say what becomes of the odd transport or point.",
    (
        ("up", "Half is lost, a fraction counts as a whole one."),
        ("down", "Half is lost, a fraction is spared."),
    ),
    "up",
    "A result that takes losses should not spare a single transport.",
)
R18 = note(
    "R-18",
    "33.E",
    "1 RE and 2 REs eliminated; lots",
    "Whether the transport goes down with its cargo, and what the rest does.",
    "As many REs of transports sink as of cargo, never more than the lot; survivors sail on. The rest of a division "
    "by 3 is a lot of its own. A returned lot takes its ships along, the others sail on.",
    "The first note under the table shows that results sink transports; only R and 1/2E turn back.",
)
R27 = note(
    "R-27",
    "36.A.4.b, 36.E",
    "SRPs that become SPs",
    "An SRP is 2½ SPs when it is made from a Malta repair point, and 1 SRP or 5 SPs where Axis fuel is paid.",
    "Both as printed. The engineer in Valletta is needed for repairs and for conversions alike.",
    "They are different uses of points, and the engineer is asked for wherever repair points are used.",
)
R39 = note(
    "R-39",
    "33, 36",
    "Rules and tables that are named but not at hand",
    "The texts lead to rules without saying what they give: orders of battle, air missions, engineering, civilian "
    "labour, SLPs.",
    "What such a rule gives is typed, and the entry says that it was.",
    "Nothing is guessed where nothing can be read.",
)
R40 = note(
    "R-40",
    "33.E",
    "Half eliminated, when units are carried",
    "The words speak of SPs and SRPs, but only the columns for units hold the result.",
    "Half of whatever is carried is lost, replacement points too. The owner reduces a lone unit to its cadre or "
    "removes it.",
    "No other reading has a use.",
)
R54 = note(
    "R-54",
    "33.A",
    "What one item is",
    "The book checks items of cargo with their transports, and naval units, one by one.",
    "One item each: a combat unit and its ships; all SPs, or all SRPs, and their ships; replacement points; empty "
    "transports as a group; a warship; a task force; a carrier group. Naval units are hit only as carriers of the "
    "item or as the item itself. Warships keep their cargo together: if one lot is turned back or eliminated, they go "
    "back with all that is left, and each takes the hits of the worst lot.",
    "Rolling once for all that sails together would change the game.",
)
R55 = Ruling(
    "R-55",
    "33.E, 36.A.4.b",
    "REs of supply points",
    "No rule at hand says how many REs an SP or an SRP is.",
    (
        ("sp=1 srp=5 nt=1", "1 SP is 1 RE, 1 SRP is 5 REs, 1 NT carries 1 RE unless its counter says otherwise."),
        ("sp=1 srp=2.5 nt=1", "1 SP is 1 RE, 1 SRP is 2½ REs, 1 NT carries 1 RE unless its counter says otherwise."),
    ),
    "sp=1 srp=5 nt=1",
    "Rule 36 gives an SRP both 2½ and 5 SPs for different uses; each group knows its own game.",
)
R56 = Ruling(
    "R-56",
    "33, 36",
    "What the other side sees",
    "These rules know no levels of spotting.",
    (
        ("open", "An open table: both sides see everything."),
        (
            "closed",
            "Shipping, fleets, air at rest, plans, rosters, NRPs, ARPs, odds are its side's; dice show what they meet.",
        ),
    ),
    "open",
    "Their counters lie face up on the map.",
)
R62 = Ruling(
    "R-62",
    "33.D",
    "What a closed campaign tells of the final column",
    "The enemy rolls, so they look the column up; but -5 or -4 in it tell of empty transports or of fighters aboard.",
    (
        ("column", "The number of the column, but not the terms that make it."),
        ("terms", "The column and every term of it."),
        ("nothing", "Only the dice, and whether they make contact."),
    ),
    "column",
    "Who rolls on a table reads it themselves; a group that finds this too much, or too little, says so beforehand.",
)
R57 = note(
    "R-57",
    "33.A",
    "When a fresh check is due",
    "Is one made by the next phase, by beginning the exploitation step at sea, by loading at a beach?",
    "One check settles an item for that zone and phase. Exploitation is another phase, so beginning it at sea is "
    "checked afresh. What does not move is not checked. What is loaded at a beach counts as new and is checked "
    "together with its ships.",
    "The paragraph names these occasions one by one and limits checks by item, zone and phase.",
)

_OF_33 = (
    R01, R02, R03, R04, R05, R06, R07, R08, R09, R10, R11, R12, R13, R14, R15, R16, R17, R18, R19, R20,
    R21, R27, R30, R38, R39, R40, R47, R48, R51, R54, R55, R56, R57, R61, R62, R93,
)  # fmt: skip
RULINGS: tuple[Ruling, ...] = tuple(sorted((*_OF_33, *RULINGS_36), key=lambda ruling: ruling.number))
