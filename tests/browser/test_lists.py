"""A list typed by keyboard: a line is saved when it is left, what is not understood stays where it was typed."""

import re

from playwright.sync_api import Page, expect

from tests.browser.test_board import holding
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


def test_what_is_typed_before_the_answer_to_a_line_stands_and_is_saved_after_it(page: Page, server: Server) -> None:
    page.goto(f"{server.campaign('storm_of_steel').url}lists/squadron/")
    strength = page.locator("[data-line]").nth(0).get_by_role("textbox", name=re.compile("combat strength"))
    held = holding(page, SAVED)
    # Back in the line that was left, with the caret before the last figure.
    strength.select_text()
    with page.expect_request(SAVED):
        page.keyboard.type("17\n")
    page.keyboard.press("ArrowUp")
    page.keyboard.type("19")
    page.keyboard.press("ArrowLeft")
    with page.expect_event("requestfinished"):
        held[0].continue_()
    expect(strength).to_have_js_property("defaultValue", "17")
    expect(strength).to_have_value("19")
    expect(strength).to_be_focused()
    assert strength.evaluate("field => field.selectionStart") == 1
    # Left twice more, before an answer came: with the keys of the first they would be nothing new.
    with page.expect_request(SAVED):
        page.keyboard.press("Enter")
    for number in ("21", "22"):
        strength.select_text()
        page.keyboard.type(f"{number}\n")
    with page.expect_request(SAVED):
        held[1].continue_()
    expect(strength).to_have_js_property("defaultValue", "19")
    held[2].continue_()
    expect(strength).to_have_js_property("defaultValue", "22")
    page.reload()
    expect(strength).to_have_value("22")


def test_a_line_that_is_typed_before_the_one_before_it_stands_begins_with_its_name(page: Page, server: Server) -> None:
    page.goto(f"{server.campaign('storm_of_steel').url}lists/squadron/")
    first, new = page.locator("[data-line]").nth(0), page.locator("#line-new")
    first.locator("summary").click()
    first.get_by_role("button", name="Save as template").click()
    page.locator(".types a").first.click()
    held, name = holding(page, SAVED), new.get_by_role("textbox", name=re.compile("name on the counter"))
    name.focus()
    with page.expect_request(SAVED):
        page.keyboard.type("A New Squadron\n")
    page.keyboard.type("Another")
    held[0].continue_()
    expect(page.get_by_role("textbox", name="A New Squadron, combat strength")).to_be_visible()
    expect(name).to_be_focused()
    page.keyboard.type(" One")
    expect(name).to_have_value("Another One")
