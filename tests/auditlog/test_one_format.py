"""The format of the log is said once: the tool that is given out alone holds the same text, the documents every key."""

import subprocess
import sys
from pathlib import Path

import pytest

from navalassist.auditlog import course, models, shape
from navalassist.play.corrections import reasons, undo

ROOT = Path(__file__).resolve().parents[2]


def test_the_tool_holds_a_copy_of_the_four_modules_and_every_kind_has_a_shape() -> None:
    done = subprocess.run([sys.executable, "tools/assemble.py", "--check"], cwd=ROOT, check=False)
    assert done.returncode == 0, "call tools/assemble.py"
    assert set(shape.KINDS) == set(models.KINDS)


def test_every_key_of_a_shape_has_a_type_and_is_in_the_documents() -> None:
    told = (ROOT / "docs" / "log-format.md").read_text("utf-8")
    shapes = [s for kind in shape.KINDS.values() for s in (kind.values() if isinstance(kind, dict) else [kind])]
    keys = {name for one in shapes for name in (*one.needs, *one.may)}
    assert keys <= set(shape.VALUES)
    assert [name for name in sorted(shape.VALUES) if f"`{name}`" not in told] == []


@pytest.mark.parametrize("name", ["shape", "fold", "came_since", "course"])
def test_the_four_modules_need_nothing_but_python(name: str) -> None:
    lines = (ROOT / "navalassist" / "auditlog" / f"{name}.py").read_text("utf-8").splitlines()
    imported = {line.split()[1] for line in lines if line.startswith(("import ", "from "))}
    own = {f"navalassist.auditlog.{other}" for other in ("shape", "fold", "came_since")}
    assert imported <= {"__future__", "re", "operator", "hashlib", "json", "typing", "decimal"} | own


def test_the_reasons_of_the_format_are_those_that_a_page_offers() -> None:
    assert {*course.REASONS, shape.NOT_HAPPENED} == reasons.every_reason().keys()
    assert set(course.WHY_GIVEN_UP) == {*undo.WHY_GIVEN_UP, reasons.FALLEN_AWAY}
