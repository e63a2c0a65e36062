"""GW.CONTESTED: mobilization points that cross a contested sea zone, and the general engagement that may come of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Self, TypeVar

from pydantic import Field, model_validator

from navalassist.engine import Add, Column, Effect, Figure, Odds, Outcome, Play, Refusal, TableKey, Term
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.english import counted, the_side
from navalassist.engine.forms import Ask, FormErrors, Options
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary, weighed
from navalassist.engine.shapes import NOTE, Form, Key, Words
from navalassist.systems.storm_of_steel import forces
from navalassist.systems.storm_of_steel.actions import ACTIONS, busy_with, keys, taking_part
from navalassist.systems.storm_of_steel.book import EDITION, EDITION_2, rule
from navalassist.systems.storm_of_steel.cells import Points, points_of
from navalassist.systems.storm_of_steel.clock import Step
from navalassist.systems.storm_of_steel.rulings import ANY_UNIT, R36, R73, R86, R91
from navalassist.systems.storm_of_steel.state import (
    Action,
    Area,
    Keys,
    Level,
    Mission,
    Side,
    Squadron,
    Squadrons,
    Stage,
    Unit,
    combat_strength,
    mobilization,
)

CONTESTED = "GW.CONTESTED"
SLUG = "gw-contested"
ENGAGEMENT = "GE"
MOST_ENGAGED = 10
# Within this difference neither side has the upper hand.
EVEN = 3
LOSSES: TableKey[Points] = TableKey("storm_of_steel/contested-sea-zone", points_of)
U = TypeVar("U", bound=Unit)


def counting(units: Iterable[U]) -> tuple[U, ...]:
    """Cruisers, escorts and submarines."""
    return tuple(unit for unit in units if unit.kind.fights_for_a_line)


def contesting(view: View, area: str, side: Side) -> tuple[Squadron, ...]:
    """The units of a side that contest an area."""
    return counting(forces.squadrons_in_area(view, area, side))


def turn_of(view: View) -> Side:
    """Whose player turn it is."""
    return Side(view.get("campaign:clock.player_turn") or Side.CENTRAL)


def contested_first(view: View) -> Options:
    """The sea areas, first those in which the enemy of the side whose player turn it is has small ships."""
    enemy = turn_of(view).enemy
    return sorted(forces.areas(view), key=lambda area: not contesting(view, area[0], enemy))


def small_ships(view: View) -> Options:
    """Cruisers, escorts and submarines."""
    return [one for one in forces.in_play(view) if view.row(Squadron, one[0]).kind.fights_for_a_line]


def small_ships_met(view: View) -> Options:
    """Those of them that are free in areas where both sides have some, with the area; the player turn's side first."""
    held, turn = taking_part(view), turn_of(view)
    return [
        (unit.key, f"{forces.squadron_words(view, unit)}, {name}")
        for side in (turn, turn.enemy)
        for area, name in forces.areas(view)
        if contesting(view, area, side.enemy)
        for unit in contesting(view, area, side)
        if unit.key not in held
    ]


class CrossingForm(Form):
    """What is typed when points are carried over contested water."""

    area: str = Ask("Sea area", contested_first, help="Those that are contested come first.")
    carried: int | None = Ask("Points that sail", default=None, ge=0, le=9999, help="Empty: all that the side has.")
    holder: str = Ask(
        "Whose line of communication", forces.sides, none=forces.OF_TURN, help="It transports the points."
    )
    units: tuple[str, ...] = Ask(
        "The holder's cruisers, escorts and submarines there",
        small_ships,
        (),
        many=True,
        shown=small_ships_met,
        help="None ticked: all that its fleets have in the area. All enemy units there count.",
    )
    engaging: tuple[str, ...] = Ask(
        "Who of them would fight a general engagement",
        small_ships,
        (),
        many=True,
        shown=small_ships_met,
        help="At most 10. None ticked: all. Of the enemy the strongest fight, 10 at most.",
    )
    because: Because = ""


class ContestedZone(Overrulable):
    """A sea zone that a side's transport crosses while the enemy contests it."""

    side: Side = Says("Whose line of communication", help="It transports, and defends (R-36).")
    area: Key = Says("Sea area", of="area")
    name: Words = Says("Its name", "", told=False)
    defenders: Squadrons = Says("Naval units that hold the line", ())
    attackers: Squadrons = Says("Enemy naval units there", ())
    units: Keys = Says("Units that were ticked to hold the line", (), of="squadron", help="None: all that are there.")
    engaging: Keys = Says("Units that would fight a general engagement", (), of="squadron", help="None: all.")
    busy: Words = Says("In another action", "", only_if=True)
    held: Annotated[tuple[Key, ...], Field(max_length=99)] = Says(
        "In a naval action: they count, and fight no second engagement", (), of="squadron", only_if=True
    )
    elsewhere: Words = Says("Not in the area", "", only_if=True)
    points: Level | None = Says("Mobilization points of that side", None)
    carried: Level | None = Says("Points that sail, of which no more are lost", None, only_if=True)
    number: int = Says("Number of a naval action", ge=1, le=99999, told=False, numbers=Action.KIND)
    player_turn: Side | None = Says("Whose player turn it is", None, told=False)
    step: Step | None = Says("Step", None, told=False)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if strangers := set(self.engaging) - set(keys(self.of(self.side))):
            who = "cruiser, escort or submarine of the holder in this zone"
            raise ValueError(f"engaging: {min(strangers)} is no {who}")
        return self

    def of(self, side: Side) -> tuple[Unit, ...]:
        """The units of a side that count here: cruisers, escorts and submarines."""
        return counting(self.defenders if side is self.side else self.attackers)

    def engaged(self, side: Side) -> tuple[Unit, ...]:
        """Who of a side fights a general engagement: of the enemy the ten strongest, of equals by name (R-86)."""
        units = tuple(unit for unit in self.of(side) if unit.key not in self.held)
        if side is self.side:
            return tuple(unit for unit in units if unit.key in self.engaging) or units
        return tuple(sorted(units, key=lambda unit: (-unit.combat, unit.name or unit.key))[:MOST_ENGAGED])


@dataclass(frozen=True, slots=True)
class Crossing(Result):
    """Points by the table, and the number of the naval action that opens; None where none does."""

    points: int
    difference: Column
    mobilization_before: int | None = None
    mobilization_after: int | None = None
    general_engagement: bool = False
    action: int | None = None
    overruled: str = ""

    @property
    def gone(self) -> int:
        """The points that are lost of those that there are (R-91); all where nobody keeps them."""
        before = self.mobilization_before
        return self.points if before is None else min(self.points, before)

    def summary(self, given: ContestedZone) -> Summary:
        """`The Allies lose 1 point on the crossing of the Western Approaches, 19 of 20 left; …`"""
        lose, before = the_side(given.side, "lose"), self.mobilization_before
        points, where = counted(self.gone, "point"), given.name or given.area
        left = "" if before is None else f", {before - self.gone} of {before} left"
        fight = "; a general engagement begins" if self.general_engagement else ""
        told = f"{lose} {points} on the crossing of the {where}{left}{fight}."
        return Summary(told, f"{points} lost".upper(), bad=bool(self.gone))


def situation(read: Reader, form: CrossingForm) -> ContestedZone:
    """The units of both sides in the area, and the points of the side that holds the line."""
    area, side = form.area, Side(form.holder or read["campaign:clock.player_turn"])
    ticked = _ticked(read, form.units, side)
    mine, theirs = _there(read, area, side), _there(read, area, side.enemy)
    holding = ticked or mine
    strangers = [key for key in form.engaging if key not in keys(counting(holding))]
    if strangers:
        name = read[Squadron.fact_of(strangers[0], "name")]
        words = f"{name} is not among the cruisers, escorts and submarines that hold the line"
        raise FormErrors({"engaging": words})
    name, there = read[Area.fact_of(area, "name")], keys(forces.squadrons_in_area(read.view, area))
    busy = taking_part(read.view)
    return ContestedZone(
        side=side,
        area=area,
        name=name,
        defenders=holding,
        attackers=theirs,
        units=tuple(dict.fromkeys(form.units)),
        engaging=tuple(dict.fromkeys(form.engaging)),
        busy=busy_with(read.view, ticked),
        held=tuple(key for key in keys((*mine, *theirs)) if key in busy),
        **read.fields("campaign:clock", "player_turn", "step"),
        elsewhere=next((f"{unit.name} is not in {name}." for unit in ticked if unit.key not in there), ""),
        points=read.get(mobilization(side)),
        carried=form.carried,
        number=ACTIONS.next_number(read.view),
    )


def _there(read: Reader, area: str, side: Side) -> tuple[Unit, ...]:
    """The units of all fleets that a side has in the area, those too that an action holds."""
    return forces.afloat(read, keys(forces.squadrons_in_area(read.view, area, side)))


def _ticked(read: Reader, ticked: tuple[str, ...], side: Side) -> tuple[Unit, ...]:
    """The ticked units that count. FormErrors for one of the enemy, who is not the holder's to choose."""
    found = counting(forces.afloat(read, ticked))
    for unit in found:
        if read[f"{unit.row}.side"] != side:
            raise FormErrors({"units": f"{unit.name} is no unit of the {side.label} side, which holds the line"})
    return found


def difference(zone: ContestedZone) -> Column:
    """The combat strength of the holder's cruisers, escorts and submarines less that of the enemy's."""
    mine, theirs = zone.of(zone.side), zone.of(zone.side.enemy)
    others = len(zone.defenders) + len(zone.attackers) - len(mine) - len(theirs)
    return Column(
        (
            Term(CONTESTED, f"{zone.side.label} combat strength", combat_strength(mine), bool(mine), R36.number),
            Term(CONTESTED, f"{zone.side.enemy.label} combat strength", -combat_strength(theirs), bool(theirs)),
            Term(CONTESTED, "units of other kinds: they don't count", others, applies=False),
        )
    )


def column(zone: ContestedZone, choice: str = NOTE) -> str:
    """The column: who is absent comes first, the enemy before the holder. choice: of R-36."""
    if not (zone.attackers if choice == ANY_UNIT else zone.of(zone.side.enemy)):
        return "no-attackers"
    if not zone.of(zone.side):
        return "no-defenders"
    total = difference(zone).total
    if total < -EVEN:
        return "below-minus-3"
    return "above-plus-3" if total > EVEN else "minus-3-to-plus-3"


def why_not(zone: ContestedZone) -> Iterator[Refusal]:
    """Units that are there and free; who of the holder's would fight, if they are many, is chosen before the roll."""
    if zone.busy:
        yield Refusal(zone.busy, CONTESTED, final=True)
    if zone.step is not None and (zone.player_turn, zone.step) != (zone.side, Step.TRANSPORT):
        when = f"the {zone.side.label} {Step.TRANSPORT.label.lower()} step"
        yield Refusal(f"Points of the {zone.side.label} side are carried in {when} (R-74).", CONTESTED)
    if zone.elsewhere:
        yield Refusal(zone.elsewhere, CONTESTED)
    number = len(zone.engaged(zone.side))
    if number > MOST_ENGAGED and zone.of(zone.side.enemy):
        words = f"At most {MOST_ENGAGED} units a side fight: choose {MOST_ENGAGED} of the {number} {zone.side.label}"
        yield Refusal(f"{words} cruisers, escorts and submarines.", f"{CONTESTED}.GE")


def figures(odds: Odds[Crossing]) -> tuple[Figure, ...]:
    """The points to be expected, and whether it comes to a fight."""
    return (
        Figure("points", "Expected points lost", odds.expect(lambda found: found.points), "points"),
        Figure("none", "No points lost", odds.chance(lambda found: not found.points)),
        Figure("general-engagement", "A general engagement", odds.chance(lambda found: found.general_engagement)),
    )


def duties(now: Now) -> Iterator[Duty]:
    """A line for each sea area that the enemy of the side whose step it is contests."""
    if now.ahead:
        return
    enemy = Side(now.moment.player_turn).enemy
    for area, name in forces.areas(now.view):
        places = dict.fromkeys(unit.place for unit in contesting(now.view, area, enemy))
        if places:
            small = f"contested by {', '.join(forces.place_words(now.view, place) for place in places)}"
            yield by_rule(SLUG, f"Carry points over {name}", {"area": area}, small=small, done="", again=True)


@rule(
    SLUG,
    CONTESTED,
    "Carry points over a contested sea zone",
    form=CrossingForm,
    situation=situation,
    basis=weighed(difference),
    why_not=why_not,
    figures=figures,
    may="*/transport",
    duties=duties,
    dice="1d6",
    edition=EDITION_2,
    earlier=(EDITION,),
    before={"holder": "side"},
)
def carry_over(zone: ContestedZone) -> Play[Outcome[Crossing]]:
    """One die in the column of the difference: points lost, and perhaps a general engagement of the small ships."""
    choice = yield from R36.look()
    yield from R91.look()
    cell = yield from LOSSES.roll("crossing", column=column(zone, choice), label=zone.name or zone.area)
    opens = cell.also == ENGAGEMENT and all(zone.engaged(side) for side in Side)
    if opens:
        yield from R73.look()
        yield from R86.look()
    lost = cell.number if zone.carried is None else min(cell.number, zone.carried)
    told = Crossing(
        points=lost,
        difference=difference(zone),
        mobilization_before=zone.points,
        mobilization_after=None if zone.points is None else max(0, zone.points - lost),
        general_engagement=opens,
        action=zone.number if opens else None,
    )
    return Outcome(told, tuple(_effects(zone, told)))


def _effects(zone: ContestedZone, told: Crossing) -> Iterator[Effect]:
    """The points go; a naval action opens. The holder defends, so its enemy attacks (R-36, R-73)."""
    if zone.points is not None and told.gone:
        yield Add(mobilization(zone.side), -told.gone)
    if told.general_engagement:
        attacker = zone.side.enemy
        yield Action.new(
            str(zone.number),
            number=zone.number,
            side=attacker,
            mission=Mission.GENERAL_ENGAGEMENT,
            area=zone.area,
            central=keys(zone.engaged(Side.CENTRAL)),
            allied=keys(zone.engaged(Side.ALLIED)),
            attacker=attacker,
            stage=Stage.CONTACT,
        )
