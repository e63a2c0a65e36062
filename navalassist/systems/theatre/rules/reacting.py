"""PG.6.5.2.3: the defender reinforces a coast that is attacked; the attacker adds aircraft, airborne units, partisans.

Which of them come in time is the rules of the land war's: what comes is typed.
"""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.forms import Ask, Options
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Form, Words
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.battle import sides
from navalassist.systems.theatre.beaches import landings
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.coast_rulings import R266
from navalassist.systems.theatre.state.ashore import Beach, Reaction
from navalassist.systems.theatre.state.words import Name, Reacts, Side
from navalassist.systems.theatre.turn import OPERATIONS

SLUG, REACTS = "pg-react", "PG.6.5.2.3"
# What each part of the battle may add.
DEFENDER, ATTACKER = (Reacts.GROUND, Reacts.AIR), (Reacts.AIR, Reacts.AIRBORNE, Reacts.PARTISANS)


def beaches(view: View) -> Options:
    """The landings of this turn, by their square."""
    return [(one.key, f"{one.side.label} landing on {one.square}") for one in landings(view)]


class ReactForm(Form):
    """What a side adds to which landing."""

    landing: str = Ask("Landing", beaches)
    side: Side = Ask("Side", sides)
    kind: Reacts = Ask("What comes")
    name: Name = Ask("What it is called")
    because: Because = ""


class Reacting(Overrulable):
    """A reaction, and the landing that it is to."""

    side: Side = Says("Side")
    beach: Beach = Says("Landing")
    one: Reaction = Says("What comes")
    step: Words = Says("Phase", told=False)


def reacting(read: Reader, form: ReactForm) -> Reacting:
    beach = read.row(Beach, form.landing)
    key = f"{beach.key}-{1 + len(read.rows(Reaction, battle=beach.key))}"
    one = Reaction(key=key, battle=beach.key, side=form.side, kind=form.kind, name=form.name.strip())
    return Reacting(side=form.side, beach=beach, one=one, step=read["campaign:clock.step"])


def why_not(given: Reacting) -> Iterator[Refusal]:
    """In Operations; ground units for the defender alone, airborne units and partisans for the attacker."""
    attacks = given.side is given.beach.side
    if not given.one.name:
        yield Refusal("Type what the unit is called.", REACTS, final=True)
    if given.one.kind not in (ATTACKER if attacks else DEFENDER):
        may = "aircraft, airborne units and partisans" if attacks else "ground units and aircraft"
        yield Refusal(f"The {'attacker' if attacks else 'defender'} adds {may}.", REACTS)
    if f"*/{given.step}" != OPERATIONS:
        yield Refusal("Reactions are announced in Operations, with the attacks.", REACTS)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each side and landing."""
    for one in landings(now.view):
        for side in Side:
            words = f"{side.label} reaction to the landing on {one.square}"
            yield by_rule(SLUG, words, {"landing": one.key, "side": side.value}, seat=side.value, done="", again=True)


# Reactions are announced, as attacks are.
@rule(
    SLUG, REACTS, "React to an invasion", form=ReactForm, situation=reacting, why_not=why_not, may=OPERATIONS,
    duties=duties,
)  # fmt: skip
def react(given: Reacting) -> Play[Outcome[Said]]:
    """It stands on the sheet of the landing; who reinforces has no entrenchment of fortified lines."""
    yield from R266.look()
    one = given.one
    none = ", without entrenchment" if one.kind is Reacts.GROUND else ""
    words = f"The {given.side.label} side adds {one.name} ({one.kind.label}) to the battle for {given.beach.square}"
    return Outcome(Said(f"{words}{none}."), (one.made(),))
