"""Rule 36 in a campaign: ferries, supply lines, sweeping in one's own danger zones, inland ports, Malta's hits.

A ferry serves only as long as its craft lies where it was named, however it went away (36.G): the craft must be
present, and may not move at all in that turn. What moved doesn't serve again by coming back.

Supply lines across sheets (36.H, R-70): Licata, 18A:0102, and Trapani, 26:3532, lie on sheets whose join nobody has
given. Alexandria, 19A:2416, is some 1,700 km from Sicily: nothing there lies beside a hex of sheet 26.

Mines in one's own danger zones may be swept after any sweeping, or after a task force's only (36.C.3, R-72): in the
Allied initial step the Axis mines off Haifa, far from every Axis port, go by themselves; those off Licata stay, and lie
within five hexes of Malta, where no Axis zone is.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from navalassist.engine import Create, Set, create
from navalassist.engine.duties import Moment
from navalassist.engine.forms import FormErrors
from navalassist.engine.maps.sheet_hexes import Hex
from navalassist.play.rules.resolve import Refused
from navalassist.rules.europa.mines import BY_THEMSELVES, noted_as_swept
from navalassist.rules.europa.reach import least_apart
from navalassist.rules.europa.words import Side
from navalassist.seazones.models import MineBelt
from navalassist.systems.europa import fleet_edits
from navalassist.systems.europa.danger import anchors
from navalassist.systems.europa.doors.ferries import ferries
from navalassist.taskforces.models import TaskForce
from tests.begun import begin
from tests.in_hand import InHand, in_hand

pytestmark = pytest.mark.django_db

# Ferries


MOVED = "the craft has moved"


@pytest.fixture
def lighters(db: None) -> Iterator[InHand]:
    """Allied naval movement in Jul I 43: a landing craft that serves at Valletta, in a group there."""
    with in_hand(begin("Med", malta=10, slug="med", moment=Moment("1943-07-1", "allied", "initial"))) as lighters:
        craft = {"name": "LC 1", "kind": "lc", "strength": 2, "reverse": 1}
        lighters.group("lighters", "allied", "port:valletta", lc=craft)
        lighters.do("ferry-set", unit="lc", across="18A:0408")
        lighters.end_steps(2)
        assert ended(lighters) == [""]
        yield lighters


def ended(lighters: InHand) -> list[str]:
    """Why each ferry ended, '' of one that serves."""
    return [why for _, _, why in ferries(lighters.state, lighters.facts)]


@pytest.mark.rule("E36.G.3")
def test_it_serves_on_where_its_group_ends_or_another_is_formed_in_the_same_port(lighters: InHand) -> None:
    lighters.enter(fleet_edits.end_group, "lighters")
    assert ended(lighters) == [""]
    lighters.enter(fleet_edits.form_group, "Lighters", ["lc"])
    assert ended(lighters) == [""]


@pytest.mark.rule("E36.G.3")
@pytest.mark.parametrize(("moves", "port"), [("20 18A:0412 44", "tobruk"), ("5 18A:0408 5", "valletta")])
def test_it_serves_no_more_once_it_has_moved_not_even_where_it_was(lighters: InHand, moves: str, port: str) -> None:
    lighters.do("naval-move", group="lighters", moves=moves, ends=port)
    assert ended(lighters) == [MOVED]
    lighters.enter(fleet_edits.end_group, "lighters")
    assert lighters.facts["task-force:lc.place"] == f"port:{port}"
    assert ended(lighters) == [MOVED]


@pytest.mark.rule("E36.G.3")
def test_nor_where_it_was_placed_elsewhere_by_hand(lighters: InHand) -> None:
    lighters.enter(fleet_edits.place_unit, "lc", "port:suez", "a slip")
    assert ended(lighters) == [MOVED]
    # Brought back by hand, that was no move.
    lighters.enter(fleet_edits.place_unit, "lc", "port:valletta", "a slip")
    assert ended(lighters) == [""]


# Supply lines


SICILY, WAY = "26:4929 26:5029 18A:0101", "18A:0411 0412 0413"


@pytest.fixture
def axis(db: None) -> Iterator[InHand]:
    with in_hand(begin("Med", malta=10, slug="med", moment=Moment("1942-05-1", "axis", "initial"))) as axis:
        yield axis


def fleet(axis: InHand, name: str, place: str, *kinds: str) -> None:
    units = {f"{name}-{number}": kind for number, kind in enumerate(kinds)}
    axis.group(name, "allied", place, "central-med", called=name, **units)


def trace(axis: InHand, way: str, **typed: Any) -> dict[str, Any]:
    found: dict[str, Any] = axis.do("supply-path", side="axis", way=way, **typed).record["body"]["outcome"]
    return found


@pytest.mark.rule("E36.H.1")
def test_a_line_from_sicily_to_africa_is_traced(axis: InHand) -> None:
    with pytest.raises(FormErrors) as asked:
        trace(axis, SICILY)
    assert "joins" in asked.value.fields
    assert trace(axis, SICILY, joins=True)["hexes"] == 3


@pytest.mark.rule("E36.H.1")
def test_enemies_on_another_sheet_are_named_where_they_may_be_near(axis: InHand) -> None:
    fleet(axis, "Force K", "hex:18A:0110", "task-force")
    fleet(axis, "Force A", "port:alexandria", "task-force")
    with pytest.raises(Refused, match="Whether Force K in 18A:0110 lies") as refused:
        trace(axis, "26:4929 26:5029")
    assert "Force A" not in str(refused.value)
    assert trace(axis, "26:4929 26:5029", clear=True)["by_eye"] == "no combat zone of Force K in 18A:0110 on it"


@pytest.mark.rule("E36.H.1")
def test_a_group_without_a_ship_that_fights_bars_nothing(axis: InHand) -> None:
    fleet(axis, "Convoy", "hex:18A:0412", "submarine", "nt")
    assert trace(axis, WAY)["hexes"] == 3
    fleet(axis, "Escorted", "hex:18A:0412", "warship", "nt")
    with pytest.raises(Refused, match="combat zone of Escorted"):
        trace(axis, WAY)


@pytest.mark.rule("E36.H.1")
def test_whether_a_group_in_port_has_a_combat_zone_is_a_ruling(axis: InHand) -> None:
    fleet(axis, "Force K", "port:valletta", "task-force")
    with pytest.raises(Refused, match="combat zone of Force K"):
        trace(axis, "18A:0405 0406")
    axis.set({"ruling:R-70.choice": "sea"})
    assert trace(axis, "18A:0405 0406")["hexes"] == 2


def test_two_hexes_are_at_least_so_far_apart(axis: InHand) -> None:
    """Alexandria to Trapani: 1,760 km, some 68 hexes of 16 miles, less what places may be off."""
    known = anchors(axis.facts)
    found = least_apart(Hex.of("26:3532"), Hex.of("19A:2416"), known)
    assert 55 < found < 72
    assert least_apart(Hex.of("26:3532"), Hex.of("99:0101"), known) == 0


# Sweeping


NOTE = "mark:swept/allied.note"


def swept_at_start(ruling: str) -> InHand:
    """A campaign in which mines have gone by themselves, and others are left."""
    moment = Moment("1943-07-1", "allied", "initial")
    med = InHand(begin("Med", malta=10, slug="med", moment=moment, rulings={"R-72": ruling}), "allied")
    for name in ("19A:4306", "18A:0404"):
        fields = MineBelt.new_facts(side="axis", hex=name, points=1, zone="central-med")
        med.edit(create(f"mines:axis/{name.replace(':', '-')}", **fields), seat="axis")
    med.do("mines-swept-at-start")
    return med


ZONE = {"belt": "axis/18A:0404", "sea": "calm", "cap": True, "zone": "yes"}


def off(med: InHand) -> str:
    """Why the checklist does not let it be tapped."""
    return next(duty.off for duty in med.duties() if duty.procedure == "mines-swept-in-zone")


@pytest.mark.rule("E36.C.3.dz")
def test_mines_that_go_by_themselves_let_a_player_sweep_in_his_zones() -> None:
    med = swept_at_start("any")
    assert med.facts[NOTE] == BY_THEMSELVES
    assert off(med) == ""
    med.do("mines-swept-in-zone", "6", **ZONE)
    med.check()


@pytest.mark.rule("E36.C.3.dz")
def test_or_they_do_not_where_the_ruling_says_so() -> None:
    med = swept_at_start("task-force")
    assert off(med) == "no task force has swept in this player turn"
    assert "Only mines that went by themselves" in med.refuse("mines-swept-in-zone", "6", **ZONE)
    med.do("mines-swept-in-zone", "6", because="the escorts swept", **ZONE)
    med.check()


@pytest.mark.rule("E36.C.3.dz")
def test_a_task_force_that_sweeps_after_that_lets_him() -> None:
    assert noted_as_swept(Side.ALLIED, swept=True, alone=True) == (Set(NOTE, ""),)
    assert noted_as_swept(Side.ALLIED, swept=True) == ()
    assert isinstance(noted_as_swept(Side.ALLIED, swept=False)[0], Create)


# Inland ports


def fallen(**more: Any) -> InHand:
    """Naples, of which nobody knows the hex, has fallen with an Axis ship in it."""
    med = InHand(begin("Med", malta=10, slug="med", moment=Moment("1943-09-1", "allied", "naval-movement")))
    ship = TaskForce.new_facts(side="axis", name="Zara", kind="warship", strength=3, place="port:naples", **more)
    med.edit(create("task-force:zara", **ship))
    med.set({"port:naples.owner": "allied", "port:naples.ever_allied": True})
    return med


def scuttle(med: InHand, **typed: Any) -> str:
    """Where the ship is afterwards."""
    med.do("ships-scuttled", port="naples/axis", res=1, **typed)
    med.check()
    return str(med.facts["task-force:zara.place"])


@pytest.mark.rule("E36.B.4")
def test_an_inland_port_asks_for_no_hex() -> None:
    med = fallen()
    assert "nobody knows the hex" in med.misfit("ships-scuttled", port="naples/axis", res=1)
    assert scuttle(med, inland=True) == "sunk"


@pytest.mark.rule("E36.B.4")
def test_nor_does_a_port_where_every_ship_is_in_refit() -> None:
    assert scuttle(fallen(refit=True)) == "sunk"


# Malta


def island(number: int, scale: str = "rule33") -> InHand:
    moment = Moment("1941-07-1", "allied", "initial")
    return InHand(begin("Med", malta=number, slug="med", moment=moment, rulings={"R-04": scale}), "allied")


@pytest.mark.rule("E36.A.4.b1", "E36.A.4.b4")
@pytest.mark.parametrize(("scale", "number", "mended"), [("rule33", 13, 15), ("rule36", 2, 0)])
def test_points_and_supply_remove_no_more_hits_than_there_are(scale: str, number: int, mended: int) -> None:
    med = island(number, scale)
    assert "Malta has 2 hits to remove, not 3" in med.refuse("malta-repaired", points=3, engineer=True)
    assert "Malta has 2 hits to remove, not 3" in med.refuse("malta-supplied", sp=2, hits=3, engineer=True)
    med.do("malta-supplied", sp=2, hits=2, engineer=True)
    assert med.facts["malta:status.number"] == mended
    assert "Malta has 0 hits" in med.refuse("malta-repaired", points=1, engineer=True)


@pytest.mark.rule("E36.A.4.b1", "E36.A.4.b4")
@pytest.mark.parametrize(("scale", "number", "why"), [("rule33", 15, "Malta has no hits"), ("rule36", 15, "")])
def test_the_step_says_where_there_is_nothing_to_repair(scale: str, number: int, why: str) -> None:
    """15 is no hit at all on one scale, and 15 hits on the other."""
    med = island(number, scale)
    off = {duty.procedure: duty.off for duty in med.duties()}
    assert (off["malta-repaired"], off["malta-supplied"], off["malta-converted"]) == (why, why, "")


@pytest.mark.rule("E36.A.4.b3", "E36.A.4.b4")
@pytest.mark.parametrize(
    ("slug", "typed"),
    [("malta-repaired", {"points": 1}), ("malta-converted", {"srp": 1}), ("malta-supplied", {"sp": 2, "hits": 1})],
)
def test_the_engineer_is_ticked_by_the_players(slug: str, typed: dict[str, Any]) -> None:
    med = island(10)
    assert "construction engineer" in med.refuse(slug, **typed)
    med.do(slug, **typed, engineer=True)


@pytest.mark.rule("E36.A.4.a")
def test_nobody_bombs_in_an_initial_step() -> None:
    assert "Naval strike missions are flown" in island(10).refuse("malta-bombed", seat="axis", hits=1)
