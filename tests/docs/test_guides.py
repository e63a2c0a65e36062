"""docs/add-a-rule.md and docs/add-a-rule-system.md are followed from first line to last, in a copy of the project."""

from pathlib import Path

import pytest

from tests.docs.guide import ROOT, commands_of, copied, files_of, run, text_of

A_RULE, A_SYSTEM = "add-a-rule.md", "add-a-rule-system.md"
GUIDES = (A_RULE, A_SYSTEM)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project into which the files of both guides are written."""
    return copied(tmp_path_factory.mktemp("guides"), *map(text_of, GUIDES))


def test_the_guide_to_a_rule_names_four_files() -> None:
    folders = [Path(path).parts[0] for path in files_of(text_of(A_RULE))]
    assert folders == [
        "tests",
        "tables",
        "navalassist",
        "navalassist",
    ]


def test_the_guide_to_a_system_changes_no_file_that_is_there() -> None:
    files = files_of(text_of(A_SYSTEM))
    assert len(files) == 14
    assert not [path for path in files if (ROOT / path).exists()]


@pytest.mark.slow
def test_what_the_guides_write_passes_its_tests_prints_what_they_say_and_is_reached_by_players(project: Path) -> None:
    done = run(project, f".venv/bin/python -m tests.docs.follow {' '.join(GUIDES)}").splitlines()
    assert done[:3] == [
        "a_player_reaches_the_rule_and_its_receipt",
        "a_turn_is_played_with_the_pages_alone",
        "the_new_row_of_the_contract_is_done_and_reached",
    ]
    assert [line.partition(": ")[0] for line in done[3:]] == [A_RULE] * 4 + [A_SYSTEM] * 4


@pytest.mark.slow
@pytest.mark.parametrize("name", GUIDES)
def test_every_command_of_a_guide_prints_what_the_guide_says_in_a_shell(project: Path, name: str) -> None:
    commands = list(commands_of(text_of(name)))
    assert len(commands) == 4
    for command, wanted in commands:
        assert wanted in run(project, command), command
