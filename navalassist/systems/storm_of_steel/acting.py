"""Naval actions as rules read them, and keys that are still free."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from navalassist.engine.rows import key_of
from navalassist.play.systems import Reader, Unknown
from navalassist.systems.storm_of_steel.actions import NavalAction, is_deserted
from navalassist.systems.storm_of_steel.afloat import (
    Options,
    Values,
    action_choices,
    rows_of,
    squadron_choices,
    squadrons_of,
)
from navalassist.systems.storm_of_steel.marks import stays_mark
from navalassist.systems.storm_of_steel.rules.rows import ACTION, OWED_LOSS, action_row, area_row, squadron_row
from navalassist.systems.storm_of_steel.state import LOST, POOL, Mission, Side, SquadronKind, Stage, Unit

FIELDS = (
    *("number", "side", "mission", "area", "target", "central", "allied", "attacker", "advantage", "order", "fired"),
    "stage",
)


def action_of(reader: Reader, key: str) -> NavalAction:
    """A naval action with those of its squadrons that are not lost. Unknown for a key that the campaign lacks."""
    row = action_row(key)
    if f"{row}.number" not in reader.state.values:
        raise Unknown(f"there is no naval action {key} in the campaign")
    found: dict[str, Any] = reader.fields(row, *FIELDS)
    units = {side.value: afloat(reader, found[side.value]) for side in Side}
    area = reader[f"{area_row(found['area'])}.name"]
    return NavalAction(key=key, area_name=area, **{**found, **units, "fired": tuple(found["fired"])})


def afloat(reader: Reader, keys: Iterable[str]) -> tuple[Unit, ...]:
    """Of these squadrons, those that are not lost."""
    return squadrons_of(reader, [key for key in keys if reader[f"{squadron_row(key)}.place"] != LOST])


def in_play(values: Values | None) -> Options:
    """The naval units that are in play and not lost."""
    facts = values or {}
    return [(key, words) for key, words in squadron_choices(values) if facts[f"{squadron_row(key)}.place"] != POOL]


def unopposed(values: Values | None, mission: Mission) -> Options:
    """The actions whose mission of this kind nobody stops any more, and that have somebody left to carry it out."""
    facts = values or {}
    found = [one for one in action_choices(values, Stage.UNOPPOSED.value) if _waits(facts, one[0])]
    return [(key, words) for key, words in found if facts[f"{action_row(key)}.mission"] == mission]


def _waits(values: Values, key: str) -> bool:
    return not has_nobody_left(values, action_row(key))


def taking_part(values: Values, but: Collection[str] = ()) -> frozenset[str]:
    """Keys of the squadrons that take part in a naval action that is not over. but: actions that don't count."""
    others = (row for row in rows_of(values, ACTION) if key_of(row) not in but)
    going_on = [row for row in others if values[f"{row}.stage"] != Stage.ENDED]
    return frozenset(key for row in going_on for side in Side for key in values[f"{row}.{side.value}"])


def sides_left(values: Values, row: str) -> tuple[Side, ...]:
    """The sides that have units left in a naval action: those that are there, and not lost."""

    def is_left(key: str) -> bool:
        return values.get(f"{squadron_row(key)}.place", LOST) != LOST

    return tuple(side for side in Side if any(map(is_left, values[f"{row}.{side.value}"])))


def has_nobody_left(values: Values, row: str) -> bool:
    """True for an action whose next step asks for a side that has nobody left (R-89)."""
    stage, side = Stage(values[f"{row}.stage"]), Side(values[f"{row}.side"])
    return is_deserted(stage, side, sides_left(values, row))


def has_no_guns(values: Values, row: str) -> bool:
    """True for a bombardment that nobody stops, with no squadron left in it that the table counts."""
    if values[f"{row}.stage"] != Stage.UNOPPOSED or values[f"{row}.mission"] != Mission.BOMBARDMENT:
        return False
    units = (squadron_row(key) for key in values[f"{row}.{values[f'{row}.side']}"])
    left = (unit for unit in units if values.get(f"{unit}.place", LOST) != LOST)
    return not any(SquadronKind(values[f"{unit}.kind"]).is_battle_line for unit in left)


def staying(values: Values, key: str) -> tuple[Side, ...]:
    """The sides that have said that they stay in a naval action."""
    return tuple(side for side in Side if f"{stays_mark(key, side)}.kind" in values)


def stays_of(reader: Reader, key: str) -> tuple[Side, ...]:
    """The same, as a rule reads it."""
    return tuple(side for side in Side if reader.get(f"{stays_mark(key, side)}.kind") is not None)


def free_loss(values: Values, stem: str) -> str:
    """How the key of a new loss begins: `bombardment-2` where one of that stem is still owed."""
    taken = [row.partition(":")[2] for row in rows_of(values, OWED_LOSS)]
    number = 1
    while any(key == f"{stem}-{number}" or key.startswith(f"{stem}-{number}-") for key in taken):
        number += 1
    return f"{stem}-{number}"
