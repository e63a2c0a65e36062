"""The Success Table (R-30): what one die and its modifiers give, for every rule that asks it."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from navalassist.engine import Choose, Dice, Play, Roll, TableKey, Tally
from navalassist.rules.europa.rulings_status import R30

STAND_INS = "stand-ins"


class Success(StrEnum):
    """A cell of the Success Table (R-30)."""

    DISASTER = "D"
    COMPLETE_FAILURE = "F*"
    FAILURE = "F"
    SUCCESS = "S"
    GREAT_SUCCESS = "S*"

    @property
    def label(self) -> str:
        """As it is called out."""
        return SUCCESS_TITLES[self]


SUCCESS_TITLES = {
    Success.DISASTER: "disaster",
    Success.COMPLETE_FAILURE: "complete failure",
    Success.FAILURE: "failure",
    Success.SUCCESS: "success",
    Success.GREAT_SUCCESS: "great success",
}

SUCCESS: TableKey[Success] = TableKey("europa/36-success", Success)


def success(modifier: Tally | int, seat: str, label: str) -> Play[Success]:
    """One die on the Success Table; or on its printed chart, whose reading `seat` enters (R-30)."""
    if (yield from R30.look()) == STAND_INS:
        return (yield from SUCCESS.roll("success", column="result", modifier=modifier, label=label))
    added = modifier.total if isinstance(modifier, Tally) else modifier
    total = yield from Roll("success", Dice(1, 6), _shifted(added), label)
    options = {result.value: f"{result.value}: {result.label}" for result in Success}
    return Success((yield from Choose("chart", options, seat, f"the printed Success Table at {total}")))


def _shifted(by: int) -> Callable[[tuple[int, ...]], int]:
    return lambda faces: sum(faces) + by
