"""What players enter by hand in a Great War campaign: squadrons, fleets, land units, sea areas, bases and tracks."""

from collections.abc import Mapping
from typing import Any

import pytest

from navalassist.engine import Create, Effect, Remove, Set, apply_effects
from navalassist.play.edits import Edit, EditError
from navalassist.play.row_edits import sides_of
from navalassist.systems.storm_of_steel import conditions, edits, water_edits

Facts = dict[str, Any]


def rows(**found: Mapping[str, Any]) -> Facts:
    """Facts of rows; a key is written with two underscores: fleet__grand."""
    return {
        f"{row.replace('__', ':')}.{name}": value for row, fields in found.items() for name, value in fields.items()
    }


def squadron(side: str, place: str, name: str = "1st", **more: Any) -> dict[str, Any]:
    plain = {"nation": "british", "kind": "bb", "combat": 6, "protection": 6, "contact": 1}
    return {"side": side, "name": name, "place": place, **plain, **more}


def fleet(side: str, place: str, name: str, **more: Any) -> dict[str, Any]:
    return {"side": side, "name": name, "place": place, "duty": "", "came_from": "", **more}


def in_action(allied: str, stage: str) -> Facts:
    """Action 3, in which an Allied squadron takes part."""
    part = {"number": 3, "side": "central", "mission": "raiding", "area": "bight", "target": "", "stage": stage}
    told = {"attacker": "", "advantage": "", "order": "", "fired": [], "ends": ""}
    return rows(action__a={**part, **told, "central": [], "allied": [allied]})


@pytest.fixture
def values() -> Facts:
    """Two fleets of the Allies, one of the Central Powers, an area and two bases."""
    area = {"name": "North Sea", "short_name": "North Sea", "position": 0, "neighbours": []}
    base = {"areas": ["north-sea"], "kind": "naval-base", "fortress": True, "city": False, "devastated": False}
    return rows(
        area__bight={**area, "name": "Heligoland Bight", "position": 1, "dominated": "central", "raiding": True},
        base__scapa={**base, "name": "Scapa Flow", "owner": "allied"},
        base__kiel={**base, "name": "Kiel", "owner": "central", "city": True, "devastated": True},
        fleet__grand=fleet("allied", "base:scapa", "Grand Fleet"),
        fleet__patrol=fleet("allied", "area:bight", "Northern Patrol", duty="convoy"),
        fleet__high=fleet("central", "base:kiel", "High Seas Fleet"),
        squadron__one=squadron("allied", "fleet:grand", "1st Battle Squadron"),
        squadron__two=squadron("allied", "fleet:patrol", "10th Cruiser Squadron", kind="ca"),
        squadron__three=squadron("central", "fleet:high", "III Squadron", nation="german"),
    ) | {"condition:allied-air.value": 3, "condition:usw.value": False, "condition:half-industry.value": ""}


def now(edit: Edit, values: Facts, *names: str) -> list[Any]:
    """How facts stand after the edit."""
    after = dict(values)
    apply_effects(edit.effects, after)
    return [after[name] for name in names]


def refused(act: Any, *given: Any) -> tuple[str, str]:
    """The field to blame, and the sentence."""
    with pytest.raises(EditError) as error:
        act(*given)
    return error.value.about, str(error.value)


def made(effects: tuple[Effect, ...]) -> Mapping[str, Any]:
    """The fields of the one row that is made."""
    (effect,) = effects
    assert isinstance(effect, Create)
    return dict(effect.fields)


TYPED = {
    "side": "allied",
    "name": " 5th  Battle Squadron ",
    "nation": "british",
    "kind": "bb",
    "place": "fleet:grand",
    "combat": None,
    "protection": 8,
    "contact": None,
}


# --- squadrons


def test_factors_left_empty_are_the_stand_ins_of_the_kind_and_the_log_says_so(values: Facts) -> None:
    edit = edits.add_squadron(values, TYPED)
    fields = made(edit.effects)
    assert [fields[name] for name in ("name", "combat", "protection", "contact")] == ["5th Battle Squadron", 6, 8, 1]
    assert edit.title == "5th Battle Squadron added, factors 6/8/1 with stand-ins"
    edit = edits.add_squadron(values, {**TYPED, "combat": 0, "contact": 0})
    assert made(edit.effects)["combat"] == 0
    assert edit.title == "5th Battle Squadron added"


@pytest.mark.parametrize(
    ("wrong", "about"),
    [
        ({"name": "  "}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"place": "fleet:high"}, "place"),
        ({"place": "fleet:gone"}, "place"),
    ],
)
def test_a_squadron_that_does_not_fit_is_refused_with_its_field(values: Facts, wrong: Facts, about: str) -> None:
    assert refused(edits.add_squadron, values, {**TYPED, **wrong})[0] == about


def test_a_squadron_changes_only_what_was_typed_anew_and_those_that_are_there_stay(values: Facts) -> None:
    same = {**squadron("allied", "fleet:grand", "1st Battle Squadron")}
    edit = edits.change_squadron(values, "one", {**same, "combat": 7})
    assert edit.effects == (Set("squadron:one.combat", 7),)
    assert "stands so already" in refused(edits.change_squadron, values, "one", same)[1]
    edit = edits.move_squadrons(values, ["one", "two"], "fleet:patrol")
    assert edit.effects == (Set("squadron:one.place", "fleet:patrol"),)


@pytest.mark.parametrize(
    ("keys", "place", "about"),
    [
        ([], "pool", "squadrons"),
        (["one", "three"], "pool", "squadrons"),
        (["one"], "", "place"),
        (["one"], "area:bight", "place"),
        (["one"], "fleet:high", "place"),
        (["one"], "fleet:grand", "place"),
        (["gone"], "pool", "name"),
    ],
)
def test_a_move_that_does_not_fit_is_refused(values: Facts, keys: list[str], place: str, about: str) -> None:
    assert refused(edits.move_squadrons, values, keys, place)[0] == about


def test_a_squadron_is_taken_away_unless_an_action_still_holds_it(values: Facts) -> None:
    assert edits.remove_squadron(values, "one").effects == (Remove("squadron:one"),)
    values |= in_action("one", "fire")
    assert "action 3" in refused(edits.remove_squadron, values, "one")[1]
    values["action:a.stage"] = "ended"
    assert edits.remove_squadron(values, "one").effects == (Remove("squadron:one"),)


@pytest.mark.rule("GW.COMBAT")
@pytest.mark.parametrize("place", ["lost", "pool", "base:scapa", "fleet:patrol"])
def test_a_squadron_in_an_action_stays_where_it_is_until_that_is_over(values: Facts, place: str) -> None:
    values |= in_action("one", "decide")
    told = refused(edits.move_squadrons, values, ["one"], place)
    assert (told[0], "action 3, which has not ended" in told[1]) == ("squadrons", True)
    typed = {name: values[f"squadron:one.{name}"] for name in ("side", "name", "nation", "kind")}
    factors = {"combat": 5, "protection": 5, "contact": 5}
    told = refused(edits.change_squadron, values, "one", {**typed, **factors, "place": place})
    assert (told[0], "action 3, which has not ended" in told[1]) == ("place", True)
    values["action:a.stage"] = "ended"
    assert edits.move_squadrons(values, ["one"], place).effects


@pytest.mark.rule("GW.COMBAT")
def test_no_squadron_joins_a_fleet_that_is_in_an_action_and_none_in_it_changes_its_side(values: Facts) -> None:
    values |= in_action("one", "fire")
    said = ("place", "Grand Fleet: it takes part in action 3, which has not ended.")
    joins = squadron("allied", "fleet:grand", "New")
    assert refused(edits.add_squadron, values, joins) == said
    assert refused(edits.move_squadrons, values, ["two"], "fleet:grand") == said
    assert refused(edits.change_squadron, values, "two", joins) == said
    values["action:a.stage"] = "ended"
    assert edits.add_squadron(values, joins).effects
    values |= in_action("one", "fire")
    values["squadron:one.place"] = "base:scapa"
    turned = squadron("central", "base:scapa", "1st Battle Squadron")
    assert refused(edits.change_squadron, values, "one", turned)[0] == "side"


@pytest.mark.rule("GW.COMBAT")
@pytest.mark.parametrize(
    ("field", "value"),
    [("nation", "french"), ("kind", "bc"), ("combat", 5), ("protection", 0), ("contact", 2)],
)
def test_a_squadron_in_an_action_keeps_its_nation_kind_and_factors_and_may_be_named_anew(
    values: Facts, field: str, value: object
) -> None:
    values |= in_action("one", "fire")
    same = squadron("allied", "fleet:grand", "1st Battle Squadron")
    told = refused(edits.change_squadron, values, "one", {**same, field: value})
    assert told == (field, "1st Battle Squadron: it takes part in action 3, which has not ended.")
    named = edits.change_squadron(values, "one", {**same, "name": "First"})
    assert named.effects == (Set("squadron:one.name", "First"),)
    values["action:a.stage"] = "ended"
    assert edits.change_squadron(values, "one", {**same, field: value}).effects


def test_a_factor_left_empty_on_the_card_of_a_squadron_stays_as_it_is(values: Facts) -> None:
    values |= {"squadron:one.combat": 9, "squadron:one.contact": 3}
    typed = {**squadron("allied", "fleet:grand", "1st Battle Squadron"), "combat": None, "contact": None}
    edit = edits.change_squadron(values, "one", {**typed, "protection": 4})
    assert edit.effects == (Set("squadron:one.protection", 4),)
    assert edits.change_squadron(values, "one", {**typed, "protection": 0}).effects == (
        Set("squadron:one.protection", 0),
    )


def test_only_a_fleets_own_squadrons_leave_it_and_nobody_joins_one_of_the_enemy(values: Facts) -> None:
    assert edits.sent(values, "leave", "grand", "pool", ["one"]).effects == (Set("squadron:one.place", "pool"),)
    for stranger in ("two", "three"):
        about, told = refused(edits.sent, values, "leave", "grand", "pool", ["one", stranger])
        assert (about, "does not sail in Grand Fleet" in told) == ("squadrons", True)
    assert refused(edits.sent, values, "leave", "grand", "pool", ["gone"])[0] == "name"
    assert refused(edits.sent, values, "leave", "grand", "pool", [])[0] == "squadrons"
    assert refused(edits.sent, values, "join", "high", "", ["one"])[0] == "place"
    assert refused(edits.sent, values, "join", "grand", "", ["three"])[0] == "place"


def test_the_sides_of_an_edit_are_those_of_its_rows_before_and_after(values: Facts) -> None:
    turned = squadron("central", "base:kiel", "1st Battle Squadron")
    changed = edits.change_squadron(values, "one", turned).effects
    assert sides_of(values, changed) == {"allied", "central"}
    assert sides_of(values, edits.add_squadron(values, TYPED).effects) == {"allied"}
    assert sides_of(values, edits.remove_fleet(values, "high").effects) == {"central"}
    assert sides_of(values, water_edits.base_owner(values, "kiel", "allied").effects) == frozenset()


# --- fleets


def test_a_fleet_that_leaves_an_area_keeps_where_it_came_from_and_drops_its_duty_in_a_base(values: Facts) -> None:
    edit = edits.move_fleet(values, "patrol", "base:scapa")
    names = ("fleet:patrol.place", "fleet:patrol.came_from", "fleet:patrol.duty")
    assert now(edit, values, *names) == ["base:scapa", "area:bight", ""]
    edit = edits.move_fleet(values, "grand", "area:bight")
    assert edit.effects == (Set("fleet:grand.place", "area:bight"),)
    assert refused(edits.move_fleet, values, "grand", "base:scapa")[0] == "name"
    assert refused(edits.move_fleet, values, "grand", "pool")[0] == "place"


def test_a_new_fleet_is_empty_and_a_duty_is_one_at_sea(values: Facts) -> None:
    typed = {"side": "central", "name": "Raiders", "place": "area:bight", "duty": "raiding"}
    assert made(edits.add_fleet(values, typed).effects)["duty"] == "raiding"
    assert refused(edits.add_fleet, values, {**typed, "place": "base:kiel"})[0] == "duty"
    assert refused(edits.add_fleet, values, {**typed, "place": ""})[0] == "place"


def test_a_fleet_with_squadrons_keeps_its_side_and_ends_in_a_base_where_they_stay(values: Facts) -> None:
    typed = {"side": "allied", "name": "Grand Fleet", "place": "area:bight", "duty": "convoy"}
    edit = edits.change_fleet(values, "grand", typed)
    assert edit.effects == (Set("fleet:grand.place", "area:bight"), Set("fleet:grand.duty", "convoy"))
    assert refused(edits.change_fleet, values, "grand", {**typed, "side": "central"})[0] == "side"
    edit = edits.remove_fleet(values, "grand")
    assert edit.effects == (Set("squadron:one.place", "base:scapa"), Remove("fleet:grand"))
    assert refused(edits.remove_fleet, values, "patrol")[0] == "place"


@pytest.mark.rule("GW.COMBAT")
def test_a_fleet_in_an_action_is_neither_moved_changed_nor_ended_and_may_be_named_anew(
    values: Facts,
) -> None:
    values |= in_action("one", "decide")
    told = "Grand Fleet: it takes part in action 3, which has not ended."
    assert refused(edits.move_fleet, values, "grand", "area:bight") == ("place", told)
    assert refused(edits.remove_fleet, values, "grand") == ("name", told)
    typed = {"side": "allied", "name": "Grand Fleet", "place": "base:scapa", "duty": ""}
    assert refused(edits.change_fleet, values, "grand", {**typed, "place": "area:bight"}) == ("place", told)
    assert refused(edits.change_fleet, values, "grand", {**typed, "side": "central"}) == ("side", told)
    named = edits.change_fleet(values, "grand", {**typed, "name": "Home Fleet"})
    assert named.effects == (Set("fleet:grand.name", "Home Fleet"),)
    assert edits.move_fleet(values, "high", "area:bight").effects
    values["action:a.stage"] = "ended"
    assert edits.move_fleet(values, "grand", "area:bight").effects
    assert edits.remove_fleet(values, "grand").effects
    values |= in_action("two", "decide")
    typed = {"side": "allied", "name": "Northern Patrol", "place": "area:bight", "duty": ""}
    assert refused(edits.change_fleet, values, "patrol", typed)[0] == "duty"


# --- waters


def test_areas_and_bases_are_set_and_only_a_city_is_devastated(values: Facts) -> None:
    assert water_edits.setting(values, "bight", "", "area.dominated").effects == (Set("area:bight.dominated", ""),)
    assert water_edits.setting(values, "bight", "no", "area.raiding").effects == (Set("area:bight.raiding", False),)
    assert refused(water_edits.setting, values, "bight", "central", "area.dominated")[0] == "value"
    assert refused(water_edits.setting, values, "bight", "axis", "area.dominated")[0] == "value"
    assert refused(water_edits.setting, values, "bight", "perhaps", "area.raiding")[0] == "value"
    assert refused(water_edits.setting, values, "lake", "no", "area.raiding")[0] == "key"
    assert water_edits.base_owner(values, "kiel", "neutral").effects == (Set("base:kiel.owner", "neutral"),)
    assert water_edits.setting(values, "kiel", "port", "base.kind").effects == (Set("base:kiel.kind", "port"),)
    assert refused(water_edits.base_owner, values, "kiel", "")[0] == "value"
    assert refused(water_edits.setting, values, "scapa", "yes", "base.devastated")[0] == "value"
    edit = water_edits.setting(values, "kiel", "no", "base.city")
    assert edit.effects == (Set("base:kiel.devastated", False), Set("base:kiel.city", False))
    assert water_edits.setting(values, "scapa", "no", "base.fortress").effects == (Set("base:scapa.fortress", False),)


def test_a_track_takes_a_number_within_its_bounds_yes_or_no_or_a_quarter_and_morale_less_than_none(
    values: Facts,
) -> None:
    assert water_edits.track_value(values, "allied-air", " 4 ").effects == (Set("condition:allied-air.value", 4),)
    for wrong in ("6", "0", "4.5", "", "four", "９９", "9" * 5000):
        about, text = refused(water_edits.track_value, values, "allied-air", wrong)
        assert (about, text) == ("value", "Air Level, Allied: type a whole number from 1 to 5.")
    assert refused(water_edits.track_value, values, "allied-air", "3")[0] == "value"
    assert refused(water_edits.track_value, values, "no-such", "3")[0] == "key"
    assert water_edits.track_value(values, "usw", "yes").effects == (Set("condition:usw.value", True),)
    edit = water_edits.track_value(values, "half-industry", "1917-Q1")
    assert edit.effects == (Set("condition:half-industry.value", "1917-Q1"),)
    assert refused(water_edits.track_value, values, "half-industry", "spring")[0] == "value"
    tracks = conditions.TRACKS
    assert conditions.track_title(tracks["usw"]) == "Unrestricted submarine warfare"
    assert conditions.track_title(tracks["merchant-level"]) == "Allied merchant shipping level"
    assert [tracks[key].side for key in ("usw", "convoy-tactic", "half-industry")] == ["central", "allied", "allied"]
    values["condition:central-morale.value"] = 3
    edit = water_edits.track_value(values, "central-morale", "−5")
    assert edit.effects == (Set("condition:central-morale.value", -5),)
    assert edit.title == "Morale, Central Powers"


# --- land units

ASHORE = {
    "side": "allied",
    "name": "6th Division",
    "nation": "british",
    "kind": "unit",
    "terrain": "desert",
    "place": "",
    "area_name": "",
    "symbol": False,
    "own": False,
    "afloat": False,
    "loc": False,
    "lost": False,
}


def test_a_land_unit_is_added_changed_and_taken_away_or_refused(values: Facts) -> None:
    assert made(water_edits.add_land_unit(values, ASHORE).effects)["terrain"] == "desert"
    values |= rows(**{"land-unit__kut": ASHORE})
    edit = water_edits.change_land_unit(values, "kut", {**ASHORE, "loc": True})
    assert edit.effects == (Set("land-unit:kut.loc", True),)
    assert water_edits.remove_land_unit(values, "kut").effects == (Remove("land-unit:kut"),)
    assert refused(water_edits.add_land_unit, values, {**ASHORE, "place": "off-map"})[0] == "area_name"
    assert refused(water_edits.add_land_unit, values, {**ASHORE, "kind": "tank"})[0] == "kind"
    assert refused(water_edits.change_land_unit, values, "gone", ASHORE)[0] == "name"
    values |= rows(**{"land-unit__kut": ASHORE})
    assert refused(water_edits.change_land_unit, values, "kut", ASHORE)[0] == "name"
