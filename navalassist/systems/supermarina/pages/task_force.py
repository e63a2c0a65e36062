"""The chart of a task force, for its own side: ships, transports with their manifest, and what it may do next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from navalassist.desk.at import At
from navalassist.desk.rows import Gone, row_or_gone
from navalassist.engine.duties import Duty, Moment
from navalassist.engine.learnt import Level
from navalassist.engine.reader import View
from navalassist.systems.supermarina.fighting import slowest
from navalassist.systems.supermarina.forces import FORCES, contents, force_title, ships_of, transports_of
from navalassist.systems.supermarina.pages.boxes import Row, plain_boxes
from navalassist.systems.supermarina.pages.ships import Sheet, sheet_of
from navalassist.systems.supermarina.rules.answer import ALL_SCATTER, ESCORT_FIGHTS, in_sum, share
from navalassist.systems.supermarina.rules.sailing import MOVE
from navalassist.systems.supermarina.rulings import R108
from navalassist.systems.supermarina.state import TRANSPORT_FLOTATION_HITS, TRANSPORT_GUN_HITS, Force, Lot, Transport


@dataclass(frozen=True, slots=True)
class Carrier:
    """A transport of the manifest. hits: its boxes, guns before flotation."""

    transport: Transport
    hits: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Cargo:
    """A lot of the manifest with all transports that carry it; no lot: they are empty."""

    lot: Lot | None
    carriers: tuple[Carrier, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A task force as its own side sees it. speed, left: MPs of its slowest, and those left in the step.

    scattering: what it would lose as it scatters with its escort, and while that fights (SM.6.A.1); asw: ASW points.
    """

    force: Force
    title: str
    speed: int
    left: int
    slow: str
    known: Level
    ships: tuple[Sheet, ...]
    manifest: tuple[Cargo, ...]
    transports: int
    scattering: tuple[str, ...]
    asw: str


def carrier(transport: Transport) -> Carrier:
    """A transport with its hits: sunk with 3 of guns or bombs, or 2 of flotation (SM.2.D)."""
    guns = plain_boxes(TRANSPORT_GUN_HITS, transport.gun_hits, transport.gun_hits)
    floats = plain_boxes(TRANSPORT_FLOTATION_HITS, transport.flotation_hits, transport.flotation_hits)
    return Carrier(transport, (Row("G", guns), Row("F", floats)))


def manifest(view: View, transports: tuple[Transport, ...]) -> Iterator[Cargo]:
    """Every lot once, with what carries it, by the number of its first transport."""
    for key, shared in groupby(sorted(transports, key=lambda one: (first_of(one, transports), one.number)), by_lot):
        yield Cargo(view.find(Lot, key), tuple(carrier(one) for one in shared))


def by_lot(transport: Transport) -> str:
    """What it carries; an empty one is by itself."""
    return transport.cargo


def first_of(transport: Transport, transports: tuple[Transport, ...]) -> int:
    """The lowest number of those that share its cargo; its own where it carries nothing."""
    shared = [one.number for one in transports if one.cargo and one.cargo == transport.cargo]
    return min(shared, default=transport.number)


def chart_of(view: View, force: Force) -> Chart:
    """The chart of a force of which the view has the contents."""
    ships, transports = ships_of(view, force), transports_of(view, force)
    everything = contents(view, force)
    speed = slowest(everything)
    slow = next((one for one in everything if one.speed == speed), None)
    rounding = view.ruling(R108)
    convoy = len(transports)
    return Chart(
        force=force,
        title=force_title(force),
        speed=speed,
        left=max(0, speed - force.spent),
        slow="transports" if isinstance(slow, Transport) else slow.name if slow else "",
        known=FORCES.of(view, force.side.enemy, force).level,
        ships=tuple(sheet_of(view, ship) for ship in ships),
        manifest=tuple(manifest(view, transports)),
        transports=convoy,
        scattering=tuple(in_sum(convoy, part, share(convoy, part, rounding)) for part in (ALL_SCATTER, ESCORT_FIGHTS)),
        asw=halves_of(sum(ship.asw_halves for ship in ships)),
    )


def halves_of(number: int) -> str:
    """`2½` of five halves."""
    return f"{number // 2 or ('' if number else 0)}{'½' * (number % 2)}"


def next_acts(here: At, force: Force) -> list[Duty]:
    """What is due or may be done with the force in this step, as the page of the step has it; moving first."""
    names = (f"force={force.key}", f"source={force.row}")
    duties = here.agenda.at(Moment(*here.state.clock))
    own = [duty for duty in duties if duty.url.partition("?")[2].partition("&")[0] in names]
    return sorted(own, key=lambda duty: duty.procedure != MOVE)


def task_force(here: At, key: str) -> dict[str, Any]:
    """The chart of a force; Gone for one of which the viewer does not see what sails in it."""
    force = row_or_gone(here, Force, key)
    if not contents(here.rows, force):
        raise Gone("There is no such thing in this campaign, or none any more.")
    return {"chart": chart_of(here.rows, force), "acts": next_acts(here, force)}
