"""The picture of README.md, in light and in dark: the first convoy of the demo, sailed with typed dice.

Run from the project's folder, beside a server whose demo nobody has played:
`.venv/bin/python tools/picture.py http://127.0.0.1:8000`
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
SIZE = {"width": 1000, "height": 640}
MARGIN = 12
DICE = "63 421"
NAMES = {"light": "contact.png", "dark": "contact-dark.png"}


def main(server: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium-headless-shell"))
        page = browser.new_page(viewport=SIZE)
        page.goto(server)
        page.get_by_role("link", name="Sail the first convoy").click()
        page.locator("#strip").fill(DICE)
        page.get_by_role("button", name=re.compile("rolls row 1")).click()
        verdict = page.get_by_role("region", name=re.compile("^Verdict"))
        verdict.wait_for()
        for scheme, name in NAMES.items():
            page.emulate_media(color_scheme=scheme)
            page.evaluate("scrollTo(0, 0)")
            box = verdict.bounding_box()
            assert box is not None
            clip = {"x": 0, "y": box["y"] - MARGIN, "width": SIZE["width"], "height": box["height"] + 2 * MARGIN}
            page.screenshot(path=FOLDER / name, clip=clip, full_page=True)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
