"""What entries of rules 33 and 36 say: the one table of them, and the sentences about Malta, points, zones and seas."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from navalassist.desk.logbook.naming import place_name, turn_name
from navalassist.desk.logbook.record import Plain
from navalassist.desk.logbook.wording import Telling
from navalassist.engine.english import capital, counted, does, listed, side_of, text_of, the_side
from navalassist.engine.rule import Summary
from navalassist.play.state import State
from navalassist.rules.europa.r36_sea_state import WATERS_TITLES, Waters
from navalassist.rules.europa.success import SUCCESS_TITLES, Success
from navalassist.systems.europa.log import afloat_said as afloat
from navalassist.systems.europa.log import shipping

# An account whose name is only what it counts.
POINTS = {"NRPs": "NRP", "ARPs": "ARP", "SPs": "SP", "SRPs": "SRP"}
# What the Italian fleet does: level -> in a sentence.
LEVELS = {"minor": "hardly interferes", "partial": "interferes in part", "major": "interferes in force"}
# That level stops nothing (33.B.2.b).
MINOR = "minor"


def sea(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`The Mediterranean is rough in Mar I 41.`"""
    waters, found = WATERS_TITLES[Waters(outcome["waters"])], str(outcome["state"])
    verb = "are" if " and " in waters else "is"
    word = "" if situation.get("typed") else found.upper()
    return Summary(f"{capital(waters)} {verb} {found} in {turn_name(state, situation['turn'])}.", word)


# Malta and points


def bombed(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Malta takes 2 hits: its number goes from 10 to 8.`"""
    return Summary(f"Malta takes {counted(situation['hits'], 'hit')}: {_number(outcome)}.")


def repaired(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Malta is repaired with 2 points: its number goes from 8 to 10.`"""
    return Summary(f"Malta is repaired with {counted(situation['points'], 'point')}: {_number(outcome)}.")


def supplied(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Malta is repaired with 3 SPs: its number goes from 8 to 9.`"""
    spent = [counted(situation[name], name.upper()) for name in ("sp", "srp") if Decimal(str(situation.get(name, 0)))]
    return Summary(f"Malta is repaired with {listed(spent)}: {_number(outcome)}.")


def _number(outcome: Plain) -> str:
    before, after = outcome["before"], outcome["after"]
    return f"its number stays at {after}" if before == after else f"its number goes from {before} to {after}"


def received_by_malta(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Malta receives 3 repair points and has 7.`"""
    return Summary(f"Malta receives {counted(situation['points'], 'repair point')} and has {outcome['after']}.")


def converted(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Malta turns 4 repair points into 7½ SP, 1 NRP.`"""
    placed, _, note = str(outcome["placed"]).partition(" (")
    points = counted(outcome["points_spent"], "repair point")
    note = capital(note.removesuffix(")"))
    given = ", ".join(f"{text_of(number)} {what}" for number, what in map(str.split, placed.split(", ")))
    return Summary(f"Malta turns {points} into {given}.", notes=(note,) if note else ())


def received(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`The Axis receives 2½ NRPs (order of battle) and has 8½.`"""
    return _posted(situation, outcome, "receive")


def spent(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`The Allies spend 1 NRP (a dockyard) and have 5 left.`"""
    return _posted(situation, outcome, "spend", " left")


def _posted(situation: Plain, outcome: Plain, verb: str, end: str = "") -> Summary:
    what, points = str(outcome["what"]), situation["points"]
    much = counted(points, POINTS[what]) if what in POINTS else f"{text_of(points)} {what}"
    reason = f" ({outcome['reason']})" if outcome.get("reason") else ""
    have = "has" if situation["side"] == "axis" else "have"
    return Summary(f"{the_side(situation['side'], verb)} {much}{reason} and {have} {text_of(outcome['after'])}{end}.")


def mended(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`2nd Squadron is repaired by 1 hit for 1½ NRPs; now 8 of 8.`"""
    unit, hits = situation["unit"], counted(situation["hits"], "hit")
    cost = counted(outcome["spent"], "NRP")
    after = f"now {outcome['after']} of {unit['strength']}"
    return Summary(f"{afloat.unit_does(unit, 'are')} repaired by {hits} for {cost}; {after}.")


def arrived(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Formidable arrives in Suez with Fulmar and Albacore.`"""
    aircraft = listed(str(outcome.get("aircraft") or "").split("; "))
    return Summary(
        f"{situation['unit']['name']} arrives in {outcome['place']}{f' with {aircraft}' if aircraft else ''}."
    )


def withdrawn(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Ark Royal withdraws; its hit and its aircraft cost 3 NRPs and 9 ARPs, which leaves 6 NRPs and −3 ARPs.`"""
    hits, arps = outcome["hits"], outcome["arps_spent"]
    whose = (f"its {'hit' if hits == 1 else f'{hits} hits'}" if hits else "", "its aircraft" if arps else "")
    paid = [(name, outcome[f"{name}_spent"], outcome[f"{name}_left"]) for name in ("nrps", "arps")]
    paid = [(name.upper().removesuffix("S"), cost, left) for name, cost, left in paid if cost]
    ship = f"{situation['unit']['name']} withdraws"
    if not paid:
        return Summary(f"{ship}.")
    costs = listed(counted(cost, name) for name, cost, _ in paid)
    lefts = listed(f"{text_of(left)} {name}s" for name, _, left in paid if str(left))
    cost = "cost" if (hits and arps) or hits > 1 or not hits else "costs"
    return Summary(f"{ship}; {listed(filter(None, whose))} {cost} {costs}{f', which leaves {lefts}' if lefts else ''}.")


def halved(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Australian brigade gives ½ of 1½ RPs; 1 RP is lost with the ships.`"""
    gives, kept, lost = does(situation["unit"], "give"), text_of(outcome["points_kept"]), outcome["points_lost"]
    goes = "is" if str(lost) in ("1", "0.5", "0") else "are"
    of = counted(situation["points"], "RP")
    return Summary(f"{gives} {kept} of {of}; {counted(lost, 'RP')} {goes} lost with the ships.")


# Zones, ports and lines


def interfered(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`The Italian fleet interferes in part in the Eastern Med and Aegean.`"""
    level, points = str(outcome["interference"]), outcome["allied_points"]
    does_what = LEVELS.get(level, "does not interfere")
    gain = f"; the Allies gain {counted(points, 'VP')}" if points else ""
    notes = (afloat.success_note(outcome["result"]),)
    word = f"{level} interference".upper() if level else "NO INTERFERENCE"
    return Summary(f"The Italian fleet {does_what} in {_waters(outcome)}{gain}.", word, level not in ("", MINOR), notes)


def tried_before(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`The Italian fleet tried in the Eastern Med and Aegean in Jan II 41: success.`"""
    result = SUCCESS_TITLES[Success(outcome["result"])]
    return Summary(f"The Italian fleet tried in {_waters(outcome)} in {turn_name(state, outcome['turn'])}: {result}.")


def _waters(outcome: Plain) -> str:
    return f"the {listed(str(outcome['waters']).split(', '))}"


def zone_declared(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`The Allies declare a tight zone in the South Aegean.`"""
    zone = f"{the_side(situation['side'], 'declare')} a {outcome['extent']} zone in the South Aegean"
    if outcome["declared"]:
        return Summary(f"{zone}.")
    missing = "; ".join(one["text"] for one in outcome["conditions"] if not one["met"])
    return Summary(f"{zone}, which is not in force: it lacks {missing}.", bad=True)


def zone_bombed(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`The South Aegean zone takes 2 hits: its status goes from 12 to 10.`"""
    before, after = outcome["before"], outcome["after"]
    change = f"stays at {after}" if before == after else f"goes from {before} to {after}"
    notes = (f"Anti-aircraft of each hex: {outcome['antiaircraft_of_each_hex']}",)
    return Summary(
        f"The South Aegean zone takes {counted(situation['hits'], 'hit')}: its status {change}.", notes=notes
    )


def silenced(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Palermo exerts no danger zone while the marker lies there.`"""
    return Summary(f"{outcome['port']} exerts no danger zone{str(outcome['exerts']).removeprefix('none')}.")


def border_moved(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Hango, 1B:0715 or Tallinn is captured: from the next Axis player turn on.`"""
    return Summary(f"{outcome['event']}: it holds {outcome['holds']}.")


def ferried(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Landing barge 1 ferries between 18A:1020 and 18A:1021, sea: a major river hexside.`"""
    across = f"between {outcome['hexside']}, which counts as {outcome['counts_as']}"
    return Summary(f"{does(situation['unit']['name'], 'ferry', True)} {across}.")


def supply_counted(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Tobruk's supply line adds 6 to its SLP count.`"""
    zones = (_zone_added(zone, state) for zone in outcome["zones"])
    notes = tuple(filter(None, (capital(str(outcome.get("counts", ""))), *zones)))
    return Summary(f"The supply line to {outcome['port']} adds {outcome['added']} to its SLP count.", notes=notes)


def _zone_added(zone: Plain, state: State) -> str:
    """`Central Mediterranean: 10`; `Tyrrhenian Sea: 0, …` with why."""
    why = f", {zone['why']} ({zone['rule']})" if zone.get("why") else ""
    return f"{place_name(state, zone['zone'])}: {zone['added']}{why}"


def path_traced(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`The supply line of the Allies runs over 12 hexes, 3 of them in enemy danger zones.`"""
    hexes, danger = outcome["hexes"], outcome["in_danger_zones"]
    over = "1 hex" if hexes == 1 else f"{hexes} hexes"
    told = (("At night", "at_night"), ("By eye", "by_eye"), ("Not known", "not_known"))
    notes = tuple(f"{label}: {outcome[name]}" for label, name in told if outcome.get(name))
    inside = f"{danger or 'none'} of them in enemy danger zones"
    return Summary(f"The supply line of {side_of(situation['side'])} runs over {over}, {inside}.", notes=notes)


def air_counted(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Air units count 3 against Allied shipping and 1 for it.`"""
    shipping_of = "Axis" if situation["side"] == "axis" else "Allied"
    return Summary(
        f"Air units count {outcome['against']} against {shipping_of} shipping and {outcome['helping']} for it."
    )


SENTENCES: Mapping[str, Telling] = {
    "anti-shipping-air": air_counted,
    "baltic-border": border_moved,
    "cargo-contact": shipping.said,
    "carrier-arrives": arrived,
    "carrier-withdraws": withdrawn,
    "danger-contact": afloat.in_danger,
    "danger-ports": silenced,
    "ferry-set": ferried,
    "gunfire-support": afloat.supported,
    "half-eliminated-rps": halved,
    "italian-attempt-before": tried_before,
    "italian-interference": interfered,
    "malta-bombed": bombed,
    "malta-converted": converted,
    "malta-points": received_by_malta,
    "malta-repaired": repaired,
    "malta-supplied": supplied,
    "mine-damage": afloat.from_mines,
    "mines-laid": afloat.laid,
    "mines-laid-by-air": afloat.laid_by_air,
    "mines-loaded": afloat.loaded,
    "mines-swept": afloat.swept,
    "mines-swept-at-start": afloat.swept_at_start,
    "mines-swept-in-zone": afloat.zone_swept,
    "naval-found": afloat.found,
    "naval-gunfire": afloat.fired,
    "naval-move": afloat.moved,
    "naval-repair": mended,
    "points-received": received,
    "points-spent": spent,
    "row-danger": afloat.row_in_danger,
    "row-mines": afloat.row_mined,
    "scuttled-on-canal": afloat.scuttled,
    "sea-state": sea,
    "ships-scuttled": afloat.scuttled,
    "south-aegean-bombed": zone_bombed,
    "south-aegean-zone": zone_declared,
    "supply-line": supply_counted,
    "supply-path": path_traced,
    "unit-contact": afloat.unit_checked,
    "way-hexes": afloat.way_named,
}
