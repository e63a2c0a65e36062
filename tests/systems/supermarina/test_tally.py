"""The page of a battle after fire: the tally first, then shot by shot."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import REGISTER, Set, odds_of
from navalassist.play import state as states
from navalassist.systems.supermarina.battle import (
    FIRE_PLAN,
    GUNFIRE,
    ORDERS,
    STAND,
    TARGETS,
    TORPEDO_PLAN,
    TORPEDOES,
)
from tests.in_hand import in_hand
from tests.systems.supermarina.fighting import Fighting

AXIS, ALLIED = ("luca-tarigo", "lampo", "baleno"), ("jervis", "janus", "mohawk", "nubian")
PAGE = "battle/1/"


def plan(ships: tuple[str, ...], at: str, guns: str = "", **other: str) -> dict[str, str]:
    return {f"1-{name}{guns}": at for name in ships} | {f"1-{name}{guns}": target for name, target in other.items()}


@pytest.fixture
def table(tarigo: Campaign) -> Iterator[Fighting]:
    """Tarigo at secondary range: Nubian launches torpedoes, and both fire plans are shown."""
    with in_hand(tarigo, Fighting) as fighting:
        fighting.do(STAND, battle="1")
        fighting.together(ORDERS, axis="close", allied="close")
        fighting.together(TORPEDO_PLAN, allied=plan(ALLIED, "holds", nubian="launches"))
        allied = plan(ALLIED, "1-luca-tarigo", "/secondary", mohawk="1-baleno", nubian="drawn")
        fighting.together(FIRE_PLAN, axis=plan(AXIS, "1-mohawk", "/secondary", lampo="holds"), allied=allied)
        yield fighting


@pytest.mark.rule("SM.6.D.dmg", "SM.6.B", "SM.4.C.3")
def test_the_tally_stands_before_the_shots(table: Fighting) -> None:
    """Jervis 9 - 1 = 8 hits, 6: 2 G. Janus 4 - 1 misses. Mohawk 10 - 1 hits, 9: 1 G, 1 F. Nubian draws 9, then 3."""
    table.do(GUNFIRE, "9 6 4 0 9 9 3 3", battle="1", side="allied")
    words = table.at("observer").words(PAGE)
    assert "Gunfire of round 1 Receipt" in words
    assert "3 G, 1 F on ■ Axis : 2 of 4 shots hit: Luca Tarigo 2 G; Baleno 1 G, 1 F." in words
    assert "■ Axis has still to fire at ● Allied ." in words
    assert "What is hit waits until both have fired" in words
    shots = words.partition("Shot by shot")[2]
    assert "● Jervis secondary 6 Luca Tarigo 9 9 − 1 = 8, needs 8 6 2 G" in shots
    assert "● Nubian secondary 6 Aegina drawn: 9, 3 3 3 − 1 = 2, needs 9 missed" in shots
    assert words.index("Gunfire of round 1") < words.index("Next, ■ Axis") < words.index("Shot by shot")

    table.do(GUNFIRE, "3 6", battle="1", side="axis")
    words = table.at("axis").words(PAGE)
    assert "No hit on ● Allied : 0 of 2 shots hit." in words
    assert "■ Baleno secondary 6 Mohawk 6 6 − 2 = 4, needs 8 missed" in words
    assert "has still to fire" not in words


@pytest.mark.rule("SM.6.E.1")
def test_torpedoes_have_a_tally_of_their_own(table: Fighting) -> None:
    """From secondary range 8 and 1: 9 hits; 10 on the damage table is 3 F and sinks a destroyer."""
    table.do(GUNFIRE, "1 1 1 3 1", battle="1", side="allied")
    table.do(GUNFIRE, "1 1", battle="1", side="axis")
    table.together(TARGETS, allied={"1-nubian": "1-lampo"})
    table.do(TORPEDOES, "9 0", battle="1", side="allied")
    words = table.at("allied").words(PAGE)
    assert "Torpedoes of round 1" in words
    assert "3 F on ■ Axis : 1 of 1 shot hit: Lampo 3 F." in words
    assert "● Nubian torpedoes Lampo 9 9, needs 9 0 3 F" in words


def test_what_is_done_next_takes_its_place(table: Fighting) -> None:
    table.do(GUNFIRE, "1 1 1 3 1", battle="1", side="allied")
    table.do(GUNFIRE, "1 1", battle="1", side="axis")
    assert "Gunfire of round 1" in table.at("allied").words(PAGE)
    table.together(TARGETS, allied={"1-nubian": "1-lampo"})
    words = table.at("allied").words(PAGE)
    assert "Shot by shot" not in words
    assert "1 torpedo attack." in words


def test_a_battle_is_called_as_somebody_named_it(table: Fighting) -> None:
    words = table.at("observer").words(PAGE)
    assert "Engaged ✓ done Before ✓ done Range ✓ done Torpedoes declared ✓ done Gunfire" in words
    assert "Battle off Kerkennah Battle 1, hex 25A:4123 ·" in words
    table.edit(Set("battle:1.name", ""))
    assert "Battle 1 hex 25A:4123 ·" in table.at("observer").words(PAGE)


@pytest.mark.rule("SM.2.D", "SM.6.E.1")
def test_the_odds_of_a_volley_in_sum_are_those_of_all_its_results(table: Fighting) -> None:
    """Four Allied lines, one of them at a drawn transport: counted target by target, and only in sum."""
    given = table.situation(GUNFIRE, battle="1", side="allied")
    book, rule = states.load(table.slug).book, REGISTER[GUNFIRE]
    assert rule.odds is not None
    assert rule.figures is not None
    whole, in_sum = odds_of(lambda: rule.function(given), book), odds_of(lambda: rule.odds(given), book)  # type: ignore[misc]
    assert rule.figures(whole) == rule.figures(in_sum)
    assert len(in_sum.weights) < len(whole.weights)


def test_a_torpedo_that_sinks_a_transport_is_a_hit(table: Fighting) -> None:
    """Nubian draws 3 and hits on 8 or more: no die falls on what it does."""
    table.do(GUNFIRE, "1 1 1 3 1", battle="1", side="allied")
    table.do(GUNFIRE, "1 1", battle="1", side="axis")
    table.together(TARGETS, allied={"1-nubian": "drawn"})
    table.do(TORPEDOES, "3 8", battle="1", side="allied")
    words = table.at("observer").words(PAGE)
    assert "1 of 1 shot hit: Aegina sunk." in words
    assert "● Nubian torpedoes Aegina drawn: 3 8 8, needs 8 sunk" in words
