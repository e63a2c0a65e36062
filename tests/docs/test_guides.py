"""docs/add-a-rule.md and docs/add-a-rule-system.md show what the project has, and what they say comes about."""

from pathlib import Path

import pytest

from tests.docs.guide import WHOLE, blocks_of, commands_of, copied, files_of, run, text_of, written

A_RULE, A_SYSTEM = "docs/add-a-rule.md", "docs/add-a-rule-system.md"
ANEW = "python -m tests.docs.guide writes its blocks anew"
SHOWN = [(guide, path) for guide in (A_RULE, A_SYSTEM) for path in blocks_of(text_of(guide))]


@pytest.mark.parametrize(("guide", "path"), SHOWN, ids=[f"{Path(guide).stem}: {path}" for guide, path in SHOWN])
def test_a_block_of_a_guide_stands_in_the_file_that_it_names(guide: str, path: str) -> None:
    missing = [block for block in blocks_of(text_of(guide))[path] if f"\n{block}" not in f"\n{text_of(path)}"]
    assert not missing, f"{guide} shows of {path} what does not stand there: {ANEW}"


def test_the_rule_and_the_table_of_the_guide_are_the_files_of_the_project() -> None:
    shown = files_of(text_of(A_RULE))
    for path in WHOLE:
        assert shown[path] == text_of(path), f"{A_RULE} does not show all of {path}, block by block: {ANEW}"


@pytest.mark.slow
def test_a_project_without_the_rule_has_it_once_the_blocks_of_the_guide_are_written(tmp_path: Path) -> None:
    project = copied(tmp_path)
    for path in WHOLE:
        (project / path).unlink()
    commands = list(commands_of(text_of(A_RULE)))
    assert len(commands) == 5
    before = run(project, ".venv/bin/python manage.py rule")
    assert before.returncode == 0, before.stderr
    assert "gw-merchant" not in before.stdout
    shown = files_of(text_of(A_RULE))
    written(project, {path: shown[path] for path in WHOLE})
    for command, wanted in commands:
        done = run(project, command)
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        assert wanted in done.stdout, command
