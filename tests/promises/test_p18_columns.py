"""P18: every column of everything that is stored, altered one at a time."""

from typing import Any

import pytest
from django.db import connection, models

from navalassist.auditlog.models import Chain, Entry, Payload, Seed
from navalassist.campaigns.facts import fact_models
from navalassist.campaigns.models import Campaign, FactHistory, TableVersion
from navalassist.play.checks.verify import Report, check_campaign
from tests.counts import InTurn
from tests.promises.tampering import alter, columns, run, undone, wheres

pytestmark = [pytest.mark.promise("P18"), pytest.mark.django_db]


KEYS_ALONE = {"id"}


def stored(model: type[models.Model], pk: int, column: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {column} FROM {model._meta.db_table} WHERE id = %s", [pk])
        return cursor.fetchone()[0]


def another(column: str, value: Any, campaign: Campaign) -> Any:
    """Another value of the same kind."""
    if column == "campaign_id":
        return Campaign.objects.create(name="Empty", slug="empty", system="mini").pk
    if column == "time":
        return value.replace(year=1999)
    if isinstance(value, bytes):
        return bytes([value[0] ^ 1]) + value[1:]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 70 if value > 1 or column == "sequence" else 1 - value
    if column in ("sources", "value", "neighbours", "zones", "groups", "supports"):
        return {"[": "[7]", "{": "[7]" if value == "{}" else "{}"}.get(value[:1], "7" if value != "7" else "8")
    if len(value) >= 32:  # a hash or a salt, which fill their column
        return ("y" if value[0] == "x" else "x") + value[1:]
    return value.replace("e", "f", 1) if "e" in value else f"{value}x"


def first_middle_last(queryset: Any) -> list[Any]:
    rows = list(queryset.order_by("id"))
    return list(dict.fromkeys([rows[0], rows[len(rows) // 2], rows[-1]]))


@pytest.mark.parametrize("column", [c for c in columns(Entry) if c not in KEYS_ALONE])
def test_every_column_of_an_entry(played: Campaign, column: str) -> None:
    for entry in first_middle_last(Entry.objects.filter(campaign=played)):
        with undone():
            alter(Entry, entry.pk, column, another(column, stored(Entry, entry.pk, column), played))
            after = f"{entry.chain}/{entry.sequence + 1}"
            row = Entry.objects.filter(pk=entry.pk).values("chain", "sequence").get()
            named = {entry.reference, after, f"{row['chain']}/{row['sequence']}"}
            report = check_campaign(played)
            assert named & set(wheres(report)[:2]), (entry, column, report.faults)


def test_an_entry_that_is_moved_in_the_order_of_writing(played: Campaign) -> None:
    entries = list(Entry.objects.filter(campaign=played).order_by("id"))
    for entry in entries[:-1:5]:
        with undone():
            Payload.objects.filter(entry=entry).update(entry_id=entry.pk + 100_000)
            alter(Entry, entry.pk, "id", entry.pk + 100_000)
            report = check_campaign(played)
            following = Entry.objects.filter(campaign=played, chain=entry.chain, sequence__gt=entry.sequence).exists()
            assert not report.sound or not following, entry


@pytest.mark.parametrize("column", [c for c in columns(Payload) if c not in KEYS_ALONE])
def test_every_column_of_a_secret_part(played: Campaign, column: str) -> None:
    for payload in first_middle_last(Payload.objects.all()):
        with undone():
            value = stored(Payload, payload.pk, column)
            other = Entry.objects.filter(campaign=played, payloads=None).first()
            assert other is not None
            alter(Payload, payload.pk, column, other.pk if column == "entry_id" else another(column, value, played))
            assert payload.entry.reference in wheres(check_campaign(played))


@pytest.mark.parametrize("column", [c for c in columns(Chain) if c not in KEYS_ALONE])
def test_every_column_of_a_chain(played: Campaign, column: str) -> None:
    for chain in Chain.objects.filter(campaign=played, sequence__gt=0):
        with undone():
            alter(Chain, chain.pk, column, another(column, stored(Chain, chain.pk, column), played))
            report = check_campaign(played)
            assert any(where.startswith(chain.audience) for where in wheres(report)), report.faults


@pytest.mark.parametrize("kind", ["campaign", "condition", "ledger", "mark", "ruling", "task-force", "zone"])
def test_every_column_of_the_state(played: Campaign, kind: str) -> None:
    model = fact_models()[kind]
    rows = InTurn(list(model._default_manager.filter(campaign=played).order_by("id")))
    for column in (c for c in columns(model) if c not in KEYS_ALONE):
        for row in rows.take():
            with undone():
                alter(model, row.pk, column, another(column, stored(model, row.pk, column), played))
                assert named_or_unreadable(check_campaign(played), row.fact_key), (row, column)


def named_or_unreadable(report: Report, row: str) -> bool:
    return any(where == row or where.startswith(f"{row}.") or where == "state" for where in wheres(report))


def test_a_state_row_that_is_added_or_taken_away(played: Campaign) -> None:
    for model in fact_models().values():
        for row in model._default_manager.filter(campaign=played):
            with undone():
                run(f"DELETE FROM {model._meta.db_table} WHERE id = %s", row.pk)
                assert named_or_unreadable(check_campaign(played), row.fact_key)
    with undone():
        fact_models()["ledger"]._default_manager.create(campaign=played, key="neutral", vp=1)
        assert wheres(check_campaign(played)) == ["ledger:neutral.vp"]


@pytest.mark.parametrize("column", [c for c in columns(FactHistory) if c not in KEYS_ALONE])
def test_every_column_of_the_history(played: Campaign, column: str) -> None:
    for row in first_middle_last(FactHistory.objects.filter(campaign=played)):
        with undone():
            alter(FactHistory, row.pk, column, another(column, stored(FactHistory, row.pk, column), played))
            assert row.fact in wheres(check_campaign(played))
        with undone():
            run("DELETE FROM campaigns_facthistory WHERE id = %s", row.pk)
            assert row.fact in wheres(check_campaign(played))


@pytest.mark.parametrize("column", [c for c in columns(Seed) if c not in KEYS_ALONE])
def test_every_column_of_a_seed(played: Campaign, column: str) -> None:
    bound = {
        (body["turn_bound"], body["audience"]): entry.reference
        for entry in Entry.objects.filter(campaign=played, kind="seed")
        for body in [entry.record["body"]]
    }
    for seed in Seed.objects.filter(campaign=played):
        reference = bound[seed.turn, seed.audience]
        with undone():
            alter(Seed, seed.pk, column, another(column, stored(Seed, seed.pk, column), played))
            assert reference in wheres(check_campaign(played))
        with undone():
            run("DELETE FROM auditlog_seed WHERE id = %s", seed.pk)
            assert reference in wheres(check_campaign(played))
    with undone():
        Seed.objects.create(campaign=played, turn="0009", audience="public", seed=bytes(32))
        assert wheres(check_campaign(played)) == ["turn 0009"]


@pytest.mark.parametrize("column", [c for c in columns(TableVersion) if c not in KEYS_ALONE])
def test_every_column_of_a_table(played: Campaign, column: str) -> None:
    for table in TableVersion.objects.filter(campaign=played):
        with undone():
            alter(TableVersion, table.pk, column, another(column, stored(TableVersion, table.pk, column), played))
            faults = [str(fault) for fault in check_campaign(played).faults]
            assert any(table.slug in fault for fault in faults), (table.slug, column, faults)
