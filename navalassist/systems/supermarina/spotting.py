"""What was found in a segment, and by which methods: two of them reveal a force in full (SM.3, R-133)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from navalassist.engine import Create
from navalassist.engine.forms import Options
from navalassist.engine.learnt import Learnt, Level
from navalassist.engine.reader import View
from navalassist.engine.shapes import Worded
from navalassist.systems.supermarina.forces import FORCES, force_title
from navalassist.systems.supermarina.marks import mark, spotted_mark, stands
from navalassist.systems.supermarina.state import Force
from navalassist.systems.supermarina.turn import acting


class Recon(Worded):
    """The methods by which the players search, as far as they are played here."""

    AREA = "area", "area search"
    SURFACE = "surface", "surface search"
    COAST = "coast", "coastal observers"


def methods(view: View, force: Force) -> tuple[Recon, ...]:
    """By which methods a force was found in this segment."""
    return tuple(recon for recon in Recon if stands(view, spotted_mark(force.key, recon)))


def level_by(found: Collection[Recon]) -> Level:
    """What so many methods tell."""
    return (Level.NOTHING, Level.GENERAL, Level.FULL)[min(len(set(found)), 2)]


def learns(force: Force, level: Level) -> tuple[Learnt, ...]:
    """What the enemy of a force learns of it."""
    return (FORCES.learnt(force.side.enemy, force, level),) if level is not Level.NOTHING else ()


def spotted(force: Force, by: Recon, before: Collection[Recon], step: str) -> Iterator[Create]:
    """The mark that says by which method it was found, once in a segment."""
    if by not in before:
        yield mark(spotted_mark(force.key, by), force, step)


def level_words(level: Level) -> str:
    """`finds it: known in general`"""
    return "finds nothing" if level is Level.NOTHING else f"finds it: known {level.label}"


def enemies(view: View) -> Options:
    """The task forces of the other side that are on the map, as the side sees them whose half it is."""
    side = acting(view)
    return [(one.key, force_title(one)) for one in view.rows(Force) if one.side is not side and one.hex]
