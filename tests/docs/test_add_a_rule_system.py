"""docs/add-a-rule-system.md is followed from its first line to its last, in a copy of the project."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.guide import ROOT, commands_that_print_what_the_guide_says, copied, files_of, text_of, use

GUIDE = text_of("add-a-rule-system.md")

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
ruling = {"act": "ruling.choice", "set": "R-901=lee", "submission": "d"}
assert client.post("/c/cup/setup/rulings/", ruling).status_code == 302
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
    """A copy of the project into which the guide's files are written."""
    return copied(tmp_path_factory.mktemp("system"), GUIDE)


def test_the_guide_changes_no_file_that_is_there() -> None:
    files = files_of(GUIDE)
    assert len(files) == 12
    assert not [path for path in files if (ROOT / path).exists()]


@pytest.mark.slow
def test_every_command_of_the_guide_prints_what_the_guide_says(project: Path) -> None:
    assert commands_that_print_what_the_guide_says(project, GUIDE) == 4


@pytest.mark.slow
def test_a_turn_is_played_with_the_pages_alone(project: Path) -> None:
    assert "a turn was played" in use(project, PLAY_A_TURN)
