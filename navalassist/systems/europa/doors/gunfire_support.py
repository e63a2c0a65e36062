"""36.F.1: naval gunfire support, by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.engine import Outcome, Result
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.forms import Choices
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader
from navalassist.engine.rule import Shown
from navalassist.engine.shapes import Form
from navalassist.play.systems import Target
from navalassist.rules.europa.clock import parts_of
from navalassist.rules.europa.mines import AtSea
from navalassist.rules.europa.naval_units import UnitKind
from navalassist.rules.europa.r36_gunfire_support import A_YEAR, GunfireSupport, Support, Supported, is_soviet, uses_of
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side
from navalassist.systems.europa import fleet
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.doors.mines import group_of
from navalassist.systems.europa.fleet import GROUP, UNIT, UNITS

SLUG = "gunfire-support"


def task_forces(values: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """The task forces among the naval units."""
    facts = values or {}
    return [(key, name) for key, name in UNITS.of(values) if facts[f"{UNIT}:{key}.kind"] == UnitKind.TASK_FORCE]


class SupportForm(Form):
    """What is typed when a task force supports troops."""

    unit: Annotated[str, Field(title="Task force"), Choices(task_forces)]
    support: Annotated[Support, Field(title="It fires with")] = Support.FULL
    because: Because = ""


@DOORS.situation(SLUG, form=SupportForm)
def support(reader: Reader, target: Target) -> BaseModel:
    """The task force with its count of the year, and its group for the MPs of a quarter."""
    unit = fleet.unit_of(reader, target["unit"])
    row = reader.fields(f"{UNIT}:{unit.key}", "nation", "supports", "place", "refit")
    used = tuple(sorted((str(year), int(number)) for year, number in (row["supports"] or {}).items()))
    return GunfireSupport(
        side=unit.side,
        unit=unit,
        nation=row["nation"],
        support=Support(target["support"]),
        turn=reader["campaign:clock.turn"],
        used=used,
        group=_group(reader, str(row["place"])),
        place=fleet.place_of(reader.state.values, unit.key),
        refit=row["refit"],
        because=target["because"],
    )


def _group(reader: Reader, place: str) -> AtSea | None:
    """The group of a unit, where it spends MPs in a hex."""
    kind, _, key = place.partition(":")
    if kind != GROUP:
        return None
    group = group_of(reader, key)
    return group if group.hex else None


@DOORS.shows(SLUG)
def shown_of_support(facts: Mapping[str, Any], fire: GunfireSupport, result: Result[Outcome[Supported]]) -> Shown:
    """Guns that fire on a coast are heard by everybody; how often they may do so again is not."""
    return Shown({"side": fire.side.value, "unit": fire.unit.name, "support": fire.support.value})


@DOORS.duty(*TURN.steps_of(SLUG))
def fire(now: Now) -> Iterator[Duty]:
    """A line for each task force at sea of the side whose step it is, with what is left of its year."""
    if now.ahead:
        return
    for key, _ in task_forces(now.facts):
        row = f"{UNIT}:{key}"
        side = Side(now.facts[f"{row}.side"])
        if side == now.moment.player_turn and fleet.place_of(now.facts, key).startswith("hex:"):
            yield by_rule(SLUG, f"Gunfire support: {now.facts[f'{row}.name']}", f"unit={key}",
                          small=left_words(now.facts, key), done="", again=True)  # fmt: skip


def left_words(values: Mapping[str, Any], unit: str) -> str:
    """`5 of 12 left in 1943`; of Soviet task forces `without limit`."""
    row = f"{UNIT}:{unit}"
    if is_soviet(str(values[f"{row}.nation"])):
        return "without limit"
    year, most = str(parts_of(values["campaign:clock.turn"])[0]), A_YEAR[Side(values[f"{row}.side"])]
    left = most - uses_of(values[f"{row}.supports"] or {}, year)
    return f"{max(0, left)} of {most} left in {year}"
