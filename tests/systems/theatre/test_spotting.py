"""What is spotted of a route, who reaches it, and in which order it is fought: worked out by hand from section 6.4."""

from __future__ import annotations

from typing import Any

import pytest

from navalassist.systems.theatre import spotting
from navalassist.systems.theatre.chain import before, in_order
from navalassist.systems.theatre.spotting import Flyer, Force, Quarry, Ship, Spotted
from navalassist.systems.theatre.state.battles import Interception
from navalassist.systems.theatre.state.words import AirType, GroupKind, Mission, Side, UnitType

FAR_EAST, EUROPE = {"map": "far-east", "harder": True}, {"map": "europe"}


def ship(type_: str, search: int, intercept: int, **more: Any) -> Ship:
    return Ship(key=type_, name=type_.upper(), type=UnitType(type_), search=search, intercept=intercept, **more)


DD, CA, BC = ship("dd", 1, 2, spots=True, hunts=True), ship("ca", 2, 2), ship("bc", 1, 2)
BB, CL, SS = ship("bb", 1, 1), ship("cl", 2, 2), ship("ss", 1, 0)
DE = ship("de", 1, 1, spots=True, hunts=True, patrols=False)
CVE, CC = ship("cve", 2, 0, spots=True, patrols=False), ship("cc", 1, 0, patrols=False)
PBY = Flyer(key="pby", name="PBY", type=AirType.BOMBER, asw=True, search=4, range=5)
B17 = Flyer(key="b-17", name="B-17", type=AirType.BOMBER, search=3, range=4)
P40 = Flyer(key="p-40", name="P-40", type=AirType.FIGHTER, search=1, range=2)


def force(square: str = "", *ships: Ship, map: str = "far-east", **more: Any) -> Force:
    return Force(side=Side.ALLIED, row="pg-port:manila", name="Manila", map=map, square=square, ships=ships, **more)


def quarry(squares: str = "", kind: GroupKind = GroupKind.CONVOY, **more: Any) -> Quarry:
    told = {"order": "o", "side": Side.AXIS, "kind": kind, "mission": Mission.INVASION, **FAR_EAST, **more}
    return Quarry(squares=tuple(squares.split()), **told)


INVASION, COVER = quarry("D1 D2 D3 D4 D5"), quarry("C2 C3 C4 C5")
BOATS, RAIDERS = (
    quarry("D5", GroupKind.FLOTILLA, **EUROPE, harder=False),
    quarry("D5", GroupKind.RAIDERS, **EUROPE, harder=False),
)


@pytest.mark.rule("PG.6.4.2")
@pytest.mark.parametrize(
    ("square", "far"), [("E6", 0), ("D6", 1), ("D5", 2), ("D4", 3), ("C5", 3), ("C4", 3), ("B3", 4)]
)
def test_so_many_diagonals_count_one_square_more_than_they_are(square: str, far: int) -> None:
    """From Manila, E6: D5 is one diagonal, 2; C4 two, 3; D4 one and one straight, 3; B3 three, 4."""
    assert spotting.distance("E6", square) == far


@pytest.mark.rule("PG.6.4.2")
def test_a_force_sees_as_far_as_its_best_unit_one_less_on_the_pacific_map() -> None:
    """PBY 4 - 1 = 3: D4, D5 of the convoy, C4, C5 of its cover. B-17 3 - 1 = 2: D5. CA 2 - 1 = 1: none of them."""
    pby, b17 = force("E6", air=PBY), force("E6", air=B17)
    assert spotting.squares_seen(pby, INVASION) == ("D4", "D5")
    assert spotting.squares_seen(pby, COVER) == ("C4", "C5")
    assert spotting.squares_seen(b17, INVASION) == ("D5",)
    assert spotting.squares_seen(b17, COVER) == ()
    assert spotting.squares_seen(force("E6", CA, DD), INVASION) == ()
    # In Europe the cruiser's 2 counts, and not the destroyer's 1.
    assert spotting.squares_seen(force("E6", DD, CA, map="europe"), quarry("D4 D5", **EUROPE, harder=False)) == ("D5",)


@pytest.mark.rule("PG.6.4.2")
def test_what_lowers_a_range_is_summed_and_never_comes_below_the_square_itself() -> None:
    """A flotilla on the Pacific map: 1 - 1 - 1 is 0, its own square. Raiders likewise."""
    assert spotting.less_by(quarry(kind=GroupKind.FLOTILLA)) == 2
    assert spotting.less_by(quarry(kind=GroupKind.RAIDERS)) == 2
    assert spotting.lowered(1, 2) == 0
    assert spotting.squares_seen(force("D5", DD), quarry("C5 D5", GroupKind.FLOTILLA)) == ("D5",)
    assert spotting.squares_seen(force("D4", SS), INVASION) == ("D4",)
    assert spotting.squares_seen(force("E5", DD, map="europe"), RAIDERS) == ()
    assert spotting.squares_seen(force("E5", CA, map="europe"), RAIDERS) == ("D5",)


@pytest.mark.rule("PG.6.4.2.1", "PG.6.1.8.2")
def test_flotillas_are_seen_by_asw_types_and_aircraft_alone_at_one_less_or_two() -> None:
    """The cruiser's 2 never counts; the destroyer's 1 - 1 is 0. As two adjustments a search of 2 is 0, not 1."""
    assert spotting.squares_seen(force("D5", CA, SS, map="europe"), BOATS) == ()
    assert spotting.squares_seen(force("D5", CA, DD, map="europe"), BOATS) == ("D5",)
    assert spotting.squares_seen(force("C5", CA, DD, map="europe"), BOATS) == ()
    cld = force("C5", ship("cld", 2, 2, spots=True, hunts=True), map="europe")
    assert spotting.squares_seen(cld, BOATS) == ("D5",)
    assert spotting.squares_seen(cld, BOATS, twice=True) == ()
    assert spotting.squares_seen(force("A5", air=B17, map="europe"), BOATS) == ()
    assert spotting.squares_seen(force("B5", air=B17, map="europe"), BOATS) == ("D5",)


@pytest.mark.rule("PG.6.4.2", "PG.6.4.4")
def test_what_all_forces_of_the_enemy_see_stands_in_the_order_of_the_route() -> None:
    """Manila's PBY sees D4 and D5, a boat in D2 its own square; nobody sees what is his own, or on another map."""
    both = [force("E6", air=PBY), force("D2", SS)]
    assert spotting.spotted(both, INVASION) == Spotted(squares=("D2", "D4", "D5"))
    assert not spotting.spotted([each.model_copy(update={"side": Side.AXIS}) for each in both], INVASION)
    assert not spotting.spotted([force("D2", SS, map="europe")], INVASION)


@pytest.mark.rule("PG.6.4.3.1")
def test_a_fleet_reaches_as_far_as_its_slowest_ship_and_faster_ones_may_go_alone() -> None:
    """Two squares in Europe: CA and DD of 2 reach it, BB of 1 does not; with it none would. In the Pacific one less."""
    on = quarry("D5 D4", **EUROPE, harder=False)
    fleet = force("E6", BB, CA, DD, map="europe")
    assert (spotting.reach_of((BB, CA, DD), on), spotting.reach_of((CA, DD), on)) == (1, 2)
    assert spotting.reaching(fleet, on, "D5") == (CA, DD)
    assert spotting.reaching(fleet, on, "D4") == ()
    assert spotting.reaching(force("E6", CA, DD), INVASION, "D5") == ()
    assert spotting.reaching(force("D5", SS), INVASION, "D5") == (SS,)
    assert spotting.reaching(force("D6", SS), INVASION, "D5") == ()
    assert spotting.nearest(force("D6", SS), ("D4", "D5")) == 1


@pytest.mark.rule("PG.6.4.3.1", "PG.6.1.8.5")
def test_who_hunts_a_flotilla_and_which_types_intercept_nothing() -> None:
    """DE against boats alone; CVE and CC escort, and are never sent. From D5 to itself every range will do."""
    at = force("D5", DE, CVE, CC, DD, map="europe")
    assert spotting.reaching(at, BOATS, "D5") == (DE, DD)
    assert spotting.reaching(at, RAIDERS, "D5") == (DD,)
    assert not spotting.attacks_boats((CA, SS), (P40, B17))
    assert spotting.attacks_boats((CA, DD), ())
    assert spotting.attacks_boats((), (PBY,))


@pytest.mark.rule("PG.6.4.3.3")
def test_aircraft_attack_within_their_range_and_flotillas_only_with_fighters_and_asw_bombers() -> None:
    """B-17 4 - 1 = 3: D4, D5, C4, C5. A fighter of 2 - 1 = 1 none of them; with its full 2 it has D5."""
    b17, p40 = force("E6", air=B17), force("E6", air=P40)
    assert [spotting.flies(b17, INVASION, square) for square in ("D3", "D4", "D5")] == [False, True, True]
    assert spotting.flies(b17, COVER, "C4")
    assert not spotting.flies(p40, INVASION, "D5")
    assert spotting.flies(p40, INVASION, "D5", plain=True)
    near = {"map": "europe"}
    assert not spotting.flies(force("D6", air=B17, **near), BOATS, "D5")
    assert spotting.flies(force("D6", air=PBY, **near), BOATS, "D5")
    assert spotting.flies(force("D6", air=P40, **near), BOATS, "D5")


@pytest.mark.rule("PG.6.4.4", "PG.6.4.4.1")
def test_in_a_sea_zone_patrols_there_spot_and_reach_whatever_their_range_and_only_aircraft_that_patrol_it() -> None:
    """A boat of interception 0 in the zone reaches; one next door, or a base on the map, does not."""
    on = quarry(kind=GroupKind.MERCHANT, map="", harder=False, zones=("north-sea", "north-atlantic"))
    there, base = force("", SS, map="", zone="north-sea", patrols=True), force("E6", air=PBY)
    assert spotting.spotted([there, base], on) == Spotted(zones=("north-sea",))
    assert spotting.reaching(there, on, zone="north-sea") == (SS,)
    assert spotting.reaching(there, on, zone="north-atlantic") == ()
    assert not spotting.flies(base, on, zone="north-sea")
    assert spotting.flies(force("", air=PBY, map="", zone="north-sea", patrols=True), on, zone="north-sea")
    # A flotilla there is spotted by ASW types alone.
    assert not spotting.spotted([there], on.model_copy(update={"kind": GroupKind.FLOTILLA}))


def announced(number: int, side: Side, order: str, by: str) -> Interception:
    return Interception(key=str(number), side=side, turn="1941-12", number=number, order=order, by=by, square="D5")


@pytest.mark.rule("PG.6.4.5")
def test_what_is_announced_last_is_fought_first_and_a_chain_before_what_hangs_on_it() -> None:
    """B intercepts A, C intercepts B: C against B, then B against A. Also where C was announced before B was."""
    other = announced(1, Side.ALLIED, "x", "")
    b_on_a, c_on_b = announced(2, Side.ALLIED, "a", "b"), announced(3, Side.AXIS, "b", "c")
    assert in_order((other, b_on_a, c_on_b)) == (c_on_b, b_on_a, other)
    assert before(b_on_a, (other, b_on_a, c_on_b)) == (c_on_b,)
    early, late = announced(1, Side.AXIS, "b", "c"), announced(2, Side.ALLIED, "a", "b")
    assert in_order((early, late)) == (early, late)
    a_on_b = announced(4, Side.AXIS, "b", "a")
    assert in_order((b_on_a, a_on_b)) == (a_on_b, b_on_a)
