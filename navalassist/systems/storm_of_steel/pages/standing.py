"""How a campaign of the Great War stands, as the printed sheets say it: fleets, tracks, waters, naval actions."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.desk.access import At
from navalassist.desk.printed.parts import Section, Told, own_first, side_text, source
from navalassist.systems.storm_of_steel.afloat import losses_of, name_of
from navalassist.systems.storm_of_steel.pages import shown
from navalassist.systems.storm_of_steel.pages.actions import Action, actions, owed, owed_apart
from navalassist.systems.storm_of_steel.pages.shown import Berth, Fleet, Squadron
from navalassist.systems.storm_of_steel.rules.rows import AREA, BASE, FLEET, SQUADRON
from navalassist.systems.storm_of_steel.water_edits import BASE_KINDS, BASE_MARKS, DOMINATED, OWNERS

FACTORS = "Combat, protection and contact stand at the right; contact is the lowest rating (R-32)."


def fleets(here: At) -> Iterator[Section]:
    """The fleets of both sides by place, the viewer's own first."""
    found = shown.berths(here.state.values)
    for side in own_first(here):
        own = here.viewer.seat == side
        lines = tuple(line for berth in found for line in _berth(here, berth, side))
        yield Section("Our fleets" if own else "fleets", lines, fine=(FACTORS,), side="" if own else side)


def _berth(here: At, berth: Berth, side: str) -> Iterator[Told]:
    """Each fleet with its squadrons, then the squadrons that lie in the place themselves."""
    for fleet in (one for one in berth.fleets if one.side == side):
        yield _fleet(here, fleet)
    alone = [one for one in berth.squadrons if one.side == side]
    if alone:
        right = "" if berth.place in shown.APART else _factors(alone)
        entry = source(here, f"{SQUADRON}:{alone[0].key}.place")
        yield Told(berth.name[:1].upper() + berth.name[1:], _names(alone), *entry, right)


def _fleet(here: At, fleet: Fleet) -> Told:
    """`Grand Fleet, Scapa Flow: 1st Battle Squadron, …`, `25 · 22 · 1`"""
    sailing = (fleet.duty, f"from {fleet.came_from}" if fleet.came_from else "")
    where = ", ".join(filter(None, (fleet.where, *sailing)))
    right = _factors(fleet.squadrons) if fleet.squadrons else "empty"
    return Told(f"{fleet.name}, {where}", _names(fleet.squadrons), *source(here, f"{FLEET}:{fleet.key}.place"), right)


def _names(squadrons: tuple[Squadron, ...] | list[Squadron]) -> str:
    return ", ".join(one.name for one in squadrons)


def _factors(squadrons: tuple[Squadron, ...] | list[Squadron]) -> str:
    combat, protection = sum(one.combat for one in squadrons), sum(one.protection for one in squadrons)
    return f"{combat} · {protection} · {min(one.contact for one in squadrons)}"


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
    facts = here.state.values
    lines = [
        Told(area["name"], _water(area), *source(here, f"{AREA}:{area['key']}.dominated"))
        for area in shown.areas(facts)
        if area["dominated"] or area["raiding"]
    ]
    return Section("Waters", tuple(lines), "" if lines else "Nobody dominates a sea area, and none is raided.")


def _water(area: dict[str, object]) -> str:
    held = f"dominated by {DOMINATED[str(area['dominated'])]}" if area["dominated"] else ""
    return ", ".join(filter(None, (held, "commerce is raided" if area["raiding"] else "")))


def bases(here: At) -> Section:
    """The bases of each side by name, with those that have changed since the campaign began above them."""
    facts, found = here.state.values, shown.bases(here.state.values)
    names = {owner: [one["name"] for one in found if one["owner"] == owner] for owner in here.system.sides}
    fine = tuple(f"{OWNERS[owner]}: {', '.join(mine)}." for owner, mine in names.items() if mine)
    changed: list[Told] = []
    for base in found:
        row = f"{BASE}:{base['key']}"
        entry = next((e for name in ("owner", "kind", *BASE_MARKS) if (e := source(here, f"{row}.{name}"))[0]), None)
        if entry:
            marks = [word.lower() for name, word in BASE_MARKS.items() if facts[f"{row}.{name}"]]
            text = ", ".join([OWNERS[base["owner"]], BASE_KINDS[str(facts[f"{row}.kind"])], *marks])
            changed.append(Told(name_of(facts, row), text, *entry))
    return Section("Bases and ports", tuple(changed), fine=(*fine, "All others are neutral."))


def in_progress(here: At) -> Section:
    """Naval actions that are not over, and losses that are still to be taken off."""
    lines = [_action(one) for one in reversed(actions(here)[0])]
    for one in actions(here)[0]:
        lines += [
            Told(f"Action {one.number}, loss", loss.cause, right=loss.text)
            for loss in owed(here.state.values, losses_of(here.state.values, one.key))
        ]
    lines += [
        Told(f"{side_text(here, loss.side)}, loss", loss.cause, right=loss.text)
        for loss in owed_apart(here.state.values)
    ]
    return Section("Naval actions in progress", tuple(lines), "" if lines else "None.")


def _action(one: Action) -> Told:
    return Told(f"Action {one.number}", f"{action_text(one)}", right=one.words)


def action_text(one: Action) -> str:
    """`Coastal Bombardment, North Sea, south, Scarborough`"""
    return ", ".join(filter(None, (one.mission, one.area, one.target)))
