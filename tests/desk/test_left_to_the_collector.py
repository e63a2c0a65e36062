"""A page frees what it read as soon as it is made: no entry waits for the garbage collector, which is rare."""

import gc
from collections import Counter

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry, Payload
from navalassist.campaigns.models import Campaign
from tests.in_hand import seated
from tests.systems.europa.board import put, rolled, typed
from tests.systems.europa.test_closed import closed

# Those that tell of a whole turn or more, however long it was; the log shows fifty entries at a time.
PAGES = ("report/", "report/?from=1941-03-1&to=1941-03-1", "handover/", "owed/", "dice/", "sheet/")
ROWS = 4


@pytest.fixture
def played() -> Campaign:
    """Some checks of a closed campaign, each with a secret part."""
    campaign = closed()
    for _ in range(ROWS):
        put(campaign, typed("3 SP"))
    rolled(campaign, "all", source="server")
    return campaign


def waiting(client: Client, address: str) -> Counter[str]:
    """What only the collector could free after this page was made."""
    assert client.get(address).status_code == 200, address
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        client.get(address)
        gc.collect()
        return Counter(type(one).__name__ for one in gc.garbage)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


@pytest.mark.parametrize("page", PAGES)
def test_no_entry_that_a_page_read_waits_for_the_collector(played: Campaign, page: str) -> None:
    found = waiting(seated(played, "axis"), f"/c/{played.slug}/{page}")
    assert found[Entry.__name__] == found[Payload.__name__] == 0, found.most_common(8)
