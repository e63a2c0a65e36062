"""Rules of the Great War in their steps, on their pages, and the forms of a naval action that waits."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import REGISTER, compute
from navalassist.play import state as states
from navalassist.play.duties import Duty, Kind, Now, duties_at
from navalassist.play.systems import Choices, Misfits, Moment, Unknown, system_of
from navalassist.systems.storm_of_steel.system import STORM_OF_STEEL
from navalassist.systems.storm_of_steel.turn import TURN
from tests.systems.storm_of_steel.acting import HERE, War, bombardment

OURS = {slug for slug, procedure in REGISTER.items() if procedure.system == "storm_of_steel"}


def test_every_procedure_has_a_door_with_a_form() -> None:
    system = system_of("storm_of_steel")
    assert set(system.situations) == set(system.forms) == OURS


def test_the_turn_file_names_procedures_and_a_door_stands_in_each_of_their_steps() -> None:
    assert {line.key for line in TURN.duty} <= OURS
    assert all(line.rule == REGISTER[line.key].rule for line in TURN.duty)
    assert {steps for steps, _ in system_of("storm_of_steel").duties} == {line.steps for line in TURN.duty}


def offered(campaign: Campaign, turn: str, place: str) -> list[Duty]:
    """What a step offers in the demo as it begins."""
    state = states.load(campaign.slug)
    moment = Moment(turn, *place.split("/"))
    at = state.copy()
    at.values |= {f"campaign:clock.{name}": getattr(moment, name) for name in ("turn", "player_turn", "step")}
    return duties_at(Now(at, at.values, moment, system_of("storm_of_steel")))


@pytest.mark.parametrize("place", TURN.places)
def test_a_step_offers_only_what_the_turn_file_gives_it(demo: War, place: str) -> None:
    allowed = {line.key for line in TURN.duties_in(place)}
    found = {duty.procedure for duty in offered(demo, "1914-08", place)}
    assert found <= allowed
    assert found, "each step has something to do"


@pytest.mark.rule("GW.MERCHANT")
def test_merchant_shipping_is_due_once_in_the_last_month_of_a_quarter(demo: War) -> None:
    due = [
        (turn, place)
        for turn in ("1914-08", "1914-09", "1914-10")
        for place in TURN.places
        for duty in offered(demo, turn, place)
        if duty.procedure == "gw-merchant" and duty.kind is Kind.DUE
    ]
    assert due == [("1914-09", "allied/attrition")]


# Rule: what its address begins the form with, what is posted, the dice, and words of page and receipt.
Case = tuple[str, str, Mapping[str, object], str, str, str]
# By agreement, so that each rule is carried out in the first step of the demo, and without a mission.
WHY = {"because": "agreed"}
CASES: tuple[Case, ...] = (
    ("gw-bombardment", "base=dover&squadrons=german-squadron-1&because=agreed",
     {"base": "dover", "squadrons": ["german-squadron-1"], **WHY},
     "5", "Column 1", "FORTRESS ELIMINATED"),
    ("gw-raid", "area=central-mediterranean&because=agreed", {"area": "central-mediterranean", **WHY},
     "1", "Column 5", "1 POINT LOST"),
    ("gw-merchant", "because=agreed", WHY, "6", "Expected loss of Allied morale", "NO EFFECT"),
    ("gw-contested", "area=western-approaches&because=agreed", {"area": "western-approaches", **WHY},
     "6", "Column 1", "a general engagement begins"),
    ("gw-attrition", "ships=u-flotilla-1&because=agreed", {"ships": ["u-flotilla-1"], **WHY},
     "1 6 6 2", "Expected naval units eliminated 0.3 units", "2 UNITS LOST"),
)  # fmt: skip


@pytest.mark.parametrize(("rule", "query", "given", "dice", "before", "after"), CASES, ids=[case[0] for case in CASES])
def test_a_rule_has_its_page_and_its_receipt(
    demo: War,
    rule: str,
    query: str,
    given: Mapping[str, object],
    dice: str,
    before: str,
    after: str,
) -> None:
    assert before in demo.words(f"do/{rule}/?{query}")
    fields = {"submission": "one", "seen": "public:2", "dice": "typed", "strip": dice, **given}
    sent = demo.post(f"do/{rule}/", **fields)
    # An act that begins an action goes on on its page.
    assert sent.status_code == 302
    assert sent["Location"] in (f"{demo.home}log/public/3/", f"{demo.home}action/1/?last=public/3#last")
    assert after in demo.words("log/public/3/")


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_an_empty_form_is_answered_with_what_is_missing(demo: War, case: Case) -> None:
    demo.get(f"do/{case[0]}/")


@pytest.mark.rule("GW.RAID", "GW.INT")
def test_the_line_of_an_area_with_raiders_opens_the_form_of_a_mission_with_its_fleets(demo: War) -> None:
    home = demo.get().content.decode()
    query = "mission=raiding&amp;area=western-approaches&amp;fleets=u-boats"
    assert f'href="/c/{demo.slug}/do/gw-mission/?{query}"' in home
    page = demo.get(f"do/gw-mission/?{query.replace('&amp;', '&')}").content.decode()
    assert '<option value="raiding" selected>' in page
    assert '<option value="western-approaches" selected>' in page
    assert re.search(r'name="fleets" value="u-boats"[^>]* checked', page)
    assert f'href="/c/{demo.slug}/do/gw-mission/?mission=bombardment"' in home


@pytest.mark.rule("GW.INT")
@pytest.mark.parametrize(
    ("given", "field", "words"),
    [
        ({"fleets": ("scouting-forces", "grand-fleet")}, "fleets", "Grand Fleet is no fleet of the Central Powers"),
        ({"mission": "raiding", "target": "hartlepool"}, "target", "has no base as its aim"),
        ({"against": ("grand-fleet",)}, "against", "names no enemy"),
        (
            {"mission": "general-engagement", "target": "", "against": ("high-sea-fleet",)},
            "against",
            "no fleet of the Al",
        ),
    ],
)
def test_what_does_not_fit_a_mission_is_told_at_its_field(
    charted: War, given: dict[str, Any], field: str, words: str
) -> None:
    plain = {
        "mission": "bombardment",
        "area": "north-sea-south",
        "fleets": ("scouting-forces",),
        "target": "hartlepool",
    }
    with pytest.raises(Misfits) as fault:
        charted.look("gw-mission", **{**plain, **given})
    assert words in fault.value.fields[field]


@pytest.mark.rule("GW.INT")
def test_a_fleet_is_in_one_action_at_a_time(charted: War) -> None:
    bombardment(charted)
    again = charted.look("gw-mission", mission="raiding", area="north-sea-south", fleets=("scouting-forces",))
    assert again.refusal.reason == "I Scouting Group takes part in action 1, which is not over."
    charted.do("gw-mission", mission="bombardment", area="english-channel", fleets=("high-sea-fleet",), target="dover")
    charted.do("gw-interception", "1 1", action="1", fleets=("battle-cruiser-fleet",))
    said = charted.misfit("gw-interception", action="2", fleets=("battle-cruiser-fleet",))
    assert "1st Battle Cruiser Squadron takes part in action 1, which is not over" in said


def test_an_action_is_ended_early_with_a_reason(charted: War) -> None:
    bombardment(charted)
    assert "Action 1 may still be intercepted" in charted.refuse("gw-fleets-stay", action="1")
    said = charted.refuse("gw-fleets-stay", action="1", who="allied", because="we would rather not meet it")
    assert "Action 1 may still be intercepted" in said
    charted.do("gw-fleets-stay", action="1", because="called off in fog")
    assert charted.action("stage", "ends") == ["ended", "ended: called off in fog"]


def choices(charted: War, slug: str, field: str) -> list[str]:
    """What a field of a form offers, in order."""
    offered = STORM_OF_STEEL.forms[slug].model_fields[field].metadata
    of = next(one.of for one in offered if isinstance(one, Choices))
    return [key for key, _ in of(charted.facts)]


def test_only_the_other_sides_fleets_are_offered_to_intercept_and_what_is_not_there_is_told(charted: War) -> None:
    assert choices(charted, "gw-interception", "fleets") == []
    bombardment(charted)
    offered = choices(charted, "gw-interception", "fleets")
    assert "grand-fleet" in offered
    assert "high-sea-fleet" not in offered
    later = charted.lines(HERE, turn="1914-09")
    assert not [duty for duty in later.values() if isinstance(duty, Duty) and duty.procedure.startswith("gw-inter")]
    with pytest.raises(Unknown, match="no fleet nowhere"):
        charted.look("gw-interception", action="1", fleets=("nowhere",))
    charted.do("gw-let-pass", action="1")
    with pytest.raises(Unknown, match="no base nowhere"):
        charted.look("gw-return", action="1", base="nowhere")


def test_bases_near_the_action_are_offered_first(charted: War) -> None:
    charted.intercepted("2")
    charted.do("gw-decision", action="1", choice="refuse")
    offered = choices(charted, "gw-withdrawal", "base")
    # On the southern North Sea, then beside it, then elsewhere; all may be chosen.
    assert offered.index("harwich") < offered.index("wilhelmshaven") < offered.index("danzig")
    assert len(offered) == len([key for key in charted.facts if key.startswith("base:") and key.endswith(".name")])


@pytest.mark.rule("GW.COMBAT")
def test_the_page_of_a_loss_tells_what_fits_and_what_is_left_over(charted: War) -> None:
    charted.intercepted("3")
    charted.do("gw-combat", "1 4", action="1")
    loss = charted.look("gw-losses", loss="1-central", units=("scouting-group-2",))
    told = compute(STORM_OF_STEEL.bases["gw-losses"](loss.situation), charted.state.book)
    assert [term.text for term in told.terms[1:]] == [
        "I Scouting Group: does not fit in what is left",
        "II Scouting Group: named",
    ]
    assert told.total == 2
    assert loss.refusal is None, "2 of 4 factors are left over, and are lost"


def test_what_the_end_of_the_step_would_pass_over_is_told(charted: War) -> None:
    charted.intercepted("3")
    passed = [passed for duty in charted.lines(HERE).values() for passed in duty.passes]
    assert [(one.line, one.noun) for one in passed] == [
        ("Action 1: Coastal Bombardment, North Sea, south: it is given up", "naval action")
    ]
    charted.do("gw-combat", "6 6", action="1")
    passed = [passed for duty in charted.lines(HERE).values() for passed in duty.passes]
    assert ("Allied: 6 protection factors, Naval Combat Table, action 1", "loss") in [
        (one.line, one.noun) for one in passed
    ]
