"""P47: whoever sends a file that is too large reads why in the browser, whatever its size."""

import http.client
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import AT_A_CLUB
from tests.browser.tablets import log_in
from tests.live.house import House

pytestmark = [pytest.mark.promise("P47"), AT_A_CLUB]
MB = 1024 * 1024
SIZES = [21, 40, 200]
SENTENCE = "At most 20 MB can be sent here, and this was more. Nothing was kept."


def import_page(browser: Browser, club: House, script: bool) -> Page:
    page = browser.new_context(java_script_enabled=script).new_page()
    log_in(page, club, "Alice", "/import/")
    return page


def file_of(size: int, folder: Path) -> Path:
    """A file of so many MB that takes no room."""
    path = folder / f"campaign-{size}.zip"
    with path.open("wb") as file:
        file.truncate(size * MB)
    return path


@pytest.mark.parametrize("size", SIZES)
def test_the_browser_shows_the_server_s_sentence(
    browser: Browser, club_server: House, tmp_path: Path, size: int
) -> None:
    page = import_page(browser, club_server, script=False)
    page.get_by_label("Archive of a campaign").set_input_files(file_of(size, tmp_path))
    with page.expect_response("**/import/") as response:
        page.get_by_role("button", name="Look at it").click()
    assert response.value.status == 413
    expect(page.get_by_text(SENTENCE)).to_be_visible()
    page.context.close()


def test_the_page_says_so_before_anything_is_sent(browser: Browser, club_server: House, tmp_path: Path) -> None:
    page = import_page(browser, club_server, script=True)
    field = page.get_by_label("Archive of a campaign")
    field.set_input_files(file_of(200, tmp_path))
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.get_by_role("button", name="Look at it").click()
    said = field.evaluate("field => field.validationMessage")
    assert said == "This file has 200 MB; at most 16 MB are taken."
    assert "POST" not in sent
    field.set_input_files(file_of(1, tmp_path))
    assert field.evaluate("field => field.validationMessage") == ""
    page.context.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("chunked", [False, True], ids=["by length", "in chunks"])
def test_whoever_sends_all_of_it_gets_the_answer(club_server: House, size: int, chunked: bool) -> None:
    line = http.client.HTTPConnection("127.0.0.1", club_server.port, timeout=60)
    parts = (b"x" * MB for _ in range(size))
    length = {} if chunked else {"Content-Length": str(size * MB)}
    line.request("POST", "/import/", parts, length, encode_chunked=chunked)
    answer = line.getresponse()
    # In chunks nobody knows how much it will be: a stranger reads that one has to log in for so much.
    words = "At most 1 MB can be sent by somebody who is not logged in" if chunked else SENTENCE
    assert (answer.status, words in answer.read().decode()) == (413, True)
    line.close()
