"""A fact that is put right as of a turn: its form, who is listed, and what a forger may not say."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import Set
from navalassist.play import state as states
from navalassist.play.dice.server import DiceInput
from navalassist.play.rules.resolve import carry_out
from navalassist.play.storage.bodies import whole_body
from navalassist.play.write.transaction import writing
from tests.desk.logbook_demo import edit, end_turn, facts, text
from tests.in_hand import InHand, in_hand, seated, viewer_of, words_of
from tests.systems.europa.board import end_steps, put, rolled, typed
from tests.systems.europa.test_closed import closed

OWNER = "port:thessalonika.owner"
FIRST, NOW = "1941-03-1/axis", "1941-03-2/axis"
FELL = {"fact": OWNER, "to": "axis", "when": FIRST, "why": "it fell in the first week"}


def sent(client: Client, campaign: Campaign, status: int = 302, tail: str = "", **typed: Any) -> str:
    page = text(client, f"/c/{campaign.slug}/log/since/?fact={OWNER}")
    assert "Owner of Thessalonika, as of a turn" in page
    asked = {"submission": "since", "seen": states.load(campaign.slug).version(("public",)), **FELL, **typed}
    answer = client.post(f"/c/{campaign.slug}/log/since/{tail}", asked)
    assert answer.status_code == status, words_of(answer)
    return words_of(answer)


@pytest.mark.rule("X.6")
def test_a_fact_that_nothing_had_read_is_set_and_says_since_when(voyage: Campaign, client: Client) -> None:
    end_turn(voyage)
    sent(client, voyage)
    entry = Entry.objects.filter(campaign=voyage, kind="edit").latest("id")
    body = whole_body(entry)
    assert (body["act"], body["since"], body["note"]) == ("fact.since", ["1941-03-1", "axis"], FELL["why"])
    assert body["title"] == "Owner of Thessalonika: Axis since Mar I 41, Axis player turn"
    # Its danger zone was silent for two player turns, of the Axis and of the Allies (36.D): that is over.
    now = facts(voyage)
    assert (now[OWNER], "mark:captured/thessalonika.kind" in now) == ("axis", False)


def test_the_history_of_the_port_says_since_when(voyage: Campaign, client: Client) -> None:
    end_turn(voyage)
    sent(client, voyage)
    told = words_of(client.get(f"/c/{voyage.slug}/setup/ports/thessalonika/"))
    assert f"Owner of Thessalonika Axis since Mar I 41, Axis player turn: {FELL['why']}" in told


def test_what_it_would_be_is_shown_without_a_reason_and_put_right_with_one_alone(
    voyage: Campaign, client: Client
) -> None:
    end_turn(voyage)
    assert "Nothing is written yet" in sent(client, voyage, 200, "preview/", why="")
    assert "Because: say why" in sent(client, voyage, 422, why="")


def test_the_list_names_each_port_once_with_what_may_have_been_otherwise_there(
    voyage: Campaign, client: Client
) -> None:
    listed = client.get(f"/c/{voyage.slug}/log/since/").content.decode()
    groups = re.findall(r'<optgroup label="([^"]*)">(.*?)</optgroup>', listed, re.DOTALL)
    assert len({name for name, _ in groups}) == len(groups)
    thessalonika = re.findall(r">([^<]+)</option>", dict(groups)["Thessalonika"])
    assert thessalonika == ["Owner of Thessalonika", "Thessalonika in working order", "Kind of port, Thessalonika"]


def test_a_correction_leads_to_what_was_otherwise_since_an_earlier_turn(voyage: Campaign, client: Client) -> None:
    put(voyage, typed("3 SP", "leros rhodes"))
    key = max(row.partition(":")[2] for row in states.load(voyage.slug).rows("shipment") if "demo" not in row)
    rolled(voyage, f"row:{key}", "61 1")
    check = Entry.objects.filter(campaign=voyage, procedure="cargo-contact").latest("id")
    form = client.get(f"/c/{voyage.slug}/log/{check.reference}/correct/").content.decode()
    assert f'href="/c/{voyage.slug}/log/since/">It was another since an earlier turn…</a>' in form


def test_a_capture_that_is_put_right_within_the_next_player_turn_still_silences_its_zone(
    voyage: Campaign, client: Client
) -> None:
    while states.load(voyage.slug).clock[1] != "allied":
        end_steps(voyage, 1)
    sent(client, voyage)
    assert facts(voyage)["mark:captured/thessalonika.note"] == "allied|1941-03-1/axis"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"to": "turkish"}, "choose how it was"),
        ({"when": "1939-09-1/axis"}, "choose a turn of this campaign"),
        ({"when": ""}, "choose a turn of this campaign"),
        ({"why": "y" * 201}, "Because: say why"),
        ({"to": "allied"}, "it stands so, and nothing had read it otherwise since"),
    ],
)
def test_what_does_not_fit_is_a_sentence_and_nothing_is_lost(
    voyage: Campaign, client: Client, typed: dict[str, str], said: str
) -> None:
    before = facts(voyage)
    for tail in ("", "preview/"):
        page = sent(client, voyage, 422, tail, **typed)
        assert said in page
    assert facts(voyage) == before


def test_one_that_was_set_again_since_comes_first_and_the_refusal_leads_to_what_set_it(
    voyage: Campaign, client: Client
) -> None:
    end_turn(voyage)
    edit(voyage, Set(OWNER, "neutral"))
    number = Entry.objects.filter(campaign=voyage, kind="edit").latest("id").sequence
    refused = client.post(f"/c/{voyage.slug}/log/since/", {**FELL, "submission": "again", "seen": ""})
    assert refused.status_code == 422
    said = f"Owner of Thessalonika was set again since then, by entry {number} of Mar II 41, and is Neutral now."
    assert f"{said} Where Neutral is wrong, set it to Axis first." in words_of(refused)
    assert f'href="/c/{voyage.slug}/log/public/{number}/">Entry {number}</a>' in refused.content.decode()
    edit(voyage, Set(OWNER, "axis"))
    sent(client, voyage)


def test_only_what_its_system_says_can_be_put_right_so(voyage: Campaign, client: Client) -> None:
    for fact in ("malta:status.key", "port:atlantis.owner", "campaign:clock.turn", ""):
        assert client.get(f"/c/{voyage.slug}/log/since/", {"fact": fact}).status_code == 404
        assert client.post(f"/c/{voyage.slug}/log/since/", {**FELL, "fact": fact}).status_code == 404


@pytest.mark.parametrize("late", [False, True])
def test_where_sides_have_secrets_no_seat_is_told_of_rolls_that_it_may_not_read(late: bool, db: None) -> None:
    """The Axis' voyage through the Aegean reads the owner in secret; late: the owner was set as of today first."""
    with in_hand(closed()) as table:
        campaign = table.campaign
        key = put(campaign, typed("7 SP", "leros rhodes"))
        rolled(campaign, f"row:{key}", "54 111")
        check = Entry.objects.filter(campaign=campaign, procedure="cargo-contact").latest("id")
        end_steps(campaign, 10)
        if late:
            InHand(campaign).edit(Set(OWNER, "axis"))
        for seat, listed in (("allied", False), ("axis", True)):
            client = seated(campaign, seat)
            asked = {"submission": seat, "seen": "", **FELL}
            answer = client.post(f"/c/{campaign.slug}/log/since/preview/", asked)
            assert (f"way-public-{check.sequence}" in answer.content.decode()) is listed, seat


def test_rolls_are_not_made_again_past_the_other_sides_consent(voyage: Campaign, client: Client) -> None:
    put(voyage, typed("3 SP", "leros rhodes"))
    key = max(row.partition(":")[2] for row in states.load(voyage.slug).rows("shipment") if "demo" not in row)
    rolled(voyage, f"row:{key}", "61 1")
    check = Entry.objects.filter(campaign=voyage, procedure="cargo-contact").latest("id")
    client.post(f"/c/{voyage.slug}/seat/", {"seat": "moderator"})
    client.post(f"/c/{voyage.slug}/disputes/house/", {"consent": "yes", "submission": "house", "seen": ""})
    way = {f"way-public-{check.sequence}": "same"}
    again = Entry.objects.filter(corrects=check.reference)
    for seat, status in (("axis", 422), ("moderator", 302)):
        client.post(f"/c/{voyage.slug}/seat/", {"seat": seat})
        sent(client, voyage, status, submission=seat, **way)
        assert again.exists() is (status == 302)


NUMBER, CANAL = "malta:status.number", "condition:suez-canal.value"


def about(client: Client, campaign: Campaign, fact: str, to: str, when: str = FIRST) -> str:
    """What one reads after a fact was put right, or the sentence why it can't be."""
    asked = {"fact": fact, "to": to, "when": when, "why": "so it was", "submission": uuid4().hex, "seen": ""}
    answer = client.post(f"/c/{campaign.slug}/log/since/", asked)
    return words_of(client.get(answer["Location"]) if answer.status_code == 302 else answer)


def test_what_was_set_again_since_was_otherwise_until_then_and_stays_as_it_is(voyage: Campaign, client: Client) -> None:
    choice = facts(voyage)[CANAL]
    other = "closed" if choice == "open" else "open"
    end_turn(voyage)
    edit(voyage, Set(CANAL, other))
    end_turn(voyage)
    edit(voyage, Set(CANAL, choice))
    assert "since Mar I 41" in about(client, voyage, CANAL, other)
    assert facts(voyage)[CANAL] == choice
    assert "it stands so, and nothing had read it otherwise" in about(client, voyage, CANAL, other)


def test_a_number_is_typed_within_its_bounds_and_by_hand_it_was_set_rightly(voyage: Campaign, client: Client) -> None:
    """9 as Mar II began, and 2 hits since: 5 would be 3 now, 1 would be less than nothing."""
    end_turn(voyage)
    end_steps(voyage, 1)
    with writing(viewer_of(voyage)) as writer:
        carry_out(writer, "malta-bombed", {"hits": 2}, DiceInput())
    for wrong in ("16", "many", ""):
        assert "type a whole number from 0 to 15" in about(client, voyage, NUMBER, wrong, NOW)
    now = facts(voyage)[NUMBER]
    assert "would be −" in about(client, voyage, NUMBER, "1", NOW).replace("-", "−")
    about(client, voyage, NUMBER, "5", NOW)
    assert facts(voyage)[NUMBER] == now + 5 - 9
    end_turn(voyage)
    edit(voyage, Set(NUMBER, 8))
    by = f"entry {Entry.objects.filter(campaign=voyage, kind='edit').latest('id').sequence}"
    said = f"was set by hand since then, by {by} of Apr I 41: put it right as of that turn. {by.capitalize()}"
    assert said in about(client, voyage, NUMBER, "6", NOW)


def test_what_was_told_of_a_number_as_it_was_thought_then_says_so(voyage: Campaign, client: Client) -> None:
    """9 as Mar II began, and 2 hits: 7. It was 4 then, so it is 2: the raid's own line still says from 9 to 7."""
    end_turn(voyage)
    end_steps(voyage, 1)
    with writing(viewer_of(voyage)) as writer:
        carry_out(writer, "malta-bombed", {"hits": 2}, DiceInput())
    end_turn(voyage)
    about(client, voyage, NUMBER, "4", NOW)
    assert facts(voyage)[NUMBER] == 2
    report = words_of(client.get(f"/c/{voyage.slug}/report/?from=1941-03-2&to=1941-03-2"))
    assert "Malta 9 → 2" in report
    told = "its number goes from 9 to 7. So it was thought then; by what was put right since, it came to 2."
    assert told in report
    assert "4, as put right later: so it was [entry" in report
    assert "corrected since" not in report


def test_a_roll_that_stays_says_that_it_was_rolled_by_what_was_known_then(voyage: Campaign, client: Client) -> None:
    """2 2 is no contact at 9 and none at 8: the check stands, with the chance of a 9 beside it."""
    end_turn(voyage)
    while states.load(voyage.slug).clock[2] != "naval-movement":
        end_steps(voyage, 1)
    rolled(voyage, f"row:{put(voyage, typed('7 SP'))}", "22")
    check = Entry.objects.filter(campaign=voyage, procedure="cargo-contact").latest("id")
    end_turn(voyage)
    before = words_of(client.get(f"/c/{voyage.slug}/log/{check.reference}/"))
    assert "known then" not in before
    about(client, voyage, NUMBER, "8", NOW)
    edit_made = Entry.objects.filter(campaign=voyage, kind="edit").latest("id")
    told = f"Malta's number: 8 since Mar II 41, Axis player turn (entry {edit_made.sequence})"
    receipt = words_of(client.get(f"/c/{voyage.slug}/log/{check.reference}/"))
    assert f"Rolled by what was known then; put right since {told}" in receipt
    report = words_of(client.get(f"/c/{voyage.slug}/report/?from=1941-03-2&to=1941-03-2"))
    assert f"Entry {check.sequence} stands as it was rolled, by what was known then: {told}." in report
