"""The rules of the straits: a side searches, both aim in secret, forts fire, forces sail as ordered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from navalassist.engine import Dice, Figure, Odds, Outcome, Play, Refusal, Roll, Together
from navalassist.engine.asks import Plan, plan_lines
from navalassist.engine.duties import Duty, Kind, Now, by_rule
from navalassist.engine.forms import Ask, Options
from navalassist.engine.learnt import Level
from navalassist.engine.pending import Pending
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Rulebook, Shown, Summary
from navalassist.engine.run import Result as Run
from navalassist.engine.shapes import Form, Frozen
from tables.turn import load_turn
from tests.straits.state import FORCES, GUNS, Force, Fort, Sailing, Ship, Side

SYSTEM = "straits"
TURN = load_turn(Path(__file__).with_name("turn.toml"))
RULES = Rulebook(SYSTEM, "example")
SEARCH, LISTEN, AIM, FIRE, SAIL = (f"straits-{name}" for name in ("search", "listen", "aim", "fire", "sail"))
HOLDS = "holds"


def sides(view: View) -> Options:
    return [(side.value, side.label) for side in Side]


@dataclass(frozen=True, slots=True)
class Said(Result):
    """What came of it, as a sentence."""

    words: str

    def summary(self, given: Frozen) -> Summary:
        return Summary(self.words)


# Searching


def forces(view: View) -> Options:
    return [(force.key, f"Force {force.number} of {force.side.label}") for force in view.rows(Force)]


class SearchForm(Form):
    """Which force a side looks for."""

    side: Side = Ask("Who searches", sides)
    force: str = Ask("Force", forces)


class Search(Frozen):
    """A search for a marker: nothing of what the force holds."""

    side: Side = Says("Who searches")
    force: Force = Says("Force")


@dataclass(frozen=True, slots=True)
class Searched(Result):
    """How much is seen."""

    level: Level

    def summary(self, given: Search) -> Summary:
        found = "finds nothing of" if self.level is Level.NOTHING else f"sees {self.level.label}"
        word = "MISSED" if self.level is Level.NOTHING else "SEEN"
        return Summary(f"{given.side.label} {found} Force {given.force.number}.", word)


def searching(read: Reader, form: SearchForm) -> Search:
    return Search(side=form.side, force=read.row(Force, form.force))


def why_not_search(search: Search) -> Iterator[Refusal]:
    if search.force.side is search.side:
        yield Refusal("A side knows its own forces.", "SR.1")


def chances(odds: Odds[Searched]) -> tuple[Figure, ...]:
    return tuple(
        Figure(level.value, f"Seen {level.label}", odds.chance(lambda found, level=level: found.level is level))
        for level in (Level.GENERAL, Level.FULL)
    )


def search_duties(now: Now) -> Iterator[Duty]:
    side = now.system.acting(now.moment.player_turn, now.moment.step)
    for force in now.view.rows(Force):
        if force.side != side:
            yield by_rule(SEARCH, f"Search for Force {force.number}", {"side": side, "force": force.key}, again=True)


@RULES.rule(
    SEARCH,
    "SR.1",
    "Search for a force",
    form=SearchForm,
    situation=searching,
    why_not=why_not_search,
    figures=chances,
    may="*/watch-*/search",
    duties=search_duties,
    dice="1d6",
)
def search(given: Search) -> Play[Outcome[Searched]]:
    """1, 2: nothing; 3, 4: in general; 5, 6: in full."""
    levels = {1: Level.NOTHING, 2: Level.NOTHING, 3: Level.GENERAL, 4: Level.GENERAL}
    level = yield from Roll("search", Dice(1), lambda faces: levels.get(faces[0], Level.FULL), "the search")
    learnt = () if level is Level.NOTHING else (FORCES.learnt(given.side, given.force, level),)
    return Outcome(Searched(level), learnt=learnt)


# Listening, which depends on what the force holds


class Listening(Frozen):
    """A hydrophone hears many ships better than few: its owner's secret is read."""

    side: Side = Says("Who listens")
    force: Force = Says("Force")
    ships: int = Says("How many ships it has")


def listening(read: Reader, form: SearchForm) -> Listening:
    force = read.row(Force, form.force)
    return Listening(side=form.side, force=force, ships=len(read.rows(Ship, force=force.key)))


def heard(facts: Mapping[str, Any], given: Listening, run: Run[Outcome[Searched]]) -> Shown:
    """Everybody hears whether something was heard, and nobody how many ships there are."""
    level = run.value.result.level if run.value else Level.NOTHING
    return Shown({"side": given.side.value, "force": given.force.key, "heard": level is not Level.NOTHING})


@RULES.rule(
    LISTEN,
    "SR.5",
    "Listen for a force",
    form=SearchForm,
    situation=listening,
    shows=heard,
    may="*/watch-*/search",
    dice="1d6",
)
def listen(given: Listening) -> Play[Outcome[Searched]]:
    """A die of its ships or less: in general."""
    loud = yield from Roll("listen", Dice(1), lambda faces: faces[0] <= given.ships, "the hydrophone")
    learnt = (FORCES.learnt(given.side, given.force, Level.GENERAL),) if loud else ()
    return Outcome(Searched(Level.GENERAL if loud else Level.NOTHING), learnt=learnt)


# Forts aim, and fire


class AimForm(Form):
    """Whose tap begins it."""

    side: Side = Ask("Who begins", sides)


class Aiming(Frozen):
    """All forts, each with what it can fire at."""

    side: Side = Says("Who begins")
    forts: tuple[Fort, ...] = Says("Forts")


def aiming(read: Reader, form: AimForm) -> Aiming:
    return Aiming(side=form.side, forts=read.rows(Fort))


def why_not_aim(given: Aiming) -> Iterator[Refusal]:
    if any(fort.aim for fort in given.forts):
        yield Refusal("The forts have aimed: they fire first.", "SR.2")


def aim_duties(now: Now) -> Iterator[Duty]:
    yield by_rule(AIM, query={"side": now.system.acting(now.moment.player_turn, now.moment.step)})


def plan_of(side: Side, forts: tuple[Fort, ...]) -> Plan:
    """A line for each fort of a side: one fort of the enemy, or none."""
    targets = {fort.key: fort.name for fort in forts if fort.side is side.enemy} | {HOLDS: "holds its fire"}
    lines = {fort.key: (f"{fort.name} fires at", targets) for fort in forts if fort.side is side}
    return Plan(side.value, lines, side.value, "Where do your forts aim?")


@RULES.rule(
    AIM,
    "SR.2",
    "Aim the forts",
    form=AimForm,
    situation=aiming,
    why_not=why_not_aim,
    may="*/watch-*/battle",
    duties=aim_duties,
)
def aim(given: Aiming) -> Play[Outcome[Said]]:
    """Both sides aim in secret; both plans are shown together."""
    plans = yield from Together("aim", tuple(plan_of(side, given.forts) for side in Side), "aim")
    aims = {name: at for plan in plans for name, at in plan_lines(plan).items() if at != HOLDS}
    names = {fort.key: fort.name for fort in given.forts}
    told = "; ".join(f"{names[fort]} at {names[at]}" for fort, at in aims.items()) or "nobody fires"
    effects = (one for fort in given.forts if fort.key in aims for one in fort.set(aim=aims[fort.key]))
    return Outcome(Said(f"The forts aim: {told}."), tuple(effects))


def armed(view: View) -> Options:
    return [(fort.key, fort.name) for fort in view.rows(Fort) if fort.aim]


class FireForm(Form):
    """The fort that fires."""

    fort: str = Ask("Fort", armed)


class Fire(Frozen):
    """A fort, its target, and the damage that waits for that."""

    side: Side = Says("Side")
    fort: Fort = Says("Fort")
    target: Fort = Says("Target")
    waits: Pending = Says("Damage that waits")


@dataclass(frozen=True, slots=True)
class Hits(Result):
    """How many boxes were hit."""

    hits: int

    def summary(self, given: Fire) -> Summary:
        what = f"hits {given.target.name}: {self.hits} at the end of the step" if self.hits else "misses"
        return Summary(f"{given.fort.name} {what}.", "HIT" if self.hits else "MISS", bad=bool(self.hits))


def firing(read: Reader, form: FireForm) -> Fire:
    fort = read.row(Fort, form.fort)
    target = read.row(Fort, fort.aim)
    return Fire(side=fort.side, fort=fort, target=target, waits=GUNS.pending(read, target))


def expected(odds: Odds[Hits]) -> tuple[Figure, ...]:
    return (
        Figure("hit", "Hit", odds.chance(lambda found: found.hits > 0)),
        Figure("hits", "Hits", odds.expect(lambda found: found.hits), "hits"),
    )


def fire_duties(now: Now) -> Iterator[Duty]:
    for fort in now.view.rows(Fort):
        if fort.aim:
            yield by_rule(FIRE, f"{fort.name} fires", {"fort": fort.key}, kind=Kind.DUE, seat=fort.side.value, done="")


@RULES.rule(
    FIRE,
    "SR.3",
    "Fire a fort",
    form=FireForm,
    situation=firing,
    figures=expected,
    due="*/watch-*/battle",
    duties=fire_duties,
    dice="1d6",
)
def fire(given: Fire) -> Play[Outcome[Hits]]:
    """A die of half its box or less hits; a 1 hits twice. What is hit counts at the end of the step."""
    needed = given.fort.strength // 2
    hits = yield from Roll("fire", Dice(1), lambda faces: (faces[0] <= needed) + (faces[0] == 1 <= needed), "the fire")
    waits = given.waits.scores(hits, f"the fire of {given.fort.name}")
    return Outcome(Hits(hits), (*waits, *given.fort.set(aim="")))


# Sailing as ordered


def opened(view: View) -> Options:
    orders = view.rows(Sailing)
    return [(one.key, f"Force {view.row(Force, one.force).number} to {one.water.label}") for one in orders]


class SailForm(Form):
    """The order that is carried out."""

    order: str = Ask("Order", opened)


class Sails(Frozen):
    """An order and its force."""

    side: Side = Says("Side")
    order: Sailing = Says("Order")
    force: Force = Says("Force")


def sailing(read: Reader, form: SailForm) -> Sails:
    order = read.row(Sailing, form.order)
    return Sails(side=order.side, order=order, force=read.row(Force, order.force))


@RULES.rule(SAIL, "SR.4", "Sail as ordered", form=SailForm, situation=sailing, may="*/sailing")
def sail(given: Sails) -> Play[Outcome[Said]]:
    """The force is where its order says."""
    yield from ()
    said = Said(f"Force {given.force.number} sails to {given.order.water.label}.")
    return Outcome(said, (*given.force.set(water=given.order.water), given.order.gone()))
