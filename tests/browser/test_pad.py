"""The pad of typed dice: one tap a digit, and the keys and the word of the next die as far as it is known."""

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page, expect

from navalassist.desk.pads import Pad
from tests.browser.measures import PHONE, SIDEWAYS, TABLET
from tests.live.house import Server

TOLD = {"pad": Pad(True, "0TO66"), "procedure": {"dice": "1d10, then d100, 2d6 if it is close"}}
FORM = '<form id="pad" class="sheet">{}</form>'


@pytest.fixture
def pad(page: Page, server: Server) -> Page:
    """A form with a pad on a page of the product: a D10, then tens and ones, then two six-sided dice."""
    page.goto(server.url)
    form = FORM.format(render_to_string("desk/rules/_dice.html", TOLD))
    page.evaluate("form => document.querySelector('main').insertAdjacentHTML('afterbegin', form)", form)
    return page


def test_the_pad_says_tens_and_ones_and_lets_rest_what_the_next_die_has_not(pad: Page) -> None:
    strip, said = pad.locator("#pad .strip"), pad.locator("#pad output")
    key = pad.locator("#pad").get_by_role("button", name="0", exact=True)
    expect(said).to_have_text("D10")
    for digit, word in (("0", "tens"), ("7", "ones"), ("0", "")):
        pad.locator("#pad").get_by_role("button", name=digit, exact=True).click()
        expect(said).to_have_text(word)
    expect(strip).to_have_value("070")
    expect(key).to_be_disabled()
    expect(pad.locator("#pad button:disabled")).to_have_text(["7", "8", "9", "0"])
    pad.locator("#pad").get_by_role("button", name="6", exact=True).click()
    pad.locator("#pad").get_by_role("button", name="1", exact=True).click()
    # Nobody knows what comes then.
    expect(pad.locator("#pad button:disabled")).to_have_count(0)
    strip.fill("0 7")
    expect(said).to_have_text("ones")
    pad.locator("#pad [data-face=back]").click()
    expect(said).to_have_text("tens")


@pytest.mark.parametrize("width", [PHONE, TABLET])
def test_ten_keys_fit_on_every_page_in_two_rows(pad: Page, width: int) -> None:
    pad.set_viewport_size({"width": width, "height": 900})
    assert not pad.evaluate(SIDEWAYS)
    tops = {round(key.bounding_box()["y"]) for key in pad.locator("#pad [data-face]").all()}
    assert len(tops) == 2
