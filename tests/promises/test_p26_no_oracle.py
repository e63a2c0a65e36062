"""P26: what is not there, what is another campaign's and what is forbidden are one answer, in the same time."""

import statistics
import time
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from navalassist.campaigns.models import Campaign
from navalassist.live.stream import Streams
from navalassist.systems.europa.setup import begin
from tests.club import Club
from tests.live.asgi import asked, cookies_of, hub, in_a_loop, scope_of
from tests.live.conftest import campaign, club

__all__ = ["campaign", "club"]
pytestmark = pytest.mark.promise("P26")

COUNT = 25
FACTOR = 1.5
# A machine that is busy with something else may spoil one measurement.
TRIES = 4


@pytest.fixture
def stranger(club: Club, campaign: Campaign) -> Client:
    """Somebody who plays a campaign of his own, beside that of others."""
    return club.person("Eve", axis=begin("Another game", malta=10, slug="another-game"))


def factor(times: dict[str, list[float]]) -> float:
    """How far apart the medians are."""
    medians = [statistics.median(values) for values in times.values()]
    return max(medians) / min(medians)


def timed(ask: Callable[[str], Any], places: dict[str, str]) -> dict[str, list[float]]:
    """Seconds of each place, asked in turn, so that what slows the machine slows all."""
    times: dict[str, list[float]] = {name: [] for name in places}
    for _ in range(COUNT):
        for name, slug in places.items():
            since = time.perf_counter()
            ask(slug)
            times[name].append(time.perf_counter() - since)
    return times


@pytest.mark.parametrize("tail", ["version/", "", "board/", "log/", "log/public/1/", "setup/ports/naples/"])
def test_pages_of_foreign_and_unknown_campaigns_are_one_answer_in_one_time(
    stranger: Client, campaign: Campaign, tail: str
) -> None:
    places = {"forbidden": campaign.slug, "missing": "x" * len(campaign.slug)}
    answers = {name: stranger.get(f"/c/{slug}/{tail}") for name, slug in places.items()}
    assert {answer.status_code for answer in answers.values()} == {404}
    told = {
        (answer.content.replace(places[name].encode(), b""), str(sorted(answer.headers.items())))
        for name, answer in answers.items()
    }
    assert len(told) == 1
    found = (factor(timed(lambda slug: stranger.get(f"/c/{slug}/{tail}"), places)) for _ in range(TRIES))
    assert any(apart <= FACTOR for apart in found)


@in_a_loop
async def test_streams_of_foreign_and_unknown_campaigns_are_one_answer_in_one_time(
    stranger: Client, campaign: Campaign
) -> None:
    places = {"forbidden": campaign.slug, "missing": "x" * len(campaign.slug)}
    cookies = await sync_to_async(cookies_of)(stranger)
    async with hub() as following:
        application = Streams(following)

        async def ask(slug: str) -> Any:
            given = await asked(application, scope_of(f"/c/{slug}/stream/", cookies=cookies), slug)
            return given.status, given.body, tuple(given.headers)

        assert len({await ask(slug) for slug in places.values()}) == 1
        for _ in range(TRIES):
            times: dict[str, list[float]] = {name: [] for name in places}
            for _ in range(COUNT):
                for name, slug in places.items():
                    since = time.perf_counter()
                    await ask(slug)
                    times[name].append(time.perf_counter() - since)
            if factor(times) <= FACTOR:
                break
        assert factor(times) <= FACTOR
