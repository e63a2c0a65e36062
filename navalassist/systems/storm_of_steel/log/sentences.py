"""What entries of the Great War's naval tables say, each in a sentence from what was recorded alone; the one table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from navalassist.desk.logbook.record import Plain
from navalassist.desk.logbook.tongue import Telling
from navalassist.engine.english import capital, counted, does, listed, side_of, text_of, the_side
from navalassist.engine.rule import Summary
from navalassist.play.state import State
from navalassist.systems.storm_of_steel.clock import quarter_title
from navalassist.systems.storm_of_steel.state import Mission, Side

# What players call what gunfire takes off.
FACTOR = "protection factor"
# What a fleet puts to sea for; of a bombardment and a re-basing with their base.
ERRANDS = {
    Mission.RAIDING: "to raid commerce in the {area}",
    Mission.BOMBARDMENT: "to shell {target}",
    Mission.REBASING: "for {target}, by the {area}",
    Mission.GENERAL_ENGAGEMENT: "to seek a general engagement in the {area}",
}
RAID_LOSSES = {
    "raider_lost": "a raider is lost",
    "flotilla_lost": "a transport flotilla is lost",
    "convoy_unit_lost": "a convoy unit is lost",
}


def names_of(rows: Iterable[Plain]) -> str:
    """`Goeben and Breslau`; '' for nobody."""
    return listed(str(row["name"]) for row in rows)


def area_of(action: Plain) -> str:
    """`the Ionian Sea`"""
    return f"the {action.get('area_name') or action.get('area')}"


def fleet_of(side: Any) -> str:
    """`the Allied fleet`"""
    return f"the {Side(side).label} fleet"


def action_of(action: Plain) -> str:
    """`action 1 in the Ionian Sea`"""
    return f"action {action['number']} in {area_of(action)}"


def put_to_sea(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Scouting Forces put to sea to shell Scarborough.`"""
    fleets = names_of(situation.get("sailing") or situation.get("squadrons", ()))
    target = situation.get("target") or {}
    errand = ERRANDS[Mission(situation["mission"])]
    area = situation.get("area_name") or situation["area"]
    what = errand.format(area=area, target=target.get("name") or target.get("key", ""))
    return Summary(f"{does(fleets, 'put')} to sea {what}.", notes=(f"Action {outcome['action']} {outcome['next']}",))


def let_pass(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`The Allies let action 1 in the Western Approaches pass.`"""
    return Summary(f"{the_side(situation['side'], 'let')} {action_of(situation['action'])} pass.")


def intercepted(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Mediterranean Fleet intercepts the Central Powers fleet in the Ionian Sea.`"""
    action, hunters = situation["action"], names_of(situation.get("sailing") or situation["hunters"])
    enemy, where = fleet_of(action["side"]), area_of(action)
    notes = (f"Needed: {outcome['needed']}",) if outcome.get("needed") else ()
    if outcome["result"] == "intercepted":
        return Summary(f"{does(hunters, 'intercept')} {enemy} in {where}.", "INTERCEPTED", bad=True, notes=notes)
    return Summary(f"{does(hunters, 'do')} not find {enemy} in {where}.", "NOT INTERCEPTED", notes=notes)


def met(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`The fleets meet in the Ionian Sea: both fire at once.`"""
    where, side = area_of(situation["action"]), str(outcome.get("advantage", ""))
    if outcome["result"] == "N":
        return Summary(f"The fleets pass each other in {where}.", "NO CONTACT")
    then = f"{side_of(side)} may refuse combat or fire first" if side else "both fire at once"
    return Summary(f"The fleets meet in {where}: {then}.", "CONTACT", bad=True)


def decided(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`The Central Powers refuse combat in the Ionian Sea.`"""
    verb, rest = ("fire", "first") if situation["choice"] == "fire-first" else ("refuse", "combat")
    return Summary(f"{the_side(situation['side'], verb)} {rest} in {area_of(situation['action'])}.")


def gunfire(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`The Central Powers take 2 protection factors off the Allied fleet; the Allies take 4 off the …`"""
    if not outcome["salvos"]:
        return Summary(f"No fleet has the strength to fire in {area_of(situation['action'])}.")
    first, *others = outcome["salvos"]
    told = f"{the_side(first['side'], 'take')} {_taken(first)}"
    told += "".join(f"; {does(side_of(shot['side']), 'take')} {_taken(shot, '')}" for shot in others)
    notes = tuple(map(_strength, (first, *others)))
    words = [counted(_off(shot), "factor").upper() for shot in (first, *others)]
    return Summary(f"{told}.", words[0], True, notes, tuple(words[1:]))


def _off(shot: Plain) -> int:
    """What is taken off, which a roll that fits no unit is not."""
    return 0 if shot.get("left_over") else int(shot["factors"])


def _strength(shot: Plain) -> str:
    """`The Allied fleet, strength 21: 12 by the table; the enemy has no more`"""
    told = f"{capital(fleet_of(shot['side']))}, strength {shot['strength']}"
    if shot.get("left_over"):
        return f"{told}: {shot['rolled']} by the table, lost at once, as no unit is so small"
    more = shot.get("rolled", shot["factors"]) > shot["factors"]
    return f"{told}: {shot['rolled']} by the table; the enemy has no more" if more else told


def _taken(shot: Plain, noun: str = FACTOR) -> str:
    """`2 protection factors off the Allied fleet`; `4 off …` without the noun."""
    taken = _off(shot)
    much = (counted(taken, noun) if noun else str(taken)) if taken else "nothing"
    return f"{much} off {fleet_of(Side(shot['side']).enemy)}"


def lost(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`The Allies lose 1st Cruiser Squadron, 2 protection factors.`"""
    names = {str(one["key"]): str(one.get("name") or one["key"]) for one in situation["owed"].get("among", ())}
    units = listed(names.get(key, key) for key in outcome["lost"])
    left = outcome.get("left_over", 0)
    lapses = f"; {counted(left, 'factor')} {'lapses' if left == 1 else 'lapse'}" if left else ""
    much = f", {counted(outcome['factors'], FACTOR)}" if outcome["factors"] else ""
    return Summary(f"{the_side(situation['side'], 'lose')} {units or 'no unit'}{much}{lapses}.", bad=bool(units))


def withdrawn(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Mediterranean Fleet withdraws from the Ionian Sea to Malta; the Central Powers remain.`"""
    where, side = area_of(situation["action"]), str(situation["side"])
    fleets = names_of(situation.get("movers", ())) or fleet_of(side)
    other = "allied" if side == "central" else "central"
    return Summary(f"{does(capital(fleets), 'withdraw')} from {where} to {outcome['to']}; {side_of(other)} remain.")


def returned(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Battle Cruiser Fleet and Harwich Force return to Rosyth.`"""
    fleets = names_of(situation.get("movers", ())) or fleet_of(situation["side"])
    return Summary(f"{does(capital(fleets), 'return')} to {outcome['to']}.")


def rebased(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Mediterranean Division sails on to the Adriatic.`; `Mediterranean Division puts into Pola.`"""
    fleets = capital(names_of(situation.get("movers", ())) or fleet_of(situation["side"]))
    if situation.get("base"):
        return Summary(f"{does(fleets, 'put')} into {outcome['to']}.")
    return Summary(f"{does(fleets, 'sail')} on to the {outcome['to']}.")


def stayed(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`The Allies stay in the Western Approaches.`"""
    stays = the_side(situation["side"], "stay")
    return Summary(f"{stays} in {area_of(situation['action'])}.", notes=(capital(str(outcome["next"])),))


def given_up(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`The Central Powers give up action 12; the fleet is at sea in Western Approaches.`"""
    gives = the_side(situation["side"], "give")
    return Summary(f"{gives} up action {situation['action']['number']}; the fleet is {outcome['fleet']}.")


def raided(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`II U-boat Flotilla raids commerce in the Western Approaches: 1 point lost, 57 left.`"""
    points, before = int(outcome["points"]), outcome.get("merchant_level_before")
    gone = points if before is None else min(points, int(before))
    after = outcome.get("merchant_level_after")
    level = "" if after is None else f"; the merchant level {'stays at' if after == before else 'falls to'} {after}"
    units = "".join(f"; {words}" for name, words in RAID_LOSSES.items() if outcome.get(name))
    raiders = capital(names_of(situation.get("raiders", ())) or fleet_of("central"))
    where = f"the {situation.get('name') or situation['area']}"
    told = f"{does(raiders, 'raid')} commerce in {where}: {counted(gone, 'point')} lost{level}{units}."
    return Summary(told, f"{counted(gone, 'point')} lost".upper(), bad=bool(units))


def crossed(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`The Allies lose 1 point on the crossing of the Western Approaches, 19 of 20 left; …`"""
    points, before = int(outcome["points"]), outcome.get("mobilization_before")
    gone = points if before is None else min(points, int(before))
    fight = "; a general engagement begins" if outcome["general_engagement"] else ""
    where = f"the {situation.get('name') or situation['area']}"
    left = "" if before is None else f", {int(before) - gone} of {before} left"
    told = f"{the_side(situation['side'], 'lose')} {counted(gone, 'point')} on the crossing of {where}{left}{fight}."
    return Summary(told, f"{counted(gone, 'point')} lost".upper(), bad=bool(gone))


def attrition(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`South-West African Protective Force is lost to attrition.`"""
    units = [str(unit["name"]) for unit in outcome["units"] if unit["lost"]]
    word = f"{counted(len(units), 'unit')} lost".upper()
    spared = tuple(f"{unit['name']}: {unit['why']} ({unit['rule']})" for unit in outcome["units"] if unit.get("why"))
    if not units:
        return Summary(f"{the_side(situation['side'], 'lose')} no unit to attrition.", word, notes=spared)
    return Summary(f"{does(listed(units), 'are')} lost to attrition.", word, bad=True, notes=spared)


def merchants(situation: Plain, outcome: Plain, state: State) -> Summary:
    """`Allied morale falls by 5 to 95; the British Isles use half their industry.`"""
    less, collapse = outcome["morale_lost"], outcome["industrial_collapse"]
    after = outcome.get("morale_after")
    told = (
        f"Allied morale falls by {less}{'' if after is None else f' to {text_of(after)}'}"
        if less
        else "Allied morale holds"
    )
    quarter = quarter_title(str(situation["quarter"])) if situation.get("quarter") else ""
    half = "; the British Isles use half their industry" if collapse else ""
    words = [f"MORALE −{less}"] if less else []
    words += ["INDUSTRIAL COLLAPSE"] if collapse else []
    notes = (f"Merchant shipping, {quarter}",) if quarter else ()
    return Summary(f"{told}{half}.", ", ".join(words) or "NO EFFECT", bool(words), notes)


SENTENCES: Mapping[str, Telling] = {
    "gw-attrition": attrition,
    "gw-combat": gunfire,
    "gw-contact": met,
    "gw-contested": crossed,
    "gw-decision": decided,
    "gw-fleets-stay": stayed,
    "gw-give-up": given_up,
    "gw-interception": intercepted,
    "gw-let-pass": let_pass,
    "gw-losses": lost,
    "gw-merchant": merchants,
    "gw-mission": put_to_sea,
    "gw-raid": raided,
    "gw-rebasing": rebased,
    "gw-return": returned,
    "gw-withdrawal": withdrawn,
}
