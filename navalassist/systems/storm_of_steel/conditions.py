"""The tracks and conditions of the war: each with its title, whose it is, its bounds, and where it begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from navalassist.engine.ledgers import Ledger
from navalassist.systems.storm_of_steel.state import Side, condition


@dataclass(frozen=True, slots=True)
class Track:
    """A number or a yes that the tables read. side: whose, '' for neither; low, high: bounds of a number.

    begins: nothing at hand prints where the tracks begin; these are stand-ins for the group's own (R-77).
    """

    key: str
    title: str
    begins: int | bool | str
    side: str = ""
    low: int = 0
    high: int = 9999
    kind: Literal["number", "yes", "quarter"] = "number"
    rule: str = ""
    about: str = ""

    @property
    def fact(self) -> str:
        """The fact that holds it."""
        return condition(self.key)


CENTRAL, ALLIED = Side.CENTRAL.value, Side.ALLIED.value
AIR = "Naval aviation, 1 to 5: from 4 on it helps to intercept and to make contact."
TRACKS: Mapping[str, Track] = {
    track.key: track
    for track in (
        Track("merchant-level", "Allied merchant shipping level", 100, ALLIED, 0, 999, rule="GW.MERCHANT"),
        Track("central-morale", "Morale", 100, CENTRAL, -999, 999, rule="GW.BOMBARD.X"),
        Track("allied-morale", "Morale", 100, ALLIED, -999, 999, rule="GW.MERCHANT"),
        Track("central-mobilization", "Mobilization points", 20, CENTRAL, rule="GW.CONTESTED"),
        Track("allied-mobilization", "Mobilization points", 20, ALLIED, rule="GW.CONTESTED"),
        Track("central-air", "Air Level", 1, CENTRAL, 1, 5, rule="R-32", about=AIR),
        Track("allied-air", "Air Level", 1, ALLIED, 1, 5, rule="R-32", about=AIR),
        Track("usw", "Unrestricted submarine warfare", False, CENTRAL, kind="yes", rule="GW.RAID.usw"),
        Track("convoy-tactic", "Convoy tactic", False, ALLIED, kind="yes", rule="GW.RAID.D"),
        Track(
            "half-industry", "British Isles at half their industry", "", ALLIED, kind="quarter", rule="GW.MERCHANT.I"
        ),
    )
}


def track_title(track: Track) -> str:
    """`Morale, Allied`; a track that only one side has, or neither, by its title alone."""
    if not track.side or not track.key.startswith(f"{track.side}-"):
        return track.title
    return f"{track.title}, {Side(track.side).label}"


def _ledger(key: str, fact: str, title: str, track: Track) -> Ledger:
    return Ledger(key, title, fact, track.side if "{side}" not in fact else "", track.low, track.high, rule=track.rule)


# Tracks of points that come and go: their postings are the reasons of a victory.
LEDGERS = (
    _ledger("morale", condition("{side}-morale"), "Morale", TRACKS["central-morale"]),
    _ledger("mobilization", condition("{side}-mobilization"), "Mobilization points", TRACKS["central-mobilization"]),
    _ledger("shipping", TRACKS["merchant-level"].fact, TRACKS["merchant-level"].title, TRACKS["merchant-level"]),
)
