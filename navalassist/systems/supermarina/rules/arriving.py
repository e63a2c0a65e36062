"""SM.2.A: a ship comes into play in a port of its side; what is smaller than a destroyer comes as a whole squadron."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Kind, Now, by_rule
from navalassist.engine.forms import Ask, Facts, Options
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Form
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.fights import Said
from navalassist.systems.supermarina.halves import OwnHalf, every_port, not_its_half, nothing_told, own_half
from navalassist.systems.supermarina.state import DUE, MaybeTurn, Port, Ship
from navalassist.systems.supermarina.turn import TURN

SLUG, ARRIVAL = "sm-arrive", "SM.2.A"


def awaited(view: View) -> Options:
    """Ships that are not in play."""
    return [(one.key, one.name) for one in view.rows(Ship, place=DUE)]


def own_ports(view: View, typed: Facts) -> Options:
    """Ports of the side of the chosen ship."""
    ship = view.find(Ship, str(typed.get("ship", "")))
    return [(one.key, one.name) for one in view.rows(Port, owner=ship.side)] if ship else every_port(view)


class ArriveForm(Form):
    """Which ship comes where."""

    ship: str = Ask("Ship", awaited)
    port: str = Ask("Port", every_port, after=own_ports)


class Arrival(OwnHalf):
    """A ship that comes into play."""

    ship: Ship = Says("Ship")
    port: Port = Says("Port")
    turn: MaybeTurn = Says("Turn", told=False)


def arriving(read: Reader, form: ArriveForm) -> Arrival:
    ship = read.row(Ship, form.ship)
    turn = read["campaign:clock.turn"]
    return Arrival(**own_half(read, ship.side), ship=ship, port=read.row(Port, form.port), turn=turn)


def why_not(given: Arrival) -> Iterator[Refusal]:
    """In its owner's initial phase, from its turn on, in an own port."""
    yield from not_its_half(given, ARRIVAL)
    if given.ship.place != DUE:
        yield Refusal(f"{given.ship.name} is in play.", ARRIVAL)
    if given.ship.arrives > given.turn:
        yield Refusal(f"{given.ship.name} arrives in {TURN.turn_title(given.ship.arrives)}.", ARRIVAL)
    if given.port.owner is not given.side:
        yield Refusal(f"{given.port.name} is {given.port.owner.label}: choose a port of its own side.", ARRIVAL)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each own ship whose turn has come."""
    for ship in now.view.rows(Ship, place=DUE, side=now.moment.player_turn):
        if ship.arrives and ship.arrives <= now.moment.turn:
            what = f"{ship.name}, a whole squadron," if ship.type.is_squadron else ship.name
            yield by_rule(SLUG, f"{what} arrives", {"ship": ship.key}, kind=Kind.DUE, seat=ship.side.value, done="")


@rule(
    SLUG,
    ARRIVAL,
    "Bring a ship into play",
    form=ArriveForm,
    situation=arriving,
    why_not=why_not,
    shows=nothing_told,
    due=("*/initial",),
    duties=duties,
    dice="none",
)
def arrive(given: Arrival) -> Play[Outcome[Said]]:
    """It lies in a port of its owner's choice, with its whole record sheet."""
    yield from ()
    what = f"{given.ship.name}, a whole squadron," if given.ship.type.is_squadron else given.ship.name
    return Outcome(Said(f"{what} arrives at {given.port.name}."), given.ship.set(place=given.port.row))
