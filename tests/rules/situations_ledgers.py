"""Random situations of gunfire, carriers, repairs, ferries, seas and points, as plain data (36.F, 36.G)."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from navalassist.rules.europa.r36_ferries import Water
from navalassist.rules.europa.r36_gunfire_support import Support
from navalassist.rules.europa.r36_postings import What
from navalassist.rules.europa.r36_sea_state import Waters
from navalassist.rules.europa.sea_state import SeaState
from tests.rules.situations_mines import few, groups, halves, points, reasons, sides, steps, units

turns = st.sampled_from(["1941-03-1", "1942-01-2", "1943-12-2"])
balances = st.one_of(st.none(), st.integers(-9, 40).map(lambda n: str(Decimal(n) / 2)))
stocks = st.fixed_dictionaries(
    {
        "row": st.just("roster:axis/naples/sp"),
        "base": st.integers(-9, 40).map(str),
        "free": st.integers(0, 40).map(str),
        "is_new": st.booleans(),
    }
)


def accounts(what: str) -> st.SearchStrategy[dict[str, Any]]:
    """An account of one kind."""
    return st.fixed_dictionaries(
        {
            "side": sides,
            "what": st.just(what),
            "organisation": st.just("RAF" if what == "arp" else ""),
            "balance": balances,
            "sweeping": halves,
        }
    )


def carriers(**more: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """A carrier group that comes or goes."""
    return st.fixed_dictionaries(
        {
            "side": sides,
            "unit": units(),
            "place": st.sampled_from(["off", "port:gibraltar", "group:g", "sunk", "withdrawn"]),
            "turn": turns,
            "due": st.one_of(st.none(), turns),
            "aircraft": st.lists(st.sampled_from(["Martlet", "Swordfish"]), max_size=3),
            "marked": st.booleans(),
            "because": reasons,
            **more,
        }
    )


@st.composite
def postings(draw: st.DrawFn, spent: bool) -> dict[str, Any]:
    """Points of any kind."""
    what = draw(st.sampled_from(list(What)))
    found: dict[str, Any] = {
        "side": draw(sides),
        "what": what,
        "points": str(draw(st.integers(1, 9))),
        "reason": draw(reasons),
        "because": draw(reasons),
        "vps": draw(st.integers(-9, 9)),
    }
    if what.is_stored:
        found |= {"stock": draw(stocks), "port": "Naples"}
    elif what is not What.VP:
        found["account"] = draw(accounts(what.value))
    return found | ({"carrier": draw(st.sampled_from(["", "Ark Royal"]))} if spent else {})


SITUATIONS: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
    "gunfire-support": st.fixed_dictionaries(
        {
            "side": sides,
            "unit": units(),
            "nation": st.sampled_from(["", "soviet"]),
            "support": st.sampled_from(list(Support)),
            "turn": turns,
            "used": st.lists(st.tuples(st.sampled_from(["1941", "1943"]), few), max_size=2, unique_by=lambda u: u[0]),
            "group": st.one_of(st.none(), groups),
            "place": st.sampled_from(["", "port:valletta", "hex:18A:0407", "off", "withdrawn"]),
            "refit": st.booleans(),
            "because": reasons,
        }
    ),
    "carrier-arrives": carriers(
        to=st.sampled_from(["port:malta", "group:g"]), fighter=st.booleans(), fighter_before=st.booleans()
    ),
    "carrier-withdraws": carriers(
        aborted=few,
        eliminated=few,
        air_units=st.sampled_from([(), (("f1", "Martlet"),)]),
        last_of=st.sampled_from(["", "g"]),
        nrps=accounts("nrp"),
        arps=st.one_of(st.none(), accounts("arp")),
    ),
    "naval-repair": st.fixed_dictionaries(
        {
            "side": sides,
            "unit": units(),
            "hits": points,
            "cost": halves,
            "account": accounts("nrp"),
            "because": reasons,
        }
    ),
    "points-received": postings(spent=False),
    "points-spent": postings(spent=True),
    "ferry-set": st.fixed_dictionaries(
        {
            "side": sides,
            "unit": units(),
            "at": st.just("18A:0407"),
            "across": st.sampled_from(["18A:0408", "18A:0410"]),
            "water": st.sampled_from(list(Water)),
            "phase": steps,
            "moved": st.booleans(),
            "serves": st.sampled_from(["", "18A:0407 and 18A:0408, sea"]),
            "because": reasons,
        }
    ),
    "sea-state": st.fixed_dictionaries(
        {
            "waters": st.sampled_from(list(Waters)),
            "turn": turns,
            "typed": st.one_of(st.none(), st.sampled_from(list(SeaState))),
            "kept": st.sampled_from(["", "rough"]),
            "because": reasons,
        }
    ),
}
