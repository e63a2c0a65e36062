"""Every page of a campaign as each seat gets it: fetched once a worker, judged by every promise about pages.

A recording needs no database any more. `game()` puts the campaign back as it was when its pages were read, so that the
forms of the recorded pages can be sent to it.
"""

from __future__ import annotations

import copy
import io
import logging
import random
import re
import secrets
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client, override_settings
from django.utils import timezone

from navalassist.campaigns.models import Campaign
from navalassist.play.dice.nonces import commitment_of
from navalassist.play.turns.add_nonce import bind_nonce
from navalassist.seats.models import Account
from navalassist.systems.europa.setup import begin
from navalassist.systems.storm_of_steel.setup import begin_demo as begin_great_war
from tests import counts
from tests.club import Club, club_settings
from tests.in_hand import act
from tests.mini.system import seat as viewer
from tests.promises.http import SEATS, Answer, Played, crawl, forms_of, play, tables, take_seat
from tests.promises.kept import Kept, rolled_back
from tests.promises.pages import Form

# What `logged` says by each logger, so that a test can see that it was heard.
HEARD = "%s is heard"
# Below this Django's templates tell of each name that they do not find, with all the others: no server is set so.
TEMPLATES = {"django.template": logging.INFO}


class Watch:
    """What must not change while pages are read: how many rows every table has, every head; and what writes."""

    def __init__(self, game: Played) -> None:
        self.game = game
        self.before = tables(), game.heads()
        self.writes: list[str] = []

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().partition(" ")[0].upper() not in ("SELECT", "PRAGMA", "SAVEPOINT", "RELEASE"):
            self.writes.append(sql)
        return execute(sql, params, many, context)

    def changes(self) -> list[object]:
        """What was written, or stands otherwise; best nothing."""
        now = tables(), self.game.heads()
        return [
            *self.writes,
            *((before, after) for before, after in zip(self.before, now, strict=True) if before != after),
        ]


@contextmanager
def watched(game: Played) -> Iterator[None]:
    """Whatever is asked for in here writes nothing."""
    watch = Watch(game)
    with connection.execute_wrapper(watch):
        yield
    assert watch.changes() == []


def loggers() -> list[logging.Logger]:
    """The root, and every logger that keeps its lines from it or has a least level of its own."""
    named = (found for found in logging.root.manager.loggerDict.values() if isinstance(found, logging.Logger))
    own = (found for found in named if found.level or not found.propagate)
    return list(dict.fromkeys([logging.root, *map(logging.getLogger, TEMPLATES), *own]))


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """What is logged meanwhile by anybody, down to the least; at first a line of our own by each logger."""
    said, before = io.StringIO(), [(logger, logger.level) for logger in loggers()]
    listener = logging.StreamHandler(said)
    for logger, _ in before:
        logger.setLevel(TEMPLATES.get(logger.name, logging.DEBUG))
        if logger is logging.root or not logger.propagate:
            logger.addHandler(listener)
    try:
        for logger, _ in before:
            logger.info(HEARD, logger.name)
        yield said
    finally:
        for logger, level in before:
            logger.setLevel(level)
            logger.removeHandler(listener)


@dataclass
class Recording:
    """A played campaign: who looks at it, all rows of the database as they were, and the pages of each seat."""

    slug: str
    seen: list[str]
    cookies: SimpleCookie
    rows: Kept
    pages: dict[str, list[Answer]] = field(default_factory=dict)
    # What was logged meanwhile, what was written, and the cookies that were given.
    logged: str = ""
    changes: list[object] = field(default_factory=list)
    cookies_after: str = ""

    @classmethod
    def of(cls, game: Played, seats: Mapping[str, int]) -> Recording:
        """Read from each of these seats so many pages of a kind."""
        made = cls(game.campaign.slug, game.seen, copy.deepcopy(game.client.cookies), Kept.now())
        for seat, of_a_kind in seats.items():
            take_seat(game.client, game.campaign.slug, seat)
            watch = Watch(game)
            with logged() as said, connection.execute_wrapper(watch):
                made.pages[seat] = list(game.crawl(of_a_kind=of_a_kind))
            made.logged += said.getvalue()
            made.changes += watch.changes()
        made.cookies_after = str(game.client.cookies)
        return made

    def texts(self, seat: str) -> dict[str, str]:
        """The addresses that a seat can reach, and all that is told there."""
        return {answer.url: answer.whole for answer in self.pages[seat]}

    def answers(self) -> list[Answer]:
        """Of all seats."""
        return [answer for answers in self.pages.values() for answer in answers]

    def forms(self, *seats: str) -> list[Form]:
        """One form of every shape that these seats are given."""
        return forms_of(answer for seat in seats for answer in self.pages[seat])

    def all_forms(self, *seats: str) -> list[Form]:
        """Every form that they are given."""
        return [form for seat in seats for answer in self.pages[seat] if answer.page for form in answer.page.forms()]

    def game(self, seat: str = "", **options: Any) -> Played:
        """The campaign itself, as it was, in the browser that looked at it."""
        self.rows.put_back()
        return self.looked_at(seat, **options)

    def looked_at(self, seat: str = "", **options: Any) -> Played:
        """What `game` gives, where the rows have been put back already."""
        client = Client(**options)
        client.cookies = copy.deepcopy(self.cookies)
        if seat:
            take_seat(client, self.slug, seat)
        return Played(Campaign.objects.get(slug=self.slug), client, [*self.seen])


@pytest.fixture(scope="session")
def open_pages(django_db_setup: None, django_db_blocker: Any) -> Recording:
    """The demo campaign after a little of everything, at one table: most that the Axis can read, the others of a kind.

    One turn is over and one is running, in which every audience has a seed.
    """
    with django_db_blocker.unblock(), rolled_back():
        game = play(Client())
        act(viewer(game.campaign), bind_nonce, "axis", commitment_of("so that every audience has a seed"))
        of_a_kind = dict.fromkeys(SEATS, counts.PAGES_OF_OTHER_SEATS) | {"axis": counts.PAGES_OF_A_KIND}
        return Recording.of(game, of_a_kind)


@dataclass
class Two:
    """A club with Alice's campaign and Mallory's, each in the browser of its moderator."""

    hers: Played
    his: Played
    club: Club


@dataclass
class ClubPages:
    """What Alice, who looks after the club too, can read of it, and what Mallory can."""

    hers: Recording
    his: Recording

    def two(self, club: Club) -> Two:
        """The club itself, as it was."""
        two = Two(self.hers.game(), self.his.looked_at(), club)
        club.accounts = {account.actor.name: account for account in Account.objects.select_related("actor", "user")}
        return two


@pytest.fixture(scope="session")
def club_pages(django_db_setup: None, django_db_blocker: Any) -> ClubPages:
    """A played campaign of Alice's, at which Ann looks on, and one of Mallory's; in each somebody is invited."""
    with django_db_blocker.unblock(), rolled_back():
        people, seats = Club(), ("axis", "allied", "moderator")
        hers, his = play(Client()), Played(begin("His War", malta=9, slug="his-war", demo=True), Client())
        with override_settings(**club_settings()):
            hers.client = people.person("Alice", administrator=True, **dict.fromkeys(seats, hers.campaign))
            people.person("Ann", observer=hers.campaign)
            his.client = people.person("Mallory", **dict.fromkeys(seats, his.campaign))
            for game in (hers, his):
                assert game.client.post(f"{game.home}people/invite/", {"seat": "axis"}).status_code == 200
            pages = Recording.of(hers, dict.fromkeys(("moderator", "axis"), counts.PAGES_OF_OTHER_SEATS))
            return ClubPages(pages, Recording.of(his, {"axis": counts.PAGES_BESIDE}))


GREAT_WAR_SEATS = ("central", "allied", "moderator", "observer")

# ---- the demos' pages, to be held against those of another database

# What no two campaigns have in common: tokens and hashes, keys, short codes of hashes, and times to the second.
OWN = re.compile(
    r"[A-Za-z0-9]{64}|n?[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}"
    r"|\b[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){2}\b|\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?\S*"
)


def masked(text: str) -> str:
    """A page without what is its own in every campaign."""
    return OWN.sub("*", text)


@contextmanager
def fixed_chance(seed: int = 1941) -> Iterator[None]:
    """Seeds, salts, keys and the clock are the same whenever the same is done in here."""
    chance, clock = random.Random(seed), datetime(2026, 6, 1, 12, tzinfo=UTC)

    def some_bytes(size: int = 32) -> bytes:
        return chance.randbytes(size)

    def a_key() -> uuid.UUID:
        return uuid.UUID(bytes=chance.randbytes(16), version=4)

    def tick() -> datetime:
        nonlocal clock
        clock += timedelta(milliseconds=1)
        return clock

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", some_bytes)
        patch.setattr(secrets, "token_hex", lambda size=32: some_bytes(size).hex())
        patch.setattr(timezone, "now", tick)
        patch.setattr(uuid, "uuid4", a_key)
        for model in apps.get_models():
            for column in model._meta.concrete_fields:
                if column.get_internal_type() == "UUIDField":
                    patch.setitem(column.__dict__, "_get_default", a_key)
        yield


def demo_pages(of_a_kind: int = 1) -> dict[str, dict[str, str]]:
    """The pages of the demo campaigns, masked: campaign and seat -> address -> status, headers and text.

    The database has to be there and empty, and is so again at the end. Whoever calls this twice gets the same.
    """
    found: dict[str, dict[str, str]] = {}
    with fixed_chance(), rolled_back():
        med = play(Client())
        war, client = begin_great_war(), Client()
        found["beside the campaigns"] = read(crawl(client, of_a_kind=of_a_kind, within="/(?!c/)"))
        for slug, seats, seen in ((med.campaign.slug, SEATS, med.seen), (war.slug, GREAT_WAR_SEATS, [])):
            home = f"/c/{slug}/"
            for name in seats:
                take_seat(client, slug, name)
                answers = crawl(client, home, f"{home}do/", *seen, of_a_kind=of_a_kind, within=home)
                found[f"{slug} {name}"] = read(answers)
    return found


def read(answers: Iterator[Answer]) -> dict[str, str]:
    """Addresses and what is there, masked. Where two differ in their keys alone they are one."""
    texts = ((one.url, one.response.status_code, sorted(one.response.items()), one.text) for one in answers)
    return {masked(url): masked(f"{status} {headers}\n{text}") for url, status, headers, text in texts}
