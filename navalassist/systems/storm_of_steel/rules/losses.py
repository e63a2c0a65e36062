"""The owner takes off the units that a table has cost their side (R-53): as many as fit, and the rest is lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from navalassist.engine import Effect, Outcome, Play, Refusal, Remove, Set, Tally, Term
from navalassist.engine.duties import Duty, Kind, Now, Passed, by_rule
from navalassist.engine.english import counted, does, listed, the_side
from navalassist.engine.forms import Ask, Options
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader, Unknown, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Form, Key, Words
from navalassist.systems.storm_of_steel.actions import NavalAction, action_of, after_fire, busy_with, keys, losses_of
from navalassist.systems.storm_of_steel.book import rule
from navalassist.systems.storm_of_steel.forces import afloat, squadrons
from navalassist.systems.storm_of_steel.pending_losses import FACTOR, PendingLosses, amount, left_of, most_taken
from navalassist.systems.storm_of_steel.rulings import AS_MUCH, R33, R53, R75, R89
from navalassist.systems.storm_of_steel.state import LOST, ActionNow, Mission, OwedLoss, Side, Squadron, Stage, Unit

SLUG = "gw-losses"


def loss_words(view: View, loss: OwedLoss) -> str:
    """`Allied: 8 protection factors, Naval Combat Table, action 3`"""
    number = view.get(ActionNow.fact_of(loss.action, "number"))
    return f"{loss.side.label}: {amount(loss)}, {loss.cause}{f', action {number}' if number else ''}"


def owed_losses(view: View) -> Options:
    """The losses that are owed."""
    return [(loss.key, loss_words(view, loss)) for loss in view.rows(OwedLoss)]


def units_at_risk(view: View) -> Options:
    """The units on which a loss falls."""
    at_risk = {key for loss in view.rows(OwedLoss) for key in loss.among}
    return [one for one in squadrons(view) if one[0] in at_risk]


class LossesForm(Form):
    """What is typed when an owner takes units off."""

    loss: str = Ask("Loss", owed_losses)
    units: tuple[str, ...] = Ask(
        "Units that are lost",
        units_at_risk,
        (),
        many=True,
        help="As many as fit; what is left over and too small is lost.",
    )
    because: Because = ""


class Losses(Overrulable):
    """A loss that is owed, and the units that its owner names."""

    side: Side = Says("Owner, who names the units")
    owed: PendingLosses = Says("Loss")
    named: tuple[Key, ...] = Says("Units that are lost", (), of="squadron")
    action: NavalAction | None = Says("Naval action that cost them", None)
    others: bool = Says("Another loss of that action is still owed", False, told=False)
    busy: Words = Says("In another action", "", only_if=True)
    as_much: bool = Says("As many factors go as any choice of units takes off (R-53)", False)

    @property
    def taken(self) -> tuple[Unit, ...]:
        """The units that are lost."""
        return tuple(unit for unit in self.owed.among if unit.key in self.named)


@dataclass(frozen=True, slots=True)
class Lost(Result):
    """The units that were lost, their protection factors, what of the loss was left over, and the rule that gave it."""

    lost: tuple[str, ...]
    factors: int
    left_over: int
    rule: str
    overruled: str = ""

    def summary(self, given: Losses) -> Summary:
        """`The Allies lose 1st Cruiser Squadron, 2 protection factors.`"""
        left = self.left_over
        lapses = f"; {counted(left, 'factor')} {'lapses' if left == 1 else 'lapse'}" if left else ""
        much = f", {counted(self.factors, FACTOR)}" if self.factors else ""
        units = listed(self.lost) or "no unit"
        return Summary(f"{the_side(given.side, 'lose')} {units}{much}{lapses}.", bad=bool(self.lost))


def situation(read: Reader, form: LossesForm) -> Losses:
    """The loss, the units that are named, and the action that it is of, as it stands."""
    if not read.has(OwedLoss, form.loss):
        raise Unknown("this loss is owed no longer")
    loss = read.row(OwedLoss, form.loss)
    among = afloat(read, loss.among)
    others = [other for other in losses_of(read.view, loss.action) if other.key != loss.key]
    return Losses(
        side=loss.side,
        owed=PendingLosses(**{**loss.model_dump(exclude={"action"}), "among": among}),
        named=tuple(dict.fromkeys(form.units)),
        action=action_of(read, loss.action) if loss.action else None,
        others=bool(loss.action and others),
        busy=busy_with(read.view, [unit for unit in among if unit.key in form.units], loss.action),
        as_much=read.state.book.ruling(R53) == AS_MUCH,
    )


def what_fits(loss: Losses) -> Play[Tally]:
    """What naming these units leaves of the loss, unit by unit, and which of the others still fit."""
    yield from R53.look()
    owed, left = loss.owed, left_of(loss.owed, loss.named)
    what = "units" if owed.units else "protection factors"
    terms = [Term(owed.rule, f"{owed.cause}: {what} to take off", owed.units or owed.factors)]
    for unit in owed.among:
        named, fits = unit in loss.taken, unit in left.fits
        word = "named" if named else "fits" if fits else "does not fit in what is left"
        weight = 1 if owed.units else unit.protection
        terms.append(Term(owed.rule, f"{unit.name or unit.key}: {word}", -weight, named))
    return Tally(tuple(terms))


def why_not(loss: Losses) -> Iterator[Refusal]:
    """Units of the fleet that was hit; they fit in the loss, and nothing is left that would fit too."""
    strangers = [key for key in loss.named if key not in keys(loss.owed.among)]
    if strangers:
        yield Refusal(f"The loss does not fall on {', '.join(strangers)}.", loss.owed.rule, final=True)
    if loss.busy:
        yield Refusal(loss.busy, loss.owed.rule, final=True)
    if not loss.named and left_of(loss.owed, ()).fits:
        yield Refusal("Choose who is lost.", loss.owed.rule)
        return
    for words in _wrong_number(loss) if loss.owed.units else _wrong_factors(loss):
        yield Refusal(words, loss.owed.rule)


def _wrong_number(loss: Losses) -> Iterator[str]:
    """Whole units: exactly as many as are owed, or all that there are."""
    owed, named = loss.owed.units, len(loss.taken)
    if named > owed:
        yield f"{does(counted(named, 'unit'), 'are')} named, and {_are(owed)} to be taken off."
    elif named < min(owed, len(loss.owed.among)):
        yield f"{does(counted(owed, 'unit'), 'are')} to be taken off, and {_are(named)} named."


def _are(number: int) -> str:
    return "1 is" if number == 1 else f"{number} are"


def _wrong_factors(loss: Losses) -> Iterator[str]:
    """Protection factors: no more than are owed, and none that would still take a unit off."""
    owed, left = loss.owed.factors, left_of(loss.owed, loss.named)
    gone = owed - left.number
    if left.number < 0:
        have, together = ("has", "") if len(loss.taken) == 1 else ("have", " together")
        yield (
            f"{_list(loss.taken, 'and')} {have} {gone} protection factors{together}, "
            f"{-left.number} more than the {owed} that are to be taken off."
        )
    if left.fits:
        yield f"{left.number} of {owed} factors are left, and {_list(left.fits, 'or')} still fits."
    most = most_taken(loss.owed.among, owed) if loss.as_much else 0
    if gone < most:
        yield f"{gone} of {owed} factors are taken off, and {most} can be (R-53)."


def _list(units: Sequence[Unit], word: str) -> str:
    """`A, B or C`"""
    *first, last = [unit.name or unit.key for unit in units]
    return f"{', '.join(first)} {word} {last}" if first else last


def duties(now: Now) -> Iterator[Duty]:
    """A line for each loss that is owed; it is its owner's tap."""
    for loss in [] if now.ahead else now.view.rows(OwedLoss):
        words = loss_words(now.view, loss)
        yield by_rule(
            SLUG,
            f"The {loss.side.label} side takes off {amount(loss)}",
            {"loss": loss.key, "action": loss.action},
            small=words,
            kind=Kind.DUE,
            seat=loss.side,
            strong=True,
            done="",
            passes=(Passed(f"loss:{loss.key}", words, "loss"),),
        )


@rule(
    SLUG,
    "GW.COMBAT",
    "Take off what was lost",
    form=LossesForm,
    situation=situation,
    basis=what_fits,
    why_not=why_not,
    due="*/*",
    listed="Take off the units that are lost",
    duties=duties,
    dice="none: the owner names the units",
    before={"loss": "owed", "units": "named"},
)
def take_off(loss: Losses) -> Play[Outcome[Lost]]:
    """The named units are lost, the loss is paid, and the action goes on with those that are left."""
    yield from R53.look()
    owed, taken = loss.owed, loss.taken
    left_over = 0 if owed.units else max(0, left_of(owed, loss.named).number)
    names = tuple(unit.name or unit.key for unit in taken)
    told = Lost(names, sum(unit.protection for unit in taken), left_over, owed.rule)
    gone = tuple(Set(Squadron.fact_of(unit.key, "place"), LOST) for unit in taken)
    action = yield from _in_the_action(loss)
    return Outcome(told, (*gone, Remove(OwedLoss.row_of(owed.key)), *action))


def _in_the_action(loss: Losses) -> Play[tuple[Effect, ...]]:
    """The units are out of it; once all losses of its gunfire are paid it goes on."""
    action = loss.action
    if action is None:
        return ()
    left = tuple(unit for unit in action.of(loss.side) if unit.key not in loss.named)
    told = action.set(**{loss.side.value: keys(left)})
    if action.stage is not Stage.LOSSES or loss.others:
        return told
    after = action.model_copy(update={loss.side.value: left})
    # How the gunfire goes on, or what follows where a side has nobody left.
    nobody_left = (R89, R33) if after.mission is Mission.GENERAL_ENGAGEMENT else (R89,)
    for ruling in (R75,) if len(after.remaining) == len(Side) else nobody_left:
        yield from ruling.look()
    return (*told, *after_fire(after))
