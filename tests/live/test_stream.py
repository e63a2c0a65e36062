"""Streams: the version on connect, then each newer one, of what the viewer may see, and nothing else."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.test import Client

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.live import hub as hubs
from navalassist.live import stream as streams
from navalassist.live.hub import Hub
from navalassist.live.stream import Streams
from navalassist.live.watch import Gone, Watch
from navalassist.play.people import accounts, seats
from navalassist.seats.models import Session
from tests.club import NOBODY, Club
from tests.in_hand import act
from tests.live.asgi import Browser, asked, asking, cookies_of, hub, in_a_loop, scope_of
from tests.live.test_marks import somebody_acts


def request(campaign: Campaign | str, client: Client | None = None, **more: Any) -> tuple[dict[str, Any], str]:
    """Scope and slug of a request for a stream."""
    slug = campaign if isinstance(campaign, str) else campaign.slug
    return scope_of(f"/c/{slug}/stream/", cookies=cookies_of(client) if client else "", **more), slug


acts = sync_to_async(somebody_acts)


def versions(browser: Browser) -> list[str]:
    """What the stream told, in order."""
    return [line.removeprefix("data: ") for line in browser.body.decode().splitlines() if line.startswith("data: ")]


async def told(browser: Browser, count: int) -> list[str]:
    """Wait until so many versions have come."""
    await browser.until(lambda: len(versions(browser)) >= count)
    return versions(browser)


@asynccontextmanager
async def listening(club: Club, campaign: Campaign) -> AsyncIterator[Browser]:
    """The stream of somebody who sits at the Axis seat."""
    client = await sync_to_async(club.person)("Alice", axis=campaign)
    async with hub() as following, asking(Streams(following), *request(campaign, client)) as browser:
        yield browser


@in_a_loop
async def test_a_stream_begins_with_the_version_and_tells_each_newer_one(club: Club, campaign: Campaign) -> None:
    async with listening(club, campaign) as browser:
        first = (await told(browser, 1))[0]
        client = await sync_to_async(club.person)("Alice")
        page = await sync_to_async(client.get)(f"/c/{campaign.slug}/version/")
        assert page.content.decode() == f"{first}\n"
        await acts(campaign)
        second = (await told(browser, 2))[1]
    assert browser.status == 200
    assert browser.header("content-type") == "text/event-stream; charset=utf-8"
    assert browser.header("cache-control") == "no-cache, no-store"
    assert browser.header("x-accel-buffering") == "no"
    chain, _, number = first.rpartition(":")
    assert second == f"{chain}:{int(number) + 1}"
    assert browser.body == f"retry: 1000\nid: {first}\ndata: {first}\n\nid: {second}\ndata: {second}\n\n".encode()


@in_a_loop
async def test_what_one_side_does_in_secret_sends_the_other_not_one_byte(club: Club, campaign: Campaign) -> None:
    axis = await sync_to_async(club.person)("Alice", axis=campaign)
    allied = await sync_to_async(club.person)("Bob", allied=campaign)
    async with hub() as following:
        application = Streams(following)
        async with (
            asking(application, *request(campaign, axis)) as own,
            asking(application, *request(campaign, allied)) as other,
        ):
            await told(own, 1)
            await told(other, 1)
            for number in range(3):
                await acts(campaign, "axis")
                await told(own, 2 + number)
            assert len(other.parts) == 1
            await acts(campaign)
            assert len(await told(other, 2)) == 2
    assert all("axis" not in version for version in versions(other))


@in_a_loop
async def test_unknown_foreign_and_not_logged_in_are_one_and_the_same_answer(club: Club, campaign: Campaign) -> None:
    stranger = await sync_to_async(club.person)("Eve")
    async with hub() as following:
        application = Streams(following)
        answers = [
            await asked(application, *request("nothing-there", stranger)),
            await asked(application, *request(campaign, stranger)),
            await asked(application, *request(campaign)),
            await asked(application, *request("nothing-there")),
        ]
    assert {answer.status for answer in answers} == {404}
    assert len({(answer.body, tuple(answer.headers)) for answer in answers}) == 1


@in_a_loop
async def test_a_foreign_host_name_and_anything_but_get_are_refused(club: Club, campaign: Campaign) -> None:
    async with hub() as following:
        application = Streams(following)
        scope, slug = request(campaign)
        scope["headers"] = [(b"host", b"evil.example")]
        assert (await asked(application, scope, slug)).status == 400
        assert (await asked(application, *request(campaign, method="POST"))).status == 405


@in_a_loop
async def test_more_streams_than_a_login_or_a_server_takes_are_refused_in_words(club: Club, campaign: Campaign) -> None:
    client = await sync_to_async(club.person)("Alice", axis=campaign)
    other = await sync_to_async(club.person)("Bob", allied=campaign)
    async with hub() as following:
        application = Streams(following, most_of_a_session=1, most_in_all=2)
        async with asking(application, *request(campaign, client)) as first:
            await told(first, 1)
            again = await asked(application, *request(campaign, client))
            assert (again.status, again.header("retry-after")) == (429, "30")
            assert b"Close some of them" in again.body
            async with asking(application, *request(campaign, other)) as second:
                await told(second, 1)
                assert (await asked(application, *request(campaign, other))).status == 503
        assert len(following) == 0


@in_a_loop
async def test_a_slow_browser_gets_only_the_newest_version(club: Club, campaign: Campaign) -> None:
    async with listening(club, campaign) as browser:
        first = (await told(browser, 1))[0]
        browser.slow = asyncio.Event()
        await acts(campaign)
        # The stream is at its send by now, and the browser takes nothing.
        await asyncio.sleep(0.2)
        for _ in range(5):
            await acts(campaign)
        await asyncio.sleep(0.2)
        browser.slow.set()
        await told(browser, 3)
        await asyncio.sleep(0.1)
    start = int(first.rpartition(":")[2])
    assert [int(version.rpartition(":")[2]) - start for version in versions(browser)] == [0, 1, 6]


@in_a_loop
async def test_while_nothing_happens_a_stream_says_that_it_is_there_in_an_event_that_pages_hear(
    club: Club, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "BEAT_SECONDS", 0.05)
    async with listening(club, campaign) as browser:
        await browser.until(lambda: browser.body.endswith(b"\n\nevent: still\ndata:\n\nevent: still\ndata:\n\n"))
        assert len(versions(browser)) == 1


def test_a_page_waits_a_little_longer_than_for_a_beat_and_has_time_left_to_ask() -> None:
    script = (settings.BASE_DIR / "static" / "js" / "live.js").read_text()
    found = re.search(r"\bQUIET = (\d+)\b", script)
    assert found
    assert 1.5 * (streams.BEAT_SECONDS + streams.CALM_SECONDS) <= int(found[1]) / 1000 < 4


@in_a_loop
async def test_a_stream_ends_when_the_seat_the_login_or_the_password_ends(
    club: Club, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "CHECK_SECONDS", 0.05)

    def ends_the_seat() -> None:
        tenure = club.seat("Umpire", "moderator", campaign) and club.accounts["Alice"].actor.seats.get(until=None)
        act(Viewer(campaign, "administrator", NOBODY), seats.end, tenure)

    clients = {
        name: await sync_to_async(club.person)(name, axis=campaign) for name in ("Alice", "Bert", "Cora", "Dora")
    }
    ways: dict[str, Callable[[], Any]] = {
        "Alice": ends_the_seat,
        "Bert": lambda: clients["Bert"].post("/logout/"),
        "Cora": lambda: accounts.new_password(club.accounts["Cora"].user, "another horse, another battery"),
    }
    async with hub() as following:
        application = Streams(following)
        async with asking(application, *request(campaign, clients["Dora"])) as stays:
            await told(stays, 1)
            for name, way in ways.items():
                async with asking(application, *request(campaign, clients[name])) as browser:
                    await told(browser, 1)
                    await sync_to_async(way)()
                    await browser.until(lambda browser=browser: browser.over)
                assert (await asked(application, *request(campaign, clients[name]))).status == 404, name
            assert not stays.over


@in_a_loop
async def test_to_ask_for_a_stream_writes_nothing_though_the_session_is_void(club: Club, campaign: Campaign) -> None:
    client = await sync_to_async(club.person)("Alice", axis=campaign)
    user = club.accounts["Alice"].user
    user.set_password("another horse, another battery")
    await sync_to_async(user.save)()
    async with hub() as following:
        assert (await asked(Streams(following), *request(campaign, client))).status == 404
    assert await sync_to_async(Session.objects.count)() == 1


@in_a_loop
async def test_a_stream_ends_when_its_person_takes_another_seat(
    club: Club, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its audiences are others then: the browser comes back and is told the version of what it sees now."""
    monkeypatch.setattr(hubs, "CHECK_SECONDS", 0.05)
    client = await sync_to_async(club.person)("Alice", axis=campaign, observer=campaign)
    async with hub() as following:
        application = Streams(following)
        async with asking(application, *request(campaign, client)) as browser:
            await told(browser, 1)
            await sync_to_async(client.post)(f"/c/{campaign.slug}/seat/", {"seat": "observer"})
            await browser.until(lambda: browser.over)
        async with asking(application, *request(campaign, client)) as again:
            assert (await told(again, 1))[0].startswith("public:")


@in_a_loop
async def test_all_streams_end_when_the_server_stops(club: Club, campaign: Campaign) -> None:
    client = await sync_to_async(club.person)("Alice", axis=campaign)
    async with hub() as following, asking(Streams(following), *request(campaign, client)) as browser:
        await told(browser, 1)
        following.close()
        await browser.until(lambda: browser.over)


class Broken:
    """A line to the database that breaks as soon as it is used."""

    async def __aenter__(self) -> Watch:
        raise Gone("the line broke")

    async def __aexit__(self, *_: object) -> None:
        pass


@in_a_loop
async def test_a_hub_whose_database_went_away_tells_what_was_missed_when_it_is_back(
    club: Club, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    from navalassist.live.watch import of_database

    monkeypatch.setattr(hubs, "AGAIN_SECONDS", 0.01)
    away = True
    client = await sync_to_async(club.person)("Alice", axis=campaign)
    following = Hub(lambda: Broken() if away else of_database(settings.DATABASES["default"]))
    task = asyncio.create_task(following.run())
    async with asking(Streams(following), *request(campaign, client)) as browser:
        await told(browser, 1)
        await acts(campaign)
        away = False
        assert len(await told(browser, 2)) == 2
    task.cancel()
    await asyncio.wait({task})


@in_a_loop
async def test_in_a_flood_of_acts_a_page_hears_of_few(club: Club, campaign: Campaign) -> None:
    async with listening(club, campaign) as browser:
        first = (await told(browser, 1))[0]
        for _ in range(40):
            await acts(campaign)
        last = f"{first.rpartition(':')[0]}:{int(first.rpartition(':')[2]) + 40}"
        await browser.until(lambda: versions(browser)[-1] == last)
        assert len(versions(browser)) < 20
