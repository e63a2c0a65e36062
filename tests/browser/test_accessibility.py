"""Every main page: nothing serious for axe in light and dark, no sideways scroll, controls large enough for a thumb."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Server, running

HOME = "/c/mediterranean-1941/"
TABLET, LAPTOP, PHONE = 820, 1440, 410
HEIGHTS = {PHONE: 850, TABLET: 1180, LAPTOP: 900}
THUMB = 44
# Half a pixel may be lost where a line of text decides the height.
ROUNDING = 0.5
PAGES = {
    "campaigns": "/",
    "new campaign": "/new/",
    "map": HOME,
    "map, the other side": f"{HOME}?side=allied",
    "zone": f"{HOME}zones/central-med/",
    "air units": f"{HOME}air/central-med/",
    "board": f"{HOME}board/",
    "board with Why open": f"{HOME}board/?open=demo-2",
    "board, what if": f"{HOME}board/what-if/?malta:status.number=4",
    "transport roster": f"{HOME}board/roster/",
    "fleets": f"{HOME}fleet/",
    "card of a group": f"{HOME}fleet/group/battle-fleet/",
    "card of a unit": f"{HOME}fleet/unit/squadron-1/",
    "moving a group": f"{HOME}do/naval-move/?group=battle-fleet",
    "mines": f"{HOME}mines/",
    "sweeping mines in a danger zone": f"{HOME}do/mines-swept-in-zone/?belt=axis/18A:0404&sea=calm&coast_defence=2",
    "read-out": "{rolled}",
    "receipt": "{receipt}",
    "receipt of an input": f"{HOME}log/public/1/",
    "what-if": "{receipt}what-if/",
    "correction": "{receipt}correct/",
    "log": f"{HOME}log/",
    "log, filtered": f"{HOME}log/?zone=central-med&kind=rules&go=nowhere",
    "raising a dispute": "{receipt}dispute/",
    "disputes and questions": f"{HOME}disputes/",
    "asking the moderator": f"{HOME}disputes/ask/?about=malta-bombed",
    "turn sheet": f"{HOME}sheet/?side=allied",
    "late entry": f"{HOME}late/",
    "turn report": f"{HOME}report/",
    "take-over sheet": f"{HOME}handover/",
    "set-up": f"{HOME}setup/",
    "set-up, ports": f"{HOME}setup/ports/",
    "set-up, a port": f"{HOME}setup/ports/naples/",
    "set-up, conditions": f"{HOME}setup/conditions/",
    "set-up, Malta": f"{HOME}setup/malta/",
    "set-up, zones": f"{HOME}setup/zones/",
    "set-up, rulings": f"{HOME}setup/rulings/",
    "set-up, points": f"{HOME}setup/points/",
    "rules by themselves": f"{HOME}do/",
    "a rule by itself": f"{HOME}do/malta-bombed/",
    "a supply line": f"{HOME}do/supply-line/",
    "dice": f"{HOME}dice/",
    "archive": f"{HOME}archive/",
    "import": "/import/",
    "tables": "/tables/",
    "a table": "/tables/europa/33-anti-shipping/",
    "a wordy table": "/tables/europa/33-axis-sea-zones/",
    "rulings": "/rulings/",
    "procedures": "/procedures/",
    "turn sequence": "/turns/?at=allied/initial",
    "nothing here": "/nowhere/",
}


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": {"width": TABLET, "height": HEIGHTS[TABLET]}, "has_touch": True}


@pytest.fixture(scope="module")
def sailed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose Axis row has sailed, with contact."""
    with running(tmp_path_factory.mktemp("sailed")) as started:
        yield started


@pytest.fixture(scope="module")
def places(sailed: Server, browser: Any) -> dict[str, str]:
    """The read-out and the receipt of a roll with contact and typed dice."""
    page = browser.new_page()
    page.goto(f"{sailed.url}{HOME}board/")
    page.locator("#strip").fill("66 2 4 3")
    page.get_by_role("button", name=re.compile("rolls row 1")).click()
    verdict = page.get_by_role("region", name=re.compile("^Verdict"))
    receipt = verdict.get_by_role("link", name=re.compile("^Receipt")).get_attribute("href")
    rolled = page.url.removeprefix(sailed.url)
    page.close()
    return {"rolled": rolled, "receipt": receipt}


def open_page(page: Page, server: Server, places: dict[str, str], name: str, width: int = TABLET) -> None:
    page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    page.goto(server.url + PAGES[name].format(**places))


# Elements that stick out to the right, where the page is wider than the screen.
SIDEWAYS = """() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide <= 0) return [];
    const right = document.documentElement.clientWidth + 0.5;
    return [wide + ' px too wide', ...[...document.querySelectorAll('body *')]
        .filter(node => node.getBoundingClientRect().right > right).slice(0, 6)
        .map(node => `${node.tagName}.${node.className} ${node.textContent.trim().slice(0, 40)}`)];
}"""
# What is tapped: buttons, fields, links that look like buttons or stand in the head. A link within a sentence or a list
# of text is as high as its line (WCAG 2.2, 2.5.8, inline). A control is as large as its label where it lies in one.
SMALL = """([thumb, some]) => {
    document.querySelectorAll('details').forEach(node => { node.open = true });
    const seen = node => node.checkVisibility({opacityProperty: true, visibilityProperty: true});
    const labelled = node => ['checkbox', 'radio'].includes(node.type) && node.closest('label') || node;
    const inline = node => node.tagName === 'A' && getComputedStyle(node).display === 'inline';
    return [...document.querySelectorAll(some)]
        .filter(node => !node.disabled && !node.closest('.vh') && seen(node) && !inline(node))
        .map(node => [node, labelled(node).getBoundingClientRect()])
        .filter(([, at]) => at.width > 0 && (at.height < thumb || at.width < thumb))
        .map(([node, at]) => `${node.tagName}.${node.className} "${(node.innerText || node.name).trim().slice(0, 30)}" `
            + `${at.width.toFixed(1)} x ${at.height.toFixed(1)}`);
}"""
CONTROLS = "button, summary, select, textarea, input:not([type=hidden]), a.btn, nav a, a.name, a.mark, .chips a"
# Of axe's rules, this one alone knows colours.
CONTRAST = """() => axe.run(document, {runOnly: ['color-contrast'], resultTypes: ['violations']})
    .then(found => found.violations.flatMap(one => one.nodes.map(node => `${node.target}: ${node.failureSummary}`)))"""


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_serious_nor_small_nor_wide(
    page: Page, sailed: Server, places: dict[str, str], serious: Callable[[], list[str]], name: str
) -> None:
    assert measured(page, serious, lambda width: open_page(page, sailed, places, name, width)) == {}


def measured(
    page: Page, serious: Callable[[], list[str]], show: Callable[[int], object] | None = None
) -> dict[str, list[str]]:
    """What is wrong with a page in each width and in the dark. show: draws it anew in a width."""
    found: dict[str, list[str]] = {}
    for width in HEIGHTS:
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        if show:
            show(width)
        found[f"sideways at {width}"] = page.evaluate(SIDEWAYS)
        if width != PHONE:
            found[f"axe at {width}"] = serious()
            page.emulate_media(color_scheme="dark")
            found[f"contrast in the dark at {width}"] = page.evaluate(CONTRAST)
            page.emulate_media(color_scheme="light")
        found[f"small at {width}"] = page.evaluate(SMALL, [THUMB - ROUNDING, CONTROLS]) if width != LAPTOP else []
    return {what: lines for what, lines in found.items() if lines}


def test_the_measures_really_measure(page: Page, sailed: Server, serious: Callable[[], list[str]]) -> None:
    page.goto(sailed.url)
    page.evaluate(
        """() => { document.body.insertAdjacentHTML('beforeend',
            '<button>x</button><table><tr>' + '<td>wide</td>'.repeat(400) + '</tr></table>') }"""
    )
    assert any("too wide" in line for line in page.evaluate(SIDEWAYS))
    assert page.evaluate(SMALL, [400, CONTROLS])
    assert page.evaluate(SMALL, [10, CONTROLS]) == []
    serious()
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(CONTRAST) == []
    page.evaluate("() => { document.querySelector('h1').style.color = '#555' }")
    assert any("contrast" in line for line in page.evaluate(CONTRAST))


@pytest.mark.parametrize("name", ["map", "board", "receipt", "log"])
def test_every_page_has_one_heading_of_its_own_and_a_way_past_the_head(
    page: Page, sailed: Server, places: dict[str, str], name: str
) -> None:
    open_page(page, sailed, places, name)
    assert page.get_by_role("heading", level=1).count() == 1
    assert page.title().split(" · ")[-1] == "NavalAssist"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
