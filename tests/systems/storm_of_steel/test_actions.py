"""Whole naval actions in a campaign, step by step with given dice: each step is a receipt, and the log stays sound.

What players see of them on their way is told by the evenings; here is who has to tap, and what is refused.
"""

import pytest

from navalassist.engine import Set, create
from navalassist.engine.duties import EITHER, Kind
from navalassist.engine.reader import Unknown
from navalassist.play.write.writer import NotYours
from tests.systems.storm_of_steel.acting import BASES, BRITISH, GERMANS, HERE, War, bombardment, outcome_of

SCOUTS, HUNTERS = "fleet:scouting-forces", "fleet:battle-cruiser-fleet"
ENGAGEMENT = {"mission": "general-engagement", "fleets": ("scouting-forces",), "against": ("battle-cruiser-fleet",)}


def lost(war: War, keys: list[str]) -> None:
    war.set({f"squadron:{key}.place": "lost" for key in keys})


@pytest.mark.rule("GW.INT", "GW.REFUSE.3")
def test_a_mission_puts_its_fleet_to_sea_where_the_enemy_intercepts_misses_or_lets_it_pass(charted: War) -> None:
    bombardment(charted)
    assert charted.action("stage", "central", "allied") == ["mission", GERMANS, []]
    assert charted.places(SCOUTS) == ["area:north-sea-south"]
    assert charted.waits_for() == [("gw-interception", "action=1", "allied")]
    passes = charted.lines(HERE)["Let it pass"]
    assert (passes.kind, passes.url, passes.seat) == (Kind.MAY, "do/gw-let-pass/?action=1", "allied")
    assert charted.lines(HERE)["Send a fleet on a mission"].again
    charted.do("gw-interception", "2 2", action="1", fleets=("battle-cruiser-fleet",))
    assert charted.action("stage", "allied") == ["unopposed", []]
    assert charted.places(HUNTERS) == ["base:rosyth"]
    assert ("gw-bombardment", "action=1", "central") in charted.waits_for()
    assert "Action 1 waits for the mission to be carried out" in charted.refuse("gw-let-pass", action="1")
    charted.do("gw-mission", mission="raiding", area="western-approaches", fleets=("u-boats",))
    assert charted.facts["fleet:u-boats.duty"] == "raiding"
    charted.alone("allied").do("gw-let-pass", action="2")
    assert charted.action("stage", number=2) == ["unopposed"]


@pytest.mark.rule("GW.INT", "GW.CONTACT", "GW.CONTACT.C", "GW.COMBAT", "GW.REFUSE.3")
def test_fleets_that_meet_fire_at_once_and_the_one_that_is_left_completes_its_mission(charted: War) -> None:
    charted.intercepted("3")
    # All British against all German: +1 and -1 leave column 0, where a 3 is C.
    assert charted.action("attacker", "order", "stage") == ["allied", "both", "fire"]
    assert charted.places(HUNTERS) == ["area:north-sea-south"]
    assert charted.waits_for() == [("gw-combat", "action=1", EITHER)]
    # 7 against 7, both in column 6 to 15: a 6 takes 6, a 4 takes 4.
    entry = charted.do("gw-combat", "6 4", action="1")
    salvos = [(salvo["side"], salvo["strength"], salvo["factors"]) for salvo in outcome_of(entry)["salvos"]]
    assert salvos == [("central", 7, 6), ("allied", 7, 4)]
    owed = {side: ("gw-losses", f"loss=1-{side}&action=1", side) for side in ("allied", "central")}
    assert charted.waits_for() == list(owed.values())
    charted.do("gw-losses", loss="1-central", units=("scouting-group-1",))
    assert (charted.action("stage"), charted.waits_for()) == (["losses"], [owed["allied"]])
    charted.do("gw-losses", loss="1-allied", units=tuple(BRITISH))
    assert charted.places("squadron:scouting-group-1", "squadron:light-cruisers-1") == ["lost", "lost"]
    assert charted.action("central", "allied", "stage") == [["scouting-group-2"], [], "unopposed"]
    assert charted.owed() == {}


@pytest.mark.rule("GW.CONTACT.A", "GW.COMBAT")
def test_in_order_the_second_fleet_fires_with_what_the_first_has_left_it_as_its_owner_chooses(charted: War) -> None:
    charted.intercepted("6")
    assert charted.waits_for() == [("gw-decision", "action=1", "allied")]
    charted.do("gw-decision", action="1", choice="fire-first")
    assert charted.waits_for() == [("gw-combat", "action=1", "allied")]
    assert [duty for duty in charted.lines(HERE) if duty.startswith("The Allied fleet")] == ["The Allied fleet fires"]
    charted.do("gw-combat", "6", action="1")
    for units, words in (
        ((), "Choose who is lost."),
        (("scouting-group-1",), "2 of 6 factors are left, and II Scouting Group still fits."),
        (tuple(BRITISH), "The loss does not fall on battle-cruisers-1, light-cruisers-1."),
    ):
        assert words in charted.refuse("gw-losses", loss="1-central", units=units)
    with pytest.raises(NotYours):
        charted.alone("allied").do("gw-losses", loss="1-central", units=tuple(GERMANS))
    one = {"loss": "1-central", "units": ("scouting-group-1",)}
    charted.alone("central").do("gw-losses", **one, because="II is on the way home")
    with pytest.raises(Unknown, match="owed no longer"):
        charted.do("gw-losses", loss="1-central")
    assert charted.action("central", "stage", "fired") == [["scouting-group-2"], "fire", ["allied"]]
    assert charted.waits_for() == [("gw-combat", "action=1", "central")]
    # Strength 2, column 1 to 5: 1 factor, and no British unit is so small.
    charted.do("gw-combat", "3", action="1")
    assert charted.action("stage", "fired") == ["after", ["allied", "central"]]


@pytest.mark.rule("GW.REFUSE.3", "GW.COMBAT")
def test_where_the_fleet_on_the_mission_is_all_lost_the_interceptors_go_home(charted: War) -> None:
    charted.intercepted("6")
    charted.do("gw-decision", action="1", choice="fire-first")
    charted.do("gw-combat", "6", action="1")
    charted.do("gw-losses", loss="1-central", units=tuple(GERMANS))
    assert charted.action("central", "stage") == [[], "return"]
    assert charted.waits_for() == [("gw-return", "action=1", "allied")]
    charted.alone("allied").do("gw-return", action="1", base="harwich")
    assert charted.places(HUNTERS) == ["base:harwich"]
    assert charted.action("stage", "ends") == ["ended", "the Allied fleet returns to Harwich"]
    assert charted.facts["area:north-sea-south.dominated"] == ""
    assert charted.waits_for() == []


@pytest.mark.rule("GW.CONTACT.D", "GW.REFUSE.1", "GW.REFUSE.2", "GW.REFUSE.3")
def test_the_defender_refuses_withdraws_and_the_interceptors_go_home(charted: War) -> None:
    charted.intercepted("2")
    assert charted.waits_for() == [("gw-decision", "action=1", "central")]
    with pytest.raises(NotYours):
        charted.alone("allied").do("gw-decision", action="1", choice="refuse")
    charted.alone("central").do("gw-decision", action="1", choice="refuse")
    assert charted.waits_for() == [("gw-withdrawal", "action=1", "central")]
    # No Central base lies on the southern North Sea, so one beside it serves; Danzig does not.
    said = charted.refuse("gw-withdrawal", action="1", base="danzig")
    assert "Danzig does not lie on or beside North Sea, south" in said
    charted.do("gw-withdrawal", action="1", base="wilhelmshaven")
    assert charted.places(SCOUTS, *(f"squadron:{key}" for key in GERMANS)) == ["base:wilhelmshaven", SCOUTS, SCOUTS]
    assert charted.action("central", "stage") == [[], "return"]
    # Harwich and Dover lie on this area; Rosyth does not, and a reason passes that over.
    assert "Rosyth does not lie on North Sea, south" in charted.refuse("gw-return", action="1", base="rosyth")
    entry = charted.do("gw-return", action="1", base="rosyth", because="coal for two days")
    assert outcome_of(entry)["overruled"].endswith("Done because: coal for two days")
    assert charted.places(HUNTERS) == ["base:rosyth"]


@pytest.mark.rule("GW.REFUSE.2", "GW.REFUSE.3")
def test_after_the_gunfire_each_side_withdraws_or_stays(charted: War) -> None:
    charted.intercepted("3")
    charted.do("gw-combat", "1 1", action="1")
    assert charted.action("stage") == ["after"]
    stays = {side: ("gw-fleets-stay", f"action=1&who={side}", side) for side in ("central", "allied")}
    assert charted.waits_for() == list(stays.values())
    leave = [duty.url for duty in charted.lines(HERE).values() if duty.procedure == "gw-withdrawal"]
    # The first by name on the southern North Sea; the Germans have none there, but beside it.
    ways = [f"do/gw-withdrawal/?action=1&who={way}" for way in ("central&base=kiel", "allied&base=dover")]
    assert leave == ways
    assert "choose the side that withdraws" in charted.misfit("gw-withdrawal", action="1", base="harwich")
    assert charted.look("gw-withdrawal", action="1", base="harwich", who="allied").refusal is None
    assert "either side may stay" in charted.misfit("gw-fleets-stay", action="1")
    with pytest.raises(NotYours):
        charted.alone("central").do("gw-fleets-stay", action="1", who="allied")
    charted.alone("allied").do("gw-fleets-stay", action="1", who="allied")
    assert (charted.action("stage"), charted.waits_for()) == (["after"], [stays["central"]])
    assert "Allied side has said already" in charted.refuse("gw-fleets-stay", action="1", who="allied")
    # The other side is the only one that is left to say so.
    charted.do("gw-fleets-stay", action="1")
    assert (charted.action("stage"), charted.rows("mark")) == (["unopposed"], [])
    assert ("gw-bombardment", "action=1", "central") in charted.waits_for()


@pytest.mark.rule("GW.REFUSE.2", "GW.REFUSE.3")
def test_a_side_may_withdraw_although_the_other_has_said_that_it_stays(charted: War) -> None:
    charted.intercepted("3")
    charted.do("gw-combat", "1 1", action="1")
    charted.do("gw-fleets-stay", action="1", who="central")
    charted.do("gw-withdrawal", action="1", who="allied", base="harwich")
    assert (charted.action("stage"), charted.rows("mark")) == (["unopposed"], [])


@pytest.mark.rule("GW.REFUSE.3")
@pytest.mark.parametrize("contact", ["2", "3", "6"])
def test_an_action_of_which_a_side_has_nobody_left_goes_on_with_the_other(charted: War, contact: str) -> None:
    """A key that stands in the action is no unit any more once it is lost."""
    charted.intercepted(contact)
    lost(charted, BRITISH)
    assert charted.waits_for() == [("gw-fleets-stay", "action=1&who=central", EITHER)]
    charted.do("gw-fleets-stay", action="1", who="central")
    assert charted.action("stage") == ["unopposed"]
    lost(charted, GERMANS)
    assert charted.waits_for() == [("gw-fleets-stay", "action=1&who=central", EITHER)]
    charted.do("gw-fleets-stay", action="1")
    assert charted.action("stage", "ends") == ["ended", "nobody is left on either side"]
    charted.set({"action:1.stage": "return", "squadron:light-cruisers-1.place": HUNTERS, "action:1.allied": BRITISH})
    assert charted.waits_for() == [("gw-return", "action=1", "allied")]


@pytest.mark.rule("GW.RAID.D")
def test_a_unit_in_an_action_is_not_lost_by_what_befell_elsewhere(charted: War) -> None:
    cause = "Commerce Raiding Table, +D: one attacking naval unit"
    fields = {"side": "central", "action": "", "factors": 0, "units": 1, "cause": cause}
    charted.entered(create("owed-loss:raid-1-raider", among=[GERMANS[0], "u-flotilla-1"], **fields))
    bombardment(charted)
    words = "I Scouting Group takes part in action 1, which is not over."
    for because in ("", "we insist"):
        refused = charted.look("gw-losses", loss="raid-1-raider", units=(GERMANS[0],), because=because).refusal
        assert (refused.reason, refused.rule) == (words, "GW.RAID.D")
    charted.do("gw-losses", loss="raid-1-raider", units=("u-flotilla-1",))
    assert charted.places("squadron:u-flotilla-1") == ["lost"]


# General engagements, and where fleets go that have no base where the book sends them.


@pytest.mark.rule("GW.CONTACT")
def test_a_general_engagement_is_sought_where_the_enemy_is(charted: War) -> None:
    # It lies in Rosyth, on the northern North Sea.
    assert charted.look("gw-mission", **ENGAGEMENT, area="north-sea-north").refusal is None
    words = "Battle Cruiser Fleet is neither in Heligoland Bight nor in a base on it (R-83)."
    assert words in charted.refuse("gw-mission", **ENGAGEMENT, area="heligoland-bight")


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
    assert charted.places(SCOUTS) == ["base:kiel"]


@pytest.mark.rule("GW.REFUSE.3", "GW.REFUSE.2")
def test_the_side_whose_engagement_it_was_withdraws_or_both_stay_and_nobody_dominates(charted: War) -> None:
    charted.engaged("6")
    charted.do("gw-decision", action="1", choice="refuse")
    charted.do("gw-withdrawal", action="1", base="wilhelmshaven")
    assert (charted.facts["area:heligoland-bight.dominated"], charted.action("stage")) == ("allied", ["return"])
    charted.do("gw-return", action="1", base="rosyth")
    assert charted.places(SCOUTS, HUNTERS) == ["base:wilhelmshaven", "base:rosyth"]
    charted.set({"area:heligoland-bight.dominated": ""})
    # Column +1: a 4 is C.
    charted.engaged("4", number=2)
    charted.do("gw-combat", "1 1", action="2")
    for side in ("central", "allied"):
        charted.do("gw-fleets-stay", action="2", who=side)
    assert charted.action("stage", "ends", number=2) == ["ended", "both fleets stay"]
    assert (charted.facts["area:heligoland-bight.dominated"], charted.waits_for()) == ("", [])


def bases_near(charted: War, *near: str) -> list[str]:
    """The Central bases on these areas."""
    mine = [key for key in charted.rows("base") if charted.facts[f"base:{key}.owner"] == "central"]
    return [key for key in mine if {*near} & {*charted.facts[f"base:{key}.areas"]}]


def neutral(charted: War, *near: str) -> None:
    """Nothing there is Central any more."""
    charted.set({f"base:{key}.owner": "neutral" for key in bases_near(charted, *near)})


@pytest.mark.rule("GW.REFUSE.2")
def test_a_side_without_a_base_anywhere_near_names_any_of_its_own_without_a_reason(charted: War) -> None:
    charted.intercepted("2")
    charted.do("gw-decision", action="1", choice="refuse")
    away = [key for key in BASES if charted.facts[f"base:{key}.owner"] == "central"]
    neutral(charted, "north-sea-south", *charted.facts["area:north-sea-south.neighbours"])
    charted.set({f"base:{key}.areas": ["adriatic"] for key in away})
    entry = charted.do("gw-withdrawal", action="1", base="danzig")
    assert (outcome_of(entry)["overruled"], charted.places(SCOUTS)) == ("", ["base:danzig"])


@pytest.mark.rule("GW.REFUSE.2")
def test_a_re_basing_force_without_a_base_on_the_area_before_names_any_of_its_own(charted: War) -> None:
    charted.set({"fleet:baltic-forces.place": "area:levant"})
    charted.do("gw-mission", mission="re-basing", area="baltic-east", fleets=("baltic-forces",), target="danzig")
    assert charted.facts["fleet:baltic-forces.came_from"] == "area:levant"
    neutral(charted, "levant")
    charted.do("gw-interception", "1 1", action="1", fleets=("baltic-fleet",))
    charted.do("gw-contact", "2", action="1")
    charted.do("gw-decision", action="1", choice="refuse")
    entry = charted.do("gw-withdrawal", action="1", base="pola")
    assert (outcome_of(entry)["overruled"], charted.places("fleet:baltic-forces")) == ("", ["base:pola"])


def test_a_squadron_whose_fleet_stays_withdraws_by_itself(charted: War) -> None:
    """A general engagement of the small ships alone: the rest of their fleets is not in it (GW.CONTESTED.GE)."""
    charted.engaged("6")
    charted.entered(Set("action:1.central", ["scouting-group-2"]))
    charted.do("gw-decision", action="1", choice="refuse")
    charted.do("gw-withdrawal", action="1", base="kiel")
    found = charted.places(SCOUTS, "squadron:scouting-group-1", "squadron:scouting-group-2")
    assert found == ["area:heligoland-bight", SCOUTS, "base:kiel"]
