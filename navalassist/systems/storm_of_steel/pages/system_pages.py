"""The players' pages of the Great War: which there are, and what stands beside the clock."""

from __future__ import annotations

from typing import Any

from django.urls import include, path

from navalassist.desk.at import At
from navalassist.desk.operations.pages import hooks
from navalassist.desk.paper_hooks import OnPaper
from navalassist.desk.setup.dated import dated
from navalassist.desk.system_pages import PageLink, Sheet, SystemPages, register_system_pages
from navalassist.engine.rows import key_of
from navalassist.play.write.row_edits import options
from navalassist.systems.storm_of_steel.book import SYSTEM
from navalassist.systems.storm_of_steel.clock import quarter_of, quarter_title
from navalassist.systems.storm_of_steel.edits import SQUADRONS
from navalassist.systems.storm_of_steel.pages import papers, reported
from navalassist.systems.storm_of_steel.pages.next import ACTION_PAGE
from navalassist.systems.storm_of_steel.pages.views import main
from navalassist.systems.storm_of_steel.setup import DEMO_START, begin
from navalassist.systems.storm_of_steel.state import HALF_INDUSTRY, Area, Base, Side, morale
from navalassist.systems.storm_of_steel.turn import TURN
from navalassist.systems.storm_of_steel.water_edits import BASES

MINUS = "−"


def boxes(here: At) -> tuple[tuple[str, str], ...]:
    """Morale of both sides; and a collapse of industry, until its quarter is over."""
    facts = here.state.values
    known = [(side, facts[morale(side)]) for side in Side if morale(side) in facts]
    words = " · ".join(f"{side.label.partition(' ')[0]} {value}".replace("-", MINUS) for side, value in known)
    half = str(facts.get(HALF_INDUSTRY) or "")
    holds = half >= quarter_of(here.state.clock[0])
    industry = f"British Isles at half in the {quarter_title(half)}" if holds else ""
    return tuple((title, said) for title, said in (("Morale", words), ("Industry", industry)) if said)


def value_words(fact: str, value: Any) -> str:
    """Who dominates an area, and what a base is, as the buttons that set it say it."""
    for kind, name in ((Area, "dominated"), (Base, "kind")):
        if fact == kind.fact_of(key_of(fact.rpartition(".")[0]), name):
            return dict(options(kind, name)).get(value, "")
    return ""


SHEET, REPORT = PageLink("sheet", "sheet/", "Turn sheet"), PageLink("report", "report/", "Turn report")

GREAT_WAR = register_system_pages(
    SystemPages(
        SYSTEM,
        main=main,
        pages=(PageLink("forces", "fleets/", "Fleets"), PageLink("waters", "waters/", "Waters")),
        lists=(SQUADRONS, BASES),
        foot=(
            SHEET,
            PageLink("late", "late/", "Played on paper"),
            REPORT,
            PageLink("handover", "handover/", "Take-over sheet"),
        ),
        papers=(SHEET, REPORT),
        sheets={
            "sheet": Sheet("storm_of_steel/turn_sheet.html", papers.turn_sheet),
            "report": Sheet("desk/printed/report.html", reported.context_of),
            "handover": Sheet("desk/printed/handover.html", papers.handover),
        },
        urls=(*ACTION_PAGE.urls, path("", include("navalassist.systems.storm_of_steel.pages.urls"))),
        boxes=boxes,
        paper=OnPaper(
            often=("gw-mission", "gw-interception", "gw-contact", "gw-combat"),
            also=dict.fromkeys(("gw-fleets-stay", "gw-return"), ("*/naval-operations",)),
        ),
        kept="Areas, bases, forces and tracks",
        such_as="an owner or a track",
        new=dated(
            begin,
            TURN,
            DEMO_START,
            range(1914, 1920),
            "Areas and bases begin as they stood in August 1914, without fleets; the tables print no start of the "
            "morale and merchant tracks, so that yours are to be entered before you play.",
        ),
        value_words=value_words,
        **hooks(ACTION_PAGE),
    )
)
