"""Malta in a campaign: the hits that are there on either scale, the engineer, and when it is bombed (36.A.4)."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.play.systems import Moment
from tests.begun import begin
from tests.in_hand import InHand

pytestmark = pytest.mark.django_db


def island(number: int, scale: str = "rule33") -> InHand:
    moment = Moment("1941-07-1", "allied", "initial")
    return InHand(begin("Med", malta=number, slug="med", moment=moment, rulings={"R-04": scale}), "allied")


@pytest.mark.rule("E36.A.4.b1", "E36.A.4.b4")
@pytest.mark.parametrize(("scale", "number", "mended"), [("rule33", 13, 15), ("rule36", 2, 0)])
def test_points_and_supply_remove_no_more_hits_than_there_are(scale: str, number: int, mended: int) -> None:
    med = island(number, scale)
    assert "Malta has 2 hits to remove, not 3" in med.refuse("malta-repaired", points=3, engineer=True)
    assert "Malta has 2 hits to remove, not 3" in med.refuse("malta-supplied", sp=2, hits=3, engineer=True)
    med.do("malta-supplied", sp=2, hits=2, engineer=True)
    assert med.facts["malta:status.number"] == mended
    assert "Malta has 0 hits" in med.refuse("malta-repaired", points=1, engineer=True)


@pytest.mark.rule("E36.A.4.b1", "E36.A.4.b4")
@pytest.mark.parametrize(("scale", "number", "why"), [("rule33", 15, "Malta has no hits"), ("rule36", 15, "")])
def test_the_step_says_where_there_is_nothing_to_repair(scale: str, number: int, why: str) -> None:
    """15 is no hit at all on one scale, and 15 hits on the other."""
    med = island(number, scale)
    off = {duty.procedure: duty.off for duty in med.duties()}
    assert (off["malta-repaired"], off["malta-supplied"], off["malta-converted"]) == (why, why, "")


@pytest.mark.rule("E36.A.4.b3", "E36.A.4.b4")
@pytest.mark.parametrize(
    ("slug", "typed"),
    [("malta-repaired", {"points": 1}), ("malta-converted", {"srp": 1}), ("malta-supplied", {"sp": 2, "hits": 1})],
)
def test_the_engineer_is_ticked_by_the_players(slug: str, typed: dict[str, Any]) -> None:
    med = island(10)
    assert "construction engineer" in med.refuse(slug, **typed)
    med.do(slug, **typed, engineer=True)


@pytest.mark.rule("E36.A.4.a")
def test_nobody_bombs_in_an_initial_step() -> None:
    assert "Naval strike missions are flown" in island(10).refuse("malta-bombed", seat="axis", hits=1)
