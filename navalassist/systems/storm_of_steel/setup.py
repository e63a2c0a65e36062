"""The rows of a new Great War campaign, as effects: areas and bases as they stood in August 1914, rulings as chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from navalassist.campaigns.models import Campaign
from navalassist.engine import Create, create
from navalassist.engine.duties import Moment
from navalassist.play.rules.rulings import ruling_rows
from navalassist.play.turns import steps
from navalassist.systems.storm_of_steel.book import SYSTEM
from navalassist.systems.storm_of_steel.clock import Step
from navalassist.systems.storm_of_steel.conditions import TRACKS
from navalassist.systems.storm_of_steel.demo import demo_forces
from navalassist.systems.storm_of_steel.places import places
from navalassist.systems.storm_of_steel.rules import RULINGS
from navalassist.systems.storm_of_steel.state import Side

DEMO_NAME = "North Sea and Mediterranean 1914"
DEMO_SLUG = "north-sea-1914"
DEMO_ABOUT = "North Sea and Mediterranean, Aug 1914"
DEMO_START = Moment("1914-08", Side.CENTRAL.value, Step.NAVAL_OPERATIONS.value)


def rows(rulings: Mapping[str, str]) -> Iterator[Create]:
    """Areas, bases, conditions and rulings of a new campaign. rulings: choices that are no defaults."""
    found = places()
    for position, area in enumerate(found.areas.values()):
        yield area.model_copy(update={"position": position}).made()
    for base in found.bases.values():
        yield base.made()
    for track in TRACKS.values():
        yield create(f"condition:{track.key}", value=track.begins)
    yield from ruling_rows(RULINGS, rulings)


def begin(
    name: str,
    *,
    moment: Moment = DEMO_START,
    slug: str = "",
    demo: bool = False,
    rulings: Mapping[str, str] | None = None,
    **asked: Any,
) -> Campaign:
    """A new Great War campaign on the map of August 1914, in one act. It is an open table: nothing in it is secret.

    rulings: number -> choice, where it is not the default; demo: with the fleets and land units of the demo;
    asked: who begins it, its tables and its scenario, as `steps.begin` has them.
    """
    made = (*rows(rulings or {}), *(demo_forces() if demo else ()))
    return steps.begin(
        name=name,
        system=SYSTEM,
        moment=moment,
        rows=made,
        slug=slug,
        **asked,
    )


def begin_demo() -> Campaign:
    """The demo campaign: North Sea and Mediterranean, August 1914. Everybody sees all of it."""
    return begin(DEMO_NAME, slug=DEMO_SLUG, demo=True)
