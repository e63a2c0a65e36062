"""What a side is told of its choices before it seals them: orders for the range, fire plans, aims of torpedoes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

from navalassist.auditlog.models import Entry
from navalassist.campaigns.models import Campaign
from navalassist.systems.supermarina.battle import FIRE_PLAN, ORDERS, STAND, TARGETS, TORPEDO_PLAN
from tests.in_hand import InHand, in_hand, words_of
from tests.systems.supermarina.fighting import Fighting

AXIS, ALLIED = ("luca-tarigo", "lampo", "baleno"), ("jervis", "janus", "mohawk", "nubian")


@pytest.fixture
def table(tarigo: Campaign) -> Iterator[Fighting]:
    """Tarigo: the Axis stands, and both sides order."""
    with in_hand(tarigo, Fighting) as fighting:
        fighting.do(STAND, battle="1")
        yield fighting


def plan(ships: tuple[str, ...], at: str, guns: str = "", **other: str) -> dict[str, str]:
    return {f"1-{name}{guns}": at for name in ships} | {f"1-{name}{guns}": target for name, target in other.items()}


def asked(table: InHand, slug: str, seat: str) -> tuple[InHand, str]:
    """A rule that asks both sides is begun; a seat, and the address where it seals."""
    entry = table.do(slug, battle="1")
    return table.at(seat), f"waiting/{entry.reference}/"


def worked_out(table: InHand, address: str, **lines: str) -> str:
    """The page with what is chosen in the lines, before anything is sealed."""
    sent = {f"line-{name}": target for name, target in lines.items()}
    return words_of(unescape(table.client.post(table.at_home(f"{address}odds/"), sent).content.decode()))


@pytest.mark.rule("SM.6.C.chn")
def test_each_order_has_its_chances_against_each_order_of_the_enemy(table: Fighting) -> None:
    """50 and 36 - 9: 77 and 23. Alone .77 x .77 = 5,929 and .23 x .23 = 529 of 10,000, else 3,542."""
    allied, address = asked(table, ORDERS, "allied")
    words = allied.words(address)
    assert "yours carries on 77 or less, theirs on 23 or less." in words
    assert "yours 36 MPs, theirs 9." in words
    assert "Open the battle is broken off" in words
    assert "Maintain still intermediate range: no gun bears" in words
    assert "Close secondary range: guns of both bear, torpedoes may go" in words
    head = "You close, the enemy… Intermediate range Secondary range Broken off of 10,000 As a bar"
    assert f"{head} opens 35 % 59 % 5 % 3,542, 5,929, 529 maintains 41 % 59 % – 4,071, 5,929" in words
    assert "closes – 100 % – 10,000" in words
    assert "yours carries on 23 or less" in table.at("axis").words(address)


def test_nothing_is_chosen_before_somebody_chooses(table: Fighting) -> None:
    allied, address = asked(table, ORDERS, "allied")
    cards = re.findall(r'<input type="radio" name="choice"[^>]*>', allied.text(address))
    assert len(cards) == 3
    assert not [card for card in cards if "checked" in card]


def closed_in(table: Fighting, **ways: str) -> None:
    table.together(ORDERS, axis="close", allied="close")
    table.together(TORPEDO_PLAN, allied=plan(ALLIED, "holds", **ways))


@pytest.mark.rule("SM.6.D.dec", "SM.6.F.1", "SM.6.F.2")
def test_each_line_of_a_fire_plan_has_its_chance_and_its_hits(table: Fighting) -> None:
    """Six factors against class 2: 8, at night 9 or 10, 20 %. A hit is 1.2 G and .2 F, of ten one sinks at once.

    Two at one ship: 1 - .8 x .8 = 36 %, .48 G. Against class 3: 9, at night 10. Italians at night: 10.
    """
    closed_in(table)
    allied, address = asked(table, FIRE_PLAN, "allied")
    assert "Jervis secondary guns, 6 choose Luca Tarigo: 20 % Lampo: 20 % Baleno: 20 % a transport, drawn: 10 %" in (
        allied.words(address)
    )
    chosen = plan(ALLIED, "1-lampo", "/secondary", mohawk="drawn", nubian="holds")
    words = worked_out(allied, address, **chosen)
    assert "20 % on 9 or 10 0.24 G 0.04 F sunk 2 %" in words
    assert "10 % on 10 0.12 G 0.04 F sunk 1 %" in words
    assert "Lampo 2 36 % 0.48 0.08 4 % A transport, drawn 1 10 % 0.12 0.04 1 %" in words
    axis = worked_out(table.at("axis"), address, **plan(AXIS, "1-jervis", "/secondary"))
    assert "10 % on 10 0.12 G 0.02 F sunk 1 %" in axis
    assert "Jervis 3 27 % 0.36 0.06 3 %" in axis


@pytest.mark.rule("SM.6.E.1", "SM.2.D")
def test_each_torpedo_has_its_chance(table: Fighting) -> None:
    """Class 2: 8, from secondary range 9: 20 %; a hit is 1.7 F. Class 3: 30 %, and one hit sinks a transport."""
    closed_in(table, jervis="launches", nubian="launches")
    table.together(FIRE_PLAN, axis=plan(AXIS, "holds", "/secondary"), allied=plan(ALLIED, "holds", "/secondary"))
    allied, address = asked(table, TARGETS, "allied")
    words = worked_out(allied, address, **{"1-jervis": "1-luca-tarigo", "1-nubian": "drawn"})
    assert "Jervis from secondary range, uses 1 of its 2 boxes" in words
    assert "20 % on 9 or 10 0.34 F sunk 4 %" in words
    assert "30 % on 8, 9 or 10 0.00 F sunk 30 %" in words


def test_to_look_at_chances_writes_nothing_and_tells_nobody(table: Fighting) -> None:
    closed_in(table)
    allied, address = asked(table, FIRE_PLAN, "allied")
    entries = Entry.objects.count()
    assert "Lampo 4 59 %" in worked_out(allied, address, **plan(ALLIED, "1-lampo", "/secondary"))
    assert Entry.objects.count() == entries
    assert "59 %" not in table.at("axis").words(address)
    # What does not fit is no line of the plan: nothing is worked out, and nothing breaks.
    assert "Together on" not in worked_out(allied, address, **plan(ALLIED, "1-nobody", "/secondary"))


def test_only_a_seat_that_is_asked_is_told(table: Fighting) -> None:
    _, address = asked(table, ORDERS, "allied")
    for seat in ("observer", "moderator"):
        assert "yours carries" not in table.at(seat).words(address)
