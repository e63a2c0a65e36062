"""PG.6.4: a side says that it has nothing more to announce; until both have, Operations ends with a question alone."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine import Effect, Outcome, Play, Refusal, Set, create
from navalassist.engine.duties import Duty, Kind, Now, Passed, by_rule
from navalassist.engine.forms import Ask
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Form, Frozen, Words
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.battle import sides
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.rules.searching import has_searched
from navalassist.systems.theatre.state.battles import Interception
from navalassist.systems.theatre.state.words import Side
from navalassist.systems.theatre.turn import OPERATIONS, TURN, now_turn

SLUG, ANNOUNCE = "pg-announced", "PG.6.4"


class NoMoreForm(Form):
    """Which side."""

    side: Side = Ask("Side", sides)


class NoMore(Frozen):
    """A side that announces no more. heard: interceptions of the other side, which may be intercepted in turn."""

    side: Side = Says("Side")
    heard: int = Says("Interceptions of the other side", ge=0, le=99)
    said: bool = Says("It has said so before", False, told=False)
    step: Words = Says("Phase", told=False)


def mark_of(side: str) -> str:
    """The mark that a side has said so, with how many interceptions of the other it had heard by then."""
    return f"mark:announced/{side}"


def heard_by(view: View, side: Side) -> int:
    """How many interceptions of this turn are the other side's."""
    return len(view.rows(Interception, turn=now_turn(view), side=side.enemy))


def situation(read: Reader, form: NoMoreForm) -> NoMore:
    side = form.side
    said = read.get(f"{mark_of(side)}.note") is not None
    return NoMore(side=side, heard=heard_by(read, side), said=said, step=read["campaign:clock.step"])


def why_not(given: NoMore) -> Iterator[Refusal]:
    if f"*/{given.step}" != OPERATIONS:
        yield Refusal("Interceptions are announced in the Operations phase.", ANNOUNCE, final=True)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each side, whatever it has spotted, once both have searched; again where the other announces since."""
    for side in Side if has_searched(now.view) else ():
        fact = f"{mark_of(side)}.note"
        done = now.state.sources.get(fact, "") if now.facts.get(fact) == str(heard_by(now.view, side)) else ""
        line = f"The {side.label} side has not said that it has nothing more to announce"
        passes = () if done else (Passed(mark_of(side), line, "announcement"),)
        yield by_rule(
            SLUG, "Nothing more to announce", {"side": side}, seat=side.value, kind=Kind.DUE, done=done, passes=passes
        )


@rule(
    SLUG, ANNOUNCE, "Announce no more", form=NoMoreForm, situation=situation, why_not=why_not, due=OPERATIONS,
    duties=duties,
)  # fmt: skip
def say(given: NoMore) -> Play[Outcome[Said]]:
    """It may still announce; the other side knows that it need not wait."""
    yield from ()
    row, note = mark_of(given.side), str(given.heard)
    lasts = TURN.lasts("announced", given.step) if not given.said else {}
    made: Effect = create(row, kind="announced", subject="campaign:clock", place="", note=note, **lasts)
    effect = Set(f"{row}.note", note) if given.said else made
    return Outcome(Said(f"The {given.side.label} side has nothing more to announce."), (effect,))
