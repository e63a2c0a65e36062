"""P18: whatever is altered, removed, inserted or moved in the log, or beside it, one command names it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, models, transaction

from navalassist.auditlog import triggers
from navalassist.auditlog.models import Chain, Entry, Payload, Seed
from navalassist.campaigns.facts import fact_models
from navalassist.campaigns.models import Campaign, FactHistory, TableVersion
from navalassist.engine import canonical
from navalassist.play import state as states
from navalassist.play.verify import Report, check_campaign
from tests.mini.story import play_story
from tests.mini.system import begin

pytestmark = [pytest.mark.promise("P18"), pytest.mark.django_db]
KEYS_ALONE = {"id"}


@pytest.fixture
def played(campaign: Campaign) -> Campaign:
    """The campaign of the story, beside another one, its triggers out of the way."""
    begin("Other War")
    play_story(campaign)
    assert check_campaign(campaign).faults == []
    triggers.drop()
    return campaign


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
    if isinstance(value, int):
        return value + 70 if value > 1 or column == "sequence" else 1 - value
    if column in ("sources", "value", "neighbours", "zones", "groups"):
        return {"[": "[7]", "{": "{}"}.get(value[:1], "7" if value != "7" else "8")
    return value.replace("e", "f", 1) if "e" in value else f"{value}x"


def alter(model: type[models.Model], pk: int, column: str, value: Any) -> None:
    run(f"UPDATE {model._meta.db_table} SET {column} = %s WHERE id = %s", value, pk)


def wheres(report: Report) -> list[str]:
    return [fault.where for fault in report.faults]


def first_middle_last(queryset: Any) -> list[Any]:
    rows = list(queryset.order_by("id"))
    return list(dict.fromkeys([rows[0], rows[len(rows) // 2], rows[-1]]))


def test_a_sound_log_raises_no_alarm(played: Campaign) -> None:
    report = check_campaign(played)
    assert report.faults == []
    assert report.entries == Entry.objects.filter(campaign=played).count() > 30
    kinds = set(Entry.objects.filter(campaign=played).values_list("kind", flat=True))
    assert kinds == {"setup", "seed", "reveal", "edit", "rule", "waiting", "correction", "undo", "clock"}
    assert report.rules > 12
    assert report.dice > 5


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
    rows = model._default_manager.filter(campaign=played).order_by("id")
    assert rows
    for row in rows:
        for column in (c for c in columns(model) if c not in KEYS_ALONE):
            with undone():
                run("PRAGMA ignore_check_constraints = ON")
                alter(model, row.pk, column, another(column, stored(model, row.pk, column), played))
                run("PRAGMA ignore_check_constraints = OFF")
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


def test_a_table_whose_cell_is_altered_is_named_by_the_entries_that_read_it(played: Campaign) -> None:
    with undone():
        run("UPDATE campaigns_tableversion SET text = replace(text, '- C C C', 'C C C C') WHERE slug = 'mini/search'")
        readers = [e.reference for e in Entry.objects.filter(campaign=played, content__contains='"mini/search":')]
        assert set(readers) <= set(wheres(check_campaign(played)))


def test_every_entry_that_is_taken_out(played: Campaign) -> None:
    for entry in Entry.objects.filter(campaign=played).order_by("id"):
        with undone():
            run("DELETE FROM auditlog_payload WHERE entry_id = %s", entry.pk)
            run("DELETE FROM auditlog_entry WHERE id = %s", entry.pk)
            following = f"{entry.chain}/{entry.sequence + 1}"
            assert {following, entry.reference} & set(wheres(check_campaign(played))), entry


def test_a_secret_part_that_is_taken_out(played: Campaign) -> None:
    for payload in Payload.objects.all():
        with undone():
            run("DELETE FROM auditlog_payload WHERE id = %s", payload.pk)
            assert payload.entry.reference in wheres(check_campaign(played))


def test_entries_that_change_places(played: Campaign) -> None:
    public = list(Entry.objects.filter(campaign=played, chain="public").order_by("id"))
    for one, two in zip(public[2::4], public[3::4], strict=False):
        with undone():
            for entry, other in ((one, two), (two, one)):
                run(
                    "UPDATE auditlog_entry SET content = %s, hash = %s WHERE id = %s",
                    other.content,
                    other.hash,
                    entry.pk,
                )
            assert wheres(check_campaign(played))[0] == one.reference
        with undone():
            alter(Entry, one.pk, "id", -1)
            alter(Entry, two.pk, "id", one.pk)
            alter(Entry, -1, "id", two.pk)
            assert wheres(check_campaign(played))[0] in (one.reference, two.reference)


def test_an_entry_that_is_put_in(played: Campaign) -> None:
    last = Entry.objects.filter(campaign=played, chain="public").order_by("id").last()
    assert last is not None
    with undone():
        last.pk, last.sequence = None, last.sequence + 1
        last.save(force_insert=True)
        assert wheres(check_campaign(played))[0] == last.reference


def forge(campaign: Campaign, reference: str, change: Callable[[dict[str, Any]], None]) -> None:
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


def change_outcome(record: dict[str, Any]) -> None:
    record["body"]["outcome"] = "storm for 5"


def change_face(record: dict[str, Any]) -> None:
    answer = record["body"]["answers"][-1]
    answer["faces"] = [7 - answer["faces"][0]]


def change_reading(record: dict[str, Any]) -> None:
    record["body"]["answers"][-1]["reading"] = 9


def change_effect(record: dict[str, Any]) -> None:
    record["body"]["effects"][0]["value"] = "major"
    record["body"]["changes"][0][2] = "major"


def change_change(record: dict[str, Any]) -> None:
    record["body"]["changes"][0][2] = "major"


def call_it_typed(record: dict[str, Any]) -> None:
    change_face(record)
    record["body"]["dice"]["source"] = "typed"


def go_on_from_itself(record: dict[str, Any]) -> None:
    call_it_reused(record)
    record["body"]["continues"] = f"{record['chain']}/{record['sequence']}"


def call_it_reused(record: dict[str, Any]) -> None:
    change_face(record)
    record["body"]["dice"]["reused"] = [a["key"] for a in record["body"]["answers"]]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (change_outcome, "rule check: the outcome would differ"),
        (change_face, "is not the one that was bound"),
        (change_reading, "rule check: the readings would differ"),
        (change_effect, "rule check: the effects would differ"),
        (change_change, "the log before it says otherwise"),
        (call_it_typed, "the column dice differs from the text"),
        (call_it_reused, "the entry whose dice it uses again is not there"),
        (go_on_from_itself, "the entry whose dice it uses again is not there before it"),
    ],
)
def test_a_forger_who_puts_all_hashes_right(played: Campaign, change: Callable[..., None], why: str) -> None:
    entry = entry_of(played, "mini-weather", dice="server")
    with undone():
        forge(played, entry.reference, change)
        report = check_campaign(played)
        assert report.faults[0].where == entry.reference
        assert any(why in fault.what for fault in report.faults if fault.where == entry.reference), report.faults


@pytest.mark.parametrize(
    ("turn", "why"),
    [("0001", "its dice were thrown when their seed was open already"), ("0009", "its dice were never bound")],
)
def test_dice_of_another_turn(played: Campaign, turn: str, why: str) -> None:
    entry = Entry.objects.filter(campaign=played, dice="server", turn="0002").order_by("id").last()
    assert entry is not None
    with undone():
        forge(played, entry.reference, lambda record: record.update(turn=turn))
        alter(Entry, entry.pk, "turn", turn)
        assert why in [fault.what for fault in check_campaign(played).faults if fault.where == entry.reference]


def test_dice_that_are_given_again_must_be_those_of_before(played: Campaign) -> None:
    entry = entry_of(played, "mini-orders")

    def other_fog(record: dict[str, Any]) -> None:
        fog = record["body"]["answers"][0]
        fog["faces"] = [fog["faces"][0] % 3 + 1 + (3 if fog["reading"] else 0)]

    with undone():
        forge(played, entry.reference, other_fog)
        faults = [str(fault) for fault in check_campaign(played).faults]
        assert any(f.startswith(f"{entry.reference}: the dice of fog are not those of public/") for f in faults), faults


def test_facts_that_a_waiting_rule_read_are_those_of_the_log(played: Campaign) -> None:
    waiting = entry_of(played, "mini-weather", "waiting")

    def read_otherwise(record: dict[str, Any]) -> None:
        record["body"]["facts_read"][0][1] = "major"

    with undone():
        forge(played, waiting.reference, read_otherwise)
        found = [str(fault) for fault in check_campaign(played).faults]
        assert any(f.startswith(f"{waiting.reference}: it read zone:outer.interference as 'major'") for f in found)


def test_facts_that_a_rule_was_told_are_those_that_it_read(played: Campaign) -> None:
    for kind in ("rule", "correction"):
        entry = entry_of(played, "mini-strike", kind)

        def tell_otherwise(record: dict[str, Any]) -> None:
            record["body"]["situation"]["facts"]["zone:inner.hits"] = 7

        with undone():
            forge(played, entry.reference, tell_otherwise)
            found = [str(fault) for fault in check_campaign(played).faults]
            assert f"{entry.reference}: the rule was told zone:inner.hits as 7, which was not read so" in found


def test_dice_of_what_was_carried_out_are_not_handed_on(played: Campaign) -> None:
    done = entry_of(played, "mini-strike")
    later = Entry.objects.filter(campaign=played, kind="rule", procedure="mini-strike").order_by("id").last()
    assert later is not None
    with undone():
        forge(played, later.reference, lambda record: record["body"].update(continues=done.reference))
        found = [str(fault) for fault in check_campaign(played).faults]
        assert f"{later.reference}: it goes on from {done.reference}, which neither waited nor was given up" in found


def test_an_entry_is_followed_by_one_only(played: Campaign) -> None:
    answered = entry_of(played, "mini-orders")
    origin = answered.record["body"]["continues"]
    later = Entry.objects.filter(campaign=played, kind="rule", id__gt=answered.pk).order_by("id").last()
    assert later is not None
    with undone():
        forge(played, later.reference, lambda record: record["body"].update(continues=origin))
        found = [str(fault) for fault in check_campaign(played).faults]
        assert f"{later.reference}: {answered.reference} had gone on from {origin} already, or corrected it" in found


def test_a_secret_chain_that_is_rewritten_is_shown_by_the_next_anchor(played: Campaign) -> None:
    with undone():
        forge(played, "allied/1", lambda record: record.update(time="1999-01-01T00:00:00Z"))
        run("UPDATE auditlog_entry SET time = '1999-01-01 00:00:00' WHERE chain = 'allied' AND sequence = 1")
        faults = check_campaign(played).faults
        anchor = Entry.objects.filter(campaign=played, kind="clock", chain="public").order_by("id").first()
        assert anchor is not None
        assert faults[0].where == anchor.reference
        assert faults[0].what == "the chain allied was changed before this anchor"


def test_a_tail_that_is_cut(played: Campaign) -> None:
    last = Entry.objects.filter(campaign=played, chain="public").order_by("id").last()
    assert last is not None
    with undone():
        run("DELETE FROM auditlog_payload WHERE entry_id = %s", last.pk)
        run("DELETE FROM auditlog_entry WHERE id = %s", last.pk)
        fault = check_campaign(played).faults[0]
        assert (fault.where, fault.what) == (last.reference, "the head is not the last entry (the tail was cut?)")


def test_a_chain_that_is_taken_away(played: Campaign) -> None:
    with undone():
        run("DELETE FROM auditlog_chain WHERE audience = 'allied'")
        assert ("allied", "the chain itself is missing") in [(f.where, f.what) for f in check_campaign(played).faults]


def test_a_campaign_of_another_system(played: Campaign) -> None:
    with undone():
        run("UPDATE campaigns_campaign SET system = 'europa' WHERE id = %s", played.pk)
        assert check_campaign(Campaign.objects.get(pk=played.pk)).faults[0].where == "public/1"


@pytest.mark.parametrize(
    "text",
    ["", "null", "[]", "{}", '{"a": 1}', "[" * 50_000, '{"body":{},"chain":1}', "NaN", '{"x":1.5}', "\x00", "\ud7ff"],
)
def test_text_that_is_no_entry_is_named_and_stops_nothing(played: Campaign, text: str) -> None:
    entry = entry_of(played, "mini-weather")
    with undone():
        digest = hashlib.sha256(text.encode()).hexdigest()
        run("UPDATE auditlog_entry SET content = %s, hash = %s WHERE id = %s", text, digest, entry.pk)
        report = check_campaign(played)
        assert report.faults[0].where == entry.reference
        assert report.faults[0].what.startswith("its content cannot be read")


def test_bytes_that_are_no_text_are_named_too(played: Campaign) -> None:
    entry = entry_of(played, "mini-weather")
    with undone():
        run("UPDATE auditlog_entry SET content = CAST(x'ff41' AS TEXT) WHERE id = %s", entry.pk)
        faults = [str(fault) for fault in check_campaign(played).faults]
        assert faults[0] == f"row/{entry.pk}: its content cannot be read (ValueError: it holds bytes that are no text)"
        assert faults[1].startswith(f"{entry.chain}/{entry.sequence + 1}: it does not follow")
    payload = Payload.objects.order_by("id").first()
    assert payload is not None
    with undone():
        run("UPDATE auditlog_payload SET content = CAST(x'ff41' AS TEXT) WHERE id = %s", payload.pk)
        assert payload.entry.reference in wheres(check_campaign(played))
    with undone():
        run("UPDATE auditlog_entry SET time = 'noon', sequence = 'one' WHERE id = %s", entry.pk)
        assert any("public/one" in str(fault) for fault in check_campaign(played).faults)


def test_a_campaign_without_any_log(played: Campaign) -> None:
    with undone():
        empty = Campaign.objects.create(name="Empty", slug="empty", system="mini")
        assert str(check_campaign(empty).faults[0]) == "public/1: there is no log at all"


def test_it_does_not_go_on_for_ever(played: Campaign) -> None:
    with undone():
        run("UPDATE auditlog_entry SET hash = 'x'")
        assert 20 <= len(check_campaign(played).faults) < 25


def test_the_command_says_so(played: Campaign, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify")
    said = capsys.readouterr().out
    assert "little-war: " in said
    assert said.count(": sound") == 2
    entry = entry_of(played, "mini-weather")
    with undone():
        alter(Entry, entry.pk, "seat", "allies")
        with pytest.raises(SystemExit) as stopped:
            call_command("verify", "little-war")
    said = capsys.readouterr().out
    assert stopped.value.code == 1
    assert "1 fault\n" in said
    assert f"the first fault is in {entry.reference}" in said
    assert f"{entry.reference}: the column seat differs from the text" in said
