"""Ship sheets: a side's own ships by task force and port, and the sheet of each, to look at and to print."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from navalassist.desk.at import At
from navalassist.desk.cards import set_by
from navalassist.desk.rows import row_or_gone
from navalassist.engine.reader import View
from navalassist.play.write.roster_edits import HOUSE, PRINTED, origin_of
from navalassist.systems.supermarina.combat import Battle, Combatant, Stage
from navalassist.systems.supermarina.forces import force_title
from navalassist.systems.supermarina.pages.boxes import Row, gun_rows, marked, plain_boxes
from navalassist.systems.supermarina.repairs import Repair
from navalassist.systems.supermarina.state import DUE, PLACE_WORDS, SUNK, Force, Port, Ship, Side, gun_boxes
from navalassist.systems.supermarina.templates import SHIPS

# What a sheet holds beside the name, as it is printed.
PRINTS = ("protection", "primary", "intermediate", "secondary", "flotation", "torpedoes", "fuel", "aa")
HAPPENS = ("gun_hits", "flotation_hits", "torpedoes_used", "fuel_used", "ammunition")


def force_key(place: str) -> str:
    """The key of a task force, from `force:axis-1`; '' for another place."""
    kind, _, key = place.partition(":")
    return key if kind == Force.KIND else ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A ship with its hit record sheet.

    guns: classes of guns that it has, each a row; next_hits: the boxes that gun hits take next, in words; stands_in:
    nobody has typed its values; battle: the key of the battle that it is in, '' for none.
    """

    ship: Ship
    where: str
    guns: tuple[Row, ...]
    floats: Row
    torpedoes: Row
    fuel: Row
    next_hits: str
    stands_in: bool
    battle: str
    repairs: tuple[Repair, ...]

    @property
    def force(self) -> str:
        """The key of the task force in which it sails; '' for another place."""
        return force_key(self.ship.place)

    @property
    def rows(self) -> tuple[Row, ...]:
        """Guns, flotation, torpedoes."""
        return (*self.guns, self.floats, *([self.torpedoes] if self.ship.torpedoes else []))

    @property
    def hits(self) -> str:
        """`2 G, 1 F`; '' for none."""
        counts = ((self.ship.gun_hits, "G"), (self.ship.flotation_hits, "F"))
        return ", ".join(f"{count} {letter}" for count, letter in counts if count)

    @property
    def torpedoes_left(self) -> int:
        """Torpedo boxes that are not used."""
        return max(0, self.ship.torpedoes - self.ship.torpedoes_used)

    @property
    def fuel_left(self) -> int:
        """Fuel boxes that are not used: one a segment at sea."""
        return max(0, self.ship.fuel - self.ship.fuel_used)


@dataclass(frozen=True, slots=True)
class Berth:
    """A task force, a port or another place, with the ships of a side there."""

    side: Side
    place: str
    name: str
    about: str
    ships: tuple[Sheet, ...]

    @property
    def force(self) -> str:
        """The key of the task force; '' for another place."""
        return force_key(self.place)

    @property
    def prints(self) -> bool:
        """True where there are several sheets to print together."""
        return len(self.ships) > 1 and self.place not in PLACE_WORDS


def stands_in(view: View, ship: Ship) -> bool:
    """True where the values are those of its type, or marked so: nobody has typed its sheet (R-120)."""
    origin = origin_of(view.values, ship)
    if origin in (PRINTED, HOUSE):
        return False
    usual = {name: SHIPS[ship.type].get(name, Ship.model_fields[name].default) for name in PRINTS}
    return bool(origin) or all(getattr(ship, name) == value for name, value in usual.items())


def force_name(view: View, place: str) -> str:
    """`task force 1` under the sign of its side; other places as everywhere."""
    force = view.find(Force, force_key(place))
    return f"task force {force.number}" if force else place_words(view, place)


def place_words(view: View, place: str) -> str:
    """`Axis task force 1`, `Malta`, `sunk`"""
    kind, _, key = place.partition(":")
    if kind == Force.KIND and (force := view.find(Force, key)):
        return force_title(force)
    return PLACE_WORDS.get(place) or view.name(place)


def battle_of(view: View, ship: Ship) -> str:
    """The key of the battle that a ship is in; '' for none."""
    keys = [one.battle for one in view.rows(Combatant, of=ship.row)]
    going = (view.find(Battle, key) for key in keys)
    return next((battle.key for battle in going if battle and battle.stage is not Stage.ENDED), "")


def sheet_of(view: View, ship: Ship) -> Sheet:
    """A ship as its own side sees it."""
    left = gun_boxes(ship)[ship.gun_hits : ship.gun_hits + 2]
    return Sheet(
        ship=ship,
        where=place_words(view, ship.place),
        guns=tuple(gun_rows(ship, ship.gun_hits)),
        floats=Row("flotation", marked(ship.flotation, ship.flotation_hits, ship.flotation_hits)),
        torpedoes=Row("torpedoes", plain_boxes(ship.torpedoes, ship.torpedoes_used, ship.torpedoes_used)),
        fuel=Row("fuel", plain_boxes(ship.fuel, ship.fuel_used, ship.fuel_used)),
        next_hits=", then ".join(f"{guns.label} {box}" for guns, box in left),
        stands_in=stands_in(view, ship),
        battle=battle_of(view, ship),
        repairs=view.rows(Repair, ship=ship.key),
    )


def berths(view: View) -> Iterator[Berth]:
    """All ships that the viewer sees, by side: task forces, ports, not in play, sunk."""
    ships = view.rows(Ship)
    forces = {force.row: f"hex {force.hex}" if force.hex else "" for force in view.rows(Force)}
    ports = {port.row: "in port" for port in view.rows(Port)}
    for side in Side:
        for place, about in {**forces, **ports, DUE: "", SUNK: ""}.items():
            here = [ship for ship in ships if ship.side is side and ship.place == place]
            if here:
                name = force_name(view, place)
                yield Berth(side, place, name, about, tuple(sheet_of(view, ship) for ship in here))


def ships(here: At) -> dict[str, Any]:
    """The ships that the viewer sees, by task force and port."""
    return {"berths": list(berths(here.rows))}


def lying_with(view: View, ship: Ship) -> list[Ship]:
    """The ships of its side that lie where a ship lies, itself among them."""
    return [one for one in view.rows(Ship, side=ship.side) if one.place == ship.place]


def ship(here: At, key: str) -> dict[str, Any]:
    """The sheet of one ship; Gone for one that the viewer does not see, as for a key that there is not."""
    found = row_or_gone(here, Ship, key)
    return {
        "ship": found,
        "sheets": [sheet_of(here.rows, found)],
        "set_by": set_by(here, [found.fact(name) for name in HAPPENS]),
        "beside": len(lying_with(here.rows, found)) > 1 and found.place not in PLACE_WORDS,
    }


def together(here: At, key: str) -> dict[str, Any]:
    """The sheets of all ships that lie where this one lies, a page of paper each."""
    found = row_or_gone(here, Ship, key)
    sheets = [sheet_of(here.rows, one) for one in lying_with(here.rows, found)]
    return {"ship": found, "sheets": sheets, "together": True}
