"""The tables of the Great War, each grid typed a second time from the source."""

import pytest

from navalassist.engine import Dice, Provenance
from tables import RuleTable, all_tables
from tests.tables.test_europa import typed as grid_of

# Each line: the die, then the cells from the first printed column to the last.
BOMBARDMENT = """
1 -* -* -* -* -* -* -* -* -* -*
2 - - - - B B B B B B
3 - - B B B B B X X X
4 - B B B B B X X X X
5 B B B B B X X X X XX
6 B B B B X X X X XX XX
"""
RAIDING = """
1 0+D 0+D 0+D 0+D 1+D 1+D 1+D 2+D 2+D 2+D 3+D 3+D 4+D 5+D
2 0 0 0 1 1 1 2 2 2 2 3 4 5 6
3 0 0 1 1 1 2 2 2 3 3 3 4 5 7
4 0 1 1 1 2 2 2 3 3 4 4 5 6 8
5 1 1 2 2 2 3 3 3 4 4 5 6 7 9
6 1+A 2+A 2+A 3+A 3+A 3+A 4+A 4+A 4+A 5+A 5+A 6+A 8+A 10+A
"""
MERCHANT = """
1 - - - - -
2 S - - - -
3 S S S - -
4 SS/I S S - -
5 SS/I S/I S S -
6 SS/I SS/I S/I S -
"""
CONTESTED = """
1 5 2+GE 1+GE 0 0
2 5 3 2 1 0
3 5 3 2 2 0
4 5 4 3 2 0
5 5 4 3 2 0
6 5 5 4+GE 3+GE 0
"""
# Rows: desert or mountain, other terrain, naval units. In winter, then in other seasons.
ATTRITION = {"desert-or-mountain": ["1-3", "1-2"], "other": ["1-2", "1"], "naval": ["1-2", "1-2"]}

GRIDS = {
    "bombardment": BOMBARDMENT,
    "commerce-raiding": RAIDING,
    "merchant-shipping": MERCHANT,
    "contested-sea-zone": CONTESTED,
}
# The lowest and the highest number that read each column of commerce raiding; None is an open end.
RAIDING_COLUMNS = [
    *((None, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9)),
    *((10, 11), (12, 15), (16, 20), (21, 30), (31, None)),
]
MERCHANT_COLUMNS = [(0, 20), (21, 40), (41, 60), (61, 80), (81, None)]


def table(name: str) -> RuleTable:
    return all_tables()[f"storm_of_steel/{name}"]


def spans(name: str) -> list[tuple[int | None, int | None]]:
    return [(line.span.low, line.span.high) for line in table(name).columns if line.span]


@pytest.mark.parametrize("name", GRIDS)
def test_a_table_is_as_printed_cell_for_cell_and_one_die_is_thrown(name: str) -> None:
    typed = [line.split() for line in GRIDS[name].strip().splitlines()]
    found = [[str(cells[0].row), *(str(cell.value) for cell in cells)] for cells in table(name).grid()]
    assert found == typed
    assert table(name).dice == Dice(1, 6)


@pytest.mark.parametrize("name", [*GRIDS, "supply-attrition"])
def test_every_cell_is_printed(name: str) -> None:
    counts = table(name).provenance_counts()
    assert {kind for kind, count in counts.items() if count} == {Provenance.PRINTED}


def test_attrition_names_the_rolls_that_eliminate_and_a_level_above_100_reads_the_last_column() -> None:
    grid = table("supply-attrition")
    assert {str(cells[0].row): [cell.value for cell in cells] for cells in grid.grid()} == ATTRITION
    assert [column.key for column in grid.columns] == ["winter", "other-seasons"]
    assert spans("merchant-shipping") == MERCHANT_COLUMNS
    found = [table("merchant-shipping").cell(6, n).value for n in (0, 21, 60, 80, 81, 130)]
    assert found == ["SS/I", "SS/I", "S/I", "S", "-", "-"]


def test_bombardment_stops_at_ten_squadrons_and_raiding_is_open_at_both_ends() -> None:
    assert spans("bombardment") == [*((n, n) for n in range(1, 10)), (10, None)]
    assert table("bombardment").cell(5, 14).value == "XX"
    with pytest.raises(LookupError):
        table("bombardment").cell(5, 0)
    assert spans("commerce-raiding") == RAIDING_COLUMNS
    assert [table("commerce-raiding").cell(1, n).value for n in (-40, 11, 31, 200)] == ["0+D", "2+D", "5+D", "5+D"]


@pytest.mark.parametrize(
    ("name", "rulings"),
    [
        ("bombardment", ("R-34", "R-85")),
        ("commerce-raiding", ("R-35", "R-37", "R-82")),
        ("merchant-shipping", ("R-37",)),
        ("contested-sea-zone", ("R-36", "R-86", "R-91")),
        ("supply-attrition", ("R-42", "R-76")),
    ],
)
def test_a_table_names_the_rulings_that_it_was_read_by(name: str, rulings: tuple[str, ...]) -> None:
    assert table(name).rulings == rulings


# The contact and combat tables

# Die, then columns -2(-), -1, 0, +1, +2, +3(+).
CONTACT = """
1 N N N N N N
2 N D D D D C
3 D D C C C A
4 D C C C A A
5 D C C A A A
6 C A A A A A
"""
# Die, then columns 1-5, 6-15, 16-30, 31-50, 51-75, 76-99, 100+.
COMBAT = """
1 0 0 2 2 4 4 4
2 0 1 4 4 6 8 8
3 1 2 4 6 8 12 12
4 2 4 6 8 12 12 16
5 2 4 8 12 12 16 20
6 4 6 12 12 16 20 24
"""
STRENGTHS = [(1, 5), (6, 15), (16, 30), (31, 50), (51, 75), (76, 99), (100, 250)]


@pytest.mark.rule("GW.CONTACT", "GW.CONTACT.N", "GW.CONTACT.C", "GW.CONTACT.D", "GW.CONTACT.A", "GW.COMBAT")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_row_of_either_table_is_as_printed_for_all_that_its_columns_hold(die: int) -> None:
    printed = grid_of(CONTACT)[die]
    contact = table("naval-contact")
    assert [contact.cell(die, difference).value for difference in range(-2, 4)] == printed
    assert [contact.cell(die, beyond).value for beyond in (-7, -3)] == [printed[0]] * 2
    assert [contact.cell(die, beyond).value for beyond in (4, 9)] == [printed[-1]] * 2
    combat = table("naval-combat")
    for (low, high), factors in zip(STRENGTHS, grid_of(COMBAT)[die], strict=True):
        assert {combat.cell(die, strength).value for strength in range(low, high + 1)} == {factors}


@pytest.mark.rule("GW.CONTACT.s1", "GW.CONTACT.s2", "GW.CONTACT.s3", "GW.CONTACT.s4", "GW.CONTACT.s5", "GW.CONTACT.s6")
def test_the_columns_of_the_contact_table_read_as_differences_with_the_shifts_under_them() -> None:
    columns = ["-2 or less", "-1", "0", "+1", "+2", "+3 or more"]
    assert [str(column) for column in table("naval-contact").columns] == columns
    shifts = {item.line.rules[0]: (item.line.key, item.number) for item in table("naval-contact").modifiers}
    assert shifts == {
        "GW.CONTACT.s1": ("attacker-german", 2),
        "GW.CONTACT.s2": ("attacker-british", 1),
        "GW.CONTACT.s3": ("defender-inshore", 1),
        "GW.CONTACT.s4": ("attacker-air", 1),
        "GW.CONTACT.s5": ("defender-air", -1),
        "GW.CONTACT.s6": ("defender-nation", -1),
    }


@pytest.mark.rule("GW.COMBAT")
def test_every_cell_of_both_tables_is_printed_and_a_fleet_without_strength_has_no_column() -> None:
    with pytest.raises(LookupError, match="no column 0"):
        table("naval-combat").cell(1, 0)
    for name, cells in (("naval-contact", 36), ("naval-combat", 42)):
        counts = {str(kind): count for kind, count in table(name).provenance_counts().items() if count}
        assert counts == {"printed": cells}
