"""Closed campaigns (R-103): which rows belong to a side, and what is known of a task force whose marker is seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from navalassist.engine.english import counted
from navalassist.engine.knowledge import Known, Span
from navalassist.engine.reader import View
from navalassist.play.state import State
from navalassist.systems.supermarina.rulings import CLOSED
from navalassist.systems.supermarina.state import Force, Lot, Ship, Transport

SECRET = frozenset({Ship.KIND, Transport.KIND, Lot.KIND})
# What is public of a ship's place: in port it lies open (SM.1.B), but on what row that stands does not change.


def is_closed(facts: Mapping[str, Any]) -> bool:
    """True where each side keeps to itself what sails under its markers."""
    return bool(facts.get("ruling:R-103.choice", CLOSED) == CLOSED)


def belongs_to(state: State, row: str, fields: Mapping[str, Any]) -> str:
    """Whom a new row is for: its side where it is secret."""
    secret = row.partition(":")[0] in SECRET and is_closed(state.values)
    return str(fields["side"]) if secret else "public"


def ships_of(view: View, force: Force) -> tuple[Ship, ...]:
    """The warships of a task force, as far as the view has them."""
    return view.rows(Ship, place=force.row)


def transports_of(view: View, force: Force) -> tuple[Transport, ...]:
    """Its transports by number."""
    return tuple(sorted(view.rows(Transport, place=force.row), key=lambda one: one.number))


def contents(view: View, force: Force) -> tuple[Ship | Transport, ...]:
    """All that sails in it."""
    return (*ships_of(view, force), *transports_of(view, force))


def in_general(force: Force, found: Sequence[Ship | Transport]) -> str:
    """`warships and transports`: its general make-up, with no numbers (SM.3)."""
    kinds = {isinstance(one, Transport) for one in found}
    return " and ".join({False: "warships", True: "transports"}[kind] for kind in sorted(kinds)) or "nothing"


def in_full(force: Force, found: Sequence[Ship | Transport]) -> str:
    """`DD Lampo, DD Baleno, 5 transports`: every ship by name, and never what it carries."""
    ships = [f"{one.type.label} {one.name}" for one in found if isinstance(one, Ship)]
    transports = len(found) - len(ships)
    return ", ".join((*ships, *([counted(transports, "transport")] if transports else []))) or "nothing"


def where(view: View, force: Force) -> str:
    """`hex 18A:0407`"""
    return f"hex {force.hex}" if force.hex else "a hex that nobody entered"


FORCES = Known(Force, contents=contents, general=in_general, full=in_full, where=where, ends=Span.SEGMENT)
