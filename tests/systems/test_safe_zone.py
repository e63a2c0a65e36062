"""36.D.1.c: which ports lie in the safe zone of Kronshtadt, as it began and with what it has grown to."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.play.duties import Duty, Kind
from navalassist.rules.europa.danger_zones import GROWN_EAST, GROWN_NORTH, Exerts
from navalassist.rules.europa.hexes import Hex
from navalassist.rules.europa.r36_danger_ports import Event
from navalassist.systems.europa.danger import zone_of
from navalassist.systems.europa.doors.danger_ports import in_area
from tests.begun import begin
from tests.in_hand import InHand
from tests.systems.test_chart import a_book, facts_at_the_start


@pytest.mark.rule("E36.D.1.c.4")
def test_a_zone_that_has_grown_goes_only_with_the_ports_of_what_it_gained() -> None:
    """Riga at 1B:2511 is east of column 0012, at 1B:1930 on row 1900; some 480 km from Kronshtadt it is in no other."""
    east: dict[str, Any] = {"port:riga.map_reference": "1B:2511"}
    north: dict[str, Any] = {"port:riga.map_reference": "1B:1930"}
    assert in_area(east, "riga", Event.GONE) is in_area(north, "riga", Event.GONE) is False
    assert in_area(east | {GROWN_EAST: True}, "riga", Event.GONE) is True
    assert in_area(east | {GROWN_NORTH: True}, "riga", Event.GONE) is False
    assert in_area(north | {GROWN_NORTH: True}, "riga", Event.GONE) is True
    assert in_area({GROWN_NORTH: True}, "riga", Event.GONE) is None
    assert in_area({GROWN_EAST: True}, "kronshtadt", Event.GONE) is True


@pytest.mark.rule("E36.D.1.c.3")
def test_a_hex_far_south_of_what_the_zone_has_gained_stays_the_axis_s() -> None:
    """16A:0515 lies six hexes from Kiel, 54.3 degrees north: at most 55.8, and row 1B:1900 runs north of 56."""
    facts = facts_at_the_start() | {"condition:baltic-border.value": "safe-zone", GROWN_NORTH: True}
    near_kiel = facts | {"port:kiel.map_reference": "16A:0509", "port:kiel.owner": "neutral"}
    assert zone_of(near_kiel, a_book(), Hex.of("16A:0515"), "baltic").exerts is Exerts.AXIS
    # 20 hexes from Kiel it may be as far north as 59 degrees: only the map tells.
    assert zone_of(near_kiel, a_book(), Hex.of("16A:0529"), "baltic").exerts is Exerts.UNKNOWN


def border_duty(border: str, **owners: str) -> Duty:
    """What the checklist says of the border, with these owners."""
    north = InHand(begin("North", malta=10, slug="north", theatres="both"))
    stood = {} if border == "stands" else {"condition:baltic-border.value": border}
    north.set({f"port:{key}.owner": owner for key, owner in owners.items()} | stood)
    return next(duty for duty in north.duties() if duty.procedure == "baltic-border")


@pytest.mark.django_db
@pytest.mark.rule("E36.D.1.a.3", "E36.D.1.c.1")
@pytest.mark.parametrize(
    ("border", "owners", "kind"),
    [
        ("stands", {"tallinn": "axis"}, Kind.DUE),
        ("stands", {"hango": "axis"}, Kind.DUE),
        # Riga is not of the line.
        ("stands", {"riga": "axis"}, Kind.MAY),
        ("fell", {"tallinn": "axis"}, Kind.MAY),
    ],
)
def test_the_border_is_due_once_a_port_of_the_line_has_fallen(border: str, owners: dict[str, str], kind: Kind) -> None:
    assert border_duty(border, **owners).kind is kind


@pytest.mark.django_db
@pytest.mark.rule("E36.D.1.a.3")
def test_a_border_that_is_passed_over_is_told() -> None:
    duty = border_duty("stands", tallinn="axis")
    assert (duty.small, "event=falls" in duty.url) == ("Tallinn is Axis-owned", True)
    assert [passed.line for passed in duty.passes] == [
        "Tallinn has fallen, and the border in the Baltic stands where it was"
    ]
