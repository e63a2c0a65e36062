"""The rows of a new Europa campaign, as effects: places as history had them in its first turn, rulings as chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.campaigns.models import Campaign
from navalassist.engine import Create, create
from navalassist.engine.duties import Moment
from navalassist.play.rules.rulings import ruling_rows
from navalassist.play.turns import steps
from navalassist.rules.europa import RULINGS
from navalassist.rules.europa.r33_status import HIGH
from navalassist.rules.europa.rulings_status import R04
from navalassist.systems.europa.dated import so_far
from navalassist.systems.europa.demo import demo_fleets
from navalassist.systems.europa.places import places
from navalassist.systems.europa.theatres import KEY, PLAIN, port_rows

SYSTEM = "europa"
DEMO_NAME = "Mediterranean and Red Sea 1941"
DEMO_SLUG = "mediterranean-1941"
DEMO_ABOUT = "Mediterranean and Red Sea, Mar I 41"
DEMO_START = Moment("1941-03-1", "axis", "naval-movement")
# No scenario at hand prints Malta's number for March 1941: a stand-in, to be replaced by the group's own.
DEMO_MALTA = 10


@dataclass(frozen=True)
class Draft:
    """A shipment as it is planned: what sails, on what, from where to where, through which zones."""

    side: str
    cargo: str
    label: str
    points: str
    res: str
    transports: str
    transport_count: int
    origin: str
    destination: str
    route: tuple[Mapping[str, Any], ...]
    carries: str = "1"
    code_c_fighter: bool = False
    nation: str = ""
    alone: bool = True
    # The naval unit of the fleet that it is, or that carries it; '' for ships without a name.
    unit: str = ""


def shipment_fields(draft: Draft, row: int, turn: str, operation: str) -> dict[str, Any]:
    """All facts of a new row of the convoy board."""
    return {
        "side": draft.side,
        "row": row,
        "turn": turn,
        "cargo": draft.cargo,
        "label": draft.label,
        "points": draft.points,
        "res_afloat": draft.res,
        "res_lost": "0",
        "res_returned": "0",
        "transports": draft.transports,
        "transport_count": draft.transport_count,
        "transports_afloat": draft.transport_count,
        "transports_lost": 0,
        "transports_returned": 0,
        "carries": draft.carries,
        "origin": draft.origin,
        "destination": draft.destination,
        "route": [dict(leg) for leg in draft.route],
        "leg": 1,
        "state": "planned",
        "sailed_in": "",
        "finished_in": "",
        "hits": 0,
        "alone": draft.alone,
        "code_c_fighter": draft.code_c_fighter,
        "nation": draft.nation,
        "operation": operation,
    }


def leg_fields(zone: str, **typed: Any) -> dict[str, Any]:
    """One leg of a route, with what the players typed for it."""
    plain = {
        "zone": zone,
        "protected": False,
        "hexes": None,
        "near_soviet_base": False,
        "outside": False,
        "stops": False,
        "air_for": 0,
        "air_against": 0,
        "status": None,
    }
    return plain | typed


def rows(
    malta: int | None, rulings: Mapping[str, str], theatres: str = PLAIN, turn: str = DEMO_START.turn
) -> Iterator[Create]:
    """Zones, ports, conditions, ledgers, rulings and Malta of a new campaign.

    malta: None for the stand-in of its date; rulings: choices that are no defaults; theatres: the waters that it plays;
    turn: its first one.
    """
    found = places()
    for position, zone in enumerate(found.zones.values()):
        yield create(
            f"zone:{zone.key}",
            name=zone.name,
            short_name=zone.short,
            panel=zone.panel,
            position=position,
            neighbours=list(zone.neighbours),
            interference="",
            declared="",
            hits=0,
        )
    yield from port_rows(theatres, {}, turn)
    for condition in found.conditions.values():
        value = theatres if condition.key == KEY else condition.since(turn).value
        yield create(f"condition:{condition.key}", value=value)
    for side in ("axis", "allied"):
        yield create(f"ledger:{side}", vp=0)
    yield from ruling_rows(RULINGS, rulings)
    yield create("malta:status", number=malta_in(turn, rulings) if malta is None else malta)


def malta_in(turn: str, rulings: Mapping[str, str]) -> int:
    """The stand-in of Malta's number as a turn begins, on the scale that is chosen (36.A.4, R-04)."""
    strength = int(so_far(places().malta, turn)[-1].value)
    return strength if rulings.get(R04.number, R04.default) == R04.default else HIGH - strength


def demo_shipments() -> Iterator[Create]:
    """The two rows that wait on the demo's board: one for each side."""
    axis = Draft(
        "axis", "sp", "", "7", "7", "nt", 7, "naples", "tripoli", (leg_fields("tyrrhenian"), leg_fields("central-med"))
    )
    allied = Draft(
        "allied",
        "unit",
        "Infantry brigade",
        "2",
        "2",
        "nt",
        2,
        "gibraltar",
        "valletta",
        (leg_fields("western-med"), leg_fields("central-med")),
    )
    for number, draft in enumerate((axis, allied), start=1):
        key = f"demo-{number}"
        yield create(f"shipment:{key}", **shipment_fields(draft, number, DEMO_START.turn, key))


def begin(
    name: str,
    *,
    malta: int | None,
    moment: Moment = DEMO_START,
    slug: str = "",
    demo: bool = False,
    fleets: bool = True,
    rulings: Mapping[str, str] | None = None,
    theatres: str = PLAIN,
    **asked: Any,
) -> Campaign:
    """A new Europa campaign on the map of its first turn, in one act.

    malta: the number at its start, by scenario (36.A.4), None for the stand-in of its date;
    rulings: number -> choice, where it is not the default;
    theatres: the waters that it plays, `med`, `north` or `both`; demo: with the shipments of the demo, and its fleets;
    asked: who begins it, its tables and its scenario, as `steps.begin` has them.
    """
    played = (*demo_shipments(), *(demo_fleets() if fleets else ())) if demo else ()
    made = (*rows(malta, rulings or {}, theatres, moment.turn), *played)
    return steps.begin(
        name=name,
        system=SYSTEM,
        moment=moment,
        rows=made,
        slug=slug,
        **asked,
    )


def begin_demo() -> Campaign:
    """The demo campaign: Mediterranean and Red Sea, Mar I 41."""
    return begin(DEMO_NAME, malta=DEMO_MALTA, slug=DEMO_SLUG, demo=True)
