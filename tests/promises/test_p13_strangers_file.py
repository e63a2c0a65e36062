"""P13: the tool that checks a log is run on strangers' files: within limits, and what it cannot see is not sound."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from navalassist.auditlog.export import lines
from navalassist.campaigns.models import Campaign
from tests.promises.test_p18_every_field import Log, tool

pytestmark = [pytest.mark.promise("P13"), pytest.mark.django_db]


@pytest.fixture
def narrow() -> ModuleType:
    """The program, with limits that a test reaches at once."""
    checker = tool()
    checker.MIB, checker.LARGEST, checker.LONGEST_LINE = 1024, 64 * 1024, 4 * 1024
    return checker


def refused(checker: ModuleType, path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert checker.main([str(path)]) == checker.NO_LOG
    return capsys.readouterr().err.removeprefix(f"{path}: ").strip()


def packed(path: Path, *files: tuple[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return path


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_is_too_large_is_refused_before_it_is_unpacked(
    narrow: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = json.dumps({"log": "navalassist-log", "format": 1, "campaign": "", "audiences": [], "heads": {}}).encode()
    bomb = packed(tmp_path / "bomb.zip", ("log.jsonl", first + b"\n" + b"\n" * 10_000_000))
    assert bomb.stat().st_size < narrow.LARGEST
    assert refused(narrow, bomb, capsys) == "it holds more than 64 MiB"
    twice = packed(tmp_path / "twice.zip", ("log.jsonl", first), ("log.jsonl", first))
    assert refused(narrow, twice, capsys) == "it is a zip without one log.jsonl in it"
    (tmp_path / "long.jsonl").write_bytes(first + b"\n" + b" " * 5_000)
    assert refused(narrow, tmp_path / "long.jsonl", capsys) == "line 2 is longer than 4 MiB"
    (tmp_path / "deep.jsonl").write_bytes(b"[" * 4_000)
    assert refused(narrow, tmp_path / "deep.jsonl", capsys) == "its first line is not that of a log"


def test_dice_that_were_read_again_from_what_is_hidden_are_not_called_sound(
    wide: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    """Everybody's export does not hold what the secret entry threw: the dice of who reads it again are its own word."""
    log, checker = Log(list(lines(wide, frozenset({"public"})))), tool()
    hidden = next(r for r in log.records if r["kind"] == "rule" and r["body"]["act"] == "secret")
    again = next(r for r in log.records if r["kind"] == "correction" and r["body"]["procedure"] == "mini-barrage")
    assert checker.check(io.BytesIO(log.export()), "") == checker.SOUND
    again["body"]["corrects"] = f"public/{hidden['sequence']}"
    assert checker.check(io.BytesIO(log.export()), "") == checker.NOT_PROVED
    assert capsys.readouterr().out.endswith("DICE NOT PROVED: they were read again from entries for other eyes\n")
