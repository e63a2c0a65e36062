"""General engagements, re-basing, and where fleets go that withdraw from a naval action."""

import pytest

from navalassist.engine import Set
from tests.systems.storm_of_steel.acting import BASES, BRITISH, War, bombardment, outcome_of


@pytest.mark.rule("GW.CONTACT")
def test_a_general_engagement_is_sought_where_the_enemy_is(charted: War) -> None:
    def refused(area: str) -> str:
        found = charted.look("gw-mission", mission="general-engagement", area=area, fleets=("scouting-forces",),
                      against=("battle-cruiser-fleet",)).refusal  # fmt: skip
        return found.reason if found else ""

    # It lies in Rosyth, on the northern North Sea.
    assert refused("north-sea-north") == ""
    words = "Battle Cruiser Fleet is neither in Heligoland Bight nor in a base on it (R-83)."
    assert refused("heligoland-bight") == words
    charted.entered(Set("fleet:battle-cruiser-fleet.place", "area:heligoland-bight"))
    assert refused("heligoland-bight") == ""


@pytest.mark.rule("GW.REFUSE.2")
def test_a_side_without_a_base_anywhere_near_names_any_of_its_own_without_a_reason(charted: War) -> None:
    charted.intercepted("2")
    charted.do("gw-decision", action="1", choice="refuse")
    near = {f"area:{key}" for key in ("north-sea-south", *charted.facts["area:north-sea-south.neighbours"])}
    away = [row for row in BASES if charted.facts[f"base:{row}.owner"] == "central"]
    charted.entered(*(Set(f"{row}.owner", "neutral") for row in bases_near(charted, near)))
    charted.entered(*(Set(f"base:{key}.areas", ["adriatic"]) for key in away))
    entry = charted.do("gw-withdrawal", action="1", base="danzig")
    assert outcome_of(entry)["overruled"] == ""
    assert charted.places("fleet:scouting-forces") == ["base:danzig"]


def bases_near(charted: War, near: set[str]) -> list[str]:
    """Rows of the Central bases on these areas."""
    rows = [key.rpartition(".")[0] for key in charted.facts if key.startswith("base:") and key.endswith(".areas")]
    mine = [row for row in rows if charted.facts[f"{row}.owner"] == "central"]
    return [row for row in mine if near & {f"area:{key}" for key in charted.facts[f"{row}.areas"]}]


@pytest.mark.rule("GW.REFUSE.2")
def test_a_re_basing_force_without_a_base_on_the_area_before_names_any_of_its_own(charted: War) -> None:
    charted.entered(Set("fleet:baltic-forces.place", "area:levant"))
    charted.do("gw-mission", mission="re-basing", area="baltic-east", fleets=("baltic-forces",), target="danzig")
    assert charted.facts["fleet:baltic-forces.came_from"] == "area:levant"
    charted.entered(*(Set(f"{row}.owner", "neutral") for row in bases_near(charted, {"area:levant"})))
    charted.do("gw-interception", "1 1", action="1", fleets=("baltic-fleet",))
    charted.do("gw-contact", "2", action="1")
    charted.do("gw-decision", action="1", choice="refuse")
    entry = charted.do("gw-withdrawal", action="1", base="pola")
    assert outcome_of(entry)["overruled"] == ""
    assert charted.places("fleet:baltic-forces") == ["base:pola"]


@pytest.mark.rule("GW.INT")
def test_fleets_that_change_their_mission_change_their_duty(charted: War) -> None:
    charted.entered(Set("fleet:scouting-forces.duty", "raiding"), Set("fleet:battle-cruiser-fleet.duty", "convoy"))
    bombardment(charted)
    charted.do("gw-interception", "1 2", action="1", fleets=("battle-cruiser-fleet",))
    assert [charted.facts[f"fleet:{key}.duty"] for key in ("scouting-forces", "battle-cruiser-fleet")] == ["", ""]


@pytest.mark.rule("GW.REFUSE.3", "GW.CONTACT.D")
def test_a_general_engagement_needs_no_interception_and_the_side_that_stays_dominates_the_area(charted: War) -> None:
    # Central attackers all German +2, the British defenders -1: column +1, a 6 is A.
    charted.engaged("6")
    assert charted.action("attacker", "advantage") == ["central", "central"]
    charted.do("gw-decision", action="1", choice="fire-first")
    charted.do("gw-combat", "6", action="1")
    charted.do("gw-losses", loss="1-allied", units=tuple(BRITISH))
    assert charted.action("stage") == ["return"]
    assert charted.facts["area:heligoland-bight.dominated"] == "central"
    charted.do("gw-return", action="1", base="kiel")
    assert charted.places("fleet:scouting-forces") == ["base:kiel"]


@pytest.mark.rule("GW.REFUSE.3", "GW.REFUSE.2")
def test_the_side_whose_engagement_it_was_withdraws_and_the_other_dominates(charted: War) -> None:
    charted.engaged("6")
    charted.do("gw-decision", action="1", choice="refuse")
    charted.do("gw-withdrawal", action="1", base="wilhelmshaven")
    assert (charted.facts["area:heligoland-bight.dominated"], charted.facts["action:1.stage"]) == ("allied", "return")
    charted.do("gw-return", action="1", base="rosyth")
    assert charted.places("fleet:scouting-forces", "fleet:battle-cruiser-fleet") == [
        "base:wilhelmshaven",
        "base:rosyth",
    ]


@pytest.mark.rule("GW.CONTACT.N")
def test_an_engagement_in_which_nobody_meets_is_over(charted: War) -> None:
    charted.engaged("1")
    assert charted.action("stage", "ends") == ["ended", "no contact"]


@pytest.mark.rule("GW.REFUSE.2", "GW.REFUSE.3")
def test_a_re_basing_fleet_goes_from_area_to_area_and_withdraws_to_the_area_before(charted: War) -> None:
    # Kiel to Danzig the long way is no matter here: from the western Baltic to the eastern one.
    charted.do("gw-mission", mission="re-basing", area="baltic-west", fleets=("baltic-forces",), target="danzig")
    charted.do("gw-let-pass", action="1")
    assert charted.waits_for() == [("gw-rebasing", "action=1&to=base:danzig", "central")]
    said = charted.refuse("gw-rebasing", action="1", to="base:danzig")
    assert "Danzig does not lie on Baltic, west: the fleet sails on" in said
    said = charted.refuse("gw-rebasing", action="1", to="area:gulf-of-finland")
    assert "Gulf of Finland does not border on Baltic, west" in said
    charted.do("gw-rebasing", action="1", to="area:baltic-east")
    assert charted.facts["fleet:baltic-forces.came_from"] == "area:baltic-west"
    assert charted.action("area", "stage") == ["baltic-east", "mission"]
    # Russian cruisers and battleships: the lowest rating on both sides is 0.
    charted.do("gw-interception", "1 1", action="1", fleets=("baltic-fleet",))
    charted.do("gw-contact", "2", action="1")
    assert charted.action("advantage") == ["central"], "one to the left for the German defenders: -1, a 2 is D"
    charted.do("gw-decision", action="1", choice="refuse")
    said = charted.refuse("gw-withdrawal", action="1", base="danzig")
    assert "Danzig does not lie on baltic-west, the area from which" in said
    charted.do("gw-withdrawal", action="1", base="kiel")
    assert charted.places("fleet:baltic-forces") == ["base:kiel"]
    assert charted.facts["fleet:baltic-forces.came_from"] == ""
    assert charted.action("stage") == ["return"]


@pytest.mark.rule("GW.REFUSE.3")
def test_a_re_basing_fleet_that_nobody_stops_lies_in_its_new_base(charted: War) -> None:
    charted.do("gw-mission", mission="re-basing", area="baltic-east", fleets=("baltic-forces",), target="danzig")
    charted.do("gw-let-pass", action="1")
    charted.do("gw-rebasing", action="1", to="base:danzig")
    assert charted.places("fleet:baltic-forces") == ["base:danzig"]
    assert charted.action("stage", "ends") == ["ended", "re-based to Danzig"]


def test_a_squadron_whose_fleet_stays_withdraws_by_itself(charted: War) -> None:
    """A general engagement of the small ships alone: the rest of their fleets is not in it (GW.CONTESTED.GE)."""
    charted.engaged("6")
    charted.entered(Set("action:1.central", ["scouting-group-2"]))
    charted.do("gw-decision", action="1", choice="refuse")
    charted.do("gw-withdrawal", action="1", base="kiel")
    assert charted.places("fleet:scouting-forces", "squadron:scouting-group-1", "squadron:scouting-group-2") == [
        "area:heligoland-bight", "fleet:scouting-forces", "base:kiel"
    ]  # fmt: skip
