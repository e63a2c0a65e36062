"""The receipt of every kind of entry, and the read-out on top of it."""

import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.desk.logbook import cells
from navalassist.desk.logbook.naming import with_turns
from navalassist.desk.logbook.readout import readout
from navalassist.engine import Set
from navalassist.play import state as states
from navalassist.play.storage.bodies import body_of
from navalassist.play.write.transaction import writing
from navalassist.systems.europa.log import shipping
from tests.desk.logbook_demo import LOG, edit, end_step, end_turn, malta, sail, secret_force, text, url, written
from tests.in_hand import InHand, drawn, viewer_of
from tests.in_hand import words_of as words

PUBLIC = frozenset({"public"})


def read(entry: Entry) -> object:
    return readout(entry, body_of(entry, PUBLIC), states.load(entry.campaign.slug))


# The read-out


@pytest.mark.rule("E33.D")
def test_the_read_out_says_item_zone_dice_verdict_and_what_was_lost(contact: Entry) -> None:
    said = read(contact)
    assert (said.head, said.place, said.carried) == ("7 SP, Naples–Tripoli", "Central Mediterranean", "on 7 NTs")
    assert [die.face for die in said.dice] == [6, 3]
    assert (said.column, said.total, said.word, said.bad) == ("9", "9", "CONTACT", True)
    assert (said.odds.needs, said.odds.ways, said.odds.total) == ("7 to 12", 21, 36)
    assert [(part.word, part.text, [d.face for d in part.dice]) for part in said.parts] == [
        ("Eliminated", "lot 1, 3 SP: all 3 lost", [4]),
        ("1 RE", "lot 2, 3 SP: 1 lost, 2 sail on", [2]),
        ("Returned", "lot 3, 1 SP: back to Naples", [1]),
    ]
    assert [(box.label, box.text, box.lost) for box in said.boxes] == [
        ("Lost", "4 SP, 4 NTs", True),
        ("Arrive at Tripoli", "2 SP, 2 NTs", False),
        ("Back in Naples, finished", "1 SP, 1 NT", False),
    ]


def test_no_contact_and_no_check_have_their_own_words(voyage: Campaign) -> None:
    tyrrhenian = Entry.objects.get(campaign=voyage, kind="rule")
    said = read(tyrrhenian)
    assert (said.word, said.rule, said.dice) == ("", "33.B.4.a", ())
    assert "are not checked in the Tyrrhenian" in said.sentence
    assert said.sentence.endswith("; 7 SP, 7 NTs sail on.")
    missed = read(sail(voyage, "12"))
    assert (missed.word, missed.bad, missed.parts) == ("NO CONTACT", False, ())
    assert [(box.label, box.text) for box in missed.boxes] == [("Arrive at Tripoli", "7 SP, 7 NTs")]


@pytest.mark.rule("E33.E.NE")
def test_a_contact_without_effect_is_noted_and_the_cargo_sails_on(voyage: Campaign, client: Client) -> None:
    InHand(voyage).until("allied/naval-movement")
    entry = sail(voyage, "56 1", shipment="demo-2")
    said = read(entry)
    assert (said.word, [part.word for part in said.parts]) == ("CONTACT", ["No effect"])
    assert [(box.label, box.text) for box in said.boxes] == [("Sail on", "2 REs, 2 NTs")]
    assert "the unit, 2 REs: sails on unharmed" in text(client, url(entry))
    assert "2 REs, 2 NTs sail on" in text(client, LOG)


@pytest.mark.rule("X.5")
@pytest.mark.parametrize("strip", ["12", ""])
def test_typed_dice_are_marked_and_the_servers_are_not(voyage: Campaign, client: Client, strip: str) -> None:
    page = text(client, url(sail(voyage, strip)))
    assert ("die 1, typed" in page) is ('class="die  typed"' in page) is bool(strip)


# The receipt


def test_it_shows_terms_with_their_source_cells_that_were_read_odds_and_each_fact(
    contact: Entry, client: Client
) -> None:
    page = text(client, url(contact))
    said = words(page)
    assert "Malta's number" in page.replace("&#x27;", "'")
    assert "+ 9" in said
    assert "(− 5)" in said
    assert "Final status, held in 0 to 15 9 R-02" in said
    assert f'href="{LOG}public/3/">entry 3</a>' in page
    assert 'href="/rulings/#R-04"' in page
    assert "33.B.1.a" in said
    assert len(re.findall(r'class="[^"]*\bhit\b', page)) == 5
    assert "Row 9, column 9: <b>C</b>, contact; a printed cell." in page
    assert "Lot 1: row 4, column SP or SRP, anywhere: <b>E</b>" in page
    assert "Line under the table" in page
    said = words(text(client, url(contact)))
    assert "Contact 21/36 58 % yes" in said
    assert "Everything gets through 15/36 42 % no" in said
    assert "Expected loss 203/72 2.8 RE 4 REs, 1.2 over" in said
    assert "SP Naples–Tripoli, afloat, then arrived 7 2" in said
    assert "SP of SP" not in said
    assert "NTs of SP Naples–Tripoli, lost 0 4" in said
    assert "Where SP Naples–Tripoli stands at sea arrived" in said
    assert "Checked: SP Naples–Tripoli in the Central Med no yes" in said
    assert "Malta's number 9" in said


def test_it_leads_to_the_entries_around_it_and_to_its_file_of_text_and_hash(contact: Entry, client: Client) -> None:
    before = text(client, f"{LOG}public/3/")
    assert f'href="{LOG}public/{contact.sequence}/">Entry {contact.sequence}</a>' in before
    page = text(client, url(contact))
    assert f'rel="prev" href="{LOG}public/4/"' in page
    assert 'rel="next"' not in page
    assert contact.hash in page
    assert contact.record["previous"] in page
    assert contact.code in page
    answer = client.get(f"{LOG}public/{contact.sequence}.json")
    assert answer["Content-Disposition"] == f'attachment; filename="mediterranean-1941-public-{contact.sequence}.json"'
    found = json.loads(answer.content)
    assert found["text"] == contact.content
    assert found["hash"] == contact.hash
    assert found["content"]["body"]["outcome"]["contact"] is True
    assert found["payloads"] == []
    for method in (client.post, client.put, client.delete):
        assert method(url(contact)).status_code == 405


def test_a_word_like_another_entrys_number_is_no_reader_of_it(voyage: Campaign, client: Client) -> None:
    for number in range(4, 14):
        malta(voyage, number)
    assert "Entries that read what this one set" not in text(client, f"{LOG}public/1/")
    last = sail(voyage, "12")
    readers = [s for s in range(2, last.sequence) if "Entries that read what" in text(client, f"{LOG}public/{s}/")]
    assert readers == [4, last.sequence - 1]


def test_server_dice_name_the_entry_that_bound_them_and_are_proved_once_opened(
    voyage: Campaign, client: Client
) -> None:
    entry = sail(voyage)
    page = text(client, url(entry))
    assert "opens when the turn ends" in page
    assert f'Bound at <a href="{LOG}public/2/">entry 2</a>' in page
    end_turn(voyage)
    page = text(client, url(entry))
    opened = Entry.objects.get(campaign=voyage, kind="reveal", chain="public")
    assert f'Opened at <a href="{LOG}public/{opened.sequence}/">' in page
    assert re.search(r"(\d+) of \1 faces recomputed just now: as recorded\.", page)
    assert "<b>is</b>" not in page
    assert "is the one that entry 2 bound" in text(client, url(opened))


def test_every_kind_of_entry_has_a_readable_receipt(contact: Entry, client: Client) -> None:
    campaign = contact.campaign
    note = malta(campaign, 7, note="bombed twice")
    client.post("/c/mediterranean-1941/undo/", {"entry": note.reference, "submission": "undo-1"})
    end_turn(campaign)
    kinds = set()
    for entry in Entry.objects.filter(campaign=campaign, chain="public"):
        page = text(client, url(entry))
        kinds.add(entry.kind)
        assert f"Receipt {entry.sequence}" in page
        assert entry.code in page
        assert not re.search(
            r"(?<![\w/])(malta|shipment|port|zone):[a-z0-9-]+\.", words(re.sub(r"(?s)<details.*?</details>", "", page))
        )
    assert kinds == {"setup", "seed", "edit", "undo", "rule", "clock", "reveal"}
    taken = text(client, url(note))
    assert "Taken back by" in taken
    assert "bombed twice" in taken


def test_a_receipt_costs_few_queries_and_writes_nothing(voyage: Campaign, client: Client) -> None:
    sail(voyage)
    count = written(voyage)
    for entry in Entry.objects.filter(campaign=voyage, chain="public"):
        with CaptureQueriesContext(connection) as queries:
            text(client, url(entry))
        assert len(queries) <= 7, (entry, [query["sql"] for query in queries])
        assert all(query["sql"].startswith("SELECT") for query in queries.captured_queries)
    assert written(voyage) == count


@pytest.mark.promise("P13")
def test_unknown_and_forbidden_entries_are_the_same_404(voyage: Campaign, client: Client) -> None:
    there = secret_force(voyage)
    assert client.get(url(there)).status_code == 404  # the browser sits in the Axis seat
    tails = ("", "correct/", "what-if/")
    bodies = set()
    for where in ("allied/1", "allied/99", "public/99999999999999999999", "nowhere/1", "axis/0"):
        for tail in tails:
            answer = client.get(f"{LOG}{where}/{tail}")
            assert answer.status_code == 404
            bodies.add(answer.content)
        answer = client.get(f"{LOG}{where}.json")
        assert answer.status_code == 404
        bodies.add(answer.content)
    assert len(bodies) == 1
    client.post("/c/mediterranean-1941/seat/", {"seat": "allied"})
    assert "Force H" in text(client, url(there))
    assert "Force H" in text(client, LOG)
    client.post("/c/mediterranean-1941/seat/", {"seat": "axis"})
    assert "Force H" not in text(client, LOG)


@pytest.mark.promise("P33")
def test_what_people_wrote_is_inert(voyage: Campaign, client: Client) -> None:
    hostile = "<script>alert(1)</script>{{ 7 }}{% x %}\"'&\u202e\x00"
    entry = malta(voyage, 5, note=hostile)
    for page in (text(client, url(entry)), text(client, LOG)):
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt;{{ 7 }}" in page


# What if


def test_the_same_dice_in_another_column_change_nothing(contact: Entry, client: Client) -> None:
    count = written(contact.campaign)
    page = text(client, url(contact, "what-if/?column=4"))
    assert "NO CONTACT" in page
    assert "nothing would have been lost" in page
    assert 'aria-current="true">4: –' in page
    assert "everything after it would be the same" in text(client, url(contact, "what-if/"))
    assert "No column 77" in drawn(client.get(url(contact, "what-if/?column=77")), 422)
    assert written(contact.campaign) == count


def test_an_entry_without_dice_has_no_other_column(voyage: Campaign, client: Client) -> None:
    assert client.get(f"{LOG}public/4/what-if/").status_code == 404
    assert client.get(f"{LOG}public/3/what-if/").status_code == 404


def test_the_viewer_of_the_other_seat_reads_the_same_public_receipt(contact: Entry, client: Client) -> None:
    mine = words(text(client, url(contact)))
    client.post("/c/mediterranean-1941/seat/", {"seat": "observer"})
    theirs = words(text(client, url(contact)))
    assert mine.replace(" Correct… Dispute it… ", " ").replace("■ Your seat: Axis", "△ Your seat: Observer") == theirs
    assert viewer_of(contact.campaign, "observer").audiences == PUBLIC


# What applied, and what was only looked at


def marked(page: str) -> list[str]:
    return re.findall(r'<td[^>]* class="[^"]*\bhit\b[^"]*"[^>]*>([^<]*)', page)


def test_only_cells_that_applied_are_marked(contact: Entry, client: Client) -> None:
    page = text(client, url(contact))
    assert "−5" not in marked(page)
    assert "C" in marked(page)
    said = words(page)
    assert "looked at, did not apply" in said
    used, _, also = said.partition("Rulings used")[2].partition("Also looked at, without changing anything:")
    assert "R-04" in used
    assert {"R-16", "R-17", "R-13", "R-02"} <= set(re.findall(r"R-\d\d", also))
    assert "R-17" not in used


def test_of_the_lines_on_malta_only_the_one_that_holds_is_marked(voyage: Campaign, client: Client) -> None:
    InHand(voyage).until("allied/naval-movement")
    entry = sail(voyage, "66 4", shipment="demo-2")
    read = cells.tables_read(body_of(entry, PUBLIC), states.load(voyage.slug))
    base = [table for table in read if not table.rolled and table.readings]
    assert base
    for table in base:
        applied = [one for one in table.readings if one.applied]
        idle = [one for one in table.readings if not one.applied]
        assert len(applied) == 1
        assert idle


def test_a_receipt_says_at_which_seat_it_was_tapped_where_that_is_another(voyage: Campaign, client: Client) -> None:
    theirs = sail(voyage, "12")
    assert theirs.record.get("tapped_at") == theirs.seat == "allied"
    assert "tapped at" not in text(client, url(theirs))
    with writing(viewer_of(voyage)) as writer:
        other = writer.edit("malta.number", [Set("malta:status.number", 5)], seat="allied")
    assert "Allied , tapped at the Axis seat" in words(text(client, url(other)))


# Words of the log


def route_with(campaign: Campaign, **typed: object) -> Entry:
    key = "shipment:demo-2.route"
    first, *others = states.load(campaign.slug).values[key]
    return edit(campaign, Set(key, [{**first, **typed}, *others]), act="shipment.change", title="Row 2 changed")


def forgot(entry: Entry, **situation: object) -> Entry:
    return InHand(entry.campaign, "allied").correct(entry, "forgot", **situation)


def test_a_changed_route_says_what_differs(voyage: Campaign, client: Client) -> None:
    entry = route_with(voyage, air_for=3, hexes=12, protected=True)
    said = words(text(client, LOG))
    assert "Western Med, protected inshore waters: no → yes" in said
    assert re.search(r"Western Med, hexes to the port that counts: \S+ → 12", said)
    assert "Western Med, own air: 0 → 3" in said
    assert "Western Med, own air 0 3" in words(text(client, url(entry)))
    assert route_with(voyage, zone="tyrrhenian")
    assert re.search(r"zones: Western Med\S* .*→ Tyrrhenian", words(text(client, LOG)))


def test_a_mark_that_a_late_correction_removes_is_no_end_of_a_step(contact: Entry, client: Client) -> None:
    end_step(contact.campaign)
    forgot(contact, **{"leg.air_against": 1})
    said = words(text(client, LOG))
    assert "1 check mark of an ended step removed" in said
    assert "Step ended" not in said
    assert "mark ended" not in said


def test_a_correction_names_the_dice_that_it_no_longer_uses(contact: Entry, client: Client) -> None:
    made = forgot(contact, **{"leg.protected": True})
    said = "Dice no longer used contact, effect on lot 1, effect on lot 2, effect on lot 3"
    assert said in words(text(client, url(made)))


def test_plain_words_in_place_of_jargon(voyage: Campaign, client: Client) -> None:
    seed = Entry.objects.get(campaign=voyage, kind="seed")
    said = words(text(client, url(seed)))
    assert "known to nobody" not in said
    assert "the owner of this computer" in said
    assert shipping.item_text({"kind": "rp", "res": "1", "label": ""}) == "1 RP"
    assert with_turns(states.load(voyage.slug), "1941-03-1 → 1941-03-2") == "Mar I 41 → Mar II 41"


def test_paper_leaves_out_what_nobody_set_and_says_how_much(med: InHand) -> None:
    med.group("squadra", "axis", "port:taranto", zara="task-force")
    moved = med.do("naval-move", group="squadra", moves="10 27A:0410", zone="central-med", because="paid at the table")
    page = med.drawn(f"log/{moved.reference}/")
    unset = page.count('<tr class="unset">')
    assert unset > 10
    folded = page.split('<details id="unset">')[1].split("</details>")[0]
    assert f"<summary>{unset} inputs left empty</summary>" in folded
    assert folded.count('<tr class="unset">') == unset, "the page folds them"
    assert re.search(rf"not printed: {unset} inputs not set and \d+ facts, all at entry {moved.sequence}<", page)
    assert '<tr><th scope="row">Because' in page
