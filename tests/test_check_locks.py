"""A locked version with a known hole fails the build; where nobody can be asked, that is said and fails nothing."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import check_locks  # noqa: E402

SKIPPED = {"name": "anyio", "skip_reason": "Dependency not found on PyPI and could not be audited: anyio (4.16.0)"}
SOUND = {"name": "django", "version": "5.2.19", "vulns": []}
HOLE = {
    "name": "gunicorn",
    "version": "27.0.0",
    "vulns": [{"id": "PYSEC-2026-1", "fix_versions": ["27.0.1"], "aliases": [], "description": "…"}],
}


def answering(monkeypatch: pytest.MonkeyPatch, **said: list[dict[str, Any]]) -> list[str]:
    """pip-audit as a program that says this of each source; whom it was asked of is listed."""
    asked: list[str] = []

    def ask(source: str, seconds: float) -> list[dict[str, Any]]:
        asked.append(source)
        return said.get(source, [])

    monkeypatch.setattr(check_locks, "ask", ask)
    return asked


def test_a_hole_fails_and_is_named_with_what_mends_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answering(monkeypatch, osv=[SOUND, HOLE, SKIPPED])
    assert check_locks.main() == 1
    assert capsys.readouterr().out == "gunicorn 27.0.0: PYSEC-2026-1, mended by 27.0.1\n"


def test_a_source_that_knows_nothing_is_no_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = answering(monkeypatch, osv=[SKIPPED, SKIPPED], pypi=[SOUND, SKIPPED])
    assert check_locks.main() == 0
    assert asked == ["osv", "pypi"]
    assert "1 of 2 packages are known" in capsys.readouterr().out
    answering(monkeypatch, osv=[SKIPPED], pypi=[SKIPPED])
    assert check_locks.main() == 0
    assert "NOT checked" in capsys.readouterr().out


@pytest.mark.parametrize("program", ["import time; time.sleep(60)", "raise SystemExit('no network')", "print('{}')"])
def test_where_nobody_answers_it_says_so_within_its_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], program: str
) -> None:
    monkeypatch.setattr(check_locks, "COMMAND", [sys.executable, "-c", program])
    monkeypatch.setattr(check_locks, "SECONDS", 1.5)
    assert check_locks.main() == 0
    assert "NOT checked" in capsys.readouterr().out


def test_what_pip_audit_says_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    said = json.dumps({"dependencies": [HOLE], "fixes": []})
    # It ends with 1 where it has found something.
    program = f"print({said!r}); raise SystemExit(1)"
    monkeypatch.setattr(check_locks, "COMMAND", [sys.executable, "-c", program])
    assert check_locks.ask("osv", 30) == [HOLE]


def test_the_build_asks_and_the_product_is_what_it_asks_about() -> None:
    assert "tools/check_locks.py" in (ROOT / ".ci" / "run").read_text("utf-8")
    assert check_locks.LOCK.exists()
    assert "pip-audit" in (ROOT / "requirements" / "test.lock").read_text("utf-8")
