"""Contact and effect: the final status of an item and the dice of 33.D and 33.E, without the campaign round it."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from math import ceil, floor

from navalassist.engine import Each, Play, TableKey, Tally, Term, call
from navalassist.rules.europa.amounts import ZERO, half_of, tidy, whole
from navalassist.rules.europa.fates import Convoy, Lot, LotFate, Settled
from navalassist.rules.europa.items import Item, Leg, PortPlace
from navalassist.rules.europa.r33_status import AXIS_ZONES
from navalassist.rules.europa.rulings import R17
from navalassist.rules.europa.rulings_status import R16, R93
from navalassist.rules.europa.words import CargoKind, Contact, Declared, ShippingResult, Side, TransportKind, Zone

ANTI_SHIPPING: TableKey[Contact] = TableKey("europa/33-anti-shipping", Contact)
MODIFIERS: TableKey[int] = TableKey("europa/33-anti-shipping", int)
SHIPPING_RESULTS: TableKey[ShippingResult] = TableKey("europa/33-shipping-results", ShippingResult)

LOT_SIZE = Decimal(3)
HALVED_UNIT = "The owner reduces the unit to its cadre, or removes it; half of the RPs that come of it are lost too."
SAILS_ON_EMPTY = "The warship sails on without cargo: it is an item of its own from here on."
SHORT_ROUTE_GROUPS = frozenset({"sardinia", "corsica", "sicily"})
SHORT_ROUTE_PORTS = frozenset({"bizerte", "tunis", "pantelleria"})


def on_short_route(port: PortPlace, corsica: bool) -> bool:
    """A port of Sardinia, Corsica (R-16) or Sicily, or Bizerte, Tunis or Pantelleria (33.B.1.a)."""
    groups = set(port.groups) & SHORT_ROUTE_GROUPS
    return port.key in SHORT_ROUTE_PORTS or bool(groups if corsica else groups - {"corsica"})


def short_route_term(item: Item) -> Play[Term]:
    """-5 for cargo that moves only between the ports of the short route, or for all shipping (33.B.1.a, R-93)."""
    value = yield from AXIS_ZONES.look(row="central-med/short-route", column="result")
    corsica = (yield from R16.look()) == "corsica"
    outside = [port for port in (item.origin, item.destination) if not on_short_route(port, corsica)]
    # Of what sails by itself in a group nobody knows where it goes: then both ends are its port of origin.
    sails = item.kind.is_shipping and item.origin.key != item.destination.key
    counts = item.kind.is_cargo or (sails and (yield from R93.look()) == "shipping")
    text = "Short route between Sardinia, Corsica, Sicily and Tunisia"
    if outside:
        text += f": {outside[0].name or outside[0].key} is none of its ports"
    elif not counts:
        text += ": it is for cargo only"
    return Term("33.B.1.a", text, value, not outside and counts, R16.number)


def final_status(side: Side, item: Item, leg: Leg, status: Tally) -> Play[Tally]:
    """The zone's status with the terms of this item: the short route and the two lines under table 5 (33.D)."""
    terms: list[Term] = []
    if side is Side.AXIS and leg.zone is Zone.CENTRAL_MED:
        terms.append((yield from short_route_term(item)))
    alone = item.kind is CargoKind.EMPTY and item.transports is TransportKind.NT and item.alone
    seen = {
        "empty-transport-alone": Term("33.D", "Empty naval transports that sail alone", 1, alone),
        "carrier-with-fighter": Term("33.D", "Carrier with a code C fighter aboard", 1, item.code_c_fighter),
    }
    terms += (yield from MODIFIERS.modifiers(seen)).values()
    return status.plus(*terms)


def results_column(side: Side, kind: CargoKind, zone: Zone, declared: str) -> str:
    """The column of table 6: one for SPs, SRPs and empties, else by the kind of interdiction zone.

    The zone is Allied and troubles Axis shipping only (33.B.7).
    """
    if kind.reads_cargo_column:
        return "cargo"
    inside = side is Side.AXIS and zone is Zone.SOUTH_AEGEAN and declared != Declared.NOT
    return f"unit-{declared}" if inside else "unit-outside"


def convoy_of(item: Item) -> Convoy:
    """What of the item is afloat."""
    return Convoy(item.kind, item.afloat, item.transports, item.transport_count, item.carries)


def lots_of(convoy: Convoy) -> tuple[Lot, ...]:
    """SPs, SRPs and empties in lots of 3 REs and the rest; anything else is one lot (33.E, R-18)."""
    hurt = not convoy.kind.is_shipping or convoy.transports is TransportKind.WARSHIP
    shares = _by_transports(convoy) if convoy.kind is CargoKind.EMPTY else _by_cargo(convoy)
    return tuple(
        Lot(number, convoy.kind, res, count, convoy.carries, hurt)
        for number, (res, count) in enumerate(shares, start=1)
    )


def _by_cargo(convoy: Convoy) -> list[tuple[Decimal, int]]:
    """Lots of cargo, each with its share of the transports: whole ones, the first lots first."""
    sizes = [convoy.res]
    if convoy.kind.reads_cargo_column:
        sizes = [min(LOT_SIZE, convoy.res - start * LOT_SIZE) for start in range(ceil(convoy.res / LOT_SIZE))]
    ships = convoy.count if convoy.transports.is_transport else 0
    shares: list[tuple[Decimal, int]] = []
    loaded, used = ZERO, 0
    for size in sizes:
        loaded += size
        last = ceil(loaded * ships / convoy.res) if convoy.res else ships
        shares.append((tidy(size), last - used))
        used = last
    return shares


def _by_transports(convoy: Convoy) -> list[tuple[Decimal, int]]:
    """Lots of empty transports: as many whole ones as carry 3 REs, at least one."""
    each = max(1, floor(LOT_SIZE / convoy.carries))
    counts = [min(each, convoy.count - start) for start in range(0, convoy.count, each)]
    return [(tidy(count * convoy.carries), count) for count in counts]


def lot_fate(lot: Lot, result: ShippingResult, upwards: bool) -> LotFate:
    """What a result does to a lot: losses never exceed it; R, half and E end its voyage (33.E, R-17, R-18, R-40)."""
    start = (lot.number, lot.res, lot.transports, result)
    match result:
        case ShippingResult.NO_EFFECT:
            return LotFate(*start)
        case ShippingResult.RETURNED:
            return LotFate(*start, ZERO, lot.res, 0, lot.transports, turned_back=True)
        case ShippingResult.ONE_RE | ShippingResult.TWO_RES:
            lost = min(lot.res, Decimal(1 if result is ShippingResult.ONE_RE else 2))
            sunk = _sunk_with(lot, lost, upwards)
            # An empty transport is lost whole or not at all.
            return LotFate(*start, tidy(sunk * lot.carries) if lot.kind is CargoKind.EMPTY else lost, ZERO, sunk)
        case ShippingResult.HALF:
            lost, sunk = half_of(lot.res, upwards), whole(Decimal(lot.transports) / 2, upwards)
            note = HALVED_UNIT if lot.kind is CargoKind.UNIT else ""
            hits = 1 if lot.hits_hurt else 0
            back = tidy(lot.res - lost)
            return LotFate(*start, lost, back, sunk, lot.transports - sunk, hits, turned_back=True, note=note)
    return LotFate(*start, lot.res, ZERO, lot.transports, 0, 2 if lot.hits_hurt else 0, turned_back=True)


def _sunk_with(lot: Lot, lost: Decimal, upwards: bool) -> int:
    """Transports that go down with so many REs: the same REs of them, never more than the lot has (R-18).

    A transport of which only a part is lost sinks by R-17, but not while the rest of the cargo needs it.
    """
    sunk, part = divmod(lost, lot.carries)
    count = int(sunk)
    left = ZERO if lot.kind is CargoKind.EMPTY else lot.res - lost
    if part and upwards and (lot.transports - count - 1) * lot.carries >= left:
        count += 1
    return min(lot.transports, count)


def roll_for_lot(lot: Lot, column: str) -> Play[LotFate]:
    """One die for a lot on the Shipping Results Table."""
    result = yield from SHIPPING_RESULTS.roll("effect", column=column, label=f"effect on lot {lot.number}")
    upwards = (yield from R17.look()) == "up"
    return lot_fate(lot, result, upwards)


def roll_contact(status: Tally, zone: Zone) -> Play[bool]:
    """Two dice of the enemy on the Anti-Shipping Table, in the column of the final status."""
    contact = yield from ANTI_SHIPPING.roll("contact", column=status, label=f"contact in the {zone.label}")
    return contact is Contact.CONTACT


def roll_for_lots(convoy: Convoy, column: str) -> Play[Settled]:
    """One die a lot, in order (33.E)."""
    parts = {f"lot-{lot.number}": call(roll_for_lot, lot, column) for lot in lots_of(convoy)}
    if convoy.transports is not TransportKind.WARSHIP:
        return (yield from Each(parts, Settled.plus, Settled()))
    settled = yield from Each(parts, Settled.plus_aboard, Settled())
    return aboard_warships(convoy, settled)


def aboard_warships(convoy: Convoy, settled: Settled) -> Settled:
    """A warship goes where it goes with all that it still carries: no lot of its cargo turns back or sails on alone.

    R, half and E turn "the naval unit" back to its port of origin (33.E); it is hit, and never sunk as transports are.
    """
    toll, lots = settled.toll, settled.lots
    left = tidy(convoy.res - toll.res_lost)
    if toll.turned_back:
        lots = tuple(replace(lot, res_returned=tidy(lot.res - lot.res_lost), turned_back=True) for lot in lots)
        return Settled(replace(toll, res_returned=left, transports_returned=convoy.count), lots)
    if not left and lots:
        lots = (*lots[:-1], replace(lots[-1], note=SAILS_ON_EMPTY))
    return Settled(toll, lots)
