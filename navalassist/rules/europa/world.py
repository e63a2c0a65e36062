"""What the rules read of the campaign: fact keys, the ports that the rules name, and a typed reader of the facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from navalassist.engine import Facts
from navalassist.engine.facts import FactValue
from navalassist.rules.europa.clock import parts_of
from navalassist.rules.europa.words import Declared, Interference, Owner, PortKind

MALTA_NUMBER = "malta:status.number"
TURN = "campaign:clock.turn"
SOUTH_AEGEAN_DECLARED = "zone:south-aegean.declared"
SOUTH_AEGEAN_HITS = "zone:south-aegean.hits"
EASTERN_MED_INTERFERENCE = "zone:eastern-med.interference"
RED_SEA_INTERFERENCE = "zone:red-sea.interference"
WHOLE_NUMBERS = {MALTA_NUMBER: 15, SOUTH_AEGEAN_HITS: 99}

VALLETTA = "valletta"
CRETE_PORTS = ("suda-bay", "heraklion")
CYPRUS_PORTS = ("famagusta", "limassol")
RED_SEA_PORTS = ("massaua", "assab", "aden", "jidda", "port-sudan", "suez")
# Mainland Italy and the Italian islands of the Central Mediterranean (33.B.1.b).
ITALIAN_PORTS = (
    "genoa",
    "la-spezia",
    "leghorn",
    "naples",
    "reggio-calabria",
    "taranto",
    "brindisi",
    "bari",
    "ancona",
    "venice",
    "trieste",
    "palermo",
    "messina",
    "catania",
    "augusta",
    "syracuse",
    "licata",
    "trapani",
    "cagliari",
    "olbia",
    "pantelleria",
    "lampedusa",
)

# condition -> its choices; () for yes or no.
CONDITIONS: Mapping[str, tuple[str, ...]] = {
    "suez-canal": ("open", "closed"),
    "crete-hexes": ("all-allied", "mixed", "all-axis"),
    "crete-airbase-allied": (),
    "italy-surrendered": (),
    "france-surrendered": (),
    "france-axis-owned": (),
    "axis-channel-ports-in-supply": (),
    "channel-air-superiority": ("none", "axis", "allied"),
    "english-channel-ports": ("none", "some", "all"),
    "english-north-sea-ports": ("none", "some", "all"),
    "english-atlantic-ports": ("none", "some", "all"),
    "at-war-with-ussr": (),
    "norway-preemptive": ("none", "axis", "allied"),
    "axis-holds-lower-norway": (),
    "axis-holds-denmark": (),
    "norway-axis-owned": (),
    "allied-hold-upper-norway": (),
    "sweden": ("neutral", "western-allied", "axis"),
    "spain": ("neutral", "axis", "allied"),
    "vichy-atlantic-colony": (),
    "baltic-border": ("stands", "fell", "safe-zone", "gone"),
    "safe-zone-east": (),
    "safe-zone-north": (),
}
PORT_FIELDS: Mapping[str, tuple[str, ...]] = {
    "owner": tuple(Owner),
    "kind": tuple(PortKind),
    "operational": (),
    "ever_allied": (),
}


def owner_of(port: str) -> str:
    """`port:naples.owner`"""
    return f"port:{port}.owner"


def kind_of(port: str) -> str:
    """`port:naples.kind`"""
    return f"port:{port}.kind"


def operational(port: str) -> str:
    """`port:naples.operational`"""
    return f"port:{port}.operational"


def facts_of(port: str) -> tuple[str, str, str]:
    """Owner, kind and whether it works: what the 15-hex rule asks of a port."""
    return (owner_of(port), kind_of(port), operational(port))


def ever_allied(port: str) -> str:
    """`port:massaua.ever_allied`"""
    return f"port:{port}.ever_allied"


def condition(key: str) -> str:
    """`condition:suez-canal.value`"""
    return f"condition:{key}.value"


def owners_of(ports: Iterable[str]) -> tuple[str, ...]:
    """The owner facts of several ports."""
    return tuple(owner_of(port) for port in ports)


@dataclass(frozen=True, slots=True)
class World:
    """The facts of a situation, read with their types. A key that the situation lacks raises MissingFact."""

    facts: Facts

    def owned_by(self, owner: Owner, port: str) -> bool:
        """True if this side owns the port."""
        return self.facts[owner_of(port)] == owner

    def count_allied(self, ports: Iterable[str]) -> int:
        """How many of the ports are Allied-owned."""
        return sum(self.owned_by(Owner.ALLIED, port) for port in ports)

    def yes(self, key: str) -> bool:
        """A yes-or-no condition."""
        return self.facts[condition(key)] is True

    def choice(self, key: str) -> str:
        """A condition with several choices."""
        return str(self.facts[condition(key)])

    def flag(self, fact: str) -> bool:
        """A fact that is true or false."""
        return self.facts[fact] is True

    def text(self, fact: str) -> str:
        """A fact that is text."""
        return str(self.facts[fact])

    def number(self, fact: str) -> int:
        """A fact that is a whole number."""
        value = self.facts[fact]
        return value if isinstance(value, int) else 0

    @property
    def suez_closed(self) -> bool:
        """The Suez Canal is closed."""
        return self.choice("suez-canal") == "closed"

    def knows(self, port: str) -> bool:
        """True if the facts tell the owner, the kind and the state of the port."""
        return all(key in self.facts for key in facts_of(port))

    def works_for_axis(self, port: str) -> bool:
        """Axis-owned, operational and no jetty (33.B.1.b)."""
        return (
            self.owned_by(Owner.AXIS, port)
            and self.flag(operational(port))
            and self.text(kind_of(port)) != PortKind.JETTY
        )


@lru_cache(maxsize=4096, typed=True)
def fault_of(key: str, value: FactValue) -> str:
    """What is wrong with a fact's value, in words; '' when it is one that the rules can read."""
    if key in WHOLE_NUMBERS:
        high = WHOLE_NUMBERS[key]
        return "" if _is_whole(value, high) else f"{key} must be a whole number from 0 to {high}"
    if key == TURN:
        return _turn_fault(value)
    choices = choices_of(key)
    if choices is None:
        return ""
    if not choices:
        return "" if isinstance(value, bool) else f"{key} must be true or false"
    words = ", ".join(repr(str(c)) for c in choices)
    return "" if isinstance(value, str) and value in choices else f"{key} must be one of {words}"


def _is_whole(value: FactValue, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= high


def _turn_fault(value: FactValue) -> str:
    try:
        parts_of(str(value))
    except ValueError as fault:
        return f"{TURN}: {fault}"
    return ""


def choices_of(key: str) -> tuple[str, ...] | None:
    """The values that a fact may have: () for yes or no, None for a fact that is no choice."""
    if key == SOUTH_AEGEAN_DECLARED:
        return tuple(Declared)
    if key in (EASTERN_MED_INTERFERENCE, RED_SEA_INTERFERENCE):
        return tuple(Interference)
    kind, _, rest = key.partition(":")
    name, _, field = rest.rpartition(".")
    if kind == "condition":
        return CONDITIONS.get(name)
    return PORT_FIELDS.get(field) if kind == "port" else None


def check_facts(facts: Facts, needed: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
    """ValueError, in words, unless the facts hold every needed key, and only values that the rules can read."""
    missing = [key for key in needed if key not in facts]
    if missing:
        raise ValueError(f"facts lack what this zone's status depends on: {', '.join(map(_with_choices, missing))}")
    for key in (*needed, *(key for key in optional if key in facts)):
        fault = fault_of(key, facts[key])
        if fault:
            raise ValueError(fault)


def _with_choices(key: str) -> str:
    """A key with the values that it may have."""
    if key in WHOLE_NUMBERS:
        return f"{key} (0 to {WHOLE_NUMBERS[key]})"
    choices = choices_of(key)
    if choices is None:
        return key
    return f"{key} ({' | '.join(repr(str(c)) for c in choices) or 'true | false'})"
