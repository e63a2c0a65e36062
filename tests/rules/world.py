"""The Mediterranean of Mar I 41 as facts, for tests of pure rules. No database: what the rules ask for, and no more."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from navalassist.engine import Book, Facts
from navalassist.engine.facts import FactValue
from navalassist.rules.europa.world import CONDITIONS, ITALIAN_PORTS, RED_SEA_PORTS, owner_of
from tables.load import load_all

ROOT = Path(__file__).parents[2]
AXIS = (*ITALIAN_PORTS, "tripoli", "massaua", "assab")
ALLIED = (
    "gibraltar",
    "valletta",
    "alexandria",
    "haifa",
    "famagusta",
    "limassol",
    "suda-bay",
    "heraklion",
    "aden",
    "port-sudan",
    "suez",
)
VICHY = ("oran", "algiers", "bizerte", "tunis")
# Greece was an Ally, so its ports are Allied-owned in the game.
GREEK = ("athens", "thessalonika")
CONDITIONS_OF_1941 = {
    "suez-canal": "open",
    "crete-hexes": "all-allied",
    "crete-airbase-allied": True,
    "italy-surrendered": False,
    "france-surrendered": True,
    "france-axis-owned": True,
    "axis-channel-ports-in-supply": True,
    "channel-air-superiority": "none",
    "english-channel-ports": "none",
    "english-north-sea-ports": "none",
    "english-atlantic-ports": "none",
    "at-war-with-ussr": False,
    "norway-preemptive": "none",
    "axis-holds-lower-norway": True,
    "axis-holds-denmark": True,
    "norway-axis-owned": True,
    "allied-hold-upper-norway": False,
    "sweden": "neutral",
    "spain": "neutral",
    "vichy-atlantic-colony": True,
    "baltic-border": "stands",
    "safe-zone-east": False,
    "safe-zone-north": False,
}


@cache
def tables() -> Mapping[str, object]:
    """The tables as they are shipped."""
    return load_all(ROOT / "tables")


def a_book(**rulings: str) -> Book:
    """The shipped tables, with rulings such as R_04="rule36"."""
    return Book(tables(), {name.replace("_", "-"): choice for name, choice in rulings.items()})  # type: ignore[arg-type]


def facts_of_1941() -> dict[str, FactValue]:
    """Every fact that any status reads, as on Mar I 41, with Malta at 9."""
    facts: dict[str, FactValue] = {
        "malta:status.number": 9,
        "campaign:clock.turn": "1941-03-1",
        "zone:south-aegean.declared": "",
        "zone:south-aegean.hits": 0,
        "zone:eastern-med.interference": "",
        "zone:red-sea.interference": "",
        "port:massaua.ever_allied": False,
    }
    owners = {"axis": AXIS, "allied": (*ALLIED, *GREEK), "vichy": VICHY, "neutral": ("jidda",)}
    for owner, ports in owners.items():
        facts.update({owner_of(port): owner for port in ports})
    for port in (*ITALIAN_PORTS, *RED_SEA_PORTS):
        facts[f"port:{port}.kind"] = "standard"
        facts[f"port:{port}.operational"] = True
    facts.update({f"condition:{key}.value": value for key, value in CONDITIONS_OF_1941.items()})
    assert set(CONDITIONS_OF_1941) == set(CONDITIONS)
    return facts


def the_world(
    *,
    malta: int = 9,
    owners: Mapping[str, str] | None = None,
    conditions: Mapping[str, FactValue] | None = None,
    more: Mapping[str, FactValue] | None = None,
) -> Facts:
    """Mar I 41 with changes: owners={"crete": …} by port, conditions by key, more by whole fact key."""
    facts = facts_of_1941() | {"malta:status.number": malta} | dict(more or {})
    facts.update({owner_of(port): owner for port, owner in (owners or {}).items()})
    facts.update({f"condition:{key}.value": value for key, value in (conditions or {}).items()})
    return Facts(facts)
