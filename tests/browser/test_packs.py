"""The whole way of a chart: typed from the box, met unknown in play, answered, taken out, and played elsewhere."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.measures import CONTROLS, ROUNDING, SIDEWAYS, SMALL, THUMB, serious
from tests.browser.test_charts import BLOCK, GUNNERY, SUCCESS, cell, save
from tests.live.house import Campaign, Server

FIRE = "do/naval-gunfire/?side=axis&strength=12"
# Die 4, strength 12 is the eighth column of the fourth row: it can't be read in the box.
LINES = [line.split("\t") for line in BLOCK.splitlines()]
LINES[3][7] = "?"
TORN = "\n".join("\t".join(line) for line in LINES)
PASTE = """(cell, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", text);
    cell.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}));
}"""


def begun(page: Page, server: Server) -> Campaign:
    """A new campaign of somebody who owns the box."""
    page.goto(f"{server.url}/new/?system=europa")
    page.get_by_label("Name, as the list of campaigns has it").fill("My own box")
    page.get_by_role("radio", name="I own the box").check()
    expect(page.locator("[data-says]")).to_contain_text("lost charts asked in play")
    with page.expect_navigation():
        page.get_by_role("button", name="Begin the campaign").last.click()
    with page.expect_navigation():
        page.get_by_role("button", name="The campaign begins").click()
    return Campaign(server, page.url.rstrip("/").rpartition("/")[2], "My own box")


def pasted(page: Page, place: str, text: str, button: str) -> None:
    """A block goes in at a cell, after a look."""
    with page.expect_navigation():
        page.locator(place).evaluate(PASTE, text)
    with page.expect_navigation():
        page.get_by_role("button", name=button).click()


def fires(page: Page, campaign: Campaign, die: str) -> None:
    """Axis ships of strength 12 fire, with a die of the players' own."""
    page.goto(campaign.url + FIRE)
    page.locator(".strip").first.fill(die)
    with page.expect_navigation():
        page.get_by_role("button", name=re.compile("rolls|Carry it out|Roll")).first.click()


@pytest.mark.rule("X.8")
def test_a_chart_goes_from_the_box_into_play_and_into_another_campaign(
    page: Page, server: Server, tmp_path: Path
) -> None:
    page.set_viewport_size({"width": 820, "height": 1180})
    campaign, other = begun(page, server), server.campaign()
    # Two cells of the Success Table by keyboard, the others by paste.
    page.goto(campaign.url + SUCCESS)
    expect(page.get_by_text("Not yet as printed: 6 unknown cells.")).to_be_visible()
    page.locator("#b0r0c0").focus()
    for text in ("D", "D"):
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    pasted(page, "#b0r2c0", "F*\nF\nF\nS", "Put in 4 cells as printed")
    page.locator("#source").fill("My copy")
    save(page)
    assert [cell(page, row) for row in range(6)] == ["D", "D", "F*", "F", "F", "S"]
    # 66 cells of hits, of which one can't be read.
    page.goto(campaign.url + GUNNERY)
    pasted(page, "#b0r0c0", TORN, "Put in 66 cells as printed")
    save(page)
    expect(page.get_by_text("Not yet as printed: 1 unknown cell.")).to_be_visible()
    # A roll meets it: the die lies, and the moderator's seat says what the box says.
    fires(page, campaign, "4")
    expect(page.locator("main")).to_contain_text("row 4, strength 12 is not known")
    page.get_by_role("button", name=re.compile("Moderator")).first.click()
    page.locator("#other").fill("3")
    with page.expect_navigation():
        page.get_by_role("button", name=re.compile("^Answer")).click()
    expect(page.locator("main")).to_contain_text("3 hits")
    assert campaign.is_sound()
    # All of it is taken out, and brought into a campaign of stand-ins.
    page.goto(f"{campaign.url}charts/")
    expect(page.get_by_role("row", name=re.compile("Naval Gunnery Table")).first).to_contain_text("66 of 66")
    page.get_by_role("link", name="Chart pack…").click()
    with page.expect_download() as download:
        page.get_by_role("button", name=re.compile("Save the file")).click()
    file = tmp_path / "charts.json"
    download.value.save_as(file)
    page.goto(f"{other.url}charts/pack/")
    page.locator("#file").set_input_files(file)
    with page.expect_navigation():
        page.get_by_role("button", name="Look at it").click()
    expect(page.locator("#look")).to_contain_text("72 cells go in")
    assert serious(page) == []
    assert page.evaluate(SIDEWAYS) == []
    assert page.evaluate(SMALL, [THUMB - ROUNDING, CONTROLS]) == []
    with page.expect_navigation():
        page.get_by_role("button", name="Bring in what is ticked").click()
    expect(page.get_by_role("row", name=re.compile("Naval Gunnery Table")).first).to_contain_text("66 of 66")
    # There the same roll reads it at once.
    fires(page, other, "4")
    expect(page.locator("main")).to_contain_text("3 hits")
    expect(page.locator("main")).not_to_contain_text("is not known")
    page.goto(f"{other.url}charts/success-table/")
    assert [cell(page, row) for row in range(6)] == ["D", "D", "F*", "F", "F", "S"]
    assert page.locator("#source").input_value() == "My copy, from a chart pack"
    assert other.is_sound()
