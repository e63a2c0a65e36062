"""The rules of the skirmish: fleets meet, both order, the attacker fires, both stay or one breaks off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from navalassist.engine import Dice, Figure, Odds, Outcome, Play, Refusal, Roll
from navalassist.engine.duties import Duty, Now, by_rule
from navalassist.engine.forms import Ask, Options
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Rulebook, Summary
from navalassist.engine.shapes import Form, Frozen
from tables.turn import load_turn
from tests.skirmish.clash import CLASHES, FAR, Clash, Side, Stage

SYSTEM, BOOK = "skirmish", "SK.FIGHT"
TURN = load_turn(Path(__file__).with_name("turn.toml"))
RULES = Rulebook(SYSTEM, "example")
ORDER, FIRE, TORPEDOES, STAY, BREAK_OFF = (
    f"skirmish-{name}" for name in ("order", "fire", "torpedoes", "stay", "break-off")
)


def sides(view: View) -> Options:
    return [(side.value, side.label) for side in Side]


class Manoeuvre(StrEnum):
    """What a fleet does with the range."""

    CLOSE = "close"
    HOLD = "hold"
    OPEN = "open"


class EngageForm(Form):
    """Who attacks."""

    side: Side = Ask("Who attacks", sides)


class Engage(Frozen):
    """A fleet that attacks."""

    side: Side = Says("Who attacks")
    number: int = Says("Number", numbers="clash")


class BattleForm(Form):
    """A battle, and whose part it is."""

    clash: str = CLASHES.asked(STAY)
    side: Side = Ask("Side", sides)


class OrderForm(Form):
    """What a side orders."""

    clash: str = CLASHES.asked(ORDER)
    side: Side = Ask("Side", sides)
    manoeuvre: Manoeuvre = Ask("Manoeuvre")


class FireForm(Form):
    """The battle in which the attacker fires."""

    clash: str = CLASHES.asked(FIRE)


class TorpedoForm(Form):
    """The battle in which the attacker launches."""

    clash: str = CLASHES.asked(TORPEDOES)


class Part(Frozen):
    """A side's part in a battle."""

    side: Side = Says("Side")
    clash: Clash = Says("Clash")


class Order(Part):
    """With its manoeuvre."""

    manoeuvre: Manoeuvre = Says("Manoeuvre")


@dataclass(frozen=True, slots=True)
class Said(Result):
    """What came of it, as a sentence."""

    words: str

    def summary(self, given: Frozen) -> Summary:
        return Summary(self.words)


@dataclass(frozen=True, slots=True)
class Hit(Result):
    """Whether a salvo hit."""

    hits: int

    def summary(self, given: Part) -> Summary:
        word = "HIT" if self.hits else "MISS"
        return Summary(f"{given.side.label} {'hits' if self.hits else 'misses'} {given.side.enemy.label}.", word)


def engaging(read: Reader, form: EngageForm) -> Engage:
    return Engage(side=form.side, number=CLASHES.next_number(read.view))


def engage_duties(now: Now) -> Iterator[Duty]:
    yield by_rule("skirmish-engage", query={"side": now.moment.player_turn}, again=True)


@RULES.rule(
    "skirmish-engage", BOOK, "Engage", form=EngageForm, situation=engaging, may="*/battle", duties=engage_duties
)
def engage(given: Engage) -> Play[Outcome[Said]]:
    """Fleets meet at long range."""
    yield from ()
    clash = Clash(key=str(given.number), number=given.number, side=given.side, range=FAR)
    return Outcome(Said(f"{given.side.label} engages {given.side.enemy.label}."), (clash.made(),))


def ordering(read: Reader, form: OrderForm) -> Order:
    return Order(side=form.side, clash=read.row(Clash, form.clash), manoeuvre=form.manoeuvre)


def why_not_order(order: Order) -> Iterator[Refusal]:
    yield from CLASHES.not_now(order.clash, ORDER, BOOK)
    if order.side in order.clash.ordered:
        yield Refusal(f"{order.side.label} has given its order.", BOOK)


@RULES.rule(
    ORDER,
    BOOK,
    "Give an order",
    form=OrderForm,
    situation=ordering,
    why_not=why_not_order,
    due="*/battle",
    duties=CLASHES.lines(ORDER, begins="side"),
)
def order(given: Order) -> Play[Outcome[Said]]:
    """Either side first; once both have ordered, the guns bear."""
    yield from ()
    clash, steps = given.clash, {Manoeuvre.CLOSE: -1, Manoeuvre.HOLD: 0, Manoeuvre.OPEN: 1}
    changed = {"range": max(0, clash.range + steps[given.manoeuvre]), "ordered": (*clash.ordered, given.side)}
    told = Said(f"{given.side.label}: {given.manoeuvre}.")
    return Outcome(told, CLASHES.goes_on(clash, **changed) if clash.ordered else clash.set(**changed))


def attacking(read: Reader, form: FireForm | TorpedoForm) -> Part:
    clash = read.row(Clash, form.clash)
    return Part(side=clash.side, clash=clash)


def why_not_fire(part: Part) -> Iterator[Refusal]:
    yield from CLASHES.not_now(part.clash, FIRE, BOOK)


def why_not_launch(part: Part) -> Iterator[Refusal]:
    yield from CLASHES.not_now(part.clash, TORPEDOES, BOOK)


def figures(odds: Odds[Hit]) -> tuple[Figure, ...]:
    return (Figure("hit", "Hit", odds.chance(lambda found: found.hits > 0)),)


def salvo(part: Part, needed: int) -> Play[Outcome[Hit]]:
    """One die against a number; then the next stage that is not empty."""
    hits = yield from Roll("salvo", Dice(1), lambda faces: int(faces[0] >= needed), "the attacker fires")
    field = f"{part.side.enemy}_hits"
    return Outcome(Hit(hits), CLASHES.goes_on(part.clash, **{field: getattr(part.clash, field) + hits}))


@RULES.rule(
    FIRE,
    BOOK,
    "Fire",
    form=FireForm,
    situation=attacking,
    why_not=why_not_fire,
    figures=figures,
    due="*/battle",
    duties=CLASHES.lines(FIRE),
    dice="1d6",
)
def fire(part: Part) -> Play[Outcome[Hit]]:
    """The attacker hits on 4 and more."""
    return (yield from salvo(part, 4))


@RULES.rule(
    TORPEDOES,
    BOOK,
    "Launch torpedoes",
    form=TorpedoForm,
    situation=attacking,
    why_not=why_not_launch,
    figures=figures,
    due="*/battle",
    duties=CLASHES.lines(TORPEDOES),
    dice="1d6",
)
def launch(part: Part) -> Play[Outcome[Hit]]:
    """On 6 alone."""
    return (yield from salvo(part, 6))


def taking_part(read: Reader, form: BattleForm) -> Part:
    return Part(side=form.side, clash=read.row(Clash, form.clash))


def why_not_stay(part: Part) -> Iterator[Refusal]:
    yield from CLASHES.not_now(part.clash, STAY, BOOK)
    if part.side in part.clash.stay:
        yield Refusal(f"{part.side.label} has said that it stays.", BOOK)


@RULES.rule(
    STAY,
    BOOK,
    "Stay for another round",
    form=BattleForm,
    situation=taking_part,
    why_not=why_not_stay,
    due="*/battle",
    duties=CLASHES.lines(STAY, begins="side"),
)
def stay(part: Part) -> Play[Outcome[Said]]:
    """Once both stay another round begins."""
    yield from ()
    told, clash = Said(f"{part.side.label} stays."), part.clash
    if not clash.stay:
        return Outcome(told, clash.set(stay=(part.side,)))
    return Outcome(told, CLASHES.goes_on(clash, ordered=(), stay=()))


@RULES.rule(
    BREAK_OFF,
    BOOK,
    "Break off",
    form=BattleForm,
    situation=taking_part,
    why_not=why_not_stay,
    may="*/battle",
    duties=CLASHES.lines(BREAK_OFF, may=True, begins="side"),
)
def break_off(part: Part) -> Play[Outcome[Said]]:
    """The battle is over."""
    yield from ()
    return Outcome(Said(f"{part.side.label} breaks off."), CLASHES.goes_to(part.clash, Stage.ENDED))
