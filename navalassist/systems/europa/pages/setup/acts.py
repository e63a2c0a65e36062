"""What the buttons of Europa's set-up pages do, by the acts that the log names."""

from __future__ import annotations

from collections.abc import Callable

from navalassist.desk.setup_hooks import SetUpInput
from navalassist.play.write.edits import Edit
from navalassist.systems.europa.allowances import set_allowance
from navalassist.systems.europa.upkeep import (
    capture,
    condition_value,
    ledger_vp,
    malta_number,
    never_allied,
    port_hex,
    port_kind,
    port_operational,
    port_soviet,
    ruling_choice,
    zone_declared,
    zone_hits,
    zone_interference,
)

Acts = dict[str, Callable[[SetUpInput], Edit]]


def port_owner(typed: SetUpInput) -> Edit:
    """A port changes hands."""
    return capture(typed.facts, typed.key, typed.value, typed.book, typed.when, typed.note)


def reading(typed: SetUpInput) -> Edit:
    """A reading is chosen; with the Malta scale its number may be written anew."""
    return ruling_choice(typed.facts, typed.key, typed.value, rewrite=typed.post.get("rewrite") == "yes")


def condition(typed: SetUpInput) -> Edit:
    """A condition of the war is set."""
    return condition_value(typed.facts, typed.key, typed.value)


PORTS: Acts = {"port.owner": port_owner}
PORT: Acts = PORTS | {
    "port.kind": lambda typed: port_kind(typed.facts, typed.key, typed.value),
    "port.operational": lambda typed: port_operational(typed.facts, typed.key, typed.value),
    "port.hex": lambda typed: port_hex(typed.facts, typed.key, typed.value),
    "port.never-allied": lambda typed: never_allied(typed.facts, typed.key, typed.value, typed.sources),
    "port.soviet": lambda typed: port_soviet(typed.facts, typed.key, typed.value),
}
MPS: Acts = {"allowance.set": lambda typed: set_allowance(typed.facts, typed.key, typed.value)}
HEXES: Acts = {"port.hex": PORT["port.hex"]}
WAR: Acts = {"condition.value": condition}
RULINGS: Acts = {"ruling.choice": reading}
MALTA: Acts = RULINGS | {"malta.number": lambda typed: malta_number(typed.facts, typed.value)}
ZONES: Acts = WAR | {
    "zone.interference": lambda typed: zone_interference(typed.facts, typed.key, typed.value),
    "zone.declared": lambda typed: zone_declared(typed.facts, typed.value),
    "zone.hits": lambda typed: zone_hits(typed.facts, typed.value),
}
POINTS: Acts = {"ledger.vp": lambda typed: ledger_vp(typed.facts, typed.key, typed.value)}
