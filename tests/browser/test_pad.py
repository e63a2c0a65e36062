"""The pad of typed dice: one tap a digit, and the keys and the word of the next die as far as it is known."""

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page, expect

from navalassist.desk.pads import Pad
from tests.live.house import Server

FORM = '<form id="pad"><input class="strip" name="strip">{}</form>'


@pytest.fixture
def pad(page: Page, server: Server) -> Page:
    """A form with a pad on a page of the product: a D10, then tens and ones, then two six-sided dice."""
    page.goto(server.url)
    form = FORM.format(render_to_string("parts/_faces.html", {"pad": Pad(True, "0TO66")}))
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
