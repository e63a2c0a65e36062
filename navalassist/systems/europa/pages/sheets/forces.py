"""Fleets, points and what was seen, as a take-over sheet tells them: by port and in a player's words."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from navalassist.desk.at import At
from navalassist.desk.logbook.naming import place_name, several
from navalassist.desk.printed.parts import Section, Told, own_first, source
from navalassist.engine import to_plain
from navalassist.rules.europa.air_units import Nature, in_words
from navalassist.rules.europa.r36_malta import STOCK_POINTS
from navalassist.rules.europa.words import Side
from navalassist.systems.europa.accounts import accounts
from navalassist.systems.europa.air import PLACES, air_rows
from navalassist.systems.europa.board.roster import CARGO, TRANSPORTS, ZERO, Count, Place, Roster, Ware, amount, stored
from navalassist.systems.europa.fleet import OFF, SUNK, UNIT, WITHDRAWN, phase_now, strip_now
from navalassist.systems.europa.log.noted import fuel_words
from navalassist.systems.europa.log.shipments import port_name
from navalassist.systems.europa.log.words import strip_words
from navalassist.systems.europa.mines import belts
from navalassist.systems.europa.pages.board.meanwhile import sightings
from navalassist.systems.europa.pages.fleet.units import Ship, berths

MINUS = "−"


def sections(here: At) -> Iterator[Section]:
    """The fleets and points of both sides: of a side's own seat its own first, then what was seen of the other."""
    for side in own_first(here):
        own = here.viewer.seat == side
        fleets, counted = [*ships(here, side), *mines(here, side), *air(here, side)], list(points(here, side))
        if not own and here.viewer.seat in here.system.sides:
            yield Section("Seen of the other side", (*fleets, *counted, *markers(here, side)))
            continue
        yield Section("Our fleets" if own else "fleets", (*fleets, *markers(here, side)), side="" if own else side)
        yield Section("Our points" if own else "points", tuple(counted), side="" if own else side)


def ships(here: At, side: str) -> Iterator[Told]:
    """The naval units of a side by place, each with its strength; those that are out of play last."""
    for berth in berths(here.state):
        for group in (group for group in berth.groups if group.row["side"] == side):
            moved = strip_words([spent.plain for spent in strip_now(here.state.values, group.key)])
            for ship in group.ships:
                yield _ship(
                    here, ship, f"{group.row['name']}, {berth.name}", "" if moved == "none" else f"moved {moved}"
                )
        for ship in (ship for ship in berth.ships if ship.unit.side == side):
            yield _ship(here, ship, "" if berth.place == OFF else berth.name[:1].upper() + berth.name[1:])


def _ship(here: At, ship: Ship, where: str, moved: str = "") -> Told:
    """`Cruisers, Naples: 2nd Squadron, 1 hit`, `7 of 8`; one that is still to come: `Formidable: arrives Mar II 41`."""
    unit, row = ship.unit, ship.row
    facts = here.state.values
    notes = [several(unit.hits, "hit")] if unit.hits else []
    notes += ["half-strength side"] if unit.shows_reverse else []
    notes += ship.notes + ship.dates + ([moved] if moved else [])
    fuelled = str(facts[f"{UNIT}:{ship.key}.fuelled"])
    notes += [fuel_words(here.state, fuelled).partition(": ")[2]] if fuelled.startswith(phase_now(facts)) else []
    gone = row["place"] in (SUNK, WITHDRAWN)
    right = "" if gone else f"{unit.current} of {unit.side_up}" if where else str(unit.current)
    entry = source(here, f"{UNIT}:{ship.key}.hits" if unit.hits else f"{UNIT}:{ship.key}.place")
    if not where:
        return Told(unit.name, ", ".join(notes) or "not in play", *entry, right)
    return Told(where, ", ".join([unit.name, *([] if gone else notes)]), *entry, right)


def mines(here: At, side: str) -> Iterator[Told]:
    """`Mines in 18A:0404: Central Med`, `2 points`"""
    for belt in belts(here.state.values):
        if belt.side == side:
            zone = place_name(here.state, belt.zone, short=True) if belt.zone else ""
            yield Told(f"Mines in {belt.hex}", zone, *source(here, f"{belt.row}.points"), several(belt.points, "point"))


def air(here: At, side: str) -> Iterator[Told]:
    """`Ju 88, Central Med: naval patrol, type M, range 25`, `TBF 3`"""
    facts = here.state.values
    for row in air_rows(facts):
        unit = {
            name: facts[f"{row}.{name}"] for name in ("side", "name", "zone", "place", "nature", "fighter", "range")
        }
        if unit["side"] != side:
            continue
        kind = "fighter" if unit["fighter"] else Nature(unit["nature"]).label
        away = facts[f"{row}.hexes_to_base"]
        text = f"{PLACES[unit['place']]}, {kind}, range {unit['range']}"
        text += f", {several(away, 'hex')} from its base".replace("hexs", "hexes") if away else ""
        where = f"{unit['name']}, {place_name(here.state, unit['zone'], short=True)}"
        yield Told(where, text, *source(here, f"{row}.place"), f"TBF {in_words(Fraction(str(facts[f'{row}.tbf'])))}")


def points(here: At, side: str) -> Iterator[Told]:
    """What a side counts: repair and replacement points, Malta's, transports and cargo by port."""
    facts = here.state.values
    for account in (account for account in accounts(facts) if account.side == side):
        title = "Naval repair points" if account.what == "nrp" else f"Air replacement points, {account.organisation}"
        debt = f"{to_plain(account.sweeping)} of the deficit by sweeping mines" if account.sweeping else ""
        balance = str(to_plain(account.before)).replace("-", MINUS)
        yield Told(title, debt, *source(here, f"{account.row}.balance"), balance)
    if side == Side.ALLIED and STOCK_POINTS in facts:
        yield Told("Malta's repair points", "", *source(here, STOCK_POINTS), str(facts[STOCK_POINTS]))
    yield from stocks(here, side)


def stocks(here: At, side: str) -> Iterator[Told]:
    """What is kept in ports, ware by ware: `NTs: Naples 20 (2 sunk), Tripoli 6`, `26 NTs`."""
    kept = Roster(here.state.values, here.state.clock[0])
    by_ware: dict[Ware, list[tuple[Place, Count]]] = {}
    for place, count in kept.lines(side):
        by_ware.setdefault(place.ware, []).append((place, count))
    for ware, found in by_ware.items():
        text = ", ".join(_stored(here, place, count) for place, count in found)
        total = amount(sum((count.free for _, count in found), start=ZERO), ware)
        first = next((place for place, _ in found if place in kept.stored), None)
        entry = source(here, f"{kept.stored[first]}.base") if first else ("", "")
        name = kept.name(found[0][0]) if ware.label else TRANSPORTS.get(ware.what) or CARGO[ware.what]
        yield Told(f"{name} in ports", text, *entry, total)


def _stored(here: At, place: Place, count: Count) -> str:
    sunk = f" ({stored(count.sunk)} sunk)" if count.sunk else ""
    return f"{port_name(here.state, place.port)} {stored(count.free).replace('-', MINUS)}{sunk}"


def markers(here: At, side: str) -> Iterator[Told]:
    """What was seen of a side's shipping: `Marker 1: 4 SP on 4 NTs, seen in the Central Mediterranean`."""
    for seen in (seen for seen in sightings(here) if seen["side"] == side):
        text = ", ".join(filter(None, (seen["known"], f"seen in the {seen['zone']}")))
        yield Told(f"Marker {seen['number']}", text, seen["url"], seen["entry"])
