"""Lists in a pack: lines as printed, and house lines where that is wished, found again by their names."""

import json

import pytest

from tables.pack_compare import Found, Whose, compared_lines, lines_put_in
from tables.packs import PackError, PackList, list_of, packed, read_pack

COLUMNS = ("name", "guns")
LINES = [
    ({"name": "Trieste", "guns": "8 6 4 2 0"}, "printed"),
    ({"name": "Pola", "guns": "8 6 4"}, "house"),
    ({"name": "Zara", "guns": "7 5"}, "stand-in"),
    ({"name": "Fiume", "guns": "7 5"}, "template"),
]


def ships(*, house: bool = True) -> PackList:
    found = list_of("ship", "Ships", COLUMNS, LINES, house=house)
    assert found is not None
    (kept,) = read_pack(packed("test", [], [found]), "test").lists
    return kept


def test_a_pack_holds_printed_lines_and_house_lines_if_wished() -> None:
    assert [line.cells[0] for line in ships(house=False).lines] == ["Trieste"]
    assert [line.cells[0] for line in ships().lines] == ["Trieste", "Pola"]
    assert list_of("ship", "Ships", COLUMNS, LINES[2:], house=True) is None


def test_lines_are_compared_by_their_names() -> None:
    ours = {"TRIESTE": {"name": "TRIESTE", "guns": "8 6 4 2 0"}, "Pola": {"name": "Pola", "guns": "9"}}
    same, differs = compared_lines(ours, ships())
    assert (same.found, differs.found, differs.columns) == (Found.SAME, Found.DIFFERS, ("guns",))
    (new, _) = compared_lines({}, ships())
    assert new.found is Found.NEW
    assert lines_put_in((same, differs), {}) == ()
    assert lines_put_in((same, differs), {"Pola": Whose.THEIRS}) == (differs,)
    assert lines_put_in((new,), {}) == (new,)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"columns": ["guns", "guns"]}, "each column once, and one of names"),
        ({"lines": [{"cells": ["A"], "from": "printed"}]}, "line 1: 1 cell for 2 columns"),
        ({"lines": [{"cells": ["A", "1"], "from": "printed"}] * 2}, 'two lines are called "a"'),
        ({"lines": [{"cells": ["A", "1"], "from": "stand-in"}]}, "lists.1.lines.1.from"),
        ({"kind": "<script>"}, "lists.1.kind"),
        ({"lines": [{"cells": ["A", "1"], "from": "printed"}] * 401}, "lists.1.lines"),
    ],
)
def test_a_list_that_does_not_fit_gets_its_sentence(change: dict[str, object], says: str) -> None:
    pack = json.loads(packed("test", [], [ships()]))
    pack["lists"][0] |= change
    with pytest.raises(PackError, match="no chart pack") as refused:
        read_pack(json.dumps(pack).encode(), "test")
    assert says in str(refused.value)
