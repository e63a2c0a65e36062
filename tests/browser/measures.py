"""What is wrong with a page as it stands: for axe, in its colours, for a thumb, on a narrow screen, in its markup."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Page

from tests.counts import WIDTHS_FOR_AXE

HERE = Path(__file__).resolve().parent
TABLET, LAPTOP, PHONE = 820, 1440, 390
HEIGHTS = {TABLET: 1180, LAPTOP: 900, PHONE: 844}
ON_A_TABLET: Any = {"viewport": {"width": TABLET, "height": HEIGHTS[TABLET]}, "has_touch": True}
THUMB = 44
# Half a pixel may be lost where a line of text decides the height.
ROUNDING = 0.5

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
AXE = """() => axe.run(document, {resultTypes: ['violations'], preload: false}).then(found => found.violations
    .filter(one => ['serious', 'critical'].includes(one.impact))
    .map(one => `${one.id}: ${one.help}: ${one.nodes.map(node => node.target).join(', ')}`))"""
# Of axe's rules, this one alone knows colours.
CONTRAST = """() => axe.run(document, {runOnly: ['color-contrast'], resultTypes: ['violations'], preload: false})
    .then(found => found.violations.flatMap(one => one.nodes.map(node => `${node.target}: ${node.failureSummary}`)))"""
# One heading of its own, a title that ends with whose page it is, and first of all a way past the head.
MARKUP = """() => [
    document.querySelectorAll('h1').length === 1 || 'not one heading',
    document.title.endsWith(' · NavalAssist') || `called ${document.title}`,
    document.querySelector('a, button, input:not([type=hidden])').matches('a[href="#main"]') || 'no way past the head',
    document.querySelector('main').id === 'main' || 'nowhere to go past the head',
].filter(found => found !== true)"""


def serious(page: Page) -> list[str]:
    """Ask axe-core about the page as it stands: one line for each serious or critical finding."""
    page.evaluate((HERE / "vendor" / "axe.min.js").read_text("utf-8"))
    found: list[str] = page.evaluate(AXE)
    return found


def measured(page: Page) -> dict[str, list[str]]:
    """What is wrong with a page that stands there: in each width, and in the dark."""
    found = {"markup": page.evaluate(MARKUP)}
    for number, width in enumerate(HEIGHTS):
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        found[f"sideways at {width}"] = page.evaluate(SIDEWAYS)
        if number < WIDTHS_FOR_AXE:
            found[f"axe at {width}"] = serious(page)
            page.emulate_media(color_scheme="dark")
            found[f"contrast in the dark at {width}"] = page.evaluate(CONTRAST)
            page.emulate_media(color_scheme="light")
    # Last, for it opens what is folded.
    for width in (PHONE, TABLET):
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        found[f"small at {width}"] = page.evaluate(SMALL, [THUMB - ROUNDING, CONTROLS])
        found[f"sideways at {width}, unfolded"] = page.evaluate(SIDEWAYS)
    return {what: lines for what, lines in found.items() if lines}


def complaints_of(page: Page, expected: Iterable[str] = ("the server responded with a status of 4",)) -> list[str]:
    """What this page's console complains of from now on: a script that breaks, something that the policy blocks.

    A 4xx answer that a test provoked is logged as an error too; the tests look at answers themselves.
    """
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and not any(words in message.text for words in expected):
            complaints.append(f"{page.url}: {message.text}")

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
    return complaints


def pages_of(pdf: bytes) -> int:
    """How many sheets of paper it takes."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))
