"""The receipt, the log and the correction in a browser: readable at the table, corrected in place, whole on paper."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.measures import HEIGHTS, TABLET, pages_of
from tests.live.house import Campaign

ROLLS = """
viewer = Viewer(Campaign.objects.get(slug={slug!r}), "allied", "someone", at_table=True)
with writing(viewer) as writer:
    writer.edit("malta.number", [Set("malta:status.number", 9)])
for dice in (DiceInput(), DiceInput("typed", "63 4 2 1")):
    with writing(viewer) as writer:
        print(carry_out(writer, "cargo-contact", {{"shipment": "demo-1"}}, dice, operation="demo-1").sequence)
"""


@pytest.fixture
def contact(campaign: Campaign) -> str:
    """The address of a check with a contact and three lots."""
    return f"{campaign.url}log/public/{campaign.server.run(ROLLS.format(slug=campaign.slug)).split()[-1]}/"


def test_the_verdict_is_large_enough_for_the_table(page: Page, contact: str) -> None:
    page.set_viewport_size({"width": TABLET, "height": HEIGHTS[TABLET]})
    page.goto(contact)
    word = page.locator(".read .word")
    expect(word).to_have_text("CONTACT")
    assert word.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 72
    box = page.locator(".read").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < HEIGHTS[TABLET]


def test_the_pad_of_a_correction_keeps_to_its_column(tablet: Page, contact: str) -> None:
    tablet.goto(f"{contact}correct/")
    column, pad = (tablet.locator(name).first.bounding_box() for name in (".two > .stack", ".keys"))
    assert column is not None
    assert pad is not None
    assert pad["x"] + pad["width"] <= column["x"] + column["width"]


def test_a_correction_is_looked_at_in_place_and_then_made(page: Page, contact: str) -> None:
    page.goto(f"{contact}correct/")
    page.get_by_text("Something else was typed wrong").click()
    page.get_by_label("REs of cargo afloat").fill("5")
    page.get_by_label("Transports afloat").fill("5")
    page.get_by_role("radio", name="wrong cargo").check()
    with page.expect_response("**/correct/preview/") as answer:
        page.get_by_role("button", name="Show what it would be").click()
    assert answer.value.status == 200
    expect(page.locator("#would")).to_contain_text("Nothing is written yet")
    expect(page.locator("#would")).to_contain_text("lot 2, 2 SP: 1 lost")
    expect(page.get_by_label("REs of cargo afloat")).to_have_value("5")
    page.get_by_role("button", name="Correct it").click()
    # A wrong cargo was wrong from the first check on: that one is corrected with it, as entry 6.
    expect(page.locator("h1")).to_have_text("Receipt 7")
    expect(page.locator(".read")).to_contain_text("Correction of entry 5")


def test_a_mistake_in_a_preview_is_told_in_place(page: Page, contact: str) -> None:
    page.goto(f"{contact}correct/")
    page.get_by_label("mistyped die").check()
    page.get_by_label(re.compile(r"^\s*What the dice showed")).fill("63 9")
    page.get_by_role("button", name="Show what it would be").click()
    expect(page.locator("#would [role=alert]")).to_contain_text("a die has faces 1 to 6")
    expect(page.get_by_label(re.compile(r"^\s*What the dice showed"))).to_have_value("63 9")


def test_on_paper_a_receipt_has_its_own_turn_and_what_is_opened(page: Page, campaign: Campaign, contact: str) -> None:
    page.goto(contact)
    page.emulate_media(media="print")
    fact, terms = page.get_by_text("Destination of SP Naples–Tripoli"), page.get_by_text("Terms of the naval status")
    expect(terms).to_be_visible()
    expect(fact).not_to_be_visible()
    expect(page.get_by_text("Facts of the campaign that were read")).not_to_be_visible()
    page.locator("details:has-text('with the entry that had set each')").evaluate("e => { e.open = true }")
    expect(fact).to_be_visible()
    expect(page.locator("#head")).not_to_be_visible()
    expect(page.locator("summary").first).not_to_be_visible()
    expect(page.locator("main .bar .paper")).to_have_text(campaign.name)
    expect(page.locator("main .bar .paper")).to_be_visible()
    expect(page.get_by_text("Mar I 41, Axis player turn, Naval movement").first).to_be_visible()
    expect(page.locator(".signs")).to_be_visible()
    page.goto(f"{campaign.url}log/")
    expect(page.get_by_text("Whose tap")).not_to_be_visible()
    sheet = page.locator(".sheet:has(.log)")
    assert sheet.evaluate("e => getComputedStyle(e).breakInside") == "auto"


LONG = """
from tests.in_hand import InHand
from tests.systems.europa.board import clear, put, rolled, typed
table = InHand(Campaign.objects.get(slug={slug!r}))
clear(table.campaign)
put(table.campaign, typed("15 SP"))
*_, entry = rolled(table.campaign, "all", "63 4 2 1 3 5")
moved = table.do("naval-move", group="battle-fleet", moves="17 18A:0203", zone="central-med", fuel="srp")
corrected = table.correct(entry, "mistyped-die", "63 4 2 1 3 6")
print(entry.sequence, moved.sequence, corrected.sequence)
"""


def test_a_receipt_is_printed_on_one_page(page: Page, campaign: Campaign) -> None:
    """The longest of them: five lots in three tables, the many inputs of a move, a correction and what it corrects."""
    for number in campaign.server.run(LONG.format(slug=campaign.slug)).split():
        page.goto(f"{campaign.url}log/public/{number}/")
        for paper in ("A4", "Letter"):
            assert pages_of(page.pdf(format=paper)) == 1, (number, paper)


def test_no_heading_of_a_table_is_broken_within_a_word(page: Page, contact: str) -> None:
    page.set_viewport_size({"width": TABLET, "height": HEIGHTS[TABLET]})
    page.goto(contact)
    head = page.locator(".words thead th").filter(has_text="replacement").first
    assert (
        head.evaluate(
            """e => { const r = document.createRange(), t = e.firstChild, at = t.data.indexOf("replacement");
        r.setStart(t, at); r.setEnd(t, at + 11); return r.getClientRects().length }"""
        )
        == 1
    )
