"""The next step of a naval action: rows with their chances, the choices that keep to the rule, one filled button."""

import re

import pytest

from navalassist.auditlog.models import Entry
from navalassist.engine import Set
from tests.club import Club
from tests.desk.great_war import bombard, intercept, person
from tests.in_hand import InHand, words_of

FIRED = {"action": "1", "dice": "typed", "strip": "6 6"}


def fought(war: InHand, allied: InHand) -> None:
    """The fleets have met off Scarborough and fired on one another; each side owes 6 factors."""
    intercept(allied)
    war.edit(Set("action:1.order", "both"), Set("action:1.stage", "fire"), Set("action:1.attacker", "allied"))
    assert allied.send("action/1/", "do/gw-combat/", **FIRED).status_code == 302


def choose_among_three(war: InHand, central: InHand, allied: InHand) -> None:
    """With a flotilla beside its two squadrons the Battle Cruiser Fleet has a choice of losses."""
    war.edit(Set("squadron:flotilla-1.place", "fleet:battle-cruiser-fleet"), seat="allied")
    bombard(central)
    fought(war, allied)


def filled(page: str) -> list[str]:
    """Words of the filled buttons in the panel."""
    panel = page.partition('id="next"')[2].partition("</section>")[0]
    return [words_of(found) for found in re.findall(r'<button class="go[^>]*>(.*?)</button>', panel, re.DOTALL)]


@pytest.mark.rule("GW.INT")
def test_fleets_that_are_near_have_their_chance_and_what_is_ticked_its_sum(central: InHand, allied: InHand) -> None:
    bombard(central)
    page = allied.words("action/1/")
    near, _, far = page.partition("Another fleet…")
    assert "Battle Cruiser Fleet Rosyth, on this sea · combat 7, protection 6, contact 2 8 % 3 or less" in near
    assert "Grand Fleet Scapa Flow, next sea · combat 21, protection 21, contact 1 3 % 2 or less" in near
    assert "Baltic Fleet" in far
    assert "Baltic Fleet" not in near
    assert "together" not in page
    before = Entry.objects.count()
    ticked = allied.post("action/1/odds/", fleets=["battle-cruiser-fleet", "grand-fleet"])
    assert "Both together combat 28, protection 27, contact 1 3 % 1/36, on 2 or less" in words_of(ticked)
    assert filled(ticked.content.decode()) == ["● Allied roll: two fleets, 3 %"]
    assert Entry.objects.count() == before


@pytest.mark.rule("GW.COMBAT")
def test_both_salvos_are_told_before_they_fall_and_never_more_than_a_side_has(central: InHand, allied: InHand) -> None:
    bombard(central)
    intercept(allied)
    allied.send("action/1/", "do/gw-contact/", action="1", inshore="on", dice="typed", strip="3")
    page = allied.words("action/1/")
    assert "either seat: both fleets fire at once" in page
    assert "● Allied lose 2.8 expected, of 6" in page
    assert "0 17 % nothing 1 17 % nothing: no squadron is so weak 2 17 % 1st Light Cruiser Squadron" in page
    assert "6 17 % both" in page


@pytest.mark.rule("GW.COMBAT")
def test_a_row_stands_for_several_squadrons_and_the_other_side_can_be_opened_there(
    war: InHand, central: InHand, allied: InHand
) -> None:
    choose_among_three(war, central, allied)
    page = allied.words("action/1/")
    assert "1st Destroyer Flotilla and 1st Light Cruiser Squadron are lost" in page
    assert "1st Battle Cruiser Squadron and 1st Light Cruiser Squadron are lost" in page
    assert "comes through" not in page
    text = allied.text("action/1/")
    assert ("Choose who is lost" in filled(text)[0], "checked" in text.partition('id="then-')[0]) == (True, False)
    assert "Then, ■ Central Powers : take off 6 protection factors" in page
    assert "Whose tap 1 of 2 due ● Allied : The Allied side takes off" in page
    assert "Whose tap 1 of 2 due ■ Central Powers : The Central Powers side takes off" in central.words("action/1/")
    answer = allied.send("action/1/", "do/gw-losses/", loss="1-allied", units="battle-cruisers-1+light-cruisers-1")
    assert answer.status_code == 302
    assert war.facts["action:1.allied"] == ["flotilla-1"]
    sunk = allied.text("action/1/").partition("Lost in this action")[2]
    assert "1st Battle Cruiser Squadron" in sunk
    assert sunk.partition("<tr")[2].startswith(' class="out"')


@pytest.mark.rule("GW.COMBAT")
def test_of_a_great_fleet_squadrons_are_ticked_one_by_one_and_the_rest_is_told(
    war: InHand, central: InHand, allied: InHand
) -> None:
    grand = ("battle-squadron-1", "battle-squadron-2", "battle-squadron-4", "cruiser-squadron-2", "flotilla-4")
    near = ("flotilla-1", "flotilla-3", "submarines-8", "western-cruisers", "western-flotilla")
    for key in (*grand, *near):
        war.edit(Set(f"squadron:{key}.place", "fleet:battle-cruiser-fleet"), seat="allied")
    bombard(central)
    fought(war, allied)
    assert "Tick who is lost. " in allied.words("action/1/")
    said = words_of(allied.post("action/1/odds/", units=["battle-cruisers-1"]))
    assert re.search(r"Ticked \d+ of \d+ left", said)


def test_in_a_club_an_action_shows_its_chances_to_whoever_may_not_tap(club: Club, war: InHand) -> None:
    carla, alice = person(club, war, "Carla", "central"), person(club, war, "Alice", "allied")
    bombard(carla)
    page = carla.words("action/1/")
    assert "It waits for the ● Allied seat." in page
    assert "8 % 3 or less" in page
    assert "It waits for the" not in alice.words("action/1/")


@pytest.mark.rule("GW.BOMBARD")
def test_a_mission_sails_to_the_sea_of_its_coast_where_there_is_but_one(war: InHand, central: InHand) -> None:
    order = {"mission": "bombardment", "fleets": "scouting-forces", "target": "scarborough", "area": ""}
    assert central.send("do/gw-mission/", **order).status_code == 302
    assert war.facts["action:1.area"] == "north-sea-south"
    assert "choose the sea area" in central.tap("do/gw-mission/", 422, **{**order, "mission": "raiding", "target": ""})


@pytest.mark.rule("GW.BOMBARD")
def test_a_bombardment_says_beforehand_what_shells_can_hurt_and_its_button_what_one_hopes_for(
    war: InHand, central: InHand, allied: InHand
) -> None:
    war.edit(Set("base:scarborough.fortress", True), Set("base:scarborough.city", False))
    war.edit(Set("base:harwich.fortress", False), Set("base:harwich.city", False))
    page = central.words("do/gw-mission/?mission=bombardment")
    assert "Scarborough (Allied), North Sea, south · fortress" in page
    assert re.search(r"Harwich \(Allied\), [^()]*· neither fortress nor city: shells win nothing there", page)
    assert "Kiel (Central Powers)" not in page
    assert "Scouting Forces, Wilhelmshaven · 1 that can shell a coast" in page
    assert "U-boats, Western Approaches · nobody in it can shell a coast" in page
    bombard(central)
    allied.send("action/1/", "do/gw-let-pass/", action="1")
    (go,) = filled(central.text("action/1/"))
    assert go == "■ Central Powers: shell Scarborough, 1d6: the fortress is lost 33 %"
    war.edit(Set("base:scarborough.fortress", False))
    (go,) = filled(central.text("action/1/"))
    assert go == "■ Central Powers: shell Scarborough, 1d6: nothing happens 100 %"


@pytest.mark.rule("GW.REFUSE.2")
def test_a_mission_asks_for_one_of_the_seas_of_its_port_and_for_an_enemy_only_where_it_meets_one(
    war: InHand, central: InHand
) -> None:
    both = [war.facts[f"area:{area}.name"] for area in war.facts["base:kiel.areas"]]
    order = {"mission": "re-basing", "fleets": "scouting-forces", "target": "kiel", "area": ""}
    refused = central.tap("do/gw-mission/", 422, **order)
    assert f"Kiel lies on {both[0]}, {both[1]} and {both[2]}: choose one" in refused
    asked = central.text("do/gw-mission/?mission=re-basing&target=kiel")
    listed = asked.partition('name="area"')[2].partition("</select>")[0]
    own, _, others = listed.partition('<optgroup label="another…">')
    assert sorted(re.findall(r">([^<]+)</option>", own)) == sorted(["choose", *both])
    assert both[0] not in others
    assert ("Enemy fleets" in asked, "Scouting Forces, " in asked) == (False, True)
    assert "Scouting Forces (Central Powers)" not in asked
    assert "Enemy fleets that it meets" in central.text("do/gw-mission/?mission=general-engagement")


def test_what_is_not_done_is_told_on_the_page_of_the_action_with_all_that_was_chosen(
    central: InHand, allied: InHand
) -> None:
    bombard(central)
    keys = allied.keys("action/1/")
    typed = {"panel": "action:1", "action": "1", "fleets": "battle-cruiser-fleet", "dice": "typed"}
    few = allied.post("do/gw-interception/", **keys, **typed, strip="1")
    assert few.status_code == 422
    assert "1 more die is needed" in words_of(few)
    assert "Action 1: Coastal Bombardment, Scarborough" in words_of(few)
    page = few.content.decode()
    assert filled(page) == ["● Allied roll: one fleet, 8 %"]
    assert re.search(r'name="strip" id="strip" value="1"', page)
    none = allied.post("do/gw-interception/", **keys, panel="action:1", action="1")
    assert "choose at least one" in words_of(none)
    assert allied.post("do/gw-interception/", **keys, **typed, strip="1 1").status_code == 302
    again = allied.post("do/gw-interception/", panel="action:1", action="1", submission="again")
    assert "Nothing was done" in words_of(again)


@pytest.mark.rule("GW.BOMBARD")
def test_squadrons_that_are_not_of_the_action_are_told_and_never_a_fault(central: InHand, allied: InHand) -> None:
    bombard(central)
    allied.send("action/1/", "do/gw-let-pass/", action="1")
    for squadron in ("nobody", "battle-cruisers-1"):
        assert filled(central.post("action/1/odds/", squadrons=squadron).content.decode())
        assert central.post("do/gw-bombardment/", panel="action:1", action="1", squadrons=squadron).status_code == 422


@pytest.mark.rule("GW.COMBAT", "GW.REFUSE.3")
@pytest.mark.parametrize("losing", [True, False], ids=["a loss", "a base"])
def test_after_a_refusal_what_was_chosen_is_still_the_chosen_one(
    war: InHand, central: InHand, allied: InHand, losing: bool
) -> None:
    if losing:
        choose_among_three(war, central, allied)
        rule, typed = "gw-losses", {"loss": "1-allied", "units": "battle-cruisers-1+light-cruisers-1"}
        chosen = 'id="units-battle-cruisers-1light-cruisers-1" checked'
    else:
        bombard(central)
        intercept(allied)
        war.set({"action:1.stage": "after", "action:1.attacker": "allied"})
        rule, typed = "gw-withdrawal", {"action": "1", "who": "allied", "base": "harwich"}
        chosen = 'value="harwich" id="base-harwich" checked'
    page = allied.text("action/1/")
    assert (chosen.removesuffix(" checked") in page, chosen in page) == (True, False)
    old = allied.keys("action/1/")
    war.set({"action:1.attacker": "central"})
    answer = allied.post(f"do/{rule}/", **old, panel="action:1", **typed)
    assert (answer.status_code, chosen in answer.content.decode()) == (409, True)


@pytest.mark.rule("GW.CONTACT")
def test_a_form_of_an_earlier_step_takes_no_tick_from_the_step_that_is_on(central: InHand, allied: InHand) -> None:
    bombard(central)
    old = allied.keys("action/1/")
    intercept(allied)
    ticked = 'name="inshore" id="inshore" checked'
    assert ticked in allied.text("action/1/")
    answer = allied.post("do/gw-let-pass/", **old, panel="action:1", action="1")
    assert answer.status_code in (409, 422)
    assert ticked in answer.content.decode()
    sent = {"action": "1", "asks-inshore": ""}
    assert ticked not in allied.post("action/1/odds/", **sent).content.decode()
    assert ticked in allied.post("action/1/odds/", **sent, inshore="on").content.decode()


@pytest.mark.rule("GW.COMBAT")
def test_fleets_without_strength_pass_without_a_shot_and_the_log_says_so(
    war: InHand, central: InHand, allied: InHand
) -> None:
    bombard(central)
    intercept(allied)
    weak = [*war.facts["action:1.central"], *war.facts["action:1.allied"]]
    war.edit(*(Set(f"squadron:{key}.combat", 0) for key in weak))
    war.edit(Set("action:1.order", "both"), Set("action:1.stage", "fire"), Set("action:1.attacker", "allied"))
    assert filled(allied.text("action/1/")) == ["■● Both fire: no dice, for no fleet has strength"]
    assert allied.send("action/1/", "do/gw-combat/", action="1").status_code == 302
    assert "No fleet has the strength to fire in the North Sea, south." in allied.words("log/")
    assert "either seat: stay in the area, or withdraw" in allied.words("action/1/")


def test_what_the_other_seat_has_done_since_is_the_last_act_of_an_action(central: InHand, allied: InHand) -> None:
    bombard(central)
    sent = Entry.objects.latest("id").reference
    address = f"action/1/?last={sent}"
    assert "Scouting Forces put to sea" in central.words(address).partition("Next,")[0]
    intercept(allied)
    said = central.words(address).partition("Next,")[0]
    assert "Last: INTERCEPTED" in said
    assert "put to sea" not in said


@pytest.mark.rule("GW.REFUSE.3")
def test_an_action_that_is_over_says_what_it_has_cost_and_how_its_fleets_come_home(
    war: InHand, central: InHand, allied: InHand
) -> None:
    bombard(central)
    fought(war, allied)
    war.edit(Set("squadron:scouting-group-1.protection", 50))
    war.do("gw-losses", seat="allied", loss="1-allied", units=list(war.facts["action:1.allied"]))
    war.do("gw-losses", seat="central", loss="1-central", units=["scouting-group-2"])
    central.send("action/1/", "do/gw-fleets-stay/", action="1", who="central")
    central.send("action/1/", "do/gw-give-up/", action="1")
    page = central.words("action/1/")
    assert "It is over" in page
    assert "Central Powers lost II Scouting Group; Allied lost 1st Battle Cruiser Squadron" in page
    assert "Scouting Forces stays at sea in North Sea, south R-90 Send it home" in page
    home = "do/gw-mission/?mission=re-basing&fleets=scouting-forces"
    assert f'href="{central.home}{home}"' in central.text("action/1/")
    assert "Scouting Forces, North Sea, south" in central.words(home)
    war.end_steps(1)
    assert "It sails home by re-basing, in a naval step of its own side." in central.words("action/1/")


@pytest.mark.rule("GW.REFUSE.3")
def test_a_side_is_led_back_to_the_base_that_it_has_left_and_told_what_it_means_that_both_stay(
    war: InHand, central: InHand, allied: InHand
) -> None:
    left = war.facts["fleet:battle-cruiser-fleet.place"].removeprefix("base:")
    bombard(central)
    intercept(allied)
    war.edit(Set("action:1.stage", "after"), Set("action:1.attacker", "allied"))
    assert re.search(rf'value="{left}" id="base-{left}" checked', allied.text("action/1/"))
    assert "Where both stay nobody fires again" in allied.words("action/1/")


@pytest.mark.rule("GW.BOMBARD", "GW.REFUSE.3")
def test_the_end_of_the_step_gives_up_what_nobody_can_carry_out_and_says_so(
    war: InHand, central: InHand, allied: InHand
) -> None:
    bombard(central)
    war.edit(Set("squadron:scouting-group-1.place", "lost"), seat="central")
    allied.send("action/1/", "do/gw-let-pass/", action="1")
    page, said = central.words(), "the mission was given up: nobody is left to shell Scarborough"
    assert "Action 1: Coastal Bombardment, North Sea, south; the end of the step does the same" in page
    assert f"With this step: a naval action is over: {said} R-90" in page
    assert central.send("", "step/", by="clock")["Location"] == "/c/war/"
    assert f"It is over: {said}" in central.words("action/1/")
    assert said in central.words("log/")
    assert "Nothing due. ■ Central Powers may act" in central.words()


@pytest.mark.rule("GW.INT")
def test_the_end_of_a_step_with_an_action_that_can_go_on_is_asked_with_both_ways_as_buttons(
    war: InHand, central: InHand
) -> None:
    bombard(central)
    asked = central.send("", "step/", by="clock")
    assert "Action 1: Coastal Bombardment, North Sea, south: it is given up" in words_of(asked)
    # Below it is the bar under the thumb, which a telephone shows.
    page = asked.content.decode().partition("</main>")[0]
    assert re.search(r'<a class="btn go full side-allied" href="/c/war/action/1/#next">', page)
    assert len(re.findall(r'class="(?:btn )?go\b', page.partition("</main>")[0])) == 1
    confirm = {name: found[1] for name in ("submission", "clock", "skips") if (found := sent(name, page))}
    assert central.post("step/", confirm="yes", **confirm)["Location"] == "/c/war/"
    assert "It is over: the mission was given up as the step ended" in central.words("action/1/")
    assert "Action 1" not in central.words().partition("Last verdicts")[0]


def sent(name: str, page: str) -> re.Match[str] | None:
    """A hidden field of the question before a step ends."""
    return re.search(rf'name="{name}" value="([^"]*)"', page.partition('role="alert"')[2])


@pytest.mark.rule("GW.COMBAT", "GW.REFUSE.3")
def test_an_action_waits_over_its_step_for_its_losses_and_is_over_with_the_next(
    war: InHand, central: InHand, allied: InHand
) -> None:
    choose_among_three(war, central, allied)
    war.end_steps(2)
    assert "Whose tap 1 of 2 due ● Allied : The Allied side takes off 6 protection factors, action 1" in allied.words()
    war.do("gw-losses", seat="allied", loss="1-allied", units=["battle-cruisers-1", "light-cruisers-1"])
    war.do("gw-losses", seat="central", loss="1-central", units=["scouting-group-1", "scouting-group-2"])
    assert war.facts["action:1.stage"] == "return"
    assert "Nothing due." in central.words()
    war.end_step()
    assert war.facts["action:1.ends"] == "it was broken off as the step ended"


@pytest.mark.rule("GW.INT")
def test_no_head_says_that_an_action_waits_in_a_step_where_nothing_can_be_done_about_it(
    war: InHand, central: InHand, allied: InHand
) -> None:
    bombard(central)
    allied.send("action/1/", "do/gw-let-pass/", action="1")
    assert "Go on with action 1" in central.words()
    # As a campaign of before 0.6.1 has it, whose actions outlasted their steps.
    war.end_step()
    war.edit(Set("action:1.stage", "unopposed"), seat="central")
    assert "Go on with action 1" not in central.words()
    assert "Nothing due." in central.words("action/1/")


@pytest.mark.rule("GW.COMBAT")
def test_where_both_fire_the_head_has_the_signs_of_both_and_no_side(
    war: InHand, central: InHand, allied: InHand
) -> None:
    bombard(central)
    intercept(allied)
    war.edit(Set("action:1.order", "both"), Set("action:1.stage", "fire"), Set("action:1.attacker", "allied"))
    page = central.text()
    assert re.search(r'<div class="tap both side-neutral">', page)
    assert "■ ● Either seat : Both fleets fire at once, action 1" in words_of(page)
    assert re.search(r'<li class="side-neutral"><a class="btn go"', page)
