"""A naval battle as an operation: its sheet, the fight in another program, the result typed and marked (PG.6.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from navalassist.engine import Refusal
from navalassist.engine.duties import Duty, Maker, Now
from navalassist.engine.forms import Options
from navalassist.engine.operations import AtStage, Operation, each
from navalassist.engine.reader import Reader, View
from navalassist.systems.theatre.rulings import ONE_BY_ONE, R252
from navalassist.systems.theatre.state.battles import Battle, Interception
from navalassist.systems.theatre.state.words import Side, Stage
from navalassist.systems.theatre.turn import BATTLE, BREAKTHROUGH

QUEUE, ENTER = "pg-queue", "pg-battle"
SHEET, RESULT, CONFIRM, MARK = "pg-sheet", "pg-result", "pg-confirm", "pg-mark"
STEPS = (BATTLE, BREAKTHROUGH)
BOOK, LATE = "PG.6.5", "breakthrough"
SIDES = tuple((side.value, side.label) for side in Side)


def sides(view: View) -> Options:
    """Both sides, for a form."""
    return list(SIDES)


def who_confirms(view: View, battle: Any) -> Iterable[str]:
    """The side that did not type the result."""
    return (side for side in Side if side != battle.reported)


def words_of(view: View, battle: Battle) -> str:
    """`Battle 2, off Lingayen`."""
    return ", ".join(filter(None, (f"Battle {battle.number}", battle.name)))


BATTLES = Operation(
    Battle,
    AtStage(Stage.SHEET, "Sheet", (SHEET,), taps=each(Side, but="committed")),
    AtStage(Stage.RESULT, "Fought", (RESULT,)),
    AtStage(Stage.CONFIRM, "Confirmed", (CONFIRM,), taps=who_confirms, also=(RESULT,)),
    AtStage(Stage.MARK, "Units marked", (MARK,), taps=each(Side, but="marked"), then=(Stage.ENDED,)),
    AtStage(Stage.ENDED, "End"),
    begins=("Announced", (QUEUE, ENTER)),
    words=words_of,
    lapses="it is not fought",
)


def queue(view: View, turn: str) -> list[Battle]:
    """The battles of a turn as they are fought: those of the breakthrough phase come last (PG.6.5)."""
    return sorted(view.rows(Battle, turn=turn), key=lambda one: (one.late, one.place, one.number))


def waiting_before(read: View, battle: Battle) -> list[Battle]:
    """Those before it in the queue of its phase that are not over."""
    before = queue(read, battle.turn)
    rest = (one for one in before if one.late == battle.late and not BATTLES.is_over(one))
    return [one for one in rest if (one.place, one.number) < (battle.place, battle.number)]


def ahead_of(read: View, battle: Battle) -> tuple[int, ...]:
    """The numbers of the battles for which it waits: all before it, or those in which its force is intercepted."""
    before = waiting_before(read.view if isinstance(read, Reader) else read, battle)
    if read.ruling(R252) == ONE_BY_ONE:
        return tuple(one.number for one in before)
    made_by = read.find(Interception, battle.interception)
    return tuple(one.number for one in before if made_by and one.order in made_by.movers)


def not_yet(battle: Battle, ahead: tuple[int, ...], step: str) -> Iterator[Refusal]:
    """A battle is fought in its phase, when those before it are over (PG.6.5)."""
    if (step == LATE) != battle.late or step not in (LATE, "battle"):
        phase = "breakthrough" if battle.late else "battle"
        yield Refusal(f"Battle {battle.number} is fought in the {phase} phase.", BOOK)
    if ahead:
        yield Refusal(f"Battle {ahead[0]} is fought before it (R-252).", BOOK)


def lines(slug: str, *, by_itself: bool = False) -> Maker:
    """The lines of a rule: for each battle of the phase that waits for it, and each side that it waits for."""

    def made(now: Now) -> Iterator[Duty]:
        mine = (one for one in BATTLES.waiting(now, slug) if BATTLES.tap(now.view, one).rule == slug)
        found = [one for one in mine if one.late == (now.moment.step == LATE)]
        for battle in sorted(found, key=lambda one: one.place):
            ahead = ahead_of(now.view, battle)
            off = f"after battle {ahead[0]}" if ahead else ""
            for side in BATTLES.tap(now.view, battle).sides or ("",):
                who: dict[str, Any] = {"side": str(side)} if side else {}
                yield replace(BATTLES.line(now, slug, battle, seat=str(side), by_itself=by_itself, **who), off=off)

    return made
