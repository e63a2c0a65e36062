"""Random situations of shipping and of Malta, as plain data (33, 36.A.4)."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from navalassist.engine.facts import FactValue
from navalassist.rules.europa import r33_interference
from navalassist.rules.europa.items import Item, Leg, Ship
from navalassist.rules.europa.r33_naval_status import facts_needed
from navalassist.rules.europa.r33_south_aegean import NEEDED
from navalassist.rules.europa.r36_gibraltar import OWNER
from navalassist.rules.europa.words import CargoKind, TransportKind
from navalassist.rules.europa.world import TURN, WHOLE_NUMBERS, choices_of
from tests.rules.situations import Data, Random, checked, few, halves, maybe, plain
from tests.rules.situations_europa import accounts, hexes, sides, turns, units, waters, way_hexes, zones

amounts = st.integers(0, 15)


ports = st.sampled_from(["naples", "palermo", "tripoli", "tunis", "ajaccio", "gibraltar"]).map(
    lambda key: {"key": key, "groups": {"palermo": ["sicily"], "ajaccio": ["corsica"]}.get(key, [])}
)
res = halves(0, 10)


def fact(key: str) -> st.SearchStrategy[FactValue]:
    """Any value that a fact may have."""
    if key in WHOLE_NUMBERS:
        return st.integers(0, WHOLE_NUMBERS[key])
    if key == TURN:
        return turns
    choices = choices_of(key)
    return st.sampled_from(choices) if choices else st.booleans()


def facts(keys: tuple[str, ...]) -> st.SearchStrategy[dict[str, FactValue]]:
    """Facts for these keys."""
    return st.fixed_dictionaries({key: fact(key) for key in keys})


legs = plain(Leg, hexes=maybe(st.integers(0, 30)), air_for=few, air_against=few, status=maybe(st.integers(0, 15)))


@st.composite
def items(draw: st.DrawFn) -> Data:
    """Anything that may sail."""
    kind = draw(st.sampled_from(list(CargoKind)))
    carriers = [transport for transport in TransportKind if kind is not CargoKind.EMPTY or transport.is_transport]
    return draw(
        plain(
            Item,
            key="row-1",
            kind=kind,
            res=res,
            transports=st.sampled_from(carriers),
            transport_count=few,
            carries=st.sampled_from(["0.5", "1", "2", "3.5", "5"]),
            code_c_fighter=st.booleans() if kind is CargoKind.CARRIER else False,
            nation=st.sampled_from(["", "soviet", "italian"]),
            origin=ports,
            destination=ports,
            res_lost=res,
            res_returned=res,
            hits=few,
            finished_in=st.sampled_from(["", "1941-03-1/axis"]),
        )
    )


ships = plain(
    Ship,
    unit=units(),
    group=st.sampled_from(["g", ""]),
    marks=st.sampled_from([[], ["mark:found/g"]]),
    home=st.sampled_from(["naples", ""]),
    waits=st.sampled_from(["", "It sails with Zara."]),
)


@st.composite
def sailings(draw: st.DrawFn) -> Data:
    """A sailing."""
    side, leg, number = draw(sides), draw(legs), draw(st.integers(1, 3))
    way = {"leg_number": number, "legs": st.integers(number, 4)}
    known = facts(tuple(dict.fromkeys([OWNER, *facts_needed(side, leg["zone"])])))
    more = {"already_checked": checked, "ship": maybe(ships), **way}
    return draw(plain("cargo-contact", side=side, item=items(), leg=leg, turn=turns, facts=known, **more))


@st.composite
def ways(draw: st.DrawFn, slug: str, also: tuple[str, ...] = (), **more: Any) -> Data:
    """Something that goes through up to three zones."""
    side, way = draw(sides), draw(st.lists(legs, min_size=1, max_size=3))
    keys = dict.fromkeys([*also, *(key for leg in way for key in facts_needed(side, leg["zone"]))])
    return draw(plain(slug, side=side, facts=facts(tuple(keys)), **{"zones" if "way" in more else "legs": way}, **more))


@st.composite
def unit_sailings(draw: st.DrawFn) -> Data:
    """A naval unit of a group in a sea zone."""
    side, leg = draw(sides), draw(legs)
    return draw(
        plain(
            "unit-contact",
            side=side,
            unit=units(),
            nation=st.sampled_from(["", "soviet"]),
            group=st.sampled_from(["g", ""]),
            marks=st.sampled_from([[], ["mark:found/g"]]),
            home=maybe(ports),
            leg=leg,
            turn=turns,
            already_checked=checked,
            facts=facts(facts_needed(side, leg["zone"])),
        )
    )


air_units = st.fixed_dictionaries(
    {
        "name": st.just("Wellington"),
        "side": sides,
        "fighter": st.booleans(),
        "nature": st.sampled_from(["non-naval", "s", "v", "m"]),
        "tbf": res,
        "range": st.integers(0, 60),
        "place": st.sampled_from(["box", "naval-patrol", "naval-strike"]),
        "hexes_to_base": st.integers(0, 40),
    }
)
before = st.sampled_from(["1940-07-1", "1941-01-1", "1941-02-2"])
seas, results = (st.sampled_from(list(kind)) for kind in (r33_interference.Sea, r33_interference.Success))
past = st.fixed_dictionaries({"mark": st.just("mark:attempt/x"), "turn": before, "result": results})
attempts = seas.flatmap(
    lambda sea: plain(
        "italian-interference",
        sea=sea,
        turn=turns,
        tried=checked,
        history=st.lists(past, max_size=4),
        facts=facts(r33_interference.facts_needed(sea)),
    )
)
SHIPPING = {
    "cargo-contact": sailings(),
    "unit-contact": unit_sailings(),
    "row-mines": plain("row-mines", item=items(), row=3, hex=hexes, mines=few, checked=checked),
    "row-danger": plain("row-danger", item=items(), row=3, waters=waters, checked=checked),
    "voyage": ways("voyage", (OWNER,), item=items(), turn=turns, checked=st.lists(zones, max_size=2)),
    "supply-line": ways("supply-line", way=way_hexes, danger_slps=st.integers(0, 9)),
    "south-aegean-zone": plain("south-aegean-zone", extent=st.sampled_from(["tight", "loose"]), facts=facts(NEEDED)),
    "south-aegean-bombed": plain("south-aegean-bombed", hits_before=amounts, hits=amounts),
    "italian-interference": attempts,
    "italian-attempt-before": plain("italian-attempt-before", turn=before, now=turns),
    "half-eliminated-rps": plain("half-eliminated-rps", unit="Ariete", points=halves(1, 10)),
    "anti-shipping-air": plain("anti-shipping-air", units=st.lists(air_units, max_size=8)),
}
stores = {
    f"{what}_store": maybe(
        st.fixed_dictionaries({"row": st.just(f"roster:allied/valletta/{what}"), "base": maybe(res), "free": res})
    )
    for what in ("sp", "srp")
}
some, damage = st.integers(1, 15), maybe(amounts)
MALTA = {
    "malta-bombed": plain("malta-bombed", number=amounts, hits=amounts),
    "malta-repaired": plain("malta-repaired", number=amounts, points=some, in_hand=damage, damage=damage),
    "malta-points": plain("malta-points", points=some, in_hand=damage),
    "malta-converted": plain(
        "malta-converted",
        srp=st.integers(3, 6),
        at_once=st.integers(0, 3),
        nrp=amounts,
        in_hand=damage,
        nrp_before=amounts,
        account=maybe(accounts()),
        **stores,
    ),
    "malta-supplied": plain(
        "malta-supplied", number=amounts, sp=res, srp=st.integers(1, 9), hits=some, damage=damage, **stores
    ),
}

SITUATIONS: Mapping[str, Random] = {**SHIPPING, **MALTA}
