"""P18: whatever is altered, removed, inserted or moved in the log, or beside it, one command names it."""

import hashlib

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection

from navalassist.auditlog.models import Entry, Payload
from navalassist.campaigns.models import Campaign
from navalassist.play.checks.verify import check_campaign
from navalassist.play.write.writer import commit
from tests.databases import only_on_postgresql, only_on_sqlite
from tests.promises.tampering import alter, entry_of, run, undone, wheres

pytestmark = [pytest.mark.promise("P18"), pytest.mark.django_db]


def test_a_sound_log_raises_no_alarm(played: Campaign) -> None:
    report = check_campaign(played)
    assert report.faults == []
    assert report.entries == Entry.objects.filter(campaign=played).count() > 30
    kinds = set(Entry.objects.filter(campaign=played).values_list("kind", flat=True))
    assert kinds == {"setup", "seed", "reveal", "edit", "rule", "waiting", "correction", "undo", "clock", "access"}
    assert report.rules > 12
    assert report.dice > 5


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
    ["", "null", "[]", "{}", '{"a": 1}', "[" * 50_000, '{"body":{},"chain":1}', "NaN", '{"x":1.5}', "\ud7ff"]
    + ["\x00"] * (connection.vendor == "sqlite"),
)
def test_text_that_is_no_entry_is_named_and_stops_nothing(played: Campaign, text: str) -> None:
    entry = entry_of(played, "mini-weather")
    with undone():
        digest = hashlib.sha256(text.encode()).hexdigest()
        run("UPDATE auditlog_entry SET content = %s, hash = %s WHERE id = %s", text, digest, entry.pk)
        report = check_campaign(played)
        assert report.faults[0].where == entry.reference
        assert report.faults[0].what.startswith("its content cannot be read")


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1.0"])
def test_a_secret_part_with_a_number_that_no_log_holds_is_named_though_its_commitment_is_right(
    played: Campaign, number: str
) -> None:
    payload = Payload.objects.filter(content__contains=":null").order_by("id").first()
    assert payload is not None
    told = payload.content.replace(":null", f":{number}")
    known, forged = (commit(payload.salt, text) for text in (payload.content, told))
    with undone():
        content = payload.entry.content.replace(known, forged)
        digest = hashlib.sha256(content.encode()).hexdigest()
        run("UPDATE auditlog_payload SET content = %s WHERE id = %s", told, payload.pk)
        run("UPDATE auditlog_entry SET content = %s, hash = %s WHERE id = %s", content, digest, payload.entry_id)
        fault = check_campaign(played).faults[0]
        assert fault.where == payload.entry.reference
        assert f'"{number}" is not a whole number' in fault.what


@only_on_sqlite("PostgreSQL takes no bytes as text, and no word as a number or time: see the test below")
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


@only_on_postgresql("SQLite takes what it is given")
@pytest.mark.parametrize(
    "what",
    [
        "content = convert_from('\\xff41', 'UTF8')",
        "content = chr(0)",
        "time = 'noon'",
        "sequence = 'one'",
        "content = NULL",
        "hash = repeat('a', 65)",
    ],
)
def test_what_is_no_text_number_or_time_cannot_even_be_stored(played: Campaign, what: str) -> None:
    with pytest.raises(DatabaseError), undone():
        run(f"UPDATE auditlog_entry SET {what} WHERE id = %s", entry_of(played, "mini-weather").pk)
    assert check_campaign(played).sound


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
