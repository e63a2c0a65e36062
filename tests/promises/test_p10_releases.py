"""P10: what a released version left behind is brought up to date, verified, heads unchanged; newer data is refused."""

import json
import lzma
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from navalassist.auditlog.models import short_code
from navalassist.campaigns.models import Campaign
from tests.promises.archives import described, files_of, whole
from tests.promises.shipped import ROOT, command, shell

pytestmark = [pytest.mark.promise("P10"), pytest.mark.slow]
RELEASES = sorted(path for path in (ROOT / "tests" / "releases").iterdir() if (path / "heads.json").exists())
Said = pytest.CaptureFixture[str]
RELEASE = pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)


CALL = "from django.core.management import call_command\n"
# What old releases left are SQLite files.
ON_SQLITE = {"NAVALASSIST_DATABASE": ""}


def run(data: Path, *words: str, apart: bool = False) -> tuple[int, str]:
    """Exit code of a command and all that it said."""
    done = command(data, *words, more=ON_SQLITE, apart=apart)
    return done.returncode, done.stdout + done.stderr


def left_by(release: Path, tmp_path: Path) -> tuple[Path, dict[str, Any], str]:
    """The data folder of a release, what it said of its heads, and the campaign's short name."""
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    file = data / "navalassist.sqlite3"
    file.write_bytes(lzma.decompress((release / "database.sqlite3.xz").read_bytes()))
    database = sqlite3.connect(file)
    (slug,) = database.execute("SELECT slug FROM campaigns_campaign").fetchone()
    database.close()
    return data, json.loads((release / "heads.json").read_text("utf-8")), slug


@RELEASE
def test_a_database_is_brought_up_to_date_and_its_heads_stay(release: Path, tmp_path: Path) -> None:
    data, said, slug = left_by(release, tmp_path)
    log = lzma.decompress((release / "log.jsonl.xz").read_bytes())
    assert run(data, "manage.py", "migrate", "--verbosity", "0", apart=True)[0] == 0
    told = shell(data, f"{CALL}call_command('verify')", **ON_SQLITE)
    number, head = said["heads"]["public"]
    assert f"head {short_code(head)}: sound" in told
    database = sqlite3.connect(data / "navalassist.sqlite3")
    kept = {a: [n, h] for a, n, h in database.execute("SELECT audience, sequence, head FROM auditlog_chain")}
    database.close()
    assert kept == said["heads"]
    # The old entries go out as they did then, byte for byte.
    exported = shell(data, f"{CALL}call_command('export', {slug!r}, '--all')", **ON_SQLITE)
    assert exported.splitlines()[1 : number + 1] == log.decode().splitlines()[1 : number + 1]
    assert set(log.decode().splitlines()[1:]) <= set(exported.splitlines()[1:])


@RELEASE
@pytest.mark.django_db
def test_its_export_passes_the_verifier_of_today_and_is_imported_as_its_archive_is(
    release: Path, tmp_path: Path, capsys: Said
) -> None:
    """The code that was kept then is found in each."""
    log = tmp_path / "log.jsonl"
    log.write_bytes(lzma.decompress((release / "log.jsonl.xz").read_bytes()))
    number, head = json.loads((release / "heads.json").read_text("utf-8"))["heads"]["public"]
    code = short_code(head)
    status, told = run(tmp_path, "tools/verify_log.py", str(log), "--head", code)
    assert (status, told.endswith("SOUND\n")) == (0, True), told
    for file in (log, *release.glob("archive.zip")):
        call_command("import", str(file), yes=True)
        assert f"head of public/{number}: {code}" in capsys.readouterr().out
        call_command("verify", head=code)
        assert f"{code} is the code of entry public/{number}" in capsys.readouterr().out


@pytest.mark.parametrize("app", sorted(ROOT.glob("navalassist/*/migrations")), ids=lambda path: path.parent.name)
def test_no_migration_hangs_on_code_that_may_change(app: Path) -> None:
    """It must do with old data in a year what it did when it was released."""
    for file in app.glob("*.py"):
        for line in file.read_text("utf-8").splitlines():
            assert not re.match(r"\s*(from|import) navalassist\.(?!\w+\.migrations\b)", line), f"{file}: {line}"


def test_a_database_of_a_newer_version_is_refused_plainly(tmp_path: Path) -> None:
    data, _, slug = left_by(RELEASES[-1], tmp_path)
    assert run(data, "manage.py", "migrate", "--verbosity", "0")[0] == 0
    database = sqlite3.connect(data / "navalassist.sqlite3")
    with database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('auditlog', '0999_of_the_future', '2030-01-01')"
        )
    database.close()
    before = (data / "navalassist.sqlite3").read_bytes()
    commands = (
        ("-m", "navalassist.server", "--port", "0", "--data", str(data)),
        ("manage.py", "verify"),
        ("manage.py", "export", slug),
        ("manage.py", "archive", slug, str(tmp_path / "x.zip"), "--all"),
        ("manage.py", "import", str(tmp_path / "x.zip")),
    )
    for words in commands:
        status, told = run(data, *words)
        assert status != 0, words
        assert "newer version of NavalAssist than this one" in told, (words, told)
        assert "auditlog 0999_of_the_future" in told
        assert told.count("\n") == 1 + told.count("Collecting the static files")
    assert (data / "navalassist.sqlite3").read_bytes() == before
    assert not (tmp_path / "x.zip").exists()


def test_an_archive_of_a_newer_version_is_refused_plainly(story: Campaign, tmp_path: Path, capsys: Said) -> None:
    files = files_of(whole(story))
    newer = described(files, format=2, product="7.1.0", something_new={"a": [1]})
    told = refused(tmp_path / "war.zip", newer, capsys)
    assert told.startswith('manifest.json: its format is "2", made by a newer version ("7.1.0"); this one reads')
    assert told.endswith("Update NavalAssist and try again.\n")
    log = files["log.jsonl"].replace(b'"format":1', b'"format":2', 1)
    told = refused(tmp_path / "newer.jsonl", log, capsys)
    assert "made by a newer version; this one reads format 1" in told


def refused(path: Path, data: bytes, capsys: Said) -> str:
    """What the command says that does not import it."""
    path.write_bytes(data)
    with pytest.raises(SystemExit) as ended:
        call_command("import", str(path))
    assert ended.value.code == 2
    return capsys.readouterr().err
