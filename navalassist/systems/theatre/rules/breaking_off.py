"""PG.6.4.5: a force that was intercepted on its own way to intercept may give that up after its battle."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.forms import Ask, Options
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import told_to_all
from navalassist.engine.shapes import Form, Words
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.chain import before
from navalassist.systems.theatre.rulings import R214
from navalassist.systems.theatre.state.battles import Battle, Hunters, Interception
from navalassist.systems.theatre.state.words import Side, Stage
from navalassist.systems.theatre.turn import BATTLE, TURN, now_turn

SLUG, CHAIN = "pg-break-off", "PG.6.4.5"


def title_of(one: Interception) -> str:
    """`interception 2 in D5`"""
    return f"interception {one.number}" + (f" in {one.square}" if one.square else "")


def words_of(given: BreaksOff) -> str:
    """What everybody hears."""
    return f"The {given.side.label} side gives up {title_of(given.interception)}: the mission goes on."


def announced(view: View) -> list[Interception]:
    """The interceptions of this turn."""
    return list(view.rows(Interception, turn=now_turn(view))) if "campaign:clock.turn" in view.values else []


def interceptions(view: View) -> Options:
    """All of them."""
    return [(one.key, f"{one.side.label}: {title_of(one)}, {one.force}") for one in announced(view)]


class BreakOffForm(Form):
    """Which interception is given up."""

    interception: str = Ask("Interception", interceptions)
    because: Because = ""


class BreaksOff(Overrulable):
    """An interception, those of its force that come before it, and its battle."""

    side: Side = Says("Side")
    interception: Interception = Says("Interception")
    first: tuple[Interception, ...] = Says("Fought before it", ())
    sent: Hunters | None = Says("What is sent", None, told=False)
    battles: tuple[Battle, ...] = Says("Its battle", (), told=False)
    waits: bool = Says("A battle before it is not over", False, told=False)
    step: Words = Says("Phase", told=False)


def situation(read: Reader, form: BreakOffForm) -> BreaksOff:
    one = read.row(Interception, form.interception)
    first = before(one, read.rows(Interception, turn=one.turn))
    battles = read.rows(Battle, turn=one.turn)
    over = {each.interception for each in battles if each.stage is Stage.ENDED}
    return BreaksOff(
        side=one.side,
        interception=one,
        first=first,
        sent=read.find(Hunters, one.key),
        battles=tuple(each for each in battles if each.interception == one.key),
        # One that has no battle yet was not fought either.
        waits=any(each.key not in over for each in first),
        step=read["campaign:clock.step"],
        because=form.because,
    )


def why_not(given: BreaksOff) -> Iterator[Refusal]:
    """After the battle of a chain that its force has fought first."""
    if f"*/{given.step}" != BATTLE:
        yield Refusal(f"It is given up in the {TURN.title_of('battle')} phase, after the battle before it.", CHAIN)
    if not given.first:
        yield Refusal("Nobody intercepts this force: what is announced is fought.", CHAIN)
    if given.waits:
        yield Refusal("The battle in which it is intercepted itself comes first.", CHAIN)
    if any(each.stage is not Stage.SHEET for each in given.battles):
        yield Refusal("This battle is being fought, or is over.", CHAIN, final=True)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each interception whose force was intercepted itself."""
    of_turn = announced(now.view)
    for one in of_turn:
        if before(one, of_turn):
            yield by_rule(
                SLUG, f"Give up {title_of(one)}", {"interception": one.key}, seat=one.side.value, done="", again=True
            )


# Both hear that it is given up; which ships turn back is their side's.
@rule(
    SLUG, CHAIN, "Give up an interception", form=BreakOffForm, situation=situation, why_not=why_not, shows=told_to_all,
    may=BATTLE, duties=duties,
)  # fmt: skip
def break_off(given: BreaksOff) -> Play[Outcome[Said]]:
    """It chooses so, or has not completed the way to where it would have fought."""
    yield from R214.look()
    gone = (given.interception, *given.battles, *filter(None, (given.sent,)))
    return Outcome(Said(words_of(given)), tuple(each.gone() for each in gone))
