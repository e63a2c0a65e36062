"""The transport roster: what a side keeps in its ports, and what shipments take from it and bring to it.

Nothing is written when a row sails. A holding stores what there would be without the shipments at hand (`base`); what
is there follows from it and from them, so that corrections and undone entries are followed too. A side that has entered
nothing of a kind keeps no count of it, and is never stopped.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from navalassist.engine import Effect, Remove, Set, create
from navalassist.engine.plain import to_plain
from navalassist.engine.reader import rows_in
from navalassist.engine.rows import key_of
from navalassist.rules.europa.words import CargoKind, ShipmentState, TransportKind
from navalassist.systems.europa.aboard import unit_of
from navalassist.systems.europa.board.rows import has_sailed
from navalassist.systems.europa.ends import LANDED, REINFORCEMENT, end_name, kind_of_end, place_of_end
from navalassist.systems.europa.old_rows import old_shipments

KIND = "roster"
STRUCK = "struck"
TRANSPORTS = {"nt": "NT", "lc": "LC", "lb": "LB"}
CARGO = {"sp": "SP", "srp": "SRP", "rp": "RP", "unit": "RE"}
ZERO = Fraction(0)

Facts = Mapping[str, Any]
Row = Mapping[str, Any]


class Ware(NamedTuple):
    """What is counted: a kind of transports or points, or the REs of one unit by its name in small letters."""

    what: str
    label: str = ""


class Place(NamedTuple):
    """Something counted in one port of a side."""

    side: str
    port: str
    ware: Ware

    @property
    def row(self) -> str:
        """The key of its holding: `roster:axis/naples/nt`."""
        label = self.ware.label
        tail = f"/{hashlib.sha256(label.encode()).hexdigest()[:12]}" if label else ""
        return f"{KIND}:{self.side}/{self.port}/{self.ware.what}{tail}"


@dataclass(slots=True)
class Part:
    """What became of one kind of thing that a shipment is made of."""

    ware: Ware
    whole: Fraction
    afloat: Fraction
    lost: Fraction
    returned: Fraction


@dataclass(slots=True)
class Count:
    """One thing in one port. free: may sail now; planned: of it in rows that wait; at_sea and sunk: left from here."""

    net: Fraction = ZERO
    planned: Fraction = ZERO
    finished: Fraction = ZERO
    at_sea: Fraction = ZERO
    coming: Fraction = ZERO
    sunk: Fraction = ZERO

    @property
    def free(self) -> Fraction:
        """What may sail now."""
        return self.net - self.finished


def ware_of(what: str, label: str = "") -> Ware:
    """A ware; only units have names, and these are the same in any case."""
    return Ware(what, " ".join(label.split()).casefold() if what == "unit" else "")


def amount(number: Fraction, ware: Ware, name: str = "") -> str:
    """`12 NTs`, `1 NT`, `30 SP`, `4 REs of Ariete division`."""
    one = TRANSPORTS.get(ware.what) or CARGO[ware.what]
    many = one if number == 1 or one in ("SP", "SRP", "RP") else f"{one}s"
    return f"{stored(number).replace('-', '−')} {many}" + (f" of {name or ware.label}" if ware.label else "")


def parts_of(row: Row) -> Iterator[Part]:
    """Transports and cargo of a shipment, in the measure that the roster counts by; no unit of the fleet is in it."""
    carrier, kind = TransportKind(row["transports"]), CargoKind(row["cargo"])
    if carrier.is_transport and not row.get("unit"):
        names = ("transport_count", "transports_afloat", "transports_lost", "transports_returned")
        yield Part(Ware(carrier.value), *(Fraction(row[name]) for name in names))
    if not kind.is_cargo:
        return
    res = [Fraction(str(row[name])) for name in ("res_afloat", "res_lost", "res_returned")]
    whole = Fraction(str(row["points"]))
    rate = whole / sum(res) if sum(res) else ZERO
    label = row["label"] or "Unit" if kind is CargoKind.UNIT else ""
    yield Part(ware_of(kind.value, label), whole, *(amount * rate for amount in res))


def shipments(facts: Facts) -> Iterator[dict[str, Any]]:
    """Every shipment among facts that was not struck off, with what the roster reads of it."""
    for row in rows_in(facts, "shipment"):
        if facts[f"{row}.state"] != STRUCK:
            name = key_of(row)
            yield {field: facts[f"{row}.{field}"] for field in READ} | {"key": name, "unit": unit_of(facts, name)}


READ = (
    *("side", "turn", "state", "leg", "origin", "destination", "transports", "transport_count", "transports_afloat"),
    *("transports_lost", "transports_returned", "cargo", "label", "points", "res_afloat", "res_lost", "res_returned"),
)


def counted(rows: Iterable[Row], turn: str) -> dict[Place, Count]:
    """What shipments did to every port. turn: the one in which what came back has finished (33.E)."""
    found: dict[Place, Count] = defaultdict(Count)
    for row in rows:
        for part in parts_of(row):
            here = found[_place(row, "origin", part)]
            if not has_sailed(row):
                here.planned += part.whole
                continue
            here.net += part.returned - part.whole
            if kind_of_end(row["origin"]) == LANDED:
                # A reinforcement took nothing from the port where what was returned of it lies.
                found[Place(row["side"], place_of_end(row["origin"]), part.ware)].net += part.returned
            here.sunk += part.lost
            here.finished += part.returned if row["turn"] == turn else ZERO
            if row["state"] == ShipmentState.AT_SEA:
                here.at_sea += part.afloat
                found[_place(row, "destination", part)].coming += part.afloat
            elif row["state"] == ShipmentState.ARRIVED:
                found[_place(row, "destination", part)].net += part.afloat
            else:
                # Transports that lost all they carried, and what has not put to sea yet, are where they began.
                here.net += part.afloat
    return found


def _place(row: Row, end: str, part: Part) -> Place:
    return Place(row["side"], row[end], part.ware)


class Roster:
    """The roster of a campaign, from facts that the viewer may see."""

    def __init__(self, facts: Facts, turn: str) -> None:
        self.facts = facts
        self.stored = dict(_holdings(facts))
        self.kept = {(place.side, place.ware) for place in self.stored}
        self.turn = turn
        self._counts: dict[Place, Count] | None = None

    @property
    def counts(self) -> dict[Place, Count]:
        """What is where, of all that is kept: worked out once, and only when it is asked for."""
        if self._counts is None:
            found = counted(shipments(self.facts), self.turn)
            for place, row in self.stored.items():
                count = found.setdefault(place, Count())
                count.net += Fraction(self.facts[f"{row}.base"])
                count.sunk += Fraction(self.facts[f"{row}.sunk"])
            self._counts = {place: count for place, count in found.items() if self.keeps(place)}
        return self._counts

    def keeps(self, place: Place) -> bool:
        """True where its side keeps count of such things."""
        return (place.side, place.ware) in self.kept and kind_of_end(place.port) not in REINFORCEMENT

    def lines(self, side: str) -> list[tuple[Place, Count]]:
        """What a side has anywhere, or had: ports where nothing of it is and nothing of it goes are left out."""
        return [
            (place, count)
            for place, count in self.counts.items()
            if place.side == side and (place in self.stored or count != Count())
        ]

    def at(self, row: Row) -> list[tuple[Part, Count]]:
        """What of a row's transports and cargo is kept, with how it stands at its origin."""
        if not self.kept:
            return []
        wanted = [(part, _place(row, "origin", part)) for part in parts_of(row)]
        return [(part, self.counts.get(place, Count())) for part, place in wanted if self.keeps(place)]

    def name(self, place: Place) -> str:
        """What a unit is called as it was first entered; '' for what has no name."""
        known = (self.facts[f"{row}.label"] for other, row in self.stored.items() if other.ware == place.ware)
        return str(next(known, place.ware.label))

    def short(self, row: Row) -> list[tuple[Part, Count]]:
        """Of what there is less free at its origin than a row that has not sailed takes."""
        return [] if has_sailed(row) else [(part, count) for part, count in self.at(row) if part.whole > count.free]

    def why_short(self, row: Row) -> str:
        """What is missing for a row to sail, as a sentence; '' where nothing is."""
        port = end_name(self.facts, row["origin"])
        missing = [
            f"{amount(count.free, part.ware, row['label'])} free, and this row takes {amount(part.whole, part.ware)}"
            for part, count in self.short(row)
        ]
        return f"{port} has {'; '.join(missing)}." if missing else ""


def _holdings(facts: Facts) -> Iterator[tuple[Place, str]]:
    for row in rows_in(facts, KIND):
        side, port, what, label = (facts[f"{row}.{name}"] for name in ("side", "port", "what", "label"))
        yield Place(side, port, ware_of(what, label)), row


def stored(number: Fraction) -> str:
    """A number as facts hold it: to two places."""
    value = Decimal(number.numerator) / Decimal(number.denominator)
    return str(to_plain(value.quantize(Decimal("0.01")) + Decimal(0)))


def set_to(
    roster: Roster, wanted: Mapping[Place, Fraction], names: Mapping[Ware, str] | None = None
) -> tuple[Effect, ...]:
    """Effects after which so much is free of each. What is kept for the first time begins at nothing in other ports.

    names: how units that are entered for the first time are written.
    """
    found = counted(shipments(roster.facts), roster.turn)
    first = {(place.side, place.ware) for place in wanted} - roster.kept
    others = [
        place for place in found if (place.side, place.ware) in first and kind_of_end(place.port) not in REINFORCEMENT
    ]
    every = {**dict.fromkeys(others, ZERO), **wanted}
    effects: list[Effect] = []
    for place, free in every.items():
        count = found.get(place, Count())
        base = stored(free - count.free)
        row = roster.stored.get(place)
        if row is None and (place in wanted or base != "0"):
            effects.append(_made(place, base, "0", (names or {}).get(place.ware, "")))
        elif row is not None and roster.facts[f"{row}.base"] != base:
            effects.append(Set(f"{row}.base", base))
    return tuple(effects)


def _made(place: Place, base: str, sunk: str, label: str = "") -> Effect:
    side, port, ware = place
    return create(place.row, side=side, port=port, what=ware.what, label=label or ware.label, base=base, sunk=sunk)


def dropped(roster: Roster, side: str, ware: Ware) -> tuple[Effect, ...]:
    """Effects after which a side keeps no count of a ware."""
    return tuple(Remove(row) for place, row in roster.stored.items() if (place.side, place.ware) == (side, ware))


def cleared(facts: Facts, turn: str) -> tuple[Effect, ...]:
    """What the shipments that are cleared away at the end of a turn did goes into the holdings."""
    roster = Roster(facts, turn)
    if not roster.kept:
        return ()
    gone = {key.partition(":")[2] for key in old_shipments(facts, turn)}
    return _posted(roster, counted((row for row in shipments(facts) if row["key"] in gone), ""))


def cleared_again(facts: Facts, rows: Mapping[str, Row]) -> tuple[Effect, ...]:
    """What shipments that were corrected did otherwise than it went into the holdings. rows: as they were cleared."""
    roster = Roster(facts, "")
    if not roster.kept:
        return ()
    counts = counted((row for row in shipments(facts) if f"shipment:{row['key']}" in rows), "")
    for place, count in counted(({"unit": "", **row} for row in rows.values()), "").items():
        found = counts.setdefault(place, Count())
        found.net -= count.net
        found.sunk -= count.sunk
    return _posted(roster, counts)


def _posted(roster: Roster, counts: Mapping[Place, Count]) -> tuple[Effect, ...]:
    """The effects by which so much more is in the holdings."""
    facts, effects = roster.facts, list[Effect]()
    for place, count in counts.items():
        if not roster.keeps(place) or (not count.net and not count.sunk):
            continue
        row = roster.stored.get(place)
        if row is None:
            effects.append(_made(place, stored(count.net), stored(count.sunk), roster.name(place)))
            continue
        for name, more in (("base", count.net), ("sunk", count.sunk)):
            if more:
                effects.append(Set(f"{row}.{name}", stored(Fraction(facts[f"{row}.{name}"]) + more)))
    return tuple(effects)
