"""Entries of a step that is over are made again with a correction: whose step it was then counts, not whose it is."""

import pytest

from tests.in_hand import InHand, drawn

AREA, ELSEWHERE = "western-approaches", "central-mediterranean"


@pytest.mark.promise("P18")
def test_a_crossing_that_is_made_again_stays_that_of_the_side_whose_step_it_was(war: InHand) -> None:
    """Two Central crossings cost Central points; then it is the Allied turn, and the first one is corrected."""
    war.end_step()
    first = war.do("gw-contested", "4", area=AREA, carried=3)
    second = war.do("gw-contested", "4", area=AREA)
    lost = [war.facts[f"condition:{side}-mobilization.value"] for side in ("central", "allied")]
    while war.state.clock[1] == "central":
        war.end_step()
    war.sit("moderator")
    address = f"log/{first.reference}/correct/"
    keys = war.keys(address)
    sent = {"reason": "typo", "note": "fewer", "typed_area": AREA, "typed_carried": "1"}
    answer = war.post(address, **keys, **sent)
    assert answer.status_code == 302, drawn(answer, answer.status_code)
    again = war.last(kind="correction", corrects=second.reference)
    assert again.record["body"]["situation"]["side"] == "central"
    assert war.facts["condition:allied-mobilization.value"] == lost[1]


@pytest.mark.promise("P18")
def test_what_is_corrected_twice_stays_in_the_step_in_which_it_was_done(war: InHand) -> None:
    """Corrected in the Allied turn, and that again: another area is asked for the units of the Central side there."""
    war.end_step()
    entry = war.do("gw-contested", "4", area=AREA, carried=3)
    while war.state.clock[1] == "central":
        war.end_step()
    war.sit("moderator")
    for typed in ({"typed_area": AREA, "typed_carried": "2"}, {"typed_area": ELSEWHERE, "typed_carried": "2"}):
        address = f"log/{entry.reference}/correct/"
        assert war.post(address, **war.keys(address), reason="typo", note="so it was", **typed).status_code == 302
        entry = war.last(kind="correction")
    situation = entry.record["body"]["situation"]
    assert situation["side"] == "central"
    assert {unit["nation"] for unit in situation["defenders"]} == {"german"}
