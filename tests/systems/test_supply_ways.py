"""36.H in a campaign: supply lines across sheets, and which enemies are asked for (R-70).

By hand: Licata, 18A:0102, and Trapani, 26:3532, lie on sheets whose join nobody has given. Alexandria, 19A:2416, is
some 1,700 km from Sicily: nothing there lies beside a hex of sheet 26.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from navalassist.play.resolve import Refused
from navalassist.play.systems import Misfits, Moment
from navalassist.rules.europa.hexes import Hex
from navalassist.rules.europa.reach import least_apart
from navalassist.systems.europa.danger import anchors
from tests.begun import begin
from tests.in_hand import InHand, in_hand

pytestmark = pytest.mark.django_db
SICILY, WAY = "26:4929 26:5029 18A:0101", "18A:0411 0412 0413"


@pytest.fixture
def med(db: None) -> Iterator[InHand]:
    with in_hand(begin("Med", malta=10, slug="med", moment=Moment("1942-05-1", "axis", "initial"))) as med:
        yield med


def fleet(med: InHand, name: str, place: str, *kinds: str) -> None:
    units = {f"{name}-{number}": kind for number, kind in enumerate(kinds)}
    med.group(name, "allied", place, "central-med", called=name, **units)


def trace(med: InHand, way: str, **typed: Any) -> dict[str, Any]:
    found: dict[str, Any] = med.do("supply-path", side="axis", way=way, **typed).record["body"]["outcome"]
    return found


@pytest.mark.rule("E36.H.1")
def test_a_line_from_sicily_to_africa_is_traced(med: InHand) -> None:
    with pytest.raises(Misfits) as asked:
        trace(med, SICILY)
    assert "joins" in asked.value.fields
    assert trace(med, SICILY, joins=True)["hexes"] == 3


@pytest.mark.rule("E36.H.1")
def test_enemies_on_another_sheet_are_named_where_they_may_be_near(med: InHand) -> None:
    fleet(med, "Force K", "hex:18A:0110", "task-force")
    fleet(med, "Force A", "port:alexandria", "task-force")
    with pytest.raises(Refused, match="Whether Force K in 18A:0110 lies") as refused:
        trace(med, "26:4929 26:5029")
    assert "Force A" not in str(refused.value)
    assert trace(med, "26:4929 26:5029", clear=True)["by_eye"] == "no combat zone of Force K in 18A:0110 on it"


@pytest.mark.rule("E36.H.1")
def test_a_group_without_a_ship_that_fights_bars_nothing(med: InHand) -> None:
    fleet(med, "Convoy", "hex:18A:0412", "submarine", "nt")
    assert trace(med, WAY)["hexes"] == 3
    fleet(med, "Escorted", "hex:18A:0412", "warship", "nt")
    with pytest.raises(Refused, match="combat zone of Escorted"):
        trace(med, WAY)


@pytest.mark.rule("E36.H.1")
def test_whether_a_group_in_port_has_a_combat_zone_is_a_ruling(med: InHand) -> None:
    fleet(med, "Force K", "port:valletta", "task-force")
    with pytest.raises(Refused, match="combat zone of Force K"):
        trace(med, "18A:0405 0406")
    med.set({"ruling:R-70.choice": "sea"})
    assert trace(med, "18A:0405 0406")["hexes"] == 2


def test_two_hexes_are_at_least_so_far_apart(med: InHand) -> None:
    """Alexandria to Trapani: 1,760 km, some 68 hexes of 16 miles, less what places may be off."""
    known = anchors(med.facts)
    found = least_apart(Hex.of("26:3532"), Hex.of("19A:2416"), known)
    assert 55 < found < 72
    assert least_apart(Hex.of("26:3532"), Hex.of("99:0101"), known) == 0
