"""Fleets: units and groups entered by hand, their cards, and moves from the card of a group (36.A, 36.E)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import create
from navalassist.play import state as states
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.seazones.models import MineBelt
from navalassist.taskforces.models import NavalGroup, TaskForce
from tests.begun import begin
from tests.desk.test_closed import seated

pytestmark = pytest.mark.django_db
UNIT = {"side": "axis", "name": "Squadra", "kind": "task-force", "strength": "12", "place": "port:taranto"}
HOME = "/c/med/"


@pytest.fixture
def med(db: None) -> Iterator[Campaign]:
    """A campaign in Mar I 41, Axis naval movement; whatever a test did to it, log and state agree at the end."""
    states.forget()
    campaign = begin("Med", malta=10, slug="med")
    yield campaign
    assert check_campaign(campaign).sound
    states.forget()


def text(client: Client, address: str) -> str:
    answer = client.get(HOME + address)
    assert answer.status_code == 200, address
    return unescape(answer.content.decode())


def words(client: Client, address: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", text(client, address)).split())


def send(client: Client, address: str, **fields: Any) -> HttpResponse:
    page = text(client, address)
    found = re.search(r'name="submission" value="(\w+)"><input type="hidden" name="seen" value="([^"]*)"', page)
    assert found is not None
    answer: HttpResponse = client.post(HOME + address, {"submission": found[1], "seen": found[2], **fields})
    return answer


def move(client: Client, group: str, moves: str, **fields: str) -> tuple[int, str]:
    """Move a group as its card does; the status, and the receipt or the page in words."""
    card = text(client, f"fleet/group/{group}/")
    found = re.search(r'name="submission" value="(\w+)"><input type="hidden" name="seen" value="([^"]*)"', card)
    assert found is not None
    zone = {} if "ends" in fields else {"zone": "central-med"}
    data = {"submission": found[1], "seen": found[2], "group": group, "moves": moves, **zone, **fields}
    answer = client.post(f"{HOME}do/naval-move/", data)
    if answer.status_code == 302:
        return 302, words(client, answer.headers["Location"].removeprefix(HOME))
    return answer.status_code, " ".join(re.sub("<[^>]+>", " ", unescape(answer.content.decode())).split())


def add(client: Client, **changes: str) -> str:
    answer = send(client, "fleet/", act="add", **{**UNIT, **changes})
    assert answer.status_code == 302, unescape(answer.content.decode())
    return str(TaskForce.objects.latest("id").key)


def form(client: Client, *units: str, name: str = "Battle group") -> str:
    answer = send(client, "fleet/", act="form", name=name, units=list(units))
    assert answer.status_code == 302, unescape(answer.content.decode())
    return str(NavalGroup.objects.latest("id").key)


def value(fact: str) -> Any:
    return states.load("med").values[fact]


def test_a_unit_is_added_with_half_its_strength_on_the_back_and_has_a_card(client: Client, med: Campaign) -> None:
    key = add(client)
    assert value(f"task-force:{key}.reverse") == 6
    listed = words(client, "fleet/")
    assert "Taranto" in listed
    assert "Squadra task force 12 of 12" in listed
    card = words(client, f"fleet/unit/{key}/")
    assert "Printed 12, half-strength side 6" in card
    assert "Gunfire supports 36.F.1 none used yet" in card
    assert "Fuel 36.E none paid yet" in card


def test_a_unit_is_changed_placed_and_taken_away(client: Client, med: Campaign) -> None:
    key = add(client)
    card = f"fleet/unit/{key}/"
    changed = {
        **UNIT,
        "reverse": "6",
        "hits": "1",
        "flipped": "on",
        "refit": "on",
        "mines": "2",
        "arrives": "1941-03-1",
    }
    assert send(client, card, act="change", **changed).status_code == 302
    assert "5 of 6; the half-strength side is up for good" in words(client, card)
    assert "in refit, 2 mine points" in words(client, "fleet/")
    assert send(client, card, act="place", place="port:naples").status_code == 302
    assert value(f"task-force:{key}.place") == "port:naples"
    again = send(client, card, act="place", place="port:naples")
    assert (again.status_code, "it is there already" in again.content.decode()) == (422, True)
    assert send(client, card, act="place", place="port:nowhere").status_code == 422
    assert send(client, card, act="remove").status_code == 302
    assert client.get(HOME + card).status_code == 404


@pytest.mark.rule("E36.F.1.sov")
def test_the_nation_of_a_task_force_is_chosen_and_one_that_was_typed_before_stays(
    client: Client, med: Campaign
) -> None:
    """Only Soviet ones fire without limit; a nation that no list has is kept where a unit has it."""
    key = add(client, side="allied", nation="Soviet", place="port:valletta")
    assert "without limit" in words(client, f"fleet/unit/{key}/")
    row = create(
        "task-force:old", **TaskForce.new_facts(side="allied", name="Old", place="off", nation="Great Britain")
    )
    with writing(Viewer(med, "moderator", "00000000-0000-4000-8000-000000000001", at_table=True)) as writer:
        writer.edit("test", [row])
    assert '<option value="Great Britain" selected>' in text(client, "fleet/unit/old/")


@pytest.mark.rule("E36.F.3", "E36.I")
def test_only_a_task_force_is_flipped_for_good_on_its_card(client: Client, med: Campaign) -> None:
    """A warship has no other side unless one is typed; a transport of 2 with 1 hit shows its other one."""
    warship = add(client, name="Zara", kind="warship", strength="5")
    assert value(f"task-force:{warship}.reverse") == 0
    flipped = {**UNIT, "name": "Zara", "kind": "warship", "strength": "5", "reverse": "2", "flipped": "on"}
    answer = send(client, f"fleet/unit/{warship}/", act="change", **flipped)
    assert (answer.status_code, "only a task force" in answer.content.decode()) == (422, True)
    counter = add(client, name="Transport", kind="nt", strength="2", hits="1")
    assert "1 of 2; the half-strength side is up 36.I" in words(client, f"fleet/unit/{counter}/")
    assert "Transport naval transport 1 of 2, half-strength side" in words(client, "fleet/")


@pytest.mark.rule("E36.F.3")
def test_a_sunk_unit_stays_sunk_until_its_hits_are_changed(client: Client, med: Campaign) -> None:
    """12 printed, 6 on the other side: 6 hits on that side sink it."""
    key = add(client)
    card = f"fleet/unit/{key}/"
    sunk = {**UNIT, "reverse": "6", "hits": "6", "flipped": "on", "place": "sunk"}
    assert send(client, card, act="change", **sunk).status_code == 302
    refused = send(client, card, act="place", place="port:naples")
    assert (refused.status_code, "6 hits sink it" in refused.content.decode()) == (422, True)
    assert value(f"task-force:{key}.place") == "sunk"
    assert send(client, card, act="change", **{**sunk, "hits": "5"}).status_code == 302
    assert send(client, card, act="place", place="port:naples").status_code == 302


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"name": " "}, "Name on the counter: write something here"),
        ({"name": "x" * 81}, "at most 80 signs"),
        ({"strength": "0"}, "type a whole number from 1 to 99"),
        ({"reverse": "12"}, "half-strength side is weaker"),
        ({"hits": "12"}, "12 hits sink it"),
        ({"place": "port:nowhere"}, "choose of the list"),
        ({"nation": "Atlantis"}, "Nation: choose of the list"),
        ({"arrives": "x" * 21}, "Arrives: at most 20 signs"),
    ],
)
def test_what_does_not_fit_is_told_and_stays_typed(
    client: Client, med: Campaign, changes: dict[str, str], told: str
) -> None:
    answer = send(client, "fleet/", act="add", **{**UNIT, "organisation": "Regia Marina", **changes})
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert told in page
    assert 'value="Regia Marina"' in page
    assert not TaskForce.objects.exists()


def test_units_of_one_place_and_side_form_a_group_that_ends_in_port(client: Client, med: Campaign) -> None:
    one, two = add(client), add(client, name="Second", kind="nt", strength="2")
    far, enemy = add(client, name="Far", place="port:naples"), add(client, name="Foe", side="allied")
    off = add(client, name="Later", place="off")
    for units, told in (
        ([], "choose at least one"),
        ([one, far], "in one place"),
        ([one, enemy], "those of one side"),
        ([off], "not in play"),
        (["nobody"], "no longer here"),
    ):
        refused = send(client, "fleet/", act="form", name="Group", units=units)
        assert (refused.status_code, told in refused.content.decode()) == (422, True)
    group = form(client, one, two)
    assert value(f"task-force:{one}.place") == f"group:{group}"
    assert "mixed group, strength 14" in words(client, "fleet/")
    no = send(client, f"fleet/unit/{enemy}/", act="place", place=f"group:{group}")
    assert (no.status_code, "of its own side" in no.content.decode()) == (422, True)
    assert send(client, f"fleet/group/{group}/", act="end").status_code == 302
    assert value(f"task-force:{one}.place") == "port:taranto"
    assert not NavalGroup.objects.exists()


def test_a_group_goes_with_its_last_unit(client: Client, med: Campaign) -> None:
    one, two = add(client), add(client, name="Second")
    form(client, one)
    form(client, two, name="Other")
    form(client, one, two, name="Both")
    assert [group.name for group in NavalGroup.objects.all()] == ["Both"]
    assert send(client, f"fleet/unit/{one}/", act="place", place="port:naples").status_code == 302
    assert send(client, f"fleet/unit/{two}/", act="remove").status_code == 302
    assert not NavalGroup.objects.exists()


def test_a_group_is_set_by_hand(client: Client, med: Campaign) -> None:
    group = form(client, add(client))
    card = f"fleet/group/{group}/"
    wanted = {"name": "Battle group", "place": "", "hex": "27A:0410", "zone": "central-med"}
    assert send(client, card, act="change", **{**wanted, "hex": "somewhere"}).status_code == 422
    assert send(client, card, act="change", **wanted).status_code == 302
    assert "Hex 27A:0410 , Central Med" in words(client, card)
    same = send(client, card, act="change", **wanted)
    assert (same.status_code, "it stands so already" in same.content.decode()) == (422, True)
    at_sea = send(client, card, act="end")
    assert (at_sea.status_code, "it is at sea" in at_sea.content.decode()) == (422, True)


@pytest.mark.rule("E36.A.2")
@pytest.mark.rule("E36.E.1")
def test_a_group_moves_from_its_card_and_pays_for_fuel(client: Client, med: Campaign) -> None:
    unit = add(client)
    group = form(client, unit)
    status, page = move(client, group, "10 27A:0410 5n 27A:0411")
    assert (status, "pays 1 SRP, 5 SPs or 1 SP a naval step" in page) == (422, True)
    status, page = move(client, group, "10 27A:0410 6n", fuel="srp")
    assert (status, "6 MPs by night are too many" in page) == (422, True)
    status, receipt = move(client, group, "10 27A:0410 5n 27A:0411", fuel="srp", zone="central-med")
    assert status == 302
    assert "1 SRP of Taranto" in receipt
    assert value(f"group:{group}.place") == "hex:27A:0411"
    assert value(f"group:{group}.zone") == "central-med"
    assert value(f"task-force:{unit}.fuelled") == "1941-03-1/axis 5"
    card = words(client, f"fleet/group/{group}/")
    assert "none until 10 MPs by day are spent; 20 left in this phase" in card
    assert "it began the naval step in Taranto" in card
    assert "Own hex only, by night" in card
    assert "Mar I 41: 5 SPs or 1 SRP paid" in words(client, f"fleet/unit/{unit}/")
    status, page = move(client, group, "5n")
    assert (status, "36.A.2" in page) == (422, True)
    status, receipt = move(client, group, "10", ends="naples")
    assert status == 302
    assert value(f"group:{group}.place") == "port:naples"
    assert value(f"group:{group}.zone") == "tyrrhenian"


@pytest.mark.rule("E36.E.2")
def test_fuel_step_by_step_leaves_the_stock_of_the_port(client: Client, med: Campaign) -> None:
    unit = add(client)
    group = form(client, unit)
    stock = {"side": "axis", "port-1": "taranto", "what-1": "sp", "count-1": "3", "submission": "stock"}
    assert client.post(f"{HOME}board/roster/", stock).status_code == 302
    status, page = move(client, group, "5 27A:0410", fuel="sp")
    assert (status, "Taranto has 3 SP free, not 5" in page) == (422, True)
    assert move(client, group, "5 27A:0410", fuel="step")[0] == 302
    assert value("roster:axis/taranto/sp.base") == "2"
    assert value(f"task-force:{unit}.fuelled") == "1941-03-1/axis 1 steps"
    assert "Mar I 41: 1 SP paid, 1 a step" in words(client, f"fleet/unit/{unit}/")
    assert move(client, group, "5 27A:0411")[0] == 302
    assert value("roster:axis/taranto/sp.base") == "2"


@pytest.mark.rule("E36.A.2")
def test_against_the_book_with_a_reason_that_the_receipt_shows(client: Client, med: Campaign) -> None:
    group = form(client, add(client, side="allied", place="port:alexandria"))
    status, page = move(client, group, "5 19A:2410")
    assert (status, "Allied player turn" in page) == (422, True)
    status, receipt = move(client, group, "5 19A:2410", because="agreed at the table")
    assert status == 302
    assert "Overruled" in receipt
    assert "agreed at the table" in receipt


@pytest.mark.rule("E36.A.2.f")
@pytest.mark.parametrize("moves", ["5 27A:0410", "5n 27A:0410"])
def test_a_move_tells_of_the_mines_on_its_way(client: Client, med: Campaign, moves: str) -> None:
    group = form(client, add(client))
    with writing(
        Viewer(med, "allied", "00000000-0000-4000-8000-000000000001", at_table=True), submission="belt"
    ) as writer:
        fields = MineBelt.new_facts(side="allied", hex="27A:0410", points=3)
        writer.edit("test", [create("mines:allied/27A-0410", **fields)])
    assert "3 points in 27A:0410" in move(client, group, moves, fuel="srp")[1]


def test_what_a_move_would_mean_is_shown_and_nothing_written(client: Client, med: Campaign) -> None:
    group = form(client, add(client))
    before = states.load("med").heads
    answer = client.post(f"{HOME}do/naval-move/look/", {"group": group, "moves": "ten", "fuel": "srp"})
    assert "is no move: write MPs in order" in unescape(answer.content.decode())
    answer = client.post(f"{HOME}do/naval-move/look/", {"group": group, "moves": "5", "fuel": "srp"})
    assert "say in which hex it ends, or choose a port" in unescape(answer.content.decode())
    answer = client.post(
        f"{HOME}do/naval-move/look/", {"group": group, "moves": "5 27A:0410", "fuel": "srp", "zone": "central-med"}
    )
    page = " ".join(re.sub("<[^>]+>", " ", unescape(answer.content.decode())).split())
    assert "What it would change" in page
    assert "hex 27A:0410" in page
    assert "after this move: 5 MPs now, 25 left in this phase" in page
    assert "Fuel ✓ met 1 SRP of Taranto" in page
    answer = client.post(
        f"{HOME}do/naval-move/look/",
        {"group": group, "moves": "6n", "ends": "naples", "protected": "on", "through": "on", "canal": "on"},
    )
    page = words_of(answer)
    for text_of in ("MPs by night ✗ not met", "it is a combat group", "Gibraltar ✗", "Kiel canal ✗", "Fuel ✗"):
        assert text_of in page
    assert states.load("med").heads == before


@pytest.mark.rule("E36.A.5")
def test_the_kiel_canal_reads_who_holds_kiel(client: Client) -> None:
    states.forget()
    begin("North", malta=10, slug="med", theatres="both")
    group = form(client, add(client, place="port:kiel", kind="nt", strength="2"))
    status, page = move(client, group, "5", ends="canal:kiel")
    assert (status, "36.A.5" in page) == (422, True)
    assert move(client, group, "5", ends="canal:kiel", banks="on")[0] == 302
    assert "The Kiel canal" in words(client, f"fleet/group/{group}/")
    status, page = move(client, group, "5 16A:0606", banks="on", attacks="on", zone="north-sea")
    assert (status, "36.A.5.b" in page) == (422, True)
    states.forget()


@pytest.mark.rule("E36.A.2.a")
def test_a_patrol_finds_a_group_by_day_only(client: Client, med: Campaign) -> None:
    group = form(client, add(client))
    assert move(client, group, "5n 27A:0410", fuel="srp")[0] == 302
    data = {"submission": "find", "seen": "", "group": group}
    refused = client.post(f"{HOME}do/naval-found/", data)
    assert (refused.status_code, "36.A.2.a" in refused.content.decode()) == (422, True)
    assert move(client, group, "5 27A:0411")[0] == 302
    assert client.post(f"{HOME}do/naval-found/", data).status_code == 302
    assert f"mark:found/{group}.kind" in states.load("med").values


@pytest.mark.rule("E36.A.2.e")
def test_gunfire_by_night_has_its_page_and_odds(client: Client, med: Campaign) -> None:
    form(client, add(client))
    data = {"submission": "fire", "seen": "", "strength": "12", "side": "axis", "gun": "naval", "night": "on"}
    page = words_of(client.post(f"{HOME}do/naval-gunfire/look/", data))
    assert "Hits to expect" in page
    answer = client.post(f"{HOME}do/naval-gunfire/", {**data, "dice": "typed", "strip": "6"})
    assert "Strength 3" in words(client, answer.headers["Location"].removeprefix(HOME))


def words_of(answer: Any) -> str:
    return " ".join(re.sub("<[^>]+>", " ", unescape(answer.content.decode())).split())


def test_the_map_lists_the_groups_that_may_move(client: Client, med: Campaign) -> None:
    form(client, add(client), name="Squadra navale")
    assert "Move Squadra navale" in words(client, "")


def test_observers_look_on(client: Client, med: Campaign) -> None:
    client.post(f"{HOME}seat/", {"seat": "observer"})
    page = text(client, "fleet/")
    assert "The observer seat only watches" in page
    assert client.post(f"{HOME}fleet/", {"submission": "x", "seen": "", "act": "add", **UNIT}).status_code == 403


def test_in_a_closed_campaign_the_enemy_sees_neither_unit_nor_group() -> None:
    states.forget()
    campaign = begin("Closed", malta=10, slug="med", rulings={"R-56": "closed"})
    own = seated(campaign, "axis")
    group = form(own, add(own), name="Secret")
    enemy = seated(campaign, "allied")
    assert "Secret" not in text(enemy, "fleet/")
    assert "Secret" not in text(enemy, "")
    assert enemy.get(f"{HOME}fleet/group/{group}/").status_code == 404
    own = seated(campaign, "axis")
    status, receipt = move(own, group, "5 27A:0410", fuel="srp")
    assert (status, "1 SRP of Taranto" in receipt) == (302, True)
    for address in ("log/", "fleet/", ""):
        assert "27A:0410" not in text(enemy, address)
    found = own.post(f"{HOME}do/naval-found/", {"submission": "find", "seen": "", "group": group})
    assert found.status_code == 302, words_of(found)
    told = words_of(enemy.get(found.headers["Location"]))
    assert "hex 27A:0410" in told.casefold().replace("27a", "27A")
    assert "Secret" not in told
    assert check_campaign(campaign).sound
    states.forget()
