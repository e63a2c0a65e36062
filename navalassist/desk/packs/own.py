"""The chart pack of a campaign that one sees."""

from __future__ import annotations

from navalassist.desk.at import At
from navalassist.desk.system_pages import system_pages_of
from navalassist.play.charts.packed import Packed, packed_of
from tables.packs import packed


def own_pack(here: At, *, house: bool) -> Packed:
    """What the seat that looks may take out: charts, and the lists as it sees them."""
    seats = {seat: word for seat, (word, _) in here.seats.items()}
    return packed_of(here.state, system_pages_of(here.system.key).lists, seats, house=house)


def file_of(here: At, found: Packed, *, charts: bool = True, lists: bool = True) -> bytes:
    """The file of a pack."""
    return packed(here.system.key, found.charts if charts else (), found.lists if lists else ())
