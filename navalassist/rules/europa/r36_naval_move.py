"""36.A: a naval group moves, by day and by night, through inshore waters, Gibraltar or the Kiel canal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Self

from pydantic import Field, model_validator

from navalassist.engine import Effect, Facts, Outcome, Play, Refusal, Remove, Roller, Set, procedure
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Frozen, Key, Words
from navalassist.rules.europa.items import Leg
from navalassist.rules.europa.mines import EDITION, EDITION_2, SYSTEM, mark
from navalassist.rules.europa.naval_units import GroupKind, NavalUnit, kind_of_group
from navalassist.rules.europa.r36_ferries import moved_on
from navalassist.rules.europa.r36_fuel import Fuelling, fuel_effects, paid_words, refusal_of_fuel
from navalassist.rules.europa.r36_gibraltar import GATE, goes_between, ocean_at, ocean_of, refusal_at_gate
from navalassist.rules.europa.r36_way import Stretch, refusal_of_way
from navalassist.rules.europa.r36_way_hexes import asked, is_named
from navalassist.rules.europa.rulings_36 import R22
from navalassist.rules.europa.strips import (
    NavalStep,
    Strip,
    is_at_night,
    phase_of,
    refusal_of_allowance,
    refusal_of_strip,
    spent_on,
)
from navalassist.rules.europa.words import Side, Step, Zone

CANAL = "canal:kiel"
ENTERED, BY_NIGHT, UNKNOWN = "entered", "by-night", "unknown"
INSHORE = (GroupKind.CARGO, GroupKind.SUBMARINE, GroupKind.FLOTILLA)
SHELTER = (
    "protected inshore waters: no enemy group reacts (36.A.1.a), no battle with those or coast defences next door "
    "(36.A.1.b); aircraft and their search are as ever (36.A.1.c)"
)
OWN_HEX, ROUND_IT = "own hex only, by night", "its hex and the six around it"


class Canal(Frozen):
    """The Kiel canal as a group uses it."""

    ports: bool = Field(description="Brunsbüttel and Kiel are friendly-owned and in working order.")
    banks: bool = Field(description="Both banks of each canal hexside are friendly-owned.")


class Belt(Frozen):
    """Enemy mines in a hex of the way."""

    hex: Words = Field(description="The hex, as 18A:2010.")
    points: Annotated[int, Field(ge=1, le=99)] = Field(description="Mine points.")


class Rerouted(Frozen):
    """A row of the board that one of its units is, or carries: its way is that of the move."""

    key: Key = Field(description="Key of the shipment.")
    number: int = Field(ge=0, description="The number of the row.")
    legs: tuple[Leg, ...] = Field(
        default=(), max_length=60, description="Its way, with what lies behind it; left out where it stays as it is."
    )
    destination: Words = Field(default="", description="The port where the move ends, if that is another than its own.")

    @property
    def effects(self) -> tuple[Effect, ...]:
        """The row with this way."""
        kept = [leg.model_dump(mode="json", exclude={"measured", "night"}) for leg in self.legs]
        row = f"shipment:{self.key}"
        found = (Set(f"{row}.route", kept),) if kept else ()
        return (*found, Set(f"{row}.destination", self.destination)) if self.destination else found


class NavalMove(Overrulable):
    """A naval group, the phase, what it has moved in it, and what it moves now."""

    key: Key = Field(description="Key of the group; its facts are group:<key>.…")
    name: Words = Field(description="Its name.")
    side: Side = Field(description="Whose it is.")
    units: tuple[NavalUnit, ...] = Field(min_length=1, description="The naval units that sail in it.")
    turn: Words = Field(description="The turn, such as 1941-03-1.")
    player_turn: Side = Field(description="Whose player turn it is.")
    step: Step = Field(description="The step.")
    reaction: bool = Field(default=False, description="It is reaction movement.")
    place: Words = Field(description="Where it is: port:naples, hex:18A:2010 or canal:kiel.")
    naval_step: NavalStep = 1
    began: Words = Field(description="Where it was as the naval step began.")
    zone: Zone | None = Field(default=None, description="The sea zone that it is in, where that is known.")
    strip: Strip = Field(default=(), description="Its moves of this phase so far.")
    moves: Strip = Field(min_length=1, max_length=40, description="What it moves now, in order.")
    to: Words = Field(description="Where it ends.")
    to_name: Words = Field(default="", description="What that place is called.")
    to_zone: Zone | None = Field(default=None, description="The sea zone where it ends, where that is known.")
    zones: tuple[Zone, ...] = Field(
        default=(), max_length=40, description="The sea zones of its way in order, from where it is to where it ends."
    )
    chosen: bool = Field(default=False, description="These zones were chosen, and not proposed from how they touch.")
    allowance: int | None = Field(default=None, ge=1, le=999, description="MPs a naval step; left out: nobody says.")
    way_asked: bool = Field(default=False, description="The hexes of an earlier way of it are asked for already.")
    no_coast: Words = Field(default="", description="Why no protected inshore waters can lead there.")
    shelter: Words = Field(
        default="", description="The mark that keeps this way as sheltered, where its ends are known."
    )
    no_zone: Words = Field(default="", description="Why the hex where it ends can't lie in that sea zone.")
    lost_port: Words = Field(default="", description="The port where it lies, if the other side owns it.")
    protected: bool = Field(default=False, description="It keeps to protected inshore waters.")
    unfriendly: tuple[Words, ...] = Field(
        default=(), max_length=40, description="Ports in hexes of its way that its side does not own."
    )
    prey: Words = Field(
        default="", description="The enemy groups to which it may react, if all of them moved in protected waters."
    )
    through: bool = Field(default=False, description="It passes Gibraltar between the Atlantic and the Mediterranean.")
    facts: Facts = Field(description="Who owns Gibraltar, and whether the Axis took it in this player turn.")
    stretches: tuple[Stretch, ...] = Field(
        default=(), max_length=41, description="Its way from place to place that is named, and how far each is."
    )
    enemy_port: Words = Field(default="", description="The port where it ends, if the other side owns it.")
    canal: Canal | None = Field(default=None, description="The Kiel canal, where it is used.")
    lands: bool = Field(default=False, description="It ends with an amphibious landing.")
    attacks: bool = Field(default=False, description="It moves to begin naval combat.")
    mines: tuple[Belt, ...] = Field(default=(), description="Enemy mines in hexes of the way.")
    entered: tuple[Words, ...] = Field(
        default=(), max_length=400, description="The marks of sea zones that its units have entered in this phase."
    )
    hidden: tuple[Words, ...] = Field(
        default=(), max_length=400, description="The marks of those in which they have moved by night alone."
    )
    began_at_sea: bool = Field(
        default=False, description="The exploitation step began with it at sea here, outside protected inshore waters."
    )
    ferries: tuple[Key, ...] = Field(
        default=(), max_length=99, description="Keys of its units that serve as ferries, and end to (36.G)."
    )
    rows: tuple[Rerouted, ...] = Field(
        default=(), max_length=99, description="Rows of the board that its units are, or carry."
    )
    fuel: Fuelling = Field(description="Fuel of Axis task forces.")
    turned_back: tuple[Words, ...] = Field(
        default=(), max_length=99, description="Names of its units that were turned back in this player turn (33.E)."
    )

    @model_validator(mode="after")
    def _fits(self) -> Self:
        canals = [place for place in (self.place, self.to) if place == CANAL]
        if canals and self.canal is None:
            raise ValueError("it uses the Kiel canal: say who holds its ports and banks")
        return self

    @property
    def kind(self) -> GroupKind:
        """What the group is, by the units in it."""
        return kind_of_group(unit.kind for unit in self.units)

    @property
    def whole_strip(self) -> Strip:
        """The moves of the phase with these."""
        return (*self.strip, *(move.model_copy(update={"naval_step": self.naval_step}) for move in self.moves))

    @property
    def passes(self) -> bool:
        """True if it passes Gibraltar, as somebody said or as the hexes and sea zones of its way show."""
        began = ocean_at(hex_at(self.place)) or ocean_of(self.zone)
        way = (ocean_at(here) for here in self.way)
        by_zones = goes_between(ocean_of(zone) for zone in self.zones)
        return self.through or by_zones or goes_between((began, *way, ocean_of(self.to_zone)))

    @property
    def way(self) -> tuple[Hex, ...]:
        """The hexes that it comes to, as far as they are named."""
        named = (*(f"hex:{spent.to}" for spent in self.moves if spent.to), self.to)
        return tuple(here for here in map(hex_at, named) if here is not None)


def hex_at(place: str) -> Hex | None:
    """The hex of a place at sea; None for any other place."""
    kind, _, name = place.partition(":")
    return Hex.of(name) if kind == "hex" else None


@dataclass(frozen=True, slots=True)
class Moved:
    """How a group has moved, and what follows of it."""

    arrives: str
    mps: str
    combat_zone: str
    inshore: str
    fuel: str
    mines: str
    overruled: str


def doubt_of_zone(move: NavalMove, named: bool) -> str:
    """Why the sea zone where it ends has to be said; '' where what is known fits. named: somebody has said it."""
    if not move.to.startswith("hex:"):
        return ""
    end, ocean = move.way[-1], ocean_at(move.way[-1])
    if ocean is not None and move.to_zone is not None and move.to_zone not in ocean:
        return f"{end} does not lie in the {move.to_zone.label}: choose its sea zone"
    if move.canal is not None and not named:
        return "it comes out of the Kiel canal: choose the sea zone where it ends"
    if GATE in move.way[:-1] and ocean is None and end != GATE and not named:
        return "its way leads to Gibraltar and on: choose the sea zone where it ends"
    # Where no zone was known none is taken over unseen: the check for contact then asks for it.
    if move.to != move.place and not named and (move.place.startswith("port:") or move.zone is not None):
        return f"choose the sea zone of {end}: its hex does not tell it"
    return ""


def refusal_of_move(move: NavalMove) -> Refusal | None:
    """The first thing in the book that forbids this move; None where nothing does."""
    return next(refusals(move), None)


def refusals(move: NavalMove) -> Iterator[Refusal]:
    """Everything in the book that forbids this move."""
    yield from _of_the_phase(move)
    if move.lost_port:
        words = f"{move.lost_port} belongs to the other side: its ships scuttle or escape before anything else."
        yield Refusal(words, "36.B")
    if move.no_zone:
        yield Refusal(move.no_zone, "33.A.1")
    if move.turned_back:
        words = f"{move.turned_back[0]} was turned back and may not move again in this player turn."
        yield Refusal(words, "33.E")
    if move.protected and move.kind not in INSHORE:
        yield Refusal("Only cargo and submarine groups and river flotillas use protected inshore waters.", "36.A.1")
    if move.protected and move.unfriendly:
        names = ", ".join(move.unfriendly)
        yield Refusal(f"Protected waters are friendly-owned coastal hexes: not that of {names}.", "36.A.1")
    if move.protected and move.no_coast:
        yield Refusal(move.no_coast, "36.A.1")
    if move.protected and move.attacks:
        yield Refusal("In protected inshore waters it begins no battle with enemies next door.", "36.A.1.b")
    if move.reaction and move.prey:
        yield Refusal(f"{move.prey} moved in protected inshore waters: nobody reacts to that.", "36.A.1.a")
    strip = refusal_of_strip(move.strip, move.moves, move.naval_step)
    if strip is not None:
        yield strip
    mps = sum(spent.mps for spent in move.moves)
    short = refusal_of_allowance(move.strip, mps, move.naval_step, move.allowance)
    if short is not None:
        yield short
    way = refusal_of_way(move.stretches, (spent.to for spent in move.moves if spent.to), move.enemy_port)
    if way is not None:
        yield way
    if move.lands and is_at_night(move.moves):
        yield Refusal("There is no amphibious landing by night.", "36.A.2.b")
    gate = refusal_at_gate(move.side, move.facts, move.turn, move.player_turn) if move.passes else None
    if gate is not None:
        yield gate
    yield from _of_the_canal(move)
    fuel = refusal_of_fuel(move.fuel)
    if fuel is not None:
        yield fuel


def _of_the_phase(move: NavalMove) -> Iterator[Refusal]:
    if move.reaction:
        if any(spent.night for spent in move.moves):
            yield Refusal("Reaction movement is by day.", "36.A.2")
        return
    if move.player_turn is not move.side:
        yield Refusal(f"{move.side.label} groups move in the {move.side.label} player turn, or react.", "36.A.2")
    if not move.step.is_naval:
        yield Refusal("Naval groups move in the naval movement and naval exploitation steps.", "36.A.2")


def _of_the_canal(move: NavalMove) -> Iterator[Refusal]:
    if move.canal is not None and not move.canal.ports:
        yield Refusal("The Kiel canal needs Brunsbüttel and Kiel friendly-owned and in working order.", "36.A.5")
    if move.canal is not None and not move.canal.banks:
        yield Refusal("Both banks of the Kiel canal must be friendly-owned where a group passes.", "36.A.5")
    if CANAL in (move.place, move.to) and move.attacks:
        yield Refusal("A group in the Kiel canal may not move to begin naval combat.", "36.A.5.b")


def why_not(move: NavalMove) -> Refusal | None:
    """The book's refusal, unless the player knows better."""
    return unless_overruled(move, refusal_of_move(move))


@procedure(
    "naval-move",
    system=SYSTEM,
    rule="36.A",
    title="Move a naval group",
    roller=Roller.OWNER,
    edition=EDITION_2,
    earlier=(EDITION,),
    dice="none: the MPs are typed",
    why_not=why_not,
)
def move_group(move: NavalMove) -> Play[Outcome[Moved]]:
    """The group is where it went; its strip, fuel, and the mines that it met are written down."""
    yield from R22.look()
    night = sum(spent.mps for spent in move.moves if spent.night)
    refused = refusal_of_move(move)
    moved = Moved(
        arrives=move.to_name or move.to.partition(":")[2],
        mps=_mps(sum(spent.mps for spent in move.moves) - night, night),
        combat_zone=combat_zone(move.kind, night=True) if is_at_night(move.moves) else "",
        inshore=SHELTER if move.protected else "",
        # Mines are port interdiction, by night as by day (36.A.2.f).
        mines=", ".join(f"{belt.points} point{'' if belt.points == 1 else 's'} in {belt.hex}" for belt in move.mines),
        fuel=paid_words(move.fuel),
        overruled=passed_over(move, refused),
    )
    rows = (effect for row in move.rows for effect in row.effects)
    way = (*_row(move), *_entered(move), *_asked(move), *_kept(move), *rows)
    return Outcome(moved, (*way, *moved_on(move.ferries), *fuel_effects(move.fuel)))


def _asked(move: NavalMove) -> tuple[Effect, ...]:
    """Where its hexes are not all named, mines and danger zones on the way are asked for (36.C.1, 36.D.2)."""
    if move.reaction or move.protected or CANAL in (move.place, move.to) or is_named(move.stretches):
        return ()
    return asked(move.key, len(move.strip), move.way_asked)


def _kept(move: NavalMove) -> tuple[Effect, ...]:
    """A way that the players know to be sheltered, although no shore that is known leads there, is kept as such.

    It is kept with the group, so whoever may not see that does not see where it sailed either.
    """
    if not (move.protected and move.no_coast and move.shelter):
        return ()
    return (mark(move.shelter, f"group:{move.key}"),)


def _mps(day: int, night: int) -> str:
    """`10 by day, 5 by night`: what there is any of."""
    return ", ".join(f"{mps} by {when}" for mps, when in ((day, "day"), (night, "night")) if mps)


def combat_zone(kind: GroupKind, night: bool) -> str:
    """How far a group controls the sea: by night a combat or mixed group only its own hex (36.A.2.c)."""
    if kind not in (GroupKind.COMBAT, GroupKind.MIXED):
        return "none"
    return OWN_HEX if night else ROUND_IT


def _row(move: NavalMove) -> tuple[Effect, ...]:
    row, phase = f"group:{move.key}", phase_of(move.turn, move.player_turn, move.step)
    zone = Set(f"{row}.zone", (move.to_zone or move.zone or ""))
    moves = tuple(spent.model_copy(update={"inshore": move.protected}) for spent in move.moves)
    spent = spent_on(move.key, move.strip, moves, phase, move.began, move.naval_step)
    return (Set(f"{row}.place", move.to), zone, *spent)


def _entered(move: NavalMove) -> tuple[Effect, ...]:
    """Each unit keeps for itself which zones it has entered, and where its group was as the phase began (33.A.1).

    It is by night in those where it has moved by night alone, for aircraft find it where it moves by day (36.A.2.a).
    """
    began = move.strip[0].began if move.strip else move.began
    night = all(spent.night for spent in move.moves)
    found: list[Effect] = []
    for unit in move.units:
        for zone in _zones(move):
            row, dark = entered_mark(unit.key, zone), by_night_mark(unit.key, zone)
            if row not in move.entered:
                found.append(entered(row, unit.key, zone, began))
                found += [mark(dark, f"task-force:{unit.key}")] if night else ()
            elif dark in move.hidden and not night:
                found.append(Remove(dark))
    return tuple(found)


def by_night_mark(unit: str, zone: str) -> str:
    """The mark of a unit that has moved in a sea zone by night alone (36.A.2.a)."""
    return f"mark:{BY_NIGHT}/{unit}/{zone or UNKNOWN}"


def entered(row: str, unit: str, zone: str, began: str) -> Effect:
    """That a unit has entered a sea zone. began: where its group was as the phase began."""
    return mark(row, f"task-force:{unit}", f"zone:{zone}" if zone else "", began)


def entered_mark(unit: str, zone: str) -> str:
    """The mark of a unit that has entered a sea zone in this phase; '' stands for a zone that isn't known."""
    return f"mark:{ENTERED}/{unit}/{zone or UNKNOWN}"


def _zones(move: NavalMove) -> tuple[str, ...]:
    """The sea zones where a check for contact may be due.

    None in protected inshore waters (36.A.1.d), but where the exploitation step began with it at sea (33.A.2).
    """
    if move.protected and not move.began_at_sea:
        return ()
    zones = (move.zone,) if move.protected else (move.zone, *move.zones, move.to_zone)
    return tuple(dict.fromkeys(zone.value for zone in zones if zone)) or ("",)
