"""What cannot be corrected, what does not fit, and what follows from a correction, also of marks.

By hand, as in the naval steps: the Squadra lies at sea off Valletta, among Allied mines and in an Allied danger zone.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import Remove
from navalassist.play.write.transaction import writing
from tests.as_read import as_read
from tests.begun import begin
from tests.desk.logbook_demo import LOG, bomb, facts, malta, sail, secret_force, text, url, written
from tests.desk.test_correction import correct, filled, form_of, look
from tests.in_hand import InHand, in_hand, viewer_of, words_of
from tests.systems.europa.board import put
from tests.systems.europa.board import typed as typed_row
from tests.systems.europa.pages.test_naval_steps import HEX, fleet_of, marks
from tests.systems.europa.test_closed import closed

# What cannot be corrected


def test_what_cannot_be_corrected_says_why(contact: Entry, client: Client) -> None:
    edit = text(client, f"{LOG}public/3/correct/")
    assert "an input is edited or taken back" in edit
    assert "Show what it would be" not in edit
    assert "<p>Set what is wrong now by hand" in edit
    with writing(viewer_of(contact.campaign)) as writer:
        writer.edit("shipment.change", [Remove("shipment:demo-1")])
    ended = text(client, url(contact, "correct/"))
    assert "can't be corrected now" in ended
    assert "SP Naples–Tripoli" in ended
    assert "shipment:demo-1" not in ended
    assert "Show what it would be" not in ended
    assert client.post(url(contact, "correct/"), {"reason": "typo"}).status_code in (409, 422)


def test_dependents_are_listed_before_it_is_sent_and_kept_with_the_correction(voyage: Campaign, client: Client) -> None:
    bombed = bomb(voyage)
    check = sail(voyage, "63 4 2 1")
    page = text(client, url(bombed, "correct/"))
    assert f'href="{url(check)}">Entry {check.sequence}</a>' in page
    assert form_of(page)["typed_hits"] == "1"
    assert "its number goes from 9 to 7" in look(client, bombed, reason="typo", typed_hits="2")
    made = correct(client, bombed, reason="typo", typed_hits="2")
    assert facts(voyage)["malta:status.number"] == 7
    assert made.record["body"]["dependents"] == [check.reference]
    assert f"entry {check.sequence}" in text(client, url(made))


@pytest.mark.parametrize(
    ("typed", "about"),
    [
        ({"res": "2.3"}, "id_res"),
        ({"res": "lots"}, "id_res"),
        ({"transport_count": "-1"}, "id_transport_count"),
        ({"transport_count": ""}, "id_transport_count"),
        ({"kind": "submarine"}, "id_kind"),
        ({"origin": "atlantis"}, "id_origin"),
        ({"reason": ""}, "id_reason_0"),
        ({"reason": "spite"}, "id_reason_0"),
        ({"strip": "63 4 2 7"}, "id_strip"),
        ({"strip": "63 4"}, "id_strip"),
        ({"strip": "63 4 2 1 1"}, "id_strip"),
        ({}, "id_strip"),
        ({"note": "x" * 201}, "id_note"),
        ({"air_for": "9" * 400}, "id_air_for"),
    ],
)
def test_what_does_not_fit_is_named_and_nothing_typed_is_lost(
    contact: Entry, client: Client, typed: dict[str, str], about: str
) -> None:
    count = written(contact.campaign)
    sent = filled(client, contact, **{"note": "as agreed", **typed})
    for tail in ("correct/", "correct/preview/"):
        answer = client.post(url(contact, tail), sent)
        page = answer.content.decode()
        assert answer.status_code == 422
        assert f'href="#{about}"' in page, page
        assert f'id="{about}"' in page
        kept = form_of(page)
        for name, value in typed.items():
            if name not in ("kind", "origin", "reason"):
                assert kept[name] == value
        assert kept["note"] == sent["note"]
    assert written(contact.campaign) == count


def test_all_that_is_wrong_is_named_at_once_and_what_is_right_stays_folded(contact: Entry, client: Client) -> None:
    sent = filled(client, contact, reason="", strip="63 4")
    for tail in ("correct/", "correct/preview/"):
        page = client.post(url(contact, tail), sent).content.decode()
        assert "2 things to mend: Reason: choose why it is corrected. 1 more die is needed" in words_of(page)
        assert "<details><summary>Something else was typed wrong" in as_read(page)
    page = client.post(url(contact, "correct/"), {**sent, "res": "lots"}).content.decode()
    assert "<details open><summary>Something else was typed wrong" in as_read(page)


@pytest.mark.promise("P33")
def test_hostile_text_in_every_field_is_inert_and_never_a_fault(contact: Entry, client: Client) -> None:
    hostile = "<script>alert(1)</script>\"'{{7*7}}\x00\u202e"
    sent = filled(client, contact)
    for name in sent:
        if name == "csrfmiddlewaretoken":
            continue
        answer = client.post(
            url(contact, "correct/"), {**sent, name: hostile, "strip" if name != "strip" else "note": ""}
        )
        assert answer.status_code in (302, 403, 409, 422), name
        assert b"<script>alert" not in answer.content
    # A name may hold any sign but NUL, which comes to no page: so the one in the label made a correction.
    named = Entry.objects.get(campaign=contact.campaign, corrects=contact.reference)
    assert "<script>alert" not in text(client, url(named))
    page = text(client, url(correct(client, named, res="6", transport_count="6", note='<img src=x onerror="1">')))
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page


def test_a_second_tap_gets_the_first_correction(contact: Entry, client: Client) -> None:
    sent = filled(client, contact, res="5", transport_count="5")
    first = client.post(url(contact, "correct/"), sent)
    count = written(contact.campaign)
    second = client.post(url(contact, "correct/"), sent)
    assert (second.status_code, second["Location"]) == (302, first["Location"])
    assert written(contact.campaign) == count


@pytest.mark.promise("P13")
def test_an_observer_cannot_correct_and_a_hidden_entry_is_not_there(contact: Entry, client: Client) -> None:
    hidden = secret_force(contact.campaign)
    sent = filled(client, contact, res="5", transport_count="5")
    client.post("/c/mediterranean-1941/seat/", {"seat": "observer"})
    assert client.post(url(contact, "correct/"), sent).status_code == 403
    for tail in ("correct/", "correct/preview/"):
        assert client.post(url(hidden, tail), sent).status_code == 404
    assert Entry.objects.filter(corrects=contact.reference).count() == 0


@pytest.mark.rule("E33.D.MOD1")
def test_empties_that_did_not_sail_alone_are_corrected_and_their_row_follows(voyage: Campaign, client: Client) -> None:
    malta(voyage, 9)
    key = put(voyage, typed_row("4 empty NTs", "tripoli naples", central_med={}))
    entry = sail(voyage, "33", key)
    assert entry.record["body"]["outcome"]["column"] == 4
    assert "Sails alone" in text(client, url(entry))
    values = filled(client, entry, reason="wrong-cargo")
    assert values.pop("alone") == "on"
    answer = client.post(url(entry, "correct/"), values)
    assert answer.status_code == 302, answer.content.decode()
    assert Entry.objects.get(campaign=voyage, corrects=entry.reference).record["body"]["outcome"]["column"] == 9
    assert facts(voyage)[f"shipment:{key}.alone"] is False


WHY = "as agreed at the table"


@pytest.fixture
def med() -> Iterator[InHand]:
    with in_hand(begin("Med", malta=10, slug="med", theatres="both")) as med:
        yield med


@pytest.fixture
def sea(med: InHand) -> InHand:
    fleet_of(med)
    return med


def mended(table: InHand, entry: Entry, strip: str = "", **situation: Any) -> dict[str, Any]:
    """The entry corrected: the body of the correction."""
    body: dict[str, Any] = table.correct(entry, strip=strip, **situation).record["body"]
    return body


def test_a_second_danger_roll_of_an_earlier_naval_step_is_corrected(sea: InHand) -> None:
    sea.do("danger-contact", "3", group="squadra")
    second = sea.do("danger-contact", "3", group="squadra", because=WHY)
    sea.next_part()
    before = marks(sea)
    body = mended(sea, second, because="said otherwise")
    assert body["situation"]["because"] == "said otherwise"
    assert body["answers"] == second.record["body"]["answers"]
    assert marks(sea) == before


def test_a_second_swept_mine_point_is_corrected_after_the_step(sea: InHand) -> None:
    sea.do("mine-damage", "1111", group="squadra", hex=HEX, occasion="began")
    sea.do("mines-swept", "1111", unit="zara", because=WHY)
    second = sea.do("mines-swept", "1111", unit="zara", because=WHY)
    swept = second.record["body"]["outcome"]
    sea.end_steps()
    before = marks(sea)
    assert not any(mark.startswith("sweep/") for mark in before)
    assert mended(sea, second, because="said otherwise")["outcome"] == swept
    assert marks(sea) == before


def test_a_move_with_a_ferry_is_corrected_after_the_player_turn(med: InHand) -> None:
    med.group("boats", "axis", "port:taranto", barge="lc")
    med.do("ferry-set", unit="barge", at="27A:0409", across="27A:0410", because=WHY)
    moved = med.do("naval-move", group="boats", moves="10 27A:0410", zone="central-med", because=WHY)
    med.until("allied/initial")
    before = marks(med)
    assert not any(mark.startswith("ferry/") for mark in before)
    assert mended(med, moved, because="said otherwise")["situation"]["ferries"]
    again = med.last(kind="correction")
    assert marks(med) == before
    assert mended(med, again, ferries=[])["situation"]["ferries"] == []
    assert marks(med) == before


def test_a_secret_mark_is_made_anew_and_ends_on_its_own_chain() -> None:
    table = InHand(closed())
    fleet_of(table)
    table.group("boats", "axis", "port:taranto", barge="lc")
    table.do("ferry-set", unit="barge", at="27A:0409", across="27A:0410", because=WHY)
    moved = table.do("naval-move", group="boats", moves="10 27A:0410", zone="central-med", because=WHY)
    while table.state.clock[1] == "axis":
        table.end_steps()
    before = table.rows("mark")
    mended(table, moved, because="said otherwise")
    assert table.rows("mark") == before
    last = table.last()
    assert (last.kind, last.chain) == ("clock", "axis")
    table.check()


def test_marks_that_came_since_go_with_the_group_that_a_correction_takes_away(sea: InHand) -> None:
    """Turned back, its one unit leaves the group: nothing is left that was looked for mines or is safe."""
    checked = sea.do("unit-contact", "11", unit="zara", zone="central-med", home="taranto")
    sea.do("mine-damage", "1111", group="squadra", hex=HEX, occasion="began")
    sea.do("danger-contact", "3", group="squadra")
    on_group = {"mined/squadra/18A-0407", "safe/squadra", "zone-checked/squadra"}
    assert on_group <= marks(sea)
    body = mended(sea, checked, strip="66 4")
    assert {effect["key"] for effect in body["effects"] if effect["do"] == "remove"} >= {"group:squadra"}
    assert not any(mark.split("/")[1] == "squadra" for mark in marks(sea))
    mended(sea, sea.last(procedure="danger-contact"), because="said otherwise")
    assert not any(mark.split("/")[1] == "squadra" for mark in marks(sea))
