"""Prepares a data folder and serves the product from it, in one process: `python -m navalassist.server`.

Every start brings the database up to date, collects the static files where they changed and loads the demo campaign
into an empty database; each of these says so only when there is something to do.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from navalassist import collector
from navalassist.folder import for_everybody, stamp_of
from navalassist.listening import CannotStart, as_in_url, open_port, own_names
from navalassist.served import lock, open_data

if TYPE_CHECKING:
    from navalassist.keeping.servers import Place

BASE_DIR = Path(__file__).resolve().parent.parent
EVERY_ADDRESS = ("0.0.0.0", "::", "")
OLD_SECONDS = 7 * 24 * 3600


def say(text: str) -> None:
    print(text, flush=True)


@contextmanager
def _one_at_a_time(path: Path) -> Iterator[None]:
    """Hold a lock file, so that two servers which start together do not write the same files."""
    with path.open("w") as file:
        lock(file, wait=True)
        yield


def _static_root(data: Path) -> Path:
    """Where the collected files of this content belong: beside the code, or in the data where that is read-only."""
    name = stamp_of(BASE_DIR / "static")
    for home in (BASE_DIR / ".static", data / "static"):
        if (home / f"{name}.done").exists():
            return home / name
        try:
            with for_everybody():
                home.mkdir(parents=True, exist_ok=True)
                with (home / "lock").open("w"):
                    return home / name
        except OSError:
            continue
    raise CannotStart(f"No folder for the static files can be written, neither {BASE_DIR / '.static'} nor {data}.")


def _collect_static(root: Path) -> None:
    done = root.with_name(f"{root.name}.done")
    if done.exists():
        return
    from django.core.management import call_command

    say("Collecting the static files ...")
    with for_everybody(), _one_at_a_time(root.with_name("lock")):
        if not done.exists():
            call_command("collectstatic", interactive=False, clear=True, verbosity=0)
            done.touch()
        _remove_old(root.parent, keep=root.name)


def _remove_old(home: Path, keep: str) -> None:
    """Remove collected files of other versions, except young ones: another server may still serve those."""
    for done in home.glob("*.done"):
        if done.stem != keep and time.time() - done.stat().st_mtime > OLD_SECONDS:
            done.unlink()
            shutil.rmtree(done.with_suffix(""), ignore_errors=True)


def _migrate() -> bool:
    """Bring the database up to date; True where it was not. CannotStart: it is as it was."""
    from navalassist.keeping import upgrade
    from navalassist.keeping.newer import Newer, refuse_newer

    try:
        refuse_newer()
        return upgrade.bring_up_to_date(say)
    except (Newer, upgrade.NotUpgraded) as error:
        raise CannotStart(str(error)) from None


def _drop_what_was_before() -> None:
    from navalassist.keeping import upgrade

    upgrade.drop_old()


def _load_demo() -> None:
    from django.core.management import call_command

    call_command("demo", "--if-empty")


def _heed(*, database: bool) -> None:
    """Say what is set wrongly. CannotStart where a game could be lost or betrayed by it."""
    from navalassist.checks import at_start

    refuse, say_only = at_start(database)
    for sentence in say_only:
        say(f"Warning: {sentence}")
    if refuse:
        raise CannotStart(refuse[0])


def _tell_of_a_restore() -> None:
    from navalassist.keeping.ready import tell

    tell(say)


def _drop_old_uploads() -> None:
    from navalassist.desk.portable import kept

    kept.tidy()


def prepare(data: Path, hosts: list[str]) -> Place:
    """Set Django up for a data folder and bring everything in it up to date. Raises CannotStart.

    What comes back is this server's place among those of its database; it has it as long as it looks after it.
    """
    os.environ["NAVALASSIST_DATA"] = str(data)
    os.environ["NAVALASSIST_STATIC"] = str(_static_root(data))
    given = os.environ.get("NAVALASSIST_HOSTS", "")
    os.environ["NAVALASSIST_HOSTS"] = ",".join([given, *hosts])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "navalassist.settings")
    import django
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import CommandError
    from django.db import DatabaseError, connections

    from navalassist.databases import Unreachable, require_default

    try:
        require_default()
        django.setup()
    except (ImproperlyConfigured, Unreachable) as error:
        raise CannotStart(str(error)) from None
    _heed(database=False)
    _collect_static(Path(os.environ["NAVALASSIST_STATIC"]))
    from navalassist.keeping.servers import place_in

    place = place_in(connections["default"].settings_dict)
    try:
        with place.starting(say):
            upgraded = _migrate()
            _heed(database=True)
            _tell_of_a_restore()
            _load_demo()
        _drop_old_uploads()
        if not upgraded:
            _drop_what_was_before()
        connections.close_all()
    except DatabaseError as error:
        where = f"in {data}" if connections["default"].vendor == "sqlite" else "of NAVALASSIST_DATABASE"
        raise CannotStart(f"The database {where} can't be used ({error}).") from error
    except CommandError as error:
        raise CannotStart(f"The demo campaign can't be loaded ({error}).") from error
    return place


def say_where(host: str, port: int, what: str = "") -> None:
    """The addresses under which the server can be reached."""
    everywhere = host in EVERY_ADDRESS
    say(f"\nNavalAssist runs at  http://{as_in_url('127.0.0.1' if everywhere else host)}:{port}/{what}")
    if everywhere:
        for name in (name for name in own_names() if not name.startswith(("127.", "::1"))):
            say(f"from other devices    http://{as_in_url(name)}:{port}/")


def _welcome(host: str, port: int, data: Path) -> None:
    say_where(host, port)
    say(
        f"\nOpen that address in a browser. To try: the convoy board of the demo campaign; sail an Axis convoy from\n"
        f"Naples to Tripoli or an Allied one from Gibraltar to Malta, and read the receipt of each check.\n"
        f"Your campaigns are kept in {data}\n"
        + (
            ""
            if host in EVERY_ADDRESS
            else "For tablets on the same network: stop, and start again with --host 0.0.0.0\n"
        )
        + "Stop with Ctrl-C."
    )


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def stop_on_sigterm() -> None:
    """Let SIGTERM end the process as Ctrl-C does."""
    signal.signal(signal.SIGTERM, _stop)


def words(module: str, what: str) -> argparse.ArgumentParser:
    """The words of a command that serves: --host, --port, --data."""
    parser = argparse.ArgumentParser(prog=f"python -m {module}", description=what)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on; 0 takes any (default: %(default)s)")
    parser.add_argument("--data", type=Path, default=BASE_DIR / "data", help="folder of the database and the key")
    parser.add_argument("--beside-another", action="store_true", help="serve data that another server serves already")
    return parser


def ended(serving: Callable[[], None]) -> int:
    """Serve; 0 after Ctrl-C or SIGTERM, 1 with a sentence on standard error where it can't."""
    collector.rest()
    stop_on_sigterm()
    try:
        serving()
    except CannotStart as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


def serve(host: str, port: int, data: Path, beside_another: bool) -> None:
    """Serve until Ctrl-C or SIGTERM. Raises CannotStart."""
    listener = open_port(host, port)
    with listener, open_data(data, beside_another=beside_another):
        place = prepare(data, own_names() if host in EVERY_ADDRESS else [as_in_url(host)])
        from navalassist import sqlite
        from navalassist.serving.process import Served, Server
        from navalassist.wsgi import application

        server = Server(Served(application), place.look)
        _welcome(host, listener.getsockname()[1], data)
        try:
            # On Ctrl-C requests that have begun come to their end.
            server.run([listener])
        finally:
            sqlite.checkpoint()


def main(argv: list[str] | None = None) -> int:
    """Serve one table; the exit code."""
    given = words("navalassist.server", "Serve NavalAssist.").parse_args(argv)
    return ended(lambda: serve(given.host, given.port, given.data.absolute(), given.beside_another))


if __name__ == "__main__":
    sys.exit(main())
