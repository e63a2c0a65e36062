"""The pages of `bench.seen`, who looks at them, how one acts, and what must not stand in what a tablet was sent."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench.client import post
from bench.seen_table import CLOSED, OPEN, SEATS, SECRETS, WAR
from bench.server import TOKEN
from bench.tablet import Answer, Tablet, fetch, listen


@dataclass(frozen=True)
class Page:
    """A page that tablets hold. newest: it names the newest entry of the log; secrets: it shows what a side keeps."""

    slug: str
    path: str = ""
    newest: bool = False
    secrets: bool = False

    @property
    def address(self) -> str:
        """Its path on the server."""
        return f"/c/{self.slug}/{self.path}"

    @property
    def seats(self) -> tuple[str, ...]:
        """Those of its campaign, in the order in which tablets take them in turn."""
        return SEATS[self.slug]

    def tablets(self, keys: Sequence[str]) -> list[Tablet]:
        """A tablet at it for each login."""
        who = zip(itertools.cycle(self.seats), map(_cookies, keys), strict=False)
        return [Tablet(seat, fetch(self.address, one), listen(f"/c/{self.slug}/stream/", one)) for seat, one in who]

    def faults(self, seat: str, answer: Answer) -> Iterator[str]:
        """What is wrong with an answer that a tablet in this seat took for the page of the version it was told."""
        body, where = answer.body.decode(), f"{self.address} in the {seat} seat"
        if answer.status != 200:
            yield f"{where}: answered with {answer.status}"
            return
        if is_older(answer.version, answer.told):
            yield f"{where}: version {answer.version} was taken for {answer.told}"
        if self.newest and f"/log/public/{_parsed(answer.version)['public']}/" not in body:
            yield f"{where}: version {answer.version} without its newest entry"
        for side, word in SECRETS.items():
            if side != seat and word in body:
                yield f"{where}: it shows what the {side} side keeps to itself"
            if side == seat and self.secrets and word not in body:
                yield f"{where}: its own secret is not there, so that nothing was looked for"


PAGES = {
    "board": Page(OPEN, "board/"),
    "map": Page(OPEN, newest=True),
    "log": Page(OPEN, "log/", newest=True),
    "action": Page(WAR, "action/1/"),
    "closed-board": Page(CLOSED, "board/", secrets=True),
    "closed-map": Page(CLOSED, newest=True, secrets=True),
    "closed-log": Page(CLOSED, "log/", newest=True, secrets=True),
}
# Where whoever acts sets a number that everybody sees.
MALTA = ("setup/malta/", "malta.number", "")
NUMBERS = {OPEN: MALTA, CLOSED: MALTA, WAR: ("waters/", "condition.value", "central-morale")}


def acts(slug: str, key: str) -> Iterator[bytes]:
    """The moderator sets the number, each time to another, as a browser's form sends it. key: of the login."""
    path, act, about = NUMBERS[slug]
    for number in itertools.cycle(range(3, 13)):
        fields = {"csrfmiddlewaretoken": TOKEN, "submission": uuid.uuid4().hex, "act": act, "key": about}
        cookies = {"navalassist_csrf": TOKEN, "navalassist_session": key}
        yield post(f"/c/{slug}/{path}", fields | {"value": str(number), "note": ""}, cookies)


def bare_tablets(names: Sequence[str], keys: Sequence[str]) -> list[Tablet]:
    """As many at the bare server. names: of what it serves, to the tablets in turn."""
    who = zip(itertools.cycle(names), map(_cookies, keys), strict=False)
    return [Tablet(name, fetch(f"/page/{name}/", one), listen("/stream/", one)) for name, one in who]


def is_older(shown: str, told: str) -> bool:
    """True for a version that lacks an entry of the other."""
    has = _parsed(shown)
    return any(number > has.get(chain, 0) for chain, number in _parsed(told).items())


def _parsed(version: str) -> dict[str, int]:
    parts = (part.partition(":") for part in version.split(","))
    return {chain: int(number) for chain, _, number in parts if number}


def _cookies(key: str) -> str:
    return f"navalassist_csrf={uuid.uuid4().hex}; navalassist_session={key}"
