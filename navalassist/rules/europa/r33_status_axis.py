"""Naval status for Axis shipping, zone by zone: 33.B and table 2."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from navalassist.engine import Play, Term
from navalassist.rules.europa.items import Leg
from navalassist.rules.europa.r33_status import (
    AXIS_ZONES,
    Barred,
    NotSubject,
    Status,
    StatusLine,
    added,
    first_that_holds,
    malta_terms,
    subject,
)
from navalassist.rules.europa.rulings_status import R03, R05, R06, R07, R08, R09, R11, R48
from navalassist.rules.europa.words import EXTENT_WORDS, Declared, Zone
from navalassist.rules.europa.world import (
    CRETE_PORTS,
    CYPRUS_PORTS,
    MALTA_NUMBER,
    SOUTH_AEGEAN_DECLARED,
    SOUTH_AEGEAN_HITS,
    VALLETTA,
    World,
    condition,
    ever_allied,
    owner_of,
    owners_of,
)

SUEZ = condition("suez-canal")
WESTERN_PORTS = ("gibraltar", "oran", "algiers")
AEGEAN_PORTS = ("athens", "thessalonika")
RED_SEA_TWO = ("aden", "port-sudan")
CRETE = (*owners_of(CRETE_PORTS), condition("crete-airbase-allied"))
EASTERN_COUNT = ("alexandria", "haifa", *CYPRUS_PORTS)
RULE = "33.B.10"


def baltic(world: World, leg: Leg) -> Play[Status]:
    """4 at war with the USSR, 1 before, +3 within 3 hexes of a Soviet naval base (R-03)."""
    war, key = world.yes("at-war-with-ussr"), (condition("at-war-with-ussr"),)
    base = yield from first_that_holds(
        AXIS_ZONES,
        (
            StatusLine("baltic/at-war-with-ussr", "At war with the USSR", RULE, war, key),
            StatusLine("baltic/before-war-with-ussr", "Not yet at war with the USSR", RULE, not war, key),
        ),
    )
    text = "A Soviet naval base lies within 3 hexes"
    near = yield from added(
        AXIS_ZONES, StatusLine("baltic/near-soviet-base", text, RULE, leg.near_soviet_base, ruling=R03.number)
    )
    return subject(*base, near)


def norwegian_sea(world: World, leg: Leg) -> Play[Status]:
    """10 after an Allied pre-emptive strike, 4 after an Axis one, 8 otherwise."""
    strike, key = world.choice("norway-preemptive"), (condition("norway-preemptive"),)
    terms = yield from first_that_holds(
        AXIS_ZONES,
        (
            StatusLine(
                "norwegian-sea/allied-strike", "Allied pre-emptive strike", RULE, strike == "allied", key, R11.number
            ),
            StatusLine("norwegian-sea/axis-strike", "Axis pre-emptive strike", RULE, strike == "axis", key, R11.number),
            StatusLine("norwegian-sea/regular", "No pre-emptive strike", RULE, True, key),
        ),
    )
    return subject(*terms)


def denmark_sea(world: World, leg: Leg) -> Play[Status]:
    """1 with Axis control of both Lower Norway and Denmark, else 4."""
    keys = (condition("axis-holds-lower-norway"), condition("axis-holds-denmark"))
    both = world.yes("axis-holds-lower-norway") and world.yes("axis-holds-denmark")
    terms = yield from first_that_holds(
        AXIS_ZONES,
        (
            StatusLine("denmark-sea/axis-control", "The Axis controls Lower Norway and Denmark", RULE, both, keys),
            StatusLine("denmark-sea/regular", "The Axis does not control both", RULE, True, keys),
        ),
    )
    return subject(*terms)


def north_sea(world: World, leg: Leg) -> Play[Status]:
    """4 with all major and great English ports there in Axis hands, 7 with some, else 10."""
    ports, key = world.choice("english-north-sea-ports"), (condition("english-north-sea-ports"),)
    every, some = "The Axis owns all large English ports there", "The Axis owns some large English ports there"
    terms = yield from first_that_holds(
        AXIS_ZONES,
        (
            StatusLine("north-sea/all-english-ports-axis", every, RULE, ports == "all", key, R11.number),
            StatusLine("north-sea/some-english-ports-axis", some, RULE, ports == "some", key, R11.number),
            StatusLine("north-sea/regular", "The Axis owns no large English port there", RULE, True, key),
        ),
    )
    return subject(*terms)


def english_channel(world: World, leg: Leg) -> Play[Status]:
    """3 with all major and great English ports there in Axis hands, 8 with Axis air superiority, else 13."""
    ports, air = condition("english-channel-ports"), condition("channel-air-superiority")
    all_axis = world.choice("english-channel-ports") == "all"
    axis_air = world.choice("channel-air-superiority") == "axis"
    every = "The Axis owns all large English ports there"
    terms = yield from first_that_holds(
        AXIS_ZONES,
        (
            StatusLine("english-channel/all-english-ports-axis", every, RULE, all_axis, (ports,), R11.number),
            StatusLine("english-channel/axis-air", "Axis air superiority", RULE, axis_air, (air,), R11.number),
            StatusLine("english-channel/regular", "Neither of these", RULE, True, (ports, air)),
        ),
    )
    return subject(*terms)


def french_atlantic(world: World, leg: Leg) -> Play[Status]:
    """4, and 3 more once France has surrendered."""
    regular = StatusLine("french-atlantic/regular", "Always", RULE, True)
    base = yield from first_that_holds(AXIS_ZONES, (regular,))
    fell = world.yes("france-surrendered")
    line = StatusLine(
        "french-atlantic/france-surrendered",
        "France has surrendered",
        RULE,
        fell,
        (condition("france-surrendered"),),
    )
    more = yield from added(AXIS_ZONES, line)
    return subject(*base, more)


def western_med(world: World, leg: Leg) -> Play[Status]:
    """12 if Gibraltar, Oran or Algiers is Allied, else 1 (33.B.3.a)."""
    held, keys = world.count_allied(WESTERN_PORTS) > 0, owners_of(WESTERN_PORTS)
    some, none = "The Allies own Gibraltar, Oran or Algiers", "None of the three is Allied-owned"
    terms = yield from first_that_holds(
        AXIS_ZONES,
        (
            StatusLine("western-med/allied-port-held", some, "33.B.3.a", held, keys),
            StatusLine("western-med/no-allied-port", none, "33.B.3.a", not held, keys),
        ),
    )
    return subject(*terms)


def central_med(world: World, leg: Leg) -> Play[Status]:
    """Malta's number (33.B.1.a). The short route belongs to the check of cargo (R-20)."""
    terms = yield from malta_terms(world)
    return subject(*terms)


def tyrrhenian(world: World, leg: Leg) -> Play[Status]:
    """Not subject (33.B.4.a)."""
    yield from ()
    return NotSubject("Axis shipping is not interfered with in the Tyrrhenian Sea.", "33.B.4.a")


def adriatic(world: World, leg: Leg) -> Play[Status]:
    """Status 0 for the part of a voyage in the Adriatic (33.B.5.a)."""
    line = StatusLine("adriatic/regular", "In the Adriatic", "33.B.5.a", True)
    terms = yield from first_that_holds(AXIS_ZONES, (line,))
    return subject(*terms)


def crete_is_allied(world: World) -> bool:
    """A port or an airbase on Crete is Allied-owned (table 2)."""
    return world.count_allied(CRETE_PORTS) > 0 or world.yes("crete-airbase-allied")


def eastern_lines(world: World) -> tuple[StatusLine, ...]:
    """How many of Alexandria, Haifa and all Cyprus are Allied-owned: 12, 10, 7, 1 (33.B.2.a)."""
    cyprus = world.count_allied(CYPRUS_PORTS) == len(CYPRUS_PORTS)
    count = world.count_allied(("alexandria", "haifa")) + cyprus
    keys = owners_of(EASTERN_COUNT)
    rows = (("three", 3, "All three of"), ("two", 2, "Two of"), ("one", 1, "One of"), ("none", 0, "None of"))
    return tuple(
        StatusLine(
            f"eastern-med/{row}-allied",
            f"{words} Alexandria, Haifa and all Cyprus Allied-owned",
            "33.B.2.a",
            count == number,
            keys,
            R06.number,
        )
        for row, number, words in rows
    )


def eastern_base(world: World) -> Play[tuple[Term, ...]]:
    """15 with an Allied port or airbase on Crete, 1 with Suez closed, else by the count (33.B.2.a)."""
    suez = StatusLine(
        "eastern-med/suez-closed", "The Suez Canal is closed", RULE, world.suez_closed, (SUEZ,), R06.number
    )
    text = "The Allies own a port or airbase on Crete"
    crete = StatusLine("eastern-med/crete-port-allied", text, RULE, crete_is_allied(world), CRETE, R05.number)
    order = yield from R06.look()
    before = (suez, crete) if order == "suez" else (crete, suez)
    return (yield from first_that_holds(AXIS_ZONES, (*before, *eastern_lines(world))))


def eastern_med(world: World, leg: Leg) -> Play[Status]:
    """The base, and -5 while the South Aegean zone is in force (33.B.7)."""
    base = yield from eastern_base(world)
    declared = world.text(SOUTH_AEGEAN_DECLARED) != Declared.NOT
    text = "The South Aegean interdiction zone is in force"
    zone = StatusLine("eastern-med/interdiction-zone", text, "33.B.7", declared, (SOUTH_AEGEAN_DECLARED,), R11.number)
    less = yield from added(AXIS_ZONES, zone)
    return subject(*base, less)


def aegean_base(world: World) -> Play[tuple[Term, ...]]:
    """12 with Athens and Thessalonika Allied, 1 with one of them; a closed Suez Canal holds it at 1 (33.B.6.a)."""
    keys, count = owners_of(AEGEAN_PORTS), world.count_allied(AEGEAN_PORTS)
    both = StatusLine(
        "aegean/both-ports-allied", "Athens and Thessalonika are Allied-owned", "33.B.6.a", count == 2, keys
    )
    one = StatusLine(
        "aegean/one-port-allied", "One of Athens and Thessalonika is Allied-owned", "33.B.6.a", count == 1, keys
    )
    order, neither = (yield from R08.look()), (yield from R07.look())
    capped = world.suez_closed and (order == "first-match" or count > 0)
    suez = StatusLine("aegean/suez-closed", "The Suez Canal is closed", RULE, capped, (SUEZ,), R08.number)
    row = "aegean/neither-port-allied" if neither == "0" else "aegean/neither-port-as-one"
    none = StatusLine(row, "Neither Athens nor Thessalonika is Allied-owned", "33.B.6.a", count == 0, keys, R07.number)
    lines = (suez, both, one, none) if order == "cap" else (both, one, suez, none)
    return (yield from first_that_holds(AXIS_ZONES, lines))


def aegean(world: World, leg: Leg) -> Play[Status]:
    """33.B.6.a"""
    terms = yield from aegean_base(world)
    return subject(*terms)


def south_aegean(world: World, leg: Leg) -> Play[Status]:
    """12 less one for each bombing hit, while the zone is declared (33.B.7, R-09)."""
    if world.text(SOUTH_AEGEAN_DECLARED) == Declared.NOT:
        return zone_not_declared()
    text = f"The Allied interdiction zone: {EXTENT_WORDS[Declared(world.text(SOUTH_AEGEAN_DECLARED))]}"
    line = StatusLine("aegean/interdiction-zone", text, "33.B.7", True, (SOUTH_AEGEAN_DECLARED,), R09.number)
    base = yield from first_that_holds(AXIS_ZONES, (line,))
    hits = world.number(SOUTH_AEGEAN_HITS)
    each = yield from AXIS_ZONES.look(row="aegean/bombing-hit", column="result")
    words = f"Bombing hits on the zone this turn: {hits}"
    bombed = StatusLine("aegean/bombing-hit", words, "33.B.7", hits > 0, (SOUTH_AEGEAN_HITS,), R09.number)
    return subject(*base, bombed.term(each * hits, hits > 0))


def red_sea(world: World, leg: Leg) -> Play[Status]:
    """12 with Aden and Port Sudan Allied, 7 with one, 1 with none (33.B.8.a)."""
    keys, count = owners_of(RED_SEA_TWO), world.count_allied(RED_SEA_TWO)
    rule = "33.B.8.a"
    terms = yield from first_that_holds(
        AXIS_ZONES,
        (
            StatusLine("red-sea/both-ports-allied", "The Allies own Aden and Port Sudan", rule, count == 2, keys),
            StatusLine("red-sea/one-port-allied", "One of Aden and Port Sudan is Allied-owned", rule, count == 1, keys),
            StatusLine("red-sea/neither-port-allied", "Neither of the two is Allied-owned", rule, count == 0, keys),
        ),
    )
    return subject(*terms)


def zone_not_declared() -> NotSubject:
    """While nobody has declared the zone its water is part of the Aegean."""
    return NotSubject("The interdiction zone is not declared: its waters belong to the Aegean.", "33.B.7")


def bar(zone: Zone, world: World) -> Barred | None:
    """Where Axis shipping may not sail at all: 33.B.2.a, 33.B.8.a, 33.B.9.a."""
    if zone is Zone.EASTERN_MED and (crete := world.choice("crete-hexes")) != "all-axis":
        reason = "Axis shipping may not sail here unless every hex of Crete is Axis-owned."
        short = "Crete is Allied" if crete == "all-allied" else "Crete is shared"
        return Barred(reason, "33.B.2.a", R05.number, short)
    if zone is Zone.RED_SEA and world.flag(ever_allied("massaua")):
        reason = "Axis shipping may not sail here once the Allies have owned Massaua."
        return Barred(reason, "33.B.8.a", R48.number, "Massaua fell")
    if zone in (Zone.INDIAN_OCEAN, Zone.PERSIAN_GULF):
        return Barred("Axis shipping may not sail here.", "33.B.9.a")
    return None


ZoneStatus = Callable[[World, Leg], Play[Status]]
STATUS: Mapping[Zone, ZoneStatus] = {
    Zone.BALTIC: baltic,
    Zone.NORWEGIAN_SEA: norwegian_sea,
    Zone.DENMARK_SEA: denmark_sea,
    Zone.NORTH_SEA: north_sea,
    Zone.ENGLISH_CHANNEL: english_channel,
    Zone.FRENCH_ATLANTIC: french_atlantic,
    Zone.WESTERN_MED: western_med,
    Zone.CENTRAL_MED: central_med,
    Zone.TYRRHENIAN: tyrrhenian,
    Zone.ADRIATIC: adriatic,
    Zone.EASTERN_MED: eastern_med,
    Zone.AEGEAN: aegean,
    Zone.SOUTH_AEGEAN: south_aegean,
    Zone.RED_SEA: red_sea,
}
NEEDED: Mapping[Zone, tuple[str, ...]] = {
    Zone.BALTIC: (condition("at-war-with-ussr"),),
    Zone.NORWEGIAN_SEA: (condition("norway-preemptive"),),
    Zone.DENMARK_SEA: (condition("axis-holds-lower-norway"), condition("axis-holds-denmark")),
    Zone.NORTH_SEA: (condition("english-north-sea-ports"),),
    Zone.ENGLISH_CHANNEL: (condition("english-channel-ports"), condition("channel-air-superiority")),
    Zone.FRENCH_ATLANTIC: (condition("france-surrendered"),),
    Zone.WESTERN_MED: owners_of(WESTERN_PORTS),
    Zone.CENTRAL_MED: (MALTA_NUMBER, owner_of(VALLETTA)),
    Zone.EASTERN_MED: (condition("crete-hexes"), SUEZ, *CRETE, *owners_of(EASTERN_COUNT), SOUTH_AEGEAN_DECLARED),
    Zone.AEGEAN: (*owners_of(AEGEAN_PORTS), SUEZ),
    Zone.SOUTH_AEGEAN: (SOUTH_AEGEAN_DECLARED, SOUTH_AEGEAN_HITS),
    Zone.RED_SEA: (*owners_of(RED_SEA_TWO), ever_allied("massaua")),
}
