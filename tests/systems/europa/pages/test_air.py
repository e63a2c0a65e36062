"""Air units kept in a zone: inputs with entries, pairs, the status on zone page, board and receipt (33.C)."""

from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse

from navalassist.rules.europa.words import Side, Zone
from navalassist.systems.europa.board import outlook
from navalassist.systems.europa.chart import contact_chance, malta_now, status_of
from tests.in_hand import InHand, words_of

UNIT = {"side": "allied", "name": "Wellington", "nature": "s", "tbf": "4", "range": "20", "place": "box"}


CENTRAL = "air/central-med/"


def send(table: InHand, act: str, address: str = CENTRAL, **fields: Any) -> HttpResponse:
    return table.send(address, act=act, **fields)


def add(table: InHand, **changes: str) -> str:
    """Add a unit to the Central Med; its key."""
    answer = send(table, "add", **{**UNIT, **changes})
    assert answer.status_code == 302, words_of(answer)
    return table.rows("air-unit")[-1]


def number(table: InHand, side: Side = Side.AXIS) -> int | None:
    """The status of the Central Med that the map shows."""
    return status_of(side, Zone.CENTRAL_MED, table.facts, table.state.book).number


@pytest.mark.rule("E33.C.1", "E33.C.T4")
def test_a_unit_in_the_box_changes_the_status_at_once(demo: InHand) -> None:
    # Malta 10; type V counts double: 10 + 4 x 2 = 18, held at 15. Type S: 10 + 4 = 14.
    assert number(demo) == 10
    key = add(demo)
    assert number(demo) == 14
    entry = demo.last()
    assert (entry.kind, entry.seat, entry.record["body"]["act"]) == ("edit", "allied", "air.add")
    fields = {**UNIT, "unit": key, "zone": "central-med", "nature": "v"}
    assert send(demo, "change", **fields).status_code == 302
    assert number(demo) == 15
    page = demo.text(CENTRAL)
    assert "4 × 2 = 8" in page
    assert "4 × 2 type V or M = 8" in page
    assert "status 15" in page
    assert "Air units against shipping: Wellington 4 × 2 = 8" in demo.text("zones/central-med/")


@pytest.mark.rule("E33.C.1", "E33.C.4")
def test_it_counts_for_its_own_side_and_against_the_other(demo: InHand) -> None:
    add(demo)
    # Allied shipping within 15 hexes: 6 with Malta at 10; 4 come off.
    assert number(demo, Side.ALLIED) == 2


@pytest.mark.rule("E33.C.1")
def test_missions_count_against_shipping_and_end_with_the_naval_step(demo: InHand) -> None:
    box, patrol = add(demo), add(demo, name="Swordfish")
    assert send(demo, "move:naval-patrol", unit=patrol).status_code == 302
    # 10 + 4 in the box + 4 x 1/2 on patrol; own side: only the box, 6 - 4
    assert (number(demo), number(demo, Side.ALLIED)) == (15, 2)
    demo.end_step()
    values = demo.facts
    assert values[f"air-unit:{patrol}.place"] == ""
    assert values[f"air-unit:{box}.place"] == "box"
    assert number(demo) == 14


@pytest.mark.rule("E33.C.1")
def test_a_mission_entered_before_the_naval_step_lasts_until_its_end(demo: InHand) -> None:
    demo.end_steps(2)
    assert demo.state.clock[1:] == ("allied", "initial")
    key = add(demo, side="axis", place="naval-strike")
    for step in ("air", "naval-movement", "combat"):
        demo.end_step()
        state = demo.state
        assert state.clock[2] == step
        assert state.values[f"air-unit:{key}.place"] == ("" if step == "combat" else "naval-strike")


@pytest.mark.rule("E33.C.2", "E33.C.3")
def test_fighters_meet_bombers_longest_with_longest_and_the_page_shows_the_pairs(demo: InHand) -> None:
    add(demo, name="Wellington", range="40")
    add(demo, name="Swordfish", range="16", tbf="3", nature="v")
    fighter = {"side": "axis", "fighter": "on", "tbf": "0", "nature": "non-naval"}
    add(demo, name="Me 110", range="20", **fighter)
    add(demo, name="Me 109", range="16", hexes_to_base="6", **fighter)
    # 40 - 20 = 20: 4 x 1. 16 - (16 - 6) = 6: 3 x 2 x 1/2 = 3. 10 + 7 = 17, held at 15.
    page = demo.words(CENTRAL)
    assert "Me 110 20 hexes off ■ Axis Wellington, 40 20" in page.replace("● Allied ", "■ Axis ")
    assert "Me 109 10 hexes off ■ Axis Swordfish, 16 6" in page.replace("● Allied ", "■ Axis ")
    assert "Swordfish 3 × 2 × ½ = 3; Wellington 4" in page
    assert number(demo) == 15


@pytest.mark.rule("E33.C.4")
def test_the_literal_reading_subtracts_raiders_too(demo: InHand) -> None:
    add(demo)
    demo.set({"ruling:R-13.choice": "literal"})
    assert number(demo) == 6
    assert "to the letter" in demo.text(CENTRAL)


@pytest.mark.rule("E33.C.4", "E33.C.1")
def test_board_and_receipt_count_the_units_and_never_a_typed_tbf_beside_them(demo: InHand) -> None:
    row = dict(demo.state.row("shipment:demo-1"))
    typed = {"route": [{**leg, "air_against": 3} for leg in row["route"]]}
    state = demo.state
    assert outlook.of_change(state, "demo-1", row, typed).legs[-1].total == 13
    add(demo, tbf="1")
    state = demo.state
    looked = outlook.of_change(state, "demo-1", row, typed).legs[-1]
    assert looked.total == 11
    assert [(t.text, t.applies) for t in looked.terms if t.text.startswith("TBF typed")] == [
        ("TBF typed against shipping: the zone's air units count instead", False)
    ]
    for dice in ("", "2 2"):
        entry = demo.do("cargo-contact", dice, shipment="demo-1")
    contact = next(answer for answer in entry.record["body"]["answers"] if answer.get("terms"))
    assert contact["cells"][0]["column"] == "11"
    assert [t["value"] for t in contact["terms"] if t["applies"]] == [10, 1]
    assert "Air units against shipping: Wellington 1" in demo.text(f"log/public/{entry.sequence}/")


@pytest.mark.rule("E33.C.1", "E33.B.1.a")
def test_what_maltas_number_means_counts_the_units_too(demo: InHand) -> None:
    add(demo)
    state = demo.state
    malta = malta_now(state.values, state.book)
    # 10 + 4 = 14; after a hit 9 + 4 = 13; at 15 the sum is held at 15
    assert malta.air == 4
    assert malta.chance == contact_chance(state.book, 14)
    assert malta.after_a_hit == contact_chance(state.book, 13)
    assert malta.chances[15] == contact_chance(state.book, 15)
    assert "are counted: + 4 to its status" in demo.text("")


def test_moving_to_another_zone_taking_away_and_undo(demo: InHand) -> None:
    key = add(demo)
    send(demo, "change", **{**UNIT, "unit": key, "zone": "western-med"})
    assert (number(demo), demo.rows("air-unit")) == (10, [key])
    assert "Wellington" in demo.text("air/western-med/")
    assert send(demo, "remove", "air/western-med/", unit=key).status_code == 302
    assert demo.rows("air-unit") == []
    gone = demo.last()
    demo.post("undo/", entry=gone.reference)
    assert demo.rows("air-unit") == [key]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": " "}, "Name: type what the counter is called"),
        ({"tbf": "x"}, "TBF: type a number from 0 to 99"),
        ({"tbf": "1.3"}, "TBF: type a number from 0 to 99"),
        ({"tbf": "NaN"}, "TBF: type a number from 0 to 99"),
        ({"range": "500"}, "Range: type a whole number from 0 to 200"),
        ({"side": "vichy"}, "Side: choose Axis or Allied"),
        ({"place": "moon"}, "Place: choose one of"),
        ({"nature": "q"}, "Type: choose one of"),
        ({"fighter": "on", "hexes_to_base": "far"}, "Hexes from its airbase: type a whole number"),
    ],
)
def test_what_does_not_fit_is_said_and_nothing_typed_is_lost(
    demo: InHand, changes: dict[str, str], sentence: str
) -> None:
    answer = send(demo, "add", **{**UNIT, "name": "Ju 88", **changes})
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert sentence in page
    assert demo.rows("air-unit") == []
    assert 'value="20"' in page or changes.get("range", "20") in page


def test_the_first_page_is_the_zone_with_most_units_no_act_is_none_and_the_observer_only_watches(demo: InHand) -> None:
    assert "Air units, Central Mediterranean" in demo.text("air/")
    send(demo, "add", "air/aegean/", **UNIT)
    assert "Air units, Aegean Sea" in demo.text("air/")
    assert send(demo, "fly").status_code == 422
    assert send(demo, "move:box", unit="nobody").status_code == 422
    assert send(demo, "move:box", unit=add(demo)).status_code == 422
    demo.get("air/atlantis/", 404)
    demo = demo.at("observer")
    assert "observer seat only watches" in demo.text(CENTRAL)
    assert send(demo, "add", **UNIT).status_code == 403


@pytest.mark.rule("E33.C.T4", "E33.C.3")
def test_a_list_of_counters_is_pasted_in_one_input(demo: InHand) -> None:
    text = "SM 79, V, 2, 20\nMe 110C, fighter, 2, 12, 4 hexes\n\nCR.42; fighter; 8\nJu 88A\tnone\t4\t30"
    before = len(demo.rows("air-unit"))
    assert send(demo, "paste", list=text, side="axis", place="").status_code == 302
    made = demo.rows("air-unit")[before:]
    wanted = ("name", "nature", "fighter", "tbf", "range", "hexes_to_base", "place")
    assert [tuple(demo.facts[f"air-unit:{key}.{name}"] for name in wanted) for key in made] == [
        ("SM 79", "v", False, "2", 20, 0, ""),
        ("Me 110C", "non-naval", True, "2", 12, 4, ""),
        ("CR.42", "non-naval", True, "0", 8, 0, ""),
        ("Ju 88A", "non-naval", False, "4", 30, 0, ""),
    ]
    answer = send(demo, "paste", list="SM 79, V", side="axis", place="")
    assert answer.status_code == 422
    assert "write name, type, TBF and range" in words_of(answer)
    assert ">SM 79, V</textarea>" in answer.content.decode()
    assert len(demo.rows("air-unit")) == before + 4


@pytest.mark.rule("E33.C.1")
def test_the_missions_of_the_last_turn_are_flown_again_in_one_tap(demo: InHand) -> None:
    key = add(demo, side="axis", name="Z.506", place="naval-patrol")
    moved = add(demo, side="axis", name="Ju 88", place="naval-strike")
    demo.until("allied/initial")
    demo.until("axis/naval-movement")
    # What cannot be flown again says why, before the tap.
    send(demo, "move:box", unit=moved)
    said = demo.words("air/central-med/")
    assert "Z.506: on naval patrol, Central Med" in said or "Z.506:" in said
    assert "Not again:" in said.split("Ju 88:")[1]
    assert demo.facts[f"air-unit:{key}.place"] == ""
    assert send(demo, "as-before", side="axis").status_code == 302
    assert demo.facts[f"air-unit:{key}.place"] == "naval-patrol"
    answer = send(demo, "as-before", side="axis")
    assert answer.status_code == 422
    assert "flew a mission in the last player turn" in words_of(answer)
