"""The skirmish joined to play and to the pages, for one test at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.urls import include, path

from navalassist import urls
from navalassist.campaigns.models import Campaign
from navalassist.desk.operations.pages import OperationPage, hooks
from navalassist.desk.system_pages import SYSTEM_PAGES, SystemPages
from navalassist.engine import REGISTER, create, rule
from navalassist.engine.duties import Moment
from navalassist.play.systems import SYSTEMS, Names, System
from navalassist.play.turns import steps
from tests.mini.system import table_texts
from tests.skirmish.clash import CLASHES
from tests.skirmish.rules import RULES, SYSTEM, TURN

START = Moment("1901-06", "red", "battle")
PAGE = OperationPage(CLASHES)
# Other tests ask for every rule that there is: these are known only while one of the skirmish runs.
KNOWN = {slug: (REGISTER.pop(slug), rule.RULES.pop(slug)) for slug in RULES.rules}
urlpatterns = [*urls.urlpatterns, path("c/<slug:slug>/", include([*PAGE.urls]))]


def begin(name: str = "Skirmish") -> Campaign:
    rows = (create("ledger:red", vp=0), create("ledger:blue", vp=0))
    return steps.begin(name=name, system=SYSTEM, moment=START, rows=rows, tables=table_texts())


def next_moment(now: Moment) -> Moment:
    return Moment(*TURN.follows(now.turn, now.player_turn, now.step))


SKIRMISH = System(
    key=SYSTEM,
    title="Skirmish",
    rulings=(),
    next_moment=next_moment,
    operations=(CLASHES,),
    names=Names(step=lambda step: TURN.line_of(step).title),
    sides=TURN.player_turns,
    turn=TURN,
    **RULES.parts,
)
PAGES = SystemPages(SYSTEM, home="This step", urls=PAGE.urls, **hooks(PAGE))


def install(setitem: Callable[[Any, str, Any], None]) -> None:
    """Register the system and its rules for one test."""
    for slug, (procedure, known) in KNOWN.items():
        setitem(REGISTER, slug, procedure)
        setitem(rule.RULES, slug, known)
    setitem(SYSTEMS, SYSTEM, SKIRMISH)
    setitem(SYSTEM_PAGES, SYSTEM, PAGES)
