"""The theatre campaign joined to play. Importing it registers it."""

from navalassist.play.systems import Demo, Names, System, register_system
from navalassist.systems.theatre import places, rules  # noqa: F401
from navalassist.systems.theatre.battle import BATTLES
from navalassist.systems.theatre.book import RULES, SYSTEM
from navalassist.systems.theatre.books import BOOKS, DUTIES
from navalassist.systems.theatre.clock import TURN_PATTERN, next_moment, tap, turn_title
from navalassist.systems.theatre.closed import belongs_to, is_closed
from navalassist.systems.theatre.demo import LINGAYEN
from navalassist.systems.theatre.ends import step_over
from navalassist.systems.theatre.rulings import RULINGS
from navalassist.systems.theatre.setup import begin_lingayen
from navalassist.systems.theatre.sightings import SIGHTINGS
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import Side
from navalassist.systems.theatre.topics import TOPICS
from navalassist.systems.theatre.turn import TURN

# Places that do not fit stop the start, not an evening in its middle.
places.rows()

THEATRE = register_system(
    System(
        key=SYSTEM,
        title="Theatre campaign",
        long_title="Theatre campaign, naval rules (section 6)",
        plays="write naval orders in secret, draw routes over a map of squares, search, intercept, land",
        turn=TURN,
        topics=TOPICS,
        demos=(Demo(LINGAYEN.slug, LINGAYEN.about, begin_lingayen, closed=True),),
        rulings=(*RULINGS, *RULES.houses),
        next_moment=next_moment,
        step_over=step_over,
        operations=(BATTLES,),
        belongs_to=belongs_to,
        is_closed=is_closed,
        order_books=BOOKS,
        knowledge=(SIGHTINGS,),
        **(RULES.parts | {"duties": [*DUTIES, *RULES.duties]}),
        names=Names(
            turn=turn_title,
            turn_keys=TURN_PATTERN,
            step=TURN.title_of,
            tap=tap,
            side=lambda side: Side(side).label,
        ),
        sides=tuple(side.value for side in Side),
        place=Port.KIND,
    )
)
