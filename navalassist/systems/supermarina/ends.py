"""What ends with a step: battles that nobody carried on, and what counts anew in each movement step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from navalassist.engine import Effect
from navalassist.engine.duties import Moment
from navalassist.engine.reader import View
from navalassist.systems.supermarina.battle import BATTLES
from navalassist.systems.supermarina.damage import counted, counting, waits_of
from navalassist.systems.supermarina.fights import fleet_of
from navalassist.systems.supermarina.rules.parting import Recorded, marked, own_of
from navalassist.systems.supermarina.state import Battle, Side, Stage

COMBAT = "-combat"


def step_over(values: Mapping[str, Any], ending: Moment) -> tuple[Effect, ...]:
    """The effects of the end of a step: as a combat step ends, the forces of a battle that still runs part."""
    if not ending.step.endswith(COMBAT):
        return ()
    view = View(values)
    running = (battle for battle in view.rows(Battle) if battle.stage is not Stage.ENDED)
    return tuple(effect for battle in running for effect in parted(view, battle))


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
