"""The page of a battle as somebody reads it who has the README alone: presets, dice by ship, how it ended."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.systems.supermarina.battle import (
    FIRE_PLAN,
    GUNFIRE,
    ORDERS,
    PARTING,
    RECORD,
    SCATTER,
    STAND,
    TARGETS,
    TORPEDO_PLAN,
    TORPEDOES,
)
from navalassist.systems.supermarina.combat import Battle
from navalassist.systems.supermarina.pages.ending import how
from tests.in_hand import InHand, in_hand, words_of
from tests.systems.supermarina.at_sea import at_sea
from tests.systems.supermarina.fighting import Fighting
from tests.systems.supermarina.test_tally import ALLIED, AXIS, PAGE, plan


@pytest.fixture
def table(tarigo: Campaign) -> Iterator[Fighting]:
    """Tarigo: the Axis stands, and both close to secondary range."""
    with in_hand(tarigo, Fighting) as fighting:
        fighting.do(STAND, battle="1")
        fighting.together(ORDERS, axis="close", allied="close")
        yield fighting


def filled(table: Fighting, seat: str, preset: str) -> str:
    """The page of the battle as a preset fills the plan of a seat."""
    answer = table.at(seat).client.post(table.at_home(f"{PAGE}odds/"), {"preset": preset})
    return answer.content.decode()


def test_a_preset_fills_the_plan_and_seals_nothing(table: Fighting) -> None:
    """The best chance at night: destroyers are class 2, 20 %, where a transport is 10 %; of equals the first."""
    assert "Each holds its torpedoes Each launches at secondary range" in table.at("allied").words(PAGE)
    table.together(TORPEDO_PLAN, allied=plan(ALLIED, "holds"))
    entries = Entry.objects.count()
    assert "Best chance on each All on Luca Tarigo All on Lampo" in table.at("allied").words(PAGE)
    text = filled(table, "allied", ":best")
    assert text.count('<option value="1-luca-tarigo" selected>') == len(ALLIED)
    assert "Luca Tarigo 4 59 %" in words_of(filled(table, "allied", ":best"))
    assert "A transport, drawn 4 34 %" in words_of(filled(table, "allied", "drawn"))
    assert filled(table, "allied", "holds").count('<option value="holds" selected>') == len(ALLIED)
    assert "selected" not in filled(table, "allied", "1-nobody").partition('id="aims"')[2].partition("</ul>")[0]
    assert Entry.objects.count() == entries


def test_the_first_plan_begins_its_rule_and_what_is_missing_in_it_begins_nothing(table: Fighting) -> None:
    """Both tablets show the form at once; whoever is second joins, though its page is older."""
    table.together(TORPEDO_PLAN, allied=plan(ALLIED, "holds"))
    entries = Entry.objects.count()
    axis = {f"line-{name}": at for name, at in plan(AXIS, "1-jervis", "/secondary").items()}
    sent = {"battle": "1", "panel": "battle:1", "seals": "yes"}
    missing = table.at("axis").post(f"do/{FIRE_PLAN}/", **sent, submission="a")
    assert missing.status_code == 422
    assert Entry.objects.count() == entries
    assert table.at("axis").post(f"do/{FIRE_PLAN}/", **sent, **axis, submission="b").status_code == 302
    allied = {f"line-{name}": at for name, at in plan(ALLIED, "holds", "/secondary").items()}
    answer = table.at("allied").post(f"do/{FIRE_PLAN}/", **sent, **allied, submission="c")
    assert answer["Location"].partition("?")[0] == table.at_home(PAGE)
    assert "The fire plans are shown: 3 lines." in table.at("allied").words(PAGE)


def test_a_rule_that_asks_for_no_plans_is_carried_out_whatever_its_form_says_of_sealing(duisburg: Campaign) -> None:
    table = InHand(duisburg).at("axis")
    move = {"force": "axis-1", "hex": "18A:1304", "seals": "yes", "submission": "a"}
    assert table.post("do/sm-move/", **move).status_code == 302
    assert table.facts["force:axis-1.hex"] == "18A:1304"


def test_dice_are_told_by_ship_and_gun_before_they_fall_and_after(table: Fighting) -> None:
    table.together(TORPEDO_PLAN, allied=plan(ALLIED, "holds"))
    allied = plan(ALLIED, "holds", "/secondary", jervis="1-lampo", janus="drawn")
    table.together(FIRE_PLAN, axis=plan(AXIS, "holds", "/secondary"), allied=allied)
    words = table.at("allied").words(PAGE)
    assert "Jervis , secondary 6, at Lampo: hits on 9 or 10 Draws, then Janus , secondary 6, at a transport" in words
    table.do(GUNFIRE, "9 0 5 3", battle="1", side="allied")
    assert "● Jervis secondary 6 Lampo 9" in table.at("allied").words(PAGE)


def test_a_whole_battle_has_no_odds_and_the_page_says_why(table: Fighting) -> None:
    assert "A whole battle has none: both sides choose in secret each round" in table.at("observer").words(PAGE)


def test_the_end_tells_what_was_lost_and_hit_and_its_owner_which_cargo(table: Fighting) -> None:
    """Nubian's torpedo sinks Lampo, Janus hits a transport with an X: the cargo is told to the Axis alone."""
    table.together(TORPEDO_PLAN, allied=plan(ALLIED, "holds", nubian="launches"))
    allied = plan(ALLIED, "holds", "/secondary", jervis="1-baleno", janus="drawn")
    table.together(FIRE_PLAN, axis=plan(AXIS, "holds", "/secondary"), allied=allied)
    table.do(GUNFIRE, "9 6 1 0 0", battle="1", side="allied")
    table.together(TARGETS, allied={"1-nubian": "1-lampo"})
    table.do(TORPEDOES, "9 0", battle="1", side="allied")
    for _ in ("to intermediate range, where no gun bears", "past it"):
        table.together(ORDERS, axis="open", allied="open")
    table.do(PARTING, battle="1", hex="25A:4124")
    for side in ("axis", "allied"):
        table.do(RECORD, battle="1", side=side, seat=side)
    words = table.at("allied").words(PAGE)
    assert "The battle is over after" in words
    assert "The Axis side left the battle." in words
    assert "Sunk: Lampo. 1 transport lost: Adana. Hit: Baleno 2 G." in words
    assert "Torpedo boxes used: Nubian 1." in words
    assert "Cargo lost" not in words
    assert "motor transport" not in words
    assert "Cargo lost: motor transport." in table.at("axis").words(PAGE)


def test_a_force_that_both_see_in_a_battle_is_not_called_unknown(table: Fighting) -> None:
    seen = "Seen in battle 1, while it lasts: DD Luca Tarigo, DD Lampo, DD Baleno, 5 transports."
    for page in ("known/", "sea/"):
        words = table.at("allied").words(page)
        assert seen in words
        assert "You know nothing" not in words


def test_the_receipt_of_a_scatter_says_its_step_in_words(tarigo: Campaign) -> None:
    with in_hand(tarigo, Fighting) as table:
        entry = table.do(SCATTER, "1", battle="1", escort="scatters")
        words = table.at("axis").words(f"log/{entry.reference}/")
        assert "loses Adana, with motor transport." in words
        told = table.at("allied").words("log/")
        assert "scatters and loses Adana." in told
        assert "motor transport" not in told
    assert "When Axis task force 1 scattered none Apr I 41, NAS 7, Allied combat" in words
    assert "Its task force Axis task force 1" in words


def test_the_head_offers_a_battle_where_a_spotted_enemy_is_met(duisburg: Campaign) -> None:
    """Force K finds the convoy: nothing is due, and it may engage. The Axis reads nothing of that."""
    table = at_sea(duisburg)
    table.do("sm-surface-search", force="allied-1", light="day")
    table.until("axis/nas-4/enemy-combat")
    may = "may: Allied task force 1 engages Axis task force"
    assert may in table.at("allied").words("sea/")
    assert may not in table.at("axis").words("sea/")


def test_how_a_battle_ended_is_told_of_those_who_fought_alone() -> None:
    """Where no line of it says who fought, nobody is called lost."""
    assert how(Battle(key="1", number=1, side="axis", force="axis-1", against="allied-1"), ()) == "The forces parted."
