"""33.F: the SLP count that a supply line's sea zones add, by itself."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from navalassist.play.systems import Reader, Target, Unknown
from navalassist.rules.europa.items import Leg
from navalassist.rules.europa.r33_naval_status import facts_needed
from navalassist.rules.europa.r33_supply import SupplyLine
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.places import places


class SupplyLineForm(BaseModel):
    """What is typed for a supply line."""

    side: Annotated[Side, Field(title="Whose supply line")]
    zones: Annotated[
        str,
        Field(title="Sea zones", description="Those the line runs through, with commas: Tyrrhenian, Central Med"),
    ]


def zone_named(text: str) -> Zone:
    """A zone from its key or name in any spelling that a page shows. Unknown for another."""
    wanted = text.strip().casefold()
    for zone in places().zones.values():
        if wanted in (zone.key, zone.name.casefold(), zone.short.casefold()):
            return Zone(zone.key)
    raise Unknown(f"Sea zones: there is no zone {text.strip()!r}; write for example Central Med")


@DOORS.situation("supply-line", form=SupplyLineForm)
def supply_line(reader: Reader, target: Target) -> BaseModel:
    """The zones crossed, and the facts that their statuses read."""
    side = Side(target["side"])
    zones = [zone_named(name) for name in str(target["zones"]).split(",") if name.strip()]
    keys = dict.fromkeys(key for zone in zones for key in facts_needed(side, zone))
    return SupplyLine(side=side, zones=tuple(Leg(zone=z) for z in zones), facts=reader.facts(tuple(keys)))
