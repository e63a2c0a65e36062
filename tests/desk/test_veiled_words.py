"""What another side's entry showed, in a line of the log and in the table of its receipt."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.desk.logbook import veiled

UNIT = {"side": "axis", "zone": "central-med", "column": 10, "unit": "Littorio"}
ZONE = {"side": "axis", "zone": "central-med"}


@pytest.mark.parametrize(
    ("shown", "word", "rest"),
    [
        ({**UNIT, "anti_shipping": "contact", "hits": 0, "turned_back": True}, "CONTACT", "Littorio; turned back"),
        ({**UNIT, "anti_shipping": "contact", "hits": 2, "turned_back": False}, "CONTACT", "Littorio; 2 hits"),
        ({**ZONE, "anti_shipping": "no contact"}, "No contact", ""),
        ({**ZONE, "anti_shipping": "no check, 33.A.4"}, "", "Anti-shipping no check, 33.A.4"),
        ({**ZONE, "danger_zone": "no contact", "roll": "F, failure"}, "No contact", "Success roll failure"),
        ({"side": "axis", "unit": "Zara", "support": "full"}, "", "Unit Zara; Support full"),
    ],
)
def test_a_verdict_is_a_word_and_no_list_of_fields(shown: dict[str, Any], word: str, rest: str) -> None:
    assert veiled.verdict({"shown": shown}) == (word, rest)


def test_the_verdict_comes_first_and_the_table_s_letter_is_left_out() -> None:
    shown = {"hits": "", "hex": "18A:0407", "roll": "S, success", "danger_zone": "contact", "group": "Force H"}
    assert [label for label, _ in veiled.fields_of(shown)] == ["Danger zone", "Success roll", "Group", "Hex", "Hits"]
    assert ("Success roll", "success") in veiled.fields_of(shown)
