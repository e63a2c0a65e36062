"""Random situations of mines and captured ports, as plain data: what a person or a script could send (36.B, 36.C)."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from navalassist.rules.europa.naval_units import UnitKind
from navalassist.rules.europa.r36_mines import Occasion
from navalassist.rules.europa.sea_state import SeaState
from navalassist.rules.europa.words import Owner, Side, Step

sides = st.sampled_from(list(Side))
steps = st.sampled_from(list(Step))
hexes = st.sampled_from(["18A:0407", "24A:2110", "26:3310"])
few = st.integers(0, 12)
points = st.integers(1, 6)
halves = st.integers(0, 12).map(lambda number: str(Decimal(number) / 2))
reasons = st.sampled_from(["", "", "agreed at the table"])
balances = st.one_of(st.none(), st.integers(-9, 9).map(lambda number: str(Decimal(number) / 2)))
accounts = st.fixed_dictionaries({"side": sides, "what": st.just("nrp"), "balance": balances, "sweeping": halves})


@st.composite
def units(draw: st.DrawFn, key: str = "u1") -> dict[str, Any]:
    """A naval unit that is afloat."""
    strength = draw(st.integers(1, 8))
    reverse = draw(st.integers(0, strength - 1))
    flipped = reverse > 0 and draw(st.booleans())
    return {
        "key": key,
        "name": key.upper(),
        "side": draw(sides),
        "kind": draw(st.sampled_from(list(UnitKind))),
        "strength": strength,
        "reverse": reverse,
        "flipped": flipped,
        "hits": draw(st.integers(0, (reverse if flipped else strength) - 1)),
    }


def fleets(most: int) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Units with keys of their own."""
    return st.integers(1, most).flatmap(lambda count: st.tuples(*(units(f"u{n}") for n in range(count)))).map(list)


def belts(least: int = 0) -> st.SearchStrategy[dict[str, Any]]:
    """Mines in a hex."""
    return st.fixed_dictionaries({"side": sides, "hex": hexes, "points": st.integers(least, 9)})


groups = st.fixed_dictionaries(
    {
        "key": st.just("g"),
        "place": hexes.map("hex:{}".format),
        "began": st.just("port:valletta"),
        "strip": st.lists(st.fixed_dictionaries({"mps": points, "night": st.booleans(), "to": hexes}), max_size=3),
        "turn": st.just("1941-03-1"),
        "player_turn": sides,
        "phase": steps,
    }
)
moment = {"player_turn": sides, "phase": steps, "because": reasons}


@st.composite
def captured_ports(draw: st.DrawFn) -> dict[str, Any]:
    """A port with ships in it, some of them in a group."""
    ships = draw(fleets(3))
    keys = [ship["key"] for ship in ships]
    grouped = draw(st.integers(0, len(keys)))
    return {
        "side": draw(sides),
        "port": "naples",
        "owner": draw(st.sampled_from(list(Owner))),
        "units": ships,
        "refit": draw(st.lists(st.sampled_from(keys), max_size=1)),
        "inland": draw(st.booleans()),
        "res": draw(few),
        "hex": draw(hexes),
        "groups": [["g", keys[:grouped]]] if grouped else [],
        "because": draw(reasons),
    }


SITUATIONS: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
    "mine-damage": st.fixed_dictionaries(
        {
            "side": sides,
            "group": st.just("g"),
            "hex": hexes,
            "mines": few,
            "units": fleets(4),
            "occasion": st.sampled_from(list(Occasion)),
            "in_port": st.booleans(),
            "checked": st.sampled_from(["", "", "public/12"]),
            **moment,
        }
    ),
    "mines-loaded": st.fixed_dictionaries(
        {
            "side": sides,
            "unit": st.just("u1"),
            "in_port": st.booleans(),
            "carried": few,
            "points": points,
            "cost": halves,
            "account": accounts,
            "because": reasons,
        }
    ),
    "mines-laid": st.fixed_dictionaries(
        {
            "side": sides,
            "unit": st.just("u1"),
            "carried": few,
            "points": points,
            "group": groups,
            "night": st.booleans(),
            "belt": belts(),
            "because": reasons,
        }
    ),
    "mines-laid-by-air": st.fixed_dictionaries(
        {"side": sides, "points": points, "belt": belts(), "phase": steps, "because": reasons}
    ),
    "mines-swept": st.fixed_dictionaries(
        {
            "side": sides,
            "unit": units(),
            "others": few,
            "group": groups,
            "belt": belts(),
            "checked": st.booleans(),
            "mps_spent": st.booleans(),
            "points": st.integers(0, 3),
            "swept": st.booleans(),
            "alone": st.booleans(),
            "because": reasons,
        }
    ),
    "mines-swept-at-start": st.fixed_dictionaries(
        {
            "side": sides,
            "belts": st.lists(
                st.fixed_dictionaries(
                    {
                        "belt": belts(1),
                        "own_coast": st.sampled_from(["", "Valletta"]),
                        "near": st.sampled_from(["", "Licata, 4 hexes"]),
                        "unknown": st.sampled_from(["", "Bari"]),
                        "far": st.booleans(),
                    }
                ),
                max_size=3,
                unique_by=lambda found: (found["belt"]["side"], found["belt"]["hex"]),
            ),
            "swept": st.booleans(),
            **moment,
        }
    ),
    "mines-swept-in-zone": st.fixed_dictionaries(
        {
            "side": sides,
            "belt": belts(),
            "player_turn": sides,
            "exerted": st.sampled_from([None, True, False]),
            "sea": st.sampled_from(list(SeaState)),
            "sea_kept": st.one_of(st.none(), st.sampled_from(list(SeaState))),
            "cap": st.booleans(),
            "coast_defence": few,
            "easier": st.booleans(),
            "swept": st.booleans(),
            "alone": st.booleans(),
            "account": accounts,
            "because": reasons,
        }
    ),
    "ships-scuttled": captured_ports(),
    "scuttled-on-canal": st.fixed_dictionaries(
        {
            "side": sides,
            "group": st.just("g"),
            "place": st.sampled_from(["canal:kiel", "hex:18A:0407"]),
            "units": fleets(3),
            "taken": st.booleans(),
            "on_river": st.booleans(),
            "because": reasons,
        }
    ),
}
