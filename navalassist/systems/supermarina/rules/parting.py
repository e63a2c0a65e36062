"""SM.6.C.off, SM.6.D.dmg: a battle that is over: who leaves goes to a hex beside, and both mark their ship sheets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from navalassist.engine import Effect, Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now
from navalassist.engine.english import listed
from navalassist.engine.forms import Ask, Facts, Options
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Row, Says
from navalassist.engine.rule import Result, Summary, told_to_all
from navalassist.engine.shapes import Form
from navalassist.systems.supermarina.battle import BATTLES, PARTING, RECORD
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.combat import Battle, Combatant
from navalassist.systems.supermarina.fighting import sheets
from navalassist.systems.supermarina.fights import Fight, Said, fight_of
from navalassist.systems.supermarina.forces import force_title, is_mined
from navalassist.systems.supermarina.halves import everybody_reads, not_seen, without_cargo
from navalassist.systems.supermarina.hexes import LONGEST, beside, far, hex_typed
from navalassist.systems.supermarina.losses import lost_cargo
from navalassist.systems.supermarina.marks import avoided_mark, mark
from navalassist.systems.supermarina.rulings import R116, R118
from navalassist.systems.supermarina.state import SUNK, Force, HexName, Lot, Place, Ship, Side, Transport
from navalassist.systems.supermarina.turn import COMBAT_STEPS

OFF, DAMAGE = "SM.6.C.off", "SM.6.D.dmg"
OTHER = ("other", "another, typed below")


# --- who leaves


def around(view: View) -> Options:
    """The hexes beside any battle, or another."""
    return [*((place, place) for battle in view.rows(Battle) for place in beside(battle.hex)), OTHER]


def around_it(view: View, typed: Facts) -> Options:
    """Those beside the battle that is chosen."""
    battle = view.find(Battle, str(typed.get("battle", "")))
    return [("", "choose"), *((place, place) for place in (beside(battle.hex) if battle else ())), OTHER]


class ShipAtSea(Row, part=Ship.KIND):
    """That a ship sails in a force: the least that its side alone knows."""

    side: Side = Says("Side")
    place: Place = Says("Where it is")


class TransportAtSea(ShipAtSea, part=Transport.KIND):
    """The same of a transport."""


class PartingForm(Form):
    """Where the force goes that leaves."""

    battle: str = BATTLES.asked(PARTING)
    hex: str = Ask("Hex beside the one of the battle", around, after=around_it)
    other: str = Ask("Another hex", default="", most=LONGEST, help="Beyond the edge of the sheet, such as 18A:0407.")


class Parting(Fight):
    """A force that leaves a battle."""

    force: Force = Says("The task force that leaves")
    hex: HexName = Says("Where it goes")
    mined: bool = Says("That hex is mined", False, only_if=True)
    sails: bool = Says("Its owner sees what sails in it", False, told=False)


def parting(read: Reader, form: PartingForm) -> Parting:
    fight = fight_of(read, form.battle)
    side = Side(fight.battle.leaver or fight.battle.side)
    own = fight.battle.force if side is fight.battle.side else fight.battle.against
    place = hex_typed(form.other if form.hex == OTHER[0] else form.hex, fight.battle.hex, "other")
    force = read.row(Force, own)
    # Read so that the tap is its own: nobody else may send what its side alone sees.
    sails = any(read.own(kind, side, place=force.row) for kind in (ShipAtSea, TransportAtSea))
    return Parting(**{**dict(fight), "side": side}, force=force, hex=place, mined=is_mined(read, place), sails=sails)


def why_not_part(given: Parting) -> Iterator[Refusal]:
    yield from BATTLES.not_now(given.battle, PARTING, OFF)
    yield from not_seen(given.side, given.sails, OFF)
    if not given.hex:
        yield Refusal("Another hex: type it, such as 18A:0407.", OFF, final=True)
    if given.hex == given.battle.hex:
        yield Refusal("That is the hex of the battle: it goes to one beside.", OFF)
    hexes = far(given.battle.hex, given.hex) or 0
    if hexes > 1:
        yield Refusal(f"{given.hex} is {hexes} hexes from the battle: it goes to one beside.", OFF)


@rule(
    PARTING,
    OFF,
    "Leave the battle",
    form=PartingForm,
    situation=parting,
    why_not=why_not_part,
    shows=told_to_all,
    due=COMBAT_STEPS,
    duties=BATTLES.lines(PARTING),
    dice="none",
)
def part(given: Parting) -> Play[Outcome[Said]]:
    """It goes to a hex beside, of its owner's choice; these two do not fight again in the segment."""
    yield from R116.look()
    met = mark(avoided_mark(given.battle.force, given.battle.against), given.force, given.step)
    effects = (*given.force.set(hex=given.hex, mined=given.mined), met, *BATTLES.goes_on(given.battle))
    return Outcome(Said(f"{force_title(given.force)} leaves the battle for {given.hex}."), effects)


# --- sheets


class RecordForm(Form):
    """The battle whose damage is marked, and by whom."""

    battle: str = BATTLES.asked(RECORD)
    side: Side = Ask("Side", lambda view: [(side.value, side.label) for side in Side])


class Recorded(Fight):
    """A side's sheets, and what became of its ships."""

    ships: tuple[Ship, ...] = Says("Its ships", ())
    transports: tuple[Transport, ...] = Says("Its transports", ())
    lots: tuple[Lot, ...] = Says("Its cargo", ())
    force: Force | None = Says("Its task force", None)


@dataclass(frozen=True, slots=True)
class Sheets(Result):
    """What was sunk, and which cargo was lost with it."""

    sunk: tuple[str, ...]
    cargo: tuple[str, ...]

    def summary(self, given: Recorded) -> Summary:
        """`The Axis side marks its sheets: sunk Lampo, Arta; lost tanks.`"""
        sunk = f"sunk {listed(self.sunk)}" if self.sunk else "nothing sunk"
        cargo = f"; lost {listed(self.cargo)}" if self.cargo else ""
        return Summary(f"The {given.side.label} side marks its sheets: {sunk}{cargo}.", bad=bool(self.sunk))


def own_of(read: View, battle: Battle, side: Side, fleet: tuple[Combatant, ...]) -> dict[str, Any]:
    """A side's sheets, cargo and task force in a battle, as far as the view has them."""
    own = [one.of.partition(":") for one in fleet if one.side is side]
    ships = tuple(ship for kind, _, key in own if kind == Ship.KIND and (ship := read.find(Ship, key)))
    carried = (read.find(Transport, key) for kind, _, key in own if kind == Transport.KIND)
    transports = tuple(filter(None, carried))
    lots = dict.fromkeys(one.cargo for one in transports if one.cargo)
    force = read.find(Force, battle.force if side is battle.side else battle.against)
    return {
        "ships": ships,
        "transports": transports,
        "lots": tuple(read.row(Lot, key) for key in lots),
        "force": force,
    }


def recording(read: Reader, form: RecordForm) -> Recorded:
    fight = fight_of(read, form.battle, form.side)
    return Recorded(**dict(fight), **own_of(read, fight.battle, form.side, fight.fleet))


def why_not_record(given: Recorded) -> Iterator[Refusal]:
    yield from BATTLES.not_now(given.battle, RECORD, DAMAGE)
    if given.side in given.battle.recorded:
        yield Refusal(f"The {given.side.label} side has marked its sheets.", DAMAGE)


def marked(given: Recorded) -> tuple[Sheets, tuple[Effect, ...]]:
    """What a side's sheets keep of a battle, and what is left of its force."""
    own = [one for one in given.fleet if one.side is given.side]
    sunk = [one for one in own if one.is_sunk]
    gone = {one.of for one in sunk}
    cargo = lost_cargo(given.lots, [one for one in given.transports if one.row in gone])
    effects = list(sheets(own, given.ships, given.transports))
    effects += [effect for lot in cargo for effect in lot.set(place=SUNK)]
    effects += [one.gone() for one in own]
    if given.force and own and len(sunk) == len(own):
        effects.append(given.force.gone())
    return Sheets(tuple(one.name for one in sunk), tuple(lot.name for lot in cargo)), tuple(effects)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each side that has not marked its sheets; the end of the step does the same."""
    for battle in BATTLES.waiting(now, RECORD):
        for side in BATTLES.tap(now.view, battle).sides:
            yield BATTLES.line(now, RECORD, battle, seat=side, by_itself=True, side=side)


@rule(
    RECORD,
    DAMAGE,
    "Mark the ship sheets",
    form=RecordForm,
    situation=recording,
    why_not=why_not_record,
    shows=everybody_reads(without_cargo),
    due=COMBAT_STEPS,
    duties=duties,
    dice="none",
)
def record(given: Recorded) -> Play[Outcome[Sheets]]:
    """Hits, torpedoes and ammunition go back to the sheets of a side; cargo is lost with what carried it."""
    yield from R118.look()
    found, effects = marked(given)
    onward = BATTLES.done_by(given.battle, "recorded", given.side, Side)
    return Outcome(found, (*effects, *onward))
