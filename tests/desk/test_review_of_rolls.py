"""The review of rolls: filters alone and together, search, bookmarks, what is new, jumps, the list as a file."""

import csv
import io
import json
import re

import pytest
from django.db import connection
from django.test import Client

from navalassist.auditlog import search
from navalassist.auditlog.models import Entry, Tagged
from navalassist.campaigns.models import Campaign
from navalassist.desk.logbook.downloads import safe_cell
from navalassist.desk.logbook.log import PAGE
from navalassist.play.checks.verify import check_campaign
from navalassist.play.storage.bodies import Body
from navalassist.play.storage.index import rebuild, sums
from navalassist.play.write.submissions import new_submission
from navalassist.play.write.transaction import writing
from navalassist.review.models import Bookmark, LastLook
from tests.desk.logbook_demo import LOG, begun, end_step, end_turn, malta, secret_force, text, url, written
from tests.in_hand import ACTOR, viewer_of

ROW = re.compile(r'<tr id="(e[^"]+)"')
FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =1", "\r\n=1", "＝1")


def found(client: Client, query: str) -> list[str]:
    return ROW.findall(text(client, f"{LOG}?{query}"))


def download(client: Client, form: str, **filters: str) -> str:
    answer = client.post(f"{LOG}download/", {"format": form, "submission": new_submission(), **filters})
    assert answer.status_code == 200, answer.content
    assert answer["Content-Disposition"] == f'attachment; filename="mediterranean-1941-log.{form}"'
    return answer.getvalue().decode("utf-8-sig")  # type: ignore[attr-defined]


# Filters


@pytest.mark.rule("X.6")
@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ("step=axis/naval-movement&kind=rules", ["e5", "e4"]),
        ("step=allied/naval-movement", []),
        (f"person={ACTOR}&kind=rules", ["e5", "e4"]),
        ("person=00000000-0000-4000-8000-00000000ffff", []),
        ("table=europa/33-anti-shipping", ["e5"]),
        ("table=europa/36-success", []),
        ("dice=typed", ["e5"]),
        ("dice=server", []),
        ("port=naples", ["e5", "e4"]),
        ("port=tripoli&zone=central-med&dice=typed&seat=allied&turn=1941-03-1", ["e5"]),
        ("operation=demo-1", ["e5", "e4"]),
        ("operation=demo-1&dice=typed", ["e5"]),
        ("corrected=yes", []),
        ("disputed=yes", []),
    ],
)
def test_every_filter_alone_and_several_at_once(contact: Entry, client: Client, query: str, rows: list[str]) -> None:
    assert found(client, query) == rows


def test_what_was_taken_back_is_found(voyage: Campaign, client: Client) -> None:
    entry = malta(voyage, 4)
    client.post("/c/mediterranean-1941/undo/", {"entry": entry.reference, "submission": "once", "next": LOG})
    assert found(client, "corrected=yes") == [f"e{entry.sequence}"]


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        ("naples", ["e5", "e4"]),
        ("NAPLES contact", ["e5", "e4"]),
        ("nápl", ["e5", "e4"]),
        ("33.d", ["e5", "e4"]),
        ("lost", ["e5"]),
        ("typed central", ["e5"]),
        ("nowhere", []),
        ("%", []),
        ("'; --", []),
    ],
)
def test_a_search_finds_names_rules_and_results(contact: Entry, client: Client, words: str, rows: list[str]) -> None:
    assert [row for row in found(client, f"q={words.replace('%', '%25')}") if row not in ("e1", "e2", "e3")] == rows


def test_a_search_finds_what_somebody_wrote(voyage: Campaign, client: Client) -> None:
    entry = malta(voyage, 4, "Després of the raid by Ju 88s")
    malta(voyage, 5)
    assert found(client, "q=despres") == [f"e{entry.sequence}"]
    assert found(client, "q=raid+88s") == [f"e{entry.sequence}"]
    assert found(client, "q=raid+despaired") == []


def test_a_filtered_list_is_turned_by_page_both_ways(voyage: Campaign, client: Client) -> None:
    for number in range(PAGE + 5):
        malta(voyage, number % 16)
        end_step(voyage)
    first = text(client, f"{LOG}?kind=inputs&seat=axis")
    older = re.search(r'rel="next" href="([^"]+)"', first)
    second = text(client, LOG + older[1].replace("&amp;", "&"))
    newer = re.search(r'rel="prev" href="([^"]+)"', second)
    assert len(ROW.findall(first)) == PAGE
    assert ROW.findall(text(client, LOG + newer[1].replace("&amp;", "&"))) == ROW.findall(first)
    numbers = [int(row[1:]) for row in ROW.findall(first) + ROW.findall(second)]
    kept = Entry.objects.filter(campaign=voyage, chain="public", kind="edit", seat="axis").order_by("-id")
    assert numbers == list(kept.values_list("sequence", flat=True))


def test_a_search_that_hardly_ever_fits_stops_and_goes_on_where_it_stopped(
    voyage: Campaign, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "WINDOWS", (3, 4))
    wanted = malta(voyage, 4, "the needle")
    for _ in range(8):
        malta(voyage, 7, "hay")
    assert ROW.findall(text(client, f"{LOG}?q=needle&kind=inputs")) == [f"e{wanted.sequence}"]
    page = text(client, f"{LOG}?kind=inputs&seat=axis&dice=typed")
    assert "Older ones have not been looked at" in page
    seen = 0
    while older := re.search(r'rel="next" href="([^"]+)"', page):
        page, seen = text(client, LOG + older[1].replace("&amp;", "&")), seen + 1
    assert seen == 1
    assert ROW.findall(page) == []


# The index


@pytest.mark.promise("P21")
def test_the_index_is_made_from_the_log_and_checked_against_it(contact: Entry) -> None:
    campaign = contact.campaign
    secret_force(campaign)
    before = set(Tagged.objects.values_list("tag", "entry_id"))
    assert rebuild(campaign) == len(before)
    assert set(Tagged.objects.values_list("tag", "entry_id")) == before
    assert check_campaign(campaign).sound
    for harm in (
        "DELETE FROM auditlog_tagged WHERE entry_id = %s",
        "UPDATE auditlog_tagged SET tag = -tag WHERE entry_id = %s",
    ):
        with connection.cursor() as cursor:
            cursor.execute(harm, [contact.pk])
        assert [fault.where for fault in check_campaign(campaign).faults] == ["index"]
        rebuild(campaign)
    assert check_campaign(campaign).sound
    assert sums(campaign).pairs == len(before)


@pytest.mark.promise("P24", "P29")
@pytest.mark.parametrize(
    "query", ["q=force", "q=western", "zone=western-med", "seat=allied", "kind=inputs", "kind=setup"]
)
def test_no_filter_and_no_word_finds_what_is_for_others(voyage: Campaign, client: Client, query: str) -> None:
    before = found(client, query)
    entry = secret_force(voyage)
    assert found(client, query) == before
    client.post("/c/mediterranean-1941/seat/", {"seat": "allied"})
    assert f"e-allied-{entry.sequence}" in found(client, "q=force")


# What one marks


def test_a_bookmark_is_a_persons_own(contact: Entry, client: Client) -> None:
    count = written(contact.campaign)
    back = {"next": url(contact)}
    answer = client.post(f"{LOG}bookmark/", {"entry": contact.reference, "name": "the great convoy", **back})
    assert (answer.status_code, answer["Location"]) == (302, url(contact))
    assert "the great convoy" in text(client, LOG)
    assert 'value="the great convoy"' in text(client, url(contact))
    assert "the great convoy" not in text(Client(), LOG)
    client.post(f"{LOG}bookmark/", {"entry": contact.reference, "name": "another name", **back})
    assert Bookmark.objects.get().name == "another name"
    client.post(f"{LOG}bookmark/", {"entry": contact.reference, "remove": "1", **back})
    assert not Bookmark.objects.exists()
    assert written(contact.campaign) == count


@pytest.mark.promise("P24")
def test_no_bookmark_at_what_is_hidden(voyage: Campaign, client: Client) -> None:
    entry = secret_force(voyage)
    for reference in (entry.reference, "allied/99", "public/99", "nonsense", "public/1x", ""):
        assert client.post(f"{LOG}bookmark/", {"entry": reference}).status_code == 422, reference
        assert client.post(f"{LOG}looked/", {"entry": reference}).status_code == 422, reference
    assert not Bookmark.objects.exists()


def test_what_came_since_one_looked_is_counted_and_marked(voyage: Campaign, client: Client) -> None:
    assert "Since I last looked" not in text(client, LOG)
    assert not LastLook.objects.exists()
    client.post(f"{LOG}looked/", {"entry": "public/4"})
    assert "Since I last looked" not in text(client, LOG)
    for number in range(3):
        malta(voyage, number)
    secret_force(voyage)
    page = text(client, LOG)
    assert "Since I last looked, 3<" in page
    assert page.index('id="e5"') < page.index("New since you last looked") < page.index('id="e4"')
    assert found(client, "since=1") == ["e7", "e6", "e5"]
    client.post(f"{LOG}looked/", {"entry": "public/2"})
    assert found(client, "since=1") == ["e7", "e6", "e5"]
    client.post("/c/mediterranean-1941/seat/", {"seat": "allied"})
    assert "Since I last looked" not in text(client, LOG)


# Going somewhere


def test_a_number_or_a_turn_leads_to_its_place(contact: Entry, client: Client) -> None:
    end_turn(contact.campaign)
    for typed, place in [("5", "public/5#e5"), ("Entry 5", "public/5#e5"), ("public/5", "public/5#e5")]:
        answer = client.get(LOG, {"go": typed})
        assert (answer.status_code, answer["Location"]) == (302, f"?at={place}"), typed
    last = Entry.objects.filter(campaign=contact.campaign, chain="public", turn=contact.turn).order_by("-id").first()
    for typed in ("Mar I 41", "1941-03-1", " mar i  41 "):
        assert client.get(LOG, {"go": typed})["Location"] == f"?at={last.reference}#e{last.sequence}"
    for typed in ("999", "axis 1", "allied 1", "Mar I 42", "x" * 50, "0"):
        assert "There is no such entry or turn" in text(client, f"{LOG}?go={typed}"), typed


# Files


def test_the_table_holds_what_the_filters_find(contact: Entry, client: Client) -> None:
    rows = list(csv.DictReader(io.StringIO(download(client, "csv", kind="rules"))))
    assert [row["entry"] for row in rows] == ["public/4", "public/5"]
    assert (rows[1]["turn"], rows[1]["step"], rows[1]["dice"]) == ("Mar I 41", "Naval movement", "6 3, then 4 2 1")
    assert rows[1]["result"].startswith("CONTACT: 4 SP")
    assert rows[1]["hash"] == contact.hash
    whole = json.loads(download(client, "json"))
    assert [entry["reference"] for entry in whole["entries"]] == [f"public/{n}" for n in range(1, 6)]
    assert whole["entries"][4]["body"] == contact.record["body"] | {"facts_read": contact.record["body"]["facts_read"]}


@pytest.mark.promise("P33")
@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_is_a_formula(text: str) -> None:
    assert safe_cell(text).startswith("'")
    assert safe_cell("7 SP") == "7 SP"


@pytest.mark.promise("P33")
def test_what_was_typed_is_no_formula_in_the_table(voyage: Campaign, client: Client) -> None:
    for formula in FORMULAS:
        malta(voyage, FORMULAS.index(formula) + 1, formula)
    for row in csv.reader(io.StringIO(download(client, "csv"))):
        assert not [cell for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r", "＝"))]


@pytest.mark.promise("P23", "P24")
def test_a_file_holds_what_the_seat_may_read_and_is_told_to_the_moderator(voyage: Campaign, client: Client) -> None:
    secret_force(voyage)
    for form in ("csv", "json"):
        assert "allied" not in {
            row.partition("/")[0] for row in re.findall(r"\b(allied/\d+)\b", download(client, form))
        }
    client.post("/c/mediterranean-1941/seat/", {"seat": "allied"})
    assert "Force H" in download(client, "json", q="force")
    told = Entry.objects.filter(campaign=voyage, chain="moderator", kind="access")
    assert [entry.payloads.get().content.count('"log.export"') for entry in told] == [1, 1, 1]
    assert [entry.seat for entry in told] == ["axis", "axis", "allied"]
    assert client.post(f"{LOG}download/", {"format": "xls", "submission": "x"}).status_code == 422
    assert client.get(f"{LOG}download/").status_code == 405


def test_a_long_list_goes_out_in_parts(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from navalassist.desk.logbook import downloads

    voyage = begun()
    monkeypatch.setattr(downloads, "BATCH", 4)
    monkeypatch.setattr(search, "WINDOWS", (3, 3))
    for number in range(13):
        malta(voyage, number)
    with writing(viewer_of(voyage, "moderator")) as writer:
        writer.append("access", Body("seat.give"), seat="axis")
    rows = list(csv.DictReader(io.StringIO(download(client, "csv", kind="inputs", seat="axis"))))
    assert [row["entry"] for row in rows] == [f"public/{n}" for n in (3, *range(5, 18))]
