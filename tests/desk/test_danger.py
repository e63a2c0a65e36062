"""Danger zones at the table: whose a hex is, rolls of groups, marks on ports, the Baltic border, hexes of ports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client

from navalassist.campaigns.models import Campaign
from navalassist.campaigns.viewer import Viewer
from navalassist.engine import Set, create
from navalassist.play import state as states
from navalassist.play.resolve import DiceInput, Refused, carry_out
from navalassist.play.systems import Misfits, Moment
from navalassist.play.turns import end_step
from navalassist.play.verify import check_campaign
from navalassist.play.writer import writing
from navalassist.rules.europa.danger_zones import Exerts
from navalassist.rules.europa.hexes import Hex
from navalassist.systems.europa.danger import near_zones, silence, spans, waters_at, zone_of
from navalassist.taskforces.models import NavalGroup, TaskForce
from tests.begun import begin
from tests.desk.test_closed import seated
from tests.systems.board import end_steps

pytestmark = pytest.mark.django_db
HOME = "/c/med/"
ALLIED_SAILS = Moment("1941-03-1", "allied", "naval-movement")
TICKS = {"hex": "", "sea": "", "stays": "no", "night": "", "friendly_hex": False, "came_back": False}
ROLL = {"group": "force-b", "typed": "", "because": "", **TICKS}


@pytest.fixture
def med(db: None) -> Iterator[Campaign]:
    """The Allies sail; Tripoli's hex is entered as 18A:0520, and Force B is one hex off it, in 18A:0521."""
    states.forget()
    campaign = begin("Med", malta=10, slug="med", moment=ALLIED_SAILS, theatres="both")
    group(campaign, "force-b", "allied", "hex:18A:0521", 12)
    edit(campaign, "port.hex", "tripoli", "18A:0520")
    yield campaign
    assert check_campaign(campaign).sound
    states.forget()


def viewer(campaign: Campaign) -> Viewer:
    return Viewer(campaign, "moderator", "00000000-0000-4000-8000-000000000001", at_table=True)


def group(campaign: Campaign, key: str, side: str, place: str, strength: int, zone: str = "central-med") -> None:
    unit = TaskForce.new_facts(side=side, name=key, strength=strength, reverse=strength // 2, place=f"group:{key}")
    rows = (
        create(f"group:{key}", **NavalGroup.new_facts(side=side, name=key, place=place, zone=zone)),
        create(f"task-force:tf-{key}", **unit),
    )
    with writing(viewer(campaign)) as writer:
        writer.edit("fleet.form", rows, seat=side)


def edit(campaign: Campaign, act: str, port: str, value: str) -> None:
    """A tap of the set-up."""
    client = Client()
    client.post(f"{HOME}seat/", {"seat": "moderator", "next": HOME})
    answer = send(client, f"setup/ports/{port}/", act=act, key=port, value=value)
    assert answer[0] == 302, answer[1]


def send(client: Client, address: str, **fields: Any) -> tuple[int, str]:
    """A form of a page; the status, and the page that answers in words."""
    page = unescape(client.get(HOME + address).content.decode())
    found = re.search(r'name="submission" value="(\w+)"><input type="hidden" name="seen" value="([^"]*)"', page)
    assert found is not None
    answer = client.post(HOME + address, {"submission": found[1], "seen": found[2], **fields})
    return answer.status_code, plain(answer.content)


def plain(content: bytes) -> str:
    return " ".join(re.sub("<[^>]+>", " ", unescape(content.decode())).split())


def words(client: Client, address: str) -> str:
    answer = client.get(HOME + address)
    assert answer.status_code == 200, address
    return plain(answer.content)


def roll(campaign: Campaign, strip: str, **more: Any) -> Any:
    with writing(viewer(campaign)) as writer:
        return carry_out(writer, "danger-contact", {**ROLL, **more}, DiceInput("typed", strip))


def do(campaign: Campaign, slug: str, **target: Any) -> Any:
    with writing(viewer(campaign)) as writer:
        return carry_out(writer, slug, {"because": "", **target}, DiceInput())


def sail(campaign: Campaign, group: str, *strips: str) -> None:
    """Moves of a group, one entry each."""
    ticks = dict.fromkeys(("protected", "reaction", "lands", "attacks", "through", "canal", "banks"), False)
    empty = dict.fromkeys(("ends", "fuel", "fuel_port", "because"), "") | {"zone": "central-med"}
    with writing(viewer(campaign)) as writer:
        for moves in strips:
            carry_out(writer, "naval-move", {"group": group, "moves": moves, **empty, **ticks}, DiceInput())


def values() -> dict[str, Any]:
    return states.load("med").values


def test_the_page_says_whose_zone_a_hex_is_and_why(client: Client, med: Campaign) -> None:
    said = words(client, "danger/?hex=18A:0521&zone=central-med&to=18A:0407")
    assert "18A:0521, Central Med: an Axis danger zone" in said
    assert "Tripoli, Axis-owned, lies 1 hex away; a naval base reaches 1" in said
    assert "Tripoli ■ Axis 1 hex" in said
    # 0521 lies on an odd line: one line off, and (21 - 7.5) - 1/2 = 13 further along.
    assert "18A:0521 to 18A:0407: 14 hexes." in said
    assert "force-b 18A:0521, Central Med an Axis danger zone Why : force-b Roll for force-b" in said
    assert words(client, "danger/?group=force-b") == said.replace("18A:0521 to 18A:0407: 14 hexes. ", "")


def test_a_hex_that_is_none_is_told_and_an_unknown_join_too(client: Client, med: Campaign) -> None:
    assert "A hex is written as sheet, colon and four digits" in words(client, "danger/?hex=nowhere")
    assert "18A:0521 and 26 join" not in words(client, "danger/")
    said = words(client, "danger/?hex=18A:0521&zone=central-med&to=26:0101")
    assert "How sheets 18A and 26 join is not known" in said
    assert "The hex of this group is not known" in words(client, "danger/?group=nobody")


def test_what_is_not_known_asks_for_the_map(client: Client, med: Campaign) -> None:
    """No port of sheet 8B has its hex: how far those of the Channel are is open, not those of the Aegean."""
    said = words(client, "danger/?hex=8B:0924&zone=english-channel")
    assert "8B:0924, English Channel: not known" in said
    assert "Of no port it is known" in said
    found = spans(values(), Hex.of("8B:0924"), "english-channel")
    assert (found["le-havre"].low, found["athens"].low) == (0, 10)
    assert spans(values(), Hex.of("8B:0924"))["athens"].low == 0
    assert {"adriatic", "tyrrhenian", "central-med"} <= near_zones("adriatic")


@pytest.mark.rule("E36.D.2")
def test_a_group_in_an_enemy_zone_is_a_duty_and_rolls(client: Client, med: Campaign) -> None:
    assert "force-b rolls in an Axis danger zone" in words(client, "")
    page = words(client, "do/danger-contact/?group=force-b&night=yes")
    assert "At night" in page
    assert roll(med, "3").kind == "rule"
    assert "force-b rolls in" not in words(client, "")
    assert "mark:safe/force-b.kind" in values()
    assert "safe in this naval step" in words(client, "danger/")
    with pytest.raises(Refused, match="safe from danger zones"):
        roll(med, "3")
    with writing(viewer(med)) as writer:
        end_step(writer)
    assert "mark:safe/force-b.kind" not in values()


@pytest.mark.rule("E36.D.2.S")
def test_a_contact_hits_and_brings_enemy_groups_out(client: Client, med: Campaign) -> None:
    """A 5, then a 5 in column 12: 2 hits."""
    group(med, "squadra", "axis", "port:tripoli", 6)
    entry = roll(med, "55")
    assert values()["task-force:tf-force-b.hits"] == 2
    said = words(client, "")
    assert "Groups in ports of Central Med may come out" in said
    assert "squadra" in said
    receipt = words(client, f"log/{entry.reference}/")
    assert "the enemy may bring out groups in ports of the same sea" in receipt
    roll(med, "65", came_back=True)
    assert "Groups in ports of any sea may come out" in words(client, "")


@pytest.mark.rule("E36.D.2")
def test_a_group_that_has_left_the_zone_and_come_back_rolls_again(client: Client, med: Campaign) -> None:
    """R-59: its strip leads from 0521 to 0525, five hexes from Tripoli, and back."""
    roll(med, "51")
    sail(med, "force-b", "4 18A:0525", "4 18A:0521")
    assert "force-b rolls in an Axis danger zone" in words(client, "")
    assert roll(med, "4").kind == "rule"


def test_what_may_be_typed_for_a_roll(med: Campaign) -> None:
    assert roll(med, "4", typed="axis", hex="24A:2110", sea="rough").kind == "rule"
    with pytest.raises(Misfits, match="is no hex"):
        roll(med, "4", hex="there")
    group(med, "in-port", "allied", "port:limassol", 6)
    with pytest.raises(Misfits, match="type it"):
        roll(med, "4", group="in-port")


@pytest.mark.rule("E36.D.2.M")
def test_a_friendly_port_in_the_hex_counts_by_itself(med: Campaign) -> None:
    entry = roll(med, "3", group="force-b", hex="18A:0407", because="they came out of Tripoli")
    assert entry.record["body"]["situation"]["friendly_hex"] is True
    assert entry.record["body"]["situation"]["friendly_port"] is False


@pytest.mark.rule("E36.D.x1-4")
def test_a_port_with_trouble_is_silent(client: Client, med: Campaign) -> None:
    assert "Every port exerts its danger zone." in words(client, "danger/")
    do(med, "danger-ports", port="tripoli", what="damaged")
    assert "Tripoli : collateral damage" in words(client, "danger/?hex=18A:0521&zone=central-med")
    assert "18A:0521, Central Med: an Allied danger zone" in words(client, "danger/?hex=18A:0521&zone=central-med")
    assert "Tripoli" in words(client, "do/")
    do(med, "danger-ports", port="tripoli", what="repaired")
    assert silence(values(), "tripoli") == "collateral damage"
    end_steps(med, 2)
    assert silence(values(), "tripoli") == ""
    do(med, "danger-ports", port="tripoli", what="blockaded", because="seen late")
    assert silence(values(), "tripoli") == "blockaded in the initial phase"


@pytest.mark.parametrize(
    ("note", "now", "silent"),
    [
        ("axis|1941-03-1/allied", ("1941-03-1", "allied"), True),
        ("axis|1941-03-1/allied", ("1941-03-2", "axis"), True),
        ("axis|1941-03-1/allied", ("1941-03-2", "allied"), False),
        ("axis|1941-03-1/axis", ("1941-03-2", "axis"), True),
        ("axis|1941-03-1/axis", ("1941-03-2", "allied"), False),
        ("allied|1941-03-1/allied", ("1941-03-1", "allied"), False),
    ],
)
@pytest.mark.rule("E36.D.x1-4")
def test_how_long_a_captured_port_is_silent(note: str, now: tuple[str, str], silent: bool) -> None:
    """The fourth: taken in an enemy player turn, it was enemy-owned in the enemy player turn before the next too."""
    facts = {
        "port:tripoli.owner": "allied",
        "mark:captured/tripoli.note": note,
        "campaign:clock.turn": now[0],
        "campaign:clock.player_turn": now[1],
    }
    assert bool(silence(facts, "tripoli")) is silent


@pytest.mark.rule("E36.D.1.c.2")
def test_the_border_in_the_baltic_moves_with_the_next_axis_player_turn(client: Client, med: Campaign) -> None:
    assert "none has fallen" in words(client, "danger/")
    do(med, "baltic-border", event="falls", lie_elsewhere=False)
    assert values()["condition:baltic-border.value"] == "fell"
    end_steps(med, 2)
    assert values()["condition:baltic-border.value"] == "safe-zone"
    assert zone_of(values(), states.load("med").book, Hex.of("1B:0101"), "baltic").exerts is Exerts.UNKNOWN


@pytest.mark.rule("E36.D.1.c.3", "E36.D.1.c.4")
def test_the_safe_zone_grows_and_goes_by_the_owners_of_its_ports(client: Client, med: Campaign) -> None:
    with writing(viewer(med)) as writer:
        writer.edit("condition.value", [Set("condition:baltic-border.value", "safe-zone")])
    # Leningrad and Kronshtadt are neutral in 1941: neither is Axis-owned.
    with pytest.raises(Refused, match="it doesn't own Kronshtadt, Leningrad"):
        do(med, "baltic-border", event="gone", lie_elsewhere=False)
    with pytest.raises(Refused, match="from Jan I 43 on"):
        do(med, "baltic-border", event="east", lie_elsewhere=False)
    with writing(viewer(med)) as writer:
        owned = [Set(f"port:{port}.owner", "axis") for port in ("leningrad", "kronshtadt", "riga")]
        writer.edit("port.owner", [*owned, Set("port:riga.map_reference", "1B:1210")])
    do(med, "baltic-border", event="gone", lie_elsewhere=False)
    assert values()["condition:baltic-border.value"] == "gone"
    reason = "we play the autumn of 1943"
    grown = do(med, "baltic-border", event="north", lie_elsewhere=False, because=reason)
    assert reason in str(grown.record["body"])
    assert "grown to the north" in words(client, "danger/")
    assert "Riga" in str(
        do(med, "baltic-border", event="east", lie_elsewhere=True, because=reason).record["body"]["situation"]
    )


@pytest.mark.rule("E36.H.1")
def test_a_supply_line_is_barred_by_an_enemy_group_that_its_side_may_see(client: Client, med: Campaign) -> None:
    way = {
        "way": "18A:0519 0520 0521",
        "zone": "central-med",
        "night": "",
        "guards": "",
        "joins": False,
        "clear": False,
    }
    with pytest.raises(Refused, match="combat zone of force-b"):
        do(med, "supply-path", side="axis", **way)
    body = do(med, "supply-path", side="allied", **way).record["body"]
    assert body["outcome"]["in_danger_zones"] == 3
    with pytest.raises(Misfits, match="aren't adjacent"):
        do(med, "supply-path", side="allied", **{**way, "way": "18A:0519 0525"})
    with pytest.raises(Misfits, match="is no hex"):
        do(med, "supply-path", side="allied", **{**way, "way": "0519"})
    with pytest.raises(Misfits, match="name the hexes"):
        do(med, "supply-path", side="allied", **{**way, "way": " "})
    with pytest.raises(Misfits, match="isn't on the way"):
        do(med, "supply-path", side="allied", **{**way, "night": "18A:0101"})
    with pytest.raises(Refused, match="coast defence"):
        do(med, "supply-path", side="allied", **{**way, "guards": "18A:0520"})


def test_the_hex_of_a_port_is_set_and_checked(client: Client, med: Campaign) -> None:
    client.post(f"{HOME}seat/", {"seat": "moderator", "next": HOME})
    status, said = send(client, "setup/ports/naples/", act="port.hex", key="naples", value="26-2518")
    assert (status, "is no hex" in said) == (422, True)
    status, said = send(client, "setup/ports/naples/", act="port.hex", key="naples", value=" 26:2518 ")
    assert (status, values()["port:naples.map_reference"]) == (302, "26:2518")
    assert "26:2518" in words(client, "setup/ports/")
    assert "Whose danger zone" in words(client, "setup/ports/naples/")


def test_northern_ports_are_read_by_their_hex_where_it_is_entered(med: Campaign) -> None:
    """R-64: on maps 26 and 27, line 20 and less is north."""
    facts = dict(values()) | {"port:naples.map_reference": "26:2010"}
    found = {port.key: port.northern for port in waters_at(facts, Hex.of("26:2012")).ports}
    assert found["naples"] is True
    facts |= {"port:naples.map_reference": "26:2110"}
    assert {p.key: p.northern for p in waters_at(facts, Hex.of("26:2012")).ports}["naples"] is False


@pytest.mark.rule("E36.D.2")
def test_in_a_closed_campaign_the_enemy_reads_where_and_whether(db: None) -> None:
    states.forget()
    campaign = begin("Med", malta=10, slug="med", moment=ALLIED_SAILS, rulings={"R-56": "closed"})
    group(campaign, "force-b", "allied", "hex:18A:0521", 12)
    enemy = seated(campaign, "axis")
    missed = allied_roll(campaign, "3")
    met = allied_roll(campaign, "55", came_back=True, because="it left and came back")
    assert "force-b" not in words(enemy, f"log/{missed.reference}/")
    assert "force-b" in words(enemy, f"log/{met.reference}/")
    assert "force-b" not in words(enemy, "danger/")
    read = words(enemy, f"log/{met.reference}/")
    assert "in ports of the same sea" in read
    assert "At night" not in read
    assert "Roll for contact in a danger zone" in words(enemy, "log/")
    assert check_campaign(campaign).sound
    states.forget()


def allied_roll(campaign: Campaign, strip: str, **more: Any) -> Any:
    seat = Viewer(campaign, "allied", "00000000-0000-4000-8000-000000000001", at_table=True)
    with writing(seat) as writer:
        return carry_out(writer, "danger-contact", {**ROLL, "typed": "axis", **more}, DiceInput("typed", strip))


@pytest.mark.rule("E36.D.2")
def test_the_roll_of_one_group_does_not_stand_for_another(client: Client, med: Campaign) -> None:
    group(med, "force-c", "allied", "hex:18A:0519", 6)
    entry = roll(med, "3")
    said = words(client, "")
    assert "force-c rolls in an Axis danger zone" in said
    assert "skips 1 danger-zone roll" in said
    receipt = words(client, f"log/{entry.reference}/")
    assert "18A:0521, Central Med; Tripoli 1 hex" in receipt
    assert "Tripoli, Axis-owned, lies 1 hex away" in receipt


def test_layers_of_the_map_are_switched_without_script(client: Client, med: Campaign) -> None:
    plain_map = client.get(HOME).content.decode()
    assert "force-b: hex 18A:0521" in plain_map
    assert 'class="ring axis"' not in plain_map
    with_rings = client.get(f"{HOME}?on=danger").content.decode()
    assert 'class="ring axis"' in with_rings
    assert "force-b: hex 18A:0521" not in with_rings
    assert "The Adriatic is an Axis danger zone too" in with_rings
    alone = client.get(f"{HOME}?side=allied&on=", headers={"HX-Request": "true", "HX-Target": "chart"})
    assert "force-b: hex" not in alone.content.decode()
    with writing(viewer(med)) as writer:
        writer.edit("condition.value", [Set("condition:italy-surrendered.value", True)])
    assert "In the Baltic the Axis zone meets" in client.get(f"{HOME}?on=danger").content.decode()
    group(med, "lost", "axis", "hex:17:0101", 4)
    assert "Their place is on no chart: lost: hex 17:0101" in words(client, "")


@pytest.mark.rule("E36.D.2")
def test_a_zone_that_was_crossed_counts_where_it_was_entered(client: Client, med: Campaign) -> None:
    """From 0525 by 0521, one hex off Tripoli, to 0515 and on into Valletta: it is outside again, and still rolls."""
    group(med, "force-c", "allied", "hex:18A:0525", 6)
    sail(med, "force-c", "4 18A:0521 6 18A:0515")
    page = client.get(HOME).content.decode()
    assert "force-c rolls in an Axis danger zone" in page
    assert "group=force-c&amp;hex=18A%3A0521" in page
    roll(med, "51", group="force-c", hex="18A:0521")
    assert "force-c rolls" not in words(client, "")


@pytest.mark.rule("E36.D.2")
def test_moving_first_does_not_lose_the_roll_of_where_the_step_began(client: Client, med: Campaign) -> None:
    """Force B begins in 0521, one hex off Tripoli, and is out of its zone in 0525 before anybody has rolled."""
    sail(med, "force-b", "4 18A:0525")
    page = client.get(HOME).content.decode()
    assert "force-b rolls in an Axis danger zone" in page
    assert "group=force-b&amp;hex=18A%3A0521" in page
    roll(med, "51", hex="18A:0521")
    assert "force-b rolls" not in words(client, "")


@pytest.mark.rule("E36.D.2")
def test_a_group_that_begins_in_port_does_not_roll_there(client: Client, med: Campaign) -> None:
    with writing(viewer(med)) as writer:
        writer.edit("group.place", [Set("group:force-b.place", "port:valletta")])
    sail(med, "force-b", "4 18A:0411")
    assert "force-b rolls" not in words(client, "")
