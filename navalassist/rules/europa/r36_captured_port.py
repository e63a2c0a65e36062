"""36.B: naval units in a port that an enemy takes, and on a canal or river when a bank falls.

Each supported RE that took the port makes one lot check: a warship, or two strength points of another unit. The lots
are drawn with dice of the entry, or were drawn at the table; all others escape.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated, Self

from pydantic import Field, model_validator

from navalassist.engine import (
    Create,
    Dice,
    Each,
    Effect,
    Figure,
    Odds,
    Outcome,
    Part,
    Play,
    Refusal,
    Roll,
    Roller,
    Rounds,
    Set,
    TableKey,
    call,
    create,
    procedure,
)
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Key, Words
from navalassist.rules.europa.gone import Marks, marks_of, row_gone
from navalassist.rules.europa.mines import EDITION, SYSTEM
from navalassist.rules.europa.naval_units import NavalUnit, UnitKind, damage
from navalassist.rules.europa.rulings_36 import R41
from navalassist.rules.europa.toll import Units
from navalassist.rules.europa.words import Owner, Side

POINTS_OF_A_LOT = 2
AT_TABLE = "drawn at the table"
ESCAPE: TableKey[int] = TableKey("europa/36-escape", lambda cell: int(cell == "scuttled"))


@dataclass(frozen=True, slots=True)
class Lot:
    """What one RE makes check: a warship with one die, or up to two strength points with one die each."""

    unit: str
    dice: int
    name: str = ""


def lots_of(units: tuple[NavalUnit, ...]) -> tuple[Lot, ...]:
    """The lots of all units that may escape (R-41)."""
    lots: list[Lot] = []
    for unit in units:
        if unit.kind is UnitKind.WARSHIP:
            lots.append(Lot(unit.key, 1, unit.name))
            continue
        whole, rest = divmod(unit.current, POINTS_OF_A_LOT)
        lots += [Lot(unit.key, POINTS_OF_A_LOT, unit.name)] * whole + [Lot(unit.key, rest, unit.name)] * (rest > 0)
    return tuple(lots)


class CapturedPort(Overrulable):
    """A port that an enemy has taken, with naval units in it."""

    side: Side = Field(description="Whose naval units they are.")
    port: Key = Field(description="Key of the port.")
    name: Words = Field(default="", description="Its name.")
    owner: Owner = Field(description="Who owns it now.")
    units: Units = Field(description="The naval units in port that are afloat.")
    refit: tuple[Key, ...] = Field(default=(), description="Keys of those that lie in refit.")
    inland: bool = Field(default=False, description="It is an inland port.")
    res: Annotated[int, Field(ge=0, le=99, strict=True)] = Field(
        description="Supported REs of the enemy that end the movement phase in the hex."
    )
    drawn: tuple[Key, ...] = Field(
        default=(), description="The units drawn at the table, one for each lot; empty: they are drawn here."
    )
    hex: Hex | None = Field(
        default=None, description="The port's hex, where they are at sea if they escape; left out where none can."
    )
    zone: Words = Field(default="", description="Key of its sea zone.")
    groups: tuple[tuple[Key, tuple[Key, ...]], ...] = Field(
        default=(), description="Naval groups in port: their keys, and those of their units."
    )
    marks: Marks = Field(default=(), description="The marks on these groups, which go with them.")
    escaped: Key = Field(default="escaped", description="Key of the group that units without one put to sea in.")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.free and self.hex is None:
            raise ValueError("hex: say where those that escape are at sea")
        lots = Counter(lot.unit for lot in lots_of(self.free))
        over = [key for key, times in Counter(self.drawn).items() if times > lots[key]]
        if over:
            raise ValueError(f"drawn: {over[0]} has {lots[over[0]]} lots: a warship one, others one for 2 points")
        if self.drawn and len(self.drawn) != self.checks:
            raise ValueError(f"drawn: {len(self.drawn)} lots were given, and {self.checks} are drawn here")
        return self

    @property
    def free(self) -> tuple[NavalUnit, ...]:
        """The units that may try to escape: none of an inland port, and none in refit."""
        return () if self.inland else tuple(unit for unit in self.units if unit.key not in self.refit)

    @property
    def checks(self) -> int:
        """How many lots check."""
        return min(self.res, len(lots_of(self.free)))


@dataclass(frozen=True, slots=True)
class Draw:
    """Lots in the urn and lots that were drawn. Compared by how many dice they are, which is all that odds ask."""

    in_urn: tuple[int, ...]
    out: tuple[int, ...] = ()
    urn: tuple[Lot, ...] = field(default=(), compare=False)
    drawn: tuple[Lot, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, urn: tuple[Lot, ...], drawn: tuple[Lot, ...] = ()) -> Draw:
        """A draw as it stands."""
        return cls(_counted(urn), _counted(drawn), urn, drawn)

    def take(self, number: int) -> Draw:
        """After the lot of this number, from 0."""
        return Draw.of((*self.urn[:number], *self.urn[number + 1 :]), (*self.drawn, self.urn[number]))


def _counted(lots: tuple[Lot, ...]) -> tuple[int, ...]:
    return tuple(sorted(lot.dice for lot in lots))


def draw_one(draw: Draw) -> Play[Draw]:
    """One lot, each as likely as any other."""
    label = f"which of {len(draw.urn)} lots is drawn"
    told = yield from Roll(
        "lot", Dice(1, len(draw.urn)), lambda faces: f"{faces[0]}: {draw.urn[faces[0] - 1].name}", label
    )
    return draw.take(int(told.partition(":")[0]) - 1)


def draw_lots(port: CapturedPort) -> Play[tuple[Lot, ...]]:
    """The lots that check: all of them, those that were drawn at the table, or as many as there are REs."""
    lots = lots_of(port.free)
    if port.checks == len(lots):
        return lots
    if port.drawn:
        return _of_the_table(lots, port.drawn)
    end = len(lots) - port.checks
    draw = yield from Rounds("draw", draw_one, Draw.of(lots), len(lots), lambda draw: len(draw.in_urn) == end)
    return draw.drawn


def lots_words(port: CapturedPort) -> str:
    """`drawn at the table: Zara, First`: nobody can check such a draw by the log; '' where dice of the entry drew."""
    lots = lots_of(port.free)
    if not port.drawn or port.checks == len(lots):
        return ""
    return f"{AT_TABLE}: {', '.join(lot.name for lot in _of_the_table(lots, port.drawn))}"


def _of_the_table(lots: tuple[Lot, ...], drawn: tuple[str, ...]) -> tuple[Lot, ...]:
    """Of each unit so many lots as its name was drawn."""
    left, found = list(lots), []
    for key in drawn:
        found.append(left.pop(next(number for number, lot in enumerate(left) if lot.unit == key)))
    return tuple(found)


def scuttled_points(dice: int, name: str) -> Part[int]:
    """How many of so many dice are scuttled."""
    return ESCAPE.pool("escape", count=dice, column="result", label=name)


@dataclass(frozen=True, slots=True)
class Fate:
    """One unit: strength points that were scuttled, and those that are left of it."""

    name: str
    key: str
    scuttled: int
    left: int


@dataclass(frozen=True, slots=True)
class Scuttled:
    """Dice that scuttled a ship or point, and what became of each unit.

    thrown: dice; trapped: points that were scuttled without a die. units are not compared: see `toll.Toll`.
    lots: where they were drawn, if not with dice of the entry.
    """

    scuttled: int
    thrown: int
    trapped: int
    units: tuple[Fate, ...] = field(default=(), compare=False)
    overruled: str = ""
    lots: str = ""


def why_not(port: CapturedPort) -> Refusal | None:
    """The enemy owns the port, and ships lie in it."""
    return unless_overruled(port, _forbidden(port))


def _forbidden(port: CapturedPort) -> Refusal | None:
    if not port.units:
        return Refusal(f"No {port.side.label} naval unit lies there.", "36.B")
    if port.owner.value != port.side.enemy.value:
        return Refusal(f"The {port.side.enemy.label} side does not own {port.name or port.port}.", "36.B")
    return None


def figures(odds: Odds[Scuttled]) -> tuple[Figure, ...]:
    """How many may be scuttled of those that check."""
    return (
        Figure("none", "All that check escape", odds.chance(lambda found: not found.scuttled)),
        Figure("scuttled", "Expected to be scuttled", odds.expect(lambda found: found.scuttled), "ships or points"),
    )


@procedure(
    "ships-scuttled",
    system=SYSTEM,
    rule="36.B",
    title="Ships in a captured port: scuttle or escape",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="a draw, then 1d6 a warship or strength point",
    why_not=why_not,
    figures=figures,
)
def scuttle_or_escape(port: CapturedPort) -> Play[Outcome[Scuttled]]:
    """Lots are drawn; 1 to 4 escapes and 5 or 6 is scuttled. Inland and in refit everything is scuttled."""
    yield from R41.look()
    lots = yield from draw_lots(port)
    dice = Counter[str]()
    for lot in lots:
        dice[lot.unit] += lot.dice
    checking = tuple(unit for unit in port.free if unit.key in dice)
    parts = {unit.key: call(scuttled_points, dice[unit.key], unit.name) for unit in checking}
    losses = yield from Each(parts, _with, Losses())
    thrown = dict(zip(parts, losses.each, strict=True))
    fates = tuple(_fate(port, unit, thrown.get(unit.key, 0)) for unit in port.units)
    trapped = sum(unit.current for unit in port.units if unit not in port.free)
    overruled = passed_over(port, _forbidden(port))
    told = Scuttled(losses.all, dice.total(), trapped, fates, overruled, lots_words(port))
    return Outcome(told, effects_of(port, fates))


@dataclass(frozen=True, slots=True)
class Losses:
    """Dice that scuttled, and how many of them for each unit in turn, which is not compared."""

    all: int = 0
    each: tuple[int, ...] = field(default=(), compare=False)


def _with(losses: Losses, scuttled: int) -> Losses:
    return Losses(losses.all + scuttled, (*losses.each, scuttled))


def _fate(port: CapturedPort, unit: NavalUnit, scuttled: int) -> Fate:
    """A warship goes as a whole; of another unit each scuttled point is a hit (36.B)."""
    whole = unit not in port.free or (unit.kind is UnitKind.WARSHIP and scuttled > 0)
    hits = unit.current if whole else scuttled
    return Fate(unit.name, unit.key, hits, unit.current - hits)


def effects_of(port: CapturedPort, fates: tuple[Fate, ...]) -> tuple[Effect, ...]:
    """Hits; groups that put to sea or are no more; and one group for the units that had none."""
    found: list[Effect] = []
    for unit, fate in zip(port.units, fates, strict=True):
        found += damage(unit, fate.scuttled)
    left = {fate.key for fate in fates if fate.left}
    place = f"hex:{port.hex}"
    for group, keys in port.groups:
        sails = left.intersection(keys)
        row = f"group:{group}"
        to_sea = (Set(f"{row}.place", place), Set(f"{row}.zone", port.zone))
        found += to_sea if sails else row_gone(row, marks_of(group, port.marks))
        left -= sails
    if left:
        found.append(_new_group(port, place))
        found += [Set(f"task-force:{key}.place", f"group:{port.escaped}") for key in sorted(left)]
    return tuple(found)


def _new_group(port: CapturedPort, place: str) -> Create:
    fields = {"name": f"Escaped from {port.name or port.port}", "began": "", "strip": [], "strip_of": ""}
    return create(f"group:{port.escaped}", side=port.side.value, place=place, zone=port.zone, **fields)


class LostBank(Overrulable):
    """A naval group on a river or canal hexside of which an enemy unit has taken a bank."""

    side: Side = Field(description="Whose group it is.")
    group: Key = Field(description="Key of the group.")
    name: Words = Field(default="", description="Its name.")
    place: Words = Field(description="Where it is, such as canal:kiel.")
    units: Units = Field(description="The naval units of the group that are afloat.")
    taken: bool = Field(description="An enemy unit owns a hex beside the hexside.")
    on_river: bool = Field(default=False, description="It is on a river, where no place of its own is kept.")
    marks: Marks = Field(default=(), description="The marks on the group, which go with it.")


def why_not_on_canal(lost: LostBank) -> Refusal | None:
    """On a river or canal hexside, when a bank has fallen."""
    return unless_overruled(lost, _canal_forbidden(lost))


def _canal_forbidden(lost: LostBank) -> Refusal | None:
    if not lost.place.startswith("canal:") and not lost.on_river:
        return Refusal(f"{lost.name or lost.group} is on no river or canal hexside.", "36.B")
    return None if lost.taken else Refusal("No bank of that hexside has fallen.", "36.B")


@procedure(
    "scuttled-on-canal",
    system=SYSTEM,
    rule="36.B",
    title="Ships on a canal or river: a bank has fallen",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="none: all of them are scuttled",
    why_not=why_not_on_canal,
)
def scuttle_on_canal(lost: LostBank) -> Play[Outcome[Scuttled]]:
    """They can't escape: every strength point is scuttled, and the group is no more."""
    yield from ()
    fates = tuple(Fate(unit.name, unit.key, unit.current, 0) for unit in lost.units)
    told = Scuttled(0, 0, sum(fate.scuttled for fate in fates), fates, passed_over(lost, _canal_forbidden(lost)))
    hits = (effect for unit in lost.units for effect in damage(unit, unit.current))
    return Outcome(told, (*hits, *row_gone(f"group:{lost.group}", lost.marks)))
