"""36.D, 36.D.1.c: what silences the danger zone of a port, and the border in the Baltic, by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import BaseModel, Field

from navalassist.engine.duties import Duty, Kind, Now, Passed, by_rule
from navalassist.engine.forms import Choices
from navalassist.engine.overruled import Because
from navalassist.engine.reader import Reader
from navalassist.engine.shapes import Form
from navalassist.play.systems import Target
from navalassist.rules.europa.baltic import on_or_east, on_or_north
from navalassist.rules.europa.danger_zones import (
    BORDER,
    GROWN_EAST,
    GROWN_NORTH,
    Border,
    any_of,
)
from navalassist.rules.europa.r36_danger_ports import GROWTHS, BorderMove, Event, PortTrouble, Trouble
from navalassist.rules.europa.reach import Spot, kilometres
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Owner, Side, Step
from navalassist.systems.europa.danger import (
    BLOCKADED,
    COLLATERAL,
    HANGO,
    KRONSHTADT,
    NORTH_OF,
    spot_of,
)
from navalassist.systems.europa.doors import DOORS
from navalassist.systems.europa.doors.supply import port_choices
from navalassist.systems.europa.fleet import GROUP
from navalassist.systems.europa.places import places
from navalassist.systems.europa.theatres import zones_shown

# West of this the ports of the Baltic can't lie in what the safe zone may grow to, in degrees.
EAST_OF = 22.0
# Ports whose capture by the Axis moves the border, with the hex 1B:0715, of which nobody keeps an owner (36.D.1.a).
FALL = (HANGO, "tallinn")
# Kilometres from Kronshtadt within which a port surely lies in the safe zone, or surely doesn't.
SURELY_IN, SURELY_OUT = 40, 90


class TroubleForm(Form):
    """What is seen at a port."""

    port: Annotated[str, Field(title="Port"), Choices(port_choices)]
    what: Annotated[Trouble, Field(title="What happens")] = Trouble.DAMAGED
    because: Because = ""


@DOORS.situation("danger-ports", form=TroubleForm)
def port_trouble(reader: Reader, target: Target) -> BaseModel:
    """The port, and the marks that lie on it."""
    key = target["port"]
    return PortTrouble(
        port=key,
        name=reader[f"port:{key}.name"],
        what=Trouble(target["what"]),
        phase=Step(reader["campaign:clock.step"]),
        damaged=reader.get(f"mark:{COLLATERAL}/{key}.ends", ""),
        blockaded=bool(reader.get(f"mark:{BLOCKADED}/{key}.kind")),
        because=target["because"],
    )


@DOORS.duty(*TURN.steps_of("danger-ports"))
def note_ports(now: Now) -> Iterator[Duty]:
    """Where groups are kept; ports that exert nothing for now are told."""
    if now.ahead or not now.state.rows(GROUP):
        return
    marked = [f"mark:{kind}/" for kind in (COLLATERAL, BLOCKADED)]
    quiet = [row for row in now.state.rows("mark") if row.startswith(tuple(marked))]
    names = sorted({str(now.facts[f"{now.facts[f'{row}.subject']}.name"]) for row in quiet})
    yield by_rule("danger-ports", small=", ".join(names) or "it then exerts no danger zone", again=True)


class BorderForm(Form):
    """What happens in the Baltic."""

    event: Annotated[Event, Field(title="What happens")]
    lie_elsewhere: Annotated[bool, Field(title="On the map the ports that are named as doubtful lie elsewhere")] = False
    because: Because = ""


@DOORS.situation("baltic-border", form=BorderForm)
def border_move(reader: Reader, target: Target) -> BaseModel:
    """The border as it stands, and the ports whose owners count."""
    event, values = Event(target["event"]), reader.state.values
    against, doubtful = ports_that_count(reader, event)
    grown = GROWTHS.get(event, "")
    return BorderMove(
        event=event,
        turn=reader["campaign:clock.turn"],
        player_turn=Side(reader["campaign:clock.player_turn"]),
        phase=Step(reader["campaign:clock.step"]),
        border=Border(reader.get(BORDER, Border.STANDS)),
        grown=bool(reader.get(grown, False)) if grown else False,
        against=tuple(against),
        doubtful=tuple(doubtful),
        seen=target["lie_elsewhere"],
        missing=tuple(fact for fact in (BORDER, GROWN_EAST, GROWN_NORTH) if fact not in values),
        because=target["because"],
    )


def ports_that_count(reader: Reader, event: Event) -> tuple[list[str], list[str]]:
    """Names of the ports of the area that stand against the event, and of those that may lie in it."""
    against, doubtful = list[str](), list[str]()
    for fact in GROWTHS.values() if event is Event.GONE else ():
        reader.get(fact, False)
    for port in places().ports.values():
        if "baltic" not in port.zones or f"port:{port.key}.owner" not in reader.state.values or event is Event.FALLS:
            continue
        axis = reader.state.values[f"port:{port.key}.owner"] == Owner.AXIS
        if axis is (event is Event.GONE):
            continue
        inside = in_area(reader.state.values, port.key, event)
        if inside is not False:
            reader[f"port:{port.key}.owner"]
            (against if inside else doubtful).append(port.name)
    return against, doubtful


def in_area(values: Mapping[str, Any], key: str, event: Event) -> bool | None:
    """Whether a port lies in what the event is about; None where only the map tells."""
    port = places().ports[key]
    spot = spot_of(values, port)
    if event is Event.EAST:
        return on_or_east(spot.hex) if spot.hex else None if port.lon >= EAST_OF else False
    if event is Event.NORTH:
        north = on_or_north(spot.hex) if spot.hex else None
        return north if north is not None or port.lat >= NORTH_OF else False
    grown = (growth for growth, fact in GROWTHS.items() if values.get(fact, False))
    return any_of((_near_kronshtadt(values, spot), *(in_area(values, key, growth) for growth in grown)))


def _near_kronshtadt(values: Mapping[str, Any], spot: Spot) -> bool | None:
    """In the safe zone as it began."""
    away = kilometres(spot, spot_of(values, places().ports[KRONSHTADT]))
    return True if away <= SURELY_IN else False if away >= SURELY_OUT else None


@DOORS.duty(*TURN.steps_of("baltic-border"))
def move_the_border(now: Now) -> Iterator[Duty]:
    """Where the Baltic is played; not once the safe zone is gone."""
    border = now.facts.get(BORDER, Border.STANDS)
    shown = "baltic" in {zone.key for zone in zones_shown(now.facts)}
    if now.ahead or not shown or border == Border.GONE:
        return
    if border == Border.STANDS and (
        fallen := [key for key in FALL if now.facts.get(f"port:{key}.owner") == Owner.AXIS]
    ):
        yield _fell(str(now.facts[f"port:{fallen[0]}.name"]))
        return
    small = places().conditions["baltic-border"].choices[border]
    event = Event.FALLS if border == Border.STANDS else Event.EAST
    off = "it moves with the next Axis player turn" if border == Border.FELL else ""
    yield by_rule("baltic-border", query=f"event={event}", small=small, off=off, again=True)


def _fell(name: str) -> Duty:
    """A port of the line is the Axis's, and nobody has moved the border yet."""
    what = Passed("baltic-border", f"{name} has fallen, and the border in the Baltic stands where it was", "border")
    query, small = f"event={Event.FALLS}", f"{name} is Axis-owned"
    return by_rule("baltic-border", query=query, small=small, kind=Kind.DUE, done="", passes=(what,))
