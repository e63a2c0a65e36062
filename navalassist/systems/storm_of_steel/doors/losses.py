"""R-53: an owner names the units that a table has cost him."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated
from urllib.parse import urlencode

from pydantic import BaseModel, Field

from navalassist.engine.overruled import Because
from navalassist.engine.rows import key_of
from navalassist.engine.shapes import Form
from navalassist.play.duties import Duty, Kind, Now, Passed, by_rule
from navalassist.play.systems import Choices, Reader, Target, Unknown
from navalassist.systems.storm_of_steel.acting import action_of, afloat
from navalassist.systems.storm_of_steel.afloat import Options, Values, losses_of, rows_of, squadron_choices
from navalassist.systems.storm_of_steel.doors import DOORS
from navalassist.systems.storm_of_steel.owed import Owed
from navalassist.systems.storm_of_steel.rules.gw_losses import Losses, what_fits
from navalassist.systems.storm_of_steel.rules.rows import OWED_LOSS, action_row, owed_loss_row
from navalassist.systems.storm_of_steel.rulings import AS_MUCH, R53
from navalassist.systems.storm_of_steel.sailing import busy_with
from navalassist.systems.storm_of_steel.state import Side
from navalassist.systems.storm_of_steel.turn import TURN

SLUG = "gw-losses"


def loss_words(values: Values, row: str) -> str:
    """`Allied: 8 protection factors, Naval Combat Table, action 3`."""
    action = values[f"{row}.action"]
    number = values.get(f"{action_row(action)}.number") if action else None
    where = f", action {number}" if number else ""
    side = Side(values[f"{row}.side"])
    return f"{side.label}: {amount_words(values, row)}, {values[f'{row}.cause']}{where}"


def amount_words(values: Values, row: str) -> str:
    """`8 protection factors`, `1 unit`."""
    factors, units = values[f"{row}.factors"], values[f"{row}.units"]
    return _counted(units, "unit") if units else _counted(factors, "protection factor")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def owed_losses(values: Values | None) -> Options:
    """The losses that are owed."""
    return [(key_of(row), loss_words(values or {}, row)) for row in rows_of(values or {}, OWED_LOSS)]


def units_at_risk(values: Values | None) -> Options:
    """The units on which a loss falls."""
    facts = values or {}
    at_risk = {key for row in rows_of(facts, OWED_LOSS) for key in facts[f"{row}.among"]}
    return [(key, words) for key, words in squadron_choices(values) if key in at_risk]


class LossesForm(Form):
    """What is typed when an owner takes units off."""

    loss: Annotated[str, Field(title="Loss"), Choices(owed_losses)]
    units: Annotated[
        tuple[str, ...],
        Field(title="Units that are lost", description="As many as fit; what is left over and too small is lost."),
        Choices(units_at_risk, many=True),
    ] = ()
    because: Because = ""


@DOORS.situation(SLUG, form=LossesForm, basis=what_fits)
def taking_off(reader: Reader, target: Target) -> BaseModel:
    """The loss, the units that are named, and the action that it is of, as it stands."""
    row = owed_loss_row(target["loss"])
    if f"{row}.side" not in reader.state.values:
        raise Unknown("this loss is owed no longer")
    found = reader.fields(row, "side", "factors", "units", "cause", "among", "action")
    action, among = found.pop("action"), afloat(reader, found.pop("among"))
    named = tuple(dict.fromkeys(target["units"]))
    others = [key for key in losses_of(reader.state.values, action) if key != target["loss"]] if action else []
    return Losses(
        side=Side(found["side"]),
        owed=Owed(key=target["loss"], among=among, **found),
        named=named,
        action=action_of(reader, action) if action else None,
        others=bool(others),
        busy=busy_with(reader.state.values, [unit for unit in among if unit.key in named], action),
        as_much=reader.state.book.ruling(R53) == AS_MUCH,
        because=target["because"],
    )


@DOORS.duty(*TURN.steps_of(SLUG))
def take_off(now: Now) -> Iterator[Duty]:
    """A line for each loss that is owed; it is its owner's tap."""
    if now.ahead:
        return
    for key, words in owed_losses(now.facts):
        row = owed_loss_row(key)
        side = Side(now.facts[f"{row}.side"])
        text = f"The {side.label} side takes off {amount_words(now.facts, row)}"
        yield by_rule(
            SLUG,
            text,
            urlencode({"loss": key, "action": now.facts[f"{row}.action"]}),
            small=words,
            kind=Kind.DUE,
            seat=side.value,
            strong=True,
            done="",
            passes=(Passed(f"loss:{key}", words, "loss"),),
        )
