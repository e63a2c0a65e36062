"""Correcting a zone, and the checks of a whole voyage in one go; what of later entries has to be looked at."""

import re

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.desk.logbook.dependents import stands
from navalassist.engine import Set, create
from navalassist.play import state as states
from navalassist.play.storage.bodies import body_of
from tests.desk.logbook_demo import bomb, edit, end_step, facts, malta, sail, text, url, written
from tests.desk.test_correction import HTMX, correct, filled, form_of, look, sent

ROW = "shipment:demo-1."


def checks(campaign: Campaign) -> list[Entry]:
    return list(Entry.objects.filter(campaign=campaign, procedure="cargo-contact").order_by("id"))


def marks(campaign: Campaign) -> list[str]:
    """The zones that the shipment counts as checked in."""
    keys = [key for key in facts(campaign) if key.startswith("mark:checked/demo-1/") and key.endswith(".kind")]
    return [key.split("/")[2] for key in keys]


def body(entry: Entry) -> dict:
    return body_of(entry, frozenset({"public"}))


def faces(entry: Entry) -> list[list[int]]:
    return [answer["faces"] for answer in body(entry)["answers"] if "faces" in answer]


# The zone


@pytest.mark.rule("E33.A.4")
def test_a_wrong_zone_is_corrected_and_the_mark_moves_with_it(contact: Entry, client: Client) -> None:
    assert marks(contact.campaign) == ["central-med"]
    made = correct(client, contact, reason="typo", zone="western-med")
    assert faces(made)[0] == [6, 3]
    assert body(made)["situation"]["leg"]["zone"] == "western-med"
    assert marks(contact.campaign) == ["western-med"]
    now = facts(contact.campaign)
    assert [leg["zone"] for leg in now[ROW + "route"]] == ["tyrrhenian", "western-med"]
    read = [key for key, *_ in body(made)["facts_read"]]
    assert "port:gibraltar.owner" in read
    assert "malta:status.number" not in read
    assert "leg.zone" in body(made)["changed"]
    assert "Western Mediterranean" in text(client, url(made))
    malta(contact.campaign, 3)
    back = correct(client, made, reason="typo", zone="central-med")
    # A zone is read as it was when the check was made.
    told = {key: (value, source) for key, value, source in body(back)["facts_read"]}
    assert told["malta:status.number"] == (9, "public/3")
    assert body(back)["outcome"]["column"] == 9
    assert faces(back) == faces(contact)
    assert body(back)["outcome"] == body(contact)["outcome"]
    assert marks(contact.campaign) == ["central-med"]


def fly(campaign: Campaign, key: str, zone: str) -> None:
    """An Allied air unit of type S with a TBF of 2 in the box of a zone."""
    unit = {"side": "allied", "name": key, "nature": "s", "fighter": False, "tbf": "2", "range": 20, "hexes_to_base": 0}
    edit(campaign, create(f"air-unit:{key}", zone=zone, place="box", **unit))


@pytest.mark.rule("E33.C.1")
def test_a_corrected_zone_counts_the_air_units_that_flew_there_at_the_time(voyage: Campaign, client: Client) -> None:
    fly(voyage, "wellington", "western-med")
    entry = sail(voyage, "63 4 2 1")
    fly(voyage, "blenheim", "western-med")
    made = correct(client, entry, reason="typo", zone="western-med")
    # Western Med 12, and 2 of the one unit that was there when it sailed
    assert body(made)["outcome"]["column"] == 14


@pytest.mark.rule("E33.A.4")
def test_two_checks_in_one_zone_are_one(contact: Entry, client: Client) -> None:
    first, _ = checks(contact.campaign)
    page = look(client, first, reason="typo", zone="central-med", strip="1 1")
    assert "2 entries would be made again" in page
    assert "are not checked in the Central Med" in page
    correct(client, first, reason="typo", zone="central-med", strip="1 1")
    *_, one, two = checks(contact.campaign)
    assert body(one)["outcome"]["contact"] is False
    assert (body(two)["outcome"]["contact"], body(two)["outcome"]["rule"]) == (None, "33.A.4")
    assert body(two)["unused_dice"] == {
        "contact": [6, 3],
        "lot-1/effect": [4],
        "lot-2/effect": [2],
        "lot-3/effect": [1],
    }
    assert marks(contact.campaign) == ["central-med"]
    assert facts(contact.campaign)[ROW + "res_lost"] == "0"


def test_a_zone_that_is_none_or_shut_is_a_sentence(contact: Entry, client: Client) -> None:
    for zone, said in (("atlantis", "Sea zone"), ("south-aegean", "South Aegean interdiction zone is not declared")):
        assert said in sent(client, contact, 422, reason="typo", zone=zone)
    assert not Entry.objects.filter(corrects=contact.reference).exists()


def test_only_what_the_zones_rule_reads_is_asked(voyage: Campaign, client: Client) -> None:
    # So that it may pass from the Mediterranean to the Baltic (36.A.3).
    edit(voyage, Set("port:gibraltar.owner", "axis"))
    contact = sail(voyage, "63 4 2 1")
    page = text(client, url(contact, "correct/"))
    assert not {"near_soviet_base", "hexes", "status"} & set(form_of(page))
    assert "Soviet" not in page
    assert 'name="near_soviet_base"' in look(client, contact, reason="typo", zone="baltic")
    part = look(client, contact, headers=HTMX, reason="typo", zone="baltic")
    assert '<div id="zone-fields" hx-swap-oob="true">' in part
    assert 'name="near_soviet_base"' in part
    made = correct(client, contact, reason="typo", zone="baltic", near_soviet_base="on")
    assert body(made)["situation"]["leg"]["near_soviet_base"] is True
    back = correct(client, made, reason="typo", zone="central-med")
    assert body(back)["situation"]["leg"]["near_soviet_base"] is False


# A whole voyage


@pytest.mark.rule("X.6")
def test_a_wrong_cargo_is_corrected_in_every_check_of_its_voyage(contact: Entry, client: Client) -> None:
    campaign, (first, _) = contact.campaign, checks(contact.campaign)
    page = look(client, contact, res="5", transport_count="5")
    assert page.index(f"Entry {first.sequence}</a>") < page.index(f"Entry {contact.sequence}</a>")
    assert "2 entries would be made again, in this order, each with its own dice" in page
    count = written(campaign)
    made = correct(client, contact, res="5", transport_count="5", note="two stayed in port")
    again = Entry.objects.get(corrects=first.reference)
    assert written(campaign) == count + 2
    assert (again.sequence, made.sequence) == (first.sequence + 2, contact.sequence + 2)
    assert again.submission == made.submission
    assert body(again)["situation"]["item"]["res"] == "5"
    assert faces(made) == [[6, 3], [4], [2]]
    now = facts(campaign)
    assert (now[ROW + "points"], now[ROW + "res_lost"], now[ROW + "res_afloat"]) == ("5", "4", "1")
    assert {key: source for key, _, source in body(made)["facts_read"]}[ROW + "res_afloat"] == again.reference


def test_only_this_check_is_corrected_where_the_cargo_was_right_before(contact: Entry, client: Client) -> None:
    sent = filled(client, contact, res="5", transport_count="5")
    del sent["whole"]
    assert client.post(url(contact, "correct/"), sent).status_code == 302
    assert not Entry.objects.filter(corrects=checks(contact.campaign)[0].reference).exists()


def test_an_earlier_check_takes_the_later_ones_along(contact: Entry, client: Client) -> None:
    first, second = checks(contact.campaign)
    lost = facts(contact.campaign)[ROW + "res_lost"]
    page = text(client, url(first, "correct/"))
    assert "Later checks of this voyage" in page
    assert f'href="{url(second)}">Entry {second.sequence}</a>' in page
    made = correct(client, first, res="3", transport_count="3")
    after = Entry.objects.get(corrects=second.reference)
    assert made.sequence < after.sequence
    assert body(after)["situation"]["item"]["res"] == "3"
    assert faces(after) == [[6, 3], [4]]
    assert body(after)["reason"] == "wrong-cargo"
    # And once more: what was corrected is the voyage now.
    correct(client, made, res="7", transport_count="7")
    assert faces(checks(contact.campaign)[-1]) == faces(second)
    assert facts(contact.campaign)[ROW + "res_lost"] == lost
    assert body(checks(contact.campaign)[-1])["outcome"] == body(second)["outcome"]


def test_a_mistyped_die_is_anew_in_its_own_check_alone(voyage: Campaign, client: Client) -> None:
    first = checks(voyage)[0]
    one = correct(client, first, reason="typo", zone="western-med", strip="1 1")
    two = sail(voyage)
    made = correct(client, one, reason="mistyped-die", strip="2 2")
    assert faces(made) == [[2, 2]]
    after = Entry.objects.get(corrects=two.reference)
    assert (body(after)["reason"], faces(after), body(after)["dice"]["source"]) == ("typo", faces(two), "server")
    assert faces(correct(client, after, res="4", transport_count="4", protected="on")) == []
    again = Entry.objects.get(corrects=made.reference)
    assert (body(again)["situation"]["item"]["res"], body(again)["situation"]["leg"]["protected"]) == ("4", False)


def test_a_fact_that_was_wrong_was_wrong_for_the_later_checks_too(contact: Entry, client: Client) -> None:
    first, _ = checks(contact.campaign)
    one = correct(client, first, reason="typo", zone="central-med", strip="1 1")
    malta(contact.campaign, 3)
    correct(client, one, reason="wrong-owner", fresh="on")
    told = [body(entry)["situation"]["facts"]["malta:status.number"] for entry in checks(contact.campaign)[-2:]]
    assert told == [3, 3]
    source = next(
        source for key, _, source in body(checks(contact.campaign)[-1])["facts_read"] if key.startswith("malta")
    )
    assert source == Entry.objects.filter(kind="edit").latest("id").reference


def test_nothing_is_written_where_one_of_them_cannot_be_done(contact: Entry, client: Client) -> None:
    first, _ = checks(contact.campaign)
    count = written(contact.campaign)
    for typed in ({"strip": "6"}, {"strip": "66 7"}, {"res": "99", "transport_count": "1"}, {"kind": "empty"}):
        sent = filled(client, first, reason="typo", zone="western-med", **typed)
        for tail in ("correct/", "correct/preview/"):
            assert client.post(url(first, tail), sent).status_code == 422, typed
    client.post("/c/mediterranean-1941/seat/", {"seat": "observer"})
    sent = filled(client, first, res="3", transport_count="3")
    assert client.post(url(first, "correct/"), sent).status_code == 403
    assert written(contact.campaign) == count


@pytest.mark.promise("P12")
def test_a_check_that_cannot_be_made_any_more_falls_away_and_its_dice_lie_ready(contact: Entry, client: Client) -> None:
    campaign, (first, second) = contact.campaign, checks(contact.campaign)
    typed = {"reason": "typo", "zone": "western-med", "strip": "66 6 6 6"}
    assert "It would fall away" in look(client, first, **typed)
    made = correct(client, first, **typed)
    assert facts(campaign)[ROW + "state"] == "lost"
    fallen = Entry.objects.get(corrects=second.reference)
    assert (fallen.kind, body(fallen)["act"], body(fallen)["reason"]) == ("undo", "rule.given-up", "fell-away")
    assert f"taken back by {fallen.sequence}" in text(client, "/c/mediterranean-1941/log/")
    assert "Taken back by" in text(client, url(second))
    assert "It was taken back." in text(client, url(second, "correct/"))
    correct(client, made, reason="mistyped-die", strip="1 1")
    again = sail(campaign, "")
    assert (faces(again), body(again)["continues"]) == (faces(second), second.reference)
    assert facts(campaign)[ROW + "res_lost"] == body(second)["outcome"]["res_lost"]


@pytest.mark.promise("P12")
def test_looking_tells_no_die_of_the_server(voyage: Campaign, client: Client) -> None:
    (first,) = checks(voyage)
    page = look(client, first, reason="typo", zone="western-med")
    assert "with dice that are not thrown yet" in page
    assert not re.findall(r'class="die[^"]*"', page.partition('name="reason"')[0])
    second = sail(voyage, "63 4 2 1")
    assert "with dice that are not thrown yet" in look(client, first, reason="typo", zone="western-med")
    assert written(voyage) == 5
    assert second.sequence == 5


def test_after_the_step_a_voyage_can_still_be_corrected(contact: Entry, client: Client) -> None:
    end_step(contact.campaign)
    assert body(correct(client, contact, res="5", transport_count="5"))["outcome"]["res_lost"] == "4"
    assert marks(contact.campaign) == []


# What has to be looked at


def test_what_comes_out_the_same_is_folded_away_and_the_others_are_one_tap_away(
    voyage: Campaign, client: Client
) -> None:
    bombed = bomb(voyage)
    assert body(sail(voyage, "23"))["outcome"]["column"] == 8
    page = look(client, bombed, reason="typo", typed_hits="2")
    assert "1 that read it too and comes out the same" in page
    assert "To look at" not in page
    assert "1 that read it too and comes out the same" in look(client, bombed, reason="typo", typed_hits="0")
    made = correct(client, bombed, reason="typo", typed_hits="2")
    page = text(client, url(made))
    assert "1 that read it too and comes out the same" in page
    assert "Carry out again" not in page


def test_what_reads_another_number_now_is_carried_out_again_with_the_same_dice(
    voyage: Campaign, client: Client
) -> None:
    bombed = bomb(voyage)
    check = sail(voyage, "53 1 1 1")
    count = written(voyage)
    page = sent(client, bombed, 422, reason="typo", typed_hits="9")
    assert f"Choose what becomes of entry {check.sequence}" in page
    assert f'name="way-public-{check.sequence}" value="same"' in page
    assert written(voyage) == count
    made = correct(client, bombed, reason="typo", typed_hits="9", **{f"way-public-{check.sequence}": "same"})
    done = Entry.objects.get(corrects=check.reference)
    assert body(done)["outcome"]["column"] == 0
    assert body(done)["because"] == made.reference
    assert faces(done)[0] == [5, 3]
    assert body(made)["settled"] == [[check.reference, "same", ""]]
    assert "To look at" not in text(client, url(made))


def test_a_fact_that_is_not_carried_by_its_key_is_to_be_looked_at(voyage: Campaign) -> None:
    state = states.load(voyage.slug)
    told = {"facts_read": [["malta:status.number", 4, "public/3"]], "situation": {"before": 4}}
    assert not stands(state, told, lambda key, source: source == "public/3")
    assert stands(state, told, lambda key, source: source == "public/99")
