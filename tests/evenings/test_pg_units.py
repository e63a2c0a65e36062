"""The theatre campaign's units and ports: what types are for, how crews begin, and what a port bases."""

import pytest

from tests.evenings.evening import Evening
from tests.evenings.test_sm_convoy import sits


@pytest.mark.played(
    "PG.6.1.7", "PG.6.1.7.1", "PG.6.1.7.2", "PG.6.1.7.3", "PG.6.1.7.4", "PG.6.1.7.5", "PG.6.1.7.6", "PG.6.1.7.7",
    "PG.6.1.8.2", "PG.6.1.8.3",
)  # fmt: skip
def test_the_page_of_units_says_what_each_type_is_for(lingayen: Evening) -> None:
    sits(lingayen, "Axis").tap("Units").reads("BC Kongo and Haruna", "other such ships stay 3 hexes off in battle")
    lingayen.reads("Ryujo's aircraft", "holds 2 of up to 3 air units", "Mako minor port, 10 of 40")
    lingayen.reads(
        "CAA capital ship for what a port bases; in battle an anti-aircraft gun that stands on the map already"
    )
    lingayen.reads("SS escort for what a port bases; only destroyers and aircraft attack it")
    lingayen.reads("CLD capital ship for what a port bases; spots and attacks submarines")
    lingayen.reads("BB capital ship", "CA capital ship for what a port bases; fixed coast guns", "CL capital ship")
    lingayen.never_reads("Houston")


@pytest.mark.played("PG.6.1.1", "PG.6.1.2", "C22")
def test_a_new_unit_begins_trained_and_its_port_has_room(lingayen: Evening) -> None:
    """Italian crews have 100. A type that counts whole is 2 of the 40 that Mako bases."""
    sits(lingayen, "Axis").tap("Lists").tap("Naval units")
    new = {"name": "Eritrea", "side": "Axis", "nation": "Italy", "type": "CL", "strength": "10", "experience": "0"}
    sheet = {"search": "2", "intercept": "2", "speed": "3", "miles": "7200", "air": "0", "status": "ready"}
    lingayen.tap(
        "Save all lines", **{f"new.{name}": value for name, value in (new | sheet).items()} | {"new.place": "Mako"}
    )
    lingayen.tap("Units").reads("Mako minor port, 12 of 40", "CL Eritrea Strength 10, experience 100")
