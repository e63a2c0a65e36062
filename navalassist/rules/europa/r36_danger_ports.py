"""36.D, 36.D.1.c: what silences the danger zone of a port, and how the border in the Baltic moves. No dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from pydantic import Field

from navalassist.engine import Effect, Outcome, Play, Refusal, Roller, Set, create, procedure
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Key, Words
from navalassist.rules.europa.clock import turn_number, turn_title
from navalassist.rules.europa.danger_zones import BORDER, GROWN_EAST, GROWN_NORTH, Border
from navalassist.rules.europa.rulings_36 import R26, R64
from navalassist.rules.europa.sailing import Turn
from navalassist.rules.europa.turn import TURN
from navalassist.rules.europa.words import Side, Step

SYSTEM, EDITION = "europa", "36 of 11.03.06"
COLLATERAL, BLOCKADED, CAPTURED = "collateral", "blockaded", "captured"
FOR_NOW = "player-turn"
FIRST_GROWTH = "1943-01-1"


class Trouble(StrEnum):
    """What happens to a port."""

    DAMAGED = "damaged"
    REPAIRED = "repaired"
    BLOCKADED = "blockaded"

    @property
    def label(self) -> str:
        """What a player chooses."""
        return TROUBLES[self]


TROUBLES = {
    Trouble.DAMAGED: "A collateral-damage marker is put on it",
    Trouble.REPAIRED: "Its collateral-damage marker is taken off",
    Trouble.BLOCKADED: "It is blockaded in this initial phase",
}


class PortTrouble(Overrulable):
    """A port, and what happens to it."""

    port: Key = Field(description="Key of the port.")
    name: Words = Field(default="", description="Its name.")
    what: Trouble = Field(description="What happens to it.")
    phase: Step = Field(description="The step.")
    damaged: Words = Field(
        default="", description="How long its mark of collateral damage lasts: never, player-turn; empty for none."
    )
    blockaded: bool = Field(default=False, description="It is marked as blockaded already.")


@dataclass(frozen=True, slots=True)
class Silenced:
    """A port that exerts no danger zone, and until when."""

    port: str
    exerts: str
    overruled: str = ""


def why_not_troubled(trouble: PortTrouble) -> Refusal | None:
    """A marker goes on once and off once; a blockade counts in the initial phase."""
    return unless_overruled(trouble, _forbids_trouble(trouble))


def _forbids_trouble(trouble: PortTrouble) -> Refusal | None:
    on = trouble.damaged not in ("", FOR_NOW)
    if trouble.what is Trouble.DAMAGED and on:
        return Refusal(f"{trouble.name} has a collateral-damage marker already.", "36.D")
    if trouble.what is Trouble.REPAIRED and not on:
        return Refusal(f"{trouble.name} has no collateral-damage marker.", "36.D")
    if trouble.what is Trouble.BLOCKADED and trouble.blockaded:
        return Refusal(f"{trouble.name} is marked as blockaded already.", "36.D")
    if trouble.what is Trouble.BLOCKADED and trouble.phase is not Step.INITIAL:
        return Refusal("Only a blockade during the initial phase counts.", "36.D")
    return None


UNTIL = {
    Trouble.DAMAGED: "none while the marker lies there",
    Trouble.REPAIRED: "none until this player turn ends",
    Trouble.BLOCKADED: "none until this player turn ends",
}


@procedure(
    "danger-ports",
    system=SYSTEM,
    rule="36.D",
    title="Note collateral damage or a blockade of a port",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="none: it is seen on the map",
    why_not=why_not_troubled,
)
def note_trouble(trouble: PortTrouble) -> Play[Outcome[Silenced]]:
    """A mark that silences the port: at any point of a player turn is enough for all of it."""
    yield from ()
    silenced = Silenced(trouble.name, UNTIL[trouble.what], passed_over(trouble, _forbids_trouble(trouble)))
    return Outcome(silenced, tuple(_marks(trouble)))


def _marks(trouble: PortTrouble) -> Iterator[Effect]:
    row = f"mark:{COLLATERAL}/{trouble.port}"
    lasting = TURN.life_of(COLLATERAL)
    if trouble.what is Trouble.BLOCKADED:
        if not trouble.blockaded:
            yield _mark(f"mark:{BLOCKADED}/{trouble.port}", BLOCKADED, trouble.port, TURN.life_of(BLOCKADED))
        return
    wanted = lasting if trouble.what is Trouble.DAMAGED else FOR_NOW
    if not trouble.damaged:
        yield _mark(row, COLLATERAL, trouble.port, wanted)
    elif trouble.damaged != wanted:
        yield Set(f"{row}.ends", wanted)


def _mark(row: str, kind: str, port: str, ends: str) -> Effect:
    return create(row, kind=kind, subject=f"port:{port}", place="", ends=ends, until="", note="")


class Event(StrEnum):
    """What moves the border in the Baltic."""

    FALLS = "falls"
    EAST = "east"
    NORTH = "north"
    GONE = "gone"

    @property
    def label(self) -> str:
        """What a player chooses."""
        return EVENTS[self]


EVENTS = {
    Event.FALLS: "Hango, 1B:0715 or Tallinn is captured",
    Event.EAST: "The safe zone grows to column 1B:0012",
    Event.NORTH: "The safe zone grows to row 1B:1900",
    Event.GONE: "The safe zone is gone: Germany owns all its ports",
}
GROWTHS = {Event.EAST: GROWN_EAST, Event.NORTH: GROWN_NORTH}


class BorderMove(Overrulable):
    """The border of the danger zones in the Baltic, and what moves it."""

    event: Event = Field(description="What happens.")
    turn: Turn = Field(description="The turn.")
    player_turn: Side = Field(description="Whose player turn it is.")
    phase: Step = Field(description="The step.")
    border: Border = Field(description="Where the zones meet now.")
    grown: bool = Field(default=False, description="The safe zone has grown that way already.")
    against: tuple[Words, ...] = Field(
        default=(), max_length=40, description="Ports of the area whose owner stands against it."
    )
    doubtful: tuple[Words, ...] = Field(
        default=(), max_length=40, description="Ports whose owner would stand against it, if they lie in the area."
    )
    seen: bool = Field(default=False, description="The players see on the map that those lie outside it.")
    missing: tuple[Words, ...] = Field(
        default=(), max_length=3, description="Facts that the campaign does not have yet."
    )


@dataclass(frozen=True, slots=True)
class BorderMoved:
    """What has moved, and from when it holds."""

    event: str
    holds: str
    overruled: str = ""


def why_not_moved(move: BorderMove) -> Refusal | None:
    """Each event has its time, and ports that must or must not be Axis-owned."""
    return unless_overruled(move, next(_forbids_move(move), None))


def _forbids_move(move: BorderMove) -> Iterator[Refusal]:
    if move.event is Event.FALLS:
        if move.border is not Border.STANDS:
            yield Refusal("One of the three has fallen before: the border moves once.", "36.D.1.a.3")
        return
    if move.border is not Border.SAFE_ZONE:
        yield Refusal("There is no Kronshtadt safe zone now.", "36.D.1.c")
    if move.event in GROWTHS:
        yield from _forbids_growth(move)
    ports, other = "The Axis must own all ports there; it doesn't own", "lie in the safe zone"
    if move.event in GROWTHS:
        ports, other = "The Axis may own no port there; it owns", "lie in that area"
    if move.against:
        yield Refusal(f"{ports} {', '.join(move.against)}.", "36.D.1.c")
    if move.doubtful and not move.seen:
        names = ", ".join(move.doubtful)
        yield Refusal(f"Whether {names} {other} isn't known: look at the map, and tick that they don't.", "36.D.1.c")


def _forbids_growth(move: BorderMove) -> Iterator[Refusal]:
    if move.grown:
        yield Refusal("It has grown that way, and keeps what it has gained.", "36.D.1.c.3")
    if turn_number(move.turn) < turn_number(FIRST_GROWTH):
        yield Refusal(f"The safe zone grows from {turn_title(FIRST_GROWTH)} on.", "36.D.1.c.3")
    if move.player_turn is not Side.ALLIED or move.phase is not Step.INITIAL:
        yield Refusal("It grows at the start of a Soviet initial phase.", "36.D.1.c.3")


@procedure(
    "baltic-border",
    system=SYSTEM,
    rule="36.D.1.c",
    title="Move the border in the Baltic",
    roller=Roller.NOBODY,
    edition=EDITION,
    dice="none: it is seen on the map",
    why_not=why_not_moved,
)
def move_border(move: BorderMove) -> Play[Outcome[BorderMoved]]:
    """A fallen place moves it as the next Axis player turn begins (R-26); the rest holds at once."""
    yield from R26.look()
    yield from R64.look()
    fact, value = _change(move.event)
    holds = "from the next Axis player turn on" if move.event is Event.FALLS else "from now on"
    told = BorderMoved(move.event.label, holds, passed_over(move, next(_forbids_move(move), None)))
    row = fact.removesuffix(".value")
    effect: Effect = create(row, value=value) if fact in move.missing else Set(fact, value)
    return Outcome(told, (effect,))


def _change(event: Event) -> tuple[str, str | bool]:
    if event in GROWTHS:
        return GROWTHS[event], True
    return BORDER, (Border.FELL if event is Event.FALLS else Border.GONE).value


def border_after(border: str) -> str:
    """The border as a turn ends: one that fell becomes the safe zone (R-26), for the Axis moves first in the next."""
    return Border.SAFE_ZONE.value if border == Border.FELL else border
