"""SPs and SRPs of a side in a port, as a rule reads them from the transport roster."""

from __future__ import annotations

from decimal import Decimal

from navalassist.engine.reader import Reader
from navalassist.rules.europa.stores import Stock
from navalassist.systems.europa.board.roster import Place, Roster, Ware


def stock_of(reader: Reader, side: str, port: str, what: str) -> Stock | None:
    """What is there; None where the side keeps no count of such points."""
    roster = Roster(reader.state.values, reader["campaign:clock.turn"])
    place = Place(side, port, Ware(what))
    base = reader.get(f"{place.row}.base")
    if base is None:
        # That nothing is counted is as much the side's own as what is.
        reader.looked_for(place.row, side=side)
    if not roster.keeps(place):
        return None
    count = roster.counts.get(place)
    free = Decimal(count.free.numerator) / count.free.denominator if count else Decimal(0)
    return Stock(row=place.row, base=Decimal(str(base or 0)), free=free, is_new=base is None)
