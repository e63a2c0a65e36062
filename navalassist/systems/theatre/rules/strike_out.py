"""PG.6.3: an order that is not sealed yet is struck out of its side's book."""

from __future__ import annotations

from collections.abc import Iterator

from navalassist.engine import Outcome, Play, Refusal
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.forms import Ask, Options
from navalassist.engine.reader import Reader, View
from navalassist.engine.shapes import Form
from navalassist.systems.theatre.acting import Said, unsealed
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.missions import WRITING, Given, given_of, refusals
from navalassist.systems.theatre.state.orders import Landing, Order
from navalassist.systems.theatre.turn import ORDERS, now_turn

SLUG = "pg-strike-out"


def orders(view: View) -> Options:
    """The orders of this turn, as far as the view has them."""
    return [(one.key, f"Order {one.number}: {one.mission.label}") for one in view.rows(Order, turn=now_turn(view))]


class StrikeForm(Form):
    """Which order."""

    order: str = Ask("Order", orders)


class Struck(Given):
    """An order that is taken out of the book. landings: its lines of ground units."""

    landings: tuple[Landing, ...] = ()


def striking(read: Reader, form: StrikeForm) -> Struck:
    order = read.row(Order, form.order)
    return Struck(**given_of(read, order), landings=read.own(Landing, order.side, order=order.key))


def why_not(given: Struck) -> Iterator[Refusal]:
    yield from refusals(given, ())


def duties(now: Now) -> Iterator[Duty]:
    """A line for each order of this turn, to whoever sees it."""
    for one in now.view.rows(Order, turn=now_turn(now.view)):
        words = f"Strike out order {one.number}, {one.mission.label}"
        yield by_rule(SLUG, words, {"order": one.key}, seat=one.side.value, done="", again=True)


@rule(
    SLUG, WRITING, "Strike out an order", form=StrikeForm, situation=striking, why_not=why_not, may=ORDERS,
    duties=unsealed(duties), unseen=True,
)  # fmt: skip
def strike(given: Struck) -> Play[Outcome[Said]]:
    """What it was given for may have another."""
    yield from ()
    effects = (given.order.gone(), *(one.gone() for one in given.landings))
    return Outcome(Said(f"Order {given.number}, {given.order.mission.label}, is struck out."), effects)
