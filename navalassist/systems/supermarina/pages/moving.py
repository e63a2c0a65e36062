"""Beside the chart of the sea, a move: an own force with the hexes that it may reach, each a link that chooses it.

A chart of the hexes around it has all of them; the large chart shows every fourth, to which that one then goes. MPs are
its side's secret: nothing of this is drawn for anybody else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import QueryDict

from navalassist.desk.at import At
from navalassist.desk.operations.panels import looked
from navalassist.engine.forms import FormErrors
from navalassist.engine.maps.sheet_hexes import Hex, distance, hexes_within
from navalassist.play.rules.resolve import Preview
from navalassist.systems.supermarina.chart import CORNER, Grid, Spot, sea_chart
from navalassist.systems.supermarina.forces import force_title
from navalassist.systems.supermarina.hexes import far, hex_typed
from navalassist.systems.supermarina.rules.sailing import MOVE, able
from navalassist.systems.supermarina.state import Force, Minefield, Port, Side

# So many hexes around its middle the small chart shows, and every so many the large one.
AROUND, EVERY = 3, 4


@dataclass(frozen=True, slots=True)
class Place:
    """A hex on a chart. hexes: from the force; may: it reaches it; what: of a port or marker there; is_end: chosen."""

    name: str
    x: float
    y: float
    hexes: int
    may: bool
    what: str = ""
    is_end: bool = False

    @property
    def digits(self) -> str:
        """Line and place, as its sheet prints them."""
        return self.name.partition(":")[2]


@dataclass(frozen=True, slots=True)
class Charts:
    """Both charts of a move. places: on the small one, with its view and the outline of a hex; targets, reach: on the
    large one, where it shows the force.
    """

    places: Sequence[Place]
    targets: Sequence[Place]
    view: str
    outline: str
    reach: str


@dataclass(frozen=True, slots=True)
class Moving:
    """The move that waits. left: MPs; forces: all that may move; found: what it comes to, once a hex is chosen."""

    force: Force
    left: int
    forces: Sequence[tuple[Force, str]]
    end: str
    found: Preview | None
    charts: Charts | None

    @property
    def title(self) -> str:
        """What the force is called."""
        return force_title(self.force)

    @property
    def after(self) -> int | None:
        """MPs left at its end; None while none is chosen that it reaches."""
        hexes = far(self.force.hex, self.end)
        return None if self.found is None or self.found.refusal or hexes is None else self.left - hexes

    @property
    def go(self) -> str:
        """The words of its button."""
        return f"move {self.title}{f' to {self.end}' if self.end else ''}"


def moving_of(here: At, side: Side, given: QueryDict) -> Moving | None:
    """The move of the force that is chosen, or of the first one; None where this viewer can move none."""
    own = (one for one in here.rows.rows(Force, side=side) if one.hex) if here.viewer.may_act_as(side) else ()
    forces = dict(able(here.rows, own))
    if not forces:
        return None
    force = next((one for one in forces if one.key == given.get("force")), next(iter(forces)))
    try:
        end = hex_typed(given.get("hex", ""), force.hex)
        found = looked(here, MOVE, force=force.key, hex=end) if end else None
    except (FormErrors, LookupError, ValueError):
        end, found = "", None
    named = [(one, force_title(one)) for one in forces]
    return Moving(force, forces[force], named, end, found, charts(here, force, forces[force], end))


def charts(here: At, force: Force, left: int, end: str) -> Charts | None:
    """Both charts of a move, where the large one knows how its sheet lies."""
    start, grid = Hex.of(force.hex), sea_chart().grid_of(force.hex)
    if grid is None:
        return None
    middle = Hex.of(end) if end and far(force.hex, end) is not None else start
    what: dict[str, str] = {port.hex: port.name for port in here.rows.rows(Port)}
    for field in here.rows.rows(Minefield, active=True):
        what[field.hex] = ", ".join(filter(None, (what.get(field.hex), "mined")))
    for one in here.rows.rows(Force):
        what[one.hex] = ", ".join(filter(None, (what.get(one.hex), f"{one.side.label} {one.number}")))
    near = [place(grid, start, one, left, what, end) for one in hexes_within(middle, AROUND)]
    reached = (place(grid, start, one, left, what) for one in hexes_within(start, left, EVERY))
    at, half = grid.of(middle), (AROUND + 0.6) * grid.hex
    return Charts(
        places=near,
        targets=[one for one in reached if one.may and sea_chart().view.holds(Spot.of(complex(one.x, one.y)))],
        view=f"{at.real - half:.1f} {at.imag - half:.1f} {2 * half:.1f} {2 * half:.1f}",
        outline=grid.hexagon(0, CORNER),
        reach=grid.hexagon(grid.of(start), left, 30) if sea_chart().spot(force.hex) else "",
    )


def place(grid: Grid, start: Hex, one: Hex, left: int, what: Mapping[str, str], end: str = "") -> Place:
    """A hex as it is drawn."""
    at, hexes = grid.of(one), distance(start, one) or 0
    name = str(one)
    return Place(name, round(at.real, 1), round(at.imag, 1), hexes, 0 < hexes <= left, what.get(name, ""), name == end)
