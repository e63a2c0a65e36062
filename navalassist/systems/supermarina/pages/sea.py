"""The chart of the sea: markers, ports and weather as a seat may see them, and the search that waits for its tap.

Site, distance and chance of a search are drawn for the side that searches alone (R-131).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_safe

from navalassist.desk.access import at, head_of
from navalassist.desk.answers import page
from navalassist.desk.at import At
from navalassist.desk.forces.known import ForceSeen, force_seen
from navalassist.desk.made_once.page import for_all
from navalassist.desk.operations.panels import looked
from navalassist.desk.pads import Pad, first_asked, pad_of
from navalassist.engine.learnt import Level
from navalassist.play.rules.resolve import Preview
from navalassist.play.write.submissions import new_submission
from navalassist.systems.supermarina.book import SYSTEM
from navalassist.systems.supermarina.chart import APART, Spot, sea_chart
from navalassist.systems.supermarina.forces import FORCES
from navalassist.systems.supermarina.marks import searched_mark, stands
from navalassist.systems.supermarina.pages.moving import moving_of
from navalassist.systems.supermarina.rules.area_search import RECON, SLUG, number_of
from navalassist.systems.supermarina.rules.surface_search import MOVEMENT
from navalassist.systems.supermarina.sites import Lookout, sites_of
from navalassist.systems.supermarina.spotting import Recon, methods
from navalassist.systems.supermarina.state import Force, Minefield, Port, Side
from navalassist.systems.supermarina.turn import TURN, acting
from navalassist.systems.supermarina.weather import WEATHER, Sky, sky_at

PIPS = 10
# So far, in hexes, rings are drawn. Markers stand so far apart, in units of the chart; one that would cover another
# stands beside its hex, with a line to it.
FARTHEST_RING = 30
WIDE, HIGH = 34, 52
BESIDE = [(x * 40, y * 54) for y in (0, 1, -1, 2) for x in (0, 1, -1, 2, -2)]


@dataclass(frozen=True, slots=True)
class Half:
    """A side's half of a segment. state: done, now or later; words: what stands there."""

    side: Side
    state: str
    words: str


@dataclass(frozen=True, slots=True)
class Chit:
    """A marker. spot: where it stands, None where the chart does not show it; lies: its hex; found: as both know."""

    force: Force
    seen: ForceSeen
    spot: Spot | None
    lies: Spot | None
    word: str
    found: tuple[str, ...]
    chosen: bool


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle around the best site, to the end of a band of the chart."""

    spot: Spot
    radius: int
    words: str

    @property
    def said(self) -> Spot:
        """Where its words stand: on the circle, below and to the right."""
        return Spot(self.spot.x + self.radius // 2, self.spot.y + round(self.radius * APART) + 4)


@dataclass(frozen=True, slots=True)
class SiteRow:
    """A site with its number of the chart, and what poor weather leaves of it; None for an unknown cell."""

    name: str
    hexes: int
    number: int | None
    left: int | None
    best: bool = False


@dataclass(frozen=True, slots=True)
class Act:
    """The search that waits. watches: this viewer may not tap for it."""

    chit: Chit
    found: Preview
    sites: tuple[SiteRow, ...]
    pips: tuple[tuple[int, str], ...]
    rings: tuple[Ring, ...]
    pad: Pad
    watches: bool

    @property
    def best(self) -> str:
        """The site that searches."""
        return next((one.name for one in self.sites if one.best), "")

    @property
    def unmeasured(self) -> Sequence[str]:
        """Sites from which the map does not know the way."""
        given: Any = self.found.situation
        return tuple(given.unmeasured)

    @property
    def go(self) -> str:
        """The words of its button."""
        return f"search for {self.chit.seen.title}{f' from {self.best}' if self.best else ''}"


def segments(here: At) -> list[tuple[int, tuple[Half, ...]]]:
    """The segments of the player turn, each with the halves of both sides."""
    _, player_turn, step = here.state.clock
    now, first = TURN.places.index(f"{player_turn}/{step}"), Side(player_turn)
    found = []
    for number in range(1, TURN.segment[0].repeat + 1):
        halves = []
        for whose, side in (("own", first), ("enemy", first.enemy)):
            steps = [i for i, place in enumerate(TURN.places) if place.startswith(f"{first}/nas-{number}/{whose}-")]
            state = "done" if now > steps[-1] else "later" if now < steps[0] else "now"
            words = step.rpartition("-")[2] if state == "now" else state
            halves.append(Half(side, state, words))
        found.append((number, tuple(halves)))
    return found


def found_by(here: At, force: Force) -> tuple[str, ...]:
    """What both know: by which methods it was found, or that it was searched for in vain."""
    by = methods(here.rows, force)
    lines = [f"Found by {one.label} in this segment." for one in by]
    if stands(here.rows, searched_mark(force.key)) and Recon.AREA not in by:
        lines.append("Searched for by area search in this segment, and not found.")
    return tuple(lines)


def chits(here: At, chosen: str) -> list[Chit]:
    """Every marker, none on top of another."""
    found: list[Chit] = []
    taken: list[Spot] = []
    for force in here.rows.rows(Force):
        seen, lies = force_seen(here, FORCES, force), sea_chart().spot(force.hex)
        spot = lies and free(lies, taken)
        taken += [spot] if spot else []
        word = "" if seen.own else "in battle" if seen.openly else (seen.level or Level.NOTHING).label
        found.append(Chit(force, seen, spot, lies, word, found_by(here, force), force.key == chosen))
    return found


def free(spot: Spot, taken: Sequence[Spot]) -> Spot:
    """The place itself, or the first beside it where no marker stands."""
    beside = (Spot(spot.x + x, spot.y + y) for x, y in BESIDE)
    return next((one for one in beside if not any(_covers(one, other) for other in taken)), spot)


def _covers(one: Spot, other: Spot) -> bool:
    return abs(one.x - other.x) < WIDE and abs(one.y - other.y) < HIGH


def ports(here: At) -> Iterator[tuple[Port, Spot, str]]:
    """The ports that the chart shows."""
    drawn = sea_chart().ports
    for port in here.rows.rows(Port):
        spot, side = drawn.get(port.key, (sea_chart().spot(port.hex), "e"))
        if spot:
            yield port, spot, side


def mines(here: At) -> Iterator[tuple[Minefield, Spot]]:
    """The minefields that the chart shows."""
    return ((one, spot) for one in here.rows.rows(Minefield, active=True) if (spot := sea_chart().spot(one.hex)))


def skies(here: At) -> list[dict[str, Any]]:
    """The areas that the chart names, with their weather; of poor ones the outlines."""
    chart, values = sea_chart(), here.state.values
    return [
        {"name": WEATHER.areas[key], "spot": spot, "poor": poor, "paths": list(chart.outlines(key)) if poor else []}
        for key, spot in chart.names.items()
        for poor in [WEATHER.said(values, key) == Sky.POOR]
    ]


def site_rows(here: At, sites: tuple[Lookout, ...], sky: Sky) -> tuple[SiteRow, ...]:
    """The sites that may search, the best one marked."""
    found = [(one, number_of(here.state.book, one.hexes, one.kind)) for one in sites]
    best = max((number or 0 for _, number in found), default=0)
    rows, marked = [], False
    for one, number in found:
        left = None if number is None else number // 2 if sky is Sky.POOR else number
        is_best = not marked and bool(best) and number == best
        marked = marked or is_best
        rows.append(SiteRow(one.name, one.hexes, number, left, is_best))
    return tuple(rows)


def pips_of(row: SiteRow | None) -> tuple[tuple[int, str], ...]:
    """Ten faces: those that find, those that poor weather takes, and the rest."""
    number, left = (row.number or 0, row.left or 0) if row else (0, 0)
    return tuple((face, "y" if face <= left else "cut" if face <= number else "") for face in range(1, PIPS + 1))


def rings_of(here: At, side: Side, row: SiteRow | None, sites: tuple[Lookout, ...]) -> tuple[Ring, ...]:
    """The bands of the chart around the best site, as far as they are drawn."""
    if row is None:
        return ()
    kind = next(one.kind for one in sites if one.name == row.name)
    at_hex = next((at for _, name, at in sites_of(here.rows, side) if name == row.name), "")
    spot, grid = sea_chart().spot(at_hex), sea_chart().grid_of(at_hex)
    if spot is None or grid is None:
        return ()
    known = [(hexes, number_of(here.state.book, hexes, kind)) for hexes in range(FARTHEST_RING + 1)]
    bands = [(number, max(hexes for hexes, _ in band)) for number, band in groupby(known, key=lambda one: one[1])]
    return tuple(Ring(spot, round(end * grid.hex), f"{end} hexes: {number}") for number, end in bands if number)


def act_of(here: At, found: list[Chit], side: Side) -> Act | None:
    """The search that the chosen marker, or the first one, waits for; for the side that searches alone."""
    open_ones = [one for one in found if one.force.side is not side and one.force.hex and not _searched(here, one)]
    chit = next((one for one in open_ones if one.chosen), open_ones[0] if open_ones else None)
    if chit is None:
        return None
    try:
        seen = looked(here, SLUG, force=chit.force.key)
    except (LookupError, ValueError):
        return None
    given: Any = seen.situation
    rows = site_rows(here, given.sites, sky_at(here.rows, chit.force.hex))
    best = next((row for row in rows if row.best), None)
    rings = rings_of(here, side, best, given.sites)
    pad = pad_of(seen.procedure, first_asked(seen, here.state.book))
    return Act(chit, seen, rows, pips_of(best), rings, pad, not here.viewer.may_act_as(side))


def _searched(here: At, chit: Chit) -> bool:
    return stands(here.rows, searched_mark(chit.force.key))


def act_context(here: At, found: list[Chit], given: QueryDict) -> dict[str, Any]:
    """The move or the search that waits: whose it is, and all that it shows, where this viewer may see it."""
    side, step = acting(here.rows), here.state.clock[2]
    if not step.endswith(RECON):
        moves = moving_of(here, side, given) if step.endswith(MOVEMENT) else None
        return {"side": side, "searching": False, "moving": moves}
    may_see = here.sees(side)
    left = [one for one in found if one.force.side is not side and one.force.hex and not _searched(here, one)]
    return {"side": side, "searching": True, "mine": may_see, "left": left} | (
        {"act": act_of(here, found, side)} if may_see else {}
    )


@require_safe
@for_all
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The page. `?force=` names the marker that is looked for, or moves, `?hex=` where to. 404 in another system's."""
    here = at(request, slug, SYSTEM)
    found, home = chits(here, request.GET.get("force", "")), f"/c/{slug}/"
    context: Mapping[str, Any] = {
        "head": head_of(here),
        "here": "sea",
        "home": home,
        "back": f"{home}sea/",
        "chart": sea_chart(),
        "segments": segments(here),
        "chits": found,
        "off_chart": [one for one in found if one.spot is None],
        "ports": list(ports(here)),
        "mines": list(mines(here)),
        "skies": skies(here),
        "submission": new_submission(),
        "seen": here.version,
        # Who takes the tablet next does not read in its address where a force was to go.
        "stay": f"{home}sea/",
        **act_context(here, found, request.GET),
    }
    return page(request, "supermarina/sea.html", dict(context))
