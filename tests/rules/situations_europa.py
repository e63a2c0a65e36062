"""Random situations of rules 33 and 36, as plain data."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.rules.europa.accounts import Account
from navalassist.rules.europa.danger_zones import DangerPort, Exerts, Waters
from navalassist.rules.europa.mines import AtSea
from navalassist.rules.europa.naval_units import NavalUnit
from navalassist.rules.europa.r36_fuel import Fuelling
from navalassist.rules.europa.r36_gibraltar import OWNER, TAKEN
from navalassist.rules.europa.r36_naval_move import CANAL
from navalassist.rules.europa.r36_postings import What
from navalassist.rules.europa.stores import Stock
from navalassist.rules.europa.words import Owner, Side, Zone
from tests.rules.situations import Data, Random, checked, few, halves, maybe, plain, reasons

sides, zones, owners = (st.sampled_from(list(kind)) for kind in (Side, Zone, Owner))
turns = st.sampled_from(["1941-03-1", "1942-01-2", "1943-12-2"])
points = st.integers(1, 6)
hexes = st.sampled_from(["18A:0407", "24A:2110", "26:3310"])


# Naval units, groups, ledgers


@st.composite
def units(draw: st.DrawFn, key: str = "u1") -> Data:
    """A naval unit that is afloat."""
    strength = draw(st.integers(1, 8))
    reverse = draw(st.integers(0, strength - 1))
    flipped = reverse > 0 and draw(st.booleans())
    hits = st.integers(0, (reverse if flipped else strength) - 1)
    afloat = {"strength": strength, "reverse": reverse, "flipped": flipped, "hits": hits, "sunk": False}
    return draw(plain(NavalUnit, key=key, name=key.upper(), **afloat))


def fleets(most: int) -> st.SearchStrategy[list[Data]]:
    """Units with keys of their own."""
    return st.integers(1, most).flatmap(lambda count: st.tuples(*(units(f"u{n}") for n in range(count)))).map(list)


def accounts(what: str = "nrp", low: int = -4, high: int = 20) -> Random:
    """An account of one kind."""
    organisation = "RAF" if what == "arp" else ""
    return plain(Account, what=what, organisation=organisation, balance=maybe(halves(low, high)), sweeping=halves(0, 6))


def belts(least: int = 0) -> Random:
    """Mines in a hex."""
    return st.fixed_dictionaries({"side": sides, "hex": hexes, "points": st.integers(least, 9)})


def stocks(port: str, base: st.SearchStrategy[int]) -> Random:
    """SPs that are kept count of."""
    row = f"roster:axis/{port}/sp"
    return plain(Stock, row=row, base=base.map(str), free=st.integers(0, 40).map(str))


moved = st.lists(st.fixed_dictionaries({"mps": points, "night": st.booleans(), "to": hexes}), max_size=3)
groups = plain(AtSea, key="g", place=hexes.map("hex:{}".format), began="port:valletta", strip=moved, turn="1941-03-1")


# 36.B, 36.C: captured ports and mines


@st.composite
def captured_ports(draw: st.DrawFn) -> Data:
    """A port with ships in it, some of them in a group."""
    ships = draw(fleets(3))
    keys = [ship["key"] for ship in ships]
    grouped = draw(st.integers(0, len(keys)))
    there = {"units": ships, "refit": st.lists(st.sampled_from(keys), max_size=1), "res": few, "hex": hexes}
    return draw(plain("ships-scuttled", port="naples", groups=[["g", keys[:grouped]]] if grouped else [], **there))


enemy_belts = st.lists(
    st.fixed_dictionaries(
        {
            "belt": belts(1),
            "own_coast": st.sampled_from(["", "Valletta"]),
            "near": st.sampled_from(["", "Licata, 4 hexes"]),
            "unknown": st.sampled_from(["", "Bari"]),
            "far": st.booleans(),
        }
    ),
    max_size=3,
    unique_by=lambda found: (found["belt"]["side"], found["belt"]["hex"]),
)
aboard = {"unit": "u1", "carried": few, "points": points}
MINES = {
    "mine-damage": plain("mine-damage", group="g", hex=hexes, mines=few, units=fleets(4), checked=checked),
    "mines-loaded": plain("mines-loaded", **aboard, cost=halves(0, 6), account=accounts()),
    "mines-laid": plain("mines-laid", **aboard, group=groups, belt=belts()),
    "mines-laid-by-air": plain("mines-laid-by-air", points=points, belt=belts()),
    "mines-swept": plain("mines-swept", unit=units(), others=few, group=groups, belt=belts(), points=st.integers(0, 3)),
    "mines-swept-at-start": plain("mines-swept-at-start", belts=enemy_belts),
    "mines-swept-in-zone": plain("mines-swept-in-zone", belt=belts(), coast_defence=few, account=accounts()),
    "ships-scuttled": captured_ports(),
    "scuttled-on-canal": plain(
        "scuttled-on-canal", group="g", place=st.sampled_from(["canal:kiel", "hex:18A:0407"]), units=fleets(3)
    ),
}


# 36.F, 36.G: gunfire, carriers, repairs, ferries, seas and points


def carriers(slug: str, **more: Any) -> Random:
    """A carrier group that comes or goes."""
    place = st.sampled_from(["off", "port:gibraltar", "group:g", "sunk", "withdrawn"])
    aircraft = st.lists(st.sampled_from(["Martlet", "Swordfish"]), max_size=3)
    return plain(slug, unit=units(), place=place, turn=turns, due=maybe(turns), aircraft=aircraft, **more)


@st.composite
def postings(draw: st.DrawFn, slug: str) -> Data:
    """Points of any kind."""
    what, more = draw(st.sampled_from(list(What))), {}
    if what.is_stored:
        more = {"stock": stocks("naples", st.integers(-9, 40)), "port": "Naples"}
    elif what is not What.VP:
        more = {"account": accounts(what.value)}
    if slug == "points-spent":
        more["carrier"] = st.sampled_from(["", "Ark Royal"])
    given = {"points": st.integers(1, 9).map(str), "reason": reasons, "vps": st.integers(-9, 9)}
    return draw(plain(slug, what=what, **given, **more))


supports = st.lists(st.tuples(st.sampled_from(["1941", "1943"]), few), max_size=2, unique_by=lambda used: used[0])
LEDGERS = {
    "gunfire-support": plain(
        "gunfire-support",
        unit=units(),
        nation=st.sampled_from(["", "soviet"]),
        turn=turns,
        used=supports,
        group=maybe(groups),
        place=st.sampled_from(["", "port:valletta", "hex:18A:0407", "off", "withdrawn"]),
    ),
    "carrier-arrives": carriers("carrier-arrives", to=st.sampled_from(["port:malta", "group:g"])),
    "carrier-withdraws": carriers(
        "carrier-withdraws",
        aborted=few,
        eliminated=few,
        air_units=st.sampled_from([(), (("f1", "Martlet"),)]),
        last_of=st.sampled_from(["", "g"]),
        nrps=accounts(),
        arps=maybe(accounts("arp")),
    ),
    "naval-repair": plain("naval-repair", unit=units(), hits=points, cost=halves(0, 6), account=accounts()),
    "points-received": postings("points-received"),
    "points-spent": postings("points-spent"),
    "ferry-set": plain(
        "ferry-set",
        unit=units(),
        at="18A:0407",
        across=st.sampled_from(["18A:0408", "18A:0410"]),
        serves=st.sampled_from(["", "18A:0407 and 18A:0408, sea"]),
    ),
    "sea-state": plain("sea-state", turn=turns, kept=st.sampled_from(["", "rough"])),
}


# 36.A, 36.E: naval groups that move, are found, or fire

MAR_I = "1941-03-1/axis"
ROW = {"key": "s1", "number": 3, "legs": [{"zone": "central-med", "stops": True}], "destination": "tripoli"}
spent = st.fixed_dictionaries(
    {"mps": st.integers(1, 12), "night": st.booleans(), "to": st.just("") | hexes},
    optional={"began": st.just("port:taranto"), "inshore": st.booleans()},
)
far = st.integers(0, 30)
stretches = st.fixed_dictionaries(
    {"start": st.just("Naples"), "end": st.just("18A:0206"), "mps": far, "least": far, "exact": st.booleans()}
)
places = hexes.map("hex:{}".format) | st.sampled_from(["port:taranto", CANAL])
gates = st.fixed_dictionaries({OWNER: owners}, optional={TAKEN: st.just(MAR_I)})
paid = st.sampled_from(["", f"{MAR_I} 5", f"{MAR_I} 1 steps", f"{MAR_I} 2", "1941-02-2/axis 5"])
tanks = st.lists(st.tuples(paid, st.booleans()), max_size=3).map(
    lambda kept: [
        {"key": f"u{n}", "name": f"TF {n}", "kept": was, "this_step": now} for n, (was, now) in enumerate(kept)
    ]
)
oil = maybe(stocks("taranto", st.just(6)))
group = {"key": "g", "name": "Group"}
MOVES = {
    "naval-move": plain(
        "naval-move",
        **group,
        units=fleets(3),
        turn="1941-03-1",
        place=places,
        began=places,
        strip=st.lists(spent, max_size=4),
        moves=st.lists(spent, min_size=1, max_size=4),
        to=places,
        stretches=st.lists(stretches, max_size=2),
        enemy_port=st.sampled_from(["", "Tripoli"]),
        facts=gates,
        canal=st.fixed_dictionaries({"ports": st.booleans(), "banks": st.booleans()}),
        mines=st.lists(st.fixed_dictionaries({"hex": hexes, "points": st.integers(1, 9)}), max_size=2),
        fuel=plain(
            Fuelling, player_turn=MAR_I, tanks=tanks, port=st.sampled_from(["", "Taranto"]), sp_stock=oil, srp_stock=oil
        ),
        turned_back=st.lists(st.just("Zara"), max_size=1),
        entered=st.sampled_from([[], ["mark:entered/u0/central-med"]]),
        unfriendly=st.lists(st.just("Licata"), max_size=1),
        zones=st.lists(zones, max_size=3),
        allowance=maybe(st.integers(1, 40)),
        rows=st.sampled_from([[], [ROW]]),
        prey=st.sampled_from(["", "Barges"]),
    ),
    "way-hexes": plain(
        "way-hexes",
        group="g",
        strip=st.lists(spent, max_size=4),
        since=st.integers(0, 2),
        hexes=st.lists(hexes, max_size=3),
        stretches=st.lists(stretches, max_size=2),
        moved=st.lists(stretches, max_size=2),
    ),
    "naval-found": plain("naval-found", **group, strip=st.lists(spent, max_size=3)),
    "naval-gunfire": plain(
        "naval-gunfire", strength=st.integers(1, 60), turn=st.sampled_from(["1941-03-1", "1944-07-1"])
    ),
}


# 36.D, 36.H: danger zones and supply lines

bounds = st.tuples(few, maybe(st.integers(0, 9))).map(
    lambda pair: (pair[0], None if pair[1] is None else pair[0] + pair[1])
)
ports_near = bounds.flatmap(
    lambda found: plain(
        DangerPort,
        key="naples",
        name="Naples",
        low=found[0],
        high=found[1],
        silent=st.sampled_from(["", "", "collateral damage"]),
    )
)
waters = plain(
    Waters,
    hex=st.sampled_from(["18A:0407", "26:3310", "1B:0715", "16A:0606"]),
    zone=maybe(zones | st.just(Zone.BALTIC)),
    ports=st.lists(ports_near, max_size=4),
    kronshtadt=bounds,
    hango=maybe(st.just("1B:0115")),
)
names = st.lists(st.sampled_from(["Riga", "Tallinn"]), max_size=2)
conditions = [f"condition:{key}.value" for key in ("baltic-border", "safe-zone-east", "safe-zone-north")]
exerted = st.sampled_from(list(Exerts))
way_hexes = st.lists(
    st.builds(lambda place, whose: {"hex": str(Hex("18A", 4, place)), "exerts": whose}, st.integers(1, 9), exerted),
    max_size=4,
)


@st.composite
def paths(draw: st.DrawFn) -> Data:
    """A way down one line of a sheet."""
    way = [str(Hex("18A", 4, place)) for place in range(1, draw(st.integers(2, 9)))]
    guard = {"name": st.just("Force H"), "hex": st.sampled_from(["18A:0405", "26:4929"]), "far": st.booleans()}
    return draw(
        plain(
            "supply-path",
            way=[{"hex": here, "exerts": draw(exerted)} for here in way],
            night=maybe(st.sampled_from(way)),
            guards=st.lists(st.fixed_dictionaries(guard), max_size=2),
        )
    )


DANGER = {
    "danger-contact": plain(
        "danger-contact",
        group="g",
        name="Group",
        units=fleets(2),
        waters=waters,
        safe=checked,
        checked=checked,
        moves=st.integers(0, 9),
        noticed=st.sampled_from([[], ["any"], ["central-med", "any"]]),
    ),
    "danger-ports": plain(
        "danger-ports", port="naples", name="Naples", damaged=st.sampled_from(["", "never", "player-turn"])
    ),
    "baltic-border": plain(
        "baltic-border",
        turn=st.sampled_from(["1941-09-1", "1943-01-1"]),
        against=names,
        doubtful=names,
        missing=st.sampled_from([[], conditions]),
    ),
    "supply-path": paths(),
}


SITUATIONS: Mapping[str, Random] = {**MINES, **LEDGERS, **MOVES, **DANGER}
