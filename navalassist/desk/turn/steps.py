"""This step: what is due, what may be done, and what ends with it. Rules register it; here it is only put in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from navalassist.auditlog.models import CORRECTING, Entry
from navalassist.campaigns.viewer import OBSERVER
from navalassist.desk.access import is_to_roll
from navalassist.desk.at import At
from navalassist.desk.logbook.naming import entry_url, entry_word
from navalassist.desk.logbook.waits import open_waits
from navalassist.desk.made_once.reading import read_once
from navalassist.desk.system_pages import Ahead, Call, PageLink, call_of, system_pages_of
from navalassist.desk.turn.skips import passed_over, skips_of, skips_of_part
from navalassist.desk.turn.tasks import Task
from navalassist.desk.turn.topics import Folded, sorted_out
from navalassist.desk.words import decimal, percent
from navalassist.engine import Figure, Set
from navalassist.engine.duties import Duty, Kind, Moment, Now
from navalassist.engine.english import small
from navalassist.play.agenda import Agenda, quiet_after
from navalassist.play.turns import parts
from navalassist.play.turns.steps import asked_in_step, ending_marks
from tables.turn import SEGMENT

# What a mark of any system is called when a step ends it; a kind without a name is shown as it is called.
MARK_NAMES = {"given-up": ("throw{} of what was given up", "")}
# The count of the parts of a step, and chances that sides added to their dice: that they end is no news.
UNTOLD = ("nonce", parts.KIND)
NO_BREAK = "\u00a0"


@dataclass(frozen=True, slots=True)
class ThisStep:
    """What the page says about the step. skips: what is passed over if it ends now; ahead: further than the next.

    usual, others: what may be done; done: what it asked for or allowed once, and has; first: the next tap of what is
    due; board: the page on which this step is played, where no line leads to it; call: what others wait for from this
    seat, where another line of what is due is it.
    asked: a question of the step waits, and it ends after that; ends_turn: it is the last of the turn.
    part: `naval step 1` in a step with parts, next_part: the one that may begin, part_skips: what that passes over.
    """

    due: tuple[Task, ...]
    usual: tuple[Task, ...]
    others: tuple[Folded, ...]
    done: tuple[Task, ...]
    ends: tuple[Task, ...]
    board: PageLink | None
    skips: str
    clock: str
    ahead: tuple[Ahead, ...]
    call: Call | None = None
    asked: bool = False
    ends_turn: bool = False
    part: str = ""
    next_part: str = ""
    part_skips: str = ""

    @property
    def first(self) -> Task | None:
        """The next tap of what is due."""
        return next((task for task in self.due if task.url and not task.off), None)

    @property
    def number_of_others(self) -> int:
        """How many lines are folded."""
        return sum(len(topic.tasks) for topic in self.others)


def this_step(here: At, facts: Mapping[str, Any]) -> ThisStep:
    """The step as it stands. facts: what the viewer may see."""
    now = Now(here.state, facts, Moment(*here.state.clock), here.system)
    agenda = here.agenda
    duties = in_order(here, agenda.at(now.moment))
    done = done_in_step(here, (duty.procedure for duty in duties))
    tasks = [_task(here, duty, done) for duty in duties]
    system_pages = system_pages_of(here.system.key)
    call = call_of(here)
    due = (*_called(here, call), *_waits(here), *(task for task in tasks if task.due and not task.over))
    usual, others = sorted_out(here, [task for task in tasks if not (task.due or task.over)])
    board = system_pages.page_of(now.moment.step)
    return ThisStep(
        due=due,
        usual=usual,
        others=others,
        done=tuple(task for task in tasks if task.over),
        ends=agenda.tried("What ends with the step", lambda: tuple(_ends(here, now)), ()),
        board=board if board and not any(task.url.startswith(_below(here, board.path)) for task in due) else None,
        skips=passed_over(skips_of(agenda)),
        clock=parts.clock_text(here.state),
        call=call if call and call.listed else None,
        asked=bool(asked_in_step(here.state, here.viewer.audiences)),
        ends_turn=here.system.next_moment(now.moment).turn != now.moment.turn,
        # The next step by itself is what "End step" leads to.
        ahead=(*_over_quiet(agenda), *(way for way in ways_on(agenda) if way.steps > 1)),
        **_part(agenda),
    )


def _part(agenda: Agenda) -> dict[str, str]:
    """Which part of the step is on, and what the next one would pass over; nothing in a step without parts."""
    values, system = agenda.state.values, agenda.system
    if not (part := parts.part_words(values, system)):
        return {}
    following = system.names.part(parts.part_now(values) + 1)
    return {"part": part, "next_part": following, "part_skips": passed_over(skips_of_part(agenda))}


def tasks_about(here: At, keys: Iterable[str], but: tuple[str, ...] = ()) -> tuple[Task, ...]:
    """What may be done in this step with one of these things, by their keys, what is due first.

    but: procedures that are left out.
    """
    wanted = set(keys)
    now = Now(here.state, here.state.values, Moment(*here.state.clock), here.system)
    duties = [duty for duty in here.agenda.at(now.moment) if wanted & named_in(duty.url) and duty.procedure not in but]
    done = done_in_step(here, (duty.procedure for duty in duties))
    return tuple(sorted((_task(here, duty, done) for duty in duties), key=lambda task: not task.due))


def named_in(url: str) -> set[str]:
    """The parts of an address's path, and the values of its query, whole and by their parts."""
    found = urlsplit(url)
    values = [value for _, value in parse_qsl(found.query)]
    return {*values, *(part for text in (found.path, *values) for part in text.split("/"))}


def ways_on(agenda: Agenda) -> tuple[Ahead, ...]:
    """The steps that one tap goes on to, as the rule system has them."""
    return system_pages_of(agenda.system.key).ways_on(agenda)


def _over_quiet(agenda: Agenda) -> Iterator[Ahead]:
    """The way on to the next step where anything can happen, over those that are quiet."""
    system = agenda.system
    quiet = agenda.tried("The way over quiet steps", lambda: quiet_after(agenda.state, system), ())
    if quiet:
        after = system.next_moment(quiet[-1])
        words = f"next step where anything can happen: {system.tap(after.player_turn, after.step)}"
        yield Ahead(after.place, words, 1 + len(quiet), passed_over(skips_of(agenda)))


def done_in_step(here: At, procedures: Iterable[str]) -> Mapping[str, str]:
    """procedure -> the last entry of this step that carried it out and was not struck out, as far as this viewer may
    know. One query at most."""
    wanted = frozenset(procedures) - {""}
    return read_once(here, _done_in_step, wanted) if wanted else {}


def _done_in_step(here: At, wanted: frozenset[str]) -> Mapping[str, str]:
    turn, player_turn, step = here.state.clock
    entries = Entry.objects.filter(
        campaign=here.campaign, turn=turn, player_turn=player_turn, step=step, procedure__in=wanted
    )
    found = entries.filter(kind__in=("rule", *CORRECTING)).seen_by(here.viewer.audiences).order_by("id")
    done: dict[str, list[str]] = {}
    for slug, chain, number, kind, corrects in found.values_list("procedure", "chain", "sequence", "kind", "corrects"):
        of_rule = done.setdefault(slug, [])
        if kind in ("rule", "correction"):
            of_rule.append(f"{chain}/{number}")
        elif kind == "undo" and corrects in of_rule:
            of_rule.remove(corrects)
    return {slug: of_rule[-1] for slug, of_rule in done.items() if of_rule}


def in_order(here: At, duties: Iterable[Duty]) -> list[Duty]:
    """The duties of a step as this seat sees them: of what is due by one rule its own comes first."""

    def is_theirs(duty: Duty) -> bool:
        return duty.kind is Kind.DUE and duty.seat != here.viewer.seat

    runs = groupby(duties, key=lambda duty: duty.procedure or duty.url)
    return [duty for _, run in runs for duty in sorted(run, key=is_theirs)]


def _waits(here: At) -> Iterator[Task]:
    for wait in open_waits(here):
        text = f"{wait.title} {wait.text}"
        yield Task(text, "answer it, or give it up", wait.rule, wait.url, due=True, side=wait.tap)


def _called(here: At, call: Call | None) -> Iterator[Task]:
    """What others wait for from this seat, where no duty is it."""
    if call and not call.listed:
        small, seat = f"{call.text}: {call.small}", here.viewer.seat
        yield Task(call.button, small, call.rule, _below(here, call.path), seat=seat, due=True, side=seat)


def _below(here: At, path: str) -> str:
    """An address of the campaign."""
    return f"/c/{here.campaign.slug}/{path}"


def _task(here: At, duty: Duty, done: Mapping[str, str]) -> Task:
    """A duty as a line: one tap away, done and leading to its entry, or not to be had, with the reason."""
    reference = done.get(duty.procedure, "") if duty.done is None else duty.done
    entry = (entry_url(here.state, reference), entry_word(reference)) if reference else None
    watches = bool(duty.procedure) and here.viewer.seat == OBSERVER
    why = "the observer seat only watches" if watches else duty.off
    figures, chance = _figures(duty, why)
    small = ", ".join(filter(None, (why or duty.small, *figures)))
    own = here.acting
    seat = duty.seat if duty.seat != own else ""
    is_due = duty.kind is Kind.DUE
    plain = Task(duty.text, small, duty.rule, seat=seat, due=is_due, key=duty.key, side=duty.seat or own)
    if entry and not (duty.again and not why):
        return replace(plain, small=f"done, {entry[1]}", url=entry[0], done=True)
    if why:
        return replace(plain, off=True)
    url = _below(here, duty.url) if duty.url else ""
    strong = duty.strong and not entry
    return replace(plain, url=url, strong=strong, done=bool(entry), entry=entry, chance=chance)


def _figures(duty: Duty, why: str) -> tuple[list[str], str]:
    """Its figures in words, but for the first chance of a due one, which stands by itself; none where it is off."""
    figures = () if why else duty.figures
    apart = next((figure for figure in figures if figure.unit == "chance" and duty.kind is Kind.DUE), None)
    return [figure_words(figure) for figure in figures if figure is not apart], figure_words(apart) if apart else ""


def figure_words(figure: Figure) -> str:
    number = percent(figure.value) if figure.unit == "chance" else f"{decimal(figure.value)} {figure.unit}"
    return f"{small(figure.label)} {number}".replace(" %", NO_BREAK + "%")


def _ends(here: At, now: Now) -> Iterator[Task]:
    """What the calendar sets back, the marks that go, and the dice of a turn that is over."""
    after, system_pages = here.system.next_moment(now.moment), system_pages_of(here.system.key)
    yield from _set_back(now, after)
    ending = ending_marks(now.facts, now.moment, after, here.system)
    found = Counter((_life_of(here, now, row), _kind_of(here, now, row)) for row in ending)
    for ends, kind in [seen for seen in found if seen[1] in (*UNTOLD, *system_pages.untold)]:
        del found[ends, kind]
    for (ends, kind), number in sorted(found.items()):
        name, rule = mark_name(here, kind)
        yield Task(f"{_when(ends)}: {number} {name.format('s'[: number - 1])}", "", rule)
    if after.turn != now.moment.turn:
        small = system_pages.goes_with_turn(now.facts, now.moment.turn)
        yield Task("With this turn: its dice are opened for checking", small)


def mark_name(here: At, kind: str) -> tuple[str, str]:
    """What marks of a kind are called, with a place for the ending of several, and the rule that they are of."""
    line = here.system.turn and here.system.turn.mark_of(kind)
    told = (line.several, line.rule) if line and line.several else MARK_NAMES.get(kind, (kind, ""))
    return system_pages_of(here.system.key).mark_names.get(kind, told)


def _when(ends: str) -> str:
    """`With this naval step`, `With this player turn`; `Now` for a mark with a last turn of its own."""
    return "Now" if ends == "never" else f"With this {ends.replace('-', ' ')}"


def _life_of(here: At, now: Now, mark: str) -> str:
    """With what a mark ends."""
    times = here.system.turn.times if here.system.turn else ()
    return SEGMENT if now.facts[f"{mark}.until"] in times else str(now.facts[f"{mark}.ends"])


def _kind_of(here: At, now: Now, mark: str) -> str:
    """The kind of a mark; of a roll, whether this seat owes it."""
    kind = str(now.facts[f"{mark}.kind"])
    return "owed-here" if kind == "owed" and is_to_roll(here, str(now.facts[f"{mark}.place"])) else kind


def _set_back(now: Now, after: Moment) -> Iterator[Task]:
    """The facts that really change when this step ends, in the words that their rules registered, each line once."""
    found: dict[Task, None] = {}
    with_part = now.system.part_over(now.facts, now.moment) if now.moment.step in now.system.parts else ()
    for effect in (*now.system.upkeep(now.moment, after), *now.system.step_over(now.facts, now.moment)):
        if not isinstance(effect, Set) or effect.key not in now.facts or now.facts[effect.key] == effect.value:
            continue
        if ending := now.system.ending_of(effect.key):
            when = _when(now.system.part_life if effect in with_part else "step")
            found[Task(f"{when}: {ending.text(now.facts[effect.key] or effect.value)}", "", ending.rule)] = None
    yield from found
