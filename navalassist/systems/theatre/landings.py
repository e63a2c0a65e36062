"""PG.6.3.6: what an invasion needs, unit by unit: transports by both ranges, craft, and two ways to save."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from navalassist.engine import Tally, Term
from navalassist.engine.english import listed
from navalassist.engine.reader import View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Condition
from navalassist.engine.shapes import Frozen
from navalassist.systems.theatre.rulings import ALL_ALIKE, CRAFT_FIRST, R211, R237
from navalassist.systems.theatre.state.orders import Landing, Order, Troop
from navalassist.systems.theatre.state.words import LandingOption, Side

RANGE, TROOPS, CRAFT, OPTIONS, ARROW = "PG.6.3.6.1", "PG.6.3.6.2", "PG.6.3.6.3", "PG.6.3.6.4", "PG.6.2.5"
# Neither part of an invasion is longer than this; as far as NEAR it costs one transport a unit, beyond that two.
MOST_RANGES, NEAR = 4, 2
# Needs on which the two ways to save may be used, and the strength with which a reduced unit fights.
LEAST_OF_REDUCED, LEAST_OF_LATER, REDUCED_STRENGTH = 2, 3, 5


def transports_for(ranges: int) -> int:
    """Transports for a unit by one of the two ranges of an invasion."""
    return 1 if ranges <= NEAR else 2


def lines_of(order: Order, options: Mapping[str, LandingOption]) -> tuple[Landing, ...]:
    """The lines of the ground units of an order. options: how each lands, by its key."""
    told = {"side": order.side, "turn": order.turn, "order": order.key}
    return tuple(Landing(key=f"{order.key}-{key}", **told, troop=key, option=options[key]) for key in options)


class Lander(Frozen):
    """A ground unit of an invasion. staging, landing: transports that both ranges cost it; there: it is by its port.

    craft_first: the craft is taken from the need before the option looks at it (R-211); busy: the number of another
    order that ships it.
    """

    troop: Troop = Says("Ground unit")
    option: LandingOption = Says("How it lands")
    staging: int = Says("Transports by the range to the staging area")
    landing: int = Says("Transports by the range of the landing")
    there: bool = Says("It is in the territory of the port", told=False)
    craft_first: bool = Says("Craft before options", False, told=False)
    busy: int = Says("Another order that ships it", 0, only_if=True)

    @property
    def craft(self) -> int:
        """The transport that its landing craft stand for: assigned ones, or those that SNLF and RMCo have."""
        return int(self.troop.craft or self.troop.special)

    @property
    def whole(self) -> int:
        """What it needs by both ranges."""
        return self.staging + self.landing

    @property
    def base(self) -> int:
        """The need at which its option looks."""
        return self.whole - (self.craft if self.craft_first else 0)

    @property
    def saved(self) -> int:
        """Transports that its option saves."""
        return {LandingOption.FULL: 0, LandingOption.REDUCED: 1, LandingOption.LATER: self.base - 1}[self.option]

    @property
    def total(self) -> int:
        """Transports of the pool."""
        return max(0, self.whole - self.saved - self.craft)

    @property
    def lands(self) -> str:
        """How it fights, in words; '' for a unit that lands whole."""
        words = {
            LandingOption.REDUCED: f"fights at strength {REDUCED_STRENGTH}",
            LandingOption.LATER: "lands after the battle",
        }
        return words.get(self.option, "")

    @property
    def cannot(self) -> str:
        """Why it can't land so, with the way out; '' where it can."""
        name, needs = self.troop.name, f"needs {self.base}"
        if self.option is LandingOption.LATER and self.base < LEAST_OF_LATER:
            return f"{name} {needs}, and one in all takes {LEAST_OF_LATER} or more: let it land with one less"
        if self.option is LandingOption.REDUCED and self.base < LEAST_OF_REDUCED:
            return f"{name} {needs} beside its craft: let it land whole"
        return ""

    def terms(self) -> Iterator[Term]:
        """What it needs, line by line."""
        name, fact = self.troop.name, self.troop.fact("craft")
        by = f"{name}: {self.staging} for the range to the staging area, {self.landing} for the range to the landing"
        yield Term(RANGE, by, self.whole)
        if self.option is LandingOption.REDUCED:
            yield Term(OPTIONS, f"{name}: one less, {self.lands}", -self.saved, ruling=R237.number)
        if self.option is LandingOption.LATER:
            yield Term(OPTIONS, f"{name}: one in all, {self.lands}", -self.saved)
        if self.craft:
            whose = "its own landing craft" if self.troop.special else "landing craft"
            yield Term(CRAFT, f"{name}: {whose}", -self.craft, ruling=R211.number, facts=(fact,))


def landers_of(
    read: View, order: Order, options: Mapping[str, LandingOption], there: int, out: int
) -> tuple[Lander, ...]:
    """The ground units of an order. options: how each lands, by its key; there, out: both ranges."""
    craft_first = read.ruling(R211) == CRAFT_FIRST
    numbers = {one.key: one.number for one in read.own(Order, order.side, turn=order.turn)}
    others = [one for one in read.own(Landing, order.side, turn=order.turn) if one.order != order.key]
    busy = {one.troop: numbers.get(one.order, 0) for one in others}
    return tuple(
        Lander(
            troop=troop,
            option=options[troop.key],
            staging=transports_for(there),
            landing=transports_for(out),
            there=troop.place == order.start,
            craft_first=craft_first,
            busy=busy.get(troop.key, 0),
        )
        for troop in read.own(Troop, order.side)
        if troop.key in options
    )


def need_of(landers: Iterable[Lander], crossing: bool) -> Tally:
    """The sum, line by line. crossing: across a blue arrow, where transports are there by themselves (PG.6.2.5)."""
    landers = tuple(landers)
    terms = [term for lander in landers for term in lander.terms()]
    if crossing:
        free = -sum(lander.total for lander in landers)
        terms.append(Term(ARROW, "across a crossing arrow: transports are there by themselves", free, ruling="R-236"))
    return Tally(tuple(terms), low=0)


def may_land(landers: tuple[Lander, ...], port: str, side: Side, all_alike: bool) -> Iterator[Condition]:
    """Units by their port, in no other order, each with a way to land that it may use."""
    away = [lander.troop.name for lander in landers if not lander.there]
    why = f"{listed([one.troop.name for one in landers])} {'are' if len(landers) > 1 else 'is'}"
    if away:
        why = f"{listed(away)} {'are' if len(away) > 1 else 'is'} not: leave it out, for nothing of the reserve may go"
    elif not landers:
        why = f"tick those that land: only what is already at {port} may go"
    yield Condition(f"Ground units are at {port}", bool(landers) and not away, why, TROOPS)
    twice = [f"order {one.busy} ships {one.troop.name}: leave it out here, or there" for one in landers if one.busy]
    yield Condition("No other order ships them", not twice, "; ".join(twice) or "none does", TROOPS)
    wrong = [lander.cannot for lander in landers if lander.cannot]
    yield Condition("How they land", not wrong, "; ".join(wrong) or "as ordered", OPTIONS)
    fight = {lander.option for lander in landers} - {LandingOption.LATER}
    if all_alike and len(fight) > 1:
        why = "some are in the battle whole, and some with one transport less: choose one for all of them"
        yield Condition("All land alike", False, why, OPTIONS, R237.number)


def is_all_alike(read: View) -> bool:
    """Whether one unit with one transport less asks all others for the same (R-237)."""
    return read.ruling(R237) == ALL_ALIKE
