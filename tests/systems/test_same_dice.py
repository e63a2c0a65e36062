"""A server die that was thrown once stays what it was, whatever is corrected in between."""

import pytest

from navalassist.auditlog.models import Entry
from navalassist.play.corrections.correct import NotCorrectable
from tests.in_hand import InHand


def rolled(demo: InHand) -> Entry:
    """The check of the demo's Axis row in the Central Mediterranean, with the server's dice."""
    demo.do("cargo-contact", shipment="demo-1")
    return demo.do("cargo-contact", shipment="demo-1")


def faces(entry: Entry) -> dict[str, list[int]]:
    return {a["key"]: a["faces"] for a in entry.record["body"].get("answers", ()) if "faces" in a}


@pytest.mark.promise("P12", "P13")
def test_a_check_that_is_corrected_away_and_back_has_the_same_dice(demo: InHand) -> None:
    entry = first = rolled(demo)
    for _ in range(3):
        entry = demo.correct(entry, **{"leg.protected": True})
        assert faces(entry) == {}
        entry = demo.correct(entry, **{"leg.protected": False})
        assert faces(entry) == faces(first)


@pytest.mark.promise("P12")
def test_lots_that_are_corrected_away_and_back_have_the_same_dice(demo: InHand) -> None:
    entry = first = rolled(demo)
    for res in ("3", "7", "4", "7"):
        entry = demo.correct(entry, **{"item.res": res})
    assert faces(entry) == faces(first)


@pytest.mark.promise("P12")
def test_server_dice_cannot_be_typed_over_by_way_of_a_correction_without_dice(demo: InHand) -> None:
    entry = demo.correct(rolled(demo), **{"leg.protected": True})
    with pytest.raises(NotCorrectable, match="server"):
        demo.correct(entry, strip="1 1", **{"leg.protected": False})
