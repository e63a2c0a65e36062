"""PG.6.5.3.3: who is left of the defenders of an island may leave it after its battle, with transports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import counted, does, listed
from navalassist.engine.forms import Ask, Facts, FormErrors, Options, every
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import told_to_all
from navalassist.engine.shapes import Form, Words
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.coast_rulings import R264
from navalassist.systems.theatre.islands import LEAVES, is_island
from navalassist.systems.theatre.missions import AskPort
from navalassist.systems.theatre.pools import Draw, draw_of, every_pool, why_not_draw
from navalassist.systems.theatre.state.battles import Battle
from navalassist.systems.theatre.state.orders import Troop
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import Side, Stage
from navalassist.systems.theatre.turn import BREAKTHROUGH, now_turn

SLUG = "pg-leave-island"


def fought(view: View) -> list[Battle]:
    """Islands for which this turn a battle was fought to its end."""
    found = view.rows(Battle, turn=now_turn(view))
    return [one for one in found if is_island(one) and one.stage in (Stage.MARK, Stage.ENDED)]


def battles(view: View) -> Options:
    """Those battles."""
    return [(one.key, f"Battle {one.number}: {one.name}") for one in fought(view)]


def survivors(view: View, typed: Facts) -> Any:
    """Ground units of the defender on the island that is chosen, or on the first that is listed."""
    key = str(typed.get("island") or next((key for key, _ in battles(view)), ""))
    battle = view.find(Battle, key)
    found = view.rows(Troop, place=battle.name, side=battle.attacker.enemy) if battle else ()
    return [(one.key, one.name) for one in found]


class LeaveForm(Form):
    """Who leaves which island, and where to."""

    island: str = Ask("Island", battles)
    to: str = AskPort("Goes to")
    troops: tuple[str, ...] = Ask("Ground units", every(Troop), many=True, default=(), after=survivors)
    pool: str = Ask("Pool of their transports", every_pool)
    because: Because = ""


class Leaving(Overrulable):
    """Survivors of a battle for an island, and the transports that fetch them."""

    side: Side = Says("Side")
    battle: Battle = Says("Battle")
    to: Port = Says("Goes to")
    troops: tuple[Troop, ...] = Says("Ground units", ())
    draw: Draw = Says("Transports", told=False)
    step: Words = Says("Phase", told=False)


def situation(read: Reader, form: LeaveForm) -> Leaving:
    battle, to = read.row(Battle, form.island), read.named(Port, form.to)
    troops, side = read.rows(Troop, form.troops), battle.attacker.enemy
    if to is None or not troops or any((one.side, one.place) != (side, battle.name) for one in troops):
        raise FormErrors({"troops": f"tick ground units of the {side.label} side that are left on the island"})
    draw = draw_of(read, side, to, form.pool)
    return Leaving(side=side, battle=battle, to=to, troops=troops, draw=draw, step=read["campaign:clock.step"])


def why_not(given: Leaving) -> Iterator[Refusal]:
    """In Breakthrough, with a free transport for each, of a pool of the port where they go."""
    if f"*/{given.step}" != BREAKTHROUGH:
        yield Refusal("An island is evacuated in the Breakthrough phase.", LEAVES)
    yield from why_not_draw(given.draw, len(given.troops))


def duties(now: Now) -> Iterator[Duty]:
    """A line for each island with survivors, to their side."""
    for one in fought(now.view):
        if now.view.rows(Troop, place=one.name, side=one.attacker.enemy):
            words, seat = f"Evacuate {one.name}", one.attacker.enemy.value
            yield by_rule(SLUG, words, {"island": one.key}, seat=seat, done="", again=True)


# It is announced, for it may be intercepted.
@rule(
    SLUG, LEAVES, "Evacuate an island", form=LeaveForm, situation=situation, why_not=why_not,
    shows=told_to_all, may=BREAKTHROUGH, duties=duties,
)  # fmt: skip
def leave(given: Leaving) -> Play[Outcome[Said]]:
    """They are in that port; what meets them on the way is a battle of the Breakthrough phase."""
    yield from R264.look()
    who = does(listed([one.name for one in given.troops]), "leave")
    words = f"{who} {given.battle.name} for {given.to.name} with {counted(len(given.troops), 'transport')}."
    effects = tuple(effect for one in given.troops for effect in one.set(place=given.to.row))
    return Outcome(Said(words), effects)
