"""SM.3.A: area search. Malta lies 12 hexes from Axis task force 1 (18A:1602) and 14 from 2 (18A:1801)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import OBSERVER
from navalassist.engine.learnt import Level
from navalassist.engine.maps.sheet_hexes import SHEETS
from navalassist.play.charts.begun import OWN_BOX, tables_for
from navalassist.systems.supermarina.demo import DUISBURG
from navalassist.systems.supermarina.rulings import CLOSED, OPEN
from navalassist.systems.supermarina.setup import begin
from navalassist.systems.supermarina.spotting import Recon, level_by
from tests.in_hand import InHand
from tests.systems.supermarina.at_sea import known

SLUG = "sm-area-search"


@pytest.fixture
def table(duisburg: Campaign) -> InHand:
    """The Allied recon step of NAS 4."""
    table = InHand(duisburg, "allied")
    table.until("axis/nas-4/enemy-recon")
    return table


def chance(table: InHand, **typed: Any) -> Fraction:
    return table.figures(SLUG, **typed)["found"]


@pytest.mark.rule("SM.3.A", "C2")
def test_the_best_site_searches_and_poor_weather_halves_its_chance(table: InHand) -> None:
    # Aircraft at Malta: 11 to 15 hexes is 4; a port alone sees no farther than 5.
    assert chance(table, force="axis-1") == Fraction(4, 10)
    assert chance(table, force="axis-1", site="sm-port:malta") == 0
    table.do("sm-weather", area="upper-ionian", weather="poor")
    assert chance(table, force="axis-2") == Fraction(2, 10)
    # 1 hex from Malta: 7, and half of it is 3.
    table.do("sm-weather", area="sicily", weather="poor")
    table.set({"force:axis-1.hex": "18A:0408"})
    assert chance(table, force="axis-1") == Fraction(3, 10)
    assert chance(table, force="axis-1", site="sm-port:malta") == Fraction(2, 10)


@pytest.mark.rule("SM.3.A", "X.10")
def test_a_distance_is_measured_where_both_hexes_share_a_grid_and_else_typed(table: InHand) -> None:
    assert SHEETS.distance("18A:0407", "18A:1602") == 12
    table.set({"force:axis-1.hex": "25A:4123"})
    # Gibraltar's sheet joins the one of Kerkennah, Malta's does not: the map says no more than it knows.
    seen = table.situation(SLUG, force="axis-1")
    assert [one.name for one in seen.sites] == ["Gibraltar"]
    assert "Malta, 69 Squadron" in seen.unmeasured
    table.set({"force:axis-1.hex": "26:3310"})
    assert "choose one, and type the hexes" in table.refuse(SLUG, force="axis-1")
    assert "type how many hexes" in table.misfit(SLUG, force="axis-1", site="search-site:malta")
    assert "choose the one from which" in table.misfit(SLUG, force="axis-1", hexes=10)
    assert chance(table, force="axis-1", site="search-site:malta", hexes=10) == Fraction(5, 10)
    assert chance(table, force="axis-1", site="search-site:malta", hexes=40) == Fraction(1, 10)


@pytest.mark.rule("SM.3.A", "SM.3", "SM.1.G")
def test_the_number_or_less_finds_it_in_general_and_a_force_is_searched_for_once(table: InHand) -> None:
    # A 0 is ten.
    table.do(SLUG, "0", force="axis-2")
    assert known(table, "allied", "axis-2") == [None, None]
    entry = table.do(SLUG, "4", force="axis-1")
    assert known(table, "allied", "axis-1") == ["general", "warships and transports"]
    assert "searched for in this segment: once" in table.refuse(SLUG, force="axis-1")
    assert not any(line.startswith("Search for") for line in table.lines())
    table.check()
    # Both read that it was found, and one side from where.
    assert "Malta, 69 Squadron" in table.at("allied").receipt(entry)
    for seat in ("axis", OBSERVER):
        told = table.at(seat).words("log/")
        assert "searches for Axis task force 1 and finds it: known in general." in told
        assert "69 Squadron" not in told
        assert known(table, seat, "axis-1") == [None, None]


@pytest.mark.rule("SM.3")
def test_two_methods_tell_everything_and_a_second_success_of_one_method_nothing_more() -> None:
    assert level_by([]) is Level.NOTHING
    assert level_by([Recon.AREA, Recon.AREA]) is Level.GENERAL
    assert level_by([Recon.AREA, Recon.SURFACE]) is Level.FULL


@pytest.mark.rule("SM.3", "SM.3.A")
def test_what_was_found_is_forgotten_with_the_segment_and_may_be_searched_for_again(table: InHand) -> None:
    table.do(SLUG, "1", force="axis-1")
    table.until("axis/nas-5/enemy-recon")
    assert known(table, "allied", "axis-1") == ["nothing", ""]
    assert not [key for key in table.rows("mark") if key.startswith(("searched/", "spotted/"))]
    table.do(SLUG, "4", force="axis-1")
    assert known(table, "allied", "axis-1")[0] == "general"


@pytest.mark.rule("SM.3.A", "SM.1.A.ph")
def test_it_is_done_in_the_own_recon_step_and_for_a_marker_on_the_map(table: InHand) -> None:
    table.until("axis/nas-4/enemy-movement")
    assert "in its own recon step" in table.refuse(SLUG, force="axis-1")
    table.until("axis/nas-5/enemy-recon")
    table.set({"force:axis-1.hex": ""})
    assert "is not on the map" in table.refuse(SLUG, force="axis-1")
    assert list(table.listed(SLUG, "force")) == ["axis-2"]


@pytest.mark.rule("SM.3.A", "C2")
@pytest.mark.parametrize("secrecy", [CLOSED, OPEN])
def test_of_an_unknown_cell_nobody_is_asked_where_the_question_would_tell(db: None, secrecy: str) -> None:
    """Who owns the box types its chart before a closed campaign searches; in an open one its cells are asked for."""
    own_box = tables_for("supermarina", OWN_BOX)
    table = InHand(begin("Own box", scene=DUISBURG, tables=own_box, rulings={"R-103": secrecy}), "allied")
    table.until("axis/nas-4/enemy-recon")
    if secrecy == CLOSED:
        assert "has unknown cells" in table.refuse(SLUG, force="axis-1")
        assert "has unknown cells" in table.at("allied").words("sea/")
        return
    entry = table.do(SLUG, force="axis-1")
    entry = table.answer(entry, "4", seat="moderator")
    entry = table.answer(entry, "0", seat="moderator")
    assert "mark:searched/axis-1.kind" in table.facts
    table.check()
