"""Charts typed on a tablet: by keyboard, by the keys of the page, by pasting, and without a script."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.live.house import Campaign, Server

SUCCESS, GUNNERY = "charts/success-table/", "charts/naval-gunnery-table/"
END = """
from navalassist.play.turns.steps import end_step
campaign = Campaign.objects.get(slug={slug!r})
with writing(Viewer(campaign, "moderator", people.NOBODY, at_table=True)) as writer:
    end_step(writer)
"""
# What a spreadsheet gives for six rows of eleven cells.
BLOCK = "\n".join("\t".join(str(min(5, (die + strength) // 4)) for strength in range(11)) for die in range(1, 7))


def end_step(campaign: Campaign) -> None:
    """The step that is on ends."""
    campaign.server.run(END.format(slug=campaign.slug))


def cell(page: Page, row: int, column: int = 0) -> str:
    """What stands in a cell."""
    return page.locator(f"#b0r{row}c{column}").input_value()


def at_key(page: Page, text: str) -> tuple[float, float]:
    """Where a key of the page is tapped."""
    box = page.locator(f'#pad [data-whole="{text}"]').bounding_box()
    assert box is not None
    return box["x"] + 9, box["y"] + 9


def save(page: Page) -> None:
    """Save a version, and wait for the page that says so."""
    with page.expect_navigation():
        page.get_by_role("button", name=re.compile("^Save version")).click()


@pytest.mark.rule("X.8")
def test_the_success_table_is_typed_by_keyboard_and_read_after_the_step(tablet: Page, server: Server) -> None:
    page, campaign = tablet, server.campaign(at=("1941-03-1", "axis", "combat"))
    end_step(campaign)
    page.goto(campaign.url + SUCCESS)
    expect(page.get_by_text("Version 2 counts from the next step on.")).to_be_visible()
    page.locator("#b0r0c0").focus()
    for text in ("D", "D", "F*", "F", "F", "S"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    page.locator("#source").fill("My copy, chart 6")
    save(page)
    assert [cell(page, row) for row in range(6)] == ["D", "D", "F*", "F", "F", "S"]
    expect(page.get_by_role("img", name="6 printed", exact=True)).to_be_visible()
    end_step(campaign)
    page.goto(f"{campaign.url}do/italian-interference/?sea=eastern-med")
    page.locator(".strip").first.fill("6")
    with page.expect_navigation():
        page.get_by_role("button", name=re.compile("rolls|Carry it out|Roll")).first.click()
    expect(page.locator("main")).to_contain_text("Version 2 (")
    assert campaign.is_sound()


def test_sixty_cells_are_pasted_looked_at_and_saved(tablet: Page, campaign: Campaign) -> None:
    page = tablet
    page.goto(campaign.url + GUNNERY)
    with page.expect_navigation():
        page.locator("#b0r0c0").evaluate(
            """(cell, text) => {
                const clipboardData = new DataTransfer();
                clipboardData.setData("text", text);
                cell.dispatchEvent(new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}));
            }""",
            BLOCK,
        )
    expect(page.get_by_role("region", name="Before it goes in")).to_contain_text("6 rows of 11 cells")
    with page.expect_navigation():
        page.get_by_role("button", name="Put in 66 cells as printed").click()
    expect(page.locator("#save")).to_be_focused()
    save(page)
    expect(page.get_by_role("img", name="66 printed", exact=True)).to_be_visible()
    assert cell(page, 5, 10) == "4"


def test_a_tap_on_a_key_fills_a_cell_and_goes_on(tablet: Page, campaign: Campaign) -> None:
    page = tablet
    page.goto(campaign.url + SUCCESS)
    page.locator("#b0r1c0").tap()
    expect(page.locator("#pad-at")).to_have_text(re.compile("^Die 2"))
    page.locator("#pad").get_by_role("button", name="S*", exact=True).tap()
    expect(page.locator("#b0r2c0")).to_be_focused()
    assert cell(page, 1) == "S*"
    page.keyboard.press("ArrowUp")
    expect(page.locator("#b0r1c0")).to_be_focused()
    page.keyboard.press("Escape")
    assert cell(page, 1) == "F*"
    page.keyboard.press("Alt+h")
    expect(page.locator("[name=stamp][value=house]")).to_be_checked()
    page.locator("#b0r1c0").fill("D")
    save(page)
    expect(page.get_by_role("textbox", name="Die 2, house")).to_have_value("D")


def test_a_fault_has_the_focus_and_what_was_typed_stays(tablet: Page, campaign: Campaign) -> None:
    page = tablet
    page.goto(campaign.url + SUCCESS)
    page.locator("#b0r3c0").fill("2H")
    save(page)
    expect(page.locator("#b0r3c0")).to_be_focused()
    assert cell(page, 3) == "2H"
    expect(page.locator("tr.says")).to_contain_text('Die 4: "2H" is not understood')
    page.locator("#b0r3c0").fill("S")
    save(page)
    expect(page.locator("#kinks, .last")).to_be_visible()


def test_without_a_script_one_form_does_it_all(without_script: Page, campaign: Campaign) -> None:
    page = without_script
    page.goto(campaign.url + SUCCESS)
    expect(page.locator("#pad")).to_be_hidden()
    page.locator("#b0r1c0").fill("D")
    page.locator("#b0r1c0").press("Enter")
    expect(page.get_by_text("Nothing is saved yet.")).to_be_visible()
    save(page)
    expect(page.get_by_role("textbox", name="Die 2, printed")).to_have_value("D")


@pytest.mark.rule("X.8")
def test_sixty_cells_are_typed_by_touch_and_neither_keys_nor_focus_jump(tablet: Page, campaign: Campaign) -> None:
    page = tablet
    page.goto(campaign.url + GUNNERY)
    page.locator("#b0r0c0").tap()
    keys = {text: at_key(page, text) for text in "0123"}
    for number in range(60):
        text = str(number // 16)
        assert at_key(page, text) == keys[text]
        page.touchscreen.tap(*keys[text])
        row, column = divmod(number + 1, 11)
        expect(page.locator(f"#b0r{row}c{column}")).to_be_focused()
    assert [cell(page, *divmod(number, 11)) for number in range(60)] == [str(number // 16) for number in range(60)]
    save(page)
    expect(page.locator("#kinks, .last")).to_be_visible()


def test_a_tab_goes_from_cell_to_cell_and_no_heading_is_typed_over(tablet: Page, campaign: Campaign) -> None:
    page = tablet
    page.goto(campaign.url + GUNNERY)
    headings = page.locator("[name=row-0]").evaluate_all("all => all.map((one) => one.value)")
    page.locator("#b0r0c0").focus()
    for number in range(60):
        page.keyboard.type(str(number % 4))
        page.keyboard.press("Tab")
    expect(page.locator("#b0r5c5")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#b0r5c4")).to_be_focused()
    assert page.locator("[name=row-0]").evaluate_all("all => all.map((one) => one.value)") == headings
    assert cell(page, 5, 4) == "3"
    page.locator("#b0r1c0").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[name=row-0]").nth(1)).to_be_focused()


@pytest.mark.rule("X.8")
def test_a_modifier_in_words_is_typed_and_ticked_without_a_script(without_script: Page, campaign: Campaign) -> None:
    page = without_script
    page.goto(f"{campaign.url}charts/italian-naval-interference/")
    page.get_by_role("textbox", name="Modifier 6, what is added").fill("-1")
    page.get_by_role("textbox", name="Modifier 6, in words").fill("The fleet has radar")
    page.get_by_role("combobox", name="Modifier 6, where it comes from").select_option("house")
    save(page)
    page.goto(f"{campaign.url}do/italian-interference/?sea=eastern-med")
    page.get_by_role("checkbox", name="The fleet has radar").check()
    with page.expect_navigation():
        page.get_by_role("button", name="What would it mean?").click()
    expect(page.get_by_role("checkbox", name="The fleet has radar")).to_be_checked()
    expect(page.get_by_role("row", name=re.compile("The fleet has radar yes"))).to_be_visible()
