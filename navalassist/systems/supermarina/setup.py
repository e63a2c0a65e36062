"""The rows of a new Supermarina campaign, as effects: ports, rulings as chosen, ships and markers of a demo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from navalassist.campaigns.models import Campaign
from navalassist.engine import Create, create
from navalassist.engine.duties import Moment
from navalassist.play.rules.rulings import ruling_rows
from navalassist.play.turns import steps
from navalassist.systems.supermarina.book import SYSTEM
from navalassist.systems.supermarina.demo import DUISBURG, TARIGO, Scene
from navalassist.systems.supermarina.fuel import opening
from navalassist.systems.supermarina.places import ports
from navalassist.systems.supermarina.rulings import RULINGS
from navalassist.systems.supermarina.state import Side

START = Moment("1941-04-1", Side.AXIS.value, "initial")


def rows(rulings: Mapping[str, str]) -> Iterator[Create]:
    """Ports, ledgers and rulings of a new campaign. rulings: choices that are no defaults."""
    for port in ports():
        yield port.made()
    for side in Side:
        yield create(f"ledger:{side}", vp=0)
    yield from ruling_rows(RULINGS, rulings)


def kept(side: Side, scene: Scene | None) -> Iterator[Create]:
    """What a side keeps to itself: its part of a demo, and the fuel of the Italian pool."""
    yield from (scene.secret(side) if scene else ())
    if side is Side.AXIS:
        yield opening().made()


def begin(
    name: str,
    *,
    moment: Moment = START,
    scene: Scene | None = None,
    rulings: Mapping[str, str] | None = None,
    **asked: Any,
) -> Campaign:
    """A new Supermarina campaign.

    rulings: number -> choice, where it is not the default; scene: the forces of a demo; asked: its address, who begins
    it and its tables, as `steps.begin` has them.
    """
    seen = (*rows(rulings or {}), *(scene.seen() if scene else ()))
    own = {side.value: kept(side, scene) for side in Side}
    at = scene.moment if scene else moment
    return steps.begin(name=name, system=SYSTEM, moment=at, rows=seen, own=own, **asked)


def begin_tarigo() -> Campaign:
    """The demo that opens on its battle."""
    return begin(TARIGO.name, slug=TARIGO.slug, scene=TARIGO)


def begin_duisburg() -> Campaign:
    """The demo of an evening: a convoy crosses, is looked for and fought for."""
    return begin(DUISBURG.name, slug=DUISBURG.slug, scene=DUISBURG)
