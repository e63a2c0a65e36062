"""docs/add-a-rule.md is followed from its first line to its last, in a copy of the project."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "add-a-rule.md").read_text("utf-8")
FILE = re.compile(r"^`([\w/.-]+)`\n```\w+\n(.*?)^```$", re.M | re.S)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
NEEDED = ("navalassist", "tables", "templates", "static", "docs", "manage.py", "pyproject.toml")

USE_THE_PAGE = """
from django.test import Client
from navalassist.systems.europa.setup import begin_demo
from navalassist.play.verify import check_campaign
campaign = begin_demo()
client, url = Client(), f"/c/{campaign.slug}/do/scuttling/"
shown = client.get(url).content.decode()
the_map = client.get(f"/c/{campaign.slug}/").content.decode()
assert "when a port with ships in it has fallen" in the_map and f'href="{url}"' in the_map, the_map
assert "Scuttle or escape" in shown and "Warships that check" in shown, shown
looked = client.post(url + "look/", {"side": "axis", "warships": "3"}).content.decode()
assert "8/27" in looked, looked
done = client.post(url, {"side": "axis", "warships": "3", "dice": "typed", "strip": "456", "submission": "a"})
assert done.status_code == 302, done.content.decode()
receipt = client.get(done["Location"])
assert receipt.status_code == 200 and "Scuttle or escape" in receipt.content.decode()
the_map = client.get(f"/c/{campaign.slug}/").content.decode()
assert f'href="{done["Location"]}"><span></span><small>done, entry 3' in the_map, the_map
assert check_campaign(campaign).sound
print("reached by a player")
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project into which the guide's files are written."""
    copy = tmp_path_factory.mktemp("guide")
    unwanted = shutil.ignore_patterns("__pycache__", "data", ".*")
    for name in NEEDED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=unwanted)
        else:
            shutil.copy(source, copy / name)
    for name in (
        "__init__.py",
        "conftest.py",
        "databases.py",
        "settings.py",
        "rules/__init__.py",
        "rules/europa/__init__.py",
    ):
        target = copy / "tests" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "tests" / name, target)
    for path, text in FILE.findall(GUIDE):
        assert not (copy / path).exists(), f"{path} is there already: the guide needs another example"
        (copy / path).write_text(text, "utf-8")
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


def test_the_guide_names_four_files() -> None:
    kinds = [Path(path).parts[0] for path, _ in FILE.findall(GUIDE)]
    assert kinds == ["tests", "tables", "navalassist", "navalassist"]


@pytest.mark.slow
def test_every_command_of_the_guide_prints_what_the_guide_says(project: Path) -> None:
    tried = 0
    for block in CONSOLE.findall(GUIDE):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, wanted = part.partition("\n")
            assert wanted.strip() in run(project, command), command
            tried += 1
    assert tried == 4


@pytest.mark.slow
def test_a_player_reaches_the_rule_and_its_receipt(project: Path) -> None:
    script = project / "use_the_page.py"
    script.write_text("import django\ndjango.setup()\n" + USE_THE_PAGE, "utf-8")
    (project / "guide_settings.py").write_text(
        "from tests.settings import *\nimport pathlib\n"
        "DATABASES['default']['NAME'] = pathlib.Path(__file__).parent / 'guide.sqlite3'\n",
        "utf-8",
    )
    settings = "DJANGO_SETTINGS_MODULE=guide_settings PYTHONPATH=."
    run(project, f"{settings} .venv/bin/python manage.py migrate -v0 --settings guide_settings")
    assert "reached by a player" in run(project, f"{settings} .venv/bin/python use_the_page.py")
