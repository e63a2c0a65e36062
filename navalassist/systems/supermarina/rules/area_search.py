"""SM.3.A: area search from ports and airbases, once for each enemy task force in a segment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.engine import Dice, Figure, Odds, Outcome, Play, Refusal, Roll, TableKey, Tally, Term
from navalassist.engine.book import Book
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import listed
from navalassist.engine.forms import Ask, FormErrors
from navalassist.engine.learnt import Level
from navalassist.engine.reader import Reader
from navalassist.engine.rows import Says, key_of
from navalassist.engine.rule import Result, Shown, Summary
from navalassist.engine.run import Result as Run
from navalassist.engine.shapes import Form, Frozen, Words
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.forces import force_title
from navalassist.systems.supermarina.hexes import far
from navalassist.systems.supermarina.marks import mark, searched_mark, stands
from navalassist.systems.supermarina.rulings import CLOSED, R103
from navalassist.systems.supermarina.sites import (
    AIRCRAFT,
    PORT,
    Lookout,
    lookout,
    lookouts,
    sites,
    sites_of,
)
from navalassist.systems.supermarina.spotting import Recon, enemies, learns, level_by, level_words, methods, spotted
from navalassist.systems.supermarina.state import Force, Port, SearchSite, Side
from navalassist.systems.supermarina.support_rulings import R131, R132, R133
from navalassist.systems.supermarina.turn import RECON_STEPS, acting
from navalassist.systems.supermarina.weather import Sky, sky_at

SLUG, AREA_SEARCH = "sm-area-search", "SM.3.A"
CHART = TableKey("supermarina/3a-area-search", int)
D10 = Dice(1, 10)
RECON = "recon"
FARTHEST = 99


class SearchForm(Form):
    """Which force is searched for, and from where."""

    force: str = Ask("Enemy task force", enemies)
    site: str = Ask("Site", sites, none="the best that the map can measure")
    hexes: int | None = Ask(
        "Hexes from the site", default=None, ge=0, le=99, help="Where the map can't measure, or yours says otherwise."
    )


class AreaSearch(Frozen):
    """A marker, and the sites from which its enemy may search for it."""

    side: Side = Says("Who searches")
    force: Force = Says("Enemy task force")
    sites: tuple[Lookout, ...] = Says("Sites")
    unmeasured: tuple[Words, ...] = Says("Too far for the map to measure", (), only_if=True)
    weather: Sky = Says("Weather")
    before: tuple[Recon, ...] = Says("Found in this segment by", (), only_if=True)
    searched: bool = Says("Searched for in this segment", False, told=False)
    gaps: bool = Says("The chart has unknown cells, and the campaign is closed", False, told=False)
    step: str = Says("Step", told=False)
    acting: Side = Says("Whose half it is", told=False)


@dataclass(frozen=True, slots=True)
class Searched(Result):
    """How much is known of the force, where it was found."""

    level: Level

    def summary(self, given: AreaSearch) -> Summary:
        """`The Allied side searches for Axis task force 1 and finds it: known in general.`"""
        word = "NOTHING" if self.level is Level.NOTHING else "FOUND"
        return Summary(told(given, self.level), word)


def told(given: AreaSearch, level: Level) -> str:
    """The sentence for both sides: nothing of site and chance (R-131)."""
    return f"The {given.side.label} side searches for {force_title(given.force)} and {level_words(level)}."


def situation(read: Reader, form: SearchForm) -> AreaSearch:
    force = read.row(Force, form.force)
    side = force.side.enemy
    # That a side has no airbase is its secret as much as where one is.
    read.looked_for(SearchSite.row_of(f"{side}-other"), side=side)
    return AreaSearch(
        side=side,
        force=force,
        **_sites(read, form, side, force),
        weather=sky_at(read, force.hex),
        before=methods(read, force),
        searched=stands(read, searched_mark(force.key)),
        gaps=read.ruling(R103) == CLOSED and has_gaps(read.state.book),
        step=read["campaign:clock.step"],
        acting=acting(read),
    )


def _sites(read: Reader, form: SearchForm, side: Side, force: Force) -> dict[str, Any]:
    """The site that was chosen, or the nearest ones; and those from which the map can't measure."""
    if not form.site:
        if form.hexes is not None:
            raise FormErrors({"site": "Site: choose the one from which it is so many hexes."})
        found = sites_of(read, side)
        missing = tuple(name for _, name, at in found if at and far(at, force.hex) is None)
        return {"sites": lookouts(found, force.hex), "unmeasured": missing}
    key = key_of(form.site)
    ours = {one.row: one for one in read.own(SearchSite, side)} if form.site.startswith(SearchSite.KIND) else {}
    if form.site in ours:
        return {"sites": (lookout(AIRCRAFT, ours[form.site].name, ours[form.site].hex, force.hex, form.hexes),)}
    port = read.view.find(Port, key) if form.site == Port.row_of(key) else None
    if port is None or port.owner is not side:
        raise FormErrors({"site": "Site: choose a port or an airbase of the side that searches."})
    return {"sites": (lookout(PORT, port.name, port.hex, force.hex, form.hexes),)}


def number_of(book: Book, hexes: int, kind: str) -> int | None:
    """A cell of the chart; None for one that nobody knows."""
    table = book.table(CHART.slug)
    text, _ = book.text_of(table, table.cell(hexes, kind))
    return None if text is None else CHART.parse(text)


def has_gaps(book: Book) -> bool:
    """Whether any cell is unknown: to ask for one would tell everybody how far the site is, and of what kind."""
    return any(number_of(book, hexes, kind) is None for hexes in range(FARTHEST + 1) for kind in (PORT, AIRCRAFT))


def why_not(given: AreaSearch) -> Iterator[Refusal]:
    """In the own recon step, once for each force."""
    if given.acting is not given.side or not given.step.endswith(RECON):
        yield Refusal(f"The {given.side.label} side searches in its own recon step.", AREA_SEARCH)
    if given.searched:
        yield Refusal(f"{force_title(given.force)} was searched for in this segment: once is all.", AREA_SEARCH)
    if given.gaps:
        yield Refusal(
            "The Area Search Chart has unknown cells, and to ask for one would tell the enemy from how far you look: "
            "type the whole of it first, under Charts.",
            AREA_SEARCH,
            final=True,
        )
    if not given.force.hex:
        yield Refusal(f"{force_title(given.force)} is not on the map.", AREA_SEARCH, final=True)
    if not given.sites:
        yield Refusal("From no site is the distance known: choose one, and type the hexes.", AREA_SEARCH, final=True)


def chance(given: AreaSearch) -> Play[Tally]:
    """The chart's number for the best site, and what poor weather takes of it, fractions down."""
    best, where = 0, "no site reaches it"
    for one in given.sites:
        number = yield from CHART.look(row=one.hexes, column=one.kind)
        if number > best:
            best, where = number, f"{one.name}: {one.measured}"
    halved = Term(AREA_SEARCH, "Poor weather: halved, fractions down", best // 2 - best, given.weather is Sky.POOR)
    away = listed(given.unmeasured)
    unknown = (Term(AREA_SEARCH, f"{away}: choose the site and type the hexes", 0, False),) if away else ()
    return Tally((Term(AREA_SEARCH, where, best), halved, *unknown), low=0)


def figures(odds: Odds[Searched]) -> tuple[Figure, ...]:
    """How likely it is found."""
    return (Figure("found", "Found", odds.chance(lambda found: found.level is not Level.NOTHING)),)


def shown(facts: Mapping[str, Any], given: AreaSearch, run: Run[Outcome[Searched]]) -> Shown:
    """Both sides read whether it was found (R-131)."""
    words = {"words": told(given, run.value.result.level)} if run.value else {}
    return Shown({"side": given.side.value, "force": given.force.key, **words})


def duties(now: Now) -> Iterator[Duty]:
    """A line for each enemy force on the map that nobody has searched for yet."""
    side = now.system.acting(now.moment.player_turn, now.moment.step)
    for force in now.view.rows(Force):
        if force.side != side and force.hex and not stands(now.view, searched_mark(force.key)):
            yield by_rule(
                SLUG, f"Search for {force_title(force)}", {"force": force.key}, seat=side, done="", again=True
            )


@rule(
    SLUG,
    AREA_SEARCH,
    "Area search for a task force",
    form=SearchForm,
    situation=situation,
    why_not=why_not,
    figures=figures,
    basis=chance,
    shows=shown,
    may=RECON_STEPS,
    duties=duties,
    dice="1d10",
)
def search(given: AreaSearch) -> Play[Outcome[Searched]]:
    """1D10 of the number or less finds it. The die is thrown at no chance too, for it would tell that there is none."""
    for ruling in (R131, R132, R133):
        yield from ruling.look()
    pips = (yield from chance(given)).total
    found = yield from Roll("search", D10, lambda faces: faces[0] <= pips, f"area search: {pips} or less")
    known = {*given.before, Recon.AREA} if found else set(given.before)
    level = level_by(known) if found else Level.NOTHING
    marks = spotted(given.force, Recon.AREA, given.before, given.step) if found else ()
    searched = mark(searched_mark(given.force.key), given.force, given.step)
    return Outcome(Searched(level), (searched, *marks), learns(given.force, level))
