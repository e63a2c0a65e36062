"""PG.6.4: a side says that it has nothing more to announce; until both have, Operations ends with a question alone."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine import Outcome, Play, Refusal, create
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
    said: bool = Says("It has said so since", False, told=False)
    step: Words = Says("Phase", told=False)


def mark_of(side: str, heard: int) -> str:
    """The mark that a side has said so, when it had heard so many interceptions of the other."""
    return f"mark:announced/{side}-{heard}"


def heard_by(view: View, side: Side) -> int:
    """How many interceptions of this turn are the other side's."""
    return len(view.rows(Interception, turn=now_turn(view), side=side.enemy))


def has_said(view: View, side: Side) -> bool:
    """True where it has, and the other side has announced nothing since."""
    return view.get(f"{mark_of(side, heard_by(view, side))}.kind") is not None


def situation(read: Reader, form: NoMoreForm) -> NoMore:
    side = form.side
    step = read["campaign:clock.step"]
    return NoMore(side=side, heard=heard_by(read, side), said=has_said(read, side), step=step)


def why_not(given: NoMore) -> Iterator[Refusal]:
    if f"*/{given.step}" != OPERATIONS:
        yield Refusal("Interceptions are announced in the Operations phase.", ANNOUNCE, final=True)
    if given.said:
        yield Refusal("It has said so, and the other side has announced nothing since.", ANNOUNCE, final=True)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each side, whatever it has spotted, once both have searched; again where the other announces since."""
    for side in Side if has_searched(now.view) else ():
        row = mark_of(side, heard_by(now.view, side))
        done = now.state.sources.get(f"{row}.kind", "")
        line = f"The {side.label} side has not said that it has nothing more to announce"
        passes = () if done else (Passed(row, line, "announcement"),)
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
    told = {"kind": "announced", "subject": "campaign:clock", "place": "", "note": ""}
    mark = create(mark_of(given.side, given.heard), **told, **TURN.lasts("announced", given.step))
    return Outcome(Said(f"The {given.side.label} side has nothing more to announce."), (mark,))
