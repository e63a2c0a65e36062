"""What changes its place in a naval action: fleets and lone squadrons that put to sea, and the harbours they go to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from navalassist.engine import Effect, Set
from navalassist.engine.shapes import Frozen, Key, Words
from navalassist.systems.storm_of_steel.rules.rows import FLEET, RAIDING, area_row, base_row
from navalassist.systems.storm_of_steel.state import Mission, Side

Row = Annotated[str, StringConstraints(pattern=r"^(fleet|squadron):[A-Za-z0-9][A-Za-z0-9_-]*$", max_length=100)]


class Mover(Frozen):
    """A fleet that goes as a whole, or a squadron whose fleet stays."""

    row: Row = Field(description="Its row: fleet:… or squadron:….")
    name: Words = Field(default="", description="Its name.")
    place: Words = Field(default="", description="Where it is: base:…, area:… or fleet:….")
    came_from: Words = Field(default="", description="The area that it was in before this one; empty for none.")
    duty: Literal["", "convoy", "raiding"] = Field(default="", description="What a fleet does at sea; empty for none.")

    @property
    def is_fleet(self) -> bool:
        """True for a whole fleet, which has a duty and a way behind it."""
        return self.row.startswith(f"{FLEET}:")


Movers = Annotated[tuple[Mover, ...], Field(max_length=60)]


class Harbour(Frozen):
    """A naval base or port."""

    key: Key = Field(description="Key of the base.")
    name: Words = Field(default="", description="Its name.")
    owner: Side | Literal["neutral"] = Field(description="Whose it is.")
    kind: Literal["naval-base", "port"] = Field(description="What it is.")
    areas: tuple[Key, ...] = Field(default=(), max_length=20, description="The sea areas on which it lies.")


def put_to_sea(movers: Movers, area: str, mission: Mission | None = None) -> tuple[Effect, ...]:
    """They are in a sea area, on the duty of their mission: raiders are on theirs, others on none.

    mission: None for interceptors. Those that re-base keep the area from which they come, where they come from one.
    """
    effects: list[Effect] = []
    for mover in movers:
        if mover.place != area_row(area):
            effects.append(Set(f"{mover.row}.place", area_row(area)))
        if mover.is_fleet:
            about = {"came_from": _way_behind(mover, area, mission), "duty": _duty(mover, area, mission)}
            effects += _changed(mover, about)
    return tuple(effects)


def _way_behind(mover: Mover, area: str, mission: Mission | None) -> str:
    """The area before, of a re-basing fleet that comes from one (R-80); another mission has none."""
    from_the_sea = mover.place.startswith(area_row("")) and mover.place != area_row(area)
    return mover.place if mission is Mission.REBASING and from_the_sea else ""


def _duty(mover: Mover, area: str, mission: Mission | None) -> str:
    """Raiders are on that duty; interceptors that are in the area already keep theirs."""
    if mission is None and mover.place == area_row(area):
        return mover.duty
    return RAIDING if mission is Mission.RAIDING else ""


def _changed(mover: Mover, about: Mapping[str, str]) -> list[Effect]:
    """Those of these facts that are not so already."""
    return [Set(f"{mover.row}.{name}", value) for name, value in about.items() if getattr(mover, name) != value]


def put_into(movers: Movers, base: Harbour) -> tuple[Effect, ...]:
    """They lie in a base, without a duty and without a way behind them."""
    effects: list[Effect] = []
    for mover in movers:
        effects.append(Set(f"{mover.row}.place", base_row(base.key)))
        if mover.is_fleet:
            effects += [Set(f"{mover.row}.came_from", ""), Set(f"{mover.row}.duty", "")]
    return tuple(effects)


def places_before(movers: Movers) -> tuple[str, ...]:
    """Keys of the areas from which they came into this one."""
    found = (mover.came_from.removeprefix(area_row("")) for mover in movers if mover.came_from)
    return tuple(dict.fromkeys(found))
