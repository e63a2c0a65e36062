"""Which contact checks naval units owe (33.A, 33.E), whatever becomes of their groups, over a whole phase.

By hand: Malta at 10 is the Axis status of the Central Med, in whose column 9 is contact; on a contact 5 turns back.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.play import parts
from navalassist.play.correct import Correction, correct
from navalassist.play.writer import writing
from navalassist.systems.europa import fleet_edits
from tests.desk.test_unit_contact import do, due, fleet, med, sail, until, values, words
from tests.systems.board import viewer_of

__all__ = ("med",)
pytestmark = pytest.mark.django_db


def lost_at_sea(campaign: Campaign) -> None:
    """A cruiser at sea of which nobody knows whence it came."""
    fleet(campaign, "axis", "lost", "hex:27A:0410", "central-med", gorizia="warship")


@pytest.mark.rule("E33.E.R", "E33.A.1")
def test_what_is_turned_back_in_one_zone_owes_none_in_the_next(client: Client, med: Campaign) -> None:
    lost_at_sea(med)
    sail(med, "10 27A:0415", "lost", zone="eastern-med")
    assert len(due(client)) == 2
    found = do(med, "unit-contact", "63 5", unit="gorizia", zone="central-med").record["body"]["outcome"]
    assert found["turned_back"] == "to its port of origin: bring it there by hand"
    assert due(client) == []
    until(med, "axis/exploitation")
    assert due(client) == []
    # Whoever checks it all the same has dice that count, and the mark once.
    again = do(med, "unit-contact", "63 5", unit="gorizia").record["body"]
    assert (again["situation"]["already_back"], again["outcome"]["contact"]) == (True, True)
    until(med, "allied/initial")
    assert "mark:turned-back/gorizia.kind" not in values()


def edit(campaign: Campaign, act: str, *given: Any) -> None:
    """An input of the Fleets page."""
    with writing(viewer_of(campaign)) as writer:
        made = getattr(fleet_edits, act)(writer.state.values, *given)
        writer.edit(made.act, made.effects, seat="axis", title=made.title)


def next_step(campaign: Campaign, side: str = "axis") -> None:
    with writing(viewer_of(campaign, side)) as writer:
        parts.next_part(writer)


BOTH = ["Pola in the Central Med", "Zara in the Central Med"]


@pytest.mark.rule("E33.A.1", "E33.E.R")
def test_units_whose_group_ends_in_port_still_owe_their_checks(client: Client, med: Campaign) -> None:
    sail(med, "10 27A:0410 20", ends="tripoli")
    edit(med, "end_group", "squadra")
    assert due(client) == BOTH
    assert "in Tripoli; the Allied dice" in words(client)
    assert "Zara (Axis)" in words(client, "do/unit-contact/?unit=zara&zone=central-med")
    # The zone need not be named where it entered but one, and it goes back to the port that its group left.
    body = do(med, "unit-contact", "63 5", unit="zara").record["body"]
    assert (body["situation"]["group"], body["outcome"]["turned_back"]) == ("", "to Taranto")
    assert values()["task-force:zara.place"] == "port:taranto"
    assert due(client) == BOTH[:1]
    assert do(med, "unit-contact", "41", unit="pola").record["body"]["outcome"]["contact"] is False
    assert due(client) == []


@pytest.mark.rule("E33.A.1")
def test_units_owe_where_they_went_themselves_whatever_group_they_join(client: Client, med: Campaign) -> None:
    fleet(med, "axis", "fresh", "port:naples", bolzano="warship", trieste="warship")
    sail(med)
    edit(med, "place_unit", "zara", "group:fresh")
    edit(med, "place_unit", "pola", "port:taranto")
    assert sorted(due(client)) == BOTH
    fleet(med, "axis", "second", "port:taranto", fiume="warship")
    sail(med, "10 27A:0410", "second")
    edit(med, "place_unit", "bolzano", "group:second")
    # It comes from Naples, and has entered nothing until the group sails on.
    assert not [line for line in due(client) if "Bolzano" in line]
    sail(med, "10 27A:0411", "second")
    assert "Bolzano in the Central Med" in due(client)
    until(med, "axis/combat")
    assert not [row for row in values() if row.startswith("mark:entered/")]


@pytest.mark.rule("E33.A.1", "E36.A.2")
def test_a_new_group_of_ships_that_moved_and_others_has_moved(client: Client, med: Campaign) -> None:
    fleet(med, "axis", "other", "hex:27A:0410", "central-med", bolzano="warship")
    sail(med, "5n 27A:0410")
    edit(med, "form_group", "New", ["bolzano", "zara", "pola"])
    assert due(client) == BOTH
    strips = [strip for key, strip in values().items() if key.endswith(".strip")]
    assert [[(move["mps"], move["night"]) for move in strip] for strip in strips] == [[(5, True)]]


@pytest.mark.rule("E33.A.2")
def test_what_the_exploitation_found_at_sea_owes_its_check_in_port_too(client: Client, med: Campaign) -> None:
    sail(med)
    until(med, "axis/exploitation")
    assert due(client) == BOTH
    edit(med, "place_unit", "zara", "port:taranto")
    assert sorted(due(client)) == BOTH


@pytest.mark.rule("E33.B.1.b")
def test_the_fifteen_hexes_are_counted_over_the_whole_phase(client: Client, med: Campaign) -> None:
    """18A:0408 lies off Malta, within 15 hexes of Sicily; where the boat is in the next naval step, nothing is."""
    fleet(med, "allied", "boats", "port:valletta", zone="central-med", utmost="submarine", upright="submarine")
    until(med, "allied/naval-movement")
    sail(med, "5 18A:0408", "boats", seat="allied")
    sail(med, "60 18A:3020", "boats", seat="allied")
    owed = ["Upright in the Central Med", "Utmost in the Central Med"]
    assert due(client) == owed
    next_step(med, "allied")
    assert due(client) == owed
    sail(med, "5 18A:3021", "boats", seat="allied")
    assert due(client) == owed
    found = do(med, "unit-contact", "11", "allied", unit="utmost").record["body"]
    assert found["situation"]["leg"]["hexes"] <= 15
    assert found["outcome"]["contact"] is not None


@pytest.mark.rule("E33.B.1.b")
def test_the_way_of_a_ship_goes_with_it_into_a_group_that_parts_and_is_unknown_in_another(
    client: Client, med: Campaign
) -> None:
    hexed = str(values()["port:gibraltar.map_reference"])
    fleet(med, "allied", "force-h", "port:gibraltar", zone="western-med", hood="warship", ark="warship")
    until(med, "allied/naval-movement")
    sail(med, f"10 {hexed}", "force-h", zone="western-med", seat="allied")
    assert due(client) == []
    edit(med, "form_group", "Part", ["hood"])
    assert due(client) == []
    fleet(med, "allied", "other", "port:gibraltar", zone="western-med", rodney="warship")
    edit(med, "place_unit", "hood", "group:other")
    assert due(client) == ["Hood in the Western Med"]


@pytest.mark.rule("E33.E.R")
def test_the_port_of_origin_is_known_in_the_next_naval_step(client: Client, med: Campaign) -> None:
    sail(med)
    next_step(med)
    sail(med, "5 27A:0411")
    found = do(med, "unit-contact", "63 5", unit="zara").record["body"]["outcome"]
    assert found["turned_back"] == "to Taranto"


@pytest.mark.rule("E36.A.1.d", "E33.A.2")
def test_protected_inshore_waters_owe_no_check_in_the_exploitation(client: Client, med: Campaign) -> None:
    fleet(med, "axis", "boats", "port:taranto", sub="submarine")
    fleet(med, "axis", "barges", "port:taranto", barge="lc")
    sail(med, "10 27A:0410", "barges", protected=True)
    until(med, "axis/exploitation")
    # One puts to sea along the coast; the other was found there, where it is not checked.
    sail(med, "10 27A:0410", "boats", protected=True)
    assert due(client) == []
    sail(med, "5 27A:0411", "barges")
    assert due(client) == ["Barge in the Central Med"]


@pytest.mark.rule("E36.A.1.d", "E33.A.2")
def test_what_begins_the_exploitation_at_sea_owes_a_check_though_it_goes_inshore(client: Client, med: Campaign) -> None:
    fleet(med, "axis", "boats", "hex:27A:0410", "central-med", sub="submarine")
    until(med, "axis/exploitation")
    assert due(client) == ["Sub in the Central Med"]
    sail(med, "10 27A:0411", "boats", protected=True)
    assert due(client) == ["Sub in the Central Med"]


@pytest.mark.parametrize("ended", ["", "gone", "off", "axis/combat", "part"])
def test_a_move_is_corrected_whatever_became_of_its_units(client: Client, med: Campaign, ended: str) -> None:
    sail(med)
    move = newest_of(med, "rule")
    if ended == "gone":
        edit(med, "remove_unit", "zara")
    elif ended == "off":
        edit(med, "place_unit", "zara", "off")
    elif ended == "part":
        edit(med, "form_group", "New", ["zara"])
    elif ended:
        until(med, ended)
    with writing(viewer_of(med)) as writer:
        correct(writer, move, Correction("typo", situation={"lands": True}))
    owed = [] if ended == "axis/combat" else BOTH[:1] if ended in ("gone", "off") else BOTH
    assert sorted(due(client)) == owed
    if ended == "axis/combat":
        assert not [row for row in values() if row.startswith("mark:entered/")]


def newest_of(campaign: Campaign, kind: str) -> Entry:
    return Entry.objects.filter(campaign=campaign, kind=kind).latest("pk")
