"""The state at hand: read whole, or not kept."""

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import Set
from navalassist.play import state as states
from navalassist.play.state import Heads, State
from tests.mini.system import begin, edit, seat


@pytest.fixture
def somebody_writes(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """While a cold state is read for the first time, somebody else's input is committed; what was read is listed."""
    read, readings = states.read, []

    def slowly(campaign: Campaign, heads: Heads) -> State:
        state = read(campaign, heads)
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
