"""The shipped server as a process of its own, to be asked over HTTP by many, killed and started again."""

import atexit
import hashlib
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from functools import cache
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlencode, urlsplit

from tests.databases import copy, environment_for
from tests.patience import PATIENCE
from tests.promises import warmed
from tests.promises.pages import Page, Pairs

ROOT = Path(__file__).resolve().parents[2]
Done = subprocess.CompletedProcess[str]
FORM = "application/x-www-form-urlencoded"


def environment(data: Path) -> dict[str, str]:
    """A person's shell: nothing of the tests' own settings."""
    ours = ("DJANGO_", "NAVALASSIST_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**kept, **environment_for(data), "PYTHONUNBUFFERED": "1"}


def command(
    data: Path, *words: str, more: Mapping[str, str] | None = None, apart: bool = False, **options: Any
) -> Done:
    """Run Python on a data folder, as a person would, who may have set more variables; never with a traceback.

    apart: in a process that shares nothing with others (see `warmed`).
    """
    variables = {**environment(data), **(more or {})}
    if words[0] in ("-c", "manage.py") and not (options or apart):
        done = warmed.run(words, variables, 2 * PATIENCE)
    else:
        options = {"capture_output": True, "text": True, "timeout": 2 * PATIENCE, **options}
        done = subprocess.run([sys.executable, *words], cwd=ROOT, env=variables, check=False, **options)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def python(data: Path, *words: str, **options: Any) -> str:
    """The same; what it printed. Fails where it fails."""
    done = command(data, *words, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# One process for all data folders: to start one for each script takes a second and a half.
HAND = """
import contextlib, io, json, sys, traceback
import django
django.setup()
from django.db import connection
from navalassist.play import state

for line in sys.stdin:
    connection.settings_dict["NAME"], script = json.loads(line)
    state.forget()
    said, wrong = io.StringIO(), ""
    try:
        with contextlib.redirect_stdout(said):
            exec(script, {})
    except BaseException:
        wrong = traceback.format_exc()
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()
    print(json.dumps([said.getvalue(), wrong]), flush=True)
"""


@cache
def _hand(database: str) -> subprocess.Popen[str]:
    folder = Path(tempfile.mkdtemp(prefix="navalassist-hand-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    settings = {"DJANGO_SETTINGS_MODULE": "navalassist.settings", "NAVALASSIST_DATABASE": database}
    variables = {**environment(folder), **settings}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    started = subprocess.Popen([sys.executable, "-c", HAND], cwd=ROOT, env=variables, text=True, bufsize=1, **pipes)
    atexit.register(started.kill)
    return started


def shell(data: Path, script: str, **more: str) -> str:
    """Run a script on the database of a data folder, past whatever server runs on it; what it printed.

    The process is not that of the folder: what is promised of a command is proved with `python`.
    """
    place = urlsplit({**environment_for(data), **more}.get("NAVALASSIST_DATABASE", ""))
    name = place.path.removeprefix("/")
    # Any database of a server will do to begin with, and the data folders of tests have them all on one.
    hand = _hand(name and str(place._replace(path="/postgres").geturl()))
    assert hand.stdin is not None
    assert hand.stdout is not None
    hand.stdin.write(json.dumps([name or str(data / "navalassist.sqlite3"), script]) + "\n")
    said, wrong = json.loads(hand.stdout.readline())
    assert not wrong, wrong
    return str(said)


def is_sound(data: Path) -> bool:
    """What `verify` says of the campaigns of a data folder; it fails where any is not."""
    return ": sound" in shell(data, "from django.core.management import call_command\ncall_command('verify')")


def script(name: str) -> str:
    """The address of a script, as the server collects it: the hash of its content is in its name."""
    content = (ROOT / "static" / "js" / f"{name}.js").read_bytes()
    return f"/static/js/{name}.{hashlib.md5(content, usedforsecurity=False).hexdigest()[:12]}.js"


@cache
def _begun(_where: Callable[[Path], dict[str, str]]) -> Path:
    """Data as a first start leaves them, made once in each process of the tests: to make them takes seconds.

    _where: what puts data on a database; a test may have put another in the place of `environment_for`.
    """
    data = Path(tempfile.mkdtemp(prefix="navalassist-begun-"))
    atexit.register(shutil.rmtree, data, ignore_errors=True)
    python(data, "manage.py", "migrate", "--verbosity", "0")
    python(data, "manage.py", "demo", "--if-empty")
    return data


def begin(data: Path) -> None:
    """Put the demo campaign into a data folder that is empty or not there yet; one in use stays as it is."""
    if data.exists() and any(data.iterdir()):
        return
    copied(_begun(environment_for), data)


def copied(begun: Path, data: Path) -> None:
    """The same data in another folder, and on another database; no server runs on them."""
    shutil.copytree(begun, data, dirs_exist_ok=True)
    if environment_for(begun).get("NAVALASSIST_DATABASE"):
        copy(begun, data)


class Shipped:
    """`python -m navalassist.server` on a free port and a folder of its own."""

    module = "navalassist.server"
    # What its command says besides.
    words: tuple[str, ...] = ()

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self.said: list[str] = []
        self.before: list[str] = []
        self._process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int:
        """The process."""
        assert self._process is not None
        return self._process.pid

    def start(self, port: int = 0) -> Self:
        """Start it and wait until it says where it runs."""
        self.begin()
        command = [sys.executable, "-m", self.module, "--port", str(port), "--data", str(self.data), *self.words]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        self._process = subprocess.Popen(command, cwd=ROOT, env=self.environment(), text=True, **pipes)
        watchdog = threading.Timer(PATIENCE, self._process.kill)
        watchdog.start()
        self.port = self._address()
        watchdog.cancel()
        # Nobody else reads the pipe, and a full one would stop the server.
        threading.Thread(target=self.said.extend, args=(self._process.stdout,), daemon=True).start()
        return self

    def begin(self) -> None:
        """See to it that there is data."""
        begin(self.data)

    def environment(self) -> dict[str, str]:
        """The shell in which it is started."""
        return environment(self.data)

    def _address(self) -> int:
        assert self._process is not None
        assert self._process.stdout is not None
        self.before = before = []
        for line in self._process.stdout:
            before.append(line)
            if found := re.search(r"runs at\s+http://127\.0\.0\.1:(\d+)/", line):
                return int(found[1])
        raise AssertionError("the server did not start:\n" + "".join(before))

    def kill(self) -> None:
        """kill -9: nothing of it runs one instruction more."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(timeout=PATIENCE)

    def stop(self) -> None:
        """As Ctrl-C; harmless where it does not run."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(timeout=PATIENCE)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        """In the end it may have complained of nothing."""
        self.stop()
        assert not self.complaints(), "".join(self.said)

    def complaints(self) -> list[str]:
        """What it wrote of faults since the first start."""
        return [line for line in self.said if "ERROR" in line or "Traceback" in line]


class Tablet:
    """A browser without a screen: cookies, the token, and one connection that is kept open."""

    def __init__(self, server: Shipped) -> None:
        self.server = server
        self._cookies: dict[str, str] = {}
        self._token = ""
        self._line: http.client.HTTPConnection | None = None

    def get(self, path: str) -> tuple[int, str, str]:
        """(status, address that it leads to, text). OSError or HTTPException where the server is gone."""
        return self._ask("GET", path, None, {})

    def read(self, path: str) -> Page:
        """A page of the site."""
        status, _, text = self.get(path)
        assert status == 200, f"{path}: {status}"
        return Page(path, text)

    def post(self, path: str, pairs: Pairs) -> tuple[int, str, str]:
        """Send a form with the token; (status, address that it leads to, text)."""
        if not self._token:
            self._token = dict(self.read("/new/").form("/new/").values())["csrfmiddlewaretoken"]
        body = urlencode([("csrfmiddlewaretoken", self._token), *pairs])
        return self._ask("POST", path, body, {"Content-Type": FORM})

    def login(self, name: str, password: str) -> tuple[int, str, str]:
        """Log in at a club's server."""
        self._token = dict(self.read("/login/").form("/login/").values())["csrfmiddlewaretoken"]
        answer = self.post("/login/", [("username", name), ("password", password)])
        # A new session has a new token.
        self._token = ""
        return answer

    def at(self, server: Shipped) -> Self:
        """The same browser at another server, which shares its cookies as behind a proxy."""
        other = type(self)(server)
        other._cookies, other._token = self._cookies, self._token
        return other

    def cookie_header(self) -> dict[str, str]:
        """The cookies as a header; empty where there are none."""
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        return {"Cookie": cookies} if cookies else {}

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[int, str, str]:
        if self._line is None:
            self._line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        try:
            self._line.request(method, path, body, {**headers, **self.cookie_header()})
            response = self._line.getresponse()
            text = response.read().decode()
        except (OSError, http.client.HTTPException):
            # After a kill the next request needs another line, and the server another port.
            self.hang_up()
            raise
        for given in response.headers.get_all("Set-Cookie") or ():
            self._cookies |= {name: morsel.value for name, morsel in SimpleCookie(given).items()}
        return response.status, response.headers.get("Location", ""), text

    def hang_up(self) -> None:
        """Close the line."""
        if self._line is not None:
            self._line.close()
        self._line = None


SEED = """
import uuid
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, Viewer
from navalassist.engine import create
from navalassist.play.write.transaction import writing
from navalassist.systems.europa.setup import Draft, begin, leg_fields, shipment_fields

legs = tuple(leg_fields(zone) for zone in {zones})
draft = Draft("axis", "sp", "", "4", "4", "nt", 4, {ports[0]!r}, {ports[1]!r}, legs)
for game in range({games}):
    campaign = begin(f"Game {{game}}", malta=10, slug=f"game-{{game}}") if game else Campaign.objects.get()
    with writing(Viewer(campaign, MODERATOR, str(uuid.uuid4()), at_table=True)) as writer:
        turn = writer.state.clock[0]
        keys = {{number: uuid.uuid4().hex for number in range(3, 3 + {count})}}
        rows = [create(f"shipment:{{key}}", **shipment_fields(draft, n, turn, key)) for n, key in keys.items()]
        writer.edit("shipment.add", rows, seat="axis", title=f"{{len(rows)}} rows added")
    print(*(f"row {{campaign.slug}} {{key}}" for key in keys.values()), sep="\\n")
"""


def seed_rows(data: Path, count: int, ports: tuple[str, str], *zones: str, games: int = 1) -> list[tuple[str, str]]:
    """Put so many Axis convoys on the board of the demo campaign, in one entry, and of further games like it.

    What comes back: (campaign, key of the row), game by game.
    """
    begin(data)
    script = SEED.format(count=count, ports=ports, zones=zones, games=games)
    said = shell(data, script)
    found = re.findall(r"^row ([a-z0-9-]+) ([0-9a-f]{32})$", said, re.M)
    assert len(found) == games * count
    return found
