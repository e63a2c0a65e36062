"""PG.6.3.1, 6.3.2, 6.4.1: a route is drawn for a group, within the range of each of its units."""

from __future__ import annotations

import pytest

from navalassist.campaigns.models import Campaign
from tests.in_hand import InHand

TO_LINGAYEN = "E1 D1 D2 D3 D4 D5"


@pytest.fixture
def table(lingayen: Campaign) -> InHand:
    return InHand(lingayen)


@pytest.mark.rule("PG.6.3.1", "PG.6.4.1")
def test_a_route_is_kept_with_its_group_and_told_in_squares_and_ranges(table: InHand) -> None:
    """5 squares are range 1. The destroyers have 4,800 miles: patrol 2, the shortest of the escort."""
    entry = table.do("pg-route", group="a1", purpose="invasion", route=TO_LINGAYEN)
    assert table.facts["pg-group:a1.route"] == TO_LINGAYEN
    told = table.at("axis").receipt(entry)
    assert "5 squares; range 1" in told
    assert "Asagumo and Minegumo: 2 (PG.6.3.1)" in told
    assert "land" in table.misfit("pg-route", group="a1", route="E1 D1 D2 D3 D4 E5")
    assert "begins in Taipei, E1" in table.misfit("pg-route", group="a1", route="D1 D2")
    table.check()


@pytest.mark.rule("PG.6.3.1", "PG.6.3.2")
def test_patrols_reach_a_third_of_the_way_that_base_changes_do(table: InHand) -> None:
    """11 squares are range 3: beyond the patrol range 2 of a DD, within its endurance 8; 41 squares are 9."""
    eleven = "E1 D1 D2 D3 D4 D5 D6 C7 C8 B9 B10"
    assert "reaches 2, and this is 3" in table.refuse("pg-route", group="a1", purpose="patrol", route=eleven)
    table.do("pg-route", group="a1", purpose="strategic", route=eleven)
    there_and_back = " ".join(["E1", *["D1", "D2"] * 20, "D1"])
    assert "reaches 8, and this is 9" in table.refuse("pg-route", group="a1", purpose="escort", route=there_and_back)


@pytest.mark.rule("PG.6.3.1", "PG.6.2.2.1")
def test_sea_zones_follow_from_the_edge_of_the_map_or_a_port_off_it(table: InHand) -> None:
    """Yorktown: 8,400 miles are patrol 4, endurance 14. Caribbean 1, west coast 1, Central Pacific 2: 4."""
    table.do("pg-form", seat="allied", port="panama", kind="task-force", units=("yorktown",))
    way, group = "Caribbean, American west coast, Central Pacific", table.numbered("pg-group", 2, "allied")
    table.do("pg-route", seat="allied", group=group, purpose="patrol", zones=way)
    assert table.facts[f"pg-group:{group}.zones"] == way
    longer = f"{way}, South Pacific"
    assert "reaches 4, and this is 6" in table.refuse("pg-route", seat="allied", group=group, zones=longer)
    assert "leads to Caribbean" in table.misfit("pg-route", seat="allied", group=group, zones="North Atlantic")
    # From L10 nine squares to the edge T10: range 2, and the zone is 2.
    edge = "L10 M10 N10 O10 P10 Q10 R10 S10 T10"
    entry = table.do("pg-route", group="a3", purpose="strategic", route=edge, zones="Central Pacific")
    assert "8 squares; Central Pacific; range 4" in table.at("axis").receipt(entry)
    assert "S10 leads to no sea zone" in table.misfit("pg-route", group="a3", route=edge[:-4], zones="Central Pacific")


@pytest.mark.rule("PG.6.1.8.1", "PG.6.1.8.4")
def test_units_that_never_patrol_keep_their_group_from_it(table: InHand) -> None:
    table.do("pg-join", group="a3", units=("kasuga",))
    table.do("pg-join", group="a2", units=("katori",))
    assert "never patrols" in table.refuse("pg-route", group="a3", purpose="patrol", route="L10 K10")
    assert "never patrols" in table.refuse("pg-route", group="a2", purpose="patrol", route="D2 D3")
    table.do("pg-route", group="a2", purpose="escort", route="D2 D3")


@pytest.mark.rule("PG.6.4.1")
def test_a_route_is_its_sides_secret_and_damaged_units_have_none(table: InHand) -> None:
    table.do("pg-route", group="a1", purpose="invasion", route=TO_LINGAYEN)
    assert "D1 D2" not in table.at("allied").words("log/")
    table.set({"pg-unit:naka.status": "damaged"})
    assert "damaged" in table.refuse("pg-route", group="a1", purpose="invasion", route=TO_LINGAYEN)


@pytest.mark.rule("PG.6.4.1", "PG.6.5.1.4")
def test_a_damaged_group_may_draw_the_way_home_to_a_yard(table: InHand) -> None:
    """A change of base is the one mission of a damaged ship; one under repair has none at all."""
    table.set({"pg-unit:naka.status": "damaged"})
    for purpose in ("operational", "strategic"):
        table.do("pg-route", group="a1", purpose=purpose, route="E1 D1 D2")
    assert "damaged" in table.refuse("pg-route", group="a1", purpose="escort", route="E1 D1 D2")
    table.set({"pg-unit:naka.status": "repairing"})
    assert "under repair" in table.refuse("pg-route", group="a1", purpose="strategic", route="E1 D1 D2")
