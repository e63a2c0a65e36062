"""The straits joined to play and to the pages, for one test at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.desk.system_pages import SYSTEM_PAGES, PageLink, SystemPages
from navalassist.engine import REGISTER, Create, Effect, Set, rule
from navalassist.engine.duties import Moment
from navalassist.engine.reader import rows_in
from navalassist.play.state import State
from navalassist.play.systems import SYSTEMS, Names, System
from navalassist.play.turns import steps
from navalassist.play.write.row_edits import ByHand
from navalassist.play.write.transaction import writing
from tests.mini.system import table_texts
from tests.straits.rules import RULES, SYSTEM, TURN, forces
from tests.straits.state import BOOKS, FORCES, GUNS, Force, Fort, Sailing, Ship, ShipKind, Side, Water

START = Moment("1901-06", "north", "watch-1/search")
SECRET = (Ship.KIND, Sailing.KIND)
# Other tests ask for every rule that there is: these are known only while one of the straits runs.
KNOWN = {slug: (REGISTER.pop(slug), rule.RULES.pop(slug)) for slug in RULES.rules}


def belongs_to(state: State, row: str, fields: Mapping[str, Any]) -> str:
    """Ships and orders are their side's."""
    return str(fields["side"]) if row.partition(":")[0] in SECRET else "public"


def next_moment(now: Moment) -> Moment:
    return Moment(*TURN.follows(now.turn, now.player_turn, now.step))


def step_over(values: Mapping[str, Any], ending: Moment) -> tuple[Effect, ...]:
    """Whoever has not fired aims no longer."""
    aims = (f"{row}.aim" for row in rows_in(values, Fort.KIND))
    return tuple(Set(aim, "") for aim in aims if values[aim])


class Sailings(ByHand[Sailing]):
    """Sailing orders, as a side writes them."""

    kind = Sailing
    first = ()
    unasked = ("side", "turn")
    choices = {"force": forces}


def rows() -> Iterator[Create]:
    """What everybody sees."""
    yield Force.new("n1", side=Side.NORTH, number=1, water=Water.WEST)
    yield Force.new("n2", side=Side.NORTH, number=2, water=Water.NARROWS)
    yield Force.new("s1", side=Side.SOUTH, number=1, water=Water.EAST)
    yield Fort.new("rock", side=Side.NORTH, name="Fort Rock", guns=(8, 6, 4, 2, 0))
    yield Fort.new("sand", side=Side.SOUTH, name="Fort Sand", guns=(6, 4, 2, 0))


def ships(side: Side) -> Iterator[Create]:
    """What only its side sees, until it is learnt."""
    kinds, mine = ShipKind, side.value[0]
    for number, (name, kind, cargo) in enumerate(
        (("Heron", kinds.CRUISER, ""), ("Plover", kinds.DESTROYER, ""), ("Barge", kinds.TRANSPORT, "tanks"))
    ):
        called = f"{side.label} {name}"
        yield Ship.new(f"{mine}-{number}", side=side, name=called, kind=kind, force=f"{mine}1", cargo=cargo)


def begin(name: str = "Straits", set_up: bool = False) -> Campaign:
    campaign = steps.begin(name=name, system=SYSTEM, moment=START, rows=rows(), tables=table_texts(), set_up=set_up)
    for side in Side:
        with writing(Viewer(campaign, MODERATOR, "", at_table=True)) as writer:
            writer.edit("straits.ships", ships(side), seat=side.value, chain=side.value)
    return campaign


STRAITS = System(
    key=SYSTEM,
    title="Straits",
    rulings=(),
    next_moment=next_moment,
    step_over=step_over,
    knowledge=(FORCES,),
    records=(GUNS,),
    order_books=BOOKS,
    belongs_to=belongs_to,
    is_closed=lambda values: True,
    names=Names(step=TURN.title_of, side=lambda side: Side(side).label),
    sides=TURN.player_turns,
    turn=TURN,
    **RULES.parts,
)
PAGES = SystemPages(
    SYSTEM,
    home="This step",
    pages=(PageLink("known", "known/", "Forces"), PageLink("orders", "orders/", "Orders")),
    orders=(Sailings(),),
)


def install(setitem: Callable[[Any, str, Any], None]) -> None:
    """Register the system and its rules for one test."""
    for slug, (procedure, known) in KNOWN.items():
        setitem(REGISTER, slug, procedure)
        setitem(rule.RULES, slug, known)
    setitem(SYSTEMS, SYSTEM, STRAITS)
    setitem(SYSTEM_PAGES, SYSTEM, PAGES)
