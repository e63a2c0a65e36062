"""The servers of one PostgreSQL database, of one machine or of several: each is seen by the others while it serves.

A server holds a connection whose name says of which release it is and, as a fingerprint, which secret key it has; when
it ends, however that happens, the connection ends too. Servers that answer for one another must agree in both: a page
of one asks the other for its static files and forms, and a session is signed with the key. They start one after the
other, so that the database is brought up to date, and the demo campaign loaded, once.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.crypto import salted_hmac

import navalassist
from navalassist.databases import ENGINES, GONE, REACH_SECONDS, connection_words
from navalassist.folder import ROOT, stamp_of
from navalassist.listening import CannotStart

CODE = ("navalassist", "tables", "templates", "static")
# What PostgreSQL keeps of a connection's name has 63 signs.
NAME = re.compile(r"navalassist serves (\S+) ([0-9a-f]{8}) ([0-9a-f]{12})")
SERVING = (
    "SELECT application_name FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    " AND application_name LIKE 'navalassist serves %'"
)
BEGIN = "SELECT pg_try_advisory_lock(hashtext('navalassist start'))"
BEGUN = "SELECT pg_advisory_unlock(hashtext('navalassist start'))"
LOOK_SECONDS = 5.0
WAIT_SECONDS = 0.2
# Where PostgreSQL's machine is gone, that is known after so long.
ANSWER_MILLISECONDS = 10_000


@dataclass(frozen=True, slots=True)
class Kind:
    """What the servers of a database have in common: release, fingerprint of its files, fingerprint of the key."""

    release: str
    files: str
    key: str

    def __str__(self) -> str:
        return f"navalassist serves {self.release} {self.files} {self.key}"

    def differs_from(self, other: Kind) -> str:
        """Why the two can't serve one database, in a sentence; '' where they can."""
        if (self.release, self.files) != (other.release, other.files):
            return (
                f"Another server serves this database with NavalAssist {other.release} (files {other.files}), and this "
                f"one is {self.release} (files {self.files}): servers of one database are of the same release. "
                "Stop the other one, or bring both to the same release."
            )
        if self.key != other.key:
            return (
                "Another server serves this database with another secret key, so neither would know who has logged in "
                f"at the other: copy secret.key from its data folder to {settings.DATA_DIR}, and start again."
            )
        return ""


def own_kind() -> Kind:
    """Of what kind this server is. The fingerprint tells two keys apart, and nothing of either."""
    key = salted_hmac("navalassist.keeping.servers", "the key of a server", algorithm="sha256").hexdigest()
    return Kind(navalassist.__version__, _files(), key[:12])


@cache
def _files() -> str:
    """What the product was made of when this process began."""
    return stamp_of(ROOT, *CODE)[:8]


def serving(link: Any) -> list[Kind]:
    """The other servers of the database of a connection of psycopg's."""
    found = (NAME.fullmatch(name) for (name,) in link.execute(SERVING).fetchall())
    return [Kind(*match.groups()) for match in found if match]


def refuse_another_release(database: dict[str, Any]) -> None:
    """CannotStart while servers of another release serve a PostgreSQL database: it would change under them."""
    if database["ENGINE"] != ENGINES["postgresql"]:
        return
    own = own_kind()
    with _connected(database) as link:
        for other in serving(link):
            if (other.release, other.files) != (own.release, own.files):
                raise CannotStart(f"{own.differs_from(other)} Nothing was changed.")


def _connected(database: dict[str, Any]) -> Any:
    """A connection past the pool that ends with either machine within seconds, and not after hours."""
    import psycopg

    return psycopg.connect(
        **connection_words(database),
        application_name="navalassist",
        autocommit=True,
        connect_timeout=REACH_SECONDS,
        tcp_user_timeout=ANSWER_MILLISECONDS,
        options=GONE,
    )


class Place:
    """This server's place among those of its database. On SQLite it is the only one, and there is nothing to do."""

    others = 0

    @contextmanager
    def starting(self, say: Callable[[str], Any]) -> Iterator[None]:
        """Take the place; while it is got ready no other server starts. CannotStart where those that serve differ."""
        yield

    def look(self) -> None:
        """See to it, now and then, that the others see this server. CannotStart where they differ by now."""


class Among(Place):
    """The same on PostgreSQL."""

    def __init__(self, database: dict[str, Any]) -> None:
        self._database = database
        self._own = own_kind()
        self._link: Any = None
        self._looked = 0.0

    @contextmanager
    def starting(self, say: Callable[[str], Any]) -> Iterator[None]:
        import psycopg

        try:
            self._link = _connected(self._database)
        except psycopg.Error as error:
            raise CannotStart(f"The PostgreSQL database can't be used ({str(error).strip()}).") from None
        if not self._may_begin():
            say("Another server starts on this database; this one goes on when that has begun ...")
            while not self._may_begin():
                time.sleep(WAIT_SECONDS)
        self._take("Nothing was changed.")
        yield
        # Where PostgreSQL went away meanwhile, the place is taken again.
        with suppress(psycopg.Error):
            self._link.execute(BEGUN)

    def look(self) -> None:
        import psycopg

        if time.monotonic() - self._looked < LOOK_SECONDS:
            return
        self._looked = time.monotonic()
        with suppress(psycopg.Error):
            if self._link is not None and self._is_there():
                return
            # PostgreSQL was away. Where another server starts just now, it is asked again after that.
            self._link = _connected(self._database)
            if self._may_begin():
                self._take("This one ends.")
                self._link.execute(BEGUN)
                return
        self.leave()

    def _is_there(self) -> bool:
        import psycopg

        try:
            self._link.execute("SELECT 1")
        except psycopg.Error:
            self.leave()
            return False
        return True

    def leave(self) -> None:
        """Be seen no more."""
        if self._link is not None:
            self._link.close()
        self._link = None

    def _may_begin(self) -> bool:
        return bool(self._link.execute(BEGIN).fetchone()[0])

    def _take(self, end: str) -> None:
        """Be seen by the others from now on, in this server's turn. CannotStart where they differ."""
        found = serving(self._link)
        for other in found:
            if sentence := self._own.differs_from(other):
                raise CannotStart(f"{sentence} {end}")
        self.others = len(found)
        self._link.execute("SELECT set_config('application_name', %s, false)", [str(self._own)])


def place_in(database: dict[str, Any]) -> Place:
    """The place among the servers of an entry of Django's DATABASES."""
    return Among(database) if database["ENGINE"] == ENGINES["postgresql"] else Place()
