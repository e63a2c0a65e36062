"""A browser and the server that is shipped, for tests that look at pages as a person does."""

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

from tests.databases import environment_for
from tests.patience import PATIENCE
from tests.promises.shipped import begin

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]

# A busy machine is no fault of a page's.
expect.set_options(timeout=1000 * PATIENCE)

# Playwright runs an event loop in the test's thread, which Django takes for asynchronous code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"


def chromium() -> str | None:
    return os.environ.get("NAVALASSIST_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All browser tests go to one worker, so only one browser runs; each is skipped by name where there is none."""
    missing = not chromium() and os.environ.get("NAVALASSIST_BROWSER") != "required"
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.xdist_group("browser"))
            if missing:
                item.add_marker(pytest.mark.skip(reason=f"no Chromium found (looked for {', '.join(CHROMIUMS)})"))


@dataclass(frozen=True)
class Server:
    """The shipped server, running: its address without a slash at the end, and its data folder."""

    url: str
    data: Path

    def manage(self, *words: str) -> str:
        """Run a management command on the server's data; what it printed comes back."""
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(command, cwd=ROOT, env=environment(self.data), capture_output=True, text=True, check=True)
        return done.stdout


def environment(data: Path) -> dict[str, str]:
    """The environment of a person's shell: nothing of the tests' own settings."""
    ours = ("DJANGO_SETTINGS_MODULE", "DJANGO_ALLOW_ASYNC_UNSAFE")
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return {**kept, **environment_for(data), "PYTHONUNBUFFERED": "1"}


@contextmanager
def running(data: Path, module: str = "navalassist.server", port: int = 0) -> Iterator[Server]:
    """Start `python -m navalassist.server` (or the club's) on a free port, and stop it as Ctrl-C would."""
    begin(data)
    command = [sys.executable, "-m", module, "--port", str(port), "--data", str(data)]
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment(data), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    watchdog = threading.Timer(PATIENCE, process.kill)
    watchdog.start()
    try:
        assert process.stdout is not None
        url = _address(process.stdout)
        watchdog.cancel()
        # Nobody else reads the pipe, and a full one would stop the server.
        log: list[str] = []
        threading.Thread(target=log.extend, args=(process.stdout,), daemon=True).start()
        yield Server(url, data)
    finally:
        watchdog.cancel()
        process.terminate()
        process.wait(timeout=PATIENCE)
    errors = [line for line in log if "ERROR" in line or "Traceback" in line]
    assert not errors, "the server complained:\n" + "".join(log)


def _address(output: IO[str]) -> str:
    said = ""
    for line in output:
        said += line
        if found := re.search(r"runs at\s+(http://\S+?)/?\s", line):
            return found[1]
    pytest.fail(f"the server did not start:\n{said}")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server with the demo campaign for all tests that leave nothing behind which others would stumble over."""
    with running(tmp_path_factory.mktemp("server-data")) as started:
        yield started


@pytest.fixture
def fresh_server(tmp_path: Path) -> Iterator[Server]:
    """A server of this test's own, with an untouched demo campaign."""
    with running(tmp_path / "data") as started:
        yield started


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    path = chromium()
    if path is None:
        pytest.fail(f"this run requires a browser, and none was found (looked for {', '.join(CHROMIUMS)})")
    return {**browser_type_launch_args, "executable_path": path, "args": FLAGS}


def by_itself(url: str) -> bool:
    """True for what a page asks now and then without anybody's tap: the version of what it shows."""
    return url.endswith("/version/")


@pytest.fixture
def complaints() -> list[str]:
    """What the browser's console complained of; the test fails at its end unless it empties this list."""
    return []


@pytest.fixture
def page(page: Page, complaints: list[str]) -> Iterator[Page]:
    """A page whose test fails when a script breaks or the content policy blocks something."""

    def hear(message: ConsoleMessage) -> None:
        # A 4xx answer that the test provoked is logged as an error too; the tests look at answers themselves.
        if message.type == "error" and "the server responded with a status of 4" not in message.text:
            complaints.append(f"{page.url}: {message.text}")

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
    yield page
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def serious(page: Page) -> Callable[[], list[str]]:
    """Ask axe-core about the page as it stands: one line for each serious or critical finding."""
    source = (HERE / "vendor" / "axe.min.js").read_text("utf-8")

    def ask() -> list[str]:
        page.evaluate(source)
        found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{item['id']}: {item['help']}: {', '.join(str(node['target']) for node in item['nodes'])}"
            for item in found["violations"]
            if item["impact"] in ("serious", "critical")
        ]

    return ask
