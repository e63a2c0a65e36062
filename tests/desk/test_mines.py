"""Mines and captured ports from a player's pages: belts by hand, checks, laying, sweeping, scuttling (36.B, 36.C)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Account, Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import Remove, Set, create
from navalassist.play import state as states
from navalassist.play.systems import Moment
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.seazones.models import MineBelt
from navalassist.taskforces.models import NavalGroup, TaskForce
from tests.begun import begin
from tests.desk.test_closed import seated

pytestmark = pytest.mark.django_db
HOME = "/c/med/"
# Off Valletta (18A:0407): Licata, 18A:0102, Axis-owned, lies within 7 hexes of it.
OFF_MALTA = "18A:0406"
ALLIED, AXIS = "allied/naval-movement", "axis/naval-movement"


@pytest.fixture
def make(db: None) -> Iterator[Any]:
    """A campaign at a place of Mar I 41, with rulings; at the end its log and state agree."""
    states.forget()

    def begun(place: str = ALLIED, **rulings: str) -> Campaign:
        side, _, step = place.partition("/")
        choices = {number.replace("_", "-"): choice for number, choice in rulings.items()}
        moment = Moment("1941-03-1", side, step)
        campaign = begin("Med", malta=10, slug="med", moment=moment, rulings=choices)
        own = NavalGroup.new_facts(side="allied", name="Force H", place=f"hex:{OFF_MALTA}")
        facts(
            campaign,
            unit("force-h", "allied", strength=4, reverse=2, place="group:h"),
            unit("minelayer", "allied", kind="warship", strength=2, mines=3, place="group:h"),
            create("group:h", **own),
        )
        facts(
            campaign,
            unit("zara", "axis", kind="warship", strength=3, place="port:naples"),
            unit("squadra", "axis", strength=12, reverse=6, place="port:naples"),
            seat="axis",
        )
        return campaign

    yield begun
    for campaign in Campaign.objects.all():
        found = check_campaign(campaign)
        assert found.sound, found
    states.forget()


def facts(campaign: Campaign, *effects: Any, seat: str = "allied") -> None:
    viewer = Viewer(campaign, seat, "00000000-0000-4000-8000-000000000001", at_table=True)
    with writing(viewer) as writer:
        writer.edit("test", effects)


def unit(key: str, side: str, **fields: Any) -> Any:
    return create(f"task-force:{key}", **TaskForce.new_facts(side=side, name=key.title(), **fields))


def belt(side: str, where: str, points: int) -> Any:
    row = f"mines:{side}/{where.replace(':', '-')}"
    return create(row, **MineBelt.new_facts(side=side, hex=where, zone="central-med", points=points))


def words(client: Client, address: str) -> str:
    answer = client.get(HOME + address)
    assert answer.status_code == 200, address
    return plain(answer.content.decode())


def plain(page: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", unescape(page)).split())


def do(client: Client, slug: str, **fields: Any) -> str:
    """Carry out a rule as its page does; the receipt in words."""
    answer = client.post(f"{HOME}do/{slug}/", {"seen": "", **fields})
    assert answer.status_code == 302, plain(answer.content.decode())
    receipt = client.get(answer["Location"])
    assert receipt.status_code == 200
    return plain(receipt.content.decode())


def refused(client: Client, slug: str, **fields: Any) -> str:
    answer = client.post(f"{HOME}do/{slug}/", {"seen": "", **fields})
    assert answer.status_code == 422
    return plain(answer.content.decode())


def outcome() -> Any:
    return Entry.objects.order_by("-id")[0].record["body"]["outcome"]


def value(fact: str) -> Any:
    return states.load("med").values.get(fact)


def typed(strip: str) -> dict[str, str]:
    return {"dice": "typed", "strip": strip}


@pytest.mark.rule("E36.C")
def test_belts_are_entered_by_hand_and_listed_hex_by_hex(client: Client, make: Any) -> None:
    make()
    assert "No mines are kept here yet" in words(client, "mines/")
    given = {"act": "set", "side": "axis", "hex": "18a:0406", "points": "3", "zone": "central-med"}
    for fields in (given, {**given, "side": "allied", "points": "2"}):
        answer = client.post(f"{HOME}mines/", {"seen": "", **fields})
        assert answer.status_code == 302, plain(answer.content.decode())
    page = words(client, "mines/")
    # Each point is a level of port interdiction, against both sides.
    assert "18A:0406 Central Med, port interdiction 5 levels, against both sides" in page
    assert "Licata" in page
    assert value("mines:axis/18A-0406.points") == 3
    again = client.post(f"{HOME}mines/", {"seen": "", **given})
    assert (again.status_code, "3 points lie there already" in plain(again.content.decode())) == (422, True)
    client.post(f"{HOME}mines/", {"seen": "", **given, "zone": "adriatic"})
    assert value("mines:axis/18A-0406.zone") == "adriatic"
    client.post(f"{HOME}mines/", {"seen": "", **given, "points": "0"})
    assert value("mines:axis/18A-0406.points") is None


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"hex": "Malta"}, "is no hex"),
        ({"points": "many"}, "Mine points: Type a whole number from 0 to 99"),
        ({"side": "vichy"}, "Whose mines"),
        ({"zone": "atlantis"}, "Sea zone: Choose of the list"),
    ],
)
def test_what_does_not_fit_is_said_and_kept(client: Client, make: Any, wrong: dict[str, str], said: str) -> None:
    make()
    given = {"act": "set", "side": "axis", "hex": "18A:0406", "points": "3", **wrong}
    answer = client.post(f"{HOME}mines/", {"seen": "", **given})
    assert answer.status_code == 422
    assert said.casefold() in plain(answer.content.decode()).casefold()
    assert value("mines:axis/18A-0406.points") is None


@pytest.mark.rule("E36.C.1.b", "E36.C.1.p")
def test_a_group_that_begins_its_step_among_enemy_mines_is_due_for_a_check(client: Client, make: Any) -> None:
    campaign = make()
    facts(campaign, belt("axis", OFF_MALTA, 3))
    assert f"Mines: Force H in {OFF_MALTA}" in words(client, "")
    assert "a mine check is due, it began the naval step at sea there" in words(client, "mines/")
    page = words(client, f"do/mine-damage/?group=h&hex={OFF_MALTA}&occasion=began")
    # Six throws with a third each: 2 hits to be expected.
    assert "Expected hits" in page
    receipt = do(client, "mine-damage", group="h", hex="", occasion="began", **typed("123456"))
    assert "Force H" in receipt
    assert outcome()["toll"]["hits"] == 2
    assert (value("task-force:minelayer.hits"), value("task-force:minelayer.place")) == (2, "sunk") or value(
        "task-force:force-h.hits"
    ) == 0
    assert f"Mines: Force H in {OFF_MALTA}" not in words(client, "").partition("Checked")[0].partition("May")[2]
    again = refused(client, "mine-damage", group="h", occasion="began")
    assert "It was checked in 18A:0406 in this naval step" in again


@pytest.mark.rule("E36.C.1.a")
def test_hexes_that_a_group_comes_through_are_due_and_so_is_putting_to_sea(client: Client, make: Any) -> None:
    campaign = make()
    moves = [{"mps": 5, "night": False, "to": OFF_MALTA}, {"mps": 5, "night": False, "to": "18A:0405"}]
    facts(
        campaign,
        belt("axis", OFF_MALTA, 1),
        belt("axis", "18A:0407", 2),
        Set("group:h.began", "port:valletta"),
        Set("group:h.place", "hex:18A:0405"),
        Set("group:h.strip", moves),
        Set("group:h.strip_of", "1941-03-1/allied"),
    )
    page = words(client, "")
    assert "Mines: Force H in 18A:0407" in page
    assert "2 points: it put to sea there" in page
    assert "1 point: it entered the hex" in page
    do(client, "mine-damage", group="h", hex=OFF_MALTA, occasion="entered", **typed("111111"))
    assert "1 point: it entered the hex" not in words(client, "")


@pytest.mark.rule("E36.C.1.a")
def test_a_group_that_comes_to_a_port_among_mines_is_due_and_one_that_lies_there_is_not(
    client: Client, make: Any
) -> None:
    campaign = make()
    facts(campaign, belt("axis", "18A:0407", 2), Set("group:h.place", "port:valletta"))
    assert "Mines: Force H" not in words(client, "")
    assert "as it puts to sea" in refused(client, "mine-damage", group="h", occasion="entered")
    moves = [{"mps": 5, "night": False, "to": ""}]
    facts(campaign, Set("group:h.strip", moves), Set("group:h.strip_of", "1941-03-1/allied"))
    assert "Mines: Force H in 18A:0407" in words(client, "")
    do(client, "mine-damage", group="h", occasion="entered", **typed("111111"))
    assert "Mines: Force H" not in words(client, "")


def test_a_group_nobody_knows_where_needs_the_hex(client: Client, make: Any) -> None:
    campaign = make()
    facts(campaign, Set("group:h.place", "canal:kiel"))
    assert "choose the one with the mines" in refused(client, "mine-damage", group="h", occasion="entered")


@pytest.mark.rule("E36.C", "E36.C.2")
def test_mines_are_taken_aboard_in_port_and_laid_at_sea(client: Client, make: Any) -> None:
    campaign = make()
    facts(campaign, Set("task-force:minelayer.place", "port:valletta"), belt("axis", "24A:2110", 1))
    assert "Naval repair points in hand: 0" in refused(client, "mines-loaded", unit="minelayer", points="2", cost="1")
    account = Account.new_facts(side="allied", what="nrp", organisation="", balance="4", sweeping="0")
    facts(campaign, create("account:allied/nrp", **account))
    do(client, "mines-loaded", unit="minelayer", points="2", cost="1.5")
    assert (value("account:allied/nrp.balance"), value("task-force:minelayer.mines")) == ("2.5", 5)
    assert "sails in no naval group" in refused(client, "mines-laid", unit="minelayer", points="1")
    facts(campaign, Set("task-force:minelayer.place", "group:h"))
    assert "Lay mines: Minelayer (Allied), 5 points" in words(client, "")
    do(client, "mines-laid", unit="minelayer", points="2")
    assert value("mines:allied/18A-0406.points") == 2
    assert value("group:h.strip") == [{"mps": 10, "night": False, "to": OFF_MALTA, "began": f"hex:{OFF_MALTA}"}]
    do(client, "mines-laid", unit="minelayer", points="1", night="on")
    assert value("group:h.strip")[1] == {"mps": 5, "night": True, "to": OFF_MALTA}
    facts(campaign, Set("group:h.place", "port:valletta"))
    assert "at sea in no hex" in refused(client, "mines-laid", unit="minelayer", points="1")


@pytest.mark.rule("E36.C.2.air")
def test_aircraft_lay_mines_in_the_air_step(client: Client, make: Any) -> None:
    campaign = make("axis/air")
    facts(campaign, belt("axis", OFF_MALTA, 1))
    assert "Lay mines from the air" in words(client, "")
    do(client, "mines-laid-by-air", side="axis", hex="18A:0407", points="2", zone="central-med")
    assert value("mines:axis/18A-0407.zone") == "central-med"
    assert "is no hex" in refused(client, "mines-laid-by-air", side="axis", hex="here", points="2")


@pytest.mark.rule("E36.C.3.tf", "E36.C.3.tf2")
def test_a_task_force_is_checked_and_then_sweeps(client: Client, make: Any) -> None:
    campaign = make()
    facts(campaign, belt("axis", OFF_MALTA, 2))
    assert "Sweep with Force-H (Allied)" in words(client, "")
    assert "first be checked" in refused(client, "mines-swept", unit="force-h")
    do(client, "mine-damage", group="h", occasion="began", **typed("111111"))
    do(client, "mines-swept", unit="force-h", **typed("1115"))
    assert value("mines:axis/18A-0406.points") == 1
    assert value("group:h.strip") == [{"mps": 20, "night": False, "to": OFF_MALTA, "began": f"hex:{OFF_MALTA}"}]
    # Its own 20 MPs are spent: another point takes 20 more, whichever move they stand in.
    said = refused(client, "mines-swept", unit="force-h", mps_spent="on")
    assert "takes 40 MPs spent in 18A:0406 in this phase; its group has spent 20 there" in said
    more = [*value("group:h.strip"), {"mps": 20, "night": False, "to": OFF_MALTA}]
    facts(campaign, Set("group:h.strip", more))
    do(client, "mines-swept", unit="force-h", mps_spent="on")
    assert (value("mines:axis/18A-0406.points"), len(value("group:h.strip"))) == (None, 2)
    assert value("mark:sweep/force-h/18A-0406.note") == "2"
    assert value("mark:swept/allied.ends") == "player-turn"


@pytest.mark.rule("E36.C.3.auto1", "E36.C.3.auto2")
def test_in_the_initial_phase_one_tap_sweeps_what_goes_and_says_why(client: Client, make: Any) -> None:
    campaign = make("allied/initial")
    # In the hex of Valletta; near Licata; off Haifa, far from every Axis port.
    facts(campaign, belt("axis", "18A:0407", 1), belt("axis", "18A:0103", 2), belt("axis", "19A:4306", 3))
    page = words(client, "do/mines-swept-at-start/")
    assert "a coastal hex that he owns: Malta (Valletta)" in page
    assert "within 7 hexes of an enemy-owned port: Licata, 1 hex " in page
    assert "no enemy-owned port within 7 hexes" in page
    # A row that goes is one line, marks are for the rules alone, and a reason is folded away.
    assert "Axis mines in 18A:0407 there → gone" in page
    assert "Mines swept in this player turn" not in page
    assert "Do it all the same, because …" in page
    assert "goes: 18A:0407, 19A:4306" in words(client, "")
    do(client, "mines-swept-at-start", coast=["axis/18A:0103"])
    assert value("mines:axis/18A-0407.points") is None
    assert value("mines:axis/18A-0103.points") is None


@pytest.mark.rule("E36.C.3.dz", "E36.C.3.dz.R", "E36.C.3.def")
def test_a_point_in_a_danger_zone_costs_repair_points_and_a_deficit_bars_the_next(client: Client, make: Any) -> None:
    campaign = make()
    where = {"belt": "axis/19A:4306", "sea": "rough", "coast_defence": "2", "zone": ""}
    facts(campaign, belt("axis", "19A:4306", 3))
    assert "none were swept in this player turn" in refused(client, "mines-swept-in-zone", **where, **typed("2"))
    unsaid = {**where, "sea": ""}
    assert "not kept for this turn: choose it" in refused(client, "mines-swept-in-zone", **unsaid, **typed("2"))
    do(client, "sea-state", waters="mediterranean", typed="rough")
    do(client, "mines-swept-in-zone", **unsaid, because="swept last week", **typed("2"))
    # A complete failure without any points: 1.5 below zero, by sweeping.
    assert (value("account:allied/nrp.balance"), value("account:allied/nrp.sweeping")) == ("-1.5", "1.5")
    assert value("mines:axis/19A-4306.points") == 2
    assert "deficit of 1.5 NRPs" in refused(client, "mines-swept-in-zone", **where, **typed("2"))
    assert "no sweeping in danger zones" in words(client, "mines/")
    assert "sweeping has made a deficit of 1.5 NRPs" in words(client, "")
    other = {**where, "zone": "no"}
    facts(campaign, Set("account:allied/nrp.sweeping", "0"))
    assert "as you read it off the map" in refused(client, "mines-swept-in-zone", **other, **typed("2"))


@pytest.mark.rule("E36.B.1", "E36.B.2", "E36.B.3")
def test_ships_in_a_port_that_falls_scuttle_or_escape(client: Client, make: Any) -> None:
    campaign = make()
    assert "does not own Naples" in refused(client, "ships-scuttled", port="naples/axis", res="1", hex="26:2110")
    facts(campaign, Set("port:naples.owner", "allied"), Set("port:naples.ever_allied", True))
    assert "Axis ships in Naples: scuttle or escape" in words(client, "")
    assert "type it, for what escapes" in refused(client, "ships-scuttled", port="naples/axis", res="1")
    assert "no typed die has 7 faces" in refused(
        client, "ships-scuttled", port="naples/axis", res="1", hex="26:2110", **typed("1")
    )
    named = {"port": "naples/axis", "res": "2", "hex": "26:2110"}
    assert "no unit in this port is called Roma" in refused(client, "ships-scuttled", **named, drawn="Roma, Zara")
    do(client, "ships-scuttled", **named, drawn="squadra, Zara", **typed("56" + "2"))
    assert (outcome()["scuttled"], outcome()["lots"]) == (2, "drawn at the table: Squadra, Zara")
    assert value("task-force:squadra.hits") == 2
    group = value("task-force:zara.place")
    assert group == value("task-force:squadra.place") == "group:escaped-naples-1941-03-1"
    assert value(f"{group}.place") == "hex:26:2110"
    assert "Axis ships in Naples" not in words(client, "")


@pytest.mark.rule("E36.B.4")
def test_in_refit_and_in_a_group_in_port(client: Client, make: Any) -> None:
    campaign = make()
    facts(
        campaign,
        Set("port:naples.owner", "allied"),
        Set("port:naples.ever_allied", True),
        Set("port:naples.map_reference", "26:2110"),
        Set("task-force:squadra.refit", True),
        create("group:z", **NavalGroup.new_facts(side="axis", name="Zara's", place="port:naples")),
        create("group:escaped-naples-1941-03-1", **NavalGroup.new_facts(side="axis", name="E", place="hex:26:2110")),
        Set("task-force:zara.place", "group:z"),
    )
    do(client, "ships-scuttled", port="naples/axis", res="0")
    assert value("task-force:squadra.place") == "sunk"
    assert value("group:z.place") == "hex:26:2110"


@pytest.mark.rule("E36.B.5")
def test_on_the_canal_when_a_bank_falls(client: Client, make: Any) -> None:
    campaign = make()
    assert "No bank of that hexside" in refused(client, "scuttled-on-canal", group="h", on_river="on")
    facts(campaign, Set("group:h.place", "canal:kiel"))
    assert "a bank has fallen" in words(client, "")
    do(client, "scuttled-on-canal", group="h", taken="on")
    assert (value("task-force:force-h.place"), value("group:h.place")) == ("sunk", None)


def test_in_a_closed_campaign_the_enemy_reads_the_hex_and_the_hits_and_no_more(make: Any) -> None:
    campaign = make(R_56="closed")
    facts(campaign, belt("axis", OFF_MALTA, 3))
    own = seated(campaign, "allied")
    do(own, "mine-damage", group="h", occasion="began", **typed("123456"))
    where = Entry.objects.order_by("-id")[0]
    enemy = seated(campaign, "axis")
    page = words(enemy, f"log/{where.chain}/{where.sequence}/")
    assert OFF_MALTA in page
    assert "Force" not in page
    assert "Force H" not in words(enemy, "mines/")
    assert "Mines: Force H" not in words(enemy, "")


@pytest.mark.rule("E36.C.3.auto2")
def test_who_goes_past_an_initial_phase_is_told_of_the_mines_that_would_stay(client: Client, make: Any) -> None:
    campaign = make("axis/exploitation")
    facts(campaign, belt("axis", "19A:4306", 3))
    assert "skips 1 sweep" in words(client, "")
    on = {"until": "allied/naval-movement", "clock": "1941-03-1/axis/exploitation", "seen": ""}
    answer = client.post(f"{HOME}step/", on)
    assert (answer.status_code, "Enemy mines in 19A:4306" in plain(answer.content.decode())) == (409, True)
    facts(campaign, Remove("mines:axis/19A-4306"), belt("axis", "18A:0103", 2))
    assert "skips" not in words(client, "")


def test_what_can_be_typed_anew_by_itself_is_corrected_with_the_same_dice(client: Client, make: Any) -> None:
    campaign = make()
    facts(campaign, Set("port:naples.owner", "allied"), Set("port:naples.ever_allied", True))
    do(client, "ships-scuttled", port="naples/axis", res="1", hex="26:2110")
    entry = Entry.objects.order_by("-id")[0]
    address = f"log/{entry.chain}/{entry.sequence}/correct/"
    form = words(client, address)
    assert "Supported REs" in form
    # The port stands in the entry with all its ships, and those drawn are no plain text.
    assert "Drawn at your table" not in form
    page = client.get(HOME + address).content.decode()
    assert 'name="typed_port"' not in page
    fields = {"typed_res": "0", "typed_hex": "26:2110", "typed_because": "", "reason": "typo", "note": "", "strip": ""}
    answer = client.post(HOME + address, {**fields, "seen": ""})
    assert answer.status_code == 302, plain(answer.content.decode())
    assert (value("task-force:squadra.hits"), value("task-force:zara.hits")) == (0, 0)
