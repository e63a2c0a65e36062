"""Firefox and WebKitGTK, as far as they are installed: the few things that a person does there, one way for both."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import DEVNULL, Popen
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from marionette_driver.marionette import Marionette
from selenium import webdriver
from selenium.common import TimeoutException
from selenium.webdriver.support.wait import WebDriverWait

from tests.patience import PATIENCE

FIREFOXES = ("firefox-esr", "firefox")
MINI_BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
TABLET = (820, 1180)


class Finger:
    """What is tapped, typed and read at a browser, by the words that stand on the page."""

    def __init__(self, driver: Any) -> None:
        self.driver, self.taps = driver, 0

    def seen(self, xpath: str) -> Any:
        """The first of these that can be seen; waits for it."""

        def look() -> Any:
            return next((found for found in self.driver.find_elements("xpath", xpath) if found.is_displayed()), None)

        return self.waits(look, f"{xpath} should be seen")

    def waits(self, until: Callable[[], Any], should: str) -> Any:
        """What this gives, as soon as it gives something; a page that changes meanwhile is looked at again."""
        wait = WebDriverWait(self.driver, PATIENCE, 0.1, ignored_exceptions=[Exception])
        try:
            return wait.until(lambda driver: until())
        except TimeoutException:
            text = self.driver.find_element("xpath", "//*[@id='main']").text
            pytest.fail(f"{should} on {self.address()}, which says:\n{text}")

    def tap(self, words: str, kind: str = "button", within: str = "main") -> None:
        """Tap a button, a link (`a`), a `label` or a `summary` that says so."""
        place = f"//*[@id='{within}']//{kind}[contains(normalize-space(.), \"{words}\")]"
        if within == "head":
            place = f'//header//{kind}[contains(normalize-space(.), "{words}")]'
        self._tap(self.seen(place))

    def goes(self) -> None:
        """The one filled button of what is next."""
        self._tap(self.seen("//*[@id='next']//button[contains(@class, 'go')]"))

    def _tap(self, place: Any) -> None:
        self.run("arguments[0].scrollIntoView({block: 'center'})", place)
        place.click()
        self.taps += 1

    def choose(self, name: str, value: str, within: str = "main") -> None:
        """One of a list."""
        self._tap(self.seen(f"//*[@id='{within}']//select[@name='{name}']/option[@value='{value}']"))

    def fill(self, xpath: str, text: str) -> None:
        """Type into this field in place of what stands there."""
        field = self.seen(xpath)
        field.clear()
        field.send_keys(text)

    def throws(self, dice: str) -> None:
        """Dice of the players' own, typed."""
        self.tap("Our own", "label")
        self.fill("//input[@name='strip']", dice)

    def reads(self, words: str, place: str = "//*[@id='main']") -> None:
        """These words are to be read there; waits for them."""
        self.waits(lambda: words in self.driver.find_element("xpath", place).text, f"“{words}” should be read")

    def run(self, script: str, *given: Any) -> Any:
        """What a script gives that runs in the page."""
        return self.driver.execute_script(script, *([list(given)] if self.is_firefox else given))

    @property
    def is_firefox(self) -> bool:
        """True for Marionette, which takes a script's arguments as a list."""
        return isinstance(self.driver, Marionette)

    def open(self, url: str) -> None:
        """To this address."""
        (self.driver.navigate if self.is_firefox else self.driver.get)(url)

    def address(self) -> str:
        """Where the browser stands."""
        return str(self.driver.get_url() if self.is_firefox else self.driver.current_url)


@contextmanager
def firefox() -> Iterator[Finger]:
    """Firefox without windows."""
    path = next(filter(None, map(shutil.which, FIREFOXES)), None) or pytest.skip("no Firefox found")
    with TemporaryDirectory() as folder:
        driver = Marionette(bin=path, headless=True, gecko_log=str(Path(folder) / "log"))
        driver.start_session()
        try:
            driver.set_window_rect(width=TABLET[0], height=TABLET[1])
            yield Finger(driver)
        finally:
            driver.quit()


@contextmanager
def webkit() -> Iterator[Finger]:
    """WebKitGTK's own small browser, on a screen that nobody sees."""
    path = next(map(str, Path("/").glob(MINI_BROWSERS[1:])), None) or pytest.skip("no WebKitGTK browser found")
    service = shutil.which("WebKitWebDriver") or pytest.skip("no WebKitWebDriver found")
    with screen() as display:
        options = webdriver.WebKitGTKOptions()
        options.binary_location = path
        options.add_argument("--automation")
        driver = webdriver.WebKitGTK(
            options=options,
            service=webdriver.WebKitGTKService(service, env={**os.environ, "DISPLAY": display}),
        )
        try:
            driver.set_window_size(*TABLET)
            yield Finger(driver)
        finally:
            with suppress(Exception):
                driver.quit()


@contextmanager
def screen() -> Iterator[str]:
    """The name of a screen, drawn by Xvfb where there is none."""
    if "DISPLAY" in os.environ:
        yield os.environ["DISPLAY"]
        return
    xvfb = shutil.which("Xvfb") or pytest.skip("no screen, and no Xvfb to draw one")
    read, write = os.pipe()
    shown = Popen([xvfb, "-displayfd", str(write), "-screen", "0", "900x1250x24"], pass_fds=[write], stderr=DEVNULL)
    try:
        with os.fdopen(read) as number:
            yield f":{number.readline().strip()}"
    finally:
        os.close(write)
        shown.terminate()
        shown.wait(PATIENCE)
