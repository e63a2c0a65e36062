"""The demos: who sailed, as far as accounts tell, and where they are when play begins.

Names of ships and who sailed with whom follow the sources of each scene, which were read as excerpts. All values of
ships are those of their types (`templates`), each merchant ship is one transport point, and hexes are worked out from
the places of history (R-120): a group that owns the box enters its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from navalassist.engine import Create
from navalassist.engine.duties import Moment
from navalassist.systems.supermarina.aircraft import AirSize, AirUnit
from navalassist.systems.supermarina.combat import Battle, Light, Range, Stage
from navalassist.systems.supermarina.fighting import combatants
from navalassist.systems.supermarina.marks import fought_mark, mark
from navalassist.systems.supermarina.state import (
    DUE,
    CargoKind,
    Force,
    Lot,
    Mission,
    Nation,
    Port,
    SearchSite,
    Ship,
    ShipType,
    Side,
    Transport,
)
from navalassist.systems.supermarina.templates import SHIPS


@dataclass(frozen=True)
class Crew:
    """A ship of a scene. place: the key of its force or port; more: what is not as its template has it."""

    key: str
    name: str
    nation: Nation
    type: ShipType
    place: str
    mission: Mission = Mission.SEA_CONTROL
    arrives: str = ""
    aircraft: int = 0
    flotation_hits: int = 0


@dataclass(frozen=True)
class Cargo:
    """A transport of a scene with what it carries: name, kind and REs of its lot."""

    key: str
    name: str
    number: int
    place: str
    lot: str
    kind: CargoKind
    shared: str = ""


@dataclass(frozen=True)
class Scene:
    """A demo. sources: what speaks for what is historical; made_up: what is not."""

    name: str
    slug: str
    about: str
    moment: Moment
    sources: tuple[str, ...]
    made_up: str
    forces: tuple[Force, ...]
    ships: dict[Side, tuple[Crew, ...]]
    transports: dict[Side, tuple[Cargo, ...]] = field(default_factory=dict)
    airbases: tuple[SearchSite, ...] = ()
    air_units: tuple[AirUnit, ...] = ()
    battle: Battle | None = None

    def seen(self) -> Iterator[Create]:
        """What everybody sees: the markers, and a battle that has begun."""
        yield from (force.made() for force in self.forces)
        if self.battle:
            yield self.battle.made()
            engaging = (self.ship(one, self.battle.side) for one in self.ships[self.battle.side])
            yield from (one.made() for one in combatants(self.battle.key, engaging))
            yield from (mark(fought_mark(force.key), force, self.moment.step) for force in self.forces)

    def place(self, key: str) -> str:
        """The row of a force or a port, or that it is not in play."""
        if key == DUE:
            return key
        return Force.row_of(key) if any(force.key == key for force in self.forces) else Port.row_of(key)

    def ship(self, crew: Crew, side: Side) -> Ship:
        """A ship of the scene, with the values of its type."""
        told: dict[str, object] = {"name": crew.name, "nation": crew.nation, "type": crew.type, "mission": crew.mission}
        told |= {"arrives": crew.arrives, "aircraft": crew.aircraft}
        told |= {"flotation_hits": crew.flotation_hits}
        return Ship(key=crew.key, side=side, place=self.place(crew.place), **told, **SHIPS[crew.type])

    def secret(self, side: Side) -> Iterator[Create]:
        """What a side keeps to itself: its ships, airbases, air units, transports and their cargo."""
        for ship in self.ships.get(side, ()):
            yield self.ship(ship, side).made()
        yield from (one.made() for one in self.airbases if one.side is side)
        yield from (one.made() for one in self.air_units if one.side is side)
        for lot in dict.fromkeys((one.shared or one.key, one.lot, one.kind) for one in self.transports.get(side, ())):
            key, name, kind = lot
            share = [one for one in self.transports[side] if (one.shared or one.key) == key]
            yield Lot.new(key, side=side, name=name, kind=kind, res=len(share))
        for one in self.transports.get(side, ()):
            yield Transport.new(
                one.key, side=side, name=one.name, number=one.number, place=self.place(one.place),
                cargo=one.shared or one.key,
            )  # fmt: skip


ITALIAN, GERMAN, BRITISH = Nation.ITALIAN, Nation.GERMAN, Nation.BRITISH
DD, CL, CA = ShipType.DD, ShipType.CL, ShipType.CA

TARIGO = Scene(
    name="Tarigo, April 1941",
    slug="tarigo-1941",
    about="Tarigo convoy, Apr I 41: a night battle",
    moment=Moment("1941-04-1", "allied", "nas-7/own-combat"),
    sources=(
        "Wikipedia, Battle of the Tarigo Convoy (excerpt)",
        "codenames.info on the convoy: escort, sailing on the evening of 13 April, sighted by a Maryland (excerpt)",
    ),
    made_up="Values of ships, manifests, numbers of task forces and the hex; one merchant ship is one transport.",
    forces=(
        Force(key="axis-1", side=Side.AXIS, number=1, hex="25A:4123"),
        Force(key="allied-1", side=Side.ALLIED, number=1, hex="25A:4123"),
    ),
    ships={
        Side.AXIS: (
            Crew("luca-tarigo", "Luca Tarigo", ITALIAN, DD, "axis-1", Mission.ESCORT),
            Crew("lampo", "Lampo", ITALIAN, DD, "axis-1", Mission.ESCORT),
            Crew("baleno", "Baleno", ITALIAN, DD, "axis-1", Mission.ESCORT),
            Crew("mtb-14", "MTB-14", ITALIAN, ShipType.MTB, DUE, arrives="1941-04-1"),
        ),
        Side.ALLIED: (
            Crew("jervis", "Jervis", BRITISH, DD, "allied-1"),
            Crew("janus", "Janus", BRITISH, DD, "allied-1"),
            Crew("mohawk", "Mohawk", BRITISH, DD, "allied-1"),
            Crew("nubian", "Nubian", BRITISH, DD, "allied-1"),
        ),
    },
    transports={
        Side.AXIS: (
            Cargo("adana", "Adana", 1, "axis-1", "motor transport", CargoKind.SUPPLIES),
            Cargo("arta", "Arta", 2, "axis-1", "tanks", CargoKind.MOTORISED, shared="tanks"),
            Cargo("aegina", "Aegina", 3, "axis-1", "tanks", CargoKind.MOTORISED, shared="tanks"),
            Cargo("iserlohn", "Iserlohn", 4, "axis-1", "ammunition", CargoKind.SUPPLIES),
            Cargo("sabaudia", "Sabaudia", 5, "axis-1", "more ammunition", CargoKind.SUPPLIES),
        ),
    },
    battle=Battle(
        key="1", number=1, name="off Kerkennah", side=Side.ALLIED,
        force="allied-1", against="axis-1", hex="25A:4123", light=Light.NIGHT,
        range=Range.INTERMEDIATE, stage=Stage.ANSWER,
    ),
)  # fmt: skip

ARK_ROYAL = Ship.row_of("ark-royal")

DUISBURG = Scene(
    name="Duisburg, November 1941",
    slug="duisburg-1941",
    about="Duisburg convoy, Nov I 41: an evening",
    moment=Moment("1941-11-1", "axis", "nas-4/own-movement"),
    sources=(
        "comandosupremo.com, The loss of the Duisburg convoy (excerpt): ships, escorts, cargo",
        "worldnavalships.com forum, thread 8745 (excerpt): order of the columns, 9 knots, names",
        "maritimequest.com, 9 November 2013 (excerpt): the Maryland of 69 Squadron, radar",
    ),
    made_up="Values of ships, manifests, numbers of task forces, hexes, Axis airbase; each merchant is one transport; "
    "how many hits Bolzano has. "
    "No source was read for Ark Royal, for Bolzano and the air units, but for 69 Squadron.",
    forces=(
        Force(key="axis-1", side=Side.AXIS, number=1, hex="18A:1602", began="18A:1602"),
        Force(key="axis-2", side=Side.AXIS, number=2, hex="18A:1801", began="18A:1801"),
    ),
    ships={
        Side.AXIS: (
            *(
                Crew(name.lower(), name, ITALIAN, DD, "axis-1", Mission.ESCORT)
                for name in ("Maestrale", "Grecale", "Libeccio", "Euro", "Fulmine", "Oriani")
            ),
            Crew("trieste", "Trieste", ITALIAN, CA, "axis-2"),
            Crew("trento", "Trento", ITALIAN, CA, "axis-2"),
            *(
                Crew(name.lower(), name, ITALIAN, DD, "axis-2")
                for name in ("Granatiere", "Fuciliere", "Bersagliere", "Alpino")
            ),
            Crew("bolzano", "Bolzano", ITALIAN, CA, "messina", flotation_hits=2),
        ),
        Side.ALLIED: (
            Crew("aurora", "Aurora", BRITISH, CL, "malta"),
            Crew("penelope", "Penelope", BRITISH, CL, "malta"),
            Crew("lance", "Lance", BRITISH, DD, "malta"),
            Crew("lively", "Lively", BRITISH, DD, "malta"),
            Crew("ark-royal", "Ark Royal", BRITISH, ShipType.CV, "gibraltar", aircraft=3),
        ),
    },
    transports={
        Side.AXIS: (
            Cargo("duisburg", "Duisburg", 1, "axis-1", "vehicles", CargoKind.MOTORISED, shared="vehicles"),
            Cargo("san-marco", "San Marco", 2, "axis-1", "vehicles", CargoKind.MOTORISED, shared="vehicles"),
            Cargo("maria", "Maria", 3, "axis-1", "ammunition", CargoKind.SUPPLIES),
            Cargo("sagitta", "Sagitta", 4, "axis-1", "stores", CargoKind.SUPPLIES),
            Cargo("rina-corrado", "Rina Corrado", 5, "axis-1", "replacements", CargoKind.REPLACEMENTS),
            Cargo("conte-di-misurata", "Conte di Misurata", 6, "axis-1", "fuel in drums", CargoKind.FUEL),
            Cargo("minatitlan", "Minatitlan", 7, "axis-1", "fuel", CargoKind.FUEL),
        ),
    },
    airbases=(
        SearchSite(key="malta", side=Side.ALLIED, name="Malta, 69 Squadron", hex="18A:0407"),
        SearchSite(key="syracuse", side=Side.AXIS, name="Syracuse, reconnaissance aircraft", hex="18A:0601"),
    ),
    air_units=(
        AirUnit(key="807", side=Side.ALLIED, name="807 Squadron", size=AirSize.FLIGHT, base=ARK_ROYAL, cooperates=True),
        AirUnit(key="812", side=Side.ALLIED, name="812 Squadron", size=AirSize.FLIGHT, base=ARK_ROYAL, cooperates=True),
        AirUnit(key="825", side=Side.ALLIED, name="825 Squadron", size=AirSize.FLIGHT),
        AirUnit(key="828", side=Side.ALLIED, name="828 Squadron", size=AirSize.FLIGHT),
        AirUnit(key="blenheims", side=Side.ALLIED, name="Blenheims", bombs=3, base="sm-port:malta"),
        AirUnit(key="bombers", side=Side.AXIS, name="Torpedo bombers", bombs=4, base="search-site:syracuse"),
    ),
)
