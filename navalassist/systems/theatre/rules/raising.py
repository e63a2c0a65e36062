"""PG.6.5.4.2, 6.5.4.3: a ship that was sunk in a port with a shipyard is raised there, or scrapped."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.forms import Ask, Options
from navalassist.engine.reader import View
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Form, Frozen
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.harbor import BUILT, IN_PORT
from navalassist.systems.theatre.state.battles import Battle, Result
from navalassist.systems.theatre.state.fleets import Unit
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import SCRAPPED, SUNK, Owner, Side, Status
from navalassist.systems.theatre.turn import BATTLE, BREAKTHROUGH, LOGISTICS

SLUG, RAISED_AT = "pg-raise", 2


def yard_of(read: View, unit: Unit) -> Port | None:
    """The port with a shipyard in which a unit was sunk by an attack on it; None for any other."""
    for line in read.rows(Result, of=unit.row, sunk=True) if unit.place == SUNK else ():
        battle = read.find(Battle, line.battle)
        port = read.find(Port, battle.port) if battle else None
        if port and port.yard:
            return port
    return None


def wrecks(view: View) -> list[tuple[Unit, Port]]:
    """Ships that may be raised: those that were under construction are lost (PG.6.5.4.4)."""
    found = ((unit, yard_of(view, unit)) for unit in view.rows(Unit, place=SUNK) if unit.status not in BUILT)
    return [(unit, port) for unit, port in found if port]


def units(view: View) -> Options:
    """Those ships, and where they lie."""
    return [(unit.key, f"{unit.type.label} {unit.name}, in {port.name}") for unit, port in wrecks(view)]


class RaiseForm(Form):
    """Which ship, and what becomes of her."""

    unit: str = Ask("Ship", units)
    scrap: bool = Ask("She is scrapped", default=False, help="For 1 point, which her side adds to its own.")


class Wreck(Frozen):
    """A ship that was sunk in port."""

    side: Side = Says("Side")
    unit: Unit = Says("Ship")
    port: Port | None = Says("Sunk in", None)
    scrap: bool = Says("She is scrapped", False)


def situation(read: View, form: RaiseForm) -> Wreck:
    unit = read.row(Unit, form.unit)
    return Wreck(side=unit.side, unit=unit, port=yard_of(read, unit), scrap=form.scrap)


def why_not(given: Wreck) -> Iterator[Refusal]:
    """Sunk in a port with a shipyard that its side holds, and not under construction."""
    if given.port is None or given.unit.status in BUILT:
        words = f"{given.unit.name} was not sunk in a port with a shipyard, or was under construction: it is lost."
        yield Refusal(words, IN_PORT, final=True)
    elif given.port.owner is Owner(given.side.enemy.value):
        yield Refusal(f"{given.port.name} is the enemy's now.", IN_PORT, final=True)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each to its own side."""
    for unit, port in wrecks(now.view):
        words = f"Raise or scrap {unit.name} in {port.name}"
        yield by_rule(SLUG, words, {"unit": unit.key}, seat=unit.side.value, done="", again=True)


@rule(
    SLUG, IN_PORT, "Raise a ship that was sunk in port", form=RaiseForm, situation=situation, why_not=why_not,
    may=(BATTLE, BREAKTHROUGH, LOGISTICS), duties=duties, unseen=True,
)  # fmt: skip
def raise_ship(given: Wreck) -> Play[Outcome[Said]]:
    """She is under construction there with 2 points, or gone for 1."""
    yield from ()
    name = f"{given.unit.type.label} {given.unit.name}"
    if given.scrap or given.port is None:
        return Outcome(Said(f"{name} is scrapped for 1 point."), given.unit.set(place=SCRAPPED))
    fields = {"place": given.port.row, "strength": RAISED_AT, "status": Status.RAISED}
    words = f"{name} is raised, and under construction in {given.port.name} at {RAISED_AT}."
    return Outcome(Said(words), given.unit.set(**fields))
