"""SM.1, SM.2.B, SM.4.A: aircraft of the Duisburg demo, at Malta and aboard Ark Royal."""

from __future__ import annotations

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import Set
from navalassist.play.rules.resolve import Refused
from navalassist.play.storage.bodies import whole_body
from navalassist.play.write.edits import EditError
from navalassist.systems.supermarina.edits import AIR_UNITS
from tests.in_hand import InHand


@pytest.fixture
def table(duisburg: Campaign) -> InHand:
    """The Allied initial phase."""
    table = InHand(duisburg, "allied")
    table.until("allied/initial")
    return table


def refused(table: InHand, slug: str, **typed: str) -> str:
    """Why a rule does nothing."""
    with pytest.raises(Refused) as raised:
        table.do(slug, **typed)
    return raised.value.refusal.reason


@pytest.mark.rule("SM.2.B")
def test_a_carrier_holds_as_many_air_units_as_its_counter_says(table: InHand) -> None:
    # Ark Royal holds 3 and has 2.
    table.do("sm-air-base", unit="825", base="ship:ark-royal")
    assert table.facts["sm-air-unit:825.cooperates"] is True
    assert refused(table, "sm-air-base", unit="828", base="ship:ark-royal") == "Ark Royal holds 3 air units and has 3."
    # One that is aboard already takes no second place.
    table.do("sm-air-base", unit="812", base="ship:ark-royal")
    table.check()


@pytest.mark.rule("SM.5.A")
def test_aircraft_of_a_carrier_work_in_flights(table: InHand) -> None:
    assert "6 of which are one" in refused(table, "sm-air-base", unit="blenheims", base="ship:ark-royal")
    typed = {"side": "allied", "name": "Albacores", "size": "group", "base": "ship:ark-royal"}
    with pytest.raises(EditError, match="Size: aircraft of a carrier work in flights; choose flight"):
        AIR_UNITS.add(table.facts, typed)


@pytest.mark.rule("SM.1")
def test_aircraft_on_naval_cooperation_fly_in_segments_and_in_no_air_phase(table: InHand) -> None:
    table.do("sm-naval-cooperation", units=["blenheims"])
    table.until("allied/nas-1/own-combat")
    bombing = {"unit": "blenheims", "mission": "bombing"}
    table.do("sm-fly", **bombing)
    table.until("allied/nas-2/own-combat")
    table.do("sm-fly", **bombing)
    table.until("allied/air")
    assert "in naval action segments alone" in refused(table, "sm-fly", **bombing)
    table.check()


@pytest.mark.rule("SM.1")
def test_others_fly_in_the_air_phase_alone(table: InHand) -> None:
    table.do("sm-naval-cooperation", units=[])
    table.until("allied/nas-1/own-combat")
    assert "in the air phase alone" in refused(table, "sm-fly", unit="blenheims", mission="bombing")
    table.until("allied/air")
    table.do("sm-fly", unit="blenheims", mission="staging")


@pytest.mark.rule("SM.4.A", "SM.2.B")
@pytest.mark.parametrize("mission", ["staging", "air-drop"])
def test_carrier_aircraft_fly_neither_staging_nor_air_drops(table: InHand, mission: str) -> None:
    table.until("allied/nas-1/own-combat")
    table.do("sm-fly", unit="812", mission="bombing")
    assert "Carrier aircraft fly no" in refused(table, "sm-fly", unit="812", mission=mission)


@pytest.mark.rule("SM.2.B")
def test_a_carrier_is_an_airbase_where_it_is(table: InHand) -> None:
    table.edit(Set("ship:ark-royal.place", "force:axis-1"), seat="allied", chain="allied")
    table.until("allied/nas-1/own-combat")
    entry = table.do("sm-fly", unit="812", mission="bombing")
    assert "812 Squadron flies tactical bombing of ships from Ark Royal (18A:1602)." in str(
        whole_body(entry)["outcome"]
    )
