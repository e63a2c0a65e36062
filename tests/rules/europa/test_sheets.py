"""How sheets lie on the globe: each known place is found again from the others (36.D.1, R-64)."""

import pytest

from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.rules.europa.reach import Spot, span, straight
from navalassist.rules.europa.sheets import bounds, counted, lie_of, on_grid
from navalassist.systems.europa.danger import LANDMARKS, spot_of
from navalassist.systems.europa.places import places

KNOWN = [spot_of({}, port) for port in places().ports.values() if port.map_ref] + list(LANDMARKS)
SHEETS = {sheet: [spot for spot in KNOWN if spot.hex and spot.hex.grid[0] == sheet] for sheet in ("18A", "24A", "26")}


@pytest.mark.rule("E36.D.1.a.2")
@pytest.mark.parametrize("sheet", SHEETS)
def test_a_known_place_is_found_again_from_the_others(sheet: str) -> None:
    for left_out in SHEETS[sheet]:
        others = tuple((spot.hex, spot.east, spot.north) for spot in SHEETS[sheet] if spot is not left_out)
        lie = lie_of(others)
        if lie is None:
            # The other two lie too close: they tell no slant.
            assert max(straight(one[0], two[0]) for one in others for two in others) < 12
            continue
        assert left_out.hex is not None
        for here, _, _ in others:
            least, most = bounds(lie, here, left_out.east, left_out.north)
            found = span(here, left_out, ()).exact
            assert found is not None
            # The plane's own count is the map's.
            assert round(counted(on_grid(left_out.hex) - on_grid(here))) == found
            assert least <= found <= most


@pytest.mark.rule("E36.D.1.a.2")
def test_of_a_sheet_that_is_placed_few_hexes_stay_open() -> None:
    """26:0505 lies across the Adriatic, seven hexes and more from Split; by miles alone it might be beside Venice."""
    anchors = SHEETS["26"]
    venice = spot_of({}, places().ports["venice"])
    assert span(Hex.of("26:0505"), venice._replace(hex=None), anchors).low > 9
    one = [anchor for anchor in anchors if anchor.hex == Hex.of("26:3310")]
    assert span(Hex.of("26:0505"), Spot(None, venice.east, venice.north), one).low < 9
