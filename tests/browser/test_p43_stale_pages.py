"""P43: a stale page cannot act on a changed state: it gets the new one and an explanation, and loses nothing typed."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import AT_A_CLUB
from tests.browser.tablets import Table, never_reloaded, was_not_reloaded
from tests.patience import within

pytestmark = [pytest.mark.promise("P43"), AT_A_CLUB]
WITHIN = 1000 * within(5)


def changes_row_1(page: Page, cargo: str) -> None:
    """Type another cargo into row 1 and save it."""
    page.locator("#sails-demo-1").fill(cargo)
    page.get_by_role("button", name="Save row 1").click()
    expect(page.locator("#row-demo-1")).not_to_contain_text("Not saved yet")
    expect(page.get_by_role("button", name="Save row 1")).to_have_count(0)


def test_two_tablets_on_one_shipment(both: Table) -> None:
    first, second = both.tablet("Alice"), both.tablet("Ursula")
    never_reloaded(second)
    second.locator("#sails-demo-1").fill("5 SP")
    expect(second.get_by_role("button", name="Save row 1")).to_be_visible()
    seen = second.locator("#f-demo-1 [name=seen]").input_value()
    changes_row_1(first, "4 SP")
    # It is told softly, and what is typed stands, with what it was typed upon.
    expect(second.locator("#live-note")).to_contain_text("Something changed meanwhile", timeout=WITHIN)
    expect(second.locator("#sails-demo-1")).to_have_value("5 SP")
    assert second.locator("#f-demo-1 [name=seen]").input_value() == seen
    with second.expect_response(re.compile("/board/row/demo-1/$")) as answer:
        second.get_by_role("button", name="Save row 1").click()
    assert answer.value.status == 409
    said = second.locator("#wrong-demo-1")
    expect(said).to_contain_text("Nothing was done")
    expect(said.get_by_role("link", name=re.compile("entry"))).to_be_visible()
    expect(second.locator("#sails-demo-1")).to_have_value("5 SP")
    assert was_not_reloaded(second)
    # Now that it is explained, the same tap is meant.
    second.get_by_role("button", name="Save row 1").click()
    expect(second.get_by_role("button", name="Save row 1")).to_have_count(0)
    expect(first.locator("#sails-demo-1")).to_have_value("5 SP", timeout=WITHIN)
    assert second.locator("#live-note").is_hidden()


def test_a_row_that_was_taken_away_stays_where_somebody_types_into_it_until_he_sends_it(both: Table) -> None:
    first, second = both.tablet("Alice"), both.tablet("Ursula")
    second.locator("#sails-demo-1").fill("5 SP")
    expect(second.get_by_role("button", name="Save row 1")).to_be_visible()
    first.get_by_role("button", name="Why row 1", exact=True).click()
    first.get_by_role("button", name="Remove row").click()
    expect(first.locator("#row-demo-1")).to_have_count(0)
    expect(second.locator("#live-note")).to_contain_text("Something changed meanwhile", timeout=WITHIN)
    expect(second.locator("#sails-demo-1")).to_have_value("5 SP")
    second.get_by_role("button", name="Save row 1").click()
    expect(second.locator("#row-demo-1")).to_have_count(0)
    expect(second.locator("#row-new")).to_contain_text("no longer on the board")
    expect(second.locator("#sails-new")).to_have_value("5 SP")


def test_a_page_of_the_set_up_that_is_stale_says_so_and_then_shows_how_it_stands(both: Table) -> None:
    first, second = both.tablet("Ursula", "setup/ports/benghazi/"), both.tablet("Ursula", "setup/ports/benghazi/")
    note = second.locator("form:has(#owner-axis) [name=note]")
    note.fill("we said so at the table")
    first.locator("#owner-axis").click()
    expect(first.locator("#owner-axis")).to_have_attribute("aria-pressed", "true")
    expect(second.locator("#live-note")).to_contain_text("Something changed meanwhile", timeout=WITHIN)
    expect(note).to_have_value("we said so at the table")
    with second.expect_response(re.compile("/benghazi/$")) as answer:
        second.locator("#owner-vichy").click()
    assert answer.value.status == 409
    expect(second.locator(".page")).to_contain_text("Nothing was done. The page was older than the campaign.")
    expect(second.locator("#owner-axis")).to_have_attribute("aria-pressed", "true")
    expect(note).to_have_value("we said so at the table")
    # Nor does the page take it away when it goes on with the campaign.
    first.locator("#owner-allied").click()
    expect(first.locator("#owner-allied")).to_have_attribute("aria-pressed", "true")
    code = first.locator("#head .hash").inner_text()
    expect(second.locator("#head .hash")).to_have_text(code, timeout=WITHIN)
    expect(note).to_have_value("we said so at the table")


def test_a_page_that_answers_a_form_goes_on_in_its_head_alone(both: Table) -> None:
    first, second = both.tablet("Ursula"), both.tablet("Ursula", "do/malta-bombed/")
    second.get_by_label(re.compile(r"^\s*Hits")).fill("3")
    second.get_by_role("button", name="What would it mean?").click()
    expect(second.locator("main")).to_contain_text("What it would change")
    never_reloaded(second)
    first.get_by_role("button", name="Copy row 1", exact=True).click()
    expect(second.locator("#live-note")).to_contain_text("Something changed meanwhile: entry", timeout=WITHIN)
    code = first.locator("#head .hash").inner_text()
    expect(second.locator("#head .hash")).to_have_text(code, timeout=WITHIN)
    expect(second.get_by_label(re.compile(r"^\s*Hits"))).to_have_value("3")
    expect(second.locator("main")).to_contain_text("What it would change")
    assert was_not_reloaded(second)
