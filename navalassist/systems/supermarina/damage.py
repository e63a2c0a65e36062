"""Damage of a battle: it waits until the stage ends, and counts then for both sides at once (SM.6.B)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from navalassist.engine import Effect, Set
from navalassist.engine.pending import Pending
from navalassist.engine.reader import View
from navalassist.systems.supermarina.combat import Combatant
from navalassist.systems.supermarina.shots import Damage
from navalassist.systems.supermarina.state import TRANSPORT_GUN_HITS, gun_boxes

GUN_HITS, FLOTATION_HITS = "gun_hits", "flotation_hits"


def most_hits(one: Combatant) -> dict[str, int]:
    """How many hits of each kind a ship can take."""
    guns = TRANSPORT_GUN_HITS if one.is_transport else len(gun_boxes(one))
    return {GUN_HITS: guns, FLOTATION_HITS: one.most_flotation_hits}


def waits_of(read: View, fleet: Iterable[Combatant]) -> tuple[Pending, ...]:
    """The damage that waits for each ship of a battle, that of none too."""
    return tuple(Pending.of(read, one.row, name, most) for one in fleet for name, most in most_hits(one).items())


def amounts(one: Combatant, damage: Damage) -> dict[str, int]:
    """What damage adds to each kind of hits: what sinks a ship takes all its flotation."""
    return {GUN_HITS: damage.guns, FLOTATION_HITS: one.most_flotation_hits if damage.sunk else damage.flotation}


def by_fact(fleet: Iterable[Combatant], scored: Mapping[str, Damage]) -> dict[str, int]:
    """Fact -> what is added to it. scored: key of a ship -> its damage."""
    return {
        one.fact(name): amount
        for one in fleet
        if one.key in scored
        for name, amount in amounts(one, scored[one.key]).items()
        if amount
    }


def waiting(waits: Iterable[Pending], more: Mapping[str, int], why: str) -> Iterator[Effect]:
    """The effects by which this damage waits with what waits already."""
    for one in waits:
        yield from one.scores(more.get(f"{one.about}.{one.field}", 0), why)


def counting(fleet: Iterable[Combatant], waits: Iterable[Pending], more: Mapping[str, int]) -> dict[str, int]:
    """Fact -> the number of hits once all damage counts that waits, and this."""
    before = {one.row: one for one in fleet}
    found = {}
    for one in waits:
        fact = f"{one.about}.{one.field}"
        now = int(getattr(before[one.about], one.field))
        after = max(now, min(now + one.amount + more.get(fact, 0), one.most))
        if after != now:
            found[fact] = after
    return found


def counted(fleet: Iterable[Combatant], hits: Mapping[str, int]) -> tuple[Combatant, ...]:
    """The ships of a battle with so many hits."""

    def after(one: Combatant) -> Combatant:
        names = (GUN_HITS, FLOTATION_HITS)
        return one.model_copy(update={name: hits.get(one.fact(name), getattr(one, name)) for name in names})

    return tuple(after(one) for one in fleet)


def taken(waits: Iterable[Pending], hits: Mapping[str, int]) -> Iterator[Effect]:
    """The effects by which that counts."""
    yield from (Set(fact, number) for fact, number in hits.items())
    yield from (one.gone() for one in waits if one.lines)
