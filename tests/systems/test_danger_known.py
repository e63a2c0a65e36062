"""What the campaign knows of a roll in a danger zone by itself: night, staying, and the sea (36.D.2.M, 36.D.2.N).

By hand, in the Allied naval movement: Force B begins at 18A:0521, one hex off Tripoli. Until it moves it has not left
that hex; by night it comes to a hex whose move is by night; a group that sits still may begin by night while its
strip leaves it night MPs (36.A.2, R-22).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from navalassist.play.resolve import Refused
from navalassist.play.systems import Moment
from navalassist.rules.europa.hexes import Hex
from navalassist.systems.europa.danger import on_the_way
from tests.begun import begin
from tests.in_hand import InHand, in_hand

pytestmark = pytest.mark.django_db
HERE = "18A:0521"


@pytest.fixture
def med(db: None) -> Iterator[InHand]:
    moment = Moment("1941-03-1", "allied", "naval-movement")
    with in_hand(begin("Med", malta=10, slug="med", moment=moment, theatres="both")) as med:
        med.group("b", "allied", f"hex:{HERE}", "central-med", called="Force B", ajax="task-force")
        med.set({"port:tripoli.map_reference": "18A:0520"}, seat="moderator")
        yield med


def sail(med: InHand, moves: str) -> None:
    med.do("naval-move", group="b", moves=moves, zone="central-med")


def roll(med: InHand, strip: str = "3", **typed: Any) -> dict[str, Any]:
    """The modifiers that counted, and the whole outcome's `overruled`."""
    body = med.do("danger-contact", strip, group="b", **typed).record["body"]
    terms = next(answer["terms"] for answer in body["answers"] if answer.get("terms"))
    said = {text for text in ("night", "left") for term in terms if term["applies"] and text in term["text"].lower()}
    return {"terms": said, "overruled": body["outcome"]["overruled"]}


def known(med: InHand, rolled: bool = False, where: str = HERE) -> tuple[bool, bool, bool, bool | None]:
    found = on_the_way(med.facts, "b", Hex.of(where), rolled)
    return found.stays, found.left, found.night, found.known_night


@pytest.mark.rule("E36.D.2.M", "E36.D.2.N")
@pytest.mark.parametrize(
    ("moves", "where", "expected"),
    [
        # It has not moved: it stays so far, and may begin by night.
        ("", HERE, (True, False, False, None)),
        # A hex that it is to enter: nobody knows yet when.
        ("", "18A:0519", (False, True, False, None)),
        ("5n 18A:0522", HERE, (False, True, True, True)),
        ("5 18A:0522 5n 18A:0523", HERE, (False, True, False, False)),
        ("5 18A:0522 5n 18A:0523", "18A:0522", (False, True, False, False)),
        ("5 18A:0522 5n 18A:0523", "18A:0523", (False, True, True, True)),
        # It spends MPs where it is, by day, after it came by night.
        ("5n 18A:0522 20 18A:0522", "18A:0522", (False, True, True, True)),
        ("20 18A:0521", HERE, (True, False, False, False)),
        # No hex named: as it moved last, but nothing is certain.
        ("10 5n", HERE, (False, False, False, False)),
        ("10 5n", "18A:0519", (False, True, True, None)),
    ],
)
def test_the_moves_of_the_naval_step_tell(
    med: InHand, moves: str, where: str, expected: tuple[bool, bool, bool, bool | None]
) -> None:
    if moves:
        sail(med, moves)
    assert known(med, where=where) == expected


@pytest.mark.rule("E36.D.2.M")
def test_a_group_that_comes_back_is_in_the_zone_by_the_night_of_its_last_entry(med: InHand) -> None:
    sail(med, "5 18A:0525 5n 18A:0521")
    assert known(med, rolled=False)[2:] == (False, False)
    assert known(med, rolled=True)[2:] == (True, True)


def test_what_is_typed_against_the_strip_wants_a_reason(med: InHand) -> None:
    sail(med, "5 18A:0522")
    with pytest.raises(Refused, match="Has not left the hex where it began the naval step"):
        roll(med, stays="yes", hex=HERE)
    with pytest.raises(Refused, match="its moves show that it is by day"):
        roll(med, night="yes", hex=HERE)
    told = roll(med, night="yes", hex=HERE, because="it left at dusk")
    assert told["terms"] == {"night"}
    assert "by day" in told["overruled"]
    assert "it left at dusk" in told["overruled"]


def test_what_the_strip_tells_counts_by_itself(med: InHand) -> None:
    # 6 - 1, a contact; 1 in column 4 is no hit.
    assert roll(med, "61")["terms"] == {"left"}
    sail(med, "4 18A:0525 4n 18A:0521")
    assert roll(med)["terms"] == {"night"}


@pytest.mark.rule("E36.D.2.N")
def test_a_group_that_sits_still_begins_by_night_while_it_has_night_mps(med: InHand) -> None:
    assert roll(med, night="yes")["terms"] == {"night", "left"}
    sail(med, "5n 18A:0521")
    med.next_part("allied")
    assert known(med) == (True, False, False, False)
    with pytest.raises(Refused, match="Moves at night"):
        roll(med, night="yes")
    assert roll(med)["terms"] == {"left"}


@pytest.mark.rule("E36.D.2.M")
def test_the_sea_is_as_it_is_kept_unless_a_reason_is_given(med: InHand) -> None:
    med.do("sea-state", waters="mediterranean", typed="rough")
    with pytest.raises(Refused, match="“The sea is”: it is rough in this turn"):
        roll(med, sea="stormy")
    assert roll(med, "4", sea="rough")["overruled"] == ""
    med.next_part("allied")
    assert "it is rough in this turn" in roll(med, sea="stormy", because="a squall")["overruled"]
