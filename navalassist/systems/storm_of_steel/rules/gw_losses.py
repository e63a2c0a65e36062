"""The owner takes off the units that a table has cost his side (R-53): as many as fit, and the rest is lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from navalassist.engine import Effect, Outcome, Play, Refusal, Remove, Roller, Set, Tally, Term, procedure
from navalassist.engine.overruled import Overrulable, passed_over, unless_overruled
from navalassist.engine.shapes import Key, Words
from navalassist.systems.storm_of_steel.actions import NavalAction, after_fire, keys
from navalassist.systems.storm_of_steel.book import EDITION, SYSTEM
from navalassist.systems.storm_of_steel.owed import Owed, left_of, most_taken
from navalassist.systems.storm_of_steel.rules.rows import owed_loss_row, squadron_row
from navalassist.systems.storm_of_steel.rulings import R33, R53, R75, R89
from navalassist.systems.storm_of_steel.state import LOST, Mission, Side, Stage, Unit

RULE = "GW.COMBAT"


class Losses(Overrulable):
    """A loss that is owed, and the units that its owner names."""

    side: Side = Field(description="Whose loss it is: the owner names the units.")
    owed: Owed = Field(description="The loss.")
    named: Annotated[tuple[Key, ...], Field(max_length=60)] = Field(default=(), description="Keys of the units named.")
    action: NavalAction | None = Field(default=None, description="The naval action that cost them; left out: none.")
    others: bool = Field(default=False, description="Another loss of that action is still owed.")
    busy: Words = Field(
        default="", description="Which named unit is in another action that is not over; empty for none."
    )
    as_much: bool = Field(default=False, description="As many factors go as any choice of units takes off (R-53).")

    @property
    def taken(self) -> tuple[Unit, ...]:
        """The units that are lost."""
        return tuple(unit for unit in self.owed.among if unit.key in self.named)


@dataclass(frozen=True, slots=True)
class Lost:
    """The units that were lost, their protection factors, what of the loss was left over, and the rule that gave it."""

    lost: tuple[str, ...]
    factors: int
    left_over: int
    rule: str
    overruled: str = ""


def why_not(loss: Losses) -> Refusal | None:
    """Units of the fleet that was hit; they fit in the loss, and nothing is left that would fit too."""
    strangers = [key for key in loss.named if key not in keys(loss.owed.among)]
    if strangers:
        return Refusal(f"The loss does not fall on {', '.join(strangers)}.", loss.owed.rule)
    if loss.busy:
        return Refusal(loss.busy, loss.owed.rule)
    return unless_overruled(loss, _forbidden(loss))


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


def _forbidden(loss: Losses) -> Refusal | None:
    return _wrong_number(loss) if loss.owed.units else _wrong_factors(loss)


def _wrong_number(loss: Losses) -> Refusal | None:
    """Whole units: exactly as many as are owed, or all that there are."""
    owed, named = loss.owed.units, len(loss.taken)
    if named == min(owed, len(loss.owed.among)):
        return None
    if named > owed:
        return Refusal(f"{_units(named)} named, and {_are(owed)} to be taken off.", loss.owed.rule)
    return Refusal(f"{_units(owed)} to be taken off, and {_are(named)} named.", loss.owed.rule)


def _units(number: int) -> str:
    return "1 unit is" if number == 1 else f"{number} units are"


def _are(number: int) -> str:
    return "1 is" if number == 1 else f"{number} are"


def _wrong_factors(loss: Losses) -> Refusal | None:
    """Protection factors: no more than are owed, and none that would still take a unit off."""
    owed, left = loss.owed.factors, left_of(loss.owed, loss.named)
    if left.number < 0:
        have = "has" if len(loss.taken) == 1 else "have"
        together = "" if len(loss.taken) == 1 else " together"
        return Refusal(
            f"{_list(loss.taken, 'and')} {have} {owed - left.number} protection factors{together}, "
            f"{-left.number} more than the {owed} that are to be taken off.",
            loss.owed.rule,
        )
    if left.fits:
        words = f"{left.number} of {owed} factors are left, and {_list(left.fits, 'or')} still fits."
        return Refusal(words, loss.owed.rule)
    most = most_taken(loss.owed.among, owed) if loss.as_much else 0
    if owed - left.number < most:
        words = f"{owed - left.number} of {owed} factors are taken off, and {most} can be (R-53)."
        return Refusal(words, loss.owed.rule)
    return None


def _list(squadrons: Sequence[Unit], word: str) -> str:
    """`A, B and C`"""
    names = [unit.name or unit.key for unit in squadrons]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {word} {names[-1]}"


@procedure(
    "gw-losses",
    system=SYSTEM,
    rule=RULE,
    title="Take off what was lost",
    roller=Roller.OWNER,
    edition=EDITION,
    dice="none: the owner names the units",
    why_not=why_not,
)
def take_off(loss: Losses) -> Play[Outcome[Lost]]:
    """The named units are lost, the loss is paid, and the action goes on with those that are left."""
    yield from R53.look()
    taken, left = loss.taken, left_of(loss.owed, loss.named)
    factors = sum(unit.protection for unit in taken)
    left_over = 0 if loss.owed.units else max(0, left.number)
    names = tuple(unit.name or unit.key for unit in taken)
    told = Lost(names, factors, left_over, loss.owed.rule, passed_over(loss, _forbidden(loss)))
    gone = tuple(Set(f"{squadron_row(unit.key)}.place", LOST) for unit in taken)
    action = yield from _in_the_action(loss)
    return Outcome(told, (*gone, Remove(owed_loss_row(loss.owed.key)), *action))


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
    yield from _looked_up(after)
    return (*told, *after_fire(after))


def _looked_up(after: NavalAction) -> Play[None]:
    """How the gunfire goes on (R-75), or what follows where a side has nobody left (R-89, R-33)."""
    if len(after.remaining) == len(Side):
        yield from R75.look()
        return
    yield from R89.look()
    if after.mission is Mission.GENERAL_ENGAGEMENT:
        yield from R33.look()
