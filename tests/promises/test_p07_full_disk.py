"""P7: on a full disk an act is refused in words, nothing acknowledged is lost, and with space all goes on."""

import pytest
from django.db import connection
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.play.checks.verify import check_campaign
from navalassist.systems.europa.setup import begin_demo
from tests.databases import only_on_sqlite

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.promise("P7")]
BOARD = "/c/mediterranean-1941/board/"


def at_most(pages: int | None) -> None:
    """How many pages the database's file may have; None: as many as now. More is the error of a disk that is full."""
    with connection.cursor() as cursor:
        if pages is None:
            cursor.execute("PRAGMA page_count")
            (pages,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count={pages}")


@only_on_sqlite("only it can be told here that its disk is full; PostgreSQL's disk is its server's")
def test_a_full_disk_is_said_and_nothing_is_half_done(client: Client) -> None:
    campaign = begin_demo()
    row = {"side": "axis", "sails": "9 SP", "origin": "naples", "destination": "tripoli"}
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
    at_most(None)
    before, refused = Entry.objects.count(), 0
    for number in range(60):
        answer = client.post(f"{BOARD}row/", row | {"submission": f"{number:032x}"})
        assert answer.status_code in (302, 503)
        if answer.status_code == 503:
            refused += 1
            assert "cannot be written. Try again." in answer.content.decode()
        else:
            before += 1
        assert Entry.objects.count() == before
    assert refused
    at_most(1_000_000)
    assert client.post(f"{BOARD}row/", row | {"submission": "f" * 32}).status_code == 302
    assert Entry.objects.count() == before + 1
    assert check_campaign(campaign).sound
