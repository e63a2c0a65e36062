"""docs/operating.md and the files beside it: what they name is there, and is what they say."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from navalassist.club.launcher import STOP_SECONDS

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "operating.md").read_text("utf-8")
DEPLOY = ROOT / "deploy"
# Of tests, and of the launcher for its own children.
NOT_FOR_PEOPLE = {"NAVALASSIST_TEST_POSTGRES", "NAVALASSIST_NAME", "NAVALASSIST_UPSTREAM"}


def variables(text: str) -> set[str]:
    return set(re.findall(r"NAVALASSIST_[A-Z]+", text))


def read_by_the_product() -> set[str]:
    return {name for path in (ROOT / "navalassist").rglob("*.py") for name in variables(path.read_text("utf-8"))}


def test_every_setting_of_the_product_is_told_and_no_other() -> None:
    read = read_by_the_product()
    assert read - variables(TEXT) == set()
    assert variables(TEXT) - read - NOT_FOR_PEOPLE == set()


def test_every_check_has_its_line() -> None:
    told = set(re.findall(r"navalassist\.([EW]\d{3})", TEXT)) | {f"E{number:03}" for number in range(11, 16)}
    made = set(re.findall(r'"([EW]\d{3})"', (ROOT / "navalassist" / "checks.py").read_text("utf-8")))
    assert made == told


def test_every_command_is_there() -> None:
    commands = {path.stem for path in (ROOT / "navalassist").glob("*/management/commands/[a-z]*.py")}
    named = set(re.findall(r"(?:manage\.py|deploy/manage) ([a-z]+)", TEXT))
    assert named >= {"backup", "restore", "move", "verify", "person"}
    assert named - commands - {"check", "help"} == set()


def test_every_file_and_page_is_there() -> None:
    for name in set(re.findall(r"\bdeploy/[A-Za-z0-9./-]+", TEXT)) | {"compose.yaml", "deploy/Dockerfile"}:
        assert (ROOT / name.rstrip(".")).exists(), name
    headings = {re.sub(r"[^a-z0-9 -]", "", h.lower()).replace(" ", "-") for h in re.findall(r"^## (.+)$", TEXT, re.M)}
    for link in re.findall(r"\]\(([^)]+)\)", TEXT):
        if link.startswith("#"):
            assert link[1:] in headings, link
        elif "://" not in link:
            assert (ROOT / "docs" / link).exists(), link


def test_the_containers_start_the_club_as_it_is_started_elsewhere() -> None:
    compose = (ROOT / "compose.yaml").read_text("utf-8")
    assert variables(compose) - NOT_FOR_PEOPLE <= read_by_the_product()
    docker = (DEPLOY / "Dockerfile").read_text("utf-8")
    assert '"navalassist.club"' in docker
    assert "start.py install" in docker
    # pg_dump copies no server that is newer than itself: Debian 12 has 15.
    assert "bookworm" in docker
    assert "postgres:15-bookworm" in compose


@pytest.mark.parametrize("name", ["navalassist.service", "navalassist-backup.service", "navalassist-backup.timer"])
def test_systemd_finds_nothing_wrong_with_a_unit(tmp_path: Path, name: str) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd-analyze on this machine")
    for path in DEPLOY.glob("*.service"):
        text = path.read_text("utf-8").replace("/opt/navalassist/.venv/bin/python", sys.executable)
        (tmp_path / path.name).write_text(text.replace("/opt/navalassist", str(ROOT)))
    if not (tmp_path / name).exists():
        shutil.copy(DEPLOY / name, tmp_path)
    done = subprocess.run(["systemd-analyze", "verify", tmp_path / name], capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_the_unit_keeps_what_it_promises() -> None:
    unit = (DEPLOY / "navalassist.service").read_text("utf-8")
    for line in ("DynamicUser=yes", "StateDirectory=navalassist", "ProtectSystem=strict", "Restart=on-failure"):
        assert f"\n{line}\n" in unit
    stop = re.search(r"^TimeoutStopSec=(\d+)$", unit, re.M)
    assert stop is not None

    assert int(stop[1]) > STOP_SECONDS


def lines_of(name: str) -> list[str]:
    return [line for line in (DEPLOY / name).read_text("utf-8").splitlines() if "=" in line and line[0] != "#"]


def test_a_backup_is_fenced_in_as_the_service_is() -> None:
    fence = re.compile(r"(Protect|Private|Restrict|NoNew|Capability|Lock|SystemCall|ProcSubset|UMask|Dynamic)")
    service = [line for line in lines_of("navalassist.service") if fence.match(line)]
    assert len(service) > 20
    assert [line for line in service if line not in lines_of("navalassist-backup.service")] == []
    for name in ("navalassist.service", "navalassist-backup.service"):
        assert {line.partition("=")[0] for line in lines_of(name)} >= {"MemoryMax", "TasksMax"}


def test_the_image_holds_what_is_named_and_no_secret_that_lies_beside_it() -> None:
    lines = [line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line and line[0] != "#"]
    assert lines[0] == "*", "all is left out that is not named"
    named = {line[1:] for line in lines if line.startswith("!")}
    assert all((ROOT / name).exists() for name in named)
    assert {"manage.py", "navalassist", "requirements", "start.py", "static", "tables", "templates"} <= named
    assert not [name for name in named if name.startswith((".", "data", "tests", "docs"))]
    assert lines.index("**/.*") > max(lines.index(f"!{name}") for name in named), "no hidden file of a named folder"
    assert {".env", "/data/"} <= set((ROOT / ".gitignore").read_text("utf-8").splitlines())


def test_every_container_is_fenced_in_and_caddy_alone_is_believed() -> None:
    text = (ROOT / "compose.yaml").read_text("utf-8")
    services = re.split(r"^  (?=\w+:\n)", text.partition("\nservices:\n")[2].partition("\nnetworks:\n")[0], flags=re.M)[
        1:
    ]
    assert [part.partition(":")[0] for part in services] == ["database", "navalassist", "caddy"]
    for part in services:
        for wanted in ("<<: *fenced", "mem_limit:", "pids_limit:", "healthcheck:", "tmpfs:"):
            assert wanted in part, (part.partition(":")[0], wanted)
    for wanted in ("no-new-privileges:true", "cap_drop: [ALL]", "read_only: true"):
        assert wanted in text.partition("\nservices:\n")[0]
    address = re.search(r"ipv4_address: (\S+)", services[2])
    assert address is not None
    assert f"NAVALASSIST_PROXIES: {address[1]}\n" in services[1]


def test_the_shell_scripts_can_be_read() -> None:
    assert subprocess.run(["sh", "-n", DEPLOY / "manage"], capture_output=True, text=True).stderr == ""
