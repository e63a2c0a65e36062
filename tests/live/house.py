"""The shipped servers, each with a steward who changes its data past all pages; the club's with people in it."""

from __future__ import annotations

import http.client
import os
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any

from tests.live.steward import Steward
from tests.patience import PATIENCE
from tests.promises.shipped import Shipped, Tablet

SLUG = "mediterranean-1941"
PASSWORD = "correct horse battery"

BEGIN = """
from navalassist.systems.{system} import setup

malta = {{"malta": setup.DEMO_MALTA}} if {system!r} == "europa" else {{}}
moment = {{"moment": Moment(*{at!r})}} if {at!r} else {{}}
setup.begin({name!r}, slug={slug!r}, demo=True, **malta, **moment, **{more!r})
"""

GIVE = """
for name, seat in {pairs!r}:
    account = Account.objects.filter(actor__name=name).first() or people.add(name, {password!r})
    if seat:
        campaign = Campaign.objects.get(slug={slug!r})
        with writing(Viewer(campaign, ADMINISTRATOR, people.NOBODY)) as writer:
            seats.give(writer, account.actor, seat)
"""

END = """
tenure = Seat.objects.held().get(actor__name={name!r}, campaign__slug={slug!r})
with writing(Viewer(tenure.campaign, ADMINISTRATOR, people.NOBODY)) as writer:
    seats.end(writer, tenure)
"""

# Somebody at the table has typed something in: an entry for everybody, or for one side.
ACT = """
with writing(Viewer(Campaign.objects.get(slug={slug!r}), "moderator", people.NOBODY, at_table=True)) as writer:
    writer.append("edit", Body("nothing", {{}}), seat="moderator", chain={chain!r})
"""


class Server(Shipped):
    """`python -m navalassist.server` on a free port and a folder of its own, with the demo campaign."""

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @cached_property
    def _steward(self) -> Steward:
        return Steward(self.data)

    @cached_property
    def _numbers(self) -> Iterator[int]:
        return count(1)

    def run(self, script: str) -> str:
        """Run a script on its data; what it printed."""
        return self._steward.run(script)

    def manage(self, *words: str) -> str:
        """Run a management command on its data; what it printed."""
        return self.run(f"call_command(*{words!r})")

    def campaign(self, system: str = "europa", at: tuple[str, ...] = (), **more: Any) -> Campaign:
        """A new campaign beside the others, which begins as the demo of its rule system, or at another moment."""
        number = next(self._numbers)
        slug, name = f"game-{number}", f"Game {number} of the evening"
        self.run(BEGIN.format(system=system, name=name, slug=slug, at=at, more=more))
        return Campaign(self, slug, name)

    def stop(self) -> None:
        super().stop()
        if "_steward" in self.__dict__:
            self.__dict__.pop("_steward").close()


@dataclass(frozen=True)
class Campaign:
    """A campaign on a server. url: the address of its map, with a slash at the end."""

    server: Server
    slug: str = SLUG
    name: str = "Mediterranean and Red Sea 1941"

    @property
    def path(self) -> str:
        """Its map on that server."""
        return f"/c/{self.slug}/"

    @property
    def url(self) -> str:
        return f"{self.server.url}{self.path}"

    def is_sound(self) -> bool:
        """What the command says that checks a log."""
        return ": sound" in self.server.manage("verify", self.slug)


class House(Server):
    """`python -m navalassist.club` on a free port and a folder of its own."""

    module = "navalassist.club"

    def give(self, *pairs: tuple[str, str], slug: str = SLUG) -> None:
        """People of the club by name, each with a seat of a campaign, or with none where it is empty."""
        self.run(GIVE.format(pairs=list(pairs), slug=slug, password=PASSWORD))

    def end(self, name: str, slug: str = SLUG) -> None:
        """Take somebody's seat away."""
        self.run(END.format(name=name, slug=slug))

    def act(self, chain: str = "public") -> None:
        """Somebody writes an entry in the demo campaign."""
        self.run(ACT.format(slug=SLUG, chain=chain))

    def tablet(self, name: str, password: str = PASSWORD) -> Tablet:
        """A browser in which somebody has logged in."""
        tablet = Tablet(self)
        status, to, text = tablet.login(name, password)
        assert status == 302, (status, to, text)
        return tablet


class Listener:
    """An open stream."""

    def __init__(self, line: http.client.HTTPConnection, answer: http.client.HTTPResponse) -> None:
        self._line = line
        self._seconds = line.timeout or 0.0
        self._answer = answer
        self.status = answer.status

    def event(self) -> str:
        """The next version; '' where the stream ends. A beat is none; TimeoutError where only such come."""
        until = time.monotonic() + self._seconds
        while line := self._answer.readline():
            if line.startswith(b"data: "):
                return line.removeprefix(b"data: ").decode().strip()
            if time.monotonic() > until:
                raise TimeoutError("nothing new within the time of this listener")
        return ""

    def break_off(self) -> None:
        """Leave without a word of farewell, as a tablet does that is switched off: the line is reset."""
        held = socket.socket(fileno=os.dup(self._answer.fileno()))
        held.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._answer.close()
        self._line.close()
        held.close()

    def seconds_to_its_end(self) -> float:
        """Wait until the server closes it."""
        since = time.monotonic()
        while self.event():
            pass
        return time.monotonic() - since


@contextmanager
def listening(tablet: Tablet, slug: str = SLUG, seconds: float = PATIENCE) -> Iterator[Listener]:
    """Open the stream of a campaign as a tablet's browser does."""
    line = http.client.HTTPConnection("127.0.0.1", tablet.server.port, timeout=seconds)
    try:
        line.request("GET", f"/c/{slug}/stream/", headers=tablet.cookie_header())
        yield Listener(line, line.getresponse())
    finally:
        line.close()
