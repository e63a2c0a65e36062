"""What ends with a phase: battles that were not carried on; a confirmed result is marked by itself (PG.6.5).

With the last one missions end in port, and an invasion that nobody landed is dropped (PG.6.5.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from navalassist.engine import Effect, apply_effects
from navalassist.engine.duties import Moment
from navalassist.engine.reader import Values, View
from navalassist.systems.theatre.battle import BATTLES, LATE
from navalassist.systems.theatre.coming_home import turn_over
from navalassist.systems.theatre.fought import most_damage
from navalassist.systems.theatre.rules.ending import all_in_port
from navalassist.systems.theatre.rules.landing import all_dropped
from navalassist.systems.theatre.rules.marking import Marking, marked, own_of
from navalassist.systems.theatre.state.battles import Battle
from navalassist.systems.theatre.state.words import Side, Stage


def step_over(values: Mapping[str, Any], ending: Moment) -> tuple[Effect, ...]:
    """The effects of the end of a phase: of the battle phase those that are fought in it, then all others."""
    if ending.step not in ("battle", LATE):
        return ()
    view = View(values)
    running = (one for one in view.rows(Battle) if not BATTLES.is_over(one))
    over = tuple(effect for one in running if not one.late or ending.step == LATE for effect in parted(view, one))
    if ending.step != LATE:
        return over
    # Each goes by what those before it have left: who was sunk brings nothing in, who was turned back stays nowhere.
    fought = after(view, over)
    in_port = (*all_in_port(fought), *all_dropped(fought))
    return (*over, *in_port, *turn_over(after(fought, in_port), ending.turn))


def after(view: View, effects: Iterable[Effect]) -> View:
    """The campaign as these leave it."""
    values = dict(view.values)
    apply_effects(effects, values)
    return View(Values(values))


def parted(view: View, battle: Battle) -> Iterator[Effect]:
    """Each side's units are marked as it would do it, where the result is confirmed; then the battle is over."""
    fields: dict[str, Any] = {"stage": Stage.ENDED}
    if battle.stage is Stage.MARK:
        for side in Side:
            if side not in battle.marked:
                own = own_of(view, battle, side) | {"needs": ()}
                yield from marked(Marking(side=side, battle=battle, goes_on=True, most=most_damage(view), **own))[1]
        fields["marked"] = tuple(Side)
    elif battle.reported:
        # A result that nobody confirmed does not count.
        fields["reported"] = ""
    yield from battle.set(**fields)
