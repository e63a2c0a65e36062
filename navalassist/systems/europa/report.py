"""What shipping came to: REs sent, lost, returned and arrived, transports sunk and hits, by side, turn and month.

In:  the entries of a span of turns, as a viewer may read them.
Out: a `Check` for each check that stands (what was corrected or taken back counts no more), and `Figures` of many.
No rule runs: the figures are those of the record. A correction counts in the turn whose voyage it corrects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from sys import intern
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.auditlog.payloads import with_payloads
from navalassist.campaigns.viewer import Viewer
from navalassist.play.corrections.standing import standing
from navalassist.play.storage.bodies import body_of
from navalassist.rules.europa.amounts import tidy
from navalassist.rules.europa.clock import MONTHS, parts_of
from navalassist.rules.europa.words import CargoKind, ShipmentState, TransportKind
from navalassist.systems.europa.board.rolling import CHECK

Body = Mapping[str, Any]
# What is kept of a check where many are.
NO_ENTRY = Entry()
WHEN, ENDS = ("side", "turn", "player_turn"), ("origin", "destination")
ITEM = ("key", "kind", "state", "res", "transport_count", "transports")
OUTCOME = (
    *("state", "contact", "hits", "res_lost", "res_returned", "res_afloat"),
    *("transports_lost", "transports_returned", "transports_afloat"),
)


@dataclass(slots=True)
class Load:
    """An amount of shipping: REs of cargo, and transports by their kind (nt, lc, lb). Warships are not counted."""

    res: Decimal = Decimal(0)
    transports: dict[str, int] = field(default_factory=dict)

    def add(self, other: Load) -> None:
        """With so much more."""
        self.res = tidy(self.res + other.res)
        for kind, number in other.transports.items():
            self.transports[kind] = self.transports.get(kind, 0) + number

    def __bool__(self) -> bool:
        return bool(self.res or any(self.transports.values()))


@dataclass(slots=True)
class Figures:
    """What became of shipping. naval: warships, task forces and carriers that put to sea; hits: on them and carriers.

    sent: put to sea for the first time; at_sea: neither lost, returned nor arrived after its last check.
    checks: those with dice; contacts: those that found it.
    """

    sent: Load = field(default_factory=Load)
    lost: Load = field(default_factory=Load)
    returned: Load = field(default_factory=Load)
    arrived: Load = field(default_factory=Load)
    at_sea: Load = field(default_factory=Load)
    naval: int = 0
    hits: int = 0
    checks: int = 0
    contacts: int = 0

    def __bool__(self) -> bool:
        return bool(self.sent or self.checks or self.naval or self.lost or self.returned or self.arrived)


@dataclass(frozen=True, slots=True)
class Check:
    """One check that stands, with the body of its entry as the viewer reads it."""

    entry: Entry
    body: Body

    @property
    def situation(self) -> Body:
        return self.body["situation"]

    @property
    def item(self) -> Body:
        return self.situation["item"]

    @property
    def outcome(self) -> Body:
        return self.body["outcome"]

    @property
    def side(self) -> str:
        return str(self.situation["side"])

    @property
    def turn(self) -> str:
        """The turn of the voyage, whenever it was corrected."""
        return str(self.situation["turn"])

    @property
    def diced(self) -> bool:
        """True where dice were due."""
        return self.outcome.get("contact") is not None

    @property
    def contact(self) -> bool:
        """True where the dice made contact."""
        return self.outcome.get("contact") is True

    @property
    def put_to_sea(self) -> bool:
        """True where its voyage began with this check."""
        return self.item["state"] == ShipmentState.PLANNED.value and self.outcome["state"] != ShipmentState.PLANNED

    def load(self, res: Any, ships: int) -> Load:
        """So much of this item: REs only of what is cargo, ships only of what is a transport."""
        return _load(self.item["kind"], self.item["transports"], str(res), ships)


# A load is added to others and never changed; the same ones come again and again.
@lru_cache(maxsize=4096)
def _load(kind: str, transports: str, res: str, ships: int) -> Load:
    counted = Decimal(res) if CargoKind(kind).is_cargo else Decimal(0)
    ship = TransportKind(transports)
    return Load(counted, {ship.value: ships} if ship.is_transport and ships else {})


def checks_of(viewer: Viewer, first: str, last: str) -> list[Check]:
    """The checks of these turns that stand and that the viewer may read, in the order of their voyages."""
    entries = with_payloads(standing(viewer, first, last).filter(procedure=CHECK, kind__in=("rule", "correction")))
    bodies = [(entry, body_of(entry, viewer.audiences)) for entry in entries]
    checks = [Check(entry, body) for entry, body in bodies if body.get("outcome") and "item" in body["situation"]]
    return in_order(check for check in checks if first <= check.turn <= last)


def kept_of(body: Body) -> Check | None:
    """The check with no more than its figures and its ports need, for who keeps many; None for one without an item."""
    situation, outcome = body["situation"], body["outcome"]
    if "item" not in situation:
        return None
    item = {name: situation["item"][name] for name in ITEM}
    item |= {end: {"name": str(situation["item"][end].get("name") or situation["item"][end]["key"])} for end in ENDS}
    kept = {"item": item, **{name: intern(situation[name]) for name in WHEN}}
    return Check(NO_ENTRY, {"situation": kept, "outcome": {name: outcome.get(name) for name in OUTCOME}})


def in_order(checks: Iterable[Check]) -> list[Check]:
    """The checks in the order of the turns, the Axis first, then as they were written."""
    return sorted(checks, key=lambda check: (check.turn, check.situation["player_turn"] != "axis"))


def figures(checks: Iterable[Check]) -> Figures:
    """All of these checks, added up."""
    found = Figures()
    left: dict[str, Load] = {}
    for check in checks:
        outcome = check.outcome
        if check.put_to_sea:
            found.sent.add(check.load(check.item["res"], check.item["transport_count"]))
            found.naval += not CargoKind(check.item["kind"]).is_shipping
        found.lost.add(check.load(outcome["res_lost"], outcome["transports_lost"]))
        found.returned.add(check.load(outcome["res_returned"], outcome["transports_returned"]))
        afloat = check.load(outcome["res_afloat"], outcome["transports_afloat"])
        if outcome["state"] == ShipmentState.ARRIVED:
            found.arrived.add(afloat)
        left[check.item["key"]] = afloat if outcome["state"] == ShipmentState.AT_SEA else Load()
        found.hits += outcome["hits"]
        found.checks += check.diced
        found.contacts += check.contact
    for load in left.values():
        found.at_sea.add(load)
    return found


def month_of(turn: str) -> str:
    """`Mar 41` of `1941-03-1`."""
    year, month, _ = parts_of(turn)
    return f"{MONTHS[month - 1]} {year % 100:02}"


def by(checks: Iterable[Check], key: Callable[[Check], str]) -> dict[str, Figures]:
    """The figures of the checks that share a key, in the order in which the keys occur."""
    groups: dict[str, list[Check]] = {}
    for check in checks:
        groups.setdefault(key(check), []).append(check)
    return {name: figures(group) for name, group in groups.items()}
