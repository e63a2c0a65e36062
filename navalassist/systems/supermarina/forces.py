"""Task forces: what sails under a marker, what it is called, and what levels of knowledge tell of it (SM.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from navalassist.engine import Refusal
from navalassist.engine.english import counted
from navalassist.engine.forms import Options
from navalassist.engine.knowledge import Known, Span
from navalassist.engine.reader import View
from navalassist.systems.supermarina.combat import Battle, Combatant, Stage
from navalassist.systems.supermarina.state import Force, Minefield, Ship, Transport


def force_title(force: Force) -> str:
    """`Axis task force 1`"""
    return f"{force.side.label} task force {force.number}"


def forces(view: View) -> Options:
    """Every task force at sea."""
    return [(force.key, force_title(force)) for force in view.rows(Force)]


def is_mined(read: View, place: str) -> bool:
    """Whether a minefield lies in a hex (SM.7.A)."""
    return any(one.active for one in read.rows(Minefield, hex=place))


def rolls_first(force: Force) -> Iterator[Refusal]:
    """A force that has entered a mined hex rolls for mines before anything else (SM.7.B)."""
    if force.mined:
        yield Refusal(f"{force_title(force)} has entered a mined hex: it rolls for mines first.", "SM.7.B.find")


def ships_of(view: View, force: Force) -> tuple[Ship, ...]:
    """The warships of a task force, as far as the view has them."""
    return view.own(Ship, force.side, place=force.row)


def transports_of(view: View, force: Force) -> tuple[Transport, ...]:
    """Its transports by number."""
    return tuple(sorted(view.own(Transport, force.side, place=force.row), key=lambda one: one.number))


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
    """`hex 18A:0407`; a force that has scattered is in none."""
    if force.scattered:
        return "no hex: it has scattered, and reforms in the next segment"
    return f"hex {force.hex}" if force.hex else "a hex that nobody entered"


def battle_of(view: View, force: Force) -> Battle | None:
    """The battle that a task force is in."""
    going_on = (one for one in view.rows(Battle) if one.stage is not Stage.ENDED)
    return next((one for one in going_on if force.key in (one.force, one.against)), None)


def in_battle(view: View, force: Force) -> str:
    """`Seen in battle 1, while it lasts: DD Lampo, 5 transports`; a force that has not answered yet shows nothing."""
    battle = battle_of(view, force)
    seen = view.rows(Combatant, battle=battle.key, side=force.side) if battle else ()
    ships = [f"{one.type} {one.name}" for one in seen if not one.is_transport]
    transports = len(seen) - len(ships)
    told = ", ".join((*ships, *([counted(transports, "transport")] if transports else [])))
    return f"Seen in battle {battle.number}, while it lasts: {told}" if battle and told else ""


FORCES = Known(
    Force,
    title=force_title,
    contents=contents,
    general=in_general,
    full=in_full,
    where=where,
    ends=Span.SEGMENT,
    openly=in_battle,
)
