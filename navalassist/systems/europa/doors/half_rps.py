"""33.E, note on the half result: the RPs of a unit that was half eliminated, by itself."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated
from urllib.parse import urlencode

from pydantic import BaseModel, Field

from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.reader import Reader
from navalassist.engine.shapes import Form
from navalassist.play.systems import Target
from navalassist.rules.europa.amounts import tidy
from navalassist.rules.europa.r33_half_rps import HalvedUnit
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import CargoKind, ShipmentState, Side
from navalassist.systems.europa.doors import DOORS


class HalvedUnitForm(Form):
    """What is typed after a half result on a unit."""

    side: Annotated[Side, Field(title="Whose unit")]
    unit: Annotated[str, Field(title="Unit")]
    points: Annotated[
        Decimal,
        Field(
            ge=Decimal("0.5"),
            le=99,
            title="RPs that its losses would give",
            description="By your rules for losses: of what is eliminated, or of the reduction to a cadre.",
        ),
    ]


@DOORS.situation("half-eliminated-rps", form=HalvedUnitForm)
def halved_unit(reader: Reader, target: Target) -> BaseModel:
    """Everything is typed: losses of ground units belong to other rules."""
    return HalvedUnit(side=Side(target["side"]), unit=target["unit"], points=tidy(target["points"]))


@DOORS.duty(*TURN.steps_of("half-rps"))
def halve_them(now: Now) -> Iterator[Duty]:
    """One line for each unit that has met the result in this turn, with its side and name filled in."""
    for row in map(now.state.row, now.state.rows("shipment")):
        halved = row["state"] == ShipmentState.RETURNED and Decimal(row["res_lost"])
        if row["cargo"] == CargoKind.UNIT and row["turn"] == now.moment.turn and halved:
            query = urlencode({"side": row["side"], "unit": row["label"]})
            yield by_rule("half-eliminated-rps", small=row["label"], query=query, again=True)
