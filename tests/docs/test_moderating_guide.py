"""docs/moderating.md: its pictures are there, and each is taken by the story that it shows."""

import re

import pytest

from tests.docs.guide import ROOT, text_of

GUIDE = text_of("docs/moderating.md")
PICTURES = re.findall(r"!\[([^\]]+)\]\(pictures/moderating-([\w-]+)\.png\)", GUIDE)


@pytest.mark.parametrize(("words", "name"), PICTURES)
def test_a_picture_is_small_described_and_taken_by_a_story(words: str, name: str) -> None:
    assert (ROOT / "docs" / "pictures" / f"moderating-{name}.png").stat().st_size < 100_000
    assert f'hand.picture("{name}"' in text_of("tests/browser/test_moderator.py")
    assert len(words.split()) > 6


def test_every_picture_of_moderating_is_shown() -> None:
    there = {path.stem for path in (ROOT / "docs" / "pictures").glob("moderating-*.png")}
    assert there == {f"moderating-{name}" for _, name in PICTURES}
