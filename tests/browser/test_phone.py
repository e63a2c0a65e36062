"""On a telephone: the head in three lines, the map on the first screen, a receipt of three screens at most."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.measures import HEIGHTS, PHONE, ROUNDING, SIDEWAYS, TABLET
from tests.live.house import Campaign

TOP = "place => place.getBoundingClientRect().top"
# The head line and the bar for the thumb together.
BARS = 116
TWO_LINES = 64
# Pixels of the smallest letter.
READABLE = 11
ROLLED = """
from tests.in_hand import InHand
from tests.systems.europa.board import clear, put, rolled, typed
table = InHand(Campaign.objects.get(slug={slug!r}))
clear(table.campaign)
put(table.campaign, typed("7 SP"))
*_, check = rolled(table.campaign, "all", "63 4 2 1")
moved = table.do("naval-move", group="battle-fleet", moves="17 18A:0203", zone="central-med", fuel="srp")
print(check.sequence, moved.sequence)
"""

INTERFERES = """
from tests.in_hand import InHand
table = InHand(Campaign.objects.get(slug={slug!r}))
table.until("allied/initial")
print(table.do("italian-interference", "6", zone="eastern-med").sequence)
"""


def top(page: Page, selector: str) -> float:
    found: float = page.locator(selector).first.evaluate(TOP)
    return found


@pytest.fixture(params=["page", "without_script"], ids=["with script", "without"])
def phone(request: pytest.FixtureRequest) -> Page:
    page: Page = request.getfixturevalue(request.param)
    page.set_viewport_size({"width": PHONE, "height": HEIGHTS[PHONE]})
    return page


def test_the_map_is_on_the_first_screen_and_the_rest_is_one_tap_away(phone: Page, campaign: Campaign) -> None:
    phone.goto(campaign.url)
    head = phone.locator("#head")
    assert top(phone, ".chart") <= HEIGHTS[PHONE] / 4
    expect(head.get_by_role("button", name="Allied")).not_to_be_visible()
    expect(head.get_by_text("Log head")).not_to_be_visible()
    head.locator("#boxes summary").click()
    expect(head.get_by_text("Log head")).to_be_visible()
    phone.locator("#turn summary").click()
    expect(phone.locator(".clock li").last).to_be_visible()
    assert not phone.evaluate(SIDEWAYS)
    head.locator("#more summary").click()
    head.get_by_role("link", name="Rules").click()
    expect(head.get_by_role("link", name="Rules")).to_have_attribute("aria-current", "page")
    expect(head.get_by_role("link", name="Rules")).to_be_visible()
    head.locator("#taken summary").click()
    head.get_by_role("button", name="Allied").click()
    expect(head.locator("#taken summary")).to_contain_text("Allied")


HEIGHT = "bar => bar.getBoundingClientRect().height"
# Where what has the focus lies: between the head line and the bar for the thumb.
FREE = """rounding => { const at = document.activeElement.getBoundingClientRect();
    const line = document.querySelector('.line').getBoundingClientRect();
    const thumb = document.querySelector('#thumb').getBoundingClientRect();
    if (document.activeElement.matches('body, .skip, .line *, #thumb *')) return true;
    return at.top >= line.bottom && at.bottom <= thumb.top + rounding; }"""


@pytest.mark.parametrize("address", ["", "board/", "log/", "do/"])
def test_head_line_and_thumb_bar_stay_and_cover_nothing_that_has_the_focus(
    phone: Page, campaign: Campaign, address: str
) -> None:
    phone.goto(campaign.url + address)
    line, thumb = phone.locator(".line"), phone.locator("#thumb")
    assert line.evaluate(HEIGHT) + thumb.evaluate(HEIGHT) <= BARS
    expect(line.locator("#boxes summary")).to_have_text(
        re.compile(r"^\s*■ Axis player turn\s+Mar I 41 · Naval movement\s+● Allied rolls\s*$")
    )
    for _ in range(40):
        phone.keyboard.press("Tab")
        assert phone.evaluate(FREE, ROUNDING), phone.evaluate("document.activeElement.outerHTML")
    expect(line).to_be_in_viewport(ratio=0.9)
    expect(thumb).to_be_in_viewport(ratio=0.9)


def test_the_thumb_bar_leads_to_what_is_due_and_on_the_board_it_rolls(phone: Page, campaign: Campaign) -> None:
    phone.goto(campaign.url)
    now = phone.locator("#thumb .go")
    expect(now).to_contain_text("64 %")
    now.click()
    expect(phone.get_by_role("heading", name="Convoy board")).to_be_visible()
    expect(now).to_contain_text("Allied rolls row 1")
    now.click()
    expect(phone.locator("main")).to_contain_text("Receipt")


def test_one_key_leads_to_the_thumb_bar_but_from_a_field(page: Page, campaign: Campaign) -> None:
    page.set_viewport_size({"width": PHONE, "height": HEIGHTS[PHONE]})
    page.goto(f"{campaign.url}board/")
    page.keyboard.press(".")
    expect(page.locator("#thumb .go")).to_be_focused()
    page.locator("#strip").focus()
    page.keyboard.press(".")
    expect(page.locator("#strip")).to_be_focused()


# Of each part of the chart: how large its letters come out, of plates and of ports.
LETTERS = """() => [...document.querySelectorAll('.cut svg')].flatMap(svg => {
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const size = (some, grown) => Math.min(...[...document.querySelectorAll('.chart:not(.cut) ' + some)]
        .map(text => parseFloat(getComputedStyle(text).fontSize) * scale * grown));
    const plate = new DOMMatrix(getComputedStyle(svg.querySelector('.grown')).transform).a;
    return [size('.zn', plate), size('.zs', plate), parseFloat(getComputedStyle(svg).getPropertyValue('--pn')) * scale];
})"""


def test_the_chart_is_two_parts_that_read_without_pinching_and_lead_to_zones(
    phone: Page, campaign: Campaign, north: Campaign
) -> None:
    phone.goto(north.url)
    letters = phone.evaluate(LETTERS)
    assert len(letters) == 12
    expect(phone.get_by_text("scrolls sideways")).to_have_count(0)
    phone.goto(campaign.url)
    assert min(letters) >= READABLE
    expect(phone.get_by_role("link", name="Aegean: status 12")).to_have_count(1)
    phone.locator(".cut").last.locator("a[aria-label^='Aegean'] use").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Aegean Sea")
    phone.set_viewport_size({"width": 601, "height": HEIGHTS[PHONE]})
    phone.goto(campaign.url)
    expect(phone.locator(".cut").first).not_to_be_visible()
    expect(phone.locator(".chart").first).to_be_visible()


def test_a_row_of_the_board_is_two_lines_and_opens_where_it_stands(phone: Page, campaign: Campaign) -> None:
    phone.goto(f"{campaign.url}board/")
    first, second = phone.locator("#row-demo-1"), phone.locator("#row-demo-2")
    assert first.evaluate(HEIGHT) <= TWO_LINES
    assert top(phone, "#row-demo-1") <= HEIGHTS[PHONE] / 3
    sails = first.get_by_label("What sails")
    expect(sails).not_to_be_visible()
    first.locator("summary").first.click()
    expect(sails).to_be_visible()
    second.locator("summary").first.click()
    expect(second.get_by_label("What sails")).to_be_visible()
    expect(sails).not_to_be_visible()
    first.locator("summary").first.click()
    first.get_by_role("button", name="Why row 1").click()
    expect(first.get_by_role("heading", name="Central Mediterranean, term by term")).to_be_visible()


def test_two_lines_of_a_row_follow_what_is_typed_into_it(page: Page, campaign: Campaign) -> None:
    page.set_viewport_size({"width": PHONE, "height": HEIGHTS[PHONE]})
    page.goto(f"{campaign.url}board/")
    row = page.locator("#row-demo-1")
    row.locator("summary").first.click()
    row.get_by_label("What sails").fill("3 SP")
    expect(row.locator("summary").first).to_contain_text("3 SP on 3 NTs")
    expect(row.get_by_label("What sails")).to_be_focused()
    row.get_by_role("button", name="Save").click()
    expect(row.locator("summary").first).to_contain_text("3 SP on 3 NTs")


def test_a_receipt_is_three_screens_at_most_and_each_sheet_of_it_opens(page: Page, campaign: Campaign) -> None:
    page.set_viewport_size({"width": PHONE, "height": HEIGHTS[PHONE]})
    for number in campaign.server.run(ROLLED.format(slug=campaign.slug)).split():
        page.goto(f"{campaign.url}log/public/{number}/")
        assert page.evaluate("document.documentElement.scrollHeight") <= 3 * HEIGHTS[PHONE]
        given = page.get_by_role("table").filter(has_text="Before")
        expect(given).not_to_be_visible()
        page.locator("#part-before-and-after summary").click()
        expect(given).to_be_visible()


# How far the pad of the dice sticks out of its box.
PAD = """() => document.querySelector('.next .keys').getBoundingClientRect().right
    - document.querySelector('.next .dice-bar').getBoundingClientRect().right"""


def test_the_pad_of_a_card_keeps_to_its_box(page: Page, campaign: Campaign) -> None:
    page.set_viewport_size({"width": PHONE, "height": HEIGHTS[PHONE]})
    campaign.server.run(ROLLED.format(slug=campaign.slug))
    page.goto(f"{campaign.url}fleet/group/battle-fleet/")
    assert page.evaluate(PAD) < 0


def test_what_was_done_last_is_in_sight_where_an_address_leads_to_it(phone: Page, campaign: Campaign) -> None:
    number = campaign.server.run(ROLLED.format(slug=campaign.slug)).split()[1]
    phone.goto(f"{campaign.url}fleet/group/battle-fleet/?last=public/{number}#last")
    expect(phone.locator("#last .said")).to_be_in_viewport(ratio=1)
    expect(phone.locator("#next h2")).to_be_in_viewport(ratio=1)


# Cells of the log that stick out of their line.
STICKING_OUT = """() => [...document.querySelectorAll('.entries tr')].flatMap(line => [...line.children]
    .filter(cell => cell.getBoundingClientRect().bottom > line.getBoundingClientRect().bottom + 1)
    .map(cell => cell.textContent))"""


def test_an_entry_of_the_log_is_read_from_its_verdict_down(phone: Page, campaign: Campaign) -> None:
    campaign.server.run(ROLLED.format(slug=campaign.slug))
    phone.goto(f"{campaign.url}log/")
    assert top(phone, ".log tbody tr:not(.turn)") <= 200
    assert phone.evaluate(STICKING_OUT) == []
    entry = phone.locator(".entries tr").filter(has_text="CONTACT").first
    word, done = entry.get_by_text("CONTACT"), entry.get_by_role("cell").nth(2)
    assert word.evaluate(TOP) < done.evaluate(TOP)


# What a tap leads to, without going there.
WATCHED = """() => { window.led = []; addEventListener('click', event => {
    event.preventDefault();
    led.push(event.target.closest('a')?.getAttribute('href') ?? event.target.outerHTML); }, true) }"""
# Of each line the address of its entry, and the middles of its number and of the line itself.
LINES = """() => [...document.querySelectorAll('.entries tbody tr:has(> .n)')].map(line => {
    const number = line.querySelector('.n a');
    const at = ({x, y, width, height}) => [x + width / 2, scrollY + y + height / 2];
    return [number.getAttribute('href'), ...[number, line].map(node => at(node.getBoundingClientRect()))] })"""


def led(page: Page, place: list[float]) -> str:
    """Where a finger at this place of the page leads to."""
    page.evaluate("y => { led.length = 0; scrollTo(0, y - innerHeight / 2) }", place[1])
    page.touchscreen.tap(place[0], place[1] - page.evaluate("scrollY"))
    found: str = page.evaluate("led.join()")
    return found


@pytest.mark.parametrize("width", [PHONE, 600, 700])
def test_a_finger_on_the_number_of_an_entry_opens_it_and_on_a_phone_anywhere_on_its_line(
    tablet: Page, campaign: Campaign, width: int
) -> None:
    campaign.server.run(ROLLED.format(slug=campaign.slug))
    tablet.set_viewport_size({"width": width, "height": HEIGHTS[PHONE]})
    tablet.goto(f"{campaign.url}log/")
    tablet.evaluate(WATCHED)
    lines = tablet.evaluate(LINES)
    assert len(lines) == 3
    for entry, number, middle in lines:
        assert led(tablet, number) == entry
        assert width > 600 or led(tablet, middle) == entry


def test_the_log_begins_within_300_pixels(page: Page, campaign: Campaign) -> None:
    page.set_viewport_size({"width": TABLET, "height": HEIGHTS[TABLET]})
    page.goto(f"{campaign.url}log/")
    assert top(page, ".log tbody tr:not(.turn)") <= 300


def test_a_verdict_in_long_words_is_no_wider_than_the_screen(page: Page, campaign: Campaign) -> None:
    entry = campaign.server.run(INTERFERES.format(slug=campaign.slug)).strip()
    page.set_viewport_size({"width": PHONE, "height": HEIGHTS[PHONE]})
    page.goto(f"{campaign.url}log/public/{entry}/")
    expect(page.locator(".read .word")).to_have_text("MAJOR INTERFERENCE")
    assert not page.evaluate(SIDEWAYS)
    page.goto(f"{campaign.url}log/public/{entry}/correct/")
    page.get_by_role("radio", name="mistyped die").check()
    page.get_by_label(re.compile("What the dice showed")).fill("1")
    page.get_by_role("button", name="Show what it would be").click()
    expect(page.locator("#would .word")).to_have_text("MINOR INTERFERENCE")
    assert not page.evaluate(SIDEWAYS)
