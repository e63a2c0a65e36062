"""A moderator's evening: what went wrong is put right by taps, which are counted; docs/moderating.md shows these pages.

`NAVALASSIST_PICTURES=write` before the command of these tests takes the pictures of that page anew.
"""

import os
import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.hand import Counting, Words
from tests.browser.measures import ROUNDING, TABLET, THUMB
from tests.live.house import Campaign

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
MARGIN, HIGHEST = 8, 900

# Rolls of the demo, each with typed dice: five convoys that read the owner of Thessalonika, three turns ago.
FIVE_CONVOYS = """
from tests.systems.europa.board import end_steps, put, rolled, typed
campaign = Campaign.objects.get(slug={slug!r})
for throw in ("61 1", "61 2", "61 3", "61 4", "61 5"):
    entry = rolled(campaign, "row:" + put(campaign, typed("2 SP", "leros rhodes")), throw)[-1]
print(entry.sequence)
end_steps(campaign, {steps})
"""
# The attempt of the Italian fleet, of which the die was mistyped, and five convoys that read what it brought.
FIVE_AFTER_AN_ATTEMPT = """
from tests.in_hand import InHand
from tests.systems.europa.board import end_steps, put, rolled, typed
campaign = Campaign.objects.get(slug={slug!r})
table = InHand(campaign)
table.until("allied/initial")
entry = table.do("italian-interference", "6", zone="eastern-med")
table.until("allied/naval-movement")
for throw in ("33 1", "44 1", "55 1", "51 1", "42 1"):
    rolled(campaign, "row:" + put(campaign, typed("2 SP", "alexandria tobruk", "allied")), throw)
print(entry.sequence)
"""


# Boxes of the links in lines of a list: whoever taps the middle of one is led by that one alone.
LINES = """() => [...document.querySelectorAll('main li > .ref:first-child')].map(link => link.getBoundingClientRect())
    .map(box => [box.top, box.bottom])"""
TWO_MATTERS = """
from navalassist.play.disputes import asking
for about in ("malta-bombed", "malta-repaired"):
    with writing(Viewer(Campaign.objects.get(slug={slug!r}), "axis", people.NOBODY, at_table=True)) as writer:
        asking.ask(writer, about, "How is it read here?")
"""


class Moderator(Counting):
    """The moderator's finger. One of a list is two taps: the list opens, and the one is tapped."""

    def choose(self, label: Words, option: str, within: Locator | None = None) -> None:
        super().choose(label, option, within)
        self.taps += 1

    def __init__(self, page: Page, campaign: Campaign) -> None:
        super().__init__(page)
        self.campaign = campaign

    def at(self, path: str = "") -> None:
        """Where the story begins, from the moderator's seat; taps count from here."""
        self.page.goto(f"{self.campaign.url}{path}")
        self.send(re.compile("Moderator$"), self.page.get_by_role("group", name="Seat"))
        self.taps = 0

    def picture(self, name: str, first: str | Locator = "main", last: Locator | None = None) -> None:
        """The page as it stands, from the top of one part to the end of another, where pictures are wanted."""
        if os.environ.get("NAVALASSIST_PICTURES") != "write":
            return
        self.page.evaluate("scrollTo(0, 0)")
        first = self.page.locator(first) if isinstance(first, str) else first
        top, end = first.bounding_box(), (last or first).bounding_box()
        assert top is not None
        assert end is not None
        high = min(end["y"] + end["height"] - top["y"] + 2 * MARGIN, HIGHEST)
        left, wide = max(top["x"] - MARGIN, 0), min(top["width"] + 2 * MARGIN, TABLET)
        clip = {"x": left, "y": max(top["y"] - MARGIN, 0), "width": wide, "height": high}
        self.page.screenshot(path=PICTURES / f"moderating-{name}.png", clip=clip, full_page=True)  # type: ignore[arg-type]


def part(page: Page, heading: str) -> Locator:
    """The part of a page under a heading."""
    return page.get_by_role("heading", name=heading).locator("xpath=ancestor::*[contains(@class, 'sheet')][1]")


def test_a_wrong_owner_of_three_turns_ago_with_five_readers_is_put_right_in_eight_taps(
    tablet: Page, campaign: Campaign
) -> None:
    campaign.server.run(FIVE_CONVOYS.format(slug=campaign.slug, steps=36))
    hand = Moderator(tablet, campaign)
    hand.at("setup/ports/thessalonika/")
    hand.link("It was another since an earlier turn…")
    hand.choose("It was", "Axis")
    hand.choose("Since", "Mar I 41, Axis player turn")
    hand.fill("Because", "it fell in the first week")
    hand.send("Show what it would be")
    hand.send("All: same dice")
    hand.picture("owner")
    hand.send("Put it right")
    expect(tablet.locator("#main")).to_contain_text("Thessalonika")
    assert hand.taps <= 8
    assert campaign.is_sound()


def test_of_a_later_entry_only_that_is_asked_which_its_way_asks_for(tablet: Page, campaign: Campaign) -> None:
    campaign.server.run(FIVE_CONVOYS.format(slug=campaign.slug, steps=0))
    hand = Moderator(tablet, campaign)
    hand.at("setup/ports/thessalonika/")
    hand.link("It was another since an earlier turn…")
    hand.choose("It was", "Axis")
    hand.send("Show what it would be")
    lines = tablet.get_by_role("group").filter(has=tablet.get_by_role("radio", name="Keep it as it is"))
    expect(lines).to_have_count(5)
    why, dice, what = (
        lines.first.get_by_label(re.compile(words)) for words in (r"^\s*Why", r"^\s*Dice", r"^\s*What makes up")
    )
    for way, shown in (
        ("", ()),
        ("Keep it as it is", (why,)),
        ("Roll it again", (why, dice)),
        ("Let it stand", (why, what)),
    ):
        if way:
            lines.first.get_by_role("radio", name=re.compile(way)).check()
        for field in (why, dice, what):
            expect(field).to_be_visible(visible=field in shown)
    expect(lines.last.get_by_label("Why")).to_be_hidden()


def test_a_step_that_was_ended_by_mistake_is_back_in_two_taps(tablet: Page, campaign: Campaign) -> None:
    hand = Moderator(tablet, campaign)
    hand.at()
    hand.tap(re.compile("^Go on to"))
    hand.tap("End it all the same")
    expect(tablet.locator("#head")).to_contain_text("exploitation")
    hand.picture("back", part(tablet, "Undo"))
    hand.taps = 0
    hand.tap("Back to Axis combat")
    hand.tap("Back to Axis naval movement")
    expect(tablet.locator("#head")).to_contain_text("Naval movement")
    assert hand.taps <= 2
    assert campaign.is_sound()


def test_a_mistyped_die_upstream_of_five_rolls_is_put_right_in_nine_taps(tablet: Page, campaign: Campaign) -> None:
    entry = campaign.server.run(FIVE_AFTER_AN_ATTEMPT.format(slug=campaign.slug)).strip()
    hand = Moderator(tablet, campaign)
    hand.at(f"log/public/{entry}/")
    hand.link(re.compile("^Correct"))
    hand.tap("mistyped die", "radio")
    hand.fill(re.compile("What the dice showed"), "1")
    hand.tap("Show what it would be")
    hand.tap("All: same dice")
    expect(tablet.get_by_role("button", name="All: same dice")).to_have_count(0)
    hand.picture("die")
    hand.send("Correct it")
    assert hand.taps <= 9
    assert campaign.is_sound()


def test_a_dispute_is_raised_and_ruled_on_in_seven_taps(tablet: Page, campaign: Campaign) -> None:
    entry = campaign.server.run(FIVE_CONVOYS.format(slug=campaign.slug, steps=0)).strip()
    hand = Moderator(tablet, campaign)
    hand.at(f"log/public/{entry}/")
    hand.link("Dispute it…")
    hand.fill(re.compile("^What"), "The gale was over.")
    hand.send(re.compile("^Raise|^Dispute"))
    hand.tap("Rejected: it stays", "radio")
    hand.fill(re.compile("^Reason"), "It was read out before the roll.")
    hand.tap("A precedent for like cases", "radio")
    hand.picture("ruling", part(tablet, "The moderator's ruling"))
    hand.send("Rule")
    expect(tablet.get_by_role("heading", name=re.compile("^Ruling"))).to_be_visible()
    assert hand.taps <= 7
    assert campaign.is_sound()


def test_a_campaign_is_copied_before_the_landing_in_two_taps(tablet: Page, campaign: Campaign) -> None:
    hand = Moderator(tablet, campaign)
    hand.at()
    hand.link("Archive")
    tablet.get_by_role("textbox", name="Called", exact=True).fill("before the landing")
    hand.picture("copy", part(tablet, "A copy to try something out"))
    hand.send("Copy it")
    expect(tablet.locator("#head")).to_contain_text(f"{campaign.name}, before the landing")
    assert hand.taps <= 2


def test_a_finger_on_one_of_two_matters_never_opens_the_other(tablet: Page, campaign: Campaign) -> None:
    campaign.server.run(TWO_MATTERS.format(slug=campaign.slug))
    hand = Moderator(tablet, campaign)
    hand.at("disputes/")
    (top, end), (after, _) = tablet.evaluate(LINES)
    assert after - top >= THUMB - ROUNDING
    assert end <= after
