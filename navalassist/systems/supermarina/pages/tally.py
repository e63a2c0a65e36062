"""What the last fire of a battle did: the tally on whom and by whom, then shot by shot, read from its entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from navalassist.desk.at import At
from navalassist.desk.logbook.record import Die
from navalassist.desk.operations.strip import Line
from navalassist.engine.english import counted
from navalassist.play.dice.server import TYPED
from navalassist.play.storage.bodies import body_of
from navalassist.systems.supermarina.battle import GUNFIRE, SPECIAL_FIRE, TORPEDOES
from navalassist.systems.supermarina.rules.gunfire import shots_of
from navalassist.systems.supermarina.rules.torpedoes import attacks_of
from navalassist.systems.supermarina.shots import Damage, Shot
from navalassist.systems.supermarina.state import Side
from navalassist.systems.supermarina.volleys import Volley

# Rules with shots, and what they are called of a round.
TITLES = {GUNFIRE: "Gunfire", SPECIAL_FIRE: "Fire at the run-in", TORPEDOES: "Torpedoes"}
MINUS = "−"


@dataclass(frozen=True, slots=True)
class Fired:
    """One shot as it fell. guns: what fired, `secondary 6`; drawn: the dice that drew a transport.

    needs: `9 − 1 = 8, needs 8`; damage: None missed.
    """

    by: str
    guns: str
    at: str
    key: str
    hit: Die | None
    needs: str
    drawn: str = ""
    dice: Die | None = None
    damage: Damage | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """What a side fired, and what it did to the enemy."""

    side: Side
    fired: tuple[Fired, ...]
    number: int
    url: str

    @property
    def struck(self) -> dict[str, Damage]:
        """Name of a target -> what it took."""
        found: dict[str, Damage] = {}
        for one in self.fired:
            if one.damage:
                found[one.at] = found.get(one.at, Damage()) + one.damage
        return found

    @property
    def sum(self) -> str:
        """`4 G, 1 F`"""
        return sum(self.struck.values(), Damage()).words

    @property
    def words(self) -> str:
        """`3 of 4 shots hit: Luca Tarigo 2 G; Baleno 1 G, 1 F`"""
        hits = sum(one.damage is not None for one in self.fired)
        told = "; ".join(f"{name} {damage.words}" for name, damage in self.struck.items())
        return f"{hits} of {counted(len(self.fired), 'shot')} hit{': ' if told else ''}{told}"


@dataclass(frozen=True, slots=True)
class Tally:
    """The last fire of a battle. waits: the sides that have still to fire."""

    title: str
    parts: tuple[Part, ...]
    waits: tuple[Side, ...]


def tally(here: At, lines: Sequence[Line], waits: Sequence[Side]) -> Tally | None:
    """The fire that was the last thing done in a battle; None where that was something else, or is read no more.

    lines: what was done in it, in order; waits: sides that have still to fire.
    """
    parts: list[Part] = []
    title = ""
    for entry, line in reversed([one for one in lines if not one[1].struck]):
        if entry.procedure not in TITLES:
            break
        body = body_of(entry, here.viewer.audiences)
        try:
            given = Volley.model_validate(body["situation"])
        except (KeyError, ValueError):
            return None
        called = f"{TITLES[entry.procedure]} of round {given.battle.round}"
        if title not in ("", called) or any(part.side is given.side for part in parts):
            break
        title = called
        parts.append(Part(given.side, _fired(given, entry.procedure, body), line.sequence, line.url))
    if not parts:
        return None
    return Tally(title, tuple(reversed(parts)), tuple(waits) if len(parts) < len(Side) else ())


def _fired(given: Volley, rule: str, body: Mapping[str, Any]) -> tuple[Fired, ...]:
    shots = attacks_of(given) if rule == TORPEDOES else shots_of(given)
    answers = {str(answer["key"]): answer for answer in body.get("answers", ())}
    typed = body.get("dice", {}).get("source") == TYPED
    return tuple(_one(given, name, shot, answers, typed) for name, shot in shots.items())


def _one(given: Volley, name: str, shot: Shot, answers: Mapping[str, Mapping[str, Any]], typed: bool) -> Fired:
    """A shot with its dice, which stand under the name of its line."""
    names = {one.key: one.name for one in given.fleet}
    own = {key.removeprefix(f"{name}/"): answer for key, answer in answers.items() if key.startswith(f"{name}/")}
    draws = [answer for key, answer in own.items() if key.startswith("drawn")]
    key = shot.target or (dict(shot.drawn).get(draws[-1].get("reading", 0), "") if draws else "")
    drawn = ", ".join("".join(str(face % 10) for face in answer["faces"]) for answer in draws)
    number = next((int(answer["reading"]) for part, answer in own.items() if part.startswith("look/")), 0) + shot.far
    hit, damage = own.get("hit"), own.get("damage")
    at = names.get(key, shot.at)
    if hit is None:
        return Fired(shot.by, shot.fires, at, key, None, "out of its reach", drawn)
    face = int(hit["faces"][0])
    sign = MINUS if shot.modifier < 0 else "+"
    total = f" {sign} {abs(shot.modifier)} = {str(face + shot.modifier).replace('-', MINUS)}" if shot.modifier else ""
    needs = f"{face}{total}, needs {number}"
    if not hit["reading"] or damage is None:
        # A torpedo that hits a transport sinks it, and no die falls on what it does (SM.2.D).
        sunk = Damage(sunk=True) if hit["reading"] else None
        return Fired(shot.by, shot.fires, at, key, Die(str(face % 10), typed), needs, drawn, damage=sunk)
    done = damage["reading"]
    took = Damage(**done) if isinstance(done, Mapping) else Damage(flotation=int(done))
    return Fired(
        shot.by,
        shot.fires,
        at,
        key,
        Die(str(face % 10), typed),
        needs,
        drawn,
        Die(str(damage["faces"][0] % 10), typed),
        took,
    )
