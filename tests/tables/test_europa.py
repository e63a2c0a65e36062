"""The tables of Europa rules 33 and 36, each grid typed a second time from the source."""

import pytest

from navalassist.engine import Book, Dice, Provenance
from tables import RuleTable, all_tables

# Table 5 as the source prints it: one line for each total of two dice, with the cells that are there.
ANTI_SHIPPING_AS_PRINTED = """
2 - C - - - - - C - - - - -
3 - - C - C - C - C - C - C - C -
4 - - - - - - - - - - - - - C
5 - - - - - - - - - - - - C C C
6 - - - - - - - - - - C C C C C
7 - - - - - - - C C C C C C C
8 - - - - - - C C C C C C C C C
9 - - - - - C C C C C C C C C C
10 - - - C C C C C C C C C C C
11 C C C C C C C C C C C C C C C
12 C C C C C C C C C C C C C C C
"""
# the columns that hold contact, and the cells that the source has lost.
CONTACT_FROM = {4: 15, 5: 13, 6: 11, 7: 9, 8: 7, 9: 5, 10: 3, 11: 0, 12: 0}
RESTORED = {
    2: {7, 14, 15},
    4: {13, 14},
    5: {12},
    6: {10},
    7: {7, 8},
    8: {6},
    9: {5},
    10: {3, 4},
    11: {0},
    12: {0},
}
CONTACT_WAYS = [3, 4, 5, 6, 8, 10, 12, 15, 18, 21, 23, 26, 28, 30, 32, 33]

SHIPPING_RESULTS = """
1 R NE NE NE
2 1RE NE NE R
3 2RE NE R R
4 E R R ½E
5 E R ½E E
6 E ½E E E
"""

AXIS_SEA_ZONES = """
baltic/at-war-with-ussr 4, baltic/before-war-with-ussr 1, baltic/near-soviet-base +3
norwegian-sea/allied-strike 10, norwegian-sea/regular 8, norwegian-sea/axis-strike 4
denmark-sea/regular 4, denmark-sea/axis-control 1
north-sea/regular 10, north-sea/some-english-ports-axis 7, north-sea/all-english-ports-axis 4
english-channel/regular 13, english-channel/axis-air 8, english-channel/all-english-ports-axis 3
french-atlantic/regular 4, french-atlantic/france-surrendered +3
western-med/allied-port-held 12, western-med/no-allied-port 1
central-med/malta-number malta, central-med/short-route -5
eastern-med/crete-port-allied 15, eastern-med/three-allied 12, eastern-med/two-allied 10, eastern-med/one-allied 7
eastern-med/none-allied 1, eastern-med/suez-closed 1, eastern-med/interdiction-zone -5
adriatic/regular 0
aegean/both-ports-allied 12, aegean/one-port-allied 1, aegean/neither-port-allied 0, aegean/neither-port-as-one 1
aegean/suez-closed 1, aegean/interdiction-zone 12, aegean/bombing-hit -1
red-sea/both-ports-allied 12, red-sea/one-port-allied 7, red-sea/neither-port-allied 1
"""
ALLIED_SEA_ZONES = """
arctic/winter 7, arctic/other-months 4, arctic/upper-norway-allied 4
baltic/regular 9, baltic/sweden-allied 7, baltic/soviet-unit 3
norwegian-sea/norway-axis 7, norwegian-sea/no-allied-strike 4, norwegian-sea/allied-strike 1
denmark-sea/regular 9, denmark-sea/sweden-allied 7
north-sea/regular 1, north-sea/english-port-axis 3, north-atlantic/regular 1, north-atlantic/english-port-axis 3
english-channel/france-axis 9, english-channel/france-not-surrendered 6, english-channel/no-supplied-axis-port 4
english-channel/axis-air +3, english-channel/allied-air -3
french-atlantic/spain-axis 6, french-atlantic/france-axis 4, french-atlantic/regular 1
spanish-atlantic/spain-axis 6, spanish-atlantic/france-axis 4, spanish-atlantic/regular 1
african-atlantic/vichy-colony 4, african-atlantic/regular 1
western-med/malta-12-or-more 4, western-med/malta-2-to-11 6, western-med/malta-1-or-less 8
central-med/malta-12-or-more 4, central-med/malta-2-to-11 6, central-med/malta-1-or-less 8
tyrrhenian/regular 12, adriatic/regular 12
eastern-med/major 12, eastern-med/partial 6, eastern-med/minor 0
aegean/major 12, aegean/partial 6, aegean/minor 0
red-sea/massaua-axis 4, red-sea/axis-port 1, red-sea/partial 6, red-sea/major 12
"""

# Stand-ins: hits by die (down) and strength 1 2 3 4 6 8 10 12 16 20 24 (across).
GUNNERY = """
1 0 0 0 0 0 0 0 0 1 1 1
2 0 0 0 0 0 0 1 1 1 2 2
3 0 0 0 0 0 1 1 1 2 2 3
4 0 0 0 0 1 1 1 2 2 3 3
5 0 0 1 1 1 1 2 2 3 3 4
6 1 1 1 1 2 2 2 3 3 4 5
"""


def table(name: str) -> RuleTable:
    return all_tables()[f"europa/{name}"]


def typed(text: str) -> dict[int, list[str]]:
    """The lines of a grid typed above: first word -> the rest."""
    return {int(line.split()[0]): line.split()[1:] for line in text.strip().splitlines()}


def listed(text: str) -> dict[str, str]:
    """The conditions typed above: row -> value."""
    words = text.replace(",", " ").split()
    return dict(zip(words[::2], words[1::2], strict=True))


def values(name: str) -> dict[str, str | None]:
    return {cell.row: cell.value for line in table(name).grid() for cell in line}


def counted(name: str) -> dict[str, int]:
    return {str(kind): count for kind, count in table(name).provenance_counts().items() if count}


def test_every_table_of_the_first_release_is_loaded_once_fits_a_book_and_is_kept() -> None:
    assert {slug for slug in all_tables() if slug.startswith("europa/")} == {
        "europa/33-air-status",
        "europa/33-allied-sea-zones",
        "europa/33-anti-shipping",
        "europa/33-axis-sea-zones",
        "europa/33-interference",
        "europa/33-shipping-results",
        "europa/36-danger-zone",
        "europa/36-escape",
        "europa/36-naval-gunnery",
        "europa/36-sea-state",
        "europa/36-success",
        "europa/36-zone-sweeping",
    }
    book = Book(all_tables())
    assert book.table("europa/33-anti-shipping").dice == Dice(2, 6)
    assert list(all_tables()) == sorted(all_tables())
    assert all_tables() is all_tables()


@pytest.mark.parametrize("row", range(2, 13))
def test_anti_shipping_row_is_printed_with_the_lost_cells_put_back_and_contact_where_r01_says(row: int) -> None:
    printed = typed(ANTI_SHIPPING_AS_PRINTED)[row]
    cells = [table("33-anti-shipping").cell(row, column) for column in range(16)]
    restored = {column for column, cell in enumerate(cells) if cell.provenance is Provenance.RESTORED}
    assert restored == RESTORED.get(row, set())
    assert len(printed) + len(restored) == 16
    assert [cell.value for cell in cells if cell.provenance is Provenance.PRINTED] == printed
    assert table("33-anti-shipping").printed_rows[str(row)] == tuple(printed)
    contact = {column for column in range(16) if table("33-anti-shipping").cell(row, column).value == "C"}
    expected = {2: {1, 8}, 3: {2, 4, 6, 8, 10, 12, 14}}.get(row)
    assert contact == (expected or set(range(CONTACT_FROM[row], 16)))


def test_anti_shipping_has_161_printed_and_15_restored_cells_and_its_chances_in_36ths() -> None:
    assert counted("33-anti-shipping") == {"printed": 161, "restored": 15}
    ways = [table("33-anti-shipping").ways(column) for column in range(16)]
    assert [column["C"] for column in ways] == CONTACT_WAYS
    assert all(column["C"] + column["-"] == 36 for column in ways)


def test_anti_shipping_modifiers_are_cells_and_of_minesweeping_results_and_modifiers_are_printed() -> None:
    anti_shipping = table("33-anti-shipping")
    assert [(item.line.key, item.number) for item in anti_shipping.modifiers] == [
        ("empty-transport-alone", -5),
        ("carrier-with-fighter", -4),
    ]
    cell = anti_shipping.cell("modifier/carrier-with-fighter", "modifier")
    assert (cell.value, cell.provenance) == ("-4", Provenance.PRINTED)
    sweeping = table("36-zone-sweeping")
    read = {row.key: tuple(sweeping.cell(row.key, part).value for part in ("point", "nrp")) for row in sweeping.rows}
    assert read == {
        "D": ("stays", "2"),
        "F*": ("swept", "1.5"),
        "F": ("swept", "1"),
        "S": ("swept", "0"),
        "S*": ("swept", "0"),
    }
    assert {item.line.key: item.number for item in sweeping.modifiers} == {
        "no-cap": -1,
        "coast-defence": -1,
        "stormy": 1,
        "rough": 2,
        "calm": 3,
        "after-great-success": 1,
    }


def test_shipping_results_reads_as_printed_with_its_counts_and_codes() -> None:
    columns = ["cargo", "unit-outside", "unit-loose", "unit-tight"]
    shipping = table("33-shipping-results")
    assert [column.key for column in shipping.columns] == columns
    for row, printed in typed(SHIPPING_RESULTS).items():
        shown = [shipping.label(shipping.cell(row, column).value).replace(" ", "") for column in columns]
        assert shown == printed, f"row {row}"
    assert counted("33-shipping-results") == {"printed": 24}
    assert shipping.results == ("NE", "R", "1RE", "2RE", "HALF", "E")
    assert shipping.ways("cargo") == {"R": 1, "1RE": 1, "2RE": 1, "E": 3}
    assert shipping.ways("unit-outside") == {"NE": 3, "R": 2, "HALF": 1}
    assert shipping.ways("unit-loose") == {"NE": 2, "R": 2, "HALF": 1, "E": 1}
    assert shipping.ways("unit-tight") == {"NE": 1, "R": 2, "HALF": 1, "E": 2}


def test_axis_and_allied_sea_zones_read_as_printed_and_restored_are_those_of_rulings() -> None:
    assert values("33-axis-sea-zones") == listed(AXIS_SEA_ZONES)
    restored = {
        cell.row for line in table("33-axis-sea-zones").grid() for cell in line if cell.provenance == "restored"
    }
    assert restored == {"aegean/neither-port-allied", "aegean/neither-port-as-one"}
    assert values("33-allied-sea-zones") == listed(ALLIED_SEA_ZONES)
    zones = table("33-allied-sea-zones")
    restored = {cell.row for line in zones.grid() for cell in line if cell.provenance == "restored"}
    assert restored == {
        "english-channel/allied-air",
        "tyrrhenian/regular",
        "adriatic/regular",
        "aegean/major",
        "aegean/partial",
        "aegean/minor",
        "red-sea/partial",
        "red-sea/major",
    }


@pytest.mark.parametrize(
    ("name", "row", "ruling"),
    [
        ("33-axis-sea-zones", "central-med/short-route", "R-16"),
        ("33-axis-sea-zones", "aegean/suez-closed", "R-08"),
        ("33-axis-sea-zones", "aegean/interdiction-zone", "R-09"),
        ("33-axis-sea-zones", "eastern-med/suez-closed", "R-06"),
        ("33-allied-sea-zones", "english-channel/allied-air", "R-11"),
        ("33-allied-sea-zones", "tyrrhenian/regular", "R-10"),
        ("33-allied-sea-zones", "red-sea/axis-port", "R-12"),
    ],
)
def test_a_line_that_a_ruling_decided_names_it(name: str, row: str, ruling: str) -> None:
    line = next(line for line in table(name).rows if line.key == row)
    assert ruling in line.rulings
    assert ruling in table(name).rulings


@pytest.mark.parametrize("name", ["33-axis-sea-zones", "33-allied-sea-zones"])
def test_every_sea_zone_line_has_its_words_its_paragraph_and_its_zone(name: str) -> None:
    for line in table(name).rows:
        assert line.text.endswith("."), line.key
        assert line.group, line.key
        assert line.rules[0].startswith("33.B."), line.key


def test_air_status_multipliers_and_escape_from_a_captured_port() -> None:
    assert values("33-air-status") == {
        "non-naval": "1/2",
        "type-s": "1",
        "type-v-or-m": "2",
        "range-under-15": "1/2",
        "range-over-30": "2",
        "outside-box": "1/2",
        "naval-patrol": "1",
        "naval-strike": "1/2",
    }
    assert counted("33-air-status") == {"printed": 8}
    escape = table("36-escape")
    assert [escape.cell(face, "result").value for face in range(1, 7)] == ["escapes"] * 4 + ["scuttled"] * 2


def test_interference_levels_victory_points_and_modifiers_for_every_result_of_the_success_table() -> None:
    interference = table("33-interference")
    read = {
        row.key: tuple(interference.cell(row.key, part).value for part in ("level", "vp")) for row in interference.rows
    }
    assert read == {
        "D": ("minor", "6"),
        "F*": ("minor", "3"),
        "F": ("minor", "0"),
        "S": ("partial", "0"),
        "S*": ("major", "0"),
    }
    assert {item.line.key: item.number for item in interference.modifiers} == {
        "earlier-disaster": -2,
        "earlier-complete-failure": -1,
        "red-sea": -1,
        "recent-success": 1,
        "recent-great-success": 2,
    }
    assert table("36-success").results == tuple(row.key for row in table("33-interference").rows)


def test_success_table_is_a_stand_in_with_open_ends() -> None:
    success = table("36-success")
    read = {total: success.cell(total, "result").value for total in range(-2, 10)}
    assert read == {
        -2: "D",
        -1: "D",
        0: "D",
        1: "D",
        2: "F*",
        3: "F",
        4: "F",
        5: "S",
        6: "S*",
        7: "S*",
        8: "S*",
        9: "S*",
    }
    assert counted("36-success") == {"stand-in": 6}
    assert success.ways("result") == {"D": 1, "F*": 1, "F": 2, "S": 1, "S*": 1}
    assert success.ways("result", modifier=-3) == {"D": 4, "F*": 1, "F": 1}


def test_naval_gunnery_is_a_stand_in_read_in_the_next_lower_column() -> None:
    gunnery = table("36-naval-gunnery")
    strengths = [1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24]
    assert [column.key for column in gunnery.columns] == [str(strength) for strength in strengths]
    for die, hits in typed(GUNNERY).items():
        for strength in range(1, 25):
            lower = max(place for place, low in enumerate(strengths) if low <= strength)
            assert gunnery.cell(die, strength).value == hits[lower], f"die {die}, strength {strength}"
    assert counted("36-naval-gunnery") == {"stand-in": 66}


@pytest.mark.parametrize("slug", sorted(all_tables()))
def test_every_table_says_where_it_is_from_and_each_cell_has_an_id_that_is_safe_in_an_address(slug: str) -> None:
    shown = all_tables()[slug]
    assert shown.source
    assert shown.caption
    marked = {kind for kind, count in shown.provenance_counts().items() if count} - {Provenance.PRINTED}
    assert marked <= set(shown.why)
    cells = [cell for line in shown.grid() for cell in line] + [item.cell for item in shown.modifiers]
    anchors = [shown.anchor(cell.row, cell.column) for cell in cells]
    assert len(set(anchors)) == len(anchors)
    assert all(anchor.replace("-", "").isalnum() and anchor.isascii() for anchor in anchors)
