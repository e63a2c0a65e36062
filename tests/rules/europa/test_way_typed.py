"""A way as it is typed, worked out by hand from 36.A.2 and R-22.

25 MPs by night a phase; they add up to a block of 5, even where they are split, and 10 by day in a row clear it.
"""

import pytest

from navalassist.rules.europa.strips import Strip, parsed, refusal_of_strip
from navalassist.rules.europa.way_typed import before_night, read, split, words_of

ZONES, PORTS = ("western-med", "central-med"), ("naples", "la-spezia")


@pytest.mark.rule("E36.A.2")
@pytest.mark.parametrize(
    ("before", "mps", "words"),
    [
        pytest.param("", 35, "5n 10 5n 10 5n", id="from port: 15 by night and 20 by day"),
        pytest.param("5n 10 5n 10 5n", 20, "10 5n 5", id="a block stands open: day comes first"),
        pytest.param("", 100, "5n 10 5n 10 5n 10 5n 10 5n 35", id="after 25 by night the rest is by day"),
        pytest.param("3n", 20, "2n 10 5n 3", id="what is left of a block, then day"),
        pytest.param("5n 8", 10, "2 5n 3", id="2 more by day make 10 in a row"),
        pytest.param("5", 6, "5n 1", id="nothing was begun: night at once"),
        pytest.param("5n 10 5n 10 5n 10 5n 10 3n", 20, "2n 18", id="2 of the 25 are left"),
        pytest.param("", 0, "", id="none"),
    ],
)
def test_mps_are_by_night_as_far_as_the_strip_takes_them(before: str, mps: int, words: str) -> None:
    strip = parsed(before)
    found = split(strip, mps, 1)
    assert " ".join(words_of(found)) == words
    assert sum(spent.mps for spent in found) == mps
    assert refusal_of_strip(strip, found, 1) is None


@pytest.mark.rule("E36.A.2")
def test_a_reaction_is_by_day_in_one_go() -> None:
    assert words_of(split((), 55, 1, by_day=True)) == ("55",)


@pytest.mark.rule("E36.A.2")
@pytest.mark.parametrize(
    ("strip", "first", "night"),
    [("", 0, 5), ("3n", 0, 2), ("5n", 10, 5), ("5n 5", 5, 5), ("5n 10 5n 10 5n 10 5n 10 3n", 0, 2)],
)
def test_what_comes_before_the_next_night_is_told(strip: str, first: int, night: int) -> None:
    assert before_night(parsed(strip), 1) == (first, night)


@pytest.mark.rule("E36.A.2")
def test_no_night_is_left_after_25_by_night() -> None:
    assert before_night(parsed("5n 10 5n 10 5n 10 5n 10 5n"), 1) == (0, 0)


def test_a_way_is_cut_where_a_place_is_named() -> None:
    way = read("5N 10, western-med 25a:0608 5n 5 CENTRAL-MED la-spezia", ZONES, PORTS)
    assert way.text == "5n 10 western-med 25A:0608 5n 5 central-med la-spezia"
    assert [(words_of(leg.moves), leg.to, leg.zones) for leg in way.legs] == [
        (("5n", "10"), "hex:25A:0608", ("western-med",)),
        (("5n", "5"), "port:la-spezia", ("central-med",)),
    ]
    assert (way.port, way.zones) == ("la-spezia", ("western-med", "central-med"))
    assert [(spent.mps, spent.to) for spent in way.moves] == [(5, ""), (10, "25A:0608"), (5, ""), (5, "")]


def test_its_moves_are_those_of_the_rule() -> None:
    """What the rule of the move reads of the same words."""
    words = "5n 10 5n 10 5n 25A:0608 10 5n 5 25A:2608"
    same: Strip = read(words, ZONES, PORTS).moves
    assert same == parsed(words)


def test_what_leads_to_no_place_yet_is_pending() -> None:
    way = read("5n 18A:0203 10 central-med 5n", ZONES, PORTS)
    assert (way.pending.mps, way.pending.zones) == (15, ("central-med",))
    assert read("5n 18A:0203", ZONES, PORTS).pending.mps == 0
    assert read("", ZONES, PORTS).text == ""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("5n foo", '"foo" is no part of a way'),
        ("0", '"0" is no part of a way'),
        ("18A:0203", "18A:0203 stands without MPs before it"),
        ("5 18A:0203 18A:0204", "18A:0204 stands without MPs before it"),
        ("naples", "naples stands without MPs before it"),
        ("5 naples 5", "5 stands behind the port where the way ends"),
        ("5 " * 101, "these are 202 characters"),
    ],
)
def test_what_is_no_way_is_told_with_what_would_be(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told) as wrong:
        read(text, ZONES, PORTS)
    assert "write" in str(wrong.value)
