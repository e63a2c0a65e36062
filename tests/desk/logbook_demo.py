"""A campaign with something in its log, for the tests of the log, the receipt and the correction."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.engine import Effect, Set, create
from navalassist.play import state as states
from navalassist.play.dice.server import DiceInput
from navalassist.play.rules.resolve import carry_out
from navalassist.play.turns import steps
from navalassist.play.write.transaction import writing
from navalassist.taskforces.models import TaskForce
from tests.begun import begin_demo, once
from tests.in_hand import in_hand, viewer_of

LOG = "/c/mediterranean-1941/log/"


def sail(campaign: Campaign, strip: str = "", shipment: str = "demo-1") -> Entry:
    """The shipment's next check; typed dice, or the server's when none are given."""
    with writing(viewer_of(campaign, "allied")) as writer:
        dice = DiceInput("typed" if strip else "server", strip)
        entry = carry_out(writer, "cargo-contact", {"shipment": shipment}, dice, operation=shipment)
        dice.finish()
    return entry


def bomb(campaign: Campaign, hits: int = 1) -> Entry:
    """So many hits on Malta, in the Axis player turn."""
    with writing(viewer_of(campaign)) as writer:
        return carry_out(writer, "malta-bombed", {"hits": hits}, DiceInput())


def malta(campaign: Campaign, number: int, note: str = "") -> Entry:
    """Malta's number as an input without dice."""
    with writing(viewer_of(campaign)) as writer:
        return writer.edit("malta.number", [Set("malta:status.number", number)], note=note)


def edit(campaign: Campaign, *effects: Effect, act: str = "test.edit", title: str = "") -> Entry:
    """Effects by hand."""
    with writing(viewer_of(campaign, "allied")) as writer:
        return writer.edit(act, effects, title=title)


def secret_force(campaign: Campaign) -> Entry:
    """A task force that only the Allied seat knows of."""
    fields = TaskForce.new_facts(side="allied", name="Force H", strength=3, place="port:gibraltar")
    force = create("task-force:h", **fields)
    with writing(viewer_of(campaign, "allied")) as writer:
        return writer.edit("task-force.add", [force], chain="allied")


def end_step(campaign: Campaign, times: int = 1) -> None:
    for _ in range(times):
        with writing(viewer_of(campaign)) as writer:
            steps.end_step(writer)


def end_turn(campaign: Campaign) -> None:
    turn = states.load(campaign.slug).clock[0]
    while states.load(campaign.slug).clock[0] == turn:
        end_step(campaign)


def facts(campaign: Campaign) -> dict[str, Any]:
    """The campaign's state, read from its tables."""
    return states.read(campaign, ()).values


@once
def begun() -> Campaign:
    campaign = begin_demo()
    malta(campaign, 9)
    sail(campaign)
    return campaign


@pytest.fixture
def voyage(db: None) -> Iterator[Campaign]:
    """The demo campaign: Malta at 9, and the Axis convoy through the Tyrrhenian, about to enter the Central Med."""
    with in_hand(begun()) as table:
        yield table.campaign


@pytest.fixture
def contact(voyage: Campaign) -> Entry:
    """Its check in the Central Med: 6 3 in column 9 is a contact, and 4 2 1 settle its lots."""
    return sail(voyage, "63 4 2 1")


def text(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, address
    return str(answer.content.decode())


def url(entry: Entry, tail: str = "") -> str:
    return f"{LOG}{entry.chain}/{entry.sequence}/{tail}"


def written(campaign: Campaign) -> int:
    return Entry.objects.filter(campaign=campaign).count()
