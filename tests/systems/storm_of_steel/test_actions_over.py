"""General engagements, re-basing, and where fleets go that withdraw from a naval action."""

from __future__ import annotations

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import Set
from navalassist.play.resolve import Refused
from navalassist.play.verify import check_campaign
from tests.systems.storm_of_steel.acting import (
    BASES,
    BRITISH,
    action,
    bombardment,
    demo,
    do,
    engagement,
    intercepted,
    places,
    waits_for,
)
from tests.systems.storm_of_steel.carrying import entered, facts, outcome_of, shown

__all__ = ["demo"]
pytestmark = pytest.mark.django_db


@pytest.mark.rule("GW.CONTACT")
def test_a_general_engagement_is_sought_where_the_enemy_is(demo: Campaign) -> None:
    def refused(area: str) -> str:
        found = shown(demo, "gw-mission", mission="general-engagement", area=area, fleets=("scouting-forces",),
                      against=("battle-cruiser-fleet",)).refusal  # fmt: skip
        return found.reason if found else ""

    # It lies in Rosyth, on the northern North Sea.
    assert refused("north-sea-north") == ""
    words = "Battle Cruiser Fleet is neither in Heligoland Bight nor in a base on it (R-83)."
    assert refused("heligoland-bight") == words
    entered(demo, Set("fleet:battle-cruiser-fleet.place", "area:heligoland-bight"))
    assert refused("heligoland-bight") == ""


@pytest.mark.rule("GW.REFUSE.2")
def test_a_side_without_a_base_anywhere_near_names_any_of_its_own_without_a_reason(demo: Campaign) -> None:
    intercepted(demo, "2")
    do(demo, "gw-decision", action="1", choice="refuse")
    near = {f"area:{key}" for key in ("north-sea-south", *facts(demo)["area:north-sea-south.neighbours"])}
    away = [row for row in BASES if facts(demo)[f"base:{row}.owner"] == "central"]
    entered(demo, *(Set(f"{row}.owner", "neutral") for row in bases_near(demo, near)))
    entered(demo, *(Set(f"base:{key}.areas", ["adriatic"]) for key in away))
    entry = do(demo, "gw-withdrawal", action="1", base="danzig")
    assert outcome_of(entry)["overruled"] == ""
    assert places(demo, "fleet:scouting-forces") == ["base:danzig"]


def bases_near(demo: Campaign, near: set[str]) -> list[str]:
    """Rows of the Central bases on these areas."""
    rows = [key.rpartition(".")[0] for key in facts(demo) if key.startswith("base:") and key.endswith(".areas")]
    mine = [row for row in rows if facts(demo)[f"{row}.owner"] == "central"]
    return [row for row in mine if near & {f"area:{key}" for key in facts(demo)[f"{row}.areas"]}]


@pytest.mark.rule("GW.REFUSE.2")
def test_a_re_basing_force_without_a_base_on_the_area_before_names_any_of_its_own(demo: Campaign) -> None:
    entered(demo, Set("fleet:baltic-forces.place", "area:levant"))
    do(demo, "gw-mission", mission="re-basing", area="baltic-east", fleets=("baltic-forces",), target="danzig")
    assert facts(demo)["fleet:baltic-forces.came_from"] == "area:levant"
    entered(demo, *(Set(f"{row}.owner", "neutral") for row in bases_near(demo, {"area:levant"})))
    do(demo, "gw-interception", "1 1", action="1", fleets=("baltic-fleet",))
    do(demo, "gw-contact", "2", action="1")
    do(demo, "gw-decision", action="1", choice="refuse")
    entry = do(demo, "gw-withdrawal", action="1", base="pola")
    assert outcome_of(entry)["overruled"] == ""
    assert places(demo, "fleet:baltic-forces") == ["base:pola"]


@pytest.mark.rule("GW.INT")
def test_fleets_that_change_their_mission_change_their_duty(demo: Campaign) -> None:
    entered(demo, Set("fleet:scouting-forces.duty", "raiding"), Set("fleet:battle-cruiser-fleet.duty", "convoy"))
    bombardment(demo)
    do(demo, "gw-interception", "1 2", action="1", fleets=("battle-cruiser-fleet",))
    assert [facts(demo)[f"fleet:{key}.duty"] for key in ("scouting-forces", "battle-cruiser-fleet")] == ["", ""]


@pytest.mark.rule("GW.REFUSE.3", "GW.CONTACT.D")
def test_a_general_engagement_needs_no_interception_and_the_side_that_stays_dominates_the_area(demo: Campaign) -> None:
    # Central attackers all German +2, the British defenders -1: column +1, a 6 is A.
    engagement(demo, "6")
    assert (action(demo)["attacker"], action(demo)["advantage"]) == ("central", "central")
    do(demo, "gw-decision", action="1", choice="fire-first")
    do(demo, "gw-combat", "6", action="1")
    do(demo, "gw-losses", loss="1-allied", units=tuple(BRITISH))
    assert action(demo)["stage"] == "return"
    assert facts(demo)["area:heligoland-bight.dominated"] == "central"
    do(demo, "gw-return", action="1", base="kiel")
    assert places(demo, "fleet:scouting-forces") == ["base:kiel"]
    assert check_campaign(demo).sound


@pytest.mark.rule("GW.REFUSE.3", "GW.REFUSE.2")
def test_the_side_whose_engagement_it_was_withdraws_and_the_other_dominates(demo: Campaign) -> None:
    engagement(demo, "6")
    do(demo, "gw-decision", action="1", choice="refuse")
    do(demo, "gw-withdrawal", action="1", base="wilhelmshaven")
    assert (facts(demo)["area:heligoland-bight.dominated"], action(demo)["stage"]) == ("allied", "return")
    do(demo, "gw-return", action="1", base="rosyth")
    assert places(demo, "fleet:scouting-forces", "fleet:battle-cruiser-fleet") == ["base:wilhelmshaven", "base:rosyth"]


@pytest.mark.rule("GW.CONTACT.N")
def test_an_engagement_in_which_nobody_meets_is_over(demo: Campaign) -> None:
    engagement(demo, "1")
    assert (action(demo)["stage"], action(demo)["ends"]) == ("ended", "no contact")


@pytest.mark.rule("GW.REFUSE.2", "GW.REFUSE.3")
def test_a_re_basing_fleet_goes_from_area_to_area_and_withdraws_to_the_area_before(demo: Campaign) -> None:
    # Kiel to Danzig the long way is no matter here: from the western Baltic to the eastern one.
    do(demo, "gw-mission", mission="re-basing", area="baltic-west", fleets=("baltic-forces",), target="danzig")
    do(demo, "gw-let-pass", action="1")
    assert waits_for(demo) == [("gw-rebasing", "action=1&to=base:danzig", "central")]
    with pytest.raises(Refused, match="Danzig does not lie on Baltic, west: the fleet sails on"):
        do(demo, "gw-rebasing", action="1", to="base:danzig")
    with pytest.raises(Refused, match="Gulf of Finland does not border on Baltic, west"):
        do(demo, "gw-rebasing", action="1", to="area:gulf-of-finland")
    do(demo, "gw-rebasing", action="1", to="area:baltic-east")
    assert facts(demo)["fleet:baltic-forces.came_from"] == "area:baltic-west"
    assert (action(demo)["area"], action(demo)["stage"]) == ("baltic-east", "mission")
    # Russian cruisers and battleships: the lowest rating on both sides is 0.
    do(demo, "gw-interception", "1 1", action="1", fleets=("baltic-fleet",))
    do(demo, "gw-contact", "2", action="1")
    assert action(demo)["advantage"] == "central", "one to the left for the German defenders: -1, a 2 is D"
    do(demo, "gw-decision", action="1", choice="refuse")
    with pytest.raises(Refused, match="Danzig does not lie on baltic-west, the area from which"):
        do(demo, "gw-withdrawal", action="1", base="danzig")
    do(demo, "gw-withdrawal", action="1", base="kiel")
    assert places(demo, "fleet:baltic-forces") == ["base:kiel"]
    assert facts(demo)["fleet:baltic-forces.came_from"] == ""
    assert action(demo)["stage"] == "return"
    assert check_campaign(demo).sound


@pytest.mark.rule("GW.REFUSE.3")
def test_a_re_basing_fleet_that_nobody_stops_lies_in_its_new_base(demo: Campaign) -> None:
    do(demo, "gw-mission", mission="re-basing", area="baltic-east", fleets=("baltic-forces",), target="danzig")
    do(demo, "gw-let-pass", action="1")
    do(demo, "gw-rebasing", action="1", to="base:danzig")
    assert places(demo, "fleet:baltic-forces") == ["base:danzig"]
    assert (action(demo)["stage"], action(demo)["ends"]) == ("ended", "re-based to Danzig")


def test_a_squadron_whose_fleet_stays_withdraws_by_itself(demo: Campaign) -> None:
    """A general engagement of the small ships alone: the rest of their fleets is not in it (GW.CONTESTED.GE)."""
    engagement(demo, "6")
    entered(demo, Set("action:1.central", ["scouting-group-2"]))
    do(demo, "gw-decision", action="1", choice="refuse")
    do(demo, "gw-withdrawal", action="1", base="kiel")
    assert places(demo, "fleet:scouting-forces", "squadron:scouting-group-1", "squadron:scouting-group-2") == [
        "area:heligoland-bight", "fleet:scouting-forces", "base:kiel"
    ]  # fmt: skip
