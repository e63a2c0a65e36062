"""What an order, a target or a torpedo may bring: shown to a side on the page where it seals its plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from navalassist.engine import Each, Figure, Odds, Part, Play, call
from navalassist.engine.asks import Sub
from navalassist.engine.english import capital
from navalassist.engine.outlook import Line, Outlook, Prospect
from navalassist.systems.supermarina.combat import Combatant
from navalassist.systems.supermarina.damage import amounts
from navalassist.systems.supermarina.shots import Damage, Shot, aimed

# What shots did: how many hit, and the damage of each target by its key.
Struck = tuple[int, tuple[tuple[str, Damage], ...]]
MISSED: Struck = (0, ())
FACES = 10
# Key of a figure -> the field of the damage.
KINDS = {"g": "guns", "f": "flotation"}


def added(before: Struck, shot: tuple[str, Damage | None]) -> Struck:
    """What several shots did together."""
    (count, damages), (target, damage) = before, shot
    if damage is None:
        return before
    found = dict(damages)
    found[target] = found.get(target, Damage()) + damage
    return count + 1, tuple(sorted(found.items()))


def sinks(one: Combatant, damage: Damage) -> bool:
    """Whether a ship with its hits is sunk by this damage."""
    more = {name: getattr(one, name) + amount for name, amount in amounts(one, damage).items()}
    return one.model_copy(update=more).is_sunk


def figures(fleet: Iterable[Combatant], kinds: Iterable[str]) -> Callable[[Odds[Struck]], tuple[Figure, ...]]:
    """At least one hit; hits of these kinds expected; at least one target sunk."""
    ships = {one.key: one for one in fleet}

    def expected(odds: Odds[Struck], name: str) -> Fraction:
        return odds.expect(lambda found: sum(int(getattr(damage, name)) for _, damage in found[1]))

    def shown(odds: Odds[Struck]) -> tuple[Figure, ...]:
        amounts = (Figure(key, key.upper(), expected(odds, KINDS[key]), "hits") for key in kinds)
        sunk = odds.chance(lambda found: any(sinks(ships[key], damage) for key, damage in found[1]))
        return (
            Figure("hit", "At least one hit", odds.chance(lambda found: found[0] > 0)),
            *amounts,
            Figure("sunk", "Sunk", sunk),
        )

    return shown


def faces(odds: Odds[Struck]) -> str:
    """`on 8, 9 or 10`: the faces of one D10 that hit, for it is to reach a number."""
    chance = odds.chance(lambda found: found[0] > 0) * FACES
    hits = list(range(FACES - int(chance) + 1, FACES + 1))
    if not hits:
        return "never"
    if len(hits) > 3:
        return f"on {hits[0]} to {FACES}"
    *first, last = map(str, hits)
    return f"on {', '.join(first)} or {last}" if first else f"on {last}"


def fired(shots: Sequence[Shot]) -> Part[Struck]:
    """All of them, each by itself."""
    parts = {str(nth): call(aimed, shot) for nth, shot in enumerate(shots)}
    return Each(parts, added, MISSED)


def prospect(shots: Sequence[Shot], enemy: Sequence[Combatant], title: str = "", small: str = "") -> Prospect:
    """What shots at one target may do."""
    part = call(fired, tuple(shots))

    def play() -> Play[Struck]:
        return (yield from Sub("fire", part))

    kinds = "f" if shots[0].guns is None else "gf"
    return Prospect(title, play, figures(enemy, kinds), faces if len(shots) == 1 else no_faces, small)


def no_faces(odds: Odds[Struck]) -> str:
    """Several shots have no faces in common."""
    return ""


def aims(
    lines: Mapping[str, tuple[str, str]],
    targets: Iterable[str],
    enemy: Sequence[Combatant],
    shot: Callable[[str, str], Shot],
    *,
    head: str,
    notes: tuple[str, ...],
) -> Outlook:
    """Lines that each aim at one target. lines: name -> title and what fires; shot: of a line at a target."""
    targets = tuple(targets)

    def together(chosen: Mapping[str, str]) -> tuple[Prospect, ...]:
        found: dict[str, list[Shot]] = {}
        for name, target in chosen.items():
            if name in lines and target in targets:
                found.setdefault(target, []).append(shot(name, target))
        return tuple(prospect(shots, enemy, capital(shots[0].at), str(len(shots))) for shots in found.values())

    shown = {
        name: Line(title, small, {target: prospect([shot(name, target)], enemy) for target in targets})
        for name, (title, small) in lines.items()
    }
    heads = (head, "Target", "To hit, 1D10", "Expected")
    return Outlook(lines=shown, heads=heads, together=together, sums_head="Together on", notes=notes)
