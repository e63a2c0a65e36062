"""Malta in a campaign: the hits that are there on either scale, the engineer, and when it is bombed (36.A.4)."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.play import state as states
from navalassist.play.duties import Now, duties_at
from navalassist.play.resolve import DiceInput, Refused, carry_out
from navalassist.play.systems import Moment, system_of
from navalassist.play.writer import writing
from navalassist.systems.europa import EUROPA
from tests.begun import begin
from tests.systems.board import viewer_of

pytestmark = pytest.mark.django_db


def island(number: int, scale: str = "rule33") -> Campaign:
    states.forget()
    moment = Moment("1941-07-1", "allied", "initial")
    return begin("Med", malta=number, slug="med", moment=moment, rulings={"R-04": scale})


def do(campaign: Campaign, slug: str, **typed: Any) -> int:
    """Malta's number afterwards."""
    fields = EUROPA.forms[slug].model_fields
    plain = {name: info.default for name, info in fields.items() if not info.is_required()}
    with writing(viewer_of(campaign, "axis" if slug == "malta-bombed" else "allied")) as writer:
        carry_out(writer, slug, plain | typed, DiceInput())
    return int(states.load("med").values["malta:status.number"])


@pytest.mark.rule("E36.A.4.b1", "E36.A.4.b4")
@pytest.mark.parametrize(("scale", "number", "mended"), [("rule33", 13, 15), ("rule36", 2, 0)])
def test_points_and_supply_remove_no_more_hits_than_there_are(scale: str, number: int, mended: int) -> None:
    campaign = island(number, scale)
    with pytest.raises(Refused, match="Malta has 2 hits to remove, not 3"):
        do(campaign, "malta-repaired", points=3, engineer=True)
    with pytest.raises(Refused, match="Malta has 2 hits to remove, not 3"):
        do(campaign, "malta-supplied", sp=2, hits=3, engineer=True)
    assert do(campaign, "malta-supplied", sp=2, hits=2, engineer=True) == mended
    with pytest.raises(Refused, match="Malta has 0 hits"):
        do(campaign, "malta-repaired", points=1, engineer=True)


@pytest.mark.rule("E36.A.4.b1", "E36.A.4.b4")
@pytest.mark.parametrize(("scale", "number", "why"), [("rule33", 15, "Malta has no hits"), ("rule36", 15, "")])
def test_the_step_says_where_there_is_nothing_to_repair(scale: str, number: int, why: str) -> None:
    """15 is no hit at all on one scale, and 15 hits on the other."""
    island(number, scale)
    state = states.load("med")
    found = duties_at(Now(state, state.values, Moment(*state.clock), system_of("europa")))
    off = {duty.procedure: duty.off for duty in found}
    assert (off["malta-repaired"], off["malta-supplied"], off["malta-converted"]) == (why, why, "")


@pytest.mark.rule("E36.A.4.b3", "E36.A.4.b4")
@pytest.mark.parametrize(
    ("slug", "typed"),
    [("malta-repaired", {"points": 1}), ("malta-converted", {"srp": 1}), ("malta-supplied", {"sp": 2, "hits": 1})],
)
def test_the_engineer_is_ticked_by_the_players(slug: str, typed: dict[str, Any]) -> None:
    campaign = island(10)
    with pytest.raises(Refused, match="construction engineer"):
        do(campaign, slug, **typed)
    do(campaign, slug, **typed, engineer=True)


@pytest.mark.rule("E36.A.4.a")
def test_nobody_bombs_in_an_initial_step() -> None:
    with pytest.raises(Refused, match="Naval strike missions are flown"):
        do(island(10), "malta-bombed", hits=1)
