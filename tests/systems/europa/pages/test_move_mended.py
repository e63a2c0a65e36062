"""A mistyped move is mended on its receipt: MPs, hexes, its end, its sea zone and fuel; every rule has such a page."""

from typing import Any

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.systems.europa.retyped import what_was_typed
from tests.campaigns.record_fleets import Fleets, allied_turn, axis_turn
from tests.desk.logbook_demo import text
from tests.desk.test_correction import form_of
from tests.in_hand import InHand, drawn, in_hand
from tests.systems.europa.pages.test_naval_steps import fleet_of, med
from tests.systems.europa.test_closed import closed

__all__ = ["med"]

AT_SEA = {"moves": "10 18A:0406", "zone": "central-med"}


def filled(table: InHand, entry: Entry) -> dict[str, str]:
    """The form of its correction as it is drawn, with a reason."""
    return {**form_of(table.text(page_of(entry))), "reason": "typo"}


def mend(table: InHand, entry: Entry, **typed: str) -> Entry:
    """Send the form as it is drawn, with these figures in it; the correction."""
    sent = filled(table, entry) | {f"typed_{name}": value for name, value in typed.items()}
    answer = table.post(page_of(entry), **sent)
    assert answer.status_code == 302, answer.content.decode()
    return Entry.objects.get(campaign=entry.campaign, corrects=entry.reference)


def group(table: InHand, name: str) -> Any:
    return table.facts[f"group:squadra.{name}"]


@pytest.mark.rule("E36.A.2")
def test_the_form_holds_all_that_was_typed_for_a_move(med: InHand) -> None:
    entry = med.do("naval-move", group="squadra", moves="10 18A:0408 5n 18A:0406", zone="central-med")
    form = form_of(med.text(page_of(entry)))
    assert (form["typed_moves"], form["typed_zone"]) == ("10 18A:0408 5n 18A:0406", "central-med")
    assert form["typed_ends"] == ""
    assert "typed_group" not in form


@pytest.mark.rule("E36.A.2")
def test_a_move_that_should_have_ended_in_port_is_mended_so(med: InHand) -> None:
    entry = med.do("naval-move", group="squadra", **AT_SEA)
    sent = filled(med, entry) | {"typed_moves": "40", "typed_ends": "naples"}
    assert "Naples does not lie on the Central" in drawn(med.post(page_of(entry), **sent), 422)
    mend(med, entry, moves="40", ends="naples", zone="")
    assert (group(med, "place"), group(med, "zone")) == ("port:naples", "tyrrhenian")


@pytest.mark.rule("E36.E.1")
def test_the_fuel_is_paid_in_another_way(med: InHand) -> None:
    """1 SRP is as much as 5 SPs; by the step it is 1 SP now."""
    med.do("naval-move", group="squadra", moves="40", ends="naples")
    entry = med.do("naval-move", group="squadra", moves="40 18A:0406", zone="central-med", fuel="srp")
    assert med.facts["task-force:zara.fuelled"] == "1941-03-1/axis 5"
    mend(med, entry, fuel="step")
    assert med.facts["task-force:zara.fuelled"] == "1941-03-1/axis 1 steps"


@pytest.mark.rule("E36.A.2")
def test_the_next_move_of_the_step_is_made_again(med: InHand) -> None:
    first = med.do("naval-move", group="squadra", **AT_SEA)
    med.do("naval-move", group="squadra", moves="5 18A:0407", zone="central-med")
    mend(med, first, moves="20 18A:0406")
    assert [move["mps"] for move in group(med, "strip")] == [20, 5]
    assert group(med, "place") == "hex:18A:0407"


@pytest.mark.rule("E36.A.2")
@pytest.mark.parametrize("later", ["part", "step"])
def test_a_move_is_mended_after_its_step(med: InHand, later: str) -> None:
    entry = med.do("naval-move", group="squadra", **AT_SEA)
    if later == "part":
        med.next_part()
    else:
        med.end_steps()
    mend(med, entry, moves="20 18A:0408")
    assert [(move["mps"], move["to"]) for move in group(med, "strip")] == [(20, "18A:0408")]
    assert group(med, "place") == "hex:18A:0408"


@pytest.mark.rule("E36.A.2")
def test_the_move_of_the_naval_step_that_is_on_is_made_again_with_one_of_the_step_before(med: InHand) -> None:
    entry = med.do("naval-move", group="squadra", **AT_SEA)
    med.next_part()
    med.do("naval-move", group="squadra", moves="5 18A:0407", zone="central-med")
    mend(med, entry, moves="20 18A:0408")
    assert [(move["mps"], move.get("naval_step", 1)) for move in group(med, "strip")] == [(20, 1), (5, 2)]
    assert (group(med, "began"), group(med, "place")) == ("hex:18A:0408", "hex:18A:0407")


@pytest.mark.rule("E36.F.1.q")
def test_supports_that_spent_mps_after_a_move_are_made_again_with_it(med: InHand) -> None:
    """A quarter of the strength takes 15 MPs in the hex where the group has come to."""
    entry = med.do("naval-move", group="squadra", **AT_SEA)
    med.do("gunfire-support", unit="zara", support="quarter")
    second = med.do("gunfire-support", unit="zara", support="half")
    sent = filled(med, entry) | {"typed_moves": "20 18A:0408"}
    assert med.post(page_of(entry), **sent).status_code == 422
    answer = med.post(page_of(entry), **{**sent, f"way-public-{second.sequence}": "same"})
    assert answer.status_code == 302, answer.content.decode()
    made = Entry.objects.get(campaign=med.campaign, corrects=entry.reference)
    assert [(move["mps"], move["to"]) for move in group(med, "strip")] == [(20, "18A:0408"), (15, "18A:0408")]
    assert med.facts["task-force:zara.supports"] == {"1941": 1}
    assert "carried out again" in med.text(page_of(made).removesuffix("correct/"))


def test_where_earlier_steps_moved_on_from_it_the_cards_are_named_on_which_it_is_set_by_hand(med: InHand) -> None:
    entry = med.do("naval-move", group="squadra", **AT_SEA)
    med.next_part()
    later = med.do("naval-move", group="squadra", moves="5 18A:0407", zone="central-med")
    med.next_part()
    page = med.text(page_of(entry))
    assert page_of(later).removesuffix("correct/") in page
    assert 'href="/c/med/fleet/group/squadra/"' in page
    assert 'name="reason"' not in page


@pytest.mark.rule("E36.A.2")
def test_a_correction_of_a_move_is_itself_corrected(med: InHand) -> None:
    entry = med.do("naval-move", group="squadra", **AT_SEA)
    first = mend(med, entry, moves="20 18A:0408")
    med.next_part()
    mend(med, first, moves="12 18A:0406")
    assert [(move["mps"], move["to"]) for move in group(med, "strip")] == [(12, "18A:0406")]


@pytest.mark.rule("E36.A.2")
def test_a_look_and_a_refusal_write_nothing_and_mps_hexes_and_zone_are_typed_anew(med: InHand) -> None:
    entry = med.do("naval-move", group="squadra", **AT_SEA)
    count = Entry.objects.count()
    sent = filled(med, entry) | {"typed_moves": "20 18A:0408"}
    shown = med.post(page_of(entry) + "preview/", **sent).content.decode()
    assert "Nothing is written yet" in shown
    assert "18A:0408" in shown
    assert Entry.objects.count() == count
    sent = filled(med, entry) | {"typed_moves": "9n 18A:0406"}
    assert "9 MPs by night are too many" in drawn(med.post(page_of(entry), **sent), 422)
    assert 'href="#id_typed_moves"' in drawn(med.post(page_of(entry), **{**sent, "typed_moves": "ten"}), 422)
    assert Entry.objects.count() == count
    mend(med, entry, moves="8 18A:0408 5n 18A:0409", zone="western-med")
    assert (group(med, "place"), group(med, "zone")) == ("hex:18A:0409", "western-med")
    assert [(move["mps"], move["night"], move["to"]) for move in group(med, "strip")] == [
        (8, False, "18A:0408"),
        (5, True, "18A:0409"),
    ]
    assert "mark:entered/zara/western-med.kind" in med.facts


def test_a_move_of_an_older_shape_is_read_with_what_its_fields_had_by_themselves(med: InHand) -> None:
    body = med.do("naval-move", group="squadra", **AT_SEA).record["body"]
    older = {name: value for name, value in body["situation"].items() if name not in ("prey", "protected", "because")}
    found = what_was_typed("naval-move", med.facts, older)
    assert found == what_was_typed("naval-move", med.facts, body["situation"])
    assert found.whole["moves"] == "10 18A:0406"
    assert what_was_typed("naval-move", med.facts, {"key": "squadra"}) is None


def test_in_a_closed_campaign_a_side_mends_its_own_move() -> None:
    with in_hand(closed()) as table:
        fleet_of(table)
        entry = table.do("naval-move", group="squadra", **AT_SEA)
        enemy = table.at("allied")
        assert not any(told in enemy.text(page_of(entry)) for told in ("18A:0406", "typed_moves", "squadra"))
        mend(table.at("axis"), entry, moves="20 18A:0408")
        assert group(table, "place") == "hex:18A:0408"
        assert not any(told in enemy.text(page_of(entry)) for told in ("18A:0408", "typed_moves", "squadra"))


def page_of(entry: Entry) -> str:
    return f"/c/{entry.campaign.slug}/log/{entry.chain}/{entry.sequence}/correct/"


def test_the_first_of_two_supports_of_a_task_force_is_corrected_and_the_second_made_again(med: InHand) -> None:
    """Both use up one of the year's: the second counts from what the first leaves."""
    first = med.do("gunfire-support", unit="zara", support="half")
    second = med.do("gunfire-support", unit="zara", support="half")
    assert page_of(second).replace("correct/", "") in med.text(page_of(first))
    sent = {"reason": "typo", "typed_unit": "zara", "typed_support": "quarter", "submission": "1" * 32}
    assert "2 entries would be made again" in med.post(page_of(first) + "preview/", **sent).content.decode()


def test_every_rule_of_the_recorded_fleets_has_its_page(client: Client) -> None:
    """Played anew, for the recording itself is not in the database."""
    table = Fleets()
    axis_turn(table)
    allied_turn(table)
    entries = Entry.objects.filter(campaign=table.campaign, kind__in=("rule", "correction"))
    assert entries.count() > 30
    for entry in entries:
        text(client, page_of(entry))
