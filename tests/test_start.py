"""The two commands: what they do, and the one sentence that each failure is met with."""

import ast
import http.cookiejar
import importlib.util
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from navalassist import listening, server

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


# ------------------------------------------------------------------------------------------- refusals


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


# ------------------------------------------------------------------------------------------- installing


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


def test_the_second_start_installs_nothing(start: ModuleType, installed: list[str]) -> None:
    start.install("run")
    start.install("run")
    assert installed == ["venv", "run.lock"]


def test_the_tests_add_to_the_product_and_serve_for_it(start: ModuleType, installed: list[str]) -> None:
    start.install("run")
    start.install("test")
    start.install("run")
    start.install("test")
    assert installed == ["venv", "run.lock", "test.lock"]


def test_a_changed_lock_is_installed_over_the_old(start: ModuleType, installed: list[str]) -> None:
    start.install("run")
    with (start.LOCKS / "run.lock").open("a") as file:
        file.write("# changed\n")
    start.install("run")
    assert installed == ["venv", "run.lock", "run.lock"]


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
    assert installed == ["venv", "venv", "run.lock"]


def test_every_package_is_asked_for_with_its_hash_and_ready_built(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[list[str]] = []
    monkeypatch.setattr(start, "first_that_works", lambda ways: tried.extend(ways) or "")
    monkeypatch.setattr(start.shutil, "which", lambda name: "/usr/bin/uv")
    start.fetch(start.LOCKS / "run.lock")
    assert [way[0] for way in tried] == ["/usr/bin/uv", str(start.PYTHON)], "uv first, pip where uv fails"
    for way in tried:
        assert "--require-hashes" in way
        assert "--only-binary=:all:" in way


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


# ------------------------------------------------------------------------------------------- test and check


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
    ],
)
def test_the_whole_suite_is_shared_out_and_words_go_to_pytest(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, words: list[str], shared: bool
) -> None:
    handed: list[list[str]] = []
    monkeypatch.setattr(start, "install", lambda name: None)
    monkeypatch.setattr(start, "hand_over", lambda command: handed.append(command) or 5)
    assert start.main(["test", *words]) == 5, "pytest's exit code is ours"
    [[python, *rest]] = handed
    assert python == str(start.PYTHON)
    assert rest == ["-m", "pytest", *(["-n", "auto", "--dist", "loadgroup"] if shared else []), *words]


def test_check_runs_every_step_and_names_those_that_failed(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[list[str]] = []

    def fake(command: list[str], **_options: Any) -> subprocess.CompletedProcess[str]:
        ran.append(command)
        return subprocess.CompletedProcess(command, 1 if "mypy" in command else 0)

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


# ------------------------------------------------------------------------------------------- serving


@contextmanager
def serving(command: list[str], environment: dict[str, str], seconds: float) -> Iterator[tuple[str, list[str]]]:
    """Start, wait for the address, and at the end press Ctrl-C; what was printed is in the list."""
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        process_group=0,
        # A test run that was started in the background ignores Ctrl-C, and its children would too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    watchdog = threading.Timer(seconds, process.kill)
    watchdog.start()
    said: list[str] = []
    try:
        assert process.stdout is not None
        url = ""
        for line in process.stdout:
            said.append(line)
            if found := re.search(r"runs at\s+(http://\S+)", line):
                url = found[1]
            if "Ctrl-C" in line:
                break
        assert url, "".join(said)
        yield url, said
        # The terminal sends Ctrl-C to everything it started.
        os.killpg(process.pid, signal.SIGINT)
        rest = process.stdout.read()
        assert process.wait() == 0, rest
        assert rest == "", "Ctrl-C ends quietly"
    finally:
        watchdog.cancel()
        process.kill()
        process.wait()


@pytest.mark.slow
def test_from_a_bare_checkout_to_a_page_and_again_without_a_network(tmp_path: Path) -> None:
    home = tmp_path / "clone"
    leave = shutil.ignore_patterns(".venv", ".git", ".static", "data", "*_cache", "__pycache__", "tests", ".hypothesis")
    shutil.copytree(ROOT, home, ignore=leave)
    command = [sys.executable, str(home / "start.py"), "--port", "0"]
    environment = {**shell(), **{name: value for name, value in os.environ.items() if name.startswith("PIP_")}}
    with serving(command, environment, 300) as (url, said):
        text = "".join(said)
        for step in ("Making .venv", "Installing", "Collecting", "database", "runs at"):
            assert step in text
        assert "Naples" in text, "it says what to try"
        first = fetch(url)
        assert "NavalAssist" in first
    assert (home / "data" / "navalassist.sqlite3").exists()

    offline = {**shell(), "PIP_INDEX_URL": f"http://127.0.0.1:{closed_port()}", "PIP_CONFIG_FILE": os.devnull}
    before = time.monotonic()
    with serving(command, offline, 60) as (url, said):
        assert time.monotonic() - before < 10
        text = "".join(said)
        for step in ("Making", "Installing", "Collecting", "up to date"):
            assert step not in text
        assert "NavalAssist" in fetch(url)


def fetch(url: str) -> str:
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    with opener.open(url, timeout=20) as answer:
        return str(answer.read().decode())


def serve(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "navalassist.server", "--port", "0", *words],
        cwd=ROOT,
        env=shell(),
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_broken_database_is_said_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "navalassist.sqlite3").write_bytes(b"this is no database " * 500)
    sentence = one_sentence(serve("--data", str(tmp_path)))
    assert f"The database in {tmp_path} can't be used" in sentence


def test_the_server_itself_refuses_a_taken_port(tmp_path: Path) -> None:
    with taken_port() as port:
        assert "is taken" in one_sentence(serve("--port", str(port), "--data", str(tmp_path / "data")))


@pytest.mark.slow
def test_a_second_server_on_the_same_data_is_warned(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "navalassist.server", "--port", "0", "--data", str(tmp_path)]
    with serving(command, shell(), 60) as (_, first), serving(command, shell(), 60) as (_, second):
        assert "already serves" not in "".join(first)
        assert f"another NavalAssist already serves {tmp_path}" in "".join(second)


def test_changed_static_files_get_a_folder_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("a")
    before = server._static_stamp(tmp_path)
    assert server._static_stamp(tmp_path) == before
    (tmp_path / "a.css").write_text("b")
    assert server._static_stamp(tmp_path) != before


def test_old_static_folders_go_and_young_ones_stay(tmp_path: Path) -> None:
    for name, age in (("now", 0), ("young", 3600), ("old", server.OLD_SECONDS + 3600)):
        (tmp_path / name).mkdir()
        (tmp_path / f"{name}.done").touch()
        os.utime(tmp_path / f"{name}.done", (time.time() - age, time.time() - age))
    server._remove_old(tmp_path, keep="now")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["now", "now.done", "young", "young.done"]


def test_an_address_of_version_6_is_bracketed() -> None:
    assert listening.as_in_url("::1") == "[::1]"
    assert listening.as_in_url("127.0.0.1") == "127.0.0.1"


def test_this_machine_knows_its_own_name() -> None:
    assert socket.gethostname() in listening.own_names()


# ------------------------------------------------------------------------------------------- the project's own figures


def test_the_project_file_and_the_package_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["requires-python"] == ">=3.11"
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert subprocess.run(["bash", "-n", str(ROOT / ".ci" / "run")]).returncode == 0
