"""A guide of docs/ that is followed from its first line to its last, in a copy of the project."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILE = re.compile(r"^`([\w/.-]+)`\n```\w+\n(.*?)^```$", re.M | re.S)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
NEEDED = ("navalassist", "tables", "templates", "static", "docs", "manage.py", "pyproject.toml")
NEEDED_TESTS = ("__init__.py", "conftest.py", "databases.py", "settings.py", "rules/__init__.py")
SETTINGS = """
from tests.settings import *
import pathlib
DATABASES['default']['NAME'] = pathlib.Path(__file__).parent / 'guide.sqlite3'
"""


def text_of(name: str) -> str:
    """A guide as it is printed."""
    return (ROOT / "docs" / name).read_text("utf-8")


def files_of(guide: str) -> dict[str, str]:
    """path -> text of every file that a guide has one write."""
    return dict(FILE.findall(guide))


def copied(copy: Path, guide: str, *tests: str) -> Path:
    """Copy the project, and write a guide's files into it; none of them is there before. tests: files of tests/."""
    unwanted = shutil.ignore_patterns("__pycache__", "data", ".*")
    for name in NEEDED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=unwanted)
        else:
            shutil.copy(source, copy / name)
    for name in (*NEEDED_TESTS, *tests):
        target = copy / "tests" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "tests" / name, target)
    for path, text in files_of(guide).items():
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


def commands_that_print_what_the_guide_says(project: Path, guide: str) -> int:
    """How many commands a guide has. Fails at the first that prints something else."""
    tried = 0
    for block in CONSOLE.findall(guide):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, wanted = part.partition("\n")
            assert wanted.strip() in run(project, command), command
            tried += 1
    return tried


def use(project: Path, script: str) -> str:
    """Run a script on the copy, with a database of its own; what it printed."""
    (project / "use_it.py").write_text(f"import django\ndjango.setup()\n{script}", "utf-8")
    (project / "guide_settings.py").write_text(SETTINGS, "utf-8")
    settings = "DJANGO_SETTINGS_MODULE=guide_settings PYTHONPATH=."
    run(project, f"{settings} .venv/bin/python manage.py migrate -v0 --settings guide_settings")
    return run(project, f"{settings} .venv/bin/python use_it.py")
