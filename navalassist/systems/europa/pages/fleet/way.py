"""The way of a group's next move as its card draws it: a bar to scale, what is possible next, and what was typed wrong.

The way so far stands in the address of the page: nothing is kept before it is sent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from navalassist.desk.answers import sentence
from navalassist.desk.at import At
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.reader import Reader
from navalassist.play.turns.parts import part_now
from navalassist.rules.europa.r36_way import Stretch
from navalassist.rules.europa.strips import (
    BLOCK,
    NIGHT_OF_A_PHASE,
    Strip,
    night_left,
    of_step,
    refusal_of_allowance,
)
from navalassist.rules.europa.way_typed import Way, before_night
from navalassist.rules.europa.words import Step
from navalassist.systems.europa import fleet, way_ahead
from navalassist.systems.europa.allowances import allowance_of
from navalassist.systems.europa.fleet import GROUP
from navalassist.systems.europa.places import places

WAY, SHEET, HEX, PORT = "way", "sheet", "hex", "port"
# MPs by day that a tap adds; what a column of the bar stands for grows with a longer way.
BY_DAY, MOST_COLUMNS = (5, 10), 300
# The name of a place needs one part in so many of the bar; where one has less, all stand above it in a row.
ROOM = 8
TYPED_WAY, TYPED_HEX = "typed-way", "typed-hex"


@dataclass(frozen=True, slots=True)
class Block:
    """MPs of the bar. free: not spent yet; first: a place is named before it; span: its columns."""

    mps: int
    night: bool
    word: str
    free: bool = False
    first: bool = False
    span: int = 0


@dataclass(frozen=True, slots=True)
class Stop:
    """A place of the bar, over the columns that lead on from it. far: how far it is from there to the next place."""

    name: str
    zone: str
    span: int
    far: str = ""
    short: bool = False
    end: bool = False


@dataclass(frozen=True, slots=True)
class Chip:
    """What may come next: one tap, or why it may not."""

    key: str
    text: str
    url: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Wrong:
    """What was typed and does not fit: into which field, and what would be right."""

    field: str
    typed: str
    text: str


@dataclass(frozen=True, slots=True)
class Planned:
    """A group's way as far as it is typed, beside its moves of the phase. by_day: it reacts to the enemy's moves."""

    here: At
    group: str
    way: Way
    strip: Strip
    naval_step: int
    by_day: bool
    allowance: int | None
    address: str
    wrong: Wrong | None = None

    @property
    def whole(self) -> Strip:
        """The moves of the phase with these."""
        return (*self.strip, *(move.model_copy(update={"naval_step": self.naval_step}) for move in self.way.moves))

    @property
    def ends(self) -> bool:
        """Whether it leads to a place, so that it may be sent."""
        return bool(self.way.legs) and bool(self.way.legs[-1].to)

    @property
    def last(self) -> str:
        """The last place that it names, as players call it."""
        values = self.here.state.values
        return place_words(values, way_ahead.last_place(values, self.group, self.way))

    @property
    def mps(self) -> int:
        """All its MPs."""
        return sum(leg.mps for leg in self.way.legs)

    def link(self, text: str) -> str:
        """The address of the page with another way."""
        return f"{self.address}?{urlencode({WAY: text}, safe=':')}" if text else self.address


def place_words(values: Any, place: str) -> str:
    """`Gibraltar`, `25A:2608`"""
    return fleet.place_words(values, place).removeprefix("hex ")


def planned(here: At, group: str, given: QueryDict, address: str) -> Planned:
    """The way that an address names, with the hex or the port that a form adds to it."""
    values, row = here.state.values, f"{GROUP}:{group}"
    reader = Reader(here.state)
    plain = Planned(
        here,
        group,
        Way(),
        fleet.strip_now(values, group),
        part_now(values),
        by_day=values[f"{row}.side"] != here.state.clock[1],
        allowance=allowance_of(reader, fleet.units_of(reader, group)),
        address=address,
    )
    typed = given.get(WAY, "")
    try:
        found = replace(plain, way=way_ahead.read_way(values, typed))
    except ValueError as error:
        return replace(plain, wrong=Wrong(TYPED_WAY, typed, sentence(str(error))))
    return _with_place(found, given)


def _with_place(plan: Planned, given: QueryDict) -> Planned:
    """The same way, and on to the hex or the port that was chosen."""
    port, text = given.get(PORT, ""), given.get(HEX, "").strip()
    if not (port or text) or plan.way.port:
        return plan
    values = plan.here.state.values
    try:
        named = text if ":" in text else f"{given.get(SHEET, '')}:{text}"
        to = f"port:{port}" if port else f"hex:{Hex.of(named)}"
        more = way_ahead.with_place(values, plan.group, plan.way, to, plan.strip, plan.naval_step, by_day=plan.by_day)
        return replace(plan, way=way_ahead.read_way(values, more))
    except ValueError as error:
        return replace(plan, wrong=Wrong(TYPED_HEX, text, sentence(str(error))))


def may_move(here: At) -> bool:
    """Whether this is a step in which groups move, or react (36.A.2)."""
    return Step(here.state.clock[2]).is_naval


# ------------------------------------------------------------------------------------------------ the bar


def bar(plan: Planned) -> dict[str, Any]:
    """The places above, and below them the MPs in the order in which they are spent, to one scale.

    crowded: the names of the places find no room above what leads on from them.
    """
    legs = list(_legs(plan))
    scale = max(1, -(-sum(block.mps for leg in legs for block in leg) // MOST_COLUMNS))
    drawn = [_drawn(leg, scale, first=number > 0) for number, leg in enumerate(legs)]
    stops, blocks = list(_stops(plan, drawn)), [block for leg in drawn for block in leg]
    whole = sum(block.span for block in blocks)
    return {"stops": stops, "blocks": blocks, "crowded": any(stop.span * ROOM < whole for stop in stops)}


def _legs(plan: Planned) -> Iterator[list[Block]]:
    """For each place the MPs that lead on from it."""
    legs = [
        [Block(spent.mps, spent.night, "night" if spent.night else "day") for spent in leg.moves]
        for leg in plan.way.legs
    ]
    if plan.ends or not legs:
        legs.append([])
    yield from legs[:-1]
    yield [*legs[-1], *(() if plan.way.port else _not_yet(plan))]


def _not_yet(plan: Planned) -> Iterator[Block]:
    """What comes before the next night, and that; more by day where there is none any more."""
    first, night = (0, 0) if plan.by_day else before_night(plan.whole, plan.naval_step)
    if first or not night:
        yield Block(first or BLOCK, False, "day first" if night else "day", free=True)
    if night:
        yield Block(night, True, "night", free=True)


def _drawn(leg: list[Block], scale: int, *, first: bool) -> list[Block]:
    """To a scale, with a mark where a place is named."""
    spans = (replace(block, span=max(1, block.mps // scale)) for block in leg)
    return [replace(block, first=first and not number) for number, block in enumerate(spans)]


def _stops(plan: Planned, legs: list[list[Block]]) -> Iterator[Stop]:
    values = plan.here.state.values
    start = str(values[f"{GROUP}:{plan.group}.place"])
    named = [start, *(leg.to for leg in plan.way.legs if leg.to)]
    zones = way_ahead.zones_along(values, plan.group, plan.way)
    far = way_ahead.stretches(values, plan.group, plan.way)
    whole = sum(block.span for leg in legs for block in leg)
    for number, (place, zone) in enumerate(zip(named, zones, strict=False)):
        stretch = far[number] if number < len(far) else None
        yield Stop(
            place_words(values, place),
            places().zones[zone].short if zone else "sea zone not said",
            sum(block.span for block in legs[number]) or -(-whole // (ROOM - 1)),
            far=far_words(stretch) if stretch else "",
            short=stretch is not None and stretch.is_met is False,
            end=number == len(named) - 1 and number > 0,
        )


def far_words(stretch: Stretch) -> str:
    """`35 hexes ✓`, `at least 12 hexes`, `35 hexes, 30 MPs`, `distance not known`"""
    if not stretch.exact and not stretch.least:
        return "distance not known"
    hexes = f"{stretch.least} hex{'' if stretch.least == 1 else 'es'}"
    if stretch.is_met is False:
        return f"{hexes}, {stretch.mps} MPs"
    return f"{hexes} ✓" if stretch.exact else f"at least {hexes}"


# ------------------------------------------------------------------------------------------------ what may come next


def chips(plan: Planned) -> list[Chip]:
    """MPs by night and by day, the sea zones that touch the last one, and the last word taken back."""
    found = [] if plan.way.port else [_by_night(plan), *_by_day(plan), *_zones(plan)]
    if plan.way.words:
        found.append(Chip("last", "⌫ last", plan.link(" ".join(plan.way.words[:-1]))))
    return found


def _by_night(plan: Planned) -> Chip:
    left = night_left(plan.whole, plan.naval_step)
    text = f"{left.now or BLOCK} by night"
    if plan.by_day:
        return Chip("night", text, why="a reaction is by day")
    if not left.now:
        return Chip("night", text, why=f"{left.first} by day first" if left.phase else "none left in this phase")
    return Chip("night", text, why=_no_more(plan, left.now), url=plan.link(plan.way.and_then(f"{left.now}n")))


def _by_day(plan: Planned) -> Iterator[Chip]:
    for mps in BY_DAY:
        yield Chip(f"day-{mps}", f"{mps} by day", plan.link(plan.way.and_then(str(mps))), _no_more(plan, mps))


def _no_more(plan: Planned, mps: int) -> str:
    """Why so many MPs more may not be spent; '' where they may, or nobody has said how many there are."""
    refused = refusal_of_allowance(plan.whole, mps, plan.naval_step, plan.allowance)
    return f"it has {plan.allowance} a naval step" if refused else ""


def _zones(plan: Planned) -> Iterator[Chip]:
    pending = plan.way.pending.zones
    if way_ahead.zones_of_end(plan.here.state.values, plan.group, plan.way):
        return
    for key, name in way_ahead.zones_next(plan.here.state.values, plan.group, plan.way):
        if key not in pending:
            yield Chip(key, name, plan.link(plan.way.and_then(key)))


def readout(plan: Planned) -> dict[str, str]:
    """MPs by night and by day in this phase, and what is left."""
    left = night_left(plan.whole, plan.naval_step)
    after = f"{min(BLOCK, left.phase)}, after {left.first} by day" if left.phase else "none"
    day = sum(spent.mps for spent in plan.whole if not spent.night)
    spent = sum(move.mps for move in of_step(plan.whole, plan.naval_step) if not move.waits)
    limit = "your own rules set the limit"
    if plan.allowance is not None:
        limit = f"{max(0, plan.allowance - spent)} of {plan.allowance} MPs left in this naval step"
    return {
        "night": f"{NIGHT_OF_A_PHASE - left.phase} of {NIGHT_OF_A_PHASE}",
        "next": "none: a reaction is by day" if plan.by_day else str(left.now) if left.now else after,
        "day": str(day),
        "limit": limit,
    }


def ports(plan: Planned) -> list[tuple[str, str]]:
    """The ports in which it may end, by key and with their distance."""
    found = way_ahead.ports_next(plan.here.state.values, plan.group, plan.way)
    return [(port.key, f"{port.name}, {far_words(_unspent(stretch))}") for port, stretch in found]


def _unspent(stretch: Stretch) -> Stretch:
    """How far it is, without MPs."""
    return stretch.model_copy(update={"mps": stretch.least, "exact": False})
