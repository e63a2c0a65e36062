"""A club's evening in browsers of their own: who sits where, what each of them was sent, and what went wrong there."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Request, expect

from tests.browser.hand import Hand, Words
from tests.browser.measures import HEIGHTS, LAPTOP, TABLET
from tests.live.house import PASSWORD, House, Server
from tests.patience import PATIENCE, within
from tests.promises.shipped import ROOT, python

# Past this a page that hears of others' acts by itself has failed.
LIVE = 1000 * within(5)
# What asks before it passes over something answers so; the browser's console then names the status.
EXPECTED = frozenset({409})
SEATS = {"axis": "Axis", "allied": "Allied", "observer": "Observer"}


class Guest(Hand):
    """A person with a browser that knows nothing of the others. At a tablet taps are touches, at a screen clicks.

    taps: how often he has tapped; sent: every answer that he was sent, its address with what stands in it.
    """

    taps = 0

    def __init__(self, browser: Browser, server: Server, name: str, *, tablet: bool, dark: bool = False) -> None:
        self.name, self.server, width = name, server, TABLET if tablet else LAPTOP
        look: Any = {
            "viewport": {"width": width, "height": HEIGHTS[width]},
            "color_scheme": "dark" if dark else "light",
        }
        self.context = browser.new_context(has_touch=tablet, **look)
        self.context.set_default_timeout(1000 * PATIENCE)
        super().__init__(self.context.new_page(), touches=tablet)
        # Who is asked whether to leave what stands typed says yes.
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.complaints: list[str] = []
        self.sent: list[tuple[str, str]] = []
        self.unread: list[str] = []
        self._listen()

    # What it is sent

    def _listen(self) -> None:
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(f"{self.page.url}: {error}"))
        self.page.on("requestfinished", self._take)
        stream = self.context.new_cdp_session(self.page)
        stream.send("Network.enable")
        stream.on("Network.eventSourceMessageReceived", lambda told: self.sent.append(("stream", told["data"])))

    def _hear(self, message: ConsoleMessage) -> None:
        expected = any(f"the server responded with a status of {status}" in message.text for status in EXPECTED)
        if message.type == "error" and not expected:
            self.complaints.append(f"{self.page.url}: {message.text}")

    def _take(self, request: Request) -> None:
        """Keep an answer: its headers, and what stands in it."""
        answer = request.response()
        if answer is None:
            return
        if answer.status >= 400 and answer.status not in EXPECTED:
            self.complaints.append(f"{request.method} {answer.url}: {answer.status}")
        self.sent.append((f"{answer.status} {answer.url}", str(answer.headers)))
        if 300 <= answer.status < 400:
            return
        try:
            self.sent.append((answer.url, answer.body().decode("utf-8", "replace")))
        except Error:
            # The page was left before. What is the same for everybody tells nothing; the rest is asked for again.
            if request.method == "GET" and "/static/" not in answer.url:
                self.unread.append(answer.url)

    def was_told(self, words: str) -> list[str]:
        """The addresses of all answers, and messages of streams, in which these words stand."""
        return [address for address, text in self.sent if words in text]

    # What it does

    def touch(self, place: Locator) -> None:
        """A tap more."""
        super().touch(place)
        self.taps += 1

    def at(self, path: str) -> None:
        """Open an address, as somebody does who was given it."""
        self.page.goto(path if "://" in path else f"{self.server.url}{path}")

    def choose(self, words: Words) -> None:
        """Tap one of the choices of a form: the words beside the ring take the tap."""
        ring = self.page.get_by_role("radio", name=words)
        self.touch(self.page.locator("label").filter(has=ring))
        expect(ring).to_be_checked()

    def head(self) -> Locator:
        """The head of the page."""
        return self.page.locator("#head")

    def looks_round(self) -> None:
        """Every page that the head and the foot lead to, each entry that the log shows, and what was left unread."""
        self.go("Log")
        found = self.page.locator("#head nav a, footer a, table.log td.n a, a[download]")
        links = [*found.evaluate_all("links => links.map(link => link.href)"), *self.unread]
        entries = [link for link in links if re.search(r"/log/[a-z]+/\d+/$", link)]
        for link in [*links, *(f"{entry[:-1]}.json" for entry in entries)]:
            answer = self.context.request.get(link)
            if not answer.ok:
                self.complaints.append(f"{link}: {answer.status}")
            self.sent += [(link, str(answer.headers)), (link, answer.text())]


class Clubhouse:
    """The shipped server of a club, and the four who come."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.server = server
        self.moderator = Guest(browser, server, "Ursula", tablet=False, dark=True)
        self.axis = Guest(browser, server, "Alice", tablet=True)
        self.allied = Guest(browser, server, "Bob", tablet=True)
        self.observer = Guest(browser, server, "Olga", tablet=False)
        self.guests = (self.moderator, self.axis, self.allied, self.observer)
        self.home = ""

    @property
    def slug(self) -> str:
        """The campaign's name in addresses."""
        return self.home.strip("/").rpartition("/")[2]

    def side(self, seat: str) -> Guest:
        """Who plays a side."""
        return {"axis": self.axis, "allied": self.allied}[seat]

    def invites(self, seat: str, guest: Guest, campaign: str) -> None:
        """The link goes from the moderator's screen to somebody who has no account yet."""
        moderator = self.moderator
        moderator.go("People")
        moderator.choose(re.compile(SEATS[seat]))
        moderator.send("Make a link")
        guest.at(moderator.page.locator("p.hash").inner_text())
        expect(guest.page.get_by_role("heading", level=1)).to_contain_text(f"take the {SEATS[seat]} seat in {campaign}")
        guest.fill(re.compile(r"^\s*Your name"), guest.name)
        guest.fill(re.compile(r"^\s*Password, at least"), PASSWORD)
        guest.fill("The same again", PASSWORD)
        guest.send("Make the account and accept")
        expect(guest.head().get_by_role("button", name=SEATS[seat])).to_have_attribute("aria-current", "true")

    def log_of(self, seat: str, into: Path) -> Path:
        """The log as this seat may see it, in a file."""
        file = into / f"{seat}.jsonl"
        file.write_text(self.server.manage("export", self.slug, "--seat", seat), "utf-8")
        return file


def check_log(file: Path) -> str:
    """What the checker that needs nothing of NavalAssist says of a log; it fails where it finds a fault."""
    words = [sys.executable, "-I", str(ROOT / "tools" / "verify_log.py"), str(file)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@contextmanager
def clubhouse(browser: Browser, data: Path) -> Iterator[Clubhouse]:
    """The doors are open; Ursula looks after the club, by the command at the machine itself.

    In the end nobody's console may have complained, and no answer may have been one that nobody expected.
    """
    with House(data) as server:
        python(data, "manage.py", "person", "add", "Ursula", "--administrator", input=f"{PASSWORD}\n")
        club = Clubhouse(browser, server)
        try:
            yield club
        finally:
            for guest in club.guests:
                guest.context.close()
        assert not any(guest.complaints for guest in club.guests), [guest.complaints for guest in club.guests]
