"""A long log examined by several processes at once, each with a share of its entries; findings come in order."""

from __future__ import annotations

import gc
import marshal
import multiprocessing
import os
import sys
import threading
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from itertools import chain, islice, pairwise
from multiprocessing.context import BaseContext

from django.db import connection, connections

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play.checks.examine import Examiner, Finding
from navalassist.play.checks.process import RARELY, begin
from navalassist.play.storage.lines import BATCH, lines

# Below this, starting another process takes longer than it saves.
LONG = 20_000
MOST = 4


def sharing_of(campaign: Campaign, processes: int | None = None) -> int:
    """How many processes are to examine a log: so many, or left out as fits the log and the machine. 1: this alone."""
    if connection.in_atomic_block:
        return 1
    return _fitting(campaign) if processes is None else processes


def last_key(campaign: Campaign) -> int:
    """The key of the last entry of a log; 0 where there is none."""
    return Entry.objects.filter(campaign=campaign).order_by("-id").values_list("id", flat=True).first() or 0


def alone(examiner: Examiner, after: int = 0) -> Generator[Finding, None, None]:
    """What this process can say of each entry by itself, in the order of writing. after: the key of the one before."""
    log = lines(examiner.campaign, after)
    with _rare_search_for_cycles():
        for line in log:
            yield from examiner.share(chain((line,), islice(log, BATCH - 1)))


def _fitting(campaign: Campaign) -> int:
    if not Entry.objects.filter(campaign=campaign).order_by("id")[LONG : LONG + 1].exists():
        return 1
    return min(os.cpu_count() or 1, MOST)


def shared(campaign: Campaign, processes: int, until: int) -> Generator[Finding, None, None]:
    """What several processes can say of the entries up to a key, in the order of writing.

    No more shares are under way than keep all busy, so memory does not grow with the log.
    """
    place = (os.environ.get("DJANGO_SETTINGS_MODULE", ""), dict(connection.settings_dict))
    with (
        _rare_search_for_cycles(),
        ProcessPoolExecutor(processes, mp_context=_start(), initializer=begin, initargs=place) as pool,
    ):
        # The processes start with the first task, and so before a connection is opened again.
        pool.submit(os.getpid).result()
        waiting: deque[Future[bytes]] = deque()
        for after, last in pairwise(_bounds(campaign, until)):
            waiting.append(pool.submit(_share, campaign.pk, after, last))
            if len(waiting) > 2 * processes:
                yield from _unpacked(waiting.popleft().result())
        while waiting:
            yield from _unpacked(waiting.popleft().result())


def _start() -> BaseContext:
    """A fork on Linux where nothing else goes on, since a new interpreter takes a second to be made ready.

    Otherwise a new interpreter: a server's threads and open connections must not be copied half-way.
    """
    if sys.platform == "linux" and threading.active_count() == 1:
        connections.close_all()
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


@contextmanager
def _rare_search_for_cycles() -> Iterator[None]:
    """Entries and findings are plain values without cycles; to search them for some takes a tenth of the time."""
    before = gc.get_threshold()
    gc.set_threshold(*RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _bounds(campaign: Campaign, until: int) -> Iterator[int]:
    """The keys between which the shares lie: 0, then that of every thousandth entry, then the last."""
    entries = Entry.objects.filter(campaign=campaign, id__lte=until).order_by("id")
    yield 0
    number, key = 0, 0
    for number, key in enumerate(entries.values_list("id", flat=True).iterator(), start=1):
        if number % BATCH == 0:
            yield key
    if number % BATCH:
        yield key


@cache
def _examiner(key: int) -> Examiner:
    return Examiner(Campaign.objects.get(pk=key))


def _share(key: int, after: int, until: int) -> bytes:
    """The findings of a share. Packed by marshal, which takes a third of pickle's time for plain values."""
    examiner = _examiner(key)
    found = examiner.share(lines(examiner.campaign, after, until))
    return marshal.dumps(list(map(tuple, found)))


def _unpacked(share: bytes) -> Iterator[Finding]:
    return map(Finding._make, marshal.loads(share))
