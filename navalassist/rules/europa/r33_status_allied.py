"""Naval status for Allied shipping, zone by zone: 33.B and table 3."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from navalassist.engine import Play, Term
from navalassist.rules.europa.clock import is_winter
from navalassist.rules.europa.items import Leg
from navalassist.rules.europa.r33_status import (
    ALLIED_ZONES,
    NotSubject,
    Status,
    StatusLine,
    added,
    first_that_holds,
    malta_strength,
    subject,
)
from navalassist.rules.europa.r33_status_axis import zone_not_declared
from navalassist.rules.europa.rulings_status import R04, R10, R11, R12, R48
from navalassist.rules.europa.words import Declared, Interference, Owner, PortKind, Zone
from navalassist.rules.europa.world import (
    EASTERN_MED_INTERFERENCE,
    ITALIAN_PORTS,
    MALTA_NUMBER,
    RED_SEA_INTERFERENCE,
    RED_SEA_PORTS,
    SOUTH_AEGEAN_DECLARED,
    TURN,
    VALLETTA,
    World,
    condition,
    facts_of,
    kind_of,
    owner_of,
    owners_of,
)

REACH = 15
RULE = "33.B.10"
SOVIET = "soviet"
AXIS_RED_SEA_PORTS = tuple(port for port in RED_SEA_PORTS if port != "massaua")
ITALY_FELL = condition("italy-surrendered")


def arctic(world: World, leg: Leg, nation: str) -> Play[Status]:
    """4 if the Allies control Upper Norway, else 7 in winter and 4 in other months."""
    winter, norway = is_winter(world.text(TURN)), world.yes("allied-hold-upper-norway")
    key, text = (condition("allied-hold-upper-norway"),), "The Allies control Upper Norway"
    terms = yield from first_that_holds(
        ALLIED_ZONES,
        (
            StatusLine("arctic/upper-norway-allied", text, RULE, norway, key, R11.number),
            StatusLine("arctic/winter", "Winter: December, January, February", RULE, winter, (TURN,)),
            StatusLine("arctic/other-months", "Any other month", RULE, True, (TURN,)),
        ),
    )
    return subject(*terms)


def baltic(world: World, leg: Leg, nation: str) -> Play[Status]:
    """3 for Soviet units, 7 if Sweden is Western Allied, else 9."""
    soviet = nation.strip().lower() == SOVIET
    sweden, key = world.choice("sweden") == "western-allied", (condition("sweden"),)
    terms = yield from first_that_holds(
        ALLIED_ZONES,
        (
            StatusLine(
                "baltic/soviet-unit",
                "A Soviet unit: its name on the board says Soviet",
                RULE,
                soviet,
                ruling=R11.number,
            ),
            StatusLine("baltic/sweden-allied", "Sweden is Western Allied", RULE, sweden, key),
            StatusLine("baltic/regular", "Neither of these", RULE, True, key),
        ),
    )
    return subject(*terms)


def norwegian_sea(world: World, leg: Leg, nation: str) -> Play[Status]:
    """7 with Norway Axis-owned, 1 after an Allied pre-emptive strike, else 4."""
    owned, key = world.yes("norway-axis-owned"), (condition("norway-axis-owned"),)
    strike, struck = world.choice("norway-preemptive") == "allied", (condition("norway-preemptive"),)
    terms = yield from first_that_holds(
        ALLIED_ZONES,
        (
            StatusLine("norwegian-sea/norway-axis", "Norway is Axis-owned", RULE, owned, key, R11.number),
            StatusLine("norwegian-sea/allied-strike", "Allied pre-emptive strike", RULE, strike, struck),
            StatusLine("norwegian-sea/no-allied-strike", "No Allied pre-emptive strike", RULE, True, struck),
        ),
    )
    return subject(*terms)


def denmark_sea(world: World, leg: Leg, nation: str) -> Play[Status]:
    """7 if Sweden is Western Allied, else 9."""
    sweden, key = world.choice("sweden") == "western-allied", (condition("sweden"),)
    terms = yield from first_that_holds(
        ALLIED_ZONES,
        (
            StatusLine("denmark-sea/sweden-allied", "Sweden is Western Allied", RULE, sweden, key),
            StatusLine("denmark-sea/regular", "Sweden is not Western Allied", RULE, True, key),
        ),
    )
    return subject(*terms)


def _english_waters(world: World, zone: Zone) -> Play[Status]:
    """3 if the Axis owns a major or great English port on the North Sea or the North Atlantic, else 1."""
    conditions = ("english-north-sea-ports", "english-atlantic-ports")
    owned = any(world.choice(key) != "none" for key in conditions)
    keys = tuple(condition(key) for key in conditions)
    text = "The Axis owns a large English port on either sea"
    terms = yield from first_that_holds(
        ALLIED_ZONES,
        (
            StatusLine(f"{zone}/english-port-axis", text, RULE, owned, keys),
            StatusLine(f"{zone}/regular", "The Axis owns none", RULE, True, keys),
        ),
    )
    return subject(*terms)


def north_sea(world: World, leg: Leg, nation: str) -> Play[Status]:
    """As the North Atlantic."""
    return _english_waters(world, Zone.NORTH_SEA)


def north_atlantic(world: World, leg: Leg, nation: str) -> Play[Status]:
    """As the North Sea."""
    return _english_waters(world, Zone.NORTH_ATLANTIC)


def english_channel(world: World, leg: Leg, nation: str) -> Play[Status]:
    """4 without a supplied Axis port, 6 while France fights on, else 9; +3 or -3 by air superiority (R-11)."""
    supplied, supply = world.yes("axis-channel-ports-in-supply"), condition("axis-channel-ports-in-supply")
    owned, fell = world.yes("france-axis-owned"), world.yes("france-surrendered")
    france = (condition("france-axis-owned"), condition("france-surrendered"))
    air, key = world.choice("channel-air-superiority"), (condition("channel-air-superiority"),)
    fights = "France has not surrendered"
    port = "No Axis port on the Channel can trace full supply"
    terms = yield from first_that_holds(
        ALLIED_ZONES,
        (
            StatusLine("english-channel/no-supplied-axis-port", port, RULE, not supplied, (supply,), R11.number),
            StatusLine("english-channel/france-not-surrendered", fights, RULE, not fell and not owned, france),
            StatusLine(
                "english-channel/france-axis", "France is in Axis hands, or was", RULE, True, france, R11.number
            ),
        ),
    )
    axis = yield from added(
        ALLIED_ZONES, StatusLine("english-channel/axis-air", "Axis air superiority", RULE, air == "axis", key)
    )
    allied = yield from added(
        ALLIED_ZONES,
        StatusLine("english-channel/allied-air", "Allied air superiority", RULE, air == "allied", key, R11.number),
    )
    return subject(*terms, axis, allied)


def _biscay(world: World, zone: Zone) -> Play[Status]:
    """6 if the Axis controls Spain, 4 if it controls France, else 1."""
    spain, france = world.choice("spain") == "axis", world.yes("france-axis-owned")
    keys = (condition("spain"), condition("france-axis-owned"))
    terms = yield from first_that_holds(
        ALLIED_ZONES,
        (
            StatusLine(f"{zone}/spain-axis", "The Axis controls Spain", RULE, spain, keys[:1], R11.number),
            StatusLine(f"{zone}/france-axis", "The Axis controls France", RULE, france, keys[1:], R11.number),
            StatusLine(f"{zone}/regular", "Neither of these", RULE, True, keys),
        ),
    )
    return subject(*terms)


def french_atlantic(world: World, leg: Leg, nation: str) -> Play[Status]:
    """As the Spanish Atlantic."""
    return _biscay(world, Zone.FRENCH_ATLANTIC)


def spanish_atlantic(world: World, leg: Leg, nation: str) -> Play[Status]:
    """As the French Atlantic."""
    return _biscay(world, Zone.SPANISH_ATLANTIC)


def african_atlantic(world: World, leg: Leg, nation: str) -> Play[Status]:
    """4 while Vichy France controls a colony on the Atlantic, else 1."""
    vichy, key = world.yes("vichy-atlantic-colony"), (condition("vichy-atlantic-colony"),)
    terms = yield from first_that_holds(
        ALLIED_ZONES,
        (
            StatusLine(
                "african-atlantic/vichy-colony", "Vichy France controls a colony on the Atlantic", RULE, vichy, key
            ),
            StatusLine("african-atlantic/regular", "Vichy France controls none", RULE, True, key),
        ),
    )
    return subject(*terms)


def _near_italy(world: World, leg: Leg, zone: Zone, rule: str) -> Play[Status]:
    """Within 15 hexes of a working Axis port in Italy or its islands: 4, 6 or 8 by Malta's number (33.B.1.b).

    Where no fact tells of any Italian port, one is taken to be there: the players read the distance off the map.
    """
    known = [port for port in ITALIAN_PORTS if world.knows(port)]
    working = [port for port in known if world.works_for_axis(port)]
    if known and not working:
        return NotSubject("The Axis has no working port in mainland Italy or the Italian islands.", rule)
    if leg.hexes is not None and leg.hexes > REACH:
        least = f"{leg.measured}: at least " if leg.measured else ""
        return NotSubject(f"{least}{leg.hexes} hexes from the nearest Axis port in Italy: more than {REACH}.", rule)
    strength = yield from malta_strength(world)
    keys = (MALTA_NUMBER, owner_of(VALLETTA))
    terms = yield from first_that_holds(
        ALLIED_ZONES,
        (
            StatusLine(
                f"{zone}/malta-12-or-more", "Malta's strength is 12 or more", rule, strength >= 12, keys, R04.number
            ),
            StatusLine(f"{zone}/malta-2-to-11", "Malta's strength is 2 to 11", rule, strength >= 2, keys, R04.number),
            StatusLine(f"{zone}/malta-1-or-less", "Malta's strength is 1 or less", rule, True, keys, R04.number),
        ),
    )
    typed = "not typed, so read as within reach" if leg.hexes is None else f"{leg.measured or 'typed'}: {leg.hexes}"
    within = Term(rule, f"Within {REACH} hexes of an Axis port in Italy ({typed})", 0, facts=owners_of(working[:1]))
    return subject(*terms, within)


def western_med(world: World, leg: Leg, nation: str) -> Play[Status]:
    """The 15-hex rule (33.B.3.b)."""
    return _near_italy(world, leg, Zone.WESTERN_MED, "33.B.3.b")


def central_med(world: World, leg: Leg, nation: str) -> Play[Status]:
    """The 15-hex rule (33.B.1.b)."""
    return _near_italy(world, leg, Zone.CENTRAL_MED, "33.B.1.b")


def _as_great_success(world: World, zone: Zone, rule: str) -> Play[Status]:
    """Major interference, 12, with nothing rolled and nothing scored (R-10)."""
    ends = yield from R10.look()
    fell = world.yes("italy-surrendered")
    if fell and ends == "until-surrender":
        return NotSubject("Italy has surrendered: no interference here any more.", rule, R10.number)
    line = StatusLine(f"{zone}/regular", "Major interference, always", rule, True, ruling=R10.number)
    terms = yield from first_that_holds(ALLIED_ZONES, (line,))
    warning = "Italy has surrendered; the book does not say that this ends"
    return subject(*terms, Term(rule, warning, 0, fell, R10.number, (ITALY_FELL,)))


def tyrrhenian(world: World, leg: Leg, nation: str) -> Play[Status]:
    """33.B.4.b"""
    return _as_great_success(world, Zone.TYRRHENIAN, "33.B.4.b")


def adriatic(world: World, leg: Leg, nation: str) -> Play[Status]:
    """33.B.5.b"""
    return _as_great_success(world, Zone.ADRIATIC, "33.B.5.b")


def _italian_fleet(world: World, zone: Zone, rule: str) -> Play[Status]:
    """0, 6 or 12 by the level that the Italian fleet reached this player turn; one level for both seas (R-38)."""
    level, key = world.text(EASTERN_MED_INTERFERENCE), (EASTERN_MED_INTERFERENCE,)
    terms = yield from first_that_holds(
        ALLIED_ZONES,
        (
            StatusLine(f"{zone}/major", "Major interference", rule, level == Interference.MAJOR, key),
            StatusLine(f"{zone}/partial", "Partial interference", rule, level == Interference.PARTIAL, key),
            StatusLine(f"{zone}/minor", "Only minor interference", rule, True, key),
        ),
    )
    return subject(*terms)


def eastern_med(world: World, leg: Leg, nation: str) -> Play[Status]:
    """33.B.2.b"""
    return _italian_fleet(world, Zone.EASTERN_MED, "33.B.2.b")


def aegean(world: World, leg: Leg, nation: str) -> Play[Status]:
    """33.B.7.a"""
    return _italian_fleet(world, Zone.AEGEAN, "33.B.7.a")


def south_aegean(world: World, leg: Leg, nation: str) -> Play[Status]:
    """The zone troubles the Axis only: Allied shipping there meets what the Aegean has (33.B.7.a)."""
    if world.text(SOUTH_AEGEAN_DECLARED) == Declared.NOT:
        return zone_not_declared()
    return (yield from aegean(world, leg, nation))


def red_sea(world: World, leg: Leg, nation: str) -> Play[Status]:
    """12 or 6 after a Great Success or a Success, else 4 with Massaua Axis, 1 with another Axis port (R-12)."""
    level, key = world.text(RED_SEA_INTERFERENCE), (RED_SEA_INTERFERENCE,)
    massaua = world.owned_by(Owner.AXIS, "massaua")
    other = any(
        world.owned_by(Owner.AXIS, port) and world.text(kind_of(port)) != PortKind.JETTY for port in AXIS_RED_SEA_PORTS
    )
    if level == Interference.MINOR and not massaua and not other:
        return NotSubject("The Axis owns no port on the Red Sea.", "33.B.8.b", R12.number)
    major, partial = level == Interference.MAJOR, level == Interference.PARTIAL
    keys = owners_of(AXIS_RED_SEA_PORTS)
    port = "The Axis owns another port on the Red Sea"
    terms = yield from first_that_holds(
        ALLIED_ZONES,
        (
            StatusLine("red-sea/major", "Major interference", "33.B.8.b", major, key, R12.number),
            StatusLine("red-sea/partial", "Partial interference", "33.B.8.b", partial, key, R12.number),
            StatusLine(
                "red-sea/massaua-axis", "Massaua is Axis-owned", RULE, massaua, (owner_of("massaua"),), R48.number
            ),
            StatusLine("red-sea/axis-port", port, RULE, other, keys, R12.number),
        ),
    )
    return subject(*terms)


def open_ocean(world: World, leg: Leg, nation: str) -> Play[Status]:
    """Not subject in the Indian Ocean and the Persian Gulf (33.B.9.b)."""
    yield from ()
    return NotSubject("Allied shipping is not interfered with here.", "33.B.9.b")


ZoneStatus = Callable[[World, Leg, str], Play[Status]]
STATUS: Mapping[Zone, ZoneStatus] = {
    Zone.ARCTIC: arctic,
    Zone.BALTIC: baltic,
    Zone.NORWEGIAN_SEA: norwegian_sea,
    Zone.DENMARK_SEA: denmark_sea,
    Zone.NORTH_SEA: north_sea,
    Zone.NORTH_ATLANTIC: north_atlantic,
    Zone.ENGLISH_CHANNEL: english_channel,
    Zone.FRENCH_ATLANTIC: french_atlantic,
    Zone.SPANISH_ATLANTIC: spanish_atlantic,
    Zone.AFRICAN_ATLANTIC: african_atlantic,
    Zone.WESTERN_MED: western_med,
    Zone.CENTRAL_MED: central_med,
    Zone.TYRRHENIAN: tyrrhenian,
    Zone.ADRIATIC: adriatic,
    Zone.EASTERN_MED: eastern_med,
    Zone.AEGEAN: aegean,
    Zone.SOUTH_AEGEAN: south_aegean,
    Zone.RED_SEA: red_sea,
    Zone.INDIAN_OCEAN: open_ocean,
    Zone.PERSIAN_GULF: open_ocean,
}
_ENGLISH = (condition("english-north-sea-ports"), condition("english-atlantic-ports"))
_BISCAY = (condition("spain"), condition("france-axis-owned"))
_MALTA = (MALTA_NUMBER, owner_of(VALLETTA))
_ITALY = tuple(key for port in ITALIAN_PORTS for key in facts_of(port))
NEEDED: Mapping[Zone, tuple[str, ...]] = {
    Zone.ARCTIC: (TURN, condition("allied-hold-upper-norway")),
    Zone.BALTIC: (condition("sweden"),),
    Zone.NORWEGIAN_SEA: (condition("norway-axis-owned"), condition("norway-preemptive")),
    Zone.DENMARK_SEA: (condition("sweden"),),
    Zone.NORTH_SEA: _ENGLISH,
    Zone.NORTH_ATLANTIC: _ENGLISH,
    Zone.ENGLISH_CHANNEL: (
        condition("axis-channel-ports-in-supply"),
        condition("france-axis-owned"),
        condition("france-surrendered"),
        condition("channel-air-superiority"),
    ),
    Zone.FRENCH_ATLANTIC: _BISCAY,
    Zone.SPANISH_ATLANTIC: _BISCAY,
    Zone.AFRICAN_ATLANTIC: (condition("vichy-atlantic-colony"),),
    Zone.WESTERN_MED: _MALTA,
    Zone.CENTRAL_MED: _MALTA,
    Zone.TYRRHENIAN: (ITALY_FELL,),
    Zone.ADRIATIC: (ITALY_FELL,),
    Zone.EASTERN_MED: (EASTERN_MED_INTERFERENCE,),
    Zone.AEGEAN: (EASTERN_MED_INTERFERENCE,),
    Zone.SOUTH_AEGEAN: (SOUTH_AEGEAN_DECLARED, EASTERN_MED_INTERFERENCE),
    Zone.RED_SEA: (
        RED_SEA_INTERFERENCE,
        *owners_of(RED_SEA_PORTS),
        *(kind_of(port) for port in AXIS_RED_SEA_PORTS),
    ),
}
# Read where they are known.
OPTIONAL: Mapping[Zone, tuple[str, ...]] = {Zone.WESTERN_MED: _ITALY, Zone.CENTRAL_MED: _ITALY}
