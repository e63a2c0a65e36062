"""Random situations of the Great War, as plain data: naval actions, raids, crossings, quarters, attrition phases."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from navalassist.systems.storm_of_steel.actions import NavalAction
from navalassist.systems.storm_of_steel.owed import Cause
from navalassist.systems.storm_of_steel.rules.attrition import LandUnit, NavalUnit, Shelter
from navalassist.systems.storm_of_steel.rules.bombardment import Coast as Target
from navalassist.systems.storm_of_steel.state import BOTH, Mission, Side, SquadronKind, Unit
from tests.rules.situations import Data, Random, maybe, plain, some_of

Several = st.SearchStrategy[list[Data]]
sides = st.sampled_from(list(Side))
nobody = st.sampled_from(["", *Side])
owners = st.sampled_from([*Side, "neutral"])
areas = st.sampled_from(["north-sea", "skagerrak", "baltic"])
some_areas = st.lists(areas, max_size=2)
air = st.integers(1, 5)
factors = st.integers(0, 9)
rating = maybe(factors)
morale, levels = maybe(st.integers(-20, 120)), maybe(st.integers(0, 130))
busy = st.sampled_from(["", "", "U 9 is elsewhere."])
turns = st.sampled_from(["1914-08", "1916-01", "1917-06", "1918-12"])


def keyed(units: Several, prefix: str) -> Several:
    """The same, with keys and names of their own."""
    return units.map(lambda found: [{**unit, "key": f"{prefix}{n}", "name": f"{n}"} for n, unit in enumerate(found)])


def squadrons(prefix: str, most: int = 12) -> Several:
    """Up to so many naval units of any kind."""
    one = plain(Unit, key="", name="", combat=factors, protection=factors, contact=factors)
    return keyed(st.lists(one, max_size=most), prefix)


def some(prefix: str) -> Several:
    """One naval unit or more."""
    return squadrons(prefix, 4).filter(bool)


# Naval actions, from the mission to the way home


def actions(**given: Any) -> Random:
    """A naval action at any stage, even one that play never comes to."""
    names = {"key": "3", "number": 3, "area": "north-sea", "area_name": "North Sea"}
    fleets = {"central": squadrons("c", 4), "allied": squadrons("a", 4), "target": st.sampled_from(["", "kiel"])}
    order, fired = st.sampled_from(["", BOTH, *Side]), st.lists(sides, max_size=2, unique=True)
    fight = {"attacker": nobody, "advantage": nobody, "order": order, "fired": fired}
    return plain(NavalAction, **{**names, **fleets, **fight, **given})


met = actions(central=some("c"), allied=some("a"))
movers = st.lists(
    st.fixed_dictionaries(
        {
            "row": st.sampled_from(["fleet:hsf", "fleet:scouts", "squadron:c1", "squadron:a1"]),
            "name": st.just("A force"),
            "place": st.sampled_from(["base:kiel", "area:north-sea", "area:skagerrak", "fleet:hsf"]),
            "came_from": st.sampled_from(["", "area:skagerrak"]),
            "duty": st.sampled_from(["", "convoy", "raiding"]),
        }
    ),
    max_size=3,
    unique_by=lambda mover: mover["row"],
)
harbours = st.fixed_dictionaries(
    {
        "key": st.just("kiel"),
        "name": st.just("Kiel"),
        "owner": owners,
        "kind": st.sampled_from(["naval-base", "port"]),
        "areas": st.lists(areas, max_size=3, unique=True),
    }
)
sought = st.fixed_dictionaries({"row": st.just("fleet:hsf"), "name": st.just("A fleet"), "areas": some_areas})
stays = st.lists(sides, max_size=2, unique=True)
going = {"action": actions(), "movers": movers, "base": harbours, "nearby": some_areas}


@st.composite
def losses(draw: st.DrawFn) -> Data:
    """Units that are named for a loss, legal or not; those of an action are in it."""
    side, action = draw(sides), draw(maybe(actions()))
    among = draw(squadrons("x", 4)) if action is None else action[side.value]
    owed = {"factors": st.integers(0, 24), "units": st.integers(0, 3), "cause": st.sampled_from(["a table", *Cause])}
    loss = st.fixed_dictionaries({"key": st.just("3-loss"), "side": st.just(side), "among": st.just(among), **owed})
    named = some_of(unit["key"] for unit in among)
    return draw(plain("gw-losses", side=side, owed=loss, named=named, action=action, busy=busy))


@st.composite
def re_basings(draw: st.DrawFn) -> Data:
    """A re-basing fleet that arrives, or sails on."""
    action = actions(mission=Mission.REBASING)
    to = {"base": harbours} if draw(st.booleans()) else {"to_area": areas, "to_area_name": "Some sea"}
    return draw(plain("gw-rebasing", action=action, movers=movers, neighbours=some_areas, **to))


ACTIONS = {
    "gw-combat": plain("gw-combat", side=nobody, action=actions()),
    "gw-contact": plain(
        "gw-contact", action=met, attacker_rating=rating, defender_rating=rating, attacker_air=air, defender_air=air
    ),
    "gw-decision": plain("gw-decision", action=actions()),
    "gw-fleets-stay": plain("gw-fleets-stay", action=actions(), stays=stays),
    # Both sides with units: it has no rating to compare otherwise.
    "gw-interception": plain("gw-interception", action=met, hunters=some("h"), sailing=movers, air=air, enemy_air=air),
    "gw-give-up": plain("gw-give-up", action=actions()),
    "gw-let-pass": plain("gw-let-pass", action=actions()),
    "gw-losses": losses(),
    "gw-mission": plain(
        "gw-mission",
        number=st.integers(1, 40),
        area=areas,
        area_name="Some sea",
        sailing=movers,
        squadrons=squadrons("c", 3),
        target=maybe(harbours),
        sought=st.lists(sought, max_size=2),
        enemy=squadrons("a", 3),
        busy=busy,
    ),
    "gw-rebasing": re_basings(),
    "gw-return": plain("gw-return", **going),
    "gw-withdrawal": plain("gw-withdrawal", **going, stays=stays),
}


# Bombardments, raids, crossings, quarters and attrition phases

mission = actions(central=[], allied=[], target="", attacker="", advantage="")


@st.composite
def bombardments(draw: st.DrawFn) -> Data:
    """A force of which some fire."""
    force, city = draw(squadrons("s", 16)), draw(st.booleans())
    devastated = st.booleans() if city else False
    target = plain(Target, key="yarmouth", name="", owner=owners, city=city, devastated=devastated)
    firing = some_of(unit["key"] for unit in force)
    return draw(
        plain(
            "gw-bombardment", target=target, force=force, firing=firing, morale=morale, action=maybe(mission), busy=busy
        )
    )


@st.composite
def crossings(draw: st.DrawFn) -> Data:
    """A contested sea zone, with some units of the holder named for an engagement."""
    defenders = draw(squadrons("d", 14))
    engaging = some_of(unit["key"] for unit in defenders if SquadronKind(unit["kind"]).fights_for_a_line)
    there = {"area": "channel", "defenders": defenders, "attackers": squadrons("a", 14), "engaging": engaging}
    more = {"busy": busy, "elsewhere": busy, "points": levels, "number": st.integers(1, 9)}
    return draw(plain("gw-contested", **there, **more))


land_units = plain(LandUnit, key="", name="", area_name=st.sampled_from(["", "India", "China", "Pacific Ocean"]))
naval_units = plain(
    NavalUnit,
    key="",
    name="",
    place=st.sampled_from([Shelter.NONE, Shelter.NAVAL_BASE, Shelter.PORT]),
    at=st.sampled_from(["", "Adriatic", "Pacific"]),
)
COASTS_AND_ROUTES = {
    "gw-attrition": plain(
        "gw-attrition",
        turn=turns,
        busy=busy,
        land=keyed(st.lists(land_units, max_size=12), "u"),
        naval=keyed(st.lists(naval_units, max_size=8), "u"),
    ),
    "gw-bombardment": bombardments(),
    "gw-contested": crossings(),
    "gw-merchant": plain(
        "gw-merchant",
        level=st.integers(0, 130),
        morale=morale,
        quarter="1917-Q2",
        last_turn="1917-06",
        turn=turns,
        half_industry=st.sampled_from([None, "", "1917-Q1"]),
    ),
    "gw-raid": plain(
        "gw-raid",
        area="atlantic",
        engaged=st.lists(st.sampled_from(["r0", "r1", "c0", "t0"]), unique=True),
        misplaced=busy,
        raiders=squadrons("r"),
        convoys=squadrons("c"),
        flotillas=squadrons("t", 3),
        level=levels,
        action=maybe(mission),
        along=st.lists(mission.map(lambda one: {**one, "key": "4", "number": 4}), max_size=1),
    ),
}
SITUATIONS: Mapping[str, Random] = {**ACTIONS, **COASTS_AND_ROUTES}
