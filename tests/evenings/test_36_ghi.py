"""36.G to 36.I: ferries, naval supply lines, transport counters. Landing craft 1 lies in Alexandria, 19A:2416."""

import pytest

from tests.evenings.evening import Evening
from tests.evenings.ships import belt, card, done, form, not_done, rolled, sail, until

FERRY = "Let a landing craft"
CRAFT = {"unit": "craft-1", "across": "19A:2417"}
SERVES = "Ferry: Landing craft 1, 19A:2416 and 19A:2417, sea 36.G a major river for its side until the player turn ends"


@pytest.mark.played("E36.G.1", "E36.G.2", "E36.G.3")
def test_an_idle_landing_craft_serves_in_either_player_turn_until_it_moves(mediterranean: Evening) -> None:
    assert not mediterranean.offers(FERRY)
    until(mediterranean, "Allied initial")
    assert "19A:2418 does not lie beside 19A:2416" in not_done(mediterranean, FERRY, unit="craft-1", across="19A:2418")
    done(mediterranean, FERRY, **CRAFT).reads(
        "between 19A:2416 and 19A:2417, sea, which counts as a major river hexside"
    )
    mediterranean.tap("Map").reads(SERVES)
    until(mediterranean, "Axis initial").never_reads("Ferry: ")
    done(mediterranean, FERRY, **CRAFT).tap("Map").reads(SERVES)
    until(mediterranean, "Axis combat").reads(SERVES)
    until(mediterranean, "Allied initial")
    done(mediterranean, FERRY, **CRAFT)
    until(mediterranean, "Allied naval movement")
    form(mediterranean, "Lighters", "Landing craft 1")
    sail(mediterranean, "Lighters", "5 19A:2413", zone="eastern-med").tap("Map").reads("ended: the craft has moved")


@pytest.mark.played("E36.G.1", "E36.G.3")
def test_a_damaged_craft_serves_no_more_and_is_not_named(mediterranean: Evening) -> None:
    until(mediterranean, "Allied initial")
    done(mediterranean, FERRY, **CRAFT)
    card(mediterranean, "Landing craft 1").tap("Save the change", hits="1")
    mediterranean.tap("Map").reads("ended: the craft is damaged")
    assert "only an undamaged craft" in not_done(mediterranean, FERRY, **CRAFT)


LINE = "Check the way of a naval supply line"


@pytest.fixture
def enemy(mediterranean: Evening) -> Evening:
    """The Axis Battle fleet lies at sea in 18A:0411 as the Allies trace their supply."""
    sail(mediterranean, "Battle fleet", "60 18A:0411", fuel="srp", zone="central-med")
    return until(mediterranean, "Allied initial")


@pytest.mark.played("E36.H.1")
def test_a_supply_line_touches_no_combat_zone(enemy: Evening) -> None:
    """Neither from, nor into, nor through a hex next to him or of a coast defence."""
    sea = {"zone": "central-med"}
    done(enemy, LINE, way="18A:0413 0414 0415", **sea).reads("over 3 hexes")
    for way in ("18A:0412 0413", "18A:0413 0412", "18A:0413 0412 0413"):
        assert "combat zone of Battle fleet" in not_done(enemy, LINE, way=way, **sea)
    assert "coast defence" in not_done(enemy, LINE, way="18A:0413 0414 0415", guards="18A:0414", **sea)


@pytest.mark.played("E36.A.2.c", "E36.H.2")
def test_five_hexes_in_a_row_may_run_at_night_past_an_enemy_but_not_through_him(enemy: Evening) -> None:
    """By night his zone is 18A:0411 alone. From 0512 on 0512 to 0508 run by night; 0511 and 0510 lie beside it."""
    way = {"way": "18A:0514 0513 0512 0511 0510 0509 0508 0507", "zone": "central-med"}
    assert "combat zone of Battle fleet" in not_done(enemy, LINE, **way)
    done(enemy, LINE, night="18A:0512", **way).reads("over 8 hexes")
    # So does a coast defence: 0608 lies beside 0508 and 0509, by night, and 0607 beside 0507, by day.
    done(enemy, LINE, night="18A:0512", guards="18A:0608", **way).reads("over 8 hexes")
    assert "combat zone of the coast defence" in not_done(enemy, LINE, night="18A:0512", guards="18A:0607", **way)
    # The sixth is by day again.
    longer = {"way": "18A:0517 0516 0515 0514 0513 0512 0511", "zone": "central-med"}
    assert "combat zone of Battle fleet" in not_done(enemy, LINE, night="18A:0516", **longer)
    through = {"way": "18A:0413 0412 0411", "zone": "central-med"}
    assert "combat zone of Battle fleet" in not_done(enemy, LINE, night="18A:0413", **through)


@pytest.mark.played("E36.I")
def test_a_transport_counter_is_two_naval_transports_and_one_when_flipped(allies: Evening) -> None:
    """On the column of 1 mine point a 6 hits."""
    card(allies, "Transport 1").reads("Strength 2 of 2")
    belt(allies, "axis", "19A:2413", "1", "eastern-med")
    belt(allies, "axis", "19A:2412", "1", "eastern-med")
    form(allies, "Convoy", "Transport 1")
    sail(allies, "Convoy", "5 19A:2413 5 19A:2412", zone="eastern-med")
    rolled(allies, "Mines: Convoy in 19A:2413", "61").reads("from mines in 19A:2413; 1 of 2 left.")
    card(allies, "Transport 1").reads("Strength 1 of 2; the half-strength side is up 36.I")
    rolled(allies, "Mines: Convoy in 19A:2412", "6")
    card(allies, "Transport 1").reads("Where Sunk")
