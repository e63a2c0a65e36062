"""How a campaign of the Great War stands, as the printed sheets say it: fleets, tracks, waters, naval actions."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from navalassist.desk.at import At
from navalassist.desk.printed.parts import Section, Told, own_first, side_text, source
from navalassist.systems.storm_of_steel.actions import losses_of
from navalassist.systems.storm_of_steel.pages import shown
from navalassist.systems.storm_of_steel.pages.actions import Going, actions, owed_apart, owed_words
from navalassist.systems.storm_of_steel.pages.shown import Berth, Sailing
from navalassist.systems.storm_of_steel.state import (
    Area,
    Base,
    Owner,
    Side,
    Squadron,
    combat_strength,
    lowest_contact,
)
from navalassist.systems.storm_of_steel.water_edits import BASE_MARKS

FACTORS = "Combat, protection and contact stand at the right; contact is the lowest rating (R-32)."


def fleets(here: At) -> Iterator[Section]:
    """The fleets of both sides by place, the viewer's own first."""
    found = shown.berths(here.rows)
    for side in own_first(here):
        own = here.viewer.seat == side
        lines = tuple(line for berth in found for line in _berth(here, berth, side))
        yield Section("Our fleets" if own else "fleets", lines, fine=(FACTORS,), side="" if own else side)


def _berth(here: At, berth: Berth, side: str) -> Iterator[Told]:
    """Each fleet with its squadrons, then the squadrons that lie in the place themselves."""
    for one in berth.fleets:
        if one.fleet.side == side:
            yield _fleet(here, one)
    alone = [one for one in berth.squadrons if one.side == side]
    if alone:
        right = "" if berth.place in shown.APART else _factors(alone)
        entry = source(here, alone[0].fact("place"))
        yield Told(berth.name[:1].upper() + berth.name[1:], _names(alone), *entry, right)


def _fleet(here: At, one: Sailing) -> Told:
    """`Grand Fleet, Scapa Flow: 1st Battle Squadron, …`, `25 · 22 · 1`"""
    duty = one.fleet.duty.label if one.fleet.duty else ""
    came = f"from {one.came_from}" if one.came_from else ""
    what = ", ".join(filter(None, (one.fleet.name, one.where, duty, came)))
    right = _factors(one.squadrons) if one.squadrons else "empty"
    return Told(what, _names(one.squadrons), *source(here, one.fleet.fact("place")), right)


def _names(squadrons: Collection[Squadron]) -> str:
    return ", ".join(one.name for one in squadrons)


def _factors(squadrons: Collection[Squadron]) -> str:
    protection = sum(one.protection for one in squadrons)
    return f"{combat_strength(squadrons)} · {protection} · {lowest_contact(squadrons)}"


def tracks(here: At) -> Section:
    """Tracks of both sides beside one another, then those that are the same for both."""
    board = shown.board(here)
    rows = [(track.title, *(one.words if one else "–" for one in pair)) for track, pair in board["lines"]]
    common = [*([board["level"]] if board["level"] else []), *board["shared"]]
    lines = tuple(Told(one.title, "", *source(here, one.track.fact), one.words) for one in common)
    heads = ("Track", *(side_text(here, side) for side in here.system.sides))
    return Section("Tracks", lines, heads=heads, rows=tuple(rows))


def waters(here: At) -> Section:
    """Areas that somebody dominates or raids."""
    areas = (water.area for water in shown.waters(here.rows))
    held = [area for area in areas if area.dominated or area.raiding]
    lines = tuple(Told(area.name, _water(area), *source(here, area.fact("dominated"))) for area in held)
    return Section("Waters", lines, "" if lines else "Nobody dominates a sea area, and none is raided.")


def _water(area: Area) -> str:
    held = f"dominated by {Side(area.dominated).label}" if area.dominated else ""
    return ", ".join(filter(None, (held, "commerce is raided" if area.raiding else "")))


def bases(here: At) -> Section:
    """The bases of each side by name, with those that have changed since the campaign began above them."""
    found = [base for base, _, _ in shown.bases(here.rows)]
    names = {owner: [base.name for base in found if base.owner == owner] for owner in here.system.sides}
    fine = tuple(f"{Owner(owner).label}: {', '.join(mine)}." for owner, mine in names.items() if mine)
    changed = tuple(line for base in found if (line := _changed(here, base)))
    return Section("Bases and ports", changed, fine=(*fine, "All others are neutral."))


def _changed(here: At, base: Base) -> Told | None:
    """A base of which something was set since the campaign began."""
    sources = (source(here, base.fact(name)) for name in ("owner", "kind", *BASE_MARKS))
    entry = next((one for one in sources if one[0]), None)
    if entry is None:
        return None
    marks = [str(Base.model_fields[name].title).lower() for name in BASE_MARKS if getattr(base, name)]
    return Told(base.name, ", ".join([base.owner.label, base.kind.label, *marks]), *entry)


def in_progress(here: At) -> Section:
    """Naval actions that are not over, and losses that are still to be taken off."""
    view, running = here.rows, actions(here)[0]
    lines = [Told(f"Action {one.number}", action_text(one), right=one.words) for one in reversed(running)]
    for one in running:
        owed = losses_of(view, one.key)
        lines += [Told(f"Action {one.number}, loss", loss.cause, right=owed_words(loss)) for loss in owed]
    apart = owed_apart(view)
    lines += [Told(f"{side_text(here, loss.side)}, loss", loss.cause, right=words) for loss, words in apart]
    return Section("Naval actions in progress", tuple(lines), "" if lines else "None.")


def action_text(one: Going) -> str:
    """`Coastal Bombardment, North Sea, south, Scarborough`"""
    return ", ".join(filter(None, (one.mission.label, one.area_name, one.target_name)))
