"""The state at hand: read whole, or not kept."""

import uuid
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import Set
from navalassist.play import state as states
from navalassist.play.state import Heads, State
from navalassist.play.storage import since
from navalassist.play.storage.since import kinds_since
from tests.in_hand import assert_read_on
from tests.mini.system import begin, do, edit, end_step, force, hide_force, seat


@pytest.fixture
def somebody_writes(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """While a cold state is read for the first time, somebody else's input is committed; what was read is listed."""
    read, readings = states.read, []

    def slowly(campaign: Campaign, heads: Heads, before: State | None = None) -> State:
        state = read(campaign, heads, before)
        readings.append(str(state.values["condition:fog.value"]))
        if len(readings) == 1:
            edit(seat(campaign), Set("condition:fog.value", True))
            states.forget()
        return state

    monkeypatch.setattr(states, "read", slowly)
    states.forget()
    return readings


def test_a_state_that_changed_while_it_was_read_is_read_again(campaign: Campaign, somebody_writes: list[str]) -> None:
    state = states.load(campaign.slug)
    assert somebody_writes == ["False", "False", "True"], "mine, the writer's own, mine again"
    assert state.values["condition:fog.value"] is True
    assert states.load(campaign.slug) is state, "the whole one is kept"


def test_only_so_many_states_are_kept_and_the_one_left_longest_goes(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Members may make campaigns without number; each is memory."""
    states.forget()
    monkeypatch.setattr(states, "MOST_KEPT", 2)
    first, second, third = campaign, begin("Second"), begin("Third")
    states.forget()
    kept = states.load(first.slug)
    states.load(second.slug)
    assert states.load(first.slug) is kept
    states.load(third.slug)
    assert set(states._CACHE) == {first.pk, third.pk}
    assert states.load(first.slug) is kept
    assert states.load(second.slug).campaign == second, "it is read again"
    assert len(states._CACHE) == 2


def test_what_another_process_calls_it_here_is_read_though_no_log_says_so(campaign: Campaign) -> None:
    kept = states.load(campaign.slug)
    assert states.load(campaign.slug) is kept
    for changed in ({"called": "after the landing"}, {"away": True}):
        Campaign.objects.filter(pk=campaign.pk).update(**changed)
        read = states.load(campaign.slug)
        assert read is not kept
        assert states.load(campaign.slug) is read
        assert {name: getattr(read.campaign, name) for name in changed} == changed
        kept = read


# ------------------------------------------------------------- what another process has written since


def at_hand_again(state: State) -> None:
    """As in a process that stands where it was while another one wrote."""
    states.publish(replace(state))


def test_who_is_behind_reads_only_the_tables_that_entries_since_name(campaign: Campaign) -> None:
    before = states.load(campaign.slug)
    edit(seat(campaign), Set("condition:fog.value", True))
    after = states.load(campaign.slug)
    assert kinds_since(campaign, before.heads, after.heads) == {"condition"}
    with CaptureQueriesContext(connection) as whole:
        states.forget()
        states.load(campaign.slug)
    at_hand_again(before)
    with CaptureQueriesContext(connection) as behind:
        read = states.load(campaign.slug)
    assert (read.values, read.sources, read.heads) == (after.values, after.sources, after.heads)
    assert len(behind) < len(whole) / 2


def test_who_is_behind_acts_on_what_was_written_since(campaign: Campaign) -> None:
    before = states.load(campaign.slug)
    edit(seat(campaign), Set("condition:fog.value", True))
    at_hand_again(before)
    entry = edit(seat(campaign), Set("condition:fog.value", False))
    assert entry.record["body"]["changes"] == [["condition:fog.value", True, False]]


def test_what_is_made_taken_away_rolled_ended_and_kept_secret_is_read_by_who_is_behind(campaign: Campaign) -> None:
    begun = before = states.load(campaign.slug)
    axis, allied = seat(campaign), seat(campaign, "allied")
    acts = (
        lambda: edit(axis, force("one", side="axis"), force("two", side="axis")),
        lambda: hide_force(campaign),
        lambda: edit(allied, Set("task-force:hidden.strength", 1), chain="allied"),
        lambda: do(allied, "mini-strike", "1", force="hidden"),
        lambda: end_step(axis, times=4),
    )
    for act in acts:
        act()
        assert_read_on(campaign, before)
        before = states.load(campaign.slug)
    assert kinds_since(campaign, begun.heads, before.heads), "it was not read as a whole each time"


def test_a_state_is_read_as_a_whole_where_entries_do_not_tell(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = states.load(campaign.slug).heads
    for fog in (True, False):
        edit(seat(campaign), Set("condition:fog.value", fog))
    now = states.load(campaign.slug).heads
    assert kinds_since(campaign, before, now)
    assert kinds_since(campaign, now, now) == frozenset()
    assert kinds_since(campaign, now, before) is None, "the log was put back"
    assert kinds_since(campaign, (), now) is None, "the campaign begins with one of them"
    other = tuple((audience, sequence, uuid.uuid4().hex * 2) for audience, sequence, _ in before)
    assert kinds_since(campaign, other, now) is None, "another log"
    other = tuple((audience, sequence, uuid.uuid4().hex * 2) for audience, sequence, _ in now)
    assert kinds_since(campaign, other, now) is None, "another log that is as long"
    monkeypatch.setattr(since, "MOST_SINCE", 1)
    assert kinds_since(campaign, before, now) is None, "many"
    assert Entry.objects.filter(campaign=campaign, kind="setup").exists()
