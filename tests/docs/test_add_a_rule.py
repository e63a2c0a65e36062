"""docs/add-a-rule.md is followed from its first line to its last, in a copy of the project."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.guide import commands_that_print_what_the_guide_says, copied, files_of, text_of, use

GUIDE = text_of("add-a-rule.md")

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
    return copied(tmp_path_factory.mktemp("guide"), GUIDE, "rules/europa/__init__.py")


def test_the_guide_names_four_files() -> None:
    assert [Path(path).parts[0] for path in files_of(GUIDE)] == ["tests", "tables", "navalassist", "navalassist"]


@pytest.mark.slow
def test_every_command_of_the_guide_prints_what_the_guide_says(project: Path) -> None:
    assert commands_that_print_what_the_guide_says(project, GUIDE) == 4


@pytest.mark.slow
def test_a_player_reaches_the_rule_and_its_receipt(project: Path) -> None:
    assert "reached by a player" in use(project, USE_THE_PAGE)
