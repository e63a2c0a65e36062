"""SM.25.B, SM.1.D.3: anti-aircraft fire of a port at the aircraft that attack it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from navalassist.engine import Column, Figure, Odds, Outcome, Play, Refusal, Sub, TableKey, Tally, Term, call
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import counted, listed
from navalassist.engine.forms import Ask, Options
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Shown, Summary
from navalassist.engine.run import Result as Run
from navalassist.engine.shapes import Form, Words
from navalassist.systems.supermarina.aircraft import AIR_PHASE, AirUnit, half_up
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.drawing_lots import draw
from navalassist.systems.supermarina.halves import OwnHalf, not_its_half, not_seen, own_half
from navalassist.systems.supermarina.rules.naval_air import COOPERATION, flying
from navalassist.systems.supermarina.rulings import R119
from navalassist.systems.supermarina.state import Port, Side
from navalassist.systems.supermarina.support_rulings import R137, R140
from navalassist.systems.supermarina.turn import COMBAT_STEPS, acting
from tables.cells import NEVER

SLUG, FIRE, PORT_AA = "sm-flak", "SM.25.B", "SM.1.D.3"
MOST_POINTS, ALL = 99, 100


@dataclass(frozen=True, slots=True)
class Shares:
    """A cell: so many per cent of the air units are killed, of the factors of the others so many get through."""

    killed: int
    through: int


def shares(text: str) -> Shares:
    """`10/80` as the chart has it; a dash is none, and more than all is all."""
    return Shares(*(0 if half == NEVER else min(ALL, int(half)) for half in text.split("/")))


CHART: TableKey[Shares] = TableKey("supermarina/25b-anti-aircraft", shares)


def enemy_ports(view: View) -> Options:
    """Ports of the side that does not act."""
    return [(one.key, one.name) for one in view.rows(Port, owner=acting(view).enemy)]


class FlakForm(Form):
    """Which aircraft bomb which port."""

    port: str = Ask("Port that is attacked", enemy_ports)
    units: tuple[str, ...] = Ask("Air units that bomb", flying, many=True, default=())
    ships: int = Ask("Light AA of ships there", default=0, ge=0, le=99, help="As their owner tells it.")
    modifier: int = Ask(
        "Modifiers", default=0, ge=-9, le=9, help="The sum of those under the printed table, whose list is lost."
    )


class Flak(OwnHalf):
    """Aircraft over a port, from the part of the side that flies. phase: what step it is."""

    port: Port = Says("Port")
    units: tuple[AirUnit, ...] = Says("Air units that bomb", ())
    ships: int = Says("Light AA of ships there", 0, only_if=True)
    modifier: int = Says("Modifiers", 0, only_if=True)
    phase: Words = Says("Step", told=False)

    def size(self, unit: AirUnit) -> int:
        """What a unit counts: a group its flights where flights are with it, else each unit is one (SM.5.A.2)."""
        return unit.flights if len({one.size for one in self.units}) > 1 else 1

    @property
    def count(self) -> int:
        """All that bombs."""
        return sum(map(self.size, self.units))


@dataclass(frozen=True, slots=True)
class Fired(Result):
    """The air units that are lost by name, flights that groups lose, and the bombing factors that get through."""

    lost: tuple[str, ...]
    through: int
    factors: int
    flights: tuple[tuple[str, int], ...] = ()

    def summary(self, given: Flak) -> Summary:
        """`Malta fires at Axis aircraft: Ju 88s lost; 5 of 12 bombing factors get through.`"""
        hit = len(self.lost) + len(self.flights)
        return Summary(told(given, self), f"{hit} HIT" if hit else "NO LOSS", bad=bool(hit))


def told(given: Flak, found: Fired) -> str:
    """The sentence for both sides: both see what falls."""
    whole = [f"{listed(found.lost)} lost"] if found.lost else []
    parts = [f"{name} loses {counted(flights, 'flight')} of its group" for name, flights in found.flights]
    lost = ", ".join((*whole, *parts)) or "none is lost"
    through = "nothing gets through"
    if found.factors:
        through = f"{found.through} of {counted(found.factors, 'bombing factor')} get through"
    return f"{given.port.name} fires at {given.side.label} aircraft: {lost}; {through}."


def situation(read: Reader, form: FlakForm) -> Flak:
    side = acting(read)
    units = tuple(one for one in read.own(AirUnit, side) if one.key in form.units)
    step = read["campaign:clock.step"]
    return Flak(
        **own_half(read, side),
        port=read.row(Port, form.port),
        units=units,
        ships=form.ships,
        modifier=form.modifier,
        phase=step,
    )


def why_not(given: Flak) -> Iterator[Refusal]:
    """Aircraft that fly in this step, at a port of the enemy."""
    yield from not_its_half(given, FIRE)
    yield from not_seen(given.side, given.units, FIRE)
    if given.port.owner is given.side:
        yield Refusal(f"{given.port.name} is {given.side.label}: choose a port of the enemy.", FIRE)
    for unit in given.units:
        if not unit.base:
            yield Refusal(f"{unit.name} is not in play.", FIRE)
        elif unit.cooperates is (given.phase == AIR_PHASE):
            when = "in naval action segments" if unit.cooperates else "in the air phase"
            yield Refusal(f"{unit.name} flies {when} alone.", COOPERATION)


def points(given: Flak) -> Play[Column]:
    """The port's heavy AA, where no counters of the land game stand for it, and the light AA of ships."""
    yield from ()
    port = given.port
    own = Term(PORT_AA, f"Heavy AA of {port.name}", port.aa, not port.land_aa)
    counters = Term(PORT_AA, "The land game's AA counters fire instead", 0, port.land_aa)
    ships = Term("SM.25.A", "Light AA of ships", given.ships, bool(given.ships))
    return Column((own, counters, ships), 0, MOST_POINTS)


def shot_down(given: Flak, kills: int) -> Play[dict[str, AirUnit | None]]:
    """Air units drawn one after another, until as many are killed; a group that is hit for less has flights left.

    By key what is left of each, None of one that is lost whole.
    """
    left: dict[int, AirUnit] = dict(enumerate(given.units, 1))
    found: dict[str, AirUnit | None] = {}
    while kills > 0 and left:
        key = f"lost-{len(found) + 1}"
        number = (yield from draw(key, list(left), "which air unit", of=len(given.units))) if len(left) > 1 else 0
        one = left.pop(number or next(iter(left)))
        flights, kills = min(kills, given.size(one)), kills - given.size(one)
        whole = flights == given.size(one)
        found[one.key] = None if whole else one.model_copy(update={"lost": one.lost + flights})
    return found


def figures(odds: Odds[Fired]) -> tuple[Figure, ...]:
    """How many are lost, and what gets through."""
    return (
        Figure("lost", "An air unit or a flight lost", odds.chance(lambda found: bool(found.lost or found.flights))),
        Figure("through", "bombing factors get through", odds.expect(lambda found: found.through), "expected"),
    )


def shown(facts: Mapping[str, Any], given: Flak, run: Run[Outcome[Fired]]) -> Shown:
    """Both sides see what falls, and how much gets through."""
    words = {"words": told(given, run.value.result)} if run.value else {}
    return Shown({"side": given.side.value, "port": given.port.key, **words})


def duties(now: Now) -> Iterator[Duty]:
    """One line for a side whose aircraft may bomb in this step."""
    side = Side(now.system.acting(now.moment.player_turn, now.moment.step))
    in_air = now.moment.step == AIR_PHASE
    if any(one.base and one.cooperates is not in_air for one in now.view.rows(AirUnit, side=side)):
        yield by_rule(SLUG, "AA fire at own aircraft over an enemy port", seat=side.value, done="", again=True)


@rule(
    SLUG,
    FIRE,
    "Anti-aircraft fire of a port",
    form=FlakForm,
    situation=situation,
    basis=points,
    why_not=why_not,
    figures=figures,
    shows=shown,
    may=(*COMBAT_STEPS, f"*/{AIR_PHASE}"),
    duties=duties,
    dice="2d6, then 1d10 for each unit that is drawn",
)
def fire(given: Flak) -> Play[Outcome[Fired]]:
    """2D6 in the column of the AA points: per cent killed, then what of the others' bombing factors gets through."""
    for ruling in (R119, R137, R140):
        yield from ruling.look()
    column = yield from Sub("points", call(points, given))
    modifier = Tally((Term(FIRE, "Modifiers as typed", given.modifier, bool(given.modifier)),))
    cell = yield from CHART.roll("fire", column=column, modifier=modifier, label="AA fire")
    hit = yield from shot_down(given, half_up(cell.killed, given.count, ALL))
    after = [(one, hit.get(one.key, one)) for one in given.units]
    factors = sum(left.factors for _, left in after if left)
    lost = [one for one, left in after if left is None]
    fewer = [(one, left.lost) for one, left in after if left and left is not one]
    effects = [effect for one in lost for effect in one.set(base="", cooperates=False, lost=0)]
    effects += [effect for one, now in fewer for effect in one.set(lost=now)]
    flights = tuple((one.name, now - one.lost) for one, now in fewer)
    through = half_up(cell.through, factors, ALL)
    return Outcome(Fired(tuple(one.name for one in lost), through, factors, flights), tuple(effects))
