"""A rule that did not happen is struck out: in every system, with what it did taken back, and proved by both checks."""

import io
import re
from pathlib import Path

import pytest
from django.test import Client

from navalassist.auditlog.export import lines
from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play import state as states
from navalassist.play.storage.bodies import whole_body
from navalassist.play.systems import SYSTEMS
from tests.desk.logbook_demo import bomb, contact, end_turn, facts, text, voyage
from tests.desk.test_correction import form_of, look
from tests.golden.receipts import SOURCES, imported
from tests.in_hand import InHand, in_hand, seated, words_of
from tests.systems.europa.board import end_steps, put, rolled, typed
from tests.systems.europa.test_closed import closed
from tools import verify_log

__all__ = ["contact", "voyage"]

RECORDED = [source for source in SOURCES if source.suffix == ".jsonl"]
# Rules whose form asks for several of a list, or has ticks: what a browser sends of those is tried in the evenings.
SEVERAL = """
    baltic-border carrier-arrives danger-contact gw-attrition gw-bombardment gw-contact gw-contested gw-interception
    gw-losses gw-mission gw-raid malta-converted malta-repaired malta-supplied mines-laid mines-swept-in-zone
    naval-gunfire pg-battle pg-mark row-danger scuttled-on-canal ships-scuttled sm-form supply-line supply-path
    unit-contact way-hexes
"""
# Rules whose page offers it for no recorded entry, as things stand at the end: later ones stand on each.
STOOD_ON = """
    gw-return mines-swept naval-move pg-assault pg-attack-port pg-break-off pg-evacuate pg-intercept pg-leave-island
    pg-land pg-pearl-harbor pg-queue pg-second-wave pg-sheet pg-sortie pg-yard sm-engage sm-stand sm-torpedo-plan
"""
NEVER = {"reason": "not-happened", "note": "it was another evening"}


def url(entry: Entry, tail: str = "") -> str:
    return f"/c/{entry.campaign.slug}/log/{entry.reference}/{tail}"


def strike(client: Client, entry: Entry, **more: str) -> Entry:
    """Strike an entry out by its form; all that had read it is kept as it is."""
    form = form_of(text(client, url(entry, "correct/"))) | NEVER
    looked = client.post(url(entry, "correct/preview/"), form).content.decode()
    for name in re.findall(r'name="(way-[\w-]+)"', looked):
        form |= {name: "keep"}
    answer = client.post(url(entry, "correct/"), {**form, **more})
    assert answer.status_code == 302, (entry.procedure, words_of(answer))
    return Entry.objects.get(campaign=entry.campaign, corrects=entry.reference)


def proved(campaign: Campaign) -> None:
    """Both checks find nothing wrong: the server's, and the one that is given out alone."""
    InHand(campaign).check()
    everybody = frozenset({"public", "moderator", *SYSTEMS[campaign.system].sides})
    checker = verify_log.Checker(io.BytesIO(("\n".join(lines(campaign, everybody)) + "\n").encode()))
    checker.run()
    assert (checker.faults, checker.course is None) == ([], False)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.rule("X.6")
@pytest.mark.parametrize("source", RECORDED, ids=lambda source: source.stem)
def test_an_entry_of_each_rule_of_each_recording_is_struck_out_and_the_log_is_sound(source: Path) -> None:
    """From the last to the first, where nothing else that was done since stands in its way."""
    campaign = imported(source)
    client = seated(campaign, "moderator")
    struck, several, barred = set[str](), set[str](), set[str]()
    for entry in Entry.objects.filter(campaign=campaign, kind="rule").order_by("-id"):
        if entry.procedure in struck | several:
            continue
        page = client.get(url(entry, "correct/"), follow=True).content.decode()
        if 'value="not-happened"' not in page:
            barred.add(entry.procedure)
        elif re.search(r'<select name="typed_\w+"[^>]* multiple', page) or 'type="checkbox" name="typed_' in page:
            several.add(entry.procedure)
        else:
            strike(client, entry)
            struck.add(entry.procedure)
    rules, passed, stood_on = struck | several | barred, set(SEVERAL.split()), set(STOOD_ON.split())
    assert (several, barred - struck - several) == (rules & passed, rules & stood_on)
    assert struck == rules - passed - stood_on
    assert struck
    proved(campaign)


@pytest.mark.rule("X.6")
def test_what_a_voyage_met_goes_with_the_check_before_it_and_its_dice_lie_ready(contact: Entry, client: Client) -> None:
    """7 SP sail again with the dice that were thrown: whoever rolls them in this turn throws none anew."""
    campaign = contact.campaign
    made = strike(client, contact)
    body = whole_body(made)
    assert (made.kind, body["act"], body["undone"]) == ("undo", "rule.struck", "cargo-contact")
    after = facts(campaign)
    found = {key: before for key, before, _ in reversed(whole_body(contact)["changes"])}
    assert {key: after.get(key) for key in found} == found
    assert any(row.startswith("mark:given-up/cargo-contact/") for row in after)
    rolled(campaign, "row:demo-1", "")
    taken = Entry.objects.filter(campaign=campaign, procedure="cargo-contact", kind="rule").latest("id")
    assert whole_body(taken)["continues"] == contact.reference
    assert whole_body(taken)["answers"] == whole_body(contact)["answers"]
    proved(campaign)


def test_dice_of_an_ended_turn_do_not_lie_ready_for_another(contact: Entry, client: Client) -> None:
    end_turn(contact.campaign)
    strike(client, contact)
    assert not any(row.startswith("mark:given-up/") for row in facts(contact.campaign))
    proved(contact.campaign)


def test_nothing_else_is_put_right_with_it(contact: Entry, client: Client) -> None:
    page = look(client, contact, 422, **NEVER, res="5", transport_count="5")
    assert "then nothing of it is put right" in page


def test_it_is_told_as_struck_out_and_its_step_asks_for_it_again(voyage: Campaign, client: Client) -> None:
    entry = bomb(voyage, 2)
    made = strike(client, entry)
    log = words_of(text(client, f"/c/{voyage.slug}/log/"))
    assert f"struck out by {made.sequence}" in log
    assert f"Struck out entry {entry.sequence} , Bomb Malta: it did not happen" in log
    assert "It strikes out" in words_of(text(client, url(made)))
    # An undone strike would be a raid again: nothing takes it back, and no input before it.
    assert client.post(f"/c/{voyage.slug}/undo/", {"entry": made.reference, "submission": "u"}).status_code != 200
    assert facts(voyage)["malta:status.number"] == 9
    assert not client.get(url(made, "correct/"), follow=True).content.decode().count('value="not-happened"')


def test_where_corrections_want_consent_it_is_proposed_and_consented_to(voyage: Campaign, client: Client) -> None:
    entry = bomb(voyage, 2)
    client.post(f"/c/{voyage.slug}/seat/", {"seat": "moderator"})
    client.post(f"/c/{voyage.slug}/disputes/house/", {"consent": "yes", "submission": "house", "seen": ""})
    client.post(f"/c/{voyage.slug}/seat/", {"seat": entry.seat})
    form = form_of(text(client, url(entry, "correct/"))) | NEVER
    sheet = client.post(url(entry, "correct/"), form)["Location"]
    assert "would be struck out" in words_of(text(client, sheet))
    assert facts(voyage)["malta:status.number"] == 7
    client.post(f"/c/{voyage.slug}/seat/", {"seat": "allied"})
    page = text(client, sheet)
    consent = dict(re.findall(r'name="(submission|seen|csrfmiddlewaretoken)" value="([^"]*)"', page))
    answer = client.post(sheet, {**consent, "say": "accept", "act": "accept"})
    assert answer.status_code == 302, words_of(answer)
    assert facts(voyage)["malta:status.number"] == 9
    proved(voyage)


@pytest.mark.django_db
def test_where_sides_have_secrets_nobody_else_learns_which_row_it_was() -> None:
    with in_hand(closed()) as table:
        campaign = table.campaign
        key = put(campaign, typed("7 SP"))
        rolled(campaign, f"row:{key}", "66 222")
        check = Entry.objects.filter(campaign=campaign, procedure="cargo-contact").earliest("id")
        end_steps(campaign, 2)
        made = strike(seated(campaign, "axis"), check)
        for seat, told in (("axis", True), ("allied", False)):
            receipt = words_of(text(seated(campaign, seat), url(made)))
            assert ("7 SP" in receipt, "Naples" in receipt) == (told, told), seat
            assert f"Struck out by entry {made.sequence}" in words_of(text(seated(campaign, seat), url(check)))
        assert states.load(campaign.slug).values[f"shipment:{key}.state"] == "planned"
        proved(campaign)


def test_the_table_of_the_log_tells_it_as_struck_out(voyage: Campaign, client: Client) -> None:
    entry = bomb(voyage, 2)
    made = strike(client, entry)
    answer = client.post(f"/c/{voyage.slug}/log/download/", {"format": "csv", "submission": "csv", "seen": ""})
    line = next(line for line in answer.getvalue().decode().splitlines() if line.startswith(f"{entry.reference},"))
    assert "struck out (Malta takes 2 hits" in line
    assert made.reference in line
