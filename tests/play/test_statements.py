"""Ready statements go past Django's cursors, and are otherwise as Django's; what an act writes goes together."""

import re
import threading
import time
from typing import Any
from unittest.mock import patch

import pytest
from django.db import IntegrityError, connection
from django.db.models import Model
from django.db.transaction import TransactionManagementError, atomic, set_rollback
from django.test.utils import CaptureQueriesContext

from navalassist.auditlog.models import Chain
from navalassist.campaigns.models import Campaign
from navalassist.engine import Add, Set
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.play.storage import statements, writes
from navalassist.play.storage.writes import Writes
from navalassist.play.write.transaction import writing
from tests.databases import only_on_postgresql
from tests.mini.system import begin, edit, facts, hide_force, seat
from tests.patience import PATIENCE


def put(model: type[Model], row: dict[str, Any]) -> None:
    one = Writes()
    one.rows(model, [row])
    one.send()


@pytest.mark.django_db
def test_a_fault_of_the_database_is_one_of_djangos() -> None:
    campaign = Campaign.objects.create(slug="twice", name="Twice", system="europa")
    chain = {"campaign_id": campaign.pk, "audience": "public", "sequence": 0, "head": ""}
    put(Chain, chain)
    with pytest.raises(IntegrityError), atomic():
        put(Chain, chain)


@pytest.mark.django_db
def test_whoever_looks_at_the_statements_sees_them() -> None:
    with CaptureQueriesContext(connection) as seen:
        statements.heads_of_campaign("nowhere")
    (query,) = seen.captured_queries
    assert "auditlog_chain" in query["sql"]


@pytest.mark.django_db
def test_nothing_more_is_done_in_a_transaction_that_will_be_rolled_back() -> None:
    with atomic():
        set_rollback(True)
        with pytest.raises(TransactionManagementError):
            statements.heads_of_campaign("nowhere")


@pytest.fixture
def campaign(mini: None) -> Campaign:
    return begin()


@only_on_postgresql("in SQLite a statement goes nowhere")
@pytest.mark.django_db
def test_all_that_an_act_writes_goes_to_the_server_in_one_statement(campaign: Campaign) -> None:
    with CaptureQueriesContext(connection) as seen:
        hide_force(campaign)
    changing = [query["sql"] for query in seen.captured_queries if re.search("INSERT|UPDATE [^O]", query["sql"])]
    written = [sql for sql in changing if "auditlog_entry" in sql]
    assert len(written) == 1
    assert all(table in written[0] for table in ("auditlog_tagged", "auditlog_payload", "auditlog_chain", "pg_notify"))
    assert check_campaign(campaign).sound


@pytest.mark.django_db
def test_more_rows_than_go_together_are_all_written(campaign: Campaign) -> None:
    rows = [Set(f"zone:{zone}.declared", "tight") for zone in ("inner", "outer")]
    with patch.object(writes, "MOST_TOGETHER", 2):
        edit(seat(campaign), *rows, Add("ledger:axis.vp", 1))
    states.forget()
    assert facts(campaign)["zone:outer.declared"] == "tight"
    assert check_campaign(campaign).sound


@only_on_postgresql("SQLite keeps every statement ready by itself")
@pytest.mark.django_db
def test_the_server_keeps_ready_statements_and_those_alone() -> None:
    for _ in range(2):
        statements.heads_of_campaign("nowhere")
        Campaign.objects.filter(slug="nowhere").exists()
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        kept = [sql for (sql,) in cursor.fetchall()]
    assert any("auditlog_chain" in sql for sql in kept)
    assert not any("'nowhere'" in sql for sql in kept)


@only_on_postgresql("in SQLite nobody waits within a statement")
@pytest.mark.django_db(transaction=True)
def test_whoever_waited_for_the_heads_learns_what_was_done_meanwhile(campaign: Campaign) -> None:
    """The statement that waits sees the log as it was before; it may not take a submission for a new one."""
    key, found = "a" * 32, []

    def wait() -> None:
        with atomic():
            found.append(statements.held(campaign, key))
        connection.close()

    other = threading.Thread(target=wait)
    with writing(seat(campaign), submission=key) as writer:
        other.start()
        until = time.monotonic() + PATIENCE
        while not waiting():
            assert time.monotonic() < until
            time.sleep(0.01)
        entry = writer.edit("ledger.vp", [Add("ledger:axis.vp", 1)])
    other.join(PATIENCE)
    (held,) = found
    assert held.is_done
    assert {head.audience: head.sequence for head in held.heads}["public"] == entry.sequence
    assert held.keys[0] > entry.pk, "the order of keys is the order of writing"


def waiting() -> list[Any]:
    """A row where somebody waits for a lock of this database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")
        return cursor.fetchall()
