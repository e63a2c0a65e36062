"""36.F: gunfire supports, carrier groups, permanent losses."""

import re

import pytest

from tests.evenings.evening import Evening
from tests.evenings.ships import belt, card, done, form, not_done, rolled, sail, unit, until

SEA = {"zone": "central-med"}


def balance(evening: Evening, points: str) -> None:
    """What the Allied ledger reads."""
    ledgers = evening.tap("Fleets").tap("Ledgers").page.read
    assert points in ledgers.partition("● Allied Victory points")[2], ledgers


GUNFIRE = "Give naval gunfire support"


def gunfire(evening: Evening, support: str, **unit: str) -> Evening:
    return done(evening, GUNFIRE, support=support, **unit)


@pytest.mark.played("E36.F.1.ax", "E36.F.1.q", "E36.F.1.rec")
def test_an_axis_task_force_fires_eight_times_a_year_and_a_quarter_without_limit(mediterranean: Evening) -> None:
    """Full or half strength counts, 12 or 6; a quarter, 3, is prepared for 15 MPs."""
    sail(mediterranean, "Battle fleet", "60 18A:0409", fuel="srp", **SEA)
    mediterranean.tap("Map").reads("Gunfire support: 1st Squadron 36.F.1 8 of 8 left in 1941")
    gunfire(mediterranean, unit="squadron-1", support="full").reads(
        "with a strength of 12; 7 supports are left this year."
    )
    for used in range(2, 9):
        gunfire(mediterranean, unit="squadron-1", support="half").reads(
            "with a strength of 6", f"{used} used this year"
        )
    assert "has used its 8 gunfire supports of 1941" in not_done(
        mediterranean, GUNFIRE, unit="squadron-1", support="half"
    )
    gunfire(mediterranean, unit="squadron-1", support="quarter").reads("with a strength of 3")
    card(mediterranean, "1st Squadron").reads("Gunfire supports 36.F.1 1941: 8 0 of 8 left in 1941")
    card(mediterranean, "Battle fleet").reads("15 day 18A:0409")


@pytest.mark.played("E36.F.1.al", "E36.F.1.sov", "E36.F.1.rec")
def test_an_allied_task_force_fires_twelve_times_a_year_and_a_soviet_one_without_limit(allies: Evening) -> None:
    sail(allies, "Force H", "1 24A:2111", zone="western-med")
    for used in range(1, 13):
        gunfire(allies, unit="force-h-1", support="full").reads(f"{used} used this year")
    assert "has used its 12 gunfire supports of 1941" in not_done(allies, GUNFIRE, unit="force-h-1", support="full")
    card(allies, "Force H battleships").reads("1941: 12 0 of 12 left in 1941")
    allies.tap("Save the change", nation="Soviet").tap("Map").reads("Force H battleships 36.F.1 without limit")
    gunfire(allies, unit="force-h-1", support="full").reads("with a strength of 8")


@pytest.mark.played("E36.F.2.in", "E36.F.2.out", "E36.F.2.b", "E36.F.2.c", "E36.F.2.def")
def test_a_carrier_group_comes_and_goes_with_its_aircraft(mediterranean: Evening) -> None:
    """Formidable is due in Mar II 41. One air unit aborted, 3 ARPs, one eliminated, 6: 9 of 6 is a deficit of 3."""
    until(mediterranean, "Allied initial").never_reads("Formidable arrives")
    until(until(mediterranean, "Allied air"), "Allied initial").reads(
        "Formidable arrives 36.F.2 by the order of battle"
    )
    aircraft = {"aircraft": "Fulmar, Albacore", "fighter": "on"}
    done(mediterranean, "Formidable arrives", to="group:force-h", **aircraft).reads(
        "Formidable arrives in Force H with Fulmar and Albacore."
    )
    done(mediterranean, "Formidable withdraws", aborted="1", eliminated="1")
    card(mediterranean, "Formidable").reads("Where Withdrawn")
    balance(mediterranean, "Air replacement points, Fleet Air Arm −3 a deficit")


@pytest.mark.played("E36.F.2.out", "E36.F.2.a", "E36.F.2.def")
def test_a_carrier_group_that_was_sunk_costs_three_nrps_a_point(allies: Evening) -> None:
    """The paragraph's own example, 4 points, 12 NRPs: of 8, a deficit of 4. On column 24 a 6 is five hits."""
    card(allies, "Ark Royal").tap("Save the change", leaves="1941-03-2")
    belt(allies, "axis", "24A:2111", "24", "western-med")
    sail(allies, "Force H", "1 24A:2111", zone="western-med")
    rolled(allies, "Mines: Force H", "6" + "1" * 10).reads("Ark Royal")
    card(allies, "Ark Royal").reads("Where Sunk")
    until(allies, "Allied initial").reads("Ark Royal withdraws")
    done(allies, "Ark Royal withdraws")
    balance(allies, "Naval repair points −4 a deficit")


@pytest.mark.played("E36.F.2.a", "E36.F.2.norep")
def test_a_carrier_group_is_not_mended_in_play_and_its_hit_costs_three_nrps(mediterranean: Evening) -> None:
    """One hit of Ark Royal's: 8 - 3 is 5."""
    card(mediterranean, "Ark Royal").tap("Save the change", leaves="1941-03-1")
    until(mediterranean, "Allied initial")
    assert "not mended while it is in play" in not_done(mediterranean, "Mend a naval unit", unit="ark-royal")
    mediterranean.tap("Fleets").tap("Ledgers").tap("Spend points")
    air = {"side": "allied", "what": "arp", "organisation": "Fleet Air Arm", "points": "1", "carrier": "ark-royal"}
    assert "neither repaired nor replaced" in mediterranean.refused("Carry it out", **air)
    done(mediterranean, "Ark Royal withdraws")
    balance(mediterranean, "Naval repair points 5")


@pytest.mark.played("E36.F.3")
def test_a_task_force_that_is_half_shot_away_is_flipped_for_good(mediterranean: Evening) -> None:
    """The paragraph's own example: 12 with 5 hits takes 2 more. It shows 6 with 1 hit, and is never above 6 again."""
    unit(mediterranean, "4th Squadron", "task-force", "port:taranto", "axis", strength="12", reverse="6", hits="5")
    form(mediterranean, "Old ships", "4th Squadron")
    sail(mediterranean, "Old ships", "60 18A:0203", fuel="srp", **SEA)
    rolled(mediterranean, "Mines: Old ships in 18A:0203", "6611111").reads("2 HITS")
    card(mediterranean, "4th Squadron").reads("Strength 5 of 6", "Hits 1")
    until(mediterranean, "Axis initial")
    mend = {"unit": key_of(mediterranean), "cost": "1"}
    assert "1 hit" in not_done(mediterranean, "Mend a naval unit", hits="2", **mend)
    done(mediterranean, "Mend a naval unit", hits="1", **mend)
    card(mediterranean, "4th Squadron").reads("Strength 6 of 6")


def key_of(evening: Evening) -> str:
    return evening.tap("Fleets").offer(re.compile("^4th Squadron$")).href.rstrip("/").rpartition("/")[2]
