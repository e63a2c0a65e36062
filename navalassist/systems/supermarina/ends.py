"""What ends with a step: battles that nobody carried on, and what counts anew in each movement step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from navalassist.engine import Effect
from navalassist.engine.duties import Moment
from navalassist.engine.reader import View
from navalassist.systems.supermarina.battle import BATTLES
from navalassist.systems.supermarina.combat import Battle, Stage
from navalassist.systems.supermarina.damage import counted, counting, waits_of
from navalassist.systems.supermarina.fights import fleet_of
from navalassist.systems.supermarina.fuel import burnt, segment_over
from navalassist.systems.supermarina.repairs import turn_over
from navalassist.systems.supermarina.rules.parting import Recorded, marked, own_of
from navalassist.systems.supermarina.rules.supplying import surrenders
from navalassist.systems.supermarina.state import Force, Side
from navalassist.systems.supermarina.turn import TURN

RECON, COMBAT, LAST = "-recon", "-combat", "exploitation"
SEGMENT_ENDS = "enemy-combat"


def step_over(values: Mapping[str, Any], ending: Moment) -> tuple[Effect, ...]:
    """The effects of the end of a step: what it brings, and lost ports have no fuel left (R-141)."""
    view = View(values)
    return (*burnt(view), *brought(view, ending))


def brought(view: View, ending: Moment) -> tuple[Effect, ...]:
    """Movement begins after recon, and forces part as a combat step ends."""
    if ending.step.endswith(RECON):
        side = TURN.acting(ending.player_turn, ending.step)
        return tuple(effect for force in view.rows(Force, side=side) for effect in begins_to_move(force))
    if ending.step == LAST:
        lost = surrenders(view) if ending.player_turn == Side.ALLIED else ()
        return (*turn_over(view, Side(ending.player_turn)), *lost)
    if not ending.step.endswith(COMBAT):
        return ()
    running = (battle for battle in view.rows(Battle) if battle.stage is not Stage.ENDED)
    parting = tuple(effect for battle in running for effect in parted(view, battle))
    # What a battle did to a sheet stands before its fuel is told.
    return (*parting, *(segment_over(view, ending) if ending.step.endswith(SEGMENT_ENDS) else ()))


def begins_to_move(force: Force) -> tuple[Effect, ...]:
    """A force at sea has all its MPs, and where it is now counts as where it was at the start (SM.1.B.tr, 1.F)."""
    fresh = {"began": force.hex, "spent": 0}
    changed = {name: value for name, value in fresh.items() if getattr(force, name) != value}
    return force.set(**changed) if force.hex else ()


def parted(view: View, battle: Battle) -> Iterator[Effect]:
    """Damage that waits counts, and both sides' sheets are marked, as each does it by itself (SM.6.D.dmg)."""
    fleet = fleet_of(view, battle)
    waits = waits_of(view, fleet)
    fleet = counted(fleet, counting(fleet, waits, {}))
    for side in Side:
        if side not in battle.recorded:
            own = own_of(view, battle, side, fleet)
            _, effects = marked(Recorded(side=side, battle=battle, fleet=fleet, **own))
            yield from effects
    yield from BATTLES.goes_to(battle, Stage.ENDED, recorded=tuple(Side))
