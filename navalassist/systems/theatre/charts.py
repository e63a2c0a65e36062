"""The map and the sea zones on which a way is drawn: from the port of the chosen group, or from a chosen port."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from navalassist.engine.forms import Facts, FormErrors, Options
from navalassist.engine.maps import Barred, WayChart
from navalassist.engine.reader import View
from navalassist.systems.theatre import ways
from navalassist.systems.theatre.acting import side_of
from navalassist.systems.theatre.state.fleets import Group
from navalassist.systems.theatre.state.orders import Order
from navalassist.systems.theatre.state.sea import Map, Port, Zone
from navalassist.systems.theatre.state.words import Side


@dataclass(frozen=True, slots=True)
class Sails:
    """What is to sail. port: where it begins; transports: some pass with the ships."""

    port: Port
    side: Side
    nation: str = ""
    transports: bool = False


@dataclass(frozen=True)
class Charts:
    """Where ways are drawn. sails: what is to sail, as the fields of a form tell; None before that is known."""

    sails: Callable[[View, Facts], Sails | None]

    def squares(self, view: View, typed: Facts) -> WayChart:
        """The map of the port, around it and as far as the way leads; the whole one for a port that lies off it.

        Where nothing is known the part around some port is drawn: the whole map is larger than a tablet.
        """
        sails = self.sails(view, typed)
        map_ = map_on(view, sails.port if sails else None, str(typed.get("zones") or "").split())
        if sails is None:
            return ways.chart(view, map_, Side.AXIS, about=list(ways.friendly(view, map_, Side.AXIS))[:1])
        square = sails.port.square if sails.port.map else ""
        ends = [square_of(view, str(typed.get(name) or ""), map_) for name in ("staging", "returns")]
        drawn = [square, *ways.named(ways.grid(view, map_), str(typed.get("route") or "")), *filter(None, ends)]
        return ways.chart(view, map_, sails.side, sails.nation, drawn if square else (), square)

    def zones(self, view: View, typed: Facts) -> WayChart:
        """The sea zones, from where the squares or the port lead into them."""
        sails = self.sails(view, typed)
        if sails is None:
            return ways.zone_chart(view)
        port, route = sails.port, str(typed.get("route") or "")
        squares = ways.named(ways.grid(view, port.map), route) if port.map and port.square else []
        begins = ways.zones_at(view, port, (squares or [port.square])[-1])
        return ways.zone_chart(view, sails.side, sails.nation, sails.transports, begins)

    def drawn(self, view: View, typed: Facts) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The squares and the zones of the way that is typed. FormErrors where it leads nowhere, or can't be gone."""
        squares = places_read(self.squares(view, typed), "route", str(typed["route"]))
        zones = places_read(self.zones(view, typed), "zones", str(typed.get("zones") or ""))
        if len(squares) < 2 and not zones:
            raise FormErrors({"route": "tap the squares one after the other, from the port on"})
        return squares, zones


def of_groups(listed: Callable[[View], Options]) -> Charts:
    """For the chosen group: until one is chosen the first of those that are listed."""

    def sails(view: View, typed: Facts) -> Sails | None:
        group = view.find(Group, str(typed.get("group") or next((key for key, _ in listed(view)), "")))
        port = group and view.named(Port, group.place)
        return Sails(port, group.side, group.nation.value, bool(group.transports)) if group and port else None

    return Charts(sails)


def of_ports(listed: Callable[[View], Options]) -> Charts:
    """For transports from the chosen port: until one is chosen the first of those that are listed."""

    def sails(view: View, typed: Facts) -> Sails | None:
        port = view.named(Port, str(typed.get("start") or next((row for row, _ in listed(view)), "")))
        return Sails(port, side_of(port) or Side.AXIS, transports=True) if port else None

    return Charts(sails)


def places_read(chart: WayChart, about: str, text: str) -> tuple[str, ...]:
    """The places of a way; none where nothing is typed. FormErrors for a leg that can't be gone."""
    if not text.strip():
        return ()
    try:
        way = chart.way(text)
    except ValueError as error:
        raise FormErrors({about: str(error)}) from None
    if (leg := way.barred) and isinstance(leg.judged, Barred):
        more = f" ({leg.judged.rule})" if leg.judged.rule else ""
        raise FormErrors({about: f"{chart.called(leg.start)} to {chart.called(leg.to)}: {leg.judged.text}{more}"})
    return way.places


def square_of(view: View, place: str, map_: str = "") -> str:
    """The square of a port, or of an island. map_: '' for a port of any map."""
    port = view.named(Port, place)
    if port:
        return port.square if map_ in ("", port.map) else ""
    return "" if ":" in place else place


def map_of(view: View, order: Order) -> str:
    """The map on which an order's squares are: that of a port where it starts, stages or ends, else as `map_on`."""
    ports = (view.named(Port, place) for place in (order.start, order.staging, order.returns))
    return next((port.map for port in ports if port and port.map), "") or map_on(view, None, order.zones.split())


def map_on(view: View, port: Port | None, zones: Iterable[str]) -> str:
    """The map on which squares of a way lie: that of its port, else one that a zone of the way leads to."""
    if port and port.map:
        return str(port.map)
    found = [zone.map for key in zones if (zone := view.find(Zone, key))]
    return next((one for one in reversed(found) if one), view.keys(Map)[-1])
