"""From a bare checkout to a page; what the server says of its database, its port and another server."""

import hashlib
import http.cookiejar
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from navalassist import listening, served, server
from navalassist.folder import stamp_of
from tests.patience import PATIENCE, within
from tests.promises.shipped import script
from tests.starting import ROOT, closed_port, one_sentence, shell, taken_port


@contextmanager
def serving(command: list[str], environment: dict[str, str], seconds: float) -> Iterator[tuple[str, list[str]]]:
    """Start, wait for the address, and at the end press Ctrl-C; what was printed is in the list."""
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        process_group=0,
        # A test run that was started in the background ignores Ctrl-C, and its children would too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    watchdog = threading.Timer(seconds, process.kill)
    watchdog.start()
    said: list[str] = []
    try:
        assert process.stdout is not None
        url = ""
        for line in process.stdout:
            said.append(line)
            if found := re.search(r"runs at\s+(http://\S+)", line):
                url = found[1]
            if "Ctrl-C" in line:
                break
        assert url, "".join(said)
        yield url, said
        # The terminal sends Ctrl-C to everything it started.
        os.killpg(process.pid, signal.SIGINT)
        rest = process.stdout.read()
        assert process.wait() == 0, rest
        assert rest == "", "Ctrl-C ends quietly"
    finally:
        watchdog.cancel()
        process.kill()
        process.wait()


def project(home: Path) -> list[str]:
    """The project as one gets it, and the command that starts it."""
    leave = shutil.ignore_patterns(".venv", ".git", ".static", "data", "*_cache", "__pycache__", "tests", ".hypothesis")
    shutil.copytree(ROOT, home, ignore=leave)
    return [sys.executable, str(home / "start.py"), "--port", "0"]


def put_packages(home: Path) -> None:
    """Put the packages of these tests into a project's .venv, as if they had been installed there."""
    venv = home / ".venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "python").symlink_to(Path(sys.executable).resolve())
    (venv / "lib").symlink_to(Path(sys.prefix) / "lib")
    shutil.copy(Path(sys.prefix) / "pyvenv.cfg", venv)
    locks = {name: (home / "requirements" / f"{name}.lock").read_bytes() for name in ("run", "club")}
    stamp = [f"{name} {hashlib.sha256(lock).hexdigest()}\n" for name, lock in locks.items()]
    (venv / "installed.txt").write_text("".join(stamp), "utf-8")


STEPS = ("Making .venv", "Installing", "Collecting", "database up to date")


def starts_and_serves_a_page(command: list[str], environment: dict[str, str], seconds: float, steps: set[str]) -> str:
    """Which steps a start says that it does, of those that cost time; and it serves a page. What it said."""
    with serving(command, environment, seconds) as (url, said):
        text = "".join(said)
        assert {step for step in STEPS if step in text} == steps
        page = fetch(url)
        assert "NavalAssist" in page
        assert script("app") in page
    return text


@pytest.mark.slow
def test_from_a_bare_checkout_to_a_page_and_again_without_a_network(tmp_path: Path) -> None:
    command = project(tmp_path / "clone")
    environment = {**shell(), **{name: value for name, value in os.environ.items() if name.startswith("PIP_")}}
    starts_and_serves_a_page(command, environment, 300, set(STEPS))
    starts_and_serves_a_page(command, no_network(), 60, set())


def test_where_the_packages_are_there_a_first_start_takes_no_network_and_a_later_one_makes_nothing_anew(
    tmp_path: Path,
) -> None:
    home = tmp_path / "clone"
    command = project(home)
    put_packages(home)
    said = starts_and_serves_a_page(command, no_network(), 300, {*STEPS[2:]})
    assert "Naples" in said, "it says what to try"
    assert (home / "data" / "navalassist.sqlite3").exists()
    before = time.monotonic()
    starts_and_serves_a_page(command, no_network(), 60, set())
    assert time.monotonic() - before < within(10)


def no_network() -> dict[str, str]:
    return {**shell(), "PIP_INDEX_URL": f"http://127.0.0.1:{closed_port()}", "PIP_CONFIG_FILE": os.devnull}


def fetch(url: str) -> str:
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    with opener.open(url, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


def serve(*words: str, module: str = "navalassist.server") -> subprocess.CompletedProcess[str]:
    """Try to serve what cannot be served."""
    return subprocess.run(
        [sys.executable, "-m", module, "--port", "0", *words],
        cwd=ROOT,
        env=shell(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def test_a_broken_database_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "navalassist.sqlite3").write_bytes(b"this is no database " * 500)
    sentence = one_sentence(serve("--data", str(tmp_path)))
    assert f"The database in {tmp_path} can't be used" in sentence


def test_the_server_itself_refuses_a_taken_port(tmp_path: Path) -> None:
    with taken_port() as port:
        assert "is taken" in one_sentence(serve("--port", str(port), "--data", str(tmp_path / "data")))


@pytest.mark.promise("P11")
@pytest.mark.parametrize("module", ["navalassist.server", "navalassist.club"])
def test_a_second_server_on_one_sqlite_folder_is_refused_in_words(tmp_path: Path, module: str) -> None:
    with served.open_data(tmp_path):
        done = serve("--data", str(tmp_path), module=module)
    assert f"Another NavalAssist serves {tmp_path}" in one_sentence(done)
    assert "--beside-another" in done.stderr, "it says what to do where one wants it all the same"
    assert "runs at" not in done.stdout


@pytest.mark.promise("P11")
def test_a_second_server_is_let_in_where_one_says_so_and_where_postgresql_orders_the_writers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("NAVALASSIST_DATABASE", raising=False)
    with served.open_data(tmp_path):
        with pytest.raises(listening.CannotStart):
            served.open_data(tmp_path)
        served.open_data(tmp_path, beside_another=True).close()
        assert "Warning: another NavalAssist serves" in capsys.readouterr().out
        monkeypatch.setenv("NAVALASSIST_DATABASE", "postgresql:///x")
        served.open_data(tmp_path).close()
    served.open_data(tmp_path).close()
    assert "Warning" in capsys.readouterr().out, "for PostgreSQL it is a warning as before"


def test_changed_static_files_get_a_folder_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("a")
    before = stamp_of(tmp_path)
    assert stamp_of(tmp_path) == before
    (tmp_path / "a.css").write_text("b")
    assert stamp_of(tmp_path) != before


def test_old_static_folders_go_and_young_ones_stay(tmp_path: Path) -> None:
    for name, age in (("now", 0), ("young", 3600), ("old", server.OLD_SECONDS + 3600)):
        (tmp_path / name).mkdir()
        (tmp_path / f"{name}.done").touch()
        os.utime(tmp_path / f"{name}.done", (time.time() - age, time.time() - age))
    server._remove_old(tmp_path, keep="now")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["now", "now.done", "young", "young.done"]


def test_an_address_of_version_6_is_bracketed() -> None:
    assert listening.as_in_url("::1") == "[::1]"
    assert listening.as_in_url("127.0.0.1") == "127.0.0.1"


def test_this_machine_knows_its_own_name() -> None:
    assert socket.gethostname() in listening.own_names()
