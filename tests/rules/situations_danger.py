"""Random situations of danger zones and supply lines, as plain data (36.D, 36.H)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from navalassist.rules.europa.danger_zones import Border, Exerts
from navalassist.rules.europa.hexes import Hex
from navalassist.rules.europa.r36_danger_ports import Event, Trouble
from navalassist.rules.europa.sea_state import SeaState
from navalassist.rules.europa.words import Owner, PortKind, Zone
from tests.rules.situations_mines import fleets, moment, reasons, sides, steps

hexes = st.sampled_from(["18A:0407", "26:3310", "1B:0715", "16A:0606"])
bounds = st.tuples(st.integers(0, 12), st.one_of(st.none(), st.integers(0, 9))).map(
    lambda pair: (pair[0], None if pair[1] is None else pair[0] + pair[1])
)


@st.composite
def ports(draw: st.DrawFn) -> dict[str, Any]:
    """A port near a hex."""
    low, high = draw(bounds)
    return {
        "key": "naples",
        "name": "Naples",
        "owner": draw(st.sampled_from(list(Owner))),
        "soviet": draw(st.booleans()),
        "german": draw(st.booleans()),
        "northern": draw(st.booleans()),
        "kind": draw(st.sampled_from(list(PortKind))),
        "low": low,
        "high": high,
        "silent": draw(st.sampled_from(["", "", "collateral damage"])),
    }


waters = st.fixed_dictionaries(
    {
        "hex": hexes,
        "zone": st.one_of(st.none(), st.sampled_from(list(Zone)), st.just(Zone.BALTIC)),
        "ports": st.lists(ports(), max_size=4),
        "italy_surrendered": st.booleans(),
        "border": st.sampled_from(list(Border)),
        "grown_east": st.booleans(),
        "grown_north": st.booleans(),
        "kronshtadt": bounds,
        "south": st.booleans(),
        "hango": st.one_of(st.none(), st.just("1B:0115")),
        "typed": st.one_of(st.none(), st.sampled_from(list(Exerts))),
    }
)


@st.composite
def checks(draw: st.DrawFn) -> dict[str, Any]:
    """A group in somebody's waters."""
    yes = st.booleans()
    entry = st.sampled_from(["", "", "public/9"])
    ticks = ("stays", "night", "left", "found", "friendly_hex", "friendly_port", "pending", "came_back")
    return {
        "side": draw(sides),
        "group": "g",
        "name": "Group",
        "units": draw(fleets(2)),
        "waters": draw(waters),
        "sea": draw(st.sampled_from(list(SeaState))),
        "sea_kept": draw(st.one_of(st.none(), st.sampled_from(list(SeaState)))),
        "known_night": draw(st.one_of(st.none(), yes)),
        "safe": draw(entry),
        "checked": draw(entry),
        "moves": draw(st.integers(0, 9)),
        "noticed": draw(st.sampled_from([[], ["any"], ["central-med", "any"]])),
        **{tick: draw(yes) for tick in ticks},
        **{name: draw(strategy) for name, strategy in moment.items()},
    }


troubles = st.fixed_dictionaries(
    {
        "port": st.just("naples"),
        "name": st.just("Naples"),
        "what": st.sampled_from(list(Trouble)),
        "phase": steps,
        "damaged": st.sampled_from(["", "never", "player-turn"]),
        "blockaded": st.booleans(),
        "because": reasons,
    }
)
names = st.lists(st.sampled_from(["Riga", "Tallinn"]), max_size=2)
borders = st.fixed_dictionaries(
    {
        "event": st.sampled_from(list(Event)),
        "turn": st.sampled_from(["1941-09-1", "1943-01-1"]),
        "border": st.sampled_from(list(Border)),
        "grown": st.booleans(),
        "against": names,
        "doubtful": names,
        "seen": st.booleans(),
        "missing": st.sampled_from(
            [
                [],
                [
                    "condition:baltic-border.value",
                    "condition:safe-zone-east.value",
                    "condition:safe-zone-north.value",
                ],
            ]
        ),
        **moment,
    }
)


way_hexes = st.lists(
    st.builds(
        lambda place, whose: {"hex": str(Hex("18A", 4, place)), "exerts": whose},
        st.integers(1, 9),
        st.sampled_from(list(Exerts)),
    ),
    max_size=4,
)


@st.composite
def paths(draw: st.DrawFn) -> dict[str, Any]:
    """A way down one line of a sheet."""
    way = [Hex("18A", 4, place) for place in range(1, draw(st.integers(2, 9)))]
    return {
        "side": draw(sides),
        "way": [{"hex": str(here), "exerts": draw(st.sampled_from(list(Exerts)))} for here in way],
        "night": draw(st.one_of(st.none(), st.sampled_from(way).map(str))),
        "guards": draw(
            st.lists(
                st.fixed_dictionaries(
                    {
                        "name": st.just("Force H"),
                        "hex": st.sampled_from(["18A:0405", "26:4929"]),
                        "far": st.booleans(),
                    }
                ),
                max_size=2,
            )
        ),
        "joins": draw(st.booleans()),
        "clear": draw(st.booleans()),
        "because": draw(reasons),
    }


SITUATIONS: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
    "danger-contact": checks(),
    "danger-ports": troubles,
    "baltic-border": borders,
    "supply-path": paths(),
}
