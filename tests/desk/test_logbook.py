"""The log: one line for every act, by turn, with filters and pages that stay where they are; no secret is in one."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from navalassist.auditlog.models import SOME, Entry, short_code
from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import MODERATOR, OBSERVER
from navalassist.desk.at import At
from navalassist.desk.logbook.lines import line_of
from navalassist.desk.logbook.log import PAGE, entries_of
from navalassist.engine import Set
from navalassist.play import state as states
from navalassist.play.corrections.undo import backwards
from navalassist.play.storage.bodies import body_of, whole_body
from navalassist.play.systems import system_of
from tests.desk.logbook_demo import LOG, edit, end_turn, facts, malta, sail, secret_force, text, written
from tests.in_hand import viewer_of, words_of
from tests.mini.story import play_story

ROW = re.compile(r'<(?:tr|li) id="([^"]+)"')


def rows(page: str) -> list[str]:
    return ROW.findall(page)


def line(entry: Entry) -> object:
    return line_of(entry, body_of(entry, frozenset({"public"})), states.load(entry.campaign.slug))


# Lines


def test_a_check_is_one_line_with_status_dice_and_result(contact: Entry) -> None:
    said = line(contact)
    assert (said.title, said.detail) == ("7 SP Naples–Tripoli", "Central Med, status 9")
    assert (said.dice, said.tag, said.word) == ("6 3, then 4 2 1", "typed", "CONTACT")
    assert said.rest == "4 SP, 4 NTs lost; 2 SP, 2 NTs arrive at Tripoli; 1 SP, 1 NT back in Naples"
    assert said.result == f"CONTACT: {said.rest}"


def test_an_input_is_told_by_what_it_changed(voyage: Campaign) -> None:
    said = line(Entry.objects.get(campaign=voyage, kind="edit"))
    assert (said.title, said.result) == ("Malta's number", "10 → 9")


def test_set_up_seeds_and_the_clock_have_their_lines(voyage: Campaign) -> None:
    end_turn(voyage)
    said = [line(entry) for entry in Entry.objects.filter(campaign=voyage, chain="public")]
    titles = [one.title for one in said]
    assert titles[:2] == ["Campaign begun", "Dice of Mar I 41 bound"]
    assert {"Naval movement ended", "Dice of Mar I 41 opened", "Mar I 41 ended", "Dice of Mar II 41 bound"} <= set(
        titles
    )
    ended = said[titles.index("Mar I 41 ended")]
    assert ended.result == "Mar II 41, Axis player turn, Initial"


# The page


@pytest.mark.rule("X.6")
def test_entries_stand_by_turn_the_newest_first_each_with_its_receipt(contact: Entry, client: Client) -> None:
    end_turn(contact.campaign)
    page = text(client, LOG)
    heads = re.findall(r'scope="rowgroup">([^<]+)<', page)
    assert heads[0].startswith("Mar II 41 · Axis player turn")
    assert heads[-1] == "Mar I 41 · Axis player turn"
    for lines in (re.findall(r'<tr id="e(\d+)"', page), *map(re.compile(r'<li id="e(\d+)"').findall, folds(page))):
        assert lines == sorted(lines, key=int, reverse=True)
    assert {"e1", f"e{contact.sequence}"} <= set(rows(page))
    assert f'href="{LOG}public/{contact.sequence}/">{contact.sequence}</a>' in page


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("kind=dice", ["e5"]),
        ("kind=rules", ["e5", "e4"]),
        ("kind=inputs", ["e3"]),
        ("kind=setup", ["e3", "e1"]),
        ("kind=corrections", []),
        ("seat=allied", ["e5", "e4"]),
        ("seat=system", ["e2"]),
        ("turn=1941-03-1&seat=axis", ["e3"]),
        ("turn=1941-03-2", []),
        ("procedure=cargo-contact", ["e5", "e4"]),
        ("zone=central-med&kind=rules", ["e5"]),
        ("zone=tyrrhenian&kind=rules", ["e4"]),
        ("zone=aegean&kind=rules", []),
        ("item=demo-1&kind=rules", ["e5", "e4"]),
        ("item=demo-2&kind=rules", []),
        ("kind=nonsense", []),
        ("zone=%25", []),
        ("item=%27%3B--", []),
    ],
)
def test_filters_are_in_the_address(contact: Entry, client: Client, query: str, found: list[str]) -> None:
    page = text(client, f"{LOG}?{query}")
    public = [anchor for anchor in rows(page) if re.fullmatch(r"e\d+", anchor)]
    assert public == found
    assert ("No entry fits" in page) is (not rows(page))


def test_a_link_leads_to_an_entry_in_the_list(contact: Entry, client: Client) -> None:
    for number in range(5):
        malta(contact.campaign, number)
    page = text(client, f"{LOG}?at=public/{contact.sequence}")
    assert re.search(r'<tr id="([^"]+)"', page)[1] == f"e{contact.sequence}"
    assert 'aria-current="true"><td' in page
    assert 'rel="prev"' in page


@pytest.mark.promise("P13")
@pytest.mark.parametrize("name", ["before", "after", "at"])
def test_a_place_that_is_not_there_is_the_same_404_as_one_that_is_hidden(
    voyage: Campaign, client: Client, name: str
) -> None:
    hidden = secret_force(voyage)
    places = (hidden.reference, "allied/999", "public/999", "public/0", "public/x", "nowhere", "public/" + "9" * 30)
    answers = [client.get(f"{LOG}?{name}={place}") for place in places]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1


def test_a_secret_act_leaves_no_trace_in_the_other_sides_log(voyage: Campaign, client: Client) -> None:
    before = text(client, LOG)
    secret_force(voyage)
    pattern = re.compile(r'name="(csrfmiddlewaretoken|submission)" value="[^"]*"|hx-headers\S*=\'[^\']*\'')
    assert pattern.sub("", text(client, LOG)) == pattern.sub("", before)


def test_pages_are_turned_by_entry_stay_where_they_are_and_cost_few_queries(voyage: Campaign, client: Client) -> None:
    for number in range(PAGE + 10):
        malta(voyage, number % 16)
    count = written(voyage)
    for query in ("", "?kind=inputs", "?before=public/30", "?after=public/3", "?at=public/20", "?zone=central-med"):
        with CaptureQueriesContext(connection) as queries:
            text(client, LOG + query)
        assert len(queries) <= 8, query
        assert all(q["sql"].startswith("SELECT") for q in queries.captured_queries)
    assert written(voyage) == count
    first = text(client, LOG)
    shown = rows(first)
    assert len(shown) == PAGE
    older = re.search(r'rel="next" href="([^"]+)"', first)
    assert older[1].startswith("?before=public/")
    second = text(client, LOG + older[1])
    malta(voyage, 1)
    malta(voyage, 2)
    assert rows(text(client, LOG + older[1])) == rows(second)
    assert not set(rows(second)) & set(shown)
    assert "e1" in rows(second)
    newer = re.search(r'rel="prev" href="([^"]+)"', second)
    assert sorted(rows(text(client, LOG + newer[1].replace("&amp;", "&")))) == sorted(shown)
    assert max(map(number_of, rows(text(client, LOG)))) == max(map(number_of, shown)) + 2


def number_of(anchor: str) -> int:
    return int(anchor.removeprefix("e"))


# What nobody rolled


def folds(page: str) -> list[str]:
    """The lines that stand for what nobody rolled, with what they stand for."""
    return re.findall(r'<tr class="books">.*?</tr>', page)


def test_what_nobody_rolled_is_one_folded_line_a_step(contact: Entry, client: Client) -> None:
    end_turn(contact.campaign)
    page = text(client, LOG)
    steps = [words_of(fold).partition(" without dice: ")[0].rpartition(" ")[0] for fold in folds(page)]
    assert "Naval movement" in steps
    assert not any(f'id="e{contact.sequence}"' in fold for fold in folds(page))
    assert f'<tr id="e{contact.sequence}"' in page
    assert not any(re.search(r"<details[^>]* open", fold) for fold in folds(page))
    hidden = re.search(r'<li id="(e\d+)"', "".join(folds(page)))[1]
    assert f'<tr id="{hidden}"' in text(client, f"{LOG}?at=public/{hidden[1:]}"), "it is asked for"
    assert not folds(text(client, f"{LOG}?kind=clock")), "what was asked for is not folded"


def test_the_input_that_can_be_taken_back_is_not_folded_and_has_its_button(voyage: Campaign, client: Client) -> None:
    entries = [malta(voyage, number) for number in (4, 5, 6)]
    page = text(client, LOG)
    row = re.search(rf'<tr id="e{entries[-1].sequence}".*?</tr>', page, re.DOTALL)[0]
    assert "Take it back" in row
    assert f'<li id="e{entries[0].sequence}"' in page


@pytest.mark.parametrize(
    ("kind", "sets"), [("malta", "malta:status.number"), ("points", "ledger:allied.vp")], ids=["Malta", "VPs"]
)
def test_a_tap_shows_what_set_malta_or_the_points(contact: Entry, client: Client, kind: str, sets: str) -> None:
    entry = edit(contact.campaign, Set(sets, 3))
    page = text(client, f"{LOG}?kind={kind}")
    assert rows(page)[0] == f"e{entry.sequence}"
    assert f"e{contact.sequence}" not in rows(page)
    assert 'aria-current="true"' in page


def test_contacts_and_losses_are_one_tap(contact: Entry, client: Client) -> None:
    assert rows(text(client, f"{LOG}?kind=contacts")) == [f"e{contact.sequence}"]
    assert rows(text(client, f"{LOG}?kind=losses")) == [f"e{contact.sequence}"]


# Taking back


def test_the_last_input_is_taken_back_from_the_log_and_stays_struck_through(voyage: Campaign, client: Client) -> None:
    entry = malta(voyage, 4)
    page = text(client, LOG)
    button = re.search(r'name="entry" value="([^"]+)"', page)
    assert button[1] == entry.reference
    answer = client.post("/c/mediterranean-1941/undo/", {"entry": button[1], "submission": "once", "next": LOG})
    assert (answer.status_code, answer["Location"]) == (302, LOG)
    assert facts(voyage)["malta:status.number"] == 9
    page = text(client, LOG)
    assert f'<tr id="e{entry.sequence}" class="was">' in page
    assert f"taken back by {entry.sequence + 1}" in page
    assert "<del>Malta&#x27;s number</del>" in page


def test_nothing_can_be_taken_back_once_dice_were_thrown(voyage: Campaign, client: Client) -> None:
    malta(voyage, 4)
    sail(voyage)
    assert "/undo/" not in text(client, LOG)


# Addresses


def test_an_unknown_campaign_is_404(client: Client) -> None:
    assert client.get("/c/nowhere/log/").status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
def test_the_log_can_only_be_read(voyage: Campaign, client: Client, method: str) -> None:
    assert getattr(client, method)(LOG).status_code == 405


# However long it is


def test_no_page_of_it_fetches_the_whole_log(voyage: Campaign, client: Client) -> None:
    for number in range(2 * SOME):
        malta(voyage, 1 + number % 9)
    text(client, LOG)
    with CaptureQueriesContext(connection) as asked:
        text(client, LOG)
    told = [query["sql"].partition(" FROM ") for query in asked.captured_queries]
    of_entries = ["".join(sql) for sql in told if '"content"' in sql[0] and sql[2].startswith('"auditlog_entry"')]
    assert of_entries
    assert all("LIMIT" in sql or '"corrects" IN' in sql or '"id" IN' in sql for sql in of_entries)


def test_the_entries_of_a_page_know_their_campaign(voyage: Campaign) -> None:
    """Lines about people ask each entry for it: on a page of them that was a query a line."""
    here = At(states.load(voyage.slug), viewer_of(voyage, MODERATOR, True), system_of(voyage.system))
    found = list(entries_of(here))
    with CaptureQueriesContext(connection) as asked:
        assert {entry.campaign.slug for entry in found} == {voyage.slug}
    assert len(found) > 1
    assert asked.captured_queries == []


def test_entries_are_read_one_by_one_over_all_that_is_fetched_at_once(voyage: Campaign) -> None:
    for number in range(SOME + 5):
        malta(voyage, 1 + number % 9)
    entries = Entry.objects.filter(campaign=voyage)
    forward = [entry.pk for entry in entries.one_by_one()]
    assert forward == sorted(entries.values_list("pk", flat=True))
    everybody = viewer_of(voyage, MODERATOR, True)
    seen = list(entries.seen_by(everybody.audiences).values_list("pk", flat=True))
    assert [entry.pk for entry in backwards(everybody)] == seen[::-1]
    assert len(seen) > SOME
    assert list(Entry.objects.none().one_by_one()) == []


MARKER = "Leviathan-7731"
SEATS = ("axis", "allied", MODERATOR, OBSERVER)
TAILS = ("/", ".json", "/correct/", "/what-if/")


@pytest.mark.promise("P13", "P22")
@pytest.mark.parametrize("seat", SEATS)
def test_every_page_of_the_log_shows_a_seat_what_is_its_own(campaign: Campaign, client: Client, seat: str) -> None:
    play_story(campaign)
    client.post(f"/c/{campaign.slug}/seat/", {"seat": seat})
    log = f"/c/{campaign.slug}/log/"
    pages = {log: client.get(log)}
    for entry in Entry.objects.filter(campaign=campaign):
        for tail in TAILS:
            address = f"{log}{entry.reference}{tail}"
            pages[address] = client.get(address)
            mine = entry.chain in ("public", seat)
            if tail in ("/", ".json"):
                assert pages[address].status_code == (200 if mine else 404), address
            else:
                assert pages[address].status_code == 404 or (mine and pages[address].status_code == 200), address
    found = [address for address, page in pages.items() if MARKER in page.content.decode()]
    assert bool(found) is (seat == "allied")


def test_a_secret_act_is_one_line_what_waits_is_told_and_an_anchor_tells_nothing(
    campaign: Campaign, client: Client
) -> None:
    play_story(campaign)
    page = client.get(f"/c/{campaign.slug}/log/").content.decode()
    assert "A secret act, only its own seat may read it" in page
    secret = next(e for e in Entry.objects.filter(chain="public", kind="rule") if "commitments" in e.record)
    receipt = client.get(f"/c/{campaign.slug}/log/{secret.reference}/").content.decode()
    assert "is for the Allied seat alone" in receipt
    assert "correct/" not in receipt
    waiting = Entry.objects.filter(campaign=campaign, kind="waiting", procedure="mini-weather").first()
    page = client.get(f"/c/{campaign.slug}/log/{waiting.reference}/").content.decode()
    assert "Waits:" in page
    assert "is not known. What does the printed chart say?" in page
    told = Entry.objects.filter(campaign=campaign, kind="rule", procedure="mini-weather", id__gt=waiting.pk).first()
    page = client.get(f"/c/{campaign.slug}/log/{told.reference}/").content.decode()
    assert "an unknown cell, decided by the moderator" in page
    assert f"as in entry {waiting.sequence}" in page
    anchor = Entry.objects.filter(campaign=campaign, kind="clock", chain="public").last()
    heads = whole_body(anchor)["anchors"]
    assert set(heads) == {"axis", "allied", "moderator"}
    # A hash and nothing else: a number would tell how many entries the other side has, a changed hash that it acted.
    assert all(re.fullmatch(r"[0-9a-f]{64}", head) for head in heads.values())
    assert not any(head in anchor.content for head in heads.values())
    page = client.get(f"/c/{campaign.slug}/log/{anchor.reference}/").content.decode()
    assert f'<th scope="row">Axis</th><td class="hash">{short_code(heads["axis"])}</td>' in page
    assert heads["allied"] not in page
    assert short_code(heads["allied"]) not in page
