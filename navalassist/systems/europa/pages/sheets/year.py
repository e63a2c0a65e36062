"""What the year's book tells of Europa: shipping by month, route and port; Malta's raids and repairs by month."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.desk.at import At
from navalassist.desk.year_pages import YearPages
from navalassist.desk.yearbook.tables import Row, Table, bars
from navalassist.desk.yearbook.years import Year, month_of, month_word
from navalassist.systems.europa.board.rolling import CHECK
from navalassist.systems.europa.log import shipping
from navalassist.systems.europa.pages.sheets.malta_story import BOMBED, malta_changes, struck_text
from navalassist.systems.europa.report import Check, Figures, by, figures, in_order, kept_of

SHIPPING = ("Sent", "Arrived", "Lost", "Back", "At sea", "Ships sent", "Ships lost", "Contacts", "Checks", "Hits")
PORTS = ("Sent from it", "Arrived in it", "Lost on the way there", "Back in it", "Ships arrived")
FATES = ((0, "lost"), (1, "arrived"), (2, "back"), (3, "at sea"))
ALL, UNITS = "All", "REs of cargo; ships are transports of any kind."
# Rules that mend Malta, and the field of the situation that says by how many hits.
MENDED = {"malta-repaired": "points", "malta-supplied": "hits"}
MALTA = ("Raids", "Hits", "Repaired", "Number at the end")


@dataclass(frozen=True, slots=True)
class OfMalta:
    """A raid on Malta, or a repair: by so many hits."""

    raid: bool
    hits: int


def reads(entry: Entry, body: Mapping[str, Any]) -> Check | OfMalta | None:
    """What the book keeps of an entry."""
    slug = body.get("procedure")
    if "situation" not in body or not body.get("outcome"):
        return None
    if slug == CHECK and (check := kept_of(body)):
        return check
    if slug == BOMBED and not struck_text(body):
        return OfMalta(True, int(body["situation"]["hits"]))
    return OfMalta(False, int(body["situation"][MENDED[slug]])) if slug in MENDED else None


def tables(here: At, year: Year, read: Sequence[tuple[str, Check | OfMalta]]) -> Iterator[Table]:
    """Each side's shipping that the viewer may read, then Malta."""
    checks = in_order(one for _, one in read if isinstance(one, Check))
    for side in here.system.sides:
        mine = [check for check in checks if check.side == side]
        if mine:
            yield from _shipping(here, year, side, mine)
    yield from _malta(here, year, [(turn, one) for turn, one in read if isinstance(one, OfMalta)])


def _shipping(here: At, year: Year, side: str, checks: Sequence[Check]) -> Iterator[Table]:
    months = by(checks, lambda check: month_of(check.turn))
    found = {month_word(here, month): months.get(month, Figures()) for month in year.months}
    if len(found) > 1:
        found[ALL] = figures(checks)
    routes = by(checks, lambda check: shipping.route_text(check.item))
    by_amount = dict(sorted(routes.items(), key=lambda route: -route[1].sent.res))
    for name, word, groups in (("months", "Month", found), ("routes", "Route", by_amount)):
        yield Table(
            f"{side}-{name}",
            f"shipping by {word.lower()}",
            (word, *SHIPPING),
            _rows(
                {label: _cells(each) for label, each in groups.items()},
                # The sum would leave no width to its parts.
                [_fates(each) for label, each in groups.items() if label != ALL],
            ),
            side=side,
            picture="What came of it",
            legend=FATES,
            fine=(UNITS,) if name == "months" else (),
        )
    yield _ports(side, checks)


def _rows(cells: Mapping[str, Sequence[Any]], pictures: Sequence[Sequence[Fraction]]) -> tuple[Row, ...]:
    drawn = [*bars(pictures), ()]
    return tuple(
        Row((label, *map(str, numbers)), bar) for (label, numbers), bar in zip(cells.items(), drawn, strict=False)
    )


def _fates(found: Figures) -> tuple[Fraction, ...]:
    return tuple(Fraction(load.res) for load in (found.lost, found.arrived, found.returned, found.at_sea))


def _cells(found: Figures) -> tuple[Any, ...]:
    loads = (found.sent, found.arrived, found.lost, found.returned, found.at_sea)
    ships = (sum(load.transports.values()) for load in (found.sent, found.lost))
    return (*(load.res for load in loads), *ships, found.contacts, found.checks, found.hits)


def _ports(side: str, checks: Sequence[Check]) -> Table:
    """What was sent from each port, and what came of what was bound for it; what came back is in the port it left."""
    ends = ("origin", "destination")
    origin, goal = (by(checks, lambda check, end=end: shipping.end_text(check.item, end)) for end in ends)  # type: ignore[misc]
    cells: dict[str, tuple[Any, ...]] = {}
    pictures = []
    for port in sorted({*origin, *goal}):
        left, came = origin.get(port, Figures()), goal.get(port, Figures())
        ships = sum(came.arrived.transports.values())
        cells[port] = (left.sent.res, came.arrived.res, came.lost.res, left.returned.res, ships)
        pictures.append((Fraction(came.lost.res), Fraction(came.arrived.res)))
    return Table(
        f"{side}-ports",
        "shipping by port",
        ("Port", *PORTS),
        _rows(cells, pictures),
        side=side,
        picture="Bound for it",
        legend=FATES[:2],
    )


def _malta(here: At, year: Year, done: Sequence[tuple[str, OfMalta]]) -> Iterator[Table]:
    """Raids, hits and repairs of each month, and the number as it ended; nothing where none of it is to be seen."""
    changes = malta_changes(here, year.span[1])
    if not changes:
        return
    cells, pictures = {}, []
    for month in year.months:
        mine = [one for turn, one in done if month_of(turn) == month]
        hits, mended = (sum(one.hits for one in mine if one.raid is raid) for raid in (True, False))
        number = [change.number for change in changes if month_of(change.turn) <= month][-1:] or [changes[0].number]
        cells[month_word(here, month)] = (sum(one.raid for one in mine), hits, mended, *number)
        pictures.append((Fraction(hits), Fraction(0), Fraction(mended)))
    legend = ((0, "hits"), (2, "repaired"))
    rows = _rows(cells, pictures)
    yield Table("malta", "Malta: raids and repairs", ("Month", *MALTA), rows, picture="Hits and repairs", legend=legend)


YEAR = YearPages(reads, tables)
