"""PG.6.5.1: the result of a battle, typed by one side from the other program and confirmed by the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from navalassist.engine import Effect, Outcome, Play, Refusal
from navalassist.engine.english import counted
from navalassist.engine.forms import Ask, AskLines, Column, Facts, Options, read_lines
from navalassist.engine.overruled import Because, Overrulable
from navalassist.engine.reader import Reader, View
from navalassist.engine.rows import Says
from navalassist.engine.rule import Result, Summary
from navalassist.engine.shapes import Form
from navalassist.systems.theatre.acting import Said
from navalassist.systems.theatre.battle import BATTLES, CONFIRM, RESULT, STEPS, lines, sides
from navalassist.systems.theatre.book import rule
from navalassist.systems.theatre.rulings import AT_TWELVE, R213
from navalassist.systems.theatre.state.battles import Battle
from navalassist.systems.theatre.state.battles import Result as OnSheet
from navalassist.systems.theatre.state.words import MaybeKey, Side

LENGTH, MISSION = "PG.6.5.1", "PG.6.5.1.3"
# The first turn on which a side may retreat (PG.6.5.1).
RETREAT = 12
MOST_GAINED, MOST_DAMAGE = 999, 12
DAMAGE, GAINED, INSIDE, SUNK = "damage", "gained", "inside", "sunk"
COLUMNS = (
    Column(DAMAGE, "Damage", MOST_DAMAGE),
    Column(GAINED, "Experience gained", MOST_GAINED),
    Column(INSIDE, "In the destination"),
    Column(SUNK, "Sunk"),
)


def title_of(one: OnSheet) -> str:
    """`CL Naka and Natori`"""
    return one.name if one.type in ("", "air") else f"{one.type} {one.name}"


def names_of(found: Iterable[OnSheet]) -> tuple[str, ...]:
    """`CL Naka and Natori`, `2 transports`: units by their names, transports by how many they are."""
    units, transports = [], 0
    for one in found:
        units += [title_of(one)] if one.of else []
        transports += not one.of
    return (*units, *([counted(transports, "transport")] if transports else []))


def sheet_lines(view: View, typed: Facts) -> Options:
    """The units on the sheet of the battle that is chosen."""
    key = str(typed.get("battle") or "")
    return [(one.key, title_of(one)) for one in view.rows(OnSheet, battle=key)] if key else []


class ResultForm(Form):
    """What came of a battle: what is left empty is unchanged."""

    battle: str = BATTLES.asked(RESULT)
    side: Side = Ask("Who types it", sides)
    left: MaybeKey = Ask("Who retreated", sides, none="nobody")
    left_on: int = Ask("On turn", default=0, ge=0, le=99)
    lines: str = AskLines("Units", sheet_lines, *COLUMNS, help="What is left empty is unchanged.")
    because: Because = ""


class Came(OnSheet, part="pg-result"):
    """A line of the sheet with what was typed for it."""

    typed_damage: int = Says("Damage", 0, ge=0, le=MOST_DAMAGE)
    typed_gained: int = Says("Experience gained", 0, ge=0, le=MOST_GAINED)
    typed_inside: bool = Says("In the destination", False)
    typed_sunk: bool = Says("Sunk", False)

    @property
    def goes_down(self) -> bool:
        """True where it is ticked, or no strength is left."""
        return self.typed_sunk or self.typed_damage >= self.strength > 0

    @property
    def lost(self) -> int:
        """The damage that counts."""
        return self.strength if self.goes_down else self.typed_damage

    @property
    def words(self) -> str:
        """`CL Naka with 3 damage`; '' for one that nothing happened to."""
        words = "sunk" if self.goes_down else f"with {self.lost} damage" if self.lost else ""
        return f"{title_of(self)} {words}" if words else ""

    @property
    def title(self) -> str:
        """The same, or what it is called."""
        return self.words or title_of(self)

    def came(self) -> tuple[Effect, ...]:
        """The effects by which it stands on the sheet."""
        inside = self.typed_inside and not self.goes_down
        now = {DAMAGE: self.lost, SUNK: self.goes_down, GAINED: self.typed_gained, INSIDE: inside}
        return self.becomes(**now)


class Typed(Overrulable):
    """A result as a side types it. at_twelve: R-213 lets a side retreat on turn 12 alone."""

    side: Side = Says("Who types it")
    battle: Battle = Says("Battle")
    left: MaybeKey = Says("Who retreated", "", only_if=True)
    left_on: int = Says("On turn", 0, only_if=True)
    units: tuple[Came, ...] = Says("Units", ())
    at_twelve: bool = Says("Retreat on turn 12 alone", False, told=False)


@dataclass(frozen=True, slots=True)
class Reported(Result):
    """What was typed, in words."""

    hurt: tuple[str, ...]
    inside: tuple[str, ...]
    gained: tuple[str, ...] = ()
    overruled: str = ""

    def summary(self, given: Typed) -> Summary:
        """`The Axis side types the result of battle 1: CL Kuma with 3 damage. In the destination: 2 transports.`"""
        hurt = ", ".join(self.hurt) or "no damage"
        left = f" The {Side(given.left).label} side retreats on turn {given.left_on}." if given.left else ""
        there = f" In the destination: {', '.join(self.inside) or 'nothing'}."
        there += f" Experience gained: {', '.join(self.gained)}." if self.gained else ""
        words = f"The {given.side.label} side types the result of battle {given.battle.number}: {hurt}.{left}{there}"
        return Summary(words, bad=bool(self.hurt))


def typing(read: Reader, form: ResultForm) -> Typed:
    """The lines of the sheet with what was typed: all of it is everybody's."""
    battle = read.row(Battle, form.battle)
    there = read.rows(OnSheet, battle=battle.key)
    cells = read_lines("lines", form.lines, {one.key: title_of(one) for one in there}, COLUMNS)

    def came(one: OnSheet) -> Came:
        typed = cells.get(one.key, {})
        return Came(**dict(one), **{f"typed_{column.key}": typed.get(column.key, 0) for column in COLUMNS})

    return Typed(
        side=form.side, battle=battle, left=form.left, left_on=form.left_on if form.left else 0,
        units=tuple(came(one) for one in there), at_twelve=read.ruling(R213) == AT_TWELVE,
    )  # fmt: skip


def why_not_type(given: Typed) -> Iterator[Refusal]:
    """A retreat has its turn; damage has its bounds; only the mission that is attacked has a destination."""
    yield from BATTLES.not_now(given.battle, RESULT, LENGTH, final=True)
    if given.left and given.left_on > given.battle.turns:
        yield Refusal(f"The battle lasts {given.battle.turns} turns: type the turn of the retreat.", LENGTH, final=True)
    first, only = min(RETREAT, given.battle.turns), given.at_twelve
    if given.left and (given.left_on < first or (only and given.left_on != first)):
        when = f"on turn {first} alone" if only else f"from turn {first} on"
        yield Refusal(f"A side may retreat {when} (R-213).", LENGTH)
    for one in given.units:
        if one.typed_damage > one.strength:
            yield Refusal(f"{title_of(one)} has strength {one.strength}: its damage is no more.", LENGTH, final=True)
        if one.typed_inside and one.side is given.battle.attacker:
            yield Refusal(f"{title_of(one)} attacks: only the defender has a destination.", MISSION, final=True)


@rule(
    RESULT, LENGTH, "Type the result of a battle", form=ResultForm, situation=typing, why_not=why_not_type, due=STEPS,
    duties=lines(RESULT), own_seat=True,
)  # fmt: skip
def type_result(given: Typed) -> Play[Outcome[Reported]]:
    """The other side confirms it, or types it anew; a unit without strength left is sunk."""
    yield from R213.look()
    effects = [effect for one in given.units for effect in one.came()]
    fields = {"reported": given.side, "left": given.left, "left_on": given.left_on}
    onward = BATTLES.goes_to(given.battle, BATTLES.stages_of(CONFIRM)[0], **fields)
    lost = [one for one in given.units if one.goes_down and not one.of]
    hurt = tuple(one.words for one in given.units if one.words and one not in lost)
    hurt += tuple(f"{many} sunk" for many in names_of(lost))
    there = names_of(one for one in given.units if one.typed_inside and not one.goes_down)
    gained = tuple(f"{title_of(one)} {one.typed_gained}" for one in given.units if one.typed_gained)
    return Outcome(Reported(hurt, there, gained), (*effects, *onward))


def kept_of(one: OnSheet) -> str:
    """`CL Naka with 2 damage, 40 experience gained, in the destination`; '' for one that nothing happened to."""
    parts = ["sunk" if one.sunk else f"{one.damage} damage" if one.damage else ""]
    parts += [f"{one.gained} experience gained" if one.gained else "", "in the destination" if one.inside else ""]
    told = ", ".join(filter(None, parts))
    return f"{title_of(one)}: {told}" if told else ""


# --- the other side says that it is so


class ConfirmForm(Form):
    """The battle, and who confirms its result."""

    battle: str = BATTLES.asked(CONFIRM)
    side: Side = Ask("Who confirms it", sides)


class Confirming(Overrulable):
    """A result that was typed."""

    side: Side = Says("Who confirms it")
    battle: Battle = Says("Battle")


def confirming(read: Reader, form: ConfirmForm) -> Confirming:
    """The battle as it stands."""
    return Confirming(side=form.side, battle=read.row(Battle, form.battle))


def why_not_confirm(given: Confirming) -> Iterator[Refusal]:
    """Whoever typed it does not confirm it."""
    yield from BATTLES.not_now(given.battle, CONFIRM, LENGTH, final=True)
    if given.side == given.battle.reported:
        words = f"The {given.side.label} side has typed this result: the other side confirms it, or types it anew."
        yield Refusal(words, LENGTH, final=True)


@rule(
    CONFIRM, LENGTH, "Confirm the result of a battle", form=ConfirmForm, situation=confirming, why_not=why_not_confirm,
    due=STEPS, duties=lines(CONFIRM), own_seat=True,
)  # fmt: skip
def confirm(given: Confirming) -> Play[Outcome[Said]]:
    """From now on the result counts; who disagrees types it anew, or disputes the entry that has it."""
    yield from ()
    words = f"The {given.side.label} side confirms the result of battle {given.battle.number}."
    return Outcome(Said(words), BATTLES.goes_on(given.battle))
