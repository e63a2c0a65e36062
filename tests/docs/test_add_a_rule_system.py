"""docs/add-a-rule-system.md is followed from its first line to its last, in a copy of the project."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.docs.test_add_a_rule import CONSOLE, FILE, NEEDED, ROOT, run

GUIDE = (ROOT / "docs" / "add-a-rule-system.md").read_text("utf-8")

PLAY_A_TURN = """
from django.test import Client
from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play import state as states
from navalassist.play.verify import check_campaign
from navalassist.systems import contract

client = Client()
form = client.get("/new/?system=regatta").content.decode()
assert "Wind" in form and "Regatta" in form and "Malta" not in form, form
refused = client.post("/new/", {"system": "regatta", "name": "Cup", "wind": "storm", "submission": "a"})
assert refused.status_code == 422 and "Wind: choose light or fresh" in refused.content.decode()
begun = client.post("/new/", {"system": "regatta", "name": "Cup", "wind": "fresh", "submission": "b"})
assert begun["Location"] == "/c/cup/", begun.content.decode()
home = client.get("/c/cup/").content.decode()
for words in ("Jun 1901", "Red", "This step", 'href="/c/cup/do/regatta-sail/?side=red"', 'href="/c/cup/race/"'):
    assert words in home, (words, home)
assert "Convoy board" not in home
url = "/c/cup/do/regatta-sail/"
looked = client.post(url + "look/", {"side": "red"}).content.decode()
assert "1.5" in looked, looked
done = client.post(url, {"side": "red", "dice": "typed", "strip": "6", "submission": "c"})
assert done.status_code == 302, done.content.decode()
assert "Breeze Table" in client.get(done["Location"]).content.decode()
assert "2 legs" in client.get("/c/cup/race/").content.decode()
assert client.post("/c/cup/setup/rulings/", {"act": "ruling.choice", "set": "R-901=lee"}).status_code == 302
for wanted in ("blue", "red"):
    assert client.post("/c/cup/step/", {"submission": wanted}).status_code == 302
assert states.load("cup").clock == ("1901-07", "red", "race")
for address in ("", "log/", "setup/", "setup/rulings/", "do/", "dice/", "disputes/", "archive/", "race/"):
    assert client.get(f"/c/cup/{address}").status_code == 200, address
for address in ("board/", "fleet/", "sheet/", "waters/"):
    assert client.get(f"/c/cup/{address}").status_code == 404, address
for entry in Entry.objects.filter(campaign__slug="cup", chain="public"):
    assert client.get(f"/c/cup/log/{entry.reference}/").status_code == 200, entry.reference
of_the_rules = {"tables": "Breeze Table", "rulings": "R-901", "procedures": "RG.SAIL", "turns": "Regatta"}
for address, words in of_the_rules.items():
    assert words in client.get(f"/{address}/").content.decode(), address
assert client.get("/tables/regatta/1-breeze/").status_code == 200
assert check_campaign(Campaign.objects.get(slug="cup")).sound
assert "/new/demo/regatta/" in client.get("/").content.decode()
assert client.post("/new/demo/regatta/")["Location"] == "/c/regatta/"
from pathlib import Path
rows = {row.id: row for row in contract.load(Path("docs/contract"))}
from navalassist.systems.management.commands.coverage import why_not
assert rows["RG.SAIL"].done and not [way for way in rows["RG.SAIL"].reach if why_not(way)]
print("a turn was played")
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project into which the guide's files are written; none of them is there before."""
    copy = tmp_path_factory.mktemp("system")
    unwanted = shutil.ignore_patterns("__pycache__", "data", ".*")
    for name in NEEDED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=unwanted)
        else:
            shutil.copy(source, copy / name)
    for name in ("__init__.py", "conftest.py", "databases.py", "settings.py", "rules/__init__.py"):
        target = copy / "tests" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "tests" / name, target)
    for path, text in FILE.findall(GUIDE):
        target = copy / path
        assert not target.exists(), f"{path} is there already: the guide needs another example"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    return copy


def test_the_guide_changes_no_file_that_is_there() -> None:
    files = [path for path, _ in FILE.findall(GUIDE)]
    assert len(files) == 12
    assert not [path for path in files if (ROOT / path).exists()]


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
def test_a_turn_is_played_with_the_pages_alone(project: Path) -> None:
    (project / "play_a_turn.py").write_text("import django\ndjango.setup()\n" + PLAY_A_TURN, "utf-8")
    (project / "guide_settings.py").write_text(
        "from tests.settings import *\nimport pathlib\n"
        "DATABASES['default']['NAME'] = pathlib.Path(__file__).parent / 'guide.sqlite3'\n",
        "utf-8",
    )
    settings = "DJANGO_SETTINGS_MODULE=guide_settings PYTHONPATH=."
    run(project, f"{settings} .venv/bin/python manage.py migrate -v0 --settings guide_settings")
    assert "a turn was played" in run(project, f"{settings} .venv/bin/python play_a_turn.py")
