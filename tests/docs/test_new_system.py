"""A rule system is files of its own: with those of the regatta, and no other file changed, it is there and played."""

import shutil
from pathlib import Path

import pytest

from tests.docs.guide import ROOT, copied, run

REGATTA = ROOT / "tests" / "docs" / "regatta"
PARTS = {"tables": "tables/regatta", "templates": "templates/regatta"}


@pytest.mark.slow
def test_a_new_rule_system_needs_no_other_file_changed(tmp_path: Path) -> None:
    project = copied(tmp_path)
    system = project / "navalassist" / "systems" / "regatta"
    shutil.copytree(REGATTA, system, ignore=shutil.ignore_patterns("__pycache__", *PARTS))
    for part, place in PARTS.items():
        shutil.copytree(REGATTA / part, project / place)
    done = run(project, ".venv/bin/python -m tests.docs.follow")
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    race, table = system / "race.py", project / "tables" / "regatta" / "breeze.toml"
    spoil(race, "figures=figures,", 'figures=figures,\n    before={"bote": "side"},')
    assert start(project) == "the rule 'regatta-sail': before names 'bote', and SailForm has no such field\n"
    spoil(race, '    before={"bote": "side"},', "")
    spoil(table, "1 to 2 | 0     1", "1 to 2 | 0     7")
    assert start(project).startswith("breeze.toml, row 1 to 2, column fresh: ")


def spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def start(project: Path) -> str:
    """What a start says that is stopped: one sentence."""
    done = run(project, ".venv/bin/python manage.py rule")
    assert done.returncode == 1
    return done.stderr
