"""33.B.10: the tables of the northern and outer waters, as the players say how the war stands there."""

import pytest

from tests.evenings.evening import Evening
from tests.evenings.shipping import add, roll, until, war

played = pytest.mark.played
Course = dict[str, int | str]
STRIKE, SUPPLY = "Pre-emptive strike on Norway", "An Axis port on the English Channel can trace full supply"
NORTH, ATLANTIC = (
    f"English major and great ports on the {sea} that the Axis owns" for sea in ("North Sea", "North Atlantic")
)
CHANNEL, AIR = (
    "English major and great ports on the Channel that the Axis owns",
    "Air superiority over the English Channel",
)
FRANCE, FELL = "The Axis holds France", "France has surrendered"


@pytest.fixture
def northern(mediterranean: Evening) -> Evening:
    """The demo with the northern and outer waters, which the players tap in."""
    return mediterranean.tap("Set-up").tap("Sea zones").tap("Both")


AXIS = (
    pytest.param("Baltic", {"": 1, "The Axis is at war with the USSR: yes": 4}, id="baltic"),
    pytest.param(
        "Norwegian Sea",
        {"": 8, f"{STRIKE}: achieved by the Allies": 10, f"{STRIKE}: achieved by the Axis": 4},
        id="norwegian",
    ),
    pytest.param(
        "Denmark Sea",
        {
            "": 1,
            "The Axis controls Denmark: no": 4,
            "The Axis controls Denmark: yes": 1,
            "The Axis controls Lower Norway: no": 4,
        },
        id="denmark",
    ),
    pytest.param("North Sea", {"": 10, f"{NORTH}: some": 7, f"{NORTH}: all": 4}, id="north_sea"),
    # All ports go before the air.
    pytest.param(
        "English Channel",
        {"": 13, f"{AIR}: Axis": 8, f"{CHANNEL}: some": 8, f"{CHANNEL}: all": 3},
        id="english_channel",
    ),
    pytest.param("French Atlantic", {"": 7, f"{FELL}: no": 4}, id="french_atlantic"),
)
ALLIED = (
    pytest.param("Arctic", {"": 4}, id="arctic"),
    pytest.param("Baltic", {"": 9, "Sweden: Western Allied": 7}, id="baltic"),
    # Axis-owned goes before the strike.
    pytest.param(
        "Norwegian Sea",
        {"": 7, f"{STRIKE}: achieved by the Allies": 7, "Norway is Axis-owned: no": 1, f"{STRIKE}: none": 4},
        id="norwegian",
    ),
    pytest.param("Denmark Sea", {"": 9, "Sweden: Western Allied": 7}, id="denmark"),
    pytest.param("North Sea", {"": 1, f"{NORTH}: some": 3}, id="north_sea"),
    pytest.param("North Atlantic", {"": 1, f"{ATLANTIC}: some": 3}, id="north_sea"),
    # No supplied port goes before France; a signed line is added.
    pytest.param(
        "English Channel",
        {
            "": 9,
            f"{AIR}: Axis": 12,
            f"{AIR}: Allied": 6,
            f"{SUPPLY}: no": 1,
            f"{AIR}: neither side": 4,
            f"{SUPPLY}: yes": 9,
            f"{FELL}: no": 9,
            f"{FRANCE}: no": 6,
        },
        id="english_channel",
    ),
    # Spain goes before France.
    pytest.param(
        "French Atlantic",
        {"": 4, "Spain: controlled by the Axis": 6, "Spain: neutral": 4, f"{FRANCE}: no": 1},
        id="french_spanish_atlantic",
    ),
    pytest.param(
        "Spanish Atlantic",
        {"": 4, f"{FRANCE}: no": 1, "Spain: controlled by the Axis": 6},
        id="french_spanish_atlantic",
    ),
    pytest.param(
        "African Atlantic", {"": 4, "Vichy France controls a colony on the Atlantic: no": 1}, id="african_atlantic"
    ),
)


def marked(side: str, cases: tuple) -> list:
    return [
        pytest.param(*case.values, marks=played(f"E33.B.10.{side}.{case.id}"), id=f"{case.values[0]}") for case in cases
    ]


@pytest.mark.parametrize(("zone", "course"), marked("AX", AXIS))
def test_axis_shipping_reads_table_2(northern: Evening, zone: str, course: Course) -> None:
    war(northern, zone, "Axis", course)


@pytest.mark.parametrize(("zone", "course"), marked("AL", ALLIED))
def test_allied_shipping_reads_table_3(northern: Evening, zone: str, course: Course) -> None:
    war(northern, zone, "Allied", course)


@played("E33.B.10.AX.baltic", "E33.B.10.AL.baltic")
def test_in_the_baltic_soviet_bases_and_soviet_units_change_the_status(northern: Evening) -> None:
    """Before the war 1, near a Soviet base 1 + 3 (R-03). For the Allies 9, and 3 for a Soviet unit."""
    evening = add(northern, "3 SP", "danzig", "konigsberg").reads("Baltic 1 → 11 %").tap("Why row 3")
    evening.tap("Save", **{"near_soviet_base-1": "on"}).reads("Baltic 4 → 22 % 1 + 3")
    roll(evening, 3, "54").reads("column 4 = 9 NO CONTACT", "Arrive at Königsberg")
    until(evening, "Allied naval movement")
    add(evening, "Soviet rifle division, 4 REs", "leningrad", "tallinn").reads("Baltic 3 → 17 %")
    add(evening, "2 SP", "leningrad", "tallinn").reads("Baltic 9 → 58 %")


@played("E33.B.10.AL.arctic")
def test_in_winter_the_arctic_is_worse_unless_the_allies_control_upper_norway(mediterranean: Evening) -> None:
    """December: 7; with Upper Norway 4, as in other months."""
    evening = mediterranean.tap("NavalAssist").tap("New campaign")
    evening.tap("Begin the campaign", name="Arctic", year="1941", month="12", theatres="north", malta="10")
    war(evening, "Arctic", "Allied", {"": 7, "The Allies control Upper Norway: yes": 4})
