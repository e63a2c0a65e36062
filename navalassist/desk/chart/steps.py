"""This step: what is due, what may be done, and what ends with it. Read from the state; nothing is decided here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import SEATS, At
from navalassist.desk.chart.clock import steps_to
from navalassist.desk.chart.skips import passed_over, shipments, skips_of, still_to_sail
from navalassist.desk.logbook.waits import open_waits
from navalassist.desk.templatetags.parts import decimal, percent
from navalassist.engine import REGISTER
from navalassist.play.resolve import preview
from navalassist.play.systems import Moment
from navalassist.play.turns import ending_marks, old_shipments
from navalassist.rules.europa.words import Step
from navalassist.systems.europa.chart import south_aegean_missing
from navalassist.systems.europa.situations import began_at_sea

SAIL_STEP = Step.NAVAL_MOVEMENT.value
# What a mark is called when a step ends it; a kind without a name is shown as it is called.
MARK_NAMES = {"checked": ("check{} “once a zone”", "33.A.4"), "given-up": ("throw{} of what was given up", "")}
ENDS = {"step": "With this step", "player-turn": "With this player turn", "turn": "With this turn"}


@dataclass(frozen=True, slots=True)
class Task:
    """One line of the list: words, what is said in small print, the rule, where a tap leads; off: not to be had now."""

    text: str
    small: str = ""
    rule: str = ""
    url: str = ""
    strong: bool = False
    off: bool = False


@dataclass(frozen=True, slots=True)
class ThisStep:
    """What the page says about the step.

    skips, skips_ahead: what is passed over if it ends now, or all up to `until`; ahead: how many steps those are.
    """

    due: tuple[Task, ...]
    may: tuple[Task, ...]
    ends: tuple[Task, ...]
    board: bool
    skips: str
    skips_ahead: str
    clock: str
    until: str
    until_text: str
    ahead: int


def this_step(here: At, facts: Mapping[str, Any]) -> ThisStep:
    """The step as it stands. facts: what the viewer may see."""
    turn, player_turn, step = here.state.clock
    now = Moment(turn, player_turn, step)
    naval = Step(step).is_naval
    waiting = still_to_sail(facts, now)
    until, until_text, ahead = next_sailing(here)
    return ThisStep(
        due=tuple(_due(here, facts, waiting if naval else [])),
        may=tuple(_may(here, facts, naval)),
        ends=tuple(_ends(here, facts, now)),
        board=naval,
        skips=_skipped(here, facts),
        skips_ahead=_skipped(here, facts, until),
        clock="/".join(here.state.clock),
        until=until,
        until_text=until_text,
        ahead=ahead,
    )


def _skipped(here: At, facts: Mapping[str, Any], until: str = "") -> str:
    """`1 shipment`, `1 open decision`, or nothing."""
    return passed_over(skips_of(here.state, facts, here.system, until))


def next_sailing(here: At) -> tuple[str, str, int]:
    """The next naval movement step: as a step form names it, in words, and how many steps end on the way."""
    turn, player_turn, step = here.state.clock
    side = next(s for s in here.system.sides if s != player_turn) if step == SAIL_STEP else player_turn
    until = f"{side}/{SAIL_STEP}"
    return until, f"{SEATS[side][0]} naval movement", steps_to(Moment(turn, player_turn, step), until, here.system)


def _due(here: At, facts: Mapping[str, Any], waiting: list[str]) -> Iterator[Task]:
    home = f"/c/{here.campaign.slug}/"
    for wait in open_waits(here):
        yield Task(f"{wait.title} {wait.text}", "answer it, or give it up", wait.rule, wait.url, strong=True)
    if waiting:
        player = here.state.clock[1]
        enemy = next(SEATS[s][0] for s in here.system.sides if s != player)
        words = shipments(len(waiting))
        if found := sum(began_at_sea(here.state.row(f"shipment:{key}"), here.state.clock) for key in waiting):
            rule = "33.A.2" if here.state.clock[2] == Step.EXPLOITATION else "R-57"
            yield Task(f"Check {shipments(found)}, at sea as this step began", "", rule, f"{home}board/", True)
        yield Task(f"Sail or strike off {words}", _expectation(here, waiting), "33.A.1", f"{home}board/", True)
        yield Task(f"Contact dice: the {enemy} seat rolls", "one check an item and zone", "33.D", f"{home}board/")


def _expectation(here: At, waiting: list[str]) -> str:
    """Expected loss of all that still sails, and the chance that everything arrives: exact, each voyage by itself."""
    lost, arrive = Fraction(0), Fraction(1)
    for key in waiting:
        try:
            found = {f.key: f for f in preview(here.state, "voyage", {"shipment": key}, here.system).figures}
        except (LookupError, ValueError):
            return ""
        if not {"all-arrive", "loss"} <= found.keys():
            return ""
        lost, arrive = lost + found["loss"].value, arrive * found["all-arrive"].value
    return f"expected loss {decimal(lost)} RE, all arrive {percent(arrive)}"


def _may(here: At, facts: Mapping[str, Any], naval: bool) -> Iterator[Task]:
    home = f"/c/{here.campaign.slug}/"
    _, player_turn, step = here.state.clock
    if player_turn == "axis" and step in (Step.AIR.value, SAIL_STEP):
        yield _door(here, "malta-bombed", "Bomb Malta", "36.A.4.a", "setup/malta/", "hits come from the air rules")
    if player_turn == "allied" and step == Step.INITIAL.value:
        yield _door(here, "malta-repaired", "Repair Malta", "36.A.4.b", "setup/malta/", "repair points by the OB")
        yield _declaration(here, facts)
        text = "Italian fleet’s attempt: enter the level reached"
        yield _door(here, "italian-interference", text, "33.B.2.b", "setup/zones/", "declared by the Axis seat")
    if naval:
        yield Task("Air units against shipping", "typed for each leg on the board", "33.C", f"{home}board/")
        yield Task("Send the empties back", "sailing alone they are harder to find", "33.D", f"{home}board/")


def _declaration(here: At, facts: Mapping[str, Any]) -> Task:
    """The South Aegean zone: a door where its four conditions are met, else the line says which one is not."""
    declared = str(facts.get("zone:south-aegean.declared", ""))
    small = f"in force: {declared}" if declared else "its four conditions are met"
    missing = south_aegean_missing(facts, here.state.book)
    if missing is None:
        small = "its conditions hang on what this seat may not see"
    task = _door(here, "south-aegean-zone", "Declare the South Aegean zone", "33.B.7", "setup/zones/", small)
    return replace(task, small=missing, url="", off=True) if missing else task


def _door(here: At, procedure: str, text: str, rule: str, instead: str, small: str) -> Task:
    """A rule that has its own page, or the set-up page where its result is entered by hand."""
    home = f"/c/{here.campaign.slug}/"
    if here.viewer.seat == OBSERVER:
        return Task(text, "the observer seat only watches", rule, off=True)
    own = procedure in here.system.forms and procedure in REGISTER
    return Task(text, small, rule, f"{home}do/{procedure}/" if own else f"{home}{instead}")


def _ends(here: At, facts: Mapping[str, Any], now: Moment) -> Iterator[Task]:
    after = here.system.next_moment(now)
    ending = ending_marks(facts, now.turn, now.player_turn, after)
    found = Counter((str(facts[f"{row}.ends"]), str(facts[f"{row}.kind"])) for row in ending)
    for (ends, kind), number in sorted(found.items()):
        name, rule = MARK_NAMES.get(kind, (kind, ""))
        yield Task(f"{ENDS.get(ends, 'Now')}: {number} {name.format('s'[: number - 1])}", "", rule)
    if after.turn != now.turn:
        old = len(old_shipments(facts, now.turn))
        small = f"{shipments(old)} of the turn before leave the board" if old else ""
        yield Task("With this turn: its dice are opened for checking", small)
