"""One ship sails once: a counter of the fleet on the board moves on its card, and is checked with what it carries.

By hand: Malta at 10 is the Axis status of the Central Med, in whose column 9 is contact. A lot of 2 REs on one counter:
4 is E for points, and for units R; the Tyrrhenian asks Axis ships for no check (33.B.4.a).
"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.engine import create
from navalassist.play import state as states
from navalassist.systems.europa.board.again import repeatable
from navalassist.systems.europa.fleet import SUNK
from navalassist.systems.europa.setup import begin_demo
from navalassist.taskforces.models import TaskForce
from tests.in_hand import InHand
from tests.promises.http import Played, ask, send, wrong
from tests.systems.europa.board import put, rolled, typed
from tests.systems.europa.test_closed import closed

pytestmark = [pytest.mark.django_db, pytest.mark.rule("E33.A.4")]


@pytest.fixture
def demo(client: Client) -> Played:
    """The demo, with an Axis transport of strength 2 in its cruiser group at Naples."""
    states.forget()
    campaign = begin_demo()
    about = {"name": "Transport 9", "kind": "nt", "strength": 2, "reverse": 1, "place": "group:cruisers"}
    InHand(campaign).edit(create("task-force:transport-9", **TaskForce.new_facts(side="axis", **about)), seat="axis")
    return Played(campaign, client)


def facts(demo: Played) -> dict[str, Any]:
    return states.load(demo.campaign.slug).values


def add(demo: Played, **typed: str) -> str:
    """A new row; its key."""
    before = {fact for fact in facts(demo) if fact.endswith(".row")}
    demo.do(demo.board, "board/row/", **{"origin": "naples", "destination": "tripoli", **typed})
    (made,) = {fact for fact in facts(demo) if fact.endswith(".row")} - before
    return made.removeprefix("shipment:").removesuffix(".row")


def roll(demo: Played, key: str, strip: str) -> None:
    demo.do(demo.board, "board/roll/", [("roll", f"row:{key}")], strip=strip, dice="typed")


def not_rolled(demo: Played, key: str) -> str:
    page = ask(demo.client, demo.board).page
    assert page is not None
    form = page.form("board/roll/")
    answer = send(demo.client, form.action, [*form.values(strip="21", dice="typed"), ("roll", f"row:{key}")])
    assert answer.status_code == 422
    return wrong(answer)


def sail(demo: Played, **typed: Any) -> None:
    given = {"moves": "60", "ends": "tripoli", "fuel": "srp", "because": "its aircraft are at the table"} | typed
    demo.do(f"{demo.home}fleet/group/cruisers/", "do/naval-move/", **given)


@pytest.mark.rule("E36.E.1", "E36.D.2")
def test_cargo_on_a_counter_waits_for_its_move_and_is_checked_once(demo: Played) -> None:
    key = add(demo, sails="2 SP", on="Transport 9")
    assert facts(demo)[f"mark:aboard/{key}.place"] == "task-force:transport-9"
    board = ask(demo.client, demo.board).page
    assert board is not None
    assert "Can't be rolled yet: It sails with Transport 9" in " ".join(board.text.split())
    assert f"{demo.home}fleet/group/cruisers/" in board.links()
    assert "Transport 9, which has not come into the Tyrrhenian" in not_rolled(demo, key)
    sail(demo)
    assert [leg["zone"] for leg in facts(demo)[f"shipment:{key}.route"]] == ["tyrrhenian", "central-med"]
    words = " ".join(ask(demo.client, demo.home).page.text.split())
    assert "2nd Squadron: check for contact in the Central Med" in words
    assert "Transport 9: check for contact" not in words
    assert "Cruisers: which hexes? Mines and danger zones on the way" in words
    roll(demo, key, "41")
    found = facts(demo)
    assert (found[f"shipment:{key}.state"], found["task-force:transport-9.hits"]) == ("arrived", 0)
    assert "mark:checked/transport-9/central-med/1941-03-1/axis/naval-movement.kind" in found


@pytest.mark.rule("E33.E.R", "E33.E.HALF")
def test_what_the_check_does_to_the_cargo_it_does_to_its_ship(demo: Played) -> None:
    """63 is 9, contact. A unit of 2 REs: 6 is ½E, one of two transports sinks, and the rest goes back to Naples."""
    key = add(demo, sails="Regiment, 2 REs", on="Transport 9")
    sail(demo)
    roll(demo, key, "63 6")
    found = facts(demo)
    assert (found[f"shipment:{key}.state"], found[f"shipment:{key}.res_lost"]) == ("returned", "1")
    assert (found["task-force:transport-9.hits"], found["task-force:transport-9.place"]) == (1, "port:naples")
    assert "mark:turned-back/transport-9.kind" in found


@pytest.mark.rule("E33.E.E")
def test_a_task_force_on_the_board_is_the_counter_of_the_fleet(demo: Played) -> None:
    """6 is ½E: a hit on the 2nd Squadron, which has one of 8 points, and back to Naples; it flips at four (36.F.3)."""
    key = add(demo, sails="task force 2nd squadron")
    assert facts(demo)[f"shipment:{key}.label"] == "2nd Squadron"
    sail(demo)
    roll(demo, key, "63 6")
    found = facts(demo)
    assert (found["task-force:squadron-2.hits"], found["task-force:squadron-2.place"]) == (2, "port:naples")


@pytest.mark.rule("E33.E.R")
def test_a_ship_goes_back_to_the_port_where_it_put_to_sea(demo: Played) -> None:
    """It has left Naples, whatever its row says. 63 is contact, 6 ½E."""
    sail(demo, moves="60 18A:0409", ends="", zone="central-med")
    key = add(demo, sails="Regiment, 2 REs", on="Transport 9", origin="taranto")
    roll(demo, key, "63 6")
    assert facts(demo)["task-force:transport-9.place"] == "port:naples"


def test_one_ship_sails_in_one_row(demo: Played) -> None:
    add(demo, sails="2 SP", on="transport 9")
    page = ask(demo.client, demo.board).page
    assert page is not None
    form = page.form("board/row/")
    given = form.values(sails="1 SP", on="Transport 9", origin="naples", destination="tripoli")
    assert "Transport 9 sails as row 3 already" in wrong(send(demo.client, form.action, given))


def test_a_row_begins_where_its_ship_lies(demo: Played) -> None:
    """Transport 9 lies in Naples. Where it has sailed as its row, the row is changed wherever the ship is by then."""
    page = ask(demo.client, demo.board).page
    assert page is not None
    form = page.form("board/row/")
    cargo = form.values(sails="2 SP", on="Transport 9", origin="taranto", destination="tripoli")
    itself = form.values(sails="task force 2nd Squadron", origin="taranto", destination="tripoli")
    for ship, given in (("Transport 9", cargo), ("2nd Squadron", itself)):
        said = wrong(send(demo.client, form.action, given))
        assert f"From: {ship} lies in Naples. Begin the row there, or bring it here first." in said
    key = add(demo, sails="2 SP", on="Transport 9")
    InHand(demo.campaign).set({"group:cruisers.place": "port:tripoli"}, seat="axis")
    demo.do(demo.board, f"board/row/{key}/", sails="1 SP")
    assert facts(demo)[f"shipment:{key}.points"] == "1"


def test_the_last_turn_is_repeated_without_a_ship_that_is_gone(demo: Played) -> None:
    key, table = add(demo, sails="2 SP", on="Transport 9"), InHand(demo.campaign)
    table.set({f"shipment:{key}.state": "arrived"}, seat="axis")
    table.end_steps()
    table.until("axis/naval-movement")
    assert key in repeatable(table.state, table.facts, "axis")
    table.set({"group:cruisers.place": "port:tripoli"}, seat="axis")
    assert key not in repeatable(table.state, table.facts, "axis")
    table.set({"group:cruisers.place": "port:naples"}, seat="axis")
    table.set({"task-force:transport-9.place": SUNK}, seat="axis")
    assert key not in repeatable(table.state, table.facts, "axis")


def test_its_card_checks_no_unit_that_is_a_row(demo: Played) -> None:
    add(demo, sails="2 SP", on="Transport 9")
    sail(demo)
    url = f"{demo.home}do/unit-contact/?unit=transport-9&zone=central-med"
    page = ask(demo.client, url).page
    assert page is not None
    assert "Transport 9 is row 3 of the board: it is checked there" in " ".join(page.text.split())


def test_what_was_checked_on_its_card_sails_on_as_a_row_without_dice(demo: Played) -> None:
    sail(demo, ends="", moves="25 18A:0410", zone="central-med")
    url = f"{demo.home}do/unit-contact/?unit=squadron-2&zone=central-med"
    demo.do(url, "do/unit-contact/", strip="41", dice="typed")
    roll(demo, add(demo, sails="task force 2nd squadron"), "")
    done = Entry.objects.filter(procedure="cargo-contact").latest("id")
    assert "Checked already in this zone in this phase" in str(done.record["body"]["outcome"])
    InHand(demo.campaign).check()


@pytest.mark.rule("E36.C.1.p")
def test_what_mines_took_of_its_strength_is_lost_with_its_cargo(demo: Played) -> None:
    key = add(demo, sails="2 SP", on="Transport 9")
    sail(demo)
    InHand(demo.campaign).set({"task-force:transport-9.hits": 1}, seat="axis")
    roll(demo, key, "41")
    found = facts(demo)
    assert (found[f"shipment:{key}.state"], found[f"shipment:{key}.res_lost"]) == ("arrived", "1")
    assert found["task-force:transport-9.hits"] == 1


@pytest.mark.rule("E36.C.1.a", "E36.C.1.p")
def test_a_row_on_unnamed_transports_says_which_mines_lie_on_its_way_and_rolls_for_them(demo: Played) -> None:
    """The demo's row 1, 7 SPs on 7 NTs by the Tyrrhenian and the Central Med: one point, seven throws, 6 hits."""
    words = " ".join(ask(demo.client, demo.board).page.text.split())
    assert "1 point of Allied mines in 18A:0203" in words
    url = f"{demo.home}do/row-mines/?row=demo-1&hex=18A:0203"
    demo.do(url, "do/row-mines/", strip="6 1 1 6 2 3 4", dice="typed")
    found = facts(demo)
    assert [found[f"shipment:demo-1.{name}"] for name in ("transports_afloat", "transports_lost", "res_afloat")] == [
        *(5, 2, "5")
    ]
    page = ask(demo.client, url).page
    assert page is not None
    assert "It was checked there in this naval step" in " ".join(page.text.split())


@pytest.mark.rule("E36.D.2")
def test_a_row_rolls_in_a_danger_zone_of_its_way(demo: Played) -> None:
    words = " ".join(ask(demo.client, demo.board).page.text.split())
    assert "every hex that no Axis danger zone covers is in an Allied one" in words
    url = f"{demo.home}do/row-danger/?row=demo-1"
    demo.do(url, "do/row-danger/", hex="18A:0407", strip="1", dice="typed")
    assert facts(demo)["shipment:demo-1.transports_afloat"] == 7
    assert "mark:zone-checked/demo-1.kind" in facts(demo)


def test_in_a_closed_campaign_the_enemy_reads_of_no_counter(db: None) -> None:
    table = InHand(closed())
    about = {"name": "Calipso", "kind": "nt", "strength": 2, "reverse": 1}
    table.group("convoy", "axis", "port:naples", "tyrrhenian", calipso=about)
    key = put(table.campaign, typed("2 SP", on="Calipso"))
    table.do("naval-move", group="convoy", moves="60", ends="tripoli")
    rolled(table.campaign, f"row:{key}", "41")
    assert table.facts[f"shipment:{key}.state"] == "arrived"
    seen = "".join(Entry.objects.filter(campaign=table.campaign, chain="public").values_list("content", flat=True))
    assert "calipso" not in seen.casefold()
    assert "Calipso" not in table.at("allied").words("log/")
    table.check()


def test_nor_of_a_way_that_its_players_know_to_be_sheltered(db: None) -> None:
    table = InHand(closed())
    about = {"name": "Calipso", "kind": "nt", "strength": 2, "reverse": 1}
    table.group("convoy", "axis", "port:naples", "tyrrhenian", calipso=about)
    table.do("naval-move", group="convoy", moves="60", ends="tripoli", protected=True, because="by a secret coast")
    assert "sheltered/naples--tripoli" in table.rows("mark")
    seen = "".join(Entry.objects.filter(campaign=table.campaign, chain="public").values_list("content", flat=True))
    for secret in ("calipso", "naples--tripoli", "by a secret coast"):
        assert secret not in seen.casefold()
    table.check()
