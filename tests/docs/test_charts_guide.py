"""docs/charts.md: its pictures are there, each is made by the script, and what it calls by name stands on a page."""

import re
from pathlib import Path

import pytest

from tests.docs.guide import ROOT, text_of

GUIDE = text_of("docs/charts.md")
PICTURES = re.findall(r"!\[([^\]]+)\]\(pictures/([\w-]+)\.png\)", GUIDE)
NAMED = sorted(set(re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", GUIDE)))
# What a page writes with a number, or makes of two parts.
MADE = {"Save version 2": "Save version {{ next }}", "Put in": "Put in {{", "the pack's": "the pack's", "ours": "ours:"}


def pages() -> str:
    """What templates and the modules of pages say."""
    found = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "navalassist" / "desk").rglob("*.py")]
    found.append(ROOT / "navalassist" / "play" / "write" / "roster_edits.py")
    return "\n".join(path.read_text("utf-8") for path in found)


@pytest.mark.parametrize("name", [name for _, name in PICTURES])
def test_a_picture_is_there_and_the_script_takes_it(name: str) -> None:
    assert (ROOT / "docs" / "pictures" / f"{name}.png").stat().st_size < 100_000
    assert f'"{name}"' in text_of("tools/chart_pictures.py")


def test_every_picture_of_charts_is_shown_and_described() -> None:
    there = {path.stem for path in Path(ROOT / "docs" / "pictures").glob("charts-*.png")}
    assert there == {name for _, name in PICTURES}
    assert all(len(words.split()) > 6 for words, _ in PICTURES)


def test_what_it_calls_by_name_stands_on_a_page() -> None:
    said = pages()
    assert not [name for name in NAMED if MADE.get(name, name) not in said]
    assert len(NAMED) > 20
