"""An evening: a whole Axis and Allied turn with ten shipments at a tablet, every tap and key counted, every page timed.

What it costs is printed (`-s` shows it) and kept with the test's result. The goal: at most six taps a shipment, and no
page that takes longer than a second.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median

from playwright.sync_api import Locator, Page, expect

from tests.live.house import Campaign
from tests.patience import within

MOST_TAPS = 6
MOST_SECONDS = within(1)
SHIPMENTS = 10
# Whole pages by the browser's own clock, and what htmx fetches into them.
TIMES = """
addEventListener("load", () => setTimeout(() => {
  const page = performance.getEntriesByType("navigation")[0];
  toldTime(location.pathname, (page.loadEventEnd - page.startTime) / 1000);
}));
new PerformanceObserver((list) => {
  for (const it of list.getEntries()) if (it.initiatorType === "fetch") {
    toldTime(new URL(it.name).pathname + " (part)", (it.responseEnd - it.startTime) / 1000);
  }
}).observe({ type: "resource" });
"""


@dataclass
class Hand:
    """The one finger of the evening: it counts what it does, by what it does it for."""

    page: Page
    counts: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    otherwise: str = ""
    doing: str = ""

    def __post_init__(self) -> None:
        self.page.expose_function("toldTime", lambda path, seconds: self.seconds[kind_of_page(path)].append(seconds))
        self.page.add_init_script(TIMES)

    def count(self) -> None:
        """One tap or key more."""
        self.counts[self.doing or self.otherwise] += 1

    @contextmanager
    def at(self, doing: str) -> Iterator[None]:
        """What is done here counts for this."""
        self.doing = doing
        yield
        self.doing = ""

    def tap(self, place: Locator) -> None:
        """One tap, and what it led to."""
        place.first.tap()
        self.count()
        self.page.wait_for_load_state("networkidle")

    def button(self, name: str | re.Pattern[str], within: Locator | None = None) -> None:
        """Tap a button that is called so."""
        exact = isinstance(name, str)
        self.tap((within or self.page.locator("body")).get_by_role("button", name=name, exact=exact))

    def rolls(self, name: str | re.Pattern[str]) -> None:
        """Tap a button that rolls, and look at the answer before anything else is tapped."""
        with self.page.expect_response(re.compile("/board/roll/")):
            self.button(name)
        expect(self.page.locator(".htmx-request")).to_have_count(0)

    def link(self, name: str | re.Pattern[str]) -> None:
        """Tap a link that is called so, and wait for its page."""
        with self.page.expect_navigation():
            self.tap(self.page.get_by_role("link", name=name, exact=isinstance(name, str)))

    def go(self, page: str) -> None:
        """To a page by the links at the top."""
        with self.page.expect_navigation():
            self.tap(self.page.get_by_role("navigation", name="Pages").get_by_role("link", name=page, exact=True))

    def type(self, text: str) -> None:
        """Every key counts. They go to where the focus is: a page that wants a number waits for it there."""
        expect(self.page.locator("input:focus")).to_be_visible()
        for key in text:
            self.page.keyboard.press(key)
            self.count()

    def enter(self) -> None:
        """The Enter key."""
        self.page.keyboard.press("Enter")
        self.count()
        self.page.wait_for_load_state("networkidle")

    def dice(self, faces: str) -> None:
        """Dice of the players' own, a tap a face."""
        for face in faces:
            self.button(face, self.page.get_by_role("group", name="One tap a face"))


def kind_of_page(path: str) -> str:
    """An address without what is different each time."""
    path = re.sub(r"^/c/[^/]+", "campaign", path)
    return re.sub(r"(?<=/)(\d+|[0-9a-f]{32}|demo-\d)(?=/)", "…", path)


# The evening


def bombs_malta(hand: Hand) -> None:
    hand.link(re.compile("^Bomb Malta before you sail"))
    hand.type("3")
    hand.enter()
    expect(hand.page.get_by_role("heading", level=1)).to_contain_text("Receipt")


def new_row(hand: Hand, number: int, sails: str, way: str, typed: bool = False) -> None:
    """A row by chips: what sails, and from where to where, are a tap each; or what sails is typed."""
    page, rows = hand.page, hand.page.locator("ol.rows > li:not(#row-new)")
    page.wait_for_load_state("networkidle")
    before = rows.count()
    with hand.at(f"row {number}"):
        if not page.locator("#new[open]").count():
            hand.tap(page.locator("#new > summary"))
        if typed:
            hand.tap(page.locator("#sails-new"))
            hand.type(sails)
        else:
            hand.button(sails, page.get_by_role("group", name="What sails, in one tap"))
        expect(page.locator("#sails-new")).to_have_value(sails)
        takes_the_way(hand, way)
        hand.tap(page.locator("#add-new"))
    expect(rows).to_have_count(before + 1)
    expect(page.locator("#sails-new")).to_have_value("")


def takes_the_way(hand: Hand, way: str) -> None:
    """By its chip, unless the form remembers it from the row before."""
    ends = hand.page.locator("#row-new select[name=origin], #row-new select[name=destination]")
    shown = "–".join(ends.evaluate_all("ends => ends.map(end => end.selectedOptions[0].text)"))
    if shown != way:
        hand.button(way, hand.page.get_by_role("group", name="From and to, in one tap"))
    expect(hand.page.locator("#live-new")).to_contain_text("All arrive")


def plans_the_axis_convoys(hand: Hand) -> None:
    """The demo's row stands there; three by chips, one typed since it has a name, one copied."""
    hand.go("Convoy board")
    new_row(hand, 3, "4 SP", "Taranto–Tripoli")
    new_row(hand, 4, "Ariete, 4 REs", "Naples–Tripoli", typed=True)
    new_row(hand, 5, "3 RP", "Brindisi–Durazzo")
    with hand.at("row 6"):
        hand.button("Copy row 3")
    expect(hand.page.locator("#rows-axis > li")).to_have_count(5)


def rolls_the_axis_convoys_with_dice_of_their_own(hand: Hand) -> None:
    """Two contacts: the board then asks for a die for each lot, and they are thrown and typed."""
    roll = re.compile("Allied rolls row|Next: ")
    for number, *throws in ((1, "63", "421"), (3, "52"), (4, "43"), (5, "62"), (6, "65", "32")):
        with hand.at(f"row {number}"):
            for faces in throws:
                hand.dice(faces)
                hand.rolls(roll)
        expect(hand.page.get_by_role("region", name=re.compile("^Verdict"))).to_be_visible()
    expect(hand.page.locator("#dice")).to_contain_text("No Axis row is left to sail")


def decides_in_the_allied_initial_phase(hand: Hand) -> None:
    page = hand.page
    hand.button(re.compile("^Go on to the Allied initial phase"))
    expect(page.locator("#head")).to_contain_text("Initial")
    hand.link(re.compile("^Italian fleet: Eastern Med"))
    hand.button("Carry it out")
    expect(page.locator("#main")).to_contain_text("Italian naval interference")
    hand.go("Map")
    hand.link(re.compile("^Declare the South Aegean zone"))
    hand.button("Carry it out")
    hand.go("Map")
    expect(page.locator("#main")).to_contain_text("tight")
    hand.link(re.compile("^Repair Malta 36"))
    hand.type("2")
    hand.tap(page.get_by_text("A construction engineer is in Valletta"))
    hand.button("Carry it out")
    expect(page.locator("#main")).to_contain_text("7 → 9")


def sails_the_allied_convoys(hand: Hand) -> None:
    """The demo's row, three by chips, one copied; the server throws."""
    hand.go("Convoy board")
    hand.button(re.compile("^Go on to the Allied naval movement"))
    expect(hand.page.locator("#head")).to_contain_text("Allied sails")
    new_row(hand, 7, "4 SP", "Alexandria–Tobruk")
    new_row(hand, 8, "2 SP", "Alexandria–Malta (Valletta)")
    new_row(hand, 9, "1 SRP", "Alexandria–Athens")
    with hand.at("row 10"):
        hand.button("Copy row 7")
    expect(hand.page.locator("#rows-allied > li")).to_have_count(5)
    with hand.at("rows together"):
        hand.tap(hand.page.get_by_role("radio", name="Server’s"))
        hand.button("Roll all 5")
    expect(hand.page.locator("#dice")).to_contain_text("No Allied row is left to sail")


def ends_the_turn(hand: Hand) -> None:
    hand.button(re.compile("^Go on to the Axis initial phase"))
    expect(hand.page.locator("#head")).to_contain_text("Mar II 41")
    expect(hand.page.get_by_role("heading", name="Malta stands at 9")).to_be_visible()


def repeats_the_axis_convoys(hand: Hand) -> None:
    """A turn later the same convoys sail again."""
    hand.go("Convoy board")
    hand.button(re.compile("^Go on to the Axis naval movement"))
    with hand.at("the turn after, its five shipments"):
        hand.button(re.compile("^Repeat last turn"))
        expect(hand.page.locator("#rows-axis > li")).to_have_count(5)
        hand.button("Roll all 5")
    expect(hand.page.locator("#dice")).to_contain_text("No Axis row is left to sail")


EVENING: tuple[tuple[str, Callable[[Hand], None]], ...] = (
    ("Malta bombed", bombs_malta),
    ("to the board", plans_the_axis_convoys),
    ("to the board", rolls_the_axis_convoys_with_dice_of_their_own),
    ("Allied initial phase", decides_in_the_allied_initial_phase),
    ("to the board", sails_the_allied_convoys),
    ("end of the turn", ends_the_turn),
)


def report(hand: Hand) -> list[str]:
    """What the evening cost, in lines for a person."""
    rows = sum(number for doing, number in hand.counts.items() if doing.startswith("row"))
    lines = [f"{doing}: {number} taps and keys" for doing, number in hand.counts.items()]
    lines += [f"shipments: {rows} taps and keys for {SHIPMENTS}, {rows / SHIPMENTS:.1f} each"]
    lines += [f"the whole turn: {hand.counts.total()} taps and keys, {hand.counts.total() / SHIPMENTS:.1f} a shipment"]
    slow = sorted(hand.seconds.items(), key=lambda page: -max(page[1]))
    lines += [
        f"{page}: {max(times):.2f} s at most, median {median(times):.2f} s, {len(times)} times"
        for page, times in slow[:8]
    ]
    return lines


def test_an_evening_costs_few_taps_and_no_page_is_slow(
    tablet: Page, campaign: Campaign, record_property: Callable[[str, object], None]
) -> None:
    hand = Hand(tablet)
    tablet.goto(f"{campaign.server.url}/")
    with hand.at("to the map"):
        hand.link(campaign.name)
    for doing, part in EVENING:
        hand.otherwise = doing
        part(hand)
    lines = report(hand)
    hand.otherwise = "the turn after"
    repeats_the_axis_convoys(hand)
    repeated = hand.counts["the turn after, its five shipments"]
    lines.append(f"the same five Axis shipments a turn later: {repeated} taps")
    print("\n" + "\n".join(lines))
    record_property("evening", "; ".join(lines))
    assert campaign.is_sound()
    rows = sum(number for doing, number in hand.counts.items() if doing.startswith("row"))
    assert rows / SHIPMENTS <= MOST_TAPS, lines
    assert repeated == 2
    slow = {page: times for page, times in hand.seconds.items() if median(times) > MOST_SECONDS}
    assert not slow, lines


def test_an_air_unit_that_was_added_leaves_an_empty_form(tablet: Page, campaign: Campaign) -> None:
    tablet.goto(f"{campaign.url}air/central-med/")
    typed = {"Name on the counter": "SM 79", "TBF": "2", "Range": "20"}
    for label, text in typed.items():
        tablet.locator("#add").get_by_label(label).fill(text)
    tablet.get_by_role("button", name=re.compile("^Add it")).tap()
    expect(tablet.get_by_text("Saved:")).to_be_visible()
    for label in typed:
        expect(tablet.locator("#add").get_by_label(label)).to_have_value("")
