"""What the demo campaign has beside its convoys: fleets, mines and points, so that each rule has something to act on.

No scenario at hand prints them: strengths, places and numbers are made up, to be replaced by a group's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.campaigns.models import Account
from navalassist.engine import Create, create
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.malta.models import MaltaStock
from navalassist.rules.europa.accounts import account_key
from navalassist.rules.europa.mines import belt_row
from navalassist.rules.europa.r36_malta import STOCK
from navalassist.rules.europa.words import Side
from navalassist.seazones.models import MineBelt
from navalassist.systems.europa.fleet import GROUP, OFF, UNIT
from navalassist.taskforces.models import NavalGroup, TaskForce

ORGANISATION = "Fleet Air Arm"
# key, name, place
GROUPS = {
    Side.AXIS: (("battle-fleet", "Battle fleet", "port:taranto"), ("cruisers", "Cruisers", "port:naples")),
    Side.ALLIED: (("force-h", "Force H", "port:gibraltar"), ("malta-boats", "Malta submarines", "port:valletta")),
}
# key, name, kind, strength, half-strength side, place, what else is not plain
UNITS = {
    Side.AXIS: (
        ("squadron-1", "1st Squadron", "task-force", 12, 6, "group:battle-fleet", {}),
        ("squadron-2", "2nd Squadron", "task-force", 8, 4, "group:cruisers", {"hits": 1}),
        ("barge-1", "Landing barge 1", "lb", 2, 1, "port:tripoli", {}),
    ),
    Side.ALLIED: (
        ("med-fleet", "Mediterranean Fleet", "task-force", 12, 6, "port:alexandria", {}),
        ("force-h-1", "Force H battleships", "task-force", 8, 4, "group:force-h", {}),
        (
            *("ark-royal", "Ark Royal", "carrier", 4, 0, "group:force-h"),
            {"hits": 1, "organisation": ORGANISATION, "code_c_fighter": True, "leaves": "1941-11-1"},
        ),
        (
            *("formidable", "Formidable", "carrier", 4, 0, OFF),
            {"organisation": ORGANISATION, "arrives": "1941-03-2"},
        ),
        ("boats-1", "10th Flotilla", "submarine", 2, 1, "group:malta-boats", {}),
        ("minelayer", "Minelayer", "warship", 1, 0, "port:valletta", {"mines": 1}),
        ("craft-1", "Landing craft 1", "lc", 2, 1, "port:alexandria", {}),
        ("transport-1", "Transport 1", "nt", 2, 1, "port:alexandria", {}),
    ),
}  # fmt: skip
# hex and mine points: each side's between Sicily and Malta.
MINES = {Side.AXIS: ("18A:0404", 2), Side.ALLIED: ("18A:0203", 1)}
# kind of points, organisation, balance
POINTS = {
    Side.AXIS: (("nrp", "", "6"), ("arp", "Regia Aeronautica", "10")),
    Side.ALLIED: (("nrp", "", "8"), ("arp", ORGANISATION, "6")),
}
MALTA_POINTS = 4
ZONE = "central-med"


def demo_fleets() -> Iterator[Create]:
    """Groups, units, mines and points of both sides."""
    for side in Side:
        plain = {"side": side.value}
        for key, name, place in GROUPS[side]:
            yield create(f"{GROUP}:{key}", **NavalGroup.new_facts(**plain, name=name, place=place))
        for key, name, kind, strength, reverse, place, more in UNITS[side]:
            printed = {"name": name, "kind": kind, "strength": strength, "reverse": reverse, "place": place}
            yield create(f"{UNIT}:{key}", **TaskForce.new_facts(**plain, **printed, **more))
        where, points = MINES[side]
        found = Hex.of(where)
        belt = MineBelt.new_facts(**plain, hex=str(found), zone=ZONE, points=points)
        yield create(belt_row(side, found), **belt)
        for what, organisation, balance in POINTS[side]:
            fields = {"what": what, "organisation": organisation, "balance": balance, "sweeping": "0"}
            yield create(f"account:{account_key(side, what, organisation)}", **Account.new_facts(**plain, **fields))
    yield create(STOCK, **MaltaStock.new_facts(points=MALTA_POINTS))
