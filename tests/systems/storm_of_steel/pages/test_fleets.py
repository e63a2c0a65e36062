"""Fleets, squadrons and units ashore of the Great War: each input is one entry, and what does not fit is said."""

import re
from typing import Any

import pytest

from navalassist.desk.made_once import page as once
from navalassist.desk.operations import strip
from navalassist.play import state as states
from navalassist.play.write.edits import EditError
from navalassist.systems.storm_of_steel import edits, water_edits
from navalassist.taskforces.great_war import Fleet, LandUnit, Squadron
from tests.desk.great_war import SQUADRON, bombard, intercept
from tests.in_hand import InHand, drawn, words_of

Fields = dict[str, Any]
GRAND, SCOUTS = "fleets/grand-fleet/", "fleets/scouting-forces/"
FIRST, GROUP = "fleets/squadron/battle-squadron-1/", "fleets/squadron/scouting-group-1/"
# What their cards hold.
OF_FIRST = {"side": "allied", "name": "1st Battle Squadron", "nation": "british", "kind": "bb", "combat": "6"}
OF_FIRST |= {"protection": "6", "contact": "1", "place": "fleet:grand-fleet"}
OF_GROUP = {"side": "central", "name": "I Scouting Group", "nation": "german", "kind": "bc", "combat": "5"}
OF_GROUP |= {"protection": "4", "contact": "3", "place": "fleet:scouting-forces"}
OF_SCOUTS = {"side": "central", "name": "Scouting Forces", "duty": "", "place": "area:north-sea-south"}
OF_GRAND = {"side": "allied", "name": "Grand Fleet", "duty": "", "place": "base:scapa-flow"}
PATROL = {"act": "add-fleet", "side": "allied", "name": "Dover Patrol", "place": "base:dover", "duty": ""}
DIVISION = {"act": "add-land", "side": "allied", "name": "6th Division", "nation": "british", "kind": "unit"}
DIVISION |= {"terrain": "desert", "place": "", "area_name": ""}
SERBIANS = {"act": "change", "side": "allied", "name": "Serbian Detachment", "nation": "other", "kind": "unit"}
SERBIANS |= {"terrain": "mountain", "place": "", "area_name": ""}


def move(*squadrons: str, act: str = "leave", place: str = "") -> Fields:
    return {"act": act, "squadrons": squadrons, "place": place}


def track(key: str, value: str) -> Fields:
    return {"act": "condition.value", "key": key, "value": value}


def test_the_list_has_every_place_with_its_fleets_and_their_sums(allied: InHand) -> None:
    page = allied.words("fleets/")
    assert "● Allied Grand Fleet 5 squadrons: combat 21, protection 21, contact 1" in page
    assert "Land units" in page
    assert "Not in play" in page


def test_a_fleet_moves_to_sea_and_back_and_the_log_says_so(war: InHand, allied: InHand) -> None:
    assert allied.send(GRAND, act="move", place="area:north-sea-north").status_code == 302
    assert war.facts["fleet:grand-fleet.place"] == "area:north-sea-north"
    assert "North Sea, north , at sea" in allied.words(GRAND)
    allied.send(GRAND, act="move", place="base:rosyth")
    assert "Came from North Sea, north" in allied.words(GRAND)
    undo = re.search(r'name="entry" value="([^"]+)"', allied.text("fleets/"))
    assert undo
    assert allied.send("fleets/", "undo/", entry=undo[1]).status_code == 302
    assert war.facts["fleet:grand-fleet.place"] == "area:north-sea-north"


# Address, what is sent, what it changes.
CHANGES: list[tuple[str, Fields, Fields]] = [
    ("fleets/western-escorts/", {"act": "move", "place": "base:queenstown"}, {
        "fleet:western-escorts.place": "base:queenstown", "fleet:western-escorts.duty": "",
        "fleet:western-escorts.came_from": "area:western-approaches",
    }),
    (GRAND, {"act": "move", "place": "area:north-sea-north"}, {"fleet:grand-fleet.place": "area:north-sea-north"}),
    (GRAND, {**OF_GRAND, "act": "change", "place": "area:north-sea-north", "duty": "convoy"}, {
        "fleet:grand-fleet.place": "area:north-sea-north", "fleet:grand-fleet.duty": "convoy",
    }),
    (GRAND, move("battle-squadron-1", "battle-squadron-2", place="fleet:harwich-force"), {
        f"squadron:battle-squadron-{n}.place": "fleet:harwich-force" for n in (1, 2)
    }),
    # Those that are there already stay.
    (GRAND, move("battle-squadron-1", "flotilla-1", act="join"), {"squadron:flotilla-1.place": "fleet:grand-fleet"}),
    (FIRST, {**OF_FIRST, "act": "change", "combat": "9", "protection": ""}, {"squadron:battle-squadron-1.combat": 9}),
    (FIRST, {**OF_FIRST, "act": "change", "protection": "0"}, {"squadron:battle-squadron-1.protection": 0}),
    ("waters/", {"set": "base.owner/zeebrugge=central"}, {"base:zeebrugge.owner": "central"}),
    ("waters/", {"set": "base.fortress/dover=no"}, {"base:dover.fortress": False}),
    ("waters/", {"set": "base.city/scapa-flow=yes"}, {"base:scapa-flow.city": True}),
    ("waters/", {"set": "base.kind/riga=naval-base"}, {"base:riga.kind": "naval-base"}),
    ("waters/", {"set": "area.raiding/irish-sea=yes"}, {"area:irish-sea.raiding": True}),
    ("waters/", {"set": "area.dominated/adriatic=central"}, {"area:adriatic.dominated": "central"}),
    ("waters/", {"set": "condition.value/usw=yes"}, {"condition:usw.value": True}),
    ("waters/", track("allied-air", " 4 "), {"condition:allied-air.value": 4}),
    ("waters/", track("half-industry", "1917-Q1"), {"condition:half-industry.value": "1917-Q1"}),
    ("waters/", track("central-morale", "−5"), {"condition:central-morale.value": -5}),
]  # fmt: skip


@pytest.mark.parametrize(("address", "fields", "after"), CHANGES)
def test_an_input_changes_what_it_says_and_nothing_else(
    war: InHand, allied: InHand, address: str, fields: Fields, after: Fields
) -> None:
    before = dict(war.facts)
    assert allied.send(address, **fields).status_code == 302
    now = war.facts
    assert {key: now[key] for key in now if now[key] != before.get(key)} == after


def test_a_city_that_is_no_more_is_not_devastated_and_the_page_comes_back_to_it(war: InHand, allied: InHand) -> None:
    for mark in ("devastated", "city"):
        answer = allied.send("waters/", set=f"base.{mark}/dover={'yes' if mark == 'devastated' else 'no'}")
        assert answer.headers["Location"] == f"{war.home}waters/#base-dover"
    assert (war.facts["base:dover.city"], war.facts["base:dover.devastated"]) == (False, False)


@pytest.mark.rule("GW.REFUSE.2")
def test_a_fleet_lies_in_a_base_of_the_enemy_only_by_hand_and_with_a_reason_that_the_entry_keeps(
    war: InHand, central: InHand
) -> None:
    place = "base:harwich"
    offered, _, by_hand = central.text(SCOUTS).partition('id="by-hand"')
    assert ("base:kiel" in offered, place in offered) == (True, False)
    assert place in by_hand
    lay, before = war.facts["fleet:scouting-forces.place"], war.campaign.entries.count()
    for fields in ({"act": "move", "place": place}, {**OF_SCOUTS, "act": "change", "place": place}):
        said = words_of(central.send(SCOUTS, **fields))
        assert "Harwich is Allied, and a fleet lies in bases of its own side." in said
        assert "GW.REFUSE.2" in said
    unsaid = central.send(SCOUTS, act="by-hand", place=place)
    assert (unsaid.status_code, "write a reason" in words_of(unsaid)) == (422, True)
    assert (war.facts["fleet:scouting-forces.place"], war.campaign.entries.count()) == (lay, before)
    assert central.send(SCOUTS, act="by-hand", place=place, note="It was interned there.").status_code == 302
    assert war.facts["fleet:scouting-forces.place"] == place
    assert "It was interned there." in central.words("log/")
    leave = central.send(SCOUTS, **move("scouting-group-2", place=place))
    assert leave.status_code == 302, "they lie where their fleet was set by hand"
    other = central.send("fleets/high-sea-fleet/", **move("german-squadron-2", place=place))
    assert "Harwich is Allied: set the fleet of II Battle Squadron there by hand first" in words_of(other)
    named = {**OF_SCOUTS, "act": "change", "place": place, "name": "1st Scouting Forces"}
    assert central.send(SCOUTS, **named).status_code == 302


def test_a_new_squadron_has_the_stand_ins_of_its_kind_where_a_factor_is_left_empty(allied: InHand) -> None:
    assert "stand-ins of its kind" in allied.words("fleets/")
    for factors, found in ((("", "9", ""), (6, 9, 1)), (("0", "1", "0"), (0, 1, 0))):
        typed = dict(zip(("combat", "protection", "contact"), factors, strict=True))
        answer = allied.send(GRAND, act="add-squadron", **{**SQUADRON, "name": f" 6th  Squadron {factors[0]}"}, **typed)
        assert answer.status_code == 302
        made = Squadron.objects.get(name=f"6th Squadron {factors[0]}".strip())
        assert (made.combat, made.protection, made.contact) == found
    assert "6th Squadron added, factors 6/9/1 with stand-ins" in allied.words("log/")
    assert "6th Squadron 0 added, factors" not in allied.words("log/")
    assert "A factor left empty stays as it is." in allied.words(FIRST)


def test_a_squadron_a_fleet_and_a_land_unit_are_formed_changed_and_taken_away(
    war: InHand, allied: InHand, central: InHand
) -> None:
    goeben = "fleets/squadron/goeben/"
    assert "Combat strength 5" in central.words(goeben)
    assert central.send(goeben, act="remove").headers["Location"] == f"{war.home}fleets/"
    central.get(goeben, 404)
    assert allied.send("fleets/", **PATROL).status_code == 302
    key = Fleet.objects.get(name="Dover Patrol").key
    changed = {**PATROL, "act": "change", "place": "area:english-channel", "duty": "convoy"}
    assert allied.send(f"fleets/{key}/", **changed).status_code == 302
    assert "Escorts convoys" in allied.words(f"fleets/{key}/")
    assert allied.send(f"fleets/{key}/", act="end").status_code == 302
    assert allied.send(GRAND, act="end").status_code == 302
    assert not Fleet.objects.filter(key__in=(key, "grand-fleet")).exists()
    assert war.facts["squadron:battle-squadron-1.place"] == "base:scapa-flow", "they stay where it ends"
    assert allied.send("fleets/", **DIVISION).status_code == 302
    key = LandUnit.objects.get(name="6th Division").key
    assert "In the open, desert" in allied.words(f"fleets/land/{key}/")
    assert allied.send(f"fleets/land/{key}/", **{**DIVISION, "act": "change"}, loc="on").status_code == 302
    assert "Traces a LOC" in allied.words(f"fleets/land/{key}/")
    assert allied.send(f"fleets/land/{key}/", act="remove").status_code == 302
    assert not LandUnit.objects.filter(key=key).exists()


NUMBER = "Air Level, Allied: type a whole number from 1 to 5."
SAME = "stands so already"
REFUSED: list[tuple[str, Fields, str]] = [
    ("fleets/", {**PATROL, "name": ""}, "Name of the fleet"),
    ("fleets/", {**PATROL, "duty": "raiding"}, "a fleet in a base has none"),
    ("fleets/", {**PATROL, "place": ""}, "Where it is"),
    ("fleets/", {"act": "add-squadron", **SQUADRON, "combat": "100"}, "Combat strength"),
    ("fleets/", {"act": "add-squadron", **SQUADRON, "name": "  "}, "Name"),
    ("fleets/", {"act": "add-squadron", **SQUADRON, "name": "x" * 81}, "Name"),
    ("fleets/", {"act": "add-squadron", **SQUADRON, "place": "fleet:high-sea-fleet"}, "its own side"),
    ("fleets/", {"act": "add-squadron", **SQUADRON, "place": "fleet:gone"}, "Where it is"),
    ("fleets/", {**DIVISION, "nation": "mars"}, "Nation"),
    ("fleets/", {**DIVISION, "kind": "tank"}, "What it is"),
    ("fleets/", {**DIVISION, "place": "off-map"}, "Off-map area: type which one it is in"),
    ("fleets/", {**PATROL, "act": "nonsense"}, "cannot do 'nonsense'"),
    ("fleets/", {**PATROL, "act": ""}, "cannot do ''"),
    (FIRST, {"act": "nonsense", **SQUADRON}, "cannot do 'nonsense'"),
    (FIRST, {"act": "change", **OF_FIRST}, SAME),
    ("fleets/land/serbian-army/", {**SERBIANS, "act": "nonsense"}, "cannot do 'nonsense'"),
    ("fleets/land/serbian-army/", SERBIANS, SAME),
    (GRAND, {**OF_GRAND, "act": "nonsense"}, "cannot do 'nonsense'"),
    (GRAND, {**OF_GRAND, "act": "change"}, SAME),
    (
        GRAND,
        {**OF_GRAND, "act": "change", "side": "central", "place": "base:kiel"},
        "its squadrons must leave it first",
    ),
    (GRAND, {"act": "move", "place": "area:nowhere"}, "choose where it goes"),
    (GRAND, {"act": "move", "place": "pool"}, "choose where it goes"),
    (GRAND, {"act": "move", "place": "base:scapa-flow"}, SAME),
    (GRAND, move(place="pool"), "choose at least one"),
    (GRAND, move("x\x00y", place="pool"), "no longer here"),
    (GRAND, move("gone", place="pool"), "no longer here"),
    (GRAND, move("battle-squadron-1"), "choose of the list"),
    (GRAND, move("battle-squadron-1", place="area:north-sea-north"), "choose of the list"),
    (GRAND, move("battle-squadron-1", place="fleet:high-sea-fleet"), "its own side"),
    (GRAND, move("battle-squadron-1", place="fleet:grand-fleet"), "there already"),
    (GRAND, move("battle-squadron-1", "goeben", place="pool"), "does not sail in"),
    (GRAND, move("battle-squadron-1", "flotilla-1", place="pool"), "does not sail in"),
    ("fleets/harwich-force/", move("goeben", act="join"), "its own side"),
    ("fleets/harwich-force/", move("goeben", "battle-squadron-1", act="join"), "those of one side"),
    ("fleets/western-escorts/", {"act": "end"}, "it is at sea. Bring it to a base first"),
    *(("waters/", track("allied-air", wrong), NUMBER) for wrong in ("six", "6", "0", "4.5", "", "９９", "9" * 5000)),
    ("waters/", track("allied-air", "1"), SAME),
    ("waters/", track("half-industry", "spring"), "write a quarter as 1917-Q1"),
    ("waters/", track("no-such", "3"), "no such track"),
    ("waters/", {"set": "area.dominated/adriatic=martian"}, "choose one of"),
    ("waters/", {"set": "area.dominated/adriatic="}, SAME),
    ("waters/", {"set": "area.raiding/adriatic=perhaps"}, "is no answer"),
    ("waters/", {"set": "area.raiding/lake=no"}, "no such sea area"),
    ("waters/", {"set": "base.owner/atlantis=allied"}, "no such base"),
    ("waters/", {"set": "base.owner/dover="}, "choose one of"),
    ("waters/", {"set": "base.devastated/rosyth=yes"}, "no city is there"),
    ("waters/", {"act": "base.city/../", "key": "x", "value": "y"}, "cannot do"),
    ("waters/", {}, "cannot do"),
]


@pytest.mark.parametrize(("address", "fields", "told"), REFUSED)
def test_what_does_not_fit_is_refused_in_a_sentence_that_names_the_field_and_writes_nothing(
    war: InHand, allied: InHand, address: str, fields: Fields, told: str
) -> None:
    before = war.campaign.entries.count()
    answer = words_of(drawn(allied.send(address, **fields), 422))
    assert "Nothing was done." in answer
    assert told in answer
    assert war.campaign.entries.count() == before


def test_what_no_page_offers_is_refused_all_the_same(war: InHand) -> None:
    """By a form that was drawn before another seat has acted, or by a script."""
    for change, given, about in (
        (edits.SQUADRONS.add, ({**OF_FIRST, **dict.fromkeys(edits.FACTORS), "place": "fleet:gone"},), "place"),
        (edits.FLEETS.add, ({**OF_GRAND, "place": "pool"},), "place"),
        (edits.SQUADRONS.change, ("gone", OF_FIRST), "name"),
        (water_edits.LAND_UNITS.remove, ("gone",), "name"),
    ):
        with pytest.raises(EditError) as error:
            change(war.facts, *given)
        assert error.value.about == about


def test_what_was_typed_stays_where_it_is_refused(allied: InHand) -> None:
    answer = allied.send("waters/", **track("allied-air", "six"))
    assert re.search(r'id="v-allied-air"[^>]*value="six" aria-invalid="true"', answer.content.decode())
    answer = allied.send("fleets/", act="add-squadron", **{**SQUADRON, "combat": "100"})
    assert 'value="6th Squadron"' in answer.content.decode()


def test_a_row_that_is_gone_is_told_on_a_page_with_what_was_typed(allied: InHand, central: InHand) -> None:
    goeben = "fleets/squadron/goeben/"
    fields = {"side": "central", "name": "The Goeben", "nation": "german", "kind": "bc", "place": "base:kiel"}
    keys = central.keys(goeben)
    assert allied.send(goeben, act="remove").status_code == 302
    answer = drawn(central.post(goeben, **keys, act="change", **fields), 404)
    told = words_of(answer)
    for words in ("No such thing here", "Nothing was done.", "Name The Goeben"):
        assert words in told
    assert keys["submission"] not in told
    assert f'href="{allied.home}fleets/"' in answer
    for address in ("fleets/none/", "action/7/"):
        looked = central.words(address, 404)
        assert ("All fleets" in looked, "What you sent" in looked) == (True, False)


@pytest.mark.promise("P46")
@pytest.mark.parametrize(
    ("address", "act", "after"), [("fleets/squadron/goeben/", "remove", "fleets/"), (SCOUTS, "end", "fleets/")]
)
def test_a_second_tap_on_what_takes_a_row_away_is_answered_as_the_first(
    war: InHand, central: InHand, address: str, act: str, after: str
) -> None:
    keys = central.keys(address)
    answers = [central.post(address, **keys, act=act) for _ in range(2)]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, war.home + after)] * 2
    # Another key is another tap, and finds nobody there.
    assert central.post(address, **{**keys, "submission": "another"}, act=act).status_code == 404


# What is left alone until the action is over in which the Scouting Forces are.
BUSY: list[tuple[str, Fields]] = [
    (SCOUTS, {"act": "move", "place": "base:kiel"}),
    (SCOUTS, {**OF_SCOUTS, "act": "change", "place": "base:kiel"}),
    (SCOUTS, {**OF_SCOUTS, "act": "change", "duty": "raiding"}),
    (SCOUTS, move("scouting-group-1", place="pool")),
    (SCOUTS, move("german-squadron-2", act="join")),
    (SCOUTS, {**SQUADRON, "act": "add-squadron", "side": "central", "place": "fleet:scouting-forces"}),
    ("fleets/high-sea-fleet/", move("german-squadron-2", place="fleet:scouting-forces")),
    (GROUP, {"act": "remove"}),
    *((GROUP, {**OF_GROUP, "act": "change", "place": place}) for place in ("lost", "pool", "base:kiel")),
    (GROUP, {**OF_GROUP, "act": "change", "nation": "austrian"}),
    (GROUP, {**OF_GROUP, "act": "change", "kind": "bb"}),
    *((GROUP, {**OF_GROUP, "act": "change", factor: "1"}) for factor in ("combat", "protection", "contact")),
]


@pytest.mark.rule("GW.COMBAT")
@pytest.mark.parametrize(("address", "fields"), BUSY)
def test_who_is_in_an_action_stays_as_he_is_until_it_is_over(
    war: InHand, central: InHand, address: str, fields: Fields
) -> None:
    bombard(central)
    said = words_of(drawn(central.send(address, **fields), 422))
    assert "takes part in action 1, which has not ended" in said
    war.set({"action:1.stage": "ended"})
    assert central.send(address, **fields).status_code == 302


@pytest.mark.rule("GW.COMBAT")
def test_who_is_in_an_action_is_named_anew_and_changes_no_side_and_a_page_names_the_last_receipts(
    central: InHand, allied: InHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    bombard(central)
    busy = "takes part in action 1, which has not ended"
    for fields in ({"act": "end"}, {**OF_SCOUTS, "act": "change", "side": "allied"}):
        assert busy in words_of(drawn(central.send(SCOUTS, **fields), 422))
    turned = {**OF_GROUP, "act": "change", "side": "allied", "place": "base:scapa-flow"}
    assert busy in words_of(drawn(central.send(GROUP, **turned), 422))
    assert central.send(GROUP, **{**OF_GROUP, "act": "change", "name": "First"}).status_code == 302
    assert central.send(SCOUTS, **{**OF_SCOUTS, "act": "change", "name": "Scouts"}).status_code == 302
    intercept(allied)
    assert "Mission ✓ done" in allied.words("action/1/")
    monkeypatch.setattr(strip, "MOST", 1)
    once.MEMORY.forget()
    states.forget()
    page = allied.words("action/1/")
    assert ("Interception ✓ done" in page, "Mission ✓ done" in page) == (True, False)
