"""Disputes, questions, proposals: what was typed comes back, also where the matter was closed meanwhile."""

import re

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from tests.desk.logbook_demo import facts, text, url, written
from tests.desk.test_disputes import DISPUTES, propose, raised, send, sit, strict

__all__ = ["strict"]

WORDS = "A long answer: <it> keeps two hexes off & sails by night."
SAFE = "A long answer: &lt;it&gt; keeps two hexes off &amp; sails by night."


def kept(page: str) -> str:
    """The field that cannot be written into, with what was typed."""
    found = re.search(r"<textarea readonly>(.*?)</textarea>", page, re.S)
    return found[1]


def question(client: Client, campaign: Campaign) -> str:
    send(client, f"{DISPUTES}ask/", about="shipment:demo-1", text="Does it count as inshore?")
    key = next(row for row in facts(campaign) if row.startswith("question:")).partition(":")[2].partition(".")[0]
    return f"{DISPUTES}questions/{key}/"


def test_the_answer_to_a_question_that_was_dropped_meanwhile_can_be_copied(voyage: Campaign, client: Client) -> None:
    sit(client, "axis")
    page = question(client, voyage)
    send(client, page, act="drop")
    sit(client, "moderator")
    count = written(voyage)
    refused = send(client, page, 422, act="answer", text=WORDS)
    assert "no longer open" in refused
    assert kept(refused) == SAFE
    assert written(voyage) == count
    assert "readonly" not in text(client, page)


def test_what_an_observer_typed_as_an_answer_can_be_copied(voyage: Campaign, client: Client) -> None:
    sit(client, "axis")
    page = question(client, voyage)
    sit(client, "observer")
    assert kept(send(client, page, 403, act="answer", text=WORDS)) == SAFE


@pytest.mark.parametrize(
    ("seat", "typed"),
    [
        ("allied", {"act": "argue", "text": WORDS}),
        ("moderator", {"act": "rule", "verdict": "rejected", "ruling": WORDS}),
    ],
)
def test_words_in_a_dispute_that_was_let_go_meanwhile_can_be_copied(
    contact: Entry, client: Client, seat: str, typed: dict[str, str]
) -> None:
    sit(client, "axis")
    sheet = raised(client, contact)
    send(client, sheet, act="withdraw")
    sit(client, seat)
    refused = send(client, sheet, 422, **typed)
    assert kept(refused) == SAFE
    assert refused.count("<textarea") == 1


def test_why_a_proposal_is_refused_can_be_copied_when_it_was_taken_back_meanwhile(
    strict: Entry, client: Client
) -> None:
    page = propose(client, strict)
    send(client, page, act="withdraw")
    sit(client, "allied")
    assert kept(send(client, page, 422, act="refuse", text=WORDS)) == SAFE


def test_a_dispute_raised_by_another_meanwhile_leaves_the_words(contact: Entry, client: Client) -> None:
    sit(client, "axis")
    raised(client, contact)
    sit(client, "allied")
    refused = send(client, url(contact, "dispute/"), 422, text=WORDS)
    assert "Argue there" in refused
    assert kept(refused) == SAFE


def test_a_refused_ruling_keeps_its_three_choices_and_names_the_field(contact: Entry, client: Client) -> None:
    sheet = raised(client, contact)
    sit(client, "moderator")
    form = text(client, sheet)
    case = {}
    for name in ("zone", "table", "reads"):
        options = re.search(rf'<select name="{name}">.*?</select>', form, re.S)
        if options:
            case[name] = re.findall(r'value="([^"]+)"', options[0])[0]
    assert {"zone", "table"} <= set(case)
    refused = send(client, sheet, 422, act="rule", verdict="upheld", ruling=WORDS, **case)
    for value in case.values():
        assert f'<option value="{value}" selected>' in refused
    assert re.search(r'name="nothing" value="1" aria-invalid="true"', refused)
    assert SAFE in refused
    assert "data-focus" in refused
    assert re.search(r'name="ruling"[^>]*aria-invalid', send(client, sheet, 422, act="rule", verdict="rejected"))
