"""SM.7: minefields in the way of the Duisburg convoy, worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine import Set
from navalassist.play.storage.bodies import whole_body
from navalassist.systems.supermarina.edits import MINEFIELDS
from navalassist.systems.supermarina.state import Minefield, Side
from tests.in_hand import InHand
from tests.systems.supermarina.fighting import Fighting

COVER, CONVOY = "axis-2", "axis-1"
MINED, BEYOND = "18A:1602", "18A:1603"


def lays(table: InHand, hex_name: str = MINED, key: str = "off-malta") -> None:
    """An Allied minefield."""
    table.edit(Minefield.new(key, name="Off Malta", hex=hex_name, owner=Side.ALLIED, condition="Malta is Allied"))


@pytest.fixture
def table(duisburg: Campaign) -> InHand:
    """Axis movement of NAS 4: Trieste, Trento and four destroyers are 2 hexes from a minefield."""
    table = InHand(duisburg)
    lays(table)
    return table


@pytest.fixture
def mined(table: InHand) -> InHand:
    """They have entered it. Numbers are 1 Trieste, 2 Trento, 3 Granatiere, 4 Fuciliere, 5 Bersagliere, 6 Alpino."""
    table.do("sm-move", force=COVER, hex=MINED)
    return table


@pytest.mark.rule("SM.7.A", "C19")
def test_a_minefield_counts_as_long_as_it_lies_there(table: InHand) -> None:
    table.edit(Set("sm-minefield:off-malta.active", False))
    table.do("sm-move", force=COVER, hex=MINED)
    assert table.facts["force:axis-2.mined"] is False
    assert "has entered no mined hex" in table.refuse("sm-mines", force=COVER)


@pytest.mark.rule("SM.7.A")
@pytest.mark.parametrize("typed", ["", MINED])
def test_a_minefield_lies_in_a_hex_and_none_in_that_of_another(table: InHand, typed: str) -> None:
    with pytest.raises(ValueError, match="one line a hex"):
        MINEFIELDS.add(table.facts, {"name": "Another", "hex": typed, "owner": "axis"})


@pytest.mark.rule("SM.7.B.find")
@pytest.mark.parametrize(("die", "found"), [("6", True), ("7", False), ("0", False)])
def test_a_force_finds_mines_on_1_to_6_even_those_of_its_own_side(mined: InHand, die: str, found: bool) -> None:
    mined.edit(Set("sm-minefield:off-malta.owner", "axis"))
    # Number 2 strikes; 1D10 of 1 less 4 is no hit; 1 is no other mine.
    entry = mined.do("sm-mines", f"{die} 2 1 1" if found else die, force=COVER)
    assert whole_body(entry)["outcome"]["mines"] == found
    assert mined.facts["force:axis-2.mined"] is False
    mined.check()


@pytest.mark.rule("SM.7.B.find", "SM.7.B.2", "SM.7.B.3")
def test_the_chances_are_exact(mined: InHand) -> None:
    # Found on 6 faces of 10, damage on 5 to 10, another mine on 8 to 10.
    assert mined.figures("sm-mines", force=COVER) == {
        "found": Fraction(6, 10),
        "first": Fraction(36, 100),
        "again": Fraction(18, 100),
    }


@pytest.mark.rule("SM.7.B.find")
def test_it_rolls_before_it_goes_on_and_each_time_that_it_enters(mined: InHand) -> None:
    for slug, more in {"sm-move": {"hex": BEYOND}, "sm-form": {"source": "force:axis-2", "ships": ["alpino"]}}.items():
        typed = {**({"force": COVER} if slug == "sm-move" else {}), **more}
        assert "it rolls for mines first" in mined.refuse(slug, **typed)
    mined.do("sm-mines", "7", force=COVER)
    mined.do("sm-move", force=COVER, hex=BEYOND)
    mined.do("sm-move", force=COVER, hex=MINED)
    assert mined.facts["force:axis-2.mined"] is True


@pytest.mark.rule("SM.7.B.find")
def test_a_way_that_cannot_avoid_a_minefield_ends_there_first(table: InHand) -> None:
    """From 1602 along its line to 1605 there is one shortest way; round the mine in 1604 it is longer."""
    lays(table, "18A:1604", "second")
    assert "The way enters the mined hex 18A:1604" in table.refuse("sm-move", force=CONVOY, hex="18A:1605")
    table.do("sm-move", force=CONVOY, hex="18A:1605", hexes=4)
    assert table.facts["force:axis-1.mined"] is False


@pytest.mark.rule("SM.7.B.1", "SM.7.B.2", "SM.7.B.3")
def test_a_ship_is_drawn_for_each_mine_and_loses_the_die_less_four(mined: InHand) -> None:
    """3; 9 is nobody's number, 2 Trento; 7 - 4 = 3; 8 another: 6 Alpino; 10 - 4 = 6 of 3 boxes, sunk; 7 ends it."""
    entry = mined.do("sm-mines", "3 9 2 7 8 6 0 7", force=COVER)
    said = "finds mines: Trento 3 flotation hits and Alpino 6 flotation hits. Sunk: Alpino."
    assert said in mined.at("axis").receipt(entry)
    assert mined.facts["ship:trento.flotation_hits"] == 3
    assert mined.facts["ship:alpino.place"] == "sunk"
    mined.check()


@pytest.mark.rule("SM.7.B.1")
def test_each_ship_strikes_where_the_group_reads_it_so(mined: InHand) -> None:
    """R-139: six dice for six ships, then 1 for no other mine."""
    mined.edit(Set("ruling:R-139.choice", "every"))
    mined.do("sm-mines", "1 5 6 1 1 1 1 1", force=COVER)
    hits = [mined.facts[f"ship:{key}.flotation_hits"] for key in ("trieste", "trento", "granatiere")]
    assert hits == [1, 2, 0]
    # 1 - 0.4 to the power of 6 for damage to any of them.
    mined.edit(Set("force:axis-2.mined", True))
    assert mined.figures("sm-mines", force=COVER)["first"] == Fraction(6, 10) * (1 - Fraction(4, 10) ** 6)


@pytest.mark.rule("SM.7.B.2")
def test_a_transport_sinks_with_any_hit_and_its_cargo_with_it(table: InHand) -> None:
    """Six destroyers, then transports: of 13 two D10. 09 is Maria, 5 - 4 = 1; 9 another: 07 Duisburg, 4 - 4 = 0."""
    table.edit(Set("force:axis-1.mined", True))
    table.do("sm-mines", "1 09 5 9 07 4 1", force=CONVOY)
    places = [table.facts[f"{row}.place"] for row in ("transport:maria", "cargo:maria", "transport:duisburg")]
    assert places == ["sunk", "sunk", "force:axis-1"]


@pytest.mark.rule("SM.7.B.2")
def test_a_force_that_is_sunk_whole_is_gone(table: InHand) -> None:
    """Alpino alone: nobody is drawn; 10 - 4 = 6 of 3 boxes, and no die for another mine."""
    table.do("sm-form", source="force:axis-2", ships=["alpino"])
    table.do("sm-move", force="axis-3", hex=MINED)
    table.do("sm-mines", "1 0", force="axis-3")
    assert "force:axis-3.hex" not in table.facts
    table.check()


@pytest.mark.rule("SM.7.B.find")
def test_a_force_that_leaves_a_battle_for_a_mined_hex_rolls_once_its_sheets_are_marked(tarigo: Campaign) -> None:
    table = Fighting(tarigo)
    lays(table, "25A:4124")
    table.do("sm-stand", battle="1")
    table.together("sm-orders", axis="open", allied="open")
    table.do("sm-parting", battle="1", hex="25A:4124")
    assert "both sides mark their ship sheets first" in table.refuse("sm-mines", force="axis-1")
    for side in ("axis", "allied"):
        table.do("sm-record", battle="1", side=side, seat=side)
    table.do("sm-mines", "7", force="axis-1")
    table.check()


@pytest.mark.rule("SM.7.B.find")
def test_a_force_that_reforms_in_a_mined_hex_rolls(tarigo: Campaign) -> None:
    table = InHand(tarigo)
    lays(table, "25A:4130")
    table.do("sm-scatter", battle="1", escort="scatters")
    table.until("axis/nas-1/own-movement")
    table.do("sm-reform", force="axis-1", hex="25A:4130")
    assert table.facts["force:axis-1.mined"] is True


@pytest.mark.rule("SM.7.B.find")
def test_the_enemy_learns_that_mines_were_found_and_not_what_they_struck(mined: InHand) -> None:
    entry = mined.do("sm-mines", "1 2 8 1", force=COVER)
    seen = mined.at("allied").receipt(entry)
    assert "Axis task force 2 finds mines." in seen
    assert not any(secret in seen for secret in ("Trento", "flotation hits and", "hits: "))
