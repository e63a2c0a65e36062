"""Two servers with data folders of their own on one PostgreSQL database: each serves, and knows what the other does."""

import os
import shutil
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from navalassist.profiles import MOST_FAILURES
from tests.databases import address_for, ask, only_on_postgresql
from tests.live.house import SLUG, House, listening
from tests.live.test_club_server import children_of, eventually, looks_into_proc
from tests.patience import PATIENCE, within
from tests.promises.shipped import ROOT, Tablet, environment

pytestmark = [
    only_on_postgresql("a SQLite file is served by one machine"),
    pytest.mark.slow,
    pytest.mark.xdist_group("several servers"),
]


class Beside(House):
    """A server on the database of another, as on a second machine."""

    words = ("--workers", "2")

    def __init__(self, data: Path, database: Path, key: Path | None = None) -> None:
        super().__init__(data)
        self._database = database
        data.mkdir()
        if key is not None:
            shutil.copy(key / "secret.key", data)

    def begin(self) -> None:
        """What there is, the first one has."""

    def environment(self) -> dict[str, str]:
        return environment(self.data) | {"NAVALASSIST_DATABASE": address_for(self._database)}

    def refused(self, *words: str, root: Path = ROOT) -> str:
        """What it says where it does not start, or where another command does not; root: the code that is run."""
        command = words or ("-m", self.module, "--port", "0", "--data", str(self.data))
        kept = {"cwd": root, "env": self.environment(), "capture_output": True, "text": True, "timeout": PATIENCE}
        done = subprocess.run([sys.executable, *command], **kept)
        assert (done.returncode, "runs at" in done.stdout) == (1, False), done.stdout + done.stderr
        assert "Traceback" not in done.stderr, done.stderr
        return done.stderr


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("first")) as started:
        started.give(("Ursula", "moderator"), ("Alice", "axis"), ("Bob", "allied"), ("Carol", "allied"))
        yield started


@pytest.fixture(scope="module")
def second(first: House, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    with Beside(tmp_path_factory.mktemp("second") / "data", first.data, key=first.data) as started:
        yield started


def points(tablet: Tablet, value: str) -> None:
    """The moderator sets a side's points."""
    form = {"submission": uuid.uuid4().hex, "act": "ledger.vp", "key": "axis", "value": value, "note": ""}
    assert tablet.post(f"/c/{SLUG}/setup/points/", [*form.items()])[0] in (200, 302)


def test_it_says_that_it_is_not_alone(second: Beside) -> None:
    eventually(lambda: any("serve the same database already: 1" in line for line in second.said))


def test_who_has_logged_in_at_one_is_known_at_the_other_and_hears_there_of_an_act_here(
    first: House, second: Beside
) -> None:
    here = first.tablet("Ursula")
    points(here, "6")
    # With the token of a page of the first: its forms may be sent to the other.
    there = here.at(second)
    with listening(there) as stream, listening(here) as own:
        before = stream.event()
        assert own.event() == before
        points(here, "7")
        now = stream.event()
        assert now != before
        assert own.event() == now
        points(there, "8")
        assert own.event() == stream.event() != now
    for tablet in (here, there):
        assert 'value="8"' in tablet.get(f"/c/{SLUG}/setup/points/")[2]


def test_a_name_that_is_given_at_one_is_read_at_the_other(first: House, second: Beside) -> None:
    """No log says what a campaign is called here: so no head of a chain tells the other server of it."""
    here = first.tablet("Ursula")
    there = here.at(second)
    for name in ("before the landing", "after it"):
        assert there.get(f"/c/{SLUG}/")[0] == 200
        called = [("submission", uuid.uuid4().hex), ("called", name)]
        assert here.post(f"/c/{SLUG}/archive/called/", called)[0] == 302
        for _ in range(4):
            there.hang_up()
            assert f"1941, {name}" in there.get(f"/c/{SLUG}/")[2]


def test_a_seat_that_is_taken_away_at_one_is_lost_at_the_other(first: House, second: Beside) -> None:
    moderator, there = first.tablet("Ursula"), first.tablet("Bob").at(second)
    asked = "SELECT seat.id FROM seats_seat seat JOIN campaigns_actor actor ON actor.id = seat.actor_id WHERE name = %s"
    ((tenure,),) = ask(first.data, asked, ["Bob"])
    with listening(there) as stream:
        assert stream.event()
        form = [("submission", uuid.uuid4().hex), ("tenure", str(tenure))]
        assert moderator.post(f"/c/{SLUG}/people/end/", form)[0] == 302
        assert stream.seconds_to_its_end() < within(5)
    assert there.get(f"/c/{SLUG}/")[0] == 404
    with listening(there) as again:
        assert again.status == 404


def test_who_logs_out_at_one_is_out_at_the_other(first: House, second: Beside) -> None:
    here = first.tablet("Carol")
    there = here.at(second)
    with listening(there) as stream:
        assert stream.event()
        # The proxy's browser would have lost its cookie too; a thief of it would not.
        kept = dict(here._cookies)
        assert here.post("/logout/", [])[0] == 302
        assert stream.seconds_to_its_end() < within(5)
    there._cookies = kept
    assert there.get(f"/c/{SLUG}/version/")[0] == 404


def test_a_file_that_the_other_one_keeps_is_asked_for_once_more_in_words(second: Beside, first: House) -> None:
    status, _, text = first.tablet("Alice").at(second).get(f"/import/{uuid.uuid4()}/")
    assert status == 404
    assert "by the machine that took it" in text
    assert 'type="file"' in text


@looks_into_proc
def test_one_that_is_killed_is_not_missed_and_comes_back(first: House, second: Beside, tmp_path: Path) -> None:
    here = first.tablet("Ursula")
    third = Beside(tmp_path / "data", first.data, key=first.data)
    with third:
        there = here.at(third)
        with listening(there) as other, listening(here) as stream:
            assert other.event() == stream.event()
            children = children_of(third)
            third.kill()
            assert other.seconds_to_its_end() < within(10)
            # Its own line may have been closed, which asked nothing for so long.
            here.hang_up()
            points(here, "9")
            assert stream.event()
        eventually(lambda: not [pid for pid in children if Path(f"/proc/{pid}").exists()])
        third.start()
        assert here.at(third).get(f"/c/{SLUG}/")[0] == 200


def test_another_secret_key_is_refused(first: House, tmp_path: Path) -> None:
    stranger = Beside(tmp_path / "data", first.data)
    said = stranger.refused()
    assert len(said.splitlines()) == 1
    assert said.startswith("Another server serves this database with another secret key")
    assert f"copy secret.key from its data folder to {stranger.data}" in said
    key = (stranger.data / "secret.key").read_text()
    shutil.copy(first.data / "secret.key", stranger.data)
    assert key not in said
    with stranger:
        assert first.tablet("Ursula").at(stranger).get(f"/c/{SLUG}/")[0] == 200


def test_another_release_neither_joins_nor_changes_what_is_served(first: House, tmp_path: Path) -> None:
    """It is another where a single file of it is."""
    other = tmp_path / "other"
    shutil.copytree(ROOT, other, ignore=shutil.ignore_patterns(".*", "data", "tests", "docs", "bench", "__pycache__"))
    with (other / "navalassist" / "policy.py").open("a") as file:
        file.write("\n# mended\n")
    newer = Beside(tmp_path / "data", first.data, key=first.data)
    why = "servers of one database are of the same release"
    assert why in newer.refused(root=other)
    assert why in newer.refused("manage.py", "migrate", root=other)


def test_wrong_passwords_at_one_are_counted_at_the_other(first: House, second: Beside) -> None:
    """Last of those that log in, for it locks this machine's address."""
    answers = [Tablet(server).login("Nobody", "wrong")[0] for _ in range(5) for server in (first, second)]
    assert 429 not in answers[: MOST_FAILURES - 1]
    assert answers[MOST_FAILURES:] == [429] * (10 - MOST_FAILURES)


def test_two_that_start_together_bring_an_empty_database_up_to_date_once(tmp_path: Path) -> None:
    database = tmp_path / "database"
    (tmp_path / "key").mkdir()
    (tmp_path / "key" / "secret.key").write_text("Kf9-" + uuid.uuid4().hex + uuid.uuid4().hex)
    both = [Beside(tmp_path / name, database, key=tmp_path / "key") for name in ("one", "two")]
    command = [sys.executable, "-m", "navalassist.club", "--port", "0", "--workers", "1", "--data"]
    kept = {"cwd": ROOT, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    assert address_for(database)
    started = [subprocess.Popen([*command, str(each.data)], env=each.environment(), **kept) for each in both]
    try:
        for process in started:
            said = []
            for line in process.stdout or ():
                said.append(line)
                if "Stop with Ctrl-C" in line:
                    break
            assert "runs at" in "".join(said), said
    finally:
        for process in started:
            os.kill(process.pid, signal.SIGTERM)
            process.communicate(timeout=PATIENCE)
    assert ask(database, "SELECT count(*) FROM campaigns_campaign") == [(1,)]
