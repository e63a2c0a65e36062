"""The contact and combat tables of the Great War, each grid typed a second time from the source."""

import pytest

from tests.tables.test_europa import typed
from tests.tables.test_storm_of_steel_raids import table

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
    printed = typed(CONTACT)[die]
    contact = table("naval-contact")
    assert [contact.cell(die, difference).value for difference in range(-2, 4)] == printed
    assert [contact.cell(die, beyond).value for beyond in (-7, -3)] == [printed[0]] * 2
    assert [contact.cell(die, beyond).value for beyond in (4, 9)] == [printed[-1]] * 2
    combat = table("naval-combat")
    for (low, high), factors in zip(STRENGTHS, typed(COMBAT)[die], strict=True):
        assert {combat.cell(die, strength).value for strength in range(low, high + 1)} == {factors}


@pytest.mark.rule("GW.CONTACT.s1", "GW.CONTACT.s2", "GW.CONTACT.s3", "GW.CONTACT.s4", "GW.CONTACT.s5", "GW.CONTACT.s6")
def test_the_columns_of_the_contact_table_read_as_differences_with_the_shifts_under_them() -> None:
    assert [str(column) for column in table("naval-contact").columns] == [
        "-2 or less",
        "-1",
        "0",
        "+1",
        "+2",
        "+3 or more",
    ]
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
