"""36.F.3 and 36.I: hits on naval units, worked out by hand from the paragraphs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from navalassist.engine import Set
from navalassist.rules.europa.naval_units import GroupKind, NavalUnit, UnitKind, damage, half_of, kind_of_group
from navalassist.rules.europa.words import Side


def unit(strength: int, reverse: int | None = None, **more: object) -> NavalUnit:
    back = half_of(strength) if reverse is None else reverse
    return NavalUnit(key="x", name="X", side=Side.AXIS, strength=strength, reverse=back, **more)


@pytest.mark.rule("E36.F.3")
@pytest.mark.parametrize(
    ("printed", "hits", "side_up", "marked", "current"),
    [
        (12, 5, 12, 5, 7),
        # Exactly half flips: six are left, and the half-strength side shows six.
        (12, 6, 6, 0, 6),
        # The book's own case: twelve with seven hits is a six with one hit.
        (12, 7, 6, 1, 5),
        (12, 11, 6, 5, 1),
        # Half of seven is three and a half: three hits are less, four are more.
        (7, 3, 7, 3, 4),
        (7, 4, 3, 0, 3),
    ],
)
def test_half_the_printed_strength_in_hits_flips_a_task_force(
    printed: int, hits: int, side_up: int, marked: int, current: int
) -> None:
    after = unit(printed).damaged(hits)
    assert (after.side_up, after.hits, after.current) == (side_up, marked, current)
    assert after.flipped is (side_up < printed)


@pytest.mark.rule("E36.F.3")
def test_all_of_its_strength_in_hits_sinks_it_and_one_without_a_second_side_keeps_its_own() -> None:
    assert unit(12).damaged(12).sunk
    assert unit(12).damaged(7).damaged(5).sunk
    assert unit(12).damaged(40).current == 0
    assert not unit(12).damaged(11).sunk
    after = unit(4, 0).damaged(3)
    assert (after.flipped, after.hits, after.current) == (False, 3, 1)


@pytest.mark.rule("E36.F.3")
@pytest.mark.parametrize("kind", [kind for kind in UnitKind if kind is not UnitKind.TASK_FORCE])
def test_only_a_task_force_has_losses_for_good(kind: UnitKind) -> None:
    """The paragraph speaks of task forces alone: any other 5 with 3 hits is a 5 with 3 hits, whatever it prints."""
    hurt = unit(5, 2, kind=kind).damaged(3)
    assert (hurt.flipped, hurt.side_up, hurt.hits, hurt.current) == (False, 5, 3, 2)
    assert damage(unit(5, 2, kind=kind), 5) == (Set("task-force:x.hits", 5), Set("task-force:x.place", "sunk"))


@pytest.mark.rule("E36.F.3")
def test_what_hits_change_is_written_and_a_task_force_that_sinks_in_one_blow_is_flipped_too() -> None:
    """12 with 5 hits takes 7 more: raised again, it has 6 points at the most."""
    sunk = unit(12, hits=5).damaged(7)
    assert (sunk.sunk, sunk.flipped, sunk.side_up, sunk.hits) == (True, True, 6, 6)
    # One that prints no second side keeps its only one, and one that is flipped already stays so.
    assert (unit(12, 0).damaged(12).flipped, unit(12, 0).damaged(12).hits) == (False, 12)
    assert damage(unit(12, flipped=True, hits=1), 5)[0] == Set("task-force:x.hits", 6)
    assert damage(unit(12), 0) == ()
    assert damage(unit(12), 5) == (Set("task-force:x.hits", 5),)
    assert damage(unit(12), 7) == (Set("task-force:x.flipped", True), Set("task-force:x.hits", 1))
    blow = (Set("task-force:x.flipped", True), Set("task-force:x.hits", 6), Set("task-force:x.place", "sunk"))
    assert damage(unit(12), 12) == blow


@pytest.mark.rule("E36.I")
def test_a_transport_counter_shows_its_other_side_at_one_hit_and_sinks_at_two() -> None:
    """Of two points one is left: the other side is up, until the hit is mended."""
    counter = unit(2, kind=UnitKind.NT)
    once = counter.damaged(1)
    assert (counter.shows_reverse, once.shows_reverse, once.flipped, once.current) == (False, True, False, 1)
    assert once.damaged(1).sunk
    assert not once.damaged(1).shows_reverse
    assert not once.model_copy(update={"hits": 0}).shows_reverse
    # Those of other kinds show it only for good.
    assert not unit(2, 1, kind=UnitKind.WARSHIP).damaged(1).shows_reverse
    assert unit(12).damaged(6).shows_reverse


def test_only_task_forces_and_transports_have_a_half_strength_side_and_no_units_are_no_group() -> None:
    with_one = {kind for kind in UnitKind if half_of(5, kind)}
    assert with_one == {UnitKind.TASK_FORCE, UnitKind.NT, UnitKind.LC, UnitKind.LB}
    with pytest.raises(ValueError, match="at least one naval unit"):
        kind_of_group([])


@given(st.integers(1, 40), st.lists(st.integers(0, 6), max_size=8))
def test_hits_in_any_parts_leave_the_same_strength(printed: int, parts: list[int]) -> None:
    """Current strength falls by each hit, down to nothing, however the hits come and whichever side is up."""
    there = unit(printed)
    for part in parts:
        there = there if there.sunk else there.damaged(part)
    assert there.current == max(0, printed - sum(parts))
    assert there.current <= there.side_up


@pytest.mark.parametrize(
    ("kinds", "group"),
    [
        ("task-force carrier", GroupKind.COMBAT),
        ("nt lc", GroupKind.CARGO),
        ("submarine", GroupKind.SUBMARINE),
        ("flotilla", GroupKind.FLOTILLA),
        ("warship nt", GroupKind.MIXED),
        # No ship that fights: it hugs the shore, and has no combat zone.
        ("submarine flotilla", GroupKind.CARGO),
        ("submarine nt", GroupKind.CARGO),
    ],
)
def test_a_group_is_what_its_units_make_it(kinds: str, group: GroupKind) -> None:
    assert kind_of_group(map(UnitKind, kinds.split())) is group
    assert group.label


@pytest.mark.parametrize(
    ("more", "words"),
    [({"reverse": 12}, "less in reverse than in strength"), ({"reverse": 0, "flipped": True}, "can't be flipped")],
)
def test_a_counter_that_cannot_be_is_refused(more: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        NavalUnit(key="x", name="X", side=Side.AXIS, strength=12, **more)
