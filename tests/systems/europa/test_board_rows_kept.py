"""Rows as entries: added, changed, copied, struck, repeated."""

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine.reader import Unknown
from navalassist.play.state import page_version
from navalassist.play.write.writer import Conflict, NotYours
from navalassist.systems.europa.board import again, drafts, rows
from navalassist.systems.europa.board.drafts import form_of_row
from tests.systems.europa.board import clear, do, end_steps, now, put, read_of, rolled, row, state_of, typed, viewer_of
from tests.systems.europa.test_board_rows import change

# Rows


def test_a_row_is_one_entry_with_all_its_facts(campaign: Campaign) -> None:
    key = put(campaign, typed("Ariete division, 4 REs"))
    found = row(campaign, key)
    told = (found["row"], found["label"], found["res_afloat"], found["transports_afloat"])
    assert told == (3, "Ariete division", "4", 4)
    assert found["operation"] == key
    entry = Entry.objects.order_by("-id")[0]
    assert (entry.kind, entry.seat, entry.record["body"]["act"]) == ("edit", "axis", "shipment.add")


def test_a_change_sets_only_what_differs_and_nothing_makes_no_entry(campaign: Campaign) -> None:
    saved = form_of_row(state_of(campaign), row(campaign, "demo-1"))
    before = Entry.objects.count()
    assert change(campaign, "demo-1", saved) is None
    assert Entry.objects.count() == before
    entry = change(campaign, "demo-1", typed("9 SP", tyrrhenian={}, central_med={}))
    changed = {key.rpartition(".")[2] for key, _, _ in entry.record["body"]["changes"]}
    assert changed == {"points", "res_afloat", "transport_count", "transports_afloat"}


def test_a_stale_change_is_refused_with_what_changed(campaign: Campaign) -> None:
    seen = page_version(state_of(campaign), viewer_of(campaign))
    change(campaign, "demo-1", typed("9 SP"))
    with pytest.raises(Conflict) as caught:
        change(campaign, "demo-1", typed("8 SP"), seen=seen)
    assert ("shipment:demo-1.points", "public/3") in caught.value.changed
    assert row(campaign, "demo-1")["points"] == "9"


def test_an_observer_only_watches(campaign: Campaign) -> None:
    draft = read_of(campaign, typed("7 SP")).draft
    assert draft is not None
    with pytest.raises(NotYours):
        do(campaign, rows.add, draft, seat="observer")


def test_a_copy_is_the_row_as_it_was_planned(campaign: Campaign) -> None:
    rolled(campaign, "row:demo-1", "66 6 6 6")
    key = do(campaign, rows.copy, "demo-1")
    made, old = row(campaign, key), row(campaign, "demo-1")
    assert (old["state"], made["state"]) == ("lost", "planned")
    assert (made["points"], made["res_afloat"], made["transports_afloat"], made["route"]) == ("7", "7", 7, old["route"])


def test_a_row_is_struck_only_before_it_sails(campaign: Campaign) -> None:
    do(campaign, rows.strike, "demo-2")
    assert row(campaign, "demo-2")["state"] == "struck"
    with pytest.raises(Unknown, match="no longer on the board"):
        do(campaign, rows.copy, "demo-2")
    rolled(campaign, "row:demo-1", "11")
    with pytest.raises(Unknown, match="has sailed"):
        do(campaign, rows.strike, "demo-1")
    with pytest.raises(Unknown, match="has sailed"):
        change(campaign, "demo-1", typed("9 SP"))


def test_what_is_at_sea_may_only_change_the_rest_of_its_way(empty: Campaign) -> None:
    key = put(empty, typed("2 SP", western_med={}, central_med={}))
    rolled(empty, "next", "63 2")
    assert row(empty, key)["state"] == "at-sea"
    read = drafts.read(state_of(empty), typed("9 SP", "naples trapani", adriatic={}, central_med={}, tyrrhenian={}), 1)
    assert read.draft is not None
    entry = do(empty, rows.change, key, read.draft)
    assert entry is not None
    found = row(empty, key)
    assert found["points"] == "2"
    assert found["destination"] == "trapani"
    assert [leg["zone"] for leg in found["route"]] == ["western-med", "central-med", "tyrrhenian"]


def test_a_row_for_a_side_whose_player_turn_is_over_waits_for_the_next(campaign: Campaign) -> None:
    assert rows.turn_to_sail(state_of(campaign), "axis") == "1941-03-1"
    end_steps(campaign, 2)
    assert state_of(campaign).clock[1] == "allied"
    assert rows.turn_to_sail(state_of(campaign), "axis") == "1941-03-2"
    assert rows.turn_to_sail(state_of(campaign), "allied") == "1941-03-1"


def test_the_board_keeps_what_sails_and_what_ended_this_turn(campaign: Campaign) -> None:
    rolled(campaign, "row:demo-1", "11")
    state = state_of(campaign)
    assert list(rows.board_rows(state, state.values)) == ["demo-1", "demo-2"]
    end_steps(campaign, 8)
    state = state_of(campaign)
    assert state.clock[0] == "1941-03-2"
    # The Allied row never sailed: it is still planned. The Axis row ended in the turn before.
    assert list(rows.board_rows(state, state.values)) == ["demo-2"]


def test_the_last_turn_is_repeated_row_by_row(campaign: Campaign) -> None:
    put(campaign, typed("3 SP", "palermo pantelleria"))
    rolled(campaign, "all", "66 6 6 6 11")
    state = state_of(campaign)
    assert again.repeatable(state, state.values, "axis") == [], "these sailed in this very turn"
    end_steps(campaign, 8)
    effects = do(campaign, again.repeat, "axis").record["body"]["effects"]
    made = [effect["key"].partition(":")[2] for effect in effects]
    assert [row(campaign, key)["points"] for key in made] == ["7", "3"]
    assert {row(campaign, key)["turn"] for key in made} == {"1941-03-2"}
    with pytest.raises(Unknown, match="nothing of this side"):
        do(campaign, again.repeat, "allied")


@pytest.mark.parametrize(
    ("dice", "came", "said", "sails"),
    [
        # Two dice that make no contact: it arrives. Contact in column 9, and the die of its one lot (33.E).
        ("1 1", {}, ["1 inf XX: arrived at Tripoli"], []),
        ("6 6 4", {}, [], [("6", 6)]),
        ("6 6 6", {}, ["1 inf XX: sails with the 3 of its 6 REs that came back"], [("3", 3)]),
        ("6 6 6", {"state": "lost", "res_lost": "6", "res_returned": "0"}, ["1 inf XX: lost"], []),
    ],
)
def test_a_unit_is_repeated_with_no_more_than_came_back(
    campaign: Campaign, dice: str, came: dict[str, str], said: list[str], sails: list[tuple[str, int]]
) -> None:
    clear(campaign)
    key, run = put(campaign, typed("1 inf XX, 6 REs")), put(campaign, typed("3 SP"))
    rolled(campaign, f"row:{key}", dice)
    rolled(campaign, f"row:{run}", "11")
    now(campaign, **{f"shipment:{key}.{name}": value for name, value in came.items()})
    end_steps(campaign, 8)
    state = state_of(campaign)
    assert again.said_of(state, state.values, "axis") == said
    effects = do(campaign, again.repeat, "axis").record["body"]["effects"]
    made = [row(campaign, effect["key"].partition(":")[2]) for effect in effects]
    assert [(one["res_afloat"], one["transport_count"]) for one in made] == [*sails, ("3", 3)]
    assert [one["points"] for one in made] == [*(amount for amount, _ in sails), "3"]


def test_a_row_left_over_sails_as_one_of_the_turn_it_sails_in(campaign: Campaign) -> None:
    end_steps(campaign, 8)
    rolled(campaign, "row:demo-1", "11")
    assert row(campaign, "demo-1")["turn"] == "1941-03-2"
    state = state_of(campaign)
    assert "demo-1" in rows.board_rows(state, state.values)
