"""SM.8.B: hits under repair. Their side's secret, as its ships are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from navalassist.engine import Effect
from navalassist.engine.reader import View
from navalassist.engine.rows import Row, Says
from navalassist.engine.shapes import Key, Worded
from navalassist.systems.supermarina.state import SUNK, Name, Port, Ship, Side

LONGEST = 13


class HitKind(Worded):
    """Which box is repaired."""

    GUN = "gun", "gun hit"
    FLOTATION = "flotation", "flotation hit"


class Repair(Row, kind="sm-repair", noun="repair", tagged=True):
    """A hit under repair, in the port where its ship lies. left: so many player turns of its owner until it is done.

    halted: '' while it goes on, else the player turn of its owner that it loses at least, as `1941-11-1/axis`
    (SM.8.B.2).
    """

    side: Side = Says("Side")
    ship: Key = Says("Ship", of="ship")
    hit: HitKind = Says("What is repaired")
    left: int = Says("Player turns left", ge=1, le=LONGEST, log="Player turns left of {}")
    halted: Name = Says("Halted, at least for", "", log="{} halted, at least for")


def hits_of(ship: Ship, hit: HitKind) -> int:
    """The hits of a kind on a ship."""
    return ship.gun_hits if hit is HitKind.GUN else ship.flotation_hits


def repairs_at(view: View, port: Port) -> tuple[Repair, ...]:
    """Repairs that go on in a port: so many of its repair points are in use."""
    there = {ship.key for ship in view.own(Ship, port.owner, place=port.row)}
    return tuple(one for one in view.own(Repair, port.owner, halted="") if one.ship in there)


def turn_over(view: View, owner: Side) -> Iterator[Effect]:
    """As its owner's player turn ends each repair that goes on is one turn nearer; the lowest box comes back first.

    A box that is hit is the last of those in a row that are gone, so it is the lowest value that comes back. Nobody
    works on a ship that lies in no own port with repair points, and there is nothing left to do on one that is lost.
    """
    yards = {port.row for port in view.rows(Port, owner=owner) if port.works_on}
    done: Counter[tuple[str, HitKind]] = Counter()
    for one in view.rows(Repair, side=owner):
        ship = view.find(Ship, one.ship)
        if ship is None or ship.side is not owner or ship.place == SUNK:
            yield one.gone()
        elif one.halted or ship.place not in yards:
            continue
        elif one.left > 1:
            yield from one.set(left=one.left - 1)
        else:
            yield one.gone()
            done[one.ship, one.hit] += 1
    for (key, hit), count in done.items():
        ship = view.row(Ship, key)
        name = "gun_hits" if hit is HitKind.GUN else "flotation_hits"
        yield from ship.set(**{name: max(0, hits_of(ship, hit) - count)})
