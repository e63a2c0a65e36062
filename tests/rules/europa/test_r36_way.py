"""36.A: MPs against the way, by hand: a hex costs an MP at least, and only what is known forbids."""

import pytest

from navalassist.rules.europa.r36_way import Stretch, is_met, is_sheet, refusal_of_way

FAR = Stretch(start="18A:0206", end="18A:3030", mps=1, least=38, exact=True)
NEAR = Stretch(start="18A:0407", end="18A:0410", mps=5, least=3, exact=True)
BOUND = Stretch(start="Naples", end="18A:0206", mps=5, least=4)
UNKNOWN = Stretch(start="Naples", end="18A:0206", mps=5)


@pytest.mark.rule("E36.A.2")
@pytest.mark.parametrize(
    ("stretches", "met"),
    [((NEAR,), True), ((FAR, UNKNOWN), False), ((BOUND,), None), ((NEAR, UNKNOWN), None), ((), None)],
)
def test_mps_are_met_only_where_the_distance_is_known(stretches: tuple[Stretch, ...], met: bool | None) -> None:
    assert is_met(stretches) is met
    assert (refusal_of_way(stretches, (), "") is not None) is (met is False)


@pytest.mark.rule("E36.A.2")
def test_a_refusal_says_how_far_it_is_and_names_a_hex_of_no_sheet_and_a_port_of_the_enemy() -> None:
    refusal = refusal_of_way((NEAR, FAR), ("18A:0410",), "")
    assert refusal.reason == "The MPs do not reach. 18A:0206 to 18A:3030: 38 hexes, 1 typed."
    assert UNKNOWN.words == "Naples to 18A:0206: distance not known"
    assert BOUND.words == "Naples to 18A:0206: at least 4 hexes, 5 typed"
    for strange in ("99Z:9999", "18A:0000", "18A:0400", "18A:0007", "60A:0101"):
        refusal = refusal_of_way((), ("18A:0407", strange), "")
        assert strange in refusal.reason
    assert all(is_sheet(known) for known in ("18A:0407", "5C:1010", "17:4417", "WW13:0423", "27A:0410", "1B:0715"))
    port = refusal_of_way((), (), "Tripoli")
    assert "Tripoli belongs to the other side" in port.reason
