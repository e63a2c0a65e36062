"""36.C.1.a, 36.D.2: hexes of a way that are named after the move. By hand, on one sheet, where a hex is a MP."""

import pytest

from navalassist.engine import REGISTER
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.rules.europa import strips
from navalassist.rules.europa.r36_way import Stretch
from navalassist.rules.europa.r36_way_hexes import WayHexes, with_hexes
from navalassist.rules.europa.words import Side

RULE = REGISTER["way-hexes"]


def a_way(**fields: object) -> WayHexes:
    typed = {"side": Side.AXIS, "group": "cruisers", "strip": strips.parsed("10"), "since": 0, "asked": True}
    return WayHexes.model_validate(typed | {"hexes": [Hex.of("18A:2010")]} | fields)


def stretch(mps: int, least: int, exact: bool = True) -> Stretch:
    return Stretch(start="Naples", end="18A:2010", mps=mps, least=least, exact=exact)


@pytest.mark.rule("E36.C.1.a", "E36.D.2")
@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"stretches": [stretch(10, 1)], "moved": [stretch(10, 10)]}, None),
        ({"stretches": [stretch(10, 2)]}, "name each hex between them"),
        ({"stretches": [stretch(10, 0, exact=False)]}, "name each hex between them"),
        ({"stretches": [stretch(10, 2)], "none_met": True}, None),
        ({"moved": [stretch(10, 11)], "none_met": True}, "The MPs do not reach"),
        ({"hexes": [], "none_met": True}, None),
        ({"hexes": []}, "Name the hexes of the way"),
        ({"hexes": [Hex.of("99A:2010")], "none_met": True}, "lies on no known sheet"),
        ({"asked": False}, "Nobody asks"),
    ],
)
def test_hexes_are_named_that_the_mps_reach_and_all_of_them_unless_the_rest_met_nothing(
    fields: dict[str, object], reason: str | None
) -> None:
    refused = RULE.refusal(a_way(**fields))
    assert (refused is None) if reason is None else (refused is not None and reason in refused.reason)


@pytest.mark.rule("E36.C.1.a")
@pytest.mark.parametrize(
    ("moves", "since", "hexes", "whole"),
    [
        ("10", 0, "18A:2010 18A:2011", "18A:2010 18A:2011 -"),
        ("10 18A:2012", 0, "18A:2010 18A:2011", "18A:2010 18A:2011 18A:2012"),
        ("10 18A:2012", 0, "18A:2011 18A:2012", "18A:2011 18A:2012"),
        # Its first place, where the way names it, parts the hexes of the first move from those of the second.
        ("2 18A:2012 9", 0, "18A:2011 18A:2012 18A:2013", "18A:2011 18A:2012 18A:2013 -"),
        ("2 18A:2012 9", 0, "18A:2013 18A:2014", "18A:2012 18A:2013 18A:2014 -"),
        # What it had made before stays as it is.
        ("2 18A:2012 9", 1, "18A:2011", "18A:2012 18A:2011 -"),
    ],
)
def test_each_hex_stands_before_the_place_to_which_its_move_leads(
    moves: str, since: int, hexes: str, whole: str
) -> None:
    first, *later = strips.parsed(moves)
    strip = (first.model_copy(update={"began": "port:naples"}), *later)
    found = with_hexes(strip, since, [Hex.of(text) for text in hexes.split()])
    assert " ".join(move.to or "-" for move in found) == whole
    assert [move.began for move in found] == ["port:naples", *[""] * (len(found) - 1)]
    assert sum(move.mps for move in found) == sum(move.mps for move in strip)
