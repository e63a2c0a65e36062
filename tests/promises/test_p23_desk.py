"""P23: each act of the desk (disputes, questions, consent, corrections, downloads) is an entry, its actor right."""

import csv
import io
from dataclasses import dataclass

import pytest
from django.http import HttpResponse
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play import state as states
from navalassist.play.checks.verify import check_campaign
from navalassist.play.dice.server import DiceInput
from navalassist.play.people import accounts
from navalassist.play.rules.resolve import carry_out
from navalassist.play.storage.bodies import whole_body
from navalassist.play.write.submissions import new_submission
from navalassist.review.models import Bookmark, LastLook
from navalassist.systems.europa.setup import begin_demo
from tests.club import Club
from tests.desk.test_correction import form_of
from tests.in_hand import act

pytestmark = [pytest.mark.django_db, pytest.mark.promise("P23")]


@dataclass
class Desk:
    """Ursula moderates, Alice plays the Axis, Bob the Allies, Otto looks on. Alice's convoy was found."""

    campaign: Campaign
    club: Club
    clients: dict[str, Client]
    entry: Entry

    @property
    def at(self) -> str:
        return f"/c/{self.campaign.slug}/"

    def url(self, entry: Entry, tail: str = "") -> str:
        return f"{self.at}log/{entry.chain}/{entry.sequence}/{tail}"

    def post(self, who: str, address: str, **typed: str) -> HttpResponse:
        address = address if address.startswith("/") else self.at + address
        return self.clients[who].post(address, {"submission": new_submission(), **typed})

    def key(self, kind: str) -> str:
        values = states.read(self.campaign, ()).values
        return [key for key in values if key.startswith(f"{kind}:")][-1].partition(":")[2].partition(".")[0]

    def last(self) -> Entry:
        found = Entry.objects.filter(campaign=self.campaign).exclude(kind="seed").order_by("-id").first()
        assert found is not None
        return found

    def check(self, who: str, seat: str, act: str, kind: str = "dispute", chain: str = "public") -> None:
        """The last entry is this act, of this person, for this seat."""
        entry = self.last()
        assert (whole_body(entry)["act"], entry.kind, entry.chain, entry.seat) == (act, kind, chain, seat)
        assert entry.record["actor"] == str(self.club.accounts[who].actor.identity)

    def correction(self, who: str) -> dict[str, str]:
        page = self.clients[who].get(self.url(self.entry, "correct/")).content.decode()
        return {**form_of(page), "reason": "wrong-cargo", "res": "5", "transport_count": "5"}


@pytest.fixture
def desk(club: Club) -> Desk:
    campaign = begin_demo()
    held = {"Ursula": "moderator", "Alice": "axis", "Bob": "allied", "Otto": "observer"}
    clients = {name: club.person(name, **{seat: campaign}) for name, seat in held.items()}
    bob, row = club.viewer("Bob", "allied", campaign), {"shipment": "demo-1"}
    act(bob, carry_out, "cargo-contact", row, DiceInput())
    entry = act(bob, carry_out, "cargo-contact", row, DiceInput("typed", "63 4 2 1"))
    return Desk(campaign, club, clients, entry)


def test_each_act_is_an_entry_with_who_did_it(desk: Desk) -> None:
    desk.post("Alice", desk.url(desk.entry, "dispute/"), text="Six it was")
    desk.check("Alice", "axis", "dispute.raise")
    sheet = f"disputes/{desk.key('dispute')}/"
    desk.post("Bob", sheet, act="argue", text="Seven")
    desk.check("Bob", "allied", "dispute.argue")
    desk.post("Ursula", sheet, act="rule", verdict="rejected", ruling="Seven stood there")
    desk.check("Ursula", "moderator", "dispute.rule")
    desk.post("Alice", sheet, act="acknowledge")
    desk.check("Alice", "axis", "dispute.acknowledge")
    desk.post("Bob", "disputes/ask/", about="malta-bombed", text="By night?")
    desk.check("Bob", "allied", "question.ask")
    desk.post("Ursula", f"disputes/questions/{desk.key('question')}/", act="answer", text="By night too")
    desk.check("Ursula", "moderator", "question.answer")
    desk.post("Ursula", "disputes/house/", consent="yes")
    desk.check("Ursula", "moderator", "house.set", kind="edit")
    desk.post("Otto", "log/download/", format="csv", zone="central-med")
    desk.check("Otto", "observer", "log.export", kind="access", chain="moderator")
    desk.post("Bob", desk.url(desk.entry, "correct/"), **desk.correction("Bob"))
    desk.check("Bob", "allied", "correction.propose")
    desk.post("Alice", f"disputes/proposals/{desk.key('proposal')}/", act="refuse", text="It was seven")
    desk.check("Alice", "axis", "correction.refuse")
    desk.post("Bob", desk.url(desk.entry, "correct/"), **desk.correction("Bob"))
    answer = desk.post("Alice", f"disputes/proposals/{desk.key('proposal')}/", act="accept")
    assert answer.status_code == 302, answer.content.decode()
    made = Entry.objects.get(campaign=desk.campaign, corrects=desk.entry.reference)
    assert made.record["actor"] == str(desk.club.accounts["Alice"].actor.identity)
    assert (made.seat, made.record["tapped_at"]) == ("allied", "axis")
    assert check_campaign(desk.campaign).faults == []


def test_a_table_names_whoever_did_it_and_nobody_for_what_the_programme_did(desk: Desk) -> None:
    answer = desk.post("Ursula", "log/download/", format="csv")
    rows = list(csv.DictReader(io.StringIO(answer.getvalue().decode("utf-8-sig"))))  # type: ignore[attr-defined]
    named = {(row["seat"], row["person"]) for row in rows}
    assert ("Allied", "Bob") in named
    assert [row["seat"] for row in rows if row["kind"] == "seed"] == ["System"]
    assert {person for seat, person in named if seat == "System"} == {""}
    bound = Entry.objects.get(campaign=desk.campaign, kind="seed")
    page = desk.clients["Ursula"].get(desk.url(bound)).content.decode()
    assert "<dt>Who</dt>" not in page
    assert "<dt>Who</dt><dd>Bob</dd>" in desk.clients["Ursula"].get(desk.url(desk.entry)).content.decode()


def test_what_a_person_marked_goes_with_the_person(desk: Desk) -> None:
    for name in ("Alice", "Bob"):
        desk.post(name, "log/bookmark/", entry=desk.entry.reference, name=f"of {name}")
        desk.post(name, "log/looked/", entry=desk.entry.reference)
    accounts.remove(desk.club.accounts["Alice"].user)
    assert [kept.name for kept in Bookmark.objects.all()] == ["of Bob"]
    assert [str(look.actor) for look in LastLook.objects.all()] == [str(desk.club.accounts["Bob"].actor.identity)]


@pytest.mark.promise("P31")
def test_nobody_does_what_is_another_seats(desk: Desk) -> None:
    desk.post("Alice", desk.url(desk.entry, "dispute/"), text="Six it was")
    desk.post("Alice", "disputes/ask/", about="malta-bombed", text="By night?")
    sheet, question = f"disputes/{desk.key('dispute')}/", f"disputes/questions/{desk.key('question')}/"
    count = Entry.objects.count()
    ruling = {"act": "rule", "verdict": "rejected", "ruling": "no"}
    refused = [
        desk.post("Alice", sheet, **ruling),
        desk.post("Bob", sheet, **ruling),
        desk.post("Otto", sheet, act="argue", text="I think"),
        desk.post("Otto", desk.url(desk.entry, "dispute/"), text="I think"),
        desk.post("Bob", sheet, act="withdraw"),
        desk.post("Bob", question, act="answer", text="no"),
        desk.post("Bob", question, act="drop"),
        desk.post("Alice", "disputes/house/", consent="yes"),
        desk.post("Alice", desk.url(desk.entry, "correct/"), **desk.correction("Bob")),
    ]
    assert [answer.status_code for answer in refused] == [403] * len(refused)
    assert Entry.objects.count() == count
    stranger = desk.club.person("Nina")
    for address in ("disputes/", sheet, question, "log/", "disputes/ask/?about=malta-bombed"):
        assert stranger.get(desk.at + address).status_code == 404
    for address in ("log/download/", "log/bookmark/", "log/looked/", sheet, question):
        assert stranger.post(desk.at + address, {"format": "csv", "submission": "x"}).status_code == 404
    assert Entry.objects.count() == count


def test_whoever_proposes_does_not_consent(desk: Desk) -> None:
    desk.post("Ursula", "disputes/house/", consent="yes")
    desk.post("Bob", desk.url(desk.entry, "correct/"), **desk.correction("Bob"))
    proposal = f"disputes/proposals/{desk.key('proposal')}/"
    assert desk.post("Bob", proposal, act="accept").status_code == 403
    assert desk.post("Otto", proposal, act="accept").status_code == 403
    assert desk.post("Ursula", proposal, act="accept").status_code == 302
    assert Entry.objects.filter(campaign=desk.campaign, corrects=desk.entry.reference).exists()
    assert check_campaign(desk.campaign).faults == []
