"""Somebody who knows Django types `manage.py runserver` in a fresh checkout, and it works."""

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.databases import only_on_sqlite
from tests.patience import PATIENCE
from tests.starting import ROOT, closed_port, shell

pytestmark = [pytest.mark.slow, only_on_sqlite("a checkout has its data beside it")]
PARTS = ("manage.py", "navalassist", "static", "tables", "templates")
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'"


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """The product as it is cloned: no data, and nothing collected."""
    home = tmp_path / "clone"
    home.mkdir()
    for part in PARTS:
        (shutil.copytree if (ROOT / part).is_dir() else shutil.copy2)(ROOT / part, home / part)
    return home


@contextmanager
def running(home: Path, *words: str) -> Iterator[str]:
    """The address of the server, until Ctrl-C."""
    port = closed_port()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "runserver", *words, str(port)],
        cwd=home,
        env=shell(PYTHONUNBUFFERED="1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        process_group=0,
    )
    watchdog = threading.Timer(PATIENCE, os.killpg, [process.pid, signal.SIGKILL])
    watchdog.start()
    try:
        assert process.stdout is not None
        said: list[str] = []
        while not (said and "Starting development server" in said[-1]):
            said.append(process.stdout.readline())
            assert said[-1], "".join(said)
        # Nobody else reads the pipe, and a full one would stop the server.
        threading.Thread(target=process.stdout.read, daemon=True).start()
        yield f"http://127.0.0.1:{port}"
    finally:
        watchdog.cancel()
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def fetched(url: str) -> tuple[int, str]:
    """The status and the text of a page or a file; each carries the policy that the product's pages carry."""
    try:
        answer = urllib.request.urlopen(url)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        assert answer.headers["Content-Security-Policy"].startswith(POLICY), url
        return answer.status, answer.read().decode()


def files_of(page: str) -> list[str]:
    """Style sheets, scripts and icons that a page names."""
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', page)


def test_a_fresh_checkout_has_the_demo_its_style_and_its_scripts(fresh: Path) -> None:
    with running(fresh) as server:
        status, home = fetched(f"{server}/")
        assert (status, "/c/mediterranean-1941/" in home) == (200, True)
        files: set[str] = set()
        for page in ("", "board/", "log/"):
            status, text = fetched(f"{server}/c/mediterranean-1941/{page}")
            assert status == 200, page
            files.update(files_of(text))
        assert {"/static/css/app.css", "/static/js/live.js", "/static/css/board.css"} <= files
        other = [sys.executable, "-m", "navalassist.server", "--port", "0"]
        refused = subprocess.run(other, cwd=fresh, env=shell(), capture_output=True, text=True, check=False)
        assert (refused.returncode, "Another NavalAssist serves" in refused.stderr) == (1, True)
        for file in sorted({file.partition("#")[0] for file in files}):
            assert fetched(server + file) == (200, (fresh / file.lstrip("/")).read_text("utf-8")), file
        # A style sheet that is changed is seen at once.
        (fresh / "static" / "css" / "app.css").write_text("p { color: red }")
        assert fetched(f"{server}/static/css/app.css") == (200, "p { color: red }")
        status, text = fetched(f"{server}/nothing/")
        assert (status, "Nothing here" in text) == (404, True)
        with closing(sqlite3.connect(fresh / "data" / "navalassist.sqlite3")) as database, database:
            database.execute("ALTER TABLE campaigns_campaign RENAME TO gone")
        status, text = fetched(f"{server}/")
        assert (status, "A fault in NavalAssist" in text) == (500, True)
        assert "/static/css/app.css" in files_of(text)
    assert not (fresh / ".static").exists()


def test_data_of_a_newer_version_is_refused_in_a_sentence(fresh: Path) -> None:
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=fresh, env=shell(), check=True)
    with closing(sqlite3.connect(fresh / "data" / "navalassist.sqlite3")) as database, database:
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('ports', '0099_later', '')")
    done = subprocess.run(
        [sys.executable, "manage.py", "runserver", str(closed_port())],
        cwd=fresh,
        env=shell(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "last used by a newer version of NavalAssist" in done.stderr
