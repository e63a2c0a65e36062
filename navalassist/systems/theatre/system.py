"""The theatre campaign joined to play. Importing it registers it."""

from pathlib import Path

from navalassist.play.systems import Demo, Names, System, by_sequence, register_system
from navalassist.systems.theatre import places, rules  # noqa: F401
from navalassist.systems.theatre.battle import BATTLES
from navalassist.systems.theatre.book import RULES, SYSTEM
from navalassist.systems.theatre.books import BOOKS, DUTIES
from navalassist.systems.theatre.closed import SECRETS
from navalassist.systems.theatre.demo import LINGAYEN
from navalassist.systems.theatre.ends import step_over
from navalassist.systems.theatre.rulings import RULINGS
from navalassist.systems.theatre.setup import begin_lingayen
from navalassist.systems.theatre.sightings import SIGHTINGS
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import Side
from navalassist.systems.theatre.trade import LEDGER
from navalassist.systems.theatre.turn import TURN, turn_title
from tables.topics import load_topics

# Places that do not fit stop the start, not an evening in its middle.
places.rows()

THEATRE = register_system(
    System(
        key=SYSTEM,
        title="Theatre campaign",
        long_title="Theatre campaign, naval rules (section 6)",
        plays="write naval orders in secret, draw routes over a map of squares, search, intercept, land",
        turn=TURN,
        topics=load_topics(Path(__file__).with_name("topics.toml")),
        demos=(Demo(LINGAYEN.slug, LINGAYEN.about, begin_lingayen, closed=True),),
        rulings=(*RULINGS, *RULES.houses),
        next_moment=by_sequence(TURN),
        step_over=step_over,
        operations=(BATTLES,),
        belongs_to=SECRETS.belongs_to,
        is_closed=SECRETS.is_closed,
        order_books=BOOKS,
        knowledge=(SIGHTINGS,),
        ledgers=(LEDGER,),
        **(RULES.parts | {"duties": [*DUTIES, *RULES.duties]}),
        names=Names(
            turn=turn_title,
            turn_keys=TURN.turn_keys,
            step=TURN.title_of,
            tap=lambda player_turn, step: f"{TURN.title_of(step)} phase of both sides",
        ),
        sides=tuple(side.value for side in Side),
        place=Port.KIND,
    )
)
