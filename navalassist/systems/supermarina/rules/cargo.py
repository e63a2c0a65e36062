"""SM.4.C.1, SM.1.D.1: transports load and land cargo in a port, as much as it takes in a player turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from navalassist.engine import Effect, Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import counted, listed
from navalassist.engine.forms import Ask, Facts, Options
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Form
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.fights import Said
from navalassist.systems.supermarina.fuel import MOST_POINTS, POINTS_OF_AN_RE, Fuel, is_pooled, new_store, store_at
from navalassist.systems.supermarina.halves import OwnHalf, not_its_half, not_seen, nothing_told, own_half
from navalassist.systems.supermarina.rulings import EACH, R104
from navalassist.systems.supermarina.state import STORED, CargoKind, Lot, Port, Side, Transport
from navalassist.systems.supermarina.turn import MOVEMENT_STEPS

LOAD, UNLOAD = "sm-load", "sm-unload"
CARGO, CAPACITY = "SM.4.C.1", "SM.1.D.1"
# MPs that a ground unit pays for its voyage.
OWED = {CargoKind.UNIT: 2, CargoKind.MOTORISED: 4}


class Handled(OwnHalf):
    """A lot of cargo in a port, and what the port has taken in this player turn. turn: as lots keep it."""

    lot: Lot = Says("Cargo")
    port: Port | None = Says("Port", None)
    transports: tuple[Transport, ...] = Says("Transports", ())
    landed: int = Says("REs landed there in this player turn", 0)
    shipped: int = Says("REs shipped there in this player turn", 0)
    each: bool = Says("As much is landed, and as much again shipped (R-104)", False, told=False)
    turn: str = Says("Player turn and port", "", told=False)
    owner: Side = Says("Whose player turn it is", told=False)
    store: Fuel | None = Says("Fuel store", None, only_if=True)


def handled(read: Reader, lot: Lot, place: str, transports: tuple[Transport, ...]) -> Handled:
    """What a port takes is counted from the lots of its side."""
    kind, _, key = place.partition(":")
    port = read.find(Port, key) if kind == Port.KIND else None
    owner = Side(read["campaign:clock.player_turn"])
    turn = f"{read['campaign:clock.turn']}/{owner}/{key}"
    return Handled(
        **own_half(read, lot.side),
        lot=lot,
        port=port,
        transports=transports,
        landed=sum(one.res for one in read.own(Lot, lot.side, landed=turn)),
        shipped=sum(one.res for one in read.own(Lot, lot.side, shipped=turn)),
        each=read.ruling(R104) == EACH,
        turn=turn,
        owner=owner,
        store=store_of(read, lot, port) if port and lot.kind is CargoKind.FUEL else None,
    )


def store_of(read: Reader, lot: Lot, port: Port) -> Fuel | None:
    """Where fuel goes that is landed: into the pool where the port gives of that."""
    return store_at(read, lot.side, "" if is_pooled(port) else port.row)


def why_not_handle(given: Handled, used: int) -> Iterator[Refusal]:
    """In a port of its side since the start of the step, within what the port takes."""
    yield from not_its_half(given, CARGO)
    yield from not_seen(given.side, given.transports, CARGO)
    if given.port is None:
        yield Refusal(f"{given.lot.name} is not in a port: the force that carries it enters one first.", CARGO)
        return
    if given.port.owner is not given.side:
        yield Refusal(f"{given.port.name} is {given.port.owner.label}.", CARGO)
    if late := [one.name for one in given.transports if one.came == given.now]:
        yield Refusal(f"{late[0]} came into port in this step: it loads and lands in a later one.", CARGO)
    if given.port.cargo and used + given.lot.res > given.port.cargo:
        left = max(0, given.port.cargo - used)
        words = f"{given.port.name} takes {counted(left, 'RE')} more in this player turn, of {given.port.cargo}"
        yield Refusal(f"{words}; {given.lot.name} is {counted(given.lot.res, 'RE')}.", CAPACITY)


def taken(given: Handled) -> str:
    """` 3 of 10 REs of Tripoli are used in this player turn.`"""
    port = given.port
    assert port is not None
    used = given.landed + given.shipped + given.lot.res
    return f" {port.name} has handled {used} of {port.cargo} REs in this player turn." if port.cargo else ""


# --- loading


def ashore(view: View) -> Options:
    """Cargo that lies in a port."""
    return [(one.key, f"{one.name}, {counted(one.res, 'RE')}") for one in view.rows(Lot) if port_of(view, one.place)]


def port_of(view: View, place: str) -> Port | None:
    """The port that a place is."""
    kind, _, key = place.partition(":")
    return view.find(Port, key) if kind == Port.KIND else None


def empties(view: View) -> Options:
    """Transports without cargo."""
    return [(one.key, one.name) for one in view.rows(Transport, cargo="")]


def empties_there(view: View, typed: Facts) -> Any:
    """Those in the port of the chosen cargo."""
    lot = view.find(Lot, str(typed.get("cargo", "")))
    return [(one.key, one.name) for one in view.rows(Transport, cargo="", place=lot.place)] if lot else empties(view)


class LoadForm(Form):
    """What is loaded on which transports."""

    cargo: str = Ask("Cargo", ashore)
    transports: tuple[str, ...] = Ask(
        "Transports", empties, many=True, default=(), after=empties_there, help="One for each RE."
    )


def loading(read: Reader, form: LoadForm) -> Handled:
    lot = read.row(Lot, form.cargo)
    there = read.own(Transport, lot.side, place=lot.place, cargo="")
    return handled(read, lot, lot.place, tuple(one for one in there if one.key in form.transports))


def why_not_load(given: Handled) -> Iterator[Refusal]:
    yield from why_not_handle(given, given.shipped + (0 if given.each else given.landed))
    if given.transports and len(given.transports) != given.lot.res:
        need = counted(given.lot.res, "transport")
        yield Refusal(f"{given.lot.name} needs {need}: 1 RE each, and a part of one a whole one.", "SM.2.D")


def load_duties(now: Now) -> Iterator[Duty]:
    """A line for each lot that lies in an own port with an empty transport."""
    side = now.system.acting(now.moment.player_turn, now.moment.step)
    for lot in now.view.rows(Lot, side=side):
        if (port := port_of(now.view, lot.place)) and now.view.rows(Transport, place=lot.place, cargo=""):
            words = f"Load {lot.name} ({counted(lot.res, 'RE')}) at {port.name}"
            yield by_rule(LOAD, words, {"cargo": lot.key}, seat=side, done="", again=True)


@rule(
    LOAD,
    CARGO,
    "Load cargo",
    form=LoadForm,
    situation=loading,
    why_not=why_not_load,
    shows=nothing_told,
    may=MOVEMENT_STEPS,
    duties=load_duties,
    dice="none",
)
def load(given: Handled) -> Play[Outcome[Said]]:
    """One transport for each RE; all of them share the lot, and it is lost with any of them (SM.2.D)."""
    yield from R104.look()
    effects: list[Effect] = [effect for one in given.transports for effect in one.set(cargo=given.lot.key)]
    effects += given.lot.set(place="", shipped=given.turn)
    on = listed([one.name for one in given.transports])
    return Outcome(Said(f"{given.lot.name} is loaded on {on}.{taken(given)}"), tuple(effects))


# --- landing


def aboard(view: View) -> Options:
    """Cargo that is aboard."""
    carried = {one.cargo for one in view.rows(Transport)}
    return [(one.key, one.name) for one in view.rows(Lot, place="") if one.key in carried]


def stored(given: Handled, port: Port) -> tuple[Effect, ...]:
    """Landed fuel is 20 points an RE of the port as far as its capacity goes, or of the pool (SM.10.A.3)."""
    points = fuel_then(given, port)
    return given.store.set(points=points) if given.store else (new_store(port, given.side, points),)


def fuel_then(given: Handled, port: Port) -> int:
    """The fuel points of the port, or of the pool, once the lot is landed."""
    most = MOST_POINTS if is_pooled(port) or not port.cargo else port.cargo * POINTS_OF_AN_RE
    before = given.store.points if given.store else 0
    return max(before, min(most, before + given.lot.res * POINTS_OF_AN_RE))


class UnloadForm(Form):
    """What is landed."""

    cargo: str = Ask("Cargo", aboard)


def unloading(read: Reader, form: UnloadForm) -> Handled:
    lot = read.row(Lot, form.cargo)
    carriers = read.own(Transport, lot.side, cargo=lot.key)
    places = {one.place for one in carriers}
    return handled(read, lot, places.pop() if len(places) == 1 else "", carriers)


def why_not_unload(given: Handled) -> Iterator[Refusal]:
    yield from why_not_handle(given, given.landed + (0 if given.each else given.shipped))


def unload_duties(now: Now) -> Iterator[Duty]:
    """A line for each lot whose transports lie in one own port."""
    side = now.system.acting(now.moment.player_turn, now.moment.step)
    for lot in now.view.rows(Lot, side=side, place=""):
        places = {one.place for one in now.view.rows(Transport, side=side, cargo=lot.key)}
        if len(places) == 1 and (port := port_of(now.view, places.pop())):
            words = f"Land {lot.name} ({counted(lot.res, 'RE')}) at {port.name}"
            yield by_rule(UNLOAD, words, {"cargo": lot.key}, seat=side, done="", again=True)


@rule(
    UNLOAD,
    CARGO,
    "Land cargo",
    form=UnloadForm,
    situation=unloading,
    why_not=why_not_unload,
    shows=nothing_told,
    may=MOVEMENT_STEPS,
    duties=unload_duties,
    dice="none",
)
def unload(given: Handled) -> Play[Outcome[Said]]:
    """It lies in the port; a ground unit owes MPs for the voyage, and is at risk in an enemy player turn."""
    yield from R104.look()
    port = given.port
    assert port is not None
    effects: list[Effect] = [effect for one in given.transports for effect in one.set(cargo="")]
    is_fuel = given.lot.kind is CargoKind.FUEL
    effects += given.lot.set(place=STORED if is_fuel else port.row, landed=given.turn)
    effects += stored(given, port) if is_fuel else ()
    words = [f"{given.lot.name} is landed at {port.name}.{taken(given)}"]
    if is_fuel:
        whose = given.store.name if given.store else port.name
        words.append(f"{whose} has {counted(fuel_then(given, port), 'fuel point')}.")
    if owed := OWED.get(given.lot.kind):
        words.append(f"It has spent {owed} MPs of its next movement phase.")
        if given.owner is not given.side:
            words.append("Landed in an enemy player turn: it does not help the defence, and is lost if the port falls.")
    return Outcome(Said(" ".join(words)), tuple(effects))
