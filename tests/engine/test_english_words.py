"""Words within a sentence."""

import pytest

from navalassist.engine.english import small


@pytest.mark.parametrize(
    ("title", "within"),
    [("Initial phase", "initial phase"), ("NAS 7, Allied combat", "NAS 7, Allied combat"), ("", "")],
)
def test_a_title_within_a_sentence_begins_small_unless_it_begins_with_an_abbreviation(title: str, within: str) -> None:
    assert small(title) == within
