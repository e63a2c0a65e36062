"""What entries of rules say of ships, groups and mines: each in a sentence, from what was recorded alone."""

from __future__ import annotations

from collections.abc import Iterable

from navalassist.desk.logbook.naming import zone_name
from navalassist.desk.logbook.record import Plain
from navalassist.desk.words import side_word
from navalassist.engine.english import capital, counted, does, hits_word, is_plural, listed, text_of, the_side
from navalassist.engine.rule import Summary
from navalassist.play.state import State
from navalassist.rules.europa.naval_units import UnitKind
from navalassist.rules.europa.r36_way_hexes import asked_mark
from navalassist.rules.europa.success import SUCCESS_TITLES, Success
from navalassist.systems.europa.fleet import place_words
from navalassist.systems.europa.log import shipping

# Counters that are one ship each, however they are called.
SHIPS = (UnitKind.CARRIER, UnitKind.WARSHIP)
CONTACT, NO_CONTACT = "CONTACT", "NO CONTACT"
MINE = "mine point"


def unit_does(unit: Plain, verb: str) -> str:
    """`1st Squadron sweeps`, `Illustrious takes`"""
    return does(capital(str(unit["name"])), verb, unit["kind"] in SHIPS)


def left_of(number: int, unit: Plain) -> str:
    """`9 of 12 left`; `sunk`"""
    return f"{number} of {unit['strength']} left" if number else "sunk"


def success_note(result: str | None) -> str:
    """`Disaster on the Success Table`: the result that later rolls look back at; '' where none was rolled."""
    return f"{SUCCESS_TITLES[Success(result)].capitalize()} on the Success Table" if result else ""


def moved(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Battle fleet sails from Taranto to 18A:0203, 30 MPs by day.`"""
    begins = [way["start"] for way in situation.get("stretches", ())]
    start = str(begins[0] if begins else place_words(state.values, str(situation["place"])))
    there = outcome["arrives"].removeprefix("hex ")
    how = f", {mps_text(outcome['mps'])}" if outcome.get("mps") else ""
    sails = does(capital(str(situation["name"])), "sail")
    told = (("Fuel", "fuel"), ("Mines on the way", "mines"), ("Combat zone", "combat_zone"), ("Inshore", "inshore"))
    notes = tuple(f"{label}: {outcome[name]}" for label, name in told if outcome.get(name))
    return Summary(f"{sails} from {start.removeprefix('hex ')} to {there}{how}.", notes=notes)


def mps_text(text: str) -> str:
    """`5 MPs by night, 10 by day` for `5 by night, 10 by day`."""
    number, _, rest = text.partition(" ")
    return f"{counted(number, 'MP')} {rest}".strip() if number.isdigit() else text


def units_said(toll: Plain, units: Iterable[Plain]) -> str:
    """`1st Squadron takes 2 hits, 10 of 12 left; Zara takes 1 hit, sunk`; an only unit is told without a hit too."""
    by_key = {unit["key"]: unit for unit in units}
    struck = [(by_key[one["key"]], one) for one in toll.get("units", ())]
    return "; ".join(
        f"{unit_does(unit, 'take')} {counted(one['hits'], 'hit')}"
        + (f", {left_of(one['left'], unit)}" if one["hits"] else "")
        for unit, one in struck
        if one["hits"] or len(struck) == 1
    )


def from_mines(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`1st Squadron takes 3 hits from mines in 18A:0203; 9 of 12 left.`"""
    toll, group = outcome["toll"], capital(str(situation["name"]))
    hits, where = toll["hits"], f"from mines in {situation['hex']}"
    units = toll.get("units", ())
    if len(units) == 1:
        unit = next(one for one in situation["units"] if one["key"] == units[0]["key"])
        after = f"; {left_of(units[0]['left'], unit)}" if hits else ""
        sentence = f"{unit_does(unit, 'take')} {counted(hits, 'hit')} {where}{after}."
    else:
        after = f": {units_said(toll, situation['units'])}" if hits else ""
        sentence = f"{does(group, 'take')} {counted(hits, 'hit')} {where}{after}."
    return Summary(sentence, hits_word(hits), bad=hits > 0)


def in_danger(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Battle fleet is found in 18A:0203: 1st Squadron takes 2 hits, 10 of 12 left.`"""
    where, found = situation["waters"]["hex"], outcome["contact"]
    group = does(capital(str(situation["name"])), "are")
    zone = f"In {outcome['zone']}" if str(outcome["zone"]).startswith(("a ", "an ")) else str(outcome["zone"])
    notes = tuple(filter(None, (success_note(outcome.get("result")), capital(str(outcome.get("notice", ""))), zone)))
    if outcome.get("result") is None:
        return Summary(f"{group} in no enemy danger zone in {where}.", notes=notes)
    if not found:
        return Summary(f"{group} not found in {where}.", NO_CONTACT, notes=notes)
    harm = units_said(outcome["toll"], situation["units"])
    return Summary(f"{group} found in {where}{f': {harm}' if harm else ''}.", CONTACT, bad=True, notes=notes)


def unit_checked(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`1st Squadron is not found in the Central Med.`"""
    unit, zone = situation["unit"], zone_name(state, situation["leg"]["zone"], short=True)
    name = unit_does(unit, "are")
    if outcome.get("contact") is None:
        return Summary(f"{name} not checked in the {zone}: {shipping.why_not(outcome)}.")
    if not outcome["contact"]:
        return Summary(f"{name} not found in the {zone}.", NO_CONTACT)
    hits, back = outcome.get("hits", 0), str(outcome.get("turned_back", ""))
    harm = [f"{counted(hits, 'hit')}, {left_of(outcome['left'], unit)}"] if hits else []
    harm += [f"turned back {back}"] if back else []
    told = "; ".join(harm) or "no effect"
    return Summary(f"{name} found in the {zone}: {told}.{_group_ends(situation, outcome)}", CONTACT, bad=True)


def _group_ends(situation: Plain, outcome: Plain) -> str:
    """What becomes of the group of which it was the only unit: of one sunk, or back in port by itself."""
    leaves = not outcome["left"] or (outcome.get("turned_back") and situation.get("home"))
    if not (situation.get("group") and situation.get("alone") and leaves):
        return ""
    asked = asked_mark(situation["group"]) in situation.get("marks", ())
    way = ", and the hexes of its way are asked for no more" if asked else ""
    return f" It sailed alone: its group is at an end{way}."


def found(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Battle fleet is found by a patrol or an air strike.`"""
    return Summary(f"{does(capital(str(outcome['group'])), 'are')} found by a patrol or an air strike.")


def way_named(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Battle fleet has sailed by 18A:0204, 18A:0203.`"""
    return Summary(f"{does(capital(str(outcome['group'])), 'have')} sailed by {str(outcome['way']).rstrip('.')}.")


def supported(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`1st Squadron fires in support with a strength of 4½; 7 supports are left this year.`"""
    mps, left = outcome.get("mps", 0), outcome.get("left")
    cost = f" for {counted(mps, 'MP')}" if mps else ""
    after = "" if left is None else f"; {counted(left, 'support')} {'is' if left == 1 else 'are'} left this year"
    place = f"Fires from {outcome['fires_from']}" if outcome.get("fires_from") else ""
    used = f"{outcome['uses']} used this year" if outcome.get("uses") else ""
    sentence = (
        f"{unit_does(situation['unit'], 'fire')} in support with a strength of {outcome['strength']}{cost}{after}."
    )
    return Summary(sentence, notes=tuple(filter(None, (place, used))))


def fired(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Axis naval units of strength 9 score 2 hits.`, `Battle fleet of strength 9 scores 2 hits by night.`

    The strength is the one that fired, at night a part of it.
    """
    guns = "coast defences" if situation["gun"] == "coast" else "naval units"
    hits, at_night = outcome["hits"], " by night" if situation.get("night") else ""
    named = situation.get("ships", "")
    who, score = (named, "scores") if named else (f"{side_word(situation['side'])} {guns}", "score")
    return Summary(
        f"{who} of strength {outcome['strength']} {score} {counted(hits, 'hit')}{at_night}.", hits_word(hits)
    )


def scuttled(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Zara and 3 points of 1st Squadron are scuttled in Naples.`"""
    number, at = outcome["scuttled"] + outcome.get("trapped", 0), _scuttled_at(situation, state)
    lost = [one for one in outcome.get("units", ()) if one["scuttled"]]
    word = (f"{number} SCUTTLED" if number else "NONE SCUTTLED") if outcome["thrown"] else ""
    names = listed([_fate(one) for one in lost]) or counted(number, "point")
    if not number:
        return Summary(f"No ship is scuttled{at}.", word)
    # A unit that is lost as a whole is one, however many points it had.
    one = len(lost) == 1 and (not lost[0]["left"] or number == 1) and not is_plural(names)
    notes = (capital(str(outcome["lots"])),) if outcome.get("lots") else ()
    return Summary(f"{names} {'is' if one else 'are'} scuttled{at}.", word, True, notes)


def _scuttled_at(situation: Plain, state: State) -> str:
    """` in Naples`, ` in the Kiel canal`, ` on a river`; '' where nobody knows."""
    if situation.get("on_river"):
        return " on a river"
    place = place_words(state.values, situation["place"]) if "place" in situation else str(situation.get("name", ""))
    return f" in {place}" if place else ""


def _fate(one: Plain) -> str:
    """`Zara`; `3 points of 1st Squadron`, of which there is more."""
    return f"{counted(one['scuttled'], 'point')} of {one['name']}" if one["left"] else str(one["name"])


def laid(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Minelayer lays 2 mine points in 18A:0507; 2 lie there.`"""
    return Summary(f"{does(capital(str(situation['name'])), 'lay', True)} {_laid(situation, outcome)}")


def laid_by_air(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`The Axis lays 1 mine point from the air in 18A:0405; 1 lies there.`"""
    return Summary(f"{the_side(situation['side'], 'lay')} {_laid(situation, outcome, ' from the air')}")


def _laid(situation: Plain, outcome: Plain, how: str = "") -> str:
    there, points = outcome["after"], counted(situation["points"], MINE)
    return f"{points}{how} in {outcome['hex']}; {there} {'lies' if there == 1 else 'lie'} there."


def loaded(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Minelayer loads 1 mine point for 1 NRP and carries 2.`"""
    cost = f" for {counted(outcome['spent'], 'NRP')}" if str(outcome["spent"]) != "0" else ""
    name = does(capital(str(situation["name"])), "load", True)
    return Summary(f"{name} {counted(situation['points'], MINE)}{cost} and carries {outcome['after']}.")


def swept(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`1st Squadron sweeps 1 of 2 mine points in 18A:0404 and takes 1 hit, 7 of 8 left.`"""
    unit, toll, before = situation["unit"], outcome["toll"], outcome["before"]
    gone, hits = before - outcome["after"], toll["hits"]
    points = f"{gone} of {counted(before, MINE)}" if before != gone else f"the last {_points(gone)}"
    left = next((one["left"] for one in toll.get("units", ()) if one["key"] == unit["key"]), 0)
    takes = "take" if is_plural(str(unit["name"])) and unit["kind"] not in SHIPS else "takes"
    harm = f" and {takes} {counted(hits, 'hit')}, {left_of(left, unit)}" if hits else ""
    sentence = f"{unit_does(unit, 'sweep')} {points} in {outcome['hex']}{harm}."
    # The last point takes no dice with it: nothing is left to hit the sweeper.
    return Summary(sentence, hits_word(hits) if outcome["after"] else "", bad=hits > 0)


def _points(number: int) -> str:
    return MINE if number == 1 else counted(number, MINE)


def swept_at_start(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`The Allies sweep 1 enemy mine point in 18A:0407; 3 stay.`"""
    stay = outcome["stay"]
    after = f"; {stay} {'stays' if stay == 1 else 'stay'}" if stay else ""
    where = f" in {outcome['hexes']}" if outcome.get("hexes") else ""
    points = counted(outcome["points"], f"enemy {MINE}")
    return Summary(f"{the_side(situation['side'], 'sweep')} {points}{where}{after}.")


def zone_swept(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`The Allies sweep 1 mine point in 18A:0404 for 1 NRP; 1 is left.`"""
    left, cost = outcome["left"], counted(outcome["spent"], "NRP")
    after = f"; {left or 'none'} {'is' if left < 2 else 'are'} left"
    where, sweeps = f"in {situation['belt']['hex']}", the_side(situation["side"], "sweep")
    notes = (success_note(outcome["result"]), f"NRPs in hand: {text_of(outcome['balance'])}")
    points, word = (f"1 {MINE}", "SWEPT") if outcome["swept"] else (f"no {MINE}", "NOT SWEPT")
    return Summary(f"{sweeps} {points} {where} for {cost}{after}.", word, notes=notes)


def row_mined(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`7 SP from Naples to Tripoli take 2 hits from mines in 18A:0203: 2 SP, 2 NTs lost.`"""
    hits, takes = outcome["hits"], shipping.item_does(situation["item"], "take")
    harm = f": {_row_lost(situation, outcome)}" if hits else ""
    return Summary(f"{takes} {counted(hits, 'hit')} from mines in {situation['hex']}{harm}.", hits_word(hits), hits > 0)


def row_in_danger(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`7 SP from Naples to Tripoli are not found in 18A:0203.`"""
    item, where = shipping.item_does(situation["item"], "are"), situation["waters"]["hex"]
    if not outcome.get("contact"):
        return Summary(f"{item} not found in {where}.", NO_CONTACT)
    return Summary(f"{item} found in {where}: {_row_lost(situation, outcome)}.", CONTACT, bad=True)


def _row_lost(situation: Plain, outcome: Plain) -> str:
    lost = shipping.amounts(situation["item"], outcome["res_lost"], outcome["transports_lost"])
    return f"{lost} lost" if lost else "nothing is lost"
