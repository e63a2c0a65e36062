"""Which database is used: SQLite in the data folder, or the PostgreSQL server that NAVALASSIST_DATABASE names.

    postgresql://user:password@host:5432/name
    postgresql:///name?host=/run/postgresql             a socket of this machine
    postgresql://host/name?sslmode=verify-full

Signs that an address uses itself are written with per cent: a password `a@b` as `a%40b`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction

from navalassist import folder, sqlite

VARIABLE = "NAVALASSIST_DATABASE"
FILE_NAME = folder.DATABASE
ENGINES = {"sqlite": "django.db.backends.sqlite3", "postgresql": "django.db.backends.postgresql"}
# Django 5.2 asks for 14, and so do the log's triggers.
OLDEST_POSTGRESQL = 14
REACH_SECONDS = 5
# What an address may say beside user, host and name.
FURTHER = ("host", "port", "user", "password", "sslmode", "sslrootcert", "sslcert", "sslkey")
# A thread waits for a connection, and a writer for a campaign, as long as on SQLite.
POOL = {"min_size": 1, "max_size": 8, "timeout": sqlite.TIMEOUT_SECONDS}
# A machine that is gone without a word is noticed before anybody has waited too long for what it held.
GONE = "-c tcp_keepalives_idle=6 -c tcp_keepalives_interval=3 -c tcp_keepalives_count=3"
# A process that stands still in the middle of a transaction would otherwise hold its campaign for ever.
SESSION = f"-c lock_timeout={sqlite.TIMEOUT_SECONDS}s -c idle_in_transaction_session_timeout=120s {GONE}"
# Django would have the server keep no statement ready. The ready ones (`statements`) are kept, written ones at their
# fifth time.
PREPARED = {"prepare_threshold": 5}


def databases(address: str, data: Path) -> dict[str, dict[str, Any]]:
    """Django's DATABASES. ImproperlyConfigured, with one plain sentence, for an address that names no database."""
    return {"default": _postgresql(address.strip()) if address.strip() else _sqlite(data / FILE_NAME)}


def _sqlite(path: Path) -> dict[str, Any]:
    return {
        "ENGINE": ENGINES["sqlite"],
        "NAME": path,
        # The server's threads live as long as it does, and so may their connections.
        "CONN_MAX_AGE": None,
        "OPTIONS": sqlite.OPTIONS,
    }


def _postgresql(address: str) -> dict[str, Any]:
    parts, said = _read(address)
    name = unquote(parts.path.removeprefix("/"))
    if not name or "/" in name:
        raise _bad("it names no database; the address ends in a slash and the database's name")
    given = {key: said.pop(key, "") for key in ("user", "password", "host", "port")}
    port = given["port"] or str(_port(parts) or "")
    if port and not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise _bad("its port is no number from 1 to 65535")
    return {
        "ENGINE": ENGINES["postgresql"],
        "NAME": name,
        "USER": given["user"] or unquote(parts.username or ""),
        "PASSWORD": given["password"] or unquote(parts.password or ""),
        "HOST": given["host"] or _host(parts),
        "PORT": port,
        # The pool keeps connections, and gives none out that the server has closed meanwhile.
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        # Outside a transaction a cursor of the server's holds a copy of the whole answer there, and saves nothing.
        "DISABLE_SERVER_SIDE_CURSORS": True,
        "OPTIONS": {"pool": dict(POOL), "options": SESSION, "connect_timeout": REACH_SECONDS, **PREPARED, **said},
    }


def _read(address: str) -> tuple[SplitResult, dict[str, str]]:
    """The parts of an address and what it says after its question mark."""
    try:
        parts = urlsplit(address)
        said = dict(parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query)))
    except ValueError:
        raise _bad("it is no address; write characters like @ : / # in a password with per cent, @ as %40") from None
    if parts.scheme not in ("postgresql", "postgres"):
        raise _bad("it does not begin with postgresql://; leave it empty to use SQLite in the data folder")
    if parts.fragment:
        raise _bad("it has a # in it, which is written %23")
    if unknown := sorted(said.keys() - set(FURTHER)):
        raise _bad(f"it says {unknown[0]}=, and only these are known: {', '.join(FURTHER)}")
    return parts, said


def _host(parts: SplitResult) -> str:
    """A machine's name or address, or the folder of a socket with its slashes as %2F, whose letters keep their case."""
    written = parts.netloc.rpartition("@")[2]
    return unquote(written.partition(":")[0] if written.upper().startswith("%2F") else parts.hostname or "")


def _port(parts: SplitResult) -> int | None:
    try:
        return parts.port
    except ValueError:
        raise _bad("its port is no number from 1 to 65535") from None


def _bad(why: str) -> ImproperlyConfigured:
    # The address itself stays out of it, since it may hold a password.
    return ImproperlyConfigured(
        f"{VARIABLE} can't be used: {why} (an example: postgresql://navalassist:secret@127.0.0.1/navalassist)."
    )


class Unreachable(Exception):
    """The database can't be reached or used: one plain sentence."""


def require_reachable(database: dict[str, Any]) -> None:
    """Ask a PostgreSQL server once, past the pool: that would try for a while and then not say what is wrong.

    Raises Unreachable. A SQLite file is always there, or is made.
    """
    if database["ENGINE"] != ENGINES["postgresql"]:
        return
    what = f"The PostgreSQL database {database['NAME']} on {database['HOST'] or 'this machine'}"
    try:
        import psycopg
        import psycopg_pool  # noqa: F401
    except ImportError:
        raise Unreachable(
            f"{what} can't be used, for the club's packages are not installed: type  python3 start.py install"
        ) from None
    try:
        with psycopg.connect(**connection_words(database), connect_timeout=REACH_SECONDS) as connection:
            version = connection.info.server_version // 10_000
    except psycopg.Error as error:
        raise Unreachable(f"{what} can't be used: {_why(str(error))}.") from None
    if version < OLDEST_POSTGRESQL:
        raise Unreachable(f"{what} is PostgreSQL {version}, and NavalAssist needs {OLDEST_POSTGRESQL} or newer.")


def connection_words(database: dict[str, Any]) -> dict[str, Any]:
    """What psycopg and PostgreSQL's own programs need to know to connect: dbname, user, password, host, port, TLS."""
    words = {
        "dbname": database["NAME"],
        "user": database["USER"],
        "password": database["PASSWORD"],
        "host": database["HOST"],
        "port": database["PORT"],
        **{key: value for key, value in database["OPTIONS"].items() if key.startswith("ssl")},
    }
    return {key: value for key, value in words.items() if value}


def _why(said: str) -> str:
    """What a database said, in one piece and without the parts that only repeat where it is."""
    first = said.strip().splitlines()[0] if said.strip() else "it gave no reason"
    for cut in ("FATAL:  ", "failed: ", "error: "):
        first = first.rpartition(cut)[2]
    meanings = {
        "Connection refused": "nobody answers there, so is PostgreSQL running",
        "No such file or directory": "there is no such socket, so is PostgreSQL running",
        "could not translate host name": "there is no machine of that name",
        "timeout expired": f"nobody answered within {REACH_SECONDS} seconds",
    }
    meaning = next((text for sign, text in meanings.items() if sign in said), "")
    return f"{meaning} ({first})" if meaning else first.rstrip(".")


def require_default() -> None:
    """`require_reachable` for the database of the settings."""
    from django.conf import settings

    require_reachable(settings.DATABASES["default"])


@contextmanager
def alone(purpose: str) -> Iterator[None]:
    """A transaction during which nobody else, in any process, is in one for the same purpose.

    For looking and then making where there is no row yet that could be locked. On SQLite the write lock does it.
    """
    with sqlite.write_lock(), transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"navalassist {purpose}"])
        yield
