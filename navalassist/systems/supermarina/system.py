"""Supermarina II joined to the campaign. Importing it registers it with play."""

from navalassist.engine.ledgers import Ledger
from navalassist.play.systems import Demo, Names, System, by_sequence, register_system
from navalassist.systems.supermarina import rules  # noqa: F401
from navalassist.systems.supermarina.battle import BATTLES
from navalassist.systems.supermarina.book import RULES, SYSTEM
from navalassist.systems.supermarina.closed import SECRETS
from navalassist.systems.supermarina.demo import DUISBURG, TARIGO
from navalassist.systems.supermarina.ends import step_over
from navalassist.systems.supermarina.forces import FORCES
from navalassist.systems.supermarina.places import ports
from navalassist.systems.supermarina.rulings import RULINGS
from navalassist.systems.supermarina.scenarios import SCENARIOS
from navalassist.systems.supermarina.setup import begin_duisburg, begin_tarigo
from navalassist.systems.supermarina.state import Port, Side
from navalassist.systems.supermarina.topics import TOPICS
from navalassist.systems.supermarina.turn import TURN
from navalassist.systems.supermarina.weather import WEATHER

# Ports that do not fit stop the start, not an evening in its middle.
ports()

SUPERMARINA = register_system(
    System(
        key=SYSTEM,
        title="Supermarina II",
        long_title="Supermarina II, beta playtest rules of 1991",
        plays="search for task forces in the Mediterranean, fight them ship by ship, by day and by night",
        turn=TURN,
        topics=TOPICS,
        demos=(
            Demo(TARIGO.slug, TARIGO.about, begin_tarigo, opens="battle/1/", closed=True),
            Demo(DUISBURG.slug, DUISBURG.about, begin_duisburg, closed=True),
        ),
        scenarios=SCENARIOS,
        rulings=(*RULINGS, *RULES.houses),
        next_moment=by_sequence(TURN),
        step_over=step_over,
        operations=(BATTLES,),
        knowledge=(FORCES,),
        weather=WEATHER,
        ledgers=(Ledger("vp", "Victory points", "ledger:{side}.vp", low=-9999, rule="SM.11"),),
        belongs_to=SECRETS.belongs_to,
        is_closed=SECRETS.is_closed,
        **RULES.parts,
        names=Names(
            turn=TURN.turn_title,
            turn_keys=TURN.turn_keys,
            step=TURN.title_of,
        ),
        sides=tuple(side.value for side in Side),
        place=Port.KIND,
    )
)
