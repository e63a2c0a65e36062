"""Naval groups and the contact checks of rule 33: what their moves make due, from the checklist to the receipt.

By hand: Malta at 10 is the Axis status of the Central Med, in whose column 9 is contact and 5 is none. Taranto lies on
the Central Med alone. The Tyrrhenian asks Axis ships for no check (33.B.4.a).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import Set, create
from navalassist.play import parts, turns
from navalassist.play import state as states
from navalassist.play.duties import Now, duties_at
from navalassist.play.resolve import DiceInput, Refused, carry_out
from navalassist.play.systems import Misfits, Moment
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.systems.europa import EUROPA
from navalassist.taskforces.models import NavalGroup, TaskForce
from tests.begun import begin
from tests.systems.board import viewer_of
from tests.systems.test_closed import closed

pytestmark = pytest.mark.django_db
HOME = "/c/med/"
CHECK = "check for contact in the"


def fleet(campaign: Campaign, side: str, group: str, place: str, zone: str = "", **units: str) -> None:
    """A group, and its units by key and kind."""
    rows = [create(f"group:{group}", **NavalGroup.new_facts(side=side, name=group.title(), place=place, zone=zone))]
    for key, kind in units.items():
        about = {"name": key.title(), "kind": kind, "strength": 4, "reverse": 2, "place": f"group:{group}"}
        rows.append(create(f"task-force:{key}", **TaskForce.new_facts(side=side, **about)))
    with writing(viewer_of(campaign, side)) as writer:
        writer.edit("test", rows, seat=side)


@pytest.fixture
def med(db: None) -> Iterator[Campaign]:
    states.forget()
    campaign = begin("Med", malta=10, slug="med")
    fleet(campaign, "axis", "squadra", "port:taranto", zara="task-force", pola="warship")
    yield campaign
    assert check_campaign(campaign).sound
    states.forget()


def do(campaign: Campaign, slug: str, strip: str = "", seat: str = "axis", **typed: Any) -> Entry:
    """A rule by its own page: what is not typed has its default."""
    fields = EUROPA.forms[slug].model_fields
    plain = {name: info.default for name, info in fields.items() if not info.is_required()}
    with writing(viewer_of(campaign, seat)) as writer:
        return carry_out(writer, slug, plain | typed, DiceInput("typed" if strip else "server", strip))


def sail(campaign: Campaign, moves: str = "10 27A:0410", group: str = "squadra", **more: Any) -> None:
    typed = {"zone": "central-med", "because": "fuel is paid at the table"} | more
    do(campaign, "naval-move", group=group, moves=moves, **typed)


def until(campaign: Campaign, place: str) -> None:
    """Steps end until `allied/naval-movement` is on."""
    while "/".join(states.load("med").clock[1:]) != place:
        with writing(viewer_of(campaign, states.load("med").clock[1])) as writer:
            turns.end_step(writer)


def words(client: Client, address: str = "") -> str:
    answer = client.get(HOME + address)
    assert answer.status_code == 200, address
    return " ".join(re.sub("<[^>]+>", " ", unescape(answer.content.decode())).split())


def due(client: Client) -> list[str]:
    """`Zara in the Central Med` for each check that the checklist asks for."""
    return [f"{name} in the {zone}" for name, zone in re.findall(rf"(\w+): {CHECK} (\w+(?: Med)?)", words(client))]


def values() -> dict[str, Any]:
    return states.load("med").values


@pytest.mark.rule("E33.A.1", "E33.A.4")
def test_putting_to_sea_in_a_zone_makes_a_check_due_for_each_unit_once(client: Client, med: Campaign) -> None:
    assert due(client) == []
    sail(med)
    assert due(client) == ["Pola in the Central Med", "Zara in the Central Med"]
    assert "of Squadra; the Allied dice" in words(client)
    page = client.get(HOME).content.decode()
    link = re.search(r'href="/c/med/(do/unit-contact/\?unit=zara[^"]*)"', page)
    assert link is not None
    form = words(client, unescape(link[1]))
    assert "Zara (Axis)" in form
    # The odds stand there at once: 23 of 36 in column 10.
    assert "Contact 64 % 23/36" in form
    body = do(med, "unit-contact", "41", unit="zara").record["body"]
    assert (body["outcome"]["contact"], body["outcome"]["column"]) == (False, 10)
    assert due(client) == ["Pola in the Central Med"]
    sail(med, "5 27A:0411")
    # It holds for the phase, through all its naval steps.
    with writing(viewer_of(med)) as writer:
        parts.next_part(writer)
    sail(med, "5 27A:0412")
    assert due(client) == ["Pola in the Central Med"]
    again = do(med, "unit-contact", unit="zara")
    assert again.record["body"]["outcome"]["rule"] == "33.A.4"
    assert "Checked already in this zone in this phase: entry" in words(client, f"log/public/{again.sequence}/")
    moment = Moment(*states.load("med").clock)
    asked = duties_at(Now(states.load("med"), values(), moment, EUROPA))
    passed = [one.line for duty in asked if duty.procedure == "unit-contact" for one in duty.passes]
    assert passed == ["Pola of Squadra: no check for contact in the Central Med"]
    until(med, "axis/exploitation")
    # The exploitation phase is another one, and begins at sea (33.A.2, R-57).
    assert due(client) == ["Pola in the Central Med", "Zara in the Central Med"]
    assert "33.A.2" in words(client)


@pytest.mark.rule("E33.A.1", "E33.B.4.a", "E36.A.1.d")
def test_every_zone_of_the_way_counts_and_none_where_nothing_interferes(client: Client, med: Campaign) -> None:
    sail(med, zone="tyrrhenian")
    assert due(client) == ["Pola in the Central Med", "Zara in the Central Med"]
    fleet(med, "axis", "cruisers", "port:naples", bolzano="warship")
    sail(med, "10 26:3518", "cruisers", zone="tyrrhenian")
    assert len(due(client)) == 2
    fleet(med, "axis", "boats", "port:taranto", sub="submarine")
    sail(med, "10 27A:0410", "boats", protected=True)
    assert len(due(client)) == 2
    sail(med, "10 27A:0411", "boats")
    assert "Sub in the Central Med" in due(client)


@pytest.mark.rule("E33.A.1")
def test_a_zone_that_nobody_knows_is_asked_for(client: Client, med: Campaign) -> None:
    fleet(med, "axis", "lost", "hex:18A:0101", gorizia="warship")
    sail(med, "5 18A:0102", "lost", zone="")
    assert "Gorizia: check for contact? 33.A.1 of Lost: in which sea zone isn’t known" in words(client)
    with pytest.raises(Misfits, match="in which sea zone its group is"):
        do(med, "unit-contact", unit="gorizia")
    assert do(med, "unit-contact", "41", unit="gorizia", zone="central-med")


@pytest.mark.rule("E33.E.R", "E33.E.HALF")
def test_what_is_turned_back_lies_in_its_port_and_moves_no_more(client: Client, med: Campaign) -> None:
    """6 3 is 9, contact at 10; a 6 is half eliminated: 1 hit on 4 points, back to Taranto. A 5 sends Pola after it."""
    sail(med)
    entry = do(med, "unit-contact", "63 6", unit="zara")
    assert values()["task-force:zara.place"] == "port:taranto"
    assert values()["task-force:zara.hits"] == 1
    receipt = words(client, f"log/public/{entry.sequence}/")
    assert "to Taranto" in receipt
    assert "Central Mediterranean" in receipt.partition("What was given")[2].partition("Odds")[0]
    assert "Air against" not in receipt
    assert "Unit Zara" in receipt
    do(med, "unit-contact", "63 5", unit="pola")
    assert "group:squadra.side" not in values()
    assert "in a group that is no more" in words(client, f"log/public/{entry.sequence}/")
    fleet(med, "axis", "again", "port:taranto")
    with writing(viewer_of(med)) as writer:
        writer.edit("test", [Set("task-force:zara.place", "group:again")])
    with pytest.raises(Refused, match="Zara was turned back and may not move again in this player turn"):
        do(med, "naval-move", group="again", moves="5 27A:0410", zone="central-med")
    until(med, "allied/initial")
    assert "mark:turned-back/zara.kind" not in values()


@pytest.mark.rule("E33.A.1", "E33.B.1.b")
def test_an_allied_group_far_from_the_italian_ports_owes_no_check(client: Client, med: Campaign) -> None:
    """Gibraltar lies 53 hexes from Cagliari, the nearest of them; from 10 MPs off it is at least 43. Malta is near."""
    fleet(med, "allied", "force-h", "port:gibraltar", zone="western-med", hood="warship")
    fleet(med, "allied", "boats", "port:valletta", zone="central-med", utmost="submarine")
    until(med, "allied/naval-movement")
    hexed = str(values()["port:gibraltar.map_reference"])
    sail(med, f"10 {hexed}", "force-h", zone="western-med", seat="allied")
    sail(med, "5 18A:0408", "boats", seat="allied")
    assert due(client) == ["Utmost in the Central Med"]
    found = do(med, "unit-contact", "11", "allied", unit="utmost").record["body"]["situation"]["leg"]
    assert found["hexes"] <= 15
    free = do(med, "unit-contact", seat="allied", unit="hood").record["body"]
    assert (free["outcome"]["contact"], free["outcome"]["rule"]) == (None, "33.B.3.b")
    with pytest.raises(Misfits, match="does not ask for it"):
        do(med, "unit-contact", seat="allied", unit="hood", near_soviet_base=True)


@pytest.mark.rule("E33.A.1")
def test_a_unit_in_port_is_put_to_sea_first(client: Client, med: Campaign) -> None:
    with writing(viewer_of(med)) as writer:
        writer.edit("test", [Set("task-force:zara.place", "port:taranto")])
    with pytest.raises(Misfits, match="put it to sea first"):
        do(med, "unit-contact", unit="zara")


@pytest.mark.rule("E33.A.4")
def test_in_a_closed_campaign_the_enemy_reads_of_contact_and_of_nothing_else(client: Client, db: None) -> None:
    states.forget()
    campaign = closed()
    fleet(campaign, "axis", "squadra", "port:taranto", zara="task-force", pola="warship")
    sail(campaign)
    missed = do(campaign, "unit-contact", "41", unit="zara")
    met = do(campaign, "unit-contact", "63 1", unit="pola")
    assert missed.record["body"]["shown"] == {
        "side": "axis",
        "zone": "central-med",
        "column": 10,
        "anti_shipping": "no contact",
    }
    told = met.record["body"]["shown"]
    assert (told["anti_shipping"], told["unit"], told["hits"]) == ("contact", "Pola", 0)
    assert "zara" not in str(missed.record).casefold()
    client.post(f"/c/{campaign.slug}/seat/", {"seat": "allied"})
    log = client.get(f"/c/{campaign.slug}/log/").content.decode()
    log = " ".join(unescape(re.sub("<[^>]+>", " ", log)).split())
    assert "No contact" in log
    assert "Pola; unharmed" in log
    assert "Anti shipping" not in log
    for entry, verdict in ((missed, "No contact"), (met, "Contact")):
        page = client.get(f"/c/{campaign.slug}/log/public/{entry.sequence}/").content.decode()
        assert re.search(r'class="word[^"]*">([^<]*)', page)[1].capitalize() == verdict
        # The first of two columns has the dice; what they were read in stands beside it.
        assert "Dice and their source" in page.partition('<div class="two">')[2].partition("</div>")[0]
    assert check_campaign(campaign).sound
    states.forget()
