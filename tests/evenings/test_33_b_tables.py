"""33.B.10: the tables of the northern and outer waters, as the players say how the war stands there."""

import pytest

from tests.evenings.evening import Evening
from tests.evenings.shipping import add, hangs_on, roll, stands, until, zone

STRIKE, SUPPLY = "Pre-emptive strike on Norway", "An Axis port on the English Channel can trace full supply"
NORTH = "English major and great ports on the North Sea that the Axis owns"
ATLANTIC = "English major and great ports on the North Atlantic that the Axis owns"
CHANNEL = "English major and great ports on the Channel that the Axis owns"
AIR = "Air superiority over the English Channel"
FRANCE, FELL, NORWAY = "The Axis holds France", "France has surrendered", "The Axis controls Lower Norway"
NOTHING = "nothing printed"

# What is said of the war in turn, or the next zone; and the status of Axis and of Allied shipping after that.
ZONES = (
    pytest.param(
        "Baltic",
        [("", 1, 9), ("The Axis is at war with the USSR: yes", 4, 9), ("Sweden: Western Allied", 4, 7)],
        marks=pytest.mark.played("E33.B.10.AX.baltic", "E33.B.10.AL.baltic"),
        id="Baltic",
    ),
    # For the Allies an Axis-owned Norway goes before the strike.
    pytest.param(
        "Norwegian Sea",
        [
            ("", 8, 7),
            (f"{STRIKE}: achieved by the Allies", 10, 7),
            ("Norway is Axis-owned: no", 10, 1),
            (f"{STRIKE}: achieved by the Axis", 4, 4),
            (f"{STRIKE}: none", 8, 4),
        ],
        marks=pytest.mark.played("E33.B.10.AX.norwegian", "E33.B.10.AL.norwegian"),
        id="Norwegian Sea",
    ),
    pytest.param(
        "Denmark Sea",
        [
            ("", 1, 9),
            ("The Axis controls Denmark: no", 4, 9),
            ("The Axis controls Denmark: yes", 1, 9),
            (f"{NORWAY}: no", 4, 9),
            ("Sweden: Western Allied", 4, 7),
        ],
        marks=pytest.mark.played("E33.B.10.AX.denmark", "E33.B.10.AL.denmark"),
        id="Denmark Sea",
    ),
    pytest.param(
        "North Sea",
        [
            ("", 10, 1),
            (f"{NORTH}: some", 7, 3),
            (f"{NORTH}: all", 4, 3),
            ("North Atlantic", NOTHING, 3),
            (f"{NORTH}: none", NOTHING, 1),
            (f"{ATLANTIC}: some", NOTHING, 3),
        ],
        marks=pytest.mark.played("E33.B.10.AX.north_sea", "E33.B.10.AL.north_sea"),
        id="North Sea and North Atlantic",
    ),
    # All ports go before the air; no supplied port goes before France; a signed line is added.
    pytest.param(
        "English Channel",
        [
            ("", 13, 9),
            (f"{AIR}: Axis", 8, 12),
            (f"{CHANNEL}: some", 8, 12),
            (f"{CHANNEL}: all", 3, 12),
            (f"{AIR}: Allied", 3, 6),
            (f"{SUPPLY}: no", 3, 1),
            (f"{AIR}: neither side", 3, 4),
            (f"{SUPPLY}: yes", 3, 9),
            (f"{FELL}: no", 3, 9),
            (f"{FRANCE}: no", 3, 6),
        ],
        marks=pytest.mark.played("E33.B.10.AX.english_channel", "E33.B.10.AL.english_channel"),
        id="English Channel",
    ),
    # Spain goes before France.
    pytest.param(
        "French Atlantic",
        [
            ("", 7, 4),
            ("Spain: controlled by the Axis", 7, 6),
            (f"{FRANCE}: no", 7, 6),
            ("Spain: neutral", 7, 1),
            (f"{FELL}: no", 4, 1),
            ("Spanish Atlantic", NOTHING, 1),
            (f"{FRANCE}: yes", NOTHING, 4),
            ("Spain: controlled by the Axis", NOTHING, 6),
            ("African Atlantic", NOTHING, 4),
            ("Vichy France controls a colony on the Atlantic: no", NOTHING, 1),
        ],
        marks=pytest.mark.played(
            "E33.B.10.AX.french_atlantic", "E33.B.10.AL.french_spanish_atlantic", "E33.B.10.AL.african_atlantic"
        ),
        id="French, Spanish and African Atlantic",
    ),
)


@pytest.fixture
def northern(mediterranean: Evening) -> Evening:
    """The demo with the northern and outer waters, which the players tap in."""
    return mediterranean.tap("Set-up").tap("Sea zones").tap("Both")


@pytest.mark.parametrize(("name", "course"), ZONES)
def test_shipping_has_the_status_of_tables_2_and_3(
    northern: Evening, name: str, course: list[tuple[str, int | str, int | str]]
) -> None:
    evening = zone(northern, name)
    for change, axis, allied in course:
        fact, _, answer = change.partition(": ")
        if change:
            hangs_on(evening, fact, answer) if answer else zone(evening, fact)
        stands(stands(evening, "Axis", axis), "Allied", allied)


@pytest.mark.played("E33.B.10.AX.baltic", "E33.B.10.AL.baltic")
def test_in_the_baltic_soviet_bases_and_soviet_units_change_the_status(northern: Evening) -> None:
    """Before the war 1, near a Soviet base 1 + 3 (R-03). For the Allies 9, and 3 for a Soviet unit."""
    evening = add(northern, "3 SP", "danzig", "konigsberg").reads("Baltic status 1 → 11 %").tap("Why row 3")
    evening.tap("Save", **{"near_soviet_base-1": "on"}).reads("Baltic status 4 → 22 % 1 + 3")
    roll(evening, 3, "54").reads("column 4 = 9 NO CONTACT", "Arrive at Königsberg")
    until(evening, "Allied naval movement")
    add(evening, "Soviet rifle division, 4 REs", "leningrad", "tallinn").reads("Baltic status 3 → 17 %")
    add(evening, "2 SP", "leningrad", "tallinn").reads("Baltic status 9 → 58 %")


@pytest.mark.played("E33.B.10.AL.arctic")
def test_in_winter_the_arctic_is_worse_unless_the_allies_control_upper_norway(northern: Evening) -> None:
    """March: 4. December: 7, and 4 with Upper Norway."""
    evening = stands(zone(northern, "Arctic"), "Allied", 4)
    evening.tap("NavalAssist").tap("New campaign")
    evening.tap("Begin the campaign", name="Arctic", year="1941", month="12", theatres="north", malta="10")
    evening.tap("The campaign begins")
    stands(zone(evening, "Arctic"), "Allied", 7)
    stands(hangs_on(evening, "The Allies control Upper Norway", "yes"), "Allied", 4)
