"""The players' pages of Europa, rules 33 and 36: which there are, and their words for what ends with a step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django.http import QueryDict
from django.urls import include, path

from navalassist.auditlog.models import Entry
from navalassist.desk.access import SEATS, rolls_for
from navalassist.desk.at import At
from navalassist.desk.logbook.naming import several
from navalassist.desk.sides import SideStyle
from navalassist.desk.system_pages import Ahead, Call, LedgerPage, PageLink, Sheet, SystemPages, register_system_pages
from navalassist.desk.turn.ways import way_to
from navalassist.desk.words import percent
from navalassist.engine.duties import Duty, Moment
from navalassist.play.agenda import Agenda
from navalassist.play.systems import enemy_of
from navalassist.rules.europa.r33_interference import KIND as ATTEMPT
from navalassist.rules.europa.r36_naval_move import BY_NIGHT, ENTERED
from navalassist.rules.europa.rulings_status import R04
from navalassist.rules.europa.success import Success
from navalassist.rules.europa.words import Step
from navalassist.rules.europa.world import MALTA_NUMBER
from navalassist.systems.europa.board.moves import SENT
from navalassist.systems.europa.board.rolling import CHECK
from navalassist.systems.europa.chart import malta_now
from navalassist.systems.europa.closed import open_all
from navalassist.systems.europa.entered import LOST
from navalassist.systems.europa.fleet_marks import CHECKS, of_a_unit
from navalassist.systems.europa.old_rows import old_shipments
from navalassist.systems.europa.pages.chart.front import FRONT
from navalassist.systems.europa.pages.chart.island import SCALES
from navalassist.systems.europa.pages.chart.views import chart
from navalassist.systems.europa.pages.chart.zones import zone_words
from navalassist.systems.europa.pages.fleet.views import on_its_card
from navalassist.systems.europa.pages.ledgers.books import books
from navalassist.systems.europa.pages.setup.new import NEW
from navalassist.systems.europa.pages.setup.sections import SECTIONS
from navalassist.systems.europa.pages.sheets import handover, reported, sheet
from navalassist.systems.europa.pages.sheets.late import ON_PAPER
from navalassist.systems.europa.pages.sheets.malta_story import struck_text
from navalassist.systems.europa.pages.sheets.year import YEAR

SYSTEM = "europa"
MARK_NAMES = {
    "checked": ("check{} “once a zone”", "33.A.4"),
    "turned-back": ("naval unit{} turned back", "33.E"),
    "owed": ("roll{} that the enemy owes", "33.D"),
    "owed-here": ("roll{} that you owe", "33.D"),
    "mined": ("mine check{} “once a hex”", "36.C.1"),
    "sweep": ("count{} of mine points that a task force has swept", "36.C.3"),
    "swept": ("note{} that mines were swept", "36.C.3"),
    "easier-sweep": ("mine point{} easier to sweep", "36.C.3"),
    "found": ("group{} that a patrol or strike has found", "36.D.2"),
    "fuel": ("naval step{} of fuel paid", "36.E"),
    "safe": ("group{} safe from danger zones", "36.D.2"),
    "zone-checked": ("roll{} for a danger zone", "36.D.2"),
    "way-asked": ("way{} whose hexes nobody has named", "36.D.2"),
    "notice": ("notice{} to come out of port", "36.D.2"),
    "taken": ("change{} of who passes Gibraltar", "36.A.3"),
}
# Marks of the board alone, where units have sailed, and what was checked of them alone: that they end is no news.
UNTOLD = (SENT, ENTERED, BY_NIGHT, LOST, *map(of_a_unit, CHECKS))
# Rules that change Malta's number: the field that was typed, and what it counts.
CAUSES = {
    "malta-bombed": ("hits", "hit{} of naval strike missions"),
    "malta-repaired": ("points", "Malta repair point{}"),
    "malta-supplied": ("hits", "hit{} removed with SPs or SRPs"),
}
BOARD = PageLink("board", "board/", "Open the convoy board")


def page_of(step: str) -> PageLink | None:
    """Shipping sails on the convoy board."""
    return BOARD if Step(step).is_naval else None


def ways_on(agenda: Agenda) -> tuple[Ahead, ...]:
    """The next naval movement step; before it the initial phase of the other side, which has much to decide.

    From the naval movement the exploitation comes first, for shipping moves again in it, and nothing before it.
    Each with what it passes over, as far as the viewer may see.
    """
    now = Moment(*agenda.state.clock)
    enemy = enemy_of(now.player_turn, agenda.system)
    following: tuple[tuple[str, Step, str], ...]
    following = ((enemy, Step.INITIAL, "initial phase"), (enemy, Step.NAVAL_MOVEMENT, "naval movement"))
    if Step(now.step) in (Step.INITIAL, Step.AIR):
        following = ((now.player_turn, Step.NAVAL_MOVEMENT, "naval movement"),)
    if Step(now.step) is Step.NAVAL_MOVEMENT:
        following = ((now.player_turn, Step.EXPLOITATION, "naval exploitation"), *following)
    return tuple(way_to(agenda, side, step.value, words) for side, step, words in following)


def call_of(here: At) -> Call | None:
    """The dice that the enemy's shipping waits for from this seat; of an umpire, for whose seat they roll."""
    if not (rolls := rolls_for(here)):
        return None
    seats = sorted({str(here.state.values[f"{mark}.place"]) for mark in rolls})
    button = f"Roll for the {' and '.join(SEATS[seat][0] for seat in seats)} seat"
    if here.viewer.seat in seats:
        button = "Roll for the enemy's shipping"
    text = f"{several(len(rolls), 'roll')} for you"
    return Call(text, "the other side's shipping waits for your dice", "33.D", "owed/", button)


def goes_with_turn(facts: Mapping[str, Any], turn: str) -> str:
    """Which rows are cleared away as a turn ends."""
    old = len(old_shipments(facts, turn))
    return f"{several(old, 'shipment')} of the turn before leave the board" if old else ""


def value_words(fact: str, value: Any) -> str:
    """A scale of Malta's number, or a number of a sea zone, as the button that sets it calls it."""
    kind, _, rest = fact.partition(":")
    if fact == f"ruling:{R04.number}.choice":
        return SCALES[value]
    return zone_words(rest.rpartition(".")[2], value) if kind == "zone" else ""


def comes_to(here: At, fact: str, value: Any) -> str:
    """`contact 64 %` of Malta's number: what Axis cargo then meets in the Central Med."""
    malta = malta_now(here.state.values, here.state.book) if fact == MALTA_NUMBER else None
    chance = malta.chances[value] if malta else None
    return "" if chance is None else f"contact {percent(chance)}"


def cause_words(body: Mapping[str, Any]) -> str:
    """`2 Malta repair points` of an entry that changed Malta's number."""
    field, words = CAUSES.get(str(body.get("act", "")), ("", ""))
    if not field:
        return ""
    number = int(body["situation"][field])
    return f"{number} {words.format('' if number == 1 else 's')}"


def card_of(here: At, duty: Duty) -> PageLink | None:
    """The card of the naval group that a line of the step is about, or in which its unit sails."""
    given, values = QueryDict(urlsplit(duty.url).query), here.state.values
    place = str(values.get(f"task-force:{given.get('unit', '')}.place", ""))
    key = given.get("group", "") or (place.partition(":")[2] if place.startswith("group:") else "")
    return PageLink("forces", f"fleet/group/{key}/", "") if f"group:{key}.side" in values else None


def mark_words(here: At, row: str) -> str:
    """`great success, Mar I 41` of an attempt of the Italian fleet."""
    kind, note = (str(here.state.values[f"{row}.{name}"]) for name in ("kind", "note"))
    if kind != ATTEMPT or note not in list(Success):
        return ""
    return f"{Success(note).label}, {here.system.names.turn(row.rpartition('/')[2])}"


def unprinted(entry: Entry) -> bool:
    """A zone that asked for no dice: where the shipment stands says it."""
    return entry.procedure == CHECK and not entry.dice


SHEET, REPORT = PageLink("sheet", "sheet/", "Turn sheet"), PageLink("report", "report/", "Turn report")

EUROPA = register_system_pages(
    SystemPages(
        SYSTEM,
        main=chart,
        on_its_page=on_its_card,
        pages=(PageLink("board", "board/", "Convoy board"), PageLink("forces", "fleet/", "Fleets")),
        foot=(
            SHEET,
            PageLink("late", "late/", "Played on paper"),
            REPORT,
            PageLink("handover", "handover/", "Take-over sheet"),
        ),
        papers=(SHEET, REPORT),
        sheets={
            "sheet": Sheet("europa/sheets/sheet.html", sheet.page_of),
            "report": Sheet("desk/printed/report.html", reported.context_of),
            "handover": Sheet("desk/printed/handover.html", handover.context_of),
        },
        paper=ON_PAPER,
        year=YEAR,
        ledgers=LedgerPage(books, "europa/ledgers/ledgers.html", "forces"),
        mark_words=mark_words,
        unprinted=unprinted,
        only_prepare=("shipment.", "template.", "sighting.", "roll."),
        card_of=card_of,
        entry_words=struck_text,
        urls=(
            path("board/", include("navalassist.systems.europa.pages.board.urls")),
            path("", include("navalassist.systems.europa.pages.chart.urls")),
            path("air/", include("navalassist.systems.europa.pages.air.urls")),
            path("fleet/", include("navalassist.systems.europa.pages.fleet.urls")),
            path("danger/", include("navalassist.systems.europa.pages.danger.urls")),
            path("landing/", include("navalassist.systems.europa.pages.landing.urls")),
            path("ledgers/", include("navalassist.systems.europa.pages.ledgers.urls")),
            path("owed/", include("navalassist.systems.europa.pages.pending.urls")),
            path("mines/", include("navalassist.systems.europa.pages.mines.urls")),
        ),
        powers={"vichy": SideStyle("Vichy", "◇", "vi", "vichy")},
        page_of=page_of,
        call=call_of,
        mark_names=MARK_NAMES,
        untold=UNTOLD,
        goes_with_turn=goes_with_turn,
        ways_on=ways_on,
        value_words=value_words,
        comes_to=comes_to,
        cause_words=cause_words,
        sections=tuple(SECTIONS.values()),
        set_elsewhere=(
            ("board/roster/", "Transport roster", "transports and cargo kept by port, if the group keeps them"),
            ("fleet/", "Fleets", "naval units and groups, with their strength, hits and place"),
        ),
        kept="Ports, conditions, Malta's number, zones and points",
        such_as="an owner or Malta's number",
        front=FRONT,
        new=NEW,
        opened=open_all,
    )
)
