"""36.D.1.a.6, R-24: Soviet ports wipe out no Axis danger zones, those that the Soviets have taken neither.

By hand: with the safe zone on, all hexes of the Baltic outside it are the Axis's (36.D.1.a.3). 3A:2022 lies two hexes
from Königsberg in 3A:2020 on one line of the sheet: an Allied port of the West would end the Axis zone there (within
5), a Soviet one doesn't.
"""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.engine import apply_effects
from navalassist.rules.europa.danger_zones import Exerts
from navalassist.rules.europa.hexes import Hex
from navalassist.systems.europa.charted import rings
from navalassist.systems.europa.danger import zone_of
from navalassist.systems.europa.soviet import is_soviet
from navalassist.systems.europa.theatres import port_rows
from navalassist.systems.europa.upkeep import Edit, EditError, capture, port_soviet
from tests.in_hand import InHand
from tests.systems.test_chart import a_book, facts_at_the_start

HEX = Hex.of("3A:2022")


def north() -> dict[str, Any]:
    """A campaign of the north, with the safe zone on."""
    found = facts_at_the_start()
    for row in port_rows("both", {}):
        found |= {f"{row.key}.{name}": value for name, value in row.fields}
    return found | {
        "condition:baltic-border.value": "safe-zone",
        "port:konigsberg.map_reference": "3A:2020",
        "port:kronshtadt.map_reference": "1B:1505",
    }


def after(facts: dict[str, Any], edit: Edit) -> dict[str, Any]:
    left = dict(facts)
    apply_effects(edit.effects, left)
    return left


def taken(facts: dict[str, Any], port: str, owner: str = "allied") -> dict[str, Any]:
    return after(facts, capture(facts, port, owner, a_book()))


def whose(facts: dict[str, Any]) -> Exerts:
    return zone_of(facts, a_book(), HEX, "baltic").exerts


@pytest.mark.rule("E36.D.1.a.6")
def test_a_port_that_the_soviets_have_taken_ends_no_axis_zone() -> None:
    facts = north()
    assert whose(facts) is Exerts.AXIS
    fallen = taken(facts, "konigsberg")
    assert is_soviet(fallen, "konigsberg")
    assert whose(fallen) is Exerts.AXIS
    surrendered = fallen | {"condition:italy-surrendered.value": True}
    assert whose(surrendered) is Exerts.AXIS


@pytest.mark.rule("E36.D.1.a.6")
def test_whose_an_allied_port_is_may_be_said() -> None:
    fallen = taken(north(), "konigsberg")
    western = after(fallen, port_soviet(fallen, "konigsberg", "no"))
    assert not is_soviet(western, "konigsberg")
    # Nobody's: the Axis zone is gone, and a naval base reaches one hex only.
    assert whose(western) is Exerts.NOBODY
    back = after(western, port_soviet(western, "konigsberg", "yes"))
    assert whose(back) is Exerts.AXIS
    with pytest.raises(EditError, match="it stands so already"):
        port_soviet(back, "konigsberg", "yes")
    with pytest.raises(EditError, match="choose yes or no"):
        port_soviet(back, "konigsberg", "perhaps")
    with pytest.raises(EditError, match="is not Allied-owned"):
        port_soviet(north(), "konigsberg", "yes")


def test_what_was_said_goes_when_the_port_changes_hands() -> None:
    fallen = taken(north(), "konigsberg")
    western = after(fallen, port_soviet(fallen, "konigsberg", "no"))
    again = taken(taken(western, "konigsberg", "axis"), "konigsberg")
    assert is_soviet(again, "konigsberg")


@pytest.mark.parametrize(
    ("port", "soviet"),
    [("tallinn", True), ("hango", True), ("danzig", True), ("stettin", True), ("kiel", False), ("copenhagen", False)],
)
def test_who_takes_a_port_where_nobody_says(port: str, soviet: bool) -> None:
    facts = north()
    owned = facts if facts[f"port:{port}.owner"] == "allied" else taken(facts, port)
    assert is_soviet(owned, port) is soviet


def test_the_map_draws_no_ring_of_the_west_round_a_soviet_port() -> None:
    """Rings count the same way."""
    facts = north()
    before = sum(ring.side == "allied" for ring in rings(facts, "north"))
    assert sum(ring.side == "allied" for ring in rings(taken(facts, "konigsberg"), "north")) == before


def test_the_page_of_an_allied_port_asks_whose_it_is_and_keeps_the_answer(demo: InHand) -> None:
    page = "setup/ports/naples/"
    assert "soviet-yes" not in demo.text(page)
    assert demo.send(page, act="port.owner", set="naples=allied").status_code == 302
    assert 'id="soviet-no" aria-pressed="true"' in demo.text(page)
    assert demo.send(page, act="port.soviet", set="naples=yes").status_code == 302
    assert 'id="soviet-yes" aria-pressed="true"' in demo.text(page)
