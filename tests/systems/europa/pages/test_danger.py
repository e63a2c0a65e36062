"""Danger zones at the table: whose a hex is, rolls of groups, marks on ports, the Baltic border, hexes of ports."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from navalassist.auditlog.models import Entry
from navalassist.engine.duties import Moment
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.rules.europa.danger_zones import Exerts
from navalassist.systems.europa.danger import near_zones, silence, spans, waters_at, zone_of
from tests.begun import begin
from tests.club import Club
from tests.desk.great_war import person
from tests.in_hand import InHand, in_hand, words_of

ALLIED_SAILS = Moment("1941-03-1", "allied", "naval-movement")


@pytest.fixture
def med() -> Iterator[InHand]:
    """The Allies sail; Tripoli's hex is entered as 18A:0520, and Force B is one hex off it, in 18A:0521."""
    with in_hand(begin("Med", malta=10, slug="med", moment=ALLIED_SAILS, theatres="both")) as med:
        group(med, "force-b", "allied", "hex:18A:0521", 12)
        entered = med.at("moderator").send("setup/ports/tripoli/", act="port.hex", key="tripoli", value="18A:0520")
        assert entered.status_code == 302
        yield med


def group(med: InHand, key: str, side: str, place: str, strength: int) -> None:
    unit = {"name": key, "strength": strength, "reverse": strength // 2}
    med.group(key, side, place, "central-med", called=key, **{f"tf-{key}": unit})


def roll(med: InHand, strip: str, **more: Any) -> Entry:
    return med.do("danger-contact", strip, **{"group": "force-b", "stays": "no", **more})


def test_the_page_says_whose_zone_a_hex_is_and_why_and_what_is_not_known(med: InHand) -> None:
    said = med.words("danger/?hex=18A:0521&zone=central-med&to=18A:0407")
    assert "18A:0521, Central Med: an Axis danger zone" in said
    assert "Tripoli, Axis-owned, lies 1 hex away; a naval base reaches 1" in said
    assert "Tripoli ■ Axis 1 hex" in said
    # 0521 lies on an odd line: one line off, and (21 - 7.5) - 1/2 = 13 further along.
    assert "18A:0521 to 18A:0407: 14 hexes." in said
    assert "force-b 18A:0521, Central Med an Axis danger zone Why : force-b Roll for force-b" in said
    assert med.words("danger/?group=force-b") == said.replace("18A:0521 to 18A:0407: 14 hexes. ", "")
    assert "A hex is written as sheet, colon and four digits" in med.words("danger/?hex=nowhere")
    assert "18A:0521 and 26 join" not in med.words("danger/")
    assert "How sheets 18A and 26 join is not known" in med.words("danger/?hex=18A:0521&zone=central-med&to=26:0101")
    assert "The hex of this group is not known" in med.words("danger/?group=nobody")
    # No port of sheet 8B has its hex: how far those of the Channel are is open, not those of the Aegean.
    said = med.words("danger/?hex=8B:0924&zone=english-channel")
    assert "8B:0924, English Channel: not known" in said
    assert "Of no port it is known" in said
    found = spans(med.facts, Hex.of("8B:0924"), "english-channel")
    assert (found["le-havre"].low, found["athens"].low) == (0, 10)
    assert spans(med.facts, Hex.of("8B:0924"))["athens"].low == 0
    assert {"adriatic", "tyrrhenian", "central-med"} <= near_zones("adriatic")


@pytest.mark.rule("E36.D.2")
def test_a_group_in_an_enemy_zone_is_a_duty_and_rolls(med: InHand) -> None:
    assert "force-b rolls in an Axis danger zone" in med.words("")
    assert "At night" in med.words("do/danger-contact/?group=force-b&night=yes")
    assert roll(med, "3").kind == "rule"
    assert "force-b rolls in" not in med.words("")
    assert "mark:safe/force-b.kind" in med.facts
    assert "safe in this naval step" in med.words("danger/")
    assert "safe from danger zones" in med.refuse("danger-contact", "3", group="force-b")
    med.end_step()
    assert "mark:safe/force-b.kind" not in med.facts


@pytest.mark.rule("E36.D.2.S")
def test_a_contact_hits_and_brings_enemy_groups_out(med: InHand) -> None:
    """A 5, then a 5 in column 12: 2 hits."""
    group(med, "squadra", "axis", "port:tripoli", 6)
    entry = roll(med, "55")
    assert med.facts["task-force:tf-force-b.hits"] == 2
    said = med.words("")
    assert "Groups in ports of Central Med may come out" in said
    assert "squadra" in said
    assert "The enemy may bring out groups in ports of the same sea" in med.receipt(entry)
    roll(med, "65", came_back=True)
    assert "Groups in ports of any sea may come out" in med.words("")


@pytest.mark.rule("E36.D.2")
def test_a_group_that_has_left_the_zone_and_come_back_rolls_again(med: InHand) -> None:
    """R-59: its strip leads from 0521 to 0525, five hexes from Tripoli, and back."""
    roll(med, "51")
    for moves in ("4 18A:0525", "4 18A:0521"):
        med.do("naval-move", group="force-b", moves=moves, zone="central-med")
    assert "force-b rolls in an Axis danger zone" in med.words("")
    assert roll(med, "4").kind == "rule"


def test_what_may_be_typed_for_a_roll(med: InHand) -> None:
    assert roll(med, "4", typed="axis", hex="24A:2110", sea="rough", because="agreed").kind == "rule"
    assert "is no hex" in med.misfit("danger-contact", "4", group="force-b", hex="there")
    group(med, "in-port", "allied", "port:limassol", 6)
    assert "type it" in med.misfit("danger-contact", "4", group="in-port")


@pytest.mark.rule("E36.D.2.M")
def test_a_friendly_port_in_the_hex_counts_by_itself(med: InHand) -> None:
    entry = roll(med, "3", group="force-b", hex="18A:0407", because="they came out of Tripoli")
    assert entry.record["body"]["situation"]["friendly_hex"] is True
    assert entry.record["body"]["situation"]["friendly_port"] is False


@pytest.mark.rule("E36.D.x1-4")
def test_a_port_with_trouble_is_silent(med: InHand) -> None:
    assert "Every port exerts its danger zone." in med.words("danger/")
    med.do("danger-ports", port="tripoli", what="damaged")
    assert "Tripoli : collateral damage" in med.words("danger/?hex=18A:0521&zone=central-med")
    assert "18A:0521, Central Med: an Allied danger zone" in med.words("danger/?hex=18A:0521&zone=central-med")
    assert "Tripoli" in med.words("do/")
    med.do("danger-ports", port="tripoli", what="repaired")
    assert silence(med.facts, "tripoli") == "collateral damage"
    med.end_steps(2)
    assert silence(med.facts, "tripoli") == ""
    med.do("danger-ports", port="tripoli", what="blockaded", because="seen late")
    assert silence(med.facts, "tripoli") == "blockaded in the initial phase"


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
def test_the_border_in_the_baltic_moves_with_the_next_axis_player_turn(med: InHand) -> None:
    assert "none has fallen" in med.words("danger/")
    med.do("baltic-border", event="falls", lie_elsewhere=False)
    assert med.facts["condition:baltic-border.value"] == "fell"
    med.end_steps(2)
    assert med.facts["condition:baltic-border.value"] == "safe-zone"
    assert zone_of(med.facts, med.state.book, Hex.of("1B:0101"), "baltic").exerts is Exerts.UNKNOWN


@pytest.mark.rule("E36.D.1.c.3", "E36.D.1.c.4")
def test_the_safe_zone_grows_and_goes_by_the_owners_of_its_ports(med: InHand) -> None:
    med.set({"condition:baltic-border.value": "safe-zone"})
    # Leningrad and Kronshtadt are neutral in 1941: neither is Axis-owned.
    assert "it doesn't own Kronshtadt, Leningrad" in med.refuse("baltic-border", event="gone", lie_elsewhere=False)
    assert "from Jan I 43 on" in med.refuse("baltic-border", event="east", lie_elsewhere=False)
    owned = {f"port:{port}.owner": "axis" for port in ("leningrad", "kronshtadt", "riga")}
    med.set(owned | {"port:riga.map_reference": "1B:1210"})
    med.do("baltic-border", event="gone", lie_elsewhere=False)
    assert med.facts["condition:baltic-border.value"] == "gone"
    reason = "we play the autumn of 1943"
    assert reason in str(med.do("baltic-border", event="north", lie_elsewhere=False, because=reason).record["body"])
    assert "grown to the north" in med.words("danger/")
    assert "Riga" in str(
        med.do("baltic-border", event="east", lie_elsewhere=True, because=reason).record["body"]["situation"]
    )


@pytest.mark.rule("E36.H.1")
def test_a_supply_line_is_barred_by_an_enemy_group_that_its_side_may_see(med: InHand) -> None:
    way = {"way": "18A:0519 0520 0521", "zone": "central-med"}
    assert "combat zone of force-b" in med.refuse("supply-path", side="axis", **way)
    body = med.do("supply-path", side="allied", **way).record["body"]
    assert body["outcome"]["in_danger_zones"] == 3
    assert "aren't adjacent" in med.misfit("supply-path", side="allied", **{**way, "way": "18A:0519 0525"})
    assert "is no hex" in med.misfit("supply-path", side="allied", **{**way, "way": "0519"})
    assert "name the hexes" in med.misfit("supply-path", side="allied", **{**way, "way": " "})
    assert "isn't on the way" in med.misfit("supply-path", side="allied", **{**way, "night": "18A:0101"})
    assert "coast defence" in med.refuse("supply-path", side="allied", **{**way, "guards": "18A:0520"})


def test_the_hex_of_a_port_is_set_and_checked(med: InHand) -> None:
    table, port = med.at("moderator"), "setup/ports/naples/"
    said = table.send(port, act="port.hex", key="naples", value="26-2518")
    assert (said.status_code, "is no hex" in words_of(said)) == (422, True)
    said = table.send(port, act="port.hex", key="naples", value=" 26:2518 ")
    assert (said.status_code, med.facts["port:naples.map_reference"]) == (302, "26:2518")
    assert "26:2518" in med.words("setup/ports/")
    assert "Whose danger zone" in med.words(port)


def test_northern_ports_are_read_by_their_hex_where_it_is_entered(med: InHand) -> None:
    """R-64: on maps 26 and 27, line 20 and less is north."""
    facts = dict(med.facts) | {"port:naples.map_reference": "26:2010"}
    found = {port.key: port.northern for port in waters_at(facts, Hex.of("26:2012")).ports}
    assert found["naples"] is True
    facts |= {"port:naples.map_reference": "26:2110"}
    assert {p.key: p.northern for p in waters_at(facts, Hex.of("26:2012")).ports}["naples"] is False


@pytest.mark.rule("E36.D.2")
def test_in_a_closed_campaign_the_enemy_reads_where_and_whether() -> None:
    closed = begin("Med", malta=10, slug="med", moment=ALLIED_SAILS, rulings={"R-56": "closed"})
    with in_hand(closed) as med:
        group(med, "force-b", "allied", "hex:18A:0521", 12)
        enemy = med.at("axis")
        missed = roll(med, "3", typed="axis", seat="allied")
        met = roll(med, "55", typed="axis", seat="allied", came_back=True, because="it left and came back")
        assert "force-b" not in enemy.receipt(missed)
        read = enemy.receipt(met)
        assert "force-b" in read
        assert "force-b" not in enemy.words("danger/")
        assert "in ports of the same sea" in read
        assert "At night" not in read
        assert "Roll for contact in a danger zone" in enemy.words("log/")


@pytest.mark.rule("E36.D.2")
def test_the_roll_of_one_group_does_not_stand_for_another(med: InHand) -> None:
    group(med, "force-c", "allied", "hex:18A:0519", 6)
    entry = roll(med, "3")
    said = med.words("")
    assert "force-c rolls in an Axis danger zone" in said
    assert "skips 1 danger-zone roll" in said
    receipt = med.receipt(entry)
    assert "18A:0521, Central Med; Tripoli 1 hex" in receipt
    assert "Tripoli, Axis-owned, lies 1 hex away" in receipt


def test_layers_of_the_map_are_switched_without_script(med: InHand) -> None:
    plain_map = med.text()
    assert "force-b: hex 18A:0521" in plain_map
    assert 'class="ring axis"' not in plain_map
    with_rings = med.text("?on=danger")
    assert 'class="ring axis"' in with_rings
    assert "force-b: hex 18A:0521" not in with_rings
    assert "The Adriatic is an Axis danger zone too" in with_rings
    alone = med.client.get(f"{med.home}?side=allied&on=", headers={"HX-Request": "true", "HX-Target": "chart"})
    assert "force-b: hex" not in alone.content.decode()
    med.set({"condition:italy-surrendered.value": True})
    assert "In the Baltic the Axis zone meets" in med.text("?on=danger")
    group(med, "lost", "axis", "hex:17:0101", 4)
    assert "Their place is on no chart: lost: hex 17:0101" in med.words("")


@pytest.mark.rule("E36.D.2")
def test_a_zone_that_was_crossed_counts_where_it_was_entered(med: InHand) -> None:
    """From 0525 by 0521, one hex off Tripoli, to 0515 and on into Valletta: it is outside again, and still rolls."""
    group(med, "force-c", "allied", "hex:18A:0525", 6)
    med.do("naval-move", group="force-c", moves="4 18A:0521 6 18A:0515", zone="central-med")
    page = med.text()
    assert "force-c rolls in an Axis danger zone" in page
    assert "group=force-c&hex=18A%3A0521" in page
    roll(med, "51", group="force-c", hex="18A:0521")
    assert "force-c rolls" not in med.words("")


@pytest.mark.rule("E36.D.2")
def test_moving_first_does_not_lose_the_roll_of_where_the_step_began(med: InHand) -> None:
    """Force B begins in 0521, one hex off Tripoli, and is out of its zone in 0525 before anybody has rolled."""
    med.do("naval-move", group="force-b", moves="4 18A:0525", zone="central-med")
    page = med.text()
    assert "force-b rolls in an Axis danger zone" in page
    assert "group=force-b&hex=18A%3A0521" in page
    roll(med, "51", hex="18A:0521")
    assert "force-b rolls" not in med.words("")


@pytest.mark.rule("E36.D.2")
def test_a_group_that_begins_in_port_does_not_roll_there(med: InHand) -> None:
    med.set({"group:force-b.place": "port:valletta"})
    med.do("naval-move", group="force-b", moves="4 18A:0411", zone="central-med")
    assert "force-b rolls" not in med.words("")


def test_in_a_club_the_card_of_a_group_offers_its_roll_to_its_own_side_alone(med: InHand, club: Club) -> None:
    for name, seat in (("Ann", "allied"), ("Bob", "axis")):
        page = person(club, med, name, seat).text("fleet/group/force-b/")
        panel = page.partition('id="next"')[2].partition("</section>")[0]
        assert "force-b rolls in an Axis danger zone" in words_of(panel)
        assert ("It waits for the ● Allied seat." in words_of(panel)) is (seat == "axis")
        assert ("<fieldset disabled>" in panel) is (seat == "axis")


def test_a_name_stands_but_once_on_the_card_of_a_group_that_has_dice_to_type(med: InHand) -> None:
    names = re.findall(r'\sid="([^"]+)"', med.text("fleet/group/force-b/"))
    assert "strip" in names
    assert len(names) == len(set(names))
