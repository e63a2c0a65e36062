"""Naval status of every sea zone for both sides: 33.B, tables 2 and 3, and the aircraft of 33.C.

The number rates how likely the enemy is to find shipping in the zone, 0 to 15. What belongs to one item only (the short
route, the -5 and -4 of 33.D) is added by the check of that item (R-20).
"""

from __future__ import annotations

from functools import lru_cache

from navalassist.engine import Facts, Play, Sub, Term, call
from navalassist.rules.europa import r33_status_allied as allied
from navalassist.rules.europa import r33_status_axis as axis
from navalassist.rules.europa.air_units import KIND, AirUnit, Place, count_air, units_in, workings
from navalassist.rules.europa.items import Leg
from navalassist.rules.europa.r33_status import Barred, NotSubject, Status, Subject, nothing_printed
from navalassist.rules.europa.rulings_status import R13
from navalassist.rules.europa.words import Side, Zone
from navalassist.rules.europa.world import World, check_facts

__all__ = ["Barred", "NotSubject", "Status", "Subject", "barred", "check_zone_facts", "facts_needed", "naval_status"]


def facts_needed(side: Side, zone: Zone) -> tuple[str, ...]:
    """The fact keys that the status of this zone reads for this side's shipping; () where nothing is read."""
    return (*facts_required(side, zone), *facts_optional(side, zone))


def facts_required(side: Side, zone: Zone) -> tuple[str, ...]:
    """The fact keys without which there is no status."""
    return (axis.NEEDED if side is Side.AXIS else allied.NEEDED).get(zone, ())


def facts_optional(side: Side, zone: Zone) -> tuple[str, ...]:
    """The fact keys that are read where they are given: the Italian ports of the 15-hex rule (33.B.1.b)."""
    return () if side is Side.AXIS else allied.OPTIONAL.get(zone, ())


# The facts of a zone stay the same for many checks.
@lru_cache(maxsize=64)
def check_zone_facts(side: Side, zone: Zone, facts: Facts) -> None:
    """ValueError, in words, unless the facts are such that the zone's status can be told."""
    check_facts(facts, facts_required(side, zone), facts_optional(side, zone))
    units_in(facts, zone)


def barred(side: Side, zone: Zone, facts: Facts) -> Barred | None:
    """Why this side's cargo and transports may not sail in the zone at all; None when they may."""
    return axis.bar(zone, World(facts)) if side is Side.AXIS else None


def naval_status(
    side: Side, zone: Zone, facts: Facts, leg: Leg | None = None, nation: str = "", shipping: bool = True
) -> Play[Status]:
    """The zone's status with aircraft, as terms that apply and terms that do not; or barred, or not subject.

    leg: what the players typed for this zone. nation: of the unit that sails. shipping: False for warships, task forces
    and carriers, which no bar of shipping holds back (R-05), and for supply lines.
    """
    stop = barred(side, zone, facts) if shipping else None
    if stop is not None:
        return stop
    leg = leg or Leg(zone=zone)
    status = yield from _of_the_zone(side, zone, World(facts), leg, nation)
    if not isinstance(status, Subject):
        return status
    air = yield from air_terms(side, leg, facts)
    return Subject(status.tally.plus(*air))


def _of_the_zone(side: Side, zone: Zone, world: World, leg: Leg, nation: str) -> Play[Status]:
    if side is Side.AXIS and zone in axis.STATUS:
        return (yield from axis.STATUS[zone](world, leg))
    if side is Side.ALLIED and zone in allied.STATUS:
        return (yield from allied.STATUS[zone](world, leg, nation))
    return nothing_printed(leg)


def air_terms(side: Side, leg: Leg, facts: Facts) -> Play[tuple[Term, ...]]:
    """Aircraft against shipping: the enemy's modified TBF adds, that of its own side subtracts (33.C, R-13).

    Where the campaign keeps air units in the zone, they are what counts, and nothing that was typed for the leg.
    """
    sign = yield from R13.look()
    units = units_in(facts, leg.zone)
    if units:
        hidden = tuple(unit for unit in units if leg.night and unit.side is not side and unit.place is not Place.BOX)
        seen = tuple(unit for unit in units if unit not in hidden)
        return (*(yield from _of_units(side, leg, seen, sign)), *_by_night(hidden))
    against = leg.air_against if sign == "by-side" else -leg.air_against
    return (
        Term("33.C", "Air units against shipping", against, leg.air_against > 0, R13.number),
        Term("33.C", "Air units for shipping", -leg.air_for, leg.air_for > 0, R13.number),
    )


def _by_night(hidden: tuple[AirUnit, ...]) -> tuple[Term, ...]:
    """The patrols and strikes that find nothing which moves by night (36.A.2.a)."""
    names = ", ".join(unit.name for unit in hidden)
    return (Term("36.A.2.a", f"By night no patrol or strike finds it: {names}", 0),) if hidden else ()


def _of_units(side: Side, leg: Leg, units: tuple[AirUnit, ...], sign: str) -> Play[tuple[Term, ...]]:
    """What the air units kept in the zone add and subtract, with their workings; typed TBF stands by, not counted."""
    count = yield from Sub("air", call(count_air, side, units))
    terms: list[Term] = []
    sides = ((side.enemy, "against", count.against, 1 if sign == "by-side" else -1), (side, "for", count.helping, -1))
    for owner, word, tbf, factor in sides:
        told = workings(units, count, owner)
        text = f"Air units {word} shipping" + (f": {told}" if told else "")
        facts = tuple(f"{KIND}:{unit.key}.place" for unit in units if unit.side is owner)
        terms.append(Term("33.C", text, factor * tbf, tbf > 0, R13.number, facts))
    for word, typed in (("against", leg.air_against), ("for", leg.air_for)):
        if typed:
            text = f"TBF typed {word} shipping: the zone's air units count instead"
            terms.append(Term("33.C", text, typed if word == "against" else -typed, False, R13.number))
    return tuple(terms)
