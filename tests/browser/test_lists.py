"""A list typed by keyboard: a line is saved when it is left, what is not understood stays where it was typed."""

import re

from playwright.sync_api import Page, expect

from tests.live.house import Server

SAVED = re.compile(r"\?only=")


def left(page: Page, key: str) -> None:
    """A key that leaves a line, and the answer to it."""
    with page.expect_response(SAVED):
        page.keyboard.press(key)


def test_a_list_is_typed_by_keyboard_line_by_line(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 820, "height": 1180})
    page.goto(f"{server.campaign('storm_of_steel').url}lists/squadron/")
    lines = page.locator("[data-line]")
    first, second = lines.nth(0), lines.nth(1)
    name = first.get_by_role("textbox", name=re.compile("name on the counter")).input_value()
    first.get_by_role("textbox", name=re.compile("combat strength")).select_text()
    page.keyboard.type("7")
    left(page, "Enter")
    expect(second.get_by_role("textbox", name=re.compile("combat strength"))).to_be_focused()
    expect(first.get_by_role("textbox", name=re.compile("combat strength"))).to_have_value("7")
    # What does not fit stays, with its sentence; the line that was saved before is kept.
    page.keyboard.type("many")
    left(page, "ArrowDown")
    expect(second.get_by_role("alert")).to_contain_text(
        "combat strength “many”: not kept. Type a whole number from 0 to 99"
    )
    expect(second.get_by_role("textbox", name=re.compile("combat strength"))).to_have_value("many")
    expect(page.locator("#roster-state")).to_contain_text("1 line is not kept")
    second.get_by_role("textbox", name=re.compile("combat strength")).fill("5")
    left(page, "ArrowDown")
    expect(second.get_by_role("alert")).to_have_count(0)
    # A line becomes its type's template, and a new one begins with it.
    first.locator("summary").click()
    first.get_by_role("button", name="Save as template").click()
    kind = first.get_by_role("combobox", name=re.compile("what it is")).locator("option[selected]").inner_text()
    page.get_by_role("link", name=kind, exact=True).click()
    new = page.locator("#line-new")
    expect(new.get_by_role("textbox", name=re.compile("combat strength"))).to_have_value("7")
    new.get_by_role("textbox", name=re.compile("name on the counter")).focus()
    page.keyboard.type("A New Squadron")
    left(page, "Enter")
    expect(page.get_by_role("textbox", name="A New Squadron, combat strength")).to_have_value("7")
    expect(new.get_by_role("textbox", name=re.compile("name on the counter"))).to_be_focused()
    page.reload()
    expect(page.get_by_role("textbox", name="A New Squadron, combat strength")).to_have_value("7")
    expect(page.get_by_role("textbox", name=f"{name}, combat strength")).to_have_value("7")


def test_on_a_telephone_a_line_opens_as_a_form(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server.campaign('storm_of_steel').url}lists/squadron/")
    first, second = page.locator("[data-line]").nth(0), page.locator("[data-line]").nth(1)
    strength = re.compile("combat strength")
    expect(first.get_by_role("textbox", name=strength)).not_to_be_visible()
    first.locator("summary").click()
    first.get_by_role("textbox", name=strength).select_text()
    page.keyboard.type("7")
    left(page, "Enter")
    # The next line opens in its turn, where the keyboard goes on.
    expect(second.get_by_role("textbox", name=strength)).to_be_focused()
    expect(first.get_by_role("textbox", name=strength)).not_to_be_visible()
    first.locator("summary").click()
    expect(first.get_by_role("textbox", name=strength)).to_have_value("7")


def test_nobody_is_told_of_the_line_that_they_have_just_saved(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server.campaign('storm_of_steel').url}lists/squadron/")
    before = page.locator("#head").get_attribute("data-version") or ""
    first, second = page.locator("[data-line]").nth(0), page.locator("[data-line]").nth(1)
    strength = re.compile("combat strength")
    first.locator("summary").click()
    first.get_by_role("textbox", name=strength).select_text()
    page.keyboard.type("8")
    left(page, "Enter")
    # The next line is being typed as the page hears of the first.
    page.keyboard.type("6")
    expect(page.locator("#head")).not_to_have_attribute("data-version", before)
    expect(second.get_by_role("textbox", name=strength)).to_have_value("6")
    expect(page.locator("#live-note")).to_be_hidden()


def test_a_new_line_is_added_once_by_the_button_that_saves_all(page: Page, server: Server) -> None:
    """The tap leaves the line, which would save it, and sends all lines."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{server.campaign('storm_of_steel').url}lists/squadron/")
    first, lines = page.locator("[data-line]").nth(0), page.locator("[data-line]").count()
    first.locator("summary").click()
    first.get_by_role("button", name="Save as template").click()
    kind = first.get_by_role("combobox", name=re.compile("what it is")).locator("option[selected]").inner_text()
    page.get_by_role("link", name=kind, exact=True).click()
    page.locator("#line-new").get_by_role("textbox", name=re.compile("name on the counter")).focus()
    page.keyboard.type("A New Squadron")
    page.get_by_role("button", name="Save all lines").click()
    expect(page.locator("[data-line]")).to_have_count(lines + 1)
    page.reload()
    expect(page.locator("[data-line]")).to_have_count(lines + 1)
