"""What the README promises, step by step, as somebody does it who has read nothing else: by taps, no address typed."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.hand import Hand
from tests.live.house import Campaign

PERCENT = re.compile(r"(\d+) %")


class Table(Hand):
    """The shared table with one tablet on it."""

    def __init__(self, page: Page, campaign: Campaign) -> None:
        super().__init__(page)
        self.campaign = campaign

    def chances(self, number: int) -> list[int]:
        """Every percentage that the row with this number shows: contact in each zone, then that all arrive."""
        row = self.rows().filter(has=self.page.locator(".no", has_text=re.compile(f"^{number}$")))
        return [int(found) for found in PERCENT.findall(row.inner_text())]

    def dice(self, within: Locator) -> list[str]:
        """The dice that are drawn there, as they are read out."""
        return [
            str(die.get_attribute("aria-label")) for die in within.get_by_role("img", name=re.compile("^die")).all()
        ]


def opens_the_demo(table: Table) -> None:
    table.page.goto(f"{table.campaign.server.url}/")
    table.link(re.compile(table.campaign.name))
    expect(table.page.get_by_role("heading", name="Sea zones: chance of contact")).to_be_visible()
    expect(table.page.locator("#head")).to_contain_text("Mar I 41")


def bombs_malta_and_the_odds_change(table: Table) -> None:
    table.go("Convoy board")
    before = table.chances(1)
    table.go("Map")
    table.tap(re.compile("^Bomb Malta"), "link")
    table.page.get_by_label(re.compile(r"^\s*Hits")).fill("3")
    table.tap("What would it mean?")
    table.tap(re.compile("Carry it out"))
    expect(table.page.get_by_role("region", name="Last")).to_be_visible()
    expect(table.page.get_by_role("heading", name="Malta stands at 7")).to_be_visible()
    table.go("Convoy board")
    after = table.chances(1)
    assert after[0] < before[0], "fewer checks should find the convoy"
    assert after[-1] > before[-1], "and more of it should arrive"


def rolls_the_axis_row_with_the_servers_dice(table: Table) -> None:
    table.tap(re.compile("Allied rolls row 1"))
    verdict = table.readout()
    expect(verdict).to_be_visible()
    thrown = table.dice(verdict)
    assert len(thrown) >= 2
    assert not any("typed" in die for die in thrown)
    assert re.search("CONTACT|No contact", verdict.inner_text(), re.I)
    table.tap(re.compile("^Receipt"), "link", verdict)
    page = table.page
    expect(page.get_by_role("heading", level=1)).to_contain_text("Receipt")
    expect(page.locator("#main")).to_contain_text("Malta's number")
    expect(page.locator("#main")).to_contain_text("33.B.1.a")
    assert table.dice(page.locator("#main"))[: len(thrown)] == thrown
    expect(page.locator("#main")).to_contain_text(re.compile("server", re.I))


def goes_on_to_the_allied_naval_movement(table: Table) -> None:
    table.go("Map")
    table.tap(re.compile("^Go on to the Allied naval movement"))
    expect(table.page.locator("#head .tap")).to_contain_text(re.compile("Axis.*: Row "))


def rolls_the_allied_row_with_typed_dice(table: Table) -> None:
    """Contact in the first zone; then one die for the one lot, which is read from the wrong side of it."""
    table.go("Convoy board")
    page = table.page
    bar = page.locator("#dice")
    bar.get_by_role("radio", name="Our own").tap()
    bar.get_by_role("textbox").fill("66 6")
    table.tap(re.compile("Axis rolls row 2"))
    verdict = table.readout()
    expect(verdict).to_contain_text("CONTACT")
    assert table.dice(verdict) == ["die 6, typed", "die 6, typed", "die 6, typed"]
    table.tap(re.compile("^Receipt"), "link", verdict)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Receipt")
    expect(page.locator("#main")).to_contain_text(re.compile("typed", re.I))


def corrects_the_mistyped_die(table: Table) -> None:
    page = table.page
    wrong = page.url
    table.tap(re.compile("^Correct"), "link")
    page.get_by_role("radio", name="mistyped die").tap()
    page.get_by_label(re.compile(r"^\s*What the dice showed")).fill("66 1")
    table.tap("Show what it would be")
    expect(page.locator("#would")).to_contain_text(re.compile("would", re.I))
    table.tap("Correct it")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Receipt")
    expect(page.locator("#main")).to_contain_text("Correction of")
    assert page.url != wrong
    assert table.dice(table.readout())[-1] == "die 1, typed"
    table.tap(re.compile(r"^entry \d+", re.I), "link", page.locator("#main").get_by_text("Correction of").first)
    expect(page.locator("#main")).to_contain_text("this no longer counts")


def adds_a_row_and_takes_it_back(table: Table) -> None:
    """New row, whose, what sails, from where to where, add."""
    table.go("Convoy board")
    rows = table.rows()
    expect(rows).to_have_count(2)
    table.touch(table.page.get_by_text("+ New row"))
    table.tap(re.compile("Allied"), within=table.group("Whose row"))
    expect(table.group("From and to, in one tap").get_by_role("button", name="Alexandria–Tobruk")).to_be_visible()
    table.adds_row("4 SP", "Alexandria–Tobruk")
    expect(rows).to_have_count(3)
    table.tap(re.compile("^Undo"))
    expect(rows).to_have_count(2)


def finds_everything_in_the_log(table: Table) -> None:
    table.go("Log")
    log = table.page.locator("#main")
    for words in ("Campaign begun", "Malta", "Row 3 added", "7 SP", "mistyped die", "Infantry brigade"):
        expect(log).to_contain_text(words)


def checks_it_by_the_command(table: Table) -> None:
    said = table.campaign.server.manage("verify", table.campaign.slug)
    assert re.search(rf"{table.campaign.slug}: \d+ entries, .*: sound", said)


STEPS = (
    opens_the_demo,
    bombs_malta_and_the_odds_change,
    rolls_the_axis_row_with_the_servers_dice,
    goes_on_to_the_allied_naval_movement,
    rolls_the_allied_row_with_typed_dice,
    corrects_the_mistyped_die,
    adds_a_row_and_takes_it_back,
    finds_everything_in_the_log,
    checks_it_by_the_command,
)


@pytest.mark.parametrize("kind", ["tablet", "without_script"])
def test_a_newcomer_sails_both_convoys_by_taps(request: pytest.FixtureRequest, campaign: Campaign, kind: str) -> None:
    table = Table(request.getfixturevalue(kind), campaign)
    for step in STEPS:
        step(table)
