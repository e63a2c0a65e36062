"""The set-up pages: each change is one entry with its reason; what does not fit is said and nothing typed is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play import state as states
from navalassist.play.verify import check_campaign
from tests.begun import begin_demo

pytestmark = pytest.mark.django_db
HOSTILE = '"><script>alert(1)</script>\u202e'


@pytest.fixture
def demo(db: None) -> Iterator[Campaign]:
    """The demo campaign; whatever a test did to it, log and state agree at the end."""
    states.forget()
    campaign = begin_demo()
    yield campaign
    assert check_campaign(campaign).sound
    states.forget()


def at(demo: Campaign, tail: str = "") -> str:
    return f"/c/{demo.slug}/setup/{tail}"


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return unescape(answer.content.decode())


def send(client: Client, address: str, act: str, **fields: Any) -> HttpResponse:
    """Post an input as its form does, with the hidden fields of a page just drawn."""
    page = text(client, address)
    found = re.search(r'name="submission" value="(\w+)"><input type="hidden" name="seen" value="([^"]*)"', page)
    assert found is not None
    sent = {"act": act, "submission": found[1], "seen": found[2], **fields}
    answer: HttpResponse = client.post(address, sent)
    return answer


def fact(demo: Campaign, key: str) -> Any:
    return states.load(demo.slug).values[key]


def last(demo: Campaign) -> Entry:
    entry = Entry.objects.filter(campaign=demo, chain="public").order_by("-id").first()
    assert entry is not None
    return entry


# Each page and its inputs

INPUTS = [
    ("ports/?country=libya", "port.owner", {"set": "benghazi=axis"}, "port:benghazi.owner", "axis"),
    ("ports/tripoli/", "port.owner", {"set": "tripoli=allied"}, "port:tripoli.owner", "allied"),
    ("ports/tripoli/", "port.kind", {"set": "tripoli=jetty"}, "port:tripoli.kind", "jetty"),
    ("ports/tripoli/", "port.operational", {"set": "tripoli=no"}, "port:tripoli.operational", False),
    ("conditions/", "condition.value", {"set": "suez-canal=closed"}, "condition:suez-canal.value", "closed"),
    ("conditions/", "condition.value", {"set": "italy-surrendered=yes"}, "condition:italy-surrendered.value", True),
    ("rulings/", "ruling.choice", {"set": "R-55=sp=1 srp=2.5 nt=1"}, "ruling:R-55.choice", "sp=1 srp=2.5 nt=1"),
    ("rulings/", "ruling.choice", {"set": "R-04=rule36"}, "ruling:R-04.choice", "rule36"),
    ("malta/", "malta.number", {"value": "6"}, "malta:status.number", 6),
    ("malta/", "ruling.choice", {"set": "R-04=rule36", "rewrite": "yes"}, "malta:status.number", 5),
    ("zones/", "zone.interference", {"set": "red-sea=partial"}, "zone:red-sea.interference", "partial"),
    ("zones/", "zone.declared", {"set": "south-aegean=loose"}, "zone:south-aegean.declared", "loose"),
    ("points/", "ledger.vp", {"key": "allied", "value": "6"}, "ledger:allied.vp", 6),
]


@pytest.mark.parametrize(("place", "act", "fields", "key", "value"), INPUTS)
def test_an_input_sets_its_fact_by_one_entry_with_its_reason(
    client: Client, demo: Campaign, place: str, act: str, fields: dict[str, str], key: str, value: object
) -> None:
    count = Entry.objects.filter(campaign=demo).count()
    answer = send(client, at(demo, place), act, note="  as  agreed ", **fields)
    assert (answer.status_code, answer["Location"].partition("#")[0]) == (302, at(demo, place))
    assert fact(demo, key) == value
    assert Entry.objects.filter(campaign=demo).count() == count + 1
    entry = last(demo)
    assert (entry.kind, entry.record["body"]["act"], entry.record["body"]["note"]) == ("edit", act, "as agreed")


@pytest.mark.parametrize(("place", "act", "fields", "key", "value"), INPUTS)
def test_an_input_is_taken_back_with_one_tap(
    client: Client, demo: Campaign, place: str, act: str, fields: dict[str, str], key: str, value: object
) -> None:
    before = dict(states.load(demo.slug).values)
    send(client, at(demo, place), act, **fields)
    drawn = text(client, at(demo, place))
    form = re.search(r'name="submission" value="(\w+u)"><input type="hidden" name="entry" value="([^"]+)"', drawn)
    assert form is not None
    sent = {"submission": form[1], "entry": form[2], "next": at(demo, place)}
    answer = client.post(f"/c/{demo.slug}/undo/", sent)
    assert (answer.status_code, answer["Location"]) == (302, at(demo, place))
    assert states.load(demo.slug).values == before


@pytest.mark.parametrize(
    "place", ["", "ports/", "ports/?zone=red-sea&owner=axis", "ports/massaua/", *(p for p, *_ in INPUTS[4:])]
)
def test_looking_at_a_page_writes_nothing(client: Client, demo: Campaign, place: str) -> None:
    before = Entry.objects.count()
    text(client, at(demo, place))
    assert Entry.objects.count() == before


def test_a_double_tap_makes_one_entry(client: Client, demo: Campaign) -> None:
    sent = {"act": "malta.number", "value": "4", "submission": "a" * 32, "seen": ""}
    for _ in range(2):
        assert client.post(at(demo, "malta/"), sent).status_code == 302
    assert Entry.objects.filter(campaign=demo, submission="a" * 32).count() == 1


def test_htmx_gets_the_page_with_what_was_saved_in_one_answer(client: Client, demo: Campaign) -> None:
    sent = {"act": "malta.number", "value": "4", "submission": "b" * 32, "seen": ""}
    answer = client.post(at(demo, "malta/"), sent, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer["HX-Push-Url"] == at(demo, "malta/")
    assert b"<b>Saved:</b>" in answer.content
    assert b"Malta stands at 4" in answer.content


# What does not fit

WRONG = [
    ("ports/", "port.owner", {"set": "benghazi=italy"}, "Owner of Benghazi: choose one of"),
    ("ports/", "port.owner", {"set": "atlantis=axis"}, "there is none called 'atlantis'"),
    ("ports/", "port.owner", {}, "Port: there is none called ''"),
    ("ports/", "malta.number", {"value": "3"}, "This page cannot do 'malta.number'"),
    ("ports/tripoli/", "port.kind", {"set": "tripoli=vast"}, "Kind of Tripoli: choose one of"),
    ("conditions/", "condition.value", {"set": "suez-canal=perhaps"}, "Suez Canal: choose one of"),
    ("rulings/", "ruling.choice", {"set": "R-04=both"}, "R-04: choose one of"),
    ("malta/", "malta.number", {"value": "77"}, "Malta’s number: type a whole number from 0 to 15"),
    ("malta/", "malta.number", {"value": HOSTILE}, "Malta’s number: type a whole number from 0 to 15"),
    ("zones/", "zone.hits", {"value": "2"}, "it is not declared"),
    ("zones/", "zone.interference", {"set": "baltic=major"}, "Italian interference: choose one of"),
    ("points/", "ledger.vp", {"key": "allied", "value": "lots"}, "Victory points, Allied: type a whole number"),
    ("points/", "ledger.vp", {"key": "allied", "value": "3", "note": "x" * 301}, "Reason: at most 300 signs"),
]


@pytest.mark.parametrize(("place", "act", "fields", "words"), WRONG, ids=[f"{a} {w}" for _, a, _, w in WRONG])
def test_what_does_not_fit_is_said_with_422_and_nothing_typed_is_lost(
    client: Client, demo: Campaign, place: str, act: str, fields: dict[str, str], words: str
) -> None:
    before = Entry.objects.count()
    typed = {"note": "my reason", **fields}
    answer = send(client, at(demo, place), act, **typed)
    drawn = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert words in drawn
    assert f'value="{typed["note"]}"' in drawn or act not in [a for _, a, *_ in INPUTS]
    if "value" in fields and act in ("malta.number", "zone.hits", "ledger.vp") and place != "ports/":
        assert f'value="{fields["value"]}"' in drawn
    assert Entry.objects.count() == before


@pytest.mark.parametrize("place", ["nothing/", "ports/atlantis/", "ports/naples2/", "port/"])
def test_an_unknown_page_or_port_is_not_found(client: Client, demo: Campaign, place: str) -> None:
    assert client.get(at(demo, place)).status_code == 404
    assert client.post(at(demo, place), {"act": "port.owner"}).status_code == 404
    assert client.get(f"/c/nowhere/setup/{place}").status_code == 404


def test_a_stale_page_is_told_what_changed_and_does_nothing(client: Client, demo: Campaign) -> None:
    sent = {"act": "malta.number", "value": "4", "submission": "c" * 32, "seen": "public:2"}
    send(client, at(demo, "malta/"), "malta.number", value="9")
    answer = client.post(at(demo, "malta/"), sent)
    assert answer.status_code == 409
    assert "older than the campaign" in answer.content.decode()
    assert f"/c/{demo.slug}/log/public/3/" in answer.content.decode()
    assert fact(demo, "malta:status.number") == 9


def test_an_observer_may_look_and_not_change(client: Client, demo: Campaign) -> None:
    client.post(f"/c/{demo.slug}/seat/", {"seat": "observer"})
    assert send(client, at(demo, "malta/"), "malta.number", value="4").status_code == 403
    assert fact(demo, "malta:status.number") == 10


def test_hostile_reasons_come_out_as_text_everywhere(client: Client, demo: Campaign) -> None:
    send(client, at(demo, "ports/tobruk/"), "port.owner", set="tobruk=axis", note=HOSTILE)
    note = last(demo).record["body"]["note"]
    assert "\u202e" not in note
    for place in ("ports/tobruk/", "ports/", "malta/"):
        raw = client.get(at(demo, place)).content.decode()
        assert "<script>alert" not in raw, place
    assert note in text(client, at(demo, "ports/tobruk/"))


# Ports


@pytest.mark.rule("E33.B.8.a.N")
def test_a_port_keeps_the_history_of_its_owners_with_their_source(client: Client, demo: Campaign) -> None:
    page = at(demo, "ports/massaua/")
    assert "Main port of Eritrea" in text(client, page)
    assert "The Allies have never owned it." in text(client, page)
    send(client, page, "port.owner", set="massaua=allied", note="surrendered on 8 April")
    send(client, page, "port.owner", set="massaua=axis", note="a slip")
    drawn = text(client, page)
    table = drawn[drawn.index("Its history") :]
    why = re.findall(r"<td>(surrendered on 8 April|a slip|as the campaign began)</td>", table)
    assert why == ["a slip", "surrendered on 8 April", "as the campaign began", "as the campaign began"]
    assert "Axis since Mar I 41, entered at the table: a slip." in drawn
    assert "The Allies own it or have owned it." in drawn
    assert "Axis shipping may not sail here once the Allies have owned Massaua" in text(
        client, f"/c/{demo.slug}/zones/red-sea/"
    )


@pytest.mark.parametrize(
    ("query", "number"),
    [("", 75), ("?country=libya", 5), ("?zone=red-sea&owner=axis", 2), ("?country=libya&owner=vichy", 0)],
)
def test_ports_are_narrowed_by_country_zone_and_owner(client: Client, demo: Campaign, query: str, number: int) -> None:
    page = text(client, at(demo, f"ports/{query}"))
    assert f"{number} of 75 ports" in page
    assert page.count('aria-label="Owner of ') == number


@pytest.mark.rule("E36.A.4.N")
def test_an_axis_valletta_takes_the_form_of_the_number_away(client: Client, demo: Campaign) -> None:
    send(client, at(demo, "ports/valletta/"), "port.owner", set="valletta=axis")
    page = text(client, at(demo, "malta/"))
    assert "The Axis owns Valletta, so the number stays at 0" in page
    assert 'id="number"' not in page
    sent = {"act": "malta.number", "value": "4", "submission": "d" * 32}
    answer = client.post(at(demo, "malta/"), sent)
    assert answer.status_code == 422
    assert "36.A.4" in answer.content.decode()


def test_the_malta_scale_is_asked_in_plain_words_with_both_numbers(client: Client, demo: Campaign) -> None:
    for place in ("malta/", "rulings/"):
        drawn = text(client, at(demo, place))
        assert "Does bombing raise or lower your number?" in drawn
        assert "contacted on 23 rolls of 36, 64 %" in drawn
        assert "contacted on 10 rolls of 36, 28 %" in drawn


def test_every_condition_shows_its_choices_source_and_rules(client: Client, demo: Campaign) -> None:
    page = text(client, at(demo, "conditions/"))
    assert page.count('<article class="sheet"') == 24
    assert "The canal stayed in British hands" in page
    send(client, at(demo, "conditions/"), "condition.value", set="suez-canal=closed", note="mined")
    page = text(client, at(demo, "conditions/"))
    assert re.search(r'value="suez-canal=closed"[^>]*aria-pressed="true"', page)
    assert "<td>mined</td>" in page


def test_the_overview_says_how_everything_stands(client: Client, demo: Campaign) -> None:
    send(client, at(demo, "rulings/"), "ruling.choice", set="R-07=1")
    send(client, at(demo, "conditions/"), "condition.value", set="suez-canal=closed")
    page = text(client, at(demo))
    assert "not the default: R-07" in page
    assert "changed: Suez Canal" in page
    assert "number 10, bombing lowers it" in page
