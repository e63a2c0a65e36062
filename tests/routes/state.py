"""What routes keep, and the maps that come of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated

from pydantic import Field, StringConstraints

from navalassist.engine import maps
from navalassist.engine.maps import Barred, Ground, Look, Squares, Toll, Way, WayChart, Zones
from navalassist.engine.reader import View
from navalassist.engine.rows import Roster, Row, Says
from navalassist.engine.shapes import Key, Worded
from navalassist.play.write.edits import EditError
from navalassist.play.write.row_edits import ByHand

SQUARES, RANGE = Squares(across=8, down=8), 5
Name = Annotated[str, StringConstraints(max_length=40)]


class Kind(Worded):
    """What a square is; those that nobody entered are sea."""

    LAND = "land", "land"
    ISLAND = "island", "small island"


class Force(Row, kind="route-force", noun="force"):
    """A force in a square; its place is '' where it stands in none."""

    name: Name = Says("Name")
    place: Name = Says("Square", "", log="Square of {}")


class Square(Row, kind="route-square", noun="square", roster=Roster(("name", "kind", "called", "port"))):
    """A square that is not open sea."""

    name: Name = Says("Square")
    kind: Kind = Says("What it is")
    called: Name = Says("Called", "")
    port: Name = Says("Port of", "")


class Zone(Row, kind="route-zone", noun="sea zone", roster=Roster(("name", "beside"))):
    """A sea zone, and those that lie beside it over open water."""

    name: Name = Says("Name")
    beside: tuple[Key, ...] = Says("Beside", (), of="route-zone")


class Strait(Row, kind="route-strait", noun="strait", roster=Roster(("name", "between", "cost", "side", "season"))):
    """A strait or a canal."""

    name: Name = Says("Name")
    between: tuple[Key, ...] = Says("Between", (), of="route-zone")
    cost: Annotated[int, Field(ge=1, le=9)] = Says("Cost", 1)
    side: Name = Says("Who may pass", "")
    season: Name = Says("Season", "")


class SquaresByHand(ByHand[Square]):
    """Squares entered by hand: each is on the map, and stands in one line."""

    kind = Square
    first = ("name",)

    def check(self, view: View, now: Square, before: Square | None) -> Square:
        try:
            name = SQUARES.place(now.name)
        except ValueError as error:
            raise EditError("name", f"{error}.") from None
        if any(other.name == name and (before is None or other.key != before.key) for other in view.rows(Square)):
            raise EditError("name", f"{name} has a line already: change that one.")
        return now.model_copy(update={"name": name})


class ZonesByHand(ByHand[Zone]):
    """Zones entered by hand."""

    kind = Zone
    first = ("name",)


class StraitsByHand(ByHand[Strait]):
    """Straits entered by hand."""

    kind = Strait
    first = ("name",)


LISTS = (SquaresByHand(), ZonesByHand(), StraitsByHand())


def judge(squares: dict[str, Square]) -> maps.Judge:
    """6.4.1: a route keeps to sea squares, ports and small islands. n diagonals cost n + 1 (6.4.2)."""

    def leg(start: str, to: str, before: Sequence[str]) -> Toll | Barred:
        square = squares.get(to)
        if square and square.kind is Kind.LAND and not square.port:
            beside = (each for each in SQUARES.neighbours(start) if each in SQUARES.neighbours(to))
            instead = next((each for each in beside if each not in squares), "")
            way_out = f" Stop at {instead}, next to it." if instead else ""
            return Barred(
                f"{to} is land. A route keeps to sea squares, ports and small islands.{way_out}", "R.1", instead
            )
        is_first = SQUARES.is_diagonal(start, to) and not any(SQUARES.is_diagonal(*pair) for pair in pairwise(before))
        isle = "small island: may be passed" if square and square.kind is Kind.ISLAND else ""
        return Toll(2 if is_first else 1, isle or ("the first diagonal costs 2" if is_first else ""))

    return leg


def ranges(way: Way) -> int:
    """Each five squares are one range, and a part counts whole (6.3.1)."""
    return -(-way.total // RANGE)


def chart(view: View) -> WayChart:
    """The squares as the players entered them."""
    squares = {square.name: square for square in view.rows(Square)}
    looks = {
        name: Look(Ground.LAND if square.kind is Kind.LAND else Ground.ISLAND, square.called, square.port)
        for name, square in squares.items()
    }
    return WayChart(
        SQUARES, judge(squares), looks, says=lambda way: f"range {ranges(way)}" if way.legs else "", example="E1 D1 D2"
    )


def zones(view: View, side: str, season: str) -> WayChart:
    """The zones and straits as the players entered them."""
    found = view.rows(Zone)
    names = {zone.key: zone.name for zone in found}
    beside = [(zone.key, other) for zone in found for other in zone.beside if other in names]
    straits = [
        maps.Strait(
            strait.name,
            strait.between[:2],
            strait.cost,
            tuple(filter(None, (strait.side,))),
            tuple(filter(None, (strait.season,))),
        )
        for strait in view.rows(Strait)
        if len(strait.between) == 2
    ]
    on = Zones(names, beside, straits)
    looks = {key: Look(name=name) for key, name in names.items()}
    return WayChart(on, on.judge(side, season, rule="R.3"), looks, unit="zone", example="North Sea, Baltic")
