"""What came of a battle that is over: what was sunk and hit on both sides, torpedoes, who left; cargo for its owner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from navalassist.desk.at import At
from navalassist.desk.operations.strip import Line
from navalassist.engine.english import counted, listed
from navalassist.engine.rows import key_of
from navalassist.play.storage.bodies import body_of
from navalassist.systems.supermarina.combat import Battle, Combatant
from navalassist.systems.supermarina.shots import Damage
from navalassist.systems.supermarina.state import Lot, Side, Transport


@dataclass(frozen=True, slots=True)
class Ended:
    """What a side has of a battle, in words."""

    side: Side
    lines: tuple[str, ...]


def fought(here: At, lines: Sequence[Line]) -> tuple[tuple[Combatant, ...], Counter[str]]:
    """All that fought, as it was when its side marked its sheets; and the torpedo boxes that each has used."""
    rows: dict[str, dict[str, Any]] = {}
    used: Counter[str] = Counter()
    for entry, line in lines:
        changes = () if line.struck else body_of(entry, here.viewer.audiences).get("changes") or ()
        for fact, before, after in changes:
            row, _, name = fact.rpartition(".")
            if row.startswith(Combatant.row_of("")) and after is None:
                rows.setdefault(key_of(row), {})[name] = before
            elif row.startswith(Combatant.row_of("")) and name == "torpedoes" and before is not None:
                used[key_of(row)] += before - after
    try:
        return tuple(Combatant.model_validate({"key": key, **fields}) for key, fields in rows.items()), used
    except ValidationError:
        return (), used


def ended(here: At, battle: Battle, lines: Sequence[Line]) -> dict[str, Any]:
    """How it ended, and what each side has of it; nothing of one in which nobody fought."""
    if not battle.round:
        return {}
    fleet, used = fought(here, lines)
    sides = [Ended(side, tuple(told(here, [one for one in fleet if one.side is side], used))) for side in Side]
    return {"sides": sides, "how": how(battle, fleet)}


def how(battle: Battle, fleet: Sequence[Combatant]) -> str:
    """Who left, or who has nothing left."""
    if battle.leaver:
        return f"The {Side(battle.leaver).label} side left the battle."
    of = {side: [one for one in fleet if one.side is side] for side in Side}
    lost = [side for side, own in of.items() if own and all(one.is_sunk for one in own)]
    return f"Nothing of {listed([side.label for side in lost])} is afloat." if lost else "The forces parted."


def told(here: At, own: Sequence[Combatant], used: Counter[str]) -> list[str]:
    """`Sunk: Lampo`, `Hit: Baleno 1 G, 1 F`, `Torpedo boxes used: Nubian 1`."""
    sunk = [one.name for one in own if one.is_sunk and not one.is_transport]
    transports = [one for one in own if one.is_sunk and one.is_transport]
    hit = [(one.name, Damage(one.gun_hits, one.flotation_hits)) for one in own if not one.is_sunk]
    parts = {
        "Sunk": sunk,
        f"{counted(len(transports), 'transport').capitalize()} lost": [one.name for one in transports],
        "Cargo lost": cargo(here, transports),
        "Hit": [f"{name} {damage.words}" for name, damage in hit if damage != Damage()],
        "Torpedo boxes used": [f"{one.name} {used[one.key]}" for one in own if used[one.key]],
    }
    found = [f"{words}: {listed(names)}." for words, names in parts.items() if names]
    return found or ["Nothing was hit, and no torpedo launched."]


def cargo(here: At, lost: Sequence[Combatant]) -> list[str]:
    """What went down with transports, as far as the viewer sees their cargo."""
    aboard = (here.rows.find(Transport, key_of(one.of)) for one in lost)
    lots = dict.fromkeys(one.cargo for one in aboard if one and one.cargo)
    return [lot.name for key in lots if (lot := here.rows.find(Lot, key))]
