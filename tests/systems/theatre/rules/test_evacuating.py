"""PG.6.5.1.5: after a lost port its defenders are evacuated by sea, or are overrun there.

Manila is lost. Houston and Peary lie there, and a division; the USA has 3 free transports in the Indian water.
"""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.campaigns.models import Campaign
from navalassist.engine.reader import View
from navalassist.systems.theatre.state.battles import Sighting
from navalassist.systems.theatre.state.orders import Troop
from navalassist.systems.theatre.state.words import Nation, Side
from tests.systems.theatre.fighting import Fighting

pytestmark = pytest.mark.rule("PG.6.5.1.5")


@pytest.fixture
def table(lingayen: Campaign) -> Fighting:
    table = Fighting(lingayen)
    one = {"side": Side.ALLIED, "nation": Nation.USA, "place": "pg-port:manila"}
    table.edit(*(Troop(key=f"us-{n}", name=f"Division {n}", **one).made() for n in range(4)), seat="allied")  # type: ignore[arg-type]
    table.set({"pg-port:manila.owner": "axis"})
    table.until("axis/breakthrough")
    return table


def leaves(**typed: Any) -> dict[str, Any]:
    plain = {"port": "pg-port:manila", "to": "pg-port:balikpapan", "pool": "usa-indian", "units": ("houston",)}
    return plain | typed


def test_ships_and_as_many_ground_units_as_there_are_transports_leave(table: Fighting) -> None:
    assert "Evacuate Manila" in table.at("allied").lines()
    refused = table.refuse("pg-evacuate", seat="allied", **leaves(troops=tuple(f"us-{n}" for n in range(4))))
    assert refused == "4 ground units, and 3 free transports: leave some behind."
    entry = table.do("pg-evacuate", seat="allied", **leaves(troops=("us-0", "us-1"), units=("houston", "boats-1")))
    told = "The Allied side evacuates Manila to Balikpapan: 1 CA, 1 SS and 2 ground units; it may be intercepted."
    assert told in table.at("axis").receipt(entry)
    assert "Houston" not in table.at("axis").receipt(entry)
    # They sail, and only who stays is still to be evacuated.
    assert set(table.at("allied").listed("pg-evacuate", "port")) == {"pg-port:manila"}
    table.until("axis/logistics")
    assert [table.unit(key).place for key in ("houston", "boats-1", "peary")] == [
        *["pg-port:balikpapan"] * 2,
        "pg-port:manila",
    ]
    assert table.unit("houston").group == table.unit("boats-1").group == ""
    assert [one.place for one in View(table.facts).rows(Troop, ["us-0", "us-2"])] == [
        "pg-port:balikpapan",
        "pg-port:manila",
    ]
    table.check()


def test_an_evacuation_is_searched_for_and_met_in_breakthrough(table: Fighting) -> None:
    """Bombers in Manila, which is Axis now: 3 - 1 = 2 sees E7, the first square of the way, and 5 - 1 reaches it."""
    table.set({"pg-air:takao-bombers.base": "pg-port:manila"}, seat="axis")
    table.do("pg-evacuate", seat="allied", **leaves(troops=("us-0",), units=("houston",)))
    table.do("pg-search", seat="axis")
    (seen,) = View(table.facts).rows(Sighting)
    assert (seen.side, seen.title, seen.squares.split()[0]) == ("axis", "evacuation, transport convoy", "E7")
    table.do("pg-intercept", seat="axis", sighting=seen.key, where="E7", aircraft=("takao-bombers",))
    table.do("pg-queue")
    table.put("axis", aircraft=("takao-bombers",))
    table.put("allied", "houston", transports=1)
    table.fought("1-houston: damage 1, inside; 1-allied-transport-1: inside")
    assert "the mission goes on with CA Houston, 1 transport" in table.receipt(table.mark("allied"))
    table.mark("axis")
    table.do("pg-end-mission", seat="allied", order=seen.order)
    assert (table.unit("houston").place, table.unit("houston").strength) == ("pg-port:balikpapan", 9)
    assert View(table.facts).row(Troop, "us-0").place == "pg-port:balikpapan"
    table.check()


def test_ground_units_need_a_pool_of_the_port_and_ships_a_friendly_one(table: Fighting) -> None:
    for why, typed in {
        "Ground units need transports: Manila draws on USA, Indian Ocean.": leaves(troops=("us-0",), pool=""),
        "Taipei is no friendly port.": leaves(to="pg-port:taipei"),
    }.items():
        assert table.refuse("pg-evacuate", seat="allied", **typed) == why
    table.set({"pg-unit:houston.status": "building"}, seat="allied")
    assert "Houston can't sail" in table.refuse("pg-evacuate", seat="allied", **leaves())
    assert "who leaves the lost port" in table.misfit("pg-evacuate", **leaves(units=("boise",)))


def test_who_is_overrun_is_scuttled_and_no_ground_unit_leaves(table: Fighting) -> None:
    over = leaves(overrun=True, units=("houston", "peary"))
    assert "does not leave by sea" in table.refuse("pg-evacuate", seat="allied", **over, troops=("us-0",))
    entry = table.do("pg-evacuate", seat="allied", **over)
    assert "The Allied side scuttles 1 CA, 1 DD in Manila." in table.receipt(entry)
    assert [(table.unit(key).place, table.unit(key).strength) for key in ("houston", "peary")] == [("sunk", 0)] * 2


def test_a_port_that_is_held_is_left_by_a_base_change(table: Fighting) -> None:
    table.set({"pg-port:manila.owner": "allied"})
    assert "Manila is not lost" in table.refuse("pg-evacuate", seat="allied", **leaves())
