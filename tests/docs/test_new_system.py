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
