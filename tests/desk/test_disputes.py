"""Disputes, precedents, questions that hold one thing, and corrections that wait for consent; typed words come back."""

import re
from typing import Any

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play.rules.resolve import Refused
from navalassist.play.storage.bodies import whole_body
from navalassist.play.write.submissions import new_submission
from tests.desk.logbook_demo import LOG, facts, malta, sail, secret_force, text, url, written
from tests.desk.test_correction import filled

AT = "/c/mediterranean-1941/"
DISPUTES = f"{AT}disputes/"
PRECEDENT = {"verdict": "rejected", "scope": "precedent", "zone": "central-med"}
WORDS = "A long answer: <it> keeps two hexes off & sails by night."
SAFE = "A long answer: &lt;it&gt; keeps two hexes off &amp; sails by night."


def sit(client: Client, seat: str) -> None:
    client.post(f"{AT}seat/", {"seat": seat})


def send(client: Client, address: str, status: int = 302, **typed: str) -> str:
    answer = client.post(address, {"submission": new_submission(), **typed})
    assert answer.status_code == status, answer.content.decode()
    return str(answer["Location"]) if status == 302 else answer.content.decode()


def raised(client: Client, entry: Entry, words: str = "Malta stood at 8 by then.") -> str:
    return send(client, url(entry, "dispute/"), text=words)


def acts(campaign: Campaign) -> list[tuple[str, str, str]]:
    """Act, seat and chain of every entry of kind `dispute`."""
    found = Entry.objects.filter(campaign=campaign, kind="dispute").order_by("id")
    return [(whole_body(entry)["act"], entry.seat, entry.chain) for entry in found]


@pytest.mark.promise("P23")
def test_a_dispute_goes_from_words_to_a_ruling_that_both_sides_acknowledge(contact: Entry, client: Client) -> None:
    campaign = contact.campaign
    sit(client, "axis")
    assert f'href="{url(contact)}dispute/"' in text(client, url(contact))
    sheet = raised(client, contact)
    assert "1 matter for you" not in text(client, AT)
    sit(client, "allied")
    assert "1 matter for you" in text(client, AT)
    assert "a dispute: what do you say?" in text(client, DISPUTES).lower()
    send(client, sheet, act="argue", text="It was repaired in the turn before.")
    sit(client, "moderator")
    assert "a dispute wants your ruling" in text(client, DISPUTES).lower()
    assert "correct the entry first" in send(client, sheet, 422, act="rule", verdict="upheld", ruling="8 it was.")
    send(client, sheet, act="rule", ruling="The repair counts at once.", **PRECEDENT)
    page = text(client, sheet)
    assert page.index("Malta stood at 8") < page.index("It was repaired") < page.index("The repair counts at once.")
    for side in ("axis", "allied"):
        sit(client, side)
        assert "1 matter for you" in text(client, AT)
        send(client, sheet, act="acknowledge")
        assert "matter for you" not in text(client, AT)
    assert "has not acknowledged it yet" not in text(client, sheet)
    chain = "public"
    assert acts(campaign) == [
        ("dispute.raise", "axis", chain),
        ("dispute.argue", "allied", chain),
        ("dispute.rule", "moderator", chain),
        ("dispute.acknowledge", "axis", chain),
        ("dispute.acknowledge", "allied", chain),
    ]
    assert "Spoken of in" in text(client, url(contact))
    ruled = Entry.objects.filter(campaign=campaign, kind="dispute", seat="moderator").get()
    assert f'href="{sheet}"' in text(client, url(ruled))
    assert "Before and after" not in text(client, url(ruled))
    assert f'id="e{contact.sequence}"' in text(client, f"{LOG}?disputed=yes")


def test_an_upheld_dispute_names_the_correction(contact: Entry, client: Client) -> None:
    sheet = raised(client, contact)
    answer = client.post(url(contact, "correct/"), filled(client, contact, res="5", transport_count="5"))
    assert answer.status_code == 302
    made = Entry.objects.get(corrects=contact.reference)
    sit(client, "moderator")
    send(client, sheet, act="rule", verdict="upheld", ruling="Five it was.")
    page = text(client, sheet)
    assert "Ruling: upheld" in page
    assert f'href="{url(made)}"' in page
    assert f'id="e{contact.sequence}"' in text(client, f"{LOG}?disputed=yes&corrected=yes")


def test_a_precedent_is_shown_where_the_same_case_comes_again_and_nowhere_else(contact: Entry, client: Client) -> None:
    sheet = raised(client, contact)
    sit(client, "moderator")
    send(client, sheet, act="rule", ruling="Inshore is no defence here.", **PRECEDENT)
    assert "Inshore is no defence here." in text(client, url(contact, "correct/"))
    assert "Inshore is no defence here." in text(client, f"{DISPUTES}ask/?about=shipment:demo-1")
    tyrrhenian = Entry.objects.get(campaign=contact.campaign, sequence=4, chain="public")
    assert "Inshore is no defence" not in text(client, url(tyrrhenian))
    assert "Precedent 1" in text(client, url(contact))
    assert "Inshore is no defence" not in text(client, f"{AT}do/malta-bombed/")
    assert "Central Med" in text(client, DISPUTES)


def test_a_ruling_of_this_case_only_is_no_precedent(contact: Entry, client: Client) -> None:
    sheet = raised(client, contact)
    sit(client, "moderator")
    form = text(client, sheet)
    assert 'name="scope" value="case" checked' in form
    assert "narrow it to one zone" in form
    count = written(contact.campaign)
    # The narrow choice is made already; of one case it narrows nothing.
    assert re.search('<select name="zone".*?value="central-med" selected.*?<option value="" *>any', form, re.S)
    table = re.findall('<option value="([^"]+)"', form.split('<select name="table"')[1])[0]
    refused = send(client, sheet, 422, act="rule", verdict="rejected", ruling="Not here.", table=table)
    assert "narrows a precedent" in refused
    assert written(contact.campaign) == count
    send(client, sheet, act="rule", verdict="rejected", ruling="Not here.", scope="case", zone="central-med")
    assert "Ruling: rejected" in text(client, sheet)
    assert "Precedent 1" not in text(client, sheet)
    assert not [row for row in facts(contact.campaign) if row.startswith("precedent:")]
    assert "Ruled before" not in text(client, url(contact, "correct/"))


def test_an_observer_reads_and_says_nothing(contact: Entry, client: Client) -> None:
    sheet = raised(client, contact)
    count = written(contact.campaign)
    sit(client, "observer")
    assert "Malta stood at 8" in text(client, sheet)
    send(client, url(contact, "dispute/"), 403, text="no")
    for act in ("argue", "rule", "acknowledge", "withdraw"):
        send(client, sheet, 403, act=act, text="no", verdict="rejected", ruling="no")
    send(client, f"{DISPUTES}ask/", 403, about="shipment:demo-2", text="no")
    send(client, f"{DISPUTES}house/", 403, consent="yes")
    assert written(contact.campaign) == count


def test_what_cannot_be_is_said_and_not_done(contact: Entry, client: Client) -> None:
    sheet = raised(client, contact)
    count = written(contact.campaign)
    assert "write it in some words" in send(client, sheet, 422, act="argue", text="  \n ")
    assert "at most 2000 characters" in send(client, sheet, 422, act="argue", text="x" * 2001)
    assert "disputed already" in send(client, url(contact, "dispute/"), 422, text="again")
    assert "no ruling to acknowledge" in send(client, sheet, 422, act="acknowledge")
    assert "Choose one of the buttons" in send(client, sheet, 422, act="shout")
    sit(client, "moderator")
    for case in ({"zone": "nowhere"}, {"table": "x/y"}, {"reads": "R-999"}):
        assert (
            "this campaign has no"
            in send(client, sheet, 422, act="rule", verdict="rejected", ruling="x", scope="precedent", **case).lower()
        )
    assert "upheld or rejected" in send(client, sheet, 422, act="rule", ruling="x")
    assert written(contact.campaign) == count
    for address in (f"{DISPUTES}nothing/", f"{DISPUTES}questions/nothing/", f"{DISPUTES}proposals/nothing/"):
        assert client.get(address).status_code == 404
        assert client.post(address, {"submission": "x"}).status_code == 404


@pytest.mark.promise("P24")
def test_a_dispute_about_a_secret_is_for_those_who_may_read_it(voyage: Campaign, client: Client) -> None:
    entry = secret_force(voyage)
    before = text(client, DISPUTES)
    assert client.get(url(entry, "dispute/")).status_code == 404
    sit(client, "allied")
    sheet = raised(client, entry, "Force H is not there")
    assert "Force H is not there" in text(client, sheet)
    assert {chain for _, _, chain in acts(voyage)} == {"allied"}
    sit(client, "axis")
    assert client.get(sheet).status_code == 404
    assert client.post(sheet, {"act": "argue", "text": "x", "submission": "y"}).status_code == 404
    after = text(client, DISPUTES)
    assert "Force H" not in after
    assert after.count("dispute") == before.count("dispute")


def test_a_successor_reads_what_is_open_and_what_was_ruled(contact: Entry, client: Client) -> None:
    tyrrhenian = Entry.objects.get(campaign=contact.campaign, sequence=4, chain="public")
    sheet = raised(client, tyrrhenian, "It never entered.")
    raised(client, contact)
    sit(client, "moderator")
    send(client, sheet, act="rule", verdict="rejected", ruling="Who puts to sea enters.", scope="precedent")
    page = text(client, f"{AT}handover/")
    told = page[page.index("Disputes and questions</h2>") :]
    assert "Dispute about entry 5" in told
    assert "Malta stood at 8" in told
    assert "Who puts to sea enters." in told
    assert "It never entered." not in told[: told.index("</section>")]


# Questions


def question(client: Client, campaign: Campaign, about: str = "shipment:demo-1") -> str:
    send(client, f"{DISPUTES}ask/", about=about, text="Does it count as inshore?")
    key = next(row for row in facts(campaign) if row.startswith("question:")).partition(":")[2].partition(".")[0]
    return f"{DISPUTES}questions/{key}/"


@pytest.mark.promise("P23")
def test_a_question_holds_one_row_and_not_the_game(voyage: Campaign, client: Client) -> None:
    page = question(client, voyage)
    sit(client, "moderator")
    assert "1 matter for you" in text(client, AT)
    sit(client, "allied")
    board = f"{AT}board/"
    assert "question to the moderator is open" in text(client, board)
    with pytest.raises(Refused, match="question to the moderator"):
        sail(voyage)
    malta(voyage, 8)
    sit(client, "moderator")
    send(client, page, act="answer", text="No: it keeps over two hexes off.")
    assert "No: it keeps over two hexes off." in text(client, page)
    sail(voyage)
    assert [act for act, _, _ in acts(voyage)] == ["question.ask", "question.answer"]


def test_a_question_about_a_rule_greys_its_page_until_it_is_answered_or_dropped(
    voyage: Campaign, client: Client
) -> None:
    rule = f"{AT}do/malta-bombed/"
    assert f"{DISPUTES}ask/?about=malta-bombed" in text(client, rule)
    page = question(client, voyage, "malta-bombed")
    assert "already" in send(client, f"{DISPUTES}ask/", 422, about="malta-bombed", text="Again?")
    refused = send(client, rule, 422, hits="1", dice="server")
    assert "question to the moderator is open" in refused
    # It looks held before anything is typed, and leads to what it waits for.
    for form in (text(client, rule), refused):
        assert f'<b>Held:</b> <a class="ref" href="{page}">the question to the moderator</a>' in form
        assert '<button class="go' not in form.split("<fieldset")[1]
    send(client, page, act="drop")
    assert "Held:" not in text(client, rule)
    assert client.post(rule, {"hits": "1", "dice": "server", "submission": new_submission()}).status_code == 302
    assert client.get(f"{DISPUTES}ask/?about=nothing").status_code == 404
    assert client.get(f"{DISPUTES}ask/?about=shipment:none").status_code == 404


# Consent


def proposal(campaign: Campaign) -> str:
    key = [row for row in facts(campaign) if row.startswith("proposal:")][-1].partition(":")[2].partition(".")[0]
    return f"{DISPUTES}proposals/{key}/"


def propose(client: Client, entry: Entry, **typed: Any) -> str:
    answer = client.post(url(entry, "correct/"), filled(client, entry, res="5", transport_count="5", **typed))
    assert answer.status_code == 302, answer.content.decode()
    page = proposal(entry.campaign)
    assert answer["Location"] == page
    return page


@pytest.fixture
def strict(contact: Entry, client: Client) -> Entry:
    """The contact in a campaign in which corrections need consent."""
    sit(client, "moderator")
    send(client, f"{DISPUTES}house/", consent="yes")
    sit(client, "axis")
    return contact


@pytest.mark.promise("P23")
def test_a_correction_stands_as_proposed_until_the_other_side_consents(strict: Entry, client: Client) -> None:
    before = facts(strict.campaign)
    assert "Propose it" in text(client, url(strict, "correct/"))
    page = propose(client, strict, note="two stayed in port")
    now = facts(strict.campaign)
    assert {key: now[key] for key in before} == before
    assert "Take the proposal back" in text(client, page)
    assert send(client, page, 403, act="accept")
    sit(client, "allied")
    assert "1 matter for you" in text(client, AT)
    assert "5 SP, Naples–Tripoli" in text(client, page)
    send(client, page, act="accept")
    made = Entry.objects.get(corrects=strict.reference)
    assert facts(strict.campaign)["shipment:demo-1.points"] == "5"
    agreed = whole_body(made)["agreed_in"]
    told = Entry.objects.get(campaign=strict.campaign, chain="public", sequence=int(agreed.partition("/")[2]))
    assert (told.seat, whole_body(told)["act"]) == ("allied", "correction.accept")
    assert "accepted" in text(client, page)
    assert "no longer open" in send(client, page, 422, act="accept")


@pytest.mark.promise("P23")
@pytest.mark.parametrize(
    ("seat", "act", "done"), [("allied", "refuse", "correction.refuse"), ("axis", "withdraw", "correction.withdraw")]
)
def test_a_proposal_is_refused_with_a_reason_or_taken_back(
    strict: Entry, client: Client, seat: str, act: str, done: str
) -> None:
    before = facts(strict.campaign)
    page = propose(client, strict)
    sit(client, seat)
    if act == "refuse":
        assert "write it in some words" in send(client, page, 422, act=act)
    send(client, page, act=act, text="We saw seven.")
    now = facts(strict.campaign)
    assert {key: now[key] for key in before} == before
    assert not Entry.objects.filter(corrects=strict.reference).exists()
    assert acts(strict.campaign)[-1][0] == done
    sit(client, "axis")
    propose(client, strict)


def test_the_moderator_corrects_without_asking_and_consents_for_the_other_side(strict: Entry, client: Client) -> None:
    page = propose(client, strict)
    sit(client, "moderator")
    send(client, page, act="accept")
    assert Entry.objects.filter(corrects=strict.reference, kind="correction").exists()
    assert "Correct it" in text(client, url(Entry.objects.get(corrects=strict.reference), "correct/"))


# What was typed comes back, also where the matter was closed meanwhile


def kept(page: str) -> str:
    """The field that cannot be written into, with what was typed."""
    found = re.search(r"<textarea readonly>(.*?)</textarea>", page, re.S)
    return found[1]


def test_the_answer_of_an_observer_or_to_a_dropped_question_can_be_copied(voyage: Campaign, client: Client) -> None:
    sit(client, "axis")
    page = question(client, voyage)
    sit(client, "observer")
    assert kept(send(client, page, 403, act="answer", text=WORDS)) == SAFE
    sit(client, "axis")
    send(client, page, act="drop")
    sit(client, "moderator")
    count = written(voyage)
    refused = send(client, page, 422, act="answer", text=WORDS)
    assert "no longer open" in refused
    assert kept(refused) == SAFE
    assert written(voyage) == count
    assert "readonly" not in text(client, page)


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
