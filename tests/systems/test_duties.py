"""What a step asks for, what it allows and what ends with it, as the rules register it: the map page only lists it."""

import re
from collections.abc import Iterator

import pytest

from navalassist.auditlog.models import Entry
from navalassist.engine.duties import Duty, Kind, Moment, Now
from navalassist.play.agenda import duties_at
from navalassist.play.rules.resolve import preview
from navalassist.play.systems import Doors, system_of
from navalassist.rules.europa.turn import TURN
from tests.desk.test_correction import form_of
from tests.in_hand import InHand
from tests.systems.europa.board import put, typed

EVERY_STEP = [
    (side, step)
    for side in ("axis", "allied")
    for step in ("initial", "air", "naval-movement", "combat", "exploitation")
]


def go_on(demo: InHand, until: str) -> str:
    """End steps up to one; the map page then."""
    demo.post("step/", until=until, confirm="yes")
    return the_map(demo)


def the_map(demo: InHand) -> str:
    page = demo.get().content.decode()
    return re.sub(r"\s+", " ", page[page.index('id="step"') : page.index("Last verdicts")])


def carry_out(demo: InHand, rule: str, **typed: str) -> str:
    """The address of the receipt."""
    answer = demo.post(f"do/{rule}/", **typed)
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


@pytest.mark.parametrize(("side", "step"), EVERY_STEP)
def test_every_step_of_the_turn_has_something_and_all_of_it_is_one_tap_away(demo: InHand, side: str, step: str) -> None:
    found = demo.lines(f"{side}/{step}")
    assert found
    for duty in found.values():
        assert duty.rule
        assert duty.off or demo.get(duty.url)


def test_a_rule_registers_its_duty_for_steps_by_name_or_by_a_star() -> None:
    doors = Doors()

    @doors.duty("axis/air", "*/initial")
    def scuttle(now: Now) -> Iterator[Duty]:
        yield Duty(f"Look at {now.place}", kind=Kind.DUE)

    class System:
        duties = doors.duties

    def told(side: str, step: str) -> list[str]:
        now = Now(None, {}, Moment("1", side, step), System())  # type: ignore[arg-type]
        return [duty.text for duty in duties_at(now)]

    assert told("axis", "air") == ["Look at axis/air"]
    assert told("allied", "initial") == ["Look at allied/initial"]
    assert told("allied", "air") == []


def test_bomb_malta_before_you_sail_stands_in_the_air_step_while_something_sails_the_central_med(demo: InHand) -> None:
    page = go_on(demo, "axis/air")
    assert "<b>Bomb Malta" not in page, "nothing is planned for this turn"
    put(demo.campaign, typed("7 SP"))
    # Malta at 10 contacts with 23 of 36, at 9 with 21 of 36.
    assert "<b>Bomb Malta before you sail</b>" in the_map(demo)
    assert "now 64 %, after one hit 58 %" in the_map(demo)


def test_what_was_done_in_the_step_leads_to_its_entry_and_what_may_be_done_again_stays_one_tap_away(
    demo: InHand,
) -> None:
    receipt = carry_out(demo, "malta-bombed", hits="1")
    page = the_map(demo)
    assert f'<a href="{receipt}"><span></span><small>done, entry 3</small></a>' in page
    assert f'href="/c/{demo.slug}/do/malta-bombed/"' in page
    page = go_on(demo, "allied/initial")
    assert "done, entry 3" not in page, "it was another step"
    receipt = carry_out(demo, "south-aegean-zone", extent="tight")
    page = the_map(demo)
    assert re.search(rf'<a href="{receipt}"> <span>✓</span> <span>Declare the South Aegean zone</span>', page)


@pytest.mark.rule("E33.B.2.b", "E33.B.7.a", "E33.B.8.b")
def test_the_italian_attempt_is_offered_to_the_axis_seat_in_each_allied_initial_phase(demo: InHand) -> None:
    page = go_on(demo, "allied/initial")
    for sea in ("eastern-med", "red-sea"):
        assert f'href="/c/{demo.slug}/do/italian-interference/?sea={sea}"' in page
    assert "Italian fleet: Eastern Med, Aegean <span" in page
    assert re.search(r'class="mark ax"[^>]*>.*?Axis</span>', page)
    assert "partial interference 17 %, major interference 17 %" in page
    asked = demo.get("do/italian-interference/?sea=red-sea").content.decode()
    assert "In the Red Sea" in asked
    assert "This is the tap of the" in asked
    # Typed 6: Great Success in the Eastern Med and the Aegean.
    receipt = carry_out(demo, "italian-interference", sea="eastern-med", dice="typed", strip="6")
    entry = Entry.objects.get(procedure="italian-interference")
    assert (entry.seat, entry.player_turn) == ("axis", "allied")
    page = the_map(demo)
    assert re.search(rf'<a href="{receipt}"> <span>✓</span> <span>Italian fleet: Eastern Med', page)
    statuses = demo.get("?side=allied").content.decode()
    assert 'aria-label="Eastern Med: status 12' in statuses
    assert 'aria-label="Aegean: status 12' in statuses
    assert "The Italian fleet interferes in force in the Eastern Med and Aegean." in statuses
    again = demo.post("do/italian-interference/", sea="eastern-med", dice="server")
    assert again.status_code == 422
    assert f"It has tried in these waters in this phase: entry {entry.sequence}." in again.content.decode()
    page = go_on(demo, "allied/exploitation")
    assert "With this step: major Italian interference, Eastern Med, Aegean" in page
    go_on(demo, "axis/initial")
    assert demo.facts["zone:eastern-med.interference"] == ""


@pytest.mark.rule("E33.B.2.b.MOD", "E33.B.2.b.D", "E33.B.2.b.F*")
def test_a_modifier_leads_to_the_attempt_that_caused_it_and_the_points_go_to_the_allies(demo: InHand) -> None:
    go_on(demo, "allied/initial")
    first = carry_out(demo, "italian-interference", sea="eastern-med", dice="typed", strip="1")
    assert demo.facts["ledger:allied.vp"] == 6
    asked = demo.get("do/italian-interference/?sea=red-sea").content.decode()
    assert re.search(rf'An earlier Disaster: Mar I 41 <a class="ref rule-no" href="{first}">entry \d+</a>', asked)
    # -2 for the Disaster and -1 for the Red Sea: 6 is read at 3, a Failure.
    carry_out(demo, "italian-interference", sea="red-sea", dice="typed", strip="6")
    assert demo.facts["mark:attempt/red-sea/1941-03-1.note"] == "F"
    go_on(demo, "axis/initial")
    go_on(demo, "allied/initial")
    receipt = carry_out(demo, "italian-interference", sea="eastern-med", dice="typed", strip="4")
    shown = demo.get(receipt).content.decode()
    assert "Complete failure on the Success Table" in shown
    assert f'href="{first}"' in shown
    assert demo.facts["ledger:allied.vp"] == 9


@pytest.mark.rule("E33.B.8.b")
def test_the_red_sea_is_not_offered_once_the_allies_have_owned_massaua(demo: InHand) -> None:
    take = {"submission": "take", "act": "port.owner", "set": "massaua=allied"}
    assert demo.post("setup/ports/massaua/", **take).status_code == 302
    page = go_on(demo, "allied/initial")
    assert "?sea=red-sea" not in page
    assert "?sea=eastern-med" in page


@pytest.mark.rule("E33.B.2.b", "E33.B.8.b")
def test_the_attempt_in_one_sea_leaves_that_in_the_other_to_be_made(demo: InHand) -> None:
    """R-38: one attempt in each of the two waters."""
    go_on(demo, "allied/initial")
    carry_out(demo, "italian-interference", sea="eastern-med", dice="typed", strip="6")
    page = the_map(demo)
    assert re.search(r"✓</span> <span>Italian fleet: Eastern Med", page)
    assert not re.search(r"✓</span> <span>Italian fleet: Red Sea", page)
    assert "do/italian-interference/?sea=red-sea" in page
    carry_out(demo, "italian-interference", sea="red-sea", dice="typed", strip="6")
    assert re.search(r"✓</span> <span>Italian fleet: Red Sea", the_map(demo))


@pytest.mark.rule("E33.B.2.b.MOD")
def test_earlier_attempts_are_asked_for_until_one_is_known(demo: InHand) -> None:
    assert "Enter an earlier attempt" in go_on(demo, "allied/initial")
    carry_out(demo, "italian-attempt-before", sea="eastern-med", turns_ago="4", result="S*")
    assert "Enter an earlier attempt" not in the_map(demo)
    # Four turns before Mar I 41 is Jan I 41, which still adds 2: 3 is a Success, 4 to 6 a Great Success.
    assert "partial interference 17 %, major interference 50 %" in the_map(demo)


@pytest.mark.rule("E33.B.7.e2", "E33.B.7.e4")
def test_the_zone_is_bombed_in_the_axis_air_step_and_its_hits_end_with_the_turn(demo: InHand) -> None:
    assert "Bomb the South Aegean zone" not in demo.lines("axis/air")
    go_on(demo, "allied/initial")
    carry_out(demo, "south-aegean-zone", extent="loose")
    page = go_on(demo, "axis/air")
    assert "Bomb the South Aegean zone" in page
    assert "each target hex fires 5 AA" in page
    assert "light AA of 5" in demo.get("do/south-aegean-bombed/").content.decode()
    carry_out(demo, "south-aegean-bombed", hits="3")
    zone = demo.get("zones/south-aegean/").content.decode()
    assert "shipping: status 9" in zone
    page = go_on(demo, "axis/exploitation")
    assert "With this step: the loose South Aegean zone" in page
    page = go_on(demo, "allied/exploitation")
    assert "With this step: bombing hits on the South Aegean zone (3)" in page
    go_on(demo, "axis/initial")
    values = demo.facts
    assert (values["zone:south-aegean.declared"], values["zone:south-aegean.hits"]) == ("", 0)


@pytest.mark.rule("E33.B.7.d2", "E33.B.7.d3", "E33.B.7.e2", "E33.B.7.c1", "E33.B.7.c2", "E33.B.7.c3", "E33.B.7.c4")
def test_the_zone_s_page_says_how_far_it_reaches_and_which_conditions_are_met(demo: InHand) -> None:
    for address in ("zones/south-aegean/", "do/south-aegean-zone/"):
        page = demo.get(f"{address}").content.decode()
        assert "sea and coast up to 2 hexes from Crete" in page
        assert "sea and coast of the Aegean south of weather line D" in page
        assert page.count("✓ met") == 4
        # The Aegean stands at 12 with both Greek ports Allied, the Eastern Med at 15 with Crete Allied.
        for why in ("2 of its 2 ports", "open", "it is 12", "it is 15"):
            assert why in page
    shut = {"submission": "shut", "act": "condition.value", "set": "suez-canal=closed"}
    assert demo.post("setup/conditions/", **shut).status_code == 302
    page = demo.get("zones/south-aegean/").content.decode()
    # With the canal closed the Aegean is held at 1, and the Eastern Med is 1, which is less than 7.
    assert page.count("<b>not met</b>") == 2
    assert f'href="/c/{demo.slug}/log/public/3/">entry 3</a>' in page


@pytest.mark.rule("E33.B.7.d2", "E33.B.7.d3")
@pytest.mark.parametrize(
    ("extent", "beyond"), [("tight", "more than 2 hexes from Crete"), ("loose", "north of weather line D")]
)
def test_a_leg_through_the_declared_zone_asks_whether_it_keeps_out_of_it(
    demo: InHand, extent: str, beyond: str
) -> None:
    go_on(demo, "allied/initial")
    carry_out(demo, "south-aegean-zone", extent=extent)
    go_on(demo, "axis/naval-movement")
    way = {"origin": "rhodes", "destination": "brindisi", "way": "rhodes>brindisi", "zone-1": "south-aegean"}
    inside = {"submission": "row-2", "side": "axis", "sails": "7 SP", "on": "", **way}
    demo.post("board/row/", **inside)
    demo.post("board/row/", **{**inside, "submission": "row-3", "outside-1": "on"})
    state, system = demo.state, demo.system
    rows = sorted(row for row in state.rows("shipment") if not row.startswith("shipment:demo"))
    legs = {row: state.values[f"{row}.route"][0] for row in rows}
    assert sorted(leg["outside"] for leg in legs.values()) == [False, True]
    for row, leg in legs.items():
        found = preview(state, "cargo-contact", {"shipment": row.removeprefix("shipment:")}, system)
        reason = found.refusal.reason if found.refusal else ""
        assert (beyond in reason) is leg["outside"]
        page = demo.post(f"board/row/{row.removeprefix('shipment:')}/draft/", **{**inside, "open": "1"})
        assert "keeps out of it: over 2 hexes from Crete (tight), north of line D (loose)" in page.content.decode()


@pytest.mark.rule("E33.B.2.b", "E33.B.2.b.D", "E33.B.2.b.S*")
def test_a_mistyped_die_of_an_attempt_is_corrected_with_its_points_and_its_mark(demo: InHand) -> None:
    go_on(demo, "allied/initial")
    receipt = carry_out(demo, "italian-interference", sea="eastern-med", dice="typed", strip="1")
    assert demo.facts["ledger:allied.vp"] == 6
    fields = form_of(demo.get(f"{receipt}correct/").content.decode())
    assert fields["typed_sea"] == "eastern-med"
    answer = demo.post(f"{receipt}correct/", **{**fields, "reason": "typo", "strip": "6"})
    assert answer.status_code == 302, answer.content.decode()
    values = demo.facts
    assert (values["ledger:allied.vp"], values["zone:eastern-med.interference"]) == (0, "major")
    assert values["mark:attempt/eastern-med/1941-03-1.note"] == "S*"
    # The line of the step leads to the correction now.
    assert re.search(rf'<a href="{answer["Location"]}"> <span>✓</span> <span>Italian fleet', the_map(demo))


@pytest.mark.rule("E33.B.2.b")
def test_with_a_printed_success_table_the_die_is_thrown_and_its_reading_is_asked_for(demo: InHand) -> None:
    own = {"submission": "own-chart", "act": "ruling.choice", "set": "R-30=printed"}
    assert demo.post("setup/rulings/", **own).status_code == 302
    assert "Italian fleet: Eastern Med" in go_on(demo, "allied/initial")
    waits = carry_out(demo, "italian-interference", sea="eastern-med", dice="typed", strip="5")
    assert "/waiting/" in waits
    page = the_map(demo)
    assert "waits for Axis: the printed Success Table at 5" in page
    assert "skips 1 open decision" in page
    answer = demo.post(waits, submission="read", choice="S", strip="", dice="typed")
    assert answer.status_code == 302, answer.content.decode()
    assert demo.facts["zone:eastern-med.interference"] == "partial"


def test_the_turn_file_and_the_rules_know_the_same_duties() -> None:
    """Each maker is registered for the steps that turn.toml gives its key, and the file has none that no rule makes."""
    registered = sorted(steps for steps, _ in system_of("europa").duties)
    assert registered == sorted(duty.steps for duty in TURN.duty)


def test_what_the_turn_file_calls_due_is_due_in_the_step(demo: InHand) -> None:
    """33.A.1: in the naval movement step what is on the board is due, what may be done is not."""
    state = demo.state
    now = Now(state, state.values, Moment(*state.clock), system_of("europa"))
    due = {duty.rule for duty in duties_at(now) if duty.kind is Kind.DUE}
    assert due & {line.rule for line in TURN.duties_in(now.place) if line.kind == "due"}
    assert not due & {line.rule for line in TURN.duties_in(now.place) if line.kind == "may"} - {"33.D"}
