"""start.py installs what it needs, once, by hash; the lock files answer what is asked for."""

import re
from pathlib import Path
from types import ModuleType

import pytest

from tests.starting import ROOT, checkout, installed, start

__all__ = ["checkout", "installed", "start"]


def test_the_second_start_installs_nothing(start: ModuleType, installed: list[str]) -> None:
    start.install("run")
    start.install("run")
    assert installed == ["venv", "club.lock"]
    start.install("club")
    assert installed == ["venv", "club.lock"], "the first start brought what a club needs: it takes no network later"


def test_one_table_is_served_where_a_clubs_packages_are_not_made(
    start: ModuleType, installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fetch(wanted: Path) -> None:
        installed.append(wanted.name)
        if wanted.name == "club.lock":
            raise start.Problem("no such wheel")

    monkeypatch.setattr(start, "fetch", fetch)
    start.install("run")
    start.install("run")
    assert installed == ["venv", "club.lock", "venv", "run.lock"]


def test_the_tests_add_to_the_product_and_serve_for_it(start: ModuleType, installed: list[str]) -> None:
    start.install("run")
    start.install("test")
    start.install("run")
    start.install("test")
    assert installed == ["venv", "club.lock", "test.lock"]


def test_a_changed_lock_is_installed_over_the_old(start: ModuleType, installed: list[str]) -> None:
    start.install("run")
    with (start.LOCKS / "run.lock").open("a") as file:
        file.write("# changed\n")
    start.install("run")
    assert installed == ["venv", "club.lock", "run.lock"]


def test_an_installation_that_broke_off_is_begun_again(
    start: ModuleType, installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(wanted: Path) -> None:
        raise start.Problem("no")

    with monkeypatch.context() as patch:
        patch.setattr(start, "fetch", broken)
        with pytest.raises(start.Problem):
            start.install("run")
    start.install("run")
    assert installed == ["venv", "venv", "venv", "club.lock"]


def test_every_package_is_asked_for_with_its_hash_and_ready_built(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[list[str]] = []
    monkeypatch.setattr(start, "first_that_works", lambda ways: tried.extend(ways) or "")
    monkeypatch.setattr(start.shutil, "which", lambda name: "/usr/bin/uv")
    compiled: list[list[str]] = []
    monkeypatch.setattr(start.subprocess, "run", lambda command, **_: compiled.append(command))
    start.fetch(start.LOCKS / "run.lock")
    assert compiled == [[str(start.PYTHON), "-m", "compileall", "-q", "navalassist", "tables"]]
    assert [way[0] for way in tried] == ["/usr/bin/uv", str(start.PYTHON)], "uv first, pip where uv fails"
    for way in tried:
        assert "--require-hashes" in way
        assert "--only-binary=:all:" in way


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("error: Connection refused", "there seems to be no network: go online once and start again"),
        ("Could not fetch: Temporary failure in Name Resolution", "there seems to be no network"),
        ("reading\nno such wheel", "The packages can't be installed: no such wheel"),
    ],
)
def test_packages_that_can_not_be_fetched_are_met_with_one_sentence(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, said: str, sentence: str
) -> None:
    monkeypatch.setattr(start, "first_that_works", lambda ways: said)
    with pytest.raises(start.Problem, match=sentence):
        start.fetch(start.LOCKS / "run.lock")
    assert not start.STAMP.exists()


def lock(name: str) -> dict[str, str]:
    """{package: its whole requirement with hashes}"""
    text = (ROOT / "requirements" / f"{name}.lock").read_text("utf-8").replace("\\\n", " ")
    return {line.split("==")[0]: " ".join(line.split()) for line in text.splitlines() if "==" in line}


@pytest.mark.parametrize("name", ["run", "test"])
def test_a_lock_has_a_hash_for_each_package_and_no_address(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.lock").read_text("utf-8")
    assert not re.search(r"://|--(extra-)?index|--find-links|--trusted-host| @ ", text)
    assert lock(name)
    for requirement in lock(name).values():
        assert "--hash=sha256:" in requirement, requirement


def test_the_test_lock_holds_the_product_lock() -> None:
    product, tests = lock("run"), lock("test")
    assert {package: tests.get(package) for package in product} == product


@pytest.mark.parametrize("name", ["run", "test"])
def test_the_lock_answers_what_is_asked_for(name: str) -> None:
    from packaging.requirements import Requirement

    locked = {package: re.match(r"[^ ]+==([^ ]+)", line)[1] for package, line in lock(name).items()}  # type: ignore[index]
    for line in (ROOT / "requirements" / f"{name}.in").read_text("utf-8").splitlines():
        if line and not line.startswith(("#", "-r")):
            wanted = Requirement(line)
            assert wanted.specifier.contains(locked[wanted.name]), line


def test_the_words_of_start_py_reach_the_server(start: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[list[str]] = []
    monkeypatch.setattr(start, "install", lambda lock: None)
    monkeypatch.setattr(start, "hand_over", lambda command: handed.append(command) or 0)
    for command in ("run", "club"):
        getattr(start, command)(["--port", "0", "--beside-another"])
        getattr(start, command)(["--port", "0"])
    assert [("--beside-another" in command) for command in handed] == [True, False, True, False]
