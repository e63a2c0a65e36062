"""Correcting from the log: the form, what it would give, what follows it, and a log that stays whole."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import Remove, Set
from navalassist.play import state as states
from tests.desk.logbook_demo import LOG, bomb, edit, facts, malta, sail, text, url, written
from tests.promises.pages import Page

HTMX = {"HX-Request": "true"}


def form_of(page: str) -> dict[str, str]:
    """What a browser would send of the correction form as it is drawn."""
    return dict(Page("", page).form("/correct/").values())


def filled(client: Client, entry: Entry, **typed: Any) -> dict[str, str]:
    return {**form_of(text(client, url(entry, "correct/"))), "reason": "wrong-cargo", **typed}


def correct(client: Client, entry: Entry, **typed: Any) -> Entry:
    """Send the form; the correction that it made."""
    answer = client.post(url(entry, "correct/"), filled(client, entry, **typed))
    assert answer.status_code == 302, answer.content.decode()
    made = Entry.objects.get(campaign=entry.campaign, corrects=entry.reference)
    assert answer["Location"] == url(made)
    return made


def look(client: Client, entry: Entry, status: int = 200, headers: Any = None, **typed: str) -> str:
    """What its correction would be."""
    return sent(client, entry, status, "preview/", headers, **typed)


def sent(client: Client, entry: Entry, status: int, tail: str = "", headers: Any = None, **typed: str) -> str:
    """The page that answers its form, or a look at what that would do."""
    answer = client.post(url(entry, f"correct/{tail}"), filled(client, entry, **typed), headers=headers)
    assert answer.status_code == status, answer.content.decode()
    return html.unescape(answer.content.decode())


# The form


def test_the_form_holds_what_the_entry_says_and_a_get_writes_nothing(contact: Entry, client: Client) -> None:
    count = written(contact.campaign)
    values = form_of(text(client, url(contact, "correct/")))
    assert (values["kind"], values["res"], values["transports"], values["transport_count"]) == ("sp", "7", "nt", "7")
    assert (values["origin"], values["destination"]) == ("naples", "tripoli")
    assert "reason" not in values
    assert "protected" not in values
    assert values["strip"] == ""
    assert written(contact.campaign) == count


def test_looking_at_a_correction_shows_it_or_why_not_and_writes_nothing(contact: Entry, client: Client) -> None:
    count = written(contact.campaign)
    page = look(client, contact, res="5", transport_count="5")
    assert page.index("Nothing is written yet") < page.index('name="reason"')
    assert "5 SP, Naples–Tripoli" in page
    assert "lot 2, 2 SP: 1 lost" in page
    assert form_of(page)["res"] == "5"
    part = look(client, contact, headers=HTMX, res="5", transport_count="5")
    assert "Nothing is written yet" in part
    assert "<html" not in part
    assert written(contact.campaign) == count
    page = look(client, contact, 422, res="many")
    would = page[page.index('id="would"') : page.index('id="g-reason"')]
    assert "Nothing was done." in would
    assert page.count("Nothing was done.") == 1


def test_looking_never_tells_a_server_die_that_was_not_thrown(voyage: Campaign, client: Client) -> None:
    while True:
        entry = sail(voyage)
        if entry.record["body"]["outcome"]["contact"]:
            break
        row = "shipment:demo-1"
        mark = next(r for r in states.load(voyage.slug).rows("mark") if r.startswith("mark:checked/demo-1/central"))
        edit(voyage, Set(f"{row}.state", "at-sea"), Set(f"{row}.leg", 2), Remove(mark))
    assert "effect on lot 4, with dice that are not thrown yet" in look(client, entry, res="10", transport_count="10")
    made = correct(client, entry, res="10", transport_count="10")
    assert len(made.record["body"]["outcome"]["lots"]) == 4
    assert made.record["body"]["dice"]["reused"] == ["contact", "lot-1/effect", "lot-2/effect", "lot-3/effect"]


# What is corrected


@pytest.mark.rule("X.6")
def test_a_wrong_cargo_is_corrected_with_the_same_dice_and_its_entry_struck(contact: Entry, client: Client) -> None:
    made = correct(client, contact, res="5", transport_count="5", note="two SPs stayed in port")
    row = "shipment:demo-1."
    now = facts(contact.campaign)
    assert (now[row + "points"], now[row + "transport_count"]) == ("5", 5)
    assert (now[row + "res_lost"], now[row + "res_afloat"], now[row + "res_returned"]) == ("4", "1", "0")
    assert (now[row + "transports_lost"], now[row + "transports_afloat"]) == (4, 1)
    body = made.record["body"]
    assert body["dice"] == {"source": "typed", "reused": ["contact", "lot-1/effect", "lot-2/effect"]}
    assert list(body["unused_dice"]) == ["lot-3/effect"]
    assert body["reason"] == "wrong-cargo"
    page = text(client, LOG)
    assert f'<tr id="e{contact.sequence}" class="was">' in page
    assert f"corrected by {made.sequence}" in page
    assert f'<tr id="e{made.sequence}" class="fix">' in page
    assert "Correction of 5: 5 SP Naples–Tripoli" in page
    assert "two SPs stayed in port" in page
    assert '<span class="tag">wrong cargo</span>' in page
    assert '<span class="tag">same dice</span>' in page
    old, new = text(client, url(contact)), text(client, url(made))
    assert f'Corrected by <a href="{url(made)}">entry {made.sequence}</a>, this no longer counts.' in old
    assert "<del>CONTACT</del>" in old
    assert "<dd><del>4 SP, 4 NTs</del></dd>" in old
    assert "<del>" not in new
    assert f'href="{url(made)}"' in old
    assert f'Correction of <a href="{url(contact)}">entry 5</a>' in new
    assert "as in entry 5" in new
    assert '<span class="tag">corrected</span>' in new


def test_a_mistyped_die_is_typed_anew(contact: Entry, client: Client) -> None:
    made = correct(client, contact, reason="mistyped-die", strip="54 4 6 1")
    body = made.record["body"]
    assert body["dice"] == {"source": "typed", "reused": []} or set(body["dice"]["reused"]) == set()
    assert [answer["faces"] for answer in body["answers"] if "faces" in answer] == [[5, 4], [4], [6], [1]]
    assert facts(contact.campaign)["shipment:demo-1.res_lost"] == "6"


def test_a_server_die_cannot_be_mistyped(voyage: Campaign, client: Client) -> None:
    entry = sail(voyage)
    page = text(client, url(entry, "correct/"))
    assert 'name="strip"' not in page
    assert 'value="mistyped-die"' not in page
    for typed in ({"strip": "1 1"}, {"reason": "mistyped-die"}):
        for tail in ("", "preview/"):
            said = "These are the server's dice and cannot be retyped; correct what was typed, and the same dice are"
            assert said in sent(client, entry, 422, tail, protected="on", **typed)
    assert not Entry.objects.filter(corrects=entry.reference).exists()


def reasons(page: str) -> list[str]:
    return re.findall(r'value="[a-z-]+"', page)


def test_the_reasons_are_those_that_fit_the_entry(contact: Entry, client: Client) -> None:
    page = text(client, url(contact, "correct/"))
    assert {'value="mistyped-die"', 'value="wrong-cargo"', 'value="captured"'} <= set(reasons(page))
    bombed = bomb(contact.campaign)
    page = text(client, url(bombed, "correct/"))
    assert not {'value="mistyped-die"', 'value="wrong-cargo"'} & set(reasons(page))
    assert 'value="forgot"' in reasons(page)
    assert 'name="strip"' not in page


def test_a_forgotten_tick_is_corrected_and_kept_in_the_route(contact: Entry, client: Client) -> None:
    made = correct(client, contact, reason="forgot", protected="on")
    assert made.record["body"]["outcome"]["contact"] is None
    now = facts(contact.campaign)
    assert (now["shipment:demo-1.res_afloat"], now["shipment:demo-1.state"]) == ("7", "arrived")
    assert [leg["protected"] for leg in now["shipment:demo-1.route"]] == [False, True]
    assert "are not checked in the Central Med" in text(client, url(made))


@pytest.mark.rule("E33.B.1.a")
def test_other_ports_make_the_short_route(contact: Entry, client: Client) -> None:
    made = correct(client, contact, reason="typo", origin="palermo", destination="pantelleria")
    outcome = made.record["body"]["outcome"]
    assert (outcome["column"], outcome["contact"]) == (4, False)
    now = facts(contact.campaign)
    assert (now["shipment:demo-1.origin"], now["shipment:demo-1.destination"]) == ("palermo", "pantelleria")
    assert "status 9 − 5 = 4" in text(client, LOG)


def test_a_fact_that_was_wrong_is_read_as_it_stands_now(contact: Entry, client: Client) -> None:
    assert "have changed since" not in text(client, url(contact, "correct/"))
    malta(contact.campaign, 3)
    assert "Malta&#x27;s number: 9 then, <b>3</b> now" in text(client, url(contact, "correct/"))
    assert correct(client, contact, reason="wrong-owner", fresh="on").record["body"]["outcome"]["column"] == 3


def test_a_correction_can_itself_be_corrected_and_the_old_one_cannot(contact: Entry, client: Client) -> None:
    first = correct(client, contact, res="5", transport_count="5")
    again = text(client, url(contact, "correct/"))
    assert "It was corrected already" in again
    assert "Show what it would be" not in again
    second = correct(client, first, res="6", transport_count="6")
    now = facts(contact.campaign)
    assert (now["shipment:demo-1.res_lost"], now["shipment:demo-1.points"]) == ("4", "6")
    assert second.corrects == first.reference
    assert client.post(url(contact, "correct/"), {"reason": "typo", "strip": "12"}).status_code in (409, 422)


def test_srps_and_empties_keep_points_and_transports_in_step(contact: Entry, client: Client) -> None:
    made = correct(client, contact, kind="srp", res="5", transport_count="5")
    assert facts(contact.campaign)["shipment:demo-1.points"] == "1"
    correct(client, made, kind="empty", res="0", transport_count="4")
    now = facts(contact.campaign)
    assert (now["shipment:demo-1.points"], now["shipment:demo-1.cargo"]) == ("0", "empty")
    assert now["shipment:demo-1.transport_count"] == 4


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"res": "9", "transport_count": "7"}, "9 REs need 9 NTs: 7 carry 7."),
        ({"kind": "srp", "res": "7"}, "steps of one half"),
        ({"kind": "empty", "transport_count": "4"}, "empty transports carries none, write 0"),
        ({"transports": ""}, "needs transports"),
        ({"kind": "warship", "res": "0"}, "sails by itself"),
    ],
)
def test_a_row_that_the_board_would_not_take_is_no_correction(
    contact: Entry, client: Client, typed: dict[str, str], said: str
) -> None:
    for tail in ("preview/", ""):
        assert said in sent(client, contact, 422, tail, **typed)
    assert not Entry.objects.filter(corrects=contact.reference).exists()
    correct(client, contact, res="9", transport_count="5", carries="2")


def test_sailing_alone_is_asked_of_empty_transports_only(contact: Entry, client: Client) -> None:
    assert 'name="alone"' not in text(client, url(contact, "correct/"))
    made = correct(client, contact, kind="empty", res="0", transport_count="7")
    assert made.record["body"]["situation"]["item"]["alone"] is True
    assert 'name="alone"' in text(client, url(made, "correct/"))


# Rules by themselves that stand on one another


@pytest.mark.rule("E36.A.4.a")
def test_an_older_bombing_is_corrected_and_those_after_it_are_made_again_in_order(
    voyage: Campaign, client: Client
) -> None:
    """9 less 2, 3 and 1 is 3. The first had 1 hit, so 4; then the second had 2, so 5; then the first none, so 6."""
    first, second, third = (bomb(voyage, hits) for hits in (2, 3, 1))
    assert facts(voyage)["malta:status.number"] == 3
    page = text(client, url(first, "correct/"))
    listed = page[page.index("Later entries that stand on it") :]
    assert url(second) in listed
    assert url(third) in listed
    assert "3 entries would be made again" in look(client, first, reason="typo", typed_hits="1")
    made = correct(client, first, reason="typo", typed_hits="1")
    assert facts(voyage)["malta:status.number"] == 4
    again = [Entry.objects.get(campaign=voyage, corrects=entry.reference) for entry in (second, third)]
    assert [entry.record["body"]["situation"]["number"] for entry in again] == [8, 5]
    correct(client, again[0], reason="typo", typed_hits="2")
    assert facts(voyage)["malta:status.number"] == 5
    correct(client, made, reason="typo", typed_hits="0")
    assert facts(voyage)["malta:status.number"] == 6


def test_what_an_input_stands_on_names_it_by_a_link_and_the_way_out(voyage: Campaign, client: Client) -> None:
    entry = bomb(voyage, 2)
    typed = malta(voyage, 4)
    page = text(client, url(entry, "correct/"))
    stop = page[page.index("It can't be corrected now") :]
    assert f'href="{url(typed)}"' in stop
    assert "Or leave it, and set what is wrong" in stop
    assert f'href="/c/{voyage.slug}/setup/"' in stop
    assert 'name="reason"' not in page
