"""What the evenings of rule 36 do over and over: time passes, ships sail, units and belts are entered."""

from __future__ import annotations

import re

from tests.evenings.evening import Evening
from tests.evenings.offered import Typed

MOST_STEPS = 10
OF_A_PLAYER_TURN = ("initial", "air", "naval movement", "combat", "naval exploitation")
STEPS = [f"{player} {step}" for player in ("axis", "allied") for step in OF_A_PLAYER_TURN]
JUMP = "Go on to the "
PORTS = re.compile("^Ports")
ALL_PORTS = "Name, or a part of it"
RULES = re.compile(
    "Bomb Malta|Repair Malta|Convert Malta|Malta repair|Take mines|Lay mines from|Sweep mines of|Check the way|"
    "Count a naval|Let a landing|Fire on|A patrol or strike|Note collateral|Mend a naval|Give naval"
)
Line = str | re.Pattern[str]


def board(evening: Evening) -> Evening:
    """The map with its lines of the step, if another page is open."""
    return evening if evening.offers("End step") else evening.tap("Map")


def until(evening: Evening, place: str) -> Evening:
    """Go on to the next `Axis naval movement`, whatever is skipped: its page is the map."""
    for _ in range(MOST_STEPS):
        board(evening)
        far = _far(_now(evening), place)
        if not far:
            return evening
        jumps = [offer.words for offer in evening.page.offers if offer.words.startswith(JUMP)]
        near = [words for words in jumps if _far(_now(evening), words.removeprefix(JUMP)) <= far]
        on(evening, near[-1] if near else "End step")
    raise AssertionError(f"no {place} in {MOST_STEPS} steps")


def _now(evening: Evening) -> str:
    found = re.search(r"Player turn . (\w+) Step ([\w ]+?)(, naval step \d+)? Whose tap", evening.page.read)
    assert found, evening.page.read
    return f"{found[1]} {found[2]}"


def _far(now: str, place: str) -> int:
    """How many steps lie between."""
    here, there = (next(n for n, step in enumerate(STEPS) if place.lower().startswith(step)) for place in (now, place))
    return (there - here) % len(STEPS)


def on(evening: Evening, words: Line) -> Evening:
    """Time passes at a tap of the map, and what is due is passed over."""
    if "…" not in board(evening).offer(words).words:
        return evening.tap(words)
    evening.refused(words)
    return evening.tap("all the same")


def card(evening: Evening, name: str) -> Evening:
    """The card of a group or a unit."""
    return (evening if evening.offers(_only(name)) else evening.tap("Fleets")).tap(_only(name))


def sail(evening: Evening, name: str, moves: str, **typed: Typed) -> Evening:
    """A group moves, from its card; its receipt is read."""
    return steers(evening, name).tap("Move it", moves=moves, **typed).receipt()


def stays(evening: Evening, name: str, moves: str, **typed: Typed) -> str:
    """Why it may not move so."""
    return steers(evening, name).refused("Move it", moves=moves, **typed)


def steers(evening: Evening, name: str) -> Evening:
    """The card of a group that may move, unless it is open: by its line of the map, or from the page of the fleets."""
    line = re.compile(f"Move {re.escape(name)} 36")
    if evening.offers("Move it") and f" All fleets {name} " in evening.page.read:
        return evening
    return evening.tap(line) if evening.offers(line) else card(evening, name)


def rolled(evening: Evening, line: Line, strip: str, **typed: Typed) -> Evening:
    """A line of the map, or a rule, is carried out with our own dice; its receipt is read."""
    return opened(evening, line).tap("Carry it out", dice="typed", strip=strip, **typed).receipt()


def done(evening: Evening, line: Line, **typed: Typed) -> Evening:
    """One that takes no dice."""
    return opened(evening, line).tap("Carry it out", **typed).receipt()


def not_done(evening: Evening, line: Line, **typed: Typed) -> str:
    """Why it can't be carried out so."""
    return opened(evening, line).refused("Carry it out", **typed)


def opened(evening: Evening, line: Line) -> Evening:
    """Its form: a line names what it is about, a rule is one of the page of the rules, which is read sooner."""
    if RULES.match(line if isinstance(line, str) else line.pattern):
        return evening.tap("Rules").tap(line)
    return (evening if evening.offers(line) else evening.tap("Map")).tap(line)


def unit(evening: Evening, name: str, kind: str, place: str, side: str = "allied", **more: Typed) -> Evening:
    """A counter joins the fleet, from the page of the fleets."""
    return evening.tap("Fleets").tap("Add the unit", name=name, kind=kind, place=place, side=side, **more)


def belt(evening: Evening, side: str, at: str, points: str, zone: str = "central-med") -> Evening:
    """Mines of the order of battle, from the page of the mines."""
    return evening.tap("Fleets").tap("Mines").tap("Enter them", side=side, hex=at, points=points, zone=zone)


def campaign(evening: Evening, year: str, month: str, waters: str = "med", half: str = "1") -> Evening:
    """Another campaign, from the page of them all."""
    return (
        evening.tap("NavalAssist")
        .tap("New campaign")
        .tap(
            "Begin the campaign",
            name="Another",
            year=year,
            month=month.zfill(2),
            half=half,
            theatres=waters,
            malta="10",
        )
        .tap("The campaign begins")
    )


def key(evening: Evening, name: str) -> str:
    """The key of a unit or group, as the link to its card on the page of the fleets has it."""
    return evening.offer(_only(name)).href.rstrip("/").rpartition("/")[2]


def form(evening: Evening, name: str, *units: str) -> Evening:
    """Units of one place become a naval group, from the page of the fleets."""
    evening.tap("Fleets")
    return evening.tap("Form the group", name=name, units=[key(evening, unit) for unit in units])


def _only(words: str) -> re.Pattern[str]:
    return re.compile(f"^{re.escape(words)}$")


def port(evening: Evening, name: str) -> Evening:
    """The page of a port, from the list of them all."""
    while ALL_PORTS not in evening.page.read:
        evening.tap(PORTS if evening.offers(PORTS) else "Set-up")
    return evening.tap(re.compile(rf"^{name}\b"), near=ALL_PORTS)


def lies(evening: Evening, **hexes: str) -> None:
    """Hexes of ports, read off the map: those that decide stand on one page, others on the page of the port."""
    evening.tap("Set-up").tap("Hexes to enter")
    for name, where in hexes.items():
        enter = f"Enter the hex of {name.replace('_', ' ')}"
        if evening.offers(enter):
            evening.tap(enter, value=where)
        else:
            port(evening, name.replace("_", " ")).tap("Save the hex", value=where)


def owner(evening: Evening, name: str, side: str) -> Evening:
    """Who owns a port now, from its own page."""
    return port(evening, name).tap(side, near="Owner", note="")
