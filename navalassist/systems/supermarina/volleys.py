"""All shots of a side in a stage: declared by both, thrown by each side, counted for both at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from navalassist.engine import Each, Effect, Figure, Odds, Outcome, Play, call
from navalassist.engine.english import listed
from navalassist.engine.pending import Pending
from navalassist.engine.reader import Reader
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary
from navalassist.systems.supermarina.battle import BATTLES
from navalassist.systems.supermarina.combat import Combatant, Stage
from navalassist.systems.supermarina.damage import by_fact, counted, counting, taken, waiting, waits_of
from navalassist.systems.supermarina.fights import Fight, fight_of
from navalassist.systems.supermarina.shots import Damage, Shot, Struck, fire
from navalassist.systems.supermarina.state import TRANSPORT_PROTECTION, Side

DRAWN = "drawn"
A_TRANSPORT, HOLDS = "a transport, drawn", "holds"


class Volley(Fight):
    """A side's shots of a stage, and the damage that waits for every ship."""

    waits: tuple[Pending, ...] = Says("Damage that waits", (), told=False)


@dataclass(frozen=True, slots=True)
class Hit(Result):
    """What each target took: key, damage."""

    struck: tuple[tuple[str, int, int, bool], ...]

    @property
    def damage(self) -> dict[str, Damage]:
        """Key of a ship -> its damage."""
        return {key: Damage(guns, flotation, sunk) for key, guns, flotation, sunk in self.struck}

    def summary(self, given: Volley) -> Summary:
        """`Allied fire: Lampo 2 G, 1 F; Baleno 1 G. It counts as the stage ends.`"""
        names = {one.key: one.name for one in given.fleet}
        told = "; ".join(
            f"{names[key]}, which sinks" if damage.sunk else f"{names[key]} {damage.words}"
            for key, damage in self.damage.items()
        )
        words = f"hits {told}" if told else "hits nothing"
        return Summary(f"The {given.side.label} side {words}.", "HIT" if told else "MISS", bad=bool(told))


def volley_of(read: Reader, key: str, side: Side) -> Volley:
    """A side's part in a stage."""
    fight = fight_of(read, key, side)
    return Volley(**dict(fight), waits=waits_of(read, fight.fleet))


def targets_of(enemy: Sequence[Combatant]) -> dict[str, str]:
    """What may be aimed at: each warship, a transport that is drawn, nothing."""
    named = {one.key: one.name for one in enemy if not one.is_transport}
    drawn = {DRAWN: A_TRANSPORT} if any(one.is_transport for one in enemy) else {}
    return {**named, **drawn, HOLDS: "holds fire"}


def shot_at(enemy: Sequence[Combatant], target: str) -> dict[str, Any]:
    """The parts of a shot that its target decides."""
    if target == DRAWN:
        numbers = tuple((one.number, one.key) for one in enemy if one.is_transport)
        return {"target": "", "at": A_TRANSPORT, "protection": TRANSPORT_PROTECTION, "drawn": numbers}
    aimed = next(one for one in enemy if one.key == target)
    return {"target": aimed.key, "at": aimed.name, "protection": aimed.protection}


def added(before: tuple[Struck, ...], shot: Struck) -> tuple[Struck, ...]:
    """The damage of several shots, by target."""
    key, damage = shot
    found = dict(before)
    if damage != Damage():
        found[key] = found.get(key, Damage()) + damage
    return tuple(sorted(found.items()))


def volley(shots: Mapping[str, Shot]) -> Play[Hit]:
    """All shots of a side, each by itself (SM.6.D.dec)."""
    none: tuple[Struck, ...] = ()
    struck = yield from Each({name: call(fire, shot) for name, shot in shots.items()}, added, none)
    return Hit(tuple((key, one.guns, one.flotation, one.sunk) for key, one in struck))


def in_sum(shots: Mapping[str, Shot]) -> Play[Outcome[Hit]]:
    """The same for odds: what all shots do together, and not on whom. Many drawn targets would be too many to count."""
    parts = {name: call(fire, shot) for name, shot in shots.items()}
    total = yield from Each(parts, lambda before, shot: before + shot[1], Damage())
    return Outcome(Hit((("", total.guns, total.flotation, total.sunk),) if total != Damage() else ()))


def done(given: Volley, found: Hit, why: str, *, counts: bool, then: Stage) -> tuple[Effect, ...]:
    """What a side's shots did: it waits while the other side has shots left, and counts with the last.

    counts: damage of this stage counts as it ends, and not with the round (R-112).
    """
    more = by_fact(given.fleet, found.damage)
    fired = tuple(side for side in Side if side in (*given.battle.fired, given.side))
    if len(fired) < len(Side):
        return (*waiting(given.waits, more, why), *given.battle.set(fired=fired))
    if not counts:
        return (*waiting(given.waits, more, why), *onward(given, given.fleet, then))
    hits = counting(given.fleet, given.waits, more)
    return (*taken(given.waits, hits), *onward(given, counted(given.fleet, hits), then))


def onward(given: Fight, fleet: Sequence[Combatant], then: Stage, **changes: Any) -> tuple[Effect, ...]:
    """The battle goes on: to the record where a side has nothing afloat, and without those that were sunk."""
    afloat = {one.key: one.side for one in fleet if not one.is_sunk}
    if set(afloat.values()) != set(Side):
        return BATTLES.goes_to(given.battle, Stage.RECORD, plan=(), fired=())
    launching = tuple(key for key in given.battle.launching if key in afloat)
    running = tuple(key for key in given.battle.running if key in afloat)
    kept = {"launching": launching, "running": running, "can_launch": bool(launching), "plan": (), "fired": ()}
    return BATTLES.goes_to(given.battle, then, **{**kept, **changes})


def figures(odds: Odds[Hit]) -> tuple[Figure, ...]:
    """At least one hit, gun and flotation hits expected; how many targets are sunk at once."""
    return (
        Figure("hit", "At least one hit", odds.chance(lambda found: bool(found.struck))),
        Figure("guns", "G hits", odds.expect(lambda found: sum(one.guns for one in found.damage.values())), "hits"),
        Figure(
            "flotation",
            "F hits",
            odds.expect(lambda found: sum(one.flotation for one in found.damage.values())),
            "hits",
        ),
        Figure("sunk", "An X at least", odds.chance(lambda found: any(one.sunk for one in found.damage.values()))),
    )


def told(lines: Sequence[str]) -> str:
    """Lines of a plan in words, or that nobody fires."""
    return listed(lines) if lines else "nobody"


def sides_without(lines: Iterator[str] | Sequence[str], fleet: Sequence[Combatant]) -> tuple[Side, ...]:
    """The sides that have no line of a plan: their part of the stage is done."""
    keys = {line.partition("=")[0].partition("/")[0] for line in lines}
    busy = {one.side for one in fleet if one.key in keys}
    return tuple(side for side in Side if side not in busy)
