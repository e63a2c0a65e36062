"""The shipped club server with people in it, asked as browsers do."""

from __future__ import annotations

import http.client
import os
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.patience import PATIENCE
from tests.promises.shipped import Shipped, Tablet, python

SLUG = "mediterranean-1941"
PASSWORD = "correct horse battery"

GIVE = """
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.play import people, seats
from navalassist.play.writer import writing
from navalassist.seats.models import Account

for name, seat in {pairs!r}:
    account = Account.objects.filter(actor__name=name).first() or people.add(name, {password!r})
    if seat:
        campaign = Campaign.objects.get(slug={slug!r})
        with writing(Viewer(campaign, "administrator", people.NOBODY)) as writer:
            seats.give(writer, account.actor, seat)
"""

END = """
from navalassist.campaigns.viewer import Viewer
from navalassist.play import people, seats
from navalassist.play.writer import writing
from navalassist.seats.models import Seat

tenure = Seat.objects.held().get(actor__name={name!r})
with writing(Viewer(tenure.campaign, "administrator", people.NOBODY)) as writer:
    seats.end(writer, tenure)
"""

# Somebody at the table has typed something in: an entry for everybody, or for one side.
ACT = """
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.play import people
from navalassist.play.bodies import Body
from navalassist.play.writer import writing

with writing(Viewer(Campaign.objects.get(slug={slug!r}), "moderator", people.NOBODY, at_table=True)) as writer:
    writer.append("edit", Body("nothing", {{}}), seat="moderator", chain={chain!r})
"""


def shell(data: Path, script: str) -> None:
    """Run a script on the data of a club."""
    python(data, "manage.py", "shell", "--no-imports", "-c", script)


def give_seats(data: Path, *pairs: tuple[str, str]) -> None:
    """People of the club by name, each with a seat of the demo campaign, or with none where it is empty."""
    shell(data, GIVE.format(pairs=list(pairs), slug=SLUG, password=PASSWORD))


class House(Shipped):
    """`python -m navalassist.club` on a free port and a folder of its own."""

    module = "navalassist.club"

    def give(self, *pairs: tuple[str, str]) -> None:
        """Seats of the demo campaign."""
        give_seats(self.data, *pairs)

    def end(self, name: str) -> None:
        """Take somebody's seat away."""
        shell(self.data, END.format(name=name))

    def act(self, chain: str = "public") -> None:
        """Somebody writes an entry."""
        shell(self.data, ACT.format(slug=SLUG, chain=chain))

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
