"""What somebody does who alters the database past everything; and campaigns for him, their triggers out of the way."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, models, transaction

from navalassist.auditlog import triggers
from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import canonical
from navalassist.play import state as states
from navalassist.play.checks.verify import Report, check_campaign
from navalassist.play.systems import SYSTEMS
from tests.mini.story import play_story
from tests.mini.system import begin
from tests.mini.wide import SHOWING, play_wide_story
from tests.promises.kept import once
from tests.promises.lies import Lie


@once
def the_story() -> Campaign:
    """Secrets, waiting rules, corrections, two turns."""
    campaign = begin()
    play_story(campaign)
    return campaign


@once
def the_story_beside_another() -> Campaign:
    """The campaign of the story, beside another one."""
    campaign = the_story()
    begin("Other War")
    assert check_campaign(campaign).faults == []
    return campaign


@once
def the_wide_story() -> Campaign:
    """A campaign with entries of every kind."""
    campaign = begin()
    play_wide_story(campaign)
    return campaign


@pytest.fixture
def story(mini: None, db: None) -> Campaign:
    """A campaign in which everything has happened once."""
    return the_story()


@pytest.fixture
def played(mini: None, db: None) -> Iterator[Campaign]:
    """The campaign of the story, beside another one, its triggers out of the way."""
    yield from unguarded(the_story_beside_another())


@pytest.fixture
def wide(mini: None, db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Campaign]:
    """A campaign with entries of every kind, triggers out of the way."""
    monkeypatch.setitem(SYSTEMS, "mini", SHOWING)
    yield from unguarded(the_wide_story())


def unguarded(campaign: Campaign) -> Iterator[Campaign]:
    triggers.drop()
    drop_check_constraints()
    yield campaign
    if connection.vendor == "sqlite":
        run("PRAGMA ignore_check_constraints = OFF")


def drop_check_constraints() -> None:
    """What a forger does first on PostgreSQL; SQLite only has to be asked to look away."""
    if connection.vendor == "sqlite":
        run("PRAGMA ignore_check_constraints = ON")
        return
    run("SET CONSTRAINTS ALL IMMEDIATE")
    with connection.cursor() as cursor:
        cursor.execute("SELECT conrelid::regclass, conname FROM pg_constraint WHERE contype = 'c' AND conrelid != 0")
        for table, name in cursor.fetchall():
            cursor.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
    run("SET CONSTRAINTS ALL DEFERRED")


@contextmanager
def undone() -> Iterator[None]:
    """What is done to the database in here is taken back."""
    point = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(point)
        states.forget()


def run(sql: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def columns(model: type[models.Model]) -> list[str]:
    return [field.column for field in model._meta.concrete_fields]


def alter(model: type[models.Model], pk: int, column: str, value: Any) -> None:
    run(f"UPDATE {model._meta.db_table} SET {column} = %s WHERE id = %s", value, pk)


def wheres(report: Report) -> list[str]:
    return [fault.where for fault in report.faults]


def forge(campaign: Campaign, reference: str, change: Lie) -> None:
    """Change an entry and put all hashes after it right, with the chain's head: the work of someone who knows how."""
    chain, _, number = reference.partition("/")
    previous = None
    for entry in Entry.objects.filter(campaign=campaign, chain=chain, sequence__gte=int(number)).order_by("sequence"):
        record = json.loads(entry.content)
        if entry.reference == reference:
            change(record)
        if previous:
            record["previous"] = previous
        text = canonical(record)
        previous = hashlib.sha256(text.encode()).hexdigest()
        run("UPDATE auditlog_entry SET content = %s, hash = %s WHERE id = %s", text, previous, entry.pk)
    run("UPDATE auditlog_chain SET head = %s WHERE campaign_id = %s AND audience = %s", previous, campaign.pk, chain)


def entry_of(campaign: Campaign, procedure: str, kind: str = "rule", **columns: str) -> Entry:
    found = Entry.objects.filter(campaign=campaign, procedure=procedure, kind=kind, **columns).order_by("id").first()
    assert found is not None
    return found
