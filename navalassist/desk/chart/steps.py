"""This step: what is due, what may be done, and what ends with it. Rules register it; here it is only put in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from navalassist.auditlog.models import Entry
from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import SEATS, At
from navalassist.desk.chart.clock import steps_to
from navalassist.desk.chart.skips import passed_over, skips_of
from navalassist.desk.logbook.naming import entry_url, entry_word, several
from navalassist.desk.logbook.waits import open_waits
from navalassist.desk.templatetags.parts import decimal, percent
from navalassist.engine import Figure, Set
from navalassist.play.duties import Duty, Kind, Now, duties_at
from navalassist.play.systems import Moment
from navalassist.play.turns import ending_marks, old_shipments
from navalassist.rules.europa.words import Step
from navalassist.systems.europa.board.moves import SENT

SAIL_STEP = Step.NAVAL_MOVEMENT.value
# What a mark is called when a step ends it; a kind without a name is shown as it is called.
MARK_NAMES = {
    "checked": ("check{} “once a zone”", "33.A.4"),
    "given-up": ("throw{} of what was given up", ""),
    "taken": ("change{} of who passes Gibraltar", "36.A.3"),
}
# Marks of the board alone: that they end is no news.
UNTOLD = (SENT,)
NO_BREAK = "\u00a0"
ENDS = {"step": "With this step", "player-turn": "With this player turn", "turn": "With this turn"}


@dataclass(frozen=True, slots=True)
class Task:
    """One line of the list: words, what is said in small print, the rule, where a tap leads.

    off: not to be had now; seat: whose tap it is; done: in this step; entry: address and name of the one that did it,
    where the line itself leads to doing it again.
    """

    text: str
    small: str = ""
    rule: str = ""
    url: str = ""
    strong: bool = False
    off: bool = False
    seat: str = ""
    done: bool = False
    entry: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Ahead:
    """A step that one tap goes on to: `allied/initial`, in words, how many steps end, what they pass over."""

    until: str
    text: str
    steps: int
    skips: str = ""

    @property
    def sails(self) -> bool:
        """True where shipping sails in it."""
        return Step(self.until.partition("/")[2]).is_naval


@dataclass(frozen=True, slots=True)
class ThisStep:
    """What the page says about the step. skips: what is passed over if it ends now; ahead: further than the next."""

    due: tuple[Task, ...]
    may: tuple[Task, ...]
    ends: tuple[Task, ...]
    board: bool
    skips: str
    clock: str
    ahead: tuple[Ahead, ...]


def this_step(here: At, facts: Mapping[str, Any]) -> ThisStep:
    """The step as it stands. facts: what the viewer may see."""
    now = Now(here.state, facts, Moment(*here.state.clock), here.system)
    duties = duties_at(now)
    done = done_in_step(here, (duty.procedure for duty in duties))
    tasks = [(duty.kind, _task(here, duty, done)) for duty in duties]
    # The next step by itself is what "End step" leads to.
    ahead = (way for way in ways_on(here) if way.steps > 1)
    return ThisStep(
        due=(*_waits(here), *(task for kind, task in tasks if kind is Kind.DUE)),
        may=tuple(task for kind, task in tasks if kind is Kind.MAY),
        ends=tuple(_ends(here, now)),
        board=Step(now.moment.step).is_naval,
        skips=passed_over(skips_of(here.state, facts, here.system)),
        clock="/".join(here.state.clock),
        ahead=tuple(
            replace(way, skips=passed_over(skips_of(here.state, facts, here.system, way.until))) for way in ahead
        ),
    )


def ways_on(here: At) -> tuple[Ahead, ...]:
    """The next naval movement step; before it the initial phase of the other side, which has much to decide."""
    now = Moment(*here.state.clock)
    before = Step(now.step) in (Step.INITIAL, Step.AIR)
    side = now.player_turn if before else next(s for s in here.system.sides if s != now.player_turn)
    found = () if before else ((f"{side}/{Step.INITIAL}", "initial phase"),)
    return tuple(
        Ahead(until, f"{SEATS[side][0]} {words}", steps_to(now, until, here.system))
        for until, words in (*found, (f"{side}/{SAIL_STEP}", "naval movement"))
    )


def done_in_step(here: At, procedures: Iterable[str]) -> dict[str, str]:
    """procedure -> the last entry of this step that carried it out, as far as this viewer may know. One query."""
    turn, player_turn, step = here.state.clock
    wanted = sorted(set(procedures) - {""})
    if not wanted:
        return {}
    entries = Entry.objects.filter(
        campaign=here.campaign, turn=turn, player_turn=player_turn, step=step, procedure__in=wanted
    )
    found = entries.filter(kind__in=("rule", "correction")).seen_by(here.viewer.audiences).order_by("id")
    return {slug: f"{chain}/{number}" for slug, chain, number in found.values_list("procedure", "chain", "sequence")}


def _waits(here: At) -> Iterator[Task]:
    for wait in open_waits(here):
        yield Task(f"{wait.title} {wait.text}", "answer it, or give it up", wait.rule, wait.url, strong=True)


def _task(here: At, duty: Duty, done: Mapping[str, str]) -> Task:
    """A duty as a line: one tap away, done and leading to its entry, or not to be had, with the reason."""
    reference = done.get(duty.procedure, "") if duty.done is None else duty.done
    entry = (entry_url(here.state, reference), entry_word(reference)) if reference else None
    watches = bool(duty.procedure) and here.viewer.seat == OBSERVER
    why = "the observer seat only watches" if watches else duty.off
    small = ", ".join(filter(None, (why or duty.small, *map(_figure, () if why else duty.figures))))
    plain = Task(duty.text, small, duty.rule, seat=duty.seat if duty.seat != here.state.clock[1] else "")
    if entry and not (duty.again and not why):
        return replace(plain, small=f"done, {entry[1]}", url=entry[0], done=True)
    if why:
        return replace(plain, off=True)
    url = f"/c/{here.campaign.slug}/{duty.url}" if duty.url else ""
    return replace(plain, url=url, strong=duty.strong and not entry, done=bool(entry), entry=entry)


def _figure(figure: Figure) -> str:
    number = percent(figure.value) if figure.unit == "chance" else f"{decimal(figure.value)} {figure.unit}"
    return f"{figure.label[:1].lower()}{figure.label[1:]} {number}".replace(" %", NO_BREAK + "%")


def _ends(here: At, now: Now) -> Iterator[Task]:
    """What the calendar sets back, the marks that go, and the dice of a turn that is over."""
    after = here.system.next_moment(now.moment)
    yield from _set_back(now, after)
    ending = ending_marks(now.facts, now.moment.turn, now.moment.player_turn, after)
    found = Counter((str(now.facts[f"{row}.ends"]), str(now.facts[f"{row}.kind"])) for row in ending)
    for ends, kind in [seen for seen in found if seen[1] in UNTOLD]:
        del found[ends, kind]
    for (ends, kind), number in sorted(found.items()):
        name, rule = MARK_NAMES.get(kind, (kind, ""))
        yield Task(f"{ENDS.get(ends, 'Now')}: {number} {name.format('s'[: number - 1])}", "", rule)
    if after.turn != now.moment.turn:
        old = len(old_shipments(now.facts, now.moment.turn))
        small = f"{several(old, 'shipment')} of the turn before leave the board" if old else ""
        yield Task("With this turn: its dice are opened for checking", small)


def _set_back(now: Now, after: Moment) -> Iterator[Task]:
    """The facts that really change when this step ends, in the words that their rules registered, each line once."""
    found: dict[Task, None] = {}
    for effect in (*now.system.upkeep(now.moment, after), *now.system.step_over(now.facts, now.moment)):
        if not isinstance(effect, Set) or effect.key not in now.facts or now.facts[effect.key] == effect.value:
            continue
        kind, _, rest = effect.key.partition(":")
        endings = now.system.endings
        if ending := endings.get(effect.key) or endings.get(f"{kind}.{rest.rpartition('.')[2]}"):
            found[Task(f"{ENDS['step']}: {ending.text(now.facts[effect.key])}", "", ending.rule)] = None
    yield from found
