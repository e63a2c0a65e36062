"""Box lists: whole numbers that fall, as a record prints them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from navalassist.engine.shapes import boxes_text, boxes_typed

FALLING = st.sets(st.integers(0, 99), max_size=20).map(lambda found: tuple(sorted(found, reverse=True)))


@given(FALLING)
def test_boxes_are_read_as_they_are_written(boxes: tuple[int, ...]) -> None:
    assert boxes_typed(boxes_text(boxes)) == boxes


@given(st.lists(st.integers(0, 99), min_size=2, max_size=20).map(tuple))
def test_boxes_that_do_not_fall_are_refused_and_what_is_proposed_does(boxes: tuple[int, ...]) -> None:
    if list(boxes) == sorted(set(boxes), reverse=True):
        return
    with pytest.raises(ValueError, match="Boxes fall from left to right") as refused:
        boxes_typed(boxes_text(boxes))
    meant = str(refused.value).partition("Did you mean ")[2].rstrip("?")
    assert len(boxes_typed(meant)) in (0, len(boxes) - 1)


@given(st.text(max_size=40))
def test_any_text_is_boxes_or_gets_a_sentence(text: str) -> None:
    try:
        boxes = boxes_typed(text)
    except ValueError:
        with pytest.raises(ValueError, match=r"^Boxes "):
            boxes_typed(text)
        return
    assert boxes_typed(boxes_text(boxes)) == boxes
