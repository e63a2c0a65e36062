"""A side's own chance, an archive and its import in a browser: with script and without."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.live.house import Campaign
from tests.promises.shipped import ROOT

pytestmark = pytest.mark.promise("P15")
RANDOM = re.compile(r"[a-z0-9]{5}( [a-z0-9]{5}){3}")


def test_one_tap_adds_a_chance_whose_words_never_leave_the_page(page: Page, campaign: Campaign) -> None:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    page.goto(f"{campaign.url}dice/")
    expect(page.get_by_role("heading", name="Mar I 41: the server's dice alone")).to_be_visible()
    page.get_by_role("button", name="Add my own chance").click()
    words = page.get_by_label("The very words that you bound")
    expect(words).to_have_value(RANDOM)
    chance = words.input_value()
    assert not any(chance.split()[0] in body for body in sent)
    assert page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])") == "[{},{}]"
    page.get_by_role("button", name="Show it, so that it counts").click()
    expect(page.get_by_role("heading", name="the dice depend on the server and on Axis")).to_be_visible()
    expect(page.get_by_text(chance)).to_be_visible()


def test_words_of_ones_own_and_the_other_side_at_one_table(page: Page, campaign: Campaign) -> None:
    page.goto(f"{campaign.url}dice/")
    page.get_by_label("Words that nobody guesses").fill("the cat of the signalman, é")
    page.get_by_role("button", name="Add my own chance").click()
    expect(page.get_by_label("The very words that you bound")).to_have_value("the cat of the signalman, é")
    page.get_by_role("button", name="Allied", exact=True).click()
    page.get_by_role("button", name="Add my own chance").click()
    page.get_by_role("button", name="Show it, so that it counts").click()
    page.get_by_role("button", name="Axis", exact=True).click()
    # The page was left, so the words must be typed again.
    page.get_by_label("The very words that you bound").fill("the cat of the signalman, é")
    page.get_by_role("button", name="Show it, so that it counts").click()
    expect(page.get_by_role("heading", name="on the server and on Axis and Allied")).to_be_visible()


def test_archive_check_and_import_without_script(without_script: Page, campaign: Campaign, tmp_path: Path) -> None:
    page = without_script
    page.goto(f"{campaign.url}dice/")
    page.get_by_label("Words that nobody guesses").fill("half past seven")
    page.get_by_role("button", name="Add my own chance").click()
    page.get_by_label("The very words that you bound").fill("half past seven")
    page.get_by_role("button", name="Show it, so that it counts").click()
    expect(page.get_by_text("Yours counts from the next roll on")).to_be_visible()
    code = page.locator(".boxes .hash").inner_text()
    page.get_by_role("button", name="Moderator", exact=True).click()
    page.goto(f"{campaign.url}archive/")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Take everything").click()
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    assert file.name == f"{campaign.slug}.zip"
    command = [sys.executable, "-I", "-S", str(ROOT / "tools" / "verify_log.py"), str(file), "--head", code]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.stdout.endswith("SOUND\n"), checked.stdout + checked.stderr
    page.goto(f"{campaign.server.url}/import/")
    page.get_by_label("Archive of a campaign").set_input_files(file)
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_role("heading", name="The log is sound")).to_be_visible()
    expect(page.get_by_text(code)).to_be_visible()
    page.get_by_role("button", name="Make the campaign").click()
    expect(page).to_have_url(re.compile(r"/c/game-\d+-of-the-evening/$"))
    page.goto(f"{page.url}dice/")
    expect(page.get_by_role("heading", name="the server's dice alone")).to_be_visible()
