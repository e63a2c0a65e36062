"""Random naval actions of the Great War, from the mission to the way home, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from navalassist.rules.storm_of_steel.actions import BOTH, Stage
from navalassist.rules.storm_of_steel.gw_decision import Choice
from navalassist.rules.storm_of_steel.losses import Cause
from navalassist.rules.storm_of_steel.words import Mission, Side
from tests.rules.situations_great_war_2 import reasons, sides, squadrons

nobody = st.sampled_from(["", *Side])
areas = st.sampled_from(["north-sea", "skagerrak", "baltic"])
air = st.integers(1, 5)
rating = st.one_of(st.none(), st.integers(0, 9))


@st.composite
def actions(draw: st.DrawFn, mission: Mission | None = None) -> dict[str, Any]:
    """A naval action at any stage, even one that play never comes to."""
    return {
        "key": "3",
        "number": 3,
        "side": draw(sides),
        "mission": mission or draw(st.sampled_from(list(Mission))),
        "area": "north-sea",
        "area_name": "North Sea",
        "target": draw(st.sampled_from(["", "kiel"])),
        "central": draw(squadrons("c", 4)),
        "allied": draw(squadrons("a", 4)),
        "attacker": draw(nobody),
        "advantage": draw(nobody),
        "order": draw(st.sampled_from(["", BOTH, *Side])),
        "fired": draw(st.lists(sides, max_size=2, unique=True)),
        "stage": draw(st.sampled_from(list(Stage))),
    }


@st.composite
def met(draw: st.DrawFn) -> dict[str, Any]:
    """An action in which both sides have a unit at least."""
    return {**draw(actions()), "central": draw(some("c")), "allied": draw(some("a"))}


def some(prefix: str) -> st.SearchStrategy[list[dict[str, Any]]]:
    """One naval unit or more."""
    return squadrons(prefix, 4).filter(bool)


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
        "owner": st.sampled_from([*Side, "neutral"]),
        "kind": st.sampled_from(["naval-base", "port"]),
        "areas": st.lists(areas, max_size=3, unique=True),
    }
)


sought = st.fixed_dictionaries(
    {"row": st.just("fleet:hsf"), "name": st.just("A fleet"), "areas": st.lists(areas, max_size=2)}
)
stays = st.lists(sides, max_size=2, unique=True)


@st.composite
def orders(draw: st.DrawFn) -> dict[str, Any]:
    """A mission that is declared."""
    return {
        "side": draw(sides),
        "number": draw(st.integers(1, 40)),
        "mission": draw(st.sampled_from(list(Mission))),
        "area": draw(areas),
        "area_name": "Some sea",
        "sailing": draw(movers),
        "squadrons": draw(squadrons("c", 3)),
        "target": draw(st.one_of(st.none(), harbours)),
        "sought": draw(st.lists(sought, max_size=2)),
        "enemy": draw(squadrons("a", 3)),
        "busy": draw(st.sampled_from(["", "", "A fleet is busy."])),
        "because": draw(reasons),
    }


@st.composite
def hunts(draw: st.DrawFn) -> dict[str, Any]:
    """An interception, both sides with units: it has no rating to compare otherwise."""
    side, action = draw(sides), draw(met())
    return {
        "side": side,
        "action": action,
        "hunters": draw(some("h")),
        "sailing": draw(movers),
        "air": draw(air),
        "enemy_air": draw(air),
    }


@st.composite
def contacts(draw: st.DrawFn) -> dict[str, Any]:
    """A roll on the contact table."""
    return {
        "side": draw(sides),
        "action": draw(met()),
        "attacker_rating": draw(rating),
        "defender_rating": draw(rating),
        "inshore": draw(st.booleans()),
        "attacker_air": draw(air),
        "defender_air": draw(air),
    }


@st.composite
def losses(draw: st.DrawFn) -> dict[str, Any]:
    """Units that are named for a loss, legal or not; those of an action are in it."""
    side, action = draw(sides), draw(st.one_of(st.none(), actions()))
    among: Sequence[dict[str, Any]] = draw(squadrons("x", 4)) if action is None else action[side.value]
    return {
        "side": side,
        "owed": {
            "key": "3-loss",
            "side": side,
            "factors": draw(st.integers(0, 24)),
            "units": draw(st.integers(0, 3)),
            "cause": draw(st.sampled_from(["a table", *Cause])),
            "among": among,
        },
        "named": [unit["key"] for unit in among if draw(st.booleans())],
        "action": action,
        "others": draw(st.booleans()),
        "busy": draw(st.sampled_from(["", "", "A unit is busy."])),
        "because": draw(reasons),
    }


going = {
    "side": sides,
    "action": actions(),
    "movers": movers,
    "base": harbours,
    "because": reasons,
    "nearby": st.lists(areas, max_size=2),
    "anywhere": st.booleans(),
}


@st.composite
def re_basings(draw: st.DrawFn) -> dict[str, Any]:
    """A re-basing fleet that arrives, or sails on."""
    given = {"side": draw(sides), "action": draw(actions(Mission.REBASING)), "movers": draw(movers)}
    given |= {"because": draw(reasons), "neighbours": draw(st.lists(areas, max_size=2))}
    if draw(st.booleans()):
        return given | {"base": draw(harbours)}
    return given | {"to_area": draw(areas), "to_area_name": "Some sea"}


SITUATIONS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "gw-combat": st.fixed_dictionaries({"side": nobody, "action": actions()}),
    "gw-contact": contacts(),
    "gw-decision": st.fixed_dictionaries(
        {"side": sides, "action": actions(), "choice": st.sampled_from(list(Choice)), "because": reasons}
    ),
    "gw-fleets-stay": st.fixed_dictionaries({"side": sides, "action": actions(), "because": reasons, "stays": stays}),
    "gw-interception": hunts(),
    "gw-let-pass": st.fixed_dictionaries({"side": sides, "action": actions()}),
    "gw-losses": losses(),
    "gw-mission": orders(),
    "gw-rebasing": re_basings(),
    "gw-return": st.fixed_dictionaries(going),
    "gw-withdrawal": st.fixed_dictionaries({**going, "stays": stays}),
}
