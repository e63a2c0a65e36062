"""SM.1.F, SM.4.A: a task force moves hex by hex at its slowest ship's pace; warships are given their missions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from navalassist.engine import Outcome, Play, Refusal, Tally, Term
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import counted, listed
from navalassist.engine.forms import Ask, Facts
from navalassist.engine.maps import Distance
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.shapes import Form
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.fighting import pace
from navalassist.systems.supermarina.fights import Said
from navalassist.systems.supermarina.forces import contents, force_title, rolls_first, ships_of, transports_of
from navalassist.systems.supermarina.halves import (
    OwnHalf,
    at_sea,
    everybody_reads,
    not_its_half,
    not_seen,
    nothing_told,
    own_forces,
    own_half,
)
from navalassist.systems.supermarina.hexes import LONGEST, PRINTED, far, hex_typed, must_enter, not_counted, way
from navalassist.systems.supermarina.marks import reformed_mark, stands
from navalassist.systems.supermarina.rulings import R121
from navalassist.systems.supermarina.state import Force, HexName, Minefield, Mission, Ship, Transport
from navalassist.systems.supermarina.support_rulings import HALF, R138, R142
from navalassist.systems.supermarina.turn import MOVEMENT_STEPS

MOVE, MISSION = "sm-move", "sm-mission"
MOVING, MISSIONS = "SM.1.F", "SM.4.A"
MOST_HEXES = 99
ROUND_LAND = (
    "1 MP each. Nothing: the map counts the shortest way. It knows no land: for a way round it, type how many. End in "
    "each mined hex that it enters."
)


class MoveForm(Form):
    """Where a force goes."""

    force: str = Ask("Task force", at_sea)
    hex: str = Ask("Hex in which it ends", most=LONGEST, help=f"{PRINTED} The page Chart has hexes to tap.")
    hexes: int | None = Ask("Hexes", default=None, ge=1, le=MOST_HEXES, help=ROUND_LAND)


class Moved(OwnHalf):
    """A task force that moves, with what sails in it, which only its side sees."""

    force: Force = Says("Task force")
    hex: HexName = Says("Where it ends")
    typed: int | None = Says("Hexes that were typed", None, only_if=True)
    ships: tuple[Ship, ...] = Says("Its ships", ())
    transports: tuple[Transport, ...] = Says("Its transports", ())
    reformed: bool = Says("It reformed in this segment", False)
    halved: bool = Says("Without fuel at half (R-138)", False, told=False)
    mined: bool = Says("That hex is mined", False, only_if=True)
    through: HexName = Says("Mined hex that every shortest way enters", "", only_if=True)

    @property
    def left(self) -> int:
        """MPs that its slowest ship or transport has left in this step."""
        return max(0, pace((*self.ships, *self.transports), self.halved) - self.force.spent)

    @property
    def way(self) -> Distance:
        """Its hexes, and how they are known."""
        return way(self.force.hex, self.hex, self.typed) or Distance(0, "hex", "not known")


def is_halved(view: View) -> bool:
    """Whether ships without fuel move at half (R-138)."""
    return view.ruling(R138) == HALF


def moving(read: Reader, form: MoveForm) -> Moved:
    force = read.row(Force, form.force)
    to = hex_typed(form.hex, force.hex)
    mined = [one.hex for one in read.rows(Minefield, active=True)]
    is_shortest = form.hexes is None or form.hexes == far(force.hex, to)
    return Moved(
        **own_half(read, force.side),
        force=force,
        hex=to,
        typed=form.hexes,
        ships=ships_of(read, force),
        transports=transports_of(read, force),
        reformed=stands(read, reformed_mark(force.key)),
        halved=is_halved(read),
        mined=to in mined,
        through=must_enter(force.hex, to, mined) if is_shortest else "",
    )


def why_not_move(given: Moved) -> Iterator[Refusal]:
    """In its own half, no farther than its slowest, and not in the segment in which it reformed."""
    yield from not_its_half(given, MOVING)
    if not (given.ships or given.transports):
        yield from not_seen(given.side, (), MOVING)
        return
    yield from not_counted(given.force.hex, given.hex, given.typed, MOVING)
    name = force_title(given.force)
    if not given.way.number:
        yield Refusal(f"{name} is in {given.hex} already.", MOVING)
    yield from rolls_first(given.force)
    if given.through:
        words = f"The way enters the mined hex {given.through}: end there first, or type more hexes for a way round it."
        yield Refusal(words, "SM.7.B.find")
    if given.reformed:
        yield Refusal(f"{name} reformed in this segment: it does not move.", "SM.6.A.2")
    if given.way.number > given.left:
        hexes, left = counted(given.way.number, "hex"), counted(given.left, "MP")
        yield Refusal(f"It is {hexes}, and {name} has {left} left in this step.", MOVING)


def moved_words(given: Moved) -> str:
    """`Axis task force 1 moves 9 hexes to 18A:1602`"""
    into = ", which is mined" if given.mined else ""
    return f"{force_title(given.force)} moves {counted(given.way.number, 'hex')} to {given.hex}{into}"


def mps(given: Moved) -> Play[Tally]:
    """The MPs that are left before, and after."""
    yield from ()
    hexes = Term(MOVING, given.way.words, -given.way.number)
    return Tally((Term(MOVING, "MPs left in this step", given.left), hexes))


def able(view: View, forces: Iterable[Force]) -> Iterator[tuple[Force, int]]:
    """Those that have MPs left and did not reform in this segment, with how many."""
    for force in forces:
        left = pace(contents(view, force), is_halved(view)) - force.spent
        if left > 0 and not force.mined and not stands(view, reformed_mark(force.key)):
            yield force, left


def move_duties(now: Now) -> Iterator[Duty]:
    """A line for each own force that has MPs left, with how many."""
    for force, left in able(now.view, own_forces(now)):
        words = f"{force_title(force)} moves: {counted(left, 'MP')} left"
        yield by_rule(MOVE, words, {"force": force.key}, seat=force.side.value, done="", again=True)


@rule(
    MOVE,
    MOVING,
    "Move a task force",
    form=MoveForm,
    situation=moving,
    why_not=why_not_move,
    basis=mps,
    shows=everybody_reads(lambda given, found: f"{moved_words(given)}."),
    may=MOVEMENT_STEPS,
    duties=move_duties,
    dice="none",
)
def move(given: Moved) -> Play[Outcome[Said]]:
    """1 MP a hex; what is left is not kept for the next step."""
    for ruling in (R138, R142):
        yield from ruling.look()
    after = (yield from mps(given)).total
    words = f"{moved_words(given)}, {given.way.how}. MPs left: {given.left} before, {after} after."
    spent = given.force.spent + given.way.number
    return Outcome(Said(words), given.force.set(hex=given.hex, spent=spent, mined=given.mined))


# --- missions


def warships(view: View) -> list[tuple[str, str]]:
    """Warships in task forces, as far as the view has them."""
    return [(one.key, one.name) for one in view.rows(Ship) if one.place.startswith(f"{Force.KIND}:")]


def warships_of(view: View, typed: Facts) -> Any:
    """Those of the force that is chosen."""
    return [(one.key, one.name) for one in view.rows(Ship, place=Force.row_of(str(typed.get("force", ""))))]


class MissionForm(Form):
    """Which warships are given which mission."""

    force: str = Ask("Task force", at_sea)
    ships: tuple[str, ...] = Ask("Warships", warships, many=True, default=(), after=warships_of)
    mission: Mission = Ask("Mission")


class Assigned(OwnHalf):
    """Warships that are given a mission."""

    force: Force = Says("Task force")
    ships: tuple[Ship, ...] = Says("Warships", ())
    mission: Mission = Says("Mission")


def assigning(read: Reader, form: MissionForm) -> Assigned:
    force = read.row(Force, form.force)
    chosen = tuple(ship for ship in ships_of(read, force) if ship.key in form.ships)
    return Assigned(**own_half(read, force.side), force=force, ships=chosen, mission=form.mission)


def why_not_assign(given: Assigned) -> Iterator[Refusal]:
    yield from not_its_half(given, MISSIONS)
    yield from not_seen(given.side, given.ships, MISSIONS)


def mission_duties(now: Now) -> Iterator[Duty]:
    """A line for each own force with warships."""
    for force in own_forces(now):
        if ships_of(now.view, force):
            words = f"Missions of the warships of {force_title(force)}"
            yield by_rule(MISSION, words, {"force": force.key}, seat=force.side.value, done="", again=True)


@rule(
    MISSION,
    MISSIONS,
    "Assign missions",
    form=MissionForm,
    situation=assigning,
    why_not=why_not_assign,
    shows=nothing_told,
    may=MOVEMENT_STEPS,
    duties=mission_duties,
    dice="none",
)
def assign(given: Assigned) -> Play[Outcome[Said]]:
    """Sea control hunts enemy ships, an escort guards the transports of its force (SM.4.A.1, 2)."""
    yield from R121.look()
    words = f"Mission of {listed([ship.name for ship in given.ships])}: {given.mission.label}."
    return Outcome(Said(words), tuple(effect for ship in given.ships for effect in ship.set(mission=given.mission)))
