"""A new theatre campaign: maps, ports, types, rulings as chosen, and the forces of a demo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from navalassist.campaigns.models import Campaign
from navalassist.engine.duties import Moment
from navalassist.play.rules.rulings import ruling_rows
from navalassist.play.turns import steps
from navalassist.systems.theatre import places
from navalassist.systems.theatre.book import SYSTEM
from navalassist.systems.theatre.demo import LINGAYEN, Scene
from navalassist.systems.theatre.rulings import RULINGS
from navalassist.systems.theatre.state.ashore import Shipping
from navalassist.systems.theatre.state.words import Side

# Both sides are in each phase together: the clock has one part of a turn.
START = Moment("1939-09", Side.AXIS.value, "logistics")


def begin(
    name: str,
    *,
    moment: Moment = START,
    scene: Scene | None = None,
    rulings: Mapping[str, str] | None = None,
    **asked: Any,
) -> Campaign:
    """A new theatre campaign.

    rulings: number -> choice, where it is not the default; scene: the forces of a demo; asked: its address, who begins
    it and its tables, as `steps.begin` has them.
    """
    ledgers = (Shipping(key=side.value).made() for side in Side)
    rows = (*(row.made() for row in places.rows()), *ledgers, *ruling_rows(RULINGS, rulings or {}))
    own = {side.value: scene.secret(side) for side in Side} if scene else {}
    at = scene.moment if scene else moment
    return steps.begin(name=name, system=SYSTEM, moment=at, rows=rows, own=own, **asked)


def begin_lingayen() -> Campaign:
    """The demo: an invasion fleet from order to landing."""
    return begin(LINGAYEN.name, slug=LINGAYEN.slug, scene=LINGAYEN)
