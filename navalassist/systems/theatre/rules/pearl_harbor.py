"""PG.6.5.4.6: the chart of Pearl Harbor says how far its defender is surprised; a second wave may follow the first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from navalassist.engine import Figure, Odds, Outcome, Play, Refusal, TableKey
from navalassist.engine.asks import Each, call
from navalassist.engine.duties import Duty, Kind, Now, by_rule
from navalassist.engine.english import listed
from navalassist.engine.forms import Ask, Options
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary, told_to_all
from navalassist.engine.shapes import Form, Frozen
from navalassist.systems.theatre import harbor
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.battle import BATTLES, queue
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.harbor_rulings import R296
from navalassist.systems.theatre.rules.queue import in_order
from navalassist.systems.theatre.state.battles import FULL, PARTIAL, SURPRISES, UNREAD, Absent, Battle
from navalassist.systems.theatre.state.battles import Result as OnSheet
from navalassist.systems.theatre.state.fleets import Unit
from navalassist.systems.theatre.state.sea import Port
from navalassist.systems.theatre.state.words import Nation, Side, Stage, UnitType
from navalassist.systems.theatre.turn import BATTLE, OPERATIONS, now_turn

SLUG, WAVE, PEARL = "pg-pearl-harbor", "pg-second-wave", "PG.6.5.4.6"
CHART: TableKey[str] = TableKey("theatre/29-pearl-harbor", str)
AT_SEA = "sea"


def unread(view: View) -> list[Battle]:
    """Attacks for which the chart is still to be read."""
    return list(view.rows(Battle, surprise=UNREAD))


def first_waves(view: View) -> list[Battle]:
    """Attacks on Pearl Harbor of this turn that are fought, and have no second wave yet."""
    now = [one for one in queue(view, now_turn(view)) if one.surprise]
    second = {one.follows for one in now}
    return [
        one for one in now if not one.follows and one.number not in second and one.stage in (Stage.MARK, Stage.ENDED)
    ]


def options(found: Callable[[View], list[Battle]]) -> Callable[[View], Options]:
    """Battles for a form."""
    return lambda view: [(one.key, f"Battle {one.number}: {one.name}") for one in found(view)]


class ChartForm(Form):
    """Which attack."""

    attack: str = Ask("Attack", options(unread))


class Chart(Frozen):
    """An attack on Pearl Harbor; the American fleet carriers that are based there."""

    side: Side = Says("Who is attacked")
    battle: Battle = Says("Attack")
    carriers: tuple[Unit, ...] = Says("Fleet carriers that are based there", ())
    flak: tuple[OnSheet, ...] = Says("Anti-aircraft guns", (), told=False)


@dataclass(frozen=True, slots=True)
class Surprised(Result):
    """How far it is a surprise, and which carriers are at sea."""

    surprise: str
    at_sea: tuple[str, ...] = ()

    def summary(self, given: Chart) -> Summary:
        """`Pearl Harbor is attacked: surprise in the first wave.`"""
        said = SURPRISES[self.surprise]
        names = [one.name for one in given.carriers if one.key in self.at_sea]
        notes = (f"At sea, and no target: {listed(names)}",) if names else ()
        return Summary(f"Pearl Harbor is attacked: {said}.", said.upper(), self.surprise != "none", notes=notes)


def situation(read: Reader, form: ChartForm) -> Chart:
    battle = read.row(Battle, form.attack)
    side = battle.attacker.enemy
    based = read.own(Unit, side, place=Port.row_of(battle.port))
    # What may be there and is not, is as secret.
    read.looked_for(Absent.row_of(battle.key), side=side)
    carriers = tuple(one for one in based if one.type is UnitType.CV and one.nation is Nation.USA)
    flak = (one for one in read.rows(OnSheet, battle=battle.key) if one.name.startswith(harbor.FLAK))
    return Chart(side=side, battle=battle, carriers=carriers, flak=tuple(flak))


def why_not(given: Chart) -> Iterator[Refusal]:
    """Once for an attack."""
    if given.battle.surprise != UNREAD:
        yield Refusal("The chart is for the first attack on Pearl Harbor, and is read once.", PEARL, final=True)


def figures(odds: Odds[Surprised]) -> tuple[Figure, ...]:
    """Both kinds of surprise, and how many carriers are at sea."""
    return (
        Figure("partial", "Surprise in the first wave", odds.chance(lambda one: one.surprise == PARTIAL)),
        Figure("full", "Surprise in both waves", odds.chance(lambda one: one.surprise == FULL)),
        Figure("at-sea", "Carriers at sea", odds.expect(lambda one: len(one.at_sea)), "carriers"),
    )


def chart_duties(now: Now) -> Iterator[Duty]:
    """A line for the side that is attacked."""
    for one in unread(now.view):
        seat = one.attacker.enemy.value
        yield by_rule(SLUG, "Read the chart of Pearl Harbor", {"attack": one.key}, seat=seat, kind=Kind.DUE, done="")


def place_of(key: str) -> Play[tuple[str, ...]]:
    """A carrier that is at sea, by its key; nothing where it is in port."""
    found = yield from CHART.roll("die", column="carrier")
    return (key,) if found == AT_SEA else ()


@rule(
    SLUG, PEARL, "Read the chart of Pearl Harbor", form=ChartForm, situation=situation, why_not=why_not,
    figures=figures, shows=told_to_all, due=(OPERATIONS, BATTLE), duties=chart_duties,
    dice="1d6, then 1d6 for each carrier",
)  # fmt: skip
def read_chart(given: Chart) -> Play[Outcome[Surprised]]:
    """One die for surprise, and one for each carrier that is based there; anti-aircraft guns are surprised too."""
    yield from R296.look()
    surprise = yield from CHART.roll("surprise", column="surprise")
    parts = {one.key: call(place_of, one.key) for one in given.carriers}
    at_sea: tuple[str, ...] = (yield from Each(parts, lambda all_, one: (*all_, *one), ())) if parts else ()
    battle = given.battle.model_copy(update={"surprise": surprise})
    flak = [one for one in given.flak if battle.surprised]
    absent = Absent(key=battle.key, side=given.side, units=at_sea)
    return Outcome(Surprised(surprise, at_sea), (
        *given.battle.set(surprise=surprise), absent.made(),
        *(effect for one in flak for effect in one.set(strength=harbor.half(one.strength))),
    ))  # fmt: skip


# --- the second wave


class WaveForm(Form):
    """After which attack."""

    first: str = Ask("First wave", options(first_waves))


class Wave(Frozen):
    """A first wave that is fought. sheet: the targets of its sheet on land."""

    side: Side = Says("Who attacks")
    battle: Battle = Says("First wave")
    sheet: tuple[OnSheet, ...] = Says("Targets", (), told=False)
    waiting: tuple[Battle, ...] = Says("Battles that wait", (), told=False)
    over: int = Says("Places that are fought", 0, told=False)
    number: int = Says("Number of the battle", ge=1, le=999, numbers=Battle.KIND, told=False)
    may: bool = Says("It may follow", told=False)


def waving(read: Reader, form: WaveForm) -> Wave:
    battle = read.row(Battle, form.first)
    there = [one for one in queue(read, now_turn(read)) if not one.late]
    return Wave(
        side=battle.attacker, battle=battle,
        sheet=tuple(one for one in read.rows(OnSheet, battle=battle.key) if one.of == Port.row_of(battle.port)),
        waiting=tuple(one for one in there if not BATTLES.is_over(one)),
        over=max((one.place for one in there if BATTLES.is_over(one)), default=0),
        number=BATTLES.next_number(read.view), may=battle.key in {one.key for one in first_waves(read.view)},
    )  # fmt: skip


def why_no_wave(given: Wave) -> Iterator[Refusal]:
    """One second wave, once the first is fought."""
    if not given.may:
        yield Refusal(
            "A second wave follows an attack on Pearl Harbor of this turn once it is fought.", PEARL, final=True
        )


def wave_duties(now: Now) -> Iterator[Duty]:
    """A line for the attacker, who may leave it."""
    for one in first_waves(now.view):
        words = f"Second wave on {one.name}"
        yield by_rule(WAVE, words, {"first": one.key}, small="or not", seat=one.attacker.value, done="")


@rule(WAVE, PEARL, "Fly a second wave", form=WaveForm, situation=waving, why_not=why_no_wave, may=BATTLE,
      duties=wave_duties)  # fmt: skip
def fly_again(given: Wave) -> Play[Outcome[Said]]:
    """It is fought next, by what is left of both: nothing is repaired between the waves."""
    yield from ()
    new = given.battle.model_copy(update={
        "key": str(given.number), "number": given.number, "follows": given.battle.number, "committed": (),
        "reported": "", "left": "", "left_on": 0, "marked": (), "stage": Stage.SHEET,
    })  # fmt: skip
    left = [harbor.left_of(one, given.battle, new) for one in given.sheet if not one.sunk]
    effects = (*in_order(given.over, given.waiting, [new], ()), *(one.made() for one in left))
    said = "surprised again" if new.surprised else "not surprised any more"
    return Outcome(Said(f"A second wave attacks {new.name}, which is {said}: battle {new.number}."), effects)
