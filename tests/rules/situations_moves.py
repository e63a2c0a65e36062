"""Random situations of naval groups that move, are found, or fire, as plain data (36.A, 36.E)."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from navalassist.rules.europa.r36_fuel import Oil
from navalassist.rules.europa.r36_gibraltar import OWNER, TAKEN
from navalassist.rules.europa.r36_naval_move import CANAL
from navalassist.rules.europa.r36_night import Gun
from navalassist.rules.europa.words import Owner, Side, Step, Zone
from tests.rules.situations_mines import fleets, hexes, reasons, sides

PLAYER_TURN = "1941-03-1/axis"
zones = st.one_of(st.none(), st.sampled_from(list(Zone)))
spent = st.fixed_dictionaries(
    {"mps": st.integers(1, 12), "night": st.booleans(), "to": st.one_of(st.just(""), hexes)},
    optional={"began": st.just("port:taranto"), "inshore": st.booleans()},
)
stretches = st.fixed_dictionaries(
    {"start": st.just("Naples"), "end": st.just("18A:0206"), "mps": st.integers(0, 30), "least": st.integers(0, 30),
     "exact": st.booleans()}
)  # fmt: skip
places = st.one_of(hexes.map("hex:{}".format), st.just("port:taranto"), st.just(CANAL))
gates = st.fixed_dictionaries({OWNER: st.sampled_from(list(Owner))}, optional={TAKEN: st.just("1941-03-1/axis")})
stocks = st.one_of(
    st.none(), st.fixed_dictionaries({"row": st.just("roster:axis/taranto/sp"), "base": st.just("6"),
                                      "free": st.integers(0, 12).map(str)})
)  # fmt: skip
paid = st.sampled_from(["", f"{PLAYER_TURN} 5", f"{PLAYER_TURN} 1 steps", f"{PLAYER_TURN} 2", "1941-02-2/axis 5"])


@st.composite
def fuellings(draw: st.DrawFn) -> dict[str, Any]:
    """Task forces with what each has paid."""
    kept = draw(st.lists(st.tuples(paid, st.booleans()), max_size=3))
    tanks = [
        {"key": f"u{n}", "name": f"TF {n}", "kept": text, "this_step": done} for n, (text, done) in enumerate(kept)
    ]
    return {
        "player_turn": PLAYER_TURN,
        "leaves": draw(st.booleans()),
        "tanks": tanks,
        "oil": draw(st.sampled_from(list(Oil))),
        "foreign": draw(st.booleans()),
        "elsewhere": draw(st.booleans()),
        "by_rail": draw(st.booleans()),
        "port": draw(st.sampled_from(["", "Taranto"])),
        "sp_stock": draw(stocks),
        "srp_stock": draw(stocks),
    }


SITUATIONS = {
    "naval-move": st.fixed_dictionaries(
        {
            "key": st.just("g"),
            "name": st.just("Group"),
            "side": sides,
            "units": fleets(3),
            "turn": st.just("1941-03-1"),
            "player_turn": sides,
            "step": st.sampled_from(list(Step)),
            "reaction": st.booleans(),
            "place": places,
            "began": places,
            "zone": zones,
            "strip": st.lists(spent, max_size=4),
            "moves": st.lists(spent, min_size=1, max_size=4),
            "to": places,
            "to_zone": zones,
            "stretches": st.lists(stretches, max_size=2),
            "enemy_port": st.sampled_from(["", "Tripoli"]),
            "protected": st.booleans(),
            "through": st.booleans(),
            "facts": gates,
            "canal": st.fixed_dictionaries({"ports": st.booleans(), "banks": st.booleans()}),
            "lands": st.booleans(),
            "attacks": st.booleans(),
            "mines": st.lists(st.fixed_dictionaries({"hex": hexes, "points": st.integers(1, 9)}), max_size=2),
            "fuel": fuellings(),
            "turned_back": st.lists(st.just("Zara"), max_size=1),
            "began_at_sea": st.booleans(),
            "entered": st.sampled_from([[], ["mark:entered/u0/central-med"]]),
            "unfriendly": st.lists(st.just("Licata"), max_size=1),
            "prey": st.sampled_from(["", "Barges"]),
            "because": reasons,
        }
    ),
    "naval-found": st.fixed_dictionaries(
        {
            "key": st.just("g"),
            "name": st.just("Group"),
            "side": sides,
            "strip": st.lists(spent, max_size=3),
            "found_already": st.booleans(),
            "because": reasons,
        }
    ),
    "naval-gunfire": st.fixed_dictionaries(
        {
            "side": st.sampled_from(list(Side)),
            "gun": st.sampled_from(list(Gun)),
            "strength": st.integers(1, 60),
            "night": st.booleans(),
            "turn": st.sampled_from(["1941-03-1", "1944-07-1"]),
        }
    ),
}
