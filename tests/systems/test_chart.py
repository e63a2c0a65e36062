"""The status of every zone for both sides on Mar I 41, against a table worked out by hand from rules 33.B, 2 and 3."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from navalassist.engine import Book
from navalassist.play.tables import parsed, versioned_texts
from navalassist.rules.europa import RULINGS
from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa.chart import (
    Word,
    ZoneStatus,
    contact_chance,
    malta_now,
    status_of,
    statuses,
)
from navalassist.systems.europa.setup import rows

# Mar I 41 as the demo stands, with Malta at 10: number and throws of 36 that make contact; or a word; or both.
BY_HAND = """
zone              axis              allied
western-med       12 28             6 12
tyrrhenian        not-subject       12 28
central-med       10 23             6 12
adriatic          0 3               12 28
aegean            12 28             0 3
south-aegean      not-declared      not-declared
eastern-med       barred 15         0 3
red-sea           12 28             4 8
indian-ocean      barred            not-subject
persian-gulf      barred            not-subject
arctic            nothing-printed   4 8
baltic            1 4               9 21
norwegian-sea     8 18              7 15
denmark-sea       1 4               9 21
north-sea         10 23             1 4
north-atlantic    nothing-printed   1 4
english-channel   13 30             9 21
french-atlantic   7 15              4 8
spanish-atlantic  nothing-printed   4 8
african-atlantic  nothing-printed   4 8
black-sea         nothing-printed   nothing-printed
"""
# Contact in each column 0 to 15, out of 36, as R-01 rebuilds the table.
THROWS = (3, 4, 5, 6, 8, 10, 12, 15, 18, 21, 23, 26, 28, 30, 32, 33)


def facts_at_the_start(malta: int = 10) -> dict[str, Any]:
    """Every fact of a new campaign, as the set-up makes them."""
    facts = {f"{row.key}.{name}": value for row in rows(malta, {}) for name, value in row.fields}
    return facts | {"campaign:clock.turn": "1941-03-1", "campaign:clock.player_turn": "axis"}


def a_book(**rulings: str) -> Book:
    """The tables of the system, with rulings at their defaults but for some (R_04="rule36")."""
    texts = {key.partition("@")[0]: text for key, text in versioned_texts("europa").items()}
    tables = {slug: parsed(text, slug) for slug, text in texts.items()}
    return Book(tables, {r.number: r.default for r in RULINGS} | {k.replace("_", "-"): v for k, v in rulings.items()})


def shown(status: ZoneStatus) -> str:
    """A status as the table above writes it."""
    number = "" if status.number is None else str(status.number)
    if status.word is not Word.SUBJECT:
        return f"{str(status.word).replace(' ', '-')} {number}".strip()
    assert status.chance is not None
    throws = status.chance * 36
    assert throws.denominator == 1
    return f"{number} {throws}"


def by_hand() -> list[tuple[str, str, str]]:
    lines = [line.split("  ") for line in BY_HAND.strip().splitlines()[1:]]
    found = [[part.strip() for part in line if part.strip()] for line in lines]
    return [(zone, axis, allied) for zone, axis, allied in found]


def test_the_table_by_hand_names_every_zone() -> None:
    assert {zone for zone, _, _ in by_hand()} == set(Zone)


@pytest.mark.parametrize(("zone", "axis", "allied"), by_hand())
def test_every_zone_on_mar_i_41_for_both_sides(zone: str, axis: str, allied: str) -> None:
    found = statuses(facts_at_the_start(), a_book())
    assert (shown(found[Side.AXIS][Zone(zone)]), shown(found[Side.ALLIED][Zone(zone)])) == (axis, allied)


def test_the_chance_of_contact_in_every_column_is_the_one_of_the_rebuilt_table() -> None:
    book = a_book()
    assert tuple(contact_chance(book, column) for column in range(16)) == tuple(Fraction(n, 36) for n in THROWS)


def test_each_status_says_why_with_a_rule_and_the_facts_it_hangs_on() -> None:
    for zones in statuses(facts_at_the_start(), a_book()).values():
        for status in zones.values():
            assert status.reason, status
            assert status.rule.startswith("33.B"), status
            if status.word is Word.SUBJECT:
                applied = [term for term in status.terms if term.applies]
                assert max(0, min(15, sum(term.value for term in applied))) == status.number
                assert {fact for term in applied for fact in term.facts} <= set(status.reads)


@pytest.mark.parametrize(
    ("number", "danger"), [(0, 1), (1, 1), (2, 2), (5, 2), (6, 3), (9, 3), (10, 4), (12, 4), (13, 5), (15, 5)]
)
def test_hatching_grows_denser_at_11_28_58_and_78_per_cent(number: int, danger: int) -> None:
    assert status_of(Side.AXIS, Zone.CENTRAL_MED, facts_at_the_start(number), a_book()).danger == danger


@pytest.mark.rule("E33.B.1.a.2")
@pytest.mark.parametrize(("number", "short"), [(10, 5), (5, 0), (3, 0)])
def test_the_short_route_is_shown_five_lower_and_never_below_nothing(number: int, short: int) -> None:
    status = status_of(Side.AXIS, Zone.CENTRAL_MED, facts_at_the_start(number), a_book())
    (variant,) = status.variants
    assert (variant.text, variant.number, variant.chance) == ("Short route", short, Fraction(THROWS[short], 36))


@pytest.mark.rule("E33.B.1.b", "E33.B.3.b")
@pytest.mark.parametrize("zone", [Zone.WESTERN_MED, Zone.CENTRAL_MED])
def test_allied_shipping_beyond_15_hexes_is_shown_as_not_subject(zone: Zone) -> None:
    (variant,) = status_of(Side.ALLIED, zone, facts_at_the_start(), a_book()).variants
    assert (variant.text, variant.number) == ("Beyond 15 hexes", None)


def test_what_a_seat_may_not_see_is_said_and_not_guessed() -> None:
    facts = facts_at_the_start()
    del facts["malta:status.number"]
    status = status_of(Side.AXIS, Zone.CENTRAL_MED, facts, a_book())
    assert (status.word, status.number, status.chance) == (Word.HIDDEN, None, None)
    assert malta_now(facts, a_book()) is None


def test_malta_by_the_scale_that_counts_strength() -> None:
    malta = malta_now(facts_at_the_start(9), a_book())
    assert malta is not None
    assert (malta.number, malta.strength, malta.other, malta.fixed) == (9, 9, 6, False)
    assert malta.chance == Fraction(21, 36)
    assert malta.chances[0] == Fraction(3, 36)


def test_malta_by_the_scale_that_counts_damage() -> None:
    malta = malta_now(facts_at_the_start(9), a_book(R_04="rule36"))
    assert malta is not None
    assert (malta.number, malta.strength, malta.other) == (9, 6, 6)
    assert malta.chance == Fraction(12, 36)
    assert malta.chances[0] == Fraction(33, 36)


@pytest.mark.rule("E36.A.4.N")
@pytest.mark.parametrize(("scale", "number"), [("rule33", 0), ("rule36", 15)])
def test_malta_under_an_axis_valletta_has_no_power(scale: str, number: int) -> None:
    facts = facts_at_the_start(number) | {"port:valletta.owner": "axis"}
    malta = malta_now(facts, a_book(R_04=scale))
    assert malta is not None
    assert (malta.fixed, malta.strength, malta.chance) == (True, 0, Fraction(3, 36))
    assert status_of(Side.AXIS, Zone.CENTRAL_MED, facts, a_book(R_04=scale)).number == 0
