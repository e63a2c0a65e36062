"""Several naval steps in a phase (R-66): the players begin the next one, and what belongs to a naval step ends with it.

By hand, in the Axis naval movement of Mar I 41. The Squadra lies at sea in 18A:0407 off Valletta, among three Allied
mine points (36.C.1.b) and in the danger zone of Valletta, an Allied naval base (36.D.2): both are due again in every
naval step that it begins there. Night MPs are counted over the phase (R-22): a block of 5 that ended the first naval
step leaves none at the beginning of the second.
"""

import re
from collections.abc import Iterator

import pytest

from navalassist.auditlog.models import Entry
from navalassist.engine import create
from navalassist.engine.reader import Unknown
from navalassist.play.storage.bodies import whole_body
from navalassist.play.turns import parts
from navalassist.play.write.writer import NotYours
from navalassist.seazones.models import MineBelt
from navalassist.systems.europa import air, fleet
from tests.begun import begin
from tests.in_hand import InHand, in_hand, words_of
from tests.systems.europa.test_closed import closed

SEA, HEX = "hex:18A:0407", "18A:0407"


def fleet_of(table: InHand, place: str = SEA) -> None:
    """The Squadra as a group of one task force, and Allied mines off Valletta."""
    table.group("squadra", "axis", place, "central-med", zara="task-force")
    belt = MineBelt.new_facts(side="allied", hex=HEX, zone="central-med", points=3)
    table.edit(create("mines:allied/18A-0407", **belt), seat="allied")


@pytest.fixture
def med() -> Iterator[InHand]:
    with in_hand(begin("Med", malta=10, slug="med", theatres="both")) as med:
        fleet_of(med)
        yield med


def marks(table: InHand) -> set[str]:
    return set(table.rows("mark"))


@pytest.mark.rule("E36.C.1.b", "E36.D.2")
def test_who_begins_the_next_naval_step_at_sea_owes_both_checks_again(med: InHand) -> None:
    assert "Mines: Squadra in 18A:0407 36.C.1 3 points: it began the naval step at sea there" in med.words()
    assert "Squadra rolls in an Allied danger zone" in med.words()
    med.do("mine-damage", "1111", group="squadra", hex=HEX, occasion="began")
    med.do("danger-contact", "3", group="squadra")
    assert {"mined/squadra/18A-0407", "safe/squadra", "zone-checked/squadra"} <= marks(med)
    said = med.words()
    assert "Mines: Squadra" not in said
    assert "Squadra rolls in" not in said
    med.next_part()
    assert marks(med) == {"part/now"}
    said = med.words()
    assert "Mines: Squadra in 18A:0407 36.C.1 3 points: it began the naval step at sea there" in said
    assert "Squadra rolls in an Allied danger zone" in said
    med.do("mine-damage", "1111", group="squadra", hex=HEX, occasion="began")
    med.do("danger-contact", "3", group="squadra")
    med.end_steps()
    assert marks(med) == set()


@pytest.mark.rule("E36.C.1.a")
def test_a_hex_that_it_comes_through_again_in_the_next_naval_step_is_checked_again(med: InHand) -> None:
    med.do("mine-damage", "1111", group="squadra", hex=HEX, occasion="began")
    med.do("naval-move", group="squadra", moves="5 18A:0406", zone="central-med")
    med.next_part()
    assert "Mines: Squadra" not in med.words()
    med.do("naval-move", group="squadra", moves="2 18A:0407 3 18A:0408", zone="central-med")
    assert "Mines: Squadra in 18A:0407 36.C.1 3 points: it entered the hex" in med.words()


@pytest.mark.rule("E36.A.2", "E36.A.2.blk")
def test_night_is_counted_over_the_phase_and_moves_by_the_naval_step(med: InHand) -> None:
    """10 by day and 5 by night, then in the second naval step nothing by night before 10 more by day (R-22)."""
    med.do("naval-move", group="squadra", moves="10 5n 18A:0409", zone="central-med")
    med.next_part()
    assert fleet.night_words(med.facts, "squadra") == "none until 10 MPs by day are spent; 20 left in this phase"
    assert fleet.moved_now(med.facts, "squadra") == ()
    assert fleet.began_at(med.facts, "squadra") == "hex:18A:0409"
    med.do("naval-move", group="squadra", moves="10 5n 18A:0410", zone="central-med")
    assert fleet.began_at(med.facts, "squadra") == "hex:18A:0409"
    assert [(move.mps, move.naval_step) for move in fleet.strip_now(med.facts, "squadra")] == [
        (10, 1),
        (5, 1),
        (10, 2),
        (5, 2),
    ]
    assert "naval_step" not in med.facts["group:squadra.strip"][0]
    assert fleet.night_words(med.facts, "squadra") == "none until 10 MPs by day are spent; 15 left in this phase"
    assert "naval step 2" in med.words("fleet/group/squadra/")


@pytest.mark.rule("E36.E.2", "E36.E.3")
def test_fuel_is_paid_in_each_naval_step_in_which_it_moves_up_to_5_in_a_player_turn(med: InHand) -> None:
    """9 SPs at Taranto: 1 in each of five naval steps leaves 4; the third is spent in port, and costs nothing."""
    stock = {"side": "axis", "port-1": "taranto", "what-1": "sp", "count-1": "9", "submission": "stock"}
    assert med.post("board/roster/", **stock).status_code == 302
    med.set({"group:squadra.place": "port:taranto"})
    left = []
    for naval_step in range(1, 8):
        if naval_step > 1:
            med.next_part()
        if naval_step != 3:
            fuel = "step" if naval_step == 1 else ""
            way = {"group": "squadra", "zone": "central-med", "fuel_port": "taranto"}
            med.do("naval-move", moves="1 27A:0410", fuel=fuel, **way)
            med.do("naval-move", moves="1 27A:0411", **way)
        left.append(med.facts["roster:axis/taranto/sp.base"])
    assert left == ["8", "7", "7", "6", "5", "4", "4"]
    assert med.facts["task-force:zara.fuelled"] == "1941-03-1/axis 5 steps"


def test_what_is_due_in_the_naval_step_is_asked_about_first(med: InHand) -> None:
    assert "This step: naval step 1" in med.words()
    assert "Begin naval step 2… skips 1 danger-zone roll and 1 mine check" in med.words().replace(
        "1 mine check and 1 danger-zone roll", "1 danger-zone roll and 1 mine check"
    )
    answer = med.send("", "part/", by="clock")
    asked = words_of(answer)
    assert answer.status_code == 409
    assert "Axis naval movement, Mar I 41, naval step 1" in asked
    assert "Squadra in 18A:0407: no roll in the danger zone" in asked
    assert "naval step 1, once over, cannot be taken back" in asked
    assert 'action="/c/med/part/"' in answer.content.decode()
    assert marks(med) == set()
    assert med.send("", "part/", by="clock", confirm="yes").status_code == 302
    said = med.words()
    assert "Step Naval movement, naval step 2" in said
    assert "now, naval step 2" in said
    assert "Naval step 2 begins" in med.words("log/")
    med.end_steps()
    assert "naval step 2" not in med.words().replace("Begin naval step 2", "")
    assert "Step Naval exploitation Whose tap" in med.words()


def test_a_page_of_the_naval_step_before_ends_nothing(med: InHand) -> None:
    stale = {"clock": "1941-03-1/axis/naval-movement", "confirm": "yes"}
    med.next_part()
    told = [med.send("", address, by="clock", **stale) for address in ("part/", "step/")]
    assert [answer.status_code for answer in told] == [409, 409]
    assert all("Naval step 1 had ended already." in answer.content.decode() for answer in told)
    other = med.send("", "step/", by="clock", clock="1941-03-1/axis/air", confirm="yes")
    assert "The step had ended already." in other.content.decode()
    assert parts.part_now(med.facts) == 2
    assert med.send("", "part/", by="clock", confirm="yes").status_code == 302
    assert parts.part_now(med.facts) == 3
    assert [entry.record["body"]["act"] for entry in Entry.objects.filter(kind="clock")] == ["turn.naval-step"] * 2


def test_only_the_moving_side_begins_it_and_only_where_a_step_has_naval_steps(med: InHand) -> None:
    with pytest.raises(NotYours):
        med.alone("allied").next_part()
    med.next_part("moderator")
    med.end_steps()
    med.next_part()
    med.end_steps()
    assert med.facts["campaign:clock.step"] == "initial"
    with pytest.raises(Unknown, match="has no parts"):
        med.next_part()
    assert "naval step" not in med.words().partition("This step")[2].partition("End step")[0]


def test_it_stays_as_the_end_of_a_step_does_and_the_mark_that_counts_them_is_no_news(med: InHand) -> None:
    assert sorted(whole_body(med.next_part())["anchors"]) == ["allied", "axis", "moderator"]
    assert "which began the next part of the step; that stays as it is." in med.words()
    med.next_part()
    assert "Naval steps counted" not in med.words()
    assert "Step Naval movement, naval step 3" in med.words("handover/")
    assert parts.part_now({key: value for key, value in med.facts.items() if not key.startswith(parts.ROW)}) == 1


@pytest.mark.rule("E33.A.4")
def test_one_check_an_item_zone_and_phase_stays_over_naval_steps(med: InHand) -> None:
    about = {"subject": "shipment:x", "place": "zone:central-med", "until": "", "note": ""}
    med.edit(create("mark:checked/x", kind="checked", ends="step", **about))
    med.next_part()
    assert marks(med) == {"checked/x", "part/now"}


@pytest.mark.rule("E36.D.2.M")
def test_missions_and_what_they_found_end_with_the_naval_step(med: InHand) -> None:
    unit = {"side": "allied", "name": "Wellington", "nature": "v", "tbf": "3", "range": "10", "fighter": ""}
    med.enter(air.add, {**unit, "zone": "central-med", "place": "naval-patrol"}, seat="allied")
    med.do("naval-found", group="squadra")
    assert "With this naval step: 1 group that a patrol or strike has found" in med.words()
    med.next_part()
    (unit,) = med.rows("air-unit")
    assert med.facts[f"air-unit:{unit}.place"] == ""
    assert "mark:found/squadra.kind" not in med.facts


def test_what_a_correction_makes_of_an_earlier_naval_step_ends_at_once(med: InHand) -> None:
    """The roll of 3 was a 4: safe all the same, in a naval step that is over."""
    entry = med.do("danger-contact", "3", group="squadra")
    med.next_part()
    med.correct(entry, "mistyped-die", "4")
    assert marks(med) == {"part/now"}
    second = med.do("danger-contact", "3", group="squadra")
    med.correct(second, "mistyped-die", "4")
    assert marks(med) == {"part/now", "safe/squadra", "zone-checked/squadra"}


def test_in_a_closed_campaign_secret_marks_end_on_their_own_chain() -> None:
    with in_hand(closed()) as table:
        fleet_of(table)
        table.do("danger-contact", "3", group="squadra")
        before = table.at("allied").words("log/")
        table.next_part()
        ended, begun = Entry.objects.filter(kind="clock").order_by("id")
        assert (ended.chain, begun.chain) == ("axis", "public")
        assert [effect["do"] for effect in whole_body(begun)["effects"]] == ["create"]
        page = table.at("allied").words("log/")
        assert "Naval step 2 begins" in page
        assert "quadra" not in page + before
        assert not [mark for mark in marks(table) if "squadra" in mark]


@pytest.mark.rule("E36.A.1.a", "E36.A.2")
def test_the_other_side_may_react_with_its_groups_by_day(med: InHand) -> None:
    assert "groups may react" not in med.words()
    med.group("k", "allied", "port:valletta", "central-med", aurora="task-force")
    assert "Allied groups may react ● Allied 36.A.2" in med.words()
    assert re.search(r'name="reaction"[^>]* checked', med.text("do/naval-move/?reaction=on"))
    med.end_steps(2)
    assert "groups may react" not in med.words()
