"""PG.6.1.8.6: coastal submarines go by land from port to port, where both are their side's and there is room."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import does
from navalassist.engine.forms import Ask, Options, every
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says, key_of
from navalassist.engine.shapes import Form
from navalassist.systems.theatre.acting import Act, Said, act_of, in_port, not_in_port, not_ready, side_of
from navalassist.systems.theatre.berths import BASING, based, by_type, overfull, types_of
from navalassist.systems.theatre.state.fleets import Type, Unit
from navalassist.systems.theatre.state.sea import Port

SLUG, OVERLAND = "pg-overland", "PG.6.1.8.6"


def units(view: View) -> Options:
    """Units in port that the view sees, those that go by land first."""
    types = types_of(view)
    in_port = (unit for unit in view.rows(Unit) if unit.place.startswith(f"{Port.KIND}:"))
    found = sorted(in_port, key=lambda unit: unit.type not in types or not types[unit.type].by_land)
    return [(unit.key, f"{unit.type.label} {unit.name}, {view.name(unit.place)}") for unit in found]


class OverlandForm(Form):
    """Which unit goes to which port; the players know whether land leads there."""

    unit: str = Ask("Naval unit", units)
    port: str = Ask("To", every(Port), help="A port that land leads to.")


class Carried(Act):
    """A unit that goes by land. there: those in the port that it goes to."""

    unit: Unit = Says("Naval unit")
    type: Type = Says("Its type", told=False)
    types: tuple[Type, ...] = Says("Types of units", (), told=False)
    source: Port = Says("From")
    port: Port = Says("To")
    there: tuple[Unit, ...] = Says("Units in that port", (), told=False)


def carrying(read: Reader, form: OverlandForm) -> Carried:
    unit, port = read.row(Unit, form.unit), read.row(Port, form.port)
    types = types_of(read)
    return Carried(
        **act_of(read, unit.side), unit=unit, type=types[unit.type], types=tuple(types.values()),
        source=read.row(Port, key_of(unit.place)), port=port, there=based(read, port, unit.side),
    )  # fmt: skip


def why_not(given: Carried) -> Iterator[Refusal]:
    """Small submarines alone, between own ports, where there is room."""
    yield from not_in_port(given, OVERLAND)
    yield from not_ready((given.unit,))
    if not given.type.by_land:
        yield Refusal(f"{given.unit.name} is {given.type.name}: only small submarines go by land.", OVERLAND)
    if given.unit.group:
        yield Refusal(f"{given.unit.name} is in a group: it leaves that first.", OVERLAND)
    if side_of(given.port) is not given.side or given.port == given.source:
        yield Refusal(f"{given.port.name}: choose another port of the {given.side.label} side.", OVERLAND)
    if full := overfull(given.port, given.there, (given.unit,), by_type(given.types)):
        yield Refusal(f"{full}.", BASING)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each such unit that is in no group."""
    types = types_of(now.view)
    for unit in now.view.rows(Unit, group=""):
        if unit.type in types and types[unit.type].by_land and unit.place.startswith(f"{Port.KIND}:"):
            words = f"Move {unit.name} overland"
            yield by_rule(SLUG, words, {"unit": unit.key}, seat=unit.side.value, done="", again=True)


@in_port(
    SLUG, OVERLAND, "Move a small submarine overland", form=OverlandForm, situation=carrying, why_not=why_not,
    duties=duties,
)  # fmt: skip
def carry(given: Carried) -> Play[Outcome[Said]]:
    """It lies in the other port."""
    yield from ()
    words = f"{does(given.unit.name, 'go')} overland from {given.source.name} to {given.port.name}."
    return Outcome(Said(words), given.unit.set(place=given.port.row))
