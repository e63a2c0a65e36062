"""SM.3.B: a task force pays MPs to look around its hex, by day or by night, and finds every enemy force in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from navalassist.engine import Effect, Outcome, Play, Refusal, Set
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import counted, listed
from navalassist.engine.forms import Ask, Options
from navalassist.engine.learnt import Learnt
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary, told_to_all
from navalassist.engine.shapes import Form, Frozen, Words
from navalassist.systems.supermarina.book import rule
from navalassist.systems.supermarina.combat import Light
from navalassist.systems.supermarina.fighting import slowest
from navalassist.systems.supermarina.forces import contents, force_title, ships_of
from navalassist.systems.supermarina.marks import mark, night_search_mark
from navalassist.systems.supermarina.rulings import R102
from navalassist.systems.supermarina.spotting import Recon, learns, level_by, methods, spotted
from navalassist.systems.supermarina.state import Force, Ship, Side
from navalassist.systems.supermarina.support_rulings import R131, R133, R134
from navalassist.systems.supermarina.turn import MOVEMENT_STEPS, acting
from navalassist.systems.supermarina.weather import Sky, sky_at

SLUG, SURFACE_SEARCH = "sm-surface-search", "SM.3.B"
COST = {Light.DAY: 4, Light.NIGHT: 8}
LEAST, POOR_TIMES = 1, 2
MOVEMENT = "movement"


def cost_of(light: Light, weather: Sky, searchers: int) -> int:
    """MPs of a search. searchers: ships with an S, which help by day in clear weather alone."""
    cost = COST[light]
    if weather is Sky.POOR:
        return cost * POOR_TIMES
    return max(LEAST, cost - searchers) if light is Light.DAY else cost


def own_forces(view: View) -> Options:
    """The task forces on the map of the side whose half it is."""
    return [(one.key, force_title(one)) for one in view.rows(Force, side=acting(view)) if one.hex]


def lights(view: View) -> Options:
    """By day or by night, with the MPs of each without an S, in clear weather."""
    return [(light.value, f"{light.label}, {cost} MPs") for light, cost in COST.items()]


class SurfaceForm(Form):
    """Which force searches its hex, and when."""

    force: str = Ask("Task force that searches its hex", own_forces)
    light: Light = Ask("When", lights, help="Twice as many in poor weather; by day 1 less for each S in clear weather.")


class Quarry(Frozen):
    """An enemy marker in the hex, and by which methods it was found before."""

    force: Force
    before: tuple[Recon, ...] = ()


class SurfaceSearch(Frozen):
    """A force with its ships, and the enemy markers in its hex."""

    side: Side = Says("Who searches")
    force: Force = Says("Task force")
    ships: tuple[Ship, ...] = Says("Its ships")
    speed: int = Says("MPs of its slowest")
    light: Light = Says("When")
    weather: Sky = Says("Weather")
    enemies: tuple[Quarry, ...] = Says("Enemy task forces in the hex", ())
    searched: Words = Says("Hex that it searched by night in this segment", "", only_if=True)
    step: str = Says("Step", told=False)
    acting: Side = Says("Whose half it is", told=False)

    @property
    def cost(self) -> int:
        """MPs of this search."""
        return cost_of(self.light, self.weather, sum(ship.searcher for ship in self.ships))


@dataclass(frozen=True, slots=True)
class Looked(Result):
    """Keys of the forces that were found, and the MPs that it cost."""

    found: tuple[str, ...]
    cost: int

    def summary(self, given: SurfaceSearch) -> Summary:
        """`Allied task force 1 searches 18A:1602 by night for 8 MPs and finds Axis task force 1.`"""
        names = listed(force_title(one.force) for one in given.enemies) or "nothing"
        how = f"by {given.light.label} for {counted(self.cost, 'MP')}"
        words = f"{force_title(given.force)} searches {given.force.hex} {how} and finds {names}."
        return Summary(words, "FOUND" if self.found else "NOTHING FOUND")


def situation(read: Reader, form: SurfaceForm) -> SurfaceSearch:
    force = read.row(Force, form.force)
    others = read.view.rows(Force, hex=force.hex) if force.hex else ()
    found = tuple(read.row(Force, one.key) for one in others if one.side is not force.side)
    return SurfaceSearch(
        side=force.side,
        force=force,
        ships=ships_of(read, force),
        speed=slowest(contents(read, force)),
        light=form.light,
        weather=sky_at(read, force.hex),
        enemies=tuple(Quarry(force=one, before=methods(read, one)) for one in found),
        searched=read.get(f"{night_search_mark(force.key)}.place", ""),
        step=read["campaign:clock.step"],
        acting=acting(read),
    )


def why_not(given: SurfaceSearch) -> Iterator[Refusal]:
    """In the own movement step, by warships with fuel and with MPs left."""
    name = force_title(given.force)
    if given.acting is not given.side or not given.step.endswith(MOVEMENT):
        yield Refusal(f"The {given.side.label} side searches hexes in its own movement step.", SURFACE_SEARCH)
    if not given.force.hex:
        yield Refusal(f"{name} is not on the map.", SURFACE_SEARCH, final=True)
    if not given.ships:
        yield Refusal(f"{name} has no warship.", SURFACE_SEARCH)
    if any(ship.dry for ship in given.ships):
        yield Refusal(f"{name} has a ship without fuel, which searches for nobody.", "SM.8.A.1.out")
    left = max(0, given.speed - given.force.spent)
    if given.cost > left:
        yield Refusal(f"It costs {counted(given.cost, 'MP')}, and {name} has {left} left.", SURFACE_SEARCH)


def duties(now: Now) -> Iterator[Duty]:
    """A line for each own force on the map."""
    side = now.system.acting(now.moment.player_turn, now.moment.step)
    for force in now.view.rows(Force, side=side):
        if force.hex:
            yield by_rule(
                SLUG, f"{force_title(force)} searches {force.hex}", {"force": force.key}, seat=side, done="", again=True
            )


def night_marks(given: SurfaceSearch) -> Iterator[Effect]:
    """The mark by which a battle in this hex is one by night (SM.6.F)."""
    row = night_search_mark(given.force.key)
    if given.light is Light.NIGHT and given.searched:
        yield Set(f"{row}.place", given.force.hex)
    elif given.light is Light.NIGHT:
        yield mark(row, given.force, given.step, given.force.hex)


@rule(
    SLUG,
    SURFACE_SEARCH,
    "Search a hex",
    form=SurfaceForm,
    situation=situation,
    why_not=why_not,
    shows=told_to_all,
    may=MOVEMENT_STEPS,
    duties=duties,
    dice="none",
)
def search(given: SurfaceSearch) -> Play[Outcome[Looked]]:
    """Every enemy marker in the hex is found; an empty one costs the same."""
    for ruling in (R102, R131, R133, R134):
        yield from ruling.look()
    effects = [*given.force.set(spent=given.force.spent + given.cost), *night_marks(given)]
    lessons: list[Learnt] = []
    for one in given.enemies:
        effects += spotted(one.force, Recon.SURFACE, one.before, given.step)
        lessons += learns(one.force, level_by({*one.before, Recon.SURFACE}))
    found = tuple(one.force.key for one in given.enemies)
    return Outcome(Looked(found, given.cost), tuple(effects), tuple(lessons))
