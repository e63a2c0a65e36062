"""SM.1, SM.2.B, SM.4.A: air units on naval cooperation, where they are based, and when and what they fly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import listed
from navalassist.engine.forms import Ask, FormErrors, Options
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Form, Words
from navalassist.systems.supermarina.aircraft import (
    AIR_PHASE,
    FLIGHTS,
    NOT_FROM_CARRIERS,
    AirMission,
    AirSize,
    AirUnit,
    base_hex,
    base_name,
    bases,
)
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.fights import Said
from navalassist.systems.supermarina.halves import OwnHalf, not_its_half, not_seen, nothing_told, own_half
from navalassist.systems.supermarina.state import HexName, Ship, Side
from navalassist.systems.supermarina.turn import COMBAT_STEPS, RECON_STEPS, acting

BASE, CARRIERS = "sm-air-base", "SM.2.B"
COOPERATE, COOPERATION = "sm-naval-cooperation", "SM.1"
FLY, MISSIONS = "sm-fly", "SM.4.A"


def own_units(view: View) -> Options:
    """Air units of the side that acts, as far as the view has them."""
    return [(one.key, one.name) for one in view.rows(AirUnit, side=acting(view))]


# --- bases and carriers


def own_bases(view: View) -> Options:
    """Ports, airbases and carriers of the side that acts."""
    return bases(view, acting(view))


class BaseForm(Form):
    """Which air unit is based where."""

    unit: str = Ask("Air unit", own_units)
    base: str = Ask("Base", own_bases)


class Basing(OwnHalf):
    """An air unit that goes to another base. holds, has: of a carrier, so many air units; base: its row."""

    unit: AirUnit = Says("Air unit")
    base: Words = Says("Base", told=False)
    name: Words = Says("Goes to")
    holds: int = Says("Air units the carrier holds", 0, only_if=True)
    has: int = Says("Air units aboard", 0, only_if=True)


def basing(read: Reader, form: BaseForm) -> Basing:
    unit = read.row(AirUnit, form.unit)
    names = dict(bases(read, unit.side))
    if form.base not in names:
        raise FormErrors({"base": f"Base: choose a port, an airbase or a carrier of the {unit.side.label} side."})
    kind, _, key = form.base.partition(":")
    told: dict[str, Any] = {"unit": unit, "base": form.base, "name": names[form.base]}
    if kind == Ship.KIND:
        others = [one for one in read.own(AirUnit, unit.side, base=form.base) if one.key != unit.key]
        told |= {"holds": read.row(Ship, key).aircraft, "has": len(others)}
    return Basing(**own_half(read, unit.side), **told)


def why_not_base(given: Basing) -> Iterator[Refusal]:
    """In its owner's initial phase; a carrier holds no more than its counter says."""
    yield from not_its_half(given, CARRIERS)
    if given.holds and given.has >= given.holds:
        yield Refusal(f"{given.name} holds {given.holds} air units and has {given.has}.", CARRIERS)
    if given.holds and given.unit.size is not AirSize.FLIGHT:
        words = f"{given.unit.name} is a group: aircraft of a carrier work in flights, {FLIGHTS} of which are one."
        yield Refusal(words, "SM.5.A")


def base_duties(now: Now) -> Iterator[Duty]:
    """One line for a side that has air units."""
    if now.view.rows(AirUnit, side=now.moment.player_turn):
        yield by_rule(BASE, "Base an air unit", seat=now.moment.player_turn, done="", again=True)


@rule(
    BASE,
    CARRIERS,
    "Base an air unit",
    form=BaseForm,
    situation=basing,
    why_not=why_not_base,
    shows=nothing_told,
    may=("*/initial",),
    duties=base_duties,
    dice="none",
)
def base(given: Basing) -> Play[Outcome[Said]]:
    """Aboard a carrier it is on naval cooperation for good."""
    yield from ()
    words = f"{given.unit.name} is based at {given.name}"
    if not given.holds:
        return Outcome(Said(f"{words}."), given.unit.set(base=given.base))
    more = f" with {given.has + 1} of {given.holds} air units aboard, on naval cooperation for good."
    return Outcome(Said(words + more), given.unit.set(base=given.base, cooperates=True))


# --- naval cooperation


def ashore(view: View) -> Options:
    """Air units ashore of the side that acts, as far as the view has them."""
    return [(one.key, one.name) for one in view.rows(AirUnit, side=acting(view)) if one.is_ashore]


class CooperationForm(Form):
    """Which air units fly with the navy."""

    units: tuple[str, ...] = Ask(
        "On naval cooperation", ashore, many=True, default=(), help="Those that are not ticked fly in the air phase."
    )


class Cooperation(OwnHalf):
    """The air units of a side, ashore. chosen: the keys of those that fly with the navy."""

    units: tuple[AirUnit, ...] = Says("Air units ashore")
    chosen: tuple[Words, ...] = Says("Chosen", (), told=False)


def cooperating(read: Reader, form: CooperationForm) -> Cooperation:
    side = acting(read)
    units = tuple(one for one in read.own(AirUnit, side) if one.is_ashore)
    return Cooperation(**own_half(read, side), units=units, chosen=form.units)


def why_not_cooperate(given: Cooperation) -> Iterator[Refusal]:
    yield from not_seen(given.side, given.units, COOPERATION)


def cooperation_duties(now: Now) -> Iterator[Duty]:
    """One line for a side with air units ashore, begun with those that are on it."""
    side = now.moment.player_turn
    units = [one for one in now.view.rows(AirUnit, side=side) if one.is_ashore]
    if units:
        begins = {"units": [one.key for one in units if one.cooperates]}
        yield by_rule(COOPERATE, "Put air units on naval cooperation", begins, seat=side, again=True)


@rule(
    COOPERATE,
    COOPERATION,
    "Put air units on naval cooperation",
    form=CooperationForm,
    situation=cooperating,
    why_not=why_not_cooperate,
    shows=nothing_told,
    may=("*/initial",),
    duties=cooperation_duties,
    dice="none",
)
def cooperate(given: Cooperation) -> Play[Outcome[Said]]:
    """They fly in every naval action segment, and in no air phase, until their owner's next initial phase."""
    yield from ()
    names = [one.name for one in given.units if one.key in given.chosen]
    words = f"On naval cooperation: {listed(names) if names else 'none'}."
    effects = [one.set(cooperates=one.key in given.chosen) for one in given.units]
    return Outcome(Said(words), tuple(effect for some in effects for effect in some))


# --- flying


def flying(view: View) -> Options:
    """Air units in play of the side that acts."""
    return [(one.key, one.name) for one in view.rows(AirUnit, side=acting(view)) if one.base]


class FlyForm(Form):
    """Which air unit flies what, and where to."""

    unit: str = Ask("Air unit", flying)
    mission: AirMission = Ask("Mission")
    hex: HexName = Ask("Hex", default="", help="Where it flies to, as in 18A:0407.")


class Flight(OwnHalf):
    """An air unit that flies. begins: the hex of its base; phase: what step it is."""

    unit: AirUnit = Says("Air unit")
    mission: AirMission = Says("Mission")
    base: Words = Says("Flies from")
    begins: HexName = Says("Its hex", "", only_if=True)
    hex: HexName = Says("Flies to", "", only_if=True)
    phase: Words = Says("Step", told=False)


def to_fly(read: Reader, form: FlyForm) -> Flight:
    unit = read.row(AirUnit, form.unit)
    if not unit.base:
        raise FormErrors({"unit": f"Air unit: {unit.name} is not in play; base it in the initial phase."})
    where = {"base": base_name(read, unit.base), "begins": base_hex(read, unit.base)}
    step = read["campaign:clock.step"]
    return Flight(**own_half(read, unit.side), unit=unit, mission=form.mission, hex=form.hex, phase=step, **where)


def why_not_fly(given: Flight) -> Iterator[Refusal]:
    """On naval cooperation in segments alone, others in the air phase alone; from carriers no staging, no drops."""
    yield from not_its_half(given, MISSIONS)
    name = given.unit.name
    if given.phase == AIR_PHASE and given.unit.cooperates:
        yield Refusal(f"{name} is on naval cooperation: it flies in naval action segments alone.", COOPERATION)
    if given.phase != AIR_PHASE and not given.unit.cooperates:
        yield Refusal(f"{name} is not on naval cooperation: it flies in the air phase alone.", COOPERATION)
    if given.unit.is_aboard and given.mission in NOT_FROM_CARRIERS:
        yield Refusal(f"Carrier aircraft fly no {given.mission.label} mission.", MISSIONS)


def fly_duties(now: Now) -> Iterator[Duty]:
    """A line for each air unit that may fly in this step."""
    side = Side(now.system.acting(now.moment.player_turn, now.moment.step))
    for unit in now.view.rows(AirUnit, side=side):
        if unit.base and unit.cooperates is not (now.moment.step == AIR_PHASE):
            yield by_rule(FLY, f"{unit.name} flies", {"unit": unit.key}, seat=side.value, done="", again=True)


@rule(
    FLY,
    MISSIONS,
    "Fly an air mission",
    form=FlyForm,
    situation=to_fly,
    why_not=why_not_fly,
    shows=nothing_told,
    may=(*RECON_STEPS, *COMBAT_STEPS, f"*/{AIR_PHASE}"),
    duties=fly_duties,
    dice="none",
)
def fly(given: Flight) -> Play[Outcome[Said]]:
    """That it flies is written down; what it does there, searches and attacks say."""
    yield from ()
    to = f" to {given.hex}" if given.hex else ""
    begins = f" ({given.begins})" if given.begins else ""
    return Outcome(Said(f"{given.unit.name} flies {given.mission.label} from {given.base}{begins}{to}."))
