"""How doubtful places about landings, lost ports and merchant shipping are read."""

from __future__ import annotations

from navalassist.engine.shapes import either, note

IN_RANGE, ANYHOW = "range", "anyhow"
EACH_FULL, EACH_SAILS = "full", "sails"
UNOPPOSED, ORDERED = "unopposed", "ordered"

R262 = note(
    "R-262", "PG.6.5.2", "What an attack order tells",
    "It is given in Operations, and the defender reacts to it; how much of the landing he hears is not said.",
    "Where it lands, from which square, and how many ground units attack: those that land after the battle are not "
    "counted, others that attack the same square over land or from the air are.",
    "Half of the attackers must come by sea if ships are to bombard, so both sides must know the numbers.",
)  # fmt: skip
R263 = either(
    "R-263", "PG.6.5.2.1", "How far ships based where an invasion lands reach",
    "They will be able to intercept it before, without a search; whether their range matters is not said.",
    (ANYHOW, "They reach the square from which it lands, whatever their range."),
    (IN_RANGE, "They reach it within their interception range alone, as from any other port."),
    reason="They are said to be able to make an interception if they are based there, without any condition.",
)  # fmt: skip
R264 = note(
    "R-264", "PG.6.5.1.5", "How a lost port is evacuated",
    "Available transports take land forces away, ships of that port escort them, displaced ones go to any other port; "
    "how many transports a unit needs, and what the enemy hears, is not said.",
    "One transport a ground unit, as in a convoy, of those that are free, by the most direct way. Both hear from where "
    "to where, and which types of ships; it is searched for and met in Breakthrough.",
    "A convoy needs as many, and a damaged ship on its way to a yard is told and met in the same way.",
)  # fmt: skip
R265 = note(
    "R-265", "PG.6.5.1.6", "What losses of shipping cost",
    "A merchant ship that is turned back or sunk costs 100, each point of damage of a merchant ship or tanker 10.",
    "Damage of a ship that is sunk is not added; one that is damaged and turned back costs both. A tanker costs by its "
    "damage alone, and brings one unit of oil if it arrives. A convoy with oil is one of tankers.",
    "Each sentence is about ships to which something else did not happen; of tankers only the oil is named.",
)  # fmt: skip
R266 = note(
    "R-266", "PG.6.5.2.3", "Which reactions come in time",
    "Forces react to a landing as to any attack on land; those rules are of the land war.",
    "The players say what comes: ground units and aircraft for the defender, aircraft, airborne units and partisans "
    "for the attacker. Fortified lines help nobody who reinforces.",
    "The naval rules name just these, and nothing else of them.",
)  # fmt: skip
R267 = either(
    "R-267", "PG.6.4.1.1", "When the next merchant route of a nation may be used",
    "Routes are in an order of importance, and convoys need to be routed appropriately; how strictly is not said.",
    (EACH_FULL, "When each route before it has all the transports that it needs."),
    (EACH_SAILS, "When each route before it has a convoy."),
    reason="Convoys are limited in size and several are needed, so that a route is first filled.",
)  # fmt: skip
R268 = either(
    "R-268", "PG.6.5.2", "Whether an invasion lands whose attack order was not given",
    "Its battle takes place if that order is given in Operations; whoever does not attack then has dropped it.",
    (UNOPPOSED, "It lands where nobody fights for the beach; the order is for a battle there."),
    (ORDERED, "It does not land: it is dropped."),
    reason="Where nobody defends there is nothing to attack.",
)  # fmt: skip

COAST = (R262, R263, R264, R265, R266, R267, R268)
