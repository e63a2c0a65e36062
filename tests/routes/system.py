"""Routes joined to play and to the pages, for one test at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from navalassist.campaigns.models import Campaign
from navalassist.desk.system_pages import SYSTEM_PAGES, SystemPages
from navalassist.engine import REGISTER, Create, create, rule
from navalassist.engine.duties import Moment
from navalassist.play.systems import SYSTEMS, Names, System
from navalassist.play.turns import steps
from tests.mini.system import table_texts
from tests.routes.rules import RULES, SYSTEM, TURN
from tests.routes.state import LISTS, Force, Kind, Square, Strait, Zone

START = Moment("1941-12", "axis", "orders")
# Other tests ask for every rule that there is: these are known only while one of the routes' runs.
KNOWN = {slug: (REGISTER.pop(slug), rule.RULES.pop(slug)) for slug in RULES.rules}
LUZON = {"E4": "Aparri", "E5": "Luzon", "E6": "Manila", "F7": "", "E8": "Panay", "F8": "Leyte"}
CHINA = {"A1": "", "B1": "", "C1": "China", "A2": "", "B2": "", "E2": ""}
ISLES = {"D2": "Mako", "E3": "Batan"}


def rows() -> Iterator[Create]:
    """Between Formosa and Luzon."""
    yield from (create(f"ledger:{side}", vp=0) for side in ("axis", "allied"))
    yield Force.new("convoy", name="Main convoy", place="E1")
    for name, called in (LUZON | CHINA | {"E1": "Taipei"}).items():
        port = {"E1": "axis", "E6": "allied"}.get(name, "")
        yield Square.new(name.lower(), name=name, kind=Kind.LAND, called=called, port=port)
    for name, called in ISLES.items():
        yield Square.new(name.lower(), name=name, kind=Kind.ISLAND, called=called)
    yield Zone.new("north", name="North Sea", beside=("skagerrak",))
    yield Zone.new("skagerrak", name="Skagerrak", beside=())
    yield Zone.new("baltic", name="Baltic", beside=())
    yield Strait.new("kiel", name="Kiel Canal", between=("north", "baltic"), side="Germany")
    yield Strait.new("sound", name="The Sound", between=("skagerrak", "baltic"), cost=2, season="summer")


def begin(name: str = "Lingayen") -> Campaign:
    return steps.begin(name=name, system=SYSTEM, moment=START, rows=rows(), tables=table_texts())


def next_moment(now: Moment) -> Moment:
    return Moment(*TURN.follows(now.turn, now.player_turn, now.step))


ROUTES = System(
    key=SYSTEM,
    title="Routes",
    rulings=(),
    next_moment=next_moment,
    names=Names(step=lambda step: TURN.line_of(step).title),
    sides=TURN.player_turns,
    turn=TURN,
    **RULES.parts,
)
PAGES = SystemPages(SYSTEM, home="This step", lists=LISTS)


def install(setitem: Callable[[Any, str, Any], None]) -> None:
    """Register the system and its rules for one test."""
    for slug, (procedure, known) in KNOWN.items():
        setitem(REGISTER, slug, procedure)
        setitem(rule.RULES, slug, known)
    setitem(SYSTEMS, SYSTEM, ROUTES)
    setitem(SYSTEM_PAGES, SYSTEM, PAGES)
