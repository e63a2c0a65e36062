"""start.py: the one sentence that each refusal is met with, its words `test` and `check`, the project's figures."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.starting import (
    ROOT,
    checkout,
    closed_port,
    installed,
    one_sentence,
    run,
    shell,
    start,
    taken_port,
)

__all__ = ["checkout", "installed", "start"]


def test_the_script_can_be_read_by_an_old_python() -> None:
    ast.parse((ROOT / "start.py").read_text("utf-8"), feature_version=(3, 6))


def test_an_old_python_is_told_which_one_is_needed() -> None:
    pretend = (
        "import runpy, sys; sys.version_info = (3, 9, 2, 'final', 0); runpy.run_path('start.py', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", pretend], cwd=ROOT, capture_output=True, text=True)
    assert "needs Python 3.11 or newer, and this is Python 3.9" in one_sentence(done)


def test_a_taken_port_is_named_before_anything_is_installed(checkout: Path) -> None:
    with taken_port() as port:
        sentence = one_sentence(run(checkout, "--port", str(port)))
    assert f"Port {port} on 127.0.0.1 is taken" in sentence
    assert f"--port {port + 1}" in sentence
    assert not (checkout / ".venv").exists()


@pytest.mark.parametrize("port", ["x", "70000", "-1", "8000.5", ""])
def test_a_bad_port_is_refused_with_what_would_be_right(checkout: Path, port: str) -> None:
    sentence = one_sentence(run(checkout, f"--port={port}"))
    assert f"{port!r} is no port, which is a number from 0 to 65535" in sentence


@pytest.mark.parametrize(
    ("host", "why"), [("no.such.host.invalid", "no address called"), ("192.0.2.77", "not an address")]
)
def test_a_bad_host_is_refused(checkout: Path, host: str, why: str) -> None:
    assert why in one_sentence(run(checkout, "--host", host, "--port", "0"))


def test_an_unknown_word_is_refused(checkout: Path) -> None:
    assert "Unrecognized arguments: sreve" in one_sentence(run(checkout, "sreve"))


def test_a_missing_venv_module_is_named_with_its_debian_package(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "hide").mkdir()
    (tmp_path / "hide" / "sitecustomize.py").write_text("import sys\nsys.modules['ensurepip'] = None\n")
    sentence = one_sentence(run(checkout, "--port", "0", PYTHONPATH=str(tmp_path / "hide")))
    assert "venv module is missing" in sentence
    assert "apt install python3-venv" in sentence
    assert not (checkout / ".venv").exists()


@pytest.fixture
def as_ordinary_user() -> tuple[str, ...]:
    """Root may write everywhere, so root gives that power up for the length of one command."""
    if os.geteuid() != 0:
        return ()
    if not shutil.which("setpriv"):
        pytest.skip("root, and no setpriv to give up root's power to write everywhere")
    return ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override,-dac_read_search")


@pytest.mark.parametrize("words", [["--port", "0"], ["--port", "0", "--data", "{elsewhere}"], ["test"]])
def test_a_read_only_folder_is_named(
    checkout: Path, tmp_path: Path, words: list[str], as_ordinary_user: tuple[str, ...]
) -> None:
    checkout.chmod(0o555)
    try:
        words = [word.format(elsewhere=tmp_path / "elsewhere") for word in words]
        sentence = one_sentence(run(checkout, *words, before=as_ordinary_user))
    finally:
        checkout.chmod(0o755)
    assert f"The folder {checkout}" in sentence
    assert "can't be written to (Permission denied)" in sentence


def test_a_data_folder_that_can_not_be_made_is_named(checkout: Path) -> None:
    sentence = one_sentence(run(checkout, "--port", "0", "--data", "/dev/null/data"))
    assert "The folder /dev/null/data can't be written to (Not a directory)" in sentence
    assert not (checkout / ".venv").exists()


@pytest.mark.slow
def test_no_network_is_said_and_the_next_start_begins_anew(checkout: Path) -> None:
    nowhere = {
        "PIP_INDEX_URL": f"http://127.0.0.1:{closed_port()}/simple",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_RETRIES": "1",
    }
    done = run(checkout, "--port", "0", **nowhere)
    assert "there seems to be no network" in one_sentence(done)
    assert "Making .venv" in done.stdout, "it says what it is doing"
    assert "Installing" in done.stdout
    assert "Making .venv" in run(checkout, "--port", "0", **nowhere).stdout


# Test and check


@pytest.mark.parametrize(
    ("words", "shared"),
    [
        ([], True),
        (["-q"], True),
        (["-m", "not slow"], True),
        (["-k", "dice"], False),
        (["requirements"], False),
        (["start.py::test_x"], False),
        (["-n", "0"], False),
        (["--postgres"], True),
        (["--postgres", "-k", "dice"], False),
        (["--all", "--postgres"], True),
    ],
)
def test_the_whole_suite_is_shared_out_and_words_go_to_pytest(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, words: list[str], shared: bool
) -> None:
    handed: list[list[str]] = []
    monkeypatch.setattr(start, "install", lambda name: None)
    monkeypatch.setattr(start, "hand_over", lambda command: handed.append(command) or 5)
    monkeypatch.setenv("NAVALASSIST_ALL", "")
    assert start.main(["test", *words]) == 5, "pytest's exit code is ours"
    [[python, *rest]] = handed
    assert python == str(start.PYTHON)
    runner = "tests.postgres" if "--postgres" in words else "pytest"
    further = [word for word in words if word not in ("--postgres", "--all")]
    assert rest == ["-m", runner, *(["-n", str(start.workers()), "--dist", "loadgroup"] if shared else []), *further]


@pytest.mark.parametrize(("sqlite", "postgres", "code"), [(0, 0, 0), (1, 0, 1), (0, 2, 2)])
def test_everything_is_run_on_both_databases_whatever_the_first_says(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, sqlite: int, postgres: int, code: int
) -> None:
    runs: list[str] = []

    def ran(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        assert start.os.environ["NAVALASSIST_ALL"] == "1"
        runs.append(command[2])
        return subprocess.CompletedProcess(command, {"pytest": sqlite, "tests.postgres": postgres}[command[2]])

    monkeypatch.setattr(start, "install", lambda name: None)
    monkeypatch.setattr(start.subprocess, "run", ran)
    monkeypatch.setenv("NAVALASSIST_ALL", "")
    assert start.main(["test", "--all"]) == code
    assert runs == ["pytest", "tests.postgres"]


def test_club_installs_what_a_club_needs_and_serves_it(
    start: ModuleType, installed: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    handed: list[list[str]] = []
    monkeypatch.setattr(start, "hand_over", lambda command: handed.append(command) or 5)
    assert start.main(["club", "--port", "0", "--data", str(tmp_path), "--workers", "3"]) == 5
    assert installed == ["venv", "club.lock"]
    served = ["--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path), "--workers", "3"]
    assert handed == [[str(start.PYTHON), "-m", "navalassist.club", *served]]
    assert start.main(["--port", "0", "--data", str(tmp_path)]) == 5
    assert installed == ["venv", "club.lock"], "what a club needs holds what one table needs"
    assert start.main(["--port", "0", "--workers", "3"]) == 1


def test_install_installs_what_a_club_needs_and_starts_nothing(
    start: ModuleType, installed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert start.main(["install"]) == 0
    assert installed == ["venv", "club.lock"]
    assert "Everything is installed" in capsys.readouterr().out
    assert start.main(["install", "x"]) == 1


def test_check_runs_every_step_and_names_those_that_failed(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[list[str]] = []

    def fake(command: list[str], **_options: Any) -> subprocess.CompletedProcess[str]:
        ran.append(command)
        return subprocess.CompletedProcess(command, 1 if "mypy" in command else 0, b"so it went\n")

    monkeypatch.setattr(start, "install", lambda name: None)
    monkeypatch.setattr(start.subprocess, "run", fake)
    assert start.main(["check"]) == 1
    assert len(ran) == 7
    assert capsys.readouterr().out.splitlines()[-1] == "check failed: mypy"


def test_the_last_line_of_a_test_run_is_pytests_own(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text("def test_one():\n    assert True\n")
    command = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "loadgroup", "--rootdir", str(tmp_path)]
    done = subprocess.run(
        [*command, "-c", str(ROOT / "pyproject.toml"), str(tmp_path)],
        cwd=ROOT,
        env=shell(),
        capture_output=True,
        text=True,
    )
    assert re.fullmatch(r"=+ 1 passed in [\d.]+s =+", (done.stdout + done.stderr).splitlines()[-1]), done.stdout


# The project's own figures


def test_the_project_file_and_the_package_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["requires-python"] == ">=3.11"
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert subprocess.run(["bash", "-n", str(ROOT / ".ci" / "run")]).returncode == 0
