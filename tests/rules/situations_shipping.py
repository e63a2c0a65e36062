"""Random situations of shipping and of Malta, as plain data: what a person or a script could send (33, 36.A.4)."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from navalassist.engine.facts import FactValue
from navalassist.rules.europa import r33_interference
from navalassist.rules.europa.r33_naval_status import facts_needed
from navalassist.rules.europa.r33_south_aegean import NEEDED
from navalassist.rules.europa.r36_gibraltar import OWNER
from navalassist.rules.europa.words import CargoKind, Declared, Owner, ShipmentState, Side, Step, TransportKind, Zone
from navalassist.rules.europa.world import TURN, WHOLE_NUMBERS, choices_of
from tests.rules import situations_danger, situations_ledgers, situations_mines

sides = st.sampled_from(list(Side))
zones = st.sampled_from(list(Zone))
steps = st.sampled_from(list(Step))
halves = st.integers(0, 20).map(lambda number: str(Decimal(number) / 2))
counts = st.integers(0, 12)
ports = st.sampled_from(["naples", "palermo", "tripoli", "tunis", "ajaccio", "gibraltar"]).map(
    lambda key: {"key": key, "groups": {"palermo": ["sicily"], "ajaccio": ["corsica"]}.get(key, [])}
)
turns = st.sampled_from(["1941-03-1", "1942-01-2", "1943-12-2"])


def fact(key: str) -> st.SearchStrategy[FactValue]:
    """Any value that a fact may have."""
    if key in WHOLE_NUMBERS:
        return st.integers(0, WHOLE_NUMBERS[key])
    if key == TURN:
        return turns
    choices = choices_of(key)
    return st.sampled_from(choices) if choices else st.booleans()


def facts(keys: tuple[str, ...]) -> st.SearchStrategy[dict[str, FactValue]]:
    """Facts for these keys."""
    return st.fixed_dictionaries({key: fact(key) for key in keys})


def legs(zone: st.SearchStrategy[Zone]) -> st.SearchStrategy[dict[str, Any]]:
    """A leg with anything that may be typed."""
    return st.fixed_dictionaries(
        {"zone": zone},
        optional={
            "protected": st.booleans(),
            "hexes": st.one_of(st.none(), st.integers(0, 30)),
            "near_soviet_base": st.booleans(),
            "outside": st.booleans(),
            "air_for": counts,
            "air_against": counts,
            "status": st.one_of(st.none(), st.integers(0, 15)),
        },
    )


@st.composite
def items(draw: st.DrawFn) -> dict[str, Any]:
    """Anything that may sail."""
    kind = draw(st.sampled_from(list(CargoKind)))
    transports = list(TransportKind)
    if kind is CargoKind.EMPTY:
        transports = [transport for transport in transports if transport.is_transport]
    return {
        "key": "row-1",
        "kind": kind,
        "res": draw(halves),
        "transports": draw(st.sampled_from(transports)),
        "transport_count": draw(counts),
        "carries": draw(st.sampled_from(["0.5", "1", "2", "3.5", "5"])),
        "alone": draw(st.booleans()),
        "code_c_fighter": kind is CargoKind.CARRIER and draw(st.booleans()),
        "nation": draw(st.sampled_from(["", "soviet", "italian"])),
        "origin": draw(ports),
        "destination": draw(ports),
        "res_lost": draw(halves),
        "res_returned": draw(halves),
        "hits": draw(counts),
        "state": draw(st.sampled_from(list(ShipmentState))),
        "finished_in": draw(st.sampled_from(["", "1941-03-1/axis"])),
    }


@st.composite
def sailings(draw: st.DrawFn) -> dict[str, Any]:
    """A sailing."""
    side, leg = draw(sides), draw(legs(zones))
    number = draw(st.integers(1, 3))
    return {
        "side": side,
        "item": draw(items()),
        "leg": leg,
        "turn": draw(turns),
        "player_turn": draw(sides),
        "phase": draw(steps),
        "facts": draw(facts(facts_needed(side, leg["zone"]))),
        "leg_number": number,
        "legs": draw(st.integers(number, 4)),
        "already_checked": draw(st.sampled_from(["", "", "", "public/12"])),
    }


@st.composite
def voyages(draw: st.DrawFn) -> dict[str, Any]:
    """A voyage through up to three zones."""
    side, way = draw(sides), draw(st.lists(legs(zones), min_size=1, max_size=3))
    keys = tuple(dict.fromkeys([OWNER, *(key for leg in way for key in facts_needed(side, leg["zone"]))]))
    return {
        "side": side,
        "item": draw(items()),
        "legs": way,
        "turn": draw(turns),
        "player_turn": draw(sides),
        "phase": draw(steps),
        "facts": draw(facts(keys)),
        "checked": draw(st.lists(zones, max_size=2)),
    }


@st.composite
def supply_lines(draw: st.DrawFn) -> dict[str, Any]:
    """A supply line through up to three zones."""
    side, way = draw(sides), draw(st.lists(legs(zones), min_size=1, max_size=3))
    keys = tuple(dict.fromkeys(key for leg in way for key in facts_needed(side, leg["zone"])))
    cost = {"way": draw(situations_danger.way_hexes), "danger_slps": draw(st.integers(0, 9))}
    return {"side": side, "zones": way, "facts": draw(facts(keys)), **cost}


air_units = st.fixed_dictionaries(
    {
        "name": st.just("Wellington"),
        "side": sides,
        "fighter": st.booleans(),
        "nature": st.sampled_from(["non-naval", "s", "v", "m"]),
        "tbf": halves,
        "range": st.integers(0, 60),
        "place": st.sampled_from(["box", "naval-patrol", "naval-strike"]),
        "hexes_to_base": st.integers(0, 40),
    }
)


@st.composite
def attempts(draw: st.DrawFn) -> dict[str, Any]:
    """An attempt of the Italian fleet."""
    sea = draw(st.sampled_from(list(r33_interference.Sea)))
    past = st.fixed_dictionaries({"mark": st.just("mark:attempt/x"), "turn": before, "result": results})
    return {
        "sea": sea,
        "turn": draw(turns),
        "player_turn": draw(sides),
        "phase": draw(steps),
        "tried": draw(st.sampled_from(["", "", "public/12"])),
        "history": draw(st.lists(past, max_size=4)),
        "facts": draw(facts(r33_interference.facts_needed(sea))),
    }


before = st.sampled_from(["1940-07-1", "1941-01-1", "1941-02-2"])
results = st.sampled_from(list(r33_interference.Success))
owners = st.sampled_from(list(Owner))
points = st.integers(0, 15)
stores = {
    f"{what}_store": st.fixed_dictionaries(
        {"row": st.just(f"roster:allied/valletta/{what}"), "base": st.one_of(st.none(), halves), "free": halves}
    )
    for what in ("sp", "srp")
}


@st.composite
def unit_sailings(draw: st.DrawFn) -> dict[str, Any]:
    """A naval unit of a group in a sea zone."""
    side, leg = draw(sides), draw(legs(zones))
    return {
        "side": side,
        "unit": draw(situations_mines.units()),
        "code_c_fighter": draw(st.booleans()),
        "convoy": draw(st.booleans()),
        "nation": draw(st.sampled_from(["", "soviet"])),
        "group": draw(st.sampled_from(["g", ""])),
        "alone": draw(st.booleans()),
        "marks": draw(st.sampled_from([[], ["mark:found/g"]])),
        "home": draw(st.one_of(st.none(), ports)),
        "leg": leg,
        "turn": draw(turns),
        "player_turn": draw(sides),
        "phase": draw(steps),
        "already_checked": draw(st.sampled_from(["", "", "", "public/12"])),
        "already_back": draw(st.booleans()),
        "facts": draw(facts(facts_needed(side, leg["zone"]))),
    }


SITUATIONS: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
    "cargo-contact": sailings(),
    "unit-contact": unit_sailings(),
    "voyage": voyages(),
    "supply-line": supply_lines(),
    "south-aegean-zone": st.fixed_dictionaries(
        {"extent": st.sampled_from(["tight", "loose"]), "player_turn": sides, "phase": steps, "facts": facts(NEEDED)}
    ),
    "south-aegean-bombed": st.fixed_dictionaries(
        {
            "declared": st.sampled_from(list(Declared)),
            "hits_before": points,
            "hits": points,
            "player_turn": sides,
            "phase": steps,
        }
    ),
    "italian-interference": attempts(),
    "italian-attempt-before": st.fixed_dictionaries(
        {"sea": st.sampled_from(list(r33_interference.Sea)), "turn": before, "now": turns, "result": results}
    ),
    "half-eliminated-rps": st.fixed_dictionaries(
        {"side": sides, "unit": st.just("Ariete"), "points": st.integers(1, 20).map(lambda n: str(Decimal(n) / 2))}
    ),
    "anti-shipping-air": st.fixed_dictionaries({"side": sides, "units": st.lists(air_units, max_size=8)}),
    "malta-bombed": st.fixed_dictionaries(
        {"number": points, "valletta_owner": owners, "hits": points}, optional={"step": st.sampled_from(list(Step))}
    ),
    "malta-repaired": st.fixed_dictionaries(
        {"number": points, "valletta_owner": owners, "points": st.integers(1, 15), "engineer": st.booleans()},
        optional={"in_hand": points, "damage": points},
    ),
    "malta-points": st.fixed_dictionaries({"points": st.integers(1, 15)}, optional={"in_hand": points}),
    "malta-converted": st.fixed_dictionaries(
        {
            "srp": st.integers(3, 6),
            "at_once": st.integers(0, 3),
            "nrp": points,
            "engineer": st.booleans(),
            "valletta_owner": owners,
        },
        optional={
            "in_hand": points,
            "nrp_before": points,
            "account": situations_ledgers.accounts("nrp"),
            **stores,
        },
    ),
    "malta-supplied": st.fixed_dictionaries(
        {
            "number": points,
            "valletta_owner": owners,
            "sp": halves,
            "srp": st.integers(1, 9),
            "hits": st.integers(1, 15),
        },
        optional={"damage": points, "engineer": st.booleans(), **stores},
    ),
}
