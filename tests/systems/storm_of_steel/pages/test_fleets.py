"""Fleets, squadrons and units ashore of the Great War: each input is one entry, and what does not fit is said."""

import re
from typing import Any

import pytest

from navalassist.systems.storm_of_steel.pages import actions
from navalassist.taskforces.great_war import Fleet, LandUnit, Squadron
from tests.desk.great_war import SQUADRON, bombard, intercept
from tests.in_hand import InHand, drawn, words_of


def test_the_list_has_every_place_with_its_fleets_and_their_sums(allied: InHand) -> None:
    page = allied.words("fleets/")
    assert "● Allied Grand Fleet 5 squadrons: combat 21, protection 21, contact 1" in page
    assert "Land units" in page
    assert "Not in play" in page


def test_a_fleet_moves_to_sea_and_back_and_the_log_says_so(war: InHand, allied: InHand) -> None:
    assert allied.send("fleets/grand-fleet/", act="move", place="area:north-sea-north").status_code == 302
    assert war.facts["fleet:grand-fleet.place"] == "area:north-sea-north"
    assert "North Sea, north , at sea" in allied.words("fleets/grand-fleet/")
    allied.send("fleets/grand-fleet/", act="move", place="base:rosyth")
    assert "Came from North Sea, north" in allied.words("fleets/grand-fleet/")
    offered = allied.text("fleets/")
    undo = re.search(r'name="entry" value="([^"]+)"', offered)
    assert allied.send("fleets/", "undo/", entry=undo[1]).status_code == 302
    assert war.facts["fleet:grand-fleet.place"] == "area:north-sea-north"


@pytest.mark.rule("GW.REFUSE.2")
def test_a_fleet_lies_in_a_base_of_the_enemy_only_by_hand_and_with_a_reason_that_the_entry_keeps(
    war: InHand, central: InHand
) -> None:
    address, place = "fleets/scouting-forces/", "base:harwich"
    offered, _, by_hand = central.text(address).partition('id="by-hand"')
    assert ("base:kiel" in offered, place in offered) == (True, False)
    assert place in by_hand
    lay, before = war.facts["fleet:scouting-forces.place"], war.campaign.entries.count()
    typed = {"side": "central", "name": "Scouting Forces", "duty": "", "place": place}
    for fields in ({"act": "move", "place": place}, {"act": "change", **typed}):
        said = words_of(central.send(address, **fields))
        assert "Harwich is Allied, and a fleet lies in bases of its own side." in said
        assert "GW.REFUSE.2" in said
    unsaid = central.send(address, act="by-hand", place=place)
    assert (unsaid.status_code, "write a reason" in words_of(unsaid)) == (422, True)
    assert (war.facts["fleet:scouting-forces.place"], war.campaign.entries.count()) == (lay, before)
    assert central.send(address, act="by-hand", place=place, note="It was interned there.").status_code == 302
    assert war.facts["fleet:scouting-forces.place"] == place
    assert "It was interned there." in central.words("log/")
    leave = central.send(address, act="leave", squadrons="scouting-group-2", place=place)
    assert leave.status_code == 302, "they lie where their fleet was set by hand"
    other = central.send("fleets/high-sea-fleet/", act="leave", squadrons="german-squadron-2", place=place)
    assert "Harwich is Allied: set the fleet of II Battle Squadron there by hand first" in words_of(other)
    assert central.send(address, act="change", **{**typed, "name": "1st Scouting Forces"}).status_code == 302


def test_squadrons_leave_a_fleet_and_join_another(war: InHand, allied: InHand) -> None:
    squadrons = ["battle-squadron-1", "battle-squadron-2"]
    leave = allied.send("fleets/grand-fleet/", act="leave", squadrons=squadrons, place="fleet:harwich-force")
    assert leave.status_code == 302
    assert war.facts["squadron:battle-squadron-1.place"] == "fleet:harwich-force"
    assert allied.send("fleets/grand-fleet/", act="join", squadrons=squadrons).status_code == 302
    assert war.facts["squadron:battle-squadron-2.place"] == "fleet:grand-fleet"


def test_a_new_squadron_has_the_stand_ins_of_its_kind_and_a_factor_left_empty_keeps_its_number(
    war: InHand, allied: InHand
) -> None:
    assert "stand-ins of its kind" in allied.words("fleets/")
    answer = allied.send("fleets/grand-fleet/", act="add-squadron", **SQUADRON, combat="", protection="9", contact="")
    assert answer.status_code == 302
    made = Squadron.objects.get(name="6th Squadron")
    assert (made.combat, made.protection, made.contact) == (6, 9, 1)
    assert "with stand-ins" in allied.words("log/")
    address = "fleets/squadron/battle-squadron-1/"
    typed = {**SQUADRON, "name": "1st Battle Squadron", "protection": "", "contact": ""}
    assert allied.send(address, act="change", **typed, combat="9").status_code == 302
    assert allied.send(address, act="change", **{**typed, "name": "First"}, combat="").status_code == 302
    assert war.facts["squadron:battle-squadron-1.combat"] == 9
    assert "A factor left empty stays as it is." in allied.words(address)


def test_factors_are_edited_on_the_card_of_a_squadron_and_it_is_taken_away(war: InHand, central: InHand) -> None:
    typed = {"side": "central", "name": "Goeben", "nation": "german", "kind": "bc", "combat": "7"}
    typed |= {"protection": "4", "contact": "3", "place": "fleet:mediterranean-division"}
    assert central.send("fleets/squadron/goeben/", act="change", **typed).status_code == 302
    assert war.facts["squadron:goeben.combat"] == 7
    assert "Combat strength 7" in central.words("fleets/squadron/goeben/")
    assert central.send("fleets/squadron/goeben/", act="remove").headers["Location"] == f"{war.home}fleets/"
    central.get("fleets/squadron/goeben/", 404)


def test_a_fleet_and_a_land_unit_are_formed_changed_and_taken_away(war: InHand, allied: InHand) -> None:
    typed = {"side": "allied", "name": "Dover Patrol", "place": "base:dover", "duty": ""}
    assert allied.send("fleets/", act="add-fleet", **typed).status_code == 302
    key = Fleet.objects.get(name="Dover Patrol").key
    changed = {**typed, "place": "area:english-channel", "duty": "convoy"}
    assert allied.send(f"fleets/{key}/", act="change", **changed).status_code == 302
    assert "Escorts convoys" in allied.words(f"fleets/{key}/")
    assert allied.send(f"fleets/{key}/", act="end").status_code == 302
    assert not Fleet.objects.filter(key=key).exists()
    typed = {"side": "allied", "name": "6th Division", "nation": "british", "kind": "unit", "terrain": "desert"}
    typed |= {"place": "", "area_name": ""}
    assert allied.send("fleets/", act="add-land", **typed).status_code == 302
    key = LandUnit.objects.get(name="6th Division").key
    assert "In the open, desert" in allied.words(f"fleets/land/{key}/")
    assert allied.send(f"fleets/land/{key}/", act="change", **typed, loc="on").status_code == 302
    assert "Traces a LOC" in allied.words(f"fleets/land/{key}/")
    assert allied.send(f"fleets/land/{key}/", act="remove").status_code == 302
    assert not LandUnit.objects.filter(key=key).exists()


@pytest.mark.parametrize(
    ("address", "fields", "told"),
    [
        ("fleets/", {"act": "add-fleet", "side": "allied", "name": "", "place": "base:dover"}, "Name of the fleet"),
        ("fleets/", {"act": "add-squadron", **SQUADRON, "combat": "100"}, "Combat strength"),
        ("fleets/", {"act": "add-squadron", **SQUADRON, "place": "fleet:high-sea-fleet"}, "its own side"),
        ("fleets/", {"act": "add-land", "side": "allied", "name": "X", "nation": "mars"}, "Nation"),
        ("fleets/", {"act": "nonsense", "name": "X", "side": "allied", "place": "base:dover"}, "cannot do 'nonsense'"),
        ("fleets/", {"name": "X", "side": "allied", "place": "base:dover"}, "cannot do ''"),
        (
            "fleets/grand-fleet/",
            {"act": "nonsense", "name": "X", "side": "allied", "place": "base:scapa-flow"},
            "cannot do 'nonsense'",
        ),
        ("fleets/squadron/battle-squadron-1/", {"act": "nonsense", **SQUADRON}, "cannot do 'nonsense'"),
        (
            "fleets/land/indian-division/",
            {"act": "nonsense", "side": "allied", "name": "X", "nation": "british"},
            "cannot do 'nonsense'",
        ),
        ("fleets/harwich-force/", {"act": "leave", "squadrons": "goeben", "place": "lost"}, "does not sail in"),
        ("fleets/harwich-force/", {"act": "join", "squadrons": "goeben"}, "its own side"),
        ("fleets/grand-fleet/", {"act": "move", "place": "area:nowhere"}, "choose where it goes"),
        ("fleets/grand-fleet/", {"act": "leave", "place": "pool"}, "choose at least one"),
        ("fleets/grand-fleet/", {"act": "leave", "squadrons": "x\x00y", "place": "pool"}, "no longer here"),
        ("waters/", {"set": "area.dominated/adriatic=martian"}, "choose one of"),
        ("waters/", {"set": "base.owner/atlantis=allied"}, "no such base"),
        ("waters/", {"act": "condition.value", "key": "allied-air", "value": "six"}, "from 1 to 5"),
        ("waters/", {"act": "base.city/../", "key": "x", "value": "y"}, "cannot do"),
        ("waters/", {}, "cannot do"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence_that_names_the_field(
    allied: InHand, address: str, fields: dict[str, Any], told: str
) -> None:
    answer = drawn(allied.send(address, **fields), 422)
    assert "Nothing was done." in words_of(answer)
    assert told in words_of(answer)


def test_an_act_that_a_page_does_not_have_writes_nothing_and_what_was_typed_stays(war: InHand, allied: InHand) -> None:
    typed = {"act": "nonsense", "name": "Home Fleet", "side": "allied", "place": "base:dover"}
    before = war.campaign.entries.count()
    assert allied.send("fleets/", **typed).status_code == 422
    assert allied.send("fleets/grand-fleet/", **typed).status_code == 422
    assert war.campaign.entries.count() == before
    answer = allied.send("waters/", act="condition.value", key="allied-air", value="six")
    assert re.search(r'id="v-allied-air"[^>]*value="six" aria-invalid="true"', answer.content.decode())
    answer = allied.send("fleets/", act="add-squadron", **{**SQUADRON, "combat": "100"})
    assert 'value="6th Squadron"' in answer.content.decode()


def test_a_row_that_is_gone_is_told_on_a_page_with_what_was_typed(allied: InHand, central: InHand) -> None:
    fields = {"side": "central", "name": "The Goeben", "nation": "german", "kind": "bc", "place": "base:kiel"}
    keys = central.keys("fleets/squadron/goeben/")
    assert allied.send("fleets/squadron/goeben/", act="remove").status_code == 302
    sent = {**keys, "act": "change", **fields}
    answer = drawn(central.post("fleets/squadron/goeben/", **sent), 404)
    told = words_of(answer)
    assert "No such thing here" in told
    assert "Nothing was done." in told
    assert "Name The Goeben" in told
    assert keys["submission"] not in told
    assert f'href="{allied.home}fleets/"' in answer
    for address in ("fleets/none/", "action/7/"):
        looked = central.words(address, 404)
        assert ("All fleets" in looked, "What you sent" in looked) == (True, False)


def test_a_fleet_in_an_action_is_left_alone_and_its_page_names_the_last_receipts(
    war: InHand, central: InHand, allied: InHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    bombard(central)
    address = "fleets/scouting-forces/"
    place = war.facts["fleet:scouting-forces.place"]
    typed = {"side": "central", "name": "Scouting Forces", "duty": "", "place": "base:kiel"}
    for fields in ({"act": "move", "place": "base:kiel"}, {"act": "change", **typed}, {"act": "end"}):
        answer = central.send(address, **fields)
        assert (answer.status_code, "takes part in action 1" in words_of(answer)) == (422, True), fields
    assert war.facts["fleet:scouting-forces.place"] == place
    intercept(allied)
    assert "Mission ✓ done" in allied.words("action/1/")
    monkeypatch.setattr(actions, "MOST", 1)
    page = allied.words("action/1/")
    assert "Interception ✓ done" in page
    assert "Mission ✓ done" not in page
