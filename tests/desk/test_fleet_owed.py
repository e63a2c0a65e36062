"""The card of a naval group: what it owes as it moves, that it may not move again, and that it is no more."""

from __future__ import annotations

import pytest
from django.test import Client

from navalassist.campaigns.models import Campaign
from tests.desk.test_fleet import HOME, add, form, med, move, text, words, words_of
from tests.desk.test_unit_contact import do, sail

__all__ = ("med",)
pytestmark = pytest.mark.django_db


@pytest.mark.rule("E36.E.1")
def test_the_card_of_an_axis_group_in_port_says_that_fuel_is_due(client: Client, med: Campaign) -> None:
    group = form(client, add(client))
    card = f"fleet/group/{group}/"
    assert "Due as it leaves port, for Squadra: 1 SRP, 5 SPs, or 1 SP a naval step" in words(client, card)
    assert '<option value="" selected>choose: it is due</option>' in text(client, card)
    assert "nothing is due" not in text(client, card)
    assert move(client, group, "5 27A:0410", fuel="srp")[0] == 302
    assert "Due as it leaves port" not in words(client, card)
    assert "nothing is due" in text(client, card)


@pytest.mark.rule("E36.E.1")
def test_an_allied_group_and_an_axis_warship_owe_none(client: Client, med: Campaign) -> None:
    for changes in ({"side": "allied", "place": "port:alexandria"}, {"kind": "warship"}):
        group = form(client, add(client, **changes))
        assert "Due as it leaves port" not in words(client, f"fleet/group/{group}/")


@pytest.mark.rule("E33.E.R")
def test_what_was_turned_back_says_so_and_its_group_that_is_no_more_leads_back(client: Client, med: Campaign) -> None:
    """6 3 is contact at 10, and a 5 turns back: the only unit of its group lies in Taranto again."""
    unit = add(client)
    group = form(client, unit)
    sail(med, group=group)
    do(med, "unit-contact", "63 5", unit=unit)
    gone = client.get(f"{HOME}fleet/group/{group}/")
    assert gone.status_code == 404
    assert "A group ends with its last unit" in words_of(gone)
    assert f'href="{HOME}board/"' in gone.content.decode()
    assert "turned back: may not move again in this player turn" in words(client, "fleet/")
    assert "It may not move again in this player turn 33.E" in words(client, f"fleet/unit/{unit}/")
    again = form(client, unit, name="Once more")
    assert "The group moves only against the book, with a reason" in words(client, f"fleet/group/{again}/")
    assert "Move Once more" not in words(client, "")
    assert move(client, again, "5 27A:0410", fuel="srp")[0] == 422
    assert client.post(f"{HOME}fleet/group/{group}/", {"act": "end"}).status_code == 404


@pytest.mark.rule("E36.A.2")
def test_a_look_says_met_only_where_the_distance_is_known(client: Client, med: Campaign) -> None:
    """18A:0407, Malta's hex, to 18A:0410 is 3 hexes; of sheet 27A nothing is known here."""
    group = form(client, add(client, side="allied", place="port:valletta", kind="warship"))

    def look(moves: str, **fields: str) -> str:
        typed = {"group": group, "moves": moves, "zone": "central-med", **fields}
        return words_of(client.post(f"{HOME}do/naval-move/look/", typed))

    assert "MPs for the way ✓ met Malta (Valletta) to 18A:0410: 3 hexes, 5 typed" in look("5 18A:0410")
    assert "MPs for the way not known Malta (Valletta) to 27A:0410: distance not known" in look("40 27A:0410")
    assert "MPs for the way ✗ not met" in look("1 18A:3030")
