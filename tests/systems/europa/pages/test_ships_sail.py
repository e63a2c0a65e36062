"""Ships of the demo sail as the book says, by its pages: each zone, mine and danger zone on the way is owed (33.A, 36).

By hand: from Gibraltar to Alexandria a way leads through the Western, the Central and the Eastern Med. Valletta is
18A:0407, and 18A:0203, between Sicily and Malta, holds an Allied mine point.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from navalassist.play import state as states
from navalassist.rules.europa.world import ITALIAN_PORTS
from navalassist.systems.europa.setup import begin_demo
from tests.promises.http import Played, ask, send, wrong

pytestmark = pytest.mark.django_db
MOVE, UNIT = "do/naval-move/", "fleet/unit/{}/"


@pytest.fixture
def demo(client: Client) -> Played:
    """The demo campaign, as it is shipped."""
    states.forget()
    return Played(begin_demo(), client)


def until(demo: Played, moment: str) -> None:
    demo.do(demo.home, "step/", until=moment, confirm="yes")


def move(demo: Played, group: str, **typed: Any) -> None:
    demo.do(f"{demo.home}fleet/group/{group}/", MOVE, **typed)


def refused(demo: Played, url: str, action: str, find: dict[str, str] | None = None, **typed: str) -> str:
    """Why a form was not carried out."""
    answer = ask(demo.client, url)
    assert answer.page is not None
    form = answer.page.form(action, **find or {})
    response = send(demo.client, form.action, form.values(**typed))
    assert response.status_code == 422, response.status_code
    return wrong(response)


def due(demo: Played) -> str:
    """The words of the campaign's main page, where the step list stands."""
    page = ask(demo.client, demo.home).page
    assert page is not None
    return " ".join(page.text.split())


def facts(demo: Played) -> Any:
    return states.load(demo.campaign.slug).values


@pytest.mark.rule("E33.A.1")
def test_from_gibraltar_to_alexandria_three_checks_are_owed(demo: Played) -> None:
    until(demo, "allied/naval-movement")
    move(demo, "force-h", moves="99 99 99", ends="alexandria")
    for zone in ("Western Med", "Central Med", "Eastern Med"):
        for unit in ("Ark Royal", "Force H battleships"):
            assert f"{unit}: check for contact in the {zone}" in due(demo)


@pytest.mark.rule("E33.A.1")
def test_its_player_says_another_way(demo: Played) -> None:
    until(demo, "axis/naval-movement")
    move(demo, "cruisers", moves="60", ends="tripoli", fuel="srp", way="western-med")
    assert "2nd Squadron: check for contact in the Western Med" in due(demo)


@pytest.mark.rule("E36.D.2")
@pytest.mark.rule("E36.C.1.a")
def test_from_naples_to_tripoli_without_hexes_the_way_is_asked_for(demo: Played) -> None:
    until(demo, "axis/naval-movement")
    move(demo, "cruisers", moves="60", ends="tripoli", fuel="srp")
    assert "Cruisers: which hexes? Mines and danger zones on the way" in due(demo)
    url = f"{demo.home}do/way-hexes/?group=cruisers"
    assert "Name the hexes of the way, or say that it met none" in refused(demo, url, "do/way-hexes/")
    demo.do(url, "do/way-hexes/", hexes="18A:0202 18A:0203", none_met="on")
    said = due(demo)
    assert "which hexes?" not in said
    assert "Mines: Cruisers in 18A:0203" in said
    assert [spent["to"] for spent in facts(demo)["group:cruisers.strip"]] == ["18A:0202", "18A:0203", ""]


@pytest.mark.rule("E36.D.2")
def test_a_way_that_met_nothing_is_said_in_one_tap(demo: Played) -> None:
    until(demo, "axis/naval-movement")
    move(demo, "cruisers", moves="60", ends="tripoli", fuel="srp")
    demo.do(f"{demo.home}do/way-hexes/?group=cruisers", "do/way-hexes/", none_met="on")
    assert "which hexes?" not in due(demo)


@pytest.mark.rule("E36.E.1")
@pytest.mark.rule("E36.C.1.a")
def test_who_joins_off_malta_has_sailed_there(demo: Played) -> None:
    until(demo, "allied/naval-movement")
    move(demo, "force-h", moves="80 18A:0410", zone="central-med")
    unit = demo.home + UNIT.format("minelayer")
    assert "it joins where both are" in refused(demo, unit, unit, {"act": "place"}, place="group:force-h")
    demo.do(unit, unit, find={"act": "place"}, place="group:force-h", note="It was with them from the start")
    assert facts(demo)["task-force:minelayer.place"] == "group:force-h"


@pytest.mark.rule("E36.B.1")
def test_a_fleet_leaves_captured_valletta_only_after_its_dice(demo: Played) -> None:
    port = f"{demo.home}setup/ports/valletta/"
    demo.do(port, port, [("set", "valletta=axis")], {"act": "port.owner"})
    until(demo, "allied/naval-movement")
    said = refused(demo, f"{demo.home}fleet/group/malta-boats/", MOVE, moves="10 18A:0411", zone="central-med")
    assert "its ships scuttle or escape before anything else" in said


@pytest.mark.rule("E36.F.2.in")
def test_a_carrier_group_arrives_among_its_own(demo: Played) -> None:
    until(demo, "allied/initial")
    page = ask(demo.client, f"{demo.home}do/carrier-arrives/?unit=formidable").page
    assert page is not None
    (places,) = [field.options for field in page.form("do/carrier-arrives/").fields if field.name == "to"]
    assert "group:force-h" in places
    assert "port:alexandria" in places
    assert "group:battle-fleet" not in places
    assert "port:naples" not in places


@pytest.mark.rule("E33.A.1")
def test_beside_valletta_lies_the_central_med(demo: Played) -> None:
    until(demo, "axis/naval-movement")
    given = {"moves": "60 18A:0408", "fuel": "srp"}
    group = f"{demo.home}fleet/group/cruisers/"
    assert "18A:0408 lies beside Malta (Valletta), on the Central" in refused(
        demo, group, MOVE, **given, zone="tyrrhenian"
    )
    move(demo, "cruisers", **given)
    assert facts(demo)["group:cruisers.zone"] == "central-med"
    assert "2nd Squadron: check for contact in the Central Med" in due(demo)


@pytest.mark.rule("E36.A.2")
def test_a_receipt_names_the_naval_step(demo: Played) -> None:
    until(demo, "axis/naval-movement")
    demo.do(demo.home, "part/")
    led_to = demo.do(f"{demo.home}fleet/group/cruisers/", MOVE, moves="60", ends="tripoli", fuel="srp")
    answer = ask(demo.client, led_to).page
    assert answer is not None
    assert "Naval movement, naval step 2" in " ".join(answer.text.split())


@pytest.mark.rule("E36.A.1")
def test_no_sheltered_water_leads_from_gibraltar_to_alexandria(demo: Played) -> None:
    """36.A.1 names that very crossing. Past Spain, which is neutral, and Axis ports no Allied coast runs."""
    until(demo, "allied/naval-movement")
    group = f"{demo.home}fleet/group/malta-boats/"
    given = {"moves": "99 99", "ends": "alexandria", "protected": "on"}
    assert "No coast that the Allied side owns runs from Malta (Valletta) to Alexandria" in refused(
        demo, group, MOVE, **given
    )
    move(demo, "malta-boats", **given, because="The map shows it")
    assert facts(demo)["mark:sheltered/alexandria--valletta.kind"] == "sheltered"
    move(demo, "malta-boats", moves="99 99", ends="valletta", protected="on")


@pytest.mark.rule("E36.D")
def test_the_hexes_that_decide_are_entered_on_one_page(demo: Played) -> None:
    url = f"{demo.home}setup/hexes/"
    page = ask(demo.client, url).page
    assert page is not None
    first = page.form("setup/hexes/", act="port.hex").values()
    port = dict(first)["key"]
    assert "any hex" not in refused(demo, url, "setup/hexes/", {"key": port}, value="here")
    demo.do(url, "setup/hexes/", find={"key": port}, value="26:1512")
    assert facts(demo)[f"port:{port}.map_reference"] == "26:1512"


@pytest.mark.rule("E36.C.3.tf")
def test_moves_and_sweeping_draw_on_the_mps_of_a_naval_step(demo: Played) -> None:
    """40 MPs: 16 to 18A:0203, 20 for the only point there; 4 are left."""
    url = f"{demo.home}setup/mps/"
    assert "a number from 1 to 999" in refused(demo, url, "setup/mps/", {"key": "task-force"}, value="fast")
    demo.do(url, "setup/mps/", find={"key": "task-force"}, value="40")
    until(demo, "axis/naval-movement")
    group = f"{demo.home}fleet/group/battle-fleet/"
    given = {"fuel": "srp", "zone": "central-med"}
    assert "41 MPs are too many: it has 40 a naval step" in refused(demo, group, MOVE, moves="41 18A:0203", **given)
    move(demo, "battle-fleet", moves="25 18A:0203", **given)
    said = refused(demo, f"{demo.home}do/mines-swept/?unit=squadron-1", "do/mines-swept/")
    assert "20 MPs are too many: it has 40 a naval step, and 25 are spent" in said


@pytest.mark.rule("E36.H.1", "E33.F")
def test_a_supply_line_past_an_enemy_group_is_not_counted(demo: Played) -> None:
    """Force H, 8 strong, lies in 18A:0410: its combat zone reaches the hex beside it."""
    until(demo, "allied/naval-movement")
    move(demo, "force-h", moves="80 18A:0410", zone="central-med")
    url = f"{demo.home}do/supply-line/"
    given = {"side": "axis", "port": "tripoli", "zones": "central-med"}
    said = refused(demo, url, "do/supply-line/", **given, way="18A:0408 0409")
    assert "18A:0409 is in the combat zone of Force H" in said
    led_to = demo.do(url, "do/supply-line/", **given)
    page = ask(demo.client, led_to).page
    assert page is not None
    assert "Tripoli counts 10 SLPs more than its own" in " ".join(page.text.split())


def test_a_form_begins_with_the_side_whose_turn_it_is_and_points_are_those_of_a_side(demo: Played) -> None:
    until(demo, "allied/initial")
    url = f"{demo.home}do/points-received/"
    page = ask(demo.client, url).page
    assert page is not None
    assert dict(page.form("do/points-received/").values())["side"] == "allied"
    led_to = demo.do(url, "do/points-received/", what="nrp", points="3")
    page = ask(demo.client, led_to).page
    assert page is not None
    assert "Allied NRPs" in " ".join(page.text.split())


@pytest.mark.rule("E36.D.1.a.4")
def test_the_adriatic_is_no_axis_zone_while_every_italian_port_is_neutral(demo: Played) -> None:
    """26:2505 lies in the Adriatic, north of its line."""
    url = f"{demo.home}danger/?hex=26:2505&zone=adriatic"

    def told() -> str:
        page = ask(demo.client, url).page
        assert page is not None
        return " ".join(page.text.split())

    assert "The Adriatic is an Axis zone until Italy surrenders" in told()
    for port in ITALIAN_PORTS:
        page = f"{demo.home}setup/ports/{port}/"
        demo.do(page, page, [("set", f"{port}=neutral")], {"act": "port.owner"})
    assert "The Adriatic is no Axis zone: Italy is neutral" in told()


@pytest.mark.rule("E36.F.2.in")
def test_where_a_carrier_group_came_into_play_is_put_right(demo: Played) -> None:
    for moment in ("allied/initial", "axis/initial", "allied/initial"):
        until(demo, moment)
    given = {"to": "group:force-h", "aircraft": "Fulmar"}
    led_to = demo.do(f"{demo.home}do/carrier-arrives/?unit=formidable", "do/carrier-arrives/", **given)
    typed = {"reason": "typo", "typed_to": "port:alexandria", "typed_aircraft": "Fulmar, Albacore"}
    demo.do(f"{led_to}correct/", "correct/", **typed)
    found = facts(demo)
    assert found["task-force:formidable.place"] == "port:alexandria"
    assert found["mark:aircraft/formidable.note"] == "Fulmar; Albacore"
