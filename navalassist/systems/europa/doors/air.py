"""33.C: air units against shipping, by themselves; what a naval step allows of them, and what ends with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.engine.duties import Duty, Now
from navalassist.engine.forms import Choices
from navalassist.engine.reader import Reader
from navalassist.engine.shapes import Form
from navalassist.play.systems import Target
from navalassist.rules.europa.air_units import KIND, Place, units_in
from navalassist.rules.europa.r33_air import AirSituation
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa.air import air_read, air_rows
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.places import places
from navalassist.systems.europa.theatres import zones_shown


def zone_choices(facts: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    """The sea zones that the campaign shows and their short names, in the order of the data files; None: every one."""
    zones = places().zones.values() if facts is None else zones_shown(facts)
    return [(zone.key, zone.short) for zone in zones]


class AirForm(Form):
    """Whose shipping the air units of a zone are counted for."""

    side: Annotated[Side, Field(title="Whose shipping")]
    zone: Annotated[str, Field(title="Sea zone"), Choices(zone_choices)]


@DOORS.situation("anti-shipping-air", form=AirForm)
def air_situation(reader: Reader, target: Target) -> BaseModel:
    """The air units that fly in the zone."""
    zone = Zone(target["zone"])
    return AirSituation(side=Side(target["side"]), units=units_in(reader.facts(air_read(reader, (zone,))), zone))


@DOORS.duty(*TURN.steps_of("air-units"))
def place_them(now: Now) -> Iterator[Duty]:
    """Box, patrols and strikes are set on the page of each zone; what is typed for a leg counts only without them."""
    flying = sum(bool(now.facts[f"{row}.place"]) for row in air_rows(now.facts))
    small = f"{flying} kept in boxes and on missions" if flying else "boxes, naval patrols and strikes"
    yield Duty("Place air units against shipping", "33.C", small, url="air/")


DOORS.ends(f"{KIND}.place", lambda place: f"air units' {Place(place).label} missions", "33.C")
