"""A guide of docs/ that is followed from its first line to its last, in a copy of the project."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILE = re.compile(r"^`([\w/.-]+)`\n```\w+\n(.*?)^```$", re.M | re.S)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
NEEDED = ("navalassist", "tables", "templates", "static", "docs", "manage.py", "pyproject.toml")
NEEDED_TESTS = (
    *("__init__.py", "conftest.py", "counts.py", "databases.py", "settings.py"),
    *("rules/__init__.py", "rules/europa/__init__.py"),
    *("docs/__init__.py", "docs/guide.py", "docs/follow.py"),
)


def text_of(name: str) -> str:
    """A guide as it is printed."""
    return (ROOT / "docs" / name).read_text("utf-8")


def files_of(guide: str) -> dict[str, str]:
    """path -> text of every file that a guide has one write."""
    return dict(FILE.findall(guide))


def commands_of(guide: str) -> Iterator[tuple[str, str]]:
    """Every command of a guide, with what it prints."""
    for block in CONSOLE.findall(guide):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, wanted = part.partition("\n")
            yield command, wanted.strip()


def copied(copy: Path, *guides: str) -> Path:
    """Copy the project, and write the files of guides into it; none of them is there before."""
    unwanted = shutil.ignore_patterns("__pycache__", "data", ".*")
    for name in NEEDED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=unwanted)
        else:
            shutil.copy(source, copy / name)
    for name in NEEDED_TESTS:
        target = copy / "tests" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "tests" / name, target)
    for path, text in (file for guide in guides for file in files_of(guide).items()):
        target = copy / path
        assert not target.exists(), f"{path} is there already: the guide needs another example"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    return copy


def run(project: Path, command: str) -> str:
    """What a command of the guide prints."""
    command = command.replace(".venv/bin/python", sys.executable)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("DJANGO_", "NAVALASSIST_", "PYTEST_"))}
    environment = {**kept, "NAVALASSIST_DATA": str(project / "data")}
    done = subprocess.run(
        ["bash", "-c", command], cwd=project, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout
