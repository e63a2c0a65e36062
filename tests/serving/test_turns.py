"""Whose turn it is: pages that are looked at one after the other, and none that holds the others up."""

import asyncio

import pytest

from navalassist.serving.turns import Turns
from tests.live.asgi import in_a_loop

NEVER, AT_ONCE = 3600.0, 0.0


async def has_begun(waiting: "asyncio.Task[object]") -> bool:
    """Whether a turn has come, when all that could happen has happened."""
    for _ in range(5):
        await asyncio.sleep(0)
    return waiting.done()


@in_a_loop
async def test_a_page_begins_when_the_one_before_it_is_ready() -> None:
    turns = Turns(4, NEVER)
    assert not turns.must_wait(looks=True)
    end = await turns.begin(looks=True)
    second = asyncio.create_task(turns.begin(looks=True))
    assert not await has_begun(second)
    assert (turns.must_wait(looks=True), turns.must_wait(looks=False)) == (True, False)
    end()
    assert turns.must_wait(looks=True), "the second has its turn, though it does not know yet"
    assert await has_begun(second)
    second.result()()
    assert not turns.must_wait(looks=True)


@in_a_loop
async def test_a_page_that_takes_its_time_holds_up_nobody() -> None:
    turns = Turns(4, AT_ONCE)
    slow = await turns.begin(looks=True)
    second = await asyncio.wait_for(turns.begin(looks=True), 20)
    third = await asyncio.wait_for(turns.begin(looks=True), 20)
    for end in (slow, second, third):
        end()
    assert not turns.must_wait(looks=True)


@in_a_loop
async def test_an_act_waits_for_no_page_and_no_page_for_an_act() -> None:
    turns = Turns(4, NEVER)
    page = await turns.begin(looks=True)
    act = await turns.begin(looks=False)
    page()
    await asyncio.wait_for(turns.begin(looks=True), 20)
    act()


@in_a_loop
async def test_an_act_that_waits_for_a_thread_waits_for_one_page_at_most() -> None:
    turns = Turns(1, AT_ONCE)
    slow = await turns.begin(looks=True)
    pages = [asyncio.create_task(turns.begin(looks=True)) for _ in range(3)]
    # Longer than the pace: a page that has no thread lets no other pass.
    await asyncio.sleep(0.01)
    act = asyncio.create_task(turns.begin(looks=False))
    assert not await has_begun(act)
    slow()
    assert await has_begun(pages[0])
    pages[0].result()()
    assert await has_begun(act)
    assert [one.done() for one in pages] == [True, False, False]
    act.result()()
    for page in pages[1:]:
        (await asyncio.wait_for(page, 20))()
    assert not turns.must_wait(looks=True)


@in_a_loop
async def test_acts_go_one_after_the_other_but_where_the_database_takes_them_side_by_side() -> None:
    turns = Turns(4, NEVER)
    first = await turns.begin(looks=False)
    second = asyncio.create_task(turns.begin(looks=False))
    assert not await has_begun(second)
    first()
    assert await has_begun(second)
    side_by_side = Turns(4, NEVER, side_by_side=True)
    await side_by_side.begin(looks=False)
    assert not side_by_side.must_wait(looks=False)
    await asyncio.wait_for(side_by_side.begin(looks=False), 20)


@in_a_loop
async def test_there_are_never_more_at_once_than_threads() -> None:
    turns = Turns(2, AT_ONCE, side_by_side=True)
    first, _ = [await turns.begin(looks=False) for _ in range(2)]
    assert turns.must_wait(looks=False)
    third = asyncio.create_task(turns.begin(looks=True))
    assert not await has_begun(third)
    first()
    assert await has_begun(third)


@in_a_loop
async def test_who_leaves_while_they_wait_for_a_thread_lets_the_next_page_begin() -> None:
    turns = Turns(1, NEVER)
    act = await turns.begin(looks=False)
    leaves = asyncio.create_task(turns.begin(looks=True))
    assert not await has_begun(leaves)
    leaves.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaves
    act()
    await asyncio.wait_for(turns.begin(looks=True), 20)
