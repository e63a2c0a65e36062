"""PG.6.4: a side says that it has nothing more to announce; until both have, Operations ends with a question alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from navalassist.engine import Outcome, Play, Refusal, create
from navalassist.engine.duties import Duty, Kind, Now, Passed, by_rule
from navalassist.engine.forms import Ask
from navalassist.engine.reader import Reader
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Form, Frozen, Words
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.announcing import has_said, heard_by, mark_of
from navalassist.systems.theatre.battle import sides
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.rules.searching import has_searched
from navalassist.systems.theatre.state.words import Side
from navalassist.systems.theatre.turn import OPERATIONS, TURN

SLUG, ANNOUNCE = "pg-announced", "PG.6.4"
THEN = "once both sides have said so the Axis seat ends the phase for both"


class NoMoreForm(Form):
    """Which side."""

    side: Side = Ask("Side", sides)


class NoMore(Frozen):
    """A side that announces no more. heard: interceptions of the other side, which may be intercepted in turn."""

    side: Side = Says("Side")
    heard: int = Says("Interceptions of the other side", ge=0, le=99)
    said: bool = Says("It has said so since", False, told=False)
    step: Words = Says("Phase", told=False)


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
        words = "Nothing more to announce"
        made = by_rule(SLUG, words, small=THEN, seat=side.value, kind=Kind.DUE, done=done, passes=passes)
        yield replace(made, url=f"interceptions/#seen-{side}")


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
