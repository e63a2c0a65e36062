"""Losses in the log: cargo and hits on ships, each told of the side that had them."""

import re
from collections.abc import Iterator
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from navalassist.auditlog.models import Entry, Tagged
from navalassist.auditlog.tags import number
from navalassist.play.storage.index import sums
from tests.begun import begin
from tests.in_hand import InHand, in_hand
from tests.systems.europa.board import put, rolled, typed
from tests.systems.europa.pages.test_naval_steps import HEX, fleet_of

LOSSES = "log/?kind=losses"
SEAT = re.compile(r'<tr id="e(\d+)">.*?<span class="mark[^"]*"><span aria-hidden="true">.</span> (\w+)</span>', re.S)


@pytest.fixture
def sea() -> Iterator[InHand]:
    """An Axis fleet in Allied mines, and an Axis convoy that the Allied seat has found."""
    with in_hand(begin("Med", malta=10, slug="med", theatres="both")) as table:
        fleet_of(table)
        put(table.campaign, typed("7 SP"))
        yield table


def lost(table: InHand) -> dict[int, str]:
    """The entries under Losses, and whose they are."""
    return {int(entry): side for entry, side in SEAT.findall(table.drawn(LOSSES))}


def mined(table: InHand, dice: str) -> Entry:
    return table.do("mine-damage", dice, group="squadra", hex=HEX, occasion="began")


def test_a_convoy_that_the_other_side_rolled_for_is_its_owner_s_loss(sea: InHand) -> None:
    *_, check = rolled(sea.campaign, "all", "63 4 2 1")
    assert check.seat == "allied"
    assert lost(sea) == {check.sequence: "Axis"}
    assert ">Whose</th>" in sea.drawn(LOSSES)


@pytest.mark.parametrize(("dice", "is_lost"), [("6666", True), ("1111", False)], ids=["hits", "no hit"])
def test_hits_of_mines_are_losses(sea: InHand, dice: str, is_lost: bool) -> None:
    entry = mined(sea, dice)
    assert bool(entry.record["body"]["outcome"]["toll"]["hits"]) is is_lost
    assert lost(sea) == ({entry.sequence: "Axis"} if is_lost else {})


def upgrade_again(table: InHand) -> None:
    """The index without its losses, as an older version left it, and brought up to date."""
    identity = str(table.campaign.identity)
    told = [number(identity, audience, "came:lost") for audience in ("public", "axis", "allied")]
    assert Tagged.objects.filter(tag__in=told).delete()[0] == 1
    import_module("navalassist.auditlog.migrations.0004_hits_are_losses").index_hits(
        apps, SimpleNamespace(connection=connection)
    )


def test_hits_from_before_an_upgrade_are_losses_after_it(sea: InHand) -> None:
    mined(sea, "6666")
    before = sums(sea.campaign)
    upgrade_again(sea)
    assert sums(sea.campaign) == before
