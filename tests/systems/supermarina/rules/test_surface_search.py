"""SM.3.B: a force searches its hex. Force K's slowest ship has the speed of its type's first box."""

from __future__ import annotations

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import OBSERVER
from navalassist.engine import Set
from navalassist.systems.supermarina.combat import Light
from navalassist.systems.supermarina.rules.surface_search import cost_of
from navalassist.systems.supermarina.rulings import AGREED
from navalassist.systems.supermarina.weather import Sky
from tests.in_hand import InHand
from tests.systems.supermarina.at_sea import at_sea, known

SLUG = "sm-surface-search"
FULL = "DD Maestrale, DD Grecale, DD Libeccio, DD Euro, DD Fulmine, DD Oriani, 7 transports"


@pytest.fixture
def table(duisburg: Campaign) -> InHand:
    return at_sea(duisburg)


@pytest.mark.rule("SM.3.B")
@pytest.mark.parametrize(
    ("light", "weather", "searchers", "cost"),
    [
        (Light.DAY, Sky.CLEAR, 0, 4),
        (Light.DAY, Sky.CLEAR, 2, 2),
        (Light.DAY, Sky.CLEAR, 5, 1),
        (Light.NIGHT, Sky.CLEAR, 0, 8),
        (Light.NIGHT, Sky.CLEAR, 3, 8),
        (Light.DAY, Sky.POOR, 2, 8),
        (Light.NIGHT, Sky.POOR, 2, 16),
    ],
)
def test_what_a_search_costs(light: Light, weather: Sky, searchers: int, cost: int) -> None:
    """S helps by day in clear weather, and never below 1; poor weather costs twice as much."""
    assert cost_of(light, weather, searchers) == cost


@pytest.mark.rule("SM.3.B", "SM.1.A.ph")
def test_every_marker_in_the_hex_is_found_and_both_read_it(table: InHand) -> None:
    table.set({"force:axis-2.hex": "18A:1602"})
    entry = table.do(SLUG, force="allied-1", light="day")
    assert table.facts["force:allied-1.spent"] == 4
    assert known(table, "allied", "axis-1") == ["general", "warships and transports"]
    assert known(table, "allied", "axis-2") == ["general", "warships"]
    told = "Allied task force 1 searches 18A:1602 by day for 4 MPs and finds Axis task force 1 and Axis task force 2."
    assert told in table.at("allied").receipt(entry)
    for seat in ("axis", OBSERVER):
        assert told in table.at(seat).words("log/")
        assert "Penelope" not in table.at(seat).words("log/")
        assert known(table, seat, "axis-1") == [None, None]
    assert not any(row.startswith("night-search/") for row in table.rows("mark"))
    table.check()


@pytest.mark.rule("SM.3.B")
def test_an_empty_hex_costs_the_same(table: InHand) -> None:
    table.set({"force:axis-1.hex": "18A:1702"})
    entry = table.do(SLUG, force="allied-1", light="night")
    assert table.facts["force:allied-1.spent"] == 8
    assert "for 8 MPs and finds nothing." in table.at("allied").receipt(entry)


@pytest.mark.rule("SM.3.B")
def test_ships_with_an_s_make_it_cheaper_and_the_mps_must_be_left(table: InHand) -> None:
    table.edit(Set("ship:aurora.searcher", True), seat="allied", chain="allied")
    speed = table.situation(SLUG, force="allied-1", light="day").speed
    table.set({"force:allied-1.spent": speed - 3})
    assert f"has {3} left" in table.refuse(SLUG, force="allied-1", light="night")
    table.do(SLUG, force="allied-1", light="day")
    assert table.facts["force:allied-1.spent"] == speed
    table.do("sm-weather", area="lower-ionian", weather="poor")
    assert table.situation(SLUG, force="allied-1", light="day").cost == 8


@pytest.mark.rule("SM.3.B", "SM.3")
def test_area_and_surface_search_together_tell_everything(duisburg: Campaign) -> None:
    table = InHand(duisburg, "allied")
    table.until("axis/nas-4/enemy-recon")
    table.do("sm-area-search", "4", force="axis-1")
    table = at_sea(duisburg)
    table.do(SLUG, force="allied-1", light="day")
    assert known(table, "allied", "axis-1") == ["full", FULL]
    # A third success, of a method that it was found by before, says no more and takes nothing away.
    table.do(SLUG, force="allied-1", light="day")
    assert known(table, "allied", "axis-1") == ["full", FULL]


@pytest.mark.rule("SM.3.B", "SM.6.F")
def test_a_battle_in_a_hex_searched_by_night_is_fought_by_night(table: InHand) -> None:
    table.do(SLUG, force="allied-1", light="night")
    assert table.facts["mark:night-search/allied-1.place"] == "18A:1602"
    table.until("axis/nas-4/enemy-combat")
    table.do("sm-engage", force="allied-1", against="axis-1", name="off Cape Spartivento ")
    assert table.facts["battle:1.name"] == "off Cape Spartivento"
    assert [table.facts[f"battle:1.{name}"] for name in ("light", "range")] == ["night", "intermediate"]
    table.until("axis/nas-5/own-recon")
    assert not any(row.startswith("night-search/") for row in table.rows("mark"))
    table.check()


@pytest.mark.rule("SM.6.F")
@pytest.mark.parametrize(("agreed", "light"), [(False, "day"), (True, "night")])
def test_without_a_night_search_it_is_day_unless_the_ruling_lets_players_say(table, agreed, light) -> None:
    if agreed:
        table.set({"ruling:R-113.choice": AGREED})
    table.do(SLUG, force="allied-1", light="day")
    table.until("axis/nas-4/enemy-combat")
    table.do("sm-engage", force="allied-1", against="axis-1", night=True)
    assert table.facts["battle:1.light"] == light


@pytest.mark.rule("SM.3.B")
def test_it_is_for_warships_with_fuel_in_the_own_movement_step(table: InHand) -> None:
    table.edit(Set("ship:lance.fuel_used", table.facts["ship:lance.fuel"]), seat="allied", chain="allied")
    assert "without fuel" in table.refuse(SLUG, force="allied-1", light="day")
    assert "its own movement step" in table.refuse(SLUG, force="axis-1", light="day", seat="axis")
