"""36.A.3: who passes between the Atlantic and the Mediterranean. Worked out from the paragraph and R-21."""

import pytest
from pydantic import ValidationError

from navalassist.engine import Facts
from navalassist.rules.europa.hexes import Hex
from navalassist.rules.europa.r33_anti_shipping import check_for_contact
from navalassist.rules.europa.r33_voyage import sail
from navalassist.rules.europa.r36_gibraltar import (
    ATLANTIC,
    MEDITERRANEAN,
    OWNER,
    TAKEN,
    any_through,
    goes_through,
    ocean_at,
)
from navalassist.rules.europa.sailing import Voyage
from navalassist.rules.europa.words import Zone
from tests.rules.play import a_leg, a_sailing, a_voyage, refusal
from tests.rules.world import the_world

WAY = "spanish-atlantic western-med"


def voyage(side: str, owner: str, taken: str = "", turn_of: str = "", what: str = "2 unit") -> Voyage:
    """From the Atlantic into the Western Med, in the player turn of its side."""
    plain = a_voyage(what, "western-med", side=side, player_turn=turn_of or side)
    legs = tuple(a_leg(zone) for zone in WAY.split())
    facts = {**the_world(), OWNER: owner} | ({TAKEN: taken} if taken else {})
    return plain.model_copy(update={"legs": legs, "facts": Facts(facts)})


@pytest.mark.rule("E36.A.3")
def test_the_axis_passes_from_the_player_turn_after_its_capture_and_until_then_the_allies_alone() -> None:
    for owner in ("allied", "neutral", "vichy"):
        assert refusal(sail, voyage("allied", owner)) is None
        found = refusal(sail, voyage("axis", owner))
        assert found[1] == "36.A.3"
        assert found[0].startswith("The Axis does not own Gibraltar")
    # Taken in the Axis player turn of Mar I: in it the Axis may not pass yet, nor would it while that turn lasts.
    fresh = voyage("axis", "axis", "1941-03-1/axis")
    assert refusal(sail, fresh) == (
        "Gibraltar was taken in this player turn: the Axis passes from the next one on.",
        "36.A.3",
    )
    assert refusal(sail, fresh.model_copy(update={"turn": "1941-03-2"})) is None
    assert refusal(sail, voyage("axis", "axis")) is None


@pytest.mark.rule("E36.A.3")
def test_the_allies_lose_the_passage_at_the_start_of_the_next_player_turn_warships_too() -> None:
    # Taken in the Axis player turn: the Allied one that follows is the next.
    lost = refusal(sail, voyage("allied", "axis", "1941-03-1/axis"))
    assert lost == (
        "The Axis owns Gibraltar: the Allies may not pass between the Atlantic and the Mediterranean.",
        "36.A.3",
    )
    # Taken in the Allied player turn itself (by an Axis reaction): they pass for the rest of it.
    assert refusal(sail, voyage("allied", "axis", "1941-03-1/allied")) is None
    assert refusal(sail, voyage("allied", "axis", what="1 warship"))[1] == "36.A.3"


@pytest.mark.rule("E36.A.3")
def test_the_check_of_a_leg_knows_where_the_item_comes_from_and_facts_without_the_owner_are_refused() -> None:
    inside = a_sailing("2 unit", zone="western-med", side="allied")
    facts = Facts({**inside.facts, OWNER: "axis"})
    assert refusal(check_for_contact, inside.model_copy(update={"facts": facts})) is None
    entering = inside.model_copy(update={"facts": facts, "comes_from": Zone.SPANISH_ATLANTIC})
    assert refusal(check_for_contact, entering)[1] == "36.A.3"
    with pytest.raises(ValidationError, match=r"port:gibraltar\.owner"):
        a_sailing("2 unit", zone="central-med", side="allied", comes_from=Zone.NORTH_ATLANTIC)


@pytest.mark.rule("E36.A.3")
def test_both_directions_and_every_pair_of_seas_but_none_inside_one() -> None:
    for one in ATLANTIC:
        for two in MEDITERRANEAN:
            assert goes_through(one, two)
            assert goes_through(two, one)
    assert not goes_through(Zone.WESTERN_MED, Zone.CENTRAL_MED)
    assert not goes_through(Zone.RED_SEA, Zone.EASTERN_MED)
    assert not any_through((None, Zone.WESTERN_MED))
    assert any_through((None, Zone.WESTERN_MED, Zone.AFRICAN_ATLANTIC))


@pytest.mark.rule("E36.A.3")
@pytest.mark.parametrize(
    ("name", "ocean"),
    [
        ("24A:2009", ATLANTIC),
        ("24A:2110", None),
        ("24A:2108", None),
        ("24A:2211", MEDITERRANEAN),
        # Algiers, on the sheet that joins it in the east.
        ("25A:0610", MEDITERRANEAN),
        ("18A:0407", None),
    ],
)
def test_hexes_west_of_gibraltar_are_the_atlantic_and_those_east_of_it_the_mediterranean(
    name: str, ocean: frozenset[Zone] | None
) -> None:
    assert ocean_at(Hex.of(name)) is ocean
