"""What the tests of start.py share: a bare checkout, the script as a module, a person's shell."""

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("start.py", "requirements", "navalassist/__init__.py", "navalassist/listening.py")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The few files that start.py needs before it installs anything, in a folder of their own."""
    home = tmp_path / "checkout"
    for part in PARTS:
        target = home / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, target)
        else:
            shutil.copy(ROOT / part, target)
    return home


@pytest.fixture
def start(checkout: Path) -> ModuleType:
    """start.py of that folder, as a module."""
    spec = importlib.util.spec_from_file_location("start_under_test", checkout / "start.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def shell(**more: str) -> dict[str, str]:
    """A person's environment: without the tests' settings, without uv, without a set-up of pip."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PIP_", "UV_", "DJANGO_", "NAVALASSIST_", "PYTEST_"))
    }
    folders = [folder for folder in kept["PATH"].split(os.pathsep) if not (Path(folder) / "uv").exists()]
    return {**kept, "PATH": os.pathsep.join(folders), **more}


def run(
    checkout: Path, *words: str, before: tuple[str, ...] = (), **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*before, sys.executable, str(checkout / "start.py"), *words],
        env=shell(**environment),
        capture_output=True,
        text=True,
        timeout=120,
        stdin=subprocess.DEVNULL,
    )


def one_sentence(done: subprocess.CompletedProcess[str]) -> str:
    """The sentence of a refusal: one line, nothing like a traceback, and an exit code that is not 0."""
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0]


@contextmanager
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def closed_port() -> int:
    with taken_port() as port:
        return port


@pytest.fixture
def installed(start: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note what would be installed, instead of doing it."""
    done: list[str] = []

    def make_venv() -> None:
        done.append("venv")
        start.PYTHON.parent.mkdir(parents=True, exist_ok=True)
        start.PYTHON.touch()

    monkeypatch.setattr(start, "make_venv", make_venv)
    monkeypatch.setattr(start, "fetch", lambda wanted: done.append(wanted.name))
    return done
