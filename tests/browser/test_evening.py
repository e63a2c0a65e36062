"""An evening: a whole Axis and Allied turn with ten shipments at a tablet, every tap and key counted, every page timed.

What it costs is printed (`-s` shows it) and kept with the test's result. The goal: at most six taps a shipment, and no
page that takes longer than a second.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median

from playwright.sync_api import Locator, Page, expect

from tests.browser.hand import Hand
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


class Counting(Hand):
    """The one finger of the evening: it counts what it does, by what it does it for."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.counts: Counter[str] = Counter()
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.otherwise = self.doing = ""
        page.expose_function("toldTime", lambda path, seconds: self.seconds[kind_of_page(path)].append(seconds))
        page.add_init_script(TIMES)

    @contextmanager
    def at(self, doing: str) -> Iterator[None]:
        """What is done here counts for this."""
        self.doing = doing
        yield
        self.doing = ""

    def touch(self, place: Locator) -> None:
        """One tap, and what it led to."""
        super().touch(place)
        self.counts[self.doing or self.otherwise] += 1
        self.page.wait_for_load_state("networkidle")

    def press(self, key: str) -> None:
        """Every key counts."""
        super().press(key)
        self.counts[self.doing or self.otherwise] += 1

    def rolls(self, name: str | re.Pattern[str]) -> None:
        """Tap a button that rolls, and look at the answer before anything else is tapped."""
        with self.page.expect_response(re.compile("/board/roll/")):
            self.tap(name)
        expect(self.page.locator(".htmx-request")).to_have_count(0)


def kind_of_page(path: str) -> str:
    """An address without what is different each time."""
    path = re.sub(r"^/c/[^/]+", "campaign", path)
    return re.sub(r"(?<=/)(\d+|[0-9a-f]{32}|demo-\d)(?=/)", "…", path)


# The evening


def bombs_malta(hand: Counting) -> None:
    hand.link(re.compile("^Bomb Malta before you sail"))
    hand.type("3")
    hand.press("Enter")
    expect(hand.page.get_by_role("region", name="Last")).to_be_visible()


def new_row(hand: Counting, number: int, sails: str, way: str, typed: bool = False) -> None:
    hand.page.wait_for_load_state("networkidle")
    with hand.at(f"row {number}"):
        hand.adds_row(sails, way, typed)


def plans_the_axis_convoys(hand: Counting) -> None:
    """The demo's row stands there; three by chips, one typed since it has a name, one copied."""
    hand.go("Convoy board")
    new_row(hand, 3, "4 SP", "Taranto–Tripoli")
    new_row(hand, 4, "Ariete, 4 REs", "Naples–Tripoli", typed=True)
    new_row(hand, 5, "3 RP", "Brindisi–Durazzo")
    with hand.at("row 6"):
        hand.tap("Copy row 3")
    expect(hand.page.locator("#rows-axis > li")).to_have_count(5)


def rolls_the_axis_convoys_with_dice_of_their_own(hand: Counting) -> None:
    """Two contacts: the board then asks for a die for each lot, and they are thrown and typed."""
    roll = re.compile("Allied rolls row|Next: ")
    for number, *throws in ((1, "63", "421"), (3, "52"), (4, "43"), (5, "62"), (6, "65", "32")):
        with hand.at(f"row {number}"):
            for faces in throws:
                hand.faces(faces)
                hand.rolls(roll)
        expect(hand.page.get_by_role("region", name=re.compile("^Verdict"))).to_be_visible()
    expect(hand.page.locator("#dice")).to_contain_text("No Axis row is left to sail")


def decides_in_the_allied_initial_phase(hand: Counting) -> None:
    page = hand.page
    hand.tap(re.compile("^Go on to the Allied initial phase"))
    expect(page.locator("#head")).to_contain_text("Initial")
    hand.link(re.compile("^Italian fleet: Eastern Med"))
    hand.send(re.compile("Carry it out"))
    expect(page.locator("#main")).to_contain_text("Italian naval interference")
    hand.go("Map")
    hand.link(re.compile("^Declare the South Aegean zone"))
    hand.send(re.compile("Carry it out"))
    hand.go("Map")
    expect(page.locator("#main")).to_contain_text("tight")
    hand.link(re.compile("^Repair Malta 36"))
    hand.type("2")
    hand.touch(page.get_by_text("A construction engineer is in Valletta"))
    hand.send(re.compile("Carry it out"))
    expect(page.locator("#main")).to_contain_text("its number goes from 7 to 9")


def sails_the_allied_convoys(hand: Counting) -> None:
    """The demo's row, three by chips, one copied; the server throws."""
    hand.go("Convoy board")
    hand.tap(re.compile("^Go on to the Allied naval movement"))
    expect(hand.page.locator("#head")).to_contain_text(re.compile("Player turn\\W+Allied"))
    new_row(hand, 7, "4 SP", "Alexandria–Tobruk")
    new_row(hand, 8, "2 SP", "Alexandria–Malta (Valletta)")
    new_row(hand, 9, "1 SRP", "Alexandria–Athens")
    with hand.at("row 10"):
        hand.tap("Copy row 7")
    expect(hand.page.locator("#rows-allied > li")).to_have_count(5)
    with hand.at("rows together"):
        hand.touch(hand.page.get_by_role("radio", name="Server's"))
        hand.tap("Roll all 5")
    expect(hand.page.locator("#dice")).to_contain_text("No Allied row is left to sail")


def ends_the_turn(hand: Counting) -> None:
    hand.tap(re.compile("^Go on to the Axis initial phase"))
    expect(hand.page.locator("#head")).to_contain_text("Mar II 41")
    expect(hand.page.get_by_role("heading", name="Malta stands at 9")).to_be_visible()


def repeats_the_axis_convoys(hand: Counting) -> None:
    """A turn later the same convoys sail again, but for Ariete, which arrived."""
    hand.go("Convoy board")
    hand.tap(re.compile("^Go on to the Axis naval movement"))
    with hand.at("the turn after, its four shipments of points"):
        hand.tap(re.compile("^Repeat last turn"))
        expect(hand.page.locator("#rows-axis > li")).to_have_count(4)
        hand.tap("Roll all 4")
    expect(hand.page.locator("#dice")).to_contain_text("No Axis row is left to sail")


EVENING: tuple[tuple[str, Callable[[Counting], None]], ...] = (
    ("Malta bombed", bombs_malta),
    ("to the board", plans_the_axis_convoys),
    ("to the board", rolls_the_axis_convoys_with_dice_of_their_own),
    ("Allied initial phase", decides_in_the_allied_initial_phase),
    ("to the board", sails_the_allied_convoys),
    ("end of the turn", ends_the_turn),
)


def report(hand: Counting) -> list[str]:
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
    hand = Counting(tablet)
    tablet.goto(f"{campaign.server.url}/")
    with hand.at("to the map"):
        hand.link(campaign.name)
    for doing, part in EVENING:
        hand.otherwise = doing
        part(hand)
    lines = report(hand)
    hand.otherwise = "the turn after"
    repeats_the_axis_convoys(hand)
    repeated = hand.counts["the turn after, its four shipments of points"]
    lines.append(f"the same Axis shipments a turn later: {repeated} taps")
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
    expect(tablet.get_by_text("Saved.")).to_be_visible()
    for label in typed:
        expect(tablet.locator("#add").get_by_label(label)).to_have_value("")
