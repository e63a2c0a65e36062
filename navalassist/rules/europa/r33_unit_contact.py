"""33.D and 33.E for the naval units of a group: each is checked for itself in a sea zone (33.A, R-54, R-57).

Cargo is checked with its transports on the board; here a counter of transports is one that sails empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from pydantic import Field, model_validator

from navalassist.engine import (
    Effect,
    Facts,
    Figure,
    Odds,
    Outcome,
    Play,
    Refusal,
    Roller,
    Set,
    procedure,
)
from navalassist.engine.shapes import Frozen, Key, Words
from navalassist.rules.europa.fates import Fate
from navalassist.rules.europa.gone import Marks, row_gone
from navalassist.rules.europa.items import Item, Leg, PortPlace
from navalassist.rules.europa.mines import mark
from navalassist.rules.europa.naval_units import NavalUnit, UnitKind, damage
from navalassist.rules.europa.r33_anti_shipping import (
    EDITION,
    EDITION_3,
    SHELTERED,
    SYSTEM,
    checked_mark,
    fate_of,
)
from navalassist.rules.europa.r33_legality import refusal_of_leg
from navalassist.rules.europa.r33_naval_status import Barred, check_zone_facts
from navalassist.rules.europa.r33_ships import back_mark, is_only_eliminated
from navalassist.rules.europa.sailing import EXAMPLE, FACTS, Sailing, Turn
from navalassist.rules.europa.words import CargoKind, ShipmentState, Side, Step, TransportKind

AT_SEA = PortPlace(key="at-sea", name="the sea")
SLUG = "unit-contact"
# Submarine groups and river flotillas are naval units of which the rule says nothing else.
KINDS = {UnitKind.TASK_FORCE: CargoKind.TASK_FORCE, UnitKind.CARRIER: CargoKind.CARRIER}


class UnitSailing(Frozen):
    """A naval unit in a sea zone that it has entered or put to sea in, or where it begins the exploitation step."""

    side: Side = Field(description="Whose it is.")
    unit: NavalUnit = Field(description="The naval unit, as it stands.")
    code_c_fighter: bool = Field(default=False, description="A carrier with a code C fighter aboard (33.D).")
    convoy: bool = Field(default=False, description="Units that are no transports sail in its group (33.D).")
    nation: Words = Field(default="", description="Its nation, such as soviet; only the Allied Baltic asks.")
    group: Key | Literal[""] = Field(
        default="", description="Key of the naval group in which it sails; empty once it lies in port by itself."
    )
    alone: bool = Field(default=False, description="No other unit sails with it.")
    marks: Marks = Field(default=(), description="The marks on the group, which go with it.")
    home: PortPlace | None = Field(
        default=None, description="The port to which it is turned back; left out where nobody knows."
    )
    leg: Leg = Field(description="The zone, and what the players see at the map.")
    turn: Turn = Field(description="The turn, such as 1941-03-1 for Mar I 41.")
    player_turn: Side = Field(description="Whose player turn it is.")
    phase: Step = Field(description="The step.")
    already_checked: Words = Field(
        default="", description="The entry that checked this unit in this zone in this phase; empty if none did."
    )
    already_back: bool = Field(default=False, description="It was turned back before in this player turn.")
    tapped_by: Side | Literal[""] = Field(
        default="",
        description="Who taps for the enemy's dice where the enemy may not see the unit (R-56); else the enemy does.",
    )
    aboard: Words = Field(default="", description="The row of the board as which it sails; empty for none.")
    facts: Facts = Field(description=FACTS, examples=[EXAMPLE])

    @model_validator(mode="after")
    def _fits(self) -> Self:
        check_zone_facts(self.side, self.leg.zone, self.facts)
        return self

    @property
    def sailing(self) -> Sailing:
        """As what the unit is checked: an item of its own, which stays at sea (R-54)."""
        return Sailing(
            side=self.side,
            item=self._item,
            leg=self.leg.model_copy(update={"stops": True}),
            turn=self.turn,
            player_turn=self.player_turn,
            phase=self.phase,
            already_checked=self.already_checked,
            facts=self.facts,
        )

    @property
    def _item(self) -> Item:
        """Counters of transports as empty ones, of so many transports as they have strength left (36.I)."""
        kind, empty = self.unit.kind, self.unit.kind.is_transport
        port = self.home or AT_SEA
        return Item(
            key=self.unit.key,
            kind=CargoKind.EMPTY if empty else KINDS.get(kind, CargoKind.WARSHIP),
            label=self.unit.name,
            transports=TransportKind(kind.value) if empty else TransportKind.NONE,
            transport_count=self.unit.current if empty else 0,
            alone=not self.convoy,
            code_c_fighter=self.code_c_fighter and kind is UnitKind.CARRIER,
            nation=self.nation,
            origin=port,
            destination=port,
        )


@dataclass(frozen=True, slots=True)
class UnitFate:
    """What the check did to the unit. contact: None where none was due, and then why."""

    why: str
    rule: str
    unit: str
    contact: bool | None
    column: int | None = None
    hits: int = 0
    left: int = 0
    turned_back: str = ""


def why_not(sailing: UnitSailing) -> Refusal | None:
    """In a naval step, by a unit that is afloat, in a zone that is open to it. It may be reacting to an enemy."""
    if not sailing.unit.current:
        return Refusal(f"{sailing.unit.name} is sunk.", "33.A")
    if not sailing.phase.is_naval:
        return Refusal("Naval units are checked in the naval movement and naval exploitation steps.", "33.A")
    if sailing.aboard:
        return Refusal(f"{sailing.unit.name} is {sailing.aboard} of the board: it is checked there.", "33.A.4")
    # Of naval units only task forces, warships and carriers get no shelter of the coast (36.A.1).
    open_sea = {"protected": sailing.leg.protected and sailing.unit.kind.is_combat}
    found = sailing.sailing
    return refusal_of_leg(found.item, sailing.side, sailing.leg.model_copy(update=open_sea), sailing.facts)


def figures(odds: Odds[UnitFate]) -> tuple[Figure, ...]:
    """The chance of contact, of being turned back, and the hits to be expected."""
    return (
        Figure("contact", "Contact", odds.chance(lambda fate: fate.contact is True)),
        Figure("turned-back", "Turned back", odds.chance(lambda fate: bool(fate.turned_back))),
        Figure("hits", "Expected hits", odds.expect(lambda fate: fate.hits), "hits"),
    )


@procedure(
    SLUG,
    system=SYSTEM,
    rule="33.D",
    title="Check a naval unit for anti-shipping contact",
    roller=Roller.ENEMY,
    edition=EDITION_3,
    earlier=(EDITION,),
    dice="2d6 for contact, then 1d6 for its effect",
    why_not=why_not,
    figures=figures,
)
def check_unit(sailing: UnitSailing) -> Play[Outcome[UnitFate]]:
    """Two dice in the column of the final naval status; a contact is settled on the Shipping Results Table.

    33.A.4  once a unit, zone and phase           36.A.1.d  none in protected inshore waters
    33.E    R, ½E and E turn it back to its port of origin; after R and ½E it moves no more in this player turn
    """
    if sailing.leg.protected:
        return Outcome(_unchecked(sailing, SHELTERED.reason, SHELTERED.rule))
    fate = yield from fate_of(sailing.sailing)
    if isinstance(fate, Barred):
        return Outcome(_unchecked(sailing, fate.reason, fate.rule))
    if fate.contact is None:
        return Outcome(_unchecked(sailing, fate.why, fate.rule))
    hits = fate.transports_lost if sailing.unit.kind.is_transport else fate.hits
    told = UnitFate(
        "",
        "",
        sailing.unit.name,
        fate.contact,
        fate.column,
        hits,
        sailing.unit.damaged(hits).current,
        _back(sailing, fate, hits),
    )
    checked = checked_mark(sailing.sailing, f"task-force:{sailing.unit.key}")
    return Outcome(told, (checked, *_effects(sailing, told, is_only_eliminated(fate))))


def _unchecked(sailing: UnitSailing, why: str, rule: str) -> UnitFate:
    """No dice: it sails on."""
    return UnitFate(why, rule, sailing.unit.name, None, left=sailing.unit.current)


def _back(sailing: UnitSailing, fate: Fate, hits: int) -> str:
    """Where the unit goes, if it is turned back and there is still something of it."""
    back = fate.state is ShipmentState.RETURNED or fate.transports_returned > 0
    if not back or not sailing.unit.damaged(hits).current:
        return ""
    return f"to {sailing.home.name}" if sailing.home else "to its port of origin: bring it there by hand"


def _effects(sailing: UnitSailing, fate: UnitFate, only_eliminated: bool) -> tuple[Effect, ...]:
    """Hits; where it lies and that it moves no more, if it is turned back; the group goes with its last unit."""
    unit, found = sailing.unit, list(damage(sailing.unit, fate.hits) if fate.hits else ())
    home = sailing.home if fate.turned_back else None
    if home:
        found.append(Set(f"task-force:{unit.key}.place", f"port:{home.key}"))
    if fate.turned_back and not only_eliminated and not sailing.already_back:
        # After R and ½E it moves no more in this player turn; after E it may (33.E).
        found.append(mark(back_mark(unit.key), f"task-force:{unit.key}"))
    if sailing.group and sailing.alone and (home or not fate.left):
        found += row_gone(f"group:{sailing.group}", sailing.marks)
    return tuple(found)
