"""The card of a naval group: what it owes as it moves, that it may not move again, and that it is no more."""

from __future__ import annotations

import pytest

from tests.desk.test_fleet import add, form, look, move
from tests.desk.test_unit_contact import sail
from tests.in_hand import InHand, words_of

pytestmark = pytest.mark.django_db


@pytest.mark.rule("E36.E.1")
def test_the_card_of_an_axis_group_in_port_says_that_fuel_is_due(med: InHand) -> None:
    group = form(med, add(med))
    card = f"fleet/group/{group}/"
    assert "Due as it leaves port, for Squadra: 1 SRP, 5 SPs, or 1 SP a naval step" in med.words(card)
    assert '<option value="" selected>choose: it is due</option>' in med.text(card)
    assert "nothing is due" not in med.text(card)
    move(med, group, "5 27A:0410", fuel="srp")
    assert "Due as it leaves port" not in med.words(card)
    assert "nothing is due" in med.text(card)


@pytest.mark.rule("E36.E.1")
def test_an_allied_group_and_an_axis_warship_owe_none(med: InHand) -> None:
    for changes in ({"side": "allied", "place": "port:alexandria"}, {"kind": "warship"}):
        group = form(med, add(med, **changes))
        assert "Due as it leaves port" not in med.words(f"fleet/group/{group}/")


@pytest.mark.rule("E33.E.R")
def test_what_was_turned_back_says_so_and_its_group_that_is_no_more_leads_back(med: InHand) -> None:
    """6 3 is contact at 10, and a 5 turns back: the only unit of its group lies in Taranto again."""
    unit = add(med)
    group = form(med, unit)
    sail(med, group=group)
    med.do("unit-contact", "63 5", unit=unit)
    gone = med.client.get(f"{med.home}fleet/group/{group}/")
    assert gone.status_code == 404
    assert "A group ends with its last unit" in words_of(gone)
    assert f'href="{med.home}board/"' in gone.content.decode()
    assert "turned back: may not move again in this player turn" in med.words("fleet/")
    assert "It may not move again in this player turn 33.E" in med.words(f"fleet/unit/{unit}/")
    again = form(med, unit, name="Once more")
    assert "The group moves only against the book, with a reason" in med.words(f"fleet/group/{again}/")
    assert "Move Once more" not in med.words("")
    move(med, again, "5 27A:0410", 422, fuel="srp")
    assert med.client.post(f"{med.home}fleet/group/{group}/", {"act": "end"}).status_code == 404


@pytest.mark.rule("E36.A.2")
def test_a_look_says_met_only_where_the_distance_is_known(med: InHand) -> None:
    """18A:0407, Malta's hex, to 18A:0410 is 3 hexes; of sheet 27A nothing is known here."""
    group = form(med, add(med, side="allied", place="port:valletta", kind="warship"))
    way = {"group": group, "zone": "central-med"}
    for moves, told in (
        ("5 18A:0410", "MPs for the way ✓ met Malta (Valletta) to 18A:0410: 3 hexes, 5 typed"),
        ("40 27A:0410", "MPs for the way not known Malta (Valletta) to 27A:0410: distance not known"),
        ("1 18A:3030", "MPs for the way ✗ not met"),
    ):
        assert told in look(med, moves=moves, **way)
