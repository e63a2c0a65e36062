"""P9: a copy made while others write, put back elsewhere: the same log head, and the same export byte for byte.

And P16: nobody can use a copy to throw dice again without everybody seeing it.
"""

import hashlib
import json
import os
import shutil
import sqlite3
import stat
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.databases import ON_POSTGRESQL, ask, change, only_on_postgresql, only_on_sqlite
from tests.postgres import programs
from tests.promises.shipped import Done, Shipped, Tablet, command, copied, is_sound, seed_rows, shell

pytestmark = [pytest.mark.slow, pytest.mark.promise("P9"), pytest.mark.xdist_group("kept copies")]
DEMO = "mediterranean-1941"
HOME = f"/c/{DEMO}/"


def manage(data: Path, *words: str, apart: bool = False, **more: str) -> Done:
    """A management command, as a person would type it; PostgreSQL's own programs are on the path."""
    path = f"{programs()}{os.pathsep}{os.environ['PATH']}"
    return command(data, "manage.py", *words, more={"PATH": path, **more}, apart=apart)


def well(done: Done) -> str:
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def refused(done: Done) -> str:
    """The one sentence of a refusal."""
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


# The command of this name writes an entry of its own before it begins.
EXPORT = """
from navalassist.auditlog.export import lines
from navalassist.auditlog.models import Chain
from navalassist.campaigns.models import Campaign

campaign = Campaign.objects.get(slug="mediterranean-1941")
print(*lines(campaign, frozenset(campaign.chains.values_list("audience", flat=True))), sep=chr(10))
"""


def export(data: Path, **more: str) -> list[str]:
    """The whole export of the demo campaign, line by line."""
    return shell(data, EXPORT, **more).splitlines()


def heads(data: Path) -> list[tuple[str, int, str]]:
    return [tuple(row) for row in ask(data, "SELECT audience, sequence, head FROM auditlog_chain ORDER BY id")]


@contextmanager
def writing_away(server: Shipped, tablets: int = 4) -> Iterator[list[str]]:
    """So many tablets write all the while; the list holds the submissions that were acknowledged."""
    over, done = threading.Event(), []

    def work(number: int) -> None:
        tablet = Tablet(server)
        # With a breath between two writes: else the log grows to thousands of entries, and each copy is checked whole.
        while not over.wait(0.05):
            key = uuid.uuid4().hex
            pairs = [("act", "malta.number"), ("value", str(len(done) % 16)), ("submission", key)]
            if tablet.post(f"{HOME}setup/malta/", pairs)[0] == 302:
                done.append(key)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(tablets)]
    for thread in threads:
        thread.start()
    try:
        yield done
    finally:
        over.set()
        for thread in threads:
            thread.join()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Shipped]:
    started = Shipped(tmp_path / "data")
    started.data.mkdir()
    yield started
    started.stop()


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A data folder, and a database, that nobody has used yet."""
    (tmp_path / "elsewhere").mkdir()
    return tmp_path / "elsewhere"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The data of a game with some rolls, and a copy that was made while it ran."""
    server = Shipped(tmp_path_factory.mktemp("played") / "data")
    file = server.data.parent / "kept.copy"
    rows = seed_rows(server.data, 3, ("syracuse", "tripoli"), "central-med")
    server.start()
    roll(server, rows[0][1])
    well(manage(server.data, "backup", str(file)))
    server.stop()
    return server.data, file


@pytest.fixture
def kept(played: tuple[Path, Path], server: Shipped, tmp_path: Path) -> Path:
    """The same in folders of the test's own: the server of that game, which does not run yet, and the copy."""
    copied(played[0], server.data)
    return Path(shutil.copyfile(played[1], tmp_path / "kept.copy"))


def roll(server: Shipped, row: str, game: str = DEMO) -> list[str]:
    """Roll a row; the faces that were thrown."""
    tablet = Tablet(server)
    pairs = [("submission", uuid.uuid4().hex), ("dice", "server"), ("roll", f"row:{row}")]
    status, to, text = tablet.post(f"/c/{game}/board/roll/", pairs)
    assert status == 302, text
    return tablet.read(to).dice


def test_a_copy_made_while_others_write_holds_one_moment_whole(
    server: Shipped, elsewhere: Path, tmp_path: Path
) -> None:
    server.start()
    with writing_away(server) as done:
        while len(done) < 20:
            time.sleep(0.05)
        before = len(done)
        files = [tmp_path / f"{number}.copy" for number in range(2)]
        for file in files:
            assert f"Backed up to {file}, and checked." in well(manage(server.data, "backup", str(file)))
        meanwhile = len(done) - before
    assert meanwhile > 5, "nobody wrote while it was copied"
    assert stat.S_IMODE(files[0].stat().st_mode) == 0o600
    if not ON_POSTGRESQL:
        # Bytes 18 and 19 tell of a write-ahead log (2) or of one file alone (1).
        assert files[0].read_bytes()[18:20] == b"\x01\x01"
    assert {path.name for path in tmp_path.glob("*.copy*")} == {file.name for file in files}
    well(manage(elsewhere, "restore", str(files[1])))
    original, restored = export(server.data), export(elsewhere)
    # Every entry that was acknowledged before is there, and all is a beginning of the original, to the byte.
    held = {json.loads(json.loads(line)["content"])["submission"] for line in restored[1:]}
    assert set(done[:before]) <= held
    assert len(done[:before]) < len(restored) < len(original)
    assert restored[1:] == original[1 : len(restored)]
    last = {}
    for line in original[1 : len(restored)]:
        entry = json.loads(line)
        record = json.loads(entry["content"])
        last[record["chain"]] = (record["chain"], record["sequence"], entry["hash"])
    assert [head for head in heads(elsewhere) if head[1]] == [last[head[0]] for head in heads(elsewhere) if head[1]]
    assert is_sound(elsewhere)


def test_the_same_head_and_the_same_export_to_the_byte(kept: Path, server: Shipped, elsewhere: Path) -> None:
    said = well(manage(elsewhere, "restore", str(kept), apart=True))
    assert f"{DEMO}: " in said
    assert heads(elsewhere) == heads(server.data)
    with pytest.raises(Exception, match="append-only"):
        change(elsewhere, "DELETE FROM auditlog_entry")
    digests = {hashlib.sha256("\n".join(export(data)).encode()).hexdigest() for data in (server.data, elsewhere)}
    assert len(digests) == 1


@pytest.mark.promise("P16")
def test_after_a_restore_the_log_says_so_and_the_same_dice_are_never_thrown_again(
    kept: Path, server: Shipped, elsewhere: Path
) -> None:
    """Somebody who remembers what was rolled after the copy was made learns nothing of what will be rolled."""
    rows = [
        key
        for (key,) in ask(server.data, "SELECT key FROM taskforces_shipment WHERE state = 'planned' ORDER BY id")
        if len(key) == 32
    ]
    assert len(rows) == 2
    server.start()
    remembered = [roll(server, row) for row in rows]
    server.stop()
    well(manage(elsewhere, "restore", str(kept)))
    again = Shipped(elsewhere)
    try:
        again.start()
        assert any("was restored from a copy" in line for line in [*again.said, *again.before])
        thrown = [roll(again, row) for row in rows]
    finally:
        again.stop()
    assert again.complaints() == []
    log = [json.loads(json.loads(line)["content"]) for line in export(elsewhere)[1:]]
    forks = [record for record in log if record["kind"] == "fork"]
    assert [fork["chain"] for fork in forks][:1] == ["public"]
    assert forks[0]["body"]["archive"] == hashlib.sha256(kept.read_bytes()).hexdigest()
    assert forks[0]["body"]["head_before"][0] == forks[0]["sequence"] - 1
    assert forks[0]["body"]["unopened"]
    assert forks[0]["campaign"] != forks[0]["body"]["campaign_before"]
    # Two rolls of four dice or more come out alike once in a thousand times; other seeds throw other dice.
    bound = [record["body"]["commitment"] for record in log if record["kind"] == "seed"]
    assert len(bound) == len(set(bound)) >= 2
    assert thrown != remembered or sum(map(len, thrown)) < 6
    assert is_sound(elsewhere)
    # The next start has nothing more to say.
    again.start()
    again.stop()
    assert len(export(elsewhere)) == len(log) + 1


def test_nothing_is_overwritten_unless_it_is_said(kept: Path, server: Shipped, tmp_path: Path) -> None:
    server.start()
    assert "NavalAssist is running on this data: stop it first" in refused(
        manage(server.data, "restore", str(kept), "--replace")
    )
    rows = ask(server.data, "SELECT key FROM taskforces_shipment WHERE state = 'planned' ORDER BY id")
    roll(server, next(key for (key,) in rows if len(key) == 32))
    server.stop()
    before = export(server.data)
    assert "There are campaigns here already: --replace" in refused(manage(server.data, "restore", str(kept)))
    assert export(server.data) == before
    assert f"There is a file {kept} already" in refused(manage(server.data, "backup", str(kept)))
    well(manage(server.data, "restore", str(kept), "--replace"))
    after = export(server.data)
    assert after[1:] == before[1 : len(after)]
    assert len(after) < len(before)
    if not ON_POSTGRESQL:
        (aside,) = server.data.glob("before-restore-*.sqlite3")
        (tmp_path / "third").mkdir()
        well(manage(tmp_path / "third", "restore", str(aside)))
        assert export(tmp_path / "third") == before


BAD = {
    "no file": (None, "No such file"),
    "nothing": (b"", "is no copy that NavalAssist made"),
    "a text": (b"hello " * 1000, "is no copy that NavalAssist made"),
    "a header alone": (b"SQLite format 3\x00" + b"x" * 5000, "can't be read as a database"),
    "half a dump": (b"PGDMP" + b"x" * 5000, ""),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_copy_changes_nothing(what: str, elsewhere: Path, tmp_path: Path) -> None:
    file = tmp_path / "bad.copy"
    if (data := BAD[what][0]) is not None:
        file.write_bytes(data)
    assert BAD[what][1] in refused(manage(elsewhere, "restore", str(file)))
    left = {path.name for path in elsewhere.iterdir()} - {"secret.key"}
    assert not [name for name in left if name.startswith(("restoring", "before"))]


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("UPDATE auditlog_chain SET head = 'x' WHERE audience = 'public'", "is not sound: campaign mediterranean-1941"),
        ("UPDATE taskforces_shipment SET state = 'arrived'", "is not sound: campaign mediterranean-1941"),
        ("INSERT INTO django_migrations (app, name, applied) VALUES ('auditlog', '9999_later', '2030-01-01')", "newer"),
        ("DELETE FROM django_migrations", "holds no database of NavalAssist"),
    ],
)
@only_on_sqlite("a copy of PostgreSQL is no file that one can forge by hand; what is checked is the same")
def test_a_copy_that_was_forged_damaged_or_is_newer_is_not_put_back(
    kept: Path, elsewhere: Path, sql: str, why: str
) -> None:
    with closing(sqlite3.connect(kept)) as link, link:
        link.execute(sql)
    assert why in refused(manage(elsewhere, "restore", str(kept)))
    assert ask_tables(elsewhere) == 0


def ask_tables(data: Path) -> int:
    """How many tables there are."""
    if not (data / "navalassist.sqlite3").exists():
        return 0
    return int(ask(data, "SELECT count(*) FROM sqlite_master WHERE type = 'table'")[0][0])


def test_a_database_that_is_not_sound_is_not_backed_up_in_silence(server: Shipped, tmp_path: Path) -> None:
    seed_rows(server.data, 1, ("syracuse", "tripoli"), "central-med")
    change(server.data, "UPDATE taskforces_shipment SET state = 'arrived'")
    file = tmp_path / "bad.copy"
    assert "is not sound: campaign mediterranean-1941" in refused(manage(server.data, "backup", str(file)))
    assert not list(tmp_path.glob("bad.copy*"))


@only_on_postgresql("SQLite needs no program for it")
def test_without_postgresqls_own_programs_it_says_what_to_install(server: Shipped, tmp_path: Path) -> None:
    seed_rows(server.data, 1, ("syracuse", "tripoli"), "central-med")
    said = refused(manage(server.data, "backup", str(tmp_path / "x.copy"), PATH=str(tmp_path)))
    assert "pg_dump is not on this machine" in said
    assert "apt install postgresql-client" in said


def test_a_copy_that_can_not_be_written_is_named(server: Shipped, tmp_path: Path) -> None:
    seed_rows(server.data, 1, ("syracuse", "tripoli"), "central-med")
    assert "No such file or directory" in refused(manage(server.data, "backup", str(tmp_path / "no" / "x.copy")))
