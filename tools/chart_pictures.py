"""The pictures of docs/charts.md: a chart is typed, pasted, met unknown in play, and carried into another campaign.

Run from the project's folder, beside a server that nobody has used yet:
`.venv/bin/python tools/chart_pictures.py http://127.0.0.1:8000`
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Locator, Page, sync_playwright

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
SIZE = {"width": 820, "height": 1180}
MARGIN = 8
DEMO = "/c/mediterranean-1941/"
SUCCESS, GUNNERY = "charts/success-table/", "charts/naval-gunnery-table/"
# Invented: what is printed, every group types from its own box.
CELLS, OTHERS = ("D", "D", "F*", "F", "S", "S*"), ("D", "F*", "F*", "F", "S", "S")
BLOCK = "\n".join("\t".join("?" if die == 4 else str((die + at) // 5) for at in range(11)) for die in range(1, 7))


def main(server: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium-headless-shell"))
        page = browser.new_page(viewport=SIZE)  # type: ignore[arg-type]
        own = begun(page, server)
        typing(page, own)
        pasting(page, own)
        asked(page, own)
        page.goto(own + "charts/")
        take(page, "charts-share", page.locator("main > section").nth(0), page.locator("main > section").nth(1))
        carried(page, own, server + DEMO)
        listed(page, server)
        browser.close()


def take(page: Page, name: str, first: Locator, last: Locator | None = None) -> None:
    """A picture from the top of one part to the end of another."""
    page.evaluate("scrollTo(0, 0)")
    top, end = first.bounding_box(), (last or first).bounding_box()
    assert top is not None
    assert end is not None
    height = end["y"] + end["height"] - top["y"] + 2 * MARGIN
    clip = {"x": 0, "y": max(top["y"] - MARGIN, 0), "width": SIZE["width"], "height": height}
    page.screenshot(path=FOLDER / f"{name}.png", clip=clip, full_page=True)  # type: ignore[arg-type]


def press(page: Page, words: str) -> None:
    """A button that leads to another page."""
    with page.expect_navigation():
        page.get_by_role("button", name=re.compile(words)).last.click()


def begun(page: Page, server: str) -> str:
    """A campaign of somebody who owns the box."""
    page.goto(f"{server}/new/?system=europa")
    page.get_by_label("Name, as the list of campaigns has it").fill("Our own box")
    page.get_by_role("radio", name="I own the box").check()
    press(page, "Begin the campaign")
    return page.url


def typing(page: Page, campaign: str) -> None:
    """The Success Table, half typed, then saved."""
    page.goto(campaign + SUCCESS)
    for row, text in enumerate(CELLS[:3]):
        page.locator(f"#b0r{row}c0").fill(text)
    page.locator("#source").fill("Our box, first printing")
    page.locator("#b0r3c0").focus()
    page.set_viewport_size({**SIZE, "height": 1400})  # type: ignore[arg-type]
    take(page, "charts-typing", page.locator(".stamp"), page.locator("#pad"))
    page.set_viewport_size(SIZE)  # type: ignore[arg-type]
    save(page, CELLS)


def save(page: Page, cells: tuple[str, ...]) -> None:
    """All cells, as read from print."""
    for row, text in enumerate(cells):
        page.locator(f"#b0r{row}c0").fill(text)
    page.locator("[name=all]").check()
    press(page, "^Save version")


def pasting(page: Page, campaign: str) -> None:
    """A block from a spreadsheet, looked at and put in."""
    page.goto(campaign + GUNNERY)
    page.locator("#paste-it > summary").click()
    page.locator("#paste").fill(BLOCK)
    press(page, "^Look at it")
    take(page, "charts-paste", page.locator("#look"))
    press(page, "^Put in")
    press(page, "^Save version")


def asked(page: Page, campaign: str) -> None:
    """A die meets a cell that nobody typed."""
    page.goto(campaign + "do/naval-gunfire/?side=axis&strength=12")
    page.locator(".strip").first.fill("4")
    press(page, "rolls|Carry it out|Roll")
    page.get_by_role("button", name=re.compile("Moderator")).first.click()
    page.locator("#other").wait_for()
    section = page.locator("main section").filter(has=page.locator("#asks"))
    take(page, "charts-asked", section)
    page.locator("#other").fill("2")
    press(page, "^Answer")


def carried(page: Page, campaign: str, other: str) -> None:
    """The pack of one campaign, before it goes into another."""
    page.goto(other + SUCCESS)
    save(page, OTHERS)
    page.goto(campaign + "charts/pack/")
    with tempfile.TemporaryDirectory() as folder:
        with page.expect_download() as download:
            page.get_by_role("button", name=re.compile("^Save the file")).click()
        download.value.save_as(file := Path(folder) / "charts.json")
        page.goto(other + "charts/pack/")
        page.locator("#file").set_input_files(file)
        press(page, "^Look at it")
    page.evaluate("document.activeElement.blur()")
    take(page, "charts-pack", page.locator("#look"))


def listed(page: Page, server: str) -> None:
    """The first lines of a list."""
    page.goto(server)
    page.locator("details.fold > summary").last.click()
    with page.expect_navigation():
        page.get_by_role("button", name=re.compile("^Open")).click()
    page.goto(re.sub(r"(/c/[\w-]+/).*", r"\1lists/squadron/", page.url))
    take(page, "charts-list", page.locator("main h1"), page.locator("[data-line]").nth(6))


if __name__ == "__main__":
    main(*sys.argv[1:])
