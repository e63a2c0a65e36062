"""Force K at sea: an Allied task force in the hex of the Duisburg convoy, which tests of searches begin with."""

from __future__ import annotations

from typing import Any

from navalassist.campaigns.models import Campaign
from navalassist.engine import Set
from navalassist.engine.reader import View
from navalassist.play import state as states
from navalassist.systems.supermarina.state import Force, Side
from tests.in_hand import InHand, viewer_of

CONVOY = "18A:1602"
FORCE_K = ("aurora", "penelope", "lance", "lively")


def at_sea(campaign: Campaign, hex_name: str = CONVOY) -> InHand:
    """The Allied movement step of NAS 4, with Force K as Allied task force 1."""
    table = InHand(campaign, "allied")
    table.edit(Force.new("allied-1", side=Side.ALLIED, number=1, hex=hex_name))
    table.edit(*(Set(f"ship:{key}.place", "force:allied-1") for key in FORCE_K), seat="allied", chain="allied")
    table.until("axis/nas-4/enemy-movement")
    return table


def known(table: InHand, seat: str, about: str, whose: str = "allied") -> list[Any]:
    """Level and words that a side knows of a force, as a seat reads them."""
    state = states.load(table.slug)
    facts = View(viewer_of(table.campaign, seat).view(state.values, state.audiences))
    return [facts.get(f"knowledge:{whose}-force-{about}.{name}") for name in ("level", "words")]
