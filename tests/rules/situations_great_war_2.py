"""Random bombardments, raids, crossings, quarters and attrition phases of the Great War, as plain data."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from navalassist.rules.storm_of_steel.actions import Stage
from navalassist.rules.storm_of_steel.clock import Step
from navalassist.rules.storm_of_steel.gw_attrition import LandKind, Shelter, Terrain
from navalassist.rules.storm_of_steel.words import Kind, Mission, Nation, Side

sides = st.sampled_from(list(Side))
reasons = st.sampled_from(["", "agreed at the table"])
factors = st.integers(0, 9)
morale = st.one_of(st.none(), st.integers(-20, 120))
sentences = st.sampled_from(["", "U 9 is elsewhere."])
steps = st.sampled_from(list(Step))
levels = st.one_of(st.none(), st.integers(0, 130))
turns = st.sampled_from(["1914-08", "1916-01", "1917-06", "1918-12"])


def squadrons(prefix: str, most: int = 12) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Up to so many naval units of any kind, with keys of their own."""
    one = st.fixed_dictionaries(
        {
            "nation": st.sampled_from(list(Nation)),
            "kind": st.sampled_from(list(Kind)),
            "combat": factors,
            "protection": factors,
            "contact": factors,
        }
    )
    units = st.lists(one, max_size=most)
    return units.map(lambda found: [{"key": f"{prefix}{n}", "name": f"{n}", **unit} for n, unit in enumerate(found)])


action = st.fixed_dictionaries(
    {
        "key": st.just("3"),
        "number": st.just(3),
        "side": sides,
        "mission": st.sampled_from(list(Mission)),
        "area": st.just("north-sea"),
        "stage": st.sampled_from(list(Stage)),
    }
)
actions = st.one_of(st.none(), action)


@st.composite
def bombardments(draw: st.DrawFn) -> dict[str, Any]:
    """A force of which some fire."""
    force = draw(squadrons("s", 16))
    city = draw(st.booleans())
    target = {
        "key": "yarmouth",
        "owner": draw(st.sampled_from([*Side, "neutral"])),
        "fortress": draw(st.booleans()),
        "other_fortification": draw(st.booleans()),
        "city": city,
        "devastated": city and draw(st.booleans()),
    }
    return {
        "side": draw(sides),
        "target": target,
        "force": force,
        "firing": [unit["key"] for unit in force if draw(st.booleans())],
        "morale": draw(morale),
        "action": draw(actions),
        "busy": draw(sentences),
        "because": draw(reasons),
    }


@st.composite
def crossings(draw: st.DrawFn) -> dict[str, Any]:
    """A contested sea zone, with some units of the holder named for an engagement."""
    defenders, attackers = draw(squadrons("d", 14)), draw(squadrons("a", 14))
    small = [unit["key"] for unit in defenders if Kind(unit["kind"]).fights_for_a_line]
    return {
        "side": draw(sides),
        "area": "channel",
        "defenders": defenders,
        "attackers": attackers,
        "engaging": [key for key in small if draw(st.booleans())],
        "busy": draw(sentences),
        "elsewhere": draw(sentences),
        "points": draw(levels),
        "number": draw(st.integers(1, 9)),
        "because": draw(reasons),
    }


land_units = st.lists(
    st.fixed_dictionaries(
        {
            "nation": st.sampled_from(list(Nation)),
            "kind": st.sampled_from(list(LandKind)),
            "terrain": st.sampled_from(list(Terrain)),
            "place": st.sampled_from(list(Shelter)),
            "area_name": st.sampled_from(["", "India", "China", "Pacific Ocean"]),
            **{name: st.booleans() for name in ("symbol", "own", "afloat", "loc", "checked")},
        }
    ),
    max_size=12,
)
naval_units = st.lists(
    st.fixed_dictionaries(
        {
            "nation": st.sampled_from(list(Nation)),
            "place": st.sampled_from([Shelter.NONE, Shelter.NAVAL_BASE, Shelter.PORT]),
            "at": st.sampled_from(["", "Adriatic", "Pacific"]),
            "checked": st.booleans(),
        }
    ),
    max_size=8,
)


def keyed(units: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same, with keys of their own."""
    return [{"key": f"u{n}", "name": f"Unit {n}", **unit} for n, unit in enumerate(units)]


SITUATIONS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "gw-attrition": st.fixed_dictionaries(
        {
            "side": sides,
            "turn": turns,
            "player_turn": sides,
            "step": steps,
            "busy": sentences,
            "winter": st.sampled_from([None, True, False]),
            "land": land_units.map(keyed),
            "naval": naval_units.map(keyed),
            "because": reasons,
        }
    ),
    "gw-bombardment": bombardments(),
    "gw-contested": crossings(),
    "gw-merchant": st.fixed_dictionaries(
        {
            "level": st.integers(0, 130),
            "morale": morale,
            "quarter": st.just("1917-Q2"),
            "last_turn": st.just("1917-06"),
            "turn": turns,
            "player_turn": sides,
            "step": steps,
            "half_industry": st.sampled_from([None, "", "1917-Q1"]),
            "rolled": st.booleans(),
            "because": reasons,
        }
    ),
    "gw-raid": st.fixed_dictionaries(
        {
            "area": st.just("atlantic"),
            "raided": st.booleans(),
            "raided_before": st.booleans(),
            "engaged": st.lists(st.sampled_from(["r0", "r1", "c0", "t0"]), unique=True),
            "misplaced": sentences,
            "raiders": squadrons("r"),
            "convoys": squadrons("c"),
            "flotillas": squadrons("t", 3),
            "level": levels,
            "usw": st.booleans(),
            "tactic": st.booleans(),
            "action": actions,
            "along": st.lists(action.map(lambda one: {**one, "key": "4", "number": 4}), max_size=1),
            "because": reasons,
        }
    ),
}
