"""SM.7.B: a task force in a mined hex may find mines, which strike one ship after another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from navalassist.engine import Dice, Each, Effect, Figure, Odds, Outcome, Part, Play, Refusal, Roll, call
from navalassist.engine.duties import Duty, Kind, Now, by_rule
from navalassist.engine.english import counted, listed
from navalassist.engine.forms import Ask, Options
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Form, Frozen
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.drawing_lots import draw
from navalassist.systems.supermarina.forces import battle_of, force_title, ships_of, transports_of
from navalassist.systems.supermarina.halves import everybody_reads, not_seen
from navalassist.systems.supermarina.losses import lost_cargo
from navalassist.systems.supermarina.state import SUNK, Force, Lot, Ship, Side, Transport
from navalassist.systems.supermarina.support_rulings import EVERY, R139, R142
from navalassist.systems.supermarina.turn import COMBAT_STEPS, MOVEMENT_STEPS

SLUG, FINDING = "sm-mines", "SM.7.B.find"
D10 = Dice(1, 10)
# The strength of every minefield, what a die of damage is less by, and from where on another mine is struck.
STRENGTH, LESS, AGAIN = 6, 4, 8


def in_mines(view: View) -> Options:
    """Task forces that have entered a mined hex."""
    return [(one.key, force_title(one)) for one in view.rows(Force) if one.mined]


class MinesForm(Form):
    """Which force rolls."""

    force: str = Ask("Task force", in_mines)


class InMines(Frozen):
    """A task force in a mined hex, with what sails in it, which only its side sees."""

    side: Side = Says("Side")
    force: Force = Says("Task force")
    ships: tuple[Ship, ...] = Says("Its ships", ())
    transports: tuple[Transport, ...] = Says("Its transports", ())
    lots: tuple[Lot, ...] = Says("Its cargo", ())
    fights: bool = Says("It is in a battle", False, only_if=True)


@dataclass(frozen=True, slots=True)
class Struck(Result):
    """Mines that were struck, by whom with how many hits, and what was lost. first: whether the first did damage."""

    mines: int
    first: bool = False
    strikes: tuple[tuple[str, int], ...] = ()
    sunk: tuple[str, ...] = ()
    cargo: tuple[str, ...] = ()

    def summary(self, given: InMines) -> Summary:
        """`Axis task force 1 finds mines: Trento 3 flotation hits, Maria no hit. Sunk: Maria, with ammunition.`"""
        if not self.mines:
            return Summary(told(given, self), "AVOIDED")
        hits = listed([f"{name} {counted(hits, 'flotation hit')}" for name, hits in self.strikes])
        cargo = f", with {listed(self.cargo)}" if self.cargo else ""
        sunk = f" Sunk: {listed(self.sunk)}{cargo}." if self.sunk else ""
        return Summary(f"{told(given, self)[:-1]}: {hits}.{sunk}", counted(self.mines, "mine").upper(), bad=True)


def told(given: InMines, found: Struck) -> str:
    """What everybody sees (R-142)."""
    return f"{force_title(given.force)} {'finds' if found.mines else 'avoids the'} mines."


def situation(read: Reader, form: MinesForm) -> InMines:
    force = read.row(Force, form.force)
    transports = transports_of(read, force)
    lots = dict.fromkeys(one.cargo for one in transports if one.cargo)
    return InMines(
        side=force.side,
        force=force,
        ships=ships_of(read, force),
        transports=transports,
        lots=tuple(read.row(Lot, key) for key in lots),
        fights=battle_of(read, force) is not None,
    )


def why_not(given: InMines) -> Iterator[Refusal]:
    """Once each time that it enters a mined hex, and not in the midst of a battle."""
    yield from not_seen(given.side, (*given.ships, *given.transports), FINDING)
    if not given.force.mined:
        yield Refusal(f"{force_title(given.force)} has entered no mined hex.", FINDING)
    if given.fights:
        yield Refusal(f"{force_title(given.force)} is in a battle: both sides mark their ship sheets first.", FINDING)


def figures(odds: Odds[Struck]) -> tuple[Figure, ...]:
    """Whether mines are found, whether the first does damage, and whether there is another."""
    return (
        Figure("found", "Mines found", odds.chance(lambda found: found.mines > 0)),
        Figure("first", "The first does damage", odds.chance(lambda found: found.first)),
        Figure("again", "Another is struck", odds.chance(lambda found: found.mines > 1)),
    )


def finds() -> Part[bool]:
    """1D10: 1 to 6 finds them."""
    return Roll("find", D10, lambda faces: faces[0] <= STRENGTH, f"{STRENGTH} or less finds mines")


def another(key: str) -> Part[bool]:
    """The roll for another attack."""
    return Roll(key, D10, lambda faces: faces[0] >= AGAIN, f"{AGAIN} or more is another mine")


def flotation_hits(key: str) -> Part[int]:
    """1D10 less 4: what a mine does."""
    label = f"flotation hits, less {LESS}"
    return Roll(key, D10, lambda faces: max(0, faces[0] - LESS), label)


def first_mine(given: InMines) -> Play[Outcome[Struck]]:
    """For odds: the first mine, and whether there is another; mines may go on for ever."""
    every = (yield from R139.look()) == EVERY
    if not (yield from finds()):
        return Outcome(Struck(0))
    ships = len(given.ships) + len(given.transports) if every else 1
    parts = {str(nth): call(flotation_hits, "hits") for nth in range(ships)}
    damage = yield from Each(parts, lambda before, hits: before or hits > 0, False)
    again = yield from another("again")
    return Outcome(Struck(1 + again, damage))


def after(one: Ship | Transport, hits: int) -> Ship | Transport:
    """A ship with its hits; a transport sinks with the first (SM.2.D)."""
    if isinstance(one, Transport):
        return one.model_copy(update={"place": SUNK} if hits else {})
    total = min(len(one.flotation), one.flotation_hits + hits)
    lost = {"place": SUNK} if total == len(one.flotation) else {}
    return one.model_copy(update={"flotation_hits": total, **lost})


def duties(now: Now) -> Iterator[Duty]:
    """Due for each force that has entered a mined hex."""
    for force in now.view.rows(Force):
        if force.mined:
            words, begins = f"{force_title(force)} rolls for mines", {"force": force.key}
            yield by_rule(SLUG, words, begins, kind=Kind.DUE, seat=force.side.value, done="")


@rule(
    SLUG,
    FINDING,
    "Roll for mines",
    form=MinesForm,
    situation=situation,
    why_not=why_not,
    figures=figures,
    odds=first_mine,
    shows=everybody_reads(told),
    due=(*MOVEMENT_STEPS, *COMBAT_STEPS),
    duties=duties,
    dice="1d10; of mines that are found 1d10 for who strikes, 1d10 for hits, 1d10 for another",
)
def mines(given: InMines) -> Play[Outcome[Struck]]:
    """1 to 6 finds mines: 1D10 less 4 flotation hits on a ship, and on 8 to 10 another mine, as long as it goes on."""
    every = (yield from R139.look()) == EVERY
    yield from R142.look()
    sailing: dict[int, Ship | Transport] = dict(enumerate((*given.ships, *given.transports), 1))
    now, strikes, count = dict(sailing), [], 0
    goes_on = yield from finds()
    while goes_on and (afloat := [number for number, one in now.items() if one.place != SUNK]):
        count += 1
        if not every and len(afloat) > 1:
            afloat = [(yield from draw(f"which-{count}", afloat, "which of them", of=len(now)))]
        for number in afloat:
            hits = yield from flotation_hits(f"hits-{count}-{number}")
            now[number] = after(now[number], hits)
            strikes.append((count, now[number].name, hits))
        goes_on = any(one.place != SUNK for one in now.values()) and (yield from another(f"again-{count}"))
    sunk = [one for one in now.values() if one.place == SUNK]
    cargo = lost_cargo(given.lots, [one for one in sunk if isinstance(one, Transport)])
    found = Struck(
        count,
        any(hits for mine, _, hits in strikes if mine == 1),
        tuple((name, hits) for _, name, hits in strikes),
        tuple(one.name for one in sunk),
        tuple(lot.name for lot in cargo),
    )
    changed = [(sailing[number], one) for number, one in now.items() if one != sailing[number]]
    return Outcome(found, tuple(effects(given.force, changed, cargo, left=len(sunk) < len(now))))


def effects(
    force: Force, changed: Iterable[tuple[Ship | Transport, Ship | Transport]], cargo: Iterable[Lot], *, left: bool
) -> Iterator[Effect]:
    """Sheets keep the hits, cargo is lost with what carried it, and a force of which nothing is left is gone."""
    for before, one in changed:
        yield from before.set(place=one.place, flotation_hits=one.flotation_hits)
    for lot in cargo:
        yield from lot.set(place=SUNK)
    yield from force.set(mined=False) if left else (force.gone(),)
