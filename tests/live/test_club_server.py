"""The club's server as it is shipped: pages and streams in processes that somebody looks after."""

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from navalassist.club import launcher
from navalassist.club.launcher import Child, front_door, heed_connections, workers_for
from navalassist.listening import CannotStart
from navalassist.live.hub import THREADS
from navalassist.live.stream import MOST_OF_A_SESSION
from tests.databases import ON_POSTGRESQL, ask, only_on_postgresql
from tests.live.house import SLUG, House, Listener, listening
from tests.patience import PATIENCE, within
from tests.promises.shipped import ROOT, Tablet, environment

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("the club's server")]


class OneProcess(House):
    """A club that is served by one process on any database: what it holds can be counted."""

    words = ("--workers", "1")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with OneProcess(tmp_path_factory.mktemp("club")) as started:
        started.give(("Alice", "axis"), ("Bob", "allied"))
        yield started


def processes(house: House) -> dict[str, list[int]]:
    """The children of the launcher by their module, as Linux lists them."""
    found: dict[str, list[int]] = {}
    for entry in sorted(Path("/proc").glob("[0-9]*")):
        try:
            words = (entry / "cmdline").read_bytes().decode().split("\0")
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError, ValueError):
            continue
        if parent == house.pid and "-m" in words:
            found.setdefault(words[words.index("-m") + 1], []).append(int(entry.name))
    return found


looks_into_proc = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="looks into /proc")


def eventually(there: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Wait until it is so, and what it was."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            if found := there():
                return found
        except (OSError, http.client.HTTPException):
            pass
        time.sleep(0.1)
    raise AssertionError(f"not within {seconds} seconds")


def test_pages_and_streams_come_from_one_address(house: House) -> None:
    tablet = house.tablet("Alice")
    assert "Mediterranean and Red Sea 1941" in tablet.read(f"/c/{SLUG}/").text
    with listening(tablet) as stream:
        first = stream.event()
        assert first == tablet.get(f"/c/{SLUG}/version/")[2].strip()
        house.act()
        assert stream.event() != first


def held_by(house: House) -> list[tuple[str, int]]:
    """What the server holds open, each with its size."""
    (server,) = processes(house)["navalassist.club.process"]
    found = []
    for fd in Path(f"/proc/{server}/fd").iterdir():
        with contextlib.suppress(OSError):
            found.append((os.readlink(fd), fd.stat().st_size))
    return found


def lines_to_the_database(house: House) -> int:
    """How many connections there are: of the server to SQLite's file, or of all processes to PostgreSQL."""
    if ON_POSTGRESQL:
        return int(ask(house.data, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")[0][0])
    return sum(name.endswith("navalassist.sqlite3") for name, _ in held_by(house))


@looks_into_proc
def test_a_stream_holds_no_line_to_the_database(house: House) -> None:
    tablet = house.tablet("Bob")
    with contextlib.ExitStack() as stack:
        assert stack.enter_context(listening(tablet)).event()
        before = lines_to_the_database(house)
        assert all(stack.enter_context(listening(tablet)).event() for _ in range(20))
        # Those that asked who came are given back, but a pool, and SQLite too, may keep a few for a while.
        assert lines_to_the_database(house) <= before + THREADS


def lines_of_the_server(house: House) -> int:
    """How many sockets the server holds."""
    return sum(name.startswith("socket:") for name, _ in held_by(house))


def taken(stream: Listener) -> Listener | None:
    """The stream, unless it was refused."""
    return stream if stream.status == 200 else None


@looks_into_proc
def test_a_hundred_streams_that_break_off_at_once_are_forgotten_and_a_new_one_hears_what_is_new(house: House) -> None:
    # As many streams as each login may have: another is refused while the hub remembers these.
    tablets = [house.tablet("Alice") for _ in range(4)]
    for tablet in tablets:
        tablet.hang_up()
    eventually(lambda: processes(house).get("navalassist.club.process"))
    before = lines_of_the_server(house)
    with contextlib.ExitStack() as stack:
        open_now = [stack.enter_context(listening(tablet)) for tablet in tablets for _ in range(MOST_OF_A_SESSION)]
        assert len({stream.event() for stream in open_now}) == 1
        # Those that hung up may still have been counted before.
        assert lines_of_the_server(house) >= before + len(open_now) - len(tablets)
        with listening(tablets[0]) as refused:
            assert refused.status == 429
        house.act()
        assert open_now[0].event()
        for stream in open_now:
            stream.break_off()
    eventually(lambda: lines_of_the_server(house) <= before + 4, 5)
    with contextlib.ExitStack() as stack:
        # A stream too many is refused until the hub has forgotten those that are gone.
        again = [
            eventually(lambda tablet=tablet: taken(stack.enter_context(listening(tablet))))
            for tablet in tablets
            for _ in range(MOST_OF_A_SESSION)
        ]
        (now,) = {stream.event() for stream in again}
        house.act()
        (new,) = {stream.event() for stream in again}
        assert new != now


def test_a_forged_forwarding_header_and_a_foreign_name_get_nowhere(house: House) -> None:
    line = http.client.HTTPConnection("127.0.0.1", house.port, timeout=PATIENCE)
    line.request("GET", "/login/", headers={"Host": "evil.example", "X-Forwarded-Host": "localhost"})
    assert line.getresponse().status == 400
    line.close()


def test_slow_browsers_keep_nobody_waiting(house: House) -> None:
    """More of them than the pages have threads, each in the middle of sending."""
    slow = []
    for _ in range(24):
        line = socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE)
        line.sendall(b"POST /login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhalf")
        slow.append(line)
    since = time.monotonic()
    assert Tablet(house).get("/login/")[0] == 200
    assert time.monotonic() - since < within(5)
    for line in slow:
        line.close()


def memory_and_disk(house: House) -> tuple[int, int]:
    """Bytes that the processes of the server hold, in memory and in files without a name."""
    (server,) = processes(house)["navalassist.club.process"]
    memory = int(Path(f"/proc/{server}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return memory, sum(size for name, size in held_by(house) if "(deleted)" in name)


@looks_into_proc
@pytest.mark.parametrize(("lines", "size"), [(20, 19_000_000), (200, 1_000_000)])
def test_what_strangers_begin_to_send_fills_neither_memory_nor_disk(house: House, lines: int, size: int) -> None:
    Tablet(house).get("/login/")
    before = memory_and_disk(house)[0]
    with contextlib.ExitStack() as stack:
        for path in (b"/login/", b"/c/x/"):
            for _ in range(lines // 2):
                line = stack.enter_context(socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE))
                head = b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % (path, size + 1)
                with contextlib.suppress(ConnectionError):
                    line.sendall(head + b"x" * size)
        assert Tablet(house).get("/login/")[0] == 200
        memory, disk = memory_and_disk(house)
    # Bodies that wait have 64 MB.
    assert memory - before < 110 * 1024 * 1024
    assert disk < 1024 * 1024


@looks_into_proc
def test_a_process_that_dies_is_started_again_and_who_asks_meanwhile_only_waits(house: House) -> None:
    tablet = house.tablet("Alice")
    before = processes(house)["navalassist.club.process"]
    for child in before:
        os.kill(child, signal.SIGKILL)
    tablet.hang_up()
    assert tablet.get(f"/c/{SLUG}/")[0] == 200
    now = processes(house)["navalassist.club.process"]
    assert len(now) == len(before)
    assert not {*now} & {*before}
    with listening(tablet) as stream:
        assert stream.event()


def children_of(house: House) -> list[int]:
    """All processes that its launcher looks after."""
    return [pid for several in processes(house).values() for pid in several]


def test_it_stops_within_seconds_though_streams_are_open(house: House) -> None:
    tablet, children = house.tablet("Alice"), children_of(house)
    with listening(tablet) as stream:
        assert stream.event()
        since = time.monotonic()
        house.stop()
        assert time.monotonic() - since < within(6)
        assert stream.seconds_to_its_end() < within(1)
    assert not [pid for pid in children if Path(f"/proc/{pid}").exists()]
    house.start(house.port)


def test_children_end_when_their_launcher_is_killed(house: House) -> None:
    children = children_of(house)
    house.kill()
    eventually(lambda: not [pid for pid in children if Path(f"/proc/{pid}").exists()])
    house.start(house.port)


def start(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Start it on SQLite, where it is expected to end by itself."""
    command = [sys.executable, "-m", "navalassist.club", "--data", str(data), *words]
    kept = environment(data) | {"NAVALASSIST_DATABASE": ""}
    return subprocess.run(command, cwd=ROOT, env=kept, capture_output=True, text=True, timeout=2 * PATIENCE)


@pytest.mark.skipif(not ON_POSTGRESQL, reason="on SQLite one process serves")
def test_several_processes_show_one_campaign_and_one_that_dies_is_not_missed(tmp_path: Path) -> None:
    with House(tmp_path / "data") as house:
        house.give(("Alice", "axis"))
        tablet = house.tablet("Alice")
        with contextlib.ExitStack() as stack:
            streams = [stack.enter_context(listening(tablet)) for _ in range(8)]
            assert len({stream.event() for stream in streams}) == 1
            house.act()
            (now,) = {stream.event() for stream in streams}
        first, *others = processes(house)["navalassist.club.process"]
        assert others
        os.kill(first, signal.SIGKILL)
        for _ in range(8):
            tablet.hang_up()
            assert tablet.get(f"/c/{SLUG}/version/")[2].strip() == now


def test_where_it_cannot_start_it_says_why_in_one_sentence(house: House, tmp_path: Path) -> None:
    taken = start(tmp_path, "--port", str(house.port))
    assert (taken.returncode, taken.stdout) == (1, "")
    assert taken.stderr.startswith(f"Port {house.port} on 127.0.0.1 is taken by another program")
    several = start(tmp_path, "--port", "0", "--workers", "2")
    assert several.returncode == 1
    assert several.stderr.startswith("On SQLite the pages are made by one process")
    assert len(several.stderr.splitlines()) == 1


@pytest.mark.parametrize(("cores", "most"), [(1, 1), (12, 12), (64, 32)])
def test_how_many_processes_make_pages(monkeypatch: pytest.MonkeyPatch, cores: int, most: int) -> None:
    postgresql = {"NAVALASSIST_DATABASE": "postgresql:///x"}
    monkeypatch.setattr(launcher, "cores", lambda: cores)
    assert workers_for(None, {}) == workers_for(1, {}) == 1
    assert workers_for(3, postgresql) == 3
    assert workers_for(None, postgresql) == most
    for number in (0, -1, 33):
        with pytest.raises(CannotStart):
            workers_for(number, postgresql)


@only_on_postgresql("SQLite has no connections to run out of")
@pytest.mark.django_db
def test_it_says_so_where_postgresql_takes_fewer_connections_than_it_may_want(
    capsys: pytest.CaptureFixture[str],
) -> None:
    heed_connections(1)
    assert capsys.readouterr().out == ""
    heed_connections(32)
    assert "32 processes may want 290 connections, and PostgreSQL takes 200" in capsys.readouterr().out


def child_of(script: str) -> Child:
    """A child that runs a script; its last words are `--beat` and the number of a pipe."""
    return Child("server", [sys.executable, "-c", script], ())


def test_a_child_that_dies_again_and_again_is_given_up() -> None:
    child = child_of("raise SystemExit(3)")
    child.start()

    def look_after_it() -> None:
        for _ in range(100):
            assert child.process is not None
            child.process.wait()
            child.look_after()

    with pytest.raises(CannotStart, match=r"ended again and again \(exit code 3\)"):
        look_after_it()


BEATS_ONCE = "import os, sys, time; os.write(int(sys.argv[-1]), b'.'); time.sleep(600)"


def test_a_child_that_stands_still_is_killed_and_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launcher, "STILL_SECONDS", 1)
    child = child_of(BEATS_ONCE)
    child.start()
    first = child.process
    assert first is not None
    try:
        eventually(child.has_begun)
        eventually(lambda: child.look_after() or child.process is not first)
        assert first.poll() == -signal.SIGKILL
    finally:
        child.see_off(0)


@pytest.mark.parametrize(
    ("host", "environment", "home"),
    [
        ("127.0.0.1", {}, "http://127.0.0.1:8000/"),
        ("0.0.0.0", {"NAVALASSIST_HOSTS": "cellar.local"}, "http://127.0.0.1:8000/"),
        ("::1", {}, "http://[::1]:8000/"),
        (
            "127.0.0.1",
            {"NAVALASSIST_TLS": "1", "NAVALASSIST_HOSTS": "club.example.org,127.0.0.1"},
            "https://club.example.org/",
        ),
    ],
)
def test_the_administrator_s_link_leads_to_where_browsers_come_in(
    host: str, environment: dict[str, str], home: str
) -> None:
    assert front_door(host, 8000, environment) == home
