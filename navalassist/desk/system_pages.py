"""What the players' pages take from a rule system: its main page, its own pages, and the words of this step.

A system without pages of its own has a plain main page: its clock, this step, and what happened last.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import URLPattern, URLResolver

from navalassist.desk.at import At
from navalassist.desk.paper_hooks import OnPaper
from navalassist.desk.problem import Problem
from navalassist.desk.setup_hooks import Facts, NewCampaign, Section
from navalassist.desk.sides import SideStyle, styles_of
from navalassist.desk.year_pages import YearPages
from navalassist.play.systems import SYSTEMS

if TYPE_CHECKING:
    from navalassist.auditlog.models import Entry
    from navalassist.engine.duties import Duty
    from navalassist.play.agenda import Agenda
    from navalassist.play.write.row_edits import ByHand
    from navalassist.play.write.writer import Writer

Main = Callable[[HttpRequest, "At"], HttpResponse]


@dataclass(frozen=True, slots=True)
class PageLink:
    """A page of the campaign. here: what the page calls itself in the head; path: below /c/<campaign>/."""

    here: str
    path: str
    label: str


@dataclass(frozen=True, slots=True)
class Beside:
    """A part of a page: its template, the style sheets that it needs, and what it shows."""

    template: str
    styles: tuple[str, ...]
    context: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Running:
    """Something that goes on over several rules: its page, what it waits for in words, and whom."""

    page: PageLink
    words: str
    sides: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ahead:
    """A step that one tap goes on to: `allied/initial`, in words, how many steps end, what they pass over.

    page: where that step is played, if on a page of its own.
    """

    until: str
    text: str
    steps: int
    skips: str = ""
    page: PageLink | None = None

    @property
    def sails(self) -> bool:
        """True where ships move in it, on a page of its own."""
        return self.page is not None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet to print: its template, and what it shows, from the query of its address."""

    template: str
    context: Callable[[At, Mapping[str, str]], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Call:
    """What others wait for from this seat: words, small print, rule, the page for it, and what its button says.

    listed: it stands among what is due in the step already.
    """

    text: str
    small: str
    rule: str
    path: str
    button: str
    listed: bool = False


@dataclass(frozen=True, slots=True)
class LedgerPage:
    """How a rule system fills the page of ledgers. books: its `SideBook`s; template: that shows them.

    here: what the page calls itself in the head.
    """

    books: Callable[[At], Sequence[Any]]
    template: str = "desk/ledgers/ledgers.html"
    here: str = "ledgers"


@dataclass(frozen=True, slots=True)
class OrdersPage:
    """How a rule system shows its order books: a template that extends `desk/forces/orders.html`, and what it draws.

    left: what of the viewer's has no order though it was meant to have one, each as a clause.
    """

    template: str
    context: Callable[[At], dict[str, Any]]
    left: Callable[[At], tuple[str, ...]] = lambda here: ()


@dataclass(frozen=True)
class Front:
    """What a newcomer sees of a rule system on the first page: a template, and what it draws."""

    template: str
    context: Callable[[], dict[str, Any]]


def victory_points(here: At) -> tuple[tuple[str, str], ...]:
    """Each side's victory points, in a system that keeps ledgers of them."""
    values, system = here.state.values, here.system
    points = {side: values[fact] for side in system.sides if (fact := f"ledger:{side}.vp") in values}
    words = " · ".join(f"{system.names.side(side)} {number}" for side, number in points.items())
    return (("Victory points", words),) if words else ()


def no_call(here: At) -> Call | None:
    """A system in which no seat waits for another one's dice."""
    return None


def nothing_goes(facts: Facts, turn: str) -> str:
    """A system in which no rows are cleared away with a turn."""
    return ""


def no_page(step: str) -> PageLink | None:
    """A system in which no step is played on a page of its own."""
    return None


def no_ways(agenda: Agenda) -> tuple[Ahead, ...]:
    """A system in which only the next step is gone on to."""
    return ()


def no_card(here: At, duty: Duty) -> PageLink | None:
    """A system in which nothing that is due has a card on which it is done."""
    return None


def nothing_beside(here: At, body: Mapping[str, Any]) -> Beside | None:
    """A system that shows nothing beside sealed plans."""
    return None


def no_way_on(here: At, rule: str, given: QueryDict) -> PageLink | None:
    """A system in which no rule waits for others to come first."""
    return None


def nothing_on(here: At) -> Sequence[Running]:
    """A system in which nothing goes on over several rules."""
    return ()


def came_from_no_panel(request: HttpRequest, here: At, problem: Problem) -> HttpResponse | None:
    """A system whose rules are sent from their own pages alone."""
    return None


def goes_nowhere(here: At, body: Mapping[str, Any]) -> PageLink | None:
    """A system in which nothing that an entry was a part of has a page of its own."""
    return None


def no_words(fact: str, value: Any) -> str:
    """A system whose facts read as everywhere."""
    return ""


def comes_to_nothing(here: At, fact: str, value: Any) -> str:
    """A system whose figures say all that there is to say."""
    return ""


def no_cause(body: Mapping[str, Any]) -> str:
    """A system whose rules are named by their titles when they have changed a fact."""
    return ""


def no_mark_words(here: At, row: str) -> str:
    """A system whose marks are told by their notes."""
    return ""


def all_printed(entry: Entry) -> bool:
    """A system that leaves no entry out of its sheets."""
    return False


def told_by_the_log(body: Mapping[str, Any]) -> str:
    """A system whose entries stand on its sheets as in the log."""
    return ""


def stays_open(writer: Writer) -> None:
    """A system in which nothing is left to show when a campaign is closed no longer."""


@dataclass(frozen=True)
class SystemPages:
    """The pages of one rule system.

    main: the page at /c/<campaign>/, None for the plain one; home: what the head calls it; pages: in the head between
    it and the log; foot: at the foot of every page; papers: beside the last verdicts; urls: addresses of the system's
    own pages, whose views answer 404 for a campaign of another system.
    """

    system: str
    main: Main | None = None
    home: str = "Map"
    pages: tuple[PageLink, ...] = ()
    foot: tuple[PageLink, ...] = ()
    papers: tuple[PageLink, ...] = ()
    urls: tuple[URLPattern | URLResolver, ...] = ()
    # Who owns places without being a side: how each is shown.
    powers: Mapping[str, SideStyle] = field(default_factory=dict)
    # Boxes of the head beside the clock: label and words.
    boxes: Callable[[At], tuple[tuple[str, str], ...]] = victory_points
    # The lists that are typed one line a row: of kinds that say with roster=Roster(…) how.
    lists: tuple[ByHand[Any], ...] = ()
    # The kinds of orders that sides write into their books of a turn.
    orders: tuple[ByHand[Any], ...] = ()
    # The page of these books, where it is the system's own.
    orders_page: OrdersPage | None = None
    # What others wait for from the viewer's seat.
    call: Callable[[At], Call | None] = no_call
    # The page on which a step is played, from the step's key: its label says what a tap does.
    page_of: Callable[[str], PageLink | None] = no_page
    # What a kind of mark is called when a step ends it, and its rule; and the kinds whose end is no news.
    mark_names: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    untold: Collection[str] = ()
    # What is cleared away as a turn ends, from the facts and that turn, in words.
    goes_with_turn: Callable[[Facts, str], str] = nothing_goes
    # Steps that one tap goes on to, over others.
    ways_on: Callable[[Agenda], tuple[Ahead, ...]] = no_ways
    # The card on which what is due is done; its label names the thing where the words of the duty do not.
    card_of: Callable[[At, Duty], PageLink | None] = no_card
    # The page on which what an entry was a part of goes on, from its recorded body: its receipt leads there.
    goes_on: Callable[[At, Mapping[str, Any]], PageLink | None] = goes_nowhere
    # What everybody sees of that, shown beside the plan which a seat seals in it, from the body of the entry.
    beside_plan: Callable[[At, Mapping[str, Any]], Beside | None] = nothing_beside
    # Where one goes on instead of a rule whose moment it isn't, from what was given to it.
    way_on: Callable[[At, str, QueryDict], PageLink | None] = no_way_on
    # What is going on, for the plain main page.
    running: Callable[[At], Sequence[Running]] = nothing_on
    # The page with the panel from which something was sent that was not done, and why; None where it came from none.
    on_its_page: Callable[[HttpRequest, At, Problem], HttpResponse | None] = came_from_no_panel
    # A fact's value as the button that sets it calls it; '' where it reads as everywhere.
    value_words: Callable[[str, Any], str] = no_words
    # What a value of a fact comes to at the table, to stand beside it where a rule would change it.
    comes_to: Callable[[At, str, Any], str] = comes_to_nothing
    # Why a rule changed a fact, from the body of its entry; '' where the entry's title says it.
    cause_words: Callable[[Mapping[str, Any]], str] = no_cause
    # Pages of the set-up before the rulings, which every system has unless its own section is called `rulings`.
    sections: tuple[Section, ...] = ()
    # Other pages on which things are set: path below the campaign, label, and what is set there.
    set_elsewhere: tuple[tuple[str, str, str], ...] = ()
    # Sheets to print, by the last part of their address: sheet, report, handover.
    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    # How a turn is played on paper, and entered afterwards; None where it is not.
    paper: OnPaper | None = None
    # What the year's book tells above luck.
    year: YearPages | None = None
    # What the page of ledgers shows beside those that the system declares; None where nothing.
    ledgers: LedgerPage | None = None
    # What a mark says on them, where its note is no sentence; and entries that no sheet tells.
    mark_words: Callable[[At, str], str] = no_mark_words
    unprinted: Callable[[Entry], bool] = all_printed
    # How the names of acts begin that only prepare what is told elsewhere.
    only_prepare: tuple[str, ...] = ()
    # What a sheet says of an entry, from its body, where the log's line would mislead alone.
    entry_words: Callable[[Mapping[str, Any]], str] = told_by_the_log
    # What the set-up keeps, as the page of people names it, and an example of a fact that may have been wrong.
    kept: str = "What is entered by hand"
    such_as: str = ""
    # What the first page shows to somebody who has not played yet.
    front: Front | None = None
    # What is asked before a campaign begins; without it none can be begun on a page.
    new: NewCampaign | None = None
    # What is done when an input has opened a closed campaign.
    opened: Callable[[Writer], None] = stays_open


SYSTEM_PAGES: dict[str, SystemPages] = {}


def register_system_pages(system_pages: SystemPages) -> SystemPages:
    """Give a rule system its pages."""
    SYSTEM_PAGES[system_pages.system] = system_pages
    return system_pages


def system_pages_of(system: str) -> SystemPages:
    """The pages of a rule system, by its key; the plain ones where it brings none."""
    return SYSTEM_PAGES.get(system) or SystemPages(system, home="This step")


def call_of(here: At) -> Call | None:
    """What others wait for from the viewer's seat; None too where that can't be worked out, which the head says."""
    return here.agenda.tried("What waits for this seat", lambda: system_pages_of(here.system.key).call(here), None)


def style_of(side: str) -> SideStyle | None:
    """How a side or another power of any system is shown; None for what is neither."""
    for looks in (*map(styles_of, SYSTEMS.values()), *(system_pages.powers for system_pages in SYSTEM_PAGES.values())):
        if side in looks:
            return looks[side]
    return None
