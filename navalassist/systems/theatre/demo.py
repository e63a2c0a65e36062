"""The demo: who was there, as far as accounts tell, and where they are when the turn's orders are written.

The landing follows the sources, which were read as excerpts. A unit is two ships, or three small ones (PG.6.1). All
values are those of the types (`places/types.toml`); pools, ports of the day and squares are made up (R-219).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from navalassist.engine import Create
from navalassist.engine.duties import Moment
from navalassist.systems.theatre import places
from navalassist.systems.theatre.state.fleets import SHEET, AirUnit, Group, Pool, Type, Unit
from navalassist.systems.theatre.state.orders import Troop
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import AirType, GroupKind, Nation, Side, UnitType


@dataclass(frozen=True)
class Crew:
    """A naval unit of the scene. port, group: their keys, '' for no group; nation: where it is not its side's."""

    key: str
    name: str
    type: UnitType
    port: str
    group: str = ""
    nation: Nation | None = None


@dataclass(frozen=True)
class Scene:
    """A demo. sources: what speaks for what is historical; made_up: what is not; nations: whose navy each side has."""

    name: str
    slug: str
    about: str
    moment: Moment
    sources: tuple[str, ...]
    made_up: str
    nations: dict[Side, Nation]
    crews: dict[Side, tuple[Crew, ...]]
    others: tuple[Group | AirUnit | Troop | Pool, ...]

    def units(self, side: Side) -> Iterator[Unit]:
        """The naval units of a side, with the values of their types."""
        types = {row.key: row for row in places.rows() if isinstance(row, Type)}
        for crew in self.crews[side]:
            nation, type_ = crew.nation or self.nations[side], types[crew.type.value]
            values = {name: getattr(type_, name) for name in (*SHEET, "air")}
            yield Unit(
                key=crew.key, side=side, name=crew.name, nation=nation, type=crew.type, experience=nation.training,
                place=Port.row_of(crew.port), group=crew.group, **values,
            )  # fmt: skip

    def secret(self, side: Side) -> Iterator[Create]:
        """What a side keeps to itself: its units, groups, aircraft, ground units and transports."""
        yield from (unit.made() for unit in self.units(side))
        yield from (one.made() for one in self.others if one.side is side)


JAPAN, USA = Nation.JAPAN, Nation.USA
AXIS, ALLIED = Side.AXIS, Side.ALLIED
LANDING_FORCE = ("1st Formosa Infantry", "2nd Formosa Infantry", "47th Infantry", "48th Mountain Artillery")


def _group(key: str, number: int, side: Side, kind: GroupKind, port: str, **more: Any) -> Group:
    """A group in port."""
    nation = JAPAN if side is AXIS else USA
    return Group(key=key, side=side, number=number, kind=kind, nation=nation, place=Port.row_of(port), **more)


def _air(key: str, side: Side, name: str, base: str, type_: AirType, **values: Any) -> AirUnit:
    """An air unit at a port, or on a carrier."""
    nation = JAPAN if side is AXIS else USA
    return AirUnit(
        key=key, side=side, name=name, nation=nation, type=type_, base=base, experience=nation.training, **values
    )


LINGAYEN = Scene(
    name="Lingayen, December 1941",
    slug="lingayen-1941",
    about="Invasion of Luzon, Dec 41: orders from Formosa to Lingayen Gulf",
    moment=Moment("1941-12", AXIS.value, "orders"),
    sources=(
        "Wikipedia, Japanese invasion of Lingayen Gulf (excerpt): three convoys, the 48th Division from Formosa",
        "philippinediaryproject.com, 22 December 1941 (excerpt): the landing; few of the submarines attacked",
    ),
    made_up="All values, transports, aircraft; which ships are one unit, and in which port each lies. No source was "
    "read for the names of ships. The Asiatic Fleet's cruisers had gone south by then.",
    nations={AXIS: JAPAN, ALLIED: USA},
    crews={
        AXIS: (
            Crew("naka", "Naka and Natori", UnitType.CL, "taipei", "a1"),
            Crew("asagumo", "Asagumo and Minegumo", UnitType.DD, "taipei", "a1"),
            Crew("murasame", "Murasame and Yudachi", UnitType.DD, "taipei", "a1"),
            Crew("kongo", "Kongo and Haruna", UnitType.BC, "mako", "a2"),
            Crew("ashigara", "Ashigara and Maya", UnitType.CA, "mako", "a2"),
            Crew("kuma", "Kuma", UnitType.CL, "mako"),
            Crew("hatakaze", "Hatakaze and Matsukaze", UnitType.DD, "mako"),
            Crew("ryujo", "Ryujo", UnitType.CV, "palau", "a3"),
            Crew("shiokaze", "Shiokaze", UnitType.DD, "palau", "a3"),
            Crew("nachi", "Nachi and Haguro", UnitType.CA, "palau"),
            Crew("kasuga", "Kasuga Maru", UnitType.CVE, "palau"),
            Crew("katori", "Katori", UnitType.CC, "mako"),
            Crew("shimushu", "Shimushu and others", UnitType.DE, "mako"),
            Crew("midgets", "Midget submarines", UnitType.SSC, "takao"),
            Crew("aikoku", "Aikoku Maru and Hokoku Maru", UnitType.RAIDER, "kure"),
        ),
        ALLIED: (
            *(
                Crew(f"boats-{n}", f"Submarines {n}", UnitType.SS, "manila", "u1" if n <= 8 else "")
                for n in range(1, 11)
            ),
            Crew("houston", "Houston", UnitType.CA, "manila"),
            Crew("boise", "Boise and Marblehead", UnitType.CL, "balikpapan"),
            Crew("peary", "Peary and Pillsbury", UnitType.DD, "manila"),
            Crew("paul-jones", "Paul Jones and Barker", UnitType.DD, "balikpapan"),
            Crew("yorktown", "Yorktown", UnitType.CV, "panama"),
            Crew("emerald", "Emerald and Enterprise", UnitType.CL, "suez", nation=Nation.BRITAIN),
            Crew("grozny", "Grozny and Gromky", UnitType.DD, "murmansk", nation=Nation.RUSSIA),
        ),
    },
    others=(
        _group("a1", 1, AXIS, GroupKind.TASK_FORCE, "taipei", name="Escort of the convoys"),
        _group("a2", 2, AXIS, GroupKind.TASK_FORCE, "mako", name="Cover"),
        _group("a3", 3, AXIS, GroupKind.TASK_FORCE, "palau", name="Carrier"),
        _group("u1", 1, ALLIED, GroupKind.FLOTILLA, "manila"),
        Pool(key="japan-indian", side=AXIS, name="Japan, Indian Ocean", nation=JAPAN, water="indian", transports=14),
        Pool(key="japan-pacific", side=AXIS, name="Japan, Pacific", nation=JAPAN, water="pacific", transports=22),
        Pool(key="usa-indian", side=ALLIED, name="USA, Indian Ocean", nation=USA, water="indian", transports=3),
        Pool(key="usa-pacific", side=ALLIED, name="USA, Pacific", nation=USA, water="pacific", transports=12),
        *(
            Troop(key=f"troop-{n}", side=AXIS, name=name, nation=JAPAN, division="48th", place=Port.row_of("taipei"))
            for n, name in enumerate(LANDING_FORCE, start=1)
        ),
        Troop(key="snlf", side=AXIS, name="1st Kure SNLF", nation=JAPAN, special=True, place=Port.row_of("taipei")),
        _air("kate", AXIS, "Ryujo's aircraft", Unit.row_of("ryujo"), AirType.BOMBER, search=3, range=3),
        _air("takao-bombers", AXIS, "Bombers at Takao", Port.row_of("takao"), AirType.BOMBER, search=3, range=5),
        _air("b-17", ALLIED, "B-17", Port.row_of("manila"), AirType.BOMBER, search=3, range=4),
        _air("pby", ALLIED, "PBY", Port.row_of("manila"), AirType.BOMBER, asw=True, search=4, range=5),
        _air("p-40", ALLIED, "P-40", Port.row_of("manila"), AirType.FIGHTER, search=1, range=2),
    ),
)
