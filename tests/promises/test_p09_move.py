"""Moving from SQLite to PostgreSQL: the logs are the same to the byte, guarded as before, and go on from there."""

import hashlib
from pathlib import Path

import pytest

from tests.databases import address, ask_server, name_for, only_on_postgresql
from tests.promises.shipped import Shipped, seed_rows
from tests.promises.test_p09_backup import DEMO, export, manage, refused, roll, well

pytestmark = [
    pytest.mark.slow,
    pytest.mark.promise("P9"),
    only_on_postgresql("there must be a PostgreSQL server to move to"),
]


@pytest.fixture
def on_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Data folders of this test are on SQLite, though the tests run on PostgreSQL."""
    from tests import databases
    from tests.promises import shipped

    monkeypatch.setattr(databases, "ON_POSTGRESQL", False)
    monkeypatch.setattr(shipped, "environment_for", lambda data: {"NAVALASSIST_DATA": str(data)})


def test_everything_moves_and_goes_on(on_sqlite: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "data"
    server = Shipped(data)
    data.mkdir()
    rows = seed_rows(data, 2, ("syracuse", "tripoli"), "central-med", games=2)
    server.start()
    roll(server, rows[0][1])
    target = name_for(data)
    ask_server(f'CREATE DATABASE "{target}"')
    assert "NavalAssist is running on this data" in refused(manage(data, "move", address(target)))
    server.stop()
    assert "begin with postgresql://" in refused(manage(data, "move", "mysql://h/x"))
    assert "does not exist" in refused(manage(data, "move", address("nowhere")))
    before = export(data)
    said = well(manage(data, "move", address(target)))
    assert f"{DEMO}: " in said
    assert not (data / "navalassist.sqlite3").exists()
    assert (data / "moved-to-postgresql.sqlite3").exists()

    monkeypatch.setattr(
        "tests.promises.shipped.environment_for",
        lambda folder: {"NAVALASSIST_DATA": str(folder), "NAVALASSIST_DATABASE": address(target)},
    )
    digests = {hashlib.sha256("\n".join(lines).encode()).hexdigest() for lines in (before, export(data))}
    assert len(digests) == 1
    assert "The data is in PostgreSQL already" in refused(manage(data, "move", address("postgres")))
    # What was not rolled yet is rolled there: keys go on, dice are the bound ones, and the triggers stand.
    server.start()
    roll(server, rows[1][1])
    roll(server, rows[2][1], "game-1")
    server.stop()
    assert server.complaints() == []
    assert "fault" not in well(manage(data, "verify"))
    assert len(export(data)) > len(before)
    with pytest.raises(Exception, match="append-only"):
        ask_server("DELETE FROM auditlog_entry", database=target)


def test_it_moves_into_an_empty_database_only(on_sqlite: None, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        seed_rows(tmp_path / name, 1, ("syracuse", "tripoli"), "central-med")
    target = name_for(tmp_path / "target")
    ask_server(f'CREATE DATABASE "{target}"')
    well(manage(tmp_path / "one", "move", address(target)))
    count = ask_server("SELECT count(*) FROM auditlog_entry", database=target)
    assert "holds campaigns already" in refused(manage(tmp_path / "two", "move", address(target)))
    assert ask_server("SELECT count(*) FROM auditlog_entry", database=target) == count
    assert (tmp_path / "two" / "navalassist.sqlite3").exists()


def test_a_copy_of_sqlite_is_restored_into_postgresql(on_sqlite: None, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    seed_rows(data, 1, ("syracuse", "tripoli"), "central-med")
    well(manage(data, "backup", str(tmp_path / "one.copy")))
    target = name_for(tmp_path / "target")
    ask_server(f'CREATE DATABASE "{target}"')
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    on_target = {"NAVALASSIST_DATABASE": address(target)}
    well(manage(elsewhere, "restore", str(tmp_path / "one.copy"), **on_target))
    assert export(elsewhere, **on_target) == export(data)
    assert ask_server("SELECT count(*) FROM keeping_restored", database=target) == [(1,)]
    assert "holds campaigns already" in refused(manage(elsewhere, "restore", str(tmp_path / "one.copy"), **on_target))
